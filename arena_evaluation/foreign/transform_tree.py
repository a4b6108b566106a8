"""Frames that transforms join: which hangs from which, and where one is as seen from another."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import numpy as np
from attrs import define, field, frozen

from arena_evaluation.foreign.bag import Bag, Message
from arena_evaluation.foreign.message_fields import frame_name, stamp_of
from arena_evaluation.foreign.rotation import IDENTITY, Floats, composed, inverse
from arena_evaluation.foreign.samples import Placed, SampleList, Times

TRANSFORMS = "tf2_msgs/msg/TFMessage"
STATIC_NAME = "tf_static"


@define
class Link:
    """How one frame hangs from another.

    Attributes:
        parent: The frame that it hangs from.
        child: The frame itself.
        is_static: Whether it was said once, for all times.
        samples: Its poses in the parent.
    """

    parent: str
    child: str
    is_static: bool = False
    samples: SampleList = field(factory=SampleList)

    @property
    def is_fixed(self) -> bool:
        """Whether one pose is all that is known of it."""
        return self.is_static or (len(self.samples) < 2 and not self.samples.fault)

    def at(self, wanted_ns: Times, clock: str, gap_ns: int | None) -> Placed:
        """Its poses at some times."""
        if not self.is_fixed:
            return self.samples.at(wanted_ns, clock, gap_ns)
        _, rows = self.samples.ordered(clock)
        return Placed(np.repeat(rows[-1:], len(wanted_ns), axis=0), np.ones(len(wanted_ns), dtype=bool))


@frozen
class Chain:
    """The links between two frames.

    Attributes:
        up: From the frame of reference up to what both hang from.
        down: From the other frame up to the same.
    """

    up: tuple[Link, ...] = ()
    down: tuple[Link, ...] = ()

    @property
    def moving(self) -> tuple[Link, ...]:
        """Links that change over time."""
        return tuple(link for link in (*self.up, *self.down) if not link.is_fixed)

    @property
    def names(self) -> tuple[str, ...]:
        """Frames along the way, from the frame of reference to the other one."""
        first = [link.child for link in self.up] + [(self.up or self.down)[-1].parent] if self.up or self.down else []
        return (*first, *(link.child for link in reversed(self.down)))

    def at(self, wanted_ns: Times, clock: str, gap_ns: int | None) -> Placed:
        """The other frame as seen from the frame of reference, each link interpolated by itself."""
        known = np.ones(len(wanted_ns), dtype=bool)
        poses: list[Floats] = []
        for links in (self.up, self.down):
            side = np.tile(np.array(IDENTITY), (len(wanted_ns), 1))
            for link in reversed(links):
                placed = link.at(wanted_ns, clock, gap_ns)
                side, known = composed(side, placed.poses), known & placed.known
            poses.append(side)
        return Placed(composed(inverse(poses[0]), poses[1]), known)


class TransformTree:
    """All frames of one namespace.

    Args:
        links: Child to its links by parent.
    """

    def __init__(self, links: Mapping[str, Mapping[str, Link]]) -> None:
        self._links = {child: max(found.values(), key=lambda link: len(link.samples)) for child, found in links.items()}
        self.rivals = tuple(
            (child, self._links[child].parent, parent)
            for child, found in links.items()
            for parent in found
            if parent != self._links[child].parent
        )

    @property
    def frames(self) -> tuple[str, ...]:
        """Names of all frames."""
        parents = (link.parent for link in self._links.values())
        return tuple(dict.fromkeys((*parents, *self._links)))

    @property
    def moving_frames(self) -> tuple[str, ...]:
        """Names of the frames that move against what they hang from in the end."""
        return tuple(frame for frame in self.frames if any(not link.is_fixed for link in self._upwards(frame)))

    def root(self, frame: str) -> str:
        """What a frame hangs from in the end."""
        way = self._upwards(frame)
        return way[-1].parent if way else frame

    def chain(self, reference: str, frame: str) -> Chain | None:
        """How a frame hangs together with the frame of reference; None where it does not."""
        if reference == frame:
            return Chain()
        up, down = self._upwards(reference), self._upwards(frame)
        above = {reference: 0, **{link.parent: number for number, link in enumerate(up, 1)}}
        for number in range(len(down) + 1):
            meeting = frame if number == 0 else down[number - 1].parent
            if meeting in above:
                return Chain(tuple(up[: above[meeting]]), tuple(down[:number]))
        return None

    def _upwards(self, frame: str) -> list[Link]:
        way: list[Link] = []
        passed = {frame}
        while frame in self._links and self._links[frame].parent not in passed:
            way.append(self._links[frame])
            frame = way[-1].parent
            passed.add(frame)
        return way


def read_trees(bag: Bag) -> dict[str, TransformTree]:
    """The frames of a recording by namespace of the topics (``/tf`` has the empty one)."""
    topics = [topic.name for topic in bag.topics.values() if topic.type_name == TRANSFORMS and not topic.problem]
    links: dict[str, dict[str, dict[str, Link]]] = {}
    for message in bag.messages(topics) if topics else ():
        namespace, _, last = message.topic.rpartition("/")
        _take(links.setdefault(namespace, {}), message, bag.path, is_static=last == STATIC_NAME)
    return {namespace: TransformTree(found) for namespace, found in links.items()}


def _take(links: dict[str, dict[str, Link]], message: Message, path: Path, *, is_static: bool) -> None:
    for transform in message.value.transforms:
        parent, child = frame_name(transform.header.frame_id), frame_name(transform.child_frame_id)
        link = links.setdefault(child, {}).setdefault(parent, Link(parent, child, is_static))
        place = f"{path}, {message.place}, transform from {parent} to {child}"
        link.samples.append(stamp_of(transform), message.received_ns, row_of(transform.transform), place)


def row_of(pose: object) -> tuple[float, ...]:
    """x, y, z and quaternion x, y, z, w of a Pose or Transform message."""
    return tuple(_numbers(pose, ("position", "translation"))) + tuple(_numbers(pose, ("orientation", "rotation"), "w"))


def _numbers(pose: object, names: Iterable[str], further: str = "") -> Iterator[float]:
    part = next(found for name in names if (found := getattr(pose, name, None)) is not None)
    return (float(getattr(part, axis)) for axis in f"xyz{further}")
