"""What of an episode is written, and when."""

from pathlib import Path

import numpy as np
import pytest

from arena_runtime.recorder import Recorder, grid_of
from arena_runtime.simulation import Simulation
from arena_simulation_setup.map.occupancy import FREE, OCCUPIED, OccupancyImage
from arena_simulation_setup.order import SetField
from arena_simulation_setup.recording.reader import open_recording
from arena_simulation_setup.site import Site
from tests.simulation.two_rooms import crossing, two_room_site


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    return two_room_site(tmp_path_factory.mktemp("worlds"))


def test_the_grid_begins_in_the_south_where_the_image_begins_in_the_north() -> None:
    image = OccupancyImage(np.array([[FREE, FREE], [OCCUPIED, FREE]], np.uint8), (1.0, 2.0), 0.05)
    grid = grid_of(image)
    assert grid.cells.tolist() == [[100, 0], [0, 0]]
    assert (grid.origin.xy, grid.resolution) == ((1.0, 2.0), 0.05)


def test_each_frame_and_order_is_written_and_verdicts_at_the_start_and_whenever_one_changes(
    site: Site, tmp_path: Path
) -> None:
    simulation = Simulation(site, crossing(site))
    recorder = Recorder(tmp_path / "a" / "a.mcap", simulation, site.plan)
    ticks, said = [simulation.first], [simulation.judge.verdicts()]
    for number in range(60):
        if number == 20:
            simulation.orders.request(SetField("west", "quiet", "false"))
        ticks.append(simulation.step())
        said.append(simulation.judge.verdicts())
        recorder.take(ticks[-1])
    simulation.judge.close("SKIPPED", "cancelled", simulation.frame.tick)
    recorder.finish()
    recording = open_recording(recorder.path)
    assert list(recording.frames()) == [tick.frame for tick in ticks]
    assert [(order.tick, order.request) for order in recording.orders()] == [(21, SetField("west/0", "quiet", "false"))]
    changed = [index for index in range(1, 61) if said[index] != said[index - 1]]
    assert 21 in changed
    snapshots = list(recording.verdicts())
    assert [snapshot.tick for snapshot in snapshots] == [0, *changed, 60]
    assert [snapshot.verdicts for snapshot in snapshots[:-1]] == [said[0], *(said[index] for index in changed)]
    assert {verdict.state for verdict in snapshots[-1].verdicts}.isdisjoint({"pending"})
    outcome = recording.outcome()
    assert outcome is not None
    assert (outcome.outcome.state, outcome.outcome.reason) == ("SKIPPED", "cancelled")
