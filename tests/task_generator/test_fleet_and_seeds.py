from __future__ import annotations

import pytest

from arena_simulation_setup.randomness import derived_seed
from task_generator.fleet import fleet_names, parse_fleet
from task_generator.seeds import episode_seed


@pytest.mark.parametrize(
    ("text", "models"),
    [
        ("jackal", ("jackal",)),
        ("jackal[2],turtlebot", ("jackal", "jackal", "turtlebot")),
        (" jackal [ 2 ] , turtlebot ", ("jackal", "jackal", "turtlebot")),
        ("jackal[0],turtlebot", ("turtlebot",)),
        ("Lab/cart", ("Lab/cart",)),
        ("", ()),
        ("  ", ()),
    ],
)
def test_a_fleet_is_a_list_of_models_with_counts(text: str, models: tuple[str, ...]) -> None:
    assert parse_fleet(text) == models


@pytest.mark.parametrize("text", ["jackal,,turtlebot", "jackal[two]", "jackal[-1]", "jackal[2", "[2]", "jackal husky"])
def test_a_malformed_entry_is_named(text: str) -> None:
    with pytest.raises(ValueError, match=r"expected model or model\[n\]"):
        parse_fleet(text)


def test_a_fleet_has_at_most_a_hundred_robots() -> None:
    assert len(parse_fleet("jackal[100]")) == 100
    with pytest.raises(ValueError, match="at most 100"):
        parse_fleet("jackal[99999999999]")


def test_robots_are_numbered_per_model() -> None:
    assert fleet_names(("jackal", "turtlebot", "jackal")) == ("jackal_0", "turtlebot_0", "jackal_1")


def test_models_of_different_domains_with_one_name_share_their_numbers() -> None:
    assert fleet_names(("jackal", "Lab/jackal")) == ("jackal_0", "jackal_1")


def test_a_single_episode_has_the_seed_that_was_asked_for() -> None:
    assert episode_seed(7, "anything", "hall", 1, episodes=1) == 7
    assert episode_seed(0, "anything", "hall", 1, episodes=1) == 0


def test_several_episodes_derive_their_own_seeds_from_run_world_and_number() -> None:
    seeds = [episode_seed(7, "7", "hall", number, episodes=3) for number in (1, 2, 3)]
    assert seeds == [derived_seed("7", "hall", number) for number in (1, 2, 3)]
    assert len({*seeds}) == 3
    assert episode_seed(7, "7", "hall[0]", 1, episodes=3) != seeds[0]


@pytest.mark.parametrize("seed", [None, -1])
def test_an_episode_without_a_seed_derives_one(seed: int | None) -> None:
    assert episode_seed(seed, "run", "hall", 4, episodes=1) == derived_seed("run", "hall", 4)


def test_a_seed_of_more_than_63_bits_is_refused() -> None:
    assert episode_seed(2**63 - 1, "", "hall", 1, episodes=1) == 2**63 - 1
    with pytest.raises(ValueError, match="too large"):
        episode_seed(2**63, "", "hall", 1, episodes=1)
