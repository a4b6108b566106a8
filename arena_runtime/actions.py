"""What arms do for the active phases: begun when a phase becomes active, done when the joints have settled."""

from collections.abc import Sequence

import numpy as np
from attrs import define
from numpy.typing import NDArray

from arena_runtime.robots.arm import Situation, way_of
from arena_runtime.robots.trajectory import Trajectory, trajectory
from arena_runtime.scene.scene import Scene
from arena_simulation_setup.episode import Episode
from arena_simulation_setup.frame import RESULT_STATUSES, Frame, FrameLayout
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.models.robot_model import RobotModel
from arena_simulation_setup.randomness import stream
from arena_simulation_setup.scenario.phase import GesturePhase, GotoPhase, Phase, ReachPhase
from arena_simulation_setup.timebase import seconds_to_ns

Floats = NDArray[np.float64]
Active = tuple[int, Phase] | None
STANDING_SPEED = 0.01
"""m/s and rad/s below which a robot stands; only then where it is counts for what its arm reaches for."""
LONGEST_WAIT_NS = seconds_to_ns(5.0)
SETTLED = 0.01
"""Radians and rad/s within which joints count as being where they shall."""
NO_ARM = "failed: unknown arm"


@define
class _Action:
    """An action in progress: of which phase, since when, which arm, its way, and how it stands."""

    phase: int
    since_ns: int
    arm: int = 0
    way: Trajectory | None = None
    status: str = "running"


class Actions:
    """The gestures and reaches of all robots of an episode.

    A robot without an arm ends them as unsupported. One that still moves waits until it stands, five seconds at most.

    Args:
        models: Model of each robot.
        episode: The episode.
        layout: Its layout.
        scene: Where the arms are.
    """

    def __init__(self, models: Sequence[RobotModel], episode: Episode, layout: FrameLayout, scene: Scene) -> None:
        self._models, self._seed, self._layout, self._scene = tuple(models), episode.seed, layout, scene
        self._actions: list[_Action | None] = [None] * len(self._models)

    def take_over(self, models: Sequence[RobotModel], layout: FrameLayout) -> None:
        """Go on with further robots, whose models come last."""
        self._models, self._layout = tuple(models), layout
        self._actions += [None] * (len(self._models) - len(self._actions))

    def step(self, active: Sequence[Active], frame: Frame, now_ns: int) -> None:
        """Move the arms for the tick that leads to ``now_ns``.

        Args:
            active: Index and phase of each robot, in order; None where it has none.
            frame: Latest frame.
            now_ns: Episode time at the end of the tick.
        """
        for robot, entry in enumerate(active):
            action = self._action(robot, entry, frame.time_ns)
            if action is None or entry is None or isinstance(entry[1], GotoPhase):
                continue
            if action.way is None and action.status == "running":
                self._begin(robot, action, entry[1], frame)
            if action.way is not None:
                self._scene.pose_arm(robot, action.arm, action.way.at(now_ns))

    def rows(self, active: Sequence[Active], now_ns: int) -> list[tuple[int, int, int]]:
        """Rows of ``Frame.results`` for the frame at ``now_ns``."""
        rows = []
        for robot, entry in enumerate(active):
            action = self._action(robot, entry, now_ns)
            if action is not None:
                self._finish(robot, action, now_ns)
                rows.append((robot, action.phase, RESULT_STATUSES.index(action.status)))
        return rows

    def _action(self, robot: int, entry: Active, now_ns: int) -> _Action | None:
        """The action of a robot's active phase, a new one where the phase is new."""
        if entry is None or isinstance(entry[1], GotoPhase):
            self._actions[robot] = None
            return None
        action = self._actions[robot]
        if action is None or action.phase != entry[0]:
            action = self._actions[robot] = _Action(entry[0], now_ns)
            self._choose_arm(action, self._models[robot], entry[1].instance)
        return action

    @staticmethod
    def _choose_arm(action: _Action, model: RobotModel, instance: str) -> None:
        names = [arm.name for arm in model.arms]
        if not names:
            action.status = "unsupported"
        elif instance and instance not in names:
            action.status = NO_ARM
        else:
            action.arm = names.index(instance) if instance else 0

    def _begin(self, robot: int, action: _Action, phase: GesturePhase | ReachPhase, frame: Frame) -> None:
        x, y, yaw, vx, vy, wz = frame.robots[robot].tolist()
        moves = max(abs(vx), abs(vy), abs(wz)) > STANDING_SPEED
        if moves and frame.time_ns - action.since_ns < LONGEST_WAIT_NS:
            return
        name, arm = self._layout.robots[robot], self._models[robot].arms[action.arm]
        chain, angles = self._scene.arm_chains(robot)[action.arm], self._scene.arm_angles(robot, action.arm)
        situation = Situation(name, Pose(x, y, yaw), angles, lambda other: self._place_of(other, frame))
        random = stream(self._seed, "arm", name, action.phase)
        way = way_of(phase, arm, chain, situation, random)
        if isinstance(way, str):
            action.status = way
        else:
            action.way = trajectory(frame.time_ns, (angles, *way), arm.max_joint_speed)

    def _finish(self, robot: int, action: _Action, now_ns: int) -> None:
        if action.status != "running" or action.way is None or not action.way.over(now_ns):
            return
        off = self._scene.arm_angles(robot, action.arm) - action.way.end
        speeds = self._scene.arm_speeds(robot, action.arm)
        if max(float(np.abs(off).max()), float(np.abs(speeds).max())) <= SETTLED:
            action.status = "done"

    def _place_of(self, name: str, frame: Frame) -> Pose | None:
        """Where a robot or person is, or the middle of a zone, door or elevator; map frame."""
        for rows, index in ((frame.robots, self._layout.robot_index), (frame.people, self._layout.person_index)):
            if name in index:
                x, y, yaw = rows[index[name], :3].tolist()
                return None if np.isnan(x) else Pose(x, y, yaw)
        for area in self._layout.areas:
            if name in (area.name, f"{area.name}/{area.level}"):
                x, y = np.mean(area.corners, axis=0).tolist()
                return Pose(x, y)
        return None
