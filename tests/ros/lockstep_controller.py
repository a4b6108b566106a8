"""A controller as a process of its own: answers each odometry message once, after a while.

Words: seconds that it thinks, `stamped` or `plain`.
"""

from __future__ import annotations

import signal
import sys
import time
from threading import Event

import rclpy
from geometry_msgs.msg import Twist, TwistStamped
from nav_msgs.msg import Odometry
from rclpy.executors import SingleThreadedExecutor
from rclpy.signals import SignalHandlerOptions

LOOK_AGAIN_S = 0.02


def main(thinks_s: float, stamped: bool) -> None:
    rclpy.init(signal_handler_options=SignalHandlerOptions.NO)
    node = rclpy.create_node("controller")
    publisher = node.create_publisher(TwistStamped if stamped else Twist, "/jackal_0/cmd_vel", 10)
    answered: set[int] = set()
    stopping = Event()
    signal.signal(signal.SIGINT, lambda *_: stopping.set())

    def answer(odometry: Odometry) -> None:
        # It answers once, so somebody has to listen by then.
        while not publisher.get_subscription_count() and not stopping.is_set():
            time.sleep(LOOK_AGAIN_S)
        stamp = odometry.header.stamp
        at_ns = stamp.sec * 1_000_000_000 + stamp.nanosec
        if at_ns in answered:
            return
        answered.add(at_ns)
        time.sleep(thinks_s)
        command = TwistStamped(header=odometry.header)
        # Fed back, so that a command for another frame than its own would change everything after it.
        command.twist.linear.x = 0.2 + 0.4 * abs(odometry.pose.pose.position.x - 5.5)
        command.twist.angular.z = 1.5 - 4.0 * abs(odometry.pose.pose.orientation.z)
        publisher.publish(command if stamped else command.twist)

    node.create_subscription(Odometry, "/jackal_0/odom", answer, 100)
    executor = SingleThreadedExecutor()
    executor.add_node(node)
    while not stopping.is_set():
        executor.spin_once(timeout_sec=0.1)
    node.destroy_node()
    rclpy.shutdown()


if __name__ == "__main__":
    main(float(sys.argv[1]), sys.argv[2] == "stamped")
