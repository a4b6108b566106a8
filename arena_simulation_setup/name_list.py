"""Names in one text, as arguments and parameters have them."""


def name_list(text: str) -> tuple[str, ...]:
    """The names in a comma list, with or without brackets around it."""
    return tuple(name.strip() for name in text.strip().removeprefix("[").removesuffix("]").split(",") if name.strip())
