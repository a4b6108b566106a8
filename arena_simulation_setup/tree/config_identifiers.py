"""Names of environments and of parametrized obstacles: small files that obstacle modes read."""

from asyncio import to_thread
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import ClassVar, Self

from attrs import frozen

from arena_simulation_setup.tree.folders import is_folder
from arena_simulation_setup.tree.not_found import NotFoundError
from arena_simulation_setup.tree.search_paths import asset_roots, shipped

CONFIGS = "configs"


@frozen
class ConfigIdentifier:
    """Name of a file of one kind, with or without its suffix, or a path to one (anything with a slash).

    Attributes:
        name: Name or path.
    """

    kind: ClassVar[str] = ""
    folder: ClassVar[str] = ""
    suffixes: ClassVar[tuple[str, ...]] = ()

    name: str

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a name or a path.

        Raises:
            ValueError: If the text is empty.
        """
        if not text.strip():
            raise ValueError(f"the {cls.kind} file is empty, expected a name or a path")
        return cls(text.strip())

    def resolve_sync(self, roots: Sequence[Path] = ()) -> Path:
        """The file: in ``configs/<folder>`` of the first root that has it, else among the shipped ones.

        Args:
            roots: Folders of assets, as a world sees them; those of the world come first.

        Raises:
            NotFoundError: If no place has it; every place is listed and the nearest name is offered.
        """
        if "/" in self.name:
            return self._at_path()
        folders = config_folders(self.folder, roots)
        for folder in folders:
            for file in _files(folder, self.suffixes):
                if self.name in (file.stem, file.name):
                    return file
        raise NotFoundError(self.kind, self.name, [str(folder) for folder in folders], self.names(roots))

    async def resolve(self, roots: Sequence[Path] = ()) -> Path:
        """The same as ``resolve_sync``, for callers with an event loop."""
        return await to_thread(self.resolve_sync, roots)

    @classmethod
    def names(cls, roots: Sequence[Path] = ()) -> tuple[str, ...]:
        """Names of all files of this kind, sorted."""
        found = (file.stem for folder in config_folders(cls.folder, roots) for file in _files(folder, cls.suffixes))
        return tuple(sorted(dict.fromkeys(found)))

    def _at_path(self) -> Path:
        path = Path(self.name)
        if not path.is_file():
            raise NotFoundError(self.kind, self.name, [str(path.parent)])
        return path


@frozen
class EnvironmentIdentifier(ConfigIdentifier):
    """Name of an environment: groups of objects and people for rooms."""

    kind: ClassVar[str] = "environment"
    folder: ClassVar[str] = "environments"
    suffixes: ClassVar[tuple[str, ...]] = (".yaml", ".yml")


@frozen
class ParametrizedIdentifier(ConfigIdentifier):
    """Name of a list of models with the least and the greatest number of each."""

    kind: ClassVar[str] = "parametrized"
    folder: ClassVar[str] = "parametrized"
    suffixes: ClassVar[tuple[str, ...]] = (".xml", ".yaml", ".yml")


def config_folders(folder: str, roots: Sequence[Path]) -> tuple[Path, ...]:
    """Where files of a kind are looked for, in order: below each root of assets, then among the shipped ones."""
    return (*(root / CONFIGS / folder for root in roots), shipped(CONFIGS) / folder)


def environment_ids(environ: Mapping[str, str], world: Path | None = None) -> tuple[str, ...]:
    """Names of all environments, sorted.

    Args:
        environ: Variables that name further places (``ARENA_ASSETS_DIR_LOCAL``, ``ARENA_ASSETS_DIR``).
        world: Directory of the world in use; None where there is none.
    """
    return EnvironmentIdentifier.names(asset_roots(world, environ))


def parametrized_ids(environ: Mapping[str, str], world: Path | None = None) -> tuple[str, ...]:
    """Names of all parametrized files, sorted; the arguments are those of ``environment_ids``."""
    return ParametrizedIdentifier.names(asset_roots(world, environ))


def _files(folder: Path, suffixes: Sequence[str]) -> list[Path]:
    if not is_folder(folder):
        return []
    return sorted(path for path in folder.iterdir() if path.suffix in suffixes and path.is_file())
