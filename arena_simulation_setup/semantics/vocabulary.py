"""The facts that each kind of entity publishes: one table for the runtime, the judge and the linter."""

from collections.abc import Mapping

from attrs import frozen

DISCRETE = "discrete"
CONTINUOUS = "continuous"
PREDICATE = "predicate"
DEFAULT_QUANTUM = 1.0


@frozen
class FactField:
    """One field of a kind.

    Attributes:
        name: Name of the field.
        role: ``discrete`` (text of a closed list), ``continuous`` (float) or ``predicate`` (bool).
        codes: Accepted texts of a discrete field; empty where each entity brings its own list.
        unit: Unit of a continuous field; empty for pure numbers.
        quantum: Change of a continuous field that counts as a change event.
        writable: Whether an order may set it.
    """

    name: str
    role: str
    codes: tuple[str, ...] = ()
    unit: str = ""
    quantum: float = DEFAULT_QUANTUM
    writable: bool = False


DOOR_STATES = ("closed", "opening", "open", "closing")

VOCABULARY: Mapping[str, tuple[FactField, ...]] = {
    "door": (
        FactField("state", DISCRETE, DOOR_STATES),
        FactField("progress", CONTINUOUS, quantum=0.1),
        FactField("open", PREDICATE),
        FactField("in_transit", PREDICATE),
        FactField("triggered", PREDICATE),
    ),
    "elevator": (
        FactField("cabin_door", DISCRETE, DOOR_STATES),
        FactField("arriving_eta", CONTINUOUS, unit="s"),
        FactField("occupants", CONTINUOUS),
        FactField("cabin_door_progress", CONTINUOUS, quantum=0.1),
        FactField("departing", PREDICATE),
        FactField("in_transit", PREDICATE),
        FactField("dispatched", PREDICATE),
        FactField("just_arrived", PREDICATE),
    ),
    "gate": (FactField("locked", PREDICATE, writable=True), FactField("blocked", PREDICATE)),
    "pressure_plate": (FactField("pressed", PREDICATE, writable=True),),
    "occupancy_cap": (
        FactField("occupancy", CONTINUOUS),
        FactField("cap", CONTINUOUS, writable=True),
        FactField("over_cap", PREDICATE),
    ),
    "signal": (
        FactField("state", DISCRETE, writable=True),
        FactField("phase_remaining", CONTINUOUS, unit="s"),
        FactField("stop", PREDICATE),
    ),
    "schedule": (
        FactField("state", DISCRETE, writable=True),
        FactField("active", PREDICATE, writable=True),
        FactField("window_remaining", CONTINUOUS, unit="s"),
    ),
    "sound": (
        FactField("sounding", PREDICATE, writable=True),
        FactField("volume_db", CONTINUOUS, unit="dB", writable=True),
    ),
    "light": (
        FactField("lit", PREDICATE, writable=True),
        FactField("level", CONTINUOUS, quantum=0.01, writable=True),
        FactField("dead_fraction", CONTINUOUS, quantum=0.01, writable=True),
    ),
}

KIND_ORDER = (
    "door",
    "elevator",
    "gate",
    "pressure_plate",
    "occupancy_cap",
    "signal",
    "schedule",
    "sound",
    "light",
    "zone",
    "robot",
)

RIG_FIELDS = tuple(field.name for field in VOCABULARY["light"])
FIXTURE_FIELDS = tuple(name for name in RIG_FIELDS if name != "dead_fraction")
"""Single lights have no share of broken fixtures."""

ROBOT_FIELDS = ("phase", "met", "failed", "dropped", "violated")

PRESETS: Mapping[str, tuple[tuple[str, str], ...]] = {
    "signal": (("state", "state"), ("state", "phase_remaining"), ("predicate", "stop")),
    "schedule": (("state", "state"), ("predicate", "active"), ("state", "window_remaining")),
    "gate": (("predicate", "locked"), ("predicate", "blocked")),
    "pressure_plate": (("predicate", "pressed"),),
    "occupancy_cap": (("state", "occupancy"), ("state", "cap"), ("predicate", "over_cap")),
    "sound": (("predicate", "sounding"), ("state", "volume_db")),
}

ATTACHABLE_KINDS: Mapping[str, tuple[str, ...]] = {
    "door": ("gate", "pressure_plate"),
    "elevator": ("gate", "pressure_plate"),
    "zone": ("occupancy_cap",),
    "signal": ("signal",),
    "schedule": ("schedule",),
    "sound": ("sound",),
}
