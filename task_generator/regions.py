"""From the regions of a scenario to those of an episode, with the people who can come from them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from arena_simulation_setup.episode import EpisodePerson
from arena_simulation_setup.geometry import Corner
from arena_simulation_setup.route import RoutePlanner
from arena_simulation_setup.route.floor import floor_within, parts_of
from arena_simulation_setup.scenario.region import (
    DEFAULT_ABSORPTION_RADIUS,
    DEFAULT_SLOTS,
    DOOR_MARGIN,
    SINK,
    SOURCE,
    EpisodeRegion,
    RateStep,
    Region,
    SinkWeight,
)
from arena_simulation_setup.timebase import seconds_to_ns
from task_generator.errors import GenerationError
from task_generator.mode_context import ModeContext
from task_generator.source_people import SourcePeople, people_of

Floats = NDArray[np.float64]

# Places of a sink that people walk to: one for so many square metres, and no more than this, because each is a search
# of ways from everywhere.
PLACE_AREA = 3.0
SINK_PLACES = 4
# Waypoints of people who have no sink to go to.
STROLL_PLACES = 4
# Beyond their radius, where there is that much, people who leave keep this free of walls, metres.
COMFORT = 0.1
# The smallest body that a sink without any source is held against, metres.
BODY_RADIUS = 0.25


@frozen(eq=False)
class RegionResolver:
    """Resolves the regions of one episode.

    Attributes:
        context: Surroundings of the obstacle mode.
        planner: Free space of the episode, its objects included.
        directory: Where relative paths of agent files start.
    """

    context: ModeContext
    planner: RoutePlanner
    directory: str = ""

    def resolved(self, regions: Sequence[Region]) -> tuple[tuple[EpisodeRegion, ...], tuple[EpisodePerson, ...]]:
        """The regions of the episode, and everybody who can come from its sources, absent at first.

        Args:
            regions: With their polygons in the map frame.

        Raises:
            GenerationError: If nobody can stand in a region, or a source names a sink that does not exist.
        """
        sources = [region for region in regions if region.type == SOURCE]
        comers = {region.name: people_of(region, self.context, self.directory) for region in sources}
        widest = max((people.radius for people in comers.values()), default=BODY_RADIUS)
        sinks = {region.name: self._sink(region, widest) for region in regions if region.type == SINK}
        found: list[EpisodeRegion] = []
        people: list[EpisodePerson] = []
        for region in regions:
            if region.type == SINK:
                found.append(sinks[region.name])
                continue
            source, slots = self._source(region, comers[region.name], sinks)
            found.append(source)
            people += slots
        return tuple(found), tuple(people)

    def _sink(self, region: Region, radius: float) -> EpisodeRegion:
        absorption = float(_given(region.config, "absorption_radius", DEFAULT_ABSORPTION_RADIUS))
        corners = _corners(region)
        clearance = self.planner.room((corners,))
        floor = floor_within(clearance, corners, radius + COMFORT)
        if not len(floor):
            floor = floor_within(clearance, corners, radius)
        if not len(floor):
            floor = floor_within(clearance, corners, radius, absorption)
        parts = parts_of(self.planner, floor, radius)
        if not parts:
            raise GenerationError(
                f"nobody of {radius:g} m radius gets to sink {region.name}: there is no free place in its polygon or "
                f"within {absorption:g} m of it"
            )
        random = self.context.stream("region", region.name)
        main = parts[0]
        return EpisodeRegion(
            region.name,
            region.type,
            region.polygon,
            region.ref,
            region.config,
            places=_drawn(main, min(1 + int(len(main) * clearance.resolution**2 / PLACE_AREA), SINK_PLACES), random),
            absorption_radius=absorption,
            capacity=region.limit("capacity"),
        )

    def _source(
        self, region: Region, comers: SourcePeople, sinks: Mapping[str, EpisodeRegion]
    ) -> tuple[EpisodeRegion, list[EpisodePerson]]:
        margin = self._margin(region)
        corners = _corners(region)
        floor = floor_within(self.planner.room((corners,)), corners, comers.radius, margin)
        parts = parts_of(self.planner, floor, comers.radius)
        if not parts:
            raise GenerationError(
                f"source {region.name} has no free place for a person of {comers.radius:g} m radius in its polygon"
            )
        start = _corner(parts[0][0])
        rates = tuple(_rates(region.config))
        self._warn_of_limits(region)
        chosen = tuple(self._sinks(region, sinks, start, comers.radius))
        stroll = () if chosen or not region.people else self._stroll(region, start, comers.radius)
        source = EpisodeRegion(
            region.name,
            region.type,
            region.polygon,
            region.ref,
            region.config,
            people=region.people,
            rates=rates,
            max_total=region.limit("max_total"),
            margin=margin,
            sinks=chosen,
        )
        return source, [comers.slot(name, start, stroll, self.context) for name in region.people]

    def _margin(self, region: Region) -> float:
        area = self.context.places.find(region.ref, region.level_id) if region.ref else None
        return DOOR_MARGIN if area is not None and area.kind == "door" else 0.0

    def _warn_of_limits(self, region: Region) -> None:
        in_all = region.limit("max_total")
        if not any(step["rate"] > 0.0 for step in region.config.get("rate_profile") or ()):
            self.context.warn(f"nobody comes from source {region.name}: no rate of its profile is above 0")
        elif region.limit("max_concurrent") is None and (in_all is None or in_all > DEFAULT_SLOTS):
            lacking = "max_concurrent" if in_all is not None else "max_concurrent and no max_total"
            self.context.warn(
                f"source {region.name} has no {lacking}: at most {DEFAULT_SLOTS} of its people are there at once"
            )

    def _sinks(
        self, region: Region, sinks: Mapping[str, EpisodeRegion], start: Corner, radius: float
    ) -> Iterator[SinkWeight]:
        """Where people of a source go: the sinks that they like, else all; only those that they get to."""
        block = region.config.get("agent")
        liked = block.get("sink_affinity") if isinstance(block, Mapping) else None
        wanted = {entry["sink"]: float(_given(entry, "weight", 1.0)) for entry in liked or ()}
        for name in wanted:
            if name not in sinks:
                known = ", ".join(sinks) or "none"
                raise GenerationError(f"source {region.name}: there is no sink {name!r} (sinks: {known})")
        for name, weight in (wanted or dict.fromkeys(sinks, 1.0)).items():
            if not self.planner.connected(start, sinks[name].places[0], radius):
                self.context.warn(f"nobody gets from source {region.name} to sink {name}: nobody is sent there")
            elif weight > 0.0:
                yield SinkWeight(name, weight)

    def _stroll(self, region: Region, start: Corner, radius: float) -> tuple[Corner, ...]:
        """Places all over the floor that a source's people get to."""
        self.context.warn(f"source {region.name} has no sink: its people walk about and never leave")
        floor = self.planner.free_points(radius + COMFORT)
        parts = parts_of(self.planner, floor, radius)
        near = [part for part in parts if self.planner.connected(start, _corner(part[0]), radius)]
        random = self.context.stream("region", region.name, "stroll")
        return _drawn(near[0], STROLL_PLACES, random) if near else (start,)


def _rates(config: Mapping[str, Any]) -> Iterator[RateStep]:
    for step in config.get("rate_profile") or ():
        yield RateStep(seconds_to_ns(float(step["t"])), float(step["rate"]))


def _given(config: Mapping[str, Any], key: str, default: float) -> Any:
    return default if config.get(key) is None else config[key]


def _corners(region: Region) -> tuple[Corner, ...]:
    return tuple(corner.xy for corner in region.polygon)


def _drawn(points: Floats, count: int, random: np.random.Generator) -> tuple[Corner, ...]:
    chosen = random.choice(len(points), size=min(count, len(points)), replace=False)
    return tuple(_corner(points[index]) for index in np.sort(chosen))


def _corner(point: Floats) -> Corner:
    return (float(point[0]), float(point[1]))
