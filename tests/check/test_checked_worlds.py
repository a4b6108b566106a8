"""Shipped worlds are clean, worlds of other people have the known findings, and nothing makes the linter fail."""

from __future__ import annotations

import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from checked_world import World, linted
from hypothesis import given, settings
from hypothesis import strategies as st

from arena_simulation_setup.files.problem import INFO
from arena_simulation_setup.tree.search_paths import shipped

SHIPPED = sorted(path.name for path in shipped("worlds").iterdir() if path.is_dir())
LONGEST_CHECK_S = 3.0

# Found by hand in these worlds as well: slits of 5 cm between the rooms of the hospital, four slabs that end in the
# open, cubicle doors whose slabs cover each other, a door half behind a wall, chairs and cabins in one place.
KNOWN = {
    "demo": {},
    "hospital_1": {
        "asset.missing": 69,
        "door.blocked": 1,
        "door.same_zone": 6,
        "door.slab_covers_door": 4,
        "door.slab_leaves_wall": 4,
        "entity.in_wall": 12,
        "entity.other_zone": 1,
        "entity.overlap": 5,
        "robot.goal": 7,
        "scenario.blocked": 3,
        "zone.slit": 8,
    },
    "map_empty": {"asset.missing": 2, "scenario.none": 1},
    "reception": {"asset.missing": 3, "entity.in_wall": 1, "scenario.none": 1, "wall.repeated": 1},
    "three_storied_residential": {
        "asset.missing": 17,
        "elevator.crossed": 3,
        "elevator.jammed": 2,
        "elevator.unreachable": 1,
        "entity.in_elevator": 1,
        "room.unreachable": 4,
        "wall.repeated": 2,
    },
}


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_world_is_clean_under_strict_rules(name: str) -> None:
    started = time.process_time()
    problems = linted(shipped("worlds") / name)
    spent = time.process_time() - started
    assert [problem.text for problem in problems if problem.severity != INFO] == []
    assert name != "hospital_1" or spent < LONGEST_CHECK_S


@pytest.mark.parametrize("name", KNOWN)
def test_findings_in_worlds_of_other_people(samples: Path, name: str) -> None:
    """Models that are shipped one day are missing no longer; sounds are looked for where a catalog is shipped."""
    problems = [problem for problem in linted(samples / name) if not problem.message.startswith("sound ")]
    found = Counter(problem.code for problem in problems)
    missing, wanted = found.pop("asset.missing", 0), dict(KNOWN[name])
    assert missing <= wanted.pop("asset.missing", 0)
    assert dict(found) == wanted


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where every value in nested lists and mappings stands."""
    if path:
        yield path
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in entries:
        yield from places(inner, (*path, key))


def changed(world: World, which: int, value: Any) -> None:
    """Put a value in the place of one of those of a world with two levels."""
    whole = {"levels": world.levels, "scenarios": world.scenarios}
    within = [place for place in places(whole) if len(place) > 2]
    *way, last = within[which % len(within)]
    target: Any = whole
    for key in way:
        target = target[key]
    target[last] = deepcopy(value)


ODD_VALUES = (
    None, True, 0, -1, 0.001, 1e6, "", "room", "lift_1", "1", [], {}, [0, 0], [[0, 0], [1, 0], [1, 1]], [4, 4, 1],
    [[0, 0], [8, 0], [8, 0.001]], "teleport", "sliding_top", {"static": []}, [{"preset": "pressure_plate"}],
)  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 10_000), st.sampled_from(ODD_VALUES)), min_size=1, max_size=3))
def test_no_change_of_a_world_makes_the_linter_fail(changes: list[tuple[int, Any]]) -> None:
    world = World()
    world.with_upper_level()
    for which, value in changes:
        changed(world, which, value)
    with tempfile.TemporaryDirectory() as folder:
        directory = Path(folder) / "w"
        if all(isinstance(level, dict) for level in (*world.levels.values(), *world.scenarios.values())):
            for problem in world.problems(directory):
                assert problem.message
