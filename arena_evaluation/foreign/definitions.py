"""Message types of a recording: its own definitions first, the standard ones of ROS 2 where it has none."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from attrs import frozen

from arena_evaluation.foreign.storage import CDR, MSG, NO_DEFINITION, RawTopic

_IDL_RULE = "=" * 80 + "\n"
_IDL_TITLE = "IDL: "
LONGEST_REASON = 120


@frozen
class Definitions:
    """Decoders of message types.

    Attributes:
        store: Typestore of rosbags.
        problems: Type to why it can not be decoded.
    """

    store: Any
    problems: Mapping[str, str]

    def problem(self, topic: RawTopic) -> str:
        """Why messages of a topic can not be decoded; empty where they can."""
        if topic.encoding != CDR:
            return f"its messages are written as {topic.encoding or 'nothing'!r}, expected {CDR!r}"
        if topic.type_name in self.problems:
            return self.problems[topic.type_name]
        return "" if topic.type_name in self.store.fielddefs else f"nothing defines its type {topic.type_name}"


def definitions(topics: Iterable[RawTopic]) -> Definitions:
    """The types of all topics.

    Args:
        topics: Topics with their definitions.
    """
    from rosbags.typesys import Stores, get_typestore

    known: dict[str, Any] = {}
    problems: dict[str, str] = {}
    found = tuple(topics)
    for topic in found:
        if topic.format == NO_DEFINITION or topic.type_name in known:
            continue
        try:
            known.update(_parsed(topic))
        except Exception as problem:
            problems[topic.type_name] = f"the definition of {topic.type_name} can not be read: {_line(problem)}"
    # Recorders before ROS 2 Iron wrote no definitions into sqlite3 files.
    known = {**get_typestore(Stores.LATEST).fielddefs, **known}
    for name, missing in _open_ends(known):
        problems.setdefault(name, f"nothing defines {missing}, which {name} refers to")
    store = get_typestore(Stores.EMPTY)
    needed = _referred_by([topic.type_name for topic in found], known)
    sound = {name: known[name] for name in needed if name not in problems}
    try:
        store.register(sound)
    except Exception:
        problems.update(_registered_singly(store, sound))
    return Definitions(store, problems)


def _registered_singly(store: Any, known: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Register types one by one; those that the library can make nothing of are told."""
    for name, entry in known.items():
        try:
            store.register({name: entry})
        except Exception as problem:
            yield name, f"nothing can be made of the definition of {name}: {_line(problem)}"


def _parsed(topic: RawTopic) -> Mapping[str, Any]:
    from rosbags.typesys import get_types_from_idl, get_types_from_msg

    if topic.format == MSG:
        return get_types_from_msg(topic.definition, topic.type_name)
    if not topic.definition.startswith(_IDL_RULE + _IDL_TITLE):
        return get_types_from_idl(topic.definition)
    found: dict[str, Any] = {}
    for part in topic.definition.split(_IDL_RULE)[1:]:
        found.update(get_types_from_idl(part.partition("\n")[2]))
    return found


def _referred_by(names: Iterable[str], known: Mapping[str, Any]) -> dict[str, None]:
    """Known types and all that they refer to, since making code of every standard type takes its time."""
    needed: dict[str, None] = {}
    waiting = [name for name in names if name in known]
    while waiting:
        name = waiting.pop()
        if name not in needed:
            needed[name] = None
            waiting += [other for _, kind in known[name][1] for other in referred(kind) if other in known]
    return needed


def _open_ends(known: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Each type that refers, in the end, to one that nothing defines, with that one."""
    missing: dict[str, str] = {}
    found = True
    while found:
        found = False
        for name, (_, fields) in known.items():
            if name in missing:
                continue
            for other in (inner for _, kind in fields for inner in referred(kind)):
                if other not in known or other in missing:
                    missing[name], found = missing.get(other, other), True
                    break
    yield from missing.items()


def referred(kind: Any) -> Iterator[str]:
    """Names of message types within the type of a field, in the notation of rosbags."""
    what, detail = kind
    if what.name == "NAME":
        yield detail
    elif what.name in ("ARRAY", "SEQUENCE"):
        yield from referred(detail[0])


def _line(problem: Exception) -> str:
    return " ".join(str(problem).split())[:LONGEST_REASON] or type(problem).__name__
