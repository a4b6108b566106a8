"""What has been computed for a free space, kept by the caller and shared between episodes."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

Value = TypeVar("Value")

DEFAULT_CAPACITY = 192


class RouteCache:
    """Bounded store of grids, graphs and cost fields; the least recently used value is dropped first.

    Keys contain a digest of the free space, so one cache serves any number of worlds. It holds no state that could
    change a result: a value that was dropped is computed again to the same bits.

    Args:
        capacity: Number of values kept; a field of a hospital takes about 0.1 MB.
    """

    def __init__(self, capacity: int = DEFAULT_CAPACITY) -> None:
        if capacity < 1:
            raise ValueError(f"a route cache holds at least one value, got capacity {capacity}")
        self._capacity = capacity
        self._values: OrderedDict[Hashable, Any] = OrderedDict()

    def __len__(self) -> int:
        return len(self._values)

    def get(self, key: Hashable, compute: Callable[[], Value]) -> Value:
        """The value of a key, computed at the first request."""
        if key in self._values:
            self._values.move_to_end(key)
        else:
            self._values[key] = compute()
            if len(self._values) > self._capacity:
                self._values.popitem(last=False)
        value: Value = self._values[key]
        return value
