"""Three-valued truth of atoms on one frame: true, false, or None where an input is missing."""

from collections.abc import Callable
from typing import Any

from arena_simulation_setup.conditions.atom import Atom, DistanceAtom, FieldAtom, MembershipAtom, NotAtom
from arena_simulation_setup.conditions.facts import NUMBER_TOLERANCE, Facts, number_of, texts_equal
from arena_simulation_setup.conditions.places import Places
from arena_simulation_setup.conditions.sample import RobotTexts, Sample
from arena_simulation_setup.frame import NO_CODE, FrameLayout
from arena_simulation_setup.geometry import covers
from arena_simulation_setup.semantics.vocabulary import CONTINUOUS

ROBOT = "robot"

PlainAtom = FieldAtom | MembershipAtom | DistanceAtom
Evaluator = Callable[[Sample], bool | None]

_UNSET = object()


def bound(atom: Atom, robot: str) -> Atom:
    """An atom with the subject ``robot`` replaced by the robot that is judged."""
    return NotAtom(_bound(atom.atom, robot)) if isinstance(atom, NotAtom) else _bound(atom, robot)


def _bound(atom: PlainAtom, robot: str) -> PlainAtom:
    if isinstance(atom, FieldAtom):
        return atom
    subject = robot if atom.subject == ROBOT else atom.subject
    if isinstance(atom, MembershipAtom):
        return MembershipAtom(subject, atom.zone)
    return DistanceAtom(subject, atom.radius, robot if atom.other == ROBOT else atom.other)


class Truth:
    """Every distinct atom of an episode, evaluated at most once per frame.

    An atom is registered once and then asked for by its slot. Subjects that the layout knows but that are absent are
    nowhere: not in any area and not within any distance. Unknown subjects, areas and fields make an atom unknown.
    """

    def __init__(self, layout: FrameLayout) -> None:
        self._slots: dict[Atom, int] = {}
        self._evaluators: list[Evaluator] = []
        self._memo: list[Any] = []
        self._sample: Sample | None = None
        self.places = Places(layout)
        self.facts = Facts(layout)

    def use_layout(self, layout: FrameLayout) -> None:
        """Resolve all names again, after rows or columns were added; slots stay valid, the next sample must follow.

        Raises:
            ValueError: If a name has become ambiguous.
        """
        self.places, self.facts = Places(layout), Facts(layout)
        self._evaluators = [self._compiled(atom) for atom in self._slots]

    def slot(self, atom: Atom, robot: str = "") -> int:
        """Number under which an atom can be asked for.

        Args:
            atom: The atom.
            robot: Robot that the subject ``robot`` stands for.

        Raises:
            ValueError: If a place or field of the atom is on several levels.
        """
        key = bound(atom, robot) if robot else atom
        if key not in self._slots:
            evaluator = self._compiled(key)
            self._slots[key] = len(self._evaluators)
            self._evaluators.append(evaluator)
            self._memo.append(_UNSET)
        return self._slots[key]

    def begin(self, sample: Sample) -> None:
        """Take the next sample; everything asked from now on is about it."""
        self._sample = sample
        self._memo = [_UNSET] * len(self._evaluators)

    def update_robot_texts(self, robot_texts: RobotTexts) -> None:
        """Let everything asked from now on see the robots' fields of the present sample's own frame."""
        if self._sample is not None:
            self._sample.robot_texts = robot_texts
            self._memo = [_UNSET] * len(self._evaluators)

    @property
    def has_sample(self) -> bool:
        """Whether there is a present sample."""
        return self._sample is not None

    @property
    def sample(self) -> Sample:
        """The sample that answers are about.

        Raises:
            ValueError: If there was none yet.
        """
        if self._sample is None:
            raise ValueError("no frame has been observed yet")
        return self._sample

    def value(self, slot: int) -> bool | None:
        """Truth of a registered atom on the present sample."""
        found: bool | None = self._memo[slot]
        if found is _UNSET:
            found = self._memo[slot] = self._evaluators[slot](self._sample or self.sample)
        return found

    def _compiled(self, atom: Atom) -> Evaluator:
        match atom:
            case NotAtom():
                return self._negation(atom)
            case MembershipAtom():
                return _membership(atom, self.places)
            case DistanceAtom():
                return _distance(atom, self.places)
            case FieldAtom():
                return _field(atom, self.facts)

    def _negation(self, atom: NotAtom) -> Evaluator:
        plain = self.slot(atom.atom)

        def negation(_: Sample) -> bool | None:
            inner = self.value(plain)
            return None if inner is None else not inner

        return negation


def _unknown(_: Sample) -> bool | None:
    return None


def _membership(atom: MembershipAtom, places: Places) -> Evaluator:
    subject, area = places.subject(atom.subject), places.area(atom.zone)
    if subject is None or area is None:
        return _unknown
    corners, row = area.corners, subject.row
    low_x, high_x = min(x for x, _ in corners), max(x for x, _ in corners)
    low_y, high_y = min(y for _, y in corners), max(y for _, y in corners)

    # Most subjects are far from most areas, so the bounding box answers first; NaN is in no box.
    def membership(sample: Sample) -> bool | None:
        numbers = row(sample)
        x, y = numbers[0], numbers[1]
        return low_x <= x <= high_x and low_y <= y <= high_y and covers(corners, x, y)

    return membership


def _distance(atom: DistanceAtom, places: Places) -> Evaluator:
    subject, other = places.subject(atom.subject), places.subject(atom.other)
    if subject is None or other is None:
        return _unknown
    first, second, radius_squared = subject.row, other.row, atom.radius * atom.radius

    # NaN of an absent subject makes the comparison false.
    def distance(sample: Sample) -> bool | None:
        one, two = first(sample), second(sample)
        dx, dy = one[0] - two[0], one[1] - two[1]
        return dx * dx + dy * dy <= radius_squared

    return distance


def _field(atom: FieldAtom, facts: Facts) -> Evaluator:
    place = facts.column(atom.entity, atom.field)
    if place is not None:
        column, index = place
        if column.role == CONTINUOUS:
            return _number_field(index, number_of(atom.value))
        return _code_field(index, [texts_equal(text, atom.value) for text in column.codes])
    if not facts.is_robot_field(atom.entity, atom.field):
        return _unknown
    return lambda sample: texts_equal(sample.robot_texts[atom.entity][atom.field], atom.value)


def _number_field(index: int, wanted: float | None) -> Evaluator:
    def equality(sample: Sample) -> bool | None:
        number = sample.numbers[index]
        if number != number:
            return None
        return wanted is not None and (number == wanted or abs(number - wanted) <= NUMBER_TOLERANCE)

    return equality


def _code_field(index: int, equal: list[bool]) -> Evaluator:
    answers: list[bool | None] = [*equal, *[None] * (NO_CODE + 1 - len(equal))]
    return lambda sample: answers[sample.codes[index]]
