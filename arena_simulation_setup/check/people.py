"""People of a world: where they stand and walk."""

from collections.abc import Collection, Iterator

from arena_simulation_setup.check.level_plan import LINE_TOLERANCE, LevelPlan
from arena_simulation_setup.files.near_names import nearest
from arena_simulation_setup.files.problem import Problem
from arena_simulation_setup.geometry import Pose, Position
from arena_simulation_setup.route import RoutePlanner
from arena_simulation_setup.world.entity import DynamicObstacle

BODY_RADIUS = 0.25
"""Metres; people of the world's own models are about as wide."""


def person_problems(plan: LevelPlan, planner: RoutePlanner, places: Collection[str]) -> Iterator[Problem]:
    """What is wrong with the people of a level.

    Args:
        plan: The level.
        planner: Its free space, level frame.
        places: Names of all zones, doors and elevators.
    """
    for z, zone in enumerate(plan.level.zones):
        for index, person in enumerate(zone.entities.dynamic):
            path = f"zones[{z}].entities.dynamic[{index}]"
            yield from _place(plan, planner, places, person, f"{path}.pose", person.pose)
            for number, point in enumerate(person.waypoints):
                if point.level_id in ("", plan.level_id):
                    yield from _place(plan, planner, places, person, f"{path}.waypoints[{number}]", point.position)


def _place(
    plan: LevelPlan,
    planner: RoutePlanner,
    places: Collection[str],
    person: DynamicObstacle,
    path: str,
    place: Pose | Position | str,
) -> Iterator[Problem]:
    if isinstance(place, str):
        if place not in places:
            message = f"person {person.name!r} is at {place!r}, which is no zone, door or elevator"
            yield plan.file.problem("place.unknown", path, message, found=place, suggestion=nearest(place, places))
    elif not plan.rooms_at(*place.xy, LINE_TOLERANCE):
        message = f"person {person.name!r} is at ({place.x:.2f}, {place.y:.2f}), outside every zone"
        yield plan.file.problem("person.outside", path, message, expected="a point in a zone")
    elif not planner.is_free(*place.xy, BODY_RADIUS):
        room = max(planner.clearance_at(*place.xy), 0.0)
        message = f"person {person.name!r} has {room:.2f} m of room at ({place.x:.2f}, {place.y:.2f})"
        yield plan.file.problem("person.blocked", path, message, expected=f"{BODY_RADIUS} m to walls and furniture")
