from pathlib import Path
from typing import Any

import numpy as np
import pytest
from attrs import evolve
from numpy.typing import NDArray

from arena_runtime.people.crowd import Crowd
from arena_runtime.people.regions import Traffic
from arena_runtime.people.standing_room import StandingRoom
from arena_runtime.simulation import Simulation
from arena_simulation_setup.conditions.parse import parse_clause
from arena_simulation_setup.episode import Episode, EpisodePerson
from arena_simulation_setup.geometry import Pose, Position
from arena_simulation_setup.scenario.region import EpisodeRegion
from arena_simulation_setup.site import Site
from tests.people.corridor import LENGTH, WIDTH, box, corridor_site, generated, lasting, scenario, sink, source

Floats = NDArray[np.float64]
NO_SLABS = np.empty((0, 4, 2))


def played(site: Site, episode: Episode) -> tuple[Floats, Simulation]:
    """People of every frame: shape (T, P, 5), and the simulation at its end."""
    simulation = Simulation(site, episode)
    rows = [simulation.first.frame.people]
    while simulation.outcome is None:
        rows.append(simulation.step().frame.people)
    return np.array(rows), simulation


def there(people: Floats) -> NDArray[np.bool_]:
    """Who is there in which frame: shape (T, P)."""
    present: NDArray[np.bool_] = ~np.isnan(people[:, :, 0])
    return present


def coming(people: Floats) -> int:
    present = there(people)
    return int((present[1:] & ~present[:-1]).sum())


def leaving(people: Floats) -> int:
    present = there(people)
    return int((present[:-1] & ~present[1:]).sum())


def corridor_run(folder: Path, seconds: float, seed: int = 1, **regions: dict[str, Any]) -> Floats:
    site = corridor_site(folder, scenario(**regions))
    return played(site, lasting(generated(site, seed).episode, seconds))[0]


@pytest.fixture(scope="module")
def flow(tmp_path_factory: pytest.TempPathFactory) -> Floats:
    """Two minutes of one person every two seconds through the corridor."""
    return corridor_run(tmp_path_factory.mktemp("flow"), 120.0, west=source(), east=sink())


def test_a_steady_flow_goes_through_a_corridor(flow: Floats) -> None:
    assert not there(flow)[0].any()
    assert 40 <= coming(flow) <= 80
    # Walking the corridor takes some twelve seconds, so about six are under way at a time.
    steady = there(flow)[900:].sum(axis=1)
    assert 3.0 < steady.mean() < 9.0
    assert coming(flow) - leaving(flow) == there(flow)[-1].sum()


def test_people_appear_in_the_source_and_disappear_in_the_sink(flow: Floats) -> None:
    present = there(flow)
    for tick, row in zip(*np.nonzero(present[1:] & ~present[:-1]), strict=True):
        x, y = flow[tick + 1, row, :2]
        assert 0.1 <= x <= 2.2
        assert 0.25 <= y <= WIDTH - 0.25
    for tick, row in zip(*np.nonzero(present[:-1] & ~present[1:]), strict=True):
        assert LENGTH - 2.0 <= flow[tick, row, 0] <= LENGTH - 0.1


def test_nobody_overlaps_anybody_from_the_first_moment_on(flow: Floats) -> None:
    x, y = flow[:, :, 0], flow[:, :, 1]
    distance = np.hypot(x[:, :, None] - x[:, None], y[:, :, None] - y[:, None])
    distance[:, np.arange(x.shape[1]), np.arange(x.shape[1])] = np.inf
    assert np.nanmin(distance) > 0.48
    to_robot = np.hypot(x - 8.0, y - 0.4)
    assert np.nanmin(to_robot) > 0.25 + 0.267 - 0.02


def test_no_more_than_may_be_there_at_once_are_and_rows_are_used_again(tmp_path: Path) -> None:
    people = corridor_run(tmp_path, 90.0, west=source(rate=3.0, max_concurrent=3), east=sink())
    assert people.shape[1] == 3
    assert there(people).sum(axis=1).max() == 3
    assert coming(people) > 9


def test_no_more_come_in_all_than_the_scenario_says(tmp_path: Path) -> None:
    people = corridor_run(tmp_path, 60.0, west=source(rate=3.0, max_concurrent=3, max_total=5), east=sink())
    assert coming(people) == leaving(people) == 5


def test_names_are_those_of_the_persons_while_there_are_rows_for_all(tmp_path: Path) -> None:
    people = corridor_run(tmp_path, 40.0, west=source(rate=1.0, max_concurrent=20, max_total=6), east=sink())
    first = [np.flatnonzero(there(people)[:, row])[0] for row in range(6)]
    assert people.shape[1] == 6
    assert first == sorted(first)


def test_a_sink_takes_as_many_as_its_capacity_and_then_nobody_comes(tmp_path: Path) -> None:
    people = corridor_run(tmp_path, 60.0, west=source(rate=2.0), east=sink(capacity=4))
    assert coming(people) == leaving(people) == 4


def test_sinks_are_chosen_by_their_weights(tmp_path: Path) -> None:
    affinity = [{"sink": "north", "weight": 3.0}, {"sink": "south", "weight": 1.0}, {"sink": "nowhere", "weight": 0.0}]
    ends = {
        "north": sink(box(14, 1.6, 15.9, 2.9), absorption_radius=0.2),
        "south": sink(box(14, 0.1, 15.9, 1.4), absorption_radius=0.2),
        "nowhere": sink(box(4, 1, 6, 2)),
    }
    start = source(rate=1.0, max_concurrent=25, agent={"sink_affinity": affinity})
    people = corridor_run(tmp_path, 150.0, west=start, **ends)
    present = there(people)
    gone = np.nonzero(present[:-1] & ~present[1:])
    y, x = people[:-1][gone][:, 1], people[:-1][gone][:, 0]
    assert (x > 13.9).all()
    # A binomial share of 3/4 within four standard errors.
    assert abs(np.mean(y > 1.5) - 0.75) < 4.0 * np.sqrt(0.75 * 0.25 / len(y))


def test_who_finds_no_free_place_waits_for_one(tmp_path: Path) -> None:
    # Two people fit into the source, and nobody gets away from a standing crowd: speed 0.
    tight = source(rate=5.0, place=box(0.1, 0.1, 0.9, 1.2), agent={"desired_velocity": 0.0})
    people = corridor_run(tmp_path, 20.0, west=tight, east=sink())
    assert 1 <= there(people)[-1].sum() <= 3
    assert leaving(people) == 0


def test_nobody_appears_on_the_robot(tmp_path: Path) -> None:
    around_robot = source(rate=5.0, place=box(7.7, 0.2, 8.3, 0.7))
    people = corridor_run(tmp_path, 10.0, west=around_robot, east=sink())
    assert coming(people) == 0


def test_people_without_a_sink_walk_about_and_stay(tmp_path: Path) -> None:
    people = corridor_run(tmp_path, 60.0, west=source(rate=1.0, max_concurrent=3))
    assert coming(people) == 3
    assert leaving(people) == 0
    assert np.nanmax(people[:, :, 0]) > 6.0


def test_a_person_of_the_episode_whose_way_ends_in_a_sink_leaves(tmp_path: Path) -> None:
    content = scenario(east=sink(capacity=1))
    walk = {"waypoint_mode": "once", "waypoints": [[15.0, 1.5]]}
    content["dynamic"] = [
        {"name": "guest", "model": "arenian", "pose": [11.0, 1.5], **walk},
        {"name": "late", "model": "arenian", "pose": [10.0, 1.5], **walk},
        {"name": "clerk", "model": "arenian", "pose": [12.0, 2.5], "waypoints": [[14.5, 2.5], [12.0, 2.5]]},
    ]
    site = corridor_site(tmp_path, content)
    people, _ = played(site, lasting(generated(site).episode, 30.0))
    assert there(people)[0].all()
    assert there(people)[-1].tolist() == [False, True, True]


def test_absent_people_are_nowhere_for_conditions_until_they_come(tmp_path: Path) -> None:
    content = scenario(west=source(rate=0.0, rate_profile=[{"t": 5.0, "rate": 2.0}]), east=sink())
    # Clauses are judged while the robot has something to do.
    content["robots"][0]["phases"] = [{"goto": [8.0, 0.4], "hold_time": 100.0}]
    site = corridor_site(tmp_path, content)
    clause = parse_clause({"op": "eventually", "p": "west_0 in corridor"})
    never = parse_clause({"op": "never", "p": "west_11 within 100 of robot"})
    episode = evolve(lasting(generated(site).episode, 8.0), conditions=(clause, never))
    simulation = Simulation(site, episode)
    while simulation.frame.time_ns < 4_900_000_000:
        simulation.step()
    assert [verdict.state for verdict in simulation.judge.verdicts()] == ["pending", "pending"]
    while simulation.outcome is None:
        simulation.step()
    came, stayed_away = simulation.judge.verdicts()
    assert (came.state, stayed_away.state) == ("holds", "holds")
    assert "west_11 absent" in stayed_away.reason


def test_the_same_seed_gives_the_same_people_and_another_seed_others(tmp_path: Path) -> None:
    site = corridor_site(tmp_path, scenario(west=source(), east=sink()))
    runs = [played(site, lasting(generated(site, seed).episode, 20.0))[0] for seed in (3, 3, 4)]
    assert np.array_equal(runs[0], runs[1], equal_nan=True)
    assert not np.array_equal(runs[0], runs[2], equal_nan=True)


def test_a_source_in_a_wall_is_an_error(tmp_path: Path) -> None:
    site = corridor_site(tmp_path, scenario(west=source(), east=sink()))
    episode = generated(site).episode
    corners = (Position(0.0, -0.1), Position(2.0, -0.1), Position(2.0, 0.1), Position(0.0, 0.1))
    west, east = episode.regions
    moved = evolve(episode, regions=(evolve(west, polygon=corners), east))
    with pytest.raises(ValueError, match=r"source west has no place from where a person of 0\.25 m radius gets away"):
        Simulation(site, moved)


def test_standing_room_keeps_off_people_robots_and_slabs(tmp_path: Path) -> None:
    site = corridor_site(tmp_path, scenario())
    people = [EpisodePerson(name, "arenian", 0.25, 1.75, Pose(x, 1.5), 1.0) for name, x in (("a", 3.0), ("b", 9.0))]
    crowd = Crowd([people[0], evolve(people[1], absent=True)], site.planner, 1)
    slabs = np.array([[[12.0, 1.4], [13.0, 1.4], [13.0, 1.6], [12.0, 1.6]]])
    room = StandingRoom(crowd, np.array([[6.0, 1.5, 0.3]]), slabs)
    places = np.array([[3.5, 1.5], [3.6, 1.5], [6.7, 1.5], [6.9, 1.5], [9.0, 1.5], [12.5, 1.8], [12.5, 2.0]])
    assert room.fits(1, places).tolist() == [False, True, False, True, True, False, True]
    room.take(1, (9.0, 1.5))
    assert room.fits(0, np.array([[9.4, 1.5]])).tolist() == [False]


def test_nothing_is_looked_at_while_nothing_is_due(tmp_path: Path) -> None:
    site = corridor_site(tmp_path, scenario(west=source(rate=0.001), east=sink()))
    episode = generated(site).episode
    crowd = Crowd(episode.people, site.planner, episode.seed)
    traffic = Traffic(episode, site.planner, crowd)
    crowd.__dict__.clear()
    traffic.step(33_333_333, np.full((len(episode.people), 5), np.nan), np.empty((0, 3)), NO_SLABS)


def test_regions_of_recordings_from_before_have_no_people(tmp_path: Path) -> None:
    site = corridor_site(tmp_path, scenario())
    plain = EpisodeRegion("west", "source", (Position(0, 0), Position(1, 0), Position(1, 1)), config={"max_total": 3})
    people, _ = played(site, evolve(lasting(generated(site).episode, 1.0), regions=(plain,)))
    assert people.shape[1] == 0
