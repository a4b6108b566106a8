"""Errors as sentences, and files to write that are looked at before anything is computed."""

import os
from pathlib import Path

from arena_cli.argument import UsageError


def reason_of(error: Exception) -> str:
    """Why something went wrong, without the number and the file that errors of the operating system carry."""
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


def sentence_of(error: Exception) -> str:
    """What an error says; one of the operating system begins with its file."""
    if isinstance(error, OSError) and error.strerror and error.filename is not None:
        return f"{error.filename2 or error.filename}: {error.strerror}"
    return str(error)


def check_target(path: Path) -> None:
    """Make sure that a file can be written.

    Raises:
        UsageError: If its folder is not there or can not be written to, or it is a folder itself.
    """
    if not path.absolute().parent.is_dir():
        raise UsageError(f"{path}: there is no folder {path.parent}")
    if path.is_dir():
        raise UsageError(f"{path} is a folder, expected a file")
    if not os.access(path.absolute().parent, os.W_OK):
        raise UsageError(f"{path}: the folder {path.parent} can not be written to")
