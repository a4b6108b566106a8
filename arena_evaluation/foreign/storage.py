"""Files of other recorders as raw messages: rosbag2 folders, their storage files, and MCAP files that were cut."""

from collections.abc import Callable, Collection, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, TypeVar

from attrs import frozen

from arena_evaluation.foreign.error import ForeignError
from arena_simulation_setup.optional_library import not_installed
from arena_simulation_setup.recording.error import RecordingError
from arena_simulation_setup.recording.records import RawMessage, is_whole, raw_messages

BAG_DESCRIPTION = "metadata.yaml"
STORAGE_SUFFIXES = (".mcap", ".db3")
NO_DEFINITION, MSG, IDL = "none", "msg", "idl"
CDR = "cdr"
_SCHEMA_FORMATS = {"ros2msg": MSG, "ros2idl": IDL, "omgidl": IDL}

Raw = tuple[str, int, bytes]
"""Topic, time of receiving in nanoseconds, message."""
Found = TypeVar("Found")


@frozen
class RawTopic:
    """A topic as the file describes it.

    Attributes:
        name: Name of the topic.
        type_name: Message type as ``<package>/msg/<Type>``.
        count: Number of messages.
        encoding: How messages are written; only ``cdr`` can be read.
        format: Notation of the definition, one of ``msg``, ``idl`` and ``none``.
        definition: Text of the type with all that it refers to; empty where the file has none.
    """

    name: str
    type_name: str
    count: int
    encoding: str = CDR
    format: str = NO_DEFINITION
    definition: str = ""


class Storage:
    """An open file or folder; to be used as a context manager.

    Args:
        path: rosbag2 folder with its description, ``.mcap`` or ``.db3`` file.

    Raises:
        ForeignError: If it is none of these or can not be read; also from the methods.

    Attributes:
        path: The file or folder.
        topics: All topics, one entry per topic and type.
        is_cut: Whether the end of the file is missing.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.topics: tuple[RawTopic, ...] = ()
        self.is_cut = False
        self._stack = ExitStack()
        self._reader: Any = None

    def __enter__(self) -> "Storage":
        """Open it."""
        _check_path(self.path)
        if self.path.suffix == ".mcap" and self.path.is_file():
            self.is_cut = not _guarded(self.path, lambda: is_whole(self.path))
        _guarded(self.path, self._read_cut if self.is_cut else self._open)
        return self

    def __exit__(self, *_: object) -> None:
        """Close it."""
        self._stack.close()

    def messages(self, names: Collection[str]) -> Iterator[Raw]:
        """Messages of some topics, in the order of the file."""
        found = self._cut_messages(names) if self.is_cut else self._whole_messages(names)
        while True:
            message = _guarded(self.path, lambda: next(found, None))
            if message is None:
                return
            yield message

    def _open(self) -> None:
        # Only whoever imports needs the library, and it takes its time.
        from rosbags.rosbag2 import Reader

        self._reader = self._stack.enter_context(Reader(self.path))
        self.topics = tuple(
            RawTopic(
                connection.topic,
                connection.msgtype,
                connection.msgcount,
                connection.ext.serialization_format,
                connection.msgdef.format.name.lower(),
                connection.msgdef.data,
            )
            for connection in self._reader.connections
        )

    def _whole_messages(self, names: Collection[str]) -> Iterator[Raw]:
        wanted = [connection for connection in self._reader.connections if connection.topic in names]
        if wanted:
            for connection, received_ns, content in self._reader.messages(wanted):
                yield connection.topic, received_ns, content

    def _read_cut(self) -> None:
        counts: dict[int, int] = {}
        described: dict[int, RawMessage] = {}
        for message in raw_messages(self.path):
            described.setdefault(message.channel.id, message)
            counts[message.channel.id] = counts.get(message.channel.id, 0) + 1
        self.topics = tuple(_topic_of(message, counts[number]) for number, message in described.items())

    def _cut_messages(self, names: Collection[str]) -> Iterator[Raw]:
        for message in raw_messages(self.path):
            if message.channel.topic in names:
                yield message.channel.topic, message.log_time_ns, bytes(message.data)


def _topic_of(message: RawMessage, count: int) -> RawTopic:
    channel, schema = message.channel, message.schema
    if schema is None:
        return RawTopic(channel.topic, "", count, channel.message_encoding)
    notation = _SCHEMA_FORMATS.get(schema.encoding, NO_DEFINITION)
    text = schema.data.decode(errors="replace")
    return RawTopic(channel.topic, schema.name, count, channel.message_encoding, notation, text)


def _check_path(path: Path) -> None:
    if not path.exists():
        raise ForeignError(f"there is no {path}")
    if not path.is_dir():
        if path.suffix == ".bag":
            raise ForeignError(
                f"{path} is a bag of ROS 1 (`rosbags-convert --src {path} --dst FOLDER` makes a readable one)"
            )
        if path.suffix not in STORAGE_SUFFIXES:
            raise ForeignError(f"{path} is no recording (expected a rosbag2 folder, or a file *.mcap or *.db3)")
        return
    if not (path / BAG_DESCRIPTION).exists():
        files = sorted(entry.name for entry in path.iterdir() if entry.suffix in STORAGE_SUFFIXES)
        hint = f"name its file {path / files[0]} instead" if files else "and no file *.mcap or *.db3"
        raise ForeignError(f"{path} is no rosbag2 folder: it has no {BAG_DESCRIPTION}; {hint}")


def _guarded(path: Path, action: Callable[[], Found]) -> Found:
    """Do something with a file; whatever a damaged one makes the libraries raise becomes the one error."""
    try:
        return action()
    except ForeignError:
        raise
    except RecordingError as problem:
        raise ForeignError(str(problem)) from None
    except ModuleNotFoundError as problem:
        if (problem.name or "").partition(".")[0] != "rosbags":
            raise
        raise ForeignError(not_installed("importing", "rosbags", "evaluate")) from None
    except Exception as problem:
        reason = str(problem).rstrip(".") or type(problem).__name__
        raise ForeignError(f"{path} can not be read: {reason}") from problem
