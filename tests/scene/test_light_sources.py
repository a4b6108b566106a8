"""The lamps of a building as light sources, and what facts do to them."""

from __future__ import annotations

import math

import numpy as np
import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st
from small_scene import FewModels

from arena_runtime.scene.lamps import LightSource, candela, temperature_color
from arena_runtime.scene.light_state import LightState
from arena_runtime.scene.lights import declares_light, light_sources, with_lighting
from arena_simulation_setup.episode import EpisodeObject
from arena_simulation_setup.frame import FactColumn, Frame, FrameLayout
from arena_simulation_setup.geometry import Pose, Position
from arena_simulation_setup.models.object_model import BoundingBox, ObjectModel
from arena_simulation_setup.tree.identifiers import ObjectIdentifier
from arena_simulation_setup.world.compaction import CompactedWorld
from arena_simulation_setup.world.entity import Entities, EntityLight, Obstacle
from arena_simulation_setup.world.level import LevelDescription
from arena_simulation_setup.world.light import CeilingLights, Light
from arena_simulation_setup.world.light_rig import rig_fixtures
from arena_simulation_setup.world.zone import Zone

SQUARE = tuple(Position(x, y) for x, y in ((0.0, 0.0), (10.0, 0.0), (10.0, 6.0), (0.0, 6.0)))
RIG = CeilingLights(spacing=2.0, lumens=3600.0)
ROOM = Zone("room", SQUARE, ceiling_lights=RIG)
CEILINGS = {"room/0": 2.7}
DESK_LAMP = ObjectModel(
    "desk_lamp",
    "shines on a desk",
    BoundingBox((-0.1, 0.1), (-0.1, 0.1), (0.0, 0.4)),
    lights=(Light("bulb", "bulb", offset=Position(0.5, 0.0, 0.4), lumens=400.0),),
)


def world_of(*zones: Zone, lights: tuple[Light, ...] = ()) -> CompactedWorld:
    return CompactedWorld("w", {"0": LevelDescription(zones, lights=lights)}, {"0": (0.0, 0.0)})


def sources(*zones: Zone, lights: tuple[Light, ...] = ()) -> tuple[LightSource, ...]:
    return light_sources(world_of(*zones, lights=lights), CEILINGS, FewModels(DESK_LAMP), ())


def frame(numbers: tuple[float, ...] = (), codes: tuple[int, ...] = ()) -> Frame:
    return Frame(0, 0, (), (), numbers, codes, (), (), ())


def test_a_rig_hangs_just_below_its_ceiling_and_shines_down() -> None:
    lamps = sources(ROOM)
    assert len(lamps) == len(rig_fixtures(ROOM)) > 8
    assert {lamp.entity for lamp in lamps} == {"room/0"}
    assert {lamp.place[2] for lamp in lamps} == {2.68}
    assert {lamp.aim for lamp in lamps} == {(0.0, 0.0, -1.0)}


def test_a_lamp_on_an_object_moves_and_turns_with_it() -> None:
    desk = Obstacle("desk", ObjectIdentifier("desk_lamp"), Pose(2.0, 3.0, math.pi / 2))
    lit = evolve(desk, name="other", light=EntityLight(lit=False, level=0.5))
    zone = evolve(ROOM, ceiling_lights=None, entities=Entities((desk, lit), ()))
    first, second = sources(zone)
    assert first.place == pytest.approx((2.0, 3.5, 0.4))
    assert (first.entity, first.lit, first.level) == ("world_desk_bulb/0", True, 1.0)
    assert (second.entity, second.lit, second.level) == ("world_other_bulb/0", False, 0.5)


def test_an_object_of_the_episode_brings_its_lamp_along() -> None:
    lamp = EpisodeObject("spare", "desk_lamp", Pose(1.0, 1.0), level="0", scale=(2.0, 1.0, 1.0))
    (found,) = light_sources(world_of(evolve(ROOM, ceiling_lights=None)), CEILINGS, FewModels(DESK_LAMP), (lamp,))
    assert found.entity == "spare_bulb/0"
    assert found.place == pytest.approx((2.0, 1.0, 0.4))


def test_a_light_that_refers_to_an_object_follows_its_pose() -> None:
    table = Obstacle("table", ObjectIdentifier("table"), Pose(4.0, 1.0, math.pi))
    light = Light("reading", "spot", entity_ref="table", offset=Position(1.0, 0.0, 1.5), lumens=500.0, cone_deg=60.0)
    (found,) = sources(evolve(ROOM, ceiling_lights=None, lights=(light,), entities=Entities((table,), ())))
    assert found.place == pytest.approx((3.0, 1.0, 1.5))
    assert found.cone_deg == 60.0


@pytest.mark.parametrize("fixture", ["panel", "tube", "downlight", "bulb", "spot"])
def test_all_light_of_a_fixture_goes_somewhere(fixture: str) -> None:
    cone_deg = 40.0
    peak, angles = candela(fixture, 1000.0, cone_deg), np.linspace(0.0, math.pi, 200_001)
    if fixture == "bulb":
        shape = np.ones_like(angles)
    elif fixture == "spot":
        shape = (angles <= math.radians(cone_deg / 2)).astype(float)
    else:
        shape = np.clip(np.cos(angles), 0.0, None)
    flux = 2.0 * math.pi * peak * np.trapezoid(shape * np.sin(angles), angles)
    assert flux == pytest.approx(1000.0, rel=1e-3)


def test_warm_light_is_redder_than_cool_light() -> None:
    warm, neutral, cool = temperature_color(2700.0), temperature_color(5000.0), temperature_color(6500.0)
    assert warm[0] == 1.0 > warm[1] > warm[2]
    assert neutral == (1.0, 1.0, 1.0)
    assert cool[2] == 1.0 > cool[0]


def test_object_lights_do_not_count_as_declared() -> None:
    desk = Obstacle("desk", ObjectIdentifier("desk_lamp"), Pose(2.0, 3.0))
    dark = evolve(ROOM, ceiling_lights=None, entities=Entities((desk,), ()))
    assert not declares_light(world_of(dark))
    assert declares_light(world_of(ROOM))
    assert declares_light(world_of(dark, lights=(Light("sky", "dome", lux=500.0),)))


def test_auto_lighting_hangs_a_rig_where_there_is_a_ceiling_and_no_light() -> None:
    bare, own = evolve(ROOM, name="bare", ceiling_lights=None), evolve(ROOM, name="own")
    yard = evolve(ROOM, name="yard", ceiling=False, ceiling_lights=None)
    zones = with_lighting(world_of(bare, own, yard), "auto").levels["0"].zones
    assert [zone.ceiling_lights for zone in zones] == [CeilingLights(lumens=7200.0), RIG, None]
    assert with_lighting(world_of(bare), "authored").levels["0"].zones == (bare,)


def test_an_unknown_lighting_names_those_that_exist() -> None:
    with pytest.raises(ValueError, match="expected one of authored, auto, got 'noon'"):
        with_lighting(world_of(ROOM), "noon")


def test_facts_switch_and_dim_every_lamp_of_their_light() -> None:
    layout = FrameLayout(
        numbers=(FactColumn("room/0", "light", "level", "continuous"),),
        codes=(FactColumn("room/0", "light", "lit", "predicate", codes=("false", "true")),),
    )
    state = LightState(sources(ROOM), layout)
    assert set(state.brightness(frame((1.0,), (1,)))) == {1.0}
    assert set(state.brightness(frame((0.25,), (1,)))) == {0.25}
    assert set(state.brightness(frame((1.0,), (0,)))) == {0.0}


def test_what_a_frame_does_not_say_is_as_declared() -> None:
    layout = FrameLayout(
        numbers=(FactColumn("room/0", "light", "level", "continuous"),),
        codes=(FactColumn("room/0", "light", "lit", "predicate", codes=("false", "true")),),
    )
    dim = sources(evolve(ROOM, ceiling_lights=evolve(RIG, level=0.5)))
    assert set(LightState(dim, layout).brightness(frame((math.nan,), (255,)))) == {0.5}
    assert set(LightState(dim, FrameLayout()).brightness(frame())) == {0.5}


@given(low=st.floats(0.0, 1.0), high=st.floats(0.0, 1.0))
@settings(max_examples=40, deadline=None)
def test_a_larger_dead_fraction_breaks_further_lamps_only(low: float, high: float) -> None:
    low, high = sorted((low, high))
    layout = FrameLayout(numbers=(FactColumn("room/0", "light", "dead_fraction", "continuous"),))
    state = LightState(sources(ROOM), layout)
    few, many = (state.brightness(frame((fraction,))) == 0.0 for fraction in (low, high))
    assert (many | ~few).all()


def test_the_fact_breaks_the_lamps_that_the_authored_value_would_break() -> None:
    authored = sources(evolve(ROOM, ceiling_lights=evolve(RIG, dead_fraction=0.4)))
    layout = FrameLayout(numbers=(FactColumn("room/0", "light", "dead_fraction", "continuous"),))
    expected = LightState(authored, FrameLayout()).brightness(frame())
    assert (LightState(sources(ROOM), layout).brightness(frame((0.4,))) == expected).all()
    assert 0 < (expected == 0.0).sum() < len(expected)
