"""Runs the node ``arena_runtime`` until it is interrupted."""

import signal
import sys
import traceback
from threading import Event, Thread

import rclpy
from rclpy.executors import Executor, MultiThreadedExecutor
from rclpy.node import Node
from rclpy.signals import SignalHandlerOptions

from arena_runtime.ros.node import RuntimeNode

THREADS = 4
LOOK_AGAIN_S = 0.2


def main(argv: list[str] | None = None) -> int:
    """Run the node.

    The first interrupt ends the episode, closes its recording and leaves with code 0; a second one kills.

    Returns:
        0 after an interrupt, 2 where a parameter does not fit.
    """
    interrupted = Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda received, _: _interrupt(received, interrupted))
    # rclpy's own handlers would take the middleware away before the last messages are sent.
    rclpy.init(args=argv, signal_handler_options=SignalHandlerOptions.NO)
    try:
        node = RuntimeNode()
    except ValueError as error:
        print(f"arena_runtime: {error}", file=sys.stderr)  # noqa: T201 - there is no logger without a node
        rclpy.shutdown()
        return 2
    executor = MultiThreadedExecutor(num_threads=THREADS)
    executor.add_node(node)
    spinning = Thread(target=_spin, args=(executor, node), name="callbacks")
    spinning.start()
    node.get_logger().info("ready")
    # In short waits: a signal that the system gave another thread is looked at only in between.
    while not interrupted.wait(LOOK_AGAIN_S):
        pass
    node.stop()
    executor.shutdown()
    spinning.join()
    node.destroy_node()
    rclpy.shutdown()
    return 0


def _spin(executor: Executor, node: Node) -> None:
    """Serve callbacks until the executor is shut down; what a callback raises is logged and does not end the node."""
    while executor.context.ok():
        try:
            executor.spin()
            return
        except Exception:
            node.get_logger().error(f"a callback failed:\n{traceback.format_exc()}")


def _interrupt(number: int, interrupted: Event) -> None:
    signal.signal(number, signal.SIG_DFL)
    interrupted.set()


if __name__ == "__main__":
    sys.exit(main())
