"""The fire alarm of the shipped house: what it sets off, tick by tick, and that the verdicts show it."""

import pytest

from arena_runtime.simulation import Simulation
from arena_simulation_setup.frame import Frame
from arena_simulation_setup.site import open_site
from arena_simulation_setup.verdict import Verdict
from task_generator.generator import generate
from task_generator.request import EpisodeRequest
from tests.simulation.building_facts import fact

ALARM = 12 * 30
LONGEST = 60 * 30


class Watched:
    """The episode, run to its outcome."""

    def __init__(self) -> None:
        site = open_site("three_storied_residential", {})
        request = EpisodeRequest(1, 1, "scenario", "scenario", scenario="fire_alarm")
        generated = generate(site, request)
        self.warnings = generated.warnings
        self.simulation = Simulation(site, generated.episode)
        self.frames: list[Frame] = [self.simulation.frame]
        self.verdicts: dict[str, Verdict] = {}
        while self.simulation.outcome is None and len(self.frames) < LONGEST:
            tick = self.simulation.step()
            self.frames.append(tick.frame)
            self.verdicts |= {verdict.id: verdict for verdict in tick.observation.verdicts}

    def ticks(self, entity: str, field: str, text: str) -> list[int]:
        start = self.simulation.start
        return [frame.tick for frame in self.frames if fact(start, frame, entity, field) == text]


@pytest.fixture(scope="module")
def watched() -> Watched:
    return Watched()


def test_the_episode_succeeds_and_every_verdict_holds(watched: Watched) -> None:
    assert watched.warnings == watched.simulation.warnings == ()
    outcome = watched.simulation.outcome
    assert outcome is not None
    assert outcome.state == "SUCCESS"
    assert [verdict.state for verdict in watched.verdicts.values()] == ["holds"] * 9


def test_the_doors_are_locked_from_the_first_frame_until_one_tick_after_the_alarm(watched: Watched) -> None:
    assert watched.ticks("fire_alarm_1/1", "active", "true")[0] == ALARM
    for door in ("front_door/1", "back_door/1"):
        assert watched.ticks(door, "locked", "true") == list(range(ALARM + 1))
    assert watched.ticks("front_door/1", "open", "true")[0] > ALARM


def test_the_alarm_presses_the_plate_and_sounds_and_lights_on_every_storey(watched: Watched) -> None:
    after = list(range(ALARM + 1, len(watched.frames)))
    assert watched.ticks("front_door/1", "pressed", "true") == after
    for storey in "123":
        assert watched.ticks(f"siren_{storey}/{storey}", "sounding", "true") == after
        assert watched.ticks(f"exit_lamp_{storey}/{storey}", "lit", "true") == after


def test_the_alarm_recalls_the_lift_on_every_storey(watched: Watched) -> None:
    for storey in "123":
        opened = watched.ticks(f"elevator_{storey}/{storey}", "cabin_door", "open")
        assert opened[-1] == len(watched.frames) - 1
