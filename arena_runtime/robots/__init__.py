"""Robot sensors and the built-in navigator."""
