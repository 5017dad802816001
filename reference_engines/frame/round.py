"""A round bound to its rules, its event and its participants: everything is asked of it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from reference_engines.frame.pairings import ExpectedPairing, HasEdition, Participants, TraceT
from reference_engines.frame.results import (
    ColourRule,
    Diagnosis,
    Pair,
    PairingError,
    Part,
    PartingKind,
    RoundPairing,
    UnsupportedEventError,
)
from reference_engines.matching import MatchingError, proving
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from reference_engines.frame.pairings import ColourDecision
    from reference_engines.frame.results import Assessment, GenerationStep, Parting, Violation
    from reference_engines.frame.rules import Variant

CALLED_IMPOSSIBLE = Diagnosis(
    part=Part.COMPLETION, evidence="it calls the round impossible to pair, and the recorded pairing completes it"
)
"""Of any system that finds no pairing where there is one."""
PASSED_OVER = Diagnosis(
    part=Part.COMPLETION,
    evidence="it passed over a choice as one that does not lead to the best of complete pairings, and the recorded "
    "pairing makes that choice",
)
"""Of a procedure that goes through choices in order, where a later one was taken than could be."""

RulesT = TypeVar("RulesT", bound=HasEdition)
EventT = TypeVar("EventT")
ParticipantsT = TypeVar("ParticipantsT", bound=Participants)


@dataclass(frozen=True, kw_only=True)
class Round(ABC, Generic[RulesT, EventT, ParticipantsT, TraceT]):
    """One pairing act: of a round of the file, or of several (`Edition.rounds_per_stage`)."""

    rules: RulesT
    event: EventT
    """The prepared event under the same rules."""
    number: int
    """The number of the pairing, from 1."""

    # --- what a system answers ----------------------------------------------------------------------------------------

    @cached_property
    @abstractmethod
    def participants(self) -> ParticipantsT:
        """The players or teams to be paired."""

    @abstractmethod
    def pair(self) -> ExpectedPairing[TraceT]:
        """Pair the round anew; raise NoLegalPairingError or UnsupportedEventError."""

    @abstractmethod
    def assess(self, pairing: RoundPairing) -> Assessment:
        """
        Judge any pairing: its violations, and, where the system knows criteria, their values bracket by bracket.

        Two assessments of a round can be compared: as long as all brackets above are equal, the brackets of the same
        number pose the same problem.
        """

    def violations(self, pairing: RoundPairing) -> tuple[Violation, ...]:
        """Return the absolute rules that a pairing breaks, without any search."""
        return self.assess(pairing).violations

    @abstractmethod
    def colours(self, pair: tuple[int, int]) -> ColourDecision | None:
        """Give a pair of positions its colours; None if the rules say nothing of the pair."""

    def would_pair_as(self, pairing: RoundPairing) -> bool:
        """
        Return whether the rules pair the round so: games, colours and bye, on whatever boards; raise like `pair`.

        A system that pairs bracket by bracket stops at the first bracket that differs.
        """
        expected, numbers = self.pair(), self.participants.numbers
        games = {(numbers[white], numbers[black]) for white, black in expected.games}
        bye = None if expected.bye is None else numbers[expected.bye]
        return bye == pairing.bye and is_of_games(pairing, games)

    def divergence(self, pairing: RoundPairing) -> Parting | None:
        """Return where a complete and legal pairing leaves the procedure; None if brackets tell pairings apart."""

    @property
    def order_articles(self) -> Mapping[GenerationStep, str]:
        """The articles that order the steps of generation; steps that no article orders are left out."""
        return {}

    def order_article(self, step: GenerationStep) -> str:
        """Return the number of the article that orders a step of generation; empty if none does."""
        return self.order_articles.get(step, "")

    def variants(self) -> Iterator[Variant]:
        """Yield what can be read otherwise and may matter for the round, each by itself."""
        return iter(())

    # --- self-checks of the engine ------------------------------------------------------------------------------------

    def diagnose(self, pairing: RoundPairing) -> Diagnosis:
        """
        Find the part of the engine that failed where a pairing, which breaks no rule, is not worse than its own.

        The round is paired once more, and every answer of the kernel verified; `failed_part` looks at the rest.
        """
        unproven = self._find_unproven_matching()
        if unproven is not None:
            return unproven
        if self.expected_if_any is None:
            return CALLED_IMPOSSIBLE
        return self.disprove_impossibility(pairing) or self.failed_part(pairing)

    def failed_part(self, pairing: RoundPairing) -> Diagnosis:
        """Find the failed part where every matching is proven; a system that packs criteria can find more."""
        divergence = self.divergence(pairing)
        if divergence is not None and divergence.kind is PartingKind.BETTER:
            return PASSED_OVER
        return Diagnosis(part=None, evidence="every matching that it asks for is proven, and it passed over nobody")

    def _find_unproven_matching(self) -> Diagnosis | None:
        """Pair the round once more and verify every answer of the kernel; None if all of them are proven."""
        try:
            with proving():
                self.pair()
        except MatchingError as error:
            return Diagnosis(part=Part.MATCHING, evidence=f"the proof of the matching does not hold ({error})")
        except (PairingError, AssertionError):
            pass  # the pairing itself does not matter here
        return None

    def disprove_impossibility(self, pairing: RoundPairing) -> Diagnosis | None:
        """
        Find what fails of that which the rules' own pairing takes to be impossible; None if it holds.

        Asked before another legal pairing is called worse, which may itself show what is possible; so the search has
        to be cheap.
        """

    # --- the same for every system ------------------------------------------------------------------------------------

    @cached_property
    def is_too_large(self) -> UnsupportedEventError | None:
        """The error that the rules do not pair so many participants; None if they do."""
        edition, size = self.rules.edition, len(self.participants.numbers)
        if size <= edition.max_participants:
            return None
        return UnsupportedEventError(
            f"{size} {edition.participant}s are to be paired, and {edition.key} is applied to "
            f"{edition.max_participants} at most."
        )

    @cached_property
    def _attempt(self) -> ExpectedPairing[TraceT] | PairingError:
        if self.is_too_large:
            return self.is_too_large
        try:
            return self.pair()
        except PairingError as error:
            return error

    @property
    def expected_by_position(self) -> ExpectedPairing[TraceT]:
        """The pairing that the rules expect, with its trace; raise NoLegalPairingError or UnsupportedEventError."""
        if isinstance(self._attempt, PairingError):
            raise self._attempt
        return self._attempt

    @property
    def expected_if_any(self) -> ExpectedPairing[TraceT] | None:
        """The pairing that the rules expect, by position; None if there is none."""
        return None if isinstance(self._attempt, PairingError) else self._attempt

    def expected(self) -> RoundPairing:
        """Return the pairing that the rules expect, by TPN, boards in order; raise like `expected_by_position`."""
        numbers, made = self.participants.numbers, self.expected_by_position
        return RoundPairing(
            pairs=tuple([Pair(numbers[white], numbers[black]) for white, black in made.games]),
            bye=None if made.bye is None else numbers[made.bye],
        )

    def is_paired_as(self, pairing: RoundPairing) -> bool:
        """Return whether the rules pair the round so, on whatever boards; False where they do not pair it."""
        if self.is_too_large:
            return False
        try:
            return self.would_pair_as(pairing)
        except PairingError:
            return False

    @property
    def posted(self) -> RoundPairing:
        """
        The pairing that the event records (forfeited games included).

        A pair that is recorded without colours is given the colours that the rules expect: nothing contradicts them.
        """
        recorded = self._any_event.recorded(self.number)
        if not recorded.colourless:
            found: RoundPairing = recorded.pairing
            return found
        given = tuple(self._coloured(frozenset(pair)) or Pair(*pair) for pair in recorded.colourless)
        return RoundPairing(pairs=(*recorded.pairing.pairs, *given), bye=recorded.pairing.bye)

    def _coloured(self, pair: frozenset[int]) -> Pair | None:
        decision, numbers = self._decide_colours(pair), self.participants.numbers
        return None if decision is None else Pair(numbers[decision.white], numbers[decision.black])

    @cached_property
    def position(self) -> dict[int, int]:
        """Position of every participant, by TPN."""
        return {number: place for place, number in enumerate(self.participants.numbers)}

    def _decide_colours(self, pair: frozenset[int]) -> ColourDecision | None:
        places = sorted(self.position[number] for number in pair if number in self.position)
        if len(places) != 2:  # noqa: PLR2004 - a pair
            return None
        return self.colours((places[0], places[1]))

    def colour_rule(self, pair: Pair) -> ColourRule | None:
        """Return the article that gives a pair its colours; None if the rules say nothing of the pair."""
        decision = self._decide_colours(pair.players)
        if decision is None:
            return None
        participant = f"{self.rules.edition.participant} {self.participants.numbers[decision.white]}"
        return ColourRule(
            article=decision.article,
            sentence=f"{participant} has White: {decision.why}",
            readings=decision.rests_on,
            is_open=decision.is_open,
        )

    @property
    def pairs_held(self) -> int:
        """Pairs of participants of which the round holds data; 0 before the participants are asked for."""
        return len(self.participants.numbers) ** 2 if "participants" in self.__dict__ else 0

    @property
    def _any_event(self) -> Any:
        return self.event


AnyRound = Round[Any, Any, Any, Any]
"""A round of whatever system: rules, event and participants fit each other, and nobody else looks into them."""


def is_of_games(pairing: RoundPairing, games: set[tuple[int, int]]) -> bool:
    """Return whether a pairing consists of these games, (White, Black) by TPN, and of no others."""
    return len(pairing.pairs) == len(games) and all((pair.white, pair.black) in games for pair in pairing.pairs)
