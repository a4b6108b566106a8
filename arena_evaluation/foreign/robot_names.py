"""Names of robots out of names of topics and frames."""

from collections.abc import Sequence

BASE_FRAMES = ("base_footprint", "base_link", "base")
"""Usual names of the frame that moves with a robot, the one on the ground first."""
_NOT_A_ROBOT = ("ground_truth", "groundtruth", "base", "controller", "localization", "state", "sim", "wheel")


def name_of_frame(frame: str) -> str:
    """What stands before a frame's own name (``spot_1`` of ``spot_1/base_link``); empty where nothing does."""
    return frame.rpartition("/")[0].replace("/", "_")


def name_of_topic(topic: str) -> str:
    """The namespace of a topic up to the first word that tells what it is and not whose; empty without one."""
    words: list[str] = []
    for word in topic.strip("/").split("/")[:-1]:
        if "odom" in word or any(known in word for known in _NOT_A_ROBOT):
            break
        words.append(word)
    return "_".join(words)


def base_frames(frames: Sequence[str], wanted: str = "") -> tuple[str, ...]:
    """One frame for each robot that the names of frames tell of.

    Args:
        frames: Names of all frames.
        wanted: Own name of base frames; empty for the usual ones.
    """
    found: dict[str, str] = {}
    for own in (wanted,) if wanted else BASE_FRAMES:
        for frame in frames:
            if frame.rpartition("/")[2] == own:
                found.setdefault(name_of_frame(frame), frame)
    return tuple(found.values())
