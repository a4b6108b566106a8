"""What moving people costs, beside the bare step of an avoidance library for the same people."""

import sys
from importlib import import_module
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from arena_lab.bench_episode import standard_episode
from arena_lab.bench_runtime import CROWD, PEOPLE, SHORT_SECONDS, Figure, Progress, people_growth, timed
from arena_lab.run import quiet_collector
from arena_runtime.people import Crowd
from arena_runtime.people.bodies import NEIGHBOUR_COUNT, SIGHT
from arena_runtime.people.kernels_encounters import HORIZON
from arena_simulation_setup.episode import EpisodePerson
from arena_simulation_setup.geometry import Corner, Pose
from arena_simulation_setup.randomness import stream
from arena_simulation_setup.route import RoutePlanner
from arena_simulation_setup.site import Site

Floats = NDArray[np.float64]

BESIDE = Path(__file__).resolve().parents[1] / "build" / "pyrvo"
"""Where `make pyrvo` puts the library: compared with, not depended on."""
STEP_PEOPLE = 1000
TICK = 1 / 30
WARM_UP_TICKS = 60
MEASURED_TICKS = 120
"""Twenty decisions of people, so that their share in a tick is what it is in the long run."""
RADIUS = 0.25
LEAST_APART = 0.6
SPEEDS = (0.8, 1.5)
GOALS = 16
"""People share so many waypoints, as travellers do gates."""
WAYPOINTS = 5


@frozen
class StepCost:
    """Mean wall microseconds of one step of the same people, both measured in turn.

    Attributes:
        ours_us: Crowd with walls, everything that happens to people in a tick.
        library_us: ``doStep`` of the library, no walls, nothing read or written.
    """

    ours_us: float
    library_us: float


def people_figures(airport: Site, hospital: Site, seed: int, repeats: int, progress: Progress) -> list[Figure]:
    """The figures about people.

    Args:
        airport: Where 1,000 people walk.
        hospital: Where growth is measured.
        seed: Of places, waypoints and episodes.
        repeats: Runs of each, of which the fastest counts.
        progress: Told what is measured next.

    Raises:
        ModuleNotFoundError: If the library is not there.
    """
    progress(f"measuring {STEP_PEOPLE} people in {airport.world.name}")
    over = library_figure(airport, seed, repeats)
    progress(f"measuring {PEOPLE} and {CROWD} people in {hospital.world.name}")
    here = timed(hospital, standard_episode(hospital, PEOPLE, seed, SHORT_SECONDS), repeats=repeats)
    return [over, people_growth(hospital, here, seed, repeats)]


def library_figure(airport: Site, seed: int, repeats: int) -> Figure:
    """A step of 1,000 people with walls over the bare step of the library.

    Args:
        airport: Where they walk.
        seed: Of places and waypoints.
        repeats: Runs, of which the best counts.

    Raises:
        ModuleNotFoundError: If the library is not there.
    """
    costs = [step_cost(airport.planner, STEP_PEOPLE, seed) for _ in range(repeats)]
    over = min(cost.ours_us / cost.library_us for cost in costs)
    return Figure("people_over_library", f"step of {STEP_PEOPLE} people / bare avoidance step", over, at_most=3.0)


def step_cost(planner: RoutePlanner, count: int, seed: int) -> StepCost:
    """Move people and, after each tick, the library's agents from the same places at the same velocities.

    Args:
        planner: Free space that they walk in.
        count: How many.
        seed: Of their places and waypoints.

    Raises:
        ModuleNotFoundError: If the library is not there.
        ValueError: If there is no room for so many.
    """
    people = walking_people(planner, count, seed)
    crowd, agents = Crowd(people, planner, seed), Agents(people)
    ours = theirs = 0.0
    with quiet_collector():
        for tick in range(1, WARM_UP_TICKS + MEASURED_TICKS + 1):
            began = perf_counter()
            rows = crowd.step(TICK, round(tick * TICK * 1e9))
            between = perf_counter()
            agents.put(rows)
            placed = perf_counter()
            agents.simulator.do_step()
            if tick > WARM_UP_TICKS:
                ours += between - began
                theirs += perf_counter() - placed
    return StepCost(ours / MEASURED_TICKS * 1e6, theirs / MEASURED_TICKS * 1e6)


def walking_people(planner: RoutePlanner, count: int, seed: int, goals: int = GOALS) -> list[EpisodePerson]:
    """People with random waypoints who start apart from each other.

    Args:
        planner: Free space; all are in its largest connected part.
        count: How many.
        seed: Of everything about them.
        goals: How many waypoints they share.

    Raises:
        ValueError: If there is no room for so many.
    """
    random = stream(seed, "bench", "people")
    graph = planner.graph(RADIUS)
    points = graph.positions[graph.component == np.bincount(graph.component).argmax()]
    shared = [(float(x), float(y)) for x, y in points[random.choice(len(points), goals, replace=False)]]
    starts = _apart(points[random.permutation(len(points))], count)
    return [
        EpisodePerson(
            name=f"person_{index}",
            model="adult",
            radius=RADIUS,
            height=1.75,
            pose=Pose(*start),
            speed=float(random.uniform(*SPEEDS)),
            waypoints=tuple(shared[goal] for goal in random.choice(goals, WAYPOINTS, replace=False)),
            waypoint_mode="random",
        )
        for index, start in enumerate(starts)
    ]


class Agents:
    """The same people in the library, with the same neighbours in sight.

    Args:
        people: Who.

    Raises:
        ModuleNotFoundError: If the library is not there.
    """

    def __init__(self, people: list[EpisodePerson]) -> None:
        self.simulator: Any = _library().RVOSimulator()
        self.simulator.set_time_step(TICK)
        self.simulator.set_agent_defaults(SIGHT, NEIGHBOUR_COUNT, HORIZON, 1.0, RADIUS, SPEEDS[1])
        for person in people:
            self.simulator.add_agent((person.pose.x, person.pose.y))

    def put(self, rows: Floats) -> None:
        """Put everybody where a crowd has them: shape (P, 5), as the rows of a frame."""
        for index, (x, y, _, velocity_x, velocity_y) in enumerate(rows.tolist()):
            self.simulator.set_agent_position(index, (x, y))
            self.simulator.set_agent_velocity(index, (velocity_x, velocity_y))
            self.simulator.set_agent_pref_velocity(index, (velocity_x, velocity_y))


def _library() -> Any:
    if str(BESIDE) not in sys.path:
        sys.path.append(str(BESIDE))
    return import_module("pyrvo")


def _apart(points: Floats, count: int) -> list[Corner]:
    """The first points that keep away from those before them."""
    chosen: Floats = np.empty((0, 2))
    for x, y in points.tolist():
        off = chosen - (x, y)
        if not (np.hypot(*off.T) < LEAST_APART).any():
            chosen = np.vstack((chosen, (x, y)))
        if len(chosen) == count:
            return [(float(x), float(y)) for x, y in chosen]
    raise ValueError(f"asked for {count} people, but only {len(chosen)} have room")
