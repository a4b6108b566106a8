"""Whole runs in fresh processes give the same frames and rows, whatever the hash seed."""

import json
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

from arena_simulation_setup.recording.frame_codec import encode_frame
from arena_simulation_setup.recording.reader import open_recording

ROOT = Path(__file__).parents[2]
SAME = ("seed", "outcome", "info", "verdicts", "phases", "collisions", "sim_s")


def run(words: tuple[str, ...], folder: Path, hash_seed: str) -> tuple[list[str], list[dict[str, object]]]:
    """Digest of the frames and the row of every episode of a run in a process of its own."""
    process = subprocess.run(
        [sys.executable, "-m", "arena_cli.main", "run", *words, f"record.dir:={folder}", "picture:=false", "--json"],
        env={"PYTHONHASHSEED": hash_seed, "PATH": "", "PYTHONPATH": str(ROOT), "HOME": str(folder)},
        capture_output=True,
        text=True,
        check=True,
    )
    rows = [json.loads(line) for line in process.stdout.splitlines()]
    digests = []
    for row in rows:
        digest = sha256()
        for frame in open_recording(Path(str(row["recording"]))).frames():
            digest.update(encode_frame(frame))
        digests.append(digest.hexdigest())
    return digests, [{key: row[key] for key in SAME} for row in rows]


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [
        ("world:=hospital_1", "scenario:=demo", "seed:=1"),
        ("world:=hospital_1", "episodes:=3", "seed:=7"),
        ("world:=hospital_2", "scenario:=rounds", "seed:=2"),
    ],
)
def test_three_fresh_processes_give_the_same_bits(words: tuple[str, ...], tmp_path: Path) -> None:
    runs = [run(words, tmp_path / hash_seed, hash_seed) for hash_seed in ("0", "1", "4711")]
    assert runs[0] == runs[1] == runs[2]
    assert all(row["outcome"] == "SUCCESS" for row in runs[0][1])
