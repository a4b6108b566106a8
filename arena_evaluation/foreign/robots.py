"""Which robots a recording shows, and which of its topics and frames says best where each of them was."""

from collections.abc import Mapping

from attrs import evolve, field, frozen

from arena_evaluation.foreign.bag import Bag, Topic
from arena_evaluation.foreign.error import ForeignError
from arena_evaluation.foreign.message_fields import followed, frame_name, frame_of, stamp_of
from arena_evaluation.foreign.options import MAP_FRAME, ImportOptions
from arena_evaluation.foreign.robot_names import base_frames, name_of_frame, name_of_topic
from arena_evaluation.foreign.samples import SampleList
from arena_evaluation.foreign.tracks import TopicTrack, Track, TransformTrack
from arena_evaluation.foreign.transform_tree import Chain, TransformTree, row_of
from arena_simulation_setup.files.near_names import did_you_mean

ODOMETRY = "nav_msgs/msg/Odometry"
_POSE_TYPES: Mapping[str, tuple[str, ...]] = {
    "geometry_msgs/msg/Pose": (),
    "geometry_msgs/msg/Transform": (),
    "geometry_msgs/msg/PoseWithCovariance": ("pose",),
}


@frozen
class RobotSource:
    """What says where a robot was.

    Attributes:
        name: Name of the robot.
        track: Its poses.
        text: How they are found, in words.
        remarks: What was assumed.
        topics: Topics that are used beside the transforms.
        namespace: Of the transforms that it belongs to.
        assumed_map: Frame that is taken as the map because nothing joins it to one; None where something does.
    """

    name: str
    track: Track
    text: str
    remarks: tuple[str, ...] = ()
    topics: tuple[str, ...] = ()
    namespace: str = ""
    assumed_map: str | None = None


@frozen
class _Candidate:
    """A frame of a robot, or a topic with its poses.

    Attributes:
        namespace: Of the transforms that it belongs to.
        frame: Frame of the robot; empty where none is named.
        topic: The topic; empty for a frame alone.
        parent: Frame that the topic's poses are in.
        count: Number of its messages.
    """

    namespace: str
    frame: str
    topic: str = ""
    parent: str = ""
    count: int = 0


@frozen
class RobotFinder:
    """Looks for robots.

    Attributes:
        bag: The recording.
        trees: Its frames by namespace.
        options: What the caller says.
    """

    bag: Bag
    trees: Mapping[str, TransformTree]
    options: ImportOptions
    _empty: TransformTree = field(factory=lambda: TransformTree({}))

    def found(self) -> tuple[RobotSource, ...]:
        """All robots, or those that the caller names.

        Raises:
            ForeignError: If there is none, or a named topic or frame is not there.
        """
        if self.options.robots:
            return tuple(self._named(name, source) for name, source in self.options.robots.items())
        groups: dict[str, list[_Candidate]] = {}
        for name, candidate in self._candidates():
            groups.setdefault(name, []).append(candidate)
        if not groups:
            kinds = f"no topic of type {ODOMETRY} and no transforms that move a base frame"
            raise ForeignError(f"{self.bag.path} shows no robot: {kinds}; --robot NAME=TOPIC says where one is")
        sources = [self._best(name, candidates) for name, candidates in groups.items()]
        return tuple(sources)

    def _candidates(self) -> list[tuple[str, _Candidate]]:
        found: list[tuple[str, _Candidate]] = []
        names: dict[tuple[str, str], str] = {}
        for topic in self.bag.topics.values():
            if topic.type_name == ODOMETRY and topic.count and not topic.problem:
                first = self.bag.first(topic.name).value
                frame, namespace = frame_name(first.child_frame_id), self._namespace(topic.name)
                name = name_of_frame(frame) or name_of_topic(topic.name)
                names.setdefault((namespace, name_of_frame(frame)), name)
                found.append((name, _Candidate(namespace, frame, topic.name, frame_of(first), topic.count)))
        for namespace, tree in self.trees.items():
            for frame in base_frames(tree.moving_frames, self.options.base_frame):
                own = name_of_frame(frame)
                name = names.get((namespace, own), own or namespace.strip("/").replace("/", "_"))
                found.append((name, _Candidate(namespace, frame)))
        return [(name or "robot_0", candidate) for name, candidate in found]

    def _namespace(self, topic: str) -> str:
        """The transforms that a topic belongs to: those of the nearest namespace above it."""
        namespace = topic
        while namespace:
            namespace = namespace.rpartition("/")[0]
            if namespace in self.trees:
                return namespace
        return ""

    def _best(self, name: str, candidates: list[_Candidate]) -> RobotSource:
        """Transforms from the map before a topic in the map, and that before one in a frame of its own."""
        by_count = sorted(candidates, key=lambda candidate: -candidate.count)
        for candidate in by_count:
            chain = self._chain(candidate.namespace, candidate.frame)
            if chain is not None and chain.moving:
                return self._of_frame(name, candidate, chain)
        topics = [candidate for candidate in by_count if candidate.topic]
        joined = [entry for entry in topics if self._chain(entry.namespace, entry.parent) is not None]
        for candidate in (*joined, *topics):
            return self._of_topic(name, self.bag.topic(candidate.topic), candidate.namespace)
        return self._from_root(name, by_count[0])

    def _named(self, name: str, source: str) -> RobotSource:
        if source.startswith("/"):
            return self._of_topic(name, self.bag.topic(source), self._namespace(source))
        frame = frame_name(source)
        for namespace, tree in self.trees.items():
            if frame in tree.frames:
                chain = self._chain(namespace, frame)
                if chain is not None:
                    return self._of_frame(name, _Candidate(namespace, frame), chain)
                return self._from_root(name, _Candidate(namespace, frame))
        frames = [frame for tree in self.trees.values() for frame in tree.frames]
        hint = did_you_mean(frame, frames) or f" (there are: {', '.join(frames) or 'none'})"
        raise ForeignError(f"{self.bag.path} has no frame {frame!r}{hint}; a topic begins with /")

    def _chain(self, namespace: str, frame: str) -> Chain | None:
        wanted = self.options.map_frame or MAP_FRAME
        return self.trees.get(namespace, self._empty).chain(wanted, frame) if frame else None

    def _of_frame(self, name: str, candidate: _Candidate, chain: Chain) -> RobotSource:
        if not chain.moving:
            raise ForeignError(f"{self.bag.path}: no recorded transform moves {candidate.frame!r}, so it is no robot's")
        text = f"transforms {' → '.join(chain.names)}"
        return RobotSource(name, TransformTrack(chain), text, namespace=candidate.namespace)

    def _from_root(self, name: str, candidate: _Candidate) -> RobotSource:
        """A robot whose transforms end at a frame that is not the map."""
        tree, wanted = self.trees[candidate.namespace], self.options.map_frame
        root = tree.root(candidate.frame)
        chain = tree.chain(root, candidate.frame)
        if wanted or chain is None:
            hint = did_you_mean(wanted, tree.frames)
            raise ForeignError(f"{self.bag.path}: no transforms lead from {wanted!r} to {candidate.frame!r}{hint}")
        source = self._of_frame(name, candidate, chain)
        remark = f"{name}: there is no frame {MAP_FRAME!r}; its frame {root!r} is taken as the map"
        return evolve(source, remarks=(remark,), assumed_map=root)

    def _of_topic(self, name: str, topic: Topic, namespace: str) -> RobotSource:
        path = self._pose_path(topic)
        samples, frames = SampleList(), dict[str, None]()
        for message in self.bag.messages([topic.name]):
            frames.setdefault(frame_of(message.value))
            row = row_of(followed(message.value, path))
            samples.append(stamp_of(message.value), message.received_ns, row, f"{self.bag.path}, {message.place}")
        if len(frames) > 1:
            listed = ", ".join(repr(frame) for frame in frames)
            raise ForeignError(f"{self.bag.path}, topic {topic.name}: its poses are in several frames: {listed}")
        frame = next(iter(frames))
        chain = self._chain(namespace, frame)
        wanted = self.options.map_frame or MAP_FRAME
        text, remarks = f"topic {topic.name} ({topic.type_name})", list[str]()
        if chain is None:
            said = f"in frame {frame!r}" if frame else "in a frame without a name"
            remarks.append(f"{name}: {topic.name} is {said}, which nothing joins to {wanted!r}; it is taken as the map")
        elif chain.names:
            text += f", transforms {' → '.join(chain.names)}"
        assumed = frame if chain is None else None
        track = TopicTrack(samples, chain or Chain())
        return RobotSource(name, track, text, tuple(remarks), (topic.name,), namespace, assumed)

    def _pose_path(self, topic: Topic) -> tuple[str, ...]:
        fields = self.bag.fields(topic.type_name)
        if topic.type_name == "geometry_msgs/msg/Pose":
            return ()
        for name in ("pose", "transform"):
            inner = fields.get(name)
            if inner is not None and inner[1] in _POSE_TYPES:
                return (name, *_POSE_TYPES[inner[1]])
        raise ForeignError(
            f"{self.bag.path}, topic {topic.name}: {topic.type_name} has no pose (expected `pose` or `transform`)"
        )
