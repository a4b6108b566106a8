"""The linter and the simulation agree on which parameters can be used."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena_runtime.mechanisms.registry import build_mechanisms
from arena_runtime.mechanisms.stepper import MechanismStepper
from arena_simulation_setup.geometry import Position
from arena_simulation_setup.semantics.annotation import SemanticCfg
from arena_simulation_setup.semantics.attachment import attachment
from arena_simulation_setup.semantics.expansion import KIND_PARAMETERS
from arena_simulation_setup.semantics.usable import unusable
from arena_simulation_setup.semantics.vocabulary import PRESETS
from arena_simulation_setup.world.compaction import CompactedWorld
from arena_simulation_setup.world.level import LevelDescription
from arena_simulation_setup.world.schedule import Schedule
from arena_simulation_setup.world.signal import Signal
from arena_simulation_setup.world.sound import Sound
from arena_simulation_setup.world.zone import Zone
from tests.mechanisms.scripted_building import SQUARE, front_door, preset

HOSTS = {"gate": "door", "pressure_plate": "door", "occupancy_cap": "zone"}
PHASE = {"name": "go", "duration": 1}
values = st.one_of(
    st.sampled_from(
        [
            None,
            True,
            False,
            0,
            -1,
            2.5,
            1e12,
            float("nan"),
            "",
            "true",
            "go",
            "soon",
            [],
            [1, 2],
            [1, "x"],
            {},
            {"a": 1},
        ]
    ),
    st.just([PHASE]),
    st.just([{"start": 1, "end": 2, "value": "on"}]),
    st.just([{"name": "go", "duration": "x"}]),
    st.just([{"start": "soon", "end": 2}]),
    st.just([{"start": 1}]),
    st.just([{"name": ["go"], "duration": 1}]),
)


def zone_with(kind: str, semantics: tuple[SemanticCfg, ...]) -> Zone:
    if kind in ("gate", "pressure_plate"):
        return Zone("hall", SQUARE, doors=(front_door(*semantics),))
    if kind == "occupancy_cap":
        return Zone("hall", SQUARE, semantics=semantics)
    if kind == "signal":
        return Zone("hall", signals=(Signal("front", semantics),))
    if kind == "schedule":
        return Zone("hall", schedules=(Schedule("front", semantics),))
    return Zone("hall", sounds=(Sound("front", "x", Position(0, 0), semantics=semantics),))


@st.composite
def annotations(draw: st.DrawFn) -> tuple[str, tuple[SemanticCfg, ...]]:
    kind = draw(st.sampled_from(sorted(PRESETS)))
    fields = [name for _, name in PRESETS[kind]]
    keys = draw(st.lists(st.sampled_from([*KIND_PARAMETERS[kind], *fields]), max_size=3, unique=True))
    return kind, preset(kind, **{key: draw(values) for key in keys})


@settings(max_examples=400, deadline=None)
@given(annotations())
def test_what_the_linter_accepts_can_be_simulated_and_nothing_else(
    annotated: tuple[str, tuple[SemanticCfg, ...]],
) -> None:
    kind, semantics = annotated
    found = attachment(HOSTS.get(kind, kind), semantics, kind)
    assert found is not None
    complaint = unusable("front/0", found)
    world = CompactedWorld("tiny", {"0": LevelDescription((zone_with(kind, semantics),))}, {"0": (0.0, 0.0)})
    if complaint is None:
        stepper = MechanismStepper(build_mechanisms(world))
        assert stepper.table.columns
    else:
        with pytest.raises(ValueError, match="expected"):
            _ = MechanismStepper(build_mechanisms(world)).table.columns
