"""The Judge: frames in, verdicts out; the same for live frames and for recorded ones."""

from collections.abc import Mapping

from arena_simulation_setup.conditions.atom import Atom
from arena_simulation_setup.conditions.changes import Changes
from arena_simulation_setup.conditions.clause import Clause
from arena_simulation_setup.conditions.outcome import OutcomeWatch
from arena_simulation_setup.conditions.robot_judge import RobotJudge
from arena_simulation_setup.conditions.sample import RobotTexts, sampled
from arena_simulation_setup.conditions.truth import Truth
from arena_simulation_setup.episode import Episode
from arena_simulation_setup.files.near_names import did_you_mean
from arena_simulation_setup.frame import Frame, FrameLayout
from arena_simulation_setup.order import SubmitPhases
from arena_simulation_setup.scenario.phase import Phase
from arena_simulation_setup.timebase import tick_time_ns
from arena_simulation_setup.verdict import EpisodeOutcome, Observation, PhaseOutcome, Verdict


class Judge:
    """Judges one episode.

    All robots of the layout are judged, in its order, each with its own copy of the episode's clauses. Phase 0 is
    active from frame 0 on. Atoms about a robot's fields see those of the frame before, with tasks submitted since. A
    gap in the ticks is one unknown sample for every clause in scope. After the outcome nothing changes any more.

    Attributes:
        outcome: How the episode ended; None while it goes on.
    """

    def __init__(self, episode: Episode, layout: FrameLayout) -> None:
        """Resolve all names.

        Raises:
            ValueError: If a robot of the episode is not in the layout, or a name stands for places on several levels.
        """
        missing = [robot.name for robot in episode.robots if robot.name not in layout.robot_index]
        if missing:
            raise ValueError(f"robot {missing[0]!r} of the episode is not in the layout ({', '.join(layout.robots)})")
        self.outcome: EpisodeOutcome | None = None
        self._episode, self._layout = episode, layout
        self._truth, self._changes = Truth(layout), Changes()
        self._outcomes = OutcomeWatch(episode.limits, [robot.name for robot in episode.robots if robot.endless])
        self._robots: dict[str, RobotJudge] = {}
        self._last_tick, self._layout_is_new = -1, False
        self._add_robots()
        for robot in episode.robots:
            if robot.phases or robot.conditions:
                self._robots[robot.name].submit(robot.phases, robot.conditions, 0, 0)
        self._texts = self._robot_texts()

    @property
    def _judges(self) -> tuple[RobotJudge, ...]:
        return tuple(self._robots.values())

    def use_layout(self, layout: FrameLayout) -> None:
        """Judge the following frames with a layout that has other rows or columns.

        New robots can be given tasks. What a robot that is gone has not done yet is dropped; the others go on.
        """
        self._layout, self._layout_is_new = layout, True
        self._add_robots()
        last = max(0, self._last_tick)
        for name in layout.gone:
            if name in self._robots and not self._robots[name].gone and self.outcome is None:
                self._robots[name].leave(last, tick_time_ns(last, self._episode.rate))
        self._refresh_texts()

    def observe(self, frame: Frame) -> Observation:
        """Judge the next frame.

        Raises:
            ValueError: If the frame is not later than the one before, does not have the layout's shape, or a name has
                become ambiguous in a new layout.
        """
        if self.outcome is not None:
            return Observation()
        if frame.tick <= self._last_tick:
            raise ValueError(f"frame {frame.tick} came after frame {self._last_tick}; ticks must increase")
        if self._layout_is_new:
            self._truth.use_layout(self._layout)
            self._layout_is_new = False
        self._truth.begin(sampled(frame, self._layout, self._texts))
        if frame.tick != self._last_tick + 1:
            self._miss(self._last_tick + 1, frame.tick - 1)
        self._last_tick = frame.tick
        for robot in self._robots.values():
            robot.step()
        self.outcome = self._outcomes.decide(self._truth.sample, self._judges)
        if self.outcome is not None:
            self._close(frame.tick, frame.time_ns, truncated=False)
        return self._take()

    def close(self, state: str, reason: str, tick: int, *, truncated: bool = False) -> Observation:
        """End the episode from outside; nothing happens after an outcome.

        Args:
            state: One of ``OUTCOME_STATES``.
            reason: Why, such as ``cancelled``.
            tick: Last tick.
            truncated: Whether frames are missing at the end, so that undecided clauses are unknown.
        """
        if self.outcome is not None:
            return Observation()
        self.outcome = EpisodeOutcome(state, tick, reason)
        self._close(tick, tick_time_ns(tick, self._episode.rate), truncated=truncated)
        return self._take()

    def submit(self, request: SubmitPhases, frame: Frame | None) -> None:
        """Replace a robot's pending phases before the next frame is observed.

        Args:
            request: The new phases and the clauses over them.
            frame: The latest frame, whose pose a hold phase keeps; None before frame 0.

        Raises:
            ValueError: If the robot is unknown, there are no phases, the episode is over, or a name is ambiguous.
        """
        robot = self._robot(request.robot)
        if not request.phases:
            raise ValueError(f"a task for {request.robot!r} needs at least one phase")
        if self.outcome is not None:
            raise ValueError(f"the episode is over ({self.outcome.reason}); no task can be submitted")
        if frame is not None and frame.tick != self._last_tick:
            raise ValueError(f"a task is submitted at the latest frame {self._last_tick}, not at {frame.tick}")
        tick, time_ns = (0, 0) if frame is None else (frame.tick, frame.time_ns)
        robot.submit(request.phases, request.conditions, tick, time_ns)
        self._refresh_texts()

    def verdicts(self) -> tuple[Verdict, ...]:
        """All verdicts: robots in order, for each the episode's clauses, then request by request."""
        return tuple(watch.verdict for robot in self._judges for watch in robot.task.watches)

    def phases(self) -> tuple[PhaseOutcome, ...]:
        """All phases, robots in order."""
        return tuple(phase.described(robot.task.robot) for robot in self._judges for phase in robot.task.phases)

    def active_phase(self, robot: str) -> tuple[int, Phase] | None:
        """Index and phase that a robot is at; None without one and after the end of the episode.

        Raises:
            ValueError: If the robot is unknown.
        """
        active = self._robot(robot).task.active
        return None if active is None or self.outcome is not None else (active.index, active.phase)

    def conditions_beside_phase(self, robot: str) -> tuple[Clause, ...]:
        """Clauses judged beside those of the active phase: the episode's, then the request's; none without a phase.

        Raises:
            ValueError: If the robot is unknown.
        """
        if self.active_phase(robot) is None:
            return ()
        return tuple(watch.clause for watch in self._robot(robot).task.lasting_watches)

    def robot_fields(self, robot: str) -> Mapping[str, str]:
        """Fields of a robot as an entity (phase, met, failed, dropped, violated), as of the latest frame.

        Raises:
            ValueError: If the robot is unknown.
        """
        self._robot(robot)
        return self._texts[robot]

    def fields(self, entity: str, field: str) -> str | None:
        """Text of a field on the latest frame; None where there is no such field or no value.

        Raises:
            ValueError: If no frame was observed yet, or the bare name has this field on several levels.
        """
        return self._truth.facts.text(entity, field, self._truth.sample)

    def holds(self, atom: Atom) -> bool | None:
        """Truth of an atom on the latest frame, with the robots' fields of that same frame.

        Raises:
            ValueError: If no frame was observed yet, or a name in the atom is ambiguous.
        """
        return self._truth.value(self._truth.slot(atom))

    def _robot(self, name: str) -> RobotJudge:
        if name not in self._robots:
            hint = did_you_mean(name, self._robots)
            raise ValueError(f"no robot {name!r} (there are: {', '.join(self._robots)}{hint})")
        return self._robots[name]

    def _add_robots(self) -> None:
        for name in self._layout.robots:
            if name not in self._robots:
                self._robots[name] = RobotJudge(name, self._episode.conditions, self._truth, self._changes)

    def _miss(self, first: int, last: int) -> None:
        self._outcomes.restart()
        for robot in self._judges:
            robot.miss(first, last)

    def _close(self, tick: int, time_ns: int, *, truncated: bool) -> None:
        for robot in self._judges:
            robot.close(tick, time_ns, truncated=truncated)

    def _take(self) -> Observation:
        if self._changes.verdicts or self._changes.phases:
            self._refresh_texts()
        return self._changes.take(self.outcome)

    def _robot_texts(self) -> RobotTexts:
        return {name: robot.task.texts() for name, robot in self._robots.items()}

    def _refresh_texts(self) -> None:
        self._texts = self._robot_texts()
        self._truth.update_robot_texts(self._texts)
