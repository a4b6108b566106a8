"""People of a source on one level get to a sink on another by themselves."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

from arena_runtime.simulation import Simulation
from arena_simulation_setup.files.yaml_text import yaml_text
from arena_simulation_setup.site import open_site
from tests.people.corridor import generated, lasting

WORLDS = Path(__file__).parents[2] / "arena_simulation_setup" / "worlds"


@pytest.mark.slow
@pytest.mark.parametrize("place", ["lift_lobby/0", "bed_lift_0"])
def test_people_ride_to_their_sink(tmp_path: Path, place: str) -> None:
    world = tmp_path / "hospital_2"
    shutil.copytree(WORLDS / "hospital_2", world)
    arrivals = {"rate_profile": [{"t": 0.0, "rate": 0.5}], "max_concurrent": 3, "max_total": 3}
    regions = {
        "below": {"type": "source", "ref": place, "config": arrivals},
        "above": {"type": "sink", "ref": "upper_lift_lobby"},
    }
    content = {"robots": [{"start": [3.2, 1.4, 1.5708]}], "regions": regions}
    (world / "scenarios" / "default" / "scenario.yaml").write_text(yaml_text(content), encoding="utf-8")
    site = open_site(str(world), {})
    found = generated(site)
    assert found.warnings == ()
    simulation = Simulation(site, lasting(found.episode, 90.0))
    came = np.zeros(3, dtype=np.bool_)
    while simulation.outcome is None:
        came |= ~np.isnan(simulation.step().frame.people[:, 0])
    assert came.all()
    assert np.isnan(simulation.frame.people).all()
