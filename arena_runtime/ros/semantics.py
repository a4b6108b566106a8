"""Facts of a frame as a snapshot for subscribers, and when it is worth another message."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

import numpy as np

from arena_interfaces.msg import SemanticEntityState, SemanticSnapshot
from arena_runtime.ros.planar_messages import time_message
from arena_simulation_setup.frame import FactColumn, Frame, FrameLayout
from arena_simulation_setup.semantics.changes import quantum, steps
from arena_simulation_setup.semantics.vocabulary import (
    CONTINUOUS,
    KIND_ORDER,
    PREDICATE,
    ROBOT_FIELDS,
)

NO_NUMBER = -1.0
RobotTexts = Mapping[str, Mapping[str, str]]
Members = Mapping[tuple[str, str], tuple[str, ...]]
NOBODY: Members = {}
_Placed = tuple[FactColumn, int]


class SemanticFacts:
    """All facts of an episode, in the order of the layout's entities.

    Args:
        layout: Names and code tables of its frames.
        world: The world argument.
        environment: Number of the environment.
    """

    def __init__(self, layout: FrameLayout, world: str, environment: int = 0) -> None:
        self._world, self._environment = world, environment
        self._robots = tuple(robot for robot in layout.robots if robot not in layout.gone)
        self._groups = tuple(_groups(layout))
        self._quanta = np.array([quantum(column.kind, column.field) for column in layout.numbers], dtype=np.float64)
        self._last: tuple[object, ...] | None = None

    def changed(self, frame: Frame, robots: RobotTexts, members: Members = NOBODY) -> bool:
        """Whether any fact differs from the last call: numbers by their quantum, everything else at all.

        Args:
            frame: The frame.
            robots: Fields of each robot as the judge has them.
            members: (entity, kind) to the agents that its facts are about.
        """
        numbers = steps(frame.numbers, self._quanta)
        texts = tuple(robots[robot][field] for robot in self._robots for field in ROBOT_FIELDS)
        now = (numbers.tobytes(), frame.codes.tobytes(), texts, members)
        changed = now != self._last
        self._last = now
        return changed

    def message(self, frame: Frame, robots: RobotTexts, stamp_ns: int, members: Members = NOBODY) -> SemanticSnapshot:
        """Everything as of a frame.

        Args:
            frame: The frame.
            robots: Fields of each robot.
            stamp_ns: Time of /clock, nanoseconds.
            members: (entity, kind) to the agents that its facts are about.
        """
        entities = [_entity(key, columns, frame, members.get(key, ())) for key, columns in self._groups]
        entities += [_robot(robot, robots[robot]) for robot in self._robots]
        return SemanticSnapshot(
            stamp=time_message(stamp_ns), env_id=self._environment, world=self._world, entities=entities
        )


def _groups(layout: FrameLayout) -> Iterator[tuple[tuple[str, str], tuple[_Placed, ...]]]:
    columns = [(column, index) for table in (layout.numbers, layout.codes) for index, column in enumerate(table)]
    order = {column.entity: index for index, (column, _) in reversed(list(enumerate(columns)))}

    def place(placed: _Placed) -> tuple[int, int]:
        column = placed[0]
        return order[column.entity], KIND_ORDER.index(column.kind)

    for _, members in groupby(sorted(columns, key=place), key=place):
        found = tuple(members)
        yield (found[0][0].entity, found[0][0].kind), found


def _entity(
    key: tuple[str, str], columns: Sequence[_Placed], frame: Frame, members: Sequence[str]
) -> SemanticEntityState:
    state = SemanticEntityState(entity=key[0], kind=key[1], members=list(members))
    for column, index in columns:
        if column.role == CONTINUOUS:
            number = float(frame.numbers[index])
            state.continuous_names.append(column.field)
            state.continuous_values.append(NO_NUMBER if number != number else number)
            continue
        code = int(frame.codes[index])
        text = column.codes[code] if code < len(column.codes) else ""
        if column.role == PREDICATE:
            state.predicate_names.append(column.field)
            state.predicate_values.append(text == "true")
        else:
            state.discrete_names.append(column.field)
            state.discrete_values.append(text)
    return state


def _robot(robot: str, fields: Mapping[str, str]) -> SemanticEntityState:
    values = [fields[field] for field in ROBOT_FIELDS]
    return SemanticEntityState(entity=robot, kind="robot", discrete_names=list(ROBOT_FIELDS), discrete_values=values)
