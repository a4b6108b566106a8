"""Parameters of scripted kinds that nothing could work with, found before an episode is tried."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from arena_simulation_setup.frame import NO_CODE
from arena_simulation_setup.semantics.attachment import Attachment
from arena_simulation_setup.semantics.parameters import Parameters

Read = Callable[[Parameters], object]


def unusable(entity: str, attached: Attachment) -> str | None:
    """The first parameter of a kind on an entity that can not be used, in one sentence; None where all can.

    Args:
        entity: Name of the entity, for the sentence.
        attached: The kind as its author described it.
    """
    given = Parameters.of(entity, attached)
    try:
        for read in _READERS[attached.kind]:
            read(given)
    except ValueError as error:
        return str(error)
    return None


def phase_names(given: Parameters) -> tuple[str, ...]:
    """Names of a signal's phases.

    Raises:
        ValueError: If a phase can not be used, or the one to start with is none of them.
    """
    phases = given.entries("phases", "name", "duration")
    for phase in phases:
        phase.duration_ns("duration")
    names = tuple(phase.text("name") for phase in phases)
    first = given.text("state")
    if first and first not in names:
        raise ValueError(f"{given.place}: state is {first!r}, expected one of {', '.join(names) or 'no phases'}")
    _check_count(given, names)
    return names


def _windows(given: Parameters) -> None:
    values = [given.text("default"), given.text("state")]
    for window in given.entries("windows", "start", "end"):
        window.time_ns("start")
        window.time_ns("end")
        values.append(window.text("value"))
    _check_count(given, values)


def _check_count(given: Parameters, texts: Sequence[str]) -> None:
    count = len(dict.fromkeys(texts))
    if count > NO_CODE:
        raise ValueError(f"{given.place}: state has {count} texts, expected at most {NO_CODE}")


def _texts(*keys: str) -> Iterator[Read]:
    for key in keys:
        yield lambda given, key=key: given.text(key)  # type: ignore[misc]


_READERS: Mapping[str, tuple[Read, ...]] = {
    "gate": (lambda given: given.texts("authorized"), lambda given: given.truth("locked", True), *_texts("unlock_on")),
    "pressure_plate": (
        lambda given: given.point("position"),
        lambda given: given.number("radius", 0.0),
        lambda given: given.duration_ns("latch"),
        lambda given: given.truth("pressed", False),
        *_texts("press_on", "regime", "drives"),
    ),
    "occupancy_cap": (lambda given: given.number("cap", 0.0),),
    "signal": (phase_names, lambda given: given.texts("stop_phases"), *_texts("regime")),
    "schedule": (_windows, lambda given: given.truth("active", False), *_texts("regime")),
    "sound": (
        lambda given: given.truth("sounding", False),
        lambda given: given.number("volume_db", 0.0),
        *_texts("sound_on", "regime"),
    ),
}
