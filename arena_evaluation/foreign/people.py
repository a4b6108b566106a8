"""People of a recording: who was where, message by message, in the frame of the map."""

import math
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import numpy as np
from attrs import define, field, frozen

from arena_evaluation.foreign.bag import Bag, Message, Topic
from arena_evaluation.foreign.error import ForeignError
from arena_evaluation.foreign.message_fields import followed, frame_of, stamp_of
from arena_evaluation.foreign.people_shapes import PeopleShape
from arena_evaluation.foreign.samples import STAMP, Times

MOST_PEOPLE = 1000
_DELETE, _DELETE_ALL = 2, 3
_UNNAMED = "person"


@frozen
class Sighting:
    """A person in a message.

    Attributes:
        frame: Frame of the place.
        place: x, y, z, metres.
        rotation: Quaternion x, y, z, w; None where the message tells no heading.
        radius: Metres; 0 where the message tells none.
    """

    frame: str
    place: tuple[float, float, float]
    rotation: tuple[float, float, float, float] | None
    radius: float


@define
class PeopleStream:
    """Everybody over time.

    Attributes:
        topic: Where they come from.
        stamps: Time of each message as its sender gave it, nanoseconds; 0 for none.
        received: Time of recording of each, nanoseconds.
        sightings: Who is in each message.
        by_number: Whether people are told apart by their place in the message alone.
    """

    topic: Topic
    stamps: list[int] = field(factory=list)
    received: list[int] = field(factory=list)
    sightings: list[Mapping[str, Sighting]] = field(factory=list)
    by_number: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """Everybody, in the order in which they come."""
        return tuple(dict.fromkeys(name for found in self.sightings for name in found))

    @property
    def frames(self) -> tuple[str, ...]:
        """Frames that places are in."""
        return tuple(dict.fromkeys(person.frame for found in self.sightings for person in found.values()))

    @property
    def has_stamps(self) -> bool:
        """Whether every message says of which time it is."""
        return all(self.stamps)

    def times(self, clock: str) -> Times:
        """Time of each message, in the order of the recording, nanoseconds."""
        return np.array(self.stamps if clock == STAMP else self.received, dtype=np.int64)

    def radius(self, name: str) -> float:
        """The first radius that is told of somebody, metres; 0 for none."""
        told = (found[name].radius for found in self.sightings if name in found)
        return next((radius for radius in told if radius > 0.0), 0.0)


def read_people(bag: Bag, topic: Topic, shape: PeopleShape, taken: Collection[str]) -> PeopleStream:
    """All people of a topic.

    Args:
        bag: The recording.
        topic: The topic.
        shape: How its messages hold people.
        taken: Names that are somebody else's.

    Raises:
        ForeignError: If a place is not finite, or there are more people than anybody can have tracked.
    """
    reader = _Reader(bag, shape, frozenset(taken))
    stream = PeopleStream(topic, by_number=not shape.identities)
    known: dict[str, None] = {}
    for message in bag.messages([topic.name]):
        entries = getattr(message.value, shape.entries)
        stream.stamps.append(stamp_of(message.value) or (stamp_of(entries[0]) if len(entries) else 0))
        stream.received.append(message.received_ns)
        stream.sightings.append(reader.people(message, entries))
        known.update(dict.fromkeys(stream.sightings[-1]))
        if len(known) > MOST_PEOPLE:
            raise ForeignError(
                f"{bag.path}, topic {topic.name}: more than {MOST_PEOPLE} different people; it seems to number "
                "detections and not people (--people TOPIC chooses another topic, --people none leaves them out)"
            )
    return stream


class _Reader:
    """Takes people out of messages; markers stay until they are deleted."""

    def __init__(self, bag: Bag, shape: PeopleShape, taken: frozenset[str]) -> None:
        self._bag, self._shape, self._taken = bag, shape, taken
        self._markers: dict[str, Sighting] = {}

    def people(self, message: Message, entries: Sequence[Any]) -> Mapping[str, Sighting]:
        if self._shape.is_marker:
            self._take_markers(message, entries)
            return dict(self._markers)
        named = {self._name(entry, number): (entry, number) for number, entry in enumerate(entries, 1)}
        return {name: self._sighting(message, entry, number) for name, (entry, number) in named.items()}

    def _take_markers(self, message: Message, entries: Sequence[Any]) -> None:
        for number, marker in enumerate(entries, 1):
            name = self._clear(f"{marker.ns}_{marker.id}" if marker.ns else f"{_UNNAMED}_{marker.id}")
            if marker.action == _DELETE_ALL:
                self._markers.clear()
            elif marker.action == _DELETE:
                self._markers.pop(name, None)
            else:
                self._markers[name] = self._sighting(message, marker, number)

    def _name(self, entry: Any, number: int) -> str:
        for identity in self._shape.identities:
            text = str(getattr(entry, identity)).strip()
            if text:
                return self._clear(text if not text.lstrip("-").isdigit() else f"{_UNNAMED}_{text}")
        return f"{_UNNAMED}_{number}"

    def _clear(self, text: str) -> str:
        """A name that conditions can speak of: one word, and nobody else's."""
        word = "_".join(text.split())
        return f"{_UNNAMED}_{word}" if word in self._taken else word

    def _sighting(self, message: Message, entry: Any, number: int) -> Sighting:
        point = followed(entry, self._shape.place)
        place = (float(point.x), float(point.y), float(getattr(point, "z", 0.0)))
        rotation = self._rotation(entry)
        radius = float(getattr(entry, self._shape.radius)) if self._shape.radius else 0.0
        for axis, value in zip(("x", "y", "z", *"xyzw"), (*place, *(rotation or ())), strict=False):
            if not math.isfinite(value):
                where = f"{self._bag.path}, {message.place}, person {number}"
                raise ForeignError(f"{where}: {axis} is {value}, expected a finite number")
        return Sighting(frame_of(entry) or frame_of(message.value), place, rotation, radius)

    def _rotation(self, entry: Any) -> tuple[float, float, float, float] | None:
        if self._shape.rotation is not None:
            turn = followed(entry, self._shape.rotation)
            numbers = (float(turn.x), float(turn.y), float(turn.z), float(turn.w))
            return numbers if any(numbers) else None
        if self._shape.yaw:
            half = 0.5 * float(getattr(entry, self._shape.yaw))
            return (0.0, 0.0, math.sin(half), math.cos(half)) if math.isfinite(half) else (0.0, 0.0, half, half)
        return None
