"""Pictures of robots' cameras on the graph: color, depth and how the camera is built."""

from array import array
from collections.abc import Callable

import numpy as np
from rclpy.node import Node
from sensor_msgs.msg import CameraInfo, Image

from arena_runtime.robots.lidar import is_due
from arena_runtime.ros.episode_run import EpisodeRun
from arena_runtime.ros.planar_messages import header
from arena_runtime.ros.qos import PICTURES, profile_of
from arena_runtime.scene.camera import CameraRig, Picture, focal_length
from arena_runtime.scene.lights import LIGHTINGS
from arena_runtime.scene.rendering_canvas import NoGraphicsError
from arena_runtime.scene.rendering_stage import Stage, StageWorld, make_stage
from arena_runtime.simulation import Tick
from arena_simulation_setup.models.robot_model import CameraModel, RobotModel


class CameraTopics:
    """The cameras of one robot.

    Args:
        node: Where the topics live.
        robot: Name of the robot.
        model: Its model.
    """

    def __init__(self, node: Node, robot: str, model: RobotModel) -> None:
        self._node, self._robot, self._cameras = node, robot, model.cameras
        kinds = (("color/image_raw", Image), ("depth/image_raw", Image), ("camera_info", CameraInfo))
        self._publishers = [
            [
                node.create_publisher(kind, f"{robot}/{camera.name}/{topic}", profile_of(PICTURES))
                for topic, kind in kinds
            ]
            for camera in model.cameras
        ]

    def show(self, run: EpisodeRun, tick: Tick, row: int, rig: CameraRig) -> None:
        """Publish the pictures that are due and that somebody listens to.

        Args:
            run: The episode.
            tick: The tick.
            row: Index of the robot.
            rig: Takes the pictures.
        """
        stamp_ns = run.clock_offset_ns + tick.frame.time_ns
        for index, (camera, publishers) in enumerate(zip(self._cameras, self._publishers, strict=True)):
            listened = any(publisher.get_subscription_count() for publisher in publishers)
            if listened and is_due(camera, tick.frame.tick, run.episode.rate):
                picture = rig.picture(row, index, tick.frame)
                messages = camera_messages(optical_frame(self._robot, camera), camera, picture, stamp_ns)
                for publisher, message in zip(publishers, messages, strict=True):
                    publisher.publish(message)

    def close(self) -> None:
        """Take the topics down."""
        for publishers in self._publishers:
            for publisher in publishers:
                self._node.destroy_publisher(publisher)


class Darkroom:
    """The rig of the episode in progress; where nothing can be rendered, that is said once and pictures are left out.

    Args:
        report: Takes the sentence that says what to install.
        lighting: One of ``LIGHTINGS``.
    """

    def __init__(self, report: Callable[[str], None], lighting: str = LIGHTINGS[0]) -> None:
        self._report, self._lighting, self._broken = report, lighting, False
        self._rig: CameraRig | None = None
        self._run: EpisodeRun | None = None

    def rig(self, run: EpisodeRun) -> CameraRig | None:
        """The rig for an episode; None where nothing can be rendered. Only the simulation's thread may ask."""
        if self._run is not run and not self._broken:
            if self._rig is not None:
                self._rig.close()
            self._run, self._rig = run, None
            try:
                self._rig = CameraRig(run.simulation.scene, _stage(run, self._lighting))
            except NoGraphicsError as error:
                self._broken = True
                self._report(f"no camera pictures: {error}")
        return self._rig


def _stage(run: EpisodeRun, lighting: str) -> Stage:
    """What cameras see beside the physics, and how it is lit."""
    start, site = run.simulation.start, run.site
    return make_stage(StageWorld(site.world, site.realized, site.catalogue, lighting), start.episode, start.layout)


def optical_frame(robot: str, camera: CameraModel) -> str:
    """Name of the frame of a camera's pictures: z ahead, x to the right (REP-103)."""
    return f"{robot}/{camera.name}_optical"


def camera_messages(
    frame: str, camera: CameraModel, picture: Picture, stamp_ns: int
) -> tuple[Image, Image, CameraInfo]:
    """Color (rgb8), depth (32FC1, metres, infinity beyond the range: REP-118) and the pinhole model of a picture.

    Args:
        frame: Name of the optical frame.
        camera: The camera.
        picture: What it sees.
        stamp_ns: Time of /clock, nanoseconds.
    """
    height, width = camera.height, camera.width
    color = Image(header=header(stamp_ns, frame), height=height, width=width, encoding="rgb8", step=3 * width)
    color.data = array("B", np.ascontiguousarray(picture.color).tobytes())
    depth = Image(header=header(stamp_ns, frame), height=height, width=width, encoding="32FC1", step=4 * width)
    depth.data = array("B", np.ascontiguousarray(picture.depth).tobytes())
    focal, x, y = focal_length(camera), width / 2.0, height / 2.0
    info = CameraInfo(header=header(stamp_ns, frame), height=height, width=width, distortion_model="plumb_bob")
    info.d = [0.0] * 5
    info.k = [focal, 0.0, x, 0.0, focal, y, 0.0, 0.0, 1.0]
    info.r = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0]
    info.p = [focal, 0.0, x, 0.0, 0.0, focal, y, 0.0, 0.0, 0.0, 1.0, 0.0]
    return color, depth, info
