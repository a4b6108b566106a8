"""Our crowd and ORCA side by side: speed, smoothness, overlap, and who gets through a door.

The agents of the library follow the same ways and wishes; walls are its own obstacles. Nothing corrects its steps.
"""

from collections.abc import Sequence
from time import perf_counter
from typing import Protocol

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from arena_lab.bench_people import RADIUS, TICK, Agents, walking_people
from arena_runtime.people import Crowd
from arena_runtime.people.routes import Routes
from arena_simulation_setup.episode import EpisodePerson
from arena_simulation_setup.geometry import Corner, Pose
from arena_simulation_setup.route import ClearanceField, FreeSpace, RoutePlanner
from arena_simulation_setup.route.grid import boundary_segments

Floats = NDArray[np.float64]

DOOR_WIDTH = 0.9
DOOR_SECONDS = 30.0
MEETINGS = 20
WALK_SECONDS = 60.0
ROOM = 6.0


class Mover(Protocol):
    """Whatever moves people."""

    def step(self, dt: float, now_ns: int) -> Floats:
        """New rows of everybody, as those of a frame."""


@frozen
class Walk:
    """What a minute of walking showed.

    Attributes:
        step_ms: Mean wall milliseconds of a step.
        jerk: Mean length of the change of acceleration, m/s^3.
        turning: Mean change of the direction of motion of who moves, rad/s.
        people_cm: Deepest overlap of two people, centimetres.
        walls_cm: Deepest overlap with a wall, centimetres.
        walked: Distance walked over speed times time.
    """

    step_ms: float
    jerk: float
    turning: float
    people_cm: float
    walls_cm: float
    walked: float


class OrcaCrowd:
    """People moved by the library alone, towards where our routes lead.

    Args:
        people: Who.
        planner: Free space; its outlines are obstacles.
        seed: Of the itineraries.
    """

    def __init__(self, people: Sequence[EpisodePerson], planner: RoutePlanner, seed: int) -> None:
        self._agents = Agents(list(people)).simulator
        for start_x, start_y, end_x, end_y in boundary_segments(planner.space.region).tolist():
            self._agents.add_obstacle([(start_x, start_y), (end_x, end_y)])
        self._agents.process_obstacles()
        self._routes = Routes(people, planner, seed)
        self._speeds = np.array([person.speed for person in people])
        self.rows = np.zeros((len(people), 5))
        self.rows[:, :2] = [person.pose.xy for person in people]

    def step(self, dt: float, now_ns: int) -> Floats:
        """New rows of everybody; ``now_ns`` does not matter to the library."""
        count, place = len(self.rows), np.ascontiguousarray(self.rows[:, :2].T)
        present, blocked = np.ones(count, dtype=np.bool_), np.zeros(count, dtype=np.bool_)
        towards, pace = self._routes.wishes(place, self._speeds, present, blocked)
        for index, wish in enumerate(zip(*(towards * pace).tolist(), strict=True)):
            self._agents.set_agent_pref_velocity(index, wish)
        self._agents.do_step()
        for index in range(count):
            place, velocity = self._agents.get_agent_position(index), self._agents.get_agent_velocity(index)
            self.rows[index] = (place.x, place.y, 0.0, velocity.x, velocity.y)
        return self.rows.copy()


def walk(mover: Mover, people: Sequence[EpisodePerson], clearance: ClearanceField) -> Walk:
    """Let people walk for a minute and look at it."""
    ticks = round(WALK_SECONDS / TICK)
    rows, spent = [], 0.0
    for tick in range(1, ticks + 1):
        began = perf_counter()
        rows.append(mover.step(TICK, round(tick * TICK * 1e9)))
        spent += perf_counter() - began
    seen = np.array(rows)
    velocity = seen[:, :, 3:]
    speed = np.hypot(velocity[..., 0], velocity[..., 1])
    heading = np.unwrap(np.arctan2(velocity[..., 1], velocity[..., 0]), axis=0)
    moving = (speed[1:] > 0.2) & (speed[:-1] > 0.2)
    change = np.diff(velocity, n=2, axis=0) / (TICK * TICK)
    return Walk(
        step_ms=spent / ticks * 1e3,
        jerk=float(np.hypot(change[..., 0], change[..., 1]).mean()),
        turning=float(np.abs(np.diff(heading, axis=0))[moving].mean() / TICK),
        people_cm=100.0 * _deepest(seen),
        walls_cm=100.0 * float((RADIUS - clearance.at_points(seen[..., 0], seen[..., 1])).max()),
        walked=float((speed.sum(axis=0) / ticks / [person.speed for person in people]).mean()),
    )


def share_through_door(library: bool) -> float:
    """Share of those who meet in a doorway for one who are through within half a minute."""
    through = 0
    planner = two_rooms()
    for meeting in range(MEETINGS):
        # They start at different distances, so that they meet before, in and behind the door.
        offset = 0.12 * meeting
        people = [
            _walker("east", (1.0 + offset, ROOM / 2), (2 * ROOM - 1.0, ROOM / 2)),
            _walker("west", (2 * ROOM - 1.0, ROOM / 2), (1.0, ROOM / 2)),
        ]
        mover: Mover = OrcaCrowd(people, planner, meeting) if library else Crowd(people, planner, meeting)
        for tick in range(1, round(DOOR_SECONDS / TICK) + 1):
            rows = mover.step(TICK, round(tick * TICK * 1e9))
        through += int(rows[0, 0] > ROOM + 0.5) + int(rows[1, 0] < ROOM - 0.5)
    return through / (2 * MEETINGS)


def two_rooms() -> RoutePlanner:
    """Two square rooms with a doorway in the wall between them."""
    low, high = (ROOM - DOOR_WIDTH) / 2, (ROOM + DOOR_WIDTH) / 2
    floors = (_rectangle(0.0, 0.0, ROOM, ROOM), _rectangle(ROOM, 0.0, 2 * ROOM, ROOM))
    walls = (_rectangle(ROOM - 0.05, 0.0, ROOM + 0.05, low), _rectangle(ROOM - 0.05, high, ROOM + 0.05, ROOM))
    return RoutePlanner(FreeSpace(floors, (), walls))


def compared(planner: RoutePlanner, count: int, seed: int) -> tuple[Walk, Walk]:
    """The same people moved by our crowd and by the library."""
    people = walking_people(planner, count, seed)
    ours = walk(Crowd(people, planner, seed), people, planner.clearance)
    return ours, walk(OrcaCrowd(people, planner, seed), people, planner.clearance)


def _deepest(rows: Floats) -> float:
    deepest = -np.inf
    pairs = np.triu_indices(rows.shape[1], 1)
    for x, y in rows[:, :, :2].transpose(0, 2, 1):
        gaps = np.hypot(x[pairs[0]] - x[pairs[1]], y[pairs[0]] - y[pairs[1]])
        deepest = max(deepest, 2 * RADIUS - float(gaps.min()))
    return deepest


def _rectangle(x0: float, y0: float, x1: float, y1: float) -> tuple[Corner, ...]:
    return ((x0, y0), (x1, y0), (x1, y1), (x0, y1))


def _walker(name: str, start: Corner, goal: Corner) -> EpisodePerson:
    return EpisodePerson(name, "adult", RADIUS, 1.75, Pose(*start), 1.2, (goal,), "once")
