"""The task that the guide to conditions tells in words is told so."""

from pathlib import Path

from documents import REPOSITORY, blocks

from arena_simulation_setup.files.load_scenario import load_scenario
from arena_simulation_setup.scenario.render import render_task

GUIDE = REPOSITORY / "docs" / "conditions.md"


def test_a_task_is_told_as_the_guide_says(tmp_path: Path) -> None:
    (words,) = (block.body for block in blocks(GUIDE) if block.marker == "words")
    (said,) = (block.body for block in blocks(GUIDE) if block.marker == "said")
    task = "".join(f"  {line}\n" for line in words.splitlines())
    (tmp_path / "scenario.yaml").write_text(f"robots:\n- start: [0, 0]\n{task}", encoding="utf-8")
    (robot,) = load_scenario(tmp_path).value.robots
    assert render_task(robot.phases, robot.conditions, {"ward": "Ward with five beds"}) == " ".join(said.splitlines())
