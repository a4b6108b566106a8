from __future__ import annotations

from pathlib import Path

import pytest
import shapely
from generated_site import level, rooms, site_of

from arena_simulation_setup.episode import Episode
from arena_simulation_setup.files.problem import FileProblems
from arena_simulation_setup.files.read_parametrized import load_parametrized
from arena_simulation_setup.scenario.parametrized import ParametrizedEntry
from arena_simulation_setup.site import Site
from task_generator.generator import EpisodeRequest, Generated, GenerationError, PlacementError, generate

XML = """<?xml version="1.0"?>
<random>
  <static>
    <obstacle min="1" max="3" model="bin" type="rubbish"/>
    <obstacle><min>2</min><max>2</max><model>plant</model><type>green</type><zone>room_1</zone></obstacle>
  </static>
  <interactive><obstacle min="1" max="1" model="medical_stool" type="seat"/></interactive>
  <dynamic><obstacle min="2" max="2" model="nurse" type="staff" zone="room_0"/></dynamic>
</random>
"""
YAML = """
static:
- {model: bin, min: 1, max: 3, type: rubbish}
- {model: plant, min: 2, max: 2, type: green, zone: room_1}
interactive:
- {model: medical_stool, min: 1, max: 1, type: seat}
dynamic:
- {model: nurse, min: 2, max: 2, type: staff, zone: room_0}
"""


def written(folder: Path, text: str, name: str = "some.xml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def generated(site: Site, path: Path | str, seed: int = 1, fleet: tuple[str, ...] = ("jackal",)) -> Generated:
    parameters = {"task.parametrized.file": str(path)}
    return generate(site, EpisodeRequest(1, seed, "parametrized", fleet=fleet, parameters=parameters))


def episode(site: Site, path: Path | str, seed: int = 1) -> Episode:
    return generated(site, path, seed).episode


def plain(entry: ParametrizedEntry) -> tuple[object, ...]:
    return (entry.kind, entry.model, entry.least, entry.most, entry.type, entry.zone)


@pytest.fixture
def site(tmp_path: Path) -> Site:
    return rooms(tmp_path, (7.0, 7.0), (6.0, 6.0))


def test_xml_with_attributes_or_children_says_the_same_as_yaml(tmp_path: Path) -> None:
    from_xml = load_parametrized(written(tmp_path, XML)).value.entries
    from_yaml = load_parametrized(written(tmp_path, YAML, "some.yaml")).value.entries
    assert [plain(entry) for entry in from_xml] == [plain(entry) for entry in from_yaml]
    assert plain(from_xml[1]) == ("static", "plant", 2, 2, "green", "room_1")


def test_parametrized_xml_with_another_root_is_a_value_error_that_mentions_random(tmp_path: Path) -> None:
    path = written(tmp_path, "<world>\n</world>")
    with pytest.raises(ValueError, match=rf"{path}:1:1: the root is <world> \(expected <random>\)"):
        load_parametrized(path)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('<random>\n<static>\n<obstacle min="3" max="1" model="b"/></static></random>', ":3:1: .*min 3 is above max 1"),
        ('<random>\n<static><obstacle min="x" max="1" model="bin"/></static></random>', ":2:9: .*found x"),
        ('<random>\n<static><obstacle max="1" model="bin"/></static></random>', ":2:9: .*'min' is missing"),
        ('<random>\n<static><obstacle min="0" max="1"/></static></random>', ":2:9: .*'model' is missing"),
        ('<random>\n<statics/></random>', ":2:1: unknown element <statics> .*did you mean 'static'"),
        ('<random>\n<static>\n<thing min="0" max="0" model="bin"/></static></random>', ":3:1: unknown element <thing>"),
        ('<random>\n<static><obstacle min="0" min="1"/></static></random>', ":2:.*not XML: duplicate attribute"),
        ("<random>\n", ":2:1: this is not XML: no element found"),
        ('<!DOCTYPE random [<!ENTITY a "b">]><random/>', ":1:.*a document type"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_xml_is_told_with_file_and_line(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(FileProblems, match=f"some.xml{said}"):
        load_parametrized(written(tmp_path, text))


def test_in_yaml_too_the_least_number_is_not_above_the_greatest(tmp_path: Path) -> None:
    path = written(tmp_path, "static:\n- {model: bin, min: 3, max: 1}\n", "some.yaml")
    with pytest.raises(FileProblems, match=r"some\.yaml:2:21: static\[0\]\.min: min 3 is above max 1"):
        load_parametrized(path)


def test_counts_stay_within_their_ranges_and_reach_both_ends(site: Site, tmp_path: Path) -> None:
    path = written(tmp_path, XML)
    made = [episode(site, path, seed) for seed in range(12)]
    assert {sum(entry.model == "bin" for entry in one.objects) for one in made} == {1, 2, 3}
    assert {sum(entry.model == "plant" for entry in one.objects) for one in made} == {2}
    assert {len(one.people) for one in made} == {2}


def test_names_count_per_model_and_the_type_is_handed_on(site: Site, tmp_path: Path) -> None:
    made = episode(site, written(tmp_path, XML))
    plants = [entry for entry in made.objects if entry.model == "plant"]
    assert [entry.name for entry in plants] == ["S_plant_1", "S_plant_2"]
    assert {entry.extra["type"] for entry in plants} == {"green"}
    assert [person.name for person in made.people] == ["S_nurse_1", "S_nurse_2"]


def test_what_has_a_zone_stands_and_walks_in_it(site: Site, tmp_path: Path) -> None:
    path = written(tmp_path, XML)
    for seed in range(6):
        made = episode(site, path, seed)
        assert all(entry.pose.x > 7.0 for entry in made.objects if entry.model == "plant")
        points = [point for person in made.people for point in (person.pose.xy, *person.waypoints)]
        assert all(x < 7.0 for x, _ in points)
        assert [len(person.waypoints) for person in made.people] == [2, 2]


def test_an_unknown_zone_is_one_sentence_with_file_and_line(site: Site, tmp_path: Path) -> None:
    text = '<random>\n<static><obstacle min="0" max="0" model="bin" zone="rom_1"/></static></random>'
    path = written(tmp_path, text)
    with pytest.raises(GenerationError, match=rf"{path}:2:9: zone: there is no zone 'rom_1' \(did you mean 'room_1'"):
        generated(site, path)


def test_a_zone_of_several_levels_means_all_of_them_and_with_its_level_one(tmp_path: Path) -> None:
    site = site_of(tmp_path, {"0": level([(6.0, 6.0)]), "1": level([(6.0, 6.0)])})
    path = written(tmp_path, "static:\n- {model: bin, min: 6, max: 6, zone: room_0}\n", "all.yaml")
    upper = written(tmp_path, "static:\n- {model: bin, min: 6, max: 6, zone: room_0/1}\n", "one.yaml")
    floors = [shapely.Polygon(zone.polygon) for _, zone in site.world.zones()]

    def standing(path: Path, floor: int) -> int:
        return sum(floors[floor].contains(shapely.Point(entry.pose.xy)) for entry in episode(site, path).objects)

    assert standing(path, 0) + standing(path, 1) == 6
    assert 0 < standing(path, 0) < 6
    assert standing(upper, 1) == 6


def test_the_least_number_must_have_room_and_more_than_that_only_warns(tmp_path: Path) -> None:
    site = rooms(tmp_path, (3.0, 3.0))
    with pytest.raises(PlacementError, match=r"mode parametrized: no room for S_bin_\d+ \(.*some\.yaml:2:3"):
        generated(site, written(tmp_path, "static:\n- {model: bin, min: 90, max: 90}\n", "some.yaml"))
    made = generated(site, written(tmp_path, "static:\n- {model: bin, min: 1, max: 9999}\n", "more.yaml"))
    assert len(made.episode.objects) < 90
    assert any("are placed: mode parametrized: no room for" in warning for warning in made.warnings)


def test_an_unknown_file_offers_the_nearest_and_none_at_all_lists_them(site: Site) -> None:
    with pytest.raises(GenerationError, match=r"there is no parametrized file 'cluter' \(did you mean 'clutter'\?\)"):
        generated(site, "cluter")
    with pytest.raises(GenerationError, match=r"task\.parametrized\.file: .* is empty.*clutter, hospital_shift"):
        generated(site, "")
    with pytest.raises(GenerationError, match=r"there is no parametrized file './none\.xml'"):
        generated(site, "./none.xml")


def test_the_same_seed_gives_the_same_episode(site: Site, tmp_path: Path) -> None:
    path = written(tmp_path, XML)
    assert episode(site, path, 5) == episode(site, path, 5)
    assert episode(site, path, 5) != episode(site, path, 6)
