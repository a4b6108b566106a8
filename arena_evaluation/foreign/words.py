"""What was found in a recording and what became of it, for people and as plain values."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from attrs import asdict

from arena_evaluation.comparison import outcome_text
from arena_evaluation.foreign.bag import Bag
from arena_evaluation.foreign.findings import Findings
from arena_evaluation.foreign.importing import Imported
from arena_evaluation.table import phase_table, text_table, verdict_table
from arena_simulation_setup.timebase import ns_to_seconds

SHOWN_SILENCES = 10


def topics_text(bag: Bag, used: Collection[str] = ()) -> str:
    """The topics of a recording as a table."""
    rows = [
        (name, topic.type_name, str(topic.count), topic.problem or ("used" if name in used else ""))
        for name, topic in bag.topics.items()
    ]
    return "\n".join((str(bag.path), "", text_table(("topic", "type", "messages", "use"), rows)))


def topics_mapping(bag: Bag) -> dict[str, Any]:
    """The topics of a recording as values that JSON holds."""
    topics = [
        {"name": name, "type": topic.type_name, "messages": topic.count, "problem": topic.problem}
        for name, topic in bag.topics.items()
    ]
    return {"source": str(bag.path), "topics": topics}


def findings_text(found: Findings) -> str:
    """Topics, robots, people, and what was assumed, as a person reads it."""
    lines = [f"robot {robot.name}: {robot.text}" for robot in found.robots]
    lines += [f"people: {_people_text(found)}"] if found.people is not None else []
    lines += [f"{name}: {first:.2f} s to {last:.2f} s" for name, first, last in _spans(found)]
    lines += [f"note: {remark}" for remark in found.remarks]
    return "\n".join((topics_text(found.bag, found.used), "", *lines))


def imported_text(made: Imported) -> str:
    """What was found and what was written, as a person reads it."""
    parts = [findings_text(made.findings)]
    parts[0] += "".join(f"\nnote: {remark}" for remark in made.remarks if remark not in made.findings.remarks)
    parts += ["\n".join(_silence_lines(made))] if made.silences else []
    parts += [verdict_table(made.verdicts)] if made.verdicts else []
    parts += [phase_table(made.phases)] if made.phases else []
    ending = f"{made.path}: {made.frames} frames, {made.seconds:.2f} s, outcome {outcome_text(made.outcome)}"
    return "\n\n".join((*parts, ending))


def findings_mapping(found: Findings) -> dict[str, Any]:
    """Findings as values that JSON holds."""
    return {
        **topics_mapping(found.bag),
        "robots": {robot.name: robot.text for robot in found.robots},
        "people": None if found.people is None else {"topic": found.people.topic.name, "names": found.people.names},
        "clock": found.clock,
        "spans_s": {name: [first, last] for name, first, last in _spans(found)},
        "notes": list(found.remarks),
    }


def imported_mapping(made: Imported) -> Mapping[str, Any]:
    """What was found and written as values that JSON holds."""
    return {
        **findings_mapping(made.findings),
        "notes": list(made.remarks),
        "recording": str(made.path),
        "start_ns": made.start_ns,
        "frames": made.frames,
        "sim_s": made.seconds,
        "missing": [{"source": name, "from_s": first, "to_s": last} for name, first, last in made.silences],
        "outcome": made.outcome.state,
        "info": made.outcome.reason,
        "verdicts": [asdict(verdict) for verdict in made.verdicts],
        "phases": [asdict(phase) for phase in made.phases],
    }


def _people_text(found: Findings) -> str:
    people = found.people
    if people is None:
        return "none"
    count = len(people.names)
    return f"topic {people.topic.name} ({people.topic.type_name}), {count} {'person' if count == 1 else 'people'}"


def _spans(found: Findings) -> Iterator[tuple[str, float, float]]:
    """First and last moment of each robot and of the people, seconds since the earliest of all."""
    spans: dict[str, tuple[int, int]] = {}
    for name, times in found.streams:
        first, last = spans.get(name, (int(times[0]), int(times[-1])))
        spans[name] = (max(first, int(times[0])), min(last, int(times[-1])))
    earliest = min(first for first, _ in spans.values())
    for name, (first, last) in spans.items():
        yield name, ns_to_seconds(first - earliest), ns_to_seconds(last - earliest)


def _silence_lines(made: Imported) -> Iterator[str]:
    for name, first, last in made.silences[:SHOWN_SILENCES]:
        yield f"missing: frames from {first:.2f} s to {last:.2f} s, since {name} is silent"
    if len(made.silences) > SHOWN_SILENCES:
        yield f"missing: {len(made.silences) - SHOWN_SILENCES} more ranges"
