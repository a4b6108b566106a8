"""A shipped world's level as shapes, metres, level frame.

It is read with plain YAML so that a mistake of the loader cannot hide a mistake of a world.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import yaml
from attrs import frozen
from shapely import affinity
from shapely.geometry import LineString, Point, Polygon, box
from shapely.ops import unary_union

SETUP = Path(__file__).resolve().parents[2] / "arena_simulation_setup"
LEVELS = {
    world.name: sorted(file.parent.name for file in world.glob("*/world.yaml"))
    for world in sorted((SETUP / "worlds").iterdir())
}
WORLDS = [world for world, levels in LEVELS.items() if levels == ["0"]]
TALL_WORLDS = [world for world, levels in LEVELS.items() if len(levels) > 1]
HALF_WALL = 0.025
ROBOT_RADIUS = 0.267
MARGIN = 0.05
# Nothing below this height is passed under; what hangs higher is no obstacle on the plan.
HEADROOM = 2.0
TOUCH = 1e-6


@frozen
class Door:
    """A door with its closed and its open slab as line segments."""

    name: str
    closed: LineString
    opened: LineString
    kind: str


@frozen
class Piece:
    """A placed object: its footprint on the plan and the heights between which it stands."""

    name: str
    zone: str
    model: str
    yaw: float
    footprint: Polygon
    bottom: float
    top: float


@frozen
class Plan:
    """One level as shapes."""

    zones: dict[str, Polygon]
    walls: list[LineString]
    doors: list[Door]
    pieces: list[Piece]

    @property
    def blocked(self) -> Polygon:
        """What a robot collides with, doors open."""
        solid = [piece.footprint for piece in self.pieces if piece.bottom < HEADROOM]
        return unary_union([wall.buffer(HALF_WALL) for wall in self.walls] + solid)

    def reachable(self, radius: float, start: Point) -> Polygon:
        """Where the centre of a disc of this radius can go from `start` with all doors open."""
        free = unary_union(list(self.zones.values())).difference(self.blocked).buffer(-radius)
        return next(part for part in getattr(free, "geoms", [free]) if part.distance(start) < TOUCH)

    def passages(self, name: str) -> list[LineString]:
        """Doors and openings in the outline of a zone."""
        outline = self.zones[name].exterior
        doors = [door.closed for door in self.doors if outline.distance(door.closed.centroid) < TOUCH]
        solid = unary_union([line.buffer(1e-4) for line in [*self.walls, *doors]])
        others = [outline.intersection(zone.exterior) for other, zone in self.zones.items() if other != name]
        gaps = [gap for shared in others for gap in _lines(shared.difference(solid))]
        return doors + [gap for gap in gaps if gap.length > 0.01]


def _lines(shape: Any) -> list[LineString]:
    if hasattr(shape, "geoms"):
        merged = unary_union([part for part in shape.geoms if part.geom_type == "LineString"])
        return [part for part in getattr(merged, "geoms", [merged]) if part.geom_type == "LineString"]
    return [shape] if shape.geom_type == "LineString" else []


def _point(raw: Any) -> tuple[float, float]:
    return (raw["x"], raw["y"])


def read_yaml(*path: str) -> Any:
    """A shipped YAML file, given by its path inside the setup package."""
    return yaml.safe_load(SETUP.joinpath(*path).read_text("utf-8"))


@cache
def asset(domain: str, name: str) -> dict[str, Any]:
    """A shipped asset: domain is Object, Human, Material or Wall."""
    file = {"Material": "material.yaml", "Wall": f"{name}.yaml"}.get(domain, "annotation.yaml")
    loaded: dict[str, Any] = read_yaml("assets", "Common", domain, name, file)
    return loaded


def _door(raw: dict[str, Any]) -> Door:
    start, end = _point(raw["start"]), _point(raw["end"])
    beyond = (2 * end[0] - start[0], 2 * end[1] - start[1])
    return Door(raw["name"], LineString([start, end]), LineString([end, beyond]), raw["kind"])


def _piece(zone: str, raw: dict[str, Any]) -> Piece:
    (x_low, x_high), (y_low, y_high), (bottom, top) = asset("Object", raw["model"])["bounding_box"]
    x, y, yaw = raw["pose"]
    turned = affinity.rotate(box(x_low, y_low, x_high, y_high), yaw, origin=(0, 0), use_radians=True)
    return Piece(raw["name"], zone, raw["model"], yaw, affinity.translate(turned, x, y), bottom, top)


@cache
def zones_of(world: str, level: str = "0") -> list[dict[str, Any]]:
    """The zones of a level as they stand in its file."""
    zones: list[dict[str, Any]] = read_yaml("worlds", world, level, "world.yaml")["zones"]
    return zones


@cache
def plan_of(world: str, level: str = "0") -> Plan:
    """The plan of a level."""
    zones = zones_of(world, level)
    return Plan(
        zones={zone["name"]: Polygon([_point(corner) for corner in zone["corners"]]) for zone in zones},
        walls=[LineString([_point(wall["start"]), _point(wall["end"])]) for zone in zones for wall in zone["walls"]],
        doors=[_door(door) for zone in zones for door in zone.get("doors", [])],
        pieces=[
            _piece(zone["name"], entity) for zone in zones for entity in zone.get("entities", {}).get("static", [])
        ],
    )
