"""The markers of an episode: what stands still is made once, what moves is made only while somebody looks."""

from time import monotonic
from typing import Any

from rclpy.node import Node
from rclpy.serialization import serialize_message
from visualization_msgs.msg import Marker, MarkerArray

from arena_runtime.mechanisms.door_geometry import closed_pose, open_pose, pose_between
from arena_runtime.ros.episode_run import EpisodeRun
from arena_runtime.ros.marker_messages import (
    DOOR_COLOR,
    FURNITURE_COLOR,
    OBSTACLE_COLOR,
    PERSON_COLOR,
    absent_marker,
    box_marker,
    clearing_marker,
    heading_marker,
    solid_marker,
    walls_marker,
)
from arena_runtime.ros.qos import profile
from arena_runtime.simulation import Tick
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.tree.identifiers import RobotIdentifier

PERIOD_S = 0.1
STILL_PERIOD_S = 5.0
"""What stands still is repeated, for subscribers that joined unseen."""


class MarkerTopic:
    """Publishes ``~/markers`` while it has subscribers, at most ten times per second of wall time."""

    def __init__(self, node: Node) -> None:
        """Advertise the topic."""
        self._publisher = node.create_publisher(MarkerArray, "~/markers", profile("~/markers"))
        self._still: bytes = b""
        self._subscribers = 0
        self._next_s = self._next_still_s = 0.0
        self._doors: tuple[tuple[Any, ...], ...] = ()
        self._looks: tuple[Any, ...] = ()

    def began(self, run: EpisodeRun) -> None:
        """Forget the episode before, on the screens as well."""
        self._doors = _doors(run)
        self._clear(run)
        self._show(run)

    def _clear(self, run: EpisodeRun) -> None:
        """Begin anew with what is there now, on the screens as well."""
        self._still = b""
        robots = run.simulation.start.episode.robots
        self._looks = tuple(run.site.catalogue.robot(RobotIdentifier.parse(robot.model)) for robot in robots)
        if self._publisher.get_subscription_count():
            self._publisher.publish(MarkerArray(markers=[clearing_marker()]))
        self._next_s = self._next_still_s = 0.0

    def ticked(self, run: EpisodeRun, tick: Tick) -> None:
        """Show the latest frame if it is time, or if something else is there now."""
        if tick.start is not None:
            self._clear(run)
        self._show(run)

    def ended(self, run: EpisodeRun) -> None:
        """Show where everything came to rest."""
        self._next_s = 0.0
        self._show(run)

    def rested(self, run: EpisodeRun | None) -> None:
        """Keep late subscribers in the picture."""
        if run is not None:
            self._show(run)

    def _show(self, run: EpisodeRun) -> None:
        now_s = monotonic()
        if now_s < self._next_s:
            return
        self._next_s = now_s + PERIOD_S
        subscribers = self._publisher.get_subscription_count()
        joined = subscribers > self._subscribers
        self._subscribers = subscribers
        if subscribers == 0:
            return
        if joined or now_s >= self._next_still_s:
            self._next_still_s = now_s + STILL_PERIOD_S
            self._still = self._still or serialize_message(MarkerArray(markers=still_markers(run)))
            self._publisher.publish(self._still)
        self._publisher.publish(MarkerArray(markers=self._moving_markers(run)))

    def _moving_markers(self, run: EpisodeRun) -> list[Marker]:
        frame, episode = run.simulation.frame, run.simulation.start.episode
        markers = []
        for number, (name, shut, opened, size, column) in enumerate(self._doors):
            pose = pose_between(shut, opened, float(frame.numbers[column]))
            markers.append(solid_marker("doors", number, pose, (name, Marker.CUBE, size, DOOR_COLOR)))
        for number, (person, (x, y, yaw, *_)) in enumerate(zip(episode.people, frame.people.tolist(), strict=True)):
            look = (person.name, Marker.CYLINDER, (2 * person.radius, 2 * person.radius, person.height), PERSON_COLOR)
            present = x == x
            pose = Pose(x, y, yaw, person.height / 2)
            markers.append(solid_marker("people", number, pose, look) if present else absent_marker("people", number))
        for number, (model, robot) in enumerate(zip(self._looks, episode.robots, strict=True)):
            x, y, yaw = frame.robots[number, :3].tolist()
            if x != x:
                continue
            look = (robot.name, Marker.CYLINDER, (2 * model.radius, 2 * model.radius, model.height), model.color)
            markers.append(solid_marker("robots", number, Pose(x, y, yaw, model.height / 2), look))
            markers.append(heading_marker(number, Pose(x, y, yaw), model.radius, model.height))
        return markers


def still_markers(run: EpisodeRun) -> list[Marker]:
    """Walls, the world's furniture, and the obstacles of an episode."""
    site = run.site
    walls = [walls_marker(number, level.walls) for number, level in enumerate(site.realized.values())]
    furniture = [
        box_marker("furniture", number, outline, FURNITURE_COLOR) for number, outline in enumerate(site.footprints)
    ]
    outlines = site.object_outlines(run.simulation.start.episode.objects)
    obstacles = [box_marker("obstacles", number, outline, OBSTACLE_COLOR) for number, outline in enumerate(outlines)]
    return [*walls, *furniture, *obstacles]


def _doors(run: EpisodeRun) -> tuple[tuple[Any, ...], ...]:
    layout = run.simulation.start.layout
    progress = {column.entity: index for index, column in enumerate(layout.numbers) if column.field == "progress"}
    doors = []
    for level, door in run.site.world.doors():
        name = f"{door.name}/{level}"
        dx, dy = door.end.x - door.start.x, door.end.y - door.start.y
        size = ((dx * dx + dy * dy) ** 0.5, door.width, door.height)
        doors.append((name, closed_pose(door), open_pose(door), size, progress[name]))
    return tuple(doors)
