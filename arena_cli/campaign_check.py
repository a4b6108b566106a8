"""`arena campaign check`: all mistakes of a suite and a contest."""

from collections.abc import Sequence

from arena_cli.campaign_words import loaded
from arena_cli.option_parser import OptionParser

EXIT_OK = 0

EXAMPLES = """\
  arena campaign check smoke robots
  arena campaign check my_suite.yaml my_contest.yaml

exit codes: 0 no mistake, 2 there are some"""


def main(words: Sequence[str]) -> int:
    """Run the action and give its exit code."""
    parser = OptionParser("arena campaign check", "All mistakes of a suite and a contest at once.", EXAMPLES)
    parser.add_argument("suite", metavar="SUITE", help="name or path of a suite")
    parser.add_argument("contest", metavar="CONTEST", help="name or path of a contest")
    options = parser.parse_args(list(words))
    campaign = loaded(options.suite, options.contest).campaign
    stages, contestants = len(campaign.suite.stages), len(campaign.contest.contestants)
    print(
        f"suite {campaign.suite.name} with contest {campaign.contest.name}: stages {stages}, "
        f"contestants {contestants}, episodes {len(campaign.jobs())}"
    )
    return EXIT_OK
