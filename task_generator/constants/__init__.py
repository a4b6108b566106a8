"""Words that requests, parameters and launch arguments share."""

from enum import StrEnum


class Constants:
    """Names of task modes and of parameter namespaces."""

    class TaskMode:
        """Modes per axis; a registry knows which of them are implemented."""

        class TM_Obstacles(StrEnum):
            """What decides which obstacles and people an episode has."""

            RANDOM = "random"
            PARAMETRIZED = "parametrized"
            SCENARIO = "scenario"
            ENVIRONMENT = "environment"
            PROMPT = "prompt"

        class TM_Robots(StrEnum):
            """What decides where robots start and what they shall do."""

            RANDOM = "random"
            SCENARIO = "scenario"
            EXPLORE = "explore"
            GUIDED = "guided"
            DEMO = "demo"
            STATIONARY = "stationary"

        class TM_Module(StrEnum):
            """What else takes part in a reset."""

            STAGED = "staged"
            DYNAMIC_MAP = "dynamic_map"
            CLEAR_FORBIDDEN_ZONES = "clear_forbidden_zones"
            RVIZ_UI = "rviz_ui"

    HUMAN_PARAM_NAMESPACES = ("arena", "humansim", "hunav")
    HUMAN_RESERVED_NAMESPACE = "human"
