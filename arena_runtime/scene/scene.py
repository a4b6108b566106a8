"""A running scene: put things in place, step, read. It decides nothing."""

import math
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

import mujoco
import numpy as np
from numpy.typing import ArrayLike, NDArray

from arena_runtime.mechanisms.contract import MoveBody
from arena_runtime.robots.inverse_kinematics import Chain
from arena_runtime.scene.bench import BareLoops
from arena_runtime.scene.compiled import CompiledScene
from arena_runtime.scene.contacts import ContactRow
from arena_runtime.scene.errors import SceneError, unknown_name
from arena_runtime.scene.person_bodies import put_bodies
from arena_runtime.scene.process_settings import give_back_large_blocks, silent
from arena_runtime.scene.robot_addresses import RobotAddresses
from arena_runtime.scene.room import Room
from arena_runtime.scene.sight import Sight
from arena_simulation_setup.geometry import Corner, Pose

Floats = NDArray[np.float64]
WARNINGS = tuple(mujoco.mjtWarning(code).name for code in range(int(mujoco.mjtWarning.mjNWARNING)))
NOWHERE = (math.nan,) * 6
DISC_HEIGHT = 2.0
"""Metres; height of a disc about which nothing else is said."""


class Scene:
    """The physics of one episode; editing puts another model with the same state in the place of this one.

    Args:
        compiled: The model with its tables.
    """

    def __init__(self, compiled: CompiledScene) -> None:
        self._compiled = compiled
        self._model = compiled.model
        # Warnings are raised as errors by `step`; MuJoCo itself would write a log into the working directory.
        mujoco.set_mju_user_warning(silent)
        give_back_large_blocks()
        self._data = mujoco.MjData(self._model)
        self._room = Room(compiled, self._data)
        self._addresses = compiled.addresses
        self._sight = Sight(compiled.sight, compiled.robots, compiled.addresses, compiled.model)
        self._sight_is_old = True
        self.reset()

    def reset(self) -> None:
        """Return to the state that the scene was built in, to the bit."""
        mujoco.mj_resetData(self._model, self._data)
        for own, robot in zip(self._addresses, self._compiled.robots, strict=True):
            if own is None:
                continue
            self._data.qpos[own.position : own.position + 3] = robot.start
            for arm in own.arms:
                self._data.qpos[arm.positions] = self._data.ctrl[arm.controls] = arm.start
        mujoco.mj_forward(self._model, self._data)
        self._sight_is_old = True

    def become(self, other: "Scene") -> None:
        """Take the place of another scene, which is of no use any more."""
        self._compiled, self._model, self._data = other._compiled, other._model, other._data
        self._room, self._addresses, self._sight = other._room, other._addresses, other._sight
        self._sight_is_old = True
        for kept in ("bodies", "_bare_loops"):
            self.__dict__.pop(kept, None)

    # What stays the same until the scene is edited

    @property
    def partners(self) -> tuple[str, ...]:
        """Names that the partner index of a contact points into: robots, people, then all else."""
        return self._compiled.partners

    @cached_property
    def bodies(self) -> Mapping[str, int]:
        """Every body that ``apply`` can move, and its index."""
        return {name: slab.mocap for name, slab in self._compiled.slabs.items()}

    @property
    def compiled(self) -> CompiledScene:
        """The model with its tables, for pictures; to be read only."""
        return self._compiled

    @property
    def data(self) -> Any:
        """MuJoCo's state of the model, for pictures; to be read only."""
        return self._data

    @property
    def room(self) -> Room:
        """What is where now; of use until the scene is edited."""
        return self._room

    @property
    def statistics(self) -> Mapping[str, int]:
        """Size of the model: ``ngeom`` and ``nbody``."""
        return {"ngeom": int(self._model.ngeom), "nbody": int(self._model.nbody)}

    def obstacle_polygons(self) -> tuple[tuple[str, tuple[Corner, ...]], ...]:
        """Name and convex footprint (metres, map frame, counter-clockwise) of every static object on the floor."""
        return self._compiled.obstacles

    # What is done to it

    def apply(self, commands: Iterable[MoveBody]) -> None:
        """Put moving slabs where mechanisms want them.

        Raises:
            SceneError: If no slab has that name.
        """
        slabs = self._compiled.slabs
        for command in commands:
            if command.body not in slabs:
                raise unknown_name("moving body", command.body, slabs)
            index = slabs[command.body].mocap
            self._data.mocap_pos[index] = (command.x, command.y, command.z)
            self._data.mocap_quat[index] = (math.cos(command.yaw / 2), 0.0, 0.0, math.sin(command.yaw / 2))
            self._sight_is_old = True

    def place_people(self, rows: ArrayLike) -> None:
        """Put every person somewhere.

        Args:
            rows: Shape (P, 2 or more): x, y (metres), map frame, and what does not matter here: an upright capsule
                looks the same from every side. A row of NaN takes a person away; rows of who is gone are ignored.

        Raises:
            SceneError: If there is not one row per person.
        """
        compiled, table = self._compiled, np.ascontiguousarray(rows, dtype=np.float64)
        if len(table) != compiled.person_count:
            raise SceneError(f"{len(table)} rows of people, expected one for each of {compiled.person_count}")
        if compiled.person_rows is not None:
            table = table[compiled.person_rows]
        if compiled.people:
            first = compiled.first_person
            put_bodies(self._data.mocap_pos[first : first + len(compiled.people)], table)
        self._sight_is_old = True

    def drive(self, index: int, vx: float, vy: float, wz: float) -> None:
        """Set the speed that a robot shall keep until the next call.

        Args:
            index: Index of the robot.
            vx: Forward, m/s, body frame.
            vy: Leftward, m/s, body frame; nothing for a drive that can not move sideways.
            wz: Yaw rate, rad/s.
        """
        sideways = vy if self._compiled.robots[index].sideways else 0.0
        first = self._address(index).control
        self._data.ctrl[first : first + 3] = (vx, sideways, wz)

    def pose_arm(self, index: int, arm: int, angles: Floats) -> None:
        """Set the angles that the joints of an arm shall take; shape (J,), radians."""
        self._data.ctrl[self._address(index).arms[arm].controls] = angles

    def step(self) -> None:
        """Advance the physics by one tick.

        Raises:
            SceneError: If MuJoCo warned of anything; the state is of no use any more.
        """
        mujoco.mj_step(self._model, self._data, self._compiled.substeps)
        self._sight_is_old = True
        numbers = self._data.warning.number
        if numbers.any():
            raised = [f"{name} x {count}" for name, count in zip(WARNINGS, numbers.tolist(), strict=True) if count]
            raise SceneError(f"the physics broke down at {self._data.time:.3f} s: {', '.join(raised)}")

    def teleport_robot(self, index: int, pose: Pose) -> None:
        """Put a robot somewhere else, at rest; contacts are known after the next step.

        Raises:
            SceneError: If it would overlap anything solid there; it stays where it is then.
        """
        robot = self._compiled.robots[index]
        found = self._room.overlap((pose.x, pose.y, robot.radius), robot.height, robot.name)
        if found is not None:
            raise SceneError(f"robot {robot.name!r} has no room at ({pose.x:.2f}, {pose.y:.2f}): {found!r} is there")
        self.put_robot(index, pose)

    def put_robot(self, index: int, pose: Pose) -> None:
        """The same where it is known that there is room."""
        address = self._address(index)
        self._data.qpos[address.position : address.position + 3] = (pose.x, pose.y, pose.yaw)
        own = slice(address.speed, address.speed + 3)
        self._data.qvel[own] = 0.0
        self._data.qacc_warmstart[own] = 0.0
        self._sight_is_old = True

    # What can be read

    def robot_rows(self) -> Floats:
        """State of the robots.

        Returns:
            Shape (R, 6): x, y (m), yaw (rad, within [-pi, pi]), map frame; vx, vy (m/s), wz (rad/s), body frame; NaN
            where a robot is gone.
        """
        rows = []
        places, speeds = self._data.qpos.tolist(), self._data.qvel.tolist()
        for own in self._addresses:
            if own is None:
                rows.append(NOWHERE)
                continue
            x, y, yaw = places[own.position : own.position + 3]
            map_x, map_y, wz = speeds[own.speed : own.speed + 3]
            cos_yaw, sin_yaw = math.cos(yaw), math.sin(yaw)
            vx, vy = cos_yaw * map_x + sin_yaw * map_y, cos_yaw * map_y - sin_yaw * map_x
            rows.append((x, y, math.remainder(yaw, math.tau), vx, vy, wz))
        return np.array(rows, dtype=np.float64).reshape(-1, 6)

    def arm_angles(self, index: int, arm: int) -> Floats:
        """Angles of the joints of an arm, radians; shape (J,)."""
        angles: Floats = self._data.qpos[self._address(index).arms[arm].positions]
        return angles

    def arm_speeds(self, index: int, arm: int) -> Floats:
        """Speeds of the joints of an arm, rad/s; shape (J,)."""
        speeds: Floats = self._data.qvel[self._address(index).arms[arm].speeds]
        return speeds

    def arm_chains(self, index: int) -> tuple[Chain, ...]:
        """How each arm of a robot moves, base frame."""
        return self._compiled.robots[index].chains

    def contacts(self) -> list[ContactRow]:
        """Robot index, kind (index into ``CONTACT_KINDS``), partner index of what robots touch; sorted, each once.

        They are those of the last physics step, which begins where the step before it ended.
        """
        return self._compiled.contact_table.rows(self._data)

    def scan(self, robot_index: int, lidar_index: int) -> Floats:
        """True distances along the beams of a scanner, metres; shape (B,), infinity beyond ``range_max``.

        Distances below ``range_min`` are given as they are. A robot never sees itself.
        """
        if self._sight_is_old:
            self._sight.follow(self._data)
            self._sight_is_old = False
        return self._sight.scan(robot_index, lidar_index)

    def overlaps(self, x: float, y: float, radius: float) -> str | None:
        """Name of a wall, thing, slab or person that an upright cylinder of 2 m on the floor overlaps, or None.

        Robots do not count, so that the place of one can be asked about; see ``start_overlaps``.

        Args:
            x: Metres, map frame.
            y: Metres, map frame.
            radius: Metres.
        """
        return self._room.besides_robots((x, y, radius), DISC_HEIGHT)

    def start_overlaps(self) -> tuple[tuple[str, str], ...]:
        """Each robot that overlaps something where it is now, other robots included, with the name of that."""
        pairs = []
        for robot, (x, y, *_) in zip(self._compiled.robots, self.robot_rows().tolist(), strict=True):
            if x != x:
                continue
            found = self._room.overlap((x, y, robot.radius), robot.height, robot.name)
            if found is not None:
                pairs.append((robot.name, found))
        return tuple(pairs)

    def _address(self, index: int) -> RobotAddresses:
        own = self._addresses[index]
        if own is None:
            raise SceneError(f"robot {self._compiled.robots[index].name!r} is gone")
        return own

    # Bare loops

    def bare_steps(self, ticks: int) -> None:
        """Step a copy of the scene with nothing around it, one call of MuJoCo per tick; the scene stays as it is."""
        self._bare_loops.steps(ticks)

    def bare_scan(self, count: int, robot_index: int = 0, lidar_index: int = 0) -> None:
        """Cast the rays of a scanner a number of times with nothing around it."""
        self._sight.follow(self._data)
        for _ in range(count):
            self._sight.bare_scan(robot_index, lidar_index)

    @cached_property
    def _bare_loops(self) -> BareLoops:
        return BareLoops(self._model, self._data, self._compiled.substeps)
