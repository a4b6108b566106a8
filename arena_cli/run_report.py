"""What `arena run` shows: rows on stdout, everything else on stderr."""

import json
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from tqdm import tqdm

from arena_evaluation.table import phase_table, text_table, verdict_table
from arena_lab.resimulate import Resimulation
from arena_lab.row import EpisodeRow
from arena_runtime.simulation import Simulation
from arena_simulation_setup.timebase import ns_to_seconds
from arena_simulation_setup.verdict import PENDING, PhaseOutcome

# More phases than this that were never begun are not all shown; only so many of each robot are.
MANY_PENDING = 20
TOLD_PENDING = 2


class RunReport:
    """Prints the progress and the rows of a run.

    Args:
        as_json: One JSON object per episode on stdout instead of tables.
        bar: Whether a progress bar is shown on stderr (only on a terminal).
    """

    def __init__(self, as_json: bool, bar: bool) -> None:
        self._as_json = as_json
        self._bar_wanted = bar and sys.stderr.isatty()
        self._bar: tqdm[int] | None = None

    def note(self, sentence: str) -> None:
        """A line on stderr."""
        tqdm.write(sentence, file=sys.stderr)

    def begin(self, episodes: int) -> None:
        """Start the progress bar over a number of episodes."""
        if self._bar_wanted:
            self._bar = tqdm(total=episodes, unit="episode", file=sys.stderr, dynamic_ncols=True)

    def progress(self, time_ns: int, simulation: Simulation) -> None:
        """Show how far the current episode is."""
        if self._bar is not None:
            people = int((~np.isnan(simulation.frame.people[:, 0])).sum())
            self._bar.set_postfix_str(f"{ns_to_seconds(time_ns):.0f} s simulated, {people} people", refresh=False)
            self._bar.update(0)

    def row(self, row: EpisodeRow, picture: Path | None) -> None:
        """Show the result of an episode."""
        if self._bar is not None:
            self._bar.update(1)
        if self._as_json:
            tqdm.write(json.dumps(row.mapping(), sort_keys=False), file=sys.stdout)
            sys.stdout.flush()
        else:
            tqdm.write(_episode_text(row, picture), file=sys.stdout)

    def resimulation(self, result: Resimulation, sentence: str) -> None:
        """Show what comparing a recording with its re-simulation gave."""
        row = {
            "recording": str(result.recording),
            "equal": not result.difference,
            "frames": result.frames,
            "truncated": result.truncated,
            "difference": result.difference,
        }
        print(json.dumps(row) if self._as_json else sentence)

    def end(self, rows: Sequence[EpisodeRow]) -> None:
        """Close the bar and, after several episodes, sum up."""
        if self._bar is not None:
            self._bar.close()
        if len(rows) > 1 and not self._as_json:
            print(_summary(rows))


def _episode_text(row: EpisodeRow, picture: Path | None) -> str:
    name = f" scenario {row.scenario}" if row.scenario else ""
    speed = f", {row.rtf:.0f} times real time" if row.rtf else ""
    contacts = f", {row.collisions} {'collision' if row.collisions == 1 else 'collisions'}" if row.collisions else ""
    lines = [
        f"episode {row.episode}: {row.world}{name}, seed {row.seed}: {row.outcome} ({row.info})",
        f"{row.sim_s:.1f} s simulated in {row.wall_s:.2f} s{speed}{contacts}",
    ]
    if row.verdicts:
        lines += ["", verdict_table(row.verdicts)]
    if row.phases:
        lines += ["", *_phase_lines(row.phases)]
    lines.append("")
    lines += [f"recording: {row.recording}"] if row.recording else []
    lines += [f"picture:   {picture}"] if picture else []
    return "\n".join(lines)


def _phase_lines(phases: Sequence[PhaseOutcome]) -> list[str]:
    """The phases as a table; of many that were never begun only the first few, and how many there are."""
    pending = [phase for phase in phases if phase.outcome == PENDING]
    if len(pending) <= MANY_PENDING:
        return [phase_table(phases)]
    waiting: Counter[str] = Counter()
    told = []
    for phase in phases:
        waiting[phase.robot] += phase.outcome == PENDING
        if phase.outcome != PENDING or waiting[phase.robot] <= TOLD_PENDING:
            told.append(phase)
    return [phase_table(told), f"and {len(phases) - len(told)} further phases that were not begun"]


def _summary(rows: Sequence[EpisodeRow]) -> str:
    cells = [
        [str(row.episode), row.scenario or "-", row.outcome, f"{row.sim_s:.1f}", f"{row.rtf or 0:.0f}", row.info]
        for row in rows
    ]
    return "\n" + text_table(("episode", "scenario", "outcome", "sim s", "rtf", "info"), cells)
