"""Columns of facts, made from the vocabulary."""

from arena_simulation_setup.frame import PREDICATE_CODES, FactColumn
from arena_simulation_setup.semantics.vocabulary import PREDICATE, VOCABULARY


def wire_name(name: str, level: str) -> str:
    """Name of an entity of a level on the wire."""
    return f"{name}/{level}"


def vocabulary_columns(entity: str, kind: str) -> tuple[FactColumn, ...]:
    """One column per field of a kind whose lists of texts are the same for every entity.

    Args:
        entity: Name on the wire.
        kind: Kind of the vocabulary.
    """
    return tuple(
        FactColumn(
            entity,
            kind,
            fact.name,
            fact.role,
            fact.unit,
            PREDICATE_CODES if fact.role == PREDICATE else fact.codes,
        )
        for fact in VOCABULARY[kind]
    )


def writable_fields(kind: str) -> tuple[str, ...]:
    """Fields of a kind that orders may set."""
    return tuple(fact.name for fact in VOCABULARY[kind] if fact.writable)
