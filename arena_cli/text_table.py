"""Plain tables for terminals."""

from collections.abc import Sequence


def text_table(header: Sequence[str], rows: Sequence[Sequence[str]], widest: int = 72) -> str:
    """Columns padded to their widest cell; a cell longer than ``widest`` characters is cut with an ellipsis.

    Args:
        header: Column titles.
        rows: Cells, as many per row as there are titles.
        widest: Largest width of a column, characters.
    """
    cells = [[_cut(cell, widest) for cell in row] for row in (header, *rows)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(header))]
    lines = ["  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip() for row in cells]
    return "\n".join([lines[0], "  ".join("-" * width for width in widths), *lines[1:]])


def _cut(cell: str, widest: int) -> str:
    return cell if len(cell) <= widest else cell[: widest - 1] + "…"
