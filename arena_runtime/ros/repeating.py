"""Messages for subscribers that come while time stands still."""

from typing import Any

from rclpy.publisher import Publisher


class RepeatingPublisher:
    """Sends its last message again when somebody has come since; who was there before gets it twice then.

    Args:
        publisher: Sends the messages.
    """

    def __init__(self, publisher: Publisher) -> None:
        self.publisher = publisher
        self._last: Any = None
        self._listeners = 0

    def publish(self, message: Any) -> None:
        """Send a message."""
        # Counted before, so that who comes at the same time gets it twice rather than never.
        self._listeners, self._last = self.publisher.get_subscription_count(), message
        self.publisher.publish(message)

    def repeat(self) -> None:
        """Send the last message again if there are more subscribers than there were."""
        if self._last is not None and self.publisher.get_subscription_count() > self._listeners:
            self.publish(self._last)
