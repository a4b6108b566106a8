"""Any sequence of transitions, resets, queue calls and runs leaves the node where a small model says that it is."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test
from lifecycle_msgs.msg import State, Transition
from lifecycle_msgs.srv import ChangeState, GetState
from node_process import NodeProcess, ros_arguments
from rclpy.qos import DurabilityPolicy, QoSProfile, ReliabilityPolicy
from ros_client import DEADLINE_S, RosClient, ros_client, until

from arena_interfaces.action import RunEpisode
from arena_interfaces.msg import EpisodeRecord
from arena_interfaces.srv import QueueEpisode, ResetEpisode
from task_generator.ros.parameter_messages import parameter_messages

pytestmark = [pytest.mark.ros, pytest.mark.slow]

NODE = "/task_generator"
EXAMPLES, STEPS = 4, 14
UNCONFIGURED, INACTIVE, ACTIVE = (
    State.PRIMARY_STATE_UNCONFIGURED,
    State.PRIMARY_STATE_INACTIVE,
    State.PRIMARY_STATE_ACTIVE,
)
CONFIGURE, CLEANUP = Transition.TRANSITION_CONFIGURE, Transition.TRANSITION_CLEANUP
ACTIVATE, DEACTIVATE = Transition.TRANSITION_ACTIVATE, Transition.TRANSITION_DEACTIVATE
LEADS = {
    (UNCONFIGURED, CONFIGURE): INACTIVE,
    (INACTIVE, ACTIVATE): ACTIVE,
    (ACTIVE, DEACTIVATE): INACTIVE,
    (INACTIVE, CLEANUP): UNCONFIGURED,
}
TRANSITIONS = (CONFIGURE, ACTIVATE, DEACTIVATE, CLEANUP)
ALL_RECORDS = QoSProfile(
    depth=1000, durability=DurabilityPolicy.TRANSIENT_LOCAL, reliability=ReliabilityPolicy.RELIABLE
)


@pytest.fixture(scope="module")
def generator(ros_domain: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[NodeProcess]:
    folder = tmp_path_factory.mktemp("model")
    parameters = {
        "world": "map_empty",
        "task.episode.auto_reset": "false",
        # Nobody drives, so that no episode ends by itself before whoever cancels it.
        "robot.mobile": "none",
        "task.random.static.n": "[0, 2]",
        "task.random.dynamic.n": "[0, 1]",
    }
    words = ros_arguments({"target_rtf": 20.0})
    runtime = NodeProcess("arena_runtime.ros.main", words, ros_domain, folder / "runtime.log")
    generator = NodeProcess("task_generator.ros.main", ros_arguments(parameters), ros_domain, folder / "generator.log")
    yield generator
    generator.close()
    runtime.close()


class Node:
    """The node under test, asked over DDS."""

    def __init__(self, client: RosClient) -> None:
        self.client = client
        self.records = client.listen(EpisodeRecord, f"{NODE}/state/episode", ALL_RECORDS)
        self.runs = client.action(RunEpisode, f"{NODE}/lifecycle/run_episode")
        self.begun = 0

    def state(self) -> int:
        return int(self.client.call(GetState, f"{NODE}/get_state").current_state.id)

    def change(self, number: int) -> bool:
        return bool(self.client.call(ChangeState, f"{NODE}/change_state", transition=Transition(id=number)).success)

    def reset(self, seed: int) -> Any:
        answer = self.client.call(ResetEpisode, f"{NODE}/lifecycle/reset_episode", seed=seed)
        self.begun += bool(answer.success)
        return answer

    def settle(self) -> int:
        """The state once no transition is under way."""
        until(lambda: self.state() in (UNCONFIGURED, INACTIVE, ACTIVE), "no transition is under way")
        return self.state()


def settled(future: Any) -> Any:
    done = threading.Event()
    future.add_done_callback(lambda _: done.set())
    assert done.wait(DEADLINE_S)
    return future.result()


class Lifecycle(RuleBasedStateMachine):
    """The model: a state, and whether an episode may be running."""

    node: Node

    def __init__(self) -> None:
        super().__init__()
        self.state = UNCONFIGURED

    @rule(number=st.sampled_from(TRANSITIONS))
    def change(self, number: int) -> None:
        after = LEADS.get((self.state, number))
        assert self.node.change(number) is (after is not None)
        self.state = self.state if after is None else after

    @rule(seed=st.integers(0, 99))
    def reset(self, seed: int) -> None:
        answer = self.node.reset(seed)
        assert answer.success is (self.state == ACTIVE), answer.error_msg
        assert answer.success or "not active" in answer.error_msg

    @rule(low=st.integers(0, 2), mode=st.sampled_from(("", "random", "randon")))
    def queue(self, low: int, mode: str) -> None:
        leaves = parameter_messages({"static.n": [low, 2], "no.such": 1})
        request = {"tm_obstacles": mode, "obstacles_params": leaves}
        answer = self.node.client.call(QueueEpisode, f"{NODE}/config/queue_episode", **request)
        assert answer.success is (mode != "randon"), answer.error_msg

    @rule(seed=st.integers(0, 99))
    def run_and_cancel(self, seed: int) -> None:
        goal = settled(self.node.runs.send_goal_async(RunEpisode.Goal(seed=seed)))
        assert goal.accepted
        again = settled(self.node.runs.send_goal_async(RunEpisode.Goal(seed=seed)))
        settled(goal.cancel_goal_async())
        result = settled(goal.get_result_async()).result
        # Counted before anything is looked at, so that one failure leaves the numbers of the others right.
        self.node.begun += result.episode_id > 0
        if self.state == ACTIVE:
            assert not again.accepted, "one at a time"
            # Only a robot that starts at its goal is faster than whoever cancels.
            assert result.info == "cancelled" or result.state == EpisodeRecord.SUCCESS, result
        else:
            assert (result.state, "not active" in result.info) == (EpisodeRecord.FATAL, True)
            if again.accepted:
                settled(again.get_result_async())

    @rule(numbers=st.lists(st.sampled_from(TRANSITIONS), min_size=1, max_size=3), seed=st.integers(0, 99))
    def all_at_once(self, numbers: list[int], seed: int) -> None:
        """Transitions during a reset: which of them come through is open, but each is answered."""
        clients = self.node.client.node
        resets = clients.create_client(ResetEpisode, f"{NODE}/lifecycle/reset_episode")
        changes = clients.create_client(ChangeState, f"{NODE}/change_state")
        assert resets.wait_for_service(DEADLINE_S)
        assert changes.wait_for_service(DEADLINE_S)
        self.node.client.introduce(NODE)
        reset = resets.call_async(ResetEpisode.Request(seed=seed))
        pending = [changes.call_async(ChangeState.Request(transition=Transition(id=number))) for number in numbers]
        self.node.begun += bool(settled(reset).success)
        for one in pending:
            settled(one)
        clients.destroy_client(resets)
        clients.destroy_client(changes)
        self.state = self.node.settle()

    @invariant()
    def node_is_where_the_model_is(self) -> None:
        assert self.node.state() == self.state

    def teardown(self) -> None:
        for number in (DEACTIVATE, CLEANUP):
            self.change(number)
        assert self.node.state() == UNCONFIGURED
        if self.node.begun:
            self.node.records.wait(lambda _: self._each_has_one_outcome())

    def _each_has_one_outcome(self) -> bool:
        found: dict[int, list[int]] = {}
        for record in self.node.records.messages:
            outcomes = found.setdefault(record.episode_id, [])
            outcomes += [record.outcome_state] if record.outcome_state >= EpisodeRecord.SUCCESS else []
        return sorted(found) == list(range(1, self.node.begun + 1)) and all(len(one) == 1 for one in found.values())


def test_the_node_does_what_a_model_of_it_does(generator: NodeProcess, ros_domain: dict[str, str]) -> None:
    with ros_client(ros_domain) as client:
        Lifecycle.node = Node(client)
        # Without making examples smaller: each of them takes seconds, and times are part of what fails.
        unhurried = settings(
            phases=(Phase.generate,),
            max_examples=EXAMPLES,
            stateful_step_count=STEPS,
            deadline=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
        )
        run_state_machine_as_test(Lifecycle, settings=unhurried)
    assert generator.process.poll() is None
    assert "Traceback" not in generator.output, generator.output[-3000:]
