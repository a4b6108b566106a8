"""The source files that the rules are about."""

from __future__ import annotations

from pathlib import Path

from attrs import frozen
from import_rules import PACKAGES

ROOT = Path(__file__).resolve().parent.parent.parent


@frozen
class SourceFile:
    """One file of the project.

    Attributes:
        path: where it is.
        module: its dotted name, from the root of the working tree.
    """

    path: Path
    module: str

    @property
    def is_package(self) -> bool:
        """Whether it stands for its folder."""
        return self.path.name == "__init__.py"

    @property
    def text(self) -> str:
        """Its content."""
        return self.path.read_text(encoding="utf-8")


def source_files() -> list[SourceFile]:
    """Every Python file of the packages, the scripts and the launch folder, in a fixed order."""
    folders = [ROOT / name for name in (*PACKAGES, "scripts", "launch")]
    return [_source_file(path) for folder in folders for path in sorted(folder.rglob("*.py"))]


def _source_file(path: Path) -> SourceFile:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return SourceFile(path, ".".join(parts[:-1] if parts[-1] == "__init__" else parts))
