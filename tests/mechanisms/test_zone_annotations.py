"""Inert annotations: published as authored, changed by orders, refused with the accepted values."""

import pytest

from arena_runtime.mechanisms.contract import Sensed, View
from arena_runtime.mechanisms.fact_table import FactTable
from arena_runtime.mechanisms.writes import parse_value, resolve_entity, validate_write, written_column
from arena_runtime.mechanisms.zone import ZoneMechanism
from arena_simulation_setup.frame import FactColumn
from arena_simulation_setup.order import SetField
from arena_simulation_setup.semantics.annotation import SemanticCfg
from arena_simulation_setup.world.zone import Zone

WARD = Zone(
    "ward",
    semantics=(
        SemanticCfg("state", "max_speed", 1.5),
        SemanticCfg("predicate", "quiet", True),
        SemanticCfg("state", "shift", "late"),
        SemanticCfg("state", "cap", 3),
        SemanticCfg("state", "unset"),
    ),
)


def ticked(zone: ZoneMechanism, *orders: SetField) -> dict[str, object]:
    start = zone.start(Sensed())
    return dict(zone.tick(View(1, 1, Sensed(), {}, frozenset(), start.memory, orders)).facts)


def test_literal_values_are_published_and_those_of_other_kinds_left_to_them() -> None:
    zone = ZoneMechanism(WARD, "0")
    assert dict(zone.start(Sensed()).facts) == {"max_speed": 1.5, "quiet": True, "shift": "late"}
    assert [(c.field, c.role, c.codes) for c in zone.columns] == [
        ("max_speed", "continuous", ()),
        ("quiet", "predicate", ("false", "true")),
        ("shift", "discrete", ("late",)),
    ]


def test_of_two_annotations_with_one_name_the_last_counts() -> None:
    zone = Zone("ward", semantics=(SemanticCfg("predicate", "quiet", True), SemanticCfg("predicate", "quiet", False)))
    assert dict(ZoneMechanism(zone, "0").start(Sensed()).facts) == {"quiet": False}


def test_orders_take_effect_in_order_and_last() -> None:
    zone = ZoneMechanism(WARD, "0")
    facts = ticked(
        zone,
        SetField("ward/0", "quiet", " FALSE "),
        SetField("ward/0", "max_speed", "0.5"),
        SetField("ward/0", "max_speed", "0.7"),
    )
    assert facts == {"max_speed": 0.7, "quiet": False, "shift": "late"}


@pytest.mark.parametrize("value", [[1], {"a": 1}])
def test_a_value_that_is_no_fact_is_refused_by_name(value: object) -> None:
    with pytest.raises(ValueError, match="max_speed of ward/0"):
        ZoneMechanism(Zone("ward", semantics=(SemanticCfg("state", "max_speed", value),)), "0").start(Sensed())


def refusal(entity: str, field: str, value: str) -> str | None:
    table = FactTable([ZoneMechanism(WARD, "0"), ZoneMechanism(Zone("hall", semantics=WARD.semantics), "1")])
    return validate_write(table.columns, table.writable, SetField(entity, field, value))


@pytest.mark.parametrize(
    ("entity", "field", "value"),
    [("ward/0", "quiet", "true"), ("ward", "max_speed", "1e-1"), ("hall/1", "shift", "late")],
)
def test_what_can_be_written_is_not_refused(entity: str, field: str, value: str) -> None:
    assert refusal(entity, field, value) is None


@pytest.mark.parametrize(
    ("entity", "field", "value", "words"),
    [
        ("wrad/0", "quiet", "true", ("unknown entity: 'wrad/0'", "'ward/0'")),
        ("wrd", "quiet", "true", ("unknown entity: 'wrd'", "'ward'")),
        ("ward/0", "quite", "true", ("field not writable: 'quite' of ward/0", "max_speed, quiet, shift", "'quiet'")),
        ("ward/0", "quiet", "yes", ("malformed value: 'yes' for quiet of ward/0", "true or false")),
        ("ward/0", "max_speed", "fast", ("malformed value: 'fast' for max_speed of ward/0", "finite number")),
        ("ward/0", "max_speed", "nan", ("malformed value: 'nan'",)),
        ("ward/0", "max_speed", "1_0", ("malformed value: '1_0'",)),
        ("ward/0", "shift", "lat", ("malformed value: 'lat' for shift of ward/0", "one of 'late'", "did you mean")),
    ],
)
def test_a_refusal_begins_with_the_documented_words_and_says_what_is_accepted(
    entity: str, field: str, value: str, words: tuple[str, ...]
) -> None:
    error = refusal(entity, field, value)
    assert error is not None
    assert error.startswith(words[0])
    assert all(word in error for word in words)


def column(entity: str, kind: str = "zone", field: str = "quiet") -> FactColumn:
    return FactColumn(entity, kind, field, "predicate", codes=("false", "true"))


def test_a_bare_name_means_the_only_entity_that_is_called_so() -> None:
    columns = [column("ward/0"), column("ward/1"), column("hall/1"), column("siren")]
    assert resolve_entity(columns, "hall") == "hall/1"
    assert resolve_entity(columns, "siren") == "siren"
    assert resolve_entity(columns, "ward") is None
    error = validate_write(columns, frozenset(), SetField("ward", "quiet", "true"))
    assert error is not None
    assert error.startswith("unknown entity: 'ward' is on several levels")
    assert "ward/0, ward/1" in error


@pytest.mark.parametrize("kinds", [("zone", "gate", "door"), ("door", "gate", "zone")])
def test_a_write_goes_to_the_first_kind_in_vocabulary_order_that_takes_it(kinds: tuple[str, ...]) -> None:
    columns = [column("hall/0", kind) for kind in kinds]
    writable = frozenset({("hall/0", "zone", "quiet"), ("hall/0", "gate", "quiet")})
    taken = written_column(columns, writable, "hall/0", "quiet")
    assert taken is not None
    assert taken.kind == "gate"


def test_a_read_only_kind_answers_that_its_field_is_not_writable() -> None:
    error = validate_write([column("d/0", "door", "open")], frozenset(), SetField("d/0", "open", "true"))
    assert error is not None
    assert error.startswith("field not writable: 'open' of d/0")


def test_numbers_are_parsed_with_their_unit_in_the_error() -> None:
    volume = FactColumn("siren/0", "sound", "volume_db", "continuous", "dB")
    assert parse_value(volume, " 3.5 ") == 3.5
    with pytest.raises(ValueError, match="a finite number in dB"):
        parse_value(volume, "loud")
