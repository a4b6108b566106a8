"""Simulating a recorded episode again, with its orders, and comparing every frame."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
from attrs import evolve, frozen

from arena_evaluation.foreign.no_task import is_imported
from arena_lab.watcher import Watch, Watcher, Watchers
from arena_runtime.simulation import Simulation, SimulationError, SimulationOptions
from arena_simulation_setup.frame import Frame
from arena_simulation_setup.order import Order
from arena_simulation_setup.recording.error import RecordingError
from arena_simulation_setup.recording.reader import Recording, open_recording
from arena_simulation_setup.site import Site

ARRAYS = ("robots", "people", "numbers", "codes", "contacts", "signals", "results")


@frozen
class Resimulation:
    """What comparing a recording with its re-simulation gave.

    Attributes:
        recording: The file.
        frames: Number of frames compared.
        truncated: Whether the recording was cut; then its whole frames were compared.
        difference: First difference in words; empty where every frame is equal.
    """

    recording: Path
    frames: int
    truncated: bool
    difference: str = ""


def resimulate(
    site: Site, path: Path, options: SimulationOptions | None = None, watch: Watch | None = None
) -> Resimulation:
    """Re-simulate a recording and compare it bit for bit.

    Args:
        site: The world that its episode names.
        path: The recording.
        options: How it was simulated.
        watch: Makes who looks on.

    Raises:
        RecordingError: If the file is no recording, or that of another system.
        ValueError: If the world has changed since.
    """
    recording = open_recording(path)
    if is_imported(recording.start.episode):
        raise RecordingError(f"{path} was imported: it can be judged and measured, but not simulated again")
    simulation = Simulation(site, recording.start.episode, options)
    watcher: Watcher = Watchers() if watch is None else watch(site, simulation)
    try:
        result = _compared(recording, simulation, watcher)
    except BaseException:
        watcher.abandon()
        raise
    watcher.finish()
    return evolve(result, recording=path)


def _compared(recording: Recording, simulation: Simulation, watcher: Watcher) -> Resimulation:
    compared, cut = 0, recording.truncated
    for expected, orders in frames_with_orders(recording):
        try:
            tick = simulation.first if expected.tick == 0 else simulation.step(orders)
        except SimulationError as error:
            return Resimulation(Path(), compared, cut, str(error))
        difference = frame_difference(expected, tick.frame)
        if difference:
            return Resimulation(Path(), compared, cut, difference)
        watcher.take(tick)
        compared += 1
    return Resimulation(Path(), compared, cut)


def frames_with_orders(recording: Recording) -> Iterator[tuple[Frame, list[Order]]]:
    """Each frame with the orders that were taken on the way to it."""
    orders: list[Order] = []
    for message in recording.messages(("/frame", "/orders")):
        if isinstance(message.value, Order):
            orders.append(message.value)
        elif isinstance(message.value, Frame):
            yield message.value, orders
            orders = []


def frame_difference(expected: Frame, actual: Frame) -> str:
    """In what two frames differ, in words; empty where they are equal to the bit."""
    if expected == actual:
        return ""
    if expected.tick != actual.tick:
        return f"frame {expected.tick} was recorded where frame {actual.tick} was simulated"
    for name in ARRAYS:
        before, after = getattr(expected, name), getattr(actual, name)
        if before.shape != after.shape:
            return f"tick {expected.tick}: {name} has shape {before.shape} in the recording, {after.shape} now"
        if before.tobytes() != after.tobytes():
            where = np.argwhere(~((before == after) | ((before != before) & (after != after))))
            spot = tuple(int(axis) for axis in where[0]) if len(where) else (0,) * before.ndim
            return f"tick {expected.tick}: {name}{list(spot)} is {before[spot]} in the recording, {after[spot]} now"
    return f"tick {expected.tick}: time {expected.time_ns} in the recording, {actual.time_ns} now"
