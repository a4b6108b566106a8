"""What elevator cabins remember from tick to tick."""

from attrs import evolve, frozen

from arena_runtime.mechanisms.door import DoorMemory


@frozen
class Rider:
    """Somebody on a ride.

    Attributes:
        name: Robot or person.
        dx: Metres from the centre of the cabin that the ride began in, when it began.
        dy: Metres.
        radius: Metres.
    """

    name: str
    dx: float
    dy: float
    radius: float


@frozen
class Ride:
    """A ride on its way to the cabin that remembers it.

    Attributes:
        source: Cabin that the riders stand in until they arrive.
        eta_ns: When they are due.
        riders: Who rides.
    """

    source: str
    eta_ns: int
    riders: tuple[Rider, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the riders."""
        return tuple(rider.name for rider in self.riders)


@frozen
class Arrival:
    """Somebody whom a ride brought and who has not left.

    Attributes:
        name: Robot or person.
        since_ns: When the ride ended.
        confirmed: Whether it has been seen in the cabin since.
    """

    name: str
    since_ns: int
    confirmed: bool = False


@frozen
class Caller:
    """Somebody before the door while somebody inside wants to leave by the cabin.

    Attributes:
        name: Robot or person.
        held_ns: Time of fully open door that it has caused so far.
    """

    name: str
    held_ns: int = 0


@frozen
class CabinMemory:
    """What one cabin remembers; the default is an idle cabin.

    Attributes:
        door: State of its door.
        rides: Rides on their way here, in the order in which they are due.
        arrived: Whom rides brought and who have not left.
        departing: Whether the next ride begins once the door is shut.
        dispatched: Riders inside whose ride to elsewhere has begun.
        callers: Who is before the door and for how long it has been held for them.
        boarding_ns: Time for which the door has not been shut since somebody new is inside.
    """

    door: DoorMemory = DoorMemory()
    rides: tuple[Ride, ...] = ()
    arrived: tuple[Arrival, ...] = ()
    departing: bool = False
    dispatched: tuple[str, ...] = ()
    callers: tuple[Caller, ...] = ()
    boarding_ns: int = 0

    @property
    def is_shut(self) -> bool:
        """Whether the door is fully shut."""
        return self.door.travelled_ns == 0

    @property
    def next_eta_ns(self) -> int | None:
        """When the next ride is due here; None without any."""
        return min((ride.eta_ns for ride in self.rides), default=None)

    def forgetting_waits(self) -> "CabinMemory":
        """The same with nobody's waiting counted."""
        return self if not self.callers and not self.boarding_ns else evolve(self, callers=(), boarding_ns=0)
