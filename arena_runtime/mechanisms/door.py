"""Doors: shut until somebody comes near, open while somebody is, never through anything that stands in the way."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from attrs import frozen

from arena_runtime.mechanisms.columns import vocabulary_columns, wire_name, writable_fields
from arena_runtime.mechanisms.contract import (
    FOREVER_NS,
    Disc,
    Doze,
    FactValue,
    MoveBody,
    Outcome,
    Polygon,
    Sensed,
    SensingArea,
    View,
)
from arena_runtime.mechanisms.door_geometry import (
    TELEPORT,
    SlabTrack,
    closed_pose,
    motion,
    open_pose,
    pose_between,
    slab_polygon,
    swept_band,
)
from arena_runtime.mechanisms.gate import GATE, GateRule
from arena_runtime.mechanisms.pressure_plate import PLATE
from arena_simulation_setup.frame import FactColumn
from arena_simulation_setup.geometry import Pose, segment_distance_squared
from arena_simulation_setup.timebase import seconds_to_ns
from arena_simulation_setup.world.door import Door

__all__ = ["DoorMechanism", "DoorMemory", "closed_pose", "open_pose", "slab_polygon", "swept_band"]

CLOSED, OPENING, OPEN, CLOSING = "closed", "opening", "open", "closing"


@frozen
class DoorMemory:
    """What a door remembers from tick to tick.

    Attributes:
        state: One of ``closed``, ``opening``, ``open``, ``closing``; closed and open exactly at the ends of its way.
        travelled_ns: Time's worth of way from shut, 0 to the door's transition time: progress is this over that.
        last_trigger_ns: When somebody last triggered it or stood in its way; None before the first time.
        held: Whether somebody near keeps it open, who then did so until the frame before the next tick.
    """

    state: str = CLOSED
    travelled_ns: int = 0
    last_trigger_ns: int | None = None
    held: bool = False


@frozen
class DoorMechanism:
    """The automaton of one door.

    Triggered within the hold time (inclusive), it opens; otherwise it closes. A plain sliding slab halts in front of
    whatever its next step would touch while opening. Every slab re-opens, as if triggered, rather than start or go on
    closing while anything is in the way that remains. A teleporting slab has no way in between. What has not begun to
    move is closed, so a door that is barred from outside never reports a transit that does not take place.

    A gate that was locked in the frame before lets nobody trigger the door by coming near unless somebody authorized is
    at it. A plate that was pressed in the frame before triggers the door whatever its gate says.

    Attributes:
        door: Description in the map frame.
        level: Level it is on.
        gate: What its gate asks; None without a gate.
        plates: Hosts (names on the wire) of the pressure plates that open it.
    """

    door: Door
    level: str
    gate: GateRule | None = None
    plates: tuple[str, ...] = ()

    @cached_property
    def entity(self) -> str:
        """Name on the wire."""
        return wire_name(self.door.name, self.level)

    @cached_property
    def columns(self) -> tuple[FactColumn, ...]:
        """Columns of its facts, in vocabulary order."""
        return vocabulary_columns(self.entity, self.kind)

    @cached_property
    def senses(self) -> SensingArea:
        """Around the door line; only the larger activation distance counts, or that of its gate where it is larger."""
        distance = max(*self.door.activation_distance, self.gate.radius if self.gate else 0.0)
        track = self._track
        return SensingArea(self.door.start.xy, self.door.end.xy, distance, track.body_distance, track.band(0.0, 1.0))

    @cached_property
    def hold_ns(self) -> int:
        """How long it stays open after the last trigger."""
        return seconds_to_ns(self.door.hold_time)

    @cached_property
    def transition_ns(self) -> int:
        """Time from shut to open; at least one unit, so that progress is defined for doors that open at once."""
        return max(1, seconds_to_ns(self.door.transition_time))

    @cached_property
    def _track(self) -> SlabTrack:
        return SlabTrack.of(self.door)

    @cached_property
    def _snaps(self) -> bool:
        return motion(self.door) == TELEPORT

    @cached_property
    def _ends(self) -> tuple[Pose, Pose]:
        return closed_pose(self.door), open_pose(self.door)

    @property
    def kind(self) -> str:
        """Kind of the vocabulary."""
        return "door"

    @property
    def writable(self) -> tuple[str, ...]:
        """Fields that orders may set: none."""
        return writable_fields("door")

    def start(self, sensed: Sensed) -> Outcome:
        """Shut; open where something stands in the place of the shut slab."""
        if self._track.is_blocked(sensed, 0.0, 0.0):
            memory = DoorMemory(OPEN, self.transition_ns, 0)
        else:
            memory = DoorMemory()
        return self._outcome(memory, 0, moved=True)

    def tick(self, view: View) -> Outcome:
        """State after one tick."""
        before: DoorMemory = view.memory
        if self.gate is None and view.sensed.triggering and before.travelled_ns == self.transition_ns:
            # Most doors that are not at rest are held open by somebody who is near.
            held = self.hold_ns >= view.dt_ns
            return Outcome(self._held_open, DoorMemory(OPEN, before.travelled_ns, view.now_ns, held))
        last = view.now_ns - view.dt_ns if before.held else before.last_trigger_ns
        last = view.now_ns if self._is_triggered(view) else last
        if self._is_fresh(last, view.now_ns):
            travelled = self._opened(before.travelled_ns, view)
            memory = DoorMemory(self._state(travelled, OPENING), travelled, last)
        elif before.travelled_ns and self._track.is_blocked(view.sensed, 0.0, self._progress(before.travelled_ns)):
            memory = DoorMemory(self._state(before.travelled_ns, OPENING), before.travelled_ns, view.now_ns)
        else:
            travelled = 0 if self._snaps else max(0, before.travelled_ns - view.dt_ns)
            memory = DoorMemory(self._state(travelled, CLOSING), travelled, last)
        return self._outcome(memory, view.now_ns, moved=memory.travelled_ns != before.travelled_ns)

    def at_rest(self, outcome: Outcome) -> bool:
        """Shut and not triggered: only somebody near or a plate can change that."""
        return outcome.facts["state"] == CLOSED and not outcome.facts["triggered"]

    def doze(self, outcome: Outcome) -> Doze | None:
        """Shut until triggered; open while held, or until the hold time is over or it is triggered again."""
        memory: DoorMemory = outcome.memory
        if memory.held:
            return Doze(FOREVER_NS, triggered=True)
        if memory.state == OPEN and self.gate is None and not self.plates and memory.last_trigger_ns is not None:
            return Doze(memory.last_trigger_ns + self.hold_ns + 1)
        return Doze(FOREVER_NS) if self.at_rest(outcome) else None

    def slabs(self, memory: Any) -> tuple[Polygon, ...]:
        """The slab where it bars the floor; none where a rising or sinking slab is fully open."""
        slab = self._track.slab(self._progress(memory.travelled_ns))
        return (slab,) if slab else ()

    def closing_bands(self, memory: Any, now_ns: int) -> tuple[Polygon, ...]:
        """The way that remains, where the door closes at ``now_ns`` unless somebody triggers it again."""
        if memory.travelled_ns == 0 or memory.held or self._is_fresh(memory.last_trigger_ns, now_ns):
            return ()
        return (self._track.band(0.0, self._progress(memory.travelled_ns)),)

    @cached_property
    def wakers(self) -> tuple[tuple[str, str], ...]:
        """The plates that open it."""
        return tuple((plate, PLATE) for plate in self.plates)

    def _is_triggered(self, view: View) -> bool:
        if self.plates and any(view.facts[plate]["pressed"] for plate in self.wakers):
            return True
        agents = view.sensed.triggering
        if self.gate is None or not agents:
            return bool(agents)
        locked = view.facts[self.entity, GATE]["locked"]
        return any(map(self._is_near, agents)) and (not locked or self.gate.admits(agents))

    def _is_near(self, agent: Disc) -> bool:
        reach = max(self.door.activation_distance)
        squared = segment_distance_squared(agent.x, agent.y, self.door.start.xy, self.door.end.xy)
        return reach > 0.0 and squared <= reach * reach

    def _is_fresh(self, last_trigger_ns: int | None, now_ns: int) -> bool:
        return last_trigger_ns is not None and now_ns - last_trigger_ns <= self.hold_ns

    def _progress(self, travelled_ns: int) -> float:
        return travelled_ns / self.transition_ns

    def _state(self, travelled_ns: int, between: str) -> str:
        if travelled_ns == 0:
            return CLOSED
        return OPEN if travelled_ns == self.transition_ns else between

    def _opened(self, travelled_ns: int, view: View) -> int:
        if self._snaps or travelled_ns == self.transition_ns:
            return self.transition_ns
        target = min(self.transition_ns, travelled_ns + view.dt_ns)
        low, high = self._progress(travelled_ns), self._progress(target)
        return travelled_ns if self._track.slides and self._track.is_blocked(view.sensed, low, high) else target

    def _outcome(self, memory: DoorMemory, now_ns: int, moved: bool) -> Outcome:
        fresh = self._is_fresh(memory.last_trigger_ns, now_ns)
        facts = self._end_facts.get((memory.state, fresh)) or self._facts(memory.state, memory.travelled_ns, fresh)
        if not moved:
            return Outcome(facts, memory)
        pose = pose_between(*self._ends, self._progress(memory.travelled_ns))
        return Outcome(facts, memory, (), (MoveBody(self.entity, pose.x, pose.y, pose.z, pose.yaw),))

    @cached_property
    def _held_open(self) -> Mapping[str, FactValue]:
        return self._end_facts[OPEN, True]

    @cached_property
    def _end_facts(self) -> Mapping[tuple[str, bool], Mapping[str, FactValue]]:
        """Facts while it is shut or open, which is nearly always: made once, by state and whether it is triggered."""
        ends = ((CLOSED, 0), (OPEN, self.transition_ns))
        return {(state, fresh): self._facts(state, at, fresh) for state, at in ends for fresh in (False, True)}

    def _facts(self, state: str, travelled_ns: int, fresh: bool) -> Mapping[str, FactValue]:
        return {
            "state": state,
            "progress": self._progress(travelled_ns),
            "open": state == OPEN,
            "in_transit": state in (OPENING, CLOSING),
            "triggered": fresh,
        }
