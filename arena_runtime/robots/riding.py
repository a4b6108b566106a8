"""A robot at elevators: it waits beside the door, goes in where there is room, and stands until it has been carried."""

import math

import numpy as np
from numpy.typing import NDArray

from arena_runtime.robots.door_stops import OPEN_PROGRESS
from arena_runtime.robots.goal import Goal
from arena_runtime.robots.surroundings import Surroundings
from arena_runtime.robots.target import Target
from arena_simulation_setup.geometry import Corner, Pose, segment_distance_squared
from arena_simulation_setup.route import Cabin, RoutePlanner
from arena_simulation_setup.route.boarding import first_clear, is_open_to, standing_places, waiting_places

Floats = NDArray[np.float64]

# Who is in the cabin must have stood this still for so long before the robot goes in: they may want out.
STILL_SPEED = 0.1
QUIET_NS = 1_000_000_000
# Others who move towards the door this near to it, metres, go first.
FIRST_COME = 1.2
WALKING_SPEED = 0.25
# Where the robot stands is good to this, metres and radians; a waiting place that others stand on, to this.
TOLERANCE = 0.05
YAW_TOLERANCE = 0.15
CROWDED_TOLERANCE = 0.6


class Riding:
    """Breaks the way to a goal into what the robot does before, in and after each cabin.

    Args:
        planner: Free space with cabins and lifts.
        radius: Radius that paths are planned with, metres.
        doors: Cabin (name on the wire) to its index in ``Surroundings.door_progress``.
    """

    def __init__(self, planner: RoutePlanner, radius: float, doors: dict[str, int]) -> None:
        self._planner = planner
        self._radius = radius
        self._doors = doors
        self._final: Target | None = None
        self._stage: tuple[str, int, Corner] | None = None
        self._busy_ns = 0
        self.ride = ""
        """Cabin that the robot wants to be carried to next, name on the wire; empty where it wants no ride."""

    def forget(self) -> None:
        """There is no goal any more."""
        self._final = self._stage = None
        self.ride = ""

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
        space, lift = self._planner.space, self._final.field.next_ride(pose.x, pose.y)
        self.ride = space.cabins[space.lifts[lift].end].name if lift >= 0 else ""
        number = space.lifts[lift].start if lift >= 0 else self._cabin_of(goal)
        if number < 0 or (lift < 0 and space.cabins[number].holds(pose.x, pose.y)):
            self._stage = None
            return goal
        cabin = space.cabins[number]
        if cabin.holds(pose.x, pose.y):
            return self._standing(number, pose)
        if self._may_enter(number, now_ns, pose, surroundings):
            return self._entering(number, surroundings) or self._waiting(number, surroundings)
        return self._waiting(number, surroundings)

    def _cabin_of(self, goal: Goal) -> int:
        """Index of the cabin that a goal lies in, else -1."""
        corners = goal.polygon if goal.point is None else (goal.point,)
        found = (number for number, cabin in enumerate(self._planner.space.cabins) if cabin.covers(corners))
        return next(found, -1)

    def _may_enter(self, number: int, now_ns: int, pose: Pose, surroundings: Surroundings) -> bool:
        """Whether the door is open, nobody inside seems to want out, and nobody else is about to go in."""
        cabin, discs = self._planner.space.cabins[number], surroundings.discs
        index, progress = self._doors.get(cabin.name, -1), surroundings.door_progress
        is_open = 0 <= index < len(progress) and progress[index] >= OPEN_PROGRESS
        speeds, inside = np.hypot(discs[:, 3], discs[:, 4]), _held(cabin, discs)
        if not is_open or (inside & (speeds > STILL_SPEED)).any():
            self._busy_ns = now_ns
        if self._is_entering(number):
            return is_open
        comes = ~inside & (speeds > WALKING_SPEED) & self._near_door(cabin, discs)
        is_quiet = not inside.any() or now_ns - self._busy_ns >= QUIET_NS
        is_near = segment_distance_squared(pose.x, pose.y, *cabin.door) <= (2.0 * FIRST_COME) ** 2
        return bool(is_open and is_near and is_quiet and not comes.any())

    def _is_entering(self, number: int) -> bool:
        return self._stage is not None and self._stage[:2] == ("enter", number)

    def _near_door(self, cabin: Cabin, discs: Floats) -> NDArray[np.bool_]:
        near = [segment_distance_squared(row[0], row[1], *cabin.door) < FIRST_COME**2 for row in discs.tolist()]
        return np.array(near, dtype=np.bool_)

    def _entering(self, number: int, surroundings: Surroundings) -> Goal | None:
        """The place in the cabin to go to; None where there is no room."""
        cabin = self._planner.space.cabins[number]
        inside = surroundings.discs[_held(cabin, surroundings.discs)]
        places = (cabin.center, *reversed(standing_places(cabin, self._radius)))
        if self._is_entering(number) and self._stage is not None:
            places = (self._stage[2], *places)
        open_places = [place for place in places if is_open_to(place, cabin, self._radius, inside)]
        place = first_clear(open_places, self._radius, inside)
        return None if place is None else self._staged("enter", number, place)

    def _standing(self, number: int, pose: Pose) -> Goal:
        """Stay in the cabin: at the place chosen before the door, or where the last ride has led to."""
        cabin = self._planner.space.cabins[number]
        if self._stage is None or self._stage[0] == "wait" or self._stage[1] != number:
            is_past_door = cabin.ahead_of(*pose.xy) < -self._radius
            return self._staged("enter", number, pose.xy if is_past_door else cabin.center)
        return self._staged("enter", number, self._stage[2])

    def _waiting(self, number: int, surroundings: Surroundings) -> Goal:
        """A place beside the door; straight before it where nothing else is free."""
        cabin = self._planner.space.cabins[number]
        kept = self._stage if self._stage is not None and self._stage[:2] == ("wait", number) else None
        if kept is not None and not surroundings.occupies(*kept[2], self._radius):
            return self._staged(*kept)
        places = waiting_places(cabin, self._radius, self._planner.clearance)
        place = first_clear(places, self._radius, surroundings.discs)
        return self._staged("wait", number, place or next(iter(places), cabin.center))

    def _staged(self, stage: str, number: int, place: Corner) -> Goal:
        """The goal of a stage: inside the robot faces the door, outside it faces into the cabin."""
        self._stage = (stage, number, place)
        out_x, out_y = self._planner.space.cabins[number].out
        sign = 1.0 if stage == "enter" else -1.0
        return Goal(
            point=place,
            yaw=math.atan2(sign * out_y, sign * out_x),
            position_tolerance=TOLERANCE,
            yaw_tolerance=YAW_TOLERANCE,
            acceptable_distance=CROWDED_TOLERANCE if stage == "wait" else 0.0,
        )


def _held(cabin: Cabin, discs: Floats) -> NDArray[np.bool_]:
    """Which discs are in a cabin."""
    return np.array([cabin.holds(row[0], row[1]) for row in discs.tolist()], dtype=np.bool_)
