"""The rules of the Clock system: an event, a round paired, judged and coloured, and where a pairing leaves it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property, partial
from itertools import zip_longest
from typing import ClassVar

from reference_engines import clock
from reference_engines.clock.edition import (
    DEFAULT_READINGS,
    NAMED_WITH_COLOURS,
    OPEN_POINTS,
    OTHER_READINGS,
    ClockArticle,
    ClockReadings,
)
from reference_engines.clock.round_table import ClockTable, ClockWalk, Pick, make_picks, seat_players
from reference_engines.definitions import players_event
from reference_engines.definitions.hard_rules import HardRules, RoundFacts, RuleReference, describe_clash
from reference_engines.definitions.player_states import ByeRule
from reference_engines.frame.edition import Edition
from reference_engines.frame.results import Divergence, DivergenceKind, Pair, RoundPairing, SelectionRule, Violation
from reference_engines.frame.rules import ColourDecision, ExpectedPairing, Rules
from reference_engines.frame.variants import Variant
from reference_engines.readings import note_on, toggle_readings
from reference_engines.sequential import Pairs, SequentialRound, find_open_points, make_variants, prepare_players
from tournaments.frozen import dataclass
from tournaments.model import Colour, Event
from tournaments.points import describe_points, format_halves

Procedure = Callable[[ClockTable, ClockReadings], Pairs]


def decide_colours(table: ClockTable, readings: ClockReadings, first: int, second: int) -> ColourDecision:
    """Give colours to two players, neither of them the bye: the first step that decides is followed."""
    lower, higher = sorted((first, second))
    if table.players.round_number == 1:
        return _apply_number_grid(table, readings, (lower, higher))
    return (
        _apply_absolute_preference(table, readings, (lower, higher))
        or _apply_difference(table, (lower, higher))
        or _apply_history(table, readings, (lower, higher))
        or _apply_points(table, (lower, higher))
        or _apply_last_colour(table, readings, (lower, higher))
    )


def _apply_number_grid(table: ClockTable, readings: ClockReadings, pair: tuple[int, int]) -> ColourDecision:
    """Give both the colours of the grid, or else the lower number its colour of the grid (CLOCK-FIRST-ROUND)."""
    colour, opposite = (table.grid_colour[seat] for seat in pair)
    why = "the first round follows the grid of pairing numbers"
    if colour and colour != opposite:
        return _give_lower_number(pair, colour, ClockArticle.FIRST_ROUND, why)
    why = f"{why}, here for player {table.tpn[pair[0]]}, who has the lower number"
    return _open_colours(
        pair,
        -colour if readings.unforeseen_colours_turned else colour,
        ClockArticle.FIRST_ROUND,
        why,
        "CLOCK-FIRST-ROUND",
    )


def _apply_absolute_preference(
    table: ClockTable, readings: ClockReadings, pair: tuple[int, int]
) -> ColourDecision | None:
    """Grant the only absolute preference, or two opposite preferences (CLOCK-OPPOSITE-ABSOLUTE)."""
    preferences = tuple(table.absolute[seat] for seat in pair)
    if preferences[0] == preferences[1] or (all(preferences) and not readings.opposite_preferences_granted):
        return None
    colour = preferences[0] or -preferences[1]
    white, black = pair if colour == 1 else pair[::-1]
    needs = [f"player {table.tpn[seat]} must have {name}" for seat, name in ((white, "White"), (black, "Black"))]
    if all(preferences):
        why = " and ".join(needs)
    else:
        bound, free = (0, black) if table.absolute[white] else (1, white)
        why = f"{needs[bound]}, and player {table.tpn[free]} may have either colour"
    return _give_white(white, pair, ClockArticle.ABSOLUTE, why)


def _apply_difference(table: ClockTable, pair: tuple[int, int]) -> ColourDecision | None:
    less_white = sorted(pair, key=lambda seat: table.difference[seat])
    if table.difference[pair[0]] == table.difference[pair[1]]:
        return None
    own, opposite = less_white
    why = (
        f"player {table.tpn[own]} has the lower colour difference, games with White less those with Black: "
        f"{table.difference[own]} against {table.difference[opposite]} of player {table.tpn[opposite]}"
    )
    return _give_white(own, pair, ClockArticle.DIFFERENCE, why)


def _apply_history(table: ClockTable, readings: ClockReadings, pair: tuple[int, int]) -> ColourDecision | None:
    """Alternate from the latest games in which the two had different colours (CLOCK-SHORT-HISTORY)."""
    for own, opposite in zip_longest(*(table.colours[seat] for seat in pair), fillvalue=0):
        if own == opposite or not ((own and opposite) or readings.missing_game_differs):
            continue
        white = pair[0] if own < opposite else pair[1]
        why = f"player {table.tpn[white]} had Black when their colours last differed"
        return _give_white(white, pair, ClockArticle.HISTORY, why)
    return None


def _apply_points(table: ClockTable, pair: tuple[int, int]) -> ColourDecision | None:
    if table.score[pair[0]] == table.score[pair[1]]:
        return None
    white = min(pair, key=lambda seat: table.score[seat])
    points = [format_halves(table.score[seat]) for seat in (white, sum(pair) - white)]
    why = f"White goes to the player with fewer points, {points[0]} against {points[1]}"
    return _give_white(white, pair, ClockArticle.POINTS, why)


def _apply_last_colour(table: ClockTable, readings: ClockReadings, pair: tuple[int, int]) -> ColourDecision:
    """Give the lower pairing number its last colour again; without one, its colour of the grid (CLOCK-NO-COLOUR)."""
    colours = table.colours[pair[0]]
    if colours:
        why = f"player {table.tpn[pair[0]]}, with the lower pairing number, gets the same colour as in the last game"
        return _give_lower_number(pair, colours[0], ClockArticle.LOWER_NUMBER, why)
    why = f"player {table.tpn[pair[0]]}, with the lower pairing number, has not played and gets the colour of the grid"
    colour = table.grid_colour[pair[0]] or 1
    turned = -colour if readings.colours_without_game_turned else colour
    return _open_colours(pair, turned, ClockArticle.LOWER_NUMBER, why, "CLOCK-NO-COLOUR")


def _give_lower_number(pair: tuple[int, int], colour: int, article: ClockArticle, why: str) -> ColourDecision:
    """Give the lower pairing number a colour; White if the grid had none for it (late arrivals, CLOCK-LIST)."""
    return _give_white(pair[0] if colour >= 0 else pair[1], pair, article, why)


def _open_colours(
    pair: tuple[int, int], colour: int, article: ClockArticle, why: str, identifier: str
) -> ColourDecision:
    """Give the lower pairing number a colour that does not follow from the text."""
    return replace(_give_lower_number(pair, colour, article, why), rests_on=(note_on(identifier),), is_open=True)


def _give_white(white: int, pair: tuple[int, int], article: ClockArticle, why: str) -> ColourDecision:
    return ColourDecision(white=white, black=sum(pair) - white, article=article.value, why=why)


@dataclass(frozen=True, kw_only=True)
class ClockEvent(players_event.PlayersEvent):
    """An event under the Clock system."""

    @cached_property
    def master_colour(self) -> Colour:
        """The colour drawn for number 1 (Appendix A, [d]): declared, else inferred, else White."""
        return self.event.initial_colour or self._inferred_master or Colour.WHITE

    @property
    def initial_colour(self) -> Colour:
        """The master colour, by the name that it has elsewhere."""
        return self.master_colour

    @cached_property
    def _inferred_master(self) -> Colour | None:
        """
        The master colour by which most pairs of the first round have the right colours; None without a pair.

        The first pair has the casting vote.
        """
        if not self.history.rounds:
            return None
        table, readings = self.seated(1, Colour.WHITE), self.rules.readings
        votes = [
            Colour.WHITE
            if (decide_colours(table, readings, first, second).white == first) == (sign == 1)
            else Colour.BLACK
            for first, second, sign in self._coloured_pairs(table, 1)
        ]
        return max(votes, key=votes.count, default=None)

    def _coloured_pairs(self, table: ClockTable, round_number: int) -> Iterator[tuple[int, int, int]]:
        """Yield the seats of both players and the colour of the first, in the order of the seats."""
        row = round_number - 1
        seat_of = {int(table.players.column[place]): seat for seat, place in enumerate(table.position) if place >= 0}
        for column, seat in seat_of.items():
            opponent, colour = int(self.history.opponent[row, column]), int(self.history.colour[row, column])
            if opponent in seat_of and colour:
                yield seat, seat_of[opponent], colour

    @property
    def notes(self) -> tuple[str, ...]:
        """The facts that had to be inferred from the event."""
        numbers = "The players are ranked as the file lists them; Appendix A gives them their pairing numbers."
        inferred = self._inferred_master is not None
        return (numbers, *players_event.notes_on_undeclared(self, "master colour", inferred=inferred))

    def seated(self, round_number: int, master: Colour) -> ClockTable:
        """Return the table of a round for a master colour."""
        return seat_players(self, round_number, master)


_MAX_LISTED_CANDIDATES = 2
_WALK_READINGS = tuple(entry for entry in OTHER_READINGS if entry[0] in ("CLOCK-BYE-PICKS", "CLOCK-RESTART"))
"""The readings that change a single pick at the same table."""


def find_divergence(clock_round: ClockRound, recorded: RoundPairing) -> Divergence:
    """
    Return the first pick at which a complete and legal pairing leaves the procedure.

    A pick that is right by another reading is followed, and later picks are compared with the procedure from there. The
    result is then the first pick that no reading explains, if there is one.

    Raise ValueError if the pairing follows the procedure or leaves a player out; NoLegalPairingError if there is no
    such pairing.
    """
    table, readings = clock_round.participants, clock_round.rules.readings
    partners = _partners(table, recorded)
    stored: list[tuple[int, int]] = []
    explained: Divergence | None = None
    walk = ClockWalk(table, readings)
    while 2 * len(stored) < table.size:
        pick = walk.next_pick()
        if partners.get(pick.picker) == pick.picked:
            stored.append((pick.picker, pick.picked))
            continue
        others = _picks_by_other_readings(clock_round, stored, partners)
        divergence = _divergence(clock_round, pick, partners, tuple(others))
        if not others or divergence.kind is DivergenceKind.BETTER:
            return divergence
        explained = explained or divergence
        followed = next(iter(others.values()))
        stored.append((followed.picker, followed.picked))
        walk = ClockWalk(table, readings, stored)
    if explained is None:
        raise ValueError("the pairing does not leave the procedure")
    return explained


def _partners(table: ClockTable, recorded: RoundPairing) -> dict[int, int]:
    """Return the seat opposite each seat, as far as the pairing names players who are at the table."""
    partners: dict[int, int] = {}
    games = [(pair.white, pair.black) for pair in recorded.pairs]
    for first, second in (*games, *(((recorded.bye, None),) if recorded.bye is not None else ())):
        seat, opposite = table.seat_of(first), table.seat_of(second)
        if seat is not None and opposite is not None:
            partners |= {seat: opposite, opposite: seat}
    return partners


def _divergence(clock_round: ClockRound, pick: Pick, partners: dict[int, int], rests_on: tuple[str, ...]) -> Divergence:
    """Describe a pick; ``rests_on`` are the readings by which the record is right."""
    table = clock_round.participants
    theirs = partners.get(pick.picker)
    if theirs is None:
        raise ValueError(f"the pairing leaves {_seat_name(table, pick.picker)} out")
    kind, article = _weigh_choice(table, pick, theirs)
    return Divergence(
        kind=kind,
        article=article.value,
        step="the bye" if pick.picker == table.bye else f"the opponent of {_seat_name(table, pick.picker)}",
        sentence=f"{_describe_pick(clock_round, pick)}. Instead, {_describe_recorded(table, pick, theirs)}.",
        readings=tuple(note_on(identifier) for identifier in rests_on),
    )


def _weigh_choice(table: ClockTable, pick: Pick, theirs: int) -> tuple[DivergenceKind, ClockArticle]:
    """
    Weigh the recorded choice: an opponent with fewer points is worse, an opponent later on the clock is later.

    An opponent whom the procedure passed over, in a complete pairing, disproves the engine.
    """
    if theirs in {attempt.seat for attempt in pick.attempts}:
        return DivergenceKind.BETTER, ClockArticle.BACKTRACKING
    if table.score[theirs] < table.score[pick.picked]:
        return DivergenceKind.WORSE, ClockArticle.CANDIDATE
    return DivergenceKind.LATER, ClockArticle.CANDIDATE


def _picks_by_other_readings(
    clock_round: ClockRound, stored: Sequence[tuple[int, int]], partners: dict[int, int]
) -> dict[str, Pick]:
    """Return the picks of the recorded pairing that other readings of the procedure make, by entry."""
    picks = {}
    for identifier, readings in _WALK_READINGS:
        pick = ClockWalk(
            clock_round.participants, toggle_readings(clock_round.rules.readings, readings), stored
        ).next_pick()
        if partners.get(pick.picker) == pick.picked:
            picks[identifier] = pick
    return picks


def _seat_name(table: ClockTable, seat: int) -> str:
    return "the bye" if seat == table.bye else f"player {table.tpn[seat]}"


def _with_points(table: ClockTable, seat: int) -> str:
    """``player 12 (1½ points)``."""
    return f"{_seat_name(table, seat)} ({describe_points(table.score[seat])})"


def _describe_pick(clock_round: ClockRound, pick: Pick) -> str:
    """Describe the rule by which the picker gets an opponent, and the candidates who are passed over."""
    table = clock_round.participants
    picker, picked = _seat_name(table, pick.picker).capitalize(), _with_points(table, pick.picked)
    if pick.picker == table.bye:
        picker, picked = "The bye, which counts as a player without points,", _seat_name(table, pick.picked)
    elif pick.picked == table.bye:
        picked = "the bye"
    passed = _describe_passed_over(clock_round, pick)
    return f"{picker} is the picker, and the first possible candidate is {picked}{passed}"


def _describe_passed_over(clock_round: ClockRound, pick: Pick) -> str:
    """Describe the candidates before the picked, with the reason why each of the first few is not taken."""
    if not pick.attempts:
        return ""
    table, reasons = clock_round.participants, []
    listed = len(pick.attempts) if len(pick.attempts) <= _MAX_LISTED_CANDIDATES else 1
    for attempt in pick.attempts[:listed]:
        if attempt.is_undone:
            why = "leaves others unpaired"
        else:
            why = _why_incompatible(clock_round, pick.picker, attempt.seat)
        reasons.append(f"{_seat_name(table, attempt.seat)} ({why})")
    if len(pick.attempts) > listed:
        reasons.append(f"{len(pick.attempts) - listed} others")
    return f", not {' or '.join(reasons)}"


def _why_incompatible(clock_round: ClockRound, first: int, second: int) -> str:
    """Return in a few words why two seats are not compatible; one of them may be the bye's."""
    table, event = clock_round.participants, clock_round.event
    if table.bye in (first, second):
        return event.why_no_bye(table.tpn[first if second == table.bye else second], clock_round.number)
    met = event.round_of_meeting(table.tpn[first], table.tpn[second], clock_round.number)
    if met is not None:
        return f"met in round {met}"
    if table.has_same_preference(first, second):
        return f"also must have {'White' if table.absolute[first] == 1 else 'Black'}"
    return "kept apart by the organiser"


def _describe_recorded(table: ClockTable, pick: Pick, theirs: int) -> str:
    if table.bye in (pick.picker, theirs):
        recorded = f"{_seat_name(table, theirs if pick.picker == table.bye else pick.picker)} has the bye"
    else:
        recorded = f"{_seat_name(table, pick.picker)} meets {_seat_name(table, theirs)}"
    if theirs in {attempt.seat for attempt in pick.attempts}:
        return f"{recorded}, whom the procedure passed over"
    if table.bye in (pick.picker, theirs):
        return recorded
    if table.score[theirs] < table.score[pick.picked]:
        return f"{recorded}, who has {describe_points(table.score[theirs])}"
    return f"{recorded}, who comes later on the clock"


_ONCE = RuleReference(article=ClockArticle.ODD_NUMBER.value)
_COMPATIBLE = RuleReference(article=ClockArticle.COMPATIBILITY.value)


def _pick_pairs(table: ClockTable, readings: ClockReadings) -> Pairs:
    return tuple((pick.picker, pick.picked) for pick in make_picks(table, readings))


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockRules(Rules):
    """The Clock system."""

    system: ClassVar[str] = "clock"
    edition: Edition
    procedure: Procedure = _pick_pairs
    """Makes the pairs of seats, in the order in which they are stored."""
    readings: ClockReadings = DEFAULT_READINGS

    def prepare(self, event: Event, reuse_from: ClockEvent | None = None) -> ClockEvent:
        """Prepare an event; points without playing bar from the bye (CLOCK-BYE-TWICE)."""
        return prepare_players(ClockEvent, self, event, reuse_from, ByeRule.ANY_POINTS_WITHOUT_PLAYING)

    def bind(self, event: ClockEvent, number: int) -> ClockRound:
        """Return a round of a prepared event."""
        return ClockRound(rules=self, event=event, number=number)

    def alternative_readings(self) -> Iterator[Variant]:
        """Yield the other sides by which these rules can pair."""
        yield from make_variants(OTHER_READINGS)


@dataclass(frozen=True, kw_only=True)
class ClockRound(SequentialRound[ClockRules, ClockEvent, ClockTable]):
    """One round under the Clock system; positions are seats."""

    hard: ClassVar[HardRules] = HardRules(
        once=_ONCE,
        bye_for_odd=_ONCE,
        meeting=_COMPATIBLE,
        forbidden=_COMPATIBLE,
        bye_again=_COMPATIBLE,
        forbidding="CLOCK-FORBIDDEN",
    )

    @cached_property
    def participants(self) -> ClockTable:
        """The table at which the players of the round are seated."""
        return self.event.seated(self.number, self.event.master_colour)

    def pair(self) -> ExpectedPairing[Pairs]:
        """Pair the round, boards in the order of the picks (CLOCK-BOARDS)."""
        table = self.participants
        pairs = self.rules.procedure(table, self.rules.readings)
        byes = [sum(pair) - table.bye for pair in pairs if table.bye in pair] if table.bye is not None else []
        decisions = [self.colours(pair) for pair in pairs if table.bye not in pair]
        return self.publish(decisions, byes[0] if byes else None, pairs)

    def colours(self, pair: tuple[int, int]) -> ColourDecision:
        """Give two seats their colours (Appendix B)."""
        return decide_colours(self.participants, self.rules.readings, *pair)

    # --- absolute rules -----------------------------------------------------------------------------------------------

    @property
    def facts(self) -> RoundFacts:
        """The facts of the round; two players with the same absolute preference, and the bye, may not be compatible."""
        return replace(
            super().facts, barred=self._why_barred, pair_rule=self._find_colour_clash, suspects=self._suspects
        )

    def _why_barred(self, tpn: int) -> str:
        bye = self.participants.bye
        is_compatible = bye is not None and self.participants.compatible[self.position[tpn], bye]
        return "" if is_compatible else self.event.why_no_bye(tpn, self.number)

    def _find_colour_clash(self, first: int, second: int) -> Violation | None:
        seats, table = (self.position[first], self.position[second]), self.participants
        if table.compatible[seats] or not table.has_same_preference(*seats):
            return None
        why_not_colour = partial(self.event.why_not_colour, before=self.number)
        sentence = describe_clash((first, second), table.absolute[seats[0]], why_not_colour)
        return _COMPATIBLE.violation((first, second), sentence)

    @property
    def bye_rule(self) -> SelectionRule:
        """The candidate who is picked, or picks, when only the bye is left (CLOCK-BYE-PICKS)."""
        return SelectionRule(
            article=ClockArticle.ODD_NUMBER.value,
            sentence="the bye counts as a player with no points, and goes to the first candidate left for it who has "
            "not scored without playing",
            comes_first=False,
        )

    def _suspects(self, pairs: tuple[Pair, ...]) -> Iterable[Pair]:
        met = {id(pair) for pair in self.event.suspects(pairs, self.number)}
        return [pair for pair in pairs if id(pair) in met or not self._are_compatible(pair)]

    def _are_compatible(self, pair: Pair) -> bool:
        white, black = self.position.get(pair.white), self.position.get(pair.black)
        return white is None or black is None or bool(self.participants.compatible[white, black])

    # --- the procedure, and what is open ------------------------------------------------------------------------------

    def divergence(self, pairing: RoundPairing) -> Divergence:
        """Return the first pick at which a complete pairing leaves the procedure."""
        return find_divergence(self, pairing)

    def variants(self) -> Iterator[Variant]:
        """Yield the open points that can matter for the round, and facts that the file does not declare."""
        yield from make_variants(find_open_points(self, OPEN_POINTS), *NAMED_WITH_COLOURS)
        yield from players_event.undeclared_initial_colour(self.event)
        yield from players_event.undeclared_final_round(self.event, self.number)


CLOCK = ClockRules(edition=clock.CLOCK_2012)
