"""A robot at elevators: it waits beside the door, goes in when it is its turn, and stands until it has been carried."""

import math

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from arena_runtime.rider import Rider
from arena_runtime.robots.cabin_view import held, is_barred, middle
from arena_runtime.robots.door_stops import OPEN_PROGRESS
from arena_runtime.robots.goal import Goal
from arena_runtime.robots.surroundings import Surroundings, stands
from arena_runtime.robots.target import Target
from arena_runtime.robots.turn import Turn
from arena_simulation_setup.geometry import Corner, Pose, wrapped_angle
from arena_simulation_setup.models.robot_model import RobotModel
from arena_simulation_setup.route import RoutePlanner
from arena_simulation_setup.route.boarding import (
    first_clear,
    front_place,
    is_open_to,
    parking_places,
    waiting_places_off,
)
from arena_simulation_setup.route.margin import PLANNING_MARGIN
from arena_simulation_setup.world.cabin import CABIN_WALL

Floats = NDArray[np.float64]

# Where the robot stands is good to this, metres and radians; a waiting place that others stand on, to the last.
TOLERANCE = 0.05
YAW_TOLERANCE = 0.15
CROWDED_TOLERANCE = 0.6
# On its lane the robot stops nearer than this to the end, metres.
LANE_TOLERANCE = 0.02
# Straight before the door means within this of its middle and of the way in, and no farther out, metres and radians.
ALIGNED = 0.05
ALIGNED_YAW = 0.15
STRAIGHT = 1.2
# Out of the door means this far from the band, metres.
CLEAR_OF_BAND = 0.1
# Nearer than this, metres, the robot sees that somebody stands on its waiting place.
NEAR = 1.5

WAIT, ALIGN, ENTER, LEAVE = "wait", "align", "enter", "leave"


@frozen
class Stage:
    """What the robot does at a cabin.

    Attributes:
        kind: ``WAIT`` beside the door, ``ALIGN`` straight before it, ``ENTER`` and stand inside, or ``LEAVE``.
        cabin: Index of the cabin.
        place: Where to, metres, map frame.
        lane: Straight lines that lead there, metres; empty for any way.
    """

    kind: str
    cabin: int
    place: Corner
    lane: tuple[Corner, ...] = ()


class Riding:
    """Breaks the way to a goal into what the robot does before, in and after each cabin.

    Args:
        planner: Free space with cabins and lifts.
        model: Size of the robot, and whether it must turn before it drives.
        doors: Cabin (name on the wire) to its index in ``Surroundings.door_progress``.
    """

    def __init__(self, planner: RoutePlanner, model: RobotModel, doors: dict[str, int]) -> None:
        self._planner = planner
        self._cabins = planner.space.cabins
        self._radius = model.radius + PLANNING_MARGIN
        self._turns_first = not model.is_omnidirectional
        self._band = self._radius + CABIN_WALL / 2
        self._doors = doors
        self._final: Target | None = None
        self._stage: Stage | None = None
        self._places: dict[int, tuple[Corner, ...]] = {}
        self._turn = Turn(self._radius)
        self._ride = ""

    @property
    def ride(self) -> str:
        """Cabin that the robot wants to be carried to next, name on the wire; empty where it wants no ride."""
        return self._ride

    @property
    def rider(self) -> Rider | None:
        """The robot as one who waits at a cabin; None where it does not."""
        return self._turn.rider

    def use_planner(self, planner: RoutePlanner) -> None:
        """Go by other furniture from now on; the stage that the robot is in goes on."""
        self._planner, self._final = planner, None
        self._places.clear()

    def forget(self) -> None:
        """There is no goal any more."""
        self._final = self._stage = None
        self._turn.forget()
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
        if here < 0 and wanted >= 0:
            self._turn.wait(wanted, self._cabins[wanted], now_ns, pose)
        else:
            self._turn.forget()
        if here >= 0 and here == wanted:
            return self._standing(here, pose, surroundings)
        leaving = self._left_cabin(here, pose)
        if leaving >= 0:
            return self._leaving(leaving, pose)
        if wanted < 0:
            return None
        may_enter = self._may_enter(wanted, now_ns, pose, surroundings)
        entering = self._entering(wanted, pose, surroundings) if may_enter else None
        return entering or self._waiting(wanted, pose, surroundings)

    def _goal_of(self, stage: Stage) -> Goal:
        """What to drive to in a stage: inside, and on its way out, the robot faces out, else into the cabin."""
        out_x, out_y = self._cabins[stage.cabin].out
        sign = 1.0 if stage.kind in (ENTER, LEAVE) else -1.0
        return Goal(
            point=stage.place,
            yaw=math.atan2(sign * out_y, sign * out_x),
            position_tolerance=LANE_TOLERANCE if stage.lane else TOLERANCE,
            yaw_tolerance=YAW_TOLERANCE,
            acceptable_distance=CROWDED_TOLERANCE if stage.kind == WAIT else 0.0,
            lane=stage.lane,
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

    def _leaving(self, number: int, pose: Pose) -> Stage:
        """Go straight out through the middle of the door."""
        if self._is(LEAVE, number) and self._stage is not None:
            return self._stage
        cabin = self._cabins[number]
        front = front_place(cabin, self._radius)
        aside = abs(self._aside(number, pose))
        lane = (pose.xy, front) if aside < ALIGNED else (pose.xy, middle(cabin), front)
        return Stage(LEAVE, number, front, lane)

    def _standing(self, number: int, pose: Pose, surroundings: Surroundings) -> Stage:
        """Stay in the cabin: at the place chosen before its door, or where the last ride has led to.

        After a ride that was not its last the robot steps out for those behind it, who may want out.
        """
        if self._is(ENTER, number) and self._stage is not None:
            return self._stage
        cabin = self._cabins[number]
        ahead = cabin.ahead_of(*pose.xy)
        inside = surroundings.discs[held(cabin, surroundings.discs)]
        is_before_others = any(cabin.ahead_of(x, y) < ahead for x, y in inside[:, :2].tolist())
        front = front_place(cabin, self._radius)
        if self._is(LEAVE, number) or (is_before_others and self._planner.is_free(*front, self._radius)):
            return self._leaving(number, pose)
        return Stage(ENTER, number, pose.xy if ahead < -self._band else cabin.center)

    def _may_enter(self, number: int, now_ns: int, pose: Pose, surroundings: Surroundings) -> bool:
        """Whether the door is open, nobody inside seems to want out, and it is the robot's turn."""
        cabin, discs = self._cabins[number], surroundings.discs
        index, progress = self._doors.get(cabin.name, -1), surroundings.door_progress
        is_open = 0 <= index < len(progress) and bool(progress[index] >= OPEN_PROGRESS)
        inside = discs[held(cabin, discs)]
        if self._is(ENTER, number) and cabin.ahead_of(*pose.xy) < self._band:
            return True
        if is_open and (self._is(ALIGN, number) or self._is(ENTER, number)):
            return self._turn.goes_on(cabin, now_ns, inside)
        return self._turn.has_come(cabin, now_ns, is_open, inside, surroundings.riders)

    def _entering(self, number: int, pose: Pose, surroundings: Surroundings) -> Stage | None:
        """Go in, straight through the middle of the door; None where there is no room."""
        cabin = self._cabins[number]
        if self._is(ENTER, number) and self._stage is not None and cabin.ahead_of(*pose.xy) < self._band:
            return self._stage
        inside = surroundings.discs[held(cabin, surroundings.discs)]
        places = parking_places(cabin, self._radius)
        if self._is(ENTER, number) and self._stage is not None:
            places = (self._stage.place, *places)
        open_places = [place for place in places if is_open_to(place, cabin, self._radius, inside)]
        place = first_clear(open_places, self._radius, inside)
        if place is None:
            return None
        if self._is(ENTER, number) and self._stage is not None and place == self._stage.place:
            return self._stage
        front = front_place(cabin, self._radius)
        if not self._planner.is_free(*front, self._radius):
            return Stage(ENTER, number, place)
        if is_barred(front, place, self._radius, surroundings.slabs):
            return None
        return (
            Stage(ENTER, number, place, self._lane_to(number, place, pose))
            if self._is_aligned(number, pose)
            else (Stage(ALIGN, number, front))
        )

    def _lane_to(self, number: int, place: Corner, pose: Pose) -> tuple[Corner, ...]:
        """From where the robot is along the axis of the door, and behind the door to its place."""
        cabin = self._cabins[number]
        centre = middle(cabin)
        ahead = cabin.ahead_of(*pose.xy)
        start = (centre[0] + ahead * cabin.out[0], centre[1] + ahead * cabin.out[1])
        off_axis = abs(self._aside(number, Pose(*place))) > TOLERANCE
        return (start, centre, place) if off_axis else (start, place)

    def _is_aligned(self, number: int, pose: Pose) -> bool:
        """Whether the robot is straight before the door and heads for it."""
        cabin = self._cabins[number]
        ahead = cabin.ahead_of(*pose.xy)
        inwards = math.atan2(-cabin.out[1], -cabin.out[0])
        heads = not self._turns_first or abs(wrapped_angle(inwards - pose.yaw)) < ALIGNED_YAW
        return heads and 0.0 < ahead < self._band + STRAIGHT and abs(self._aside(number, pose)) < ALIGNED

    def _aside(self, number: int, pose: Pose) -> float:
        """Metres from the axis of a cabin's door."""
        centre, out = middle(self._cabins[number]), self._cabins[number].out
        return (pose.y - centre[1]) * out[0] - (pose.x - centre[0]) * out[1]

    def _waiting(self, number: int, pose: Pose, surroundings: Surroundings) -> Stage:
        """Wait near the door, off the way of others; straight before it where nothing else is free."""
        kept = self._stage if self._is(WAIT, number) else None
        standing = surroundings.discs[stands(surroundings.discs)]
        is_far = kept is not None and math.dist(pose.xy, kept.place) > NEAR
        if kept is not None and (is_far or first_clear([kept.place], self._radius, standing) is not None):
            return kept
        cabin, clearance = self._cabins[number], self._planner.clearance
        if number not in self._places and self._final is not None:
            way = self._final.field.path(*pose.xy)
            self._places[number] = waiting_places_off(way, cabin, self._radius, clearance, self._cabins)
        places = self._places.get(number, ())
        place = first_clear(places, self._radius, standing)
        return Stage(WAIT, number, place or next(iter(places), front_place(cabin, self._radius)))

    def _is(self, kind: str, cabin: int | None = None) -> bool:
        return self._stage is not None and self._stage.kind == kind and cabin in (None, self._stage.cabin)
