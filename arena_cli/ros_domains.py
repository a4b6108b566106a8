"""ROS domains that nobody else on this machine uses."""

import socket
from collections.abc import Iterable

# Domains above 101 use ports that the operating system hands out to others; 0 is everybody's.
FIRST_DOMAIN, LAST_DOMAIN = 1, 100
# A bound port is the lock of a domain: the kernel frees it whichever way the process ends. The range lies below the
# discovery ports, which start at 7400.
LOCK_PORT_BASE = 6900
_HELD: dict[int, socket.socket] = {}


def take_domains(count: int, base: int) -> tuple[int, ...]:
    """Take domains until this process ends or gives them back: from a number on, those that are taken left out.

    Args:
        count: How many.
        base: The first one that is tried; after the last one comes the first again.

    Raises:
        ValueError: If there are not that many.
    """
    everything = range(FIRST_DOMAIN, LAST_DOMAIN + 1)
    start = base - FIRST_DOMAIN if base in everything else 0
    taken: list[int] = []
    for offset in range(len(everything)):
        domain = everything[(start + offset) % len(everything)]
        if len(taken) < count and _take(domain):
            taken.append(domain)
    if len(taken) < count:
        release_domains(taken)
        raise ValueError(
            f"{count} ROS domains from {FIRST_DOMAIN} to {LAST_DOMAIN} are wanted, but only {len(taken)} are free"
        )
    return tuple(taken)


def release_domains(domains: Iterable[int]) -> None:
    """Give domains back that this process has taken."""
    for domain in domains:
        _HELD.pop(domain).close()


def _take(domain: int) -> bool:
    lock = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        lock.bind(("127.0.0.1", LOCK_PORT_BASE + domain))
    except OSError:
        lock.close()
        return False
    _HELD[domain] = lock
    return True
