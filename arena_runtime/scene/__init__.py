"""The only MuJoCo code: build, step, read, apply."""
