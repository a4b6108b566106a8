"""Gates, plates, regimes and sounds in whole simulations: from the first frame on, recorded, and again to the bit."""

from pathlib import Path

import pytest
from attrs import evolve

from arena_evaluation.replay import replay
from arena_lab.resimulate import resimulate
from arena_lab.run import RunOptions, run_episode
from arena_runtime.simulation import Simulation
from arena_simulation_setup.conditions.parse import parse_clause
from arena_simulation_setup.episode import Episode, EpisodePerson, EpisodeRobot, Limits
from arena_simulation_setup.frame import Frame
from arena_simulation_setup.geometry import Pose, Position
from arena_simulation_setup.order import SetField
from arena_simulation_setup.scenario.phase import GotoPhase
from arena_simulation_setup.scenario.timeline import SetAction, TimelineEntry
from arena_simulation_setup.semantics.annotation import SemanticCfg
from arena_simulation_setup.semantics.expansion import expand_preset
from arena_simulation_setup.site import Site, open_site
from arena_simulation_setup.timebase import seconds_to_ns
from arena_simulation_setup.world.sound import Sound
from tests.simulation.building_facts import fact
from tests.simulation.two_rooms import WORLD

GATED = WORLD.replace(
    "activation_distance: 1.5, transition_time: 0.8}",
    "activation_distance: 1.5, transition_time: 0.8, hold_time: 0.5, semantics: ["
    "{preset: gate, params: {locked: false, authorized: [nurse], unlock_on: alarm}}, "
    "{preset: pressure_plate, params: {position: [8, 1], radius: 0.5, drives: middle, press_on: panic}}]}",
).replace(
    "  semantics:\n",
    "  schedules:\n"
    "  - {name: fire, semantics: [{preset: schedule, params: {windows: [], regime: alarm}}]}\n"
    "  - {name: rush, semantics: [{preset: schedule, params: {windows: [{start: 4, end: 5}], regime: panic}}]}\n"
    "  lights:\n"
    "  - {name: lamp, fixture: bulb, position: [2, 2, 2], lumens: 400, light_on: alarm}\n"
    "  semantics:\n"
    "  - {preset: occupancy_cap, params: {cap: 0}}\n",
    1,
)
WAITING = EpisodePerson("walker", "arenian", 0.25, 1.75, Pose(4.0, 2.6), 1.0)
RADIO = Sound(
    "radio", "radio_loop", Position(1.0, 1.0), semantics=expand_preset("sound", SemanticCfg("", "", params={}))
)


def at(seconds: float, *actions: tuple[str, str, str]) -> TimelineEntry:
    return TimelineEntry(tuple(SetAction(*action) for action in actions), at=seconds)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    folder = tmp_path_factory.mktemp("gated") / "two_rooms" / "0"
    folder.mkdir(parents=True)
    (folder / "world.yaml").write_text(GATED, encoding="utf-8")
    return open_site(str(folder.parent), {})


def waiting(site: Site, *timeline: TimelineEntry) -> Episode:
    """Somebody stands half a metre from the edge of the door's reach, inside it."""
    return Episode(
        1, site.reference, "", 3, people=(WAITING,), timeline=timeline, limits=Limits(timeout_ns=seconds_to_ns(8.0))
    )


def frames_of(simulation: Simulation, seconds: float) -> list[Frame]:
    frames = [simulation.frame]
    while simulation.frame.time_ns < seconds_to_ns(seconds):
        simulation.step()
        frames.append(simulation.frame)
    return frames


def test_a_gate_that_is_locked_at_0_keeps_a_door_shut_that_somebody_stands_at(site: Site) -> None:
    timeline = (at(0.0, ("middle", "locked", "true")), at(2.0, ("middle", "locked", "false")))
    simulation = Simulation(site, waiting(site, *timeline))
    assert simulation.warnings == ()
    frames = frames_of(simulation, 3.0)
    states = [fact(simulation.start, frame, "middle/0", "state") for frame in frames]
    assert fact(simulation.start, frames[0], "middle/0", "locked") == "true"
    assert set(states[:61]) == {"closed"}
    assert {fact(simulation.start, frame, "middle/0", "blocked") for frame in frames[:60]} == {"true"}
    assert {fact(simulation.start, frame, "middle/0", "triggered") for frame in frames[:61]} == {"false"}
    assert states[61] == "opening"


def test_an_unlocked_gate_lets_the_same_door_open_at_once(site: Site) -> None:
    simulation = Simulation(site, waiting(site))
    frames = frames_of(simulation, 0.1)
    assert fact(simulation.start, frames[1], "middle/0", "state") == "opening"


def test_the_model_of_a_person_opens_a_locked_gate(site: Site) -> None:
    episode = waiting(site, at(0.0, ("middle", "locked", "true")))
    nurse = evolve(WAITING, name="anna", model="nurse")
    simulation = Simulation(site, evolve(episode, people=(nurse,)))
    assert fact(simulation.start, frames_of(simulation, 0.1)[-1], "middle/0", "state") == "opening"


def test_an_alarm_unlocks_and_lights_one_tick_later(site: Site) -> None:
    timeline = (at(0.0, ("middle", "locked", "true")), at(1.0, ("fire", "active", "true")))
    simulation = Simulation(site, waiting(site, *timeline))
    frames = frames_of(simulation, 2.0)

    def first(entity: str, field: str, text: str) -> int:
        return next(frame.tick for frame in frames if fact(simulation.start, frame, entity, field) == text)

    assert first("fire/0", "active", "true") == 30
    assert first("middle/0", "locked", "false") == 31
    assert first("lamp/0", "lit", "true") == 31
    assert first("middle/0", "state", "opening") == 32


def test_a_plate_that_a_regime_presses_opens_past_the_lock(site: Site) -> None:
    simulation = Simulation(site, waiting(site, at(0.0, ("middle", "locked", "true"))))
    frames = frames_of(simulation, 7.0)
    pressed = [f.tick for f in frames if fact(simulation.start, f, "middle/0", "pressed") == "true"]
    triggered = [f.tick for f in frames if fact(simulation.start, f, "middle/0", "triggered") == "true"]
    assert pressed == list(range(121, 151))
    # The door follows one tick later, and holds for half a second after the last trigger.
    assert triggered == list(range(122, 167))


def test_sounds_of_a_scenario_live_for_one_episode(site: Site) -> None:
    plain, noisy = waiting(site), evolve(waiting(site), sounds=(RADIO,))
    simulation = Simulation(site, noisy)
    (warning,) = simulation.warnings
    assert warning.startswith("sound radio/0 stays silent")
    simulation.orders.request(SetField("radio", "sounding", "true"))
    simulation.step()
    assert fact(simulation.start, simulation.frame, "radio/0", "sounding") == "true"
    again = Simulation(site, noisy)
    assert fact(again.start, again.frame, "radio/0", "sounding") == "false"
    later = Simulation(site, plain)
    with pytest.raises(KeyError):
        fact(later.start, later.frame, "radio/0", "sounding")


def test_zones_count_robots_and_people(site: Site) -> None:
    simulation = Simulation(site, waiting(site))
    assert fact(simulation.start, simulation.frame, "west/0", "occupancy") == 1.0
    assert fact(simulation.start, simulation.frame, "west/0", "over_cap") == "true"


def test_writes_in_every_tick_are_recorded_judged_again_and_simulated_again_to_the_bit(
    site: Site, tmp_path: Path
) -> None:
    writes = TimelineEntry(
        (SetAction("lamp", "level", "0..1"), SetAction("west", "cap", "0..3"), SetAction("fire", "active", "true")),
        every=1 / 30,
    )
    clauses = (
        {"op": "eventually", "p": "lamp.lit == true"},
        {"op": "never", "p": "lamp.lit == true"},
        {"op": "eventually", "p": "west.over_cap == false"},
    )
    place = Pose(8.0, 4.8)
    stay = GotoPhase(pose=place, tolerance_radius=0.5, tolerance_angle=0.0, hold_time=3.0)
    robot = EpisodeRobot("jackal_0", "jackal", 0.267, place, phases=(stay,), adapter="none")
    episode = evolve(
        waiting(site, writes), robots=(robot,), conditions=tuple(map(parse_clause, clauses)), sounds=(RADIO,)
    )
    row = run_episode(site, episode, RunOptions(tmp_path))
    assert row.outcome == "SUCCESS"
    assert [verdict.state for verdict in row.verdicts] == ["holds", "violated", "holds"]
    assert row.recording is not None
    assert replay(Path(row.recording)).agrees
    assert resimulate(site, Path(row.recording)).difference == ""
