"""Spoilt copies of a YAML file: changed bytes, words, lines, and branches of the tree."""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Any

import yaml

WORDS = (
    b"null", b"~", b"[]", b"{}", b"true", b"on", b"-1", b"0", b"1e999", b".nan", b"-.inf", b"007", b"0x10", b"1_000",
    b'""', b"'x'", b"[[]]", b"{x: 1}", b"&a ", b"*a", b"<<: *a", b"!!int 3", b"!!python/object:x.y ", b": ", b"- ",
    b"?", b"|", b">", b"%YAML 9.9", b"---", b"...", b"\t", b"#", b"\xff", b"\x00", b"\xef\xbb\xbf",
    "é\u2028".encode(), b"1e300", b"1e-300", b"9" * 400, b"x" * 3000, b"[" * 400, b"{a: " * 300, b"2024-01-01",
    b"1:30", b"room", b"[1, 2, 3, 4]",
)  # fmt: skip
VALUES: tuple[Any, ...] = (
    None, True, 0, -1, 1e-12, 1e308, -1e308, 10**30, "", " ", "room", "a/b", "../..", "x:y", "\x1b[0m", "é", "1e5",
    [], [[]], [0, 0], [1, 2, 3], [1] * 7, {}, {"x": 1}, {"": None}, {"name": "room"}, [None], "!alarm", "0.a,0.b",
    "n" * 5000, [[0, 0]] * 2000,
)  # fmt: skip
KEYS = ("name", "nmae", "", "corners", "pose", "semantics", "extra", "x", "7", "level_id", "preset", "params", "é")
TOKEN = re.compile(rb"[\w.+-]+|[^\s\w]")
DEEPEST = 60
PLACES = 3


def mutated(content: bytes, tree: Any, random: Random) -> bytes:
    """A copy with one to three mutations of one sort.

    Args:
        content: The file.
        tree: What it means.
        random: Decides everything.
    """
    sort = random.choice((_bytes, _tokens, _lines, None))
    if sort is None:
        return _tree(tree, random)
    for _ in range(random.randint(1, 3)):
        content = sort(content, random)
    return content


def _bytes(content: bytes, random: Random) -> bytes:
    start = random.randrange(len(content) + 1)
    end = min(len(content), start + random.choice((0, 1, 1, 2, 7, 50)))
    put = random.choice((b"", bytes([random.randrange(256)]), random.randbytes(3), content[:start][-20:]))
    if random.random() < 0.05:
        return content[:start]
    return content[:start] + put + content[end:]


def _tokens(content: bytes, random: Random) -> bytes:
    found = list(TOKEN.finditer(content))
    if not found:
        return content + random.choice(WORDS)
    token, other = random.choice(found), random.choice(found)
    put = random.choice((random.choice(WORDS), other[0], b"", token[0] + b" " + token[0]))
    return content[: token.start()] + put + content[token.end() :]


def _lines(content: bytes, random: Random) -> bytes:
    lines = content.splitlines(keepends=True) or [b"\n"]
    here, there = random.randrange(len(lines)), random.randrange(len(lines))
    what = random.randrange(6)
    if what == 0:
        del lines[here]
    elif what == 1:
        lines.insert(there, lines[here])
    elif what == 2:
        lines[here], lines[there] = lines[there], lines[here]
    elif what == 3:
        lines[here] = b" " * random.randint(1, 3) + lines[here]
    elif what == 4:
        lines[here] = lines[here].lstrip(b" ")
    else:
        low, high = sorted((here, there))
        lines[low:high] = lines[low:high] * random.choice((0, 2))
    return b"".join(lines)


def _tree(tree: Any, random: Random) -> bytes:
    changed = {"root": deepcopy(tree)}
    for _ in range(random.randint(1, PLACES)):
        holders = list(_holders(changed))
        holder, key = random.choice(holders)
        what = random.randrange(6)
        if what == 0 and len(holder) > 1:
            del holder[key]
        elif what == 1 and isinstance(holder, dict) and holder is not changed:
            holder[random.choice(KEYS)] = holder.pop(key)
        elif what == 2 and isinstance(holder, list):
            holder.insert(key, deepcopy(holder[key]))
        elif what == 3:
            other, place = random.choice(holders)
            holder[key] = deepcopy(other[place])
        elif what == 4:
            holder[key] = _wrapped(deepcopy(holder[key]), random)
        else:
            holder[key] = deepcopy(random.choice(VALUES))
    text: str = yaml.dump(changed.get("root"), Dumper=yaml.CSafeDumper, allow_unicode=True, default_flow_style=None)
    return text.encode("utf-8", "surrogatepass")


def _wrapped(value: Any, random: Random) -> Any:
    for _ in range(random.choice((1, 2, DEEPEST))):
        value = [value] if random.random() < 0.5 else {random.choice(KEYS): value}
    return value


def _holders(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every place in nested lists and mappings, as the list or mapping and the index or key in it."""
    entries = list(value.items()) if isinstance(value, dict) else list(enumerate(value))
    for key, inner in entries:
        yield value, key
        if isinstance(inner, (dict, list)):
            yield from _holders(inner)
