"""People who come and go in recordings: simulated again to the bit, judged again alike."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from attrs import evolve

from arena_evaluation.replay import replay
from arena_lab.resimulate import resimulate
from arena_lab.run import RunOptions, run_episode
from arena_simulation_setup.conditions.parse import parse_clause
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.recording.reader import open_recording
from arena_simulation_setup.scenario.phase import GotoPhase
from tests.people.corridor import corridor_site, generated, lasting, scenario, sink, source

CLAUSES = (
    {"op": "eventually", "p": "west_0 in corridor"},
    {"op": "never", "p": "robot within 0.6 of west_1"},
    {"op": "before", "p": "west_0 within 3 of robot", "q": "west_2 within 3 of robot"},
)


def test_a_recording_of_people_who_come_and_go_is_simulated_and_judged_again_alike(tmp_path: Path) -> None:
    site = corridor_site(tmp_path, scenario(west=source(rate=1.0, max_concurrent=5), east=sink()))
    episode = lasting(generated(site).episode, 40.0)
    robot = evolve(episode.robots[0], phases=(GotoPhase(pose=Pose(8.0, 0.4), hold_time=100.0, tolerance_radius=1.0),))
    episode = evolve(episode, robots=(robot,), conditions=tuple(parse_clause(clause) for clause in CLAUSES))
    row = run_episode(site, episode, RunOptions(recordings=tmp_path / "recording"))
    path = Path(str(row.recording))
    recording = open_recording(path)
    people = np.array([frame.people for frame in recording.frames()])
    present = ~np.isnan(people[:, :, 0])
    assert recording.start.episode == episode
    assert not present[0].any()
    assert (present[:-1] & ~present[1:]).sum() > 5
    again = resimulate(site, path)
    assert (again.difference, again.frames) == ("", 1201)
    assert replay(path).agrees
