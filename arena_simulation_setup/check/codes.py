"""The one table of everything that can be reported about a world and its scenarios."""

from collections.abc import Mapping

from arena_simulation_setup.check.code import Code
from arena_simulation_setup.check.loader_codes import LOADER_CODES
from arena_simulation_setup.files.problem import ERROR, INFO, WARNING

CHECK_CODES: tuple[Code, ...] = (
    Code("check.incomplete", INFO, "geometry was not looked at, because the files have errors"),
    Code("zone.no_polygon", WARNING, "a zone has no corners, hence no floor"),
    Code("zone.overlap", WARNING, "two zones share floor"),
    Code("zone.slit", WARNING, "between zones a slit is left that belongs to nobody"),
    Code("wall.outside", WARNING, "a wall stands away from every zone"),
    Code("door.duplicate", WARNING, "a door has the name of a door on another level"),
    Code("door.off_wall", WARNING, "an end of a door meets no wall"),
    Code("door.blocked", ERROR, "a wall crosses the passage of a door"),
    Code("door.nowhere", ERROR, "there is no floor on either side of a door"),
    Code("door.same_zone", INFO, "one zone lies on both sides of a door"),
    Code("door.slab_leaves_wall", WARNING, "the open slab stands in free space"),
    Code("door.slab_covers_door", WARNING, "the open slab stands in another door"),
    Code("elevator.crossed", ERROR, "a wall runs through a cabin"),
    Code("elevator.nowhere", ERROR, "there is no floor before the door of a cabin"),
    Code("elevator.no_partner", WARNING, "an elevator goes nowhere and nothing comes to it"),
    Code("elevator.no_return", WARNING, "a ride from which no ride leads back"),
    Code("elevator.jammed", WARNING, "an entity stands in the way of a cabin's door, so nobody rides"),
    Code("elevator.unreachable", WARNING, "a robot does not get from the rooms into a cabin"),
    Code("entity.outside", WARNING, "an entity stands outside every zone"),
    Code("entity.other_zone", INFO, "an entity stands in another zone than the one that lists it"),
    Code("entity.in_wall", WARNING, "an entity reaches into a wall"),
    Code("entity.in_doorway", WARNING, "an entity stands in a doorway"),
    Code("entity.in_slab_path", WARNING, "an entity stands where a slab slides, so the door does not open fully"),
    Code("entity.in_elevator", WARNING, "an entity stands in a cabin or before its door"),
    Code("entity.overlap", WARNING, "two entities stand in one place"),
    Code("person.outside", WARNING, "a person stands or walks outside every zone"),
    Code("person.blocked", WARNING, "a person stands or walks where there is no room"),
    Code("place.unknown", ERROR, "a place is named that the world does not have"),
    Code("name.levels", INFO, "two levels have a thing of one kind and name; only `<name>/<level>` means one of them"),
    Code("name.kinds", WARNING, "things of two kinds on one level have one name"),
    Code("asset.missing", WARNING, "a model or material is in no asset folder; a placeholder stands for it"),
    Code("asset.broken", ERROR, "the file of an asset has errors"),
    Code("gate.no_door", WARNING, "a gate on something that is no door has no effect"),
    Code("plate.drives", ERROR, "a pressure plate drives a door that does not exist"),
    Code("plate.radius", WARNING, "nobody can press a plate, because its radius is 0"),
    Code("plate.position", WARNING, "a plate with a radius has no position"),
    Code("semantics.unusable", ERROR, "a parameter with which no episode could begin"),
    Code("signal.inert", WARNING, "a signal or schedule without annotations does nothing"),
    Code("signal.phases", WARNING, "phases of a signal are missing, faulty or unknown"),
    Code("schedule.windows", WARNING, "windows of a schedule are faulty"),
    Code("regime.unproduced", WARNING, "something waits for a regime that nothing raises"),
    Code("regime.unused", INFO, "a regime is raised and nothing acts on it"),
    Code("light.outside", WARNING, "a light hangs outside the zone that lists it"),
    Code("light.above_ceiling", WARNING, "a light hangs above the ceiling"),
    Code("light.collides", ERROR, "the light of an object has the name of another light"),
    Code("microphone.height", WARNING, "a microphone under a ceiling of derived height is not at that height"),
    Code("room.cramped", WARNING, "a robot fits nowhere in a zone"),
    Code("room.unreachable", WARNING, "a robot does not get to most of a zone"),
    Code("spawn.room", WARNING, "a level has no place with 0.45 m of room to place anything at"),
    Code("level.too_large", ERROR, "a level is too large for a map"),
    Code("scenario.none", INFO, "a world has no scenarios"),
    Code("scenario.level", ERROR, "a scenario names a level that the world does not have"),
    Code("scenario.outside", WARNING, "a pose of a scenario is outside every zone"),
    Code("scenario.blocked", WARNING, "a robot or a person does not fit at a pose of a scenario"),
    Code("scenario.unreachable", WARNING, "a robot does not get from its start, or the goal before, to a goal"),
    Code("scenario.duplicate", ERROR, "two things of a scenario have one name"),
    Code("region.room", ERROR, "a person fits nowhere in a source or a sink"),
    Code("region.sink", ERROR, "a source sends people to a sink that the scenario does not have"),
    Code("region.unreachable", WARNING, "people of a source do not get to a sink"),
    Code("region.idle", WARNING, "nobody comes from a source, because no rate is above 0"),
    Code("region.unbounded", WARNING, "a source does not say how many of its people may be there at once"),
    Code("condition.unknown", WARNING, "an atom names what does not exist, so it is never judged"),
    Code("condition.never", WARNING, "an atom can never be true"),
    Code("condition.ambiguous", ERROR, "an atom names a zone that several levels have"),
    Code("timeline.unknown", ERROR, "a timeline names an entity or field that does not exist"),
    Code("timeline.read_only", ERROR, "a timeline sets a field that cannot be set"),
)

CODES: Mapping[str, Code] = {code.name: code for code in (*LOADER_CODES, *CHECK_CODES)}


def code_table() -> str:
    """The table as Markdown, in its own order."""
    rows = [f"| `{code.name}` | {code.severity} | {code.description} |" for code in CODES.values()]
    return "\n".join(("| code | severity | what is wrong |", "|---|---|---|", *rows))
