"""A lifecycle node whose transitions may fail: the reason is logged, the node stays in the state it was in."""

import traceback
from collections.abc import Callable
from typing import Any

from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.lifecycle import LifecycleNodeMixin, TransitionCallbackReturn
from rclpy.node import Node


class SafeLifecycleNode(LifecycleNodeMixin, Node):
    """Turns what a transition raises into a failed transition; rclpy alone would drop the traceback.

    A transition may wait; whoever asks for the state meanwhile gets an answer, and another transition is refused.

    Args:
        name: Name of the node.
    """

    def __init__(self, name: str) -> None:
        Node.__init__(self, name)
        LifecycleNodeMixin.__init__(self, callback_group=ReentrantCallbackGroup())

    def configure(self) -> None:
        """Get ready; override."""

    def activate(self) -> None:
        """Begin to work; override."""

    def deactivate(self) -> None:
        """Stop working; override."""

    def clean_up(self) -> None:
        """Free what ``configure`` took; override."""

    def on_configure(self, state: Any) -> TransitionCallbackReturn:
        """Called by rclpy."""
        return self._attempt("configure", self.configure)

    def on_activate(self, state: Any) -> TransitionCallbackReturn:
        """Called by rclpy."""
        return self._attempt("activate", self.activate)

    def on_deactivate(self, state: Any) -> TransitionCallbackReturn:
        """Called by rclpy."""
        return self._attempt("deactivate", self.deactivate)

    def on_cleanup(self, state: Any) -> TransitionCallbackReturn:
        """Called by rclpy."""
        return self._attempt("clean up", self.clean_up)

    def on_shutdown(self, state: Any) -> TransitionCallbackReturn:
        """Called by rclpy, from any state."""
        return self._shut_down()

    def on_error(self, state: Any) -> TransitionCallbackReturn:
        """Called by rclpy where a transition broke off; the node begins anew, whatever can not be cleaned up."""
        self.get_logger().error("a transition broke off; the node is unconfigured again")
        self._shut_down()
        return TransitionCallbackReturn.SUCCESS

    def _shut_down(self) -> TransitionCallbackReturn:
        results = [self._attempt("deactivate", self.deactivate), self._attempt("clean up", self.clean_up)]
        failed = TransitionCallbackReturn.FAILURE in results
        return TransitionCallbackReturn.FAILURE if failed else TransitionCallbackReturn.SUCCESS

    def _attempt(self, what: str, action: Callable[[], Any]) -> TransitionCallbackReturn:
        try:
            action()
        except Exception as error:
            self.get_logger().error(f"can not {what}: {error}\n{traceback.format_exc()}")
            return TransitionCallbackReturn.FAILURE
        return TransitionCallbackReturn.SUCCESS
