"""What a robot does on its path until it decides again: the way it takes and how fast."""

import math
from collections.abc import Sequence

from attrs import frozen

from arena_runtime.robots.candidates import PLACES, candidates
from arena_runtime.robots.choice import Intent, Way, chosen_way
from arena_runtime.robots.detour import Detours, standing
from arena_runtime.robots.door_stops import DoorStop, distance_to_stop, occupied_from
from arena_runtime.robots.laying_out import gap_ahead
from arena_runtime.robots.path_tracking import TrackedPath
from arena_runtime.robots.recovery import Recovery
from arena_runtime.robots.sliding import chosen_slide, slides
from arena_runtime.robots.speed import SpeedLimits, Velocity
from arena_runtime.robots.surroundings import Surroundings
from arena_runtime.robots.target import Target
from arena_simulation_setup.geometry import Pose, wrapped_angle
from arena_simulation_setup.models.robot_model import RobotModel
from arena_simulation_setup.route import ClearanceField

# The robot steers for a point on its path this far ahead, metres, growing with speed.
LOOK_AHEAD = 0.45
LOOK_AHEAD_TIME = 0.5
LOOK_AHEAD_LIMIT = 1.0
# A turn to a free direction counts as finished within this angle, radians.
TURNED = 0.06
# Below this speed a robot that does not head for its path turns on the spot, m/s and radians.
CREEP_SPEED = 0.05
CREEP_BEARING = 0.15
# Nearer than this to the stop line of a door the robot waits for it, metres.
AT_STOP = 0.05
# Free length that is kept between the robot and what blocks it, and wanted beyond the way to stop, metres.
STOP_MARGIN = 0.12
SIGHT_MARGIN = 0.9


@frozen(eq=False)
class Course:
    """What a robot is on: its goal, the path there, and the doors on the path."""

    target: Target
    path: TrackedPath
    stops: Sequence[DoorStop]


class Steering:
    """Decides again and again for one robot.

    Args:
        limits: How fast it may drive.
        clearance: Walls and furniture.

    Attributes:
        way: What the robot does until the next decision.
        speed: How fast, m/s.
    """

    def __init__(self, limits: SpeedLimits, clearance: ClearanceField) -> None:
        self._limits, self._clearance = limits, clearance
        self._recovery = Recovery(clearance, limits.model)
        self._detours = Detours()
        self.way, self.speed = Way(), 0.0

    def use_clearance(self, clearance: ClearanceField) -> None:
        """Go by other furniture from now on."""
        self._clearance = clearance
        self._recovery.use_clearance(clearance)

    def restart(self, now_ns: int) -> None:
        """There is a new goal."""
        self._detours.restart(now_ns)

    def decide(self, now_ns: int, course: Course, pose: Pose, velocity: Velocity, surroundings: Surroundings) -> bool:
        """Choose what to do until the next decision.

        Args:
            now_ns: Episode time, nanoseconds.
            course: What the robot is on.
            pose: Robot in the map frame.
            velocity: As last commanded, body frame.
            surroundings: Everything else that moves.

        Returns:
            Whether the target has turned to other ways, so that the path is of no use any more.
        """
        turning = self.way.committed and self.way.heading is not None
        if turning and abs(wrapped_angle((self.way.heading or 0.0) - pose.yaw)) > TURNED:
            return False
        path, speed = course.path, math.hypot(*velocity[:2])
        pursuit = _pursuit(path, pose, speed)
        at_door = distance_to_stop(course.stops, surroundings.door_progress, path.travelled, math.inf)
        needed = min(path.remaining, at_door, _stopping_distance(speed, self._limits.model) + SIGHT_MARGIN)
        end = self._free_end(path, surroundings)
        self.way = self._chosen(Intent(*pursuit, needed, end, self.way), course.target, pose, velocity, surroundings)
        self.speed, at_stop = self._speed_along(course, pose, velocity, surroundings)
        drives_arc = self.way.heading is None and self.way.direction is None
        if self.speed < CREEP_SPEED and drives_arc and abs(pursuit[0]) > CREEP_BEARING:
            self.way = Way(heading=pose.yaw + pursuit[0], side=self.way.side)
        is_changed = self._look_for_detour(now_ns, course.target, pose, at_door < AT_STOP, surroundings)
        recovered = self._recovery.watch(now_ns, pose, at_stop, surroundings)
        if recovered is not None:
            self.way, self.speed = recovered
        return is_changed

    def _chosen(
        self, intent: Intent, target: Target, pose: Pose, velocity: Velocity, surroundings: Surroundings
    ) -> Way:
        speed, radius = max(math.hypot(*velocity[:2]), 0.5), self._limits.model.radius
        if self._limits.model.is_omnidirectional:
            rays = slides(pose, pose.yaw + intent.bearing, speed, radius, self._clearance, surroundings)
            return chosen_slide(rays, target.distances, pose, intent)
        found = candidates(pose, speed, radius, self._clearance, surroundings)
        return chosen_way(found, target.distances, pose, intent)

    def _look_for_detour(
        self, now_ns: int, target: Target, pose: Pose, at_shut_door: bool, surroundings: Surroundings
    ) -> bool:
        """Change to another way where somebody stands on this one, and back after a while; whether that was done."""
        if self._detours.is_over(now_ns):
            target.return_to_direct_way()
        elif self._detours.is_due(now_ns, target.distances.cost_at(pose.x, pose.y), at_shut_door):
            if not target.avoid(standing(surroundings.discs), pose):
                self._detours.restart(now_ns)
                return False
            self._detours.begin(now_ns)
        else:
            return False
        self._detours.restart(now_ns)
        return True

    def _free_end(self, path: TrackedPath, surroundings: Surroundings) -> float:
        """Length of the rest of the path where its end is near and nobody stands on it, else infinite; metres."""
        if path.remaining > float(PLACES[-1]):
            return math.inf
        x, y = path.points[-1].tolist()
        return math.inf if surroundings.occupies(x, y, self._limits.model.radius) else path.remaining

    def _speed_along(
        self, course: Course, pose: Pose, velocity: Velocity, surroundings: Surroundings
    ) -> tuple[float, bool]:
        """Speed in m/s for the way, and whether a door is what stops the robot."""
        way, path, limits, radius = self.way, course.path, self._limits, self._limits.model.radius
        if way.heading is not None:
            return 0.0, False
        free = math.inf if way.free >= float(PLACES[-1]) else max(0.0, way.free - STOP_MARGIN)
        occupied = occupied_from(path, course.stops, radius, surroundings.discs)
        at_door = distance_to_stop(course.stops, surroundings.door_progress, path.travelled, occupied)
        ahead = pose.yaw if way.direction is None else way.direction
        gap = min(way.gap - radius, gap_ahead(surroundings.discs, pose.x, pose.y, ahead, radius))
        bend = way.curvature if way.direction is None else _bend(way.direction, pose, velocity)
        speed = min(
            limits.cruise,
            limits.stopping(min(free, at_door, path.remaining)),
            limits.curve(bend),
            limits.narrow(gap),
        )
        return speed, at_door < AT_STOP


def _pursuit(path: TrackedPath, pose: Pose, speed: float) -> tuple[float, float]:
    """Bearing of the point to steer for and curvature of the arc to it. Source: Coulter, pure pursuit (1992)."""
    reach = min(LOOK_AHEAD + LOOK_AHEAD_TIME * speed, LOOK_AHEAD_LIMIT)
    x, y = path.point_at(path.travelled + reach)
    distance = math.dist(pose.xy, (x, y))
    bearing = wrapped_angle(math.atan2(y - pose.y, x - pose.x) - pose.yaw)
    return bearing, 2.0 * math.sin(bearing) / max(distance, 0.1)


def _bend(direction: float, pose: Pose, velocity: Velocity) -> float:
    """Curvature in 1/m of the arc that leads a moving robot from its velocity to a direction within a look ahead."""
    if math.hypot(*velocity[:2]) < CREEP_SPEED:
        return 0.0
    turn = wrapped_angle(direction - pose.yaw - math.atan2(velocity[1], velocity[0]))
    return 2.0 * math.sin(min(abs(turn), math.pi / 2)) / LOOK_AHEAD_LIMIT


def _stopping_distance(speed: float, model: RobotModel) -> float:
    return speed * speed / (1.4 * model.max_acceleration)
