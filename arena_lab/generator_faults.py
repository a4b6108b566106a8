"""What is wrong with an episode as it was made, found by other means than it was made with."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

import numpy as np
import shapely
from attrs import frozen
from numpy.typing import NDArray
from scipy.ndimage import label
from shapely.geometry.base import BaseGeometry

from arena_simulation_setup.episode import Episode
from arena_simulation_setup.geometry import Corner
from arena_simulation_setup.route.graph import RouteGraph
from arena_simulation_setup.scenario.phase import GotoPhase
from arena_simulation_setup.site import Site
from task_generator.candidates import DOOR_DISTANCE
from task_generator.places import Places

OVERLAP, WALL, DOOR, REACH = KINDS = ("overlap", "wall", "door", "reach")
"""Two bodies overlap, one reaches into a wall or stands in a door, somebody can not get to where they shall go."""

# Two bodies that share less than this share nothing, square metres; places are known to a centimetre or so.
TOUCH = 1e-3
# A point is known to be free to two centimetres, metres; see the band of the clearances.
SLACK = 0.02

Shapes = Sequence[tuple[str, BaseGeometry]]
Walk = tuple[str, float, Corner, Corner]


@frozen
class Fault:
    """Something that is wrong.

    Attributes:
        kind: One of ``KINDS``.
        text: What, as a sentence without its end.
    """

    kind: str
    text: str


def episode_faults(site: Site, episode: Episode) -> tuple[Fault, ...]:
    """Every pair of bodies that overlap at frame 0, goals included, and every way that there is not.

    Args:
        site: The world.
        episode: With poses for all goals.
    """
    things: Shapes = [(thing.name, shapely.Polygon(thing.corners)) for thing in site.object_outlines(episode.objects)]
    shapes = [*things, *_discs(episode)]
    walks = list(_walks(episode))
    return (*_overlaps(shapes), *_in_walls(site, shapes), *_in_doors(site, shapes), *_cut_off(site, episode, walks))


def _discs(episode: Episode) -> Iterator[tuple[str, BaseGeometry]]:
    """Everybody, and the places that robots drive to."""
    for person in episode.people:
        yield person.name, shapely.Point(person.pose.xy).buffer(person.radius)
    for robot in episode.robots:
        for place in (robot.start.xy, *_goals(robot.phases)):
            yield f"place of {robot.name}", shapely.Point(place).buffer(robot.radius)


def _goals(phases: Sequence[object]) -> list[Corner]:
    return [phase.pose.xy for phase in phases if isinstance(phase, GotoPhase) and phase.pose is not None]


def _walks(episode: Episode) -> Iterator[Walk]:
    """Who, how wide, from where and where to."""
    for robot in episode.robots:
        for goal in _goals(robot.phases):
            yield robot.name, robot.radius, robot.start.xy, goal
    for person in episode.people:
        for point in person.waypoints:
            yield person.name, person.radius, person.pose.xy, point


def _overlaps(shapes: Shapes) -> Iterator[Fault]:
    bodies = [shape for _, shape in shapes]
    first, second = shapely.STRtree(bodies).query(bodies, predicate="intersects")
    for one, other in zip(first.tolist(), second.tolist(), strict=True):
        if one < other and bodies[one].intersection(bodies[other]).area > TOUCH:
            yield Fault(OVERLAP, f"{shapes[one][0]} overlaps {shapes[other][0]}")


def _in_walls(site: Site, shapes: Shapes) -> Iterator[Fault]:
    floor = site.derived("floor of the benchmark", lambda: _prepared(site.planner.space.region.buffer(SLACK)))
    return (Fault(WALL, f"{name} reaches into a wall") for name, shape in shapes if not floor.covers(shape))


def _in_doors(site: Site, shapes: Shapes) -> Iterator[Fault]:
    doors = site.derived("doors of the benchmark", lambda: _door_floor(site))
    return (Fault(DOOR, f"{name} stands in a door") for name, shape in shapes if doors.intersects(shape))


def _door_floor(site: Site) -> BaseGeometry:
    lines = Places(site.world, site.description.all_level_ids).door_lines
    return _prepared(shapely.union_all([shapely.LineString(line).buffer(DOOR_DISTANCE - SLACK) for line in lines]))


def _prepared(shape: BaseGeometry) -> BaseGeometry:
    shapely.prepare(shape)
    return shape


def _cut_off(site: Site, episode: Episode, walks: Sequence[Walk]) -> Iterator[Fault]:
    solids = [shapely.Polygon(corners) for corners in site.solid_outlines(episode.objects)]
    for radius in dict.fromkeys(radius for _, radius, _, _ in walks):
        graph = site.planner.graph(radius)
        parts = _parts(graph, solids)
        for name, own, start, end in walks:
            if own == radius and not _connected(graph, parts, start, end):
                yield Fault(REACH, f"{name} can not get to ({end[0]:.2f}, {end[1]:.2f})")


@lru_cache(maxsize=8)
def _standable(graph: RouteGraph) -> NDArray[np.bool_]:
    """Shape (rows, columns): where the body can stand before there is any object."""
    is_open: NDArray[np.bool_] = np.isfinite(graph.prices).reshape(graph.node_at.shape)
    return is_open


def _parts(graph: RouteGraph, solids: Sequence[BaseGeometry]) -> NDArray[np.int32]:
    """Number from 1 of the connected part of each node past further solids; 0 for nodes that one covers."""
    is_open = _standable(graph).copy()
    flat = is_open.ravel()
    x, y = graph.positions[:, 0], graph.positions[:, 1]
    for solid in solids:
        grown = solid.buffer(graph.radius - SLACK)
        low_x, low_y, high_x, high_y = grown.bounds
        near = np.flatnonzero((x >= low_x) & (x <= high_x) & (y >= low_y) & (y <= high_y))
        flat[graph.cell_of_node[near[shapely.intersects_xy(grown, x[near], y[near])]]] = False
    parts: NDArray[np.int32] = label(is_open, output=np.int32)[0].ravel()[graph.cell_of_node]
    return parts


def _connected(graph: RouteGraph, parts: NDArray[np.int32], start: Corner, end: Corner) -> bool:
    here, there = (int(parts[graph.node_near(*point)]) for point in (start, end))
    rides = [(int(parts[ride.start]), int(parts[ride.end])) for ride in graph.rides]
    reached = [here]
    for part in reached:
        reached += dict.fromkeys(after for before, after in rides if before == part and after not in reached)
    return here > 0 and there in reached
