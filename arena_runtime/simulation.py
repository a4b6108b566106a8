"""The loop: one episode, tick by tick, from the state after the reset to its outcome."""

from collections.abc import Mapping, Sequence

import numpy as np
from attrs import evolve
from numpy.typing import NDArray

from arena_runtime.carrying import carry_people, carry_robots, commands_of
from arena_runtime.cast import Cast, cast_episode
from arena_runtime.editor import Editor
from arena_runtime.goals import goal_of
from arena_runtime.mechanisms.contract import CarryAgent, Command, MoveBody
from arena_runtime.mechanisms.sensing import Agents, places_of
from arena_runtime.orders import OrderBook
from arena_runtime.robots.surroundings import Surroundings
from arena_runtime.scanners import Scanners
from arena_runtime.scene.scene import Scene
from arena_runtime.tick import PARTS, Scan, SimulationError, SimulationOptions, Tick
from arena_runtime.timeline import Timeline
from arena_simulation_setup.conditions.atom import Atom
from arena_simulation_setup.conditions.judge import Judge
from arena_simulation_setup.conditions.names import episode_fields
from arena_simulation_setup.episode import Episode
from arena_simulation_setup.frame import EpisodeStart, Frame
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.order import (
    EDITS,
    CommandVelocity,
    Edit,
    Order,
    SendSignal,
    SetField,
    SubmitPhases,
    first_task,
)
from arena_simulation_setup.scenario.phase import Phase
from arena_simulation_setup.site import Site
from arena_simulation_setup.timebase import ns_to_seconds, tick_time_ns
from arena_simulation_setup.verdict import EpisodeOutcome

__all__ = ["PARTS", "Scan", "Simulation", "SimulationError", "SimulationOptions", "Tick"]

Floats = NDArray[np.float64]
Active = tuple[int, Phase] | None
"""Index and phase that a robot is at."""


def _no_lap(part: str) -> None:
    """Nobody measures."""


def _nothing_known(atom: Atom) -> None:
    """Before frame 0 no atom has a truth."""


class Simulation:
    """One episode in one world; a new episode is a new Simulation.

    Args:
        site: The world of the episode.
        episode: What shall happen.
        options: How it is simulated.

    Raises:
        ValueError: If the episode belongs to another world, or something it names does not exist.

    Attributes:
        episode: What shall happen, as it was given.
        catalogue: Where models come from.
        start: Names of everything in the latest frame, and the episode as edited until then.
        orders: Where orders from outside are handed in.
        judge: Who says what came of it.
        first: What frame 0 brought.
    """

    def __init__(self, site: Site, episode: Episode, options: SimulationOptions | None = None) -> None:
        self._options = options or SimulationOptions()
        self._lap = self._options.lap or _no_lap
        self._cast: Cast = cast_episode(site, episode, self._options.substeps)
        self.episode, self.catalogue = episode, site.catalogue
        self._editor = Editor(site, episode, self._cast)
        self._scanners = Scanners(self._cast, episode.seed)
        layout = self._cast.layout
        self.start = EpisodeStart(0, episode, layout, site.world_json, site.versions)
        writable = self._cast.mechanisms.table.writable
        self.orders = OrderBook(layout, writable, self._editor.draft)
        fields = episode_fields(episode, site.world, site.catalogue)
        self._timeline = Timeline(episode.timeline, episode.seed, layout, writable, fields)
        self.judge = Judge(episode, layout)
        self.first = self._first_tick()

    @property
    def frame(self) -> Frame:
        """The latest frame."""
        return self._frame

    @property
    def members(self) -> Mapping[tuple[str, str], tuple[str, ...]]:
        """(entity, kind) to the agents that its facts are about in the latest frame, where there are any."""
        return self._cast.mechanisms.members

    @property
    def scene(self) -> Scene:
        """The physics, for pictures; to be read only."""
        return self._cast.scene

    @property
    def warnings(self) -> tuple[str, ...]:
        """What of the episode can not be carried out, one sentence each; known before the first frame."""
        return self._cast.warnings + self._timeline.warnings

    @property
    def outcome(self) -> EpisodeOutcome | None:
        """How the episode ended; None while it runs."""
        return self.judge.outcome

    def step(self, replayed: Sequence[Order] | None = None) -> Tick:
        """Advance by one tick.

        Args:
            replayed: Recorded orders of this tick; None takes those that the order book holds.

        Raises:
            SimulationError: If anything in the tick fails; the episode is then over.
        """
        tick = self._frame.tick + 1
        try:
            return self._advance(tick, self.orders.take(tick) if replayed is None else tuple(replayed))
        except Exception as error:
            reason = f"tick {tick} failed: {type(error).__name__}: {error}"
            self.judge.close("FAILED", reason, self._frame.tick)
            raise SimulationError(reason) from error

    def bare_steps(self, ticks: int) -> None:
        """Run the physics of some ticks and nothing else; the simulation is of no use afterwards."""
        self._cast.scene.bare_steps(ticks)

    def bare_scans(self, count: int) -> None:
        """Cast the rays of the first robot's first scanner a number of times and nothing else."""
        self._cast.scene.bare_scan(count)

    def _first_tick(self) -> Tick:
        cast = self._cast
        agents = self._agents(cast.scene.robot_rows(), cast.crowd.rows)
        commands = cast.mechanisms.start(agents, self._timeline.due(0, _nothing_known))
        self._frame = self._assembled(0, self._obeyed(commands, cast.crowd.rows), self._active())
        return Tick(self._frame, self.judge.observe(self._frame), (), self._scans(0))

    def _advance(self, tick: int, orders: tuple[Order, ...]) -> Tick:
        rate = self.episode.rate
        now_ns, before_ns = tick_time_ns(tick, rate), self._frame.time_ns
        dt = ns_to_seconds(now_ns - before_ns)
        scripted = self._timeline.due(now_ns, self.judge.holds)
        start, warnings = self._edit(tick, orders)
        warnings += self._take(orders, before_ns)
        cast = self._cast
        blocked = cast.mechanisms.barred(now_ns)
        robots, active, lap = self._robots(orders), self._active(), self._lap
        discs = cast.standing_robots(robots)
        cast.traffic.step(now_ns, self._frame.people, discs, blocked)
        people = cast.crowd.step(dt, now_ns, discs, blocked, cast.waiting_robots())
        lap("people")
        self._drive(now_ns, dt, robots, blocked, active)
        cast.act(active, self._frame, now_ns)
        lap("navigator")
        writes = [order.request for order in orders if isinstance(order.request, SetField)] + list(scripted)
        commands = cast.mechanisms.step(now_ns, now_ns - before_ns, self._agents(robots, people), writes)
        lap("doors")
        people = self._obeyed(commands, people)
        cast.scene.step()
        lap("physics")
        self._frame = self._assembled(tick, people, active)
        lap("frame")
        observation = self.judge.observe(self._frame)
        lap("judge")
        scans = self._scans(tick)
        lap("scans")
        return Tick(self._frame, observation, orders, scans, start, warnings)

    def _obeyed(self, commands: Sequence[Command], people: Floats) -> Floats:
        """Do what mechanisms want done to the scene, and give the rows of the people after it."""
        cast = self._cast
        cast.scene.apply(commands_of(MoveBody, commands))
        carried = commands_of(CarryAgent, commands)
        if carried:
            carry_people(cast, carried)
            people = cast.crowd.rows
        cast.scene.place_people(people)
        carry_robots(cast, carried)
        return people

    def _edit(self, tick: int, orders: Sequence[Order]) -> tuple[EpisodeStart | None, tuple[str, ...]]:
        """Carry out the edits of a tick; what holds from now on where that has changed, and what was not possible."""
        edits: list[Edit] = [order.request for order in orders if isinstance(order.request, EDITS)]
        if not edits:
            return None, ()
        before = self._editor.population
        warnings = self._editor.carry_out(edits)
        self._cast = self._editor.cast
        self.orders.use_layout(self._cast.layout)
        if self._editor.population == before:
            return None, warnings
        cast, episode = self._cast, self._editor.population.episode
        self._scanners.use_cast(cast)
        self._frame = evolve(
            self._frame, robots=cast.scene.robot_rows(), people=cast.crowd.rows, signals=cast.signals.codes
        )
        self.judge.use_layout(cast.layout)
        self.start = EpisodeStart(tick, episode, cast.layout, "", self.start.versions)
        return self.start, warnings

    def _take(self, orders: Sequence[Order], now_ns: int) -> tuple[str, ...]:
        """Pass on what robots are told; a sentence for each of them that is not there any more."""
        warnings, layout = [], self._cast.layout
        for order in orders:
            request = first_task(order.request, layout.robots) or order.request
            if isinstance(request, CommandVelocity | SubmitPhases | SendSignal):
                if request.robot not in layout.robot_index or request.robot in layout.gone:
                    warnings.append(f"{type(request).__name__.lower()}: robot {request.robot!r} is not there")
                elif isinstance(request, CommandVelocity):
                    self._cast.pilots[layout.robot_index[request.robot]].take(request, now_ns)
                elif isinstance(request, SubmitPhases):
                    self.judge.submit(request, self._frame)
                else:
                    self._cast.signals.take(request)
        return tuple(warnings)

    def _robots(self, orders: Sequence[Order]) -> Floats:
        """Where the robots are after the orders of a tick: as in the latest frame, unless one was put elsewhere."""
        moved = any(isinstance(order.request, EDITS) for order in orders)
        return self._cast.scene.robot_rows() if moved else self._frame.robots

    def _drive(self, now_ns: int, dt: float, robots: Floats, blocked: Floats, active: Sequence[Active]) -> None:
        cast, rows = self._cast, robots.tolist()
        discs = cast.discs(robots, self._frame.people)
        progress, riders = self._frame.numbers[cast.door_progress], cast.crowd.riders
        for index, (pilot, row) in enumerate(zip(cast.pilots, rows, strict=True)):
            if row[0] != row[0]:
                continue
            others = np.concatenate((discs[:index], discs[index + 1 :])) if index else discs[1:]
            around = Surroundings(others, blocked, progress, riders + cast.waiting_robots(index))
            goal = goal_of(active[index], self._frame, cast.layout)
            robot = (Pose(row[0], row[1], row[2]), (row[3], row[4], row[5]))
            cast.scene.drive(index, *pilot.velocity(now_ns, dt, robot, goal, around))

    def _active(self) -> list[Active]:
        return [self.judge.active_phase(name) for name in self._cast.layout.robots]

    def _agents(self, robots: Floats, people: Floats) -> Agents:
        cast = self._cast
        x, y = places_of(robots, people)
        return Agents(cast.agent_names, x, y, cast.agent_radii, self._rides(), cast.agent_models)

    def _rides(self) -> tuple[str, ...]:
        """Cabin that each agent wants to be carried to next."""
        return (*[pilot.ride for pilot in self._cast.pilots], *self._cast.crowd.rides)

    def _assembled(self, tick: int, people: Floats, active: Sequence[Active]) -> Frame:
        scene, mechanisms = self._cast.scene, self._cast.mechanisms
        time_ns = tick_time_ns(tick, self.start.episode.rate)
        return Frame(
            tick=tick,
            time_ns=time_ns,
            robots=scene.robot_rows(),
            people=people,
            numbers=mechanisms.numbers,
            codes=mechanisms.codes,
            contacts=scene.contacts(),
            signals=self._cast.signals.codes,
            results=self._cast.actions.rows(active, time_ns),
        )

    def _scans(self, tick: int) -> tuple[Scan, ...]:
        return self._scanners.read(tick, self.episode.rate) if self._options.scans else ()
