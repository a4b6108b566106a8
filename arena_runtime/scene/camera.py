"""What the cameras of robots see: color and depth, rendered without a screen."""

import copy
import math
from typing import Any

import mujoco
import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from arena_runtime.scene.layers import HIDDEN_GROUP
from arena_runtime.scene.rendering_canvas import graphics_context
from arena_runtime.scene.rendering_light import Lighting
from arena_runtime.scene.rendering_stage import Stage
from arena_runtime.scene.rendering_wheels import TurningWheels
from arena_runtime.scene.robot_looks import part_name
from arena_runtime.scene.scene import Scene
from arena_simulation_setup.frame import Frame
from arena_simulation_setup.models.robot_model import CameraModel

NEAR, FAR = 0.02, 200.0
"""Metres; planes between which something is drawn."""
LOOK_AHEAD = 1.5
"""Metres; the lamps nearest to a point so far before a camera light its pictures."""


@frozen(eq=False)
class Picture:
    """What a camera sees at one tick.

    Attributes:
        color: Shape (height, width, 3): red, green, blue, top row first.
        depth: Shape (height, width): metres along the optical axis; infinity where nothing is within ``range_max``.
    """

    color: NDArray[np.uint8]
    depth: NDArray[np.float32]


class CameraRig:
    """Takes the pictures of all robots of a scene; the scene is only read.

    It belongs to the thread that makes it, as drawing surfaces do.

    Args:
        scene: The scene, which may run on.
        stage: What there is to be seen beside the physics, and how it is lit; None for an even light.

    Raises:
        NoGraphicsError: If nothing can be rendered on this machine; the text says what to install.
    """

    def __init__(self, scene: Scene, stage: Stage | None = None) -> None:
        self._scene = scene
        self._lighting, self._wheels = None if stage is None else Lighting(stage), TurningWheels()
        self._option, self._eye = mujoco.MjvOption(), mujoco.MjvCamera()
        self._option.geomgroup[:] = [group < HIDDEN_GROUP for group in range(6)]
        self._eye.type = mujoco.mjtCamera.mjCAMERA_FIXED
        self._build()

    def _build(self) -> None:
        """Make a drawing surface for the largest picture, and a model and state of its own."""
        self._source = compiled = self._scene.compiled
        cameras = [camera for robot in compiled.robots for camera in robot.cameras]
        width = max((camera.width for camera in cameras), default=1)
        height = max((camera.height for camera in cameras), default=1)
        self._model = copy.copy(compiled.model)
        self._data = mujoco.MjData(self._model)
        self._model.vis.global_.offwidth, self._model.vis.global_.offheight = width, height
        self._graphics = graphics_context(width, height)
        self._graphics.make_current()
        self._context = mujoco.MjrContext(self._model, mujoco.mjtFontScale.mjFONTSCALE_100)
        # Far things keep their precision where the buffer holds 0 at the far plane.
        self._context.readDepthMap = mujoco.mjtDepthMap.mjDEPTH_ZEROFAR
        mujoco.mjr_setBuffer(mujoco.mjtFramebuffer.mjFB_OFFSCREEN, self._context)
        more = 0 if self._lighting is None else self._lighting.solids
        self._list = mujoco.MjvScene(self._model, maxgeom=self._model.ngeom + 10 + more)
        self._list.flags[mujoco.mjtRndFlag.mjRND_REFLECTION] = 0

    def picture(self, robot: int, camera: int, frame: Frame | None = None) -> Picture:
        """What a camera sees now.

        Args:
            robot: Index of the robot.
            camera: Index of the camera in the robot's model.
            frame: The latest frame, which says what lamps shine and how wheels have turned; None for an even light.
        """
        entry = self._scene.compiled.robots[robot]
        lens = entry.cameras[camera]
        self._look(part_name(entry.name, lens.name), frame)
        raw = np.empty((lens.height, lens.width), dtype=np.float32)
        color = self._lit(frame, lens, raw) if frame is not None else self._read(lens, raw)
        return Picture(color[::-1], _metres(raw[::-1], lens))

    def _read(self, lens: CameraModel, raw: NDArray[np.float32]) -> NDArray[np.uint8]:
        """Draw the list: color as returned, depth into ``raw``, bottom row first."""
        color = np.empty((lens.height, lens.width, 3), dtype=np.uint8)
        window = mujoco.MjrRect(0, 0, lens.width, lens.height)
        self._graphics.make_current()
        mujoco.mjr_render(window, self._list, self._context)
        mujoco.mjr_readPixels(color, raw, window, self._context)
        return color

    def _lit(self, frame: Frame, lens: CameraModel, raw: NDArray[np.float32]) -> NDArray[np.uint8]:
        """The same by the lamps of the building, those before the camera first."""
        if self._lighting is None:
            return self._read(lens, raw)
        shining = self._lighting.shining(frame, [robot.name for robot in self._scene.compiled.robots])
        first_extra = int(self._list.ngeom)
        self._lighting.add_room(self._list, shining, ceilings=True)
        eye = self._list.camera[0]
        centre = (np.asarray(eye.pos) + LOOK_AHEAD * np.asarray(eye.forward)).tolist()
        return self._lighting.picture(
            self._list,
            lambda: self._read(lens, raw),
            shining,
            (centre[0], centre[1], centre[2]),
            (1, False),
            first_extra,
        )

    def close(self) -> None:
        """Give the drawing surface back."""
        self._graphics.make_current()
        self._context.free()
        self._graphics.free()

    def _look(self, name: str, frame: Frame | None) -> None:
        if self._source is not self._scene.compiled:
            self.close()
            self._build()
        model, data, state = self._model, self._data, self._scene.data
        self._eye.fixedcamid = model.camera(name).id
        data.qpos[:], data.mocap_pos[:], data.mocap_quat[:] = state.qpos, state.mocap_pos, state.mocap_quat
        if frame is not None:
            self._wheels.turn(model, self._source.robots, frame)
        mujoco.mj_kinematics(model, data)
        mujoco.mj_comPos(model, data)
        mujoco.mj_camlight(model, data)
        everything = mujoco.mjtCatBit.mjCAT_ALL
        mujoco.mjv_updateScene(model, data, self._option, None, self._eye, everything, self._list)
        for side in self._list.camera:
            _keep_view(side)


def _keep_view(side: Any) -> None:
    """Put the near and far planes where they are wanted; MuJoCo has them in proportion to the whole building."""
    ratio = NEAR / side.frustum_near
    side.frustum_bottom *= ratio
    side.frustum_top *= ratio
    side.frustum_center *= ratio
    side.frustum_width *= ratio
    side.frustum_near, side.frustum_far = NEAR, FAR


def _metres(raw: NDArray[np.float32], lens: CameraModel) -> NDArray[np.float32]:
    """Depth along the optical axis from the contents of the depth buffer, which holds 1 at the near plane."""
    depth = NEAR * FAR / (NEAR + raw.astype(np.float64) * (FAR - NEAR))
    depth[depth > lens.range_max] = math.inf
    return depth.astype(np.float32)


def focal_length(camera: CameraModel) -> float:
    """Focal length in pixels; pixels are square. Source: pinhole camera."""
    return camera.width / (2.0 * math.tan(camera.field_of_view / 2.0))
