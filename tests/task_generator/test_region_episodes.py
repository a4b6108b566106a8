"""Regions of scenarios as resolved regions and absent people of episodes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from arena_simulation_setup.episode_json import episode_from_text, episode_text
from arena_simulation_setup.geometry import covers
from arena_simulation_setup.scenario.region import RateStep, SinkWeight
from task_generator.errors import GenerationError
from task_generator.generator import Generated
from tests.people.corridor import box, corridor_site, generated, scenario, sink, source


def made(folder: Path, seed: int = 1, **regions: dict[str, Any]) -> Generated:
    return generated(corridor_site(folder, scenario(**regions)), seed)


def test_a_source_has_absent_people_numbered_from_zero(tmp_path: Path) -> None:
    episode = made(tmp_path, west=source(max_concurrent=3), east=sink()).episode
    assert [person.name for person in episode.people] == ["west_0", "west_1", "west_2"]
    assert all(person.absent for person in episode.people)
    west, east = episode.regions
    assert west.people == ("west_0", "west_1", "west_2")
    assert (west.rates, west.sinks, west.max_total) == ((RateStep(0, 0.5),), (SinkWeight("east"),), None)
    assert (east.absorption_radius, east.capacity) == (0.5, None)
    assert all(covers(east.corners, *place) for place in east.places)


def test_an_episode_with_regions_survives_its_text(tmp_path: Path) -> None:
    episode = made(tmp_path, west=source(), east=sink(capacity=4)).episode
    assert episode_from_text(episode_text(episode)) == episode


@pytest.mark.parametrize(
    ("limits", "slots", "warned"),
    [
        ({"max_concurrent": 4}, 4, False),
        ({"max_concurrent": 4, "max_total": 2}, 2, False),
        ({"max_concurrent": -1, "max_total": 7}, 7, False),
        ({"max_concurrent": 50}, 50, False),
        ({"max_concurrent": -1}, 20, True),
        ({"max_concurrent": -1, "max_total": 500}, 20, True),
        ({"max_concurrent": 0}, 0, False),
    ],
)
def test_there_are_as_many_people_as_may_be_there_at_once(
    tmp_path: Path, limits: dict[str, Any], slots: int, warned: bool
) -> None:
    found = made(tmp_path, west=source(**limits), east=sink())
    assert len(found.episode.people) == slots
    assert any("at most 20 of its people are there at once" in sentence for sentence in found.warnings) == warned


@pytest.mark.parametrize(
    ("agent", "speed", "radius"),
    [
        (None, 1.1, 0.25),
        ("elder", 0.75, 0.25),
        ({"agent_type": "elder"}, 0.75, 0.25),
        ({"desired_velocity": 1.4, "agent_radius": 0.35}, 1.4, 0.35),
        ({"agent_type": "./slow.yaml"}, 0.4, 0.3),
        ({"agent_type": "./slow.yaml", "desired_velocity": 0.9}, 0.9, 0.3),
    ],
)
def test_agent_types_and_their_files_decide_speed_and_radius(
    tmp_path: Path, agent: Any, speed: float, radius: float
) -> None:
    config = {} if agent is None else {"agent": agent}
    site = corridor_site(tmp_path, scenario(west=source(**config), east=sink()))
    file = tmp_path / "corridor" / "scenarios" / "default" / "slow.yaml"
    file.write_text("desired_velocity: 0.4\nagent_radius: 0.3\nneeds: {coffee: {initial: 50}}\n", encoding="utf-8")
    found = generated(site)
    assert found.warnings == ()
    assert {(person.speed, person.radius) for person in found.episode.people} == {(speed, radius)}


def test_the_agent_block_is_kept_whole(tmp_path: Path) -> None:
    block = {"agent_type": "adult", "desired_velocity": {"min": 1.0, "max": 1.5}, "mood": {"calm": [1, 2]}}
    people = made(tmp_path, west=source(agent=block), east=sink()).episode.people
    assert all(person.agent == block for person in people)
    assert all(1.0 <= person.speed <= 1.5 for person in people)
    assert len({person.speed for person in people}) == len(people)


def test_a_missing_agent_file_is_one_warning_and_adult(tmp_path: Path) -> None:
    found = made(tmp_path, west=source(agent={"agent_type": "./nobody.yaml"}), east=sink())
    assert found.warnings == ("source west: agent file './nobody.yaml' does not exist, adult is used",)
    assert {person.speed for person in found.episode.people} == {1.1}


def test_an_unknown_sink_is_an_error(tmp_path: Path) -> None:
    lost = source(agent={"sink_affinity": [{"sink": "aest"}]})
    with pytest.raises(GenerationError, match=r"source west: there is no sink 'aest' \(sinks: east\)"):
        made(tmp_path, west=lost, east=sink())


@pytest.mark.parametrize(
    ("regions", "said"),
    [
        (
            {"west": source(place=box(0, -0.1, 3, 0.1)), "east": sink()},
            r"source west has no free place for a person of",
        ),
        ({"west": source(agent={"agent_radius": 1.6}), "east": sink()}, r"nobody of 1\.6 m radius gets to sink east"),
        ({"east": sink(place=box(0, -0.1, 3, 0.1), absorption_radius=0.1)}, r"nobody of 0\.25 m radius gets to sink"),
    ],
)
def test_a_region_without_a_free_place_is_an_error(
    tmp_path: Path, regions: dict[str, dict[str, Any]], said: str
) -> None:
    with pytest.raises(GenerationError, match=said):
        made(tmp_path, **regions)


def test_a_sink_in_a_wall_is_reached_within_its_absorption_radius(tmp_path: Path) -> None:
    _, east = made(tmp_path, west=source(), east=sink(place=box(14, -0.1, 15, 0.1))).episode.regions
    assert all(0.25 <= y <= 0.6 for _, y in east.places)


def test_sinks_of_weight_zero_are_not_gone_to(tmp_path: Path) -> None:
    liked = [{"sink": "east", "weight": 0.0}, {"sink": "middle"}]
    west, *_ = made(
        tmp_path, west=source(agent={"sink_affinity": liked}), east=sink(), middle=sink(box(6, 1, 7, 2))
    ).episode.regions
    assert west.sinks == (SinkWeight("middle"),)


def test_people_without_a_sink_walk_about_with_a_warning(tmp_path: Path) -> None:
    found = made(tmp_path, west=source())
    assert found.warnings == ("source west has no sink: its people walk about and never leave",)
    assert all(len(person.waypoints) == 4 for person in found.episode.people)
    assert {person.waypoint_mode for person in found.episode.people} == {"random"}


def test_a_name_of_somebody_else_is_an_error(tmp_path: Path) -> None:
    content = scenario(west=source(), east=sink())
    content["dynamic"] = [{"name": "west_0", "model": "arenian", "pose": [5.0, 2.0]}]
    with pytest.raises(GenerationError, match="two things of the episode are called 'west_0'"):
        generated(corridor_site(tmp_path, content))


def test_polygons_of_a_level_are_moved_into_the_map_frame(tmp_path: Path) -> None:
    flat = made(tmp_path / "flat", west=source(), east=sink()).episode.regions[0]
    level = {**source(), "level_id": "0"}
    assert made(tmp_path / "level", west=level, east=sink()).episode.regions[0].polygon == flat.polygon
    with pytest.raises(GenerationError, match="region west: corridor has no level '3'"):
        made(tmp_path / "wrong", west={**source(), "level_id": "3"}, east=sink())


def test_robots_may_start_where_people_come_from(tmp_path: Path) -> None:
    found = made(tmp_path, west=source(place=box(7, 0.2, 9, 2)), east=sink())
    assert found.episode.robots[0].start.xy == (8.0, 0.4)
