"""What is said where a library is missing that only some of the features need."""


def not_installed(user: str, library: str, extra: str = "") -> str:
    """One sentence that says what to do.

    Args:
        user: What needs the library.
        library: The library.
        extra: Extra of this package that brings it; empty where none does.
    """
    remedy = f": pip install 'arena_simulation_setup[{extra}]'" if extra else ""
    return f"{user} needs {library}, which is not installed{remedy}"
