"""
A question about a round of a prepared event: its participants, their history, the right pairing, and the best round.

The best round meets a wish: the rules are asked again, for an event whose organiser leaves no other choice.
Two players who are to meet are kept apart from all other players in the round, and the player who is to have the bye
from all players; every system heeds that already. What does not depend on the wish stays: the brackets of the right
round are kept from the top down, as many as leave a round that can be completed, because a round is judged by the first
bracket that differs. A system that chooses the bye before any bracket chooses it first here, too. From
there on, what a bracket leaves possible for the rest (who can have the bye, how the next bracket can be paired) is
judged as if the wish were a rule.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from checker.verdicts.round_case import RoundPlayers
from reference_engines.frame.results import Assessment, BracketKind, NoLegalPairingError, RoundPairing, Violation
from tournaments import ranked_participants
from tournaments.frozen import FrozenStruct, dataclass
from tournaments.model import ForbiddenGroup

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from reference_engines.frame.rules import PreparedEvent

    Unit = tuple[int, ...]
    "Two who are to meet, or one who is to have the bye; by number."


class NotAskableError(ValueError):
    """The round or participant of the question does not exist; the message names it."""


@dataclass(frozen=True, kw_only=True)
class Question(RoundPlayers):
    """A round of an event that is asked about, recorded or the next one."""

    def __post_init__(self) -> None:
        """Raise NotAskableError for a round that does not exist."""
        stages = self.prepared.recorded_rounds
        if not 1 <= self.stage <= len(stages) + 1:
            recorded = f"the file records rounds 1 to {len(stages)}" if stages else "the file records no round"
            raise NotAskableError(f"round {self.stage} cannot be asked about: {recorded}, and one more can be paired")

    def require_participant(self, tpn: int) -> None:
        """Raise NotAskableError for a participant who is not to be paired in the round."""
        if tpn not in self.participants:
            raise NotAskableError(ranked_participants.unknown_number_message(tpn, self.participants, self.participant))
        if tpn not in self.scores:
            raise NotAskableError(f"{self.roster.describe_player(tpn)} is not to be paired in round {self.stage}")

    def find(self, player: int | str) -> int:
        """
        Return the number of a player, or of a team, by this number or by any unambiguous part of the name.

        Raise NotAskableError if no name has the part, or several names have it.
        """
        if isinstance(player, int):
            return player  # whether there is such a player is asked where the number is used
        try:
            return ranked_participants.find_participant(
                ranked_participants.list_ranked(self.prepared.source), player, self.participant
            )
        except ranked_participants.NoSuchParticipantError as error:
            raise NotAskableError(str(error)) from error

    # --- what is right ------------------------------------------------------------------------------------------------

    @cached_property
    def chosen(self) -> RoundPairing:
        """The pairing that the rules ask for; raise NoLegalPairingError or UnsupportedEventError."""
        return self.prepared_round.expected()

    @cached_property
    def assessed(self) -> Assessment:
        """The assessments, bracket by bracket."""
        return self.prepared_round.assess(self.chosen)

    @cached_property
    def missing(self) -> frozenset[Violation]:
        """The violations of a round without any pair."""
        return frozenset(self.prepared_round.assess(RoundPairing(pairs=())).violations)

    @cached_property
    def recorded(self) -> RoundPairing | None:
        """The pairing that the event records; None for the next round."""
        return self.prepared_round.posted if self.stage in self.prepared.recorded_rounds else None

    @cached_property
    def is_recorded_right(self) -> bool:
        """Whether the recorded round is right; True for the next round, which is not recorded."""
        posted = self.recorded
        return posted is None or (set(posted.pairs), posted.bye) == (set(self.chosen.pairs), self.chosen.bye)


class Wish(FrozenStruct, frozen=True, kw_only=True):
    """A condition that a round is to meet."""

    unit: Unit = ()
    """Two who are to meet, or one who is to have the bye."""
    apart: tuple[frozenset[int], ...] = ()
    """Pairs that are not to meet."""

    def is_met(self, pairing: RoundPairing) -> bool:
        """Whether a complete pairing meets the wish."""
        games = {pair.players for pair in pairing.pairs}
        if not games.isdisjoint(self.apart):
            return False
        return frozenset(self.unit) in games if len(self.unit) > 1 else self.unit in ((), (pairing.bye,))


def find_best_round(question: Question, wish: Wish) -> RoundPairing | None:
    """Return the best round that meets a wish; None if no complete round does."""
    if any(bracket.kind is BracketKind.BYE for bracket in question.assessed.brackets):
        return _find_after_bye(question, wish)
    return _find_with_most_reused(question, wish)


def _find_after_bye(question: Question, wish: Wish) -> RoundPairing | None:
    """Return the best round where the bye is chosen before any bracket; None if no complete round meets the wish."""
    pairing = _pair(question, wish, ())
    if pairing is None or not wish.is_met(pairing):
        return None
    if pairing.bye is None or pairing.bye != question.chosen.bye:
        return pairing  # the bye differs before any bracket does, so no bracket of the right round stays
    return _find_with_most_reused(question, wish, bye=(pairing.bye,))


def _find_with_most_reused(question: Question, wish: Wish, bye: Unit = ()) -> RoundPairing | None:
    """Return the best round that meets a wish and leaves the bye to ``bye``; None if no complete round does."""
    held = () if bye in ((), wish.unit) else (bye,)
    for reused in _reusable_games(question, wish):
        pairing = _pair(question, wish, (*reused, *held))
        if pairing is not None and wish.is_met(pairing):
            return pairing
    return None


def _reusable_games(question: Question, wish: Wish) -> Iterator[tuple[Unit, ...]]:
    """Yield the games of the upper brackets that may be kept, of most brackets first; in the end none."""
    upper: list[tuple[Unit, ...]] = [()]
    for bracket in question.assessed.brackets[:-1]:
        if any(_contradicts(pair, wish) for pair in bracket.pairs):
            break
        if bracket.pairs:
            upper.append((*upper[-1], *bracket.pairs))
    yield from reversed(upper)


def _contradicts(pair: Unit, wish: Wish) -> bool:
    return not set(pair).isdisjoint(wish.unit) or frozenset(pair) in wish.apart


def _pair(question: Question, wish: Wish, reused: tuple[Unit, ...]) -> RoundPairing | None:
    try:
        return prepare_with_wish(question, wish, reused).round(question.stage).expected()
    except NoLegalPairingError:
        return None


def prepare_with_wish(question: Question, wish: Wish, reused: tuple[Unit, ...] = ()) -> PreparedEvent:
    """Return the event at work whose organiser has ordered the wish, and games to be kept, for the round."""
    units = (*([wish.unit] if wish.unit else []), *reused)
    groups = (*_only(units, tuple(question.scores)), *wish.apart)
    event, rows = question.prepared.source, question.prepared.rules.edition.rows(question.stage)
    ordered = tuple(ForbiddenGroup(players=group, first_round=rows.start + 1, last_round=rows.stop) for group in groups)
    changed = replace(event, forbidden=(*event.forbidden, *ordered))
    return question.prepared.rules.prepare(changed, question.prepared)


def _only(units: Sequence[Unit], everybody: Sequence[int]) -> Iterator[frozenset[int]]:
    """
    Yield groups of whom no two may meet, so that the members of a unit can only have each other.

    Not a group for every two: the first of all units form one, and so do the second; two of different units, a first
    and a second, are separated by the binary digits of the units' numbers.
    """
    if not units:
        return
    first = frozenset(unit[0] for unit in units)
    second = frozenset(unit[1] for unit in units if len(unit) > 1)
    for other in everybody:
        if other not in first and other not in second:
            yield first | {other}
            yield second | {other}
    yield first
    yield second
    for digit in range(len(units).bit_length()):
        for value in (0, 1):
            yield frozenset(
                tpn
                for number, unit in enumerate(units)
                for place, tpn in enumerate(unit)
                if (number >> digit & 1) == (value ^ place)
            )
