"""`arena asset push`: publishing a world or an asset."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path

from arena_cli.argument import UsageError
from arena_cli.asset import EXIT_FAILED, EXIT_OK, note, row
from arena_cli.asset_words import WORLD, Call
from arena_simulation_setup.tree.buckets import bucket
from arena_simulation_setup.tree.network import BucketError, Network
from arena_simulation_setup.tree.publish import broken_asset, packed, publish, unresolved
from arena_simulation_setup.tree.search_paths import asset_roots, local_world_resolvers, shipped
from arena_simulation_setup.tree.views import MultiLevelWorldView
from arena_simulation_setup.tree.world_identifier import WorldIdentifier


def push(call: Call, network: Network) -> int:
    """Publish what a call names; 1 where that can not be done.

    Raises:
        UsageError: If no bucket is named, the name has a wrong form, or nobody can be asked.
    """
    if "--bucket" not in call.options:
        raise UsageError("arena asset push needs --bucket B: a URL or a name from config/buckets.yaml")
    call, folder = _source(call, os.environ)
    if folder is None:
        return EXIT_FAILED
    problems = _problems(call, folder, network)
    for problem in problems:
        note(f"MISS {problem}")
    if problems:
        return _refused(f"{call.kind} {call.name!r} would not work for others and is not published")
    target = bucket(call.options["--bucket"], os.environ)
    if "--yes" not in call.options and not _confirmed(f"publish {folder} as {call.name!r} in {target.description}?"):
        return _refused("nothing is published")
    try:
        package = packed(folder, call.relative)
        changed = publish(package, target, network, "--force" in call.options)
    except BucketError as error:
        return _refused(f"{call.kind} {call.name!r} can not be published in {target.description}: {error}")
    values = {"kind": call.kind, "name": call.name, "bucket": target.name, "changed": changed}
    size = f"{package.entry.size} bytes"
    text = f"published {call.kind} {call.name} in {target.description} ({size})"
    row(call, values, text if changed else f"{target.description} holds this {call.kind} {call.name} already")
    return EXIT_OK


def _source(call: Call, environment: Mapping[str, str]) -> tuple[Call, Path | None]:
    """The call with the plain name, and the folder to publish; None, with a sentence said, where there is none."""
    if call.kind == WORLD and WorldIdentifier(call.name).is_path:
        folder = Path(call.name).expanduser().resolve()
        call = Call(call.action, call.kind, folder.name, call.options)
        found = folder if folder.is_dir() else None
    elif call.kind == WORLD:
        places = local_world_resolvers(environment)
        found = next((path for place in places if (path := place.locate(call.relative)) is not None), None)
    else:
        roots = asset_roots(None, environment)
        found = next((root / call.relative for root in roots if (root / call.relative).is_dir()), None)
    own = shipped("worlds" if call.kind == WORLD else "assets") / call.relative
    if own.is_dir():
        note(f"{call.kind} {call.name!r} comes with this package and is not published under its name")
        return call, None
    if found is None:
        note(f"there is no {call.kind} {call.name!r} on this machine (copies from buckets are not published)")
    return call, found


def _problems(call: Call, folder: Path, network: Network) -> tuple[str, ...]:
    if call.kind == WORLD:
        return unresolved(MultiLevelWorldView(folder), os.environ, network)
    broken = broken_asset(folder)
    return (broken,) if broken else ()


def _confirmed(question: str) -> bool:
    """The user's answer.

    Raises:
        UsageError: If there is no terminal to ask at.
    """
    if not sys.stdin.isatty():
        raise UsageError("nobody can be asked here: --yes publishes without a question")
    print(f"{question} [y/N] ", end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().lower() in ("y", "yes")


def _refused(sentence: str) -> int:
    note(sentence)
    return EXIT_FAILED
