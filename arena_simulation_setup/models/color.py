"""CSS colours."""

import re

from PIL import ImageColor

Color = tuple[float, float, float, float]

_RGBA = re.compile(r"rgba?\(([^)]*)\)")


def parse_color(text: str) -> Color:
    """Red, green, blue, alpha in 0..1 of a CSS colour.

    Args:
        text: ``#rgb``, ``#rrggbb``, ``#rrggbbaa``, ``rgb(r, g, b)``, ``rgba(r, g, b, alpha)``, or a colour name.

    Raises:
        ValueError: If it is no colour.
    """
    function = _RGBA.fullmatch(text.strip())
    if function:
        return _of_function(text, function.group(1))
    try:
        red, green, blue, *alpha = ImageColor.getrgb(text.strip())
    except (ValueError, OverflowError):
        raise ValueError(f"{text!r} is no colour") from None
    return (red / 255, green / 255, blue / 255, alpha[0] / 255 if alpha else 1.0)


def _of_function(text: str, arguments: str) -> Color:
    parts = [part.strip() for part in arguments.split(",")]
    if len(parts) not in (3, 4):
        raise ValueError(f"{text!r} is no colour: it takes 3 or 4 numbers")
    red, green, blue = (_share(text, part, 255.0) for part in parts[:3])
    return (red, green, blue, _share(text, parts[3], 1.0) if len(parts) == 4 else 1.0)


def _share(text: str, part: str, whole: float) -> float:
    try:
        value = float(part[:-1]) / 100.0 if part.endswith("%") else float(part) / whole
    except ValueError:
        raise ValueError(f"{text!r} is no colour: {part!r} is no number") from None
    if not 0.0 <= value <= 1.0:
        raise ValueError(f"{text!r} is no colour: {part} is out of range")
    return value
