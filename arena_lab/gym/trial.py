"""One episode with a robot that actions drive, step by step."""

from pathlib import Path

import numpy as np
from attrs import evolve, frozen

from arena_lab.gym.goal_sense import Bearings, GoalSense
from arena_lab.gym.reward import StepFacts
from arena_lab.gym.scan_sense import Reals, ScanSense
from arena_runtime.goals import goal_of
from arena_runtime.recorder import Recorder
from arena_runtime.simulation import Simulation, SimulationError, Tick
from arena_simulation_setup.conditions.contact_intervals import ContactLog
from arena_simulation_setup.conditions.outcome import NO_PROGRESS, TIMEOUT
from arena_simulation_setup.episode import Episode
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.models.robot_model import RobotModel
from arena_simulation_setup.order import CommandVelocity
from arena_simulation_setup.recording.error import RecordingError
from arena_simulation_setup.recording.folders import claim_episode_path
from arena_simulation_setup.route.margin import PLANNING_MARGIN
from arena_simulation_setup.site import Site
from arena_simulation_setup.timebase import ns_to_seconds
from arena_simulation_setup.verdict import MET, PENDING, VIOLATED

Command = tuple[float, float, float]
GIVEN_UP = "SKIPPED"
PLAUSIBLE = 2.0
"""A way that becomes shorter by more than so many times what the robot can drive was not driven."""


@frozen
class DrivenRobot:
    """The robot that commands drive.

    Attributes:
        row: Which of the robots it is, from 0.
        model: Its model.
        scans: Whether its scanners are read.
    """

    row: int
    model: RobotModel
    scans: bool = True


class Trial:
    """Simulates, records and looks at one robot.

    Args:
        site: The world.
        episode: What shall happen.
        robot: Who is driven; the adapter that the episode gives it does not matter.
        recordings: Folder for recordings; None records nothing.

    Raises:
        ValueError: If the episode has no such robot, the robot has another model, or it can not be built.
        RecordingError: If it can not be recorded, also from every other method.

    Attributes:
        simulation: The episode.
        robot: Row of the robot.
        name: Name of the robot.
        bearings: Where its goal is.
        phases: All phases of all robots, as the judge gives them.
        failed_to_run: Whether a tick failed.
    """

    def __init__(self, site: Site, episode: Episode, robot: DrivenRobot, recordings: Path | None = None) -> None:
        driven = driven_by_commands(episode, robot.row, robot.model)
        self.simulation = Simulation(site, driven)
        self.robot, self.name, self.failed_to_run = robot.row, driven.robots[robot.row].name, False
        self._model, self.phases = robot.model, self.simulation.judge.phases()
        self._scans = ScanSense(self.simulation, robot.model, robot.row) if robot.scans else None
        self._goal = GoalSense(site.planner_with(driven.objects), robot.model.radius + PLANNING_MARGIN)
        self._contacts = ContactLog(self.simulation.start.layout)
        self._recorder: Recorder | None = None
        if recordings is not None:
            path = claim_episode_path(recordings, driven.episode_id)
            self._recorder = Recorder(path, self.simulation, site.plan)
        self._note_contacts(self.simulation.first)
        self._aim()

    @property
    def pose(self) -> Pose:
        """Where the robot is, map frame."""
        return Pose(*self.simulation.frame.robots[self.robot, :3].tolist())

    @property
    def velocity(self) -> Command:
        """Forward and leftward speed (m/s) and yaw rate (rad/s) of the robot."""
        forward, left, turn = self.simulation.frame.robots[self.robot, 3:].tolist()
        return (forward, left, turn)

    @property
    def collisions(self) -> int:
        """How often the robot touched something so far."""
        return self._contacts.count

    @property
    def recording(self) -> Path | None:
        """File that is written; None where nothing is recorded."""
        return None if self._recorder is None else self._recorder.path

    @property
    def is_task_over(self) -> bool:
        """Whether the robot had a task that ends and has nothing left of it."""
        if self.simulation.start.episode.robots[self.robot].endless:
            return False
        outcomes = self._outcomes()
        return bool(outcomes) and PENDING not in outcomes

    @property
    def succeeded(self) -> bool:
        """Whether the robot completed all phases of its task."""
        outcomes = self._outcomes()
        return bool(outcomes) and all(outcome == MET for outcome in outcomes)

    @property
    def is_cut(self) -> bool:
        """Whether a time limit ended the episode, or a tick that failed, and not what happened in it."""
        outcome, robots = self.simulation.outcome, self.simulation.start.episode.robots
        if outcome is None:
            return False
        unbounded = any(robot.endless for robot in robots) or not any(robot.phases for robot in robots)
        by_limit = outcome.reason in (TIMEOUT, NO_PROGRESS) or (outcome.state == "SUCCESS" and unbounded)
        return by_limit or self.failed_to_run

    def ended(self) -> tuple[bool, bool]:
        """Whether what happened ended the episode or the robot's task; whether it was cut before that."""
        is_over = self.is_task_over or (self.simulation.outcome is not None and not self.is_cut)
        return is_over, self.is_cut and not is_over

    def ranges(self) -> Reals:
        """The latest scans, see ``ScanSense.ranges``; nothing where they are not read."""
        return np.empty(0, dtype=np.float32) if self._scans is None else self._scans.ranges()

    def advance(self, command: Command, ticks: int) -> StepFacts:
        """Drive for some ticks, or until the robot has nothing left to do.

        Raises:
            OrderRefused: If a number of the command is not finite.
        """
        simulation = self.simulation
        simulation.orders.request(CommandVelocity(self.name, *command))
        before_ns, before_m, contacts = simulation.frame.time_ns, self.bearings.remaining, self._contacts.count
        passed = []
        for _ in range(ticks):
            tick = self._tick()
            if tick is None:
                break
            passed.append(tick)
            if simulation.outcome is not None or self.is_task_over:
                break
        seconds = ns_to_seconds(simulation.frame.time_ns - before_ns)
        progress = before_m - self._goal.remaining(self.pose)
        self._aim()
        observations = [tick.observation for tick in passed]
        own_verdicts = [found for seen in observations for found in seen.verdicts if found.robot == self.name]
        own_phases = [found for seen in observations for found in seen.phases if found.robot == self.name]
        return StepFacts(
            seconds=seconds,
            progress=progress if abs(progress) <= PLAUSIBLE * self._model.max_speed * seconds else 0.0,
            phases_met=sum(phase.outcome == MET for phase in own_phases),
            violations=sum(verdict.state == VIOLATED for verdict in own_verdicts),
            contacts=self._contacts.count - contacts,
            succeeded=self.is_task_over and self.succeeded,
            failed=self._has_failed(),
            command=command,
            robot=self.robot,
            frame=simulation.frame,
        )

    def end(self, reason: str) -> None:
        """Give the episode up, unless it is over, and complete its recording.

        Args:
            reason: Why it is given up.
        """
        self.simulation.judge.close(GIVEN_UP, reason, self.simulation.frame.tick)
        recorder, self._recorder = self._recorder, None
        if recorder is not None:
            recorder.finish()

    def _tick(self) -> Tick | None:
        """Advance by one tick; None where it fails, after which the episode is over."""
        try:
            tick = self.simulation.step()
        except SimulationError:
            self.failed_to_run = True
            return None
        if self._scans is not None:
            self._scans.take(tick.frame.tick)
        self._record(tick)
        self._note_contacts(tick)
        if tick.observation.phases or not all(isinstance(order.request, CommandVelocity) for order in tick.orders):
            self.phases = self.simulation.judge.phases()
        return tick

    def _record(self, tick: Tick) -> None:
        if self._recorder is None:
            return
        try:
            self._recorder.take(tick)
        except RecordingError:
            # What was written stays; the next episode is recorded anew.
            self._recorder = None
            raise

    def _note_contacts(self, tick: Tick) -> None:
        if tick.start is not None:
            self._contacts.use_layout(tick.start.layout)
        contacts = tick.frame.contacts
        if contacts.size:
            self._contacts.observe(tick.frame.time_ns, contacts[contacts[:, 0] == self.robot])

    def _aim(self) -> None:
        simulation = self.simulation
        active = simulation.judge.active_phase(self.name)
        self._goal.aim(goal_of(active, simulation.frame, simulation.start.layout), self.pose)
        self.bearings: Bearings = self._goal.seen(self.pose)

    def _outcomes(self) -> list[str]:
        return [phase.outcome for phase in self.phases if phase.robot == self.name]

    def _has_failed(self) -> bool:
        outcome = self.simulation.outcome
        broken = outcome is not None and outcome.state == "FAILED" and not self.is_cut
        return broken or (self.is_task_over and not self.is_cut and not self.succeeded)


def driven_by_commands(episode: Episode, robot: int, model: RobotModel) -> Episode:
    """The episode with one robot that listens to commands only.

    Raises:
        ValueError: If it has no such robot, or one of another model.
    """
    robots = list(episode.robots)
    if not 0 <= robot < len(robots):
        names = ", ".join(entry.name for entry in robots) or "none"
        raise ValueError(f"robot {robot} is to be controlled, but the robots of the episode are {names}")
    entry = robots[robot]
    if entry.model != model.name:
        raise ValueError(f"{entry.name} of the episode is a {entry.model}, but actions are for a {model.name}")
    robots[robot] = evolve(entry, adapter="external")
    return evolve(episode, robots=tuple(robots))
