from __future__ import annotations

import re
from pathlib import Path

import pytest

FIELD = re.compile(r"^[a-z_A-Z0-9/\[\]<>=]+\s+[A-Za-z_0-9]+")


def uncommented(text: str) -> list[str]:
    """Lines that declare a field or a constant and do not say what it is."""
    return [line for line in text.splitlines() if FIELD.match(line) and not re.search(r"\s#\s*\w", line)]


def interface_files(repository: Path) -> list[Path]:
    return sorted(
        path for suffix in ("msg", "srv", "action") for path in (repository / "arena_interfaces").rglob(f"*.{suffix}")
    )


def test_every_field_is_explained(repository: Path) -> None:
    files = interface_files(repository)
    assert files
    assert [f"{path.name}: {line}" for path in files for line in uncommented(path.read_text())] == []


@pytest.mark.parametrize(
    "line", ["uint8 state", "float64[] x_values", "builtin_interfaces/Time stamp", "uint8 A=1", "int64 x #"]
)
def test_unexplained_field_is_found(line: str) -> None:
    assert uncommented(f"# A message.\n\n{line}\n---\nuint8 good  # explained\n") == [line]


# A section of a schema for all types that a message is made of: a line of "=", then "MSG: package/Type", then its text.
SEPARATOR = re.compile(r"^=+\nMSG: (?P<name>\S+)\n", re.MULTILINE)


def sections(own_name: str, schema: str) -> dict[str, str]:
    """Texts by `package/Type` from a concatenated schema."""
    first, *rest = SEPARATOR.split(schema)
    return {own_name: first, **dict(zip(rest[::2], rest[1::2], strict=True))}


def source_of(repository: Path, name: str) -> Path | None:
    """Where the text of a type stands: in the workspace, or among the installed messages, if these are there."""
    package, kind = name.split("/", maxsplit=1)[0], name.rsplit("/", maxsplit=1)[-1]
    roots = (repository, repository / ".venv" / "share")
    return next((path for root in roots if (path := root / package / "msg" / f"{kind}.msg").is_file()), None)


def own_type(repository: Path, path: Path) -> str:
    """`package/Type` of a schema file, whose name is that of the type."""
    packages = ("arena_interfaces", "tf2_msgs", "nav_msgs")
    names = [f"{package}/{path.stem.split('.')[-1]}" for package in packages]
    return next((name for name in names if source_of(repository, name)), names[0])


def fields(text: str) -> list[str]:
    """What a type consists of, without comments and layout."""
    kept = (" ".join(line.split("#")[0].split()) for line in text.splitlines())
    return [line for line in kept if line]


def is_same(source: Path, text: str, *, ours: bool) -> bool:
    """Whether a shipped text is that of its source: to the letter if it is ours, else in what it declares."""
    original = source.read_text(encoding="utf-8")
    return original.rstrip("\n") == text.rstrip("\n") if ours else fields(original) == fields(text)


def test_shipped_schemas_equal_the_interfaces(repository: Path) -> None:
    different = []
    compared = 0
    for path in sorted((repository / "arena_simulation_setup" / "recording" / "schemas").rglob("*.msg")):
        for name, text in sections(own_type(repository, path), path.read_text(encoding="utf-8")).items():
            source = source_of(repository, name)
            compared += source is not None
            if source is not None and not is_same(source, text, ours=name.startswith("arena_interfaces/")):
                different.append(f"{path.name}: {name}")
    assert different == []
    assert compared > 0


def test_a_changed_comment_counts_in_our_own_texts_only(tmp_path: Path) -> None:
    source = tmp_path / "Type.msg"
    source.write_text("uint8 x   # one\n")
    assert is_same(source, "uint8 x   # one\n", ours=True)
    assert not is_same(source, "uint8 x   # two\n", ours=True)
    assert is_same(source, "uint8 x # two\n", ours=False)
    assert not is_same(source, "uint8 y   # one\n", ours=False)


def test_schema_is_cut_at_its_separators() -> None:
    schema = "b/B[] items\n" + "=" * 80 + "\nMSG: b/B\nuint8 x  # a == b\n"
    assert sections("a/A", schema) == {"a/A": "b/B[] items\n", "b/B": "uint8 x  # a == b\n"}
