"""Environments for reinforcement learning; importing this package makes ``gymnasium.make("Arena-v0")`` work."""

from arena_lab.gym.reward import RewardTerms, StepFacts
from arena_simulation_setup.optional_library import not_installed

ENVIRONMENT = "Arena-v0"

__all__ = ["ENVIRONMENT", "RewardTerms", "StepFacts"]

try:
    import gymnasium
except ModuleNotFoundError as error:
    if error.name != "gymnasium":
        raise
    raise ModuleNotFoundError(not_installed("arena_lab.gym", "gymnasium", "gym"), name="gymnasium") from None

if ENVIRONMENT not in gymnasium.registry:
    gymnasium.register(ENVIRONMENT, entry_point="arena_lab.gym.environment:ArenaEnvironment")
