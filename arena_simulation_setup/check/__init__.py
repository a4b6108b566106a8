"""The linter of worlds: what a loader cannot see, because it needs geometry, models or several files."""
