"""Places that things with a name may be found in, asked in order; the first hit wins."""

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from attrs import frozen

from arena_simulation_setup.tree.answer import Answer, Found, with_shadows
from arena_simulation_setup.tree.folders import is_folder
from arena_simulation_setup.tree.not_found import NotFoundError


class Resolver(Protocol):
    """One place to look into."""

    @property
    def description(self) -> str:
        """What the place is, for the list of places that were searched."""
        ...

    def resolve(self, relative: str) -> Path | None:
        """Where the thing is, or None; it may be fetched."""
        ...

    def locate(self, relative: str) -> Path | None:
        """Where the thing is, or None; nothing is transferred."""
        ...

    def examine(self, relative: str) -> Answer:
        """Whether the place has the thing, and if not why; the thing itself is not transferred."""
        ...

    def destination(self, relative: str) -> Path | None:
        """Where to write the thing, or None where this place takes none."""
        ...

    def names(self) -> tuple[str, ...]:
        """Names of what is here, as far as they are known without a transfer."""
        ...


@frozen
class PathResolver:
    """A folder; folders in it are found.

    Attributes:
        root: The folder.
        origin: Where the folder was named.
        marks: Patterns of files, one of which a folder must hold to count; empty means that any folder counts.
    """

    root: Path
    origin: str
    marks: tuple[str, ...] = ()

    @property
    def description(self) -> str:
        """Folder and origin."""
        return f"{self.root} ({self.origin})"

    def resolve(self, relative: str) -> Path | None:
        """The same as ``locate``."""
        return self.locate(relative)

    def locate(self, relative: str) -> Path | None:
        """The entry of that name, if it exists."""
        path = self.root / relative
        return path if is_folder(path) and self._counts(path) else None

    def examine(self, relative: str) -> Answer:
        """Hit or miss."""
        path = self.locate(relative)
        return Answer(self.description, Found.MISS if path is None else Found.HIT, path)

    def destination(self, relative: str) -> Path | None:
        """Nowhere: other people's folders are not written to unasked."""
        return None

    def names(self) -> tuple[str, ...]:
        """Names of all folders here that count."""
        folders = [path for path in self.root.iterdir() if path.is_dir()] if is_folder(self.root) else []
        return tuple(sorted(path.name for path in folders if self._counts(path)))

    def _counts(self, path: Path) -> bool:
        return not self.marks or any(next(path.glob(mark), None) is not None for mark in self.marks)


@frozen
class FallbackResolver:
    """A folder that is only written to: it answers no reads and so never hides another place.

    Attributes:
        root: The folder.
    """

    root: Path

    @property
    def description(self) -> str:
        """The folder."""
        return f"{self.root} (for writing only)"

    def resolve(self, relative: str) -> Path | None:
        """Nothing."""
        return None

    def locate(self, relative: str) -> Path | None:
        """Nothing."""
        return None

    def examine(self, relative: str) -> Answer:
        """Always a miss."""
        return Answer(self.description, Found.MISS)

    def destination(self, relative: str) -> Path | None:
        """The place below the folder."""
        return self.root / relative

    def names(self) -> tuple[str, ...]:
        """None."""
        return ()


def resolved(kind: str, name: str, resolvers: Sequence[Resolver]) -> Path:
    """The first place that has a name; what it has may be fetched.

    Raises:
        NotFoundError: If none has it; all are listed with their reasons, and every name that is known.
    """
    for resolver in resolvers:
        path = resolver.resolve(name)
        if path is not None:
            return path
    known = dict.fromkeys(known for resolver in resolvers for known in resolver.names())
    raise NotFoundError(kind, name, searched_places(name, resolvers), tuple(known))


def searched_places(name: str, resolvers: Sequence[Resolver]) -> tuple[str, ...]:
    """A line per place that a name was looked for in, with the reason where the place gives one."""
    readable = (resolver for resolver in resolvers if not isinstance(resolver, FallbackResolver))
    return tuple(resolver.examine(name).text for resolver in readable)


def examined(name: str, resolvers: Sequence[Resolver]) -> tuple[Answer, ...]:
    """What every place says about a name, in order; hits after the first are shadowed by it."""
    return with_shadows([resolver.examine(name) for resolver in resolvers])


def write_target(kind: str, name: str, resolvers: Sequence[Resolver]) -> Path:
    """The first place that takes something new.

    Raises:
        NotFoundError: If none does.
    """
    for resolver in resolvers:
        path = resolver.destination(name)
        if path is not None:
            return path
    raise NotFoundError(f"place to write {kind}", name, [resolver.description for resolver in resolvers])
