"""The one error of this package."""


class RecordingError(ValueError):
    """A recording that can not be written or read; the text names the file, and where in it the fault lies."""
