"""Timelines: when entries fire, what they write, and that episodes with them repeat to the bit."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from arena_cli.main import main
from arena_evaluation.replay import replay
from arena_lab.resimulate import resimulate
from arena_lab.run import RunOptions, run_episode
from arena_runtime.simulation import Simulation
from arena_runtime.timeline import Timeline
from arena_runtime.triggers import Edge, Once, Recurring
from arena_simulation_setup.conditions.atom import FieldAtom
from arena_simulation_setup.conditions.parse import parse_atom
from arena_simulation_setup.episode import Episode
from arena_simulation_setup.frame import FactColumn, Frame, FrameLayout
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.order import SetField
from arena_simulation_setup.recording.reader import open_recording
from arena_simulation_setup.scenario.phase import GotoPhase
from arena_simulation_setup.scenario.timeline import FieldEdge, SetAction, TimelineEntry
from arena_simulation_setup.site import Site
from tests.simulation.two_rooms import crossing, two_room_site

LAYOUT = FrameLayout(
    robots=("jackal_0",),
    numbers=(FactColumn("ward/0", "zone", "speed", "continuous"), FactColumn("hall/0", "zone", "speed", "continuous")),
    codes=(
        FactColumn("ward/0", "zone", "quiet", "predicate", codes=("false", "true")),
        FactColumn("door/0", "door", "open", "predicate", codes=("false", "true")),
        FactColumn("hall/1", "zone", "quiet", "predicate", codes=("false", "true")),
        FactColumn("hall/0", "zone", "quiet", "predicate", codes=("false", "true")),
    ),
)
WRITABLE = frozenset((c.entity, "zone", c.field) for c in (*LAYOUT.numbers, *LAYOUT.codes) if c.kind == "zone")
ATOM = FieldAtom("ward/0", "quiet", "true")
CROWDED = settings(max_examples=60, deadline=None)
TICKS = st.lists(st.integers(1, 40), max_size=40).map(lambda steps: np.cumsum([0, *steps]).tolist())


def timeline(*entries: TimelineEntry, seed: int = 1, declared: dict[str, tuple[str, ...]] | None = None) -> Timeline:
    return Timeline(entries, seed, LAYOUT, WRITABLE, declared or {})


def sets(*actions: tuple[str, str, str], **trigger: Any) -> TimelineEntry:
    return TimelineEntry(tuple(SetAction(*action) for action in actions), **trigger)


def unknown(_: object) -> None:
    return None


def fired(trigger: Any, times: list[int]) -> list[int]:
    return [now for now in times if trigger.fires(now, unknown)]


@CROWDED
@given(TICKS, st.integers(0, 200))
def test_at_fires_once_at_the_first_frame_that_is_not_earlier(times: list[int], at: int) -> None:
    assert fired(Once(at), times) == [now for now in times if now >= at][:1]


@CROWDED
@given(TICKS, st.integers(1, 60), st.integers(0, 90), st.none() | st.integers(0, 300))
def test_every_fires_in_each_tick_that_passes_a_scheduled_time(
    times: list[int], period: int, offset: int, until: int | None
) -> None:
    scheduled = [(offset or period) + number * period for number in range(2000)]
    counted = [time for time in scheduled if until is None or time <= until]
    passed = [now for before, now in zip([-1, *times], times, strict=False) if any(before < t <= now for t in counted)]
    assert fired(Recurring(period, offset, until), times) == passed


@pytest.mark.parametrize("period", [0, -5])
def test_a_period_that_is_not_positive_never_fires(period: int) -> None:
    assert fired(Recurring(period, 3, None), list(range(50))) == []


def test_the_last_scheduled_time_is_included_and_a_late_tick_makes_up_for_nothing() -> None:
    assert fired(Recurring(10, 0, 30), [0, 10, 20, 29, 30, 40]) == [10, 20, 30]
    assert fired(Recurring(10, 0, None), [0, 35, 36, 40]) == [35, 40]


@CROWDED
@given(st.lists(st.sampled_from([True, False, None])))
def test_when_fires_on_each_change_to_true_and_the_unknown_is_not_true(truths: list[bool | None]) -> None:
    edge = Edge(ATOM)
    found = [edge.fires(0, lambda _, truth=truth: truth) for truth in truths]  # type: ignore[misc]
    assert found == [now is True and before is not True for before, now in zip([False, *truths], truths, strict=False)]


def test_entries_and_their_writes_come_in_list_order_with_names_spelt_in_full() -> None:
    script = timeline(
        sets(("ward", "quiet", "false"), ("ward/0", "speed", "1.5"), at=0.0),
        sets(("ward", "quiet", "true"), every=1.0),
        sets(("ward", "speed", "2"), at=1.0),
    )
    assert script.due(0, unknown) == (SetField("ward/0", "quiet", "false"), SetField("ward/0", "speed", "1.5"))
    assert script.due(999_999_999, unknown) == ()
    assert script.due(10**9, unknown) == (SetField("ward/0", "quiet", "true"), SetField("ward/0", "speed", "2"))


@CROWDED
@given(st.integers(0, 2**63 - 1), st.floats(-1e6, 1e6), st.floats(-1e6, 1e6))
def test_ranges_are_drawn_between_their_ends_and_again_from_the_same_seed(seed: int, low: float, high: float) -> None:
    entry = sets(("ward", "speed", f"{low!r}..{high!r}"), every=1.0)
    one, two = timeline(entry, entry, seed=seed), timeline(entry, entry, seed=seed)
    drawn = [[float(write.value) for write in one.due(tick * 10**9, unknown)] for tick in range(1, 6)]
    assert drawn == [[float(write.value) for write in two.due(tick * 10**9, unknown)] for tick in range(1, 6)]
    assert all(min(low, high) <= value <= max(low, high) for values in drawn for value in values)
    if abs(high - low) > 1e-3:
        assert len({value for values in drawn for value in values}) == 10


def test_random_is_a_number_from_zero_to_one_of_the_stream_of_its_entry() -> None:
    entry = sets(("ward", "speed", "random"), every=1.0)
    script = timeline(entry, entry)
    values = [[float(write.value) for write in script.due(tick * 10**9, unknown)] for tick in range(1, 200)]
    assert all(0.0 <= value < 1.0 for pair in values for value in pair)
    assert all(first != second for first, second in values)
    assert 0.4 < float(np.mean(values)) < 0.6


@pytest.mark.parametrize("value", ["a..b", "..", "1..", "inf..1", "nan..1", "1_0..20", "-1e308..1e308"])
def test_what_is_no_range_is_taken_as_it_is_and_is_then_no_number(value: str) -> None:
    script = timeline(sets(("ward", "speed", value), at=0.0))
    assert script.due(0, unknown) == ()
    assert len(script.warnings) == 1
    assert f"malformed value: {value!r}" in script.warnings[0]


def test_writes_that_nothing_carries_out_are_said_once_and_the_others_are_made_with_the_same_values() -> None:
    good = ("ward", "speed", "random")
    bad = (("ward", "quiet", "random"), ("wrad", "quiet", "true"), ("door", "open", "true"), ("hall", "quiet", "true"))
    script = timeline(sets(*bad, ("gate", "locked", "true"), good, every=1.0), declared={"gate": ("locked",)})
    assert [len(script.due(tick * 10**9, unknown)) for tick in range(4)] == [0, 1, 1, 1]
    assert [sentence.partition(":")[0] for sentence in script.warnings] == [f"timeline[0].set[{i}]" for i in range(5)]
    reasons = ("'random' draws a number", "did you mean 'ward'", "not writable", "several levels", "lets it be set")
    assert all(reason in sentence for reason, sentence in zip(reasons, script.warnings, strict=True))
    # A skipped write that draws leaves the value of the next one as it would be if it were made.
    drawing = timeline(sets(("wrad", "speed", "0..1"), good, at=0.0)).due(0, unknown)
    made = timeline(sets(("ward", "speed", "0..1"), good, at=0.0)).due(0, unknown)
    assert drawing == made[1:]


def test_a_trigger_on_several_levels_is_refused() -> None:
    with pytest.raises(ValueError, match=r"timeline\[1\]\.when: 'hall\.quiet' is on several levels"):
        timeline(sets(at=1.0), sets(when=FieldEdge("hall", "quiet", "true")))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    return two_room_site(tmp_path_factory.mktemp("worlds"))


def scripted(site: Site, *entries: TimelineEntry) -> Episode:
    return evolve(crossing(site), timeline=entries)


def played(simulation: Simulation, ticks: int) -> list[Frame]:
    return [simulation.first.frame, *(simulation.step().frame for _ in range(ticks))]


def ticks_where(simulation: Simulation, frames: list[Frame], field: str, text: str) -> list[int]:
    """Ticks whose frame has this text in a field of the western room."""
    layout = simulation.start.layout
    numbers = [index for index, column in enumerate(layout.numbers) if column.field == field]
    codes = [index for index, column in enumerate(layout.codes) if column.field == field]
    values = [
        repr(float(frame.numbers[numbers[0]])) if numbers else ("false", "true")[frame.codes[codes[0]]]
        for frame in frames
    ]
    return [frame.tick for frame, value in zip(frames, values, strict=True) if value == text]


def test_at_zero_is_in_frame_0_and_later_writes_in_the_frame_of_their_time(site: Site) -> None:
    quiet = sets(("west", "quiet", "false"), at=0.0), sets(("west", "quiet", "true"), at=0.5)
    simulation = Simulation(site, scripted(site, *quiet))
    frames = played(simulation, 20)
    assert ticks_where(simulation, frames, "quiet", "false") == list(range(15))


def test_each_link_of_a_chain_takes_a_tick(site: Site) -> None:
    chain = (
        sets(("west", "max_speed", "0.5"), when=FieldEdge("west", "quiet", "false")),
        sets(("west", "quiet", "false"), at=0.2),
        sets(("west", "max_speed", "0.25"), when=parse_atom("west.max_speed == 0.50")),
    )
    simulation = Simulation(site, scripted(site, *chain))
    frames = played(simulation, 12)
    assert ticks_where(simulation, frames, "quiet", "false")[0] == 6
    assert ticks_where(simulation, frames, "max_speed", "0.5") == [7]
    assert ticks_where(simulation, frames, "max_speed", "0.25") == [8, 9, 10, 11, 12]


def test_what_is_true_from_the_start_fires_at_the_first_tick(site: Site) -> None:
    entry = sets(("west", "max_speed", "0.5"), when=parse_atom("jackal_0 in west"))
    simulation = Simulation(site, scripted(site, entry))
    assert ticks_where(simulation, played(simulation, 3), "max_speed", "0.5") == [1, 2, 3]


def test_the_last_write_to_a_field_counts_and_the_script_comes_after_orders_from_outside(site: Site) -> None:
    entries = sets(("west", "max_speed", "2"), at=0.1), sets(("west", "max_speed", "3"), at=0.1)
    simulation = Simulation(site, scripted(site, *entries))
    played(simulation, 2)
    simulation.orders.request(SetField("west", "max_speed", "4"))
    tick = simulation.step()
    assert ticks_where(simulation, [tick.frame], "max_speed", "3.0") == [3]
    assert [order.request for order in tick.orders] == [SetField("west/0", "max_speed", "4")]


def test_an_entry_watches_the_fields_of_a_robot_with_those_of_the_frame_before(site: Site) -> None:
    goal = GotoPhase(pose=Pose(1.0, 4.8), tolerance_radius=5.0, tolerance_angle=0.0)
    robot = evolve(crossing(site).robots[0], phases=(goal, *crossing(site).robots[0].phases))
    entry = sets(("west", "max_speed", "0.5"), when=FieldEdge("jackal_0", "met", "0"))
    simulation = Simulation(site, evolve(scripted(site, entry), robots=(robot,)))
    frames = played(simulation, 5)
    met = simulation.judge.phases()[0].tick
    assert met is not None
    assert ticks_where(simulation, frames, "max_speed", "0.5") == list(range(met + 1, 6))


STORY = (
    sets(("west", "max_speed", "0.5..1.5"), every=0.7, offset=0.2, until=9.0),
    sets(("west", "quiet", "false"), at=0.0),
    sets(("west", "quiet", "true"), ("west", "max_speed", "random"), when=FieldEdge("middle", "open", "true")),
    sets(("west", "quiet", "false"), when=parse_atom("not jackal_0 in west")),
)


def test_recorded_episode_with_a_timeline_repeats_to_the_bit_and_judges_alike(site: Site, tmp_path: Path) -> None:
    row = run_episode(site, scripted(site, *STORY), RunOptions(tmp_path))
    path = Path(str(row.recording))
    recording = open_recording(path)
    frames = list(recording.frames())
    assert list(recording.orders()) == []
    assert len({frame.numbers.tobytes() for frame in frames}) > 12
    result = resimulate(site, path)
    assert (result.difference, result.frames) == ("", len(frames))
    assert replay(path).agrees
    assert {verdict.state for verdict in row.verdicts if verdict.id == "e4"} == {"violated"}
    other = Simulation(site, evolve(recording.start.episode, timeline=STORY[1:]))
    assert any(frame != again for frame, again in zip(frames, played(other, 30), strict=False))


@pytest.mark.slow
def test_every_write_of_the_fire_alarm_has_an_effect_and_the_episode_repeats(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["world:=three_storied_residential", "scenario:=fire_alarm", "seed:=1", f"record.dir:={tmp_path}"]
    assert main(["run", *words, "--quiet", "picture:=false"]) == 0
    said = capsys.readouterr()
    assert "SUCCESS" in said.out
    assert "no effect" not in said.err
    (path,) = tmp_path.rglob("*.mcap")
    assert main(["run", f"recording:={path}"]) == 0
