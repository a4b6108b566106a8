"""Who raises a regime and who acts on it, and rings in which a regime would raise itself."""

from collections.abc import Iterable, Iterator, Mapping

from attrs import frozen

from arena_simulation_setup.semantics.annotation import SemanticCfg
from arena_simulation_setup.semantics.expansion import kind_of
from arena_simulation_setup.world.level import LevelDescription
from arena_simulation_setup.world.sound import Sound
from arena_simulation_setup.world.zone import Zone

NEGATION = "!"
PRODUCED_BY = "regime"
PRODUCING_KINDS = ("signal", "schedule", "pressure_plate", "sound")
CONSUMED_BY: Mapping[str, str] = {"gate": "unlock_on", "pressure_plate": "press_on", "sound": "sound_on"}


@frozen
class RegimeUse:
    """One thing that raises a regime, acts on one, or both.

    Attributes:
        owner: Name of the thing.
        kind: What it is: a scripted kind, ``elevator`` or ``light``.
        path: Place inside the data of its file.
        produces: Regime that it raises; empty for none.
        consumes: Regime that it acts on, without ``!``; empty for none.
    """

    owner: str
    kind: str
    path: str
    produces: str = ""
    consumes: str = ""


def level_uses(level: LevelDescription) -> Iterator[RegimeUse]:
    """Every use of a regime on a level, in file order."""
    for z, zone in enumerate(level.zones):
        yield from _zone_uses(zone, f"zones[{z}]")
    for index, light in enumerate(level.lights):
        yield from _switched(light.name, light.light_on, f"lights[{index}].light_on")


def sound_uses(sounds: Iterable[Sound], path: str) -> Iterator[RegimeUse]:
    """Every use of a regime by sounds that stand in a list at ``path``."""
    for index, sound in enumerate(sounds):
        yield from _annotated(sound.name, "sound", sound.semantics, f"{path}[{index}]")


def ring(uses: Iterable[RegimeUse]) -> tuple[RegimeUse, ...]:
    """Things that raise each other's regimes round and round; empty where there is no ring.

    Such a ring could never be released by anything else, or, with an odd number of negations, never come to rest.
    """
    by_input: dict[str, list[RegimeUse]] = {}
    for use in uses:
        if use.produces and use.consumes:
            by_input.setdefault(use.consumes, []).append(use)
    done: set[str] = set()
    for regime in by_input:
        found = _search(regime, by_input, done)
        if found:
            return found
    return ()


def _search(first: str, by_input: Mapping[str, list[RegimeUse]], done: set[str]) -> tuple[RegimeUse, ...]:
    """Depth first search without recursion; regimes that lead into no ring are added to ``done``."""
    trail: list[RegimeUse] = []
    open_regimes = [first]
    waiting = [iter(by_input.get(first, ()))]
    while waiting:
        use = next(waiting[-1], None)
        if use is None:
            waiting.pop()
            done.add(open_regimes.pop())
            if trail:
                trail.pop()
        elif use.produces in open_regimes:
            return (*trail[open_regimes.index(use.produces) :], use)
        elif use.produces not in done:
            trail.append(use)
            open_regimes.append(use.produces)
            waiting.append(iter(by_input.get(use.produces, ())))
    return ()


def _zone_uses(zone: Zone, path: str) -> Iterator[RegimeUse]:
    for index, door in enumerate(zone.doors):
        yield from _annotated(door.name, "door", door.semantics, f"{path}.doors[{index}]")
    for index, lift in enumerate(zone.elevators):
        yield from _annotated(lift.name, "elevator", lift.semantics, f"{path}.elevators[{index}]")
        yield from _switched(lift.name, lift.recall_on or "", f"{path}.elevators[{index}].recall_on", "elevator")
    for index, schedule in enumerate(zone.schedules):
        yield from _annotated(schedule.name, "schedule", schedule.semantics, f"{path}.schedules[{index}]")
    for index, signal in enumerate(zone.signals):
        yield from _annotated(signal.name, "signal", signal.semantics, f"{path}.signals[{index}]")
    yield from sound_uses(zone.sounds, f"{path}.sounds")
    for index, light in enumerate(zone.lights):
        yield from _switched(light.name, light.light_on, f"{path}.lights[{index}].light_on")
    if zone.ceiling_lights is not None:
        yield from _switched(zone.name, zone.ceiling_lights.light_on, f"{path}.ceiling_lights.light_on")
    for index, entity in enumerate(zone.entities.static):
        if entity.light is not None:
            where = f"{path}.entities.static[{index}].light.light_on"
            yield from _switched(entity.name, entity.light.light_on, where)


def _switched(owner: str, regime: str, path: str, kind: str = "light") -> Iterator[RegimeUse]:
    if regime.removeprefix(NEGATION):
        yield RegimeUse(owner, kind, path, consumes=regime.removeprefix(NEGATION))


def _annotated(owner: str, host: str, semantics: Iterable[SemanticCfg], path: str) -> Iterator[RegimeUse]:
    params: dict[str, dict[str, object]] = {}
    for item in semantics:
        params.setdefault(kind_of(host, item.name), {}).update(item.params)
    for kind, given in params.items():
        produces = _regime(given, PRODUCED_BY) if kind in PRODUCING_KINDS else ""
        consumes = _regime(given, CONSUMED_BY.get(kind, "")).removeprefix(NEGATION)
        if produces or consumes:
            yield RegimeUse(owner, kind, f"{path}.semantics", produces, consumes)


def _regime(params: Mapping[str, object], key: str) -> str:
    value = params.get(key)
    return "" if value is None else str(value)
