from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from generated_site import rooms

from arena_simulation_setup.files.problem import FileProblems
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.order import SubmitPhases, Teleport
from arena_simulation_setup.route import FreeSpace, RoutePlanner
from arena_simulation_setup.scenario.phase import GotoPhase
from arena_simulation_setup.site import Site
from task_generator.curriculum import CurriculumIdentifier, load_curriculum
from task_generator.generator import EpisodeRequest, generate
from task_generator.module_chain import ALWAYS, ModuleChain
from task_generator.parameters import declared_parameters, resolved_parameters
from task_generator.staging import Live, QueueRequest, Staged, apply, stage
from task_generator.tasks.modules import NEXT, PREVIOUS, ClickedPoint, GoalPose, InitialPose, Moment, Scene, TM_Module
from task_generator.tasks.registry import MODULES
from task_generator.tasks.robots.guided.tour import Tour

WON, LOST = ("SUCCESS",) * 3, ("FAILED",) * 3
HALL = RoutePlanner(FreeSpace(zones=(((0.0, 0.0), (8.0, 0.0), (8.0, 8.0), (0.0, 8.0)),)))
FLEET = (("jackal_0", 0.3), ("jackal_1", 0.3), ("ridgeback_0", 0.5))


def moment(outcomes: Sequence[str] = (), wishes: Sequence[str] = (), episodes: int = 0, **leaves: Any) -> Moment:
    parameters, _ = resolved_parameters({f"task.{leaf.replace('__', '.')}": value for leaf, value in leaves.items()})
    return Moment(Live(world="hall"), parameters, tuple(outcomes), tuple(wishes), episodes, "run")


def worlds(count: int, run_seed: str = "run", **leaves: Any) -> list[str]:
    """The world of each of some episodes of a run that begins in hall."""
    chain, live, found = ModuleChain().with_modules(["dynamic_map"]), "hall", []
    for episode in range(count):
        what = moment(episodes=episode, **{f"dynamic_map__{leaf}": value for leaf, value in leaves.items()})
        turn = chain.before_reset(evolve(what, live=evolve(what.live, world=live), run_seed=run_seed))
        live = turn.requests[0].world if turn.requests else live
        found.append(live)
    return found


def stages(*resets: tuple[Sequence[str], Sequence[str]], **leaves: Any) -> list[Any]:
    """What is staged for static.n and dynamic.n at each reset; None where nothing is."""
    chain, found = ModuleChain().with_modules(["staged"]), []
    given = {f"staged__{leaf}": value for leaf, value in {"file": "crowding", **leaves}.items()}
    for outcomes, wishes in resets:
        turn = chain.before_reset(moment(outcomes, wishes, **given))
        chain = turn.chain
        found.append(dict(turn.requests[0].obstacles_params) if turn.requests else None)
    return found


EMPTY = {"static.n": [0, 0], "dynamic.n": [0, 0]}
FURNITURE, PASSERS_BY = {"static.n": [5, 10]}, {"dynamic.n": [2, 4]}
CROWD = {"static.n": [10, 15], "dynamic.n": [8, 12]}


def test_all_documented_modules_are_registered() -> None:
    assert MODULES.names() == ("clear_forbidden_zones", "dynamic_map", "rviz_ui", "staged")
    assert all(issubclass(mode.load(), TM_Module) for mode in MODULES)


def test_two_modules_always_take_part_and_nobody_twice() -> None:
    assert ModuleChain().names == ALWAYS == ("clear_forbidden_zones", "rviz_ui")
    assert ModuleChain().with_modules(["staged", "rviz_ui", "staged"]).names == (
        "staged",
        "rviz_ui",
        "clear_forbidden_zones",
    )


def test_a_module_that_stays_remembers_and_one_that_comes_back_does_not() -> None:
    chain = ModuleChain().with_modules(["staged"]).before_reset(moment(staged__file="crowding")).chain
    assert chain.with_modules(["dynamic_map", "staged"]).memories == chain.memories
    assert chain.with_modules([]).with_modules(["staged"]).memories == {}


def test_three_successes_in_a_row_lead_to_the_next_stage_and_three_failures_back() -> None:
    resets = [((), ()), (WON[:2], ()), (WON[:1], ()), (LOST[:2], ()), (LOST[:1], ())]
    assert stages(*resets) == [EMPTY, None, FURNITURE, None, EMPTY]


def test_a_failure_between_successes_breaks_the_row_and_a_skipped_episode_does_not() -> None:
    assert stages(((), ()), (("SUCCESS", "SUCCESS", "FAILED", "SUCCESS"), ())) == [EMPTY, None]
    assert stages(((), ()), (("SUCCESS", "SUCCESS", "SKIPPED", "FATAL", "SUCCESS"), ())) == [EMPTY, FURNITURE]


def test_wishes_go_to_the_next_and_the_previous_stage_and_stop_at_the_ends() -> None:
    resets = [((), ()), ((), (PREVIOUS,)), ((), (NEXT, NEXT)), ((), (NEXT,)), ((), (NEXT,)), ((), (PREVIOUS,))]
    assert stages(*resets) == [EMPTY, None, PASSERS_BY, CROWD, None, PASSERS_BY]


def test_the_first_stage_and_the_rows_are_parameters() -> None:
    assert stages(((), ()), (("FAILED",), ()), start=2, demote_after=1) == [PASSERS_BY, FURNITURE]
    assert stages(((), ()), (WON * 9 + LOST * 9, ()), promote_after=0, demote_after=0) == [EMPTY, None]


def test_another_curriculum_begins_anew(tmp_path: Path) -> None:
    file = tmp_path / "other.yaml"
    file.write_text("stages: [{obstacles_params: {static.n: [7, 7]}}]\n", encoding="utf-8")
    chain = ModuleChain().with_modules(["staged"]).before_reset(moment(staged__file="crowding")).chain
    turn = chain.before_reset(moment(WON, staged__file=str(file)))
    assert turn.requests[0].obstacles_params == {"static.n": [7, 7]}


@pytest.mark.parametrize("file", ["", "crowdign", "/nowhere/at_all.yaml"])
def test_a_curriculum_that_is_not_there_is_a_warning(file: str) -> None:
    turn = ModuleChain().with_modules(["staged"]).before_reset(moment(staged__file=file))
    assert turn.requests == ()
    assert turn.warnings[0].startswith("task.staged.file: ")


def test_what_is_wrong_with_a_curriculum_is_told_with_file_and_line(tmp_path: Path) -> None:
    file = tmp_path / "wrong.yaml"
    file.write_text("stages:\n  - obstacle: random\n  - obstacles: flood\n", encoding="utf-8")
    with pytest.raises(FileProblems) as raised:
        load_curriculum(file)
    text = str(raised.value)
    assert "wrong.yaml:2" in text
    assert "did you mean" in text or "obstacles" in text
    assert "wrong.yaml:3" in text
    assert "unknown mode 'flood'" in text


def test_every_shipped_curriculum_can_be_staged_and_gives_episodes(tmp_path: Path) -> None:
    site = rooms(tmp_path, (10.0, 10.0), (10.0, 10.0))
    for name in CurriculumIdentifier.names():
        live, staged = Live(parameters=resolved_parameters({})[0].values), Staged()
        for request in load_curriculum(CurriculumIdentifier(name).resolve_sync()).stages:
            merged = stage(staged, request, live)
            assert isinstance(merged, Staged)
            applied = apply(merged, live, declared_parameters())
            assert applied.warnings == ()
            live = applied.live
            generate(site, EpisodeRequest(1, 1, parameters=live.parameters))


def test_a_stage_keeps_the_modules() -> None:
    chain = ModuleChain().with_modules(["staged"])
    (request,) = chain.before_reset(moment(staged__file="crowding")).requests
    assert request.keep_modules


def test_worlds_change_in_turn_every_few_episodes() -> None:
    assert worlds(7, worlds=("hall", "ward", "lab"), every=2) == ["hall", "hall", "ward", "ward", "lab", "lab", "hall"]


def test_random_worlds_never_repeat_and_follow_the_seed_of_the_run() -> None:
    names = ("hall", "ward", "lab", "shop")
    drawn = worlds(60, worlds=names, order="random")
    assert all(before != after for before, after in itertools.pairwise(drawn))
    assert set(drawn) == set(names)
    assert drawn == worlds(60, worlds=names, order="random")
    assert drawn != worlds(60, run_seed="other", worlds=names, order="random")


def test_without_a_list_the_same_world_is_loaded_anew() -> None:
    chain = ModuleChain().with_modules(["dynamic_map"])
    (request,) = chain.before_reset(moment(episodes=1)).requests
    assert (request.world, request.keep_modules) == ("hall", True)


def test_a_pose_estimate_puts_all_robots_beside_each_other() -> None:
    reaction = ModuleChain().heard(InitialPose(Pose(4.0, 4.0, yaw=1.0)), Scene(FLEET, HALL))
    poses = [order.pose for order in reaction.orders if isinstance(order, Teleport)]
    assert [pose.yaw for pose in poses] == [1.0, 1.0, 1.0]
    assert poses[0].xy == (4.0, 4.0)
    assert math.dist(poses[0].xy, poses[1].xy) >= 0.6
    assert min(math.dist(pose.xy, poses[2].xy) for pose in poses[:2]) >= 0.8
    assert not reaction.reset


def test_who_is_pointed_into_a_wall_stands_at_the_nearest_free_place() -> None:
    reaction = ModuleChain().heard(InitialPose(Pose(-3.0, 4.0)), Scene(FLEET[:1], HALL))
    (order,) = reaction.orders
    assert isinstance(order, Teleport)
    assert order.pose.xy == pytest.approx((0.325, 4.0), abs=0.06)


def test_who_has_no_room_is_told() -> None:
    closet = RoutePlanner(FreeSpace(zones=(((0.0, 0.0), (0.8, 0.0), (0.8, 0.8), (0.0, 0.8)),)))
    reaction = ModuleChain().heard(InitialPose(Pose(0.4, 0.4)), Scene(FLEET, closet))
    assert len(reaction.orders) == 1
    assert reaction.warnings[0] == "robot jackal_1 has no room there or anywhere near"


def test_a_goal_replaces_the_tasks_of_all_robots() -> None:
    reaction = ModuleChain().heard(GoalPose(Pose(4.0, 4.0)), Scene(FLEET, HALL))
    orders = [order for order in reaction.orders if isinstance(order, SubmitPhases)]
    assert [order.robot for order in orders] == ["jackal_0", "jackal_1", "ridgeback_0"]
    (phase,) = orders[0].phases
    assert isinstance(phase, GotoPhase)
    assert (phase.pose, phase.tolerance_radius) == (Pose(4.0, 4.0), 1.0)
    assert reaction.tours is None


def test_goals_of_guided_robots_add_to_their_tours_and_a_new_place_clears_them() -> None:
    chain, scene = ModuleChain(), Scene(FLEET[:1], HALL, tours={"jackal_0": Tour((Pose(1.0, 1.0),))})
    sent = chain.heard(GoalPose(Pose(4.0, 4.0)), scene)
    assert sent.tours == {"jackal_0": Tour((Pose(1.0, 1.0), Pose(4.0, 4.0)))}
    (order,) = sent.orders
    assert isinstance(order, SubmitPhases)
    assert len(order.phases) > 2
    assert chain.heard(InitialPose(Pose(2.0, 2.0)), evolve(scene, tours=sent.tours)).tours == {"jackal_0": Tour()}


def test_a_clicked_point_begins_the_next_episode() -> None:
    reaction = ModuleChain().heard(ClickedPoint((1.0, 2.0)), Scene(FLEET, HALL))
    assert (reaction.reset, reaction.orders) == (True, ())


def test_no_episode_inherits_taken_places(tmp_path: Path) -> None:
    site: Site = rooms(tmp_path, (4.0, 4.0))
    request = EpisodeRequest(1, 5, parameters={"task.random.static.n": (0, 0), "task.random.dynamic.n": (0, 0)})
    assert [generate(site, request).episode for _ in range(12)] == [generate(site, request).episode] * 12


def test_an_empty_list_of_modules_replaces_them_unless_they_are_kept() -> None:
    live = Live(modules=("staged",), parameters=resolved_parameters({})[0].values)
    dropped, kept = stage(Staged(), QueueRequest(), live), stage(Staged(), QueueRequest(keep_modules=True), live)
    assert isinstance(dropped, Staged)
    assert isinstance(kept, Staged)
    assert apply(dropped, live, declared_parameters()).live.modules == ()
    assert apply(kept, live, declared_parameters()).live.modules == ("staged",)
