"""The players of a round: their names, and their points and colours before the round."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from checker.verdicts.phrases import Roster
from tournaments.frozen import dataclass
from tournaments.model import Colour

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Self

    from checker.findings import Participant
    from reference_engines.frame.results import PreferredColour
    from reference_engines.frame.rules import AnyRound, PreparedEvent
    from tournaments.model import Player, RoundEntry

_BARRED = re.compile(r"^\w+ \d+ (.+) and so may not have the bye")
_LETTERS = {Colour.WHITE: "W", Colour.BLACK: "B"}


@dataclass(frozen=True, kw_only=True)
class RoundPlayers:
    """The players or teams of a round, recorded or to be paired."""

    prepared: PreparedEvent
    stage: int
    names: Roster | None = None
    """Names for the players; None: the names of the event."""

    @property
    def prepared_round(self) -> AnyRound:
        """The round under the rules."""
        return self.prepared.round(self.stage)

    @cached_property
    def participants(self) -> Mapping[int, Player | Participant]:
        """The players or teams of the event, by number."""
        if not self.prepared.rules.edition.pairs_teams:
            return {player.tpn: player for player in self.prepared.source.players}
        from checker.verdicts.team_events import team_participants  # noqa: PLC0415 - start-up time; few events are of teams

        return {team.tpn: team for team in team_participants(self.prepared.event)}

    @cached_property
    def roster(self) -> Roster:
        """The names of the participants."""
        if self.names is not None:
            return self.names
        return Roster({tpn: one.name for tpn, one in self.participants.items()})

    def named_among(self, tpns: Iterable[int]) -> Self:
        """Return the players of the round with surnames alone where these are unique among the given players."""
        return replace(self, names=Roster(self.roster.names, compared=frozenset(tpns)))

    @property
    def meeting(self) -> str:
        """The word for an encounter: a game, or a match."""
        return self.prepared.rules.edition.meeting

    @property
    def participant(self) -> str:
        """``player`` or ``team``."""
        return self.prepared.rules.edition.participant

    def preferred_colour(self, tpn: int) -> PreferredColour:
        """Return a player's colour preference before the round."""
        return self.prepared_round.preferred_colour(self.prepared_round.position[tpn])

    def why_no_bye(self, tpn: int) -> str:
        """Return why a player may not have the bye: ``had the bye in round 3``; empty if the player may have it."""
        bar = self.prepared_round.bye_bar(tpn)
        found = None if bar is None else _BARRED.match(bar.sentence)
        return found[1] if found else ""

    @cached_property
    def scores(self) -> dict[int, int]:
        """Pairing scores of the players to be paired, in tenths, by number, in rank order."""
        participants = self.prepared_round.participants
        return dict(zip(participants.numbers, participants.scores, strict=True))

    def entries(self, tpn: int) -> tuple[RoundEntry, ...]:
        """Return a player's rounds before this one; of several games of a match, the first."""
        rows = self.prepared.rules.edition.rows(self.stage)
        return self.participants[tpn].rounds[: rows.start : len(rows)]

    def colours(self, tpn: int) -> str:
        """Return the colours of a player's games so far, ``WBWB``; empty before the first."""
        return "".join(
            _LETTERS[entry.colour] for entry in self.entries(tpn) if entry.was_played and entry.colour is not None
        )

    def describe_floats(self, tpn: int) -> str:
        """``down 4, up 3``: a player's earlier floats at which the rules look; empty without any."""
        floats = self.prepared_round.past_floats(tpn)
        return ", ".join(f"{past.direction.value} {past.round_number}" for past in floats)
