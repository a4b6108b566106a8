"""A bucket as a place to look for things: what it holds is fetched once and kept."""

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

from arena_simulation_setup.tree.answer import Answer, Found
from arena_simulation_setup.tree.archives import ArchiveError, unpack
from arena_simulation_setup.tree.bucket_cache import BucketCache
from arena_simulation_setup.tree.buckets import Bucket
from arena_simulation_setup.tree.listing import INDEX, LARGEST_INDEX, Entry, Listing, is_relative, parse_listing
from arena_simulation_setup.tree.network import BucketError, Network
from arena_simulation_setup.tree.transfer import Remote

T = TypeVar("T")


class NetResolver:
    """A bucket and the folder that keeps what came from it.

    A bucket that did not answer is not asked again, so that a run waits for it once.

    Args:
        bucket: Where to look.
        cache: The folder; None where there is none, so that nothing is fetched.
        network: Clock, warnings and patience.
    """

    def __init__(self, bucket: Bucket, cache: BucketCache | None, network: Network) -> None:
        self.bucket = bucket
        self._cache, self._network = cache, network
        self._remote = Remote(bucket, network)
        self._listing: Listing | None = None
        self._is_new = False
        self._silence = ""
        self._answers: dict[str, Answer] = {}

    @property
    def description(self) -> str:
        """Name and address of the bucket."""
        return self.bucket.description

    def resolve(self, relative: str) -> Path | None:
        """The copy of a thing, fetched where it is not here or may be old; None where there is none.

        An overdue copy is given, with a warning, where the bucket can not be asked.
        """
        if relative not in self._answers:
            self._answers[relative] = answer = self._resolve(relative)
            if answer.found == Found.STALE and not self._silence:
                self._network.warn(f"the copy of {relative} in {answer.path} is used as it is: {answer.note}")
        return self._answers[relative].path

    def locate(self, relative: str) -> Path | None:
        """The copy of a thing, if it is here; nothing is transferred."""
        return None if self._cache is None or not is_relative(relative) else self._cache.copy(relative)

    def examine(self, relative: str) -> Answer:
        """Whether the bucket or its copies have a thing; at most the listing is transferred."""
        if relative in self._answers:
            return self._answers[relative]
        known = self._known(relative)
        if isinstance(known, Answer):
            return known
        path = self.locate(relative)
        note = "" if path is not None else "not fetched yet"
        return Answer(self.description, Found.HIT, path, note)

    def fetch(self, relative: str) -> Path:
        """The copy of a thing as the bucket has it now.

        Raises:
            BucketError: If the bucket does not answer, does not have it, or what it has is unusable.
        """
        if self.bucket.refusal:
            raise BucketError(self.bucket.refusal)
        entry = self.listing().entries.get(relative)
        if entry is None:
            raise BucketError(f"it holds no {relative!r}")
        return self._current(relative, entry)

    def listing(self) -> Listing:
        """What the bucket holds now; asked for once.

        Raises:
            BucketError: If the bucket does not answer, or its answer is no listing.
        """
        if self.bucket.refusal or self._silence:
            raise BucketError(self.bucket.refusal or self._silence)
        if self._listing is None or not self._is_new:
            self._listing, self._is_new = self._asked(self._fetch_listing), True
        return self._listing

    def destination(self, relative: str) -> Path | None:
        """Nowhere: a bucket is written to by publishing only."""
        return None

    def names(self) -> tuple[str, ...]:
        """Names of the worlds of which there are copies."""
        return () if self._cache is None else self._cache.names()

    def copies(self) -> tuple[str, ...]:
        """Paths of all copies, of worlds and assets."""
        return () if self._cache is None else self._cache.copies()

    def _resolve(self, relative: str) -> Answer:
        known = self._known(relative)
        if isinstance(known, Answer):
            return known
        try:
            return Answer(self.description, Found.HIT, self._fetched(relative, known))
        except BucketError as error:
            answer = self._without(relative, str(error))
        if answer.found == Found.MISS and not self._silence:
            self._network.warn(f"{relative} can not be had from {self.description}: {answer.note}")
        return answer

    def _fetched(self, relative: str, entry: Entry) -> Path:
        """The copy that an entry promises; the kept listing may promise what is no longer there.

        Raises:
            BucketError: If it can not be had.
        """
        try:
            return self._current(relative, entry)
        except BucketError:
            if self._is_new:
                raise
        return self.fetch(relative)

    def _known(self, relative: str) -> Answer | Entry:
        """The entry of a thing, or the answer where that is known without a transfer of the thing."""
        if not is_relative(relative):
            return Answer(self.description, Found.MISS, None, "no bucket can have such a name")
        if self.bucket.refusal or self._cache is None:
            missing = "neither ARENA_ASSETS_DIR nor HOME is set, so that nothing can be kept"
            return Answer(self.description, Found.MISS, None, self.bucket.refusal or missing)
        copy = self._cache.copy(relative)
        if copy is not None and self._cache.is_fresh(relative):
            return Answer(self.description, Found.HIT, copy)
        try:
            entry = self._kept_listing().entries.get(relative) or self.listing().entries.get(relative)
        except BucketError as error:
            return self._without(relative, str(error))
        return self._without(relative, "the bucket does not hold it") if entry is None else entry

    def _without(self, relative: str, reason: str) -> Answer:
        copy = self.locate(relative)
        return Answer(self.description, Found.MISS if copy is None else Found.STALE, copy, reason)

    def _kept_listing(self) -> Listing:
        """The listing as it was asked for a short time ago, or an empty one."""
        assert self._cache is not None
        if self._listing is None:
            content, fresh = self._cache.listing()
            try:
                self._listing = parse_listing(content) if fresh else Listing()
            except ValueError:
                self._listing = Listing()
        return self._listing

    def _fetch_listing(self) -> Listing:
        content = self._remote.read(INDEX, LARGEST_INDEX, self._network.answer_s)
        listing = parse_listing(content)
        if self._cache is not None:
            self._cache.keep_listing(content)
        return listing

    def _asked(self, question: Callable[[], T]) -> T:
        """The answer of the bucket; one warning where it gives none.

        Raises:
            BucketError: If it gives none.
        """
        try:
            return question()
        except FileNotFoundError:
            self._silence = f"it has no {INDEX}"
        except (BucketError, ValueError) as error:
            self._silence = str(error)
        except OSError as error:
            self._silence = f"its copies can not be kept: {error}"
        self._network.warn(f"{self.description} can not be used, copies of it are used as they are: {self._silence}")
        raise BucketError(self._silence)

    def _current(self, relative: str, entry: Entry) -> Path:
        """The copy that an entry promises.

        Raises:
            BucketError: If it can not be had.
        """
        if self._cache is None:
            raise BucketError("there is no folder for copies")
        copy = self._cache.copy(relative)
        try:
            if copy is not None and self._cache.checksum(relative) == entry.sha256:
                self._cache.confirm(relative)
                return copy
            content = self._archive(relative, entry)
            return self._cache.install(relative, entry.sha256, lambda folder: unpack(content, folder))
        except ArchiveError as error:
            raise BucketError(str(error)) from None
        except FileNotFoundError as error:
            raise BucketError(f"its archive of {relative!r} is gone ({error})") from None
        except OSError as error:
            raise BucketError(f"{relative!r} can not be kept: {error}") from None

    def _archive(self, relative: str, entry: Entry) -> bytes:
        if self._silence:
            raise BucketError(self._silence)
        content = self._remote.read(entry.archive(relative), entry.size, self._network.transfer_s)
        if sha256(content).hexdigest() != entry.sha256:
            raise BucketError(f"the archive is damaged: its checksum is not the one in {INDEX}")
        return content
