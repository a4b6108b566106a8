"""Episodes with everything in them, drawn from one number: robots, people, tasks, conditions, timelines, orders."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

import numpy as np
from attrs import evolve, field, mutable
from numpy.random import Generator

from arena_runtime.orders import OrderRefused
from arena_runtime.simulation import Simulation, Tick
from arena_simulation_setup.conditions.atom import Atom, DistanceAtom, FieldAtom, MembershipAtom, NotAtom
from arena_simulation_setup.conditions.clause import BINARY_OPS, FAILURE_POLICIES, OPS, Clause
from arena_simulation_setup.episode import Episode, EpisodeObject, EpisodePerson, EpisodeRobot, Limits
from arena_simulation_setup.frame import FactColumn, FrameLayout
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.order import (
    CommandVelocity,
    Remove,
    Request,
    SendSignal,
    SetField,
    SpawnObject,
    SpawnPerson,
    SpawnRobot,
    SubmitPhases,
    Teleport,
)
from arena_simulation_setup.randomness import stream
from arena_simulation_setup.scenario.phase import GesturePhase, GotoPhase, Phase, ReachPhase
from arena_simulation_setup.scenario.timeline import SetAction, TimelineEntry
from arena_simulation_setup.site import Site
from arena_simulation_setup.timebase import seconds_to_ns
from task_generator.errors import PlacementError
from task_generator.generator import generate
from task_generator.request import EpisodeRequest

MODELS = ("jackal", "jackal", "turtlebot", "ridgeback")
SIGNAL = "here"
ROOM = 0.35
"""Metres around whatever is placed."""
ROBOT_TEXTS = ("0", "1", "0,1", "e0", "e1", "e0,e1")


@mutable
class Drawer:
    """Draws episodes in one world.

    Attributes:
        site: The world.
        layout: Columns and areas of the world.
        rng: Where every number comes from.
    """

    site: Site
    layout: FrameLayout
    rng: Generator
    subjects: tuple[str, ...] = ()
    robots: tuple[str, ...] = ()
    rams: bool = False

    def chance(self, share: float) -> bool:
        return bool(self.rng.random() < share)

    def one(self, things: Sequence[Any]) -> Any:
        return things[int(self.rng.integers(len(things)))]

    def some(self, low: int, high: int, draw: Callable[[], Any]) -> tuple[Any, ...]:
        return tuple(draw() for _ in range(int(self.rng.integers(low, high + 1))))

    def between(self, low: float, high: float) -> float:
        return round(float(self.rng.uniform(low, high)), 2)

    def place(self) -> Pose:
        points = self.site.derived("points of drawn episodes", lambda: self.site.planner.free_points(ROOM))
        x, y = self.one(points).tolist()
        return Pose(x, y, self.between(-3.0, 3.0))

    def area(self) -> str:
        area = self.one(self.layout.areas)
        return f"{area.name}/{area.level}"

    def value(self, column: FactColumn) -> str:
        if column.codes:
            return str(self.one(column.codes))
        return str(self.one(("0", "1", "2", "0.5", f"{self.between(0.0, 3.0)}")))

    def field_atom(self) -> FieldAtom:
        if self.chance(0.2):
            robot = self.one([name for name in self.subjects if name != "robot"] or ["robot"])
            return FieldAtom(robot, self.one(("phase", "met", "failed", "dropped", "violated")), self.one(ROBOT_TEXTS))
        columns = self.layout.codes + self.layout.numbers
        if not columns or self.chance(0.05):
            return FieldAtom("nothing", "state", "open")
        column = self.one(columns)
        return FieldAtom(column.entity, column.field, self.value(column))

    def atom(self) -> Atom:
        kind = self.rng.random()
        subject = self.one(("robot", *self.subjects))
        plain: FieldAtom | MembershipAtom | DistanceAtom
        if kind < 0.35:
            plain = self.field_atom()
        elif kind < 0.7:
            plain = MembershipAtom(subject, self.area())
        else:
            plain = DistanceAtom(subject, self.between(0.4, 6.0), self.one((*self.subjects, "nobody")))
        return NotAtom(plain) if self.chance(0.3) else plain

    def clause(self) -> Clause:
        op = self.one(OPS)
        return Clause(op, self.atom(), self.atom() if op in BINARY_OPS else None, on_failure=self.policy())

    def policy(self) -> str:
        return str(self.one(FAILURE_POLICIES)) if self.chance(0.12) else "continue"

    def phase(self, signals: bool) -> Phase:
        until = self.atom() if self.chance(0.2) else None
        rest: dict[str, Any] = {
            "until": until,
            "conditions": self.some(0, 2, self.clause),
            "on_failure": self.policy(),
        }
        kind = self.rng.random()
        if kind < 0.08:
            return GesturePhase(gesture=self.one(("wave", "random", "bow")), **rest)
        if kind < 0.16:
            return ReachPhase(configuration=self.one(("home", "random", "nowhere")), **rest)
        goto: dict[str, Any] = {
            "tolerance_radius": self.between(0.2, 1.5),
            "tolerance_angle": self.one((0.0, 0.5)),
            "hold_time": self.one((0.0, 0.0, 0.5, 1.5)),
            "signal": SIGNAL if signals and self.chance(0.2) else "",
        }
        people = [name for name in self.subjects if name not in ("robot", *self.robots)]
        if kind < 0.25:
            return GotoPhase(**goto, **rest)
        if kind < 0.5:
            return GotoPhase(target=self.area(), **goto, **rest)
        if kind < 0.6 and people:
            return GotoPhase(target=self.one(people), **goto, **rest)
        return GotoPhase(pose=self.place(), **goto, **rest)

    def action(self) -> SetAction:
        columns = self.layout.codes + self.layout.numbers
        if not columns:
            return SetAction("nothing", "state", "open")
        column = self.one([column for column in columns if column.kind not in ("door", "elevator")] or columns)
        value = self.value(column) if column.codes or self.chance(0.5) else self.one(("random", "0..2"))
        return SetAction(column.entity, column.field, value)

    def entry(self) -> TimelineEntry:
        actions = self.some(1, 3, self.action)
        kind = self.rng.random()
        if kind < 0.4:
            return TimelineEntry(actions, at=self.between(0.0, 6.0))
        if kind < 0.7:
            return TimelineEntry(actions, every=self.between(0.2, 2.0), offset=self.between(0.0, 1.0))
        return TimelineEntry(actions, when=self.atom())

    def request(self, number: int) -> EpisodeRequest:
        scenarios = self.site.view.scenario_names()
        obstacles = "scenario" if scenarios and self.chance(0.5) else "random"
        robots = obstacles if self.chance(0.7) else self.one(("random", "explore", "stationary"))
        count = int(self.rng.integers(1, 4))
        people = int(self.rng.integers(0, 6))
        return EpisodeRequest(
            number,
            int(self.rng.integers(1 << 40)),
            obstacles,
            robots,
            fleet=None if robots == "scenario" else tuple(self.one(MODELS) for _ in range(count)),
            scenario=self.one(scenarios) if obstacles == "scenario" else "",
            parameters={"task.random.dynamic.n": [people, people], "task.random.static.n": [0, 3]},
        )

    def generated(self, number: int) -> Episode:
        """What the generator makes; some fleets have no room in some worlds, then another one is drawn."""
        while True:
            with suppress(PlacementError):
                return generate(self.site, self.request(number)).episode

    def robot(self, entry: EpisodeRobot) -> EpisodeRobot:
        adapter = self.one(("navigator", "navigator", "navigator", "external", "none"))
        phases = entry.phases
        if self.chance(0.7) or (adapter == "none" and any(getattr(phase, "signal", "") for phase in phases)):
            phases = self.some(1, 4, lambda: self.phase(adapter != "none"))
        conditions = self.some(0, 3, self.clause)
        return evolve(entry, adapter=adapter, phases=phases, conditions=(*entry.conditions, *conditions))

    def episode(self, number: int, seconds: float) -> Episode:
        """An episode of at most some seconds."""
        base = self.generated(number)
        self.robots = tuple(robot.name for robot in base.robots)
        self.subjects = (*self.robots, *(person.name for person in base.people))
        self.rams = self.chance(0.3)
        robots = [self.robot(robot) for robot in base.robots]
        cabins = [cabin for cabin in self.site.planner.space.cabins if cabin.boarding_radius > robots[0].radius]
        if cabins and self.chance(0.6):
            goal = GotoPhase(pose=self.place(), tolerance_radius=1.0, tolerance_angle=0.0, hold_time=0.0, signal="")
            inside = Pose(*self.one(cabins).center)
            robots[0] = evolve(
                robots[0], adapter="navigator", start=inside, phases=(goal, *robots[0].phases), relocation=None
            )
        elif self.rams:
            robots[0] = evolve(robots[0], adapter="external")
        limits = Limits(
            timeout_ns=seconds_to_ns(self.between(seconds / 3, seconds)),
            no_progress_ns=seconds_to_ns(self.between(1.0, 6.0)) if self.chance(0.3) else None,
            fail_on_collision=self.chance(0.25),
        )
        return evolve(
            base,
            robots=tuple(robots),
            conditions=(*base.conditions, *self.some(1, 6, self.clause)),
            timeline=(*base.timeline, *self.some(0, 3, self.entry)),
            limits=limits,
        )

    def order(self, names: Sequence[str]) -> Request:
        """Something that somebody may ask for while an episode runs."""
        kind = self.rng.random()
        robot = self.one(self.robots)
        if kind < 0.5:
            return CommandVelocity(robot, self.between(-0.5, 1.5), self.between(-0.5, 0.5), self.between(-2.0, 2.0))
        if kind < 0.65:
            action = self.action()
            return SetField(action.entity, action.field, action.value)
        if kind < 0.72:
            return SendSignal(robot, SIGNAL)
        if kind < 0.84:
            phases = self.some(1, 2, lambda: self.phase(signals=False))
            return SubmitPhases(robot, phases, self.some(0, 2, self.clause))
        if kind < 0.9:
            return self.one((Remove, lambda name: Teleport(name, self.place())))(self.one(names))
        return self.spawn(f"late_{int(self.rng.integers(4))}")

    def spawn(self, name: str) -> Request:
        kind = self.rng.random()
        if kind < 0.3:
            return SpawnObject(EpisodeObject(name, "no_such_model", self.place(), extra={"bbox": [[-0.2, 0.2]] * 2}))
        if kind < 0.6:
            pose = self.place()
            return SpawnPerson(EpisodePerson(name, "arenian", 0.25, 1.75, pose, 1.1, (self.place().xy, pose.xy)))
        return SpawnRobot(EpisodeRobot(name, "jackal", 0.267, self.place(), self.some(0, 2, lambda: self.phase(False))))


@mutable
class Meddler:
    """Looks on at an episode and asks for things from outside; remembers what was the case.

    Attributes:
        simulation: The episode.
        drawer: Draws what is asked for.
        share: Orders per tick.
        contacts: Contacts of all frames.
        rides: Ticks in which an elevator put a robot elsewhere.
        kinds: What was asked for and taken.
    """

    simulation: Simulation
    drawer: Drawer
    share: float
    contacts: int = field(default=0, init=False)
    rides: int = field(default=0, init=False)
    kinds: set[str] = field(factory=set, init=False)
    _before: Any = field(default=None, init=False)

    def take(self, tick: Tick) -> None:
        self.contacts += len(tick.frame.contacts)
        self.kinds |= {type(order.request).__name__ for order in tick.orders}
        robots = tick.frame.robots[:, :2]
        carried = not any(isinstance(order.request, Teleport) for order in tick.orders)
        if carried and self._before is not None and len(self._before) == len(robots):
            moved = np.abs(robots - self._before)
            self.rides += int((moved[~np.isnan(moved)] > 1.0).any())
        self._before = robots
        if tick.frame.tick == 0 and self.drawer.rams:
            self.simulation.orders.request(CommandVelocity(self.drawer.robots[0], 2.0, 0.0, 0.0))
        if self.simulation.outcome is None and self.drawer.chance(self.share):
            with suppress(OrderRefused):
                self.simulation.orders.request(self.drawer.order(self.drawer.subjects))

    def finish(self) -> None:
        """Nothing is left to be done."""

    def abandon(self) -> None:
        """Nothing is left to be done."""


def drawer(site: Site, layout: FrameLayout, seed: int) -> Drawer:
    """Draws the episode of a number."""
    return Drawer(site, layout, stream(seed, "drawn episode", site.argument))


def layout_of(site: Site) -> FrameLayout:
    """Columns and areas of a world."""
    empty = Episode(1, site.reference, "", 1, limits=Limits(timeout_ns=0))
    return Simulation(site, empty).start.layout
