"""Each kind of finding appears for the fault that it is named after, and for nothing else."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from checked_world import World, linted

from arena_simulation_setup.check.codes import CHECK_CODES, CODES
from arena_simulation_setup.files.problem import ERROR

Fault = Callable[[World], Any]
THIN = [[-0.1, 0.1], [-0.02, 0.2]]
GATE = {"preset": "gate", "params": {"locked": False}}


def attach(world: World, *items: dict[str, Any]) -> None:
    world.door["semantics"] = list(items)


def plate(**params: Any) -> dict[str, Any]:
    return {"preset": "pressure_plate", "params": params}


def lamp(**keys: Any) -> list[dict[str, Any]]:
    return [{"name": "lamp", "fixture": "panel", "lumens": 100, "position": [2, 6, 2.4], **keys}]


def wall_in_door(world: World) -> None:
    world.room["walls"].append({"start": [3.6, 4.1], "end": [3.6, 6.0]})


def shut_off(world: World) -> None:
    """A partition without a door across the room."""
    world.room["walls"].append({"start": [5.6, 4], "end": [5.6, 8]})
    world.room["corners"] = [[0, 4], [5.6, 4], [5.6, 8], [0, 8]]
    world.room["entities"] = {}
    world.levels["0"]["zones"].append({"name": "store", "corners": [[5.6, 4], [8, 4], [8, 8], [5.6, 8]]})


def walled_off(world: World) -> None:
    """The door's room is cut in two before its door, and the door leads into the part without goals."""
    world.room["walls"].append({"start": [4.6, 4], "end": [4.6, 6.0]})
    world.room["walls"].append({"start": [4.6, 6.0], "end": [2.6, 6.0]})
    world.room["walls"].append({"start": [2.6, 6.0], "end": [2.6, 4]})


def lonely_lift(world: World) -> None:
    world.hall["elevators"] = [{"name": "lift_0", "position": [1.2, 2], "size": [1.6, 1.6, 2.2]}]
    world.scenario["dynamic"][0]["pose"] = [6, 1]
    world.scenario["robots"][0]["start"] = [4, 2, 0]


def one_way(world: World) -> None:
    world.with_upper_level()
    del world.levels["1"]["zones"][0]["elevators"][0]["destination"]


def upstairs(change: Fault) -> Fault:
    def spoil(world: World) -> None:
        world.with_upper_level()
        change(world)

    return spoil


def lift(world: World, **keys: Any) -> None:
    world.hall["elevators"][0].update(keys)


def zone_upstairs(world: World) -> dict[str, Any]:
    zone: dict[str, Any] = world.levels["1"]["zones"][0]
    return zone


def same_zone_name(world: World) -> None:
    zone_upstairs(world)["name"] = "room"


def same_door_name(world: World) -> None:
    zone_upstairs(world)["doors"] = [{"name": "room_door", "start": [3, 0], "end": [4, 0], "kind": "teleport"}]


def ambiguous_atom(world: World) -> None:
    same_zone_name(world)
    world.scenario["conditions"] = [{"op": "never", "p": "robot in room"}]


def set_field(entity: str, name: str, value: str) -> Fault:
    entry = {"at": 1, "set": [{"entity": entity, "field": name, "value": value}]}
    return lambda world: world.scenario.update(timeline=[entry])


def cupboards(world: World) -> None:
    """Furniture up to the door, so that the room behind is full."""
    world.room["entities"] = {"static": []}
    for index, x in enumerate((1.0, 3.0, 5.0, 7.0)):
        box = {"bbox": [[-0.99, 0.99], [-2.25, 1.6]], "pose": [x, 6.3]}
        world.room["entities"]["static"].append({"name": f"heap_{index}", **box, "model": "desk_of_no_folder"})


def region(kind: str, place: dict[str, Any], **config: Any) -> Fault:
    """A source with a rate and a bound, or a sink, beside a sink in the hall."""
    arrivals = {"rate_profile": [{"t": 0, "rate": 0.5}], "max_concurrent": 3} if kind == "source" else {}
    entry = {"type": kind, **place, "config": {**arrivals, **config}}
    exit_ = {"type": "sink", "ref": "hall"}
    return lambda world: world.scenario.update(regions={"crowd": entry, "exit": exit_})


def walled_in(world: World) -> None:
    """People come from a closet without a door."""
    region("source", {"polygon": [[0.1, 7.1], [1.4, 7.1], [1.4, 7.9], [0.1, 7.9]]})(world)
    world.room["walls"] += [{"start": [0, 7], "end": [1.5, 7]}, {"start": [1.5, 7], "end": [1.5, 8]}]


IN_WALL = {"polygon": [[5, 3.95], [7, 3.95], [7, 4.05], [5, 4.05]]}

FAULTS: list[tuple[str, Fault]] = [
    ("region.room", region("source", IN_WALL)),
    ("region.room", region("source", {"ref": "room"}, agent={"agent_radius": 5.0})),
    ("region.room", region("sink", IN_WALL, absorption_radius=0.1)),
    ("region.sink", region("source", {"ref": "room"}, agent={"sink_affinity": [{"sink": "exti"}]})),
    ("region.idle", region("source", {"ref": "room"}, rate_profile=[{"t": 0, "rate": 0}])),
    ("region.unbounded", region("source", {"ref": "room"}, max_concurrent=-1)),
    ("region.unreachable", walled_in),
    (
        "scenario.duplicate",
        lambda w: (
            w.scenario.update(dynamic=[{"name": "crowd_1", "pose": [1, 1]}] + w.scenario["dynamic"])
            or region("source", {"ref": "room"})(w)
        ),
    ),
    (
        "condition.unknown",
        lambda w: (
            w.scenario.update(conditions=[{"op": "never", "p": "crowd_3 in room"}])
            or region("source", {"ref": "room"})(w)
        ),
    ),
    ("scenario.level", region("source", {"ref": "room", "level_id": "cellar"})),
    ("zone.no_polygon", lambda w: w.levels["0"]["zones"].append({"name": "idea"})),
    ("zone.overlap", lambda w: w.room.update(corners=[[0, 3.9], [8, 3.9], [8, 8], [0, 8]])),
    ("zone.slit", lambda w: w.room.update(corners=[[0, 4.05], [8, 4.05], [8, 8], [0, 8]])),
    ("wall.outside", lambda w: w.room["walls"].append({"start": [0, 9], "end": [3, 9]})),
    ("door.off_wall", lambda w: w.door.update(start=[3.0, 2.0], end=[4.2, 2.0], kind="teleport")),
    ("door.off_wall", lambda w: w.hall["walls"].__setitem__(3, {"start": [2.5, 4], "end": [0, 4]})),
    ("door.blocked", wall_in_door),
    ("door.nowhere", lambda w: w.door.update(start=[9, 4], end=[10, 4], kind="teleport")),
    ("door.same_zone", lambda w: w.door.update(start=[3.0, 2.0], end=[4.2, 2.0], kind="teleport")),
    ("door.slab_leaves_wall", lambda w: w.door.update(start=[4.2, 4], end=[3, 4]) or w.hall["walls"].pop(3)),
    ("door.slab_leaves_wall", lambda w: w.hall["walls"].__setitem__(2, {"start": [8, 4], "end": [5, 4]})),
    (
        "door.slab_covers_door",
        lambda w: w.hall["doors"].append({"name": "b", "start": [4.6, 4], "end": [5.6, 4], "kind": "teleport"}),
    ),
    ("elevator.crossed", upstairs(lambda w: w.hall["walls"].append({"start": [1, 0], "end": [1, 4]}))),
    ("elevator.nowhere", upstairs(lambda w: lift(w, position=[-0.82, 2], door_side="-x"))),
    ("elevator.no_partner", lonely_lift),
    ("elevator.no_return", one_way),
    ("elevator.jammed", upstairs(lambda w: w.furnish("bin_1", "bin", 2.1, 3.2))),
    ("elevator.unreachable", upstairs(lambda w: w.hall["walls"].append({"start": [2.4, 0], "end": [2.4, 3.5]}))),
    ("entity.outside", lambda w: w.furnish("bin_1", "bin", 9.0, 9.0)),
    ("entity.other_zone", lambda w: w.furnish("bin_1", "bin", 5.0, 0.5)),
    ("entity.in_wall", lambda w: w.furnish("bin_1", "bin", 7.9, 7.0)),
    ("entity.in_doorway", lambda w: w.furnish("bin_1", "bin", 3.2, 4.4)),
    (
        "entity.in_slab_path",
        lambda w: w.furnish("board", "board", 5.0, 4.05) or w.room["entities"]["static"][-1].update(bbox=THIN),
    ),
    ("entity.in_elevator", upstairs(lambda w: w.furnish("bin_1", "bin", 1.2, 2.0))),
    ("entity.overlap", lambda w: w.furnish("desk_2", "desk", 6.6, 6.6)),
    ("person.outside", lambda w: w.room["entities"]["dynamic"][0].update(pose=[20, 20])),
    ("person.outside", lambda w: w.room["entities"]["dynamic"][0].update(waypoints=[[20, 20]])),
    ("person.blocked", lambda w: w.room["entities"]["dynamic"][0].update(pose=[7.95, 5.0])),
    ("place.unknown", lambda w: w.room["entities"]["dynamic"][0].update(pose="rom")),
    ("place.unknown", lambda w: w.scenario["robots"][0].update(start="rom")),
    ("place.unknown", lambda w: w.scenario["robots"][0].update(phases=[{"goto": "rom"}])),
    ("place.unknown", lambda w: w.scenario.update(regions={"exit": {"type": "sink", "ref": "rom"}})),
    ("place.unknown", lambda w: w.scenario["dynamic"][0].update(waypoints=["rom"])),
    ("door.duplicate", upstairs(same_door_name)),
    ("name.levels", upstairs(same_zone_name)),
    ("name.kinds", lambda w: w.door.update(name="room")),
    ("asset.missing", lambda w: w.furnish("desk_2", "dekx", 1.0, 7.3)),
    ("asset.missing", lambda w: w.hall.update(material="Linoleum_Gray")),
    ("gate.no_door", upstairs(lambda w: lift(w, semantics=[GATE]))),
    ("plate.drives", lambda w: attach(w, plate(radius=0.5, position=[1, 1], drives="rom_door"))),
    ("plate.radius", lambda w: attach(w, plate(drives="room_door"))),
    ("plate.position", lambda w: attach(w, plate(drives="room_door", radius=0.5))),
    ("semantics.unusable", lambda w: attach(w, {"preset": "gate", "params": {"locked": False, "authorized": [[]]}})),
    ("semantics.unusable", lambda w: attach(w, plate(radius=0.5, position="here", drives="room_door"))),
    ("signal.inert", lambda w: w.hall.update(signals=[{"name": "lamp"}])),
    ("signal.inert", lambda w: w.hall.update(schedules=[{"name": "lamp"}])),
    ("signal.phases", lambda w: w.hall.update(signals=[{"name": "lamp", "semantics": [{"preset": "signal"}]}])),
    (
        "schedule.windows",
        lambda w: w.hall.update(
            schedules=[
                {"name": "a", "semantics": [{"preset": "schedule", "params": {"windows": [{"start": 5, "end": 5}]}}]}
            ]
        ),
    ),
    ("regime.unproduced", lambda w: attach(w, {"preset": "gate", "params": {"unlock_on": "alarm"}})),
    ("regime.unused", lambda w: attach(w, plate(radius=0.5, position=[1, 1], regime="alarm"))),
    ("light.outside", lambda w: w.room.update(lights=lamp(position=[2, 2, 2.0]))),
    ("light.above_ceiling", lambda w: w.room.update(lights=lamp(position=[2, 6, 2.8]))),
    (
        "microphone.height",
        lambda w: w.levels["0"].update(
            microphones=[{"zone": "hall", "placement": "ceiling", "position": [2, 2, 1.0]}],
        ),
    ),
    ("room.cramped", cupboards),
    ("room.unreachable", shut_off),
    (
        "level.too_large",
        lambda w: w.levels["0"]["zones"].append({"name": "sea", "corners": [[50, 0], [9e6, 0], [50, 9e6]]}),
    ),
    ("scenario.none", lambda w: w.scenarios.clear()),
    ("scenario.level", lambda w: w.scenario["robots"][0].update(start_floor="7")),
    ("scenario.outside", lambda w: w.scenario["robots"][0].update(start=[20, 20])),
    ("scenario.outside", lambda w: w.scenario["dynamic"][0].update(waypoints=[[20, 20]])),
    ("scenario.blocked", lambda w: w.scenario["robots"][0].update(phases=[{"goto": [6.5, 6.5]}])),
    ("scenario.blocked", lambda w: w.scenario["dynamic"][0].update(waypoints=[[6, 0.1]])),
    ("scenario.unreachable", walled_off),
    ("scenario.duplicate", lambda w: w.scenario.update(static=[{"name": "visitor", "model": "bin", "pose": [7, 2]}])),
    ("condition.unknown", lambda w: w.scenario.update(conditions=[{"op": "never", "p": "robot in rom"}])),
    ("condition.unknown", lambda w: w.scenario.update(conditions=[{"op": "never", "p": "visiter in room"}])),
    ("condition.unknown", lambda w: w.scenario.update(conditions=[{"op": "never", "p": "room_door.opn == true"}])),
    ("condition.unknown", lambda w: w.scenario.update(conditions=[{"op": "never", "p": "jackal_7 in room"}])),
    (
        "condition.unknown",
        lambda w: w.scenario.update(timeline=[{"when": "robot in rom", "set": []}]),
    ),
    ("condition.never", lambda w: w.scenario.update(conditions=[{"op": "never", "p": "room_door.open == ajar"}])),
    ("condition.never", lambda w: w.scenario.update(conditions=[{"op": "never", "p": "robot within 0 of visitor"}])),
    ("condition.ambiguous", upstairs(ambiguous_atom)),
    ("timeline.unknown", set_field("rom_door", "open", "true")),
    ("timeline.unknown", set_field("room_door", "opn", "true")),
    ("timeline.read_only", set_field("room_door", "open", "true")),
    ("check.incomplete", lambda w: w.door.update(kind="slidng")),
]
OUT_OF_REACH = {"scenario.unreachable", "condition.never"}
# What a fault of one kind cannot help to cause as well.
CONSEQUENCES: dict[str, set[str]] = {
    "zone.overlap": {"entity.in_wall"},
    "door.blocked": {"room.unreachable", *OUT_OF_REACH},
    "door.off_wall": {
        "door.same_zone",
        "door.slab_leaves_wall",
        "room.unreachable",
        "scenario.blocked",
        *OUT_OF_REACH,
    },
    "door.same_zone": {"door.off_wall", "room.unreachable", *OUT_OF_REACH},
    "door.nowhere": {"door.off_wall", "room.unreachable", *OUT_OF_REACH},
    "door.slab_leaves_wall": {"door.off_wall"},
    "door.slab_covers_door": {"door.off_wall"},
    "elevator.nowhere": {"elevator.unreachable", "elevator.crossed", "room.unreachable"},
    "elevator.crossed": {"elevator.unreachable", "room.unreachable"},
    "elevator.jammed": {"elevator.unreachable", "room.unreachable", "entity.other_zone", "entity.in_elevator"},
    "elevator.unreachable": {"room.unreachable", "scenario.outside"},
    "entity.in_elevator": {"elevator.unreachable", "room.unreachable", "entity.other_zone"},
    "entity.in_slab_path": {"asset.missing"},
    "room.cramped": {"asset.missing", "scenario.blocked", "entity.in_doorway", *OUT_OF_REACH},
    "scenario.unreachable": {"condition.never", "room.unreachable", "wall.outside"},
    "name.kinds": {"condition.unknown"},
    "level.too_large": {"spawn.room"},
    "condition.ambiguous": {"name.levels"},
    "name.levels": {"condition.ambiguous"},
    "check.incomplete": {"value.choice"},
    "scenario.outside": {"person.outside"},
    "condition.unknown": {"timeline.empty"},
}
ELSEWHERE = {"asset.broken", "light.collides", "spawn.room"}


@pytest.mark.parametrize(("code", "fault"), FAULTS, ids=[f"{index}-{code}" for index, (code, _) in enumerate(FAULTS)])
def test_fault_is_found(tmp_path: Path, code: str, fault: Fault) -> None:
    world = World()
    fault(world)
    problems = world.problems(tmp_path / "w")
    found = {problem.code for problem in problems}
    assert code in found
    assert found - {code} <= CONSEQUENCES.get(code, set()), [problem.text for problem in problems]
    for problem in problems:
        assert problem.severity == CODES[problem.code].severity
        assert problem.file
        assert problem.line or problem.code in ("scenario.none", "check.incomplete")


def test_every_code_has_a_fault() -> None:
    assert {code.name for code in CHECK_CODES} == {code for code, _ in FAULTS} | ELSEWHERE


def test_clean_worlds_are_clean(tmp_path: Path) -> None:
    assert World().problems(tmp_path / "one") == ()
    two = World()
    two.with_upper_level()
    assert two.problems(tmp_path / "two") == ()


def test_broken_asset_is_reported_at_its_use_and_in_its_own_file(tmp_path: Path) -> None:
    world = World()
    world.furnish("thing", "thing", 2.0, 6.5)
    folder = world.write(tmp_path / "w") / "assets" / "Common" / "Object" / "thing"
    folder.mkdir(parents=True)
    (folder / "annotation.yaml").write_text("bounding_box: tall\n")
    found = linted(tmp_path / "w")
    assert [problem.code for problem in found] == ["asset.broken", "value.type", "check.incomplete"]
    assert found[1].file.endswith("thing/annotation.yaml")


def test_what_a_wall_preset_is_made_of_is_looked_for(tmp_path: Path) -> None:
    world = World()
    world.hall["walls"][0]["kind"] = "tiled"
    folder = world.write(tmp_path / "w") / "assets" / "Common" / "Wall" / "tiled"
    folder.mkdir(parents=True)
    segment = "{height: 2.0, width: 0.05, material: Tile_Of_Nobody}"
    (folder / "tiled.yaml").write_text(f"main:\n- {segment}\n")
    (found,) = linted(tmp_path / "w")
    assert (found.code, found.found, found.path) == ("asset.missing", "Tile_Of_Nobody", "zones[0].walls[0].kind")


def test_lights_of_objects_may_not_take_names(tmp_path: Path) -> None:
    world = World()
    world.furnish("lamp", "reading_lamp", 2.0, 6.5)
    world.room["lights"] = lamp(name="world_lamp_bulb")
    folder = world.write(tmp_path / "w") / "assets" / "Common" / "Object" / "reading_lamp"
    folder.mkdir(parents=True)
    box = "bounding_box: [[-0.1, 0.1], [-0.1, 0.1], [0, 1.5]]\n"
    (folder / "annotation.yaml").write_text(f"{box}lights: [{{name: bulb, lumens: 400}}]\n")
    (found,) = linted(tmp_path / "w")
    assert (found.code, found.found, found.severity) == ("light.collides", "world_lamp_bulb", ERROR)


def test_a_closet_has_no_room_to_spawn(tmp_path: Path) -> None:
    closet = World({"0": {"zones": [{"name": "closet", "corners": [[0, 0], [0.8, 0], [0.8, 3], [0, 3]]}]}}, {})
    found = closet.problems(tmp_path / "w")
    assert {problem.code for problem in found} == {"spawn.room", "scenario.none"}


def test_findings_stand_where_the_thing_stands(tmp_path: Path) -> None:
    folder = tmp_path / "w" / "0"
    folder.mkdir(parents=True)
    (folder / "world.yaml").write_text(
        "zones:\n"
        "- name: hall\n"
        "  corners: [[0, 0], [8, 0], [8, 4], [0, 4]]\n"
        "  entities:\n"
        "    static:\n"
        "    - {name: a, model: plant, pose: [2, 2]}\n"
        "    - name: b\n"
        "      model: plant\n"
        "      pose: [2.1, 2]\n"
    )
    overlap = next(problem for problem in linted(tmp_path / "w") if problem.code == "entity.overlap")
    assert (overlap.line, overlap.column, overlap.path) == (9, 13, "zones[0].entities.static[1].pose")
    assert overlap.text.startswith(
        f"{folder / 'world.yaml'}:9:13: warning: zones[0].entities.static[1].pose: 'b' (plant)"
    )


def test_positions_of_the_old_form_with_levels_are_those_of_its_only_file(tmp_path: Path) -> None:
    (tmp_path / "w").mkdir()
    (tmp_path / "w" / "world.yaml").write_text(
        "levels:\n  a:\n    zones:\n    - {name: idea}\n    - {name: hall, corners: [[0, 0], [8, 0], [8, 4]]}\n"
    )
    found = next(problem for problem in linted(tmp_path / "w") if problem.code == "zone.no_polygon")
    assert (found.line, found.column, found.path) == (4, 7, "levels.a.zones[0]")


def test_a_wider_robot_gets_to_less(tmp_path: Path) -> None:
    world = World()
    directory = world.write(tmp_path / "w")
    assert linted(directory, 0.5) == ()
    assert {problem.code for problem in linted(directory, 0.7)} == {"room.unreachable", *OUT_OF_REACH}


def test_a_regime_that_a_scenario_raises_is_no_fault(tmp_path: Path) -> None:
    world = World()
    attach(world, {"preset": "gate", "params": {"unlock_on": "!music"}})
    sound = {"name": "radio", "asset_id": "radio_loop", "position": [1, 1]}
    world.scenario["sounds"] = [{**sound, "semantics": [{"preset": "sound", "params": {"regime": "music"}}]}]
    assert [problem for problem in world.problems(tmp_path / "w") if problem.code.startswith("regime")] == []


@pytest.mark.parametrize("fault", ["slab", "gap"])
def test_overhang_is_told_in_metres(tmp_path: Path, fault: str) -> None:
    """The door is 1.2 m wide: of the slab that ends at 5.4 m, what the wall leaves out stands free."""
    world = World()
    world.hall["walls"][2] = {"start": [5.2, 4], "end": [4.2, 4]}
    if fault == "gap":
        world.hall["walls"].append({"start": [8, 4], "end": [5.4, 4]})
    (found,) = [problem for problem in world.problems(tmp_path / "w") if problem.code == "door.slab_leaves_wall"]
    assert "by 0.20 m" in found.message
