"""The `arena` command: composes the packages and prints, nothing else."""
