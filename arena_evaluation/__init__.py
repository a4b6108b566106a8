"""Reads recordings: judges them again, measures them and reports."""
