"""`arena launch` as a user calls it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from node_process import NodeProcess
from ros_client import DEADLINE_S, LATCHED, ros_client

from arena_interfaces.msg import EpisodeRecord, EpisodeStatus
from arena_simulation_setup.randomness import derived_seed

pytestmark = pytest.mark.ros


@pytest.fixture
def launched(ros_domain: dict[str, str], tmp_path: Path) -> Iterator[NodeProcess]:
    words = ["launch", "world:=map_empty", "task.random.static.n:=[2, 2]", "run_seed:=007", "record.dir:=recordings"]
    process = NodeProcess("arena_cli.main", words, ros_domain, tmp_path / "launch.log")
    yield process
    process.close()


def children_of(pid: int) -> list[int]:
    """Processes whose parent is `pid`."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                status = (entry / "stat").read_text()
            except OSError:
                continue
            # The name in brackets may hold blanks; the parent is the second word behind it.
            if int(status.rpartition(")")[2].split()[1]) == pid:
                found.append(int(entry.name))
    return found


def test_one_call_starts_everything_and_one_interrupt_ends_it(
    launched: NodeProcess, ros_domain: dict[str, str], tmp_path: Path
) -> None:
    with ros_client(ros_domain) as client:
        records = client.listen(EpisodeRecord, "/task_generator/state/episode", LATCHED)
        statuses = client.listen(EpisodeStatus, "/arena_runtime/state/episode_status", LATCHED)
        record = records.wait(lambda message: message.outcome_state == EpisodeRecord.RUNNING)
        values = {parameter.name: parameter.value for parameter in record.obstacles_params}
        assert list(values["static.n"].integer_array_value) == [2, 2]
        # The text kept its zeros on the way to the node.
        assert record.seed == derived_seed("007", "map_empty", 1)
        statuses.wait(lambda message: message.state == EpisodeStatus.RUNNING)
        assert record.start_time.sec > 0
        nodes = children_of(launched.process.pid)
        assert len(nodes) == 2
        assert launched.interrupt() == 0, launched.output
        statuses.wait(lambda message: message.state == EpisodeStatus.SKIPPED)
    assert not any(Path(f"/proc/{node}").exists() for node in nodes)
    assert "[arena_runtime] " in launched.output
    assert "[task_generator] " in launched.output
    assert "Traceback" not in launched.output
    assert list(tmp_path.glob("recordings/*/*.mcap"))


def test_the_last_episode_of_a_run_ends_everything(ros_domain: dict[str, str], tmp_path: Path) -> None:
    words = [
        "launch",
        "target_rtf:=0",
        "task.episode.count:=2",
        "task.episode.timeout:=3",
        "task.random.static.n:=[0, 0]",
    ]
    process = NodeProcess("arena_cli.main", words, ros_domain, tmp_path / "run.log")
    try:
        assert process.process.wait(DEADLINE_S) == 0, process.output
    finally:
        process.close()
    assert "episode 1: FAILED (timeout)" in process.output
    assert "episode 2: FAILED (timeout)" in process.output
    assert "episode 3" not in process.output
