"""What bars the floor is the same rectangles, whether they are asked for anew or remembered."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from arena_runtime.mechanisms.registry import build_mechanisms
from arena_runtime.mechanisms.stepper import MechanismStepper
from arena_simulation_setup.geometry import Position
from arena_simulation_setup.world.compaction import CompactedWorld
from arena_simulation_setup.world.door import Door
from arena_simulation_setup.world.level import LevelDescription
from arena_simulation_setup.world.zone import Zone
from tests.mechanisms.scripted_building import SQUARE, crowd

TICK_NS = 100_000_000
FAR = (50.0, 50.0)


def door(number: int, kind: str) -> Door:
    start, end = Position(0, 5 * number), Position(1, 5 * number)
    return Door(f"door_{number}", start, end, kind=kind, hold_time=0.2, transition_time=0.35)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.sampled_from(["sliding", "sliding_top", "teleport"]), min_size=1, max_size=4),
    st.lists(st.integers(-1, 3), min_size=1, max_size=40),
)
def test_what_is_barred_is_what_stands_there_now_and_what_closes(kinds: list[str], visits: list[int]) -> None:
    doors = tuple(door(number, kind) for number, kind in enumerate(kinds))
    world = CompactedWorld("tiny", {"0": LevelDescription((Zone("hall", SQUARE, doors=doors),))}, {"0": (0.0, 0.0)})
    stepper = MechanismStepper(build_mechanisms(world))
    stepper.start(crowd(("a", *FAR)))
    for tick, visited in enumerate(visits, 1):
        polygons = (*stepper.slab_polygons(), *stepper.closing_bands(tick * TICK_NS))
        barred = stepper.barred(tick * TICK_NS)
        assert np.array_equal(barred, np.array(polygons, dtype=np.float64).reshape(-1, 4, 2))
        stays = stepper.barred(tick * TICK_NS)
        assert stays is barred or stepper.closing_bands(tick * TICK_NS)
        kept, copy = barred, barred.copy()
        stepper.step(tick * TICK_NS, TICK_NS, crowd(("a", 0.5, 5 * visited + 0.4) if visited >= 0 else ("a", *FAR)))
        stepper.barred((tick + 1) * TICK_NS)
        assert np.array_equal(kept, copy), "what was given out stays as it was"
