"""Sources and sinks in what ``arena scenario`` tells and draws."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from arena_cli.region_hatching import COLORS, SPACING, hatching
from arena_cli.region_text import region_text
from arena_cli.scenario_picture import draw_scenario
from arena_simulation_setup.geometry import Position, covers
from arena_simulation_setup.scenario.region import Region
from tests.people.corridor import corridor_site, generated, scenario, sink, source

SQUARE = (Position(1, 2), Position(3, 2), Position(3, 4), Position(1, 4))


@pytest.mark.parametrize(
    ("region", "told"),
    [
        (
            Region("in", "source", SQUARE, config={"rate_profile": [{"t": 0, "rate": 0.5}, {"t": 9, "rate": 2}]}),
            "source of people in in the area from (1.00, 2.00) to (3.00, 4.00): "
            "0.5 per s from 0 s and 2 per s from 9 s",
        ),
        (
            Region("in", "source", ref="hall", config={"agent": {"agent_type": "elder"}, "max_total": 3}, level_id="1"),
            "source of people in in Great hall on level 1: nobody comes, at most 3 in all, of type elder",
        ),
        (
            Region("in", "source", ref="door", config={"agent": {"sink_affinity": [{"sink": "out", "weight": 2.5}]}}),
            "source of people in in door: nobody comes, to out (2.5)",
        ),
        (Region("out", "sink", ref="hall"), "sink of people out in Great hall: within 0.5 m of its places"),
        (
            Region("out", "sink", ref="hall", config={"absorption_radius": 1, "capacity": 8}),
            "sink of people out in Great hall: within 1 m of its places, takes 8",
        ),
    ],
)
def test_a_region_is_told_in_words(region: Region, told: str) -> None:
    assert region_text(region, {"hall": "Great hall"}) == told


def test_hatching_stays_in_the_polygon_and_fills_it() -> None:
    bent = ((0.0, 0.0), (4.0, 0.0), (4.0, 1.0), (1.0, 1.0), (1.0, 4.0), (0.0, 4.0))
    for slope in (1.0, -1.0):
        lines = list(hatching(bent, slope))
        assert all(covers(bent, (a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in lines)
        length = sum(np.hypot(b[0] - a[0], b[1] - a[1]) for a, b in lines)
        # Lines at a distance of spacing / sqrt(2) cover the area of 7 m^2.
        assert length * SPACING / np.sqrt(2.0) == pytest.approx(7.0, rel=0.15)


def test_the_picture_hatches_regions_and_leaves_out_who_is_not_there(tmp_path: Path) -> None:
    bare = corridor_site(tmp_path / "bare", scenario())
    busy = corridor_site(tmp_path / "busy", scenario(west=source(), east=sink()))
    without, with_regions = (draw_scenario(site, generated(site).episode) for site in (bare, busy))
    assert without.size == with_regions.size
    assert not any(_pixels(without, color) for color in COLORS.values())
    assert all(_pixels(with_regions, color) > 100 for color in COLORS.values())


def _pixels(image: Image.Image, color: tuple[int, int, int]) -> int:
    off = np.abs(np.asarray(image.convert("RGB"), dtype=np.int64) - np.array(color)).max(axis=2)
    return int((off < 12).sum())
