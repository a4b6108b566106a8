"""The one error of this package."""


class ForeignError(ValueError):
    """A recording of another system that can not be imported; the text names the file, the topic and the reason."""
