"""Reference runs: recorded episodes without their robots, and what they show of disturbance."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from attrs import evolve

from arena_cli.main import main
from arena_evaluation.references import References, recordings_with_robots
from arena_evaluation.tables import MetricRow, RowMaker
from arena_lab.reference import ReferenceMaker, record_reference, reference_targets
from arena_lab.run import RunOptions, run_episode
from arena_runtime.recorder import Recorder
from arena_runtime.simulation import Simulation
from arena_simulation_setup.episode import Episode, EpisodePerson, EpisodeRobot, Limits
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.order import CommandVelocity, Remove, SetField, SpawnPerson, SpawnRobot, Teleport
from arena_simulation_setup.recording.error import RecordingError
from arena_simulation_setup.recording.metadata import read_metadata
from arena_simulation_setup.recording.reader import open_recording
from arena_simulation_setup.reference_run import is_reference, without_robots
from arena_simulation_setup.site import Site
from arena_simulation_setup.timebase import seconds_to_ns
from tests.people.corridor import corridor_site, scenario
from tests.simulation.two_rooms import crossing, two_room_site

MEAN, MAX, DELAY = NAMES = ("person_path_deflection_mean", "person_path_deflection_max", "person_delay_mean")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    return corridor_site(tmp_path_factory.mktemp("worlds"), scenario())


@pytest.fixture(scope="module")
def rooms(tmp_path_factory: pytest.TempPathFactory) -> Site:
    return two_room_site(tmp_path_factory.mktemp("worlds"))


def walker(name: str, west: float, east: float, y: float = 1.5) -> EpisodePerson:
    return EpisodePerson(name, "arenian", 0.25, 1.75, Pose(west, y), 1.2, ((east, y),), "once")


def parked(name: str, x: float, y: float) -> EpisodeRobot:
    return EpisodeRobot(name, "jackal", 0.267, Pose(x, y), adapter="external")


def standing_robot(
    site: Site, x: float, people: Sequence[EpisodePerson], seconds: float = 12.0, y: float = 1.5
) -> Episode:
    """A robot that stands in the corridor while people walk along it."""
    limits = Limits(timeout_ns=seconds_to_ns(seconds))
    return Episode(1, site.reference, "", 3, robots=(parked("jackal_0", x, y),), people=tuple(people), limits=limits)


def recorded(site: Site, episode: Episode, folder: Path) -> Path:
    path = run_episode(site, episode, RunOptions(folder)).recording
    assert path is not None
    return Path(path)


def compared(recording: Path, reference: Path) -> MetricRow:
    (row,) = RowMaker(NAMES, References.among([reference]))(recording).rows
    return row


def with_reference(site: Site, episode: Episode, folder: Path) -> MetricRow:
    recording = recorded(site, episode, folder / "recordings")
    record_reference(lambda _: site, recording, folder / "reference" / "a.mcap")
    return compared(recording, folder / "reference")


def test_people_go_some_decimetres_round_a_robot_that_stands_in_their_way(site: Site, tmp_path: Path) -> None:
    recording = recorded(site, standing_robot(site, 8.0, (walker("Ann", 2.0, 14.0),), y=1.15), tmp_path / "recordings")
    target = tmp_path / "reference" / "a.mcap"
    record_reference(lambda _: site, recording, target)
    found = compared(recording, target).mapping()
    without = np.stack([frame.people[0, :2] for frame in open_recording(target).frames()])
    through = float(np.hypot(*(without - [8.0, 1.15]).T).min())
    # Two radii are 0.517 m; whose path without a robot leads through it has to leave it by the rest.
    assert through < 0.2
    assert 0.517 - through < found[MAX] < 1.2 - through
    assert 0.02 < found[MEAN] < 0.4
    assert -0.5 < found[DELAY] < 2.0


def test_a_robot_that_is_far_away_disturbs_nobody_to_the_bit(site: Site, tmp_path: Path) -> None:
    people = (walker("Ann", 8.0, 14.0, 1.2), walker("Bob", 14.0, 9.0, 1.8))
    found = with_reference(site, standing_robot(site, 1.0, people), tmp_path).mapping()
    assert [found[name] for name in NAMES] == [0.0, 0.0, 0.0]


def test_people_walk_alike_to_the_bit_until_a_robot_comes_in_sight(site: Site, tmp_path: Path) -> None:
    people = (
        walker("Ann", 1.0, 14.0),
        EpisodePerson(
            "Bob", "arenian", 0.25, 1.75, Pose(2.0, 2.2), 0.9, ((1.0, 1.0), (3.0, 2.0), (5.0, 1.0)), "random"
        ),
    )
    recording = recorded(site, standing_robot(site, 12.0, people), tmp_path / "recordings")
    record_reference(lambda _: site, recording, tmp_path / "reference" / "a.mcap")
    actual, reference = (
        np.stack([frame.people for frame in open_recording(path).frames()])
        for path in (recording, tmp_path / "reference" / "a.mcap")
    )
    assert actual.shape == reference.shape
    different = np.flatnonzero((actual[:, 0] != reference[:, 0]).any(axis=1))
    assert len(different)
    seen = int(different[0])
    assert np.hypot(12.0 - actual[seen, 0, 0], 1.5 - actual[seen, 0, 1]) < 5.0
    assert seen > 60
    assert np.array_equal(actual[:seen], reference[:seen])


def test_a_reference_run_says_so_and_has_the_ticks_of_the_recording_and_no_robots(rooms: Site, tmp_path: Path) -> None:
    recording = recorded(rooms, crossing(rooms), tmp_path / "recordings")
    target = tmp_path / "reference" / "a.mcap"
    frames = record_reference(lambda _: rooms, recording, target)
    metadata = read_metadata(target)
    assert is_reference(metadata)
    assert not is_reference(read_metadata(recording))
    assert (metadata["complete"], metadata["robots"], metadata["outcome_info"]) == (True, [], "reference run")
    assert metadata["frames"] == frames == read_metadata(recording)["frames"]
    assert open_recording(target).start.episode == without_robots(crossing(rooms))
    assert RowMaker(NAMES)(target).rows == ()
    # It is a recording like any other: it can be judged and simulated again.
    assert main(["evaluation", "replay", str(target)]) == 0


def test_orders_to_people_and_doors_are_kept_and_those_to_robots_are_not(rooms: Site, tmp_path: Path) -> None:
    simulation = Simulation(rooms, crossing(rooms))
    recorder = Recorder(tmp_path / "a" / "a.mcap", simulation, rooms.plan)
    kept = [SetField("west/0", "quiet", "false"), SpawnPerson(walker("Cid", 2.0, 4.0)), Teleport("Cid", Pose(3.0, 1.0))]
    dropped = [
        CommandVelocity("jackal_0", 0.1, 0.0, 0.0),
        SpawnRobot(parked("jackal_1", 2.0, 5.5)),
        Teleport("jackal_1", Pose(3.0, 5.5)),
        Remove("jackal_1"),
    ]
    for request in (*kept, *dropped):
        simulation.orders.request(request)
        recorder.take(simulation.step())
    simulation.judge.close("SUCCESS", "enough", simulation.frame.tick)
    recorder.finish()
    target = tmp_path / "reference" / "a.mcap"
    record_reference(lambda _: rooms, recorder.path, target)
    again = open_recording(target)
    assert [order.request for order in again.orders()] == kept
    last = list(again.frames())[-1]
    assert (last.robots.shape[0], last.people.shape[0]) == (0, 3)
    # Who joined on the way belongs to both episodes.
    assert {row.measures[MAX].reason for row in RowMaker(NAMES, References.among([target]))(recorder.path).rows} == {""}


def test_a_run_of_other_people_is_no_partner(site: Site, tmp_path: Path) -> None:
    episode = standing_robot(site, 1.0, (walker("Ann", 8.0, 14.0),), 1.0)
    other = evolve(episode, people=(walker("Ann", 9.0, 14.0),))
    recording = recorded(site, episode, tmp_path / "one")
    record_reference(lambda _: site, recorded(site, other, tmp_path / "two"), tmp_path / "reference" / "a.mcap")
    found = RowMaker(NAMES, References.among([tmp_path / "reference"]))(recording)
    assert found.reference is None
    assert found.unpaired.endswith("a.mcap has other people, objects or events")
    record_reference(lambda _: site, recording, tmp_path / "reference_2" / "a.mcap")
    both = References.among([tmp_path / "reference", tmp_path / "reference_2"])
    assert RowMaker(NAMES, both)(recording).reference == tmp_path / "reference_2" / "a.mcap"


def test_of_several_reference_runs_the_one_that_lasts_as_long_counts_and_else_the_longest(
    site: Site, tmp_path: Path
) -> None:
    paths = {}
    for name, seconds in (("a", 0.5), ("b", 1.0), ("c", 1.5)):
        recording = recorded(site, standing_robot(site, 1.0, (walker("Ann", 8.0, 14.0),), seconds), tmp_path / name)
        paths[name] = (recording, tmp_path / "references" / name / "r.mcap")
        record_reference(lambda _: site, *paths[name])
    for name, (recording, reference) in paths.items():
        assert RowMaker(NAMES, References.among([tmp_path / "references"]))(recording).reference == reference, name
    others = References.among([paths["a"][1], paths["b"][1]])
    assert RowMaker(NAMES, others)(paths["c"][0]).reference == paths["b"][1]


def test_what_is_there_is_kept_what_was_cut_is_made_anew_and_nothing_else_is_touched(
    site: Site, tmp_path: Path
) -> None:
    recording = recorded(site, standing_robot(site, 1.0, (), 1.0), tmp_path / "recordings")
    maker = ReferenceMaker(reference_targets([recording], tmp_path / "references"))
    target = tmp_path / "references" / "episode_001" / "episode_001.mcap"
    first = maker(recording)
    assert (first.path, first.frames, first.problem) == (target, 31, "")
    content = target.read_bytes()
    assert maker(recording).frames == 0
    metadata = target.with_suffix(".yaml")
    metadata.write_text(metadata.read_text().replace("complete: true", "complete: false"))
    target.write_bytes(content[:100])
    assert maker(recording).frames == 31
    assert target.read_bytes() == content
    onto_itself = ReferenceMaker(reference_targets([recording], tmp_path / "recordings"))(recording)
    assert "already holds another recording" in onto_itself.problem
    assert len(list(open_recording(recording).frames())) == 31


def test_a_world_that_has_changed_is_a_problem_of_that_recording_alone(site: Site, rooms: Site, tmp_path: Path) -> None:
    recording = recorded(site, standing_robot(site, 1.0, (), 0.5), tmp_path / "recordings")
    with pytest.raises(ValueError, match="world"):
        record_reference(lambda _: rooms, recording, tmp_path / "reference" / "a.mcap")
    (tmp_path / "broken.mcap").write_bytes(b"nonsense")
    broken = tmp_path / "broken.mcap"
    made = ReferenceMaker({broken: tmp_path / "r" / "r.mcap"})(broken)
    assert made.path is None
    assert "broken.mcap is no MCAP file" in made.problem
    with pytest.raises(RecordingError):
        record_reference(lambda _: site, broken, tmp_path / "r" / "r.mcap")


def test_the_commands_from_recording_to_table(site: Site, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    episode = standing_robot(site, 8.0, (walker("Ann", 5.0, 11.0),), 6.0, 1.15)
    folder, references = tmp_path / "recordings", str(tmp_path / "references")
    first, second = (recorded(site, evolve(episode, episode_id=number), folder) for number in (1, 2))
    assert main(["evaluation", "reference", str(folder), "-o", references]) == 0
    told = capsys.readouterr().out.splitlines()
    assert [line.partition(": ")[2] for line in told] == ["181 frames", "181 frames"]
    assert main(["evaluation", "reference", str(first), "-o", f"{references}_2", "--json"]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert json.loads(line)["frames"] == 181
    words = ["evaluation", "metrics", str(folder), "--metrics", ",".join(NAMES), "--json"]
    assert main([*words, "--reference", references]) == 0
    captured = capsys.readouterr()
    rows = [json.loads(line) for line in captured.out.splitlines()]
    assert captured.err == ""
    assert all(row[MAX] > 0.2 for row in rows)
    assert rows[0][MEAN] == rows[1][MEAN]
    # The second episode has no partner there, and the first reference run of the other folder no episode.
    assert main([*words, "--reference", f"{references}_2"]) == 0
    captured = capsys.readouterr()
    assert captured.err == f"arena: warning: {second}: no reference run of this episode\n"
    assert [json.loads(line)[MAX] is None for line in captured.out.splitlines()] == [False, True]
    assert main(["evaluation", "metrics", str(second), "--reference", references]) == 0
    assert capsys.readouterr().err.endswith("episode_001.mcap: no recording was compared with this reference run\n")
    # Reference runs among recordings have no rows and no reference runs of their own.
    assert list(recordings_with_robots([first, tmp_path / "references" / "episode_001" / "episode_001.mcap"])) == [
        first
    ]
    assert main(["evaluation", "metrics", references, "--json"]) == 0
    assert capsys.readouterr().out == ""
    assert main(["evaluation", "reference", references, "-o", str(tmp_path / "x")]) == 1
    assert "only reference runs" in capsys.readouterr().err


@pytest.mark.slow
def test_two_processes_give_the_reference_runs_and_rows_of_one(
    site: Site, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    episode = standing_robot(site, 8.0, (walker("Ann", 5.0, 11.0),), 4.0)
    for number in (1, 2, 3):
        recorded(site, evolve(episode, episode_id=number, seed=number), tmp_path / "recordings")
    told, made = [], []
    for workers in ("1", "2"):
        words = [str(tmp_path / "recordings"), "--workers", workers]
        folder = tmp_path / workers
        assert main(["evaluation", "reference", *words, "-o", str(folder)]) == 0
        made.append({path.relative_to(folder): path.read_bytes() for path in sorted(folder.rglob("*.*"))})
        capsys.readouterr()
        assert main(["evaluation", "metrics", *words, "--reference", str(folder), "--json"]) == 0
        told.append(capsys.readouterr())
    assert made[0] == made[1]
    assert len(made[0]) == 9
    assert told[0] == told[1]
    assert told[0].err == ""
