"""Runs the node ``task_generator`` until it is interrupted or its run is over."""

import signal
import sys
import traceback
from threading import Event, Thread

import rclpy
from rclpy.executors import Executor, MultiThreadedExecutor
from rclpy.lifecycle import TransitionCallbackReturn
from rclpy.node import Node
from rclpy.signals import SignalHandlerOptions

from task_generator.ros.node import TaskGeneratorNode

# Callbacks that wait (resets, the action, a transition) must leave one thread for the answers they wait for.
THREADS = 8
LOOK_AGAIN_S = 0.2


def main(argv: list[str] | None = None) -> int:
    """Run the node.

    Returns:
        0 after an interrupt or the last episode, 2 where a parameter does not fit.
    """
    stopping = Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda received, _: _interrupt(received, stopping))
    # rclpy's own handlers would take the middleware away before the last messages are sent.
    rclpy.init(args=argv, signal_handler_options=SignalHandlerOptions.NO)
    try:
        node = TaskGeneratorNode(stopping.set)
    except ValueError as error:
        print(f"task_generator: {error}", file=sys.stderr)  # noqa: T201 - there is no logger without a node
        rclpy.shutdown()
        return 2
    executor = MultiThreadedExecutor(num_threads=THREADS)
    executor.add_node(node)
    leaving = Event()
    spinning = Thread(target=_spin, args=(executor, node, leaving), name="callbacks")
    spinning.start()
    node.get_logger().info("ready")
    starting = Thread(target=_autostart, args=(node,), name="autostart")
    starting.start()
    # In short waits: a signal that the system gave another thread is looked at only in between.
    while not stopping.wait(LOOK_AGAIN_S):
        pass
    node.stop()
    starting.join()
    leaving.set()
    executor.shutdown()
    spinning.join()
    node.destroy_node()
    rclpy.shutdown()
    return 0


def _autostart(node: TaskGeneratorNode) -> None:
    if node.wants_autostart and node.trigger_configure() == TransitionCallbackReturn.SUCCESS:
        node.trigger_activate()


def _spin(executor: Executor, node: Node, leaving: Event) -> None:
    """Serve callbacks until the executor is shut down; what a callback raises is logged and does not end the node."""
    # A message that arrives during the shutdown finds no thread any more, which says nothing about its callback.
    while executor.context.ok():
        try:
            executor.spin()
            return
        except Exception:
            if leaving.is_set():
                return
            node.get_logger().error(f"a callback failed:\n{traceback.format_exc()}")


def _interrupt(number: int, stopping: Event) -> None:
    signal.signal(number, signal.SIG_DFL)
    stopping.set()


if __name__ == "__main__":
    sys.exit(main())
