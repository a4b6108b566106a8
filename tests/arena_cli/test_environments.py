"""What the nodes of several environments are given, and how processes that belong together end."""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena_cli import ros_domains
from arena_cli.argument import parse_arguments
from arena_cli.environments import NodePlan, environment_table, node_plans
from arena_cli.launch import command
from arena_cli.launch_arguments import RUNTIME, TASK_GENERATOR, launch_arguments
from arena_cli.main import main
from arena_cli.ros_domains import LOCK_PORT_BASE, release_domains, take_domains


@pytest.fixture(autouse=True)
def given_back() -> Iterator[None]:
    """Domains are a process's own until its end, and other tests of this process want some as well."""
    yield
    release_domains(list(ros_domains._HELD))


ROOT = Path(__file__).resolve().parent.parent.parent


def plans(count: int = 2, shared: bool = False, run_seed: str = "7", record_dir: str = "here") -> dict[str, NodePlan]:
    return {plan.label: plan for plan in node_plans(count, shared, run_seed, record_dir)}


def test_a_single_environment_is_what_it_would_be_without_any() -> None:
    for label, plan in plans(count=1).items():
        assert (label, plan.namespace, plan.remappings, plan.variables) == (plan.node, "", (), {})
        assert plan.parameters == {"use_sim_time": plan.node == TASK_GENERATOR}
    assert environment_table(node_plans(1, False, "", "")) == ""


def test_environments_have_domains_seeds_and_folders_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROS_DOMAIN_ID", "40")
    found = plans()
    assert list(found) == [f"env_{i} {node}" for i in (0, 1) for node in (RUNTIME, TASK_GENERATOR)]
    domains = [plan.variables["ROS_DOMAIN_ID"] for plan in found.values()]
    assert domains[0] == domains[1] != domains[2] == domains[3]
    assert all(40 <= int(domain) <= 100 for domain in domains)
    assert found["env_1 task_generator"].parameters == {"use_sim_time": True, "run_seed": "7/env_1"}
    assert found["env_1 arena_runtime"].parameters == {
        "use_sim_time": False,
        "env.id": 1,
        "record.dir": str(Path("here") / "env_1"),
    }
    assert ("clock", "/clock") in found["env_1 arena_runtime"].remappings
    assert found["env_1 task_generator"].remappings == (("tf", "/tf"), ("tf_static", "/tf_static"))
    lines = environment_table(list(found.values())).splitlines()
    assert [line.split() for line in lines[1:]] == [["/env_0", domains[0]], ["/env_1", domains[2]]]


def test_in_a_shared_domain_time_and_transforms_are_below_the_namespace_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROS_DOMAIN_ID", "41")
    found = plans(shared=True, run_seed="", record_dir="")
    assert all(plan.variables == {} for plan in found.values())
    assert found["env_0 arena_runtime"].remappings == ()
    assert found["env_0 task_generator"].remappings == (("/clock", "/env_0/clock"),)
    assert found["env_0 task_generator"].parameters == {"use_sim_time": True}, "each draws a seed of its own"
    assert [line.split()[1] for line in environment_table(list(found.values())).splitlines()[1:]] == ["41", "41"]


def test_a_node_is_told_its_namespace_and_names_in_words_that_ros_reads() -> None:
    rows = launch_arguments()
    parsed = parse_arguments([row.argument for row in rows], ["run_seed:=7", "record.dir:=here", "env.n:=2"])
    words = {label: command(plan, rows, parsed) for label, plan in plans().items()}
    assert 'run_seed:="7/env_1"' in words["env_1 task_generator"]
    assert 'run_seed:="7"' not in words["env_1 task_generator"]
    assert words["env_1 arena_runtime"][-8:-6] == ["-r", "__ns:=/env_1"]
    assert "env.id:=1" in words["env_1 arena_runtime"]
    assert not any(word.startswith("env.n") for label in words for word in words[label])


def test_a_domain_that_is_taken_is_left_out_and_the_last_one_is_followed_by_the_first() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as lock:
        try:
            lock.bind(("127.0.0.1", LOCK_PORT_BASE + 99))
        except OSError:
            pytest.skip("domain 99 is in use")
        first, second = take_domains(2, 99)
    assert 99 not in (first, second)
    # Others may have taken more of them meanwhile.
    assert (first - 99) % 100 < (second - 99) % 100, "100 is followed by 1"
    assert {first, second} <= set(range(1, 101))


def test_more_environments_than_domains_are_refused_before_anything_starts(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["launch", "env.n:=101"]) == 2
    assert "env.n:=101" in capsys.readouterr().err
    assert main(["launch", "env.n:=0"]) == 2
    assert ros_domains._HELD == {}


SCRIPT = """
import sys
from arena_cli.node_processes import NodeProcess, run_groups
def python(label, text):
    return NodeProcess(label, [sys.executable, "-c", COMMON + text, label, sys.argv[1]])
COMMON = '''
import signal, sys, time
from pathlib import Path
label, folder = sys.argv[1], Path(sys.argv[2])
def note(what):
    (folder / f"{label} {what}").touch()
def until(name):
    while not (folder / name).exists():
        time.sleep(0.01)
def leave(*_):
    note("left")
    sys.exit(0)
'''
waits = "signal.signal(signal.SIGINT, leave); note('waits'); signal.pause()"
dies = "until('env_0 one waits'); sys.exit(3)"
goes_on = "until('env_1 one waits'); until('env_0 one left'); print('still here')"
sys.exit(run_groups([
    [python("env_0 one", waits), python("env_0 two", dies)],
    [python("env_1 one", waits), python("env_1 two", goes_on)],
]))
"""


def test_one_environment_that_dies_is_reported_and_the_others_go_on(tmp_path: Path) -> None:
    words = [sys.executable, "-c", SCRIPT, str(tmp_path)]
    ran = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert ran.returncode == 1
    assert ran.stderr == "arena: env_0 two ended with code 3; the others go on\n"
    assert "[env_1 two] still here" in ran.stdout
