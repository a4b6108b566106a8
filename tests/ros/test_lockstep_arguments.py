"""Who is waited for, from when on and at which pace, as parameters of the runtime."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from diagnostic_msgs.msg import DiagnosticArray
from hall_episode import hall_episode
from node_process import NodeProcess, ros_arguments
from ros_client import LATCHED, ros_client

from arena_interfaces.msg import EpisodeStatus
from arena_interfaces.srv import LoadEpisode, SetPaused, StepSimulation
from arena_runtime.ros.parameters import RUNTIME_PARAMETERS, names_in, pace_of, without_effect
from arena_simulation_setup.episode_json import episode_text
from arena_simulation_setup.geometry import Pose

pytestmark = pytest.mark.ros


def values(**changed: Any) -> dict[str, Any]:
    given = {name.replace("__", "."): value for name, value in changed.items()}
    return {parameter.name: parameter.default for parameter in RUNTIME_PARAMETERS} | given


def test_in_lockstep_the_pace_is_its_own_and_no_limit_by_default() -> None:
    assert pace_of(values()) == 1.0
    assert pace_of(values(lockstep=True)) == 0.0
    assert pace_of(values(lockstep=True, lockstep__rtf=2.0, target_rtf=5.0)) == 2.0


def test_what_counts_for_nothing_is_said() -> None:
    assert without_effect(values()) == without_effect(values(lockstep=True, lockstep__paused=True)) == ()
    assert without_effect(values(lockstep=True, target_rtf=0.0)) == (), "as older calls have it"
    assert without_effect(values(lockstep__paused=True, lockstep__channels="a")) == (
        "lockstep.paused has no effect without lockstep",
        "lockstep.channels has no effect without lockstep",
    )
    (said,) = without_effect(values(lockstep=True, target_rtf=0.5))
    assert "lockstep.rtf" in said


def test_names_are_a_comma_list() -> None:
    assert names_in(" b, a,,b ") == ("b", "a")
    assert names_in("") == ()


def test_time_stands_still_until_it_is_let_go_and_then_waits_for_those_who_are_named(
    ros_domain: dict[str, str], tmp_path: Path
) -> None:
    options = {"lockstep": "true", "lockstep.paused": "true", "lockstep.channels": "jackal_1", "lockstep.timeout": 0}
    runtime = NodeProcess("arena_runtime.ros.main", ros_arguments(options), ros_domain, tmp_path / "runtime.log")
    try:
        with ros_client(ros_domain) as client:
            status = client.listen(EpisodeStatus, "/arena_runtime/state/episode_status", LATCHED)
            health = client.listen(DiagnosticArray, "/diagnostics")
            one = hall_episode(1, adapter="external")
            refused = client.call(LoadEpisode, "/arena_runtime/load_episode", episode_json=episode_text(one))
            assert "lockstep.channels: there is no robot 'jackal_1'" in refused.error_msg
            (first,) = one.robots
            two = evolve(one, robots=(first, evolve(first, name="jackal_1", start=Pose(5.0, 2.0))))
            assert client.call(LoadEpisode, "/arena_runtime/load_episode", episode_json=episode_text(two)).success
            # Single ticks are for a simulation that is paused only.
            assert client.call(StepSimulation, "/arena_runtime/step", ticks=0).success
            assert client.call(SetPaused, "/arena_runtime/set_paused", paused=False).success
            assert not client.call(StepSimulation, "/arena_runtime/step", ticks=0).success
            health.wait(lambda message: "waiting for jackal_1" in message.status[1].message)
            assert status.messages[-1].state == EpisodeStatus.RUNNING
    finally:
        runtime.close()
