"""`arena asset`: where worlds and assets are found, fetching and publishing them."""

import json
import os
import sys
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from arena_cli.asset_words import KINDS, WORLD, Call, parse_call

if TYPE_CHECKING:
    from arena_simulation_setup.tree.net_resolver import NetResolver
    from arena_simulation_setup.tree.network import Network

EXIT_OK, EXIT_FAILED, EXIT_USAGE = 0, 1, 2

USAGE = f"""usage: arena asset find KIND NAME [--json]
       arena asset ls [KIND] [--network] [--json]
       arena asset pull KIND NAME [--bucket B] [--json]
       arena asset push KIND NAME --bucket B [--force] [--yes] [--json]

Worlds and assets: which place has them, copies from buckets, publishing. KIND is one of
{", ".join(KINDS)}. B is a URL, or a name from config/buckets.yaml.

  find   what every place says about a name: HIT (the one that counts), shadowed, STALE (an overdue copy), miss
  ls     what there is on this machine; with --network also what the buckets hold
  pull   fetch from a bucket (of WORLD_BUCKETS or ASSET_BUCKETS) and print the folder
  push   publish a world (by name or directory) or a local asset; a world is checked for what others would miss

  --json     one JSON object per row on stdout, everything else on stderr
  --force    replace another content under the same name
  --yes      do not ask

exit codes: 0 done, 1 nothing has it or it can not be done, 2 bad usage"""


def main(words: Sequence[str]) -> int:
    """Run the verb and give its exit code."""
    if not words or "-h" in words or "--help" in words:
        print(USAGE)
        return EXIT_OK if words else EXIT_USAGE
    call = parse_call(words)
    if call.action == "push":
        from arena_cli.asset_push import push

        return push(call, network())
    return {"find": _find, "ls": _ls, "pull": _pull}[call.action](call)


def network() -> "Network":
    """Buckets as this command reaches them: with the clock of the machine, warnings to stderr."""
    from arena_simulation_setup.tree.network import Network

    return Network(time.time, lambda sentence: note(f"warning: {sentence}"))


def note(sentence: str) -> None:
    """Say something that is no result."""
    print(f"arena: {sentence}", file=sys.stderr)


def row(call: Call, values: dict[str, Any], text: str) -> None:
    """Print a result, for programs or for people."""
    print(json.dumps(values) if call.as_json else text)


def _find(call: Call) -> int:
    from arena_simulation_setup.tree.answer import Found
    from arena_simulation_setup.tree.resolvers import FallbackResolver, examined
    from arena_simulation_setup.tree.search_paths import asset_resolvers, world_resolvers

    relative, environment = call.relative, os.environ
    of_kind = world_resolvers(environment, network()) if call.kind == WORLD else None
    resolvers = asset_resolvers(None, environment, network()) if of_kind is None else of_kind
    answers = examined(relative, [resolver for resolver in resolvers if not isinstance(resolver, FallbackResolver)])
    if not call.as_json:
        print(f"{call.kind} {call.name}")
    for number, answer in enumerate(answers, start=1):
        path = None if answer.path is None else str(answer.path)
        shown = answer.found.upper() if answer.found in (Found.HIT, Found.STALE) else answer.found
        said = "  ".join(part for part in (path, answer.note) if part)
        values = {"resolver": answer.place, "verdict": answer.found, "path": path, "note": answer.note}
        row(call, values, f"  {number}. {shown:<8}  {answer.place}{f'  {said}' if said else ''}")
    if any(answer.found in (Found.HIT, Found.STALE) for answer in answers):
        return EXIT_OK
    note(f"nothing has {call.kind} {call.name!r}{_meant(call)}")
    return EXIT_FAILED


def _meant(call: Call) -> str:
    from arena_cli.asset_lists import everything
    from arena_simulation_setup.files.near_names import did_you_mean

    known = [thing.name for thing in everything(call.kind, os.environ, network(), with_network=False)]
    return did_you_mean(call.name, known)


def _ls(call: Call) -> int:
    from arena_cli.asset_lists import everything

    things = everything(call.kind, os.environ, network(), "--network" in call.options)
    for thing in things:
        path = None if thing.path is None else str(thing.path)
        values = {"kind": thing.kind, "name": thing.name, "place": thing.place, "path": path}
        row(call, values, f"{thing.kind:<9} {thing.name:<32} {thing.place}")
    return EXIT_OK


def _pull(call: Call) -> int:
    from arena_simulation_setup.tree.network import BucketError

    relative = call.relative
    for resolver in resolvers_of(call, network()):
        try:
            path = resolver.fetch(relative)
        except BucketError as error:
            note(f"{call.kind} {call.name!r} is not in {resolver.description}: {error}")
            continue
        _say_who_is_first(call, relative)
        values = {"kind": call.kind, "name": call.name, "bucket": resolver.bucket.name, "path": str(path)}
        row(call, values, str(path))
        return EXIT_OK
    return EXIT_FAILED


def resolvers_of(call: Call, network: "Network") -> tuple["NetResolver", ...]:
    """The bucket that the call names, else all buckets of its kind."""
    from arena_simulation_setup.tree.buckets import ASSET_BUCKETS, WORLD_BUCKETS, bucket
    from arena_simulation_setup.tree.search_paths import net_resolver, net_resolvers

    if "--bucket" in call.options:
        return (net_resolver(bucket(call.options["--bucket"], os.environ), os.environ, network),)
    return net_resolvers(WORLD_BUCKETS if call.kind == WORLD else ASSET_BUCKETS, os.environ, network)


def _say_who_is_first(call: Call, relative: str) -> None:
    from arena_simulation_setup.tree.resolvers import PathResolver
    from arena_simulation_setup.tree.search_paths import asset_resolvers, world_resolvers

    chain = world_resolvers(os.environ) if call.kind == WORLD else asset_resolvers(None, os.environ)
    local = (place for place in chain if isinstance(place, PathResolver) and place.locate(relative) is not None)
    first = next(local, None)
    if first is not None:
        note(f"{call.kind} {call.name!r} is also in {first.description}, which comes first")
