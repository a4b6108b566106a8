"""Rings of regimes: things that would keep each other active for ever."""

from collections.abc import Mapping

from arena_simulation_setup.files.marks import mark_at
from arena_simulation_setup.files.world_sources import LevelSource
from arena_simulation_setup.semantics.regimes import RegimeUse, level_uses, ring
from arena_simulation_setup.world.level import LevelDescription


def check_regimes(levels: Mapping[str, LevelDescription], sources: Mapping[str, LevelSource]) -> None:
    """Note a ring of regimes in the report of the level on which it starts; regimes are shared by all levels."""
    uses: list[tuple[str, RegimeUse]] = [(level, use) for level, found in levels.items() for use in level_uses(found)]
    found = ring(use for _, use in uses)
    if not found:
        return
    level_id = next(level for level, use in uses if use is found[0])
    cursor, report = sources[level_id].cursor, sources[level_id].report
    said_already = len(found) == 1 and any(problem.code == "semantics.self_latch" for problem in report.problems)
    if cursor is None or said_already:
        return
    path = f"{cursor.path}.{found[0].path}" if cursor.path else found[0].path
    steps = ", ".join(f"{use.owner!r} raises {use.produces!r} on {use.consumes!r}" for use in found)
    message = f"regimes raise each other in a ring: {steps}"
    mark = mark_at(cursor.node, found[0].path)
    report.error("regime.ring", mark, path, message, expected="regimes without a way back")
