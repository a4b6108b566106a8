"""The episodes of a campaign: how many, and with which seeds."""

from __future__ import annotations

from arena_lab.campaign.contest import Contest, Contestant
from arena_lab.campaign.plan import Campaign
from arena_lab.campaign.suite import Stage, Suite
from arena_simulation_setup.timebase import seconds_to_ns
from task_generator.seeds import episode_seed

STAGES = (Stage("one", "map_empty", 1, 77), Stage("many", "map_empty", 4, 5, timeout_s=30.0))
CONTEST = Contest("c", (Contestant("plain"), Contestant("pair", {"robot": "turtlebot[2]", "robot.mobile": "none"})))


def seeds(scale: float, contestant: str = "plain") -> dict[tuple[str, int], int]:
    jobs = Campaign(Suite("s", STAGES), CONTEST, scale).jobs()
    return {(job.stage, job.episode): job.request.seed for job in jobs if job.contestant == contestant}


def test_a_stage_of_one_episode_has_the_seed_as_it_is_and_several_derive_theirs_as_arena_run_does() -> None:
    found = seeds(1.0)
    assert found["one", 1] == 77
    assert [found["many", number] for number in range(1, 5)] == [
        episode_seed(5, "5", "map_empty", number, 4) for number in range(1, 5)
    ]


def test_every_contestant_has_the_same_seeds() -> None:
    assert seeds(1.0, "plain") == seeds(1.0, "pair")


def test_scaling_adds_and_takes_away_episodes_and_changes_none() -> None:
    whole, half, double = seeds(1.0), seeds(0.5), seeds(2.0)
    assert (len(half), len(whole), len(double)) == (3, 5, 10)
    assert half.items() <= whole.items() <= double.items()
    assert len(set(double.values())) == 10
    assert len(seeds(1e-6)) == 2


def test_a_contestant_changes_the_requests_of_all_stages_and_nothing_else() -> None:
    jobs = Campaign(Suite("s", STAGES), CONTEST).jobs()
    plain = next(job for job in jobs if job.key == ("plain/many", 1))
    pair = next(job for job in jobs if job.key == ("pair/many", 1))
    assert (plain.request.fleet, plain.request.default_model, plain.robots) == (None, "jackal", "jackal")
    assert (pair.request.fleet, pair.request.adapter) == (("turtlebot", "turtlebot"), "none")
    assert plain.request.limits == pair.request.limits
    assert plain.request.limits.timeout_ns == seconds_to_ns(30.0)


def test_the_fingerprint_tells_campaigns_apart() -> None:
    same = Campaign(Suite("other name", STAGES), CONTEST)
    assert same.fingerprint == Campaign(Suite("s", STAGES), CONTEST).fingerprint
    assert same.fingerprint != Campaign(Suite("s", STAGES[:1]), CONTEST).fingerprint
    assert same.fingerprint != Campaign(Suite("s", STAGES), CONTEST, 2.0).fingerprint


def test_folders_of_episodes_stay_below_the_run_whatever_names_there_are() -> None:
    names = ("..", "%2E.", ".", "a b", "ä:|", "x" * 300, "x" * 301)
    odd = Contest("c", tuple(Contestant(name) for name in names))
    folders = {job.folder for job in Campaign(Suite("s", STAGES[:1]), odd).jobs()}
    assert len(folders) == len(names)
    assert all(len(folder.parts) == 4 and folder.parts[0] == "episodes" for folder in folders)
    assert not any(part.startswith(".") or len(part.encode()) > 255 for folder in folders for part in folder.parts)
