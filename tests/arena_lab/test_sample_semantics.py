"""What other people's worlds say of their gates, plates, schedules and sounds is in force, level by level."""

from pathlib import Path

import pytest

from arena_runtime.simulation import Simulation
from arena_simulation_setup.episode import Limits
from arena_simulation_setup.site import open_site
from arena_simulation_setup.timebase import seconds_to_ns
from task_generator.generator import generate
from task_generator.request import EpisodeRequest
from tests.simulation.building_facts import fact

SCRIPTED = ("gate", "pressure_plate", "occupancy_cap", "signal", "schedule", "sound", "light")


@pytest.mark.parametrize("level", ["1", "2", "3"])
def test_every_annotation_of_a_level_has_facts(samples: Path, level: str) -> None:
    site = open_site(f"{samples / 'three_storied_residential'}[{level}]", {})
    expected = set()
    for _, zone in site.world.zones():
        hosts = (*zone.doors, *zone.elevators, *zone.schedules, *zone.signals, *zone.sounds, zone)
        expected |= {(f"{host.name}/{level}", item.name) for host in hosts for item in host.semantics}
    request = EpisodeRequest(1, 3, limits=Limits(timeout_ns=seconds_to_ns(5.0)))
    simulation = Simulation(site, generate(site, request).episode)
    columns = simulation.start.layout.numbers + simulation.start.layout.codes
    assert {(c.entity, c.field) for c in columns if c.kind in (*SCRIPTED, "zone")} >= expected
    for _ in range(10):
        simulation.step()


def test_the_alarm_of_the_sample_unlocks_presses_and_sounds(samples: Path) -> None:
    site = open_site(f"{samples / 'three_storied_residential'}[1]", {})
    limits = Limits(timeout_ns=seconds_to_ns(14.0))
    request = EpisodeRequest(1, 3, "scenario", "scenario", scenario="fire_alarm", limits=limits)
    simulation = Simulation(site, generate(site, request).episode)
    start, door = simulation.start, "door_edge_1_1/1"
    seen = []
    while simulation.outcome is None:
        simulation.step()
        frame = simulation.frame
        facts = [fact(start, frame, door, field) for field in ("locked", "pressed", "triggered")]
        facts += [fact(start, frame, name, "sounding") for name in ("hall_siren/1", "bedroom_radio/1")]
        seen.append(tuple(facts))
    alarm = 12 * 30
    assert seen[alarm - 2] == ("true", "false", "false", "false", "true")
    assert seen[alarm - 1] == ("true", "false", "false", "false", "false")
    assert seen[alarm] == ("false", "true", "false", "true", "false")
    assert seen[alarm + 1] == ("false", "true", "true", "true", "false")
    assert simulation.warnings == ()
    assert simulation.outcome is not None
    assert simulation.outcome.state == "SUCCESS"
