"""What every procedure of a round offers: the optimiser of an edition, or the literal walk."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from reference_engines.brackets.bracket import Bracket, Brackets, Candidate
    from reference_engines.brackets.completion import Refusal
    from reference_engines.dutch.optimiser import Objective, Problem
    from reference_engines.field import Field


class RoundRules(Protocol):
    """The procedure of an edition on one field. Downfloaters are given by position, in order."""

    def brackets(self) -> Iterator[tuple[Bracket, Candidate]]:
        """Pair bracket by bracket; raise PairingError if the round cannot be paired."""
        ...

    def problem(self, bracket: Bracket) -> Problem | None:
        """Return the matching problem that decides one of these brackets; None if candidates are walked through."""
        ...

    def refusals(self, own: Brackets) -> Iterator[Refusal]:
        """Yield what these brackets, its own, rest on as impossible; nothing if candidates are walked through."""
        ...

    def as_judged(self, bracket: Bracket, downfloaters: Sequence[int]) -> Bracket:
        """Return the bracket as a candidate with these downfloaters is to be judged in it."""
        ...

    def bye_score(self, bracket: Bracket, downfloaters: Sequence[int]) -> tuple[int, ...]:
        """Return the value of the criterion on the score of the bye's assignee."""
        ...

    def following_bracket(self, bracket: Bracket, downfloaters: Sequence[int]) -> tuple[int, ...]:
        """Return the value of the criterion that looks one bracket ahead."""
        ...


class RoundClass(Protocol):
    """Makes the procedure for a field."""

    def __call__(self, *, field: Field, objective: Objective) -> RoundRules:
        """Return the procedure."""
        ...
