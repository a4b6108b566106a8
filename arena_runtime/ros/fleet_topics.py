"""The robots of the episode on the graph: their topics and their transforms."""

from collections.abc import Mapping, Sequence
from threading import Lock

from rclpy.node import Node

from arena_runtime.ros.episode_run import EpisodeRun
from arena_runtime.ros.qos import profile
from arena_runtime.ros.robot_messages import robot_transforms, sensor_transforms
from arena_runtime.ros.robot_topics import CommandTaker, RobotTopics
from arena_runtime.simulation import Tick
from arena_simulation_setup.models.robot_model import RobotModel
from arena_simulation_setup.scenario.render import place_nouns
from tf2_msgs.msg import TFMessage


class FleetTopics:
    """Topics of all robots; a robot that stays from one episode to the next keeps its topics.

    Topics are made and taken down by the thread that loads episodes, messages are published by the simulation's.

    Args:
        node: Where the topics live.
        take: Takes velocity commands.
        map_to_odom: Whether the transform from the map to the odometry frames is published.
        stamped: Whether commands come as TwistStamped.
    """

    def __init__(self, node: Node, take: CommandTaker, map_to_odom: bool, stamped: bool) -> None:
        self._node, self._take = node, take
        self._map_to_odom, self._stamped = map_to_odom, stamped
        self._transforms = node.create_publisher(TFMessage, "tf", profile("tf"))
        self._fixed = node.create_publisher(TFMessage, "tf_static", profile("tf_static"))
        self._robots: dict[str, RobotTopics] = {}
        self._listeners = 0
        self._lock = Lock()

    def prepare(self, models: Mapping[str, RobotModel]) -> None:
        """Make the topics of robots that are to come, by name."""
        for name, model in models.items():
            known = self._robots.get(name)
            if known is None or known.model != model:
                made = RobotTopics(self._node, name, model, self._take, self._stamped)
                with self._lock:
                    self._robots[name] = made
                if known is not None:
                    known.close()

    def keep(self, names: Sequence[str]) -> None:
        """Take down the topics of all other robots."""
        with self._lock:
            gone = [self._robots.pop(name) for name in list(self._robots) if name not in names]
        for topics in gone:
            topics.close()

    def began(self, run: EpisodeRun) -> None:
        """Show where the sensors are, then frame 0."""
        with self._lock:
            fleet = [self._robots[robot] for robot in run.simulation.start.layout.robots]
        stamp_ns = run.stamp_ns
        fixed = [transform for topics in fleet for transform in sensor_transforms(topics.name, topics.model, stamp_ns)]
        self._fixed.publish(TFMessage(transforms=fixed))
        nouns = place_nouns(run.site.world.zones())
        for topics in fleet:
            topics.began(nouns)
        self.ticked(run, run.simulation.first)

    def ticked(self, run: EpisodeRun, tick: Tick) -> None:
        """Publish transforms, then what each robot has to say."""
        self._show_transforms(run)
        with self._lock:
            for row, robot in enumerate(run.simulation.start.layout.robots):
                self._robots[robot].show(run, tick, row)

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
        names = run.simulation.start.layout.robots
        transforms = robot_transforms(run.simulation.frame, names, run.stamp_ns, self._map_to_odom)
        self._transforms.publish(TFMessage(transforms=transforms))
