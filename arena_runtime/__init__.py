"""Runs an episode: the scene, the mechanisms, people, robots and the tick that ties them together."""
