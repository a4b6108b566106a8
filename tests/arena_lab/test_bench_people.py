import sys
from pathlib import Path

import numpy as np
import pytest

from arena_cli.main import main
from arena_lab import bench_avoidance, bench_people
from arena_lab.bench_avoidance import share_through_door, walk
from arena_lab.bench_people import Agents, step_cost, walking_people
from arena_runtime.people import Crowd
from arena_simulation_setup.route import FreeSpace, RoutePlanner

HALL = RoutePlanner(FreeSpace((((0.0, 0.0), (12.0, 0.0), (12.0, 12.0), (0.0, 12.0)),)))


def test_people_of_the_benchmark_start_apart_and_are_the_same_for_a_seed() -> None:
    people = walking_people(HALL, 30, 5)
    places = np.array([person.pose.xy for person in people])
    gaps = np.hypot(*(places[:, None] - places[None]).T)
    assert gaps[~np.eye(30, dtype=bool)].min() > 2 * bench_people.RADIUS
    assert people == walking_people(HALL, 30, 5)
    assert len({waypoint for person in people for waypoint in person.waypoints}) == bench_people.GOALS


def test_more_people_than_there_is_room_for_are_refused() -> None:
    with pytest.raises(ValueError, match="asked for 1000 people, but only"):
        walking_people(HALL, 1000, 5)


def test_without_the_library_the_sentence_says_where_to_get_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bench_people, "BESIDE", tmp_path)
    monkeypatch.setattr(bench_people, "STEP_PEOPLE", 3)
    monkeypatch.setitem(sys.modules, "pyrvo", None)
    assert main(["bench", "people"]) == 2
    assert "pyrvo is not there: `make pyrvo`" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.skipif(not bench_people.BESIDE.is_dir(), reason="`make pyrvo` puts the library into build/pyrvo")
def test_the_library_moves_the_agents_that_it_is_timed_with() -> None:
    people = walking_people(HALL, 30, 5)
    agents = Agents(people)
    rows = np.zeros((30, 5))
    rows[:, :2] = [person.pose.xy for person in people]
    rows[:, 3] = 1.0
    agents.put(rows)
    agents.simulator.do_step()
    assert agents.simulator.get_num_agents() == 30
    assert agents.simulator.get_agent_position(0).x != rows[0, 0]
    cost = step_cost(HALL, 30, 5)
    assert cost.library_us > 0.0
    assert cost.ours_us > 0.0


def test_two_who_meet_in_a_door_for_one_get_through(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_avoidance, "MEETINGS", 2)
    assert share_through_door(library=False) == 1.0


def test_a_walk_is_looked_at_from_all_sides(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_avoidance, "WALK_SECONDS", 3.0)
    people = walking_people(HALL, 5, 1)
    seen = walk(Crowd(people, HALL, 1), people, HALL.clearance)
    assert 0.5 < seen.walked < 1.0
    assert seen.people_cm < 2.0
    assert seen.walls_cm < 2.0
    assert 0.0 < seen.jerk < 100.0
