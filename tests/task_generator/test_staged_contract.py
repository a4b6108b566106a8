from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from task_generator.parameters import declared_parameters, resolved_parameters
from task_generator.staging import Live, QueueRequest, Rejection, Staged, apply, stage

LIVE = Live(world="hall", parameters=resolved_parameters({})[0].values)


def staged(*requests: QueueRequest, live: Live = LIVE) -> Staged:
    state = Staged()
    for request in requests:
        result = stage(state, request, live)
        assert isinstance(result, Staged), result
        state = result
    return state


def applied(*requests: QueueRequest, live: Live = LIVE) -> tuple[Live, tuple[str, ...]]:
    result = apply(staged(*requests, live=live), live, declared_parameters())
    return result.live, result.warnings


def obstacles(**leaves: Any) -> QueueRequest:
    return QueueRequest(obstacles_params={name.replace("_", "."): value for name, value in leaves.items()})


def test_a_leaf_becomes_the_full_name_below_the_active_mode() -> None:
    live, warnings = applied(QueueRequest(obstacles_params={"static.n": [3, 3]}))
    assert live.parameters["task.random.static.n"] == (3, 3)
    assert warnings == ()


def test_a_full_name_is_no_leaf() -> None:
    live, warnings = applied(QueueRequest(obstacles_mode="scenario", obstacles_params={"task.scenario.file": "demo"}))
    assert live.parameters["task.scenario.file"] == ""
    assert len(warnings) == 1
    assert "task.scenario.task.scenario.file is not declared" in warnings[0]


def test_mistyped_leaf_empty_list_and_doubles_in_one_request() -> None:
    request = QueueRequest(
        obstacles_params={
            "statc.n": [3, 3],
            "static.models": [],
            "static.n": [3.0, 3.0],
            "dynamic.n": [2, 2],
        }
    )
    live, warnings = applied(request, live=evolve(LIVE, parameters={"task.random.static.models": ("bench",)}))
    assert live.parameters["task.random.static.models"] == ()
    assert live.parameters["task.random.dynamic.n"] == (2, 2)
    assert "task.random.static.n" not in live.parameters
    assert "task.random.statc.n" not in live.parameters
    assert ["task.random.statc.n" in warnings[0], "task.random.static.n" in warnings[1]] == [True, True]
    assert len(warnings) == 2


def test_empty_fields_keep_what_was_queued() -> None:
    state = staged(QueueRequest(world="ward", obstacles_mode="scenario", robots=("jackal[2]",)), QueueRequest())
    assert (state.world, state.obstacles_mode, state.robots) == ("ward", "scenario", ("jackal[2]",))


def test_empty_fields_keep_what_is_live() -> None:
    before = evolve(LIVE, obstacles_mode="scenario", robots=("jackal",), modules=())
    live, _ = applied(QueueRequest(), live=before)
    assert live == before


def test_the_last_value_of_a_leaf_wins_and_others_stay() -> None:
    live, _ = applied(obstacles(static_n=[1, 1], dynamic_n=[2, 2]), obstacles(static_n=[4, 4]))
    assert live.parameters["task.random.static.n"] == (4, 4)
    assert live.parameters["task.random.dynamic.n"] == (2, 2)


def test_switching_the_queued_mode_drops_the_leaves_of_that_axis_only() -> None:
    state = staged(
        QueueRequest(obstacles_params={"static.n": [1, 1]}, robots_params={"file": "a"}, robots_mode="scenario"),
        QueueRequest(obstacles_mode="scenario", obstacles_params={"file": "b"}),
    )
    assert state.obstacles_params == {"file": "b"}
    assert state.robots_params == {"file": "a"}


def test_naming_the_same_mode_again_keeps_the_leaves() -> None:
    state = staged(obstacles(static_n=[1, 1]), QueueRequest(obstacles_mode="random"))
    assert state.obstacles_params == {"static.n": [1, 1]}


def test_of_two_values_for_a_shared_parameter_the_changed_one_wins() -> None:
    live = evolve(LIVE, parameters={**LIVE.parameters, "task.scenario.file": "old"})
    for first, second in (("old", "new"), ("new", "old")):
        request = QueueRequest(
            obstacles_mode="scenario",
            robots_mode="scenario",
            obstacles_params={"file": first},
            robots_params={"file": second},
        )
        assert applied(request, live=live)[0].parameters["task.scenario.file"] == "new"


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        (QueueRequest(action=1), "action: unknown value 1. Valid: MERGE=0"),
        (QueueRequest(obstacles_mode="flood"), "tm_obstacles: unknown value 'flood'. Allowed: environment, "),
        (QueueRequest(robots_mode="fly"), "tm_robots: unknown value 'fly'. Allowed: demo, explore, "),
        (QueueRequest(modules=("music",)), "tm_modules: unknown value 'music'. Allowed: clear_forbidden_zones, "),
        (QueueRequest(human_params={"human.speed": 1.0}), "reserved prefix human."),
        (QueueRequest(human_params={"zombies.speed": 1.0}), "Allowed: arena, humansim, hunav"),
        (QueueRequest(human_params={"humansim": 1.0}), "names no parameter of humansim"),
        (QueueRequest(human_params={"hunav.": 1.0}), "names no parameter of hunav"),
    ],
)
def test_an_unknown_word_rejects_the_whole_request(request_: QueueRequest, message: str) -> None:
    request_ = evolve(request_, world="elsewhere")
    result = stage(Staged(), request_, LIVE)
    assert isinstance(result, Rejection)
    assert message in result.message


def test_values_for_people_persist_until_they_are_overwritten() -> None:
    live, _ = applied(QueueRequest(human_params={"humansim.a": 1, "hunav.b": 2}))
    live, _ = applied(QueueRequest(human_params={"humansim.a": 3}), live=live)
    live, _ = applied(QueueRequest(obstacles_mode="scenario"), live=live)
    assert live.human_params == {"humansim.a": 3, "hunav.b": 2}


def test_parameters_persist_over_resets() -> None:
    live, _ = applied(obstacles(static_n=[3, 3]))
    live, _ = applied(QueueRequest(), live=live)
    assert live.parameters["task.random.static.n"] == (3, 3)


def test_a_malformed_fleet_warns_and_keeps_the_old_one() -> None:
    live, warnings = applied(QueueRequest(robots=("jackal[x]",)), live=evolve(LIVE, robots=("jackal",)))
    assert live.robots == ("jackal",)
    assert "jackal[x]" in warnings[0]


def test_staging_changes_neither_the_state_nor_the_request_it_was_given() -> None:
    first = staged(obstacles(static_n=[1, 1]))
    request = obstacles(static_n=[2, 2])
    stage(first, request, LIVE)
    assert first.obstacles_params == {"static.n": [1, 1]}
    assert request.obstacles_params == {"static.n": [2, 2]}
