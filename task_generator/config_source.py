"""Finding and reading the small files of obstacle modes."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from arena_simulation_setup.files.problem import Loaded
from arena_simulation_setup.tree.config_identifiers import ConfigIdentifier
from arena_simulation_setup.tree.not_found import NotFoundError
from task_generator.errors import GenerationError
from task_generator.mode_context import ModeContext

T = TypeVar("T")


def load_config(
    context: ModeContext, parameter: str, identifier: type[ConfigIdentifier], load: Callable[[Path], Loaded[T]]
) -> T:
    """What the file that a parameter names says; doubts about it become warnings.

    Raises:
        GenerationError: If no file has that name; the nearest one is offered.
        FileProblems: If it has errors; all of them are listed with file and line.
    """
    roots = context.site.catalogue.roots
    known = ", ".join(identifier.names(roots))
    text = context.parameters.text(parameter)
    try:
        path = identifier.parse(text).resolve_sync(roots)
    except NotFoundError as error:
        hint = f"did you mean {error.suggestion!r}?" if error.suggestion else f"known: {known}"
        raise GenerationError(f"{parameter}: there is no {identifier.kind} file {text!r} ({hint})") from None
    except ValueError as error:
        raise GenerationError(f"{parameter}: {error} (known: {known})") from None
    loaded = load(path)
    for warning in loaded.warnings:
        context.warn(warning.text)
    return loaded.value
