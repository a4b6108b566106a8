"""How an episode goes, and how the simulation keeps up, as messages."""

from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus, KeyValue

from arena_interfaces.msg import EpisodeStatus
from arena_runtime.ros.episode_run import EpisodeRun
from arena_runtime.ros.lockstep import Waiting
from arena_runtime.ros.meter import Health
from arena_runtime.ros.planar_messages import time_message
from arena_simulation_setup.episode_json import episode_hash
from arena_simulation_setup.verdict import OUTCOME_STATES

RUNNING = "RUNNING"
LATE_SHARE = 0.1


def status_message(run: EpisodeRun) -> EpisodeStatus:
    """The state of an episode: its outcome, or that it is running."""
    outcome = run.simulation.outcome
    return EpisodeStatus(
        episode_id=run.episode.episode_id,
        episode_hash=episode_hash(run.episode),
        state=OUTCOME_STATES.index(RUNNING if outcome is None else outcome.state),
        tick=run.simulation.frame.tick if outcome is None else outcome.tick,
        reason="" if outcome is None else outcome.reason,
    )


def diagnostics_message(health: Health, waiting: Waiting | None, target_rtf: float, stamp_ns: int) -> DiagnosticArray:
    """How the simulation keeps up; a warning where more than a tenth of the ticks began late.

    Args:
        health: What was counted.
        waiting: How it waited for commands; None where it waits for none.
        target_rtf: The pace that was asked for; 0 for as fast as possible.
        stamp_ns: Wall time, nanoseconds.
    """
    statuses = [_simulation_status(health, target_rtf)]
    if waiting is not None:
        statuses.append(_lockstep_status(waiting))
    message = DiagnosticArray(status=statuses)
    message.header.stamp = time_message(stamp_ns)
    return message


def _simulation_status(health: Health, target_rtf: float) -> DiagnosticStatus:
    slow = health.late > LATE_SHARE * health.ticks
    sentence = "idle" if health.ticks == 0 else "simulating"
    return DiagnosticStatus(
        level=DiagnosticStatus.WARN if slow else DiagnosticStatus.OK,
        name="arena_runtime: simulation",
        hardware_id="arena_runtime",
        message=f"{health.late} of {health.ticks} ticks began late" if slow else sentence,
        values=[
            KeyValue(key="ticks", value=str(health.ticks)),
            KeyValue(key="late ticks", value=str(health.late)),
            KeyValue(key="mean tick time [ms]", value=f"{1e3 * health.mean_tick_s:.3f}"),
            KeyValue(key="longest tick time [ms]", value=f"{1e3 * health.longest_tick_s:.3f}"),
            KeyValue(key="real-time factor", value=f"{health.real_time_factor:.2f}"),
            KeyValue(key="target real-time factor", value=f"{target_rtf:g}"),
        ],
    )


def _lockstep_status(waiting: Waiting) -> DiagnosticStatus:
    """A warning where commands did not come in time, or answered another frame than the latest."""
    names = ", ".join(waiting.robots)
    sentence = f"waiting for {names}" if names else "nobody is waited for"
    if waiting.timeouts:
        sentence = f"{waiting.timeouts} ticks were not answered in time"
    return DiagnosticStatus(
        level=DiagnosticStatus.WARN if waiting.timeouts or waiting.late else DiagnosticStatus.OK,
        name="arena_runtime: lockstep",
        hardware_id="arena_runtime",
        message=sentence,
        values=[
            KeyValue(key="waiting for", value=names),
            KeyValue(key="longest wait [ms]", value=f"{1e3 * waiting.longest_s:.3f}"),
            KeyValue(key="timeouts", value=str(waiting.timeouts)),
            KeyValue(key="commands for another frame", value=str(waiting.late)),
        ],
    )
