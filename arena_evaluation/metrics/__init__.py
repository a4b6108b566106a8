"""Numbers about episodes: pure functions from what was recorded to a value with a unit, or to the reason for none."""
