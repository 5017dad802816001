"""The run rearranged for the page: rows of tables and drawings, nothing that was not decided before."""

from __future__ import annotations

from dataclasses import replace
from itertools import zip_longest
from typing import TYPE_CHECKING

from checker.verdicts.edition_comparison import group_by_event
from checker.verdicts.phrases import Roster, format_criterion_value, list_violations
from checker.verdicts.verdict import Outcome, Verdict
from reports.boards import (
    GameRow,
    WallList,
    game_row,
    games_per_round,
    list_games,
    player_or_number,
    points_before,
    wall_list,
)
from reports.cited_articles import CitedArticle, cite_articles, handbook_link
from reports.drawing import MEANINGS, TALL, Drawing, Naming, draw
from reports.editions import view_editions
from tournaments.frozen import FrozenStruct
from tournaments.model import Colour, Result
from tournaments.points import format_halves, points_text

if TYPE_CHECKING:
    from checker.findings import EventFinding, Participant, RoundFinding
    from checker.records.run import RunRecord
    from reference_engines.frame.results import BracketAssessment, Divergence, ReadingNote, RoundPairing
    from reports.editions import EditionTable
    from tournaments.model import RoundEntry

CROSSTABLES_OF_ALL_EVENTS_UP_TO = 40
"""In longer runs only events with something to show get their crosstable."""
_RESULTS = {Result.DRAW: "½", Result.PENDING: "*"}
_BYES = {
    Result.PAIRING_ALLOCATED_BYE: "PAB",
    Result.HALF_POINT_BYE: "½ bye",
    Result.FULL_POINT_BYE: "1 bye",
    Result.ZERO_POINT_BYE: "–",  # noqa: RUF001 - the usual sign of a round not played
}


class CriterionRow(FrozenStruct, frozen=True, kw_only=True):
    """One line of the two criterion vectors laid side by side."""

    label: str
    article: str
    sentence: str
    recorded: str
    expected: str
    decides: bool
    was_reached: bool
    """Whether the comparison came so far down."""


class Cell(FrozenStruct, frozen=True, kw_only=True):
    """A round in a player's row of the crosstable."""

    text: str
    differs: bool
    round_number: int | None = None
    """In which the player was paired, or had the bye; None where there is nothing to explain."""


class CrosstableRow(FrozenStruct, frozen=True, kw_only=True):
    """A player, or a team, in the crosstable."""

    player: Participant
    points: str
    other_points: str
    """A team's other score; empty for a player."""
    cells: tuple[Cell, ...]

    @property
    def last_paired(self) -> int | None:
        """The last round that can be explained; None if there is none."""
        return next((cell.round_number for cell in reversed(self.cells) if cell.round_number is not None), None)


class Difference(FrozenStruct, frozen=True, kw_only=True):
    """A round that needs to be argued, ready for the page."""

    anchor: str
    finding: RoundFinding
    recorded_games: tuple[GameRow, ...]
    expected_games: tuple[GameRow, ...]
    common_games: tuple[GameRow, ...]
    recorded_drawing: Drawing | None
    expected_drawing: Drawing | None
    bracket: BracketAssessment | None
    broken_rules: tuple[str, ...]
    """Every violation in a sentence with names."""
    colour_rules: tuple[str, ...]
    criteria: tuple[CriterionRow, ...]
    parting: Divergence | None
    """With names in its sentences."""
    articles: tuple[CitedArticle, ...]
    """The articles that the sentence cites, in its order."""
    handbook: str
    """The page of the regulation; empty if it is not there any more."""

    @property
    def unquoted_readings(self) -> tuple[ReadingNote, ...]:
        """The readings on which the round rests and which its sentence does not quote."""
        return tuple(note for note in self.finding.readings if note.sentence not in self.finding.sentence)

    @property
    def lines_cross(self) -> bool:
        """Whether a transposition is to be seen."""
        drawings = (drawing for drawing in (self.recorded_drawing, self.expected_drawing) if drawing is not None)
        ends = ([link.y2 for link in drawing.links] for drawing in drawings)
        return any(sorted(places) != places for places in ends)

    @property
    def telling_criteria(self) -> tuple[CriterionRow, ...]:
        """The criteria with different values in the two pairings; equal criteria are folded."""
        return tuple(row for row in self.criteria if row.recorded != row.expected)

    @property
    def drawing_is_tall(self) -> bool:
        """Whether the drawing would push the rest of the page far down."""
        return self.expected_drawing is not None and self.expected_drawing.height > TALL

    @property
    def marks(self) -> tuple[tuple[str, str], ...]:
        """The marks of the drawings, with their meaning."""
        drawings = [drawing for drawing in (self.recorded_drawing, self.expected_drawing) if drawing]
        drawn = {label.mark for drawing in drawings for label in drawing.labels}
        return tuple((mark.value, meaning) for mark, meaning in MEANINGS.items() if mark in drawn)


class RoundView(FrozenStruct, frozen=True, kw_only=True):
    """A round, ready for the page."""

    anchor: str
    finding: RoundFinding
    wall: WallList
    difference: Difference | None
    """The difference from the right pairing; None if the round agrees."""


class EventView(FrozenStruct, frozen=True, kw_only=True):
    """An event, ready for the page."""

    anchor: str
    finding: EventFinding
    rounds: tuple[RoundView, ...]
    crosstable: tuple[CrosstableRow, ...]
    editions: EditionTable | None = None
    """The event by every edition, if editions are compared."""

    shows_boards: bool = True
    """Whether the boards of rounds that agree are listed, too."""

    def round_address(self, round_number: int) -> str:
        """Return the place of a round on the page."""
        return f"#{self.anchor}-round-{round_number}"

    @property
    def differences(self) -> tuple[Difference, ...]:
        """The differences from the right pairings, round by round."""
        return tuple(shown.difference for shown in self.rounds if shown.difference is not None)

    @property
    def columns(self) -> tuple[str, ...]:
        """Names of the crosstable's rounds: ``3``, or ``2.1`` for the first game of round 2."""
        return crosstable_columns(self.finding)

    @property
    def outcome(self) -> Outcome:
        """The gravest outcome of the event."""
        return event_outcome(self.finding)

    @property
    def is_known(self) -> bool:
        """Whether rounds are discrepant, and all of them are known."""
        discrepant = self.finding.discrepant_rounds
        return bool(discrepant) and all(finding.known for finding in discrepant)


def event_outcome(event: EventFinding) -> Outcome:
    """Return the gravest outcome of an event."""
    if event.header.refusal:
        return Outcome.UNCHECKED
    outcomes = {finding.verdict.outcome for finding in event.rounds}
    if event.has_wrong_rank_order:
        outcomes.add(Outcome.DISCREPANT)
    if event.header.blanks or event.header.contradiction:
        outcomes.add(Outcome.CONDITIONAL)
    order = (Outcome.DISCREPANT, Outcome.UNCHECKED, Outcome.CONDITIONAL, Outcome.ACCEPTED)
    return next((outcome for outcome in order if outcome in outcomes), Outcome.CONSISTENT)


def view(record: RunRecord) -> tuple[EventView, ...]:
    """Rearrange a whole run."""
    all_crosstables = len(record.events) <= CROSSTABLES_OF_ALL_EVENTS_UP_TO
    compared = list(group_by_event(record.editions))
    views = []
    for number, finding in enumerate(record.events, start=1):
        shown = event_view(finding, f"event-{number}", all_crosstables=all_crosstables)
        rounds = next((rounds for rounds in compared if rounds[0].event == finding.header.event), None)
        if rounds is not None:
            compared.remove(rounds)
            names = {participant.tpn: participant.name for participant in finding.header.participants}
            shown = replace(shown, editions=view_editions(rounds, Roster(names)))
        views.append(shown)
    return tuple(views)


def event_view(finding: EventFinding, anchor: str, *, all_crosstables: bool = True) -> EventView:
    """Rearrange one event; ``anchor`` is the prefix of links to its parts, unique on the page."""
    rounds = tuple(view_round(finding, entry, f"{anchor}-round-{entry.round_number}") for entry in finding.rounds)
    has_differences = any(entry.verdict is not Verdict.AGREE for entry in finding.rounds)
    crosstable = crosstable_rows(finding) if all_crosstables or has_differences else ()
    return EventView(anchor=anchor, finding=finding, rounds=rounds, crosstable=crosstable, shows_boards=all_crosstables)


# --- a round ----------------------------------------------------------------------------------------------------------


def view_round(event: EventFinding, finding: RoundFinding, anchor: str) -> RoundView:
    """Arrange a round of an event: its boards, and the differences to explain."""
    players = {player.tpn: player for player in event.header.participants}
    return RoundView(
        anchor=anchor,
        finding=finding,
        wall=wall_list(event, finding),
        difference=None if finding.verdict is Verdict.AGREE else _difference(finding, anchor, players, event),
    )


def _difference(finding: RoundFinding, anchor: str, players: dict[int, Participant], event: EventFinding) -> Difference:
    """Lay out a round of an event."""
    together, edition = games_per_round(event), event.header.edition.key if event.header.edition else ""
    emphasised = _players_who_part(finding)
    roster = Roster({tpn: player.name for tpn, player in players.items()})

    naming = Naming(
        name=lambda tpn: player_or_number(players, tpn).name,
        before=lambda tpn: _before(player_or_number(players, tpn), finding.round_number, together),
    )

    def drawing(bracket: BracketAssessment | None, pairing: RoundPairing | None) -> Drawing | None:
        return None if bracket is None else draw(bracket, naming, emphasised, pairing.bye if pairing else None)

    return Difference(
        anchor=anchor,
        finding=finding,
        recorded_games=list_games(finding, finding.recorded, finding.expected, players),
        expected_games=list_games(finding, finding.expected, finding.recorded, players),
        common_games=_common_games(finding, players),
        recorded_drawing=drawing(finding.argument.recorded_bracket, finding.recorded),
        expected_drawing=drawing(finding.argument.expected_bracket, finding.expected),
        bracket=finding.argument.expected_bracket,
        broken_rules=list_violations(finding.argument.violations, roster),
        colour_rules=tuple(
            f"{roster.describe_game(ruling.pair)}: article {ruling.article}. {roster.insert_names(ruling.sentence)}"
            for ruling in finding.argument.colour_rulings
        ),
        criteria=_criteria(finding),
        parting=_insert_names(finding.argument.parting, roster),
        articles=cite_articles(finding.sentence, edition),
        handbook=handbook_link(edition),
    )


def _before(player: Participant, round_number: int, together: int) -> str:
    """
    ``2½ WBWB``: points and colours before a round; without points, if they are not counted in the usual way.

    Of a match of several games the colour is that of the first.
    """
    rounds = player.rounds[: (round_number - 1) * together]
    letters = {Colour.WHITE: "W", Colour.BLACK: "B"}
    first = rounds[::together]
    colours = "".join(letters[entry.colour] for entry in first if entry.was_played and entry.colour is not None)
    points = points_before(player, round_number, together)
    return colours if points is None else f"{format_halves(points)} {colours}".strip()


def _insert_names(parting: Divergence | None, roster: Roster) -> Divergence | None:
    if parting is None:
        return None
    return replace(parting, step=roster.insert_names(parting.step), sentence=roster.insert_names(parting.sentence))


def _players_who_part(finding: RoundFinding) -> frozenset[int]:
    """Players whose place in the deciding bracket differs between the two pairings."""
    recorded, expected = finding.argument.recorded_bracket, finding.argument.expected_bracket
    if recorded is None or expected is None:
        return frozenset()
    pairs = {frozenset(pair) for pair in recorded.pairs} ^ {frozenset(pair) for pair in expected.pairs}
    return frozenset().union(
        *pairs,
        frozenset(recorded.downfloaters) ^ frozenset(expected.downfloaters),
        frozenset(recorded.upfloaters) ^ frozenset(expected.upfloaters),
    )


def _common_games(finding: RoundFinding, players: dict[int, Participant]) -> tuple[GameRow, ...]:
    if finding.recorded is None or finding.expected is None:
        return ()
    recorded = frozenset(finding.recorded.pairs)
    rows = [game_row(pair, players) for pair in finding.expected.pairs if pair in recorded]
    bye = finding.recorded.bye
    if bye is not None and bye == finding.expected.bye:
        rows.append(GameRow(white=player_or_number(players, bye), black=None))
    return tuple(rows)


def _criteria(finding: RoundFinding) -> tuple[CriterionRow, ...]:
    """Lay the two vectors of the deciding bracket side by side, down to the last criterion."""
    recorded, expected = finding.argument.recorded_bracket, finding.argument.expected_bracket
    if recorded is None or expected is None:
        return ()
    rows = []
    decided = False
    for theirs, ours in zip(recorded.values, expected.values, strict=False):
        decides = not decided and theirs.value != ours.value
        rows.append(
            CriterionRow(
                label=ours.label,
                article=ours.article,
                sentence=ours.sentence,
                recorded=format_criterion_value(ours.name, theirs.value),
                expected=format_criterion_value(ours.name, ours.value),
                decides=decides,
                was_reached=not decided,
            )
        )
        decided = decided or decides
    return tuple(rows)


def crosstable_rows(finding: EventFinding) -> tuple[CrosstableRow, ...]:
    """Order the players by their points, then by TPN."""
    wrong = {(tpn, entry.round_number) for entry in finding.rounds for tpn in _players_in_question(entry)}
    together = games_per_round(finding)
    ranked = sorted(finding.header.participants, key=lambda player: (-player.points, player.tpn))
    return tuple(
        CrosstableRow(
            player=player,
            points=points_text(player.points),
            other_points="" if player.other_points is None else points_text(player.other_points),
            cells=tuple(
                Cell(
                    text=_cell(entry, games),
                    differs=(player.tpn, row // together + 1) in wrong,
                    round_number=row // together + 1 if _was_paired(entry) else None,
                )
                for row, (entry, games) in enumerate(zip_longest(player.rounds, player.games))
                if entry is not None
            ),
        )
        for player in ranked
    )


def crosstable_columns(finding: EventFinding) -> tuple[str, ...]:
    """Return the names of the crosstable's rounds: ``3``, or ``2.1`` for the first game of round 2."""
    games = games_per_round(finding)
    rows = range(finding.header.rounds_recorded)
    return tuple(f"{row // games + 1}.{row % games + 1}" if games > 1 else str(row + 1) for row in rows)


def _players_in_question(finding: RoundFinding) -> frozenset[int]:
    """Players whose recorded game or bye is not the expected one, or who break an absolute rule."""
    if finding.verdict.outcome in (Outcome.CONSISTENT, Outcome.UNCHECKED) or finding.recorded is None:
        return frozenset()
    culprits = frozenset(tpn for violation in finding.argument.violations for tpn in violation.players)
    if finding.differences is None:
        return culprits
    games = finding.differences.recorded_only + finding.differences.colours
    byes = {finding.recorded.bye} if finding.differences.bye_differs and finding.recorded.bye is not None else set()
    return culprits.union(byes, *(pair.players for pair in games))


def _was_paired(entry: RoundEntry) -> bool:
    return entry.opponent is not None or entry.result is Result.PAIRING_ALLOCATED_BYE


def _cell(entry: RoundEntry, games: int | None = None) -> str:
    """``12w1``: opponent, colour, result; ``12w 2½`` for a match with the game points of the team."""
    if entry.opponent is None:
        return _BYES.get(entry.result, entry.result.value)
    colour = {Colour.WHITE: "w", Colour.BLACK: "b", None: ""}[entry.colour]
    if games is not None:
        forfeited = entry.result.value if entry.result.is_forfeit else ""
        return f"{entry.opponent}{colour} {format_halves(games)}{forfeited}"
    return f"{entry.opponent}{colour}{_RESULTS.get(entry.result, entry.result.value)}"
