"""Strict YAML with positions, conversion, loading and saving."""
