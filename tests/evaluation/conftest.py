"""The small episode of the recording tests, judged while it is recorded."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "recording"))
