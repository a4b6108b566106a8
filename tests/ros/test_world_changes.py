"""Worlds that change on disk between episodes, as both nodes see them; without any ROS."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from arena_runtime.ros.sites import Sites
from arena_simulation_setup.episode import WorldReference
from arena_simulation_setup.site import open_site
from arena_simulation_setup.tree.not_found import NotFoundError
from task_generator.ros.worlds import Worlds

NAME = "hall_of_mine"


@pytest.fixture
def world(tmp_path: Path) -> Path:
    folder = tmp_path / NAME
    shutil.copytree(Path(open_site("map_empty", {}).view.directory), folder)
    return folder


@pytest.fixture
def environment(world: Path) -> dict[str, str]:
    return {"ARENA_WORLD_PATH": str(world.parent)}


def widen(world: Path) -> None:
    """Move one wall of the hall, as an editor would, at a later time than before."""
    (file,) = [path for path in world.rglob("world.yaml") if "20" in path.read_text(encoding="utf-8")][:1]
    before = file.stat().st_mtime_ns
    file.write_text(file.read_text(encoding="utf-8").replace("20", "21"), encoding="utf-8")
    os.utime(file, ns=(before + 1_000_000_000, before + 1_000_000_000))


def test_the_runtime_keeps_a_world_and_reads_it_again_for_an_episode_of_its_new_content(
    world: Path, environment: dict[str, str]
) -> None:
    sites = Sites(environment)
    old = open_site(NAME, environment).reference
    site = sites.of(old)
    assert sites.of(old) is site
    widen(world)
    new = open_site(NAME, environment).reference
    assert new.content_hash != old.content_hash
    assert sites.of(new).content_hash == new.content_hash
    with pytest.raises(ValueError, match=old.content_hash):
        sites.of(old)


def test_the_runtime_knows_no_world_of_another_name(environment: dict[str, str]) -> None:
    with pytest.raises(NotFoundError, match=NAME):
        Sites(environment).of(WorldReference("hall_of_mind", "0" * 32))


def test_the_generator_reads_a_world_again_when_a_file_of_it_changes(world: Path, environment: dict[str, str]) -> None:
    worlds = Worlds(environment)
    site = worlds.of(NAME)
    assert worlds.of(NAME) is site
    widen(world)
    assert worlds.of(NAME).content_hash != site.content_hash
    worlds.check(NAME)
    with pytest.raises(NotFoundError):
        worlds.check("hall_of_mind")
