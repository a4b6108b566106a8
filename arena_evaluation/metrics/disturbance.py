"""Metrics of disturbance: what people do otherwise than in the same episode without robots.

All robots of an episode have the same values. Both runs are compared as long as both last.
"""

from collections.abc import Iterator

import numpy as np
import shapely
from attrs import frozen

from arena_evaluation.metrics.episode_run import EpisodeRun
from arena_evaluation.metrics.measure import NoValueError
from arena_evaluation.metrics.robot_run import Floats, RobotRun
from arena_evaluation.metrics.track import Stretch, stretches

WALKING_SPEED = 0.05
"""Metres per second; who is faster at the end of the reference run would have gone on."""
LEAST_WAY = 0.25
"""Metres; who covers no more has not walked, and so much before the end is left out, since people slow down there."""
SAME_PLACE = 1.0
"""Metres; who is nearer than this to where the reference run ended has got there."""
_EXACT = 1e-9


@frozen(eq=False)
class Walk:
    """A person in both runs.

    Attributes:
        actual: Their track beside robots.
        reference: Their track without robots.
    """

    actual: tuple[Stretch, ...]
    reference: tuple[Stretch, ...]


def person_path_deflection_mean(run: RobotRun) -> float:
    """Mean distance of people from their paths without robots, over people and time, metres."""
    return float(np.concatenate(_deflections(run.episode)).mean())


def person_path_deflection_max(run: RobotRun) -> float:
    """Largest distance of a person from the path without robots, metres."""
    return float(np.concatenate(_deflections(run.episode)).max())


def person_delay_mean(run: RobotRun) -> float:
    """Mean over people of how much later they have covered the same length of way, seconds; negative for earlier."""
    delays = [found for walk in _walks(run.episode) if (found := _delay(walk)) is not None]
    if not delays:
        raise NoValueError("nobody walks in the reference run")
    return float(np.mean(delays))


def _walks(run: EpisodeRun) -> Iterator[Walk]:
    """Everybody who is there in both runs, as long as both last.

    Raises:
        NoValueError: If there is no reference run, or nobody is in both.
    """
    reference = run.reference
    if isinstance(reference, str):
        raise NoValueError(reference)
    if reference.incomplete():
        raise NoValueError(f"reference run: {reference.incomplete()}")
    end, found = min(run.times[-1], reference.times[-1]) + _EXACT, False
    for name in run.people:
        if name in reference.people:
            walk = Walk(_track(run, name, end), _track(reference, name, end))
            if walk.actual and walk.reference:
                found = True
                yield walk
    if not found:
        raise NoValueError("nobody is there in both the episode and its reference run")


def _track(run: EpisodeRun, name: str, end: float) -> tuple[Stretch, ...]:
    kept = run.times <= end
    return stretches(run.times[kept], run.people[name][kept])


def _deflections(run: EpisodeRun) -> list[Floats]:
    found = [values for walk in _walks(run) if len(values := _deflection(walk))]
    if not found:
        raise NoValueError("nobody is near their path of the reference run for 0.1 s")
    return found


def _deflection(walk: Walk) -> Floats:
    """Metres from the path of the reference run at every whole 0.1 s.

    Who gets on farther than without robots has no path there to be off; those last moments are left out.
    """
    points = np.vstack([stretch.even[0] for stretch in walk.actual])
    places = shapely.points(points)
    paths = [_line(stretch.points) for stretch in walk.reference]
    distances = np.min([shapely.distance(path, places) for path in paths], axis=0)
    if not _walking(walk.reference[-1]):
        return np.asarray(distances)
    end = np.hypot(*(points - walk.reference[-1].points[-1]).T)
    compared = np.flatnonzero(distances < end - _EXACT)
    # Nobody is off the path where both are at its end to the bit.
    last = int(compared[-1]) + 1 if len(compared) else 0
    return np.asarray(distances[:last]) if distances[last:].any() else np.asarray(distances)


def _line(points: Floats) -> shapely.Geometry:
    return shapely.linestrings(points) if len(points) > 1 else shapely.points(points[0])


def _walking(stretch: Stretch) -> bool:
    """Whether a track ends while its person walks."""
    return len(stretch.times) > 1 and bool(
        stretch.lengths[-1] > WALKING_SPEED * (stretch.times[-1] - stretch.times[-2])
    )


def _delay(walk: Walk) -> float | None:
    """Seconds by which a person is later; None where nobody walks in the reference run."""
    times, along = _covered(walk.actual)
    reference_times, reference_along = _covered(walk.reference)
    if reference_along[-1] <= LEAST_WAY:
        return None
    common = max(0.0, min(along[-1], reference_along[-1]) - LEAST_WAY)
    delay = _reached(times, along, common) - _reached(reference_times, reference_along, common)
    farther = along[-1] + LEAST_WAY
    apart = float(np.hypot(*(walk.actual[-1].points[-1] - walk.reference[-1].points[-1])))
    if farther < reference_along[-1] and apart > SAME_PLACE:
        # Who is held up until the end never covers the rest.
        delay = max(delay, float(times[-1]) - _reached(reference_times, reference_along, farther))
    return delay


def _covered(track: tuple[Stretch, ...]) -> tuple[Floats, Floats]:
    """Times, and metres covered until then; what somebody was moved in between is no way."""
    steps = np.concatenate([np.concatenate(([0.0], stretch.lengths)) for stretch in track])
    return np.concatenate([stretch.times for stretch in track]), np.cumsum(steps)


def _reached(times: Floats, along: Floats, length: float) -> float:
    """When a length of way was covered first."""
    index = int(np.searchsorted(along, length))
    if index == 0:
        return float(times[0])
    share = (length - along[index - 1]) / (along[index] - along[index - 1])
    return float(times[index - 1] + share * (times[index] - times[index - 1]))
