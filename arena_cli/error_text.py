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


def check_folder(argument: str, folder: str) -> None:
    """Make sure that files can be written to a folder; it is made where it is not there.

    Args:
        argument: What names the folder.
        folder: The folder.

    Raises:
        UsageError: If it can not be made or written to.
    """
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise UsageError(f"{argument}:={folder}: this is a file, expected a folder") from None
    except OSError as error:
        raise UsageError(f"{argument}:={folder}: {sentence_of(error)}") from None
    if not os.access(folder, os.W_OK | os.X_OK):
        raise UsageError(f"{argument}:={folder}: the folder can not be written to")


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
