"""A robot at elevators: it waits beside the door, goes in where there is room, and stands until it has been carried."""

import math

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from arena_runtime.robots.door_stops import OPEN_PROGRESS
from arena_runtime.robots.goal import Goal
from arena_runtime.robots.surroundings import Surroundings
from arena_runtime.robots.target import Target
from arena_simulation_setup.geometry import Corner, Pose, segment_distance_squared
from arena_simulation_setup.route import Cabin, RoutePlanner
from arena_simulation_setup.route.boarding import (
    first_clear,
    front_place,
    is_open_to,
    standing_places,
    waiting_places,
)
from arena_simulation_setup.world.cabin import CABIN_WALL

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

# Who is in the cabin must have stood this still, m/s, for so long before the robot goes in: they may want out.
STILL_SPEED = 0.1
QUIET_NS = 1_000_000_000
# Others who move faster than this, m/s, this near to the door, metres, go first.
WALKING_SPEED = 0.25
FIRST_COME = 1.2
# From this far the robot looks whether it may go in, metres.
LOOKING = 2.5
# Where the robot stands is good to this, metres and radians; a waiting place that others stand on, to the last.
TOLERANCE = 0.05
YAW_TOLERANCE = 0.15
CROWDED_TOLERANCE = 0.6
# Straight before the door means within this of its middle; out of it means this far from the band, metres.
ALIGNED = 0.12
CLEAR_OF_BAND = 0.1

WAIT, ALIGN, ENTER, LEAVE = "wait", "align", "enter", "leave"


@frozen
class Stage:
    """What the robot does at a cabin.

    Attributes:
        kind: ``WAIT`` beside the door, ``ALIGN`` straight before it, ``ENTER`` and stand inside, or ``LEAVE``.
        cabin: Index of the cabin.
        place: Where to, metres, map frame.
    """

    kind: str
    cabin: int
    place: Corner


class Riding:
    """Breaks the way to a goal into what the robot does before, in and after each cabin.

    Args:
        planner: Free space with cabins and lifts.
        radius: Radius that paths are planned with, metres.
        doors: Cabin (name on the wire) to its index in ``Surroundings.door_progress``.
    """

    def __init__(self, planner: RoutePlanner, radius: float, doors: dict[str, int]) -> None:
        self._planner = planner
        self._cabins = planner.space.cabins
        self._radius = radius
        self._band = radius + CABIN_WALL / 2
        self._doors = doors
        self._final: Target | None = None
        self._stage: Stage | None = None
        self._places: dict[int, tuple[Corner, ...]] = {}
        self._busy_ns = 0
        self._ride = ""

    @property
    def ride(self) -> str:
        """Cabin that the robot wants to be carried to next, name on the wire; empty where it wants no ride."""
        return self._ride

    def use_planner(self, planner: RoutePlanner) -> None:
        """Go by other furniture from now on; the stage that the robot is in goes on."""
        self._planner, self._final = planner, None
        self._places.clear()

    def forget(self) -> None:
        """There is no goal any more."""
        self._final = self._stage = None
        self._ride = ""

    def next_goal(self, goal: Goal, now_ns: int, pose: Pose, surroundings: Surroundings) -> Goal:
        """What to drive to now; the goal itself where no cabin comes before it.

        Args:
            goal: Where the robot shall get to, on any level.
            now_ns: Episode time, nanoseconds.
            pose: Robot in the map frame.
            surroundings: Everything else that moves.
        """
        if self._final is None or not self._final.serves(goal, pose):
            self._final = Target(goal, self._planner, self._radius)
        lift = self._final.field.next_ride(pose.x, pose.y)
        lifts = self._planner.space.lifts
        self._ride = self._cabins[lifts[lift].end].name if lift >= 0 else ""
        wanted = lifts[lift].start if lift >= 0 else self._cabin_of(goal)
        here = next((index for index, cabin in enumerate(self._cabins) if cabin.holds(pose.x, pose.y)), -1)
        self._stage = self._next_stage(wanted, here, now_ns, pose, surroundings)
        is_there = wanted == here and lift < 0
        return goal if self._stage is None or is_there else self._goal_of(self._stage)

    def _next_stage(self, wanted: int, here: int, now_ns: int, pose: Pose, surroundings: Surroundings) -> Stage | None:
        """The stage from now on; None on the open floor.

        Args:
            wanted: Index of the cabin to get into, -1 for none.
            here: Index of the cabin that the robot is in, -1 for none.
            now_ns: Episode time, nanoseconds.
            pose: Robot in the map frame.
            surroundings: Everything else that moves.
        """
        if here >= 0 and here == wanted:
            return self._standing(here, pose)
        leaving = self._left_cabin(here, pose)
        if leaving >= 0:
            return Stage(LEAVE, leaving, front_place(self._cabins[leaving], self._radius))
        if wanted < 0:
            return None
        may_enter = self._may_enter(wanted, now_ns, pose, surroundings)
        entering = self._entering(wanted, pose, surroundings) if may_enter else None
        return entering or self._waiting(wanted, surroundings)

    def _goal_of(self, stage: Stage) -> Goal:
        """What to drive to in a stage: inside, and on its way out, the robot faces out, else into the cabin."""
        out_x, out_y = self._cabins[stage.cabin].out
        sign = 1.0 if stage.kind in (ENTER, LEAVE) else -1.0
        return Goal(
            point=stage.place,
            yaw=math.atan2(sign * out_y, sign * out_x),
            position_tolerance=TOLERANCE,
            yaw_tolerance=YAW_TOLERANCE,
            acceptable_distance=CROWDED_TOLERANCE if stage.kind == WAIT else 0.0,
        )

    def _cabin_of(self, goal: Goal) -> int:
        """Index of the cabin that a goal lies in, else -1."""
        corners = goal.polygon if goal.point is None else (goal.point,)
        return next((index for index, cabin in enumerate(self._cabins) if cabin.covers(corners)), -1)

    def _left_cabin(self, here: int, pose: Pose) -> int:
        """Index of the cabin that the robot is on its way out of, else -1."""
        index = self._stage.cabin if here < 0 and self._is(LEAVE) and self._stage is not None else here
        if index < 0 or self._cabins[index].ahead_of(*pose.xy) > self._band + CLEAR_OF_BAND:
            return -1
        front = front_place(self._cabins[index], self._radius)
        return index if self._planner.is_free(*front, self._radius) else -1

    def _standing(self, number: int, pose: Pose) -> Stage:
        """Stay in the cabin: at the place chosen before its door, or where the last ride has led to."""
        if self._is(ENTER, number) and self._stage is not None:
            return self._stage
        cabin = self._cabins[number]
        return Stage(ENTER, number, pose.xy if cabin.ahead_of(*pose.xy) < -self._band else cabin.center)

    def _may_enter(self, number: int, now_ns: int, pose: Pose, surroundings: Surroundings) -> bool:
        """Whether the door is open, nobody inside seems to want out, and nobody else is about to go in."""
        cabin, discs = self._cabins[number], surroundings.discs
        index, progress = self._doors.get(cabin.name, -1), surroundings.door_progress
        is_open = 0 <= index < len(progress) and bool(progress[index] >= OPEN_PROGRESS)
        speeds, inside = np.hypot(discs[:, 3], discs[:, 4]), _held(cabin, discs)
        if not is_open or bool((inside & (speeds > STILL_SPEED)).any()):
            self._busy_ns = now_ns
        if self._is(ENTER, number):
            return is_open or cabin.ahead_of(*pose.xy) < self._band
        comes = ~inside & (speeds > WALKING_SPEED) & _near_door(cabin, discs)
        is_quiet = not inside.any() or now_ns - self._busy_ns >= QUIET_NS
        is_near = segment_distance_squared(*pose.xy, *cabin.door) <= LOOKING * LOOKING
        return is_open and is_near and bool(is_quiet) and not comes.any()

    def _entering(self, number: int, pose: Pose, surroundings: Surroundings) -> Stage | None:
        """Go in, straight through the middle of the door; None where there is no room."""
        cabin = self._cabins[number]
        inside = surroundings.discs[_held(cabin, surroundings.discs)]
        places = (cabin.center, *reversed(standing_places(cabin, self._radius)))
        if self._is(ENTER, number) and self._stage is not None:
            places = (self._stage.place, *places)
        open_places = [place for place in places if is_open_to(place, cabin, self._radius, inside)]
        place = first_clear(open_places, self._radius, inside)
        if place is None:
            return None
        front = front_place(cabin, self._radius)
        off_x, off_y = pose.x - front[0], pose.y - front[1]
        is_aligned = abs(off_x * cabin.out[1] - off_y * cabin.out[0]) < ALIGNED
        if is_aligned or self._is(ENTER, number) or not self._planner.is_free(*front, self._radius):
            return Stage(ENTER, number, place)
        return Stage(ALIGN, number, front)

    def _waiting(self, number: int, surroundings: Surroundings) -> Stage:
        """Wait beside the door; straight before it where nothing else is free."""
        kept = self._stage if self._is(WAIT, number) else None
        if kept is not None and not surroundings.occupies(*kept.place, self._radius):
            return kept
        cabin = self._cabins[number]
        if number not in self._places:
            self._places[number] = waiting_places(cabin, self._radius, self._planner.clearance, self._cabins)
        places = self._places[number]
        place = first_clear(places, self._radius, surroundings.discs)
        return Stage(WAIT, number, place or next(iter(places), front_place(cabin, self._radius)))

    def _is(self, kind: str, cabin: int | None = None) -> bool:
        return self._stage is not None and self._stage.kind == kind and cabin in (None, self._stage.cabin)


def _held(cabin: Cabin, discs: Floats) -> Bools:
    """Which discs are in a cabin."""
    return np.array([cabin.holds(x, y) for x, y in discs[:, :2].tolist()], dtype=np.bool_)


def _near_door(cabin: Cabin, discs: Floats) -> Bools:
    """Which discs are near a cabin's door."""
    near = (segment_distance_squared(x, y, *cabin.door) < FIRST_COME**2 for x, y in discs[:, :2].tolist())
    return np.array(list(near), dtype=np.bool_)
