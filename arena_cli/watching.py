"""Arguments of `arena run` about looking at episodes: video, window, Foxglove, pace."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from arena_cli.argument import (
    Argument,
    Parsed,
    UsageError,
    bool_value,
    check_known,
    count_value,
    int_value,
    number_up_to,
)
from arena_runtime.ros.limits import LARGEST_RTF

if TYPE_CHECKING:
    from arena_lab.video import VideoOptions
    from arena_lab.watcher import Watch, Watcher
    from arena_runtime.simulation import Simulation
    from arena_runtime.watching.foxglove_server import FoxgloveServer
    from arena_simulation_setup.site import Site

LARGEST_SIDE = 4096
LARGEST_PORT = 65535
REAL_TIME = 1.0
DEFAULT_SIZE = (640, 480)


def picture_size(text: str) -> tuple[int, int]:
    """Width and height in pixels, ``640x480``; both even, which H.264 needs."""
    width, separator, height = text.partition("x")
    expected = f"expected WIDTHxHEIGHT in even pixels from 64 to {LARGEST_SIDE}, such as 640x480, got {text!r}"
    if not separator or not (width.isascii() and width.isdigit() and height.isascii() and height.isdigit()):
        raise ValueError(expected)
    size = (int(width), int(height))
    if any(side % 2 or not 64 <= side <= LARGEST_SIDE for side in size):
        raise ValueError(expected)
    return size


def port_number(text: str) -> int:
    """A TCP port, 0 for a free one."""
    number = int_value(text)
    if not 0 <= number <= LARGEST_PORT:
        raise ValueError(f"expected a port from 0 to {LARGEST_PORT}, got {text!r}")
    return number


WATCH_ARGUMENTS: tuple[Argument, ...] = (
    Argument("video.out", "", "render a video of the episode: x.mp4 or x.gif; several episodes get numbers"),
    Argument(
        "video.fps", None, "pictures per simulated second, at most one per tick; else 30, 10 in a GIF", count_value
    ),
    Argument("video.view", "both", "what it shows: top, robot or both"),
    Argument("video.size", None, "pixels of one view [640x480]", picture_size),
    Argument("world.lighting", "authored", "lamps in pictures: authored, or auto for a rig in every room without"),
    Argument("viewer", False, "whether to open MuJoCo's window, which needs a display", bool_value),
    Argument("foxglove", False, "whether to serve the live scene for Foxglove, on this machine only", bool_value),
    Argument("foxglove.port", 8765, "port of ws://localhost", port_number),
    Argument("foxglove.wait", False, "whether to wait for a client before the first episode", bool_value),
    Argument(
        "rtf",
        None,
        "simulated seconds per wall second, 0 for as fast as possible [0, live 1]",
        number_up_to(LARGEST_RTF),
    ),
)


@frozen(eq=False)
class Watching:
    """How a run is looked at.

    Attributes:
        watch: Makes the watcher of an episode; None where nobody looks on.
        scans: Whether laser scanners are read.
        stop: Ends what was started for the run.
    """

    watch: "Watch | None"
    scans: bool
    stop: Callable[[], None]


def begin_watching(parsed: Parsed, episodes: int, note: Callable[[str], None]) -> Watching:
    """Check everything that looking on needs, and start what serves all episodes.

    Args:
        parsed: Values of the call.
        episodes: Number of episodes of the run.
        note: Takes a line for the user.

    Raises:
        UsageError: If a value is unknown, a video can not be written, or graphics, a display or a library is missing.
    """
    from arena_runtime.scene.lights import LIGHTINGS

    check_known("world.lighting", parsed["world.lighting"], LIGHTINGS)
    if parsed["env.n"] > 1 and (parsed["video.out"] or parsed["viewer"] or parsed["foxglove"]):
        raise UsageError(f"env.n:={parsed['env.n']}: several environments can not be watched, expected 1")
    video = _video(parsed)
    if parsed["viewer"]:
        _check_viewer()
    server = _foxglove(parsed, note) if parsed["foxglove"] else None
    live = parsed["viewer"] or server is not None
    rtf = parsed["rtf"] if parsed["rtf"] is not None else REAL_TIME if live else 0.0
    if video is None and not live and rtf == 0.0:
        return Watching(None, False, lambda: None)

    def watch(site: "Site", simulation: "Simulation") -> "Watcher":
        return _watchers(site, simulation, _Wanted(video, parsed["viewer"], server, rtf, episodes))

    return Watching(watch, server is not None, server.stop if server is not None else lambda: None)


@frozen(eq=False)
class _Wanted:
    video: "VideoOptions | None"
    viewer: bool
    server: "FoxgloveServer | None"
    rtf: float
    episodes: int


def _watchers(site: "Site", simulation: "Simulation", wanted: _Wanted) -> "Watcher":
    from arena_lab.live import FoxgloveWatcher, ViewerWatcher
    from arena_lab.video import EpisodeVideo, episode_video_path
    from arena_lab.watcher import PaceKeeper, Watchers

    episode = simulation.start.episode
    made: list[Watcher] = []
    if wanted.rtf > 0.0:
        made.append(PaceKeeper(wanted.rtf, episode.rate))
    if wanted.video is not None:
        path = episode_video_path(wanted.video.path, episode.episode_id, wanted.episodes)
        made.append(EpisodeVideo(site, simulation, evolve(wanted.video, path=path)))
    if wanted.viewer:
        made.append(ViewerWatcher(simulation))
    if wanted.server is not None:
        made.append(FoxgloveWatcher(wanted.server, site, simulation))
    return Watchers(made)


def _video(parsed: Parsed) -> "VideoOptions | None":
    from arena_lab.video import VIEWS, VideoOptions, check_graphics
    from arena_lab.video_file import check_video_path
    from arena_runtime.scene.rendering_canvas import NoGraphicsError

    check_known("video.view", parsed["video.view"], VIEWS)
    if not parsed["video.out"]:
        return None
    path = Path(parsed["video.out"])
    try:
        check_video_path(path)
        check_graphics()
    except (ValueError, NoGraphicsError) as error:
        raise UsageError(f"video.out: {error}") from None
    return VideoOptions(
        path, parsed["video.fps"], parsed["video.view"], parsed["video.size"] or DEFAULT_SIZE, parsed["world.lighting"]
    )


def _check_viewer() -> None:
    from arena_runtime.scene.viewer import NoDisplayError, check_display

    try:
        check_display()
    except NoDisplayError as error:
        raise UsageError(str(error)) from None


def _foxglove(parsed: Parsed, note: Callable[[str], None]) -> "FoxgloveServer":
    from arena_lab.live import open_foxglove

    try:
        server = open_foxglove(parsed["foxglove.port"])
    except ValueError as error:
        raise UsageError(str(error)) from None
    note(f"foxglove: ws://localhost:{server.port}, layout config/foxglove_layout.json")
    if parsed["foxglove.wait"]:
        note("foxglove: waiting for a client")
        server.wait()
    return server
