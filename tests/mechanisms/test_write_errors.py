"""Writes to every kind: what is accepted, and the three ways in which one is refused."""

import pytest

from arena_runtime.mechanisms.writes import validate_write, written_column
from arena_simulation_setup.geometry import Position
from arena_simulation_setup.order import SetField
from arena_simulation_setup.semantics.annotation import SemanticCfg
from arena_simulation_setup.semantics.vocabulary import CONTINUOUS, PREDICATE, VOCABULARY
from arena_simulation_setup.world.light import CeilingLights
from arena_simulation_setup.world.sound import Sound
from arena_simulation_setup.world.zone import Zone
from tests.mechanisms.scripted_building import SQUARE, Building, front_door, preset, schedule, signal

ZONE = Zone(
    "hall",
    SQUARE,
    doors=(front_door(*preset("gate"), *preset("pressure_plate")),),
    signals=(signal("lamp", phases=[{"name": "green", "duration": 1}, {"name": "red", "duration": 1}]),),
    schedules=(schedule("alarm", windows=[{"start": 1, "end": 2, "value": "on"}], default="off"),),
    sounds=(Sound("siren", "fire_alarm", Position(1, 1), semantics=preset("sound")),),
    ceiling_lights=CeilingLights(),
    semantics=(
        *preset("occupancy_cap", cap=3),
        SemanticCfg("state", "max_speed", 1.0),
        SemanticCfg("state", "use", "ward"),
    ),
)
HOSTS = {
    "door": "front",
    "gate": "front",
    "pressure_plate": "front",
    "occupancy_cap": "hall",
    "signal": "lamp",
    "schedule": "alarm",
    "sound": "siren",
    "light": "hall",
}
GOOD = {("signal", "state"): "red", ("schedule", "state"): "on"}
FIELDS = [(kind, known.name) for kind in HOSTS for known in VOCABULARY[kind]]
WRITABLE = [(kind, name) for kind, name in FIELDS if any(f.name == name and f.writable for f in VOCABULARY[kind])]


def refusal(entity: str, field: str, value: str) -> str | None:
    table = Building(ZONE).stepper.table
    return validate_write(table.columns, table.writable, SetField(entity, field, value))


def good_value(kind: str, name: str) -> str:
    role = next(known.role for known in VOCABULARY[kind] if known.name == name)
    return GOOD.get((kind, name)) or ("true" if role == PREDICATE else "0.5")


@pytest.mark.parametrize(("kind", "field"), WRITABLE, ids="-".join)
def test_every_writable_field_takes_a_value_and_shows_it(kind: str, field: str) -> None:
    building = Building(ZONE)
    value = good_value(kind, field)
    building.step((HOSTS[kind], field, value))
    shown = building.facts(HOSTS[kind], kind)[field]
    assert shown == {"true": True, "0.5": 0.5}.get(value, value)


@pytest.mark.parametrize(("kind", "field"), [pair for pair in FIELDS if pair not in WRITABLE], ids="-".join)
def test_every_other_field_is_read_only(kind: str, field: str) -> None:
    message = refusal(HOSTS[kind], field, "true")
    assert message is not None
    assert message.startswith(f"field not writable: {field!r} of {HOSTS[kind]}/0")


@pytest.mark.parametrize(("kind", "field"), WRITABLE, ids="-".join)
def test_every_writable_field_refuses_what_it_can_not_show(kind: str, field: str) -> None:
    message = refusal(HOSTS[kind], field, "purple")
    assert message is not None
    assert message.startswith(f"malformed value: 'purple' for {field} of {HOSTS[kind]}/0 (expected ")
    role = next(known.role for known in VOCABULARY[kind] if known.name == field)
    if role == CONTINUOUS:
        for text in ("", "nan", "inf", "1_0", "true"):
            assert (refusal(HOSTS[kind], field, text) or "").startswith("malformed value")


@pytest.mark.parametrize(("entity", "hint"), [("frnt", "front"), ("front/1", "front/0"), ("", "one of")])
def test_an_entity_that_does_not_exist_is_named(entity: str, hint: str) -> None:
    message = refusal(entity, "locked", "true")
    assert message is not None
    assert message.startswith(f"unknown entity: {entity!r}")
    assert hint in message


def test_doors_can_not_be_written_to() -> None:
    bare = Building(Zone("hall", doors=(front_door(),))).stepper.table
    message = validate_write(bare.columns, bare.writable, SetField("front", "open", "true"))
    assert message == "field not writable: 'open' of front/0 (expected none: everything about it is read-only)"


def test_a_cap_is_a_number() -> None:
    assert (refusal("hall", "cap", "many") or "").startswith("malformed value: 'many' for cap of hall/0")


@pytest.mark.parametrize(
    ("entity", "field", "kind"),
    [
        ("front/0", "locked", "gate"),
        ("front/0", "pressed", "pressure_plate"),
        ("hall/0", "cap", "occupancy_cap"),
        ("hall/0", "level", "light"),
        ("hall/0", "max_speed", "zone"),
    ],
)
def test_a_write_goes_to_the_kind_of_the_entity_that_has_the_field(entity: str, field: str, kind: str) -> None:
    table = Building(ZONE).stepper.table
    column = written_column(table.columns, table.writable, entity, field)
    assert column is not None
    assert column.kind == kind


def test_of_several_kinds_with_a_field_the_first_in_order_counts() -> None:
    """A zone that calls an annotation ``level`` has a rig too: lights come before zones."""
    zone = Zone("hall", SQUARE, ceiling_lights=CeilingLights(), semantics=(SemanticCfg("state", "level", 3.0),))
    building = Building(zone)
    building.step(("hall", "level", "0.5"))
    assert building.facts("hall", "light")["level"] == 0.5
    assert building.facts("hall", "zone")["level"] == 3.0


def test_writes_in_every_tick_act_in_every_tick() -> None:
    building = Building(ZONE)
    for tick in range(1, 40):
        truth = "true" if tick % 2 else "false"
        building.step(("front", "locked", truth), ("siren", "sounding", truth), ("hall", "cap", str(tick)))
        assert building.facts("front", "gate")["locked"] is bool(tick % 2)
        assert building.facts("siren", "sound")["sounding"] is bool(tick % 2)
        assert building.facts("hall", "occupancy_cap")["cap"] == float(tick)
