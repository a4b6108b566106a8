"""A robot leans on a door for a minute: the slab passes through nothing and rests once nothing is in its way."""

import math
from pathlib import Path

import pytest
from shapely import Point
from shapely import Polygon as Shape

from arena_runtime.mechanisms.door import slab_polygon, swept_band
from arena_runtime.simulation import Simulation
from arena_simulation_setup.order import CommandVelocity
from arena_simulation_setup.semantics.vocabulary import DOOR_STATES
from arena_simulation_setup.site import Site, open_site
from tests.simulation.two_rooms import WORLD, pushing

RADIUS = 0.267
ROBOT_HEIGHT = 0.5
YIELDING = 0.03
MINUTE = 60 * 30
TRANSITION = math.ceil(0.8 * 30) + 1


def site_with_reach(folder: Path, reach: float, kind: str) -> Site:
    level = folder / "two_rooms" / "0"
    level.mkdir(parents=True)
    text = WORLD.replace("activation_distance: 1.5", f"activation_distance: {reach}, kind: {kind}")
    (level / "world.yaml").write_text(text, encoding="utf-8")
    return open_site(str(level.parent), {})


@pytest.mark.parametrize(
    ("kind", "speed", "reach"),
    [
        ("sliding", 0.3, 0.0),
        ("sliding", 0.3, 0.3),
        ("sliding", 2.0, 0.34),
        ("sliding", 0.3, 0.34),
        ("sliding", 2.0, 0.6),
        ("sliding_top", 2.0, 0.34),
        ("teleport", 2.0, 0.3),
    ],
)
def test_a_robot_that_pushes_at_a_door_for_a_minute_never_meets_its_slab_on_the_way(
    kind: str, speed: float, reach: float, tmp_path: Path
) -> None:
    site = site_with_reach(tmp_path, reach, kind)
    ((_, door),) = site.world.doors()
    simulation = Simulation(site, pushing(site))
    layout = simulation.start.layout
    state = [(column.entity, column.field) for column in layout.codes].index(("middle/0", "state"))
    progress = [(column.entity, column.field) for column in layout.numbers].index(("middle/0", "progress"))
    way = Shape(swept_band(door, 0.0, 1.0))
    in_transit = 0
    simulation.orders.request(CommandVelocity("jackal_0", speed, 0.0, 0.0))
    for _ in range(MINUTE):
        frame = simulation.step().frame
        x, y = frame.robots[0, :2].tolist()
        word, share = DOOR_STATES[frame.codes[state]], float(frame.numbers[progress])
        assert (word == "closed", word == "open") == (share == 0.0, share == 1.0)
        above = kind == "sliding_top" and share * door.height > ROBOT_HEIGHT
        slab = () if above else slab_polygon(door, share)
        assert not slab or Shape(slab).distance(Point(x, y)) > RADIUS - YIELDING
        if word in ("closed", "open"):
            found = simulation._cast.scene.overlaps(5.0, 2.6, 0.05) or ""
            assert found.startswith("middle") == (word == "closed"), "what is said and what stands there differ"
        free = way.distance(Point(x, y)) > RADIUS + YIELDING
        in_transit = in_transit + 1 if free and word in ("opening", "closing") else 0
        assert in_transit <= TRANSITION
    assert reach > 0.0 or (word == "closed" and x < 5.0)
