"""`arena campaign status`: how far a run is, and what came out."""

import json
import os
from collections.abc import Sequence

from arena_cli.campaign_words import add_data_dir, campaign_of, run_of, standing_mapping, standings_text
from arena_cli.option_parser import OptionParser

EXIT_OK = 0

EXAMPLES = """\
  arena campaign status                  # of the run that was begun last
  arena campaign status RUN_ID --json"""


def main(words: Sequence[str]) -> int:
    """Run the action and give its exit code."""
    parser = OptionParser("arena campaign status", "How far a run is, and what came out.", EXAMPLES)
    parser.add_argument("run_id", nargs="?", default="", metavar="RUN_ID", help="name of a run [the one begun last]")
    add_data_dir(parser)
    parser.add_argument("--json", action="store_true", help="one JSON object per contestant and stage on stdout")
    options = parser.parse_args(list(words))
    from arena_lab.campaign.process_engine import ProcessEngine
    from arena_lab.campaign.run_folder import data_root
    from arena_lab.campaign.runner import CampaignRun
    from arena_lab.campaign.standings import standings

    folder = run_of(data_root(options.data_root, os.environ), options.run_id)
    campaign = campaign_of(folder)
    run = CampaignRun(campaign, folder, ProcessEngine(1), lambda _: None)
    found = standings(campaign.jobs(), [case.result for case in run.cases()])
    if options.json:
        for row in found:
            print(json.dumps(standing_mapping(row)))
    else:
        print(f"run {folder.run_id}: {folder.state}, begun {folder.manifest().get('started_at')}\n")
        print(standings_text(found))
    return EXIT_OK
