"""Transitions that raise: the traceback is in the log, the caller gets a failure, and the node goes on."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import rclpy
from rclpy.lifecycle import TransitionCallbackReturn

from task_generator.ros.safe_lifecycle import SafeLifecycleNode

pytestmark = pytest.mark.ros

FAILURE, SUCCESS = TransitionCallbackReturn.FAILURE, TransitionCallbackReturn.SUCCESS
STEPS = {"configure": "inactive", "activate": "active", "deactivate": "inactive", "clean_up": "unconfigured"}


class Fragile(SafeLifecycleNode):
    """Raises in the transitions that it is told to."""

    def __init__(self) -> None:
        super().__init__("fragile")
        self.broken: set[str] = set()
        self.done: list[str] = []
        self.breaks_off = False

    def configure(self) -> None:
        self._do("configure")

    def activate(self) -> None:
        self._do("activate")

    def deactivate(self) -> None:
        self._do("deactivate")

    def clean_up(self) -> None:
        self._do("clean_up")

    def on_configure(self, state: object) -> TransitionCallbackReturn:
        done = super().on_configure(state)
        return TransitionCallbackReturn.ERROR if self.breaks_off else done

    def _do(self, step: str) -> None:
        self.done.append(step)
        if step in self.broken:
            raise RuntimeError(f"{step} does not work")

    @property
    def label(self) -> str:
        return str(self._state_machine.current_state[1])

    def change(self, step: str) -> TransitionCallbackReturn:
        name = "cleanup" if step == "clean_up" else step
        return getattr(self, f"trigger_{name}")()


@pytest.fixture
def node(ros_domain: dict[str, str]) -> Iterator[Fragile]:
    rclpy.init(domain_id=int(ros_domain["ROS_DOMAIN_ID"]))
    node = Fragile()
    yield node
    node.destroy_node()
    rclpy.shutdown()


@pytest.mark.parametrize("broken", STEPS)
def test_a_transition_that_raises_leaves_the_state_and_works_the_next_time(
    node: Fragile, broken: str, capfd: pytest.CaptureFixture[str]
) -> None:
    for step, state in STEPS.items():
        if step == broken:
            before = node.label
            node.broken = {step}
            assert node.change(step) == FAILURE
            assert node.label == before
            said = capfd.readouterr().err
            assert f"{step} does not work" in said
            assert "Traceback" in said
            node.broken = set()
        assert node.change(step) == SUCCESS
        assert node.label == state


def test_a_transition_that_breaks_off_begins_anew_even_where_nothing_can_be_cleaned_up(node: Fragile) -> None:
    node.breaks_off, node.broken = True, {"deactivate", "clean_up"}
    node.change("configure")
    assert node.label == "unconfigured"
    assert node.done == ["configure", "deactivate", "clean_up"], "one that fails keeps the other from nothing"
    node.breaks_off, node.broken = False, set()
    assert node.change("configure") == SUCCESS
    assert node.label == "inactive"
