"""Annotations of entities and the facts that each kind publishes."""
