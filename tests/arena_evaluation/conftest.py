"""A world and a command to import bags into it."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from arena_cli.main import main
from arena_simulation_setup.recording.reader import Recording, open_recording

sys.path.insert(0, str(Path(__file__).parent))

WORLD = """\
zones:
- name: hall
  corners: [{x: 0.0, y: 0.0}, {x: 10.0, y: 0.0}, {x: 10.0, y: 6.0}, {x: 0.0, y: 6.0}]
  walls:
  - {start: {x: 0.0, y: 0.0}, end: {x: 20.0, y: 0.0}, material: Plaster_Wall}
  - {start: {x: 20.0, y: 6.0}, end: {x: 0.0, y: 6.0}, material: Plaster_Wall}
  - {start: {x: 0.0, y: 6.0}, end: {x: 0.0, y: 0.0}, material: Plaster_Wall}
  - {start: {x: 10.0, y: 0.0}, end: {x: 10.0, y: 2.0}, material: Plaster_Wall}
  - {start: {x: 10.0, y: 4.0}, end: {x: 10.0, y: 6.0}, material: Plaster_Wall}
  doors:
  - {name: ward_door, start: {x: 10.0, y: 2.0}, end: {x: 10.0, y: 4.0}, kind: sliding, height: 2.1}
- name: ward
  corners: [{x: 10.0, y: 0.0}, {x: 20.0, y: 0.0}, {x: 20.0, y: 6.0}, {x: 10.0, y: 6.0}]
  walls:
  - {start: {x: 20.0, y: 0.0}, end: {x: 20.0, y: 6.0}, material: Plaster_Wall}
"""


@pytest.fixture(scope="session")
def clinic(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A world of a hall (x 0 to 10 m) and a ward (x 10 to 20 m), both 6 m deep, with a door between them."""
    folder = tmp_path_factory.mktemp("worlds") / "clinic"
    (folder / "0").mkdir(parents=True)
    (folder / "0" / "world.yaml").write_text(WORLD, encoding="utf-8")
    return folder


@pytest.fixture
def run_import(clinic: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., dict[str, Any]]:
    """Imports a bag and gives what the command says, with the expected exit code."""

    def run(bag: Path, *words: str, code: int = 0) -> dict[str, Any]:
        capsys.readouterr()
        output = str(tmp_path / "imported")
        arguments = ["evaluation", "import", str(bag), f"world:={clinic}", "-o", output, "--json", *words]
        found = main(arguments)
        captured = capsys.readouterr()
        assert found == code, captured.err
        return json.loads(captured.out) if captured.out else {"error": captured.err}

    return run


@pytest.fixture
def imported(run_import: Callable[..., dict[str, Any]]) -> Callable[..., Recording]:
    """Imports a bag and opens the recording that comes of it."""

    def recording(bag: Path, *words: str) -> Recording:
        return open_recording(Path(run_import(bag, *words)["recording"]))

    return recording
