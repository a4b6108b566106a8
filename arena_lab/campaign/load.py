"""Loading a campaign from its two files."""

from collections.abc import Mapping
from pathlib import Path

from attrs import frozen

from arena_lab.campaign.known import KnownNames
from arena_lab.campaign.plan import Campaign
from arena_lab.campaign.read_contest import load_contest
from arena_lab.campaign.read_suite import load_suite
from arena_simulation_setup.files.problem import FileProblems, Problem
from arena_simulation_setup.tree.network import DEFAULT_NETWORK, Network


@frozen
class LoadedCampaign:
    """A campaign with the doubts about its files.

    Attributes:
        campaign: The campaign.
        warnings: What did not keep it from loading.
    """

    campaign: Campaign
    warnings: tuple[Problem, ...]


def load_campaign(
    suite: Path,
    contest: Path,
    environment: Mapping[str, str],
    scale: float = 1.0,
    network: Network = DEFAULT_NETWORK,
) -> LoadedCampaign:
    """The campaign of a suite and a contest; the mistakes of both are told together.

    Args:
        suite: File of the suite.
        contest: File of the contest.
        environment: Variables that name places.
        scale: Factor on the number of episodes.
        network: How buckets are reached.

    Raises:
        FileNotFoundError: If a file is not there.
        FileProblems: If one has errors; all of both are listed.
    """
    known = KnownNames(environment, network)
    problems: list[Problem] = []
    worlds: tuple[str, ...] = ()
    try:
        stages = load_suite(suite, known)
        worlds = stages.value.worlds
    except FileProblems as found:
        problems += found.problems
    try:
        contestants = load_contest(contest, known, worlds)
    except FileProblems as found:
        problems += found.problems
    if problems:
        raise FileProblems(problems)
    return LoadedCampaign(Campaign(stages.value, contestants.value, scale), (*stages.warnings, *contestants.warnings))
