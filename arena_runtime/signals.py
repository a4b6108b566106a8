"""What robots signal: latched from when it is sent until the next phase begins."""

from collections.abc import Sequence

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from arena_runtime.robots.goal import Goal
from arena_simulation_setup.episode import Episode, EpisodeRobot
from arena_simulation_setup.frame import NO_CODE
from arena_simulation_setup.geometry import covers, wrapped_angle
from arena_simulation_setup.order import SendSignal
from arena_simulation_setup.scenario.phase import GotoPhase, Phase

STANDING_SPEED = 0.05
"""m/s and rad/s below which a robot has stopped."""


@frozen
class Moment:
    """A robot between two ticks.

    Attributes:
        active: Index and phase that it is at; None without one.
        goal: Where its navigator is sent; None without one.
        row: Its row of the latest frame.
    """

    active: tuple[int, Phase] | None
    goal: Goal | None
    row: Sequence[float]


class Signals:
    """The latched signals of all robots of an episode.

    The built-in navigator signals what a phase asks for once the robot has stopped at the goal. Whoever drives a robot
    from outside sends its signals as orders. Nothing signals for a robot that nobody drives.

    Args:
        episode: The episode.

    Raises:
        ValueError: If a robot shall signal and nothing that drives it can.
    """

    def __init__(self, episode: Episode) -> None:
        _check(episode)
        asked = [phase.signal for robot in episode.robots for phase in robot.phases if isinstance(phase, GotoPhase)]
        self.texts = tuple(sorted({text for text in asked if text}))
        self._navigated = [robot.adapter == "navigator" for robot in episode.robots]
        self._names = [robot.name for robot in episode.robots]
        self._sent: dict[int, int] = {}
        self._phases: list[int | None] = [None] * len(self._names)
        self._codes = np.full(len(self._names), NO_CODE, dtype=np.uint8)

    def take_over(self, robots: Sequence[EpisodeRobot]) -> None:
        """Go on with further robots; signals that only they send get further codes."""
        newcomers = robots[len(self._names) :]
        asked = {phase.signal for robot in newcomers for phase in robot.phases if isinstance(phase, GotoPhase)}
        self.texts += tuple(sorted(text for text in asked if text and text not in self.texts))
        self._navigated += [robot.adapter == "navigator" for robot in newcomers]
        self._names += [robot.name for robot in newcomers]
        self._phases += [None] * len(newcomers)
        self._codes = np.concatenate((self._codes, np.full(len(newcomers), NO_CODE, dtype=np.uint8)))

    @property
    def codes(self) -> NDArray[np.uint8]:
        """Shape (R,): code of each robot's signal, an index into ``texts``."""
        return self._codes.copy()

    def take(self, order: SendSignal) -> None:
        """Take what is sent from outside, to be latched by the next step; what no phase asks for is no signal."""
        if order.signal in self.texts:
            self._sent[self._names.index(order.robot)] = self.texts.index(order.signal)

    def step(self, robots: Sequence[Moment]) -> None:
        """Forget the signals of phases that are over, then latch those of navigators at their goal and those sent."""
        for index, moment in enumerate(robots):
            phase = None if moment.active is None else moment.active[0]
            if phase != self._phases[index]:
                self._phases[index], self._codes[index] = phase, NO_CODE
            wanted = _wanted(moment)
            if wanted in self.texts and self._navigated[index] and _stopped_there(moment):
                self._codes[index] = self.texts.index(wanted)
            if index in self._sent:
                self._codes[index] = self._sent.pop(index)


def _wanted(moment: Moment) -> str:
    phase = None if moment.active is None else moment.active[1]
    return phase.signal or "" if isinstance(phase, GotoPhase) else ""


def _stopped_there(moment: Moment) -> bool:
    x, y, yaw, vx, vy, wz = moment.row
    if max(abs(vx), abs(vy), abs(wz)) > STANDING_SPEED:
        return False
    goal = moment.goal
    if goal is None:
        return moment.active is not None and moment.active[1].kind == "hold"
    if goal.point is None:
        return covers(goal.polygon, x, y)
    reach = max(goal.position_tolerance, goal.acceptable_distance)
    near = (x - goal.point[0]) ** 2 + (y - goal.point[1]) ** 2 <= reach * reach
    return near and (goal.yaw is None or abs(wrapped_angle(goal.yaw - yaw)) <= goal.yaw_tolerance)


def _check(episode: Episode) -> None:
    for robot in episode.robots:
        for index, phase in enumerate(robot.phases):
            if isinstance(phase, GotoPhase) and phase.signal and robot.adapter == "none":
                raise ValueError(
                    f"robot {robot.name}, phase {index}: nobody drives it who could signal {phase.signal!r}, "
                    "expected the adapter navigator or external, or a goto without signal"
                )
