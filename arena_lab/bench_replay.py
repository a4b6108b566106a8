"""How many frames a second are judged again, on one core and on two."""

from collections.abc import Callable, Sequence
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory
from time import perf_counter

from attrs import evolve

from arena_evaluation.in_processes import in_processes
from arena_evaluation.replay import replay
from arena_evaluation.replay_further import Rejudge
from arena_lab.bench_episode import CLAUSES, standard_episode
from arena_lab.bench_runtime import PEOPLE, Figure, Progress
from arena_runtime.recorder import Recorder
from arena_runtime.simulation import Simulation
from arena_simulation_setup.conditions.judge import Judge
from arena_simulation_setup.recording.reader import open_recording
from arena_simulation_setup.site import Site

LEAST_FRAMES_PER_SECOND = 20_000.0
FRAME_US = 1e6 / LEAST_FRAMES_PER_SECOND
LEAST_SPEED_UP = 1.8
EPISODES = 64
SECONDS = 120.0
PROCESSES = 2
PHASES = 30


def replay_figures(site: Site, seed: int, repeats: int, episodes: int, progress: Progress) -> tuple[Figure, ...]:
    """Record an episode of 20 people, a robot and ten clauses, and judge it again.

    Args:
        site: The world.
        seed: Seed of the episode.
        repeats: Runs on one core; the fastest counts, since everything else on the machine only adds.
        episodes: Recordings that one and two processes share.
        progress: Told what comes next.

    Raises:
        RuntimeError: If a recording disagrees with its verdicts.
    """
    with TemporaryDirectory() as folder:
        first = Path(folder) / "episode_000" / "episode.mcap"
        progress(f"recording {SECONDS:.0f} s with {PEOPLE} people and {CLAUSES} clauses")
        record(site, seed, first)
        progress("judging again on one core")
        frames, whole = _fastest(repeats, lambda: _replayed(first))
        _, decoding = _fastest(repeats, lambda: _decoded(first))
        judging = min(_judging_s(first) for _ in range(repeats))
        paths = _copies(first, episodes)
        progress(f"judging {episodes} recordings again in one process and in {PROCESSES}")
        alone, shared = (_shared_s(paths, count) for count in (1, PROCESSES))
    return (
        Figure("frames_per_s", "frames a second on one core", frames / whole, at_least=LEAST_FRAMES_PER_SECOND),
        Figure("decode_us", "reading a frame, us", decoding / frames * 1e6, at_most=FRAME_US),
        Figure("judge_us", "judging a frame, us", judging / frames * 1e6, at_most=FRAME_US),
        Figure(
            "speed_up",
            f"{episodes} recordings, {PROCESSES} processes beside one",
            alone / shared,
            at_least=LEAST_SPEED_UP,
        ),
    )


def record(site: Site, seed: int, path: Path, seconds: float = SECONDS) -> None:
    """Record the episode that speed is measured on, with a task that takes about as long.

    Its hundreds of phases stand in every snapshot of verdicts, which would be measured instead.
    """
    episode = standard_episode(site, PEOPLE, seed, seconds)
    robot = evolve(episode.robots[0], phases=episode.robots[0].phases[:PHASES])
    simulation = Simulation(site, evolve(episode, robots=(robot,)))
    recorder = Recorder(path, simulation, site.plan)
    while simulation.outcome is None:
        recorder.take(simulation.step())
    recorder.finish()


def _fastest(repeats: int, run: Callable[[], int]) -> tuple[int, float]:
    """What a run counts, and the seconds of the fastest one."""
    frames, best = 0, float("inf")
    for _ in range(repeats):
        began = perf_counter()
        frames = run()
        best = min(best, perf_counter() - began)
    return frames, best


def _replayed(path: Path) -> int:
    result = replay(path)
    if not result.agrees:
        raise RuntimeError(f"{path} disagrees with its verdicts: {result.differences[0]}")
    return result.frames


def _decoded(path: Path) -> int:
    return sum(1 for _ in open_recording(path).frames())


def _judging_s(path: Path) -> float:
    """Seconds of the judge alone, frames in memory."""
    recording = open_recording(path)
    frames = list(recording.frames())
    judge = Judge(recording.start.episode, recording.start.layout)
    began = perf_counter()
    for frame in frames:
        judge.observe(frame)
    return perf_counter() - began


def _copies(first: Path, count: int) -> tuple[Path, ...]:
    folders = [first.parent.with_name(f"episode_{number:03d}") for number in range(1, count)]
    for folder in folders:
        copytree(first.parent, folder)
    return (first, *(folder / first.name for folder in folders))


def _shared_s(paths: Sequence[Path], processes: int) -> float:
    """Seconds to judge all recordings again; the start of the processes is part of it, also of a single one."""
    began = perf_counter()
    for rejudged in in_processes(Rejudge(), paths, processes, always=True):
        if rejudged.result is None or not rejudged.result.agrees:
            raise RuntimeError(f"{rejudged.path} disagrees with its verdicts")
    return perf_counter() - began
