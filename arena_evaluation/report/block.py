"""Parts of a page that a browser unpacks when it needs them."""

import json
import zlib
from base64 import b64encode
from typing import Any

_LENGTH_BYTES = 4


def block(values: Any, numbers: bytes = b"") -> str:
    """Values and bytes, deflated, as letters that mean nothing in HTML.

    Unpacked, it is the length of the JSON text (four bytes, low first), the text, and the bytes.

    Args:
        values: What JSON holds; no NaN.
        numbers: Further bytes.
    """
    text = json.dumps(values, separators=(",", ":"), allow_nan=False).encode("ascii")
    return packed(len(text).to_bytes(_LENGTH_BYTES, "little") + text + numbers)


def packed(content: bytes) -> str:
    """Bytes, deflated, in base64."""
    return b64encode(zlib.compress(content, 9)).decode("ascii")
