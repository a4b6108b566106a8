"""One frame as plain Python numbers, converted once for all who judge it."""

from collections.abc import Mapping, Sequence

from attrs import define

from arena_simulation_setup.frame import Frame, FrameLayout

Row = Sequence[float]
RobotTexts = Mapping[str, Mapping[str, str]]


@define
class Sample:
    """What the judge reads of one frame.

    Attributes:
        tick: Number of the frame.
        time_ns: Episode time.
        robots: Rows of x, y (metres), yaw (radians), map frame, and velocities; NaN where a robot is absent.
        people: Rows of x, y (metres), yaw (radians), map frame, and velocities; NaN where a person is absent.
        numbers: Continuous facts; NaN is no value.
        codes: Codes of discrete facts and predicates; 255 is no value.
        contacts: Rows of robot index, kind, partner.
        signals: Latched signal code of each robot.
        results: Rows of robot index, phase index, status.
        layout: Names of all rows and columns.
        robot_texts: Robot to its fields, as of the frame before.
    """

    tick: int
    time_ns: int
    robots: list[Row]
    people: list[Row]
    numbers: Row
    codes: bytes
    contacts: list[list[int]]
    signals: bytes
    results: list[list[int]]
    layout: FrameLayout
    robot_texts: RobotTexts

    def robot(self, name: str) -> Row | None:
        """Row of a robot; None where the layout does not know it or it is absent."""
        index = self.layout.robot_index.get(name)
        if index is None:
            return None
        row = self.robots[index]
        return None if row[0] != row[0] else row

    def signal(self, robot: str) -> str:
        """Text of a robot's latched signal; empty where it has none."""
        index = self.layout.robot_index.get(robot)
        if index is None or index >= len(self.signals):
            return ""
        code = self.signals[index]
        return self.layout.signals[code] if code < len(self.layout.signals) else ""

    def result(self, robot: str, phase: int) -> int | None:
        """Status code of the action of a phase; the last row counts where there are several."""
        index = self.layout.robot_index.get(robot)
        statuses = [status for row, number, status in self.results if row == index and number == phase]
        return statuses[-1] if statuses else None


def sampled(frame: Frame, layout: FrameLayout, robot_texts: RobotTexts) -> Sample:
    """A frame as plain numbers.

    Args:
        frame: The frame.
        layout: The layout it was made with.
        robot_texts: Robot fields as of the frame before.

    Raises:
        ValueError: If the frame has other numbers of rows or columns than the layout.
    """
    shapes = (len(frame.robots), len(frame.people), len(frame.numbers), len(frame.codes))
    expected = (len(layout.robots), len(layout.people), len(layout.numbers), len(layout.codes))
    if shapes != expected:
        raise ValueError(
            f"frame {frame.tick} has {shapes} robots, people, numbers and codes, but its layout has {expected}"
        )
    return Sample(
        frame.tick,
        frame.time_ns,
        frame.robots.tolist(),
        frame.people.tolist(),
        frame.numbers.tolist(),
        frame.codes.tobytes(),
        frame.contacts.tolist(),
        frame.signals.tobytes(),
        frame.results.tolist(),
        layout,
        robot_texts,
    )
