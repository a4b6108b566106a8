"""The five operators as automata over samples of two three-valued truths."""

from attrs import define


@define
class Monitor:
    """One clause's memory within one scope.

    A sample where a truth is unknown is counted and otherwise skipped; later samples may still decide. Once decided, a
    monitor is not fed any more.

    Attributes:
        op: ``always``, ``never``, ``eventually``, ``before`` or ``never_during``.
        samples: Samples so far, unknown ones included.
        unknown_samples: Samples on which a truth was unknown.
        together_ns: Time of the sample on which p and q of ``before`` first came true at once.
    """

    op: str
    samples: int = 0
    unknown_samples: int = 0
    together_ns: int | None = None

    def sample(self, p: bool | None, q: bool | None, time_ns: int) -> bool | None:
        """Feed one sample.

        Args:
            p: Truth of the first atom.
            q: Truth of the second atom; False for operators with one.
            time_ns: Episode time.

        Returns:
            True or False where this sample decides the clause, else None.
        """
        self.samples += 1
        if p is None or q is None:
            self.unknown_samples += 1
            return None
        match self.op:
            case "never":
                return False if p else None
            case "always":
                return None if p else False
            case "eventually":
                return True if p else None
            case "never_during":
                return False if p and q else None
        return self._before(p, q, time_ns)

    def _before(self, p: bool, q: bool, time_ns: int) -> bool | None:
        if self.together_ns is not None or not (p or q):
            return None
        if p and q:
            self.together_ns = time_ns
            return None
        return p

    def finish(self) -> bool | None:
        """The answer of an undecided clause at the end of its scope; None where it cannot be known."""
        if self.unknown_samples or not self.samples:
            return None
        return self.op in ("always", "never", "never_during")
