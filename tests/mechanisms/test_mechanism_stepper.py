"""All mechanisms together: one previous frame for everybody, arrays that say what the facts say."""

from typing import Any

import numpy as np
import pytest
from attrs import frozen

from arena_runtime.mechanisms.contract import Outcome, Polygon, Sensed, SensingArea, View
from arena_runtime.mechanisms.registry import FactTable, build_mechanisms
from arena_runtime.mechanisms.sensing import Agents
from arena_runtime.mechanisms.stepper import MechanismStepper
from arena_simulation_setup.frame import NO_CODE, FactColumn
from arena_simulation_setup.geometry import Position
from arena_simulation_setup.order import SetField
from arena_simulation_setup.semantics.annotation import SemanticCfg
from arena_simulation_setup.world.compaction import CompactedWorld
from arena_simulation_setup.world.door import Door
from arena_simulation_setup.world.level import LevelDescription
from arena_simulation_setup.world.zone import Zone

TICK = 100_000_000
NOBODY = Agents()


def visitor(x: float, y: float) -> Agents:
    return Agents(("visitor",), [x], [y], [0.3])


def world() -> CompactedWorld:
    front = Door("front", Position(0, 0), Position(1, 0), activation_distance=(1.0, 1.0))
    back = Door("back", Position(0, 20), Position(1, 20), "sliding_top")
    ward = Zone("ward", doors=(front,), semantics=(SemanticCfg("predicate", "quiet", True),))
    hall = Zone("hall", doors=(front, back), semantics=(SemanticCfg("state", "max_speed", 1.5),))
    return CompactedWorld("tiny", {"0": LevelDescription((ward, hall, Zone("plain")))}, {"0": (0.0, 0.0)})


def stepper() -> MechanismStepper:
    return MechanismStepper(build_mechanisms(world()))


def test_a_world_has_each_door_once_and_the_zones_that_say_something() -> None:
    built = [(mechanism.entity, mechanism.kind) for mechanism in build_mechanisms(world())]
    assert built == [("front/0", "door"), ("back/0", "door"), ("ward/0", "zone"), ("hall/0", "zone")]


def test_columns_follow_the_mechanisms_and_arrays_follow_the_columns() -> None:
    running = stepper()
    assert [(c.entity, c.field) for c in running.table.number_columns] == [
        ("front/0", "progress"),
        ("back/0", "progress"),
        ("hall/0", "max_speed"),
    ]
    assert [c.field for c in running.table.code_columns] == ["state", "open", "in_transit", "triggered"] * 2 + ["quiet"]
    running.start(NOBODY)
    running.step(TICK, TICK, visitor(0.5, 0.9))
    assert running.numbers.tolist() == [0.1, 0.0, 1.5]
    assert running.codes.tolist() == [1, 0, 1, 1, 0, 0, 0, 0, 1]


def test_arrays_say_what_the_facts_say_at_every_tick() -> None:
    running = stepper()
    running.start(NOBODY)
    for tick in range(1, 60):
        running.step(tick * TICK, TICK, visitor(0.5, 2.0 - tick * 0.1))
        for columns, array in (
            (running.table.number_columns, running.numbers),
            (running.table.code_columns, running.codes),
        ):
            for column, value in zip(columns, array.tolist(), strict=True):
                fact = running.facts[column.entity, column.kind][column.field]
                assert fact == (column.codes[value] if column.role == "discrete" else value)


def test_no_value_is_nan_and_code_255() -> None:
    table = FactTable(build_mechanisms(world()))
    numbers, codes = table.empty_arrays()
    assert np.isnan(numbers).all()
    assert (codes == NO_CODE).all()
    facts = {"state": None, "progress": None, "open": None, "in_transit": False, "triggered": True}
    table.encode_one(0, Outcome(facts, None), numbers, codes)
    assert np.isnan(numbers[0])
    assert codes[:4].tolist() == [NO_CODE, NO_CODE, 0, 1]


def test_a_fact_outside_the_table_is_named() -> None:
    table = FactTable(build_mechanisms(world()))
    facts = {"state": "ajar", "progress": 0.5, "open": False, "in_transit": False, "triggered": False}
    with pytest.raises(ValueError, match="door front/0: 'ajar'"):
        table.encode_one(0, Outcome(facts, None), *table.empty_arrays())


def test_an_entity_has_one_mechanism_of_a_kind() -> None:
    built = build_mechanisms(world())
    with pytest.raises(ValueError, match="'front/0' has two mechanisms of kind 'door'"):
        MechanismStepper([*built, built[0]])


def test_frame_0_has_the_orders_that_apply_before_it() -> None:
    running = stepper()
    commands = running.start(NOBODY, [SetField("ward", "quiet", "false"), SetField("hall/0", "max_speed", "2")])
    assert [command.body for command in commands] == ["front/0", "back/0"]
    assert running.facts["ward/0", "zone"] == {"quiet": False}
    assert running.numbers[2] == 2.0


def test_an_order_is_taken_once_and_lasts_until_the_next_start() -> None:
    running = stepper()
    running.start(NOBODY)
    running.step(TICK, TICK, NOBODY, [SetField("ward/0", "quiet", "false")])
    running.step(2 * TICK, TICK, NOBODY)
    assert running.codes[-1] == 0
    running.start(NOBODY)
    assert running.codes[-1] == 1


def test_an_order_that_nobody_validated_is_an_error() -> None:
    running = stepper()
    running.start(NOBODY)
    with pytest.raises(ValueError, match="field not writable: 'state' of front/0"):
        running.step(TICK, TICK, NOBODY, [SetField("front/0", "state", "open")])


def test_a_second_start_repeats_the_first_episode() -> None:
    running, episodes = stepper(), []
    for _ in range(2):
        running.start(NOBODY)
        episode = []
        for tick in range(1, 50):
            commands = running.step(tick * TICK, TICK, visitor(0.5, 2.0 - tick * 0.1))
            episode.append((commands, running.numbers.tobytes(), running.codes.tobytes()))
        episodes.append(episode)
    assert episodes[0] == episodes[1]


def test_only_a_slab_that_moved_is_commanded() -> None:
    running = stepper()
    running.start(NOBODY)
    assert [c.body for c in running.step(TICK, TICK, visitor(0.5, 20.9))] == ["back/0"]
    assert running.step(2 * TICK, TICK, NOBODY) != []
    for tick in range(3, 60):
        running.step(tick * TICK, TICK, NOBODY)
    assert running.step(60 * TICK, TICK, NOBODY) == []


def test_a_band_is_announced_for_the_very_tick_in_which_the_slab_starts_to_close() -> None:
    running = stepper()
    running.start(NOBODY)
    assert running.closing_bands(TICK) == ()
    running.step(TICK, TICK, visitor(0.5, 0.5))
    announced = []
    for tick in range(2, 40):
        bands = running.closing_bands(tick * TICK)
        running.step(tick * TICK, TICK, NOBODY)
        announced.append((len(bands) == 1, running.facts["front/0", "door"]["state"] == "closing"))
    assert (True, True) in announced
    # In its last closing tick the slab arrives, so that its state is already closed.
    assert [a for a, _ in announced].count(True) == [c for _, c in announced].count(True) + 1
    assert all(band for band, closing in announced if closing)


def test_slabs_are_walls_where_they_stand() -> None:
    running = stepper()
    running.start(NOBODY)
    assert len(running.slab_polygons()) == 2
    for tick in range(1, 12):
        running.step(tick * TICK, TICK, Agents(("a", "b"), [0.5, 0.5], [0.5, 20.5], [0.3, 0.3]))
    assert running.slab_polygons() == (((1.0, -0.05), (2.0, -0.05), (2.0, 0.05), (1.0, 0.05)),)


def test_a_crate_that_appears_in_a_doorway_keeps_the_open_door_open_until_it_is_gone() -> None:
    running, crate = stepper(), ((0.3, -0.2), (0.7, -0.2), (0.7, 0.2), (0.3, 0.2))
    running.start(NOBODY)
    for tick in range(1, 12):
        running.step(tick * TICK, TICK, visitor(0.5, 0.5))
    running.place_obstacles([crate])
    for tick in range(12, 100):
        running.step(tick * TICK, TICK, NOBODY)
        assert running.facts["front/0", "door"]["open"] is True
    running.place_obstacles([])
    for tick in range(100, 140):
        running.step(tick * TICK, TICK, NOBODY)
    assert running.facts["front/0", "door"]["state"] == "closed"


@frozen
class Follower:
    """Publishes what it sees its neighbour publish, and asserts a regime while it sees one."""

    entity: str
    neighbour: str

    kind = "follower"
    writable: tuple[str, ...] = ()
    senses: SensingArea | None = None

    @property
    def columns(self) -> tuple[FactColumn, ...]:
        return (FactColumn(self.entity, "follower", "count", "continuous"),)

    def start(self, sensed: Sensed) -> Outcome:
        return Outcome({"count": 0.0}, None, (self.entity,))

    def tick(self, view: View) -> Outcome:
        seen = view.facts[self.neighbour, "follower"]["count"]
        assert isinstance(seen, float)
        return Outcome({"count": seen + 1.0}, None, (self.entity,) if self.neighbour in view.regimes else ())

    def at_rest(self, outcome: Outcome) -> bool:
        return False

    def slabs(self, memory: Any) -> tuple[Polygon, ...]:
        return ()

    def closing_bands(self, memory: Any, now_ns: int) -> tuple[Polygon, ...]:
        return ()


@pytest.mark.parametrize("names", [("a", "b"), ("b", "a")])
def test_everybody_sees_the_previous_frame_whatever_the_order(names: tuple[str, str]) -> None:
    pair = {"a": Follower("a", "b"), "b": Follower("b", "a")}
    running = MechanismStepper([pair[name] for name in names])
    running.start(NOBODY)
    for tick in range(1, 4):
        running.step(tick * TICK, TICK, NOBODY)
        assert [facts["count"] for facts in running.facts.values()] == [tick, tick]
        assert running.regimes == {"a", "b"}
