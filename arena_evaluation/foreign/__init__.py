"""Recordings that other systems made, as recordings of this project."""
