"""Builds the environment in .venv: plain standard library, so that any Python 3 can run it on a bare machine."""
