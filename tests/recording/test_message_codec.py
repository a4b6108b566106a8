"""Starts, orders, verdicts, outcomes, transforms and plans survive their way through bytes."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st
from mcap_ros2._dynamic import generate_dynamic
from small_episode import frame_at, start_of

from arena_simulation_setup.conditions.atom import DistanceAtom
from arena_simulation_setup.conditions.clause import Clause
from arena_simulation_setup.frame import Frame, FrameLayout
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.order import CommandVelocity, Order, SetField, SubmitPhases, Teleport
from arena_simulation_setup.recording import channels
from arena_simulation_setup.recording.cdr import CdrReader, CdrWriter
from arena_simulation_setup.recording.codec import (
    OutcomeRecord,
    VerdictSnapshot,
    decode_order,
    decode_outcome,
    decode_start,
    decode_verdicts,
    encode_order,
    encode_outcome,
    encode_start,
    encode_verdicts,
)
from arena_simulation_setup.recording.error import RecordingError
from arena_simulation_setup.recording.occupancy import OccupancyGrid, decode_occupancy, encode_occupancy
from arena_simulation_setup.recording.transforms import TransformMessage
from arena_simulation_setup.scenario.phase import GotoPhase
from arena_simulation_setup.verdict import (
    OUTCOME_STATES,
    PHASE_OUTCOMES,
    VERDICT_STATES,
    EpisodeOutcome,
    PhaseOutcome,
    Verdict,
)

TEXTS = st.text(st.characters(exclude_characters="\0", exclude_categories=("Cs",)), max_size=12)
TICKS = st.none() | st.integers(0, 2**62)
VERDICTS = st.builds(Verdict, TEXTS, TEXTS, TEXTS, TEXTS, TEXTS, st.sampled_from(VERDICT_STATES), TICKS, TEXTS)
PHASES = st.builds(PhaseOutcome, TEXTS, st.integers(0, 2**32 - 1), TEXTS, st.sampled_from(PHASE_OUTCOMES), TICKS, TEXTS)
SNAPSHOTS = st.builds(
    VerdictSnapshot,
    st.integers(0, 2**63),
    st.integers(0, 2**62),
    st.lists(VERDICTS, max_size=4).map(tuple),
    st.lists(PHASES, max_size=4).map(tuple),
)
OUTCOMES = st.builds(
    OutcomeRecord,
    st.integers(0, 2**32 - 1),
    TEXTS,
    st.builds(EpisodeOutcome, st.sampled_from(OUTCOME_STATES), st.integers(0, 2**63), TEXTS),
)
REQUESTS = (
    SetField("entrance/0", "state", "open"),
    CommandVelocity("jackal_0", 0.1, -0.0, 1e-9),
    SubmitPhases(
        "jackal_0",
        (GotoPhase(target="ward", hold_time=2.0), GotoPhase(pose=Pose(1.0, 2.0, 0.5))),
        (Clause("never", DistanceAtom("jackal_0", 0.5, "Ann")),),
    ),
    Teleport("Ann", Pose(1.0, 2.0)),
)


@cache
def independent_decoder(channel: channels.Channel) -> Callable[[bytes], Any]:
    return generate_dynamic(channel.type_name, channels.schema_text(channel.type_name))[channel.type_name]


def decode_independently(channel: channels.Channel, data: bytes) -> Any:
    return independent_decoder(channel)(data)


def constants(channel: channels.Channel) -> dict[str, int]:
    """Constants of a type and its parts; where two parts use a name, they give it the same number."""
    found = re.findall(r"^uint8 ([A-Z]+)=([0-9]+)", channels.schema_text(channel.type_name), re.MULTILINE)
    return {name: int(number) for name, number in found}


@settings(max_examples=80, deadline=None)
@given(SNAPSHOTS)
def test_verdicts_survive_and_an_independent_decoder_agrees(snapshot: VerdictSnapshot) -> None:
    data = encode_verdicts(snapshot)
    assert decode_verdicts(data) == snapshot
    message = decode_independently(channels.VERDICTS, data)
    assert [verdict.reason for verdict in message.verdicts] == [verdict.reason for verdict in snapshot.verdicts]
    numbers = constants(channels.VERDICTS)
    states = [numbers[verdict.state.upper()] for verdict in snapshot.verdicts]
    outcomes = [numbers[phase.outcome.upper()] for phase in snapshot.phases]
    assert [verdict.state for verdict in message.verdicts] == states
    assert [phase.outcome for phase in message.phases] == outcomes


@settings(max_examples=50, deadline=None)
@given(OUTCOMES)
def test_outcomes_survive_and_an_independent_decoder_agrees(record: OutcomeRecord) -> None:
    data = encode_outcome(record)
    assert decode_outcome(data) == record
    message = decode_independently(channels.OUTCOME, data)
    assert message.state == constants(channels.OUTCOME)[record.outcome.state]
    assert message.reason == record.outcome.reason


@pytest.mark.parametrize("request_", REQUESTS, ids=lambda request: type(request).__name__)
def test_orders_survive_and_name_their_kind(request_: SetField) -> None:
    order = Order(17, 3, request_)
    data = encode_order(order)
    assert decode_order(data) == order
    assert f'"kind":"{decode_independently(channels.ORDERS, data).kind}"' in data.decode(errors="replace")


def test_an_order_whose_kind_is_not_its_payloads_is_refused() -> None:
    data = encode_order(Order(1, 0, SetField("a", "b", "c"))).replace(b"set_field\0", b"set_fjeld\0", 1)
    with pytest.raises(RecordingError, match="set_fjeld"):
        decode_order(data)


def test_the_start_of_an_episode_survives() -> None:
    start = start_of(phases=(GotoPhase(target="ward"),))
    assert decode_start(encode_start(start)) == start
    assert decode_independently(channels.EPISODE, encode_start(start)).world_json == start.world_json


@settings(max_examples=200, deadline=None)
@given(st.sampled_from((decode_start, decode_order, decode_verdicts, decode_outcome, decode_occupancy)), st.data())
def test_damaged_messages_raise_nothing_but_the_one_error(decode: Callable[..., Any], data: st.DataObject) -> None:
    content = bytearray(data.draw(st.sampled_from(EXAMPLES)))
    for _ in range(data.draw(st.integers(1, 4))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    del content[data.draw(st.integers(0, len(content))) :]
    try:
        decode(memoryview(content))
    except RecordingError:
        return


@pytest.mark.parametrize("text", ["a\0b", "\ud800"])
def test_a_text_that_no_message_can_carry_is_refused(text: str) -> None:
    with pytest.raises(RecordingError):
        CdrWriter().text(text)


@pytest.mark.parametrize(("code", "value"), [("B", 256), ("I", -1), ("q", 2**63), ("f", 1e300), ("d", None)])
def test_a_number_that_does_not_fit_is_refused(code: str, value: float) -> None:
    with pytest.raises(RecordingError, match="does not fit"):
        CdrWriter().number(code, value)


def test_a_text_without_its_final_zero_is_refused() -> None:
    with pytest.raises(RecordingError, match="does not end"):
        CdrReader(b"\x00\x01\x00\x00" + b"\x02\x00\x00\x00ab").text()


def test_transforms_form_the_tree_of_a_running_system_and_leave_absent_people_out() -> None:
    data = TransformMessage(start_of().layout).encode(frame_at(60), 7_000_000_001)
    transforms = decode_independently(channels.TRANSFORMS, data).transforms
    names = [(transform.header.frame_id, transform.child_frame_id) for transform in transforms]
    assert names == [("map", "jackal_0/odom"), ("jackal_0/odom", "jackal_0/base_link"), ("map", "Ann")]
    assert {(item.header.stamp.sec, item.header.stamp.nanosec) for item in transforms} == {(7, 1)}
    odom, base, ann = (item.transform for item in transforms)
    assert (odom.translation.x, odom.rotation.w) == (0.0, 1.0)
    assert (base.translation.x, base.rotation.z) == (2.0, pytest.approx(math.sin(0.05)))
    assert (ann.translation.y, ann.rotation.w) == (0.9, pytest.approx(math.cos(-1.5)))


def test_transforms_follow_people_who_appear() -> None:
    message = TransformMessage(start_of().layout)
    message.encode(frame_at(0), 0)
    frame = frame_at(1)
    people = np.array(frame.people)
    people[1] = (4.0, 5.0, 0.0, 0.0, 0.0)
    transforms = decode_independently(channels.TRANSFORMS, message.encode(evolve(frame, people=people), 0)).transforms
    assert (transforms[-1].child_frame_id, transforms[-1].transform.translation.y) == ("Bö", 5.0)


def test_transforms_of_nobody_are_an_empty_message() -> None:
    empty = np.empty(0)
    frame = Frame(0, 0, empty, empty, empty, empty, empty, empty, empty)
    assert decode_independently(channels.TRANSFORMS, TransformMessage(FrameLayout()).encode(frame, 1)).transforms == []


def test_a_plan_survives_and_an_independent_decoder_agrees() -> None:
    grid = OccupancyGrid(0.05, Pose(-3.0, 2.0, 0.5), np.array([[0, 100, -1], [1, 2, 3]]), stamp_ns=3_000_000_004)
    data = encode_occupancy(grid)
    again = decode_occupancy(data)
    assert (again.cells == grid.cells).all()
    assert (again.origin.x, again.origin.yaw, again.stamp_ns) == (-3.0, pytest.approx(0.5), 3_000_000_004)
    message = decode_independently(channels.MAP, data)
    assert (message.info.width, message.info.height, message.info.resolution) == (3, 2, pytest.approx(0.05))
    assert list(message.data) == [0, 100, -1, 1, 2, 3]


def test_a_plan_with_another_number_of_cells_than_it_says_is_refused() -> None:
    data = bytearray(encode_occupancy(OccupancyGrid(0.05, Pose(0.0, 0.0), np.zeros((2, 3)))))
    width = data.index(b"\x03\x00\x00\x00\x02\x00\x00\x00")
    data[width] = 4
    with pytest.raises(RecordingError, match="2 rows and 4 columns holds 6 cells"):
        decode_occupancy(data)


EXAMPLES = (
    encode_start(start_of()),
    encode_order(Order(1, 0, REQUESTS[2])),
    encode_verdicts(VerdictSnapshot(1, 2, (Verdict("e0", "never", "a", "", "r"),), (PhaseOutcome("r", 0, "goto"),))),
    encode_outcome(OutcomeRecord(1, "ab", EpisodeOutcome("SUCCESS", 4, "done"))),
    encode_occupancy(OccupancyGrid(0.05, Pose(0.0, 0.0), np.zeros((2, 3)))),
)
