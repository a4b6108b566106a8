"""How much memory this process holds."""

import os
from pathlib import Path

# Place of the resident pages in the file.
RESIDENT_FIELD = 1


def resident_mb() -> float:
    """Megabytes of memory that are in use now."""
    pages = int(Path("/proc/self/statm").read_text().split()[RESIDENT_FIELD])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6
