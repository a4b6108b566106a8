"""Every consumer has a stream of its own that the seed alone determines."""

import hashlib

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena_simulation_setup.randomness import derived_seed, stream


@given(st.text(max_size=8), st.text(max_size=8), st.integers(1, 10**9))
@settings(max_examples=50, deadline=None)
def test_a_derived_seed_fits_63_bits_and_is_repeatable(run_seed: str, world: str, episode_id: int) -> None:
    seed = derived_seed(run_seed, world, episode_id)
    assert 0 <= seed < 2**63
    assert derived_seed(run_seed, world, episode_id) == seed


def test_a_derived_seed_is_the_digest_of_run_world_and_episode() -> None:
    digest = hashlib.blake2b(b"7|hospital_1[0]|3", digest_size=8).hexdigest()
    assert derived_seed("7", "hospital_1[0]", 3) == int(digest, 16) % 2**63


def test_run_world_and_episode_all_matter() -> None:
    seeds = {derived_seed("7", "a", 1), derived_seed("8", "a", 1), derived_seed("7", "b", 1), derived_seed("7", "a", 2)}
    assert len(seeds) == 4


def test_a_stream_is_repeatable() -> None:
    assert stream(5, "timeline", 0).random(4).tolist() == stream(5, "timeline", 0).random(4).tolist()


@pytest.mark.parametrize(
    ("seed", "labels"), [(6, ("timeline", 0)), (5, ("timeline", 1)), (5, ("timeline",)), (5, ("timeline0",)), (5, ())]
)
def test_another_seed_or_label_is_another_stream(seed: int, labels: tuple[object, ...]) -> None:
    assert stream(seed, *labels).random() != stream(5, "timeline", 0).random()


def test_labels_do_not_run_together() -> None:
    assert stream(1, "ab", "c").random() != stream(1, "a", "bc").random()


def test_streams_leave_the_global_state_alone() -> None:
    before = np.random.get_state(legacy=False)["state"]["key"].tolist()  # noqa: NPY002 - it is what must not change
    stream(1, "a").random(10)
    assert np.random.get_state(legacy=False)["state"]["key"].tolist() == before  # noqa: NPY002


def test_the_first_numbers_of_a_stream_never_change() -> None:
    assert stream(7, "obstacles", "random").integers(0, 1000, 4).tolist() == [457, 304, 772, 826]
