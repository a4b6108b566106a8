"""Regimes: named truths that some things of a building raise and others act on."""

from collections.abc import Collection

NEGATION = "!"


def regime_name(consumed: str) -> str:
    """The regime that a consumer's parameter names, without the ``!`` that negates it; empty for none."""
    return consumed.removeprefix(NEGATION).strip()


def holds(consumed: str, regimes: Collection[str]) -> bool:
    """Whether what a consumer waits for is so.

    Args:
        consumed: Name of a regime, with a leading ``!`` where it must not be asserted; empty for nothing.
        regimes: Regimes that at least one thing asserted in the frame before.

    Returns:
        False where the consumer names no regime.
    """
    name = regime_name(consumed)
    return bool(name) and (name in regimes) != consumed.startswith(NEGATION)


def wakers(consumed: str) -> tuple[str, ...]:
    """The regimes whose change matters to a consumer."""
    name = regime_name(consumed)
    return (name,) if name else ()


def raised(name: str, asserted: bool) -> tuple[str, ...]:
    """The regimes that a producer asserts."""
    return (name,) if name and asserted else ()
