"""Elevators: walls through cabins, cabins without floor before them, rides without a way back."""

from collections.abc import Iterator, Mapping, Sequence

from shapely.geometry import LineString, Polygon

from arena_simulation_setup.check.level_plan import LevelPlan
from arena_simulation_setup.files.check_world import destinations
from arena_simulation_setup.files.problem import Problem
from arena_simulation_setup.world.door_side import effective_door_side
from arena_simulation_setup.world.openings import doorway_corners

INSIDE = 0.15
"""Metres from the faces of a cabin; walls nearer to them stand around it."""

LEAST_FLOOR = 0.3
"""Share of a doorway that zones must cover."""


def elevator_problems(plans: Sequence[LevelPlan]) -> Iterator[Problem]:
    """What is wrong with the elevators of a world."""
    rides = {lift.name: [name for _, name in destinations(lift)] for plan in plans for _, lift in plan.lifts}
    for plan in plans:
        for path, lift in plan.lifts:
            cabin = Polygon(lift.reference_area).buffer(-INSIDE, join_style="mitre")
            for z, zone in enumerate(plan.level.zones):
                for index, wall in enumerate(zone.walls):
                    if LineString((wall.start.xy, wall.end.xy)).intersects(cabin):
                        message = f"a wall runs through the cabin of elevator {lift.name!r}; it is cut away there"
                        place = f"zones[{z}].walls[{index}]"
                        yield plan.file.problem("elevator.crossed", place, message, expected="a wall around the cabin")
            doorway = Polygon(doorway_corners(lift, plan.level))
            if doorway.intersection(plan.floor).area < LEAST_FLOOR * doorway.area:
                side = effective_door_side(lift, plan.level)
                message = f"there is no zone before the {side} side of elevator {lift.name!r}, where its door is"
                yield plan.file.problem("elevator.nowhere", path, message, expected="door_side towards a zone")
            yield from _rides(plan, path, lift.name, rides)


def _rides(plan: LevelPlan, path: str, name: str, rides: Mapping[str, Sequence[str]]) -> Iterator[Problem]:
    if not rides[name] and all(name not in targets for targets in rides.values()):
        message = f"elevator {name!r} goes nowhere and no other elevator goes to it"
        yield plan.file.problem("elevator.no_partner", path, message, expected="destination: <level>.<elevator>")
    for target in rides[name]:
        if target in rides and name not in _reached(target, rides):
            message = f"from elevator {target!r} no ride leads back to {name!r}"
            where = f"{path}.destination"
            yield plan.file.problem("elevator.no_return", where, message, found=target, expected="a destination back")


def _reached(start: str, rides: Mapping[str, Sequence[str]]) -> set[str]:
    reached, waiting = {start}, [start]
    while waiting:
        for target in rides.get(waiting.pop(), ()):
            if target not in reached:
                reached.add(target)
                waiting.append(target)
    return reached
