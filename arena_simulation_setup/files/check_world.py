"""Rules that span the levels of a world."""

from collections.abc import Mapping

from arena_simulation_setup.files.near_names import nearest
from arena_simulation_setup.files.report import Claim, Report
from arena_simulation_setup.world.elevator import Elevator


def check_world(reports: Mapping[str, Report], all_level_ids: tuple[str, ...]) -> None:
    """Note what is wrong between levels in the reports of their files.

    Args:
        reports: Loaded level id to the report of its file.
        all_level_ids: Every level on disk, also those that are not loaded.
    """
    levels_of: dict[str, str] = {}
    for level_id, report in reports.items():
        for name, claim in report.claims.get("elevator", {}).items():
            if levels_of.setdefault(name, level_id) != level_id:
                message = f"elevator {name!r} also stands on level {levels_of[name]!r}"
                report.error("elevator.duplicate", claim.mark, claim.path, message, found=name, expected="unique names")
    for report in reports.values():
        for claim in report.claims.get("elevator", {}).values():
            _check_destinations(report, claim, levels_of, tuple(reports), all_level_ids)
    _check_listeners(reports)


def destinations(elevator: Elevator) -> tuple[tuple[str, str], ...]:
    """Level id and elevator name of each target; the first dot separates them, the level is empty without one."""
    targets = (target.strip() for target in elevator.destination.split(","))
    split = (target.partition(".") for target in targets if target)
    return tuple((level, name) if dot else ("", level) for level, dot, name in split)


def _check_destinations(
    report: Report, claim: Claim, levels_of: Mapping[str, str], loaded: tuple[str, ...], on_disk: tuple[str, ...]
) -> None:
    seen: set[str] = set()
    for level, name in destinations(claim.value):
        if level in seen:
            message = f"two destinations on level {level!r}"
            report.error("elevator.destination", claim.mark, claim.path, message, expected="one per level")
        seen.add(level)
        if not level:
            message = f"destination {name!r} names no level"
            report.error("elevator.destination", claim.mark, claim.path, message, found=name, expected="<level>.<name>")
        elif level not in on_disk:
            _unknown(report, claim, f"level {level!r} of destination '{level}.{name}'", level, on_disk)
        elif level not in loaded:
            message = f"destination '{level}.{name}' is on a level that is not loaded, the elevator will not go there"
            report.warn("elevator.unloaded", claim.mark, claim.path, message, found=f"{level}.{name}")
        elif name not in levels_of:
            _unknown(report, claim, f"elevator {name!r} of destination '{level}.{name}'", name, tuple(levels_of))
        elif levels_of[name] != level:
            message = f"elevator {name!r} is not on level {level!r}"
            expected = f"'{levels_of[name]}.{name}'"
            report.error("elevator.destination", claim.mark, claim.path, message, expected=expected)


def _unknown(report: Report, claim: Claim, what: str, word: str, known: tuple[str, ...]) -> None:
    hints = {"found": word, "expected": f"one of {', '.join(known)}", "suggestion": nearest(word, known)}
    report.error("elevator.destination", claim.mark, claim.path, f"unknown {what}", **hints)


def _check_listeners(reports: Mapping[str, Report]) -> None:
    levels_of: dict[str, str] = {}
    for level_id, report in reports.items():
        for listener, claim in report.claims.get("microphone", {}).items():
            if levels_of.setdefault(listener, level_id) != level_id:
                message = f"{listener!r} also stands on level {levels_of[listener]!r}"
                report.error("microphone.duplicate", claim.mark, claim.path, message, expected="another index")
