"""Topics of a recording, their message types and the schemas that make a file readable without this project."""

from functools import cache, lru_cache
from importlib.resources import files

from attrs import frozen

from arena_simulation_setup.recording.error import RecordingError

MESSAGE_ENCODING = "cdr"
SCHEMA_ENCODING = "ros2msg"
PROFILE = "ros2"


@frozen
class Channel:
    """A topic of a recording.

    Attributes:
        topic: Name of the topic.
        type_name: Message type as ``<package>/msg/<Type>``.
        latched: Whether a late subscriber of a played recording shall get the last message.
    """

    topic: str
    type_name: str
    latched: bool = False


EPISODE = Channel("/episode", "arena_interfaces/msg/EpisodeStart", latched=True)
FRAME = Channel("/frame", "arena_interfaces/msg/Frame")
VERDICTS = Channel("/verdicts", "arena_interfaces/msg/Verdicts", latched=True)
ORDERS = Channel("/orders", "arena_interfaces/msg/Order")
OUTCOME = Channel("/outcome", "arena_interfaces/msg/EpisodeStatus", latched=True)
TRANSFORMS = Channel("/tf", "tf2_msgs/msg/TFMessage")
MAP = Channel("/map", "nav_msgs/msg/OccupancyGrid", latched=True)
CHANNELS = (EPISODE, FRAME, VERDICTS, ORDERS, OUTCOME, TRANSFORMS, MAP)


@cache
def schema_text(type_name: str) -> str:
    """Definition of a recorded type with everything that it refers to, in the notation of ``.msg`` files."""
    schema = files("arena_simulation_setup.recording") / "schemas" / f"{type_name.rpartition('/')[2]}.msg"
    return schema.read_text(encoding="utf-8")


def definition(text: str) -> tuple[str, ...]:
    """The statements of a schema alone: two schemas with equal statements describe the same bytes."""
    lines = (" ".join(line.partition("#")[0].split()) for line in text.splitlines())
    return tuple(line for line in lines if line)


@lru_cache(maxsize=64)
def check_schema(channel: Channel, type_name: str, encoding: str, content: bytes) -> None:
    """Check that a file's channel holds what our decoders expect; done once for equal arguments.

    Raises:
        RecordingError: If the type differs, or its definition does, as between versions of the interfaces.
    """
    if (type_name, encoding) != (channel.type_name, SCHEMA_ENCODING):
        raise RecordingError(
            f"topic {channel.topic} holds {type_name!r} ({encoding!r}), expected {channel.type_name!r} "
            f"({SCHEMA_ENCODING!r})"
        )
    if definition(content.decode(errors="replace")) != definition(schema_text(type_name)):
        raise RecordingError(f"topic {channel.topic} was recorded with another definition of {type_name}")
