"""The light of a building in pictures: which lamps shine, what they shine on, and how a picture is summed up."""

import math
from collections.abc import Callable, Sequence
from typing import Any

import mujoco
import numpy as np
from numpy.typing import NDArray

from arena_runtime.scene.lamps import LightSource, Vector
from arena_runtime.scene.rendering_canvas import Pixels
from arena_runtime.scene.rendering_extras import add_solid, ceiling_tile, floor_tile, ground, lamp_body
from arena_runtime.scene.rendering_lights import Shining, add_lights, exposure_of, select
from arena_runtime.scene.rendering_stage import Stage
from arena_simulation_setup.frame import Frame

CEILING_GLOW = 0.45
SHARE = 0.5
"""Share of its brightness that a lit picture is drawn with, so that bright rooms keep their differences."""
SHOULDER = 170.0
"""Brightness from which on it is compressed."""


class Lighting:
    """Lights pictures of one episode; all that see it share its rules.

    Args:
        stage: What there is to be seen beside the physics.
    """

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._floor_area = sum(4.0 * tile.half_x * tile.half_y for tile in stage.floors)
        self._exposure = 1.0 if stage.lit_by_default else exposure_of(stage.lights, self._floor_area)
        self._above = _nearest_lamps(stage)

    @property
    def solids(self) -> int:
        """How many solids ``add_room`` adds at most."""
        return len(self._stage.floors) + len(self._stage.ceilings) + len(self._stage.lights) + 1

    def shining(self, frame: Frame, robots: Sequence[str]) -> list[Shining]:
        """Every lamp with its brightness.

        Args:
            frame: Whose facts count.
            robots: Names of the robots, in the order of the frame; some carry lamps.
        """
        found = []
        for lamp, brightness in zip(self._stage.lights, self._stage.state.brightness(frame).tolist(), strict=True):
            if not lamp.carrier:
                found.append(Shining(lamp, lamp.place, lamp.aim, brightness))
            elif lamp.carrier in robots:
                found.append(_on_robot(lamp, frame.robots[robots.index(lamp.carrier), :3].tolist(), brightness))
        return found

    def add_room(self, drawn: Any, shining: Sequence[Shining], *, ceilings: bool) -> None:
        """Append ground, floors, and where they are wanted ceilings and lamps, to MuJoCo's list of what is drawn."""
        stage = self._stage
        add_solid(drawn, ground())
        for tile in stage.floors:
            add_solid(drawn, floor_tile(tile))
        if ceilings:
            glows = [CEILING_GLOW * one.brightness for one in shining] or [CEILING_GLOW]
            for tile, lamp in zip(stage.ceilings, self._above, strict=True):
                add_solid(drawn, ceiling_tile(tile, CEILING_GLOW if stage.lit_by_default else glows[lamp]))
            for one in shining:
                if one.lamp.fixture not in ("dome", "sun"):
                    add_solid(drawn, lamp_body(one))

    def picture(
        self,
        drawn: Any,
        read: Callable[[], Pixels],
        shining: Sequence[Shining],
        centre: Vector,
        manner: tuple[int, bool],
        first_extra: int,
    ) -> Pixels:
        """The sum of all passes, since light adds up.

        Args:
            drawn: MuJoCo's list of what is drawn, filled.
            read: Draws the list and gives the picture.
            shining: Every lamp.
            centre: What the picture looks at, metres, map frame.
            manner: How many times it is drawn at most, and whether every lamp casts shadows.
            first_extra: Index of the first solid in the list that is none of the physics.
        """
        passes, shadows = manner
        default_lights = drawn.nlight if self._stage.lit_by_default else 0
        share = 1.0 if self._stage.lit_by_default else SHARE
        bright = [one for one in shining if one.brightness > 0.0]
        selection = select(bright, centre, passes, default_lights, self._floor_area)
        drawn.flags[mujoco.mjtRndFlag.mjRND_SHADOW] = 1
        total = np.zeros((1, 1, 1), dtype=np.uint16)
        for number, batch in enumerate(selection.batches):
            drawn.nlight = default_lights if number == 0 else 0
            add_lights(drawn, batch, selection.spread if number == 0 else 0.0, (share * self._exposure, shadows))
            for index in range(first_extra, drawn.ngeom):
                drawn.geoms[index].emission *= share if number == 0 else 0.0
            total = total + read()
        if share == 1.0:
            return np.minimum(total, 255).astype(np.uint8)
        brightest = 255 * len(selection.batches)
        pixels: Pixels = _developed(np.arange(brightest + 1) / share)[total]
        return pixels


def _developed(brightness: NDArray[np.float64]) -> Pixels:
    """Brightness of a screen: as it is up to the shoulder, then ever closer to white."""
    room = 255.0 - SHOULDER
    above = SHOULDER + room * (1.0 - np.exp(-(brightness - SHOULDER) / (2.0 * room)))
    return np.where(brightness <= SHOULDER, brightness, above).astype(np.uint8)


def _on_robot(lamp: LightSource, pose: list[float], brightness: float) -> Shining:
    x, y, yaw = pose
    cos_yaw, sin_yaw = math.cos(yaw), math.sin(yaw)

    def turned(vector: Vector) -> Vector:
        return cos_yaw * vector[0] - sin_yaw * vector[1], sin_yaw * vector[0] + cos_yaw * vector[1], vector[2]

    place = turned(lamp.place)
    return Shining(lamp, (x + place[0], y + place[1], place[2]), turned(lamp.aim), brightness)


def _nearest_lamps(stage: Stage) -> NDArray[np.intp]:
    """Index of the lamp nearest to each tile of the ceilings."""
    if not stage.lights:
        return np.zeros(len(stage.ceilings), dtype=np.intp)
    lamps = np.array([lamp.place[:2] for lamp in stage.lights])
    tiles = np.array([(tile.x, tile.y) for tile in stage.ceilings]).reshape(-1, 2)
    nearest: NDArray[np.intp] = np.linalg.norm(tiles[:, None] - lamps[None], axis=2).argmin(axis=1)
    return nearest
