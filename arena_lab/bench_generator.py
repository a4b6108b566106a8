"""What making episodes costs, and whether each of them keeps its promises."""

from collections.abc import Sequence
from statistics import median, quantiles
from time import perf_counter, process_time

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
from task_generator.generator import generate
from task_generator.request import EpisodeRequest

Floats = NDArray[np.float64]

LARGEST_MS = 2.0
"""Median of one episode."""
# Two bodies that share less than this share nothing, square metres; places are known to a centimetre or so.
TOUCH = 1e-3
WARM_UP = 5


@frozen
class GeneratorCost:
    """Figures of one run.

    Attributes:
        episodes: How many were made.
        median_ms: Wall milliseconds of one, the middle.
        p99_ms: Of the slowest but one in a hundred.
        cpu_ms: Processor milliseconds of one, the middle; what the wall time is on an idle machine.
        faults: What was wrong with which episode, one sentence each.
        checked: Whether faults were looked for.
    """

    episodes: int
    median_ms: float
    p99_ms: float
    cpu_ms: float
    faults: tuple[str, ...]
    checked: bool

    @property
    def holds(self) -> bool:
        """Whether the median is within its bound and nothing was wrong."""
        return self.median_ms <= LARGEST_MS and not self.faults


def generator_cost(site: Site, episodes: int, seed: int, check: bool) -> GeneratorCost:
    """Make episodes of random modes, one after the other, and measure each.

    Args:
        site: The world; what it derives at first use is not part of the figures.
        episodes: How many.
        seed: Seed of the first; each further one has the next.
        check: Whether to look for faults, which is not part of the figures.
    """
    for warm_up in range(WARM_UP):
        generate(site, _request(seed + episodes + warm_up))
    wall_ms, cpu_ms = [], []
    faults: list[str] = []
    for number in range(episodes):
        request = _request(seed + number)
        began, cpu = perf_counter(), process_time()
        made = generate(site, request).episode
        wall_ms.append((perf_counter() - began) * 1e3)
        cpu_ms.append((process_time() - cpu) * 1e3)
        if check:
            faults += [f"seed {request.seed}: {fault}" for fault in episode_faults(site, made)]
    p99 = quantiles(wall_ms, n=100)[-1] if episodes > 1 else wall_ms[0]
    return GeneratorCost(episodes, median(wall_ms), p99, median(cpu_ms), tuple(faults), check)


def _request(seed: int) -> EpisodeRequest:
    return EpisodeRequest(episode_id=1, seed=seed, fleet=("jackal",))


def episode_faults(site: Site, episode: Episode) -> list[str]:
    """Every pair of bodies that overlap at frame 0, goals included, and every goal that its robot can not get to.

    Args:
        site: The world.
        episode: With poses for all goals.
    """
    objects = [(outline.name, outline.corners) for outline in site.object_outlines(episode.objects)]
    discs = [(person.name, person.pose.xy, person.radius) for person in episode.people]
    for robot in episode.robots:
        discs += [(f"place of {robot.name}", xy, robot.radius) for xy in (robot.start.xy, *_goals(robot.phases))]
    found = _overlaps(objects, discs) + _in_walls(site, objects, discs)
    solids = [shapely.Polygon(corners) for corners in site.solid_outlines(episode.objects)]
    for robot in episode.robots:
        graph = site.planner.graph(robot.radius)
        parts = _parts(graph, solids)
        for goal in _goals(robot.phases):
            if not _connected(graph, parts, robot.start.xy, goal):
                found.append(f"{robot.name} can not get to ({goal[0]:.2f}, {goal[1]:.2f})")
    return found


def _goals(phases: Sequence[object]) -> list[Corner]:
    return [phase.pose.xy for phase in phases if isinstance(phase, GotoPhase) and phase.pose is not None]


def _shapes(
    objects: Sequence[tuple[str, Sequence[Corner]]], discs: Sequence[tuple[str, Corner, float]]
) -> tuple[list[str], list[BaseGeometry]]:
    names = [name for name, _ in objects] + [name for name, _, _ in discs]
    boxes: list[BaseGeometry] = [shapely.Polygon(corners) for _, corners in objects]
    return names, boxes + [shapely.Point(place).buffer(radius) for _, place, radius in discs]


def _overlaps(objects: Sequence[tuple[str, Sequence[Corner]]], discs: Sequence[tuple[str, Corner, float]]) -> list[str]:
    names, shapes = _shapes(objects, discs)
    first, second = shapely.STRtree(shapes).query(shapes, predicate="intersects")
    pairs = [(one, other) for one, other in zip(first.tolist(), second.tolist(), strict=True) if one < other]
    return [
        f"{names[one]} overlaps {names[other]}"
        for one, other in pairs
        if shapes[one].intersection(shapes[other]).area > TOUCH
    ]


def _in_walls(
    site: Site, objects: Sequence[tuple[str, Sequence[Corner]]], discs: Sequence[tuple[str, Corner, float]]
) -> list[str]:
    names, shapes = _shapes(objects, discs)
    # A point is known to be free to two centimetres; see the band of the clearances.
    floor = site.derived("floor of the benchmark", lambda: _prepared(site.planner.space.region.buffer(0.02)))
    return [f"{name} reaches into a wall" for name, shape in zip(names, shapes, strict=True) if not floor.covers(shape)]


def _prepared(shape: BaseGeometry) -> BaseGeometry:
    shapely.prepare(shape)
    return shape


def _parts(graph: RouteGraph, solids: Sequence[BaseGeometry]) -> NDArray[np.int32]:
    """Number of the connected part of each node past further solids; each node that one covers is a part by itself."""
    taken = np.zeros(graph.size, dtype=np.bool_)
    for solid in solids:
        grown = solid.buffer(graph.radius - 0.02)
        low_x, low_y, high_x, high_y = grown.bounds
        x, y = graph.positions[:, 0], graph.positions[:, 1]
        near = np.flatnonzero((x >= low_x) & (x <= high_x) & (y >= low_y) & (y <= high_y))
        taken[near[shapely.intersects_xy(grown, x[near], y[near])]] = True
    lattice = np.zeros(graph.node_at.shape, dtype=np.bool_)
    lattice.ravel()[graph.cell_of_node[~taken]] = True
    # Diagonal steps need room on both points beside them, so the parts are those of four neighbours.
    parts = label(lattice, output=np.int32)[0].ravel()[graph.cell_of_node]
    return np.where(taken, np.arange(graph.size, dtype=np.int32) - graph.size, parts)


def _connected(graph: RouteGraph, parts: NDArray[np.int32], start: Corner, end: Corner) -> bool:
    here, there = (int(parts[graph.node_near(*point)]) for point in (start, end))
    rides = [(int(parts[ride.start]), int(parts[ride.end])) for ride in graph.rides]
    reached = [here]
    for part in reached:
        reached += dict.fromkeys(after for before, after in rides if before == part and after not in reached)
    return there in reached
