"""All metrics by name, with their units and meanings."""

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType

from attrs import frozen

from arena_evaluation.metrics import (
    clearance,
    collisions,
    compliance,
    disturbance,
    encounters,
    fidelity,
    motion,
    path,
    people,
    task,
)
from arena_evaluation.metrics.measure import Measure, NoValueError, Value
from arena_evaluation.metrics.robot_run import RobotRun
from arena_simulation_setup.frame import CONTACT_KINDS


@frozen
class Metric:
    """A metric.

    Attributes:
        function: From one robot in an episode to the value; raises ``NoValueError`` where there is none.
        unit: Unit of the value; ``1`` for pure numbers, ``bool`` and ``text`` for what is no number.
        meaning: One phrase.
    """

    function: Callable[[RobotRun], Value]
    unit: str
    meaning: str


_TASK: Mapping[str, Metric] = {
    "success": Metric(task.success, "bool", "every phase of the task was met"),
    "outcome": Metric(task.outcome, "text", "how the episode ended"),
    "duration": Metric(task.duration, "s", "time from the first frame to the last"),
    "time_to_goal": Metric(task.time_to_goal, "s", "time until the last phase was met"),
    "goal_condition_rate": Metric(task.goal_condition_rate, "1", "share of phases that were met"),
    "unsafe": Metric(task.unsafe, "count", "violated conditions"),
    "conditions_unknown": Metric(task.conditions_unknown, "count", "conditions that could not be judged"),
    "stuck": Metric(task.stuck, "bool", "the task failed and the robot stayed at one spot for 10 s"),
}

_PATH: Mapping[str, Metric] = {
    "path_length": Metric(path.path_length, "m", "way driven, rides not counted"),
    "geodesic_length": Metric(path.geodesic_length, "m", "shortest way through all goals"),
    "spl": Metric(path.spl, "1", "success weighted by path length"),
    "soft_spl": Metric(path.soft_spl, "1", "covered share of the way, weighted by path length"),
    "path_efficiency": Metric(path.path_efficiency, "1", "shortest way by driven way"),
    "path_length_ratio": Metric(path.path_length_ratio, "1", "driven way by straight distance"),
    "navigation_error": Metric(path.navigation_error, "m", "way that is left to the last goal at the end"),
    "goal_traversal_ratio": Metric(path.goal_traversal_ratio, "1", "way that is left by the way at the beginning"),
    "oracle_success": Metric(path.oracle_success, "bool", "the robot was at the last goal at any time"),
    "ndtw": Metric(fidelity.ndtw, "1", "likeness of driven and shortest way"),
    "sdtw": Metric(fidelity.sdtw, "1", "likeness of driven and shortest way, 0 without success"),
    "heading_change": Metric(path.heading_change, "rad", "turning, to either side"),
    "angle_over_length": Metric(path.angle_over_length, "rad/m", "turning per metre"),
    "path_irregularity": Metric(path.path_irregularity, "rad/m", "turning beyond what the shortest way needs"),
}

_MOTION: Mapping[str, Metric] = {
    "velocity_mean": Metric(motion.velocity_mean, "m/s", "way by time"),
    "velocity_max": Metric(motion.velocity_max, "m/s", "largest speed"),
    "acceleration_mean": Metric(motion.acceleration_mean, "m/s^2", "mean size of the acceleration"),
    "acceleration_max": Metric(motion.acceleration_max, "m/s^2", "largest acceleration"),
    "jerk_mean": Metric(motion.jerk_mean, "m/s^3", "mean size of the jerk"),
    "jerk_max": Metric(motion.jerk_max, "m/s^3", "largest jerk"),
    "motion_energy": Metric(motion.motion_energy, "m^2/s", "integral of the squared speed"),
    "time_not_moving": Metric(motion.time_not_moving, "s", "time of standing"),
    "curvature_mean": Metric(motion.curvature_mean, "1/m", "mean curvature of the path"),
    "curvature_max": Metric(motion.curvature_max, "1/m", "largest curvature of the path"),
    "normalized_curvature": Metric(motion.normalized_curvature, "1", "mean of curvature times length"),
    "roughness_mean": Metric(motion.roughness_mean, "1", "mean roughness of the path"),
    "roughness_max": Metric(motion.roughness_max, "1", "largest roughness of the path"),
}

_COLLISIONS: Mapping[str, Metric] = {
    "collisions": Metric(collisions.collisions, "count", "contacts with anything"),
    **{
        f"collisions_{kind}": Metric(collisions.collisions_with(kind), "count", f"contacts of kind {kind}")
        for kind in CONTACT_KINDS
    },
    "robot_on_person_collisions": Metric(
        collisions.robot_on_person_collisions, "count", "contacts that the robot brought about"
    ),
    "person_on_robot_collisions": Metric(
        collisions.person_on_robot_collisions, "count", "contacts that the person brought about"
    ),
    "collision_time": Metric(collisions.collision_time, "s", "time in contact"),
    "clearance_min": Metric(clearance.clearance_min, "m", "least room to walls and furniture"),
    "clearance_mean": Metric(clearance.clearance_mean, "m", "mean room to walls and furniture"),
}

_PEOPLE: Mapping[str, Metric] = {
    "distance_min": Metric(people.distance_min, "m", "least distance to the nearest person"),
    "distance_mean": Metric(people.distance_mean, "m", "mean distance to the nearest person"),
    "distance_max": Metric(people.distance_max, "m", "largest distance to the nearest person"),
    **{
        f"{band}_{name}": Metric(make(band), unit, f"{meaning} in the {band} band")
        for band in people.BANDS
        for name, make, unit, meaning in (
            ("share", people.band_share, "%", "time of the episode"),
            ("time", people.band_time, "s", "time"),
            ("dwell", people.band_dwell, "s", "longest stay"),
            ("events", people.band_events, "count", "stays"),
        )
    },
    "intrusion_integral": Metric(people.intrusion_integral, "m*s", "lack of personal space over time"),
    "group_intrusion": Metric(people.group_intrusion, "%", "time in the personal space of a group"),
    "time_to_collision": Metric(people.time_to_collision, "s", "least time until rims would meet"),
    "social_work": Metric(people.social_work, "m/s", "integral of social forces"),
    "head_on_encounters": Metric(encounters.head_on_encounters, "count", "people met head-on and passed"),
    "passing_right": Metric(encounters.passing_right, "1", "share of head-on encounters in which the robot kept right"),
}

_COMPLIANCE: Mapping[str, Metric] = {
    "speed_zone_violations": Metric(compliance.speed_zone_violations, "count", "times of becoming too fast for a zone"),
    "speed_zone_time": Metric(compliance.speed_zone_time, "s", "time of being too fast for a zone"),
    "quiet_zone_dwell": Metric(compliance.quiet_zone_dwell, "s", "time in quiet zones"),
    "restricted_zone_entries": Metric(compliance.restricted_zone_entries, "count", "entries into restricted zones"),
    "restricted_zone_time": Metric(compliance.restricted_zone_time, "s", "time in restricted zones"),
    "doorway_blocking_time": Metric(compliance.doorway_blocking_time, "s", "time of standing before an open door"),
}

_DISTURBANCE: Mapping[str, Metric] = {
    "person_path_deflection_mean": Metric(
        disturbance.person_path_deflection_mean, "m", "mean distance of people from their paths without robots"
    ),
    "person_path_deflection_max": Metric(
        disturbance.person_path_deflection_max, "m", "largest distance of a person from the path without robots"
    ),
    "person_delay_mean": Metric(disturbance.person_delay_mean, "s", "mean delay of people by robots"),
}

METRICS: Mapping[str, Metric] = MappingProxyType(
    {**_TASK, **_PATH, **_MOTION, **_COLLISIONS, **_PEOPLE, **_COMPLIANCE, **_DISTURBANCE}
)
"""Name to metric, in the order of columns."""


def measure(run: RobotRun, names: Iterable[str] = METRICS) -> dict[str, Measure]:
    """Metrics of one robot.

    Args:
        run: The robot in its episode; where frames are missing, no metric has a value.
        names: Which ones.
    """
    incomplete = run.episode.incomplete()
    return {name: Measure(None, incomplete) if incomplete else _measured(METRICS[name], run) for name in names}


def _measured(metric: Metric, run: RobotRun) -> Measure:
    try:
        return Measure(metric.function(run))
    except NoValueError as missing:
        return Measure(None, str(missing))
