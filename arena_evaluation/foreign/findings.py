"""What a recording holds and how it is understood."""

from collections.abc import Iterator, Mapping

import numpy as np
from attrs import frozen

from arena_evaluation.foreign.bag import Bag, Topic
from arena_evaluation.foreign.error import ForeignError
from arena_evaluation.foreign.message_fields import frame_of
from arena_evaluation.foreign.options import MAP_FRAME, NOBODY, ImportOptions
from arena_evaluation.foreign.people import PeopleStream, read_people
from arena_evaluation.foreign.people_shapes import candidates, people_topic
from arena_evaluation.foreign.robots import ODOMETRY, RobotFinder, RobotSource
from arena_evaluation.foreign.samples import RECEIVE, STAMP, Times
from arena_evaluation.foreign.transform_tree import TRANSFORMS, Chain, TransformTree, read_trees
from arena_simulation_setup.files.near_names import did_you_mean
from arena_simulation_setup.timebase import ns_to_seconds

LARGEST_STEP_BACK_NS = 1_000_000_000


@frozen(eq=False)
class Findings:
    """A recording, understood.

    Attributes:
        bag: The recording.
        trees: Its frames by namespace.
        robots: Its robots.
        people: Its people; None where it has none or they are left out.
        people_chains: Frame of people to how it hangs from the map.
        clock: Whether header stamps (``stamp``) or times of receiving (``receive``) are the times of everything.
        remarks: What was assumed, and what was left out.
    """

    bag: Bag
    trees: Mapping[str, TransformTree]
    robots: tuple[RobotSource, ...]
    people: PeopleStream | None
    people_chains: Mapping[str, Chain]
    clock: str
    remarks: tuple[str, ...]

    @property
    def streams(self) -> Iterator[tuple[str, Times]]:
        """Everything that must be there at a moment so that the moment is known: its name and its times, sorted."""
        for robot in self.robots:
            for samples in robot.track.streams:
                yield robot.name, samples.ordered(self.clock)[0]
        if self.people is not None:
            yield self.people.topic.name, np.unique(self.people.times(self.clock))

    @property
    def used(self) -> tuple[str, ...]:
        """Names of the topics that are used."""
        topics = [topic for robot in self.robots for topic in robot.topics]
        topics += [name for name, topic in self.bag.topics.items() if topic.type_name == TRANSFORMS]
        return (*topics, *([] if self.people is None else [self.people.topic.name]))


def understood(bag: Bag, options: ImportOptions) -> Findings:
    """Find robots and people, and decide about clock and frames.

    Args:
        bag: The recording.
        options: What the caller says.

    Raises:
        ForeignError: If there is no robot, or something that the caller names is not there or can not be used.
    """
    if not sum(topic.count for topic in bag.topics.values()):
        raise ForeignError(f"{bag.path} holds no messages")
    trees = read_trees(bag)
    _check_map(bag, trees, options)
    robots = RobotFinder(bag, trees, options).found()
    people, chains, remarks = _people(bag, trees, robots, options)
    clock, said = _clock(robots, people, options)
    if not options.clock:
        _check_order(bag, robots, people, clock)
    every = (*_about_file(bag), *_about_trees(trees), *(text for robot in robots for text in robot.remarks))
    found = Findings(bag, trees, robots, people, chains, clock, (*every, *remarks, said))
    return Findings(bag, trees, robots, people, chains, clock, (*found.remarks, *_about_rest(found)))


def _check_map(bag: Bag, trees: Mapping[str, TransformTree], options: ImportOptions) -> None:
    """Make sure that a map frame that the caller names is there."""
    frames = [frame for tree in trees.values() for frame in tree.frames]
    topics = [topic.name for topic in bag.topics.values() if topic.type_name == ODOMETRY and topic.count]
    frames += [frame_of(bag.first(topic).value) for topic in topics if not bag.topics[topic].problem]
    if options.map_frame and options.map_frame not in frames and not options.robots:
        there = did_you_mean(options.map_frame, frames) or f" (there are: {', '.join(dict.fromkeys(frames)) or 'none'})"
        raise ForeignError(f"{bag.path} has no frame {options.map_frame!r}{there}")


def _people(
    bag: Bag, trees: Mapping[str, TransformTree], robots: tuple[RobotSource, ...], options: ImportOptions
) -> tuple[PeopleStream | None, Mapping[str, Chain], list[str]]:
    if options.people == NOBODY:
        return None, {}, []
    chosen = people_topic(bag, options.people)
    if chosen is None:
        return None, {}, ["no topic shows people, so that conditions and metrics about people have no value"]
    topic, shape = chosen
    stream = read_people(bag, topic, shape, ("robot", *(robot.name for robot in robots)))
    chains: dict[str, Chain] = {}
    assumed = [robot.assumed_map for robot in robots if robot.assumed_map is not None]
    for frame in stream.frames:
        chain = _people_chain(trees, frame, assumed, options)
        if chain is None:
            problem = f"topic {topic.name}: people stand in frame {frame!r}, which nothing joins to the map"
            if options.people:
                raise ForeignError(f"{bag.path}, {problem}")
            return None, {}, [f"{problem}; they are left out"]
        chains[frame] = chain
    remarks = []
    if stream.by_number:
        remarks.append(f"topic {topic.name} names nobody: the n-th of each message is taken as the same person")
    return stream, chains, remarks


def _people_chain(
    trees: Mapping[str, TransformTree], frame: str, assumed: list[str], options: ImportOptions
) -> Chain | None:
    wanted = options.map_frame or MAP_FRAME
    if frame in ("", wanted, *assumed):
        return Chain()
    for reference in (wanted, *assumed):
        for tree in trees.values():
            chain = tree.chain(reference, frame)
            if chain is not None:
                return chain
    return None


def _clock(robots: tuple[RobotSource, ...], people: PeopleStream | None, options: ImportOptions) -> tuple[str, str]:
    streams = [(robot.name, samples.has_stamps) for robot in robots for samples in robot.track.streams]
    streams += [] if people is None else [(people.topic.name, people.has_stamps)]
    without = list(dict.fromkeys(name for name, stamped in streams if not stamped))
    if options.clock:
        if options.clock == STAMP and without:
            raise ForeignError(f"--clock stamp: {without[0]} has messages without a stamp")
        return options.clock, f"times are {_CLOCK_WORDS[options.clock]}, as asked for"
    if without:
        return RECEIVE, f"times are {_CLOCK_WORDS[RECEIVE]}: {', '.join(without)} has messages without a stamp"
    return STAMP, f"times are {_CLOCK_WORDS[STAMP]}"


def _check_order(bag: Bag, robots: tuple[RobotSource, ...], people: PeopleStream | None, clock: str) -> None:
    """Make sure that no clock was set back, since sorting would mix what happened before and after.

    Raises:
        ForeignError: If one was.
    """
    streams = [(robot.name, samples.times(clock)) for robot in robots for samples in robot.track.streams]
    streams += [] if people is None else [(people.topic.name, people.times(clock))]
    for name, times in streams:
        steps = np.diff(times)
        if len(steps) and steps.min() < -LARGEST_STEP_BACK_NS:
            back, number = ns_to_seconds(-int(steps.min())), int(steps.argmin()) + 2
            raise ForeignError(
                f"{bag.path}: times of {name} go back by {back:.2f} s at message {number}: a clock was set back "
                "(--clock receive takes the times of receiving, --clock stamp sorts the stamps)"
            )


_CLOCK_WORDS = {STAMP: "header stamps", RECEIVE: "times of receiving"}


def _about_file(bag: Bag) -> Iterator[str]:
    if bag.is_cut:
        yield "the file was cut: everything up to its last whole part is read"


def _about_trees(trees: Mapping[str, TransformTree]) -> Iterator[str]:
    for tree in trees.values():
        for child, parent, other in tree.rivals:
            yield f"frame {child!r} hangs from {parent!r} and, in fewer transforms, from {other!r}; these are left out"


def _about_rest(found: Findings) -> Iterator[str]:
    """Topics of robots and people that are not used, and why."""
    people = [topic.name for topic, _ in candidates(found.bag)]
    for topic in found.bag.topics.values():
        if topic.name in found.used:
            continue
        if topic.problem:
            yield f"topic {topic.name} can not be used: {topic.problem}"
        elif _is_relevant(topic, people):
            yield f"topic {topic.name} ({topic.type_name}) is not used" + (
                "" if topic.count else ": it has no messages"
            )
    for robot in found.robots:
        for samples in robot.track.streams:
            yield from _about_order(robot.name, samples.times(found.clock))


def _about_order(name: str, times: Times) -> Iterator[str]:
    repeated = len(times) - len(np.unique(times))
    if (np.diff(times) < 0).any():
        yield f"{name}: poses came out of order and are sorted by time"
    if repeated:
        yield f"{name}: of poses with equal times the last one counts, which leaves out {repeated}"


def _is_relevant(topic: Topic, people: list[str]) -> bool:
    return topic.type_name == ODOMETRY or topic.name in people
