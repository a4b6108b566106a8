"""`arena evaluation`: recordings judged again."""

import sys
from collections.abc import Sequence
from pathlib import Path

from arena_cli.argument import UsageError

EXIT_OK, EXIT_FAILED, EXIT_DIFFERENT = 0, 1, 3

USAGE = """usage: arena evaluation replay FILE.mcap [FILE.mcap …] [--json]

Judges recordings again with the same judge, from the recording alone: neither ROS nor MuJoCo nor the world is
needed. Prints the verdicts and whether they equal the recorded ones.

  --json   one JSON object per recording on stdout

exit codes: 0 all verdicts equal the recorded ones, 1 a file can not be read, 2 bad usage, 3 verdicts differ"""


def main(words: Sequence[str]) -> int:
    """Run the verb and give its exit code."""
    if not words or "-h" in words or "--help" in words:
        print(USAGE)
        return EXIT_OK if words else 2
    if words[0] != "replay":
        raise UsageError(f"unknown action {words[0]!r} of arena evaluation (expected replay)")
    flags = {word for word in words[1:] if word.startswith("--")}
    unknown = sorted(flags - {"--json"})
    if unknown:
        raise UsageError(f"unknown option {unknown[0]!r} (expected --json or --help)")
    paths = [Path(word) for word in words[1:] if word not in flags]
    if not paths:
        raise UsageError("arena evaluation replay needs a recording: FILE.mcap")
    return max(_replay(path, "--json" in flags) for path in paths)


def _replay(path: Path, as_json: bool) -> int:
    import json

    from arena_evaluation.replay import replay
    from arena_evaluation.replay_text import replay_mapping, replay_text
    from arena_simulation_setup.recording.error import RecordingError

    try:
        result = replay(path)
    except RecordingError as error:
        print(f"arena: {error}", file=sys.stderr)
        return EXIT_FAILED
    print(json.dumps(replay_mapping(result)) if as_json else replay_text(result))
    return EXIT_OK if result.agrees else EXIT_DIFFERENT
