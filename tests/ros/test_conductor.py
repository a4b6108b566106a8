"""Which episode comes when, with a runtime and a board that only take notes; without any ROS."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import pytest
from hall_episode import WORLD, hall

from arena_simulation_setup.episode import Episode
from arena_simulation_setup.episode_json import episode_hash
from arena_simulation_setup.randomness import derived_seed
from arena_simulation_setup.scenario.phase import GotoPhase
from arena_simulation_setup.site import Site
from arena_simulation_setup.tree.not_found import NotFoundError
from task_generator.declarations import Value
from task_generator.parameters import declared_parameters
from task_generator.ros.conductor import Conductor
from task_generator.ros.current_episode import CurrentEpisode, Ending
from task_generator.ros.node_declarations import node_declarations
from task_generator.ros.ports import ResetError
from task_generator.ros.settings import Settings
from task_generator.staging import Live, QueueRequest, Staged

WITHIN_S = 60.0


class Values:
    """Parameters in a dictionary."""

    def __init__(self) -> None:
        declarations = [*node_declarations(), *declared_parameters().values()]
        self.values_by_name: dict[str, Value] = {entry.name: entry.default for entry in declarations}
        self.values_by_name |= {"task.random.static.n": (0, 0), "task.random.dynamic.n": (0, 0)}

    def value(self, name: str) -> Value:
        return self.values_by_name[name]

    def values(self, names: Iterable[str]) -> dict[str, Value]:
        return {name: self.values_by_name[name] for name in names}

    def set(self, values: Mapping[str, Value]) -> str:
        self.values_by_name |= values
        return ""


class OneWorld:
    """Knows the hall alone."""

    def check(self, argument: str) -> None:
        if argument != WORLD:
            raise NotFoundError("world", argument, ["nowhere"], [WORLD])

    def of(self, argument: str) -> Site:
        self.check(argument)
        return hall()


class Notes:
    """A runtime that takes every episode, unless told to refuse, and a board."""

    def __init__(self) -> None:
        self.loaded: list[Episode | None] = []
        self.refusal = ""
        self.records: list[tuple[int, str, str, bool]] = []
        self.fatal: list[str] = []
        self.queue: list[Staged] = []
        self.warnings: list[str] = []
        self.finished = 0

    def load(self, episode: Episode) -> str:
        if not self.refusal:
            self.loaded.append(episode)
        return self.refusal

    def end(self) -> str:
        if not self.refusal:
            self.loaded.append(None)
        return self.refusal

    def show_episode(self, current: CurrentEpisode) -> None:
        ending = current.ending or Ending("", "RUNNING", "")
        self.records.append((current.episode.episode_id, ending.state, ending.reason, current.integrity))

    def show_fatal(self, reason: str, live: Live) -> None:
        self.fatal.append(reason)

    def show_queue(self, staged: Staged, live: Live) -> None:
        self.queue.append(staged)

    def show_world(self, argument: str) -> None:
        assert argument == WORLD

    def warn(self, sentence: str) -> None:
        self.warnings.append(sentence)

    def finish(self) -> None:
        self.finished += 1


@pytest.fixture
def notes() -> Notes:
    return Notes()


@pytest.fixture
def values() -> Values:
    return Values()


@pytest.fixture
def conductor(notes: Notes, values: Values) -> Iterator[Conductor]:
    conductor = Conductor(Settings(values), OneWorld(), notes, notes, notes.finish)
    yield conductor
    conductor.close(0.0)


def answer(future: Any) -> Any:
    return future.result(WITHIN_S)


def end(conductor: Conductor, notes: Notes, state: str, reason: str = "because") -> None:
    """What the runtime says when the episode that it was given last has ended."""
    episode = notes.loaded[-1]
    assert episode is not None
    answer(conductor.heard(Ending(episode_hash(episode), state, reason)))


def test_nothing_starts_before_activation(conductor: Conductor, notes: Notes) -> None:
    with pytest.raises(ResetError, match="not active"):
        answer(conductor.reset("", -1))
    assert notes.loaded == []


def test_an_episode_follows_on_an_episode_with_seeds_of_the_run(conductor: Conductor, notes: Notes) -> None:
    answer(conductor.activate("run"))
    end(conductor, notes, "SUCCESS")
    end(conductor, notes, "FAILED")
    seeds = [episode.seed for episode in notes.loaded if episode]
    assert seeds == [derived_seed("run", WORLD, number) for number in (1, 2, 3)]
    states = [(number, state) for number, state, *_ in notes.records]
    assert states == [(1, "RUNNING"), (1, "SUCCESS"), (2, "RUNNING"), (2, "FAILED"), (3, "RUNNING")]


@pytest.mark.parametrize(("state", "reason"), [("FATAL", "runtime gone"), ("SKIPPED", "reset")])
def test_nothing_follows_where_the_runtime_is_not_ours(
    conductor: Conductor, notes: Notes, state: str, reason: str
) -> None:
    answer(conductor.activate("run"))
    end(conductor, notes, state, reason)
    assert len(notes.loaded) == 1
    assert notes.records[-1][:3] == (1, state, reason)


def test_a_reset_replaces_the_episode_and_the_late_end_of_it_is_ignored(conductor: Conductor, notes: Notes) -> None:
    answer(conductor.activate("run"))
    first = notes.loaded[0]
    assert first is not None
    current = answer(conductor.reset("", 5))
    assert current.episode.seed == 5
    assert notes.records[1][:3] == (1, "SKIPPED", "reset")
    answer(conductor.heard(Ending(episode_hash(first), "SKIPPED", "reset")))
    assert notes.records[-1][:2] == (2, "RUNNING")
    assert len(notes.loaded) == 2


def test_the_run_is_over_after_its_last_episode(conductor: Conductor, notes: Notes, values: Values) -> None:
    values.set({"task.episode.count": 2})
    answer(conductor.activate("run"))
    end(conductor, notes, "SUCCESS")
    assert notes.finished == 0
    end(conductor, notes, "SUCCESS")
    assert (notes.finished, len(notes.loaded)) == (1, 2)


def test_a_reset_that_fails_leaves_the_episode_and_its_number_alone(conductor: Conductor, notes: Notes) -> None:
    answer(conductor.activate("run"))
    with pytest.raises(ResetError, match="did you mean 'map_empty'"):
        answer(conductor.reset("map_emty", -1))
    notes.refusal = "the runtime is gone"
    with pytest.raises(ResetError, match="the runtime is gone"):
        answer(conductor.reset("", -1))
    assert notes.records == [(1, "RUNNING", "", True)]
    notes.refusal = ""
    assert answer(conductor.reset("", -1)).episode.episode_id == 2


def test_an_episode_that_can_not_follow_is_fatal(conductor: Conductor, notes: Notes, values: Values) -> None:
    answer(conductor.activate("run"))
    values.set({"robot": "jackel"})
    end(conductor, notes, "SUCCESS")
    assert len(notes.loaded) == 1
    assert len(notes.fatal) == 1
    assert "jackel" in notes.fatal[0]


def test_what_is_staged_comes_with_the_next_reset(conductor: Conductor, notes: Notes, values: Values) -> None:
    answer(conductor.activate("run"))
    assert answer(conductor.stage(QueueRequest(obstacles_params={"static.n": (2, 2), "no.such": 1}))) == ""
    assert notes.records[-1] == (1, "RUNNING", "", False), "a request during an episode costs its integrity"
    answer(conductor.reset("", 1))
    episode = notes.loaded[-1]
    assert episode is not None
    assert len(episode.objects) == 2
    assert notes.records[-1] == (2, "RUNNING", "", True)
    assert values.value("task.random.static.n") == (2, 2)
    assert any("no.such" in warning for warning in notes.warnings)
    assert notes.queue[-1] == Staged()


def test_a_world_that_does_not_exist_is_not_staged(conductor: Conductor, notes: Notes) -> None:
    assert "map_empty" in answer(conductor.stage(QueueRequest(world="map_emty")))
    assert notes.queue == []


def test_leaving_ends_the_episode(conductor: Conductor, notes: Notes) -> None:
    answer(conductor.activate("run"))
    answer(conductor.deactivate())
    assert notes.loaded[-1] is None
    with pytest.raises(ResetError):
        answer(conductor.reset("", -1))
    conductor.close(0.0)
    with pytest.raises(ResetError, match="leaving"):
        answer(conductor.reset("", -1))


def test_only_the_episode_that_is_meant_is_cancelled(conductor: Conductor, notes: Notes) -> None:
    answer(conductor.activate("run"))
    answer(conductor.cancel(7))
    assert len(notes.loaded) == 1
    answer(conductor.cancel(1))
    assert notes.loaded[-1] is None


def test_a_curriculum_goes_on_with_successes_and_on_demand(conductor: Conductor, notes: Notes, values: Values) -> None:
    values.set({"task.modules": ("staged",), "task.staged.file": "crowding", "task.staged.promote_after": 1})
    answer(conductor.activate("run"))
    assert values.value("task.random.static.n") == (0, 0)
    end(conductor, notes, "SUCCESS")
    assert values.value("task.random.static.n") == (5, 10)
    answer(conductor.wish("previous"))
    end(conductor, notes, "SKIPPED", "cancelled")
    assert values.value("task.random.static.n") == (0, 0)


def test_modules_that_are_staged_take_part_from_their_reset_on(
    conductor: Conductor, notes: Notes, values: Values
) -> None:
    values.set({"task.staged.file": "crowding", "task.random.static.n": (1, 1)})
    answer(conductor.activate("run"))
    assert values.value("task.random.static.n") == (1, 1)
    assert answer(conductor.stage(QueueRequest(modules=("staged",)))) == ""
    answer(conductor.reset("", 1))
    assert values.value("task.random.static.n") == (0, 0)
    assert values.value("task.modules") == ("staged",)


def test_a_robot_that_joins_gets_the_next_name_of_its_model(conductor: Conductor, notes: Notes) -> None:
    answer(conductor.activate("run"))
    assert answer(conductor.add_robot("jackal", "")) == "jackal_1"
    with pytest.raises(ResetError, match="turtlebot_0"):
        answer(conductor.add_robot("turtlebot", "bob"))
    answer(conductor.reset("", 1))
    episode = notes.loaded[-1]
    assert episode is not None
    assert [robot.name for robot in episode.robots] == ["jackal_0", "jackal_1"]


def test_deactivating_keeps_what_is_staged_and_the_number_of_the_episode(conductor: Conductor, notes: Notes) -> None:
    answer(conductor.activate("run"))
    answer(conductor.stage(QueueRequest(obstacles_params={"static.n": (2, 2)})))
    answer(conductor.deactivate())
    answer(conductor.activate("run"))
    episode = notes.loaded[-1]
    assert episode is not None
    assert (episode.episode_id, len(episode.objects)) == (2, 2)


def test_a_fleet_that_can_not_be_is_refused_and_another_one_comes_with_the_next_reset(
    conductor: Conductor, notes: Notes
) -> None:
    answer(conductor.activate("run"))
    assert "did you mean 'jackal'" in answer(conductor.stage(QueueRequest(robots=("jackel",))))
    assert "model[n]" in answer(conductor.stage(QueueRequest(robots=("jackal[x]",))))
    assert answer(conductor.stage(QueueRequest(robots=("jackal[2]", "turtlebot")))) == ""
    answer(conductor.reset("", 1))
    answer(conductor.reset("", 2))
    episode = notes.loaded[-1]
    assert episode is not None
    assert [robot.name for robot in episode.robots] == ["jackal_0", "jackal_1", "turtlebot_0"]


def test_cleaning_up_forgets_what_is_staged(conductor: Conductor, notes: Notes) -> None:
    answer(conductor.stage(QueueRequest(obstacles_params={"static.n": (2, 2)}, human_params={"humansim.a": 1})))
    answer(conductor.forget())
    answer(conductor.prepare())
    assert notes.queue[-1] == Staged()
    with pytest.raises(ResetError, match="no episode is running"):
        answer(conductor.look(lambda current, site: None))


def test_limits_of_the_parameters_are_those_of_the_episode(conductor: Conductor, notes: Notes, values: Values) -> None:
    goal = "task.episode.goto_pose"
    values.set({"task.episode.timeout": 90.0, "task.episode.fail_on_collision": True})
    values.set({f"{goal}.timeout.no_progress": 5.0, f"{goal}.tolerance.radius": 0.4, f"{goal}.hold_time": 2.0})
    answer(conductor.activate("run"))
    episode = notes.loaded[-1]
    assert episode is not None
    limits = episode.limits
    assert (limits.timeout_ns, limits.no_progress_ns, limits.fail_on_collision) == (90_000_000_000, 5_000_000_000, True)
    phase = episode.robots[0].phases[0]
    assert isinstance(phase, GotoPhase)
    assert (phase.tolerance_radius, phase.hold_time) == (0.4, 2.0)


def test_two_resets_at_once_are_two_episodes(conductor: Conductor, notes: Notes) -> None:
    answer(conductor.activate("run"))
    both = [conductor.reset("", seed) for seed in (5, 6)]
    assert [answer(one).episode.seed for one in both] == [5, 6]
    ended = [number for number, state, *_ in notes.records if state == "SKIPPED"]
    assert ended == [1, 2]
