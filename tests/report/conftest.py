"""The small episode of the recording tests, and how it is judged while it is recorded."""

from __future__ import annotations

import sys
from pathlib import Path

for folder in ("recording", "evaluation"):
    sys.path.insert(0, str(Path(__file__).parent.parent / folder))
