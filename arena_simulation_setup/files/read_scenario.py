"""Reading scenarios, also those of the old format."""

from arena_simulation_setup.files.cursor import Cursor
from arena_simulation_setup.files.fields import Fields, keys_of
from arena_simulation_setup.files.read_clause import read_clause
from arena_simulation_setup.files.read_entity import read_obstacle, read_person
from arena_simulation_setup.files.read_region import read_regions
from arena_simulation_setup.files.read_robot_task import read_robot_task
from arena_simulation_setup.files.read_sound import read_sound
from arena_simulation_setup.files.read_timeline import read_timeline_entry
from arena_simulation_setup.scenario.scenario import Scenario
from arena_simulation_setup.world.entity import DynamicObstacle, Obstacle

LEGACY_KEY = "obstacles"
OWN_ATTRIBUTES = ("name", "directory")
LegacyObstacles = tuple[tuple[Obstacle, ...], tuple[DynamicObstacle, ...]]
NO_OBSTACLES: LegacyObstacles = ((), ())
MODERN_ONLY = ("static", "dynamic", "sounds", "regions", "timeline", "conditions")


def read_scenario(cursor: Cursor) -> Scenario:
    """The root of a scenario file, without its name and directory."""
    keys = tuple(key for key in keys_of(Scenario) if key not in OWN_ATTRIBUTES)
    fields = Fields(cursor, (*keys, LEGACY_KEY))
    legacy_static, legacy_dynamic = _legacy(fields)
    return Scenario(
        name="",
        static=legacy_static + fields.listed("static", read_obstacle),
        dynamic=legacy_dynamic + fields.listed("dynamic", read_person),
        sounds=fields.listed("sounds", read_sound),
        robots=fields.listed("robots", read_robot_task),
        regions=fields.optional("regions", read_regions, ()),
        timeline=fields.listed("timeline", read_timeline_entry),
        conditions=fields.listed("conditions", read_clause),
        extra=fields.rest(),
    )


def _legacy(fields: Fields) -> LegacyObstacles:
    """Objects and people below ``obstacles:``, with a warning that the format is old."""
    if fields.at(LEGACY_KEY) is None:
        return NO_OBSTACLES
    modern = [key for key in MODERN_ONLY if fields.at(key) is not None]
    if modern:
        message = f"'obstacles' of the old format beside {', '.join(modern)}"
        fields.error(LEGACY_KEY, "scenario.mixed", message, expected="static and dynamic at the top")
        return NO_OBSTACLES
    message = "the old scenario format is deprecated: interactive and static obstacles are read as static"
    fields.warn(LEGACY_KEY, "scenario.legacy", message, expected="static and dynamic at the top")
    return fields.optional(LEGACY_KEY, _legacy_obstacles, NO_OBSTACLES)


def _legacy_obstacles(cursor: Cursor) -> LegacyObstacles:
    below = Fields(cursor, ("static", "interactive", "dynamic"))
    below.refuse_rest()
    static = below.listed("static", read_obstacle) + below.listed("interactive", read_obstacle)
    return static, below.listed("dynamic", read_person)
