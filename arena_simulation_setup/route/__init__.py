"""Clearance fields and the one path search: placement, people, navigator, linter."""
