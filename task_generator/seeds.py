"""Which seed an episode has."""

from arena_simulation_setup.randomness import SEED_BITS_MASK, derived_seed


def episode_seed(seed: int | None, run_seed: str, world_argument: str, episode_id: int, episodes: int) -> int:
    """Seed of one episode of a run.

    A seed that was asked for is used as it is by a single episode; several episodes, or episodes nobody gave a seed
    for, each derive their own from ``run_seed``, the world and their number.

    Args:
        seed: Seed as asked for; None or below 0 where none was.
        run_seed: Seed text of the whole run.
        world_argument: The world argument as given, selection included.
        episode_id: Number of the episode, from 1.
        episodes: Number of episodes of the run.

    Raises:
        ValueError: If the seed has more than 63 bits.
    """
    if seed is not None and seed > SEED_BITS_MASK:
        raise ValueError(f"seed {seed} is too large, expected at most {SEED_BITS_MASK}")
    if seed is not None and seed >= 0 and episodes == 1:
        return seed
    return derived_seed(run_seed, world_argument, episode_id)
