"""Rings of regimes are errors of the file; chains are none."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from checked_world import World, linted
from hypothesis import given, settings
from hypothesis import strategies as st

from arena_simulation_setup.files.load_world import load_world
from arena_simulation_setup.files.problem import FileProblems
from arena_simulation_setup.semantics.regimes import RegimeUse, ring


def plates(*steps: tuple[str, str]) -> list[dict[str, Any]]:
    """Doors out of the way with a plate each, which acts on one regime and raises another."""
    return [
        {
            "name": f"door_{index}",
            "start": [index, 0.0],
            "end": [index + 0.5, 0.0],
            "kind": "teleport",
            "semantics": [{"preset": "pressure_plate", "params": {"press_on": consumes, "regime": produces}}],
        }
        for index, (consumes, produces) in enumerate(steps)
    ]


def loaded_errors(directory: Path, world: World) -> list[tuple[str, int, str]]:
    world.write(directory)
    try:
        load_world(directory)
    except FileProblems as error:
        return [(problem.code, problem.line, problem.message) for problem in error.problems]
    return []


def test_a_ring_of_two_is_refused_at_the_first_of_them(tmp_path: Path) -> None:
    world = World()
    world.hall["doors"] += plates(("a", "b"), ("b", "a"))
    ((code, line, message),) = loaded_errors(tmp_path / "w", world)
    assert code == "regime.ring"
    assert line > 0
    assert message == ("regimes raise each other in a ring: 'door_0' raises 'b' on 'a', 'door_1' raises 'a' on 'b'")


def test_a_negation_closes_a_ring_too(tmp_path: Path) -> None:
    world = World()
    world.hall["doors"] += plates(("a", "b"), ("!b", "a"))
    assert [code for code, _, _ in loaded_errors(tmp_path / "w", world)] == ["regime.ring"]


def test_a_ring_over_two_levels_is_refused(tmp_path: Path) -> None:
    world = World()
    world.with_upper_level()
    first, second = plates(("a", "b"), ("b", "a"))
    world.hall["doors"].append(first)
    world.levels["1"]["zones"][0]["doors"] = [second]
    assert [code for code, _, _ in loaded_errors(tmp_path / "w", world)] == ["regime.ring"]


def test_a_sound_that_switches_itself_is_refused(tmp_path: Path) -> None:
    world = World()
    params = {"sound_on": "a", "regime": "a"}
    sound = {
        "name": "s",
        "asset_id": "jingle",
        "position": [1, 1],
        "semantics": [{"preset": "sound", "params": params}],
    }
    world.hall["sounds"] = [sound]
    assert [code for code, _, _ in loaded_errors(tmp_path / "w", world)] == ["regime.ring"]


def test_a_plate_that_holds_itself_is_told_once(tmp_path: Path) -> None:
    world = World()
    world.hall["doors"] += plates(("a", "a"))
    assert [code for code, _, _ in loaded_errors(tmp_path / "w", world)] == ["semantics.self_latch"]


def test_a_chain_is_fine_and_its_loose_ends_are_named(tmp_path: Path) -> None:
    world = World()
    world.hall["doors"] += plates(("a", "b"), ("b", "c"))
    found = [problem for problem in linted(world.write(tmp_path / "w")) if problem.code.startswith("regime")]
    assert [(problem.code, problem.found) for problem in found] == [("regime.unproduced", "a"), ("regime.unused", "c")]


USES = st.lists(st.tuples(st.sampled_from("abcde"), st.sampled_from("abcde")), max_size=8)


@settings(max_examples=200, deadline=None)
@given(USES)
def test_a_ring_is_found_where_some_regime_leads_back_to_itself(steps: list[tuple[str, str]]) -> None:
    uses = [RegimeUse(f"u{index}", "pressure_plate", "", made, taken) for index, (taken, made) in enumerate(steps)]
    after = {name: {made for taken, made in steps if taken == name} for name in "abcde"}
    for _ in "abcde":
        after = {name: reached.union(*(after[other] for other in reached)) for name, reached in after.items()}
    found = ring(uses)
    assert bool(found) == any(name in reached for name, reached in after.items())
    for first, second in zip(found, (*found[1:], *found[:1]), strict=True):
        assert first.produces == second.consumes


@pytest.mark.parametrize("length", [5000])
def test_long_chains_need_no_deep_stack(length: int) -> None:
    chain = [RegimeUse(f"u{i}", "pressure_plate", "", f"r{i + 1}", f"r{i}") for i in range(length)]
    assert ring(chain) == ()
    assert len(ring([*chain, RegimeUse("last", "pressure_plate", "", "r0", f"r{length}")])) == length + 1
