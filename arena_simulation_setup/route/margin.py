"""How much more room than its body a robot's routes have: whoever places goals and whoever drives to them agree."""

PLANNING_MARGIN = 0.02
"""Metres added to a robot's radius, so that a path does not lead along the very edge of what is free."""
