"""Where every random number of an episode comes from."""

from hashlib import blake2b

from numpy.random import PCG64, Generator

SEED_BITS_MASK = (1 << 63) - 1


def derived_seed(run_seed: str, world: str, episode_id: int) -> int:
    """Seed of an episode nobody gave one for: 63 bits of ``run_seed|world|episode_id``.

    Args:
        run_seed: Seed text of the whole run.
        world: The world argument as given, selection included.
        episode_id: Number of the episode, from 1.
    """
    digest = blake2b(f"{run_seed}|{world}|{episode_id}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") & SEED_BITS_MASK


def stream(seed: int, *labels: object) -> Generator:
    """The independent random stream of one consumer.

    Args:
        seed: Seed of the episode.
        labels: What names the consumer, for example ``("obstacles", "random")``.
    """
    text = f"{seed}\x1f" + "\x1f".join(str(label) for label in labels)
    digest = blake2b(text.encode(), digest_size=16).digest()
    return Generator(PCG64(int.from_bytes(digest, "big")))
