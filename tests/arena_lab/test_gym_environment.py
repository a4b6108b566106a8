"""The environment for learning: the interface of Gymnasium, episodes of `arena run`, the same numbers every time."""

from __future__ import annotations

import os
import pickle
import re
import subprocess
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from attrs import evolve
from gymnasium.utils.env_checker import check_env

from arena_cli import run as arena_run
from arena_cli.argument import parse_arguments
from arena_evaluation.replay import replay
from arena_lab.batch import requests
from arena_lab.gym import ENVIRONMENT, RewardTerms, StepFacts
from arena_lab.gym import settings as gym_settings
from arena_lab.gym.environment import ArenaEnvironment
from arena_runtime.simulation import Simulation, SimulationError, SimulationOptions
from arena_simulation_setup.conditions.parse import parse_clause
from arena_simulation_setup.episode import Episode, EpisodeRobot, Limits
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.optional_library import not_installed
from arena_simulation_setup.order import CommandVelocity, SubmitPhases
from arena_simulation_setup.recording.error import RecordingError
from arena_simulation_setup.recording.reader import open_recording
from arena_simulation_setup.recording.writer import RecordingWriter
from arena_simulation_setup.scenario.phase import GotoPhase
from arena_simulation_setup.site import open_site
from arena_simulation_setup.timebase import seconds_to_ns
from task_generator.generator import generate
from tests.simulation.two_rooms import crossing, two_room_site

# Gymnasium wishes for actions from -1 to 1; commands are metres and radians per second (docs/gymnasium.md).
UNSCALED_ACTIONS = ".*symmetric and normalized space.*"
STOP = np.zeros(2, dtype=np.float32)


def made(**given: Any) -> ArenaEnvironment:
    environment = gymnasium.make(ENVIRONMENT, **{"world": "map_empty", **given}).unwrapped
    assert isinstance(environment, ArenaEnvironment)
    return environment


@pytest.fixture
def two_rooms(tmp_path: Path) -> Iterator[ArenaEnvironment]:
    two_room_site(tmp_path)
    environment = made(world=str(tmp_path / "two_rooms"), record_to=tmp_path / "recordings", scan=False)
    yield environment
    environment.close()


def seeking(observed: dict[str, Any]) -> np.ndarray[Any, Any]:
    """Turns to the way and drives the faster the better it heads for it."""
    ahead = float(observed["route"][1])
    return np.array([max(0.0, 1.0 - 2.0 * abs(ahead)), 2.0 * ahead], dtype=np.float32)


def driven(environment: ArenaEnvironment, observed: dict[str, Any], steps: int = 2000) -> tuple[Any, ...]:
    """The last step of the policy that follows the way."""
    for _ in range(steps):
        observed, reward, terminated, truncated, info = environment.step(seeking(observed))
        if terminated or truncated:
            return observed, reward, terminated, truncated, info
    raise AssertionError(f"not over after {steps} steps")


def passing(site: Any) -> Episode:
    """The robot crosses to the other room, where it need not stop."""
    episode = crossing(site)
    (phase,) = episode.robots[0].phases
    return evolve(episode, robots=(evolve(episode.robots[0], phases=(evolve(phase, hold_time=0.0),)),))


def straight(site: Any, *, goal: float = 3.0, **limits: Any) -> Episode:
    """A robot two metres before its goal in the west room."""
    phases = (GotoPhase(pose=Pose(goal, 4.8), tolerance_radius=0.5, tolerance_angle=0.0, hold_time=0.0),)
    robot = EpisodeRobot("jackal_0", "jackal", 0.267, Pose(1.0, 4.8, 0.0), phases)
    return Episode(1, site.reference, "", 1, robots=(robot,), limits=Limits(**limits))


@pytest.mark.parametrize(
    "given",
    [
        {"scenario": "crossing", "render_mode": "rgb_array"},
        {"robot": "turtlebot", "decision_rate": 5},
        {"robot": "ridgeback", "scan": False, "parameters": {"task.random.dynamic.n": "[2,2]"}},
    ],
)
def test_checker_of_gymnasium_has_nothing_to_say(given: dict[str, Any]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=UNSCALED_ACTIONS)
        check_env(made(**given))


def test_spaces_are_those_of_the_robot() -> None:
    jackal, ridgeback = made(), made(robot="ridgeback")
    assert jackal.action_space.high.tolist() == [2.0, 4.0]
    assert ridgeback.action_space.high == pytest.approx([1.1, 1.1, 2.0])
    assert {name: space.shape for name, space in jackal.observation_space.spaces.items()} == {
        "goal": (3,),
        "route": (2,),
        "velocity": (3,),
        "scan": (360,),
    }
    assert ridgeback.observation_space["scan"].shape == (2 * 271,)
    assert "scan" not in made(scan=False).observation_space.spaces


@pytest.mark.parametrize(
    ("words", "given"),
    [
        (("world:=map_empty", "scenario:=slalom"), {"scenario": "slalom"}),
        (("world:=reception", "task.random.dynamic.n:=[3,3]"), {"parameters": {"task.random.dynamic.n": [3, 3]}}),
        (("world:=map_empty", "robot:=jackal[3]"), {"robot": "jackal[3]"}),
    ],
)
def test_a_seed_gives_the_episode_that_arena_run_gives(words: tuple[str, ...], given: dict[str, Any]) -> None:
    parsed = parse_arguments(arena_run.RUN_ARGUMENTS, [*words, "seed:=11"])
    site = open_site(parsed["world"], os.environ)
    (request,) = requests(site, arena_run._batch(parsed, site))
    expected = generate(site, request).episode
    environment = made(world=parsed["world"], **given)
    _, info = environment.reset(seed=11)
    first, *others = expected.robots
    assert environment.simulation.episode == evolve(expected, robots=(evolve(first, adapter="external"), *others))
    assert info["seed"] == 11


def test_limits_are_those_of_arena_run() -> None:
    assert (gym_settings.TIMEOUT_S, gym_settings.NO_PROGRESS_S) == (arena_run.TIMEOUT_S, arena_run.NO_PROGRESS_S)


def rollout(environment: gymnasium.Env[Any, Any], steps: int) -> list[Any]:
    """Everything that a seeded episode gives, with seeded actions."""
    environment.action_space.seed(5)
    first = environment.reset(seed=4)
    return [first, *(environment.step(environment.action_space.sample()) for _ in range(steps))]


def bits(seen: list[Any]) -> list[bytes]:
    return [observed[name].tobytes() for observed, *_ in seen for name in sorted(observed)]


def test_same_seed_and_same_actions_give_the_same_bits() -> None:
    given = {"robot": "turtlebot,jackal", "parameters": {"task.random.dynamic.n": [2, 2]}}
    first, second = made(**given), made(**given)
    once, again, same = rollout(first, 60), rollout(second, 60), rollout(first, 60)
    assert bits(once) == bits(again) == bits(same)
    rest = [[step[1:] for step in seen] for seen in (once, again, same)]
    assert rest[0] == rest[1] == rest[2]


def test_episodes_without_a_seed_follow_from_the_one_before() -> None:
    first, second = made(scan=False), made(scan=False)
    first.reset(seed=3)
    second.reset(seed=3)
    seeds = [first.reset()[1]["seed"] for _ in range(3)]
    assert seeds == [second.reset()[1]["seed"] for _ in range(3)]
    assert len(set(seeds)) == 3


def test_scans_are_those_of_every_other_run() -> None:
    environment = made(robot="turtlebot,jackal")
    observed, _ = environment.reset(seed=2)
    twin = Simulation(environment.site, environment.simulation.episode, SimulationOptions(scans=True))
    latest = next(scan.ranges for scan in twin.first.scans if scan.robot == 0)
    for _ in range(20):
        command = np.array([0.3, 0.8], dtype=np.float32)
        observed, *_ = environment.step(command)
        twin.orders.request(CommandVelocity("turtlebot_0", float(command[0]), 0.0, float(command[1])))
        for _ in range(3):
            latest = next((scan.ranges for scan in twin.step().scans if scan.robot == 0), latest)
        assert twin.frame == environment.simulation.frame
        expected = np.clip(latest.astype(np.float32), 0.0, np.float32(12.0))
        assert observed["scan"].tobytes() == expected.tobytes()


def test_goal_and_way_are_seen_from_the_robot(two_rooms: ArenaEnvironment) -> None:
    episode = crossing(two_rooms.site)
    robot = evolve(episode.robots[0], start=Pose(1.0, 4.8, np.pi / 2))
    observed, _ = two_rooms.reset(options={"episode": evolve(episode, robots=(robot,))})
    assert observed["goal"] == pytest.approx([7.8, -np.pi / 2, 0.0], abs=1e-5)
    # The way leads through the door, which is lower.
    way = two_rooms.site.planner.field((8.8, 4.8), 0.287, keep_clear=False).length(1.0, 4.8)
    assert observed["route"][0] == pytest.approx(way, rel=0.08)
    assert -np.pi < observed["route"][1] < -np.pi / 2
    assert observed["velocity"].tolist() == [0.0, 0.0, 0.0]


def test_the_heading_that_a_goal_asks_for_is_seen(two_rooms: ArenaEnvironment) -> None:
    episode = straight(two_rooms.site)
    turned = GotoPhase(pose=Pose(3.0, 4.8, 1.2), tolerance_radius=0.5, tolerance_angle=0.3, hold_time=0.0)
    robot = evolve(episode.robots[0], phases=(turned,))
    observed, _ = two_rooms.reset(options={"episode": evolve(episode, robots=(robot,))})
    assert observed["goal"] == pytest.approx([2.0, 0.0, 1.2], abs=1e-5)


def test_an_area_is_near_where_its_border_is(two_rooms: ArenaEnvironment) -> None:
    episode = straight(two_rooms.site)
    robot = evolve(episode.robots[0], phases=(GotoPhase(target="east", tolerance_radius=0.5, hold_time=0.0),))
    observed, _ = two_rooms.reset(options={"episode": evolve(episode, robots=(robot,))})
    assert observed["goal"] == pytest.approx([4.0, 0.0, 0.0], abs=1e-5)


def test_progress_sums_up_to_the_way_and_a_success_ends_the_episode(two_rooms: ArenaEnvironment) -> None:
    facts: list[StepFacts] = []

    def noted(step: StepFacts) -> float:
        facts.append(step)
        return step.progress

    two_rooms.settings = evolve(two_rooms.settings, reward=noted)
    observed, _ = two_rooms.reset(options={"episode": passing(two_rooms.site)})
    first = float(observed["route"][0])
    observed, _, terminated, truncated, info = driven(two_rooms, observed)
    assert (terminated, truncated, info["outcome"], info["is_success"]) == (True, False, "SUCCESS", True)
    assert first - 0.55 < sum(step.progress for step in facts) < first
    assert [step.phases_met for step in facts][-1] == 1
    assert facts[-1].succeeded
    assert not any(step.succeeded for step in facts[:-1])
    assert sum(step.seconds for step in facts) == pytest.approx(info["time"])
    with pytest.raises(RuntimeError, match="reset the environment"):
        two_rooms.step(STOP)


def test_the_recording_of_an_episode_agrees_with_what_was_told(two_rooms: ArenaEnvironment) -> None:
    observed, info = two_rooms.reset(options={"episode": passing(two_rooms.site)})
    path = Path(info["recording"])
    *_, info = driven(two_rooms, observed)
    result = replay(path)
    assert result.agrees
    assert not result.truncated
    assert list(result.judged_verdicts) == info["verdicts"]
    assert list(result.judged_phases) == info["phases"]
    assert (result.judged_outcome.state, result.judged_outcome.reason) == (info["outcome"], info["reason"])


@pytest.mark.parametrize("ending", ["reset", "close"])
def test_an_episode_that_is_given_up_has_a_whole_recording(two_rooms: ArenaEnvironment, ending: str) -> None:
    _, info = two_rooms.reset(seed=1)
    two_rooms.step(STOP)
    two_rooms.reset(seed=2) if ending == "reset" else two_rooms.close()
    path = Path(info["recording"])
    record = open_recording(path).outcome()
    assert record is not None
    assert record.outcome.state == "SKIPPED"
    assert replay(path).agrees


def test_a_full_disk_is_told_once_and_the_next_episode_goes_on(
    two_rooms: ArenaEnvironment, monkeypatch: pytest.MonkeyPatch
) -> None:
    two_rooms.reset(seed=1)

    def full(*_: object) -> None:
        raise RecordingError("can not write a.mcap: No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(RecordingWriter, "write_frame", full)
        with pytest.raises(RecordingError, match="No space left"):
            two_rooms.step(STOP)
    _, info = two_rooms.reset(seed=1)
    two_rooms.step(STOP)
    two_rooms.close()
    assert replay(Path(info["recording"])).agrees


def test_a_collision_ends_the_episode_where_it_shall(two_rooms: ArenaEnvironment) -> None:
    episode = straight(two_rooms.site, fail_on_collision=True)
    robot = evolve(episode.robots[0], start=Pose(1.0, 4.8, np.pi))
    two_rooms.reset(options={"episode": evolve(episode, robots=(robot,))})
    total = 0.0
    for _ in range(60):
        _, reward, terminated, truncated, info = two_rooms.step(np.array([1.0, 0.0], dtype=np.float32))
        total += reward
        if terminated:
            break
    assert (terminated, truncated, info["outcome"], info["reason"]) == (True, False, "FAILED", "collision")
    assert info["contacts"][0][0] == "wall"
    assert info["collisions"] == 1
    assert reward < -10.0


def test_a_contact_counts_once(two_rooms: ArenaEnvironment) -> None:
    robot = evolve(straight(two_rooms.site).robots[0], start=Pose(0.5, 4.8, np.pi))
    two_rooms.reset(options={"episode": evolve(straight(two_rooms.site), robots=(robot,))})
    two_rooms.settings = evolve(two_rooms.settings, reward=RewardTerms(0.0, 0.0, 0.0, 0.0, 0.0, -1.0, 0.0))
    rewards = [two_rooms.step(np.array([1.0, 0.0], dtype=np.float32))[1] for _ in range(20)]
    assert sum(rewards) == -1.0


@pytest.mark.parametrize(("limits", "reason"), [((1.0, None), "timeout"), ((None, 1.0), "no progress")])
def test_a_time_limit_cuts_the_episode(two_rooms: ArenaEnvironment, limits: Any, reason: str) -> None:
    timeout, no_progress = (None if seconds is None else seconds_to_ns(seconds) for seconds in limits)
    two_rooms.reset(options={"episode": straight(two_rooms.site, timeout_ns=timeout, no_progress_ns=no_progress)})
    for _ in range(15):
        _, reward, terminated, truncated, info = two_rooms.step(STOP)
        if truncated:
            break
    assert (terminated, truncated, info["outcome"], info["reason"]) == (False, True, "FAILED", reason)
    assert -0.05 / 10 - 1e-6 < reward < 0.0


def test_a_violated_condition_costs_and_may_end_the_episode(two_rooms: ArenaEnvironment) -> None:
    clause = parse_clause({"op": "never", "p": "robot within 1.0 of walker", "on_failure": "abort_episode"})
    episode = evolve(straight(two_rooms.site), conditions=(clause,), people=crossing(two_rooms.site).people)
    near = evolve(episode.people[0], pose=Pose(2.5, 4.8), waypoints=())
    observed, _ = two_rooms.reset(options={"episode": evolve(episode, people=(near,))})
    _, reward, terminated, _, info = driven(two_rooms, observed)
    assert terminated
    assert not info["is_success"]
    assert info["outcome"] == "FAILED"
    assert [verdict.state for verdict in info["verdicts"]] == ["violated"]
    assert -12.5 < reward < -11.0


def test_the_episode_ends_with_the_task_of_the_robot_that_is_driven(two_rooms: ArenaEnvironment) -> None:
    episode = straight(two_rooms.site)
    far = GotoPhase(pose=Pose(8.8, 1.0), tolerance_radius=0.3, tolerance_angle=0.0, hold_time=60.0)
    other = evolve(episode.robots[0], name="jackal_1", start=Pose(1.0, 2.0), phases=(far,))
    observed, info = two_rooms.reset(options={"episode": evolve(episode, robots=(*episode.robots, other))})
    start = two_rooms.simulation.frame.robots[1, :2].tolist()
    *_, terminated, truncated, info = driven(two_rooms, observed)
    assert (terminated, truncated, info["is_success"], info["outcome"]) == (True, False, True, "SKIPPED")
    # Nobody drives the other one from outside.
    assert two_rooms.simulation.frame.robots[1, 0] > start[0] + 0.5
    assert replay(Path(info["recording"])).agrees


def test_a_task_from_outside_takes_the_place_of_the_one_before(two_rooms: ArenaEnvironment) -> None:
    observed, _ = two_rooms.reset(options={"episode": straight(two_rooms.site)})
    goal = GotoPhase(pose=Pose(1.0, 1.0), tolerance_radius=0.5, tolerance_angle=0.0, hold_time=0.0)
    two_rooms.simulation.orders.request(SubmitPhases("jackal_0", (goal,)))
    observed, _, terminated, _, info = two_rooms.step(STOP)
    assert [phase.outcome for phase in info["phases"]] == ["dropped", "pending"]
    assert tuple(info["phases"]) == two_rooms.simulation.judge.phases()
    assert not terminated
    assert observed["goal"][0] == pytest.approx(3.8, abs=0.01)


def test_a_tick_that_fails_cuts_the_episode(two_rooms: ArenaEnvironment, monkeypatch: pytest.MonkeyPatch) -> None:
    two_rooms.reset(options={"episode": straight(two_rooms.site)})
    simulation = two_rooms.simulation

    def broken() -> None:
        simulation.judge.close("FAILED", "tick 1 failed: it broke", 0)
        raise SimulationError("tick 1 failed: it broke")

    monkeypatch.setattr(simulation, "step", broken)
    _, _, terminated, truncated, info = two_rooms.step(STOP)
    assert (terminated, truncated, info["reason"]) == (False, True, "tick 1 failed: it broke")


def test_pictures_show_that_the_robot_moves() -> None:
    environment = made(render_mode="rgb_array", render_size=(160, 120), scan=False)
    environment.reset(seed=1)
    before = environment.render()
    for _ in range(20):
        environment.step(np.array([1.0, 0.0], dtype=np.float32))
    after = environment.render()
    assert before is not None
    assert after is not None
    assert before.shape == after.shape == (120, 160, 3)
    assert (before != after).any()
    environment.close()
    assert made().render() is None


def test_an_environment_is_made_again_from_its_spec() -> None:
    environment = gymnasium.make(ENVIRONMENT, world="map_empty", scan=False)
    assert environment.spec is not None
    again = pickle.loads(pickle.dumps(environment.spec)).make()
    assert bits([environment.reset(seed=1)]) == bits([again.reset(seed=1)])


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"world": "hospitl_1"}, "world 'hospitl_1' not found; did you mean 'hospital_1'?"),
        ({"scenario": "slalon"}, "world map_empty has no scenario 'slalon' (did you mean 'slalom'?)"),
        ({"robot": "jackl"}, "there is no robot model 'jackl' (did you mean 'jackal'?)"),
        ({"robots": "randm"}, "randm"),
        ({"parameters": {"task.random.dynmic.n": [1, 1]}}, "no task mode has a parameter task.random.dynmic.n"),
        ({"controlled": 1}, "controlled=1: expected the number of one of the robots jackal_0"),
        ({"decision_rate": 7}, "decision_rate=7: expected one of 1, 2, 3, 5, 6, 10, 15, 30"),
        ({"wrld": "map_empty"}, "the environment has no argument 'wrld' (expected one of world,"),
        ({"reward": 3.0}, "reward=3.0: expected RewardTerms or a function of StepFacts"),
        ({"timeout": float("nan")}, "nan s is no duration"),
    ],
)
def test_what_is_wrong_is_said(given: dict[str, Any], said: str) -> None:
    with pytest.raises((ValueError, FileNotFoundError), match=re.escape(said)):
        made(**given)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"episod": 1}, "reset has no option 'episod' (expected 'episode'; did you mean 'episode'?)"),
        ({"episode": "demo"}, "option 'episode' is a str, expected an Episode"),
    ],
)
def test_an_impossible_option_is_refused(options: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=re.escape(said)):
        made(scan=False).reset(options=options)


def test_an_episode_of_another_robot_is_refused(two_rooms: ArenaEnvironment) -> None:
    episode = straight(two_rooms.site)
    other = evolve(episode.robots[0], model="turtlebot", name="turtlebot_0")
    with pytest.raises(ValueError, match="turtlebot_0 of the episode is a turtlebot, but actions are for a jackal"):
        two_rooms.reset(options={"episode": evolve(episode, robots=(other,))})
    with pytest.raises(ValueError, match="robot 0 is to be controlled, but the robots of the episode are none"):
        two_rooms.reset(options={"episode": evolve(episode, robots=())})


@pytest.mark.parametrize(
    ("action", "said"),
    [
        (np.zeros(3, dtype=np.float32), "an action of shape (3,) was given, expected (2,)"),
        (np.array([np.nan, 0.0], dtype=np.float32), "velocity of jackal_0: expected finite numbers"),
    ],
)
def test_an_impossible_action_is_refused(action: Any, said: str) -> None:
    environment = made(scan=False)
    environment.reset(seed=1)
    with pytest.raises(ValueError, match=re.escape(said)):
        environment.step(action)


def in_a_new_process(program: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)


def test_a_name_with_its_module_needs_no_import() -> None:
    program = "import gymnasium; print(gymnasium.make('arena_lab.gym:Arena-v0', world='map_empty').spec.id)"
    assert in_a_new_process(program).stdout.split() == ["Arena-v0"]


def test_without_gymnasium_one_sentence_says_what_to_install() -> None:
    process = in_a_new_process("import sys; sys.modules['gymnasium'] = None; import arena_lab.gym")
    last = process.stderr.strip().splitlines()[-1]
    assert last.endswith(not_installed("arena_lab.gym", "gymnasium", "gym"))


@pytest.mark.slow
def test_environments_in_processes_give_what_one_alone_gives() -> None:
    given: dict[str, Any] = {"world": "reception"}
    several = gymnasium.make_vec(ENVIRONMENT, num_envs=2, vectorization_mode="async", **given)
    try:
        seen, _ = several.reset(seed=[7, 8])
        actions = np.array([[0.5, 0.2], [0.1, -0.4]], dtype=np.float32)
        for _ in range(20):
            seen, *_ = several.step(actions)
    finally:
        several.close()
    for index, (seed, action) in enumerate(zip((7, 8), actions, strict=True)):
        alone = made(**given)
        alone.reset(seed=seed)
        for _ in range(20):
            observed, *_ = alone.step(action)
        assert {name: values[index].tobytes() for name, values in seen.items()} == {
            name: values.tobytes() for name, values in observed.items()
        }
