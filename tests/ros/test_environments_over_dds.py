"""Several environments from one call, as a user sees them on the graph."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from node_process import NodeProcess
from ros_client import LATCHED, RosClient, ros_client, until
from rosgraph_msgs.msg import Clock

from arena_interfaces.msg import EpisodeRecord, SemanticSnapshot
from arena_simulation_setup.randomness import derived_seed

pytestmark = [pytest.mark.ros, pytest.mark.slow]

START_WITHIN_S = 90.0
TASK = ["world:=map_empty", "task.random.static.n:=[1, 1]", "task.random.dynamic.n:=[0, 0]", "run_seed:=7", "env.n:=2"]


@contextmanager
def launched(domain: dict[str, str], log: Path, *words: str) -> Iterator[NodeProcess]:
    process = NodeProcess("arena_cli.main", ["launch", *TASK, *words], domain, log)
    try:
        yield process
    finally:
        process.close()


def domains_of(process: NodeProcess) -> list[str]:
    """The second column of the table that the call prints."""
    row = re.compile(r"^/env_\d+ +(\d+)$", re.MULTILINE)
    until(lambda: len(row.findall(process.output)) == 2, "a table of two environments")
    return row.findall(process.output)


def running(client: RosClient, process: NodeProcess, number: int) -> EpisodeRecord:
    """The first episode of an environment; four nodes that start at once take their time on a busy machine."""
    records = client.listen(EpisodeRecord, f"/env_{number}/task_generator/state/episode", LATCHED)
    try:
        return records.wait(lambda message: message.outcome_state == EpisodeRecord.RUNNING, within_s=START_WITHIN_S)
    except AssertionError as missing:
        raise AssertionError(f"{missing}\n{process.output}") from missing


def nodes_of(client: RosClient) -> set[str]:
    names = client.node.get_node_names_and_namespaces()
    return {space for name, space in names if name in ("arena_runtime", "task_generator")}


def pid_of(launcher: NodeProcess, words: str) -> int:
    """The child of the launcher whose command line has some words."""
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                line = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode()
                parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            except OSError:
                continue
            if parent == launcher.process.pid and all(word in line for word in words.split()):
                return int(entry.name)
    raise AssertionError(f"no process {words}")


def test_environments_share_nothing_and_one_that_dies_leaves_the_other_alone(
    ros_domain: dict[str, str], tmp_path: Path
) -> None:
    with launched(ros_domain, tmp_path / "launch.log", "record.dir:=recordings") as process:
        domains = domains_of(process)
        assert len({*domains, ros_domain["ROS_DOMAIN_ID"]}) == 3
        for number, domain in enumerate(domains):
            with ros_client({**ros_domain, "ROS_DOMAIN_ID": domain}) as client:
                record = running(client, process, number)
                assert record.seed == derived_seed(f"7/env_{number}", "map_empty", 1)
                facts = client.listen(SemanticSnapshot, f"/env_{number}/arena_runtime/state/semantics", LATCHED)
                assert facts.wait().env_id == number
                client.listen(Clock, "/clock").wait()
                own = {f"/env_{number}"}
                until(lambda client=client, own=own: nodes_of(client) >= own, "the graph shows its nodes")
                assert nodes_of(client) == own
        os.kill(pid_of(process, "arena_runtime __ns:=/env_0"), signal.SIGKILL)
        with ros_client({**ros_domain, "ROS_DOMAIN_ID": domains[1]}) as client:
            clock = client.listen(Clock, "/clock")
            until(lambda: "the others go on" in process.output, "its end is told")
            assert "env_0 arena_runtime ended with code -9; the others go on" in process.output
            clock.wait(since=len(clock.messages) + 10)
        assert process.interrupt() == 1, "one of them has failed"
        assert not re.search(r"env_1 \w+ ended with code", process.output)
    assert list(tmp_path.glob("recordings/env_1/**/*.mcap"))


def test_in_a_shared_domain_everything_is_below_the_namespaces(ros_domain: dict[str, str], tmp_path: Path) -> None:
    with (
        launched(ros_domain, tmp_path / "launch.log", "env.shared_domain:=true") as process,
        ros_client(ros_domain) as client,
    ):
        assert domains_of(process) == [ros_domain["ROS_DOMAIN_ID"]] * 2
        clocks = [client.listen(Clock, f"/env_{number}/clock") for number in (0, 1)]
        records = [running(client, process, number) for number in (0, 1)]
        assert records[0].seed != records[1].seed
        assert all(record.start_time.sec >= 1 for record in records), "each follows the clock of its own"
        for clock in clocks:
            clock.wait()
        names = ("clock", "tf", "tf_static", "map")
        expected = {f"/env_{number}/{name}" for number in (0, 1) for name in names}
        until(lambda: expected <= set(dict(client.node.get_topic_names_and_types())), f"the graph shows {expected}")
        topics = set(dict(client.node.get_topic_names_and_types()))
        ours = {name for name in topics if not name.startswith(("/parameter_events", "/rosout"))}
        assert all(name.startswith(("/env_0/", "/env_1/")) for name in ours), sorted(ours)
        assert process.interrupt() == 0, process.output
