"""Robots on the command line: names of models, and folders of one's own."""

from collections.abc import Sequence
from pathlib import Path

from arena_cli.argument import UsageError

CAPS = "caps.yaml"


def located(fleet: Sequence[str]) -> tuple[str, ...]:
    """The models of a fleet, those that are paths as absolute ones.

    Raises:
        UsageError: If a path leads nowhere, or to a robot without a capability file; what it could be is printed then.
    """
    return tuple(_folder(model) if _is_path(model) else model for model in fleet)


def located_words(text: str) -> str:
    """The same for a fleet as text; one without paths stays as it is.

    Raises:
        UsageError: As ``located`` does.
    """
    from task_generator.fleet import parse_fleet

    try:
        fleet = parse_fleet(text)
    except ValueError as error:
        raise UsageError(f"robot:={text}: {error}") from None
    return ",".join(located(fleet)) if any(_is_path(model) for model in fleet) else text


def _is_path(model: str) -> bool:
    return model.startswith((".", "/", "~")) or model.endswith(".xml")


def _folder(model: str) -> str:
    path = Path(model).expanduser().resolve()
    if not path.exists():
        raise UsageError(f"robot:={model}: there is no such robot ({path} does not exist, expected its folder)")
    folder = path if path.is_dir() else path.parent
    if not (folder / CAPS).is_file():
        raise UsageError(_without_caps(model, path))
    if path.is_file():
        raise UsageError(f"robot:={model}: expected the folder of the robot, which is {folder}")
    return str(folder)


def _without_caps(model: str, path: Path) -> str:
    mjcf = path if path.is_file() else path / f"{path.name}.xml"
    folder = mjcf.parent
    if not mjcf.is_file():
        return f"robot:={model}: {folder} has neither a {CAPS} nor a {mjcf.name}, expected the folder of a robot"
    from arena_runtime.scene.errors import SceneError
    from arena_runtime.scene.robot_caps import proposed_caps

    try:
        proposal = proposed_caps(mjcf)
    except SceneError as error:
        return f"robot:={model}: {error}"
    advice = "" if folder.name == mjcf.stem else f" in a folder {mjcf.stem}/ of its own, beside {mjcf.name}"
    return (
        f"robot:={model}: {mjcf.name} says what a robot looks like, not what it can do. Write this as {CAPS}"
        f"{advice or f' into {folder}'}, correct what is wrong, and give the folder as the robot:\n\n{proposal}"
    )
