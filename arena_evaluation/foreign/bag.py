"""A recording of another system: its topics, and its messages with their fields."""

from collections.abc import Collection, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from attrs import frozen

from arena_evaluation.foreign.definitions import Definitions, definitions
from arena_evaluation.foreign.error import ForeignError
from arena_evaluation.foreign.storage import RawTopic, Storage
from arena_simulation_setup.files.near_names import did_you_mean


@frozen
class Topic:
    """A topic of a recording.

    Attributes:
        name: Name of the topic.
        type_name: Message type as ``<package>/msg/<Type>``.
        count: Number of messages.
        problem: Why its messages can not be used; empty where they can.
    """

    name: str
    type_name: str
    count: int
    problem: str = ""


@frozen
class Message:
    """A message.

    Attributes:
        topic: Its topic.
        number: Number within the topic, from 1.
        received_ns: When the recorder got it, nanoseconds.
        value: Its fields as attributes.
    """

    topic: str
    number: int
    received_ns: int
    value: Any

    @property
    def place(self) -> str:
        """Where it stands, for people."""
        return f"topic {self.topic}, message {self.number}"


class Bag:
    """Reads messages; each call walks through the file anew.

    Args:
        storage: The file, open.
    """

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._types = {topic.name: topic.type_name for topic in storage.topics}

    @property
    def path(self) -> Path:
        """The file or folder."""
        return self._storage.path

    @property
    def is_cut(self) -> bool:
        """Whether the end of the file is missing."""
        return self._storage.is_cut

    @cached_property
    def topics(self) -> Mapping[str, Topic]:
        """All topics by name, sorted."""
        raw: dict[str, list[RawTopic]] = {}
        for topic in self._storage.topics:
            raw.setdefault(topic.name, []).append(topic)
        return {name: self._topic(raw[name]) for name in sorted(raw)}

    def topic(self, name: str) -> Topic:
        """A topic that can be used.

        Raises:
            ForeignError: If there is none of that name, it is empty, or its messages can not be decoded.
        """
        topic = self.topics.get(name)
        if topic is None:
            there = did_you_mean(name, self.topics) or f" (there are: {', '.join(self.topics) or 'none'})"
            raise ForeignError(f"{self.path} has no topic {name}{there}")
        if topic.problem or not topic.count:
            raise ForeignError(f"{self.path}, topic {name}: {topic.problem or 'it has no messages'}")
        return topic

    def messages(self, names: Collection[str]) -> Iterator[Message]:
        """Messages of some topics, in the order of the file.

        Raises:
            ForeignError: If the file is damaged or a message is not what its definition says.
        """
        numbers = dict.fromkeys(names, 0)
        decode = self._definitions.store.deserialize_cdr
        for name, received_ns, content in self._storage.messages(names):
            numbers[name] += 1
            try:
                value = decode(content, self._types[name])
            except Exception as problem:
                place = f"{self.path}, topic {name}, message {numbers[name]}"
                kind = self._types[name]
                raise ForeignError(
                    f"{place}: the bytes are no {kind}: {str(problem) or type(problem).__name__}"
                ) from None
            yield Message(name, numbers[name], received_ns, value)

    def first(self, name: str) -> Message:
        """The first message of a topic that has some."""
        return next(iter(self.messages([name])))

    def fields(self, type_name: str) -> Mapping[str, Any]:
        """Fields of a type with their types, in the notation of rosbags; empty where nothing defines it."""
        _, found = self._definitions.store.fielddefs.get(type_name, ((), ()))
        return dict(found)

    @cached_property
    def _definitions(self) -> Definitions:
        return definitions(self._storage.topics)

    def _topic(self, found: list[RawTopic]) -> Topic:
        count = sum(topic.count for topic in found)
        kinds = list(dict.fromkeys(topic.type_name for topic in found))
        if len(kinds) > 1:
            return Topic(found[0].name, kinds[0], count, f"it has messages of several types: {', '.join(kinds)}")
        return Topic(found[0].name, kinds[0], count, self._definitions.problem(found[0]))
