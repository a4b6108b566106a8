"""Facts of a frame by name."""

from arena_simulation_setup.frame import EpisodeStart, Frame


def fact(start: EpisodeStart, frame: Frame, entity: str, field: str, kind: str = "") -> float | str | None:
    """A number or text of a frame; None for no value.

    Raises:
        KeyError: If nothing has the field.
    """
    for columns, values in ((start.layout.numbers, frame.numbers.tolist()), (start.layout.codes, frame.codes.tolist())):
        for column, value in zip(columns, values, strict=True):
            if (column.entity, column.field) == (entity, field) and kind in ("", column.kind):
                if column.codes:
                    return column.codes[value] if value < len(column.codes) else None
                return None if value != value else float(value)
    raise KeyError(f"{entity}.{field}")
