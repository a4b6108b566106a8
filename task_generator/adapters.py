"""Who drives which robot, as text: ``external``, ``navigator,external``, or ``navigator,jackal_1=external``."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from attrs import field, frozen

from arena_simulation_setup.episode import ADAPTERS
from arena_simulation_setup.files.near_names import did_you_mean

NAVIGATOR, EXTERNAL = ADAPTERS[0], ADAPTERS[1]
# What other platforms call programs that send velocities.
FROM_OUTSIDE = ("nav2", "rosnav_rl", "drl", "manual")


@frozen
class Adapters:
    """Adapters of a fleet.

    Attributes:
        plain: One for all robots, or one for each in the order of the fleet; none means the navigator.
        named: By name of a robot or of a model; a robot's own name comes before that of its model.
    """

    plain: tuple[str, ...] = ()
    named: Mapping[str, str] = field(factory=lambda: MappingProxyType({}))

    def of(self, fleet: Sequence[tuple[str, str]]) -> tuple[str, ...]:
        """The adapter of each robot of a fleet.

        Args:
            fleet: Name and model of each robot.

        Raises:
            ValueError: If the fleet has another number of robots, or lacks one that is named.
        """
        known = dict.fromkeys((*(name for name, _ in fleet), *(_short(model) for _, model in fleet)))
        for name in self.named:
            if name not in known:
                listed = ", ".join(known) or "none"
                raise ValueError(f"there is no robot {name!r} (expected one of {listed}{did_you_mean(name, known)})")
        if len(self.plain) > 1 and len(self.plain) != len(fleet):
            raise ValueError(f"got {len(self.plain)} adapters for {len(fleet)} robots, expected one for each or one")
        every = self.plain * (len(fleet) if len(self.plain) == 1 else 1) or (NAVIGATOR,) * len(fleet)
        rows = zip(fleet, every, strict=True)
        return tuple(self.named.get(name, self.named.get(_short(model), other)) for (name, model), other in rows)


def parse_adapters(text: str) -> Adapters:
    """Read adapters.

    Args:
        text: A comma list of ``adapter`` and ``name=adapter``.

    Raises:
        ValueError: If an entry has another form, names no adapter, or a name comes twice.
    """
    plain: list[str] = []
    named: dict[str, str] = {}
    for entry in (part.strip() for part in text.split(",")):
        name, separator, adapter = (part.strip() for part in entry.rpartition("="))
        _check(entry, adapter)
        if not separator:
            plain.append(adapter)
        elif not name or name in named:
            raise ValueError(f"{entry!r}: expected the name of a robot or of a model, once")
        else:
            named[name] = adapter
    return Adapters(tuple(plain), named)


def _check(entry: str, adapter: str) -> None:
    if adapter in FROM_OUTSIDE:
        raise ValueError(f"{entry!r}: {adapter} drives from outside, which is called {EXTERNAL!r} here")
    if adapter not in ADAPTERS:
        known = ", ".join(ADAPTERS)
        raise ValueError(
            f"{entry!r}: there is no adapter {adapter!r} (expected one of {known}{did_you_mean(adapter, ADAPTERS)})"
        )


def _short(model: str) -> str:
    return model.rpartition("/")[2]
