"""Atoms, clauses, monitors and the Judge: the one implementation, online and offline."""
