"""Names that several things of a world have."""

from collections.abc import Iterator, Sequence
from typing import Protocol

from attrs import frozen

from arena_simulation_setup.check.level_plan import LevelPlan
from arena_simulation_setup.files.problem import Problem


class _HasName(Protocol):
    @property
    def name(self) -> str: ...


@frozen
class Named:
    """A thing with a name."""

    kind: str
    name: str
    path: str


def name_problems(plans: Sequence[LevelPlan]) -> Iterator[Problem]:
    """Things of one kind and name on two levels, and of two kinds with one name on one level."""
    levels: dict[tuple[str, str], str] = {}
    for plan in plans:
        kinds: dict[str, Named] = {}
        for thing in _named(plan):
            first = kinds.setdefault(thing.name, thing)
            if first.kind != thing.kind:
                message = f"{thing.kind} {thing.name!r} has the name of a {first.kind} of this level"
                yield plan.file.problem("name.kinds", thing.path, message, found=thing.name, expected="another name")
            level = levels.setdefault((thing.kind, thing.name), plan.level_id)
            if level != plan.level_id and thing.kind != "elevator":
                message = f"{thing.kind} {thing.name!r} also exists on level {level!r}"
                code = "door.duplicate" if thing.kind == "door" else "name.levels"
                yield plan.file.problem(code, thing.path, message, found=thing.name, expected="another name")


def _named(plan: LevelPlan) -> Iterator[Named]:
    for z, zone in enumerate(plan.level.zones):
        path = f"zones[{z}]"
        yield Named("zone", zone.name, path)
        listed: tuple[tuple[str, Sequence[_HasName], str], ...] = (
            ("door", zone.doors, "doors"),
            ("elevator", zone.elevators, "elevators"),
            ("signal", zone.signals, "signals"),
            ("schedule", zone.schedules, "schedules"),
            ("sound", zone.sounds, "sounds"),
            ("light", zone.lights, "lights"),
            ("static entity", zone.entities.static, "entities.static"),
            ("person", zone.entities.dynamic, "entities.dynamic"),
        )
        for kind, things, key in listed:
            for index, thing in enumerate(things):
                yield Named(kind, thing.name, f"{path}.{key}[{index}].name")
