"""Reading atoms and clauses."""

from arena_simulation_setup.conditions.atom import Atom, FieldAtom
from arena_simulation_setup.conditions.clause import BINARY_OPS, CONTINUE, FAILURE_POLICIES, OPS, Clause
from arena_simulation_setup.conditions.parse import AtomError, parse_atom
from arena_simulation_setup.files.cursor import Cursor
from arena_simulation_setup.files.fields import Fields, keys_of
from arena_simulation_setup.files.values import choice, text

NO_ATOM: Atom = FieldAtom("", "", "")


def read_atom(cursor: Cursor) -> Atom:
    """An atom in one of its surface forms."""
    found = text(cursor)
    try:
        return parse_atom(found)
    except AtomError as error:
        token = error.column + len(found) - len(found.lstrip())
        raise cursor.inside(token).rejection("atom", error.expected, found=found) from error


def read_clause(cursor: Cursor) -> Clause:
    """One entry of a ``conditions:`` list."""
    fields = Fields(cursor, keys_of(Clause))
    fields.refuse_rest()
    op = fields.required("op", choice(OPS), OPS[0])
    p = fields.required("p", read_atom, NO_ATOM)
    q = _second_atom(fields, op) if fields.sound("op") else None
    on_failure = fields.optional("on_failure", choice(FAILURE_POLICIES), CONTINUE)
    return Clause(op, p, q, fields.optional("text", text, ""), on_failure)


def _second_atom(fields: Fields, op: str) -> Atom | None:
    if op in BINARY_OPS:
        return fields.required("q", read_atom, NO_ATOM)
    if fields.at("q") is not None:
        fields.error("q", "clause.q", f"{op!r} takes no 'q'", expected=f"it with {' or '.join(BINARY_OPS)} only")
    return None
