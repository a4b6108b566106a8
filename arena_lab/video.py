"""A video of an episode, taken while it runs: the building from above, a robot's view, and what is said about both."""

from pathlib import Path

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from arena_lab.video_caption import HEIGHT, Caption
from arena_lab.video_file import open_video
from arena_lab.video_levels import LevelViews
from arena_runtime.scene.rendering import Detail, SceneRenderer
from arena_runtime.scene.rendering_canvas import graphics_context
from arena_runtime.scene.rendering_stage import Stage, StageWorld, make_stage
from arena_runtime.simulation import Simulation, Tick
from arena_simulation_setup.site import Site

Pixels = NDArray[np.uint8]
VIEWS = ("both", "top", "robot")
DEFAULT_FPS = 30
DEFAULT_GIF_FPS = 10
FROM_ABOVE = Detail(passes=16, shadows=True)
LAST_PICTURE_S = 1.0


@frozen
class VideoOptions:
    """How a video is made.

    Attributes:
        path: Where it is written; ``.mp4`` or ``.gif``.
        fps: Pictures per simulated second; None for 30 (10 in a GIF), and never more than ticks.
        view: One of ``VIEWS``.
        size: Width and height of one view, pixels, both even.
        lighting: One of ``LIGHTINGS``.
    """

    path: Path
    fps: int | None = None
    view: str = "both"
    size: tuple[int, int] = (640, 480)
    lighting: str = "authored"


def check_graphics() -> None:
    """Make sure that pictures can be rendered before anything is simulated.

    Raises:
        NoGraphicsError: If not; says what to install.
    """
    graphics_context(16, 16).free()


def episode_video_path(path: Path, episode: int, episodes: int) -> Path:
    """Name of the video of one episode of several: its number is appended."""
    return path if episodes == 1 else path.with_name(f"{path.stem}_{episode:03d}{path.suffix}")


class EpisodeVideo:
    """Takes a picture whenever one is due.

    Args:
        site: The world.
        simulation: The episode, at frame 0.
        options: How the video is made.

    Raises:
        VideoError: If it can not be written.
        NoGraphicsError: If nothing can be rendered.
    """

    def __init__(self, site: Site, simulation: Simulation, options: VideoOptions) -> None:
        self._simulation, self._options = simulation, options
        self._rate = simulation.start.episode.rate
        default = DEFAULT_GIF_FPS if options.path.suffix.lower() == ".gif" else DEFAULT_FPS
        self._fps = min(options.fps or default, self._rate)
        place = StageWorld(site.world, site.realized, site.catalogue, options.lighting)
        stage = make_stage(place, simulation.start.episode, simulation.start.layout)
        self._views: list[LevelViews | int] = []
        self._renderers: list[SceneRenderer] = []
        self._add_views(site, stage)
        width, height = options.size
        self._caption = Caption(width * len(self._views), simulation)
        self._file = open_video(options.path, (width * len(self._views), height + HEIGHT), self._fps)
        self._latest: Pixels | None = None

    def take(self, tick: Tick) -> None:
        """Note what a tick brought, and picture it if a picture is due."""
        self._caption.take(tick)
        number = tick.frame.tick
        if number == 0 or number * self._fps // self._rate > (number - 1) * self._fps // self._rate:
            self._latest = self._picture(tick)
            self._file.add(self._latest)

    def finish(self) -> None:
        """Show the end for a moment and complete the file."""
        for _ in range(round(LAST_PICTURE_S * self._fps)):
            if self._latest is not None:
                self._latest[-HEIGHT:] = self._caption.picture()
                self._file.add(self._latest)
        self._file.finish()
        self._close()

    def abandon(self) -> None:
        """Leave no file."""
        self._file.abandon()
        self._close()

    def _add_views(self, site: Site, stage: Stage) -> None:
        robots = len(self._simulation.start.layout.robots)
        if self._options.view != "robot" or robots == 0:
            renderer = SceneRenderer(self._simulation.scene, stage, self._options.size, FROM_ABOVE)
            self._renderers.append(renderer)
            self._views.append(LevelViews(renderer, site, self._options.size))
        if self._options.view != "top" and robots > 0:
            renderer = SceneRenderer(self._simulation.scene, stage, self._options.size)
            self._renderers.append(renderer)
            self._views.append(0)

    def _picture(self, tick: Tick) -> Pixels:
        parts = [
            view.picture(tick.frame) if isinstance(view, LevelViews) else renderer.robot_view(tick.frame, view)
            for view, renderer in zip(self._views, self._renderers, strict=True)
        ]
        return np.concatenate((np.concatenate(parts, axis=1), self._caption.picture()))

    def _close(self) -> None:
        for renderer in self._renderers:
            renderer.close()
