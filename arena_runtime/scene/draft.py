"""The model under construction, and what a contact with each of its geoms means."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from attrs import frozen

from arena_runtime.scene.errors import SceneError
from arena_runtime.scene.geoms import add_geom, add_mocap_body, empty_spec, quaternion
from arena_runtime.scene.layers import DRAWN_GROUP, HIDDEN_GROUP, MOVING_BIT, Layers
from arena_runtime.scene.shapes import PlacedShape, convex_hull
from arena_simulation_setup.frame import CONTACT_KINDS
from arena_simulation_setup.geometry import Corner


@frozen
class Footprint:
    """Where a static solid stands.

    Attributes:
        kind: Kind of contacts with it.
        partner: Name that contacts with it carry.
        corners: Convex polygon, counter-clockwise, metres, map frame.
        bottom: Height of its lowest point, metres.
        top: Height of its highest point, metres.
    """

    kind: str
    partner: str
    corners: tuple[Corner, ...]
    bottom: float
    top: float


class SceneDraft:
    """Collects geoms for one compilation.

    Partners that are given keep their indices, so that a contact means the same in an edited scene.

    Attributes:
        spec: The model as MuJoCo edits it.
        sight: A second model of what scanners can see and of nothing else, since every ray asks every geom. It has the
            same moving bodies in the same order; robots follow them.
        layers: Who collides with what.
        footprints: Static solids.
        partners: Names that contacts can carry, in order of their index.
        slabs: Name of each moving slab to the partner and the size (length, width, height in metres) of it.
    """

    def __init__(self, timestep: float, layers: Layers, partners: Sequence[str] = ()) -> None:
        self.layers = layers
        self.footprints: list[Footprint] = []
        self.partners: list[str] = list(partners)
        self.slabs: dict[str, tuple[str, tuple[float, float, float]]] = {}
        self.spec, self.sight = empty_spec(timestep), empty_spec(timestep)
        self._partner_index = {name: index for index, name in enumerate(partners)}
        self._owned: list[tuple[Any, int, int]] = []
        self._names: set[str] = set()

    def unique(self, name: str, level: str = "") -> str:
        """The name, or with its level (then a number) appended where another geom or body has it already."""
        candidates = [name, f"{name}/{level}"] if level else [name]
        while candidates[0] in self._names:
            candidates = candidates[1:] or [f"{name}#{len(self._names)}"]
        self._names.add(candidates[0])
        return candidates[0]

    def claim_agent(self, name: str) -> None:
        """Reserve the name of a robot or person, which is also the name of its body and of contacts with it.

        Raises:
            SceneError: If another agent has it.
        """
        if name in self._names:
            raise SceneError(f"two robots or people are called {name!r}, expected different names")
        self._names.add(name)
        self.partner(name)

    def partner(self, name: str) -> int:
        """Index of a partner; a new name is appended."""
        if name not in self._partner_index:
            self._partner_index[name] = len(self.partners)
            self.partners.append(name)
        return self._partner_index[name]

    def own(self, geom: Any, kind: str, partner: str) -> None:
        """State what a contact with a geom means; ``kind`` is one of ``CONTACT_KINDS``."""
        self._owned.append((geom, CONTACT_KINDS.index(kind), self.partner(partner)))

    def owners(self) -> tuple[tuple[int, int, int], ...]:
        """Geom id, kind code, partner index of every owned geom; ids are those of the compiled model."""
        return tuple((geom.id, kind, partner) for geom, kind, partner in self._owned)

    def add_static(
        self, shape: PlacedShape, name: str, kind: str, partner: str, solid: bool = True, visible: bool = True
    ) -> None:
        """Add a part that never moves: to be seen, to be hit, or both."""
        outline = convex_hull(shape.outline()) if solid else ()
        self.add_outlined(shape, name, (kind, partner, outline), solid, visible)

    def add_outlined(
        self,
        shape: PlacedShape,
        name: str,
        meaning: tuple[str, str, tuple[Corner, ...]],
        solid: bool = True,
        visible: bool = True,
    ) -> None:
        """The same for a part whose outline is known; ``meaning`` is kind and partner of contacts, and the outline."""
        kind, partner, outline = meaning
        mask = self.layers.static_mask(shape.bottom, shape.top) if solid else 0
        group = DRAWN_GROUP if visible else HIDDEN_GROUP
        geom = add_geom(self.spec.worldbody, shape, name=name, contype=0, conaffinity=mask, group=group)
        if self.layers.in_sight(shape.bottom, shape.top):
            add_geom(self.sight.worldbody, shape)
        if solid:
            self.own(geom, kind, partner)
            self.footprints.append(Footprint(kind, partner, outline, shape.bottom, shape.top))

    def add_slab(self, name: str, shape: PlacedShape, kind: str, partner: str) -> None:
        """Add a slab that a mechanism moves, as a body whose origin is the slab's centre."""
        self.slabs[name] = (partner, shape.size)
        self.add_mocap(name, shape, kind, partner)

    def add_mocap(self, name: str, shape: PlacedShape, kind: str, partner: str, offset: float = 0.0) -> None:
        """Add a body of one geom that is moved from outside.

        Args:
            name: Name of the body.
            shape: Its solid where the body starts.
            kind: Kind of contacts with it.
            partner: Name of contacts with it.
            offset: Height of the solid's centre above the body's origin, metres.
        """
        x, y, z = shape.centre
        local = PlacedShape(shape.shape, shape.size, (0.0, 0.0, offset), np.eye(3), shape.color)
        add_geom(add_mocap_body(self.sight, name, (x, y, z - offset), quaternion(shape)), local)
        body = add_mocap_body(self.spec, name, (x, y, z - offset), quaternion(shape))
        self.own(add_geom(body, local, contype=0, conaffinity=MOVING_BIT, group=DRAWN_GROUP), kind, partner)
