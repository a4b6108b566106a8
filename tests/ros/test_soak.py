"""Hundreds of resets over real DDS, with queue calls, transitions, cancelled runs and a killed runtime in between.

`ARENA_SOAK_RESETS` says how many (30 without it); docs/testing.md has the figures of a long run.
"""

from __future__ import annotations

import os
import random
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from lifecycle_msgs.msg import State, Transition
from lifecycle_msgs.srv import ChangeState, GetState
from node_process import NodeProcess, ros_arguments
from rcl_interfaces.srv import SetParameters
from rclpy.qos import DurabilityPolicy, QoSProfile, ReliabilityPolicy
from ros_client import RosClient, ros_client

from arena_interfaces.action import RunEpisode
from arena_interfaces.msg import EpisodeRecord
from arena_interfaces.srv import QueueEpisode, ResetEpisode
from task_generator.ros.parameter_messages import parameter_messages

pytestmark = [pytest.mark.ros, pytest.mark.slow]

RESETS = int(os.environ.get("ARENA_SOAK_RESETS", "30"))
ALL_RECORDS = QoSProfile(
    depth=20 * RESETS + 100, durability=DurabilityPolicy.TRANSIENT_LOCAL, reliability=ReliabilityPolicy.RELIABLE
)
# Nothing may take longer on any machine: the runtime is waited for 15 s, and its death is noticed after 2 s.
ANSWER_WITHIN_S = 45.0
FIRST_WITHIN_S = 60.0
MOST_GROWTH_MB = 24.0
NODE = "/task_generator"


class Soak:
    """The nodes under test, and what is done to them."""

    def __init__(self, client: RosClient, domain: dict[str, str], folder: Path) -> None:
        self.client, self._domain, self._folder = client, domain, folder
        self._lives = self.kills = 0
        self.runtime = self._runtime()
        parameters = {
            "world": "map_empty",
            "run_seed": "soak",
            "autostart": "true",
            "task.episode.auto_reset": "false",
            "task.episode.timeout": 20.0,
            "timeout_wait_for_service": 15.0,
        }
        self.generator = NodeProcess(
            "task_generator.ros.main", ros_arguments(parameters), domain, folder / "generator.log"
        )
        self.records = client.listen(EpisodeRecord, f"{NODE}/state/episode", ALL_RECORDS)
        self.longest_s: Counter[str] = Counter()
        self.begun = 0
        self.action = client.action(RunEpisode, f"{NODE}/lifecycle/run_episode")
        self._clients = {
            kind: client.node.create_client(kind, f"{NODE}/{name}")
            for kind, name in (
                (ResetEpisode, "lifecycle/reset_episode"),
                (QueueEpisode, "config/queue_episode"),
                (ChangeState, "change_state"),
                (GetState, "get_state"),
            )
        }
        assert all(one.wait_for_service(ANSWER_WITHIN_S) for one in self._clients.values())
        client.introduce(NODE)

    def _runtime(self) -> NodeProcess:
        self._lives += 1
        log = self._folder / f"runtime_{self._lives}.log"
        return NodeProcess("arena_runtime.ros.main", ros_arguments({"target_rtf": 20.0}), self._domain, log)

    def close(self) -> None:
        self.generator.close()
        self.runtime.close()

    def ask(self, kind: Any, **request: Any) -> Any:
        """The future of an answer."""
        return self._clients[kind].call_async(kind.Request(**request))

    def settled(self, what: str, future: Any, within_s: float = ANSWER_WITHIN_S) -> Any:
        began = time.monotonic()
        done = threading.Event()
        future.add_done_callback(lambda _: done.set())
        assert done.wait(within_s), f"{what}: no answer in {within_s} s\n{self.generator.output[-4000:]}"
        self.longest_s[what] = max(self.longest_s[what], time.monotonic() - began)
        return future.result()

    def state(self) -> int:
        return int(self.settled("get_state", self.ask(GetState)).current_state.id)

    def transition(self, number: int) -> bool:
        return bool(self.settled("transition", self.ask(ChangeState, transition=Transition(id=number))).success)

    def make_active(self) -> None:
        deadline = time.monotonic() + 4.0 * ANSWER_WITHIN_S
        while (state := self.state()) != State.PRIMARY_STATE_ACTIVE:
            assert time.monotonic() < deadline, f"state {state}\n{self.generator.output[-4000:]}"
            unconfigured = state == State.PRIMARY_STATE_UNCONFIGURED
            if state in (State.PRIMARY_STATE_UNCONFIGURED, State.PRIMARY_STATE_INACTIVE):
                self.transition(Transition.TRANSITION_CONFIGURE if unconfigured else Transition.TRANSITION_ACTIVATE)
            else:
                time.sleep(0.05)

    def note(self, answer: ResetEpisode.Response) -> None:
        self.begun += bool(answer.success)
        assert answer.success or answer.error_msg

    def reset(self, dice: random.Random) -> None:
        self.note(self.settled("reset", self.ask(ResetEpisode, seed=dice.randrange(1000))))

    def two_resets_at_once(self, dice: random.Random) -> None:
        both = [self.ask(ResetEpisode, seed=dice.randrange(1000)) for _ in range(2)]
        for one in both:
            self.note(self.settled("reset", one))

    def queue(self, dice: random.Random) -> None:
        leaves = parameter_messages({"static.n": [0, dice.randrange(6)], "dynamic.n": [0, 1], "no.such": 1})
        bad = dice.random() < 0.2
        answer = self.settled(
            "queue",
            self.ask(QueueEpisode, tm_obstacles="nonsense" if bad else "random", obstacles_params=leaves),
        )
        assert answer.success is not bad

    def run(self, dice: random.Random) -> None:
        """An action that is cancelled, or pushed aside by a reset."""
        goal = self.settled("goal", self.action.send_goal_async(RunEpisode.Goal(seed=dice.randrange(1000))))
        if not goal.accepted:
            return
        result = goal.get_result_async()
        time.sleep(dice.random() * 0.05)
        if dice.random() < 0.5:
            self.settled("cancel", goal.cancel_goal_async())
        else:
            self.reset(dice)
        self.settled("result", result)

    def transitions_during_a_reset(self, dice: random.Random) -> None:
        reset = self.ask(ResetEpisode, seed=dice.randrange(1000))
        time.sleep(dice.random() * 0.02)
        leaving = self.ask(ChangeState, transition=Transition(id=Transition.TRANSITION_DEACTIVATE))
        cleaning = self.ask(ChangeState, transition=Transition(id=Transition.TRANSITION_CLEANUP))
        self.note(self.settled("reset", reset))
        self.settled("transition", leaving)
        self.settled("transition", cleaning)
        self.make_active()

    def kill(self, dice: random.Random) -> None:
        """Kill the runtime, perhaps in the middle of a reset, and start another one at once or after a while."""
        reset = self.ask(ResetEpisode, seed=dice.randrange(1000))
        time.sleep(dice.random() * 0.1)
        self.runtime.kill()
        self.kills += 1
        time.sleep(dice.choice([0.0, 0.0, 3.0]))
        self.runtime = self._runtime()
        self.note(self.settled("reset", reset))
        again = time.monotonic()
        while not (answer := self.settled("reset", self.ask(ResetEpisode, seed=1))).success:
            assert time.monotonic() < again + ANSWER_WITHIN_S, answer.error_msg
        self.begun += 1


def resources(pid: int) -> tuple[float, int, int]:
    """Resident megabytes, threads and open files of a process."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    fields = dict(line.split(":", 1) for line in lines)
    return (
        int(fields["VmRSS"].split()[0]) / 1024.0,
        int(fields["Threads"]),
        len(list(Path(f"/proc/{pid}/fd").iterdir())),
    )


@pytest.fixture
def soak(ros_domain: dict[str, str], tmp_path: Path) -> Iterator[Soak]:
    with ros_client(ros_domain) as client:
        soak = Soak(client, ros_domain, tmp_path)
        yield soak
        soak.close()


def outcomes(records: list[EpisodeRecord]) -> dict[int, list[int]]:
    """States of the records that say how an episode ended, by number."""
    found: dict[int, list[int]] = {}
    for record in records:
        found.setdefault(record.episode_id, [])
        if record.outcome_state >= EpisodeRecord.SUCCESS:
            found[record.episode_id].append(record.outcome_state)
    found.pop(0, None)
    return found


def test_nothing_hangs_leaks_or_is_told_twice(soak: Soak, capsys: pytest.CaptureFixture[str]) -> None:
    dice = random.Random(6)
    soak.make_active()
    # The first episode may have to compile what the others find.
    soak.note(soak.settled("reset", soak.ask(ResetEpisode), FIRST_WITHIN_S))
    soak.longest_s.clear()
    steps = (soak.reset, soak.two_resets_at_once, soak.queue, soak.run, soak.transitions_during_a_reset, soak.kill)
    weights = (10, 3, 6, 3, 2, 1)
    for step in steps:
        step(dice)
    while soak.begun < min(20, RESETS // 2):
        soak.reset(dice)
    before = resources(soak.generator.process.pid)
    while soak.begun < RESETS:
        dice.choices(steps, weights)[0](dice)
        time.sleep(dice.random() * 0.1)
    soak.make_active()
    # Nothing but leaving ends the last one.
    endless = parameter_messages({"task.episode.timeout": -1.0, "robot.mobile": "none"})
    results = soak.client.call(SetParameters, f"{NODE}/set_parameters", parameters=endless).results
    assert all(result.successful for result in results)
    soak.reset(dice)
    after = resources(soak.generator.process.pid)
    before_leaving = len(soak.records.messages)
    soak.transition(Transition.TRANSITION_DEACTIVATE)
    last = soak.records.wait(lambda record: record.outcome_info == "cancelled", since=before_leaving)
    with capsys.disabled():
        longest = {name: round(seconds, 2) for name, seconds in sorted(soak.longest_s.items())}
        figures = f"longest waits {longest} s, (MB, threads, files) {before} -> {after}"
        sys.stderr.write(f"\nsoak: {last.episode_id} episodes, {soak.kills} kills, {figures}\n")
    ended = outcomes(soak.records.messages)
    assert sorted(ended) == list(range(1, last.episode_id + 1))
    assert {number: states for number, states in ended.items() if len(states) != 1} == {}
    assert after[0] - before[0] < MOST_GROWTH_MB
    assert after[1] - before[1] <= 2
    assert after[2] - before[2] <= 4
    assert "Traceback" not in soak.generator.output
