"""A lifecycle node whose transitions may fail: the reason is logged, the node stays in the state it was in."""

import traceback
from collections.abc import Callable
from typing import Any

from rclpy.lifecycle import LifecycleNode, TransitionCallbackReturn


class SafeLifecycleNode(LifecycleNode):
    """Turns what a transition raises into a failed transition; rclpy alone would drop the traceback."""

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
        return self._attempt("shut down", self._shut_down)

    def _shut_down(self) -> None:
        self.deactivate()
        self.clean_up()

    def _attempt(self, what: str, action: Callable[[], Any]) -> TransitionCallbackReturn:
        try:
            action()
        except Exception as error:
            self.get_logger().error(f"can not {what}: {error}\n{traceback.format_exc()}")
            return TransitionCallbackReturn.FAILURE
        return TransitionCallbackReturn.SUCCESS
