"""Pictures of a running scene without a screen, lit by the lamps of the building."""

import copy
import math
from typing import Any

import mujoco
import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from arena_runtime.scene.lamps import Vector
from arena_runtime.scene.layers import HIDDEN_GROUP
from arena_runtime.scene.rendering_canvas import Canvas, Pixels
from arena_runtime.scene.rendering_extras import add_solid, person_solids
from arena_runtime.scene.rendering_light import Lighting
from arena_runtime.scene.rendering_lights import Shining, add_even_lights
from arena_runtime.scene.rendering_stage import Stage
from arena_runtime.scene.rendering_wheels import TurningWheels
from arena_runtime.scene.scene import Scene
from arena_simulation_setup.frame import Frame
from arena_simulation_setup.geometry import Corner

ABOVE_ALL = 50.0
"""Metres; how high the eye of a look from above is."""
EYE_ABOVE_ROBOT = 0.3
LOWEST_EYE = 0.6
FIELD_OF_VIEW_DEG = 70.0
NEAR, FAR = 0.05, 300.0
SHADOW_PIXELS = 512


@frozen
class View:
    """Where a picture is taken from.

    Attributes:
        centre: What it looks at, metres, map frame.
        distance: From the eye to the centre, metres.
        azimuth: Direction of the look, radians, map frame.
        elevation: Of the look, radians; negative looks down.
        span: Metres from the lower to the upper edge of the picture, without perspective; 0 for perspective.
        ceilings: Whether ceilings are shown.
    """

    centre: Vector
    distance: float
    azimuth: float
    elevation: float
    span: float = 0.0
    ceilings: bool = False


@frozen
class Detail:
    """How much work goes into a picture.

    Attributes:
        passes: How many times it is drawn at most, each time with eight other lamps.
        shadows: Whether every lamp casts shadows, which keeps its light out of other rooms.
        samples: Of a pixel, for smooth edges; 0 for one.
    """

    passes: int = 1
    shadows: bool = False
    samples: int = 0


class SceneRenderer:
    """Draws a scene; it only reads it, so an episode goes the same way with it.

    Args:
        scene: The scene, which may run on.
        stage: What else there is to be seen.
        size: Width and height of all pictures, pixels.
        detail: How much work goes into a picture.

    Raises:
        NoGraphicsError: If nothing can be rendered on this machine.
    """

    def __init__(self, scene: Scene, stage: Stage, size: tuple[int, int], detail: Detail | None = None) -> None:
        self._scene, self._stage, self._size, self._detail = scene, stage, size, detail or Detail()
        self._lighting, self._wheels = Lighting(stage), TurningWheels()
        self._option = mujoco.MjvOption()
        self._source: Any = None
        self._canvas: Canvas | None = None
        self._follow()

    def top_down(self, frame: Frame, centre: Corner, span: float) -> Pixels:
        """A look from above without perspective and ceilings.

        Args:
            frame: The latest frame of the scene.
            centre: Middle of the picture, metres, map frame; x runs to the right.
            span: Metres from the lower to the upper edge.
        """
        return self.look(frame, View((*centre, 0.0), ABOVE_ALL, math.pi / 2, -math.pi / 2, span))

    def robot_view(self, frame: Frame, index: int) -> Pixels:
        """What a robot has before it.

        Args:
            frame: The latest frame of the scene.
            index: Index of the robot.
        """
        x, y, yaw = frame.robots[index, :3].tolist()
        robot = self._scene.compiled.robots[index]
        reach = robot.radius + 1.0
        centre = (x + reach * math.cos(yaw), y + reach * math.sin(yaw), max(robot.height + EYE_ABOVE_ROBOT, LOWEST_EYE))
        return self.look(frame, View(centre, 1.0, yaw, math.radians(-4.0), ceilings=True))

    def look(self, frame: Frame, view: View, *, deserted: bool = False) -> Pixels:
        """A picture from anywhere.

        Args:
            frame: The latest frame of the scene.
            view: Where it is taken from.
            deserted: Whether people and robots are left out.

        Returns:
            Shape (height, width, 3), top row first.
        """
        canvas, shining = self._follow(frame), self._shining(frame)
        first_extra = self._listed(canvas, frame, view, shining, deserted)
        manner = (self._detail.passes, self._detail.shadows)
        return self._lighting.picture(canvas.scene, canvas.pixels, shining, view.centre, manner, first_extra)

    def even(self, frame: Frame, view: View, *, deserted: bool = False) -> Pixels:
        """The same picture in a light that reaches everything alike."""
        canvas = self._follow(frame)
        self._listed(canvas, frame, view, self._shining(frame), deserted)
        canvas.scene.nlight = 0
        add_even_lights(canvas.scene)
        return canvas.pixels()

    def brightness(self, frame: Frame) -> tuple[float, ...]:
        """Brightness of every lamp, 0 to 1; empty where the world says nothing about light and has no lamp."""
        return tuple(self._stage.state.brightness(frame).tolist())

    def close(self) -> None:
        """Give the drawing surface back."""
        if self._canvas is not None:
            self._canvas.close()
            self._canvas = None

    def _listed(self, canvas: Canvas, frame: Frame, view: View, shining: list[Shining], deserted: bool) -> int:
        """Fill the list of what is drawn; gives the index of the first that is no geom of the physics."""
        self._model.vis.global_.fovy = view.span or FIELD_OF_VIEW_DEG
        camera, everything = _camera(view), mujoco.mjtCatBit.mjCAT_ALL
        self._model.geom_group[self._on_robots] = HIDDEN_GROUP if deserted else self._groups[self._on_robots]
        mujoco.mjv_updateScene(self._model, self._data, self._option, None, camera, everything, canvas.scene)
        first_extra = int(canvas.scene.ngeom)
        self._lighting.add_room(canvas.scene, shining, ceilings=view.ceilings)
        if not deserted:
            self._add_people(canvas.scene, frame)
        return first_extra

    def _follow(self, frame: Frame | None = None) -> Canvas:
        """Take over the state of the scene, and its model where that is a new one; wheels are as in the frame."""
        compiled, state = self._scene.compiled, self._scene.data
        if self._canvas is None or self._source is not compiled:
            self.close()
            self._source, self._model = compiled, _picture_model(self._scene)
            self._data = mujoco.MjData(self._model)
            self._groups, self._on_robots = self._model.geom_group.copy(), _driven_geoms(self._model)
            more = self._lighting.solids + 3 * len(compiled.people)
            self._model.vis.quality.offsamples = self._detail.samples
            self._canvas = Canvas(self._model, *self._size, extra_geoms=more)
        self._data.qpos[:], self._data.mocap_pos[:], self._data.mocap_quat[:] = (
            state.qpos,
            state.mocap_pos,
            state.mocap_quat,
        )
        if frame is not None:
            self._wheels.turn(self._model, compiled.robots, frame)
        mujoco.mj_kinematics(self._model, self._data)
        mujoco.mj_comPos(self._model, self._data)
        mujoco.mj_camlight(self._model, self._data)
        return self._canvas

    def _shining(self, frame: Frame) -> list[Shining]:
        return self._lighting.shining(frame, [robot.name for robot in self._scene.compiled.robots])

    def _add_people(self, drawn: Any, frame: Frame) -> None:
        for look, (x, y, yaw) in zip(self._stage.people, frame.people[:, :3].tolist(), strict=False):
            if x == x:
                for solid in person_solids(look, x, y, yaw):
                    add_solid(drawn, solid)


def _picture_model(scene: Scene) -> Any:
    """A copy of the model for pictures: people are drawn with heads instead, lenses begin close to the eye."""
    model = copy.copy(scene.compiled.model)
    for person in scene.compiled.people:
        body = model.body(person.name)
        first = int(body.geomadr[0])
        model.geom_group[first : first + int(body.geomnum[0])] = HIDDEN_GROUP
    model.vis.map.znear, model.vis.map.zfar = NEAR / model.stat.extent, FAR / model.stat.extent
    model.vis.quality.shadowsize = SHADOW_PIXELS
    return model


def _driven_geoms(model: Any) -> NDArray[np.bool_]:
    """Shape (geoms,): which belong to something with joints."""
    driven = np.unique(model.body_rootid[model.dof_bodyid])
    found: NDArray[np.bool_] = np.isin(model.body_rootid[model.geom_bodyid], driven)
    return found


def _camera(view: View) -> Any:
    camera = mujoco.MjvCamera()
    camera.type = mujoco.mjtCamera.mjCAMERA_FREE
    camera.lookat[:], camera.distance = view.centre, view.distance
    camera.azimuth, camera.elevation = math.degrees(view.azimuth), math.degrees(view.elevation)
    camera.orthographic = int(view.span > 0.0)
    return camera
