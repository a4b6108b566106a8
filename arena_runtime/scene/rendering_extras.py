"""What is drawn beside the geoms of the physics: tiles, lamps, people with heads."""

import math
from typing import Any

import mujoco
import numpy as np
from attrs import frozen

from arena_runtime.scene.lamps import Vector
from arena_runtime.scene.rendering_lights import Shining
from arena_runtime.scene.rendering_stage import PersonLook, Tile
from arena_runtime.scene.shapes import Color
from arena_simulation_setup.world.light_rig import EMITTER_SIZES, RECTANGLES

SKIN: Color = (0.86, 0.67, 0.54, 1.0)
HAIR: Color = (0.25, 0.18, 0.14, 1.0)
HEAD_RADIUS = 0.12
NOSE_RADIUS = 0.035
TILE_THICKNESS = 0.01
TILE_LIFT = 0.002
"""Metres of a tile above the plate that it covers, so that they do not flicker."""
GROUND_DEPTH = 0.5
GROUND_SIZE = 1000.0
GROUND_COLOR: Color = (0.15, 0.16, 0.19, 1.0)
UPRIGHT = np.eye(3).ravel()
BOX, SPHERE = mujoco.mjtGeom.mjGEOM_BOX, mujoco.mjtGeom.mjGEOM_SPHERE
CAPSULE, CYLINDER = mujoco.mjtGeom.mjGEOM_CAPSULE, mujoco.mjtGeom.mjGEOM_CYLINDER


@frozen
class Solid:
    """Something to be drawn, upright, map frame: MuJoCo's type and half sizes, metres; glow is 0 to 1."""

    kind: Any
    half: Vector
    place: Vector
    color: Color
    glow: float = 0.0


def add_solid(scene: Any, solid: Solid) -> None:
    """Append something to MuJoCo's list of what is drawn."""
    geom = scene.geoms[scene.ngeom]
    scene.ngeom += 1
    color = np.array(solid.color, dtype=np.float32)
    mujoco.mjv_initGeom(geom, solid.kind, np.array(solid.half), np.array(solid.place), UPRIGHT, color)
    geom.emission, geom.specular, geom.category = solid.glow, 0.0, int(mujoco.mjtCatBit.mjCAT_DECOR)


def ground() -> Solid:
    """A dark plain below everything, which no lamp has to light."""
    return Solid(BOX, (GROUND_SIZE, GROUND_SIZE, 0.01), (0.0, 0.0, -GROUND_DEPTH), GROUND_COLOR, 1.0)


def floor_tile(tile: Tile) -> Solid:
    """A tile that is looked at from above."""
    z = tile.height + TILE_LIFT - TILE_THICKNESS / 2.0
    return Solid(BOX, (tile.half_x, tile.half_y, TILE_THICKNESS / 2.0), (tile.x, tile.y, z), tile.color)


def ceiling_tile(tile: Tile, glow: float) -> Solid:
    """A tile that is looked at from below; lamps hang below it and shine away from it, so it glows."""
    z = tile.height + TILE_THICKNESS / 2.0
    return Solid(BOX, (tile.half_x, tile.half_y, TILE_THICKNESS / 2.0), (tile.x, tile.y, z), tile.color, glow)


def lamp_body(one: Shining) -> Solid:
    """The emitter of a lamp, which is as bright as it shines."""
    length, width = EMITTER_SIZES[one.lamp.fixture]
    kind = BOX if one.lamp.fixture in RECTANGLES else SPHERE if one.lamp.fixture == "bulb" else CYLINDER
    half = (length / 2.0, width / 2.0, 0.01)
    if kind == SPHERE:
        half = (length / 2.0, length / 2.0, length / 2.0)
    elif kind == CYLINDER:
        half = (length / 2.0, 0.01, 0.0)
    red, green, blue = one.lamp.color
    return Solid(kind, half, one.place, (red, green, blue, 1.0), 0.1 + 0.9 * one.brightness)


def person_solids(look: PersonLook, x: float, y: float, yaw: float) -> tuple[Solid, Solid, Solid]:
    """Body, head and nose of a person; the nose points where the person does.

    Args:
        look: Size and color.
        x: Metres, map frame.
        y: Metres, map frame.
        yaw: Radians, map frame.
    """
    shoulders = look.height - 1.7 * HEAD_RADIUS
    straight = max(shoulders / 2.0 - look.radius, 0.01)
    red, green, blue, _ = look.color
    body = Solid(CAPSULE, (look.radius, straight, 0.0), (x, y, shoulders / 2.0), (red, green, blue, 1.0))
    eyes = look.height - HEAD_RADIUS
    head = Solid(SPHERE, (HEAD_RADIUS,) * 3, (x, y, eyes), SKIN)
    ahead = (x + HEAD_RADIUS * math.cos(yaw), y + HEAD_RADIUS * math.sin(yaw), eyes + 0.02)
    return body, head, Solid(SPHERE, (NOSE_RADIUS,) * 3, ahead, HAIR)
