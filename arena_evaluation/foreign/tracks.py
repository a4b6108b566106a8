"""Where a robot was at any time, from transforms or from a topic of poses."""

from typing import Protocol

from attrs import frozen

from arena_evaluation.foreign.rotation import composed
from arena_evaluation.foreign.samples import Placed, SampleList, Times
from arena_evaluation.foreign.transform_tree import Chain


class Track(Protocol):
    """Poses of one robot in the map frame of the recording."""

    @property
    def streams(self) -> tuple[SampleList, ...]:
        """Everything recorded that it is made of."""

    def at(self, wanted_ns: Times, clock: str, gap_ns: int | None) -> Placed:
        """Poses at some times."""


@frozen
class TransformTrack:
    """A frame as the transforms say.

    Attributes:
        chain: From the map to the frame.
    """

    chain: Chain

    @property
    def streams(self) -> tuple[SampleList, ...]:
        """The links that change."""
        return tuple(link.samples for link in self.chain.moving)

    def at(self, wanted_ns: Times, clock: str, gap_ns: int | None) -> Placed:
        """Poses of the frame."""
        return self.chain.at(wanted_ns, clock, gap_ns)


@frozen
class TopicTrack:
    """Poses of a topic, in a frame that hangs from the map.

    Attributes:
        samples: The poses.
        chain: From the map to their frame.
    """

    samples: SampleList
    chain: Chain = Chain()

    @property
    def streams(self) -> tuple[SampleList, ...]:
        """The topic, and the links that change."""
        return (self.samples, *(link.samples for link in self.chain.moving))

    def at(self, wanted_ns: Times, clock: str, gap_ns: int | None) -> Placed:
        """Poses of the topic in the map."""
        frame = self.chain.at(wanted_ns, clock, gap_ns)
        inner = self.samples.at(wanted_ns, clock, gap_ns)
        return Placed(composed(frame.poses, inner.poses), frame.known & inner.known)
