"""What the runtime takes at most, for those as well who start it without knowing ROS."""

LARGEST_RTF = 1000.0
"""Simulated seconds per wall second."""
LARGEST_TIMEOUT_S = 86_400.0
LARGEST_ENVIRONMENT = 999
