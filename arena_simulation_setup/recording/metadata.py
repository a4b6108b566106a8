"""The two files beside a recording: what was recorded and whether it is whole, and rosbag2's description of the bag."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml
from attrs import frozen

from arena_simulation_setup.frame import EpisodeStart
from arena_simulation_setup.recording.channels import CHANNELS, MESSAGE_ENCODING, Channel
from arena_simulation_setup.recording.error import RecordingError
from arena_simulation_setup.timebase import ns_to_seconds, tick_time_ns
from arena_simulation_setup.verdict import EpisodeOutcome

ROSBAG_FILE = "metadata.yaml"

# The oldest version that lists files; readers of every later release take it, and its quality of service is a text
# with numbers, which later versions replaced by names.
_ROSBAG_VERSION = 5
_FOREVER = {"sec": 9223372036, "nsec": 854775807}
_KEEP_LAST, _RELIABLE, _TRANSIENT_LOCAL, _VOLATILE, _AUTOMATIC = 1, 1, 1, 2, 1
_DEFAULT_DEPTH = 10

Fields = Mapping[str, Any]


@frozen
class Summary:
    """What a finished recording holds.

    Attributes:
        outcome: How the episode ended; None where it was given up without one.
        frames: Number of frames.
        last_tick: Tick of the last frame; None without frames.
    """

    outcome: EpisodeOutcome | None
    frames: int
    last_tick: int | None


def metadata_path(recording: Path) -> Path:
    """The file with the same name that says what a recording is and whether it is whole."""
    return recording.with_suffix(".yaml")


def opening_metadata(recording: Path, start: EpisodeStart, clock_offset_ns: int, labels: Mapping[str, str]) -> Fields:
    """What is known when an episode starts; ``complete`` is false until the recording is whole."""
    episode = start.episode
    return {
        "complete": False,
        "recording": recording.name,
        "episode_id": episode.episode_id,
        "world": episode.world.argument,
        "world_hash": episode.world.content_hash,
        "scenario": episode.scenario,
        "seed": episode.seed,
        "rate": episode.rate,
        "tm_obstacles": episode.obstacles_mode,
        "tm_robots": episode.robots_mode,
        "robots": [robot.name for robot in episode.robots],
        "robot_models": [robot.model for robot in episode.robots],
        "clock_offset_ns": clock_offset_ns,
        "versions": dict(start.versions),
        **({"labels": dict(labels)} if labels else {}),
    }


def closing_metadata(opening: Fields, summary: Summary) -> Fields:
    """The opening with how the episode ended; ``sim_s`` is simulated seconds up to the last frame."""
    last_ns = 0 if summary.last_tick is None else tick_time_ns(summary.last_tick, opening["rate"])
    outcome = summary.outcome
    return {
        **opening,
        "complete": True,
        "outcome_state": None if outcome is None else outcome.state,
        "outcome_info": None if outcome is None else outcome.reason,
        "outcome_tick": None if outcome is None else outcome.tick,
        "frames": summary.frames,
        "last_tick": summary.last_tick,
        "sim_s": ns_to_seconds(last_ns),
    }


def rosbag_metadata(file_name: str, counts: Sequence[int], first_ns: int, last_ns: int) -> Fields:
    """Description by which ``ros2 bag info`` and ``ros2 bag play`` open the folder.

    Source: rosbag2, metadata version 5.

    Args:
        file_name: Name of the recording in its folder.
        counts: Messages of each of ``CHANNELS``.
        first_ns: Smallest time of a message, nanoseconds.
        last_ns: Largest time of a message, nanoseconds.
    """
    span = {
        "starting_time": {"nanoseconds_since_epoch": first_ns},
        "duration": {"nanoseconds": last_ns - first_ns},
        "message_count": sum(counts),
    }
    topics = [
        {"topic_metadata": _topic(channel), "message_count": count}
        for channel, count in zip(CHANNELS, counts, strict=True)
    ]
    information = {
        "version": _ROSBAG_VERSION,
        "storage_identifier": "mcap",
        **span,
        "topics_with_message_count": topics,
        "compression_format": "",
        "compression_mode": "",
        "relative_file_paths": [file_name],
        "files": [{"path": file_name, **span}],
    }
    return {"rosbag2_bagfile_information": information}


def _topic(channel: Channel) -> Fields:
    return {
        "name": channel.topic,
        "type": channel.type_name,
        "serialization_format": MESSAGE_ENCODING,
        "offered_qos_profiles": yaml.safe_dump([_quality_of_service(channel.latched)], sort_keys=False),
    }


def _quality_of_service(latched: bool) -> Fields:
    return {
        "history": _KEEP_LAST,
        "depth": 1 if latched else _DEFAULT_DEPTH,
        "reliability": _RELIABLE,
        "durability": _TRANSIENT_LOCAL if latched else _VOLATILE,
        "deadline": dict(_FOREVER),
        "lifespan": dict(_FOREVER),
        "liveliness": _AUTOMATIC,
        "liveliness_lease_duration": dict(_FOREVER),
        "avoid_ros_namespace_conventions": False,
    }


def write_new(path: Path, fields: Fields) -> None:
    """Write a file that must not exist yet."""
    with path.open("x", encoding="utf-8") as file:
        yaml.dump(fields, file, _Dumper, sort_keys=False, allow_unicode=True)


def replace_whole(path: Path, fields: Fields) -> None:
    """Replace a file in one step: whoever reads it sees the old or the new content, never a part."""
    temporary = path.with_name(f".{path.name}.new")
    text: str = yaml.dump(fields, None, _Dumper, sort_keys=False, allow_unicode=True)
    try:
        temporary.write_text(text, encoding="utf-8")
        temporary.replace(path)
    except OSError:
        temporary.unlink(missing_ok=True)
        raise


def read_metadata(recording: Path) -> dict[str, Any]:
    """The metadata of a recording.

    Raises:
        RecordingError: If the file is missing or is no mapping.
    """
    path = metadata_path(recording)
    try:
        fields = yaml.safe_load(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, yaml.YAMLError, RecursionError) as problem:
        raise RecordingError(f"{path}: {problem}") from None
    if not isinstance(fields, dict):
        raise RecordingError(f"{path}: expected a mapping, got {type(fields).__name__}")
    return fields


class _Dumper(yaml.SafeDumper):
    """Without anchors: two equal mappings are written twice, because not every reader follows references."""

    def ignore_aliases(self, data: Any) -> bool:
        del data
        return True


def add_labels(recording: Path, labels: Mapping[str, str]) -> None:
    """Add texts to the metadata of a finished recording, such as who was compared in it.

    Raises:
        RecordingError: If there is no metadata file that could be read.
        OSError: If it can not be written.
    """
    fields = read_metadata(recording)
    known = fields.get("labels")
    every = {**(known if isinstance(known, dict) else {}), **labels}
    replace_whole(metadata_path(recording), {**fields, "labels": every})
