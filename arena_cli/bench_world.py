"""`arena bench world`: what loading a world costs."""

import json
from collections.abc import Sequence
from pathlib import Path

from arena_cli.argument import Argument, UsageError, count_value
from arena_cli.bench_words import EXIT_FAILED, EXIT_OK, JSON, asked

BENCH_WORLD_ARGUMENTS: tuple[Argument, ...] = (
    Argument("repeats", 15, "runs, of which the median counts", count_value),
)

USAGE = """usage: arena bench world [PATH] [name:=value …] [--json]

Loads a level, and in the same run the bare YAML of the same file with yaml.CSafeLoader. PATH is a world.yaml or the
folder of one; without it, the shipped hospital_1 is measured. Exit code 1 when loading costs more than 2 times the
bare YAML.

arguments:
{arguments}"""


def main(words: Sequence[str]) -> int:
    """Run the benchmark and give its exit code."""
    paths = [word for word in words if ":=" not in word and not word.startswith("-")]
    call = asked([word for word in words if word not in paths], USAGE, BENCH_WORLD_ARGUMENTS)
    if call is None:
        return EXIT_OK
    parsed, flags = call
    return _measure(_file(paths), parsed["repeats"], JSON in flags)


def _file(paths: Sequence[str]) -> Path:
    """The file that the call names.

    Raises:
        UsageError: If it names several, or none that there is.
    """
    from arena_simulation_setup.tree.search_paths import shipped

    if len(paths) > 1:
        raise UsageError(f"arena bench world takes one PATH, got {', '.join(paths)}")
    path = Path(paths[0]) if paths else shipped("worlds") / "hospital_1" / "0"
    file = path / "world.yaml" if path.is_dir() else path
    if not file.is_file():
        raise UsageError(f"there is no file {str(file)!r} (expected a world.yaml or the folder of one)")
    return file


def _measure(path: Path, repeats: int, as_json: bool) -> int:
    from arena_evaluation.table import text_table
    from arena_lab.bench_world import LARGEST_RATIO, load_cost
    from arena_simulation_setup.files.problem import FileProblems

    try:
        cost = load_cost(path, repeats)
    except FileProblems as error:
        raise UsageError(f"this can not be loaded:\n{error}") from None
    if as_json:
        subject = {"file": str(path), "bytes": cost.size, "zones": cost.zones}
        figures = {"load_ms": round(cost.load_ms, 3), "yaml_ms": round(cost.yaml_ms, 3), "ratio": round(cost.ratio, 2)}
        print(json.dumps({**subject, **figures, "limit": LARGEST_RATIO}))
    else:
        rows = [
            ("file", f"{path} ({cost.size} bytes, {cost.zones} zones)"),
            ("load, median", f"{cost.load_ms:.1f} ms"),
            ("yaml.CSafeLoader, median", f"{cost.yaml_ms:.1f} ms"),
            ("load / YAML", f"{cost.ratio:.2f} (at most {LARGEST_RATIO:g})"),
        ]
        print(text_table(("figure", "value"), rows))
    return EXIT_FAILED if cost.ratio > LARGEST_RATIO else EXIT_OK
