"""A round that is judged: its recorded pairing, its players with names, points and colours, and the circumstances."""

from __future__ import annotations

import re
from dataclasses import replace
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING

from checker.findings import RoundFinding
from checker.verdicts.phrases import Roster, append_citation
from checker.verdicts.verdict import Verdict
from reference_engines.frame.declared import declares_baku, remove_baku
from tournaments.frozen import FrozenStruct, dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Self

    from checker.findings import Participant
    from reference_engines.frame.results import PreferredColour, RoundPairing
    from reference_engines.frame.rules import AnyRound, PreparedEvent
    from tournaments.model import Player, RoundEntry

_WITH_VIRTUAL_POINTS = "Points include virtual points."
_BARRED = r"^\w+ \d+ (.+) and so may not have the bye"


class ReasonContext(Enum):
    """The source of the pairing that is compared with the right one; the value introduces a fact about it."""

    POSTED = "as posted"
    ANSWER = "in the program's answer"
    SUPPOSED = ""
    """A pairing that is only supposed."""


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

    def with_short_names(self, tpns: Iterable[int]) -> Self:
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
        found = None if bar is None else re.match(_BARRED, bar.sentence)
        return found[1] if found else ""

    @cached_property
    def scores(self) -> dict[int, int]:
        """Pairing scores of the players to be paired, in tenths, by number, in rank order."""
        participants = self.prepared_round.participants
        return dict(zip(participants.numbers, participants.scores, strict=True))

    @cached_property
    def has_virtual_points(self) -> bool:
        """Whether virtual points of an acceleration count in the pairing scores of the round."""
        source = self.prepared.source
        if not (source.virtual_points or declares_baku(source.system)):
            return False
        plain = replace(source, virtual_points=(), system=remove_baku(source.system))
        participants = self.prepared.rules.open(plain).round(self.stage).participants
        return dict(zip(participants.numbers, participants.scores, strict=True)) != self.scores

    def entries(self, tpn: int) -> tuple[RoundEntry, ...]:
        """Return a player's rounds before this one; of several games of a match, the first."""
        rows = self.prepared.rules.edition.rows(self.stage)
        return self.participants[tpn].rounds[: rows.start : len(rows)]

    def colours(self, tpn: int) -> str:
        """Return the colours of a player's games so far, ``WBWB``; empty before the first."""
        played = (entry.colour for entry in self.entries(tpn) if entry.was_played)
        return "".join(colour.value.upper() for colour in played if colour is not None)

    def describe_floats(self, tpn: int) -> str:
        """``down 4, up 3``: a player's earlier floats at which the rules look; empty without any."""
        floats = self.prepared_round.past_floats(tpn)
        return ", ".join(f"{past.direction.value} {past.round_number}" for past in floats)


VERDICT_SENTENCES = {
    Verdict.AGREE: "the pairing is the one that the rules ask for.",
    Verdict.BOARD_ORDER: (
        "pairs and colours are right, in another order of boards; C.04.2:3.6 recommends one, so it is not counted as "
        "a discrepancy."
    ),
    Verdict.REFERENCE_FAULT: "our own engine is at fault, not this pairing; please report this event.",
    Verdict.AMBIGUOUS_RULE: "the pairing is right by another reading of the regulation.",
    Verdict.DECLARED: "the file declares that this round was not paired by the system.",
    Verdict.NOTHING_TO_JUDGE: "nothing to judge: the round has no pair.",
    Verdict.UNSUPPORTED: "not checked, because the event asks for something that is not supported.",
    Verdict.CRASH: "not checked, because our engine failed; please report this event.",
    Verdict.TIMEOUT: "not checked, because the time limit was reached.",
}


class RoundContext(FrozenStruct, frozen=True, kw_only=True):
    """The circumstances in which a round is judged."""

    event: str
    """Stem of the file's name."""
    roster: Roster = Roster({})
    """Names of the players; empty: the names in the event."""
    declarations: tuple[str, ...] = ()
    """Texts of the ``###`` lines."""
    history_marked: bool = False
    """Whether a round before is illegal."""
    board_order: bool = False
    """Whether the source lists its pairs in board order, so that the order can be judged, too."""
    reason_context: ReasonContext = ReasonContext.POSTED
    """Whether the round was posted, or is a program's answer."""


class RoundCase(FrozenStruct, frozen=True, kw_only=True):
    """A recorded pairing in its prepared event and context."""

    prepared: PreparedEvent
    context: RoundContext
    round_number: int
    recorded: RoundPairing
    has_reasons: bool = True
    """Whether the finding is explained; findings under interpretations that are only compared are not."""

    @property
    def prepared_round(self) -> AnyRound:
        """The round under the rules."""
        return self.prepared.round(self.round_number)

    @property
    def players(self) -> RoundPlayers:
        """The players of the round."""
        return players_of_round(self.prepared, self.round_number, self.context)

    def finding(
        self, verdict: Verdict, answer: str = "", reason: str = "", *, beginning: str = "", cited: str = ""
    ) -> RoundFinding:
        """
        Return a finding.

        ``beginning`` replaces the usual sentence of the verdict; ``cited`` are label and article in brackets.
        """
        if answer and "point" in f"{answer} {reason}" and self.players.has_virtual_points:
            answer = f"{answer} {_WITH_VIRTUAL_POINTS}"
        sentences = [beginning or VERDICT_SENTENCES.get(verdict, ""), answer, reason]
        text = " ".join(sentence for sentence in sentences if sentence)
        return RoundFinding(
            event=self.context.event,
            round_number=self.round_number,
            verdict=verdict,
            sentence=f"Round {self.round_number}: {append_citation(text, cited)}".rstrip(),
            answer=answer,
            reason=reason,
            recorded=self.recorded,
            history_marked=self.context.history_marked,
        )


def players_of_round(prepared: PreparedEvent, round_number: int, context: RoundContext) -> RoundPlayers:
    """Return the players of a round, by their names in its context."""
    return RoundPlayers(prepared=prepared, stage=round_number, names=context.roster if context.roster.names else None)
