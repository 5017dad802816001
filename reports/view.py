"""The run rearranged for pages: boards as on the wall, rows of tables, and drawings; nothing is decided here."""

from __future__ import annotations

from dataclasses import replace
from itertools import zip_longest
from typing import TYPE_CHECKING

from checker.findings import Participant
from checker.verdicts.edition_comparison import group_by_event
from checker.verdicts.phrases import Roster, format_criterion_value, list_violations
from checker.verdicts.verdict import Outcome, Verdict
from reports.cited_articles import CitedArticle, cite_articles, handbook_link
from reports.drawing import TALL, Drawing, Naming, draw, explain_marks
from reports.editions import view_editions
from tournaments.frozen import FrozenStruct
from tournaments.model import Colour, Result, ScoringSystem
from tournaments.points import format_halves, points_text

if TYPE_CHECKING:
    from checker.findings import EventFinding, RoundFinding
    from checker.records.run import RunRecord
    from reference_engines.frame.results import BracketAssessment, Divergence, Pair, ReadingNote, RoundPairing
    from reports.editions import EditionTable
    from tournaments.model import RoundEntry

BYE_NAMES = {
    Result.PAIRING_ALLOCATED_BYE: "pairing-allocated bye",
    Result.HALF_POINT_BYE: "half-point bye",
    Result.FULL_POINT_BYE: "full-point bye",
    Result.ZERO_POINT_BYE: "zero-point bye",
}
"""The name of each bye."""
RESULT_SIGNS = {
    Result.WIN: "1",
    Result.DRAW: "½",
    Result.LOSS: "0",
    Result.UNRATED_WIN: "1",
    Result.UNRATED_DRAW: "½",
    Result.UNRATED_LOSS: "0",
    Result.FORFEIT_WIN: "+",
    Result.FORFEIT_LOSS: "−",  # noqa: RUF001 - the usual sign of a lost forfeit
    Result.PENDING: "*",
}
"""The result of a game for one of its players."""
_USUAL = ScoringSystem()


class GameRow(FrozenStruct, frozen=True, kw_only=True):
    """One game of a pairing, as a row of one of the two lists."""

    white: Participant
    """The player with the pairing-allocated bye, where there is no Black."""
    black: Participant | None
    board: int | None = None
    """From 1; None where boards are not in question."""


class Board(FrozenStruct, frozen=True, kw_only=True):
    """A game of a posted round as it hung on the wall, or the bye."""

    number: int | None
    """From 1; None for the bye."""
    white: Participant
    """The player with the bye, where there is no Black."""
    black: Participant | None
    white_points: str
    """Before the round; empty where they are not known."""
    black_points: str
    result: str
    is_wrong: bool = False
    correct: GameRow | None = None
    """The correct game of one of the two players, each such game beside one board only."""


class WallList(FrozenStruct, frozen=True, kw_only=True):
    """A posted round as it hung on the wall."""

    boards: tuple[Board, ...]
    further_games: tuple[GameRow, ...]
    """Correct games that stand beside no board."""
    unpaired: tuple[tuple[str, tuple[Participant, ...]], ...]
    """The players who were not paired, by the reason."""

    @property
    def has_points(self) -> bool:
        """Whether the points before the round are known."""
        return any(board.white_points for board in self.boards)


def wall_list(event: EventFinding, finding: RoundFinding) -> WallList:
    """Return the boards of a round of an event."""
    players = {player.tpn: player for player in event.header.participants}
    boards, further = _boards(event, finding, players)
    return WallList(boards=boards, further_games=further, unpaired=_unpaired(event, finding))


def _boards(
    event: EventFinding, finding: RoundFinding, players: dict[int, Participant]
) -> tuple[tuple[Board, ...], tuple[GameRow, ...]]:
    """List the boards, each wrong one with a correct game beside it, and the correct games that are left over."""
    posted, games = finding.recorded, games_per_round(event)
    if posted is None:
        return (), ()
    points = {tpn: points_before(player, finding.round_number, games) for tpn, player in players.items()}
    pairs = list(posted.pairs)
    is_ordered = finding.differences is not None and finding.differences.boards_differ
    if not is_ordered and all(points.get(tpn) is not None for pair in pairs for tpn in pair.players):
        pairs.sort(key=lambda pair: _board_order(pair, points))
    wrong = _wrong_pairs(finding)
    left = list(list_games(finding, finding.expected, posted, players)) if wrong and not is_ordered else []
    rows = []
    for number, pair in enumerate(pairs, start=1):
        white, black = player_or_number(players, pair.white), player_or_number(players, pair.black)
        rows.append(
            Board(
                number=number,
                white=white,
                black=black,
                white_points=_points_or_nothing(points.get(pair.white)),
                black_points=_points_or_nothing(points.get(pair.black)),
                result=_result(white, black, finding.round_number, games),
                is_wrong=pair in wrong,
                correct=_take_game(left, pair) if pair in wrong else None,
            )
        )
    if posted.bye is not None:
        is_wrong = finding.differences is not None and finding.differences.bye_differs
        bye = next((row for row in left if row.black is None), None) if is_wrong else None
        if bye is not None:
            left.remove(bye)
        rows.append(
            Board(
                number=None,
                white=player_or_number(players, posted.bye),
                black=None,
                white_points=_points_or_nothing(points.get(posted.bye)),
                black_points="",
                result="",
                is_wrong=is_wrong,
                correct=bye,
            )
        )
    return tuple(rows), tuple(left)


def _board_order(pair: Pair, points: dict[int, int | None]) -> tuple[int, int, int]:
    """Return the key of the usual order of boards (C.04.2:3.6): higher score, sum of scores, smaller number."""
    scores = sorted((points[pair.white] or 0, points[pair.black] or 0))
    return -scores[1], -sum(scores), min(pair.players)


def _wrong_pairs(finding: RoundFinding) -> frozenset[Pair]:
    """Return the posted pairs that are not as they should be, or not under the reading that is taken."""
    if finding.recorded is None or finding.verdict.outcome in (Outcome.CONSISTENT, Outcome.UNCHECKED):
        return frozenset()
    if finding.differences is not None:
        return frozenset(finding.differences.recorded_only + finding.differences.colours)
    culprits = {tpn for violation in finding.argument.violations for tpn in violation.players}
    return frozenset(pair for pair in finding.recorded.pairs if pair.players & culprits)


def _take_game(left: list[GameRow], pair: Pair) -> GameRow | None:
    """Take the correct game of White, else of Black, if it is not beside another board yet."""
    for tpn in (pair.white, pair.black):
        for row in left:
            if row.black is not None and tpn in (row.white.tpn, row.black.tpn):
                left.remove(row)
                return row
    return None


def points_before(player: Participant, round_number: int, games: int = 1) -> int | None:
    """Return the points before a round, in tenths; None if they are not counted in the usual way."""
    if player.other_points is not None or player.points != sum(map(_USUAL.points, player.rounds)):
        return None
    return sum(map(_USUAL.points, player.rounds[: (round_number - 1) * games]))


def _points_or_nothing(points: int | None) -> str:
    return "" if points is None else format_halves(points)


def _result(white: Participant, black: Participant, round_number: int, games: int) -> str:
    """``1-0``; of a match of several games ``1-0, ½-½``, each for the player who has White in the first."""
    rows = slice((round_number - 1) * games, round_number * games)
    of_match = list(zip(white.games[rows], black.games[rows], strict=False))
    if of_match:
        return ", ".join(
            f"{format_halves(one)}\N{EN DASH}{format_halves(two)}"
            for one, two in of_match
            if one is not None and two is not None
        )
    return ", ".join(filter(None, map(_game_result, white.rounds[rows], black.rounds[rows])))


def _game_result(white: RoundEntry, black: RoundEntry) -> str:
    if white.result not in RESULT_SIGNS or black.result not in RESULT_SIGNS:
        return ""
    if Result.PENDING in (white.result, black.result):
        return "*"
    sign = "/" if white.result.is_forfeit or black.result.is_forfeit else "\N{EN DASH}"
    return f"{RESULT_SIGNS[white.result]}{sign}{RESULT_SIGNS[black.result]}"


def _unpaired(event: EventFinding, finding: RoundFinding) -> tuple[tuple[str, tuple[Participant, ...]], ...]:
    """Return the players who were not paired in a round, by the reason."""
    row, reasons = (finding.round_number - 1) * games_per_round(event), dict[str, list[Participant]]()
    for player in event.header.participants:
        if row < len(player.rounds) and not player.rounds[row].was_paired:
            reasons.setdefault(BYE_NAMES[player.rounds[row].result], []).append(player)
    return tuple((reason, tuple(found)) for reason, found in reasons.items())


def player_or_number(players: dict[int, Participant], tpn: int) -> Participant:
    """Return a player by number, one without a name if the event does not list the number."""
    return players.get(tpn) or Participant(tpn=tpn, name="")


def list_games(
    finding: RoundFinding, of: RoundPairing | None, against: RoundPairing | None, players: dict[int, Participant]
) -> tuple[GameRow, ...]:
    """List the games of one pairing that are not in the other pairing; all of them without another pairing."""
    if of is None:
        return ()
    others = frozenset(against.pairs) if against else frozenset()
    boards_differ = finding.differences is not None and finding.differences.boards_differ
    board_of = _expected_boards(finding)
    pairs = [(board, pair) for board, pair in enumerate(of.pairs, 1) if pair not in others or boards_differ]
    if not boards_differ:
        pairs.sort(key=lambda numbered: min(board_of.get(tpn, numbered[0]) for tpn in numbered[1].players))
    rows = [game_row(pair, players, board=board if boards_differ else None) for board, pair in pairs]
    if of.bye is not None and (against is None or against.bye != of.bye):
        rows.append(GameRow(white=player_or_number(players, of.bye), black=None))
    return tuple(rows)


def _expected_boards(finding: RoundFinding) -> dict[int, int]:
    """Return the board that each player is expected on: a file of results has no order of boards of its own."""
    expected = finding.expected.pairs if finding.expected else ()
    return {tpn: board for board, pair in enumerate(expected) for tpn in pair.players}


def game_row(pair: Pair, players: dict[int, Participant], board: int | None = None) -> GameRow:
    """Return the row of a game."""
    return GameRow(
        white=player_or_number(players, pair.white), black=player_or_number(players, pair.black), board=board
    )


def games_per_round(finding: EventFinding) -> int:
    """Return the number of rounds of the file that make one round."""
    edition = finding.header.edition
    return 1 if edition is None else edition.games


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
        return explain_marks(drawing for drawing in (self.recorded_drawing, self.expected_drawing) if drawing)


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
