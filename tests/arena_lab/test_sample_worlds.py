"""Worlds that other people wrote load, and an episode runs in them."""

from pathlib import Path

import pytest

from arena_lab.batch import Batch, run_batch
from arena_lab.run import RunOptions
from arena_simulation_setup.episode import Limits
from arena_simulation_setup.site import open_site
from arena_simulation_setup.timebase import seconds_to_ns
from task_generator.request import EpisodeRequest

HOSPITAL_SCENARIOS = (
    "conditions",
    "default",
    "fire_alarm_evacuation",
    "flow",
    "humansim_flow",
    "landmark_reception_then_ward",
    "showcase",
    "social_waving",
    "tasks",
)


@pytest.mark.parametrize(
    ("world", "scenario"),
    [*(("hospital_1", name) for name in HOSPITAL_SCENARIOS), ("hospital_1", ""), ("reception", ""), ("map_empty", "")],
)
def test_an_episode_runs_in_a_sample_world(samples: Path, tmp_path: Path, world: str, scenario: str) -> None:
    site = open_site(str(samples / world), {})
    mode = "scenario" if scenario else "random"
    limits = Limits(timeout_ns=seconds_to_ns(120.0))
    batch = Batch(EpisodeRequest(1, 3, mode, mode, limits=limits), (scenario,), seed=3)
    (result,) = run_batch(site, batch, RunOptions(tmp_path))
    assert not result.row.failed_to_run, result.row.info
    assert result.row.outcome == "SUCCESS", result.row.info
    assert result.row.recording is not None
