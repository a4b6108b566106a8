"""The robots of the episode on the graph: their topics and their transforms."""

from collections.abc import Mapping, Sequence
from threading import Lock

from rclpy.node import Node

from arena_runtime.ros.camera_topics import CameraTopics, Darkroom
from arena_runtime.ros.episode_run import EpisodeRun
from arena_runtime.ros.qos import profile
from arena_runtime.ros.robot_links import fixed_links, moving_links
from arena_runtime.ros.robot_messages import robot_transforms, sensor_transforms
from arena_runtime.ros.robot_topics import CommandTaker, RobotTopics
from arena_runtime.simulation import Tick
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.models.robot_model import RobotModel
from arena_simulation_setup.scenario.render import place_nouns
from arena_simulation_setup.tree.identifiers import RobotIdentifier
from tf2_msgs.msg import TFMessage


class FleetTopics:
    """Topics of all robots; a robot that stays from one episode to the next keeps its topics.

    Topics are made and taken down by the thread that loads episodes, and by the simulation's where robots come and go
    while it runs; messages are published by the simulation's.

    Args:
        node: Where the topics live.
        take: Takes velocity commands.
        map_to_odom: Whether the transform from the map to the odometry frames is published.
        stamped: Whether commands come as TwistStamped.
        darkroom: Where the pictures of cameras are made; None where they take none.
    """

    def __init__(
        self, node: Node, take: CommandTaker, map_to_odom: bool, stamped: bool, darkroom: Darkroom | None = None
    ) -> None:
        self._node, self._take = node, take
        self._map_to_odom, self._stamped = map_to_odom, stamped
        self._transforms = node.create_publisher(TFMessage, "tf", profile("tf"))
        self._fixed = node.create_publisher(TFMessage, "tf_static", profile("tf_static"))
        self._robots: dict[str, RobotTopics] = {}
        self._cameras: dict[str, CameraTopics] = {}
        self._darkroom = darkroom
        self._listeners = 0
        self.shown: Sequence[str] = ()
        self._lock = Lock()

    def prepare(self, models: Mapping[str, RobotModel]) -> None:
        """Make the topics of robots that are to come, by name."""
        for name, model in models.items():
            known = self._robots.get(name)
            if known is None or known.model != model:
                made = RobotTopics(self._node, name, model, self._take, self._stamped)
                with self._lock:
                    self._robots[name] = made
                    old = self._cameras.pop(name, None)
                    if self._darkroom is not None and model.cameras:
                        self._cameras[name] = CameraTopics(self._node, name, model)
                for replaced in (known, old):
                    if replaced is not None:
                        replaced.close()

    def keep(self, names: Sequence[str]) -> None:
        """Take down the topics of all other robots."""
        with self._lock:
            gone: list[RobotTopics | CameraTopics] = [
                topics.pop(name)
                for topics in (self._robots, self._cameras)
                for name in list(topics)
                if name not in names
            ]
        for topics in gone:
            topics.close()

    def began(self, run: EpisodeRun) -> None:
        """Show where the sensors are, then frame 0."""
        self.shown = ()
        self._welcome(run)
        self.ticked(run, run.simulation.first)

    def _introduce(self, run: EpisodeRun, newcomers: Sequence[str]) -> None:
        """Show where the sensors of all robots are, and let further ones forget the episode before."""
        with self._lock:
            fleet = [self._robots[robot] for robot in _present(run)]
        stamp_ns = run.stamp_ns
        fixed = [transform for topics in fleet for transform in sensor_transforms(topics.name, topics.model, stamp_ns)]
        for topics in fleet:
            sensors = [lidar.name for lidar in topics.model.lidars]
            sensors += [camera.name for camera in topics.model.cameras]
            fixed += fixed_links(topics.name, topics.links, sensors, stamp_ns)
        self._fixed.publish(TFMessage(transforms=fixed))
        nouns = place_nouns(run.site.world.zones())
        for topics in fleet:
            if topics.name in newcomers:
                topics.began(nouns, run.episode.seed)
        self.shown = _present(run)

    def ticked(self, run: EpisodeRun, tick: Tick) -> None:
        """Publish transforms, then what each robot has to say."""
        if tick.start is not None:
            self._welcome(run)
        robots, rows = _present(run), run.simulation.start.layout.robot_index
        with self._lock:
            for robot in robots:
                row = rows[robot]
                x, y, yaw, *speeds = tick.frame.robots[row].tolist()
                self._robots[robot].odometry.follow(Pose(x, y, yaw))
                self._robots[robot].wheels.follow(tick.frame.time_ns, (x, y, yaw, *speeds))
        self._show_transforms(run)
        with self._lock:
            for robot in robots:
                self._robots[robot].show(run, tick, rows[robot])
                self._take_pictures(run, tick, rows[robot])

    def _welcome(self, run: EpisodeRun) -> None:
        """Make the topics of robots that came, and take down those of robots that went."""
        present, catalogue = _present(run), run.site.catalogue
        entries = [robot for robot in run.simulation.start.episode.robots if robot.name in present]
        self.prepare({robot.name: catalogue.robot(RobotIdentifier.parse(robot.model)) for robot in entries})
        self.keep(present)
        self._introduce(run, [robot for robot in present if robot not in self.shown])

    def _take_pictures(self, run: EpisodeRun, tick: Tick, row: int) -> None:
        cameras = self._cameras.get(run.simulation.start.layout.robots[row])
        rig = self._darkroom.rig(run) if cameras is not None and self._darkroom is not None else None
        if cameras is not None and rig is not None:
            cameras.show(run, tick, row, rig)

    def ended(self, run: EpisodeRun) -> None:
        """Remember who has seen the last tick."""
        self._listeners = self._transforms.get_subscription_count()

    def rested(self, run: EpisodeRun | None) -> None:
        """Repeat the transforms for those who came while time stands still.

        Everybody else gets them twice then, which tf2 warns about; so it is done on arrivals only.
        """
        listeners = self._transforms.get_subscription_count()
        if run is not None and listeners > self._listeners:
            self._show_transforms(run)
        self._listeners = listeners
        with self._lock:
            for topics in self._robots.values():
                topics.repeat()

    def _show_transforms(self, run: EpisodeRun) -> None:
        names, present = run.simulation.start.layout.robots, _present(run)
        with self._lock:
            fleet = [self._robots[name] for name in present if name in self._robots]
        odometry = {topics.name: topics.odometry for topics in fleet}
        transforms = robot_transforms(run.simulation.frame, names, run.stamp_ns, self._map_to_odom, odometry)
        for topics in fleet:
            if topics.model.arms:
                angles = topics.angles(run.simulation.scene, names.index(topics.name))
                transforms += moving_links(topics.name, topics.links, angles, run.stamp_ns)
        self._transforms.publish(TFMessage(transforms=transforms))


def _present(run: EpisodeRun) -> tuple[str, ...]:
    """Robots that are there, in order of their rows."""
    layout = run.simulation.start.layout
    return tuple(robot for robot in layout.robots if robot not in layout.gone) if layout.gone else layout.robots
