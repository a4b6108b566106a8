"""Rendered pictures: light, people, doors of the state, and machines without graphics."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from attrs import evolve
from lit_room import DIVIDED, LIT, MIDDLE, PLAIN, SIZE, lit_frame, renderer_of, room_simulation, room_site, room_stage

from arena_runtime.scene import rendering_canvas
from arena_runtime.scene.lamps import LightSource
from arena_runtime.scene.rendering import ABOVE_ALL, Detail, SceneRenderer, View
from arena_runtime.scene.rendering_canvas import NoGraphicsError
from arena_runtime.scene.rendering_lightmap import SteadyView
from arena_runtime.scene.rendering_lights import DRAWN_AT_ONCE, Shining, add_lights, exposure_of, select
from arena_runtime.scene.rendering_stage import StageWorld, make_stage, tiles_of
from arena_runtime.simulation import Simulation
from arena_simulation_setup.models.material import Material
from arena_simulation_setup.order import SetField
from arena_simulation_setup.site import Site
from arena_simulation_setup.world.realization import Floor

SPAN = 4.0
"""Metres; less than the room, so that nothing outside is seen."""
FROM_ABOVE = View((*MIDDLE, 0.0), ABOVE_ALL, np.pi / 2, -np.pi / 2, SPAN)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    return room_site(tmp_path_factory.mktemp("worlds"))


@pytest.fixture(scope="module")
def simulation(site: Site) -> Simulation:
    return room_simulation(site)


@pytest.fixture(scope="module")
def renderer(site: Site, simulation: Simulation) -> Iterator[SceneRenderer]:
    found = renderer_of(site, simulation)
    yield found
    found.close()


def shining(x: float, fixture: str = "panel") -> Shining:
    place = (x, 0.0, 2.5)
    lamp = LightSource("room/0", fixture, place, (0.0, 0.0, -1.0), 800.0, (1.0, 1.0, 1.0), 180.0)
    return Shining(lamp, place, lamp.aim, 1.0)


def test_a_lit_room_is_brighter_than_a_dark_one_and_half_of_its_lamps_are_between(
    renderer: SceneRenderer, simulation: Simulation
) -> None:
    lit, half, dark = (
        renderer.top_down(lit_frame(simulation, on, dead=dead), MIDDLE, SPAN).mean()
        for on, dead in ((True, 0.0), (True, 0.5), (False, 0.0))
    )
    assert lit > half + 5.0
    assert half > dark + 5.0
    assert dark < 10.0


def test_dimming_makes_a_room_darker(renderer: SceneRenderer, simulation: Simulation) -> None:
    full, dim = (renderer.robot_view(lit_frame(simulation, level=level), 0).mean() for level in (1.0, 0.3))
    assert full > dim + 10.0


def test_a_world_that_says_nothing_about_light_is_lit_all_the_same(tmp_path: Path) -> None:
    plain = room_site(tmp_path, PLAIN)
    simulation = room_simulation(plain)
    renderer = renderer_of(plain, simulation)
    assert renderer.top_down(simulation.frame, MIDDLE, SPAN).mean() > 60.0
    renderer.close()


def test_auto_lighting_lights_a_room_by_lamps(tmp_path: Path) -> None:
    plain = room_site(tmp_path, PLAIN)
    stage = room_stage(plain, room_simulation(plain), "auto")
    assert len(stage.lights) > 0
    assert not stage.lit_by_default


def test_lamps_nearest_to_the_centre_are_drawn_where_not_all_can_be() -> None:
    lamps = [shining(float(x)) for x in range(20)]
    selection = select(lamps, (10.2, 0.0, 0.0), 1, 0, 100.0)
    (batch,) = selection.batches
    # One place is kept for the light of all others.
    assert len(batch) == DRAWN_AT_ONCE - 1
    assert [one.place[0] for one in batch] == [10.0, 11.0, 9.0, 12.0, 8.0, 13.0, 7.0]
    assert selection.spread > select(lamps[:7], (10.2, 0.0, 0.0), 1, 0, 100.0).spread


def test_further_passes_draw_further_lamps_each_once() -> None:
    lamps = [shining(float(x)) for x in range(20)]
    batches = select(lamps, (0.0, 0.0, 0.0), 4, 0, 100.0).batches
    assert all(len(batch) <= DRAWN_AT_ONCE for batch in batches)
    assert sorted(one.place[0] for batch in batches for one in batch) == [float(x) for x in range(20)]


def test_the_sky_is_drawn_before_any_lamp() -> None:
    lamps = [*(shining(float(x)) for x in range(20)), shining(1000.0, "dome")]
    assert select(lamps, (0.0, 0.0, 0.0), 1, 0, 100.0).batches[0][0].lamp.fixture == "dome"


def test_opengl_draws_no_more_lamps_at_once_than_we_hand_it(renderer: SceneRenderer, simulation: Simulation) -> None:
    renderer.top_down(lit_frame(simulation), MIDDLE, SPAN)
    canvas = renderer._canvas
    assert canvas is not None
    means = []
    for count in (DRAWN_AT_ONCE - 1, DRAWN_AT_ONCE, DRAWN_AT_ONCE + 1):
        canvas.scene.nlight = 0
        add_lights(canvas.scene, [shining(0.8 * place) for place in range(count)], 0.0, (0.3, False))
        means.append(canvas.pixels().mean())
    assert means[0] < means[1] == means[2]


def test_people_are_seen_where_they_are_and_gone_where_they_are_not(
    renderer: SceneRenderer, simulation: Simulation
) -> None:
    frame = lit_frame(simulation, level=0.4)
    x, y = frame.people[0, :2].tolist()
    close = renderer.top_down(frame, (x, y), 1.0).astype(int)
    absent = np.full_like(frame.people, np.nan)
    empty = renderer.top_down(evolve(frame, people=absent), (x, y), 1.0).astype(int)
    changed = (np.abs(close - empty).max(axis=2) > 8).mean()
    # A disc of the person's radius in a picture of one metre by four thirds.
    assert changed == pytest.approx(np.pi * 0.25**2 / (4.0 / 3.0), abs=0.03)


def test_rendering_changes_nothing_in_the_episode(site: Site) -> None:
    watched, alone = room_simulation(site), room_simulation(site)
    renderer = renderer_of(site, watched)
    for _ in range(5):
        renderer.robot_view(lit_frame(watched), 0)
        assert watched.step().frame == alone.step().frame
    renderer.close()


def test_a_steady_view_follows_the_lamps(site: Site, simulation: Simulation) -> None:
    renderer = renderer_of(site, simulation, Detail(passes=4))
    view = SteadyView(renderer, FROM_ABOVE)
    bright, dark = (view.picture(lit_frame(simulation, lit)).mean() for lit in (True, False))
    direct = renderer.look(lit_frame(simulation), FROM_ABOVE).mean()
    assert dark < 10.0 < bright
    assert bright == pytest.approx(direct, abs=3.0)
    renderer.close()


def test_nobody_leaves_a_trace_in_a_steady_view(site: Site) -> None:
    simulation = room_simulation(site)
    renderer = renderer_of(site, simulation, Detail(passes=4))
    frame = lit_frame(simulation)
    gone = evolve(frame, people=np.full_like(frame.people, np.nan))
    view = SteadyView(renderer, FROM_ABOVE)
    view.picture(frame)
    assert np.array_equal(view.picture(gone), SteadyView(renderer, FROM_ABOVE).picture(gone))
    with_robot = view.picture(gone)
    before = renderer.look(gone, FROM_ABOVE, deserted=True)
    assert (np.abs(with_robot.astype(int) - before).max(axis=2) > 20).sum() > 20, "the robot itself is seen"
    renderer.close()


def test_tiles_cover_a_floor_of_right_angles_exactly() -> None:
    corners = ((0.0, 0.0), (7.0, 0.0), (7.0, 3.0), (3.0, 3.0), (3.0, 5.5), (0.0, 5.5))
    tiles = tuple(tiles_of(Floor("room/floor", corners, 0.0, Material("wood"))))
    assert sum(4.0 * tile.half_x * tile.half_y for tile in tiles) == pytest.approx(7.0 * 3.0 + 3.0 * 2.5)


def test_a_machine_without_graphics_says_what_to_install(
    site: Site, simulation: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_library() -> None:
        raise ImportError("libEGL.so.1: cannot open shared object file")

    monkeypatch.setattr(rendering_canvas, "_context_class", no_library)
    with pytest.raises(
        NoGraphicsError, match=r"libEGL\.so\.1.*sudo apt-get install libegl1 libopengl0 libgl1-mesa-dri"
    ):
        renderer_of(site, simulation)


def test_the_room_of_these_tests_has_more_lamps_than_fit(site: Site, simulation: Simulation) -> None:
    assert len(room_stage(site, simulation).lights) > DRAWN_AT_ONCE
    assert "ceiling_lights" in LIT


def test_a_building_with_few_lumens_is_exposed_longer_and_nothing_that_is_switched_changes_that() -> None:
    lamps = [shining(float(x)).lamp for x in range(4)]
    few, many = exposure_of(lamps, 60.0), exposure_of(lamps, 25.0)
    assert 0.5 < many < few < 4.0
    assert exposure_of([evolve(lamp, lit=False) for lamp in lamps], 60.0) == few
    assert (exposure_of(lamps, 1.0), exposure_of(lamps, 10_000.0)) == (0.5, 4.0)


def test_a_write_to_the_light_of_a_running_episode_darkens_its_picture(site: Site) -> None:
    simulation = room_simulation(site)
    place = StageWorld(site.world, site.realized, site.catalogue)
    stage = make_stage(place, simulation.start.episode, simulation.start.layout)
    renderer = SceneRenderer(simulation.scene, stage, SIZE)
    before = renderer.top_down(simulation.frame, MIDDLE, SPAN).mean()
    simulation.orders.request(SetField("room", "lit", "false"))
    after = renderer.top_down(simulation.step().frame, MIDDLE, SPAN).mean()
    assert before > 60.0 > 10.0 > after
    renderer.close()


def test_a_door_that_opened_is_seen_open(tmp_path: Path) -> None:
    site = room_site(tmp_path, DIVIDED)
    simulation = room_simulation(site)
    renderer = renderer_of(site, simulation)
    shut = renderer.top_down(simulation.frame, (3.0, 3.0), 0.6).astype(int)
    for _ in range(40):
        simulation.step()
    opened = renderer.top_down(simulation.frame, (3.0, 3.0), 0.6).astype(int)
    assert np.abs(opened - shut).mean() > 10.0
    renderer.close()
