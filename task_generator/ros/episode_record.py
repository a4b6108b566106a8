"""Episodes and the queue as records for panels and scripts."""

import json
from typing import Any

from arena_interfaces.msg import EpisodeRecord
from arena_simulation_setup.episode_json import episode_text
from arena_simulation_setup.verdict import OUTCOME_STATES
from task_generator.fleet import fleet_names, parse_fleet
from task_generator.ros.advance import Advance
from task_generator.ros.current_episode import FATAL, CurrentEpisode
from task_generator.ros.parameter_messages import mode_leaves, parameter_messages
from task_generator.staging import Live, Staged

NOT_DRAWN = -1


def episode_record(current: CurrentEpisode, start: Any, advance: Advance) -> EpisodeRecord:
    """The record of an episode.

    Args:
        current: The episode.
        start: Time of /clock at its start, as a message.
        advance: How far its robots have come.
    """
    episode, live, ending = current.episode, current.live, current.ending
    plain = json.loads(episode_text(episode))
    tasks = {robot["name"]: {key: robot[key] for key in ("phases", "conditions")} for robot in plain["robots"]}
    record = _of_live(live)
    record.episode_id, record.seed = episode.episode_id, episode.seed
    record.robots = [robot.name for robot in episode.robots]
    record.outcome_state = OUTCOME_STATES.index("RUNNING" if ending is None else ending.state)
    record.outcome_info = "" if ending is None else ending.reason
    record.goal_uuid, record.integrity, record.start_time = current.goal_uuid, current.integrity, start
    record.goal_dist_start, record.goal_dist_min = advance.goal_dist_start, advance.goal_dist_min
    record.path_length = advance.path_length
    record.phases = json.dumps(tasks, sort_keys=True, ensure_ascii=False)
    record.conditions = json.dumps(plain["conditions"], sort_keys=True, ensure_ascii=False)
    return record


def fatal_record(reason: str, live: Live) -> EpisodeRecord:
    """The record of an episode that could not be started."""
    record = _of_live(live)
    record.outcome_state, record.outcome_info = OUTCOME_STATES.index(FATAL), reason
    return record


def queue_record(staged: Staged, live: Live) -> EpisodeRecord:
    """What the next reset would make: what is staged over what is live."""
    record = _of_live(live)
    record.world = staged.world or live.world
    record.tm_robots = staged.robots_mode or live.robots_mode
    record.tm_obstacles = staged.obstacles_mode or live.obstacles_mode
    record.tm_modules = list(live.modules if staged.modules is None else staged.modules)
    record.robots = list(fleet_names(parse_fleet(",".join(staged.robots or live.robots))))
    record.outcome_state = OUTCOME_STATES.index("QUEUED")
    parameters = live.parameters
    obstacles = {**mode_leaves(parameters, record.tm_obstacles), **staged.obstacles_params}
    robots = {**mode_leaves(parameters, record.tm_robots), **staged.robots_params}
    record.obstacles_params, record.robots_params = parameter_messages(obstacles), parameter_messages(robots)
    record.human_params = parameter_messages({**live.human_params, **staged.human_params})
    return record


def _of_live(live: Live) -> EpisodeRecord:
    return EpisodeRecord(
        world=live.world,
        seed=NOT_DRAWN,
        tm_robots=live.robots_mode,
        tm_obstacles=live.obstacles_mode,
        tm_modules=list(live.modules),
        integrity=True,
        obstacles_params=parameter_messages(mode_leaves(live.parameters, live.obstacles_mode)),
        robots_params=parameter_messages(mode_leaves(live.parameters, live.robots_mode)),
        human_params=parameter_messages(live.human_params),
    )
