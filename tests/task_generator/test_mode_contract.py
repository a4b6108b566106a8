from __future__ import annotations

import asyncio
from collections.abc import Generator
from pathlib import Path

import pytest
from generated_site import rooms

from task_generator.generator import EpisodeRequest, GenerationError, driven
from task_generator.preparation import prepare
from task_generator.tasks import TaskMode
from task_generator.tasks.obstacles import Script, TM_Obstacles
from task_generator.tasks.robots import TM_Robots


def test_the_base_of_obstacle_modes_brings_nothing(tmp_path: Path) -> None:
    mode = TM_Obstacles(prepare(rooms(tmp_path, (5.0, 5.0)), EpisodeRequest(1, 1)).context)
    assert isinstance(mode, TaskMode)
    assert asyncio.run(mode.reset(seed=1)) == ([], [])
    assert driven(mode.reset(seed=1)) == ([], [])
    assert mode.fixed() == ([], [])
    assert mode.script == Script()


def test_a_robot_mode_must_say_what_robots_do(tmp_path: Path) -> None:
    mode = TM_Robots(prepare(rooms(tmp_path, (5.0, 5.0)), EpisodeRequest(1, 1)).context)
    with pytest.raises(NotImplementedError, match="TM_Robots"):
        driven(mode.reset(seed=1))


def test_a_mode_sees_the_world_in_the_map_frame_and_the_fleet(tmp_path: Path) -> None:
    site = rooms(tmp_path, (5.0, 5.0), (4.0, 4.0))
    context = prepare(site, EpisodeRequest(1, 1, fleet=("jackal", "jackal"))).context
    assert [zone.name for _, zone in context.world_manager.world_compacted().zones()] == ["room_0", "room_1"]
    assert [member.name for member in context.fleet] == ["jackal_0", "jackal_1"]


def test_streams_of_a_mode_depend_on_seed_and_labels_only(tmp_path: Path) -> None:
    site = rooms(tmp_path, (5.0, 5.0))
    draws = [
        prepare(site, EpisodeRequest(number, seed)).context.stream(*labels).random()
        for number, seed, labels in ((1, 1, ("a",)), (2, 1, ("a",)), (1, 2, ("a",)), (1, 1, ("b",)))
    ]
    assert draws[0] == draws[1]
    assert len({*draws}) == 3


def test_a_warning_is_told_once(tmp_path: Path) -> None:
    context = prepare(rooms(tmp_path, (5.0, 5.0)), EpisodeRequest(1, 1)).context
    context.warn("so")
    context.warn("so")
    assert context.warnings == ["so"]


def test_a_coroutine_that_waits_is_refused() -> None:
    class Pause:
        def __await__(self) -> Generator[None, None, None]:
            yield

    async def waits() -> int:
        await Pause()
        return 1

    async def answers() -> int:
        return 1

    assert driven(answers()) == 1
    with pytest.raises(GenerationError, match="waits for something"):
        driven(waits())
