"""A question about a round of a prepared event: its participants, their history, and the right pairing."""

from __future__ import annotations

from functools import cached_property

from checker.verdicts.round_players import RoundPlayers
from reference_engines.frame.results import Assessment, Pair, RoundPairing, Violation
from tournaments.frozen import dataclass
from tournaments.ranked_participants import (
    NoSuchParticipantError,
    find_participant,
    list_ranked,
    unknown_number_message,
)


class NotAskableError(ValueError):
    """The round or participant of the question does not exist; the message names it."""


@dataclass(frozen=True, kw_only=True)
class Question(RoundPlayers):
    """A round of an event that is asked about, recorded or the next one."""

    def __post_init__(self) -> None:
        """Refuse a round that is not there."""
        stages = self.prepared.recorded_rounds
        if not 1 <= self.stage <= len(stages) + 1:
            recorded = f"the file records rounds 1 to {len(stages)}" if stages else "the file records no round"
            raise NotAskableError(f"round {self.stage} cannot be asked about: {recorded}, and one more can be paired")

    def require_participant(self, tpn: int) -> None:
        """Raise NotAskableError for a participant who is not to be paired in the round."""
        if tpn not in self.participants:
            raise NotAskableError(unknown_number_message(tpn, self.participants, self.participant))
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
            return find_participant(list_ranked(self.prepared.source), player, self.participant)
        except NoSuchParticipantError as error:
            raise NotAskableError(str(error)) from error

    # --- what is right ------------------------------------------------------------------------------------------------

    @cached_property
    def chosen(self) -> RoundPairing:
        """The pairing that the rules ask for; raise NoLegalPairingError or UnsupportedEventError."""
        return self.prepared_round.expected()

    @cached_property
    def assessed(self) -> Assessment:
        """The same, bracket by bracket."""
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
        """Whether the recorded round is the right one; true where none is recorded."""
        posted = self.recorded
        return posted is None or (set(posted.pairs), posted.bye) == (set(self.chosen.pairs), self.chosen.bye)


def find_opponent(pairing: RoundPairing, tpn: int) -> int | None:
    """Return a participant's opponent; None with the bye or an absence."""
    pair = find_game(pairing, tpn)
    return None if pair is None else pair.black if pair.white == tpn else pair.white


def find_game(pairing: RoundPairing, tpn: int) -> Pair | None:
    """Return a participant's game, if they have one."""
    return next((pair for pair in pairing.pairs if tpn in (pair.white, pair.black)), None)
