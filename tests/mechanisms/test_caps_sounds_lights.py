"""Occupancy caps, sounds and lights."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena_runtime.mechanisms.episode_things import episode_mechanisms, silent_sounds
from arena_runtime.mechanisms.light import LightMechanism
from arena_runtime.mechanisms.occupancy_cap import OccupancyCapMechanism
from arena_runtime.mechanisms.registry import build_mechanisms
from arena_runtime.mechanisms.sensing import ProximitySensor
from arena_runtime.mechanisms.sound import SoundMechanism
from arena_simulation_setup.episode import Episode, EpisodeObject, WorldReference
from arena_simulation_setup.geometry import Corner, Pose, Position, covers
from arena_simulation_setup.models.catalogue import AssetCatalogue
from arena_simulation_setup.tree.identifiers import ObjectIdentifier
from arena_simulation_setup.tree.search_paths import shipped
from arena_simulation_setup.world.compaction import CompactedWorld
from arena_simulation_setup.world.entity import Entities, EntityLight, Obstacle
from arena_simulation_setup.world.level import LevelDescription
from arena_simulation_setup.world.light import CeilingLights, Light
from arena_simulation_setup.world.sound import Sound
from arena_simulation_setup.world.zone import Zone
from tests.mechanisms.scripted_building import NOBODY, SQUARE, Building, crowd, preset, schedule

THREE = crowd(("a", 1, 1), ("b", 2, 2), ("c", 4, 2), ("outside", 4.01, 2))
ALARM = schedule("alarm", windows=[{"start": 1, "end": 2}, {"start": 3, "end": 4}], regime="alarm")


def capped(cap: float) -> Building:
    return Building(Zone("hall", SQUARE, semantics=preset("occupancy_cap", cap=cap)), THREE)


def test_a_cap_of_2_is_exceeded_by_3_and_a_cap_of_5_is_not() -> None:
    building = capped(2)
    assert building.facts("hall", "occupancy_cap") == {"occupancy": 3.0, "cap": 2.0, "over_cap": True}
    assert building.stepper.members["hall/0", "occupancy_cap"] == ("a", "b", "c")
    assert capped(5).facts("hall", "occupancy_cap")["over_cap"] is False
    assert capped(3).facts("hall", "occupancy_cap")["over_cap"] is False


def test_a_cap_can_be_written_and_counts_who_is_there_now() -> None:
    building = capped(5)
    building.step(("hall", "cap", "1"), ("hall", "cap", "2.5"))
    assert building.facts("hall", "occupancy_cap") == {"occupancy": 3.0, "cap": 2.5, "over_cap": True}
    building.agents = NOBODY
    building.step()
    assert building.facts("hall", "occupancy_cap") == {"occupancy": 0.0, "cap": 2.5, "over_cap": False}
    building.agents = THREE
    building.step()
    assert building.facts("hall", "occupancy_cap")["occupancy"] == 3.0


def test_a_zone_without_floor_has_nobody() -> None:
    thing = OccupancyCapMechanism.of(Zone("line", SQUARE[:2], semantics=preset("occupancy_cap")), "0")
    assert thing is not None
    assert thing.senses is None


coordinates = st.integers(-8, 8).map(lambda number: number / 2)
corners = st.lists(st.tuples(coordinates, coordinates), min_size=3, max_size=7).map(tuple)


@settings(max_examples=120, deadline=None)
@given(st.lists(corners, min_size=1, max_size=3), st.lists(st.tuples(coordinates, coordinates), max_size=8))
def test_floors_carry_whom_the_scalar_definition_says(
    floors: list[tuple[Corner, ...]], places: list[tuple[float, float]]
) -> None:
    areas = []
    for floor in floors:
        zone = Zone("z", tuple(Position(*corner) for corner in floor), semantics=preset("occupancy_cap"))
        thing = OccupancyCapMechanism.of(zone, "0")
        assert thing is not None
        areas.append(thing.senses)
    agents = crowd(*((f"p{index}", x, y) for index, (x, y) in enumerate(places)))
    for floor, sensed in zip(floors, ProximitySensor(areas).sense(agents), strict=True):
        expected = [f"p{index}" for index, (x, y) in enumerate(places) if covers(floor, x, y)]
        assert [disc.name for disc in sensed.triggering] == expected
        assert sensed.nearby == ()


def sounding(**params: object) -> Building:
    siren = Sound("siren", "fire_alarm", Position(1, 1), semantics=preset("sound", **params))
    return Building(Zone("hall", schedules=(ALARM,), sounds=(siren,)))


def ticks_of(building: Building, kind: str, entity: str, field: str, count: int) -> list[int]:
    found = []
    for _ in range(count):
        building.step()
        if building.facts(entity, kind)[field]:
            found.append(building.tick)
    return found


def test_a_sound_follows_its_regime_one_tick_later() -> None:
    assert ticks_of(sounding(sound_on="alarm"), "sound", "siren", "sounding", 50) == [*range(11, 21), *range(31, 41)]
    negated = ticks_of(sounding(sound_on="!alarm"), "sound", "siren", "sounding", 50)
    assert negated == [*range(1, 11), *range(21, 31), *range(41, 51)]


def test_a_written_sound_follows_its_regime_again_when_that_changes() -> None:
    building = sounding(sound_on="alarm")
    building.until(1.5)
    building.step(("siren", "sounding", "false"))
    assert ticks_of(building, "sound", "siren", "sounding", 25) == list(range(31, 41))


def test_a_sound_starts_as_its_author_says_and_keeps_what_is_written() -> None:
    building = sounding(sounding=True, volume_db=62.0, regime="noise")
    assert building.facts("siren", "sound") == {"sounding": True, "volume_db": 62.0}
    assert building.stepper.regimes == {"noise"}
    building.step(("siren", "sounding", "false"), ("siren", "volume_db", "-3.5"))
    building.until(3.0)
    assert building.facts("siren", "sound") == {"sounding": False, "volume_db": -3.5}
    assert building.stepper.regimes == {"alarm"} - {"noise"}


def test_a_sound_without_volume_has_none() -> None:
    assert sounding().facts("siren", "sound") == {"sounding": False, "volume_db": None}


@pytest.fixture(scope="module")
def catalogue() -> AssetCatalogue:
    return AssetCatalogue([shipped("assets")])


def episode(*sounds: Sound, objects: tuple[EpisodeObject, ...] = ()) -> Episode:
    return Episode(1, WorldReference("tiny", ""), "", 1, sounds=sounds, objects=objects)


def two_levels() -> CompactedWorld:
    desk = Obstacle("desk", ObjectIdentifier("floor_lamp"), Pose(1, 1), light=EntityLight(light_on="alarm", level=0.5))
    upper = LevelDescription((Zone("hall", SQUARE, entities=Entities((desk,))),))
    return CompactedWorld("tiny", {"0": LevelDescription((Zone("hall"),)), "1": upper}, {"0": (0, 0), "1": (9, 0)})


def test_sounds_of_an_episode_are_on_the_level_of_what_carries_them(catalogue: AssetCatalogue) -> None:
    annotation = preset("sound", sounding=True)
    sounds = (
        Sound("radio", "radio_loop", Position(2, 1), level="1", semantics=annotation),
        Sound("tv", "radio_loop", entity_ref="desk", semantics=annotation),
        Sound("fan", "radio_loop", entity_ref="box", semantics=annotation),
        Sound("motor", "radio_loop", frame="jackal_0/base_link", semantics=annotation),
        Sound("plain", "radio_loop", frame="jackal_0/base_link"),
    )
    box = EpisodeObject("box", "no_such_model", Pose(1, 1), level="0")
    things = episode_mechanisms(episode(*sounds, objects=(box,)), two_levels(), catalogue)
    found = [thing.entity for thing in things if isinstance(thing, SoundMechanism)]
    assert found == ["radio/1", "tv/1", "fan/0", "motor"]


def test_what_nothing_turns_on_is_said() -> None:
    silent = Sound("bell", "chime", Position(1, 1), semantics=preset("sound"))
    switched = Sound("siren", "chime", Position(1, 1), semantics=preset("sound", sound_on="alarm"))
    started = Sound("radio", "chime", Position(1, 1), semantics=preset("sound", sounding=False))
    bare = Sound("hum", "chime", Position(1, 1))
    world = CompactedWorld("tiny", {"0": LevelDescription((Zone("hall", sounds=(silent, switched)),))}, {"0": (0, 0)})
    sentences = silent_sounds(episode(silent, started, bare), world)
    assert [sentence.split(" stays")[0] for sentence in sentences] == ["sound bell/0", "sound bell/0"]
    assert "semantics/set" in sentences[0]


def lit(**changes: object) -> Building:
    lamp = Light("lamp", "bulb", Position(1, 1), lumens=400, **changes)  # type: ignore[arg-type]
    return Building(Zone("hall", schedules=(ALARM,), lights=(lamp,)))


def test_a_light_is_on_unless_its_author_says_otherwise() -> None:
    assert lit().facts("lamp", "light")["lit"] is True
    assert lit(lit=False).facts("lamp", "light")["lit"] is False
    assert lit(light_on="alarm").facts("lamp", "light")["lit"] is False
    assert [c.field for c in lit().stepper.table.columns if c.kind == "light"] == ["lit", "level"]


def test_a_light_follows_its_regime_one_tick_later() -> None:
    assert ticks_of(lit(light_on="alarm"), "light", "lamp", "lit", 50) == [*range(11, 21), *range(31, 41)]


@pytest.mark.parametrize(("written", "shown"), [("0.25", 0.25), ("7", 1.0), ("-1", 0.0), ("1e-3", 0.001)])
def test_levels_are_limited_to_0_and_1(written: str, shown: float) -> None:
    building = Building(Zone("hall", SQUARE, ceiling_lights=CeilingLights(dead_fraction=0.5, level=0.5)))
    assert building.facts("hall", "light") == {"lit": True, "level": 0.5, "dead_fraction": 0.5}
    building.step(("hall", "level", written), ("hall", "dead_fraction", written), ("hall", "lit", "false"))
    assert building.facts("hall", "light") == {"lit": False, "level": shown, "dead_fraction": shown}


def test_ambient_lights_of_a_level_can_be_switched_too() -> None:
    world = CompactedWorld(
        "tiny", {"2": LevelDescription((), lights=(Light("sky", "dome", lux=100.0),))}, {"2": (0, 0)}
    )
    assert [(thing.entity, thing.kind) for thing in build_mechanisms(world)] == [("sky/2", "light")]  # type: ignore[union-attr]


def test_lights_of_objects_are_named_after_their_placement(catalogue: AssetCatalogue) -> None:
    placed = EpisodeObject("lamp", "floor_lamp", Pose(1, 1), level="0", extra={"light": {"lit": False}})
    things = episode_mechanisms(episode(objects=(placed,)), two_levels(), catalogue)
    lights = {thing.entity: thing for thing in things if isinstance(thing, LightMechanism)}
    (name,) = {light.name for light in catalogue.object(ObjectIdentifier("floor_lamp")).lights}
    assert list(lights) == [f"world_desk_{name}/1", f"lamp_{name}/0"]
    upper, lower = lights.values()
    assert (upper.switch.regime, upper.level) == ("alarm", 0.5)
    assert (lower.switch.regime, lower.switch.initially, lower.level) == ("", False, 1.0)
