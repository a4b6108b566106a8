"""Environments for reinforcement learning; importing this package makes ``gymnasium.make("Arena-v0")`` work."""

from arena_lab.gym.reward import RewardTerms, StepFacts

NO_GYMNASIUM = "arena_lab.gym needs the library gymnasium: pip install 'arena_simulation_setup[gym]'"
ENVIRONMENT = "Arena-v0"

__all__ = ["ENVIRONMENT", "RewardTerms", "StepFacts"]

try:
    import gymnasium
except ModuleNotFoundError as error:
    if error.name != "gymnasium":
        raise
    raise ModuleNotFoundError(NO_GYMNASIUM, name="gymnasium") from None

if ENVIRONMENT not in gymnasium.registry:
    gymnasium.register(ENVIRONMENT, entry_point="arena_lab.gym.environment:ArenaEnvironment")
