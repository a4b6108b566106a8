"""Atoms: the smallest statements a condition is made of."""

from attrs import frozen


@frozen
class FieldAtom:
    """``<entity>.<field> == <value>``; the value is kept as text."""

    entity: str
    field: str
    value: str


@frozen
class MembershipAtom:
    """``<subject> in <zone>``; the boundary of the zone belongs to it."""

    subject: str
    zone: str


@frozen
class DistanceAtom:
    """``<subject> within <radius> of <other>``; planar distance in metres, inclusive."""

    subject: str
    radius: float
    other: str


@frozen
class NotAtom:
    """``not <atom>``; never nested."""

    atom: FieldAtom | MembershipAtom | DistanceAtom


Atom = FieldAtom | MembershipAtom | DistanceAtom | NotAtom
