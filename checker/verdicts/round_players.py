"""Those of a round of an event: their names, and with what points and colours they come into it."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from checker.verdicts.phrases import Roster
from tournaments.frozen import dataclass
from tournaments.model import Colour

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from checker.findings import Participant
    from reference_engines.frame.round import AnyRound
    from reference_engines.frame.rules import PreparedEvent
    from tournaments.model import Player, RoundEntry

_LETTERS = {Colour.WHITE: "W", Colour.BLACK: "B"}


@dataclass(frozen=True, kw_only=True)
class People:
    """Those of a round; recorded, or the next one."""

    prepared: PreparedEvent
    stage: int
    named: Roster | None = None
    """By which names they go; None: those of the event."""

    @property
    def judged_round(self) -> AnyRound:
        """The round under the rules."""
        return self.prepared.round(self.stage)

    @cached_property
    def everybody(self) -> Mapping[int, Player | Participant]:
        """Those of the event, players or teams, by number."""
        event = self.prepared.source
        if not self.prepared.rules.edition.pairs_teams:
            return {player.tpn: player for player in event.players}
        from checker.verdicts.team_events import team_participants  # noqa: PLC0415 - start-up time; few events are of teams

        return {team.tpn: team for team in team_participants(event)}

    @cached_property
    def roster(self) -> Roster:
        """Puts them into words."""
        if self.named is not None:
            return self.named
        return Roster({tpn: one.name for tpn, one in self.everybody.items()})

    @property
    def meeting(self) -> str:
        """What two of them have: a game, or a match."""
        return self.prepared.rules.edition.meeting

    @cached_property
    def scores(self) -> dict[int, int]:
        """Pairing scores of those to be paired, in tenths, by number; in the order in which they are ranked."""
        participants = self.judged_round.participants
        return dict(zip(participants.numbers, participants.scores, strict=True))

    def entries(self, tpn: int) -> tuple[RoundEntry, ...]:
        """Return somebody's rounds before this one; of several games of a match, the first."""
        rows = self.prepared.rules.edition.rows(self.stage)
        return self.everybody[tpn].rounds[: rows.start : len(rows)]

    def colours(self, tpn: int) -> str:
        """Return the colours of somebody's games so far, ``WBWB``; empty before the first."""
        return "".join(
            _LETTERS[entry.colour] for entry in self.entries(tpn) if entry.was_played and entry.colour is not None
        )

    def with_colours(self, tpn: int) -> str:
        """``Makarian (12, WBWB)``; those who have not played are named without colours."""
        colours, who = self.colours(tpn), self.roster.who(tpn)
        if not colours:
            return who
        return f"{who.removesuffix(')')}, {colours})" if who.endswith(")") else f"{who} ({colours})"

    def games(self, pairs: Iterable[tuple[int, ...]], *, colours: bool = False) -> str:
        """List games, ``Abel (3) - Baker (7)``, with colour histories if these decide."""
        who = self.with_colours if colours else self.roster.who
        return ", ".join(" - ".join(who(tpn) for tpn in pair) for pair in pairs)
