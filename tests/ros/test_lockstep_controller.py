"""The simulation waits for a controller that is a process of its own, over real DDS."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import pytest
from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus
from hall_episode import hall_episode
from node_process import NodeProcess, ros_arguments
from ros_client import LATCHED, ros_client

from arena_interfaces.msg import EpisodeStatus
from arena_interfaces.srv import LoadEpisode
from arena_simulation_setup.episode_json import episode_text
from arena_simulation_setup.order import CommandVelocity, Order
from arena_simulation_setup.recording.reader import open_recording

pytestmark = pytest.mark.ros

STATUS = "/arena_runtime/state/episode_status"
SECONDS = 2.0
TICKS = 60


def recorded(domain: dict[str, str], folder: Path, thinks_s: float, stamped: bool) -> Path:
    """Run an episode with a controller that thinks for a while before each answer, and give its recording."""
    options = {"target_rtf": 0, "lockstep": "true", "record.dir": folder / "recordings"}
    options["robot.cmd_vel_stamped"] = str(stamped).lower()
    words = [str(thinks_s), "stamped" if stamped else "plain"]
    folder.mkdir()
    with ExitStack() as stack:
        runtime = NodeProcess("arena_runtime.ros.main", ros_arguments(options), domain, folder / "runtime.log")
        stack.callback(runtime.close)
        controller = NodeProcess("tests.ros.lockstep_controller", words, domain, folder / "controller.log")
        stack.callback(controller.close)
        client = stack.enter_context(ros_client(domain))
        status = client.listen(EpisodeStatus, STATUS, LATCHED)
        episode = hall_episode(1, distance=10.0, adapter="external", timeout_s=SECONDS)
        answer = client.call(LoadEpisode, "/arena_runtime/load_episode", episode_json=episode_text(episode))
        assert answer.success, answer.error_msg
        end = status.wait(lambda message: message.state != EpisodeStatus.RUNNING)
        assert (end.reason, end.tick) == ("timeout", TICKS), runtime.output + controller.output
    (file,) = (folder / "recordings").rglob("*.mcap")
    return file


def commands(recording: Path) -> list[CommandVelocity]:
    """The velocity of every tick from the first on."""
    orders = [message.value for message in open_recording(recording).messages(("/orders",))]
    assert [order.tick for order in orders if isinstance(order, Order)] == list(range(1, TICKS + 1))
    return [order.request for order in orders if isinstance(order, Order)]


@pytest.mark.slow
def test_a_controller_slower_than_real_time_gives_the_recording_of_a_fast_one_to_the_bit(
    ros_domain: dict[str, str], tmp_path: Path
) -> None:
    fast = recorded(ros_domain, tmp_path / "fast", 0.0, stamped=True)
    slow = recorded(ros_domain, tmp_path / "slow", 0.05, stamped=True)
    plain = recorded(ros_domain, tmp_path / "plain", 0.01, stamped=False)
    driven = commands(fast)
    assert len({command.vx for command in driven}) > TICKS / 2, "the robot moves, and the commands follow it"
    assert fast.read_bytes() == slow.read_bytes() == plain.read_bytes()


@pytest.mark.slow
def test_an_episode_whose_controller_is_silent_fails_and_says_so(ros_domain: dict[str, str], tmp_path: Path) -> None:
    options = {"target_rtf": 0, "lockstep": "true", "lockstep.timeout": 5.0}
    runtime = NodeProcess("arena_runtime.ros.main", ros_arguments(options), ros_domain, tmp_path / "runtime.log")
    try:
        with ros_client(ros_domain) as client:
            status = client.listen(EpisodeStatus, STATUS, LATCHED)
            health = client.listen(DiagnosticArray, "/diagnostics")
            text = episode_text(hall_episode(1, adapter="external"))
            assert client.call(LoadEpisode, "/arena_runtime/load_episode", episode_json=text).success
            waiting = health.wait(lambda message: "waiting for jackal_0" in message.status[1].message)
            assert waiting.status[1].name == "arena_runtime: lockstep"
            end = status.wait(lambda message: message.state != EpisodeStatus.RUNNING)
            assert (end.state, end.tick) == (EpisodeStatus.FAILED, 0)
            assert end.reason == "lockstep: no command for jackal_0 after tick 0 within 5 s"
            late = health.wait(lambda message: message.status[1].level == DiagnosticStatus.WARN)
            assert {value.key: value.value for value in late.status[1].values}["timeouts"] == "1"
    finally:
        runtime.close()
