"""Where things are in the working tree."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

LOCKS = ("runtime", "ros", "build", "development", "watch", "evaluate", "prompt", "gym", "ray")
"""Names of the lock files in the order in which a package is assigned to the first that needs it."""

INTERFACE_PACKAGES = ("tf2_msgs", "arena_interfaces")
"""Folders of the interface packages that are compiled, in the order of their dependencies."""


@dataclass(frozen=True)
class Layout:
    """Paths below the root of the working tree.

    Attributes:
        root: the folder that holds setup.py.
    """

    root: Path

    @property
    def environment(self) -> Path:
        """The virtual environment. Nothing outside of it is written, except the mutex."""
        return self.root / ".venv"

    @property
    def python(self) -> Path:
        """Interpreter of the environment."""
        return self.environment / "bin" / "python"

    @property
    def stamp(self) -> Path:
        """Written last: says from which inputs the environment was made."""
        return self.environment / "setup.stamp"

    @property
    def log(self) -> Path:
        """Output of the programs that the last run started."""
        return self.environment / "setup.log"

    @property
    def mutex(self) -> Path:
        """Locked while a run works. Beside the environment, because the environment is deleted and made again."""
        return self.root / ".setup.lock"

    def requirements(self, name: str, suffix: str = "lock") -> Path:
        """File of requirements.

        Args:
            name: one of LOCKS.
            suffix: "in" for what is asked for, "lock" for the exact versions.
        """
        return self.root / "requirements" / f"{name}.{suffix}"
