"""Metrics of people: distances, proxemic bands, groups, time to collision, social forces."""

from collections.abc import Callable, Mapping

import numpy as np

from arena_evaluation.metrics.events import events
from arena_evaluation.metrics.measure import NoValueError
from arena_evaluation.metrics.robot_run import Floats, RobotRun
from arena_evaluation.metrics.track import between

BANDS: Mapping[str, tuple[float, float]] = {"intimate": (-1.0, 0.45), "personal": (0.45, 1.2), "social": (1.2, 3.6)}
"""Metres between the rims. Source: Hall 1966, The Hidden Dimension."""
EVENT_PAUSE_S = 2.0
LEAST_CLOSING = 0.05
"""Metres per second; who comes nearer more slowly is not on the way to a collision."""
FORCE, FORCE_RANGE = 25.0, 0.08
"""Strength (m/s^2) and range (m) of the social force. Source: Helbing, Farkas, Vicsek 2000, for 80 kg."""
FINE_STEP = 0.02
PERSON_RADIUS = 0.25
"""Metres, of people whom the episode does not describe."""


def distance_min(run: RobotRun) -> float:
    """Least metres between the rims of the robot and the nearest person, at least 0."""
    return float(np.nanmin(_nearest(run)))


def distance_max(run: RobotRun) -> float:
    """Largest distance to the nearest person, metres."""
    return float(np.nanmax(_nearest(run)))


def distance_mean(run: RobotRun) -> float:
    """Mean distance to the nearest person over the time in which somebody is there, metres."""
    gaps, weights = _nearest(run), run.episode.weights
    there = ~np.isnan(gaps)
    total = float(weights[there].sum())
    return float((gaps[there] * weights[there]).sum()) / total if total > 0.0 else float(gaps[there].mean())


def band_time(band: str) -> Callable[[RobotRun], float]:
    """The metric of the seconds in which the nearest person is in a band."""

    def seconds(run: RobotRun) -> float:
        return float(run.episode.weights[_in_band(run, band)].sum())

    return seconds


def band_share(band: str) -> Callable[[RobotRun], float]:
    """The metric of the share of the episode in which the nearest person is in a band, per cent."""

    def share(run: RobotRun) -> float:
        if run.episode.duration <= 0.0:
            raise NoValueError("the episode has no duration")
        return 100.0 * float(run.episode.weights[_in_band(run, band)].sum()) / run.episode.duration

    return share


def band_dwell(band: str) -> Callable[[RobotRun], float]:
    """The metric of the longest stay in a band, seconds; pauses of less than two seconds do not end a stay."""

    def dwell(run: RobotRun) -> float:
        stays = events(run.episode.times, _in_band(run, band), EVENT_PAUSE_S)
        return max((end - start for start, end in stays), default=0.0)

    return dwell


def band_events(band: str) -> Callable[[RobotRun], int]:
    """The metric of the number of stays in a band."""

    def count(run: RobotRun) -> int:
        return len(events(run.episode.times, _in_band(run, band), EVENT_PAUSE_S))

    return count


def intrusion_integral(run: RobotRun) -> float:
    """Integral over time of what the nearest person lacks of 1.2 m."""
    lacking = np.nan_to_num(np.maximum(0.0, BANDS["personal"][1] - _nearest(run)))
    return float((lacking * run.episode.weights).sum())


def group_intrusion(run: RobotRun) -> float:
    """Share of the episode in which the robot's rim is within 1.2 m of the middle of a group, per cent."""
    groups: dict[str, list[str]] = {}
    for person in run.episode.start.episode.people:
        if person.agent.get("group") not in (None, "") and person.name in run.episode.people:
            groups.setdefault(str(person.agent["group"]), []).append(person.name)
    members = [names for names in groups.values() if len(names) > 1]
    if not members:
        raise NoValueError("nobody belongs to a group")
    if run.episode.duration <= 0.0:
        raise NoValueError("the episode has no duration")
    inside = np.zeros(len(run.episode.times), dtype=bool)
    for names in members:
        middle = np.mean([run.episode.people[name][:, :2] for name in names], axis=0)
        inside |= np.nan_to_num(_distances(run, middle), nan=np.inf) - run.radius < BANDS["personal"][1]
    return 100.0 * float(run.episode.weights[inside].sum()) / run.episode.duration


def time_to_collision(run: RobotRun) -> float:
    """Least seconds until the rims of the robot and a person would meet at the speed at which they come nearer."""
    least = float("inf")
    _need_people(run)
    for stretch in run.stretches:
        for name, rows in run.episode.people.items():
            offsets = between(run.episode.times, rows[:, :2], stretch.times) - stretch.points
            gaps = np.hypot(offsets[:, 0], offsets[:, 1]) - _radii(run, name)
            closing = -np.diff(gaps) / np.diff(stretch.times)
            ahead = (closing > LEAST_CLOSING) & (_levels_equal(run, stretch.points, stretch.points + offsets)[1:])
            if ahead.any():
                least = min(least, float((np.maximum(gaps[1:], 0.0)[ahead] / closing[ahead]).min()))
    if least == float("inf"):
        raise NoValueError(f"nobody and {run.name} came nearer to each other")
    return least


def social_work(run: RobotRun) -> float:
    """Integral over time of the social forces between the robot and all people."""
    _need_people(run)
    times = run.episode.times
    # The force falls off within less than the way of a frame, so it is summed over places between frames.
    fine = np.linspace(times[0], times[-1], int(np.ceil(run.episode.duration / FINE_STEP)) + 1)
    robot = between(times, run.rows[:, :2], fine)
    work = 0.0
    for name, rows in run.episode.people.items():
        person = between(times, rows[:, :2], fine)
        gaps = np.hypot(*(person - robot).T) - _radii(run, name)
        forces = np.where(_levels_equal(run, robot, person), np.exp(-np.maximum(gaps, 0.0) / FORCE_RANGE), 0.0)
        forces = np.nan_to_num(forces)
        work += FORCE * float((0.5 * (forces[1:] + forces[:-1]) * np.diff(fine)).sum())
    return work


def _in_band(run: RobotRun, band: str) -> np.ndarray:
    low, high = BANDS[band]
    _need_people(run)
    gaps = np.array([_gaps(run, name) for name in run.episode.people])
    nearest = np.nan_to_num(gaps, nan=np.inf).min(axis=0)
    return np.asarray((np.maximum(nearest, 0.0) >= low) & (np.maximum(nearest, 0.0) < high))


def _nearest(run: RobotRun) -> Floats:
    """Shape (N,): metres between the rims of the robot and the nearest person, at least 0; NaN without anybody."""
    _need_people(run)
    gaps = np.array([_gaps(run, name) for name in run.episode.people])
    nearest = np.nan_to_num(gaps, nan=np.inf).min(axis=0)
    if not np.isfinite(nearest).any():
        raise NoValueError(f"nobody was on the level of {run.name} at any time")
    return np.where(np.isfinite(nearest), np.maximum(nearest, 0.0), np.nan)


def _gaps(run: RobotRun, name: str) -> Floats:
    """Shape (N,): metres between two rims, negative where they overlap; NaN while absent or on another level."""
    points = run.episode.people[name][:, :2]
    return _distances(run, points) - _radii(run, name)


def _distances(run: RobotRun, points: Floats) -> Floats:
    offsets = points - run.rows[:, :2]
    same = _levels_equal(run, points, run.rows[:, :2])
    return np.where(same, np.hypot(offsets[:, 0], offsets[:, 1]), np.nan)


def _levels_equal(run: RobotRun, first: Floats, second: Floats) -> np.ndarray:
    levels = run.episode.levels
    return np.asarray(levels.at(first) == levels.at(second))


def _radii(run: RobotRun, name: str) -> float:
    people = {person.name: person.radius for person in run.episode.start.episode.people}
    return run.radius + people.get(name, PERSON_RADIUS)


def _need_people(run: RobotRun) -> None:
    if not run.episode.people:
        raise NoValueError("the episode has no people")
