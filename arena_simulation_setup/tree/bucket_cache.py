"""Copies of what a bucket holds, kept on this machine."""

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from attrs import frozen

from arena_simulation_setup.files.save import write_atomically
from arena_simulation_setup.tree.folders import is_folder

STAMP = ".ttl"
LISTING = ".listing"
MOST_TRIES = 5


@frozen
class BucketCache:
    """The folder of one bucket: a copy per world or asset, each with a stamp of when it was last known to be current.

    Attributes:
        root: The folder.
        ttl_s: Seconds for which a stamp is fresh.
        clock: Tells seconds since the epoch; without one every stamp is fresh.
    """

    root: Path
    ttl_s: float
    clock: Callable[[], float] | None = None

    def copy(self, relative: str) -> Path | None:
        """The copy of a world or asset, if a whole one is here."""
        path = self.root / relative
        return path if is_folder(path) and (path / STAMP).is_file() else None

    def checksum(self, relative: str) -> str:
        """Checksum of the archive that a copy was made of; empty where it can not be read."""
        try:
            return (self.root / relative / STAMP).read_text(encoding="ascii").strip()
        except (OSError, UnicodeError):
            return ""

    def is_fresh(self, relative: str) -> bool:
        """Whether a copy was known to be current a short time ago."""
        return self._is_recent(self.root / relative / STAMP)

    def confirm(self, relative: str) -> None:
        """Note that a copy is current."""
        self._touch(self.root / relative / STAMP)

    def listing(self) -> tuple[bytes, bool]:
        """The kept listing, empty where there is none, and whether it is fresh."""
        path = self.root / LISTING
        try:
            return path.read_bytes(), self._is_recent(path)
        except OSError:
            return b"", False

    def keep_listing(self, content: bytes) -> None:
        """Keep a listing.

        Raises:
            OSError: If it can not be written.
        """
        write_atomically(self.root / LISTING, content)
        self._touch(self.root / LISTING)

    def names(self) -> tuple[str, ...]:
        """Names of the copies of worlds, sorted."""
        folders = sorted(self.root.iterdir()) if is_folder(self.root) else []
        return tuple(path.name for path in folders if (path / STAMP).is_file())

    def copies(self) -> tuple[str, ...]:
        """Paths of all copies below the root, sorted."""
        stamps = [*self.root.glob(f"*/{STAMP}"), *self.root.glob(f"*/*/*/{STAMP}")] if is_folder(self.root) else []
        return tuple(sorted(stamp.parent.relative_to(self.root).as_posix() for stamp in stamps))

    def install(self, relative: str, checksum: str, fill: Callable[[Path], None]) -> Path:
        """Make a copy, or replace it; whoever looks sees a whole copy or none.

        Args:
            relative: Path of the world or asset.
            checksum: Checksum of its archive.
            fill: Makes the folder that it is handed and puts the content in.

        Raises:
            OSError: If it can not be written, or something that is no copy is in the way.
        """
        target = self.root / relative
        self._refuse_neighbours(target)
        target.parent.mkdir(parents=True, exist_ok=True)
        with self._workplace() as workplace:
            fill(workplace / "new")
            (workplace / "new" / STAMP).write_text(f"{checksum}\n", encoding="ascii")
            self._touch(workplace / "new" / STAMP)
            for attempt in range(MOST_TRIES):
                try:
                    (workplace / "new").rename(target)
                    return target
                except OSError:
                    if self.checksum(relative) == checksum:
                        return target
                    if attempt == MOST_TRIES - 1 or not target.exists():
                        raise
                    self._move_away(target, workplace / f"old_{attempt}")
        raise AssertionError("the loop returns or raises")

    @contextmanager
    def _workplace(self) -> Iterator[Path]:
        folder = Path(tempfile.mkdtemp(prefix=".partial-", dir=self.root))
        try:
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def _move_away(self, target: Path, place: Path) -> None:
        if self.copy(target.relative_to(self.root).as_posix()) is None and any(target.iterdir()):
            raise FileExistsError(f"{target} is no copy from a bucket and is left as it is")
        try:
            target.rename(place)
        except FileNotFoundError:
            return  # another process was faster

    def _refuse_neighbours(self, target: Path) -> None:
        """Keep worlds and assets that share a bucket out of each other's folders."""
        for parent in target.relative_to(self.root).parents:
            if str(parent) != "." and (self.root / parent / STAMP).is_file():
                raise FileExistsError(f"{self.root / parent} is a copy of its own")

    def _is_recent(self, path: Path) -> bool:
        if self.clock is None:
            return path.exists()
        try:
            age = self.clock() - path.stat().st_mtime
        except OSError:
            return False
        return 0.0 <= age < self.ttl_s

    def _touch(self, path: Path) -> None:
        if self.clock is None:
            path.touch()
        else:
            now = self.clock()
            os.utime(path, (now, now))
