"""A robot, and people, in a building whose cabins carry."""

from __future__ import annotations

import math

import numpy as np
from attrs import define, field
from numpy.typing import NDArray

from arena_runtime.people import Crowd
from arena_runtime.robots.goal import Goal
from arena_runtime.robots.navigator import Navigator
from arena_runtime.robots.surroundings import DoorLine, Surroundings
from arena_simulation_setup.episode import EpisodePerson
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.models.robot_model import RobotModel
from arena_simulation_setup.route import Cabin, RoutePlanner
from arena_simulation_setup.world.compaction import CompactedWorld
from tests.robots.carrier import Carrier
from tests.robots.obedient import moved
from tests.route.storeys import place, planner

Floats = NDArray[np.float64]

DT = 1 / 30
MODEL = RobotModel("jackal", "", "differential", 0.267, 0.3, 17.0, max_speed=2.0, max_turn_rate=4.0)


@define
class Trip:
    """A robot that does exactly what it is told, in a building whose cabins carry; people may walk in it."""

    world: CompactedWorld
    pose: Pose
    people: list[EpisodePerson] = field(factory=list)
    standing: list[tuple[float, float]] = field(factory=list)
    routes: RoutePlanner = field(init=False)
    navigator: Navigator = field(init=False)
    carrier: Carrier = field(init=False)
    crowd: Crowd = field(init=False)
    rows: list[tuple[float, float, float]] = field(factory=list)
    rides: list[str] = field(factory=list)
    carried: list[tuple[int, str]] = field(factory=list)
    gap: float = math.inf
    fixed_doors: float | None = None
    _velocity: tuple[float, float, float] = (0.0, 0.0, 0.0)

    def __attrs_post_init__(self) -> None:
        self.routes = planner(self.world)
        self.carrier, self.crowd = Carrier(self.world), Crowd(self.people, self.routes, 0)
        doors = [
            DoorLine(cabin.name, *cabin.door, 0.05, cabin.activation_distance) for cabin in self.routes.space.cabins
        ]
        self.navigator = Navigator(MODEL, self.routes, doors)

    def run(self, goal: Goal | None, seconds: float) -> Trip:
        """Drive for some seconds, or until the robot has arrived."""
        for _ in range(round(seconds * 30)):
            tick = len(self.rows) + 1
            slabs = np.array(self.carrier.slabs()).reshape(-1, 4, 2)
            body = np.array([(self.pose.x, self.pose.y, MODEL.radius)])
            rider = self.navigator.rider
            waiting = () if rider is None else (rider,)
            people = self.crowd.step(DT, tick * 33_333_333, body, slabs, waiting)
            discs = [(x, y, 0.25, vx, vy) for x, y, _, vx, vy in people.tolist()]
            discs += [(x, y, 0.25, 0.0, 0.0) for x, y in self.standing]
            progress = self.carrier.progress
            if self.fixed_doors is not None:
                progress = [self.fixed_doors] * len(progress)
            around = Surroundings(np.array(discs).reshape(-1, 5), slabs, np.array(progress), self.crowd.riders)
            self._velocity = self.navigator.command(tick * 33_333_333, DT, self.pose, self._velocity, goal, around)
            self.pose = moved(self.pose, self._velocity, DT)
            gaps = np.hypot(around.discs[:, 0] - self.pose.x, around.discs[:, 1] - self.pose.y) - around.discs[:, 2]
            self.gap = min(self.gap, float(gaps.min(initial=math.inf)) - MODEL.radius)
            if self.fixed_doors is None:
                self._carry(tick)
            self.rows.append((self.pose.x, self.pose.y, self.pose.yaw))
            self.rides.append(self.navigator.ride)
            if goal is not None and self.navigator.arrived:
                break
        return self

    def _carry(self, tick: int) -> None:
        names = [person.name for person in self.people]
        discs = {
            name: (float(row[0]), float(row[1]), 0.25, ride)
            for name, row, ride in zip(names, self.crowd.rows, self.crowd.rides, strict=True)
        }
        discs["robot"] = (self.pose.x, self.pose.y, MODEL.radius, self.navigator.ride)
        for name, (x, y) in self.carrier.step(discs).items():
            self.carried.append((tick, name))
            if name == "robot":
                self.pose = Pose(x, y, self.pose.yaw)
            else:
                self.crowd.teleport(names.index(name), x, y, 0.0)

    def where(self, cabin: Cabin) -> Floats:
        """Shape (ticks, 2): metres before the cabin's door line, and beside the middle of its door."""
        (x0, y0), (x1, y1) = cabin.door
        off = np.array(self.rows)[:, :2] - ((x0 + x1) / 2, (y0 + y1) / 2)
        out_x, out_y = cabin.out
        return np.column_stack((off @ (out_x, out_y), off @ (-out_y, out_x)))


def at(world: CompactedWorld, level: str, x: float, y: float, yaw: float = 0.0) -> Pose:
    return Pose(*place(world, level, x, y), yaw)
