"""One file per kind of mechanism: pure functions of description, memory and view."""
