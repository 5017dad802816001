"""
The Double-Swiss System in force from 1 February 2026: its rules beside upfloating, colours of matches, readings.

An event has its players match by match, the colours that matches gave, and the initial-colour.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property, partial
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from reference_engines import double_swiss
from reference_engines.definitions import players_event
from reference_engines.definitions.criteria import NumberedCriterion
from reference_engines.definitions.hard_rules import RoundFacts, forbidden_pairs
from reference_engines.definitions.player_states import ByeRule, derive_player_states
from reference_engines.definitions.players import DEFAULT_PARITY, OTHER_PARITIES, Parity, players_of_round
from reference_engines.double_swiss import matches
from reference_engines.double_swiss.text import DoubleParticipants, DoubleText, MatchColourStep
from reference_engines.frame.declared import declares_baku
from reference_engines.frame.rules import ColourDecision, Round
from reference_engines.readings import follow_other_side, note_on
from reference_engines.upfloating import edition
from reference_engines.upfloating.rules import UpfloatingRound, UpfloatingRules
from tournaments.frozen import dataclass
from tournaments.model import Colour, Event

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from reference_engines.definitions.history import BoolArray, IntArray
    from reference_engines.frame.results import PastFloat
    from reference_engines.frame.rules import Rules
    from reference_engines.frame.variants import Variant

    ChangeRules = Callable[[Any], Rules]
    MatchRound = Round[Any, "DoubleEvent", DoubleParticipants, Any]
    Matters = Callable[[MatchRound], bool]


@dataclass(frozen=True, kw_only=True)
class DoubleEvent(players_event.PlayersEvent):
    """An event of matches under the rules: `event` has everything counted in matches, and rows are matches."""

    rules: DoubleText
    file_event: Event
    """The event as it was passed to `DoubleRules.prepare`, counted in rounds of the file."""
    history: matches.MatchHistory

    @property
    def source(self) -> Event:
        """The event as it was passed to `DoubleRules.prepare`."""
        return self.file_event

    @property
    def notes(self) -> tuple[str, ...]:
        """The facts that had to be inferred, and the irregularities of the record."""
        missing = () if self.event.rounds_declared else (players_event.ROUNDS_UNDECLARED,)
        colour = self.initial_colour.name.lower()
        source = "is inferred from round 1" if self._inferred is not None else "is assumed"
        undeclared = f"The initial-colour is not declared; {colour} {source}."
        return (*(() if self.event.initial_colour else (undeclared,)), *missing, *self.history.irregularities)

    @cached_property
    def colours(self) -> IntArray:
        """(matches, players) the colour that each match gave, 0 if none (1.6)."""
        return np.where(self.definitions.coloured(self.history), self.rules.match_colour(self.history), 0)

    def colours_of(self, column: int, before: int) -> list[int]:
        """Return the colours of a player's matches before a round, the latest first."""
        colours = self.colours[: before - 1, column]
        return [int(colour) for colour in colours[::-1] if colour]

    @cached_property
    def initial_colour(self) -> Colour:
        """The initial-colour: declared, else inferred from the first round, else White."""
        return self.event.initial_colour or self._inferred or Colour.WHITE

    @cached_property
    def _inferred(self) -> Colour | None:
        """
        The initial-colour by which most matches of round 1 have their colours; if even, that of the first match.

        None if round 1 has no match with colours. 4.3.1 gives every match of round 1 its colours.
        """
        if not self.history.rounds:
            return None
        players = self.players_of_round(1)
        place = {number: at for at, number in enumerate(players.numbers)}
        votes = []
        for pair in self.recorded(1).pairing.pairs:
            if {pair.white, pair.black} <= place.keys():
                higher = self.rules.higher_ranked(players, (place[pair.white], place[pair.black]))
                has_white = players.numbers[higher] == pair.white
                votes.append(Colour.WHITE if bool(players.odd_number[higher]) is has_white else Colour.BLACK)
        return max(votes, key=votes.count, default=None)

    def players_of_round(self, number: int) -> DoubleParticipants:
        """Return the players to be paired in a round of matches; floats count in every round."""
        players = players_of_round(self.event, self.history, self.player_states, number, self.definitions)
        return DoubleParticipants(
            round_number=number,
            tpn=players.tpn,
            score=players.score,
            allowed=players.allowed,
            floated=self.rules.floated(players.floated),
            bye_allowed=players.bye_allowed,
            unplayed=players.unplayed,
            points=self.history.score[number - 1][players.column],
            odd_number=self.rules.parity.odd_numbers(self.event, self.history, players),
        )

    def possible_parities(self, players: DoubleParticipants) -> Iterator[Parity]:
        """Yield the other sides of SPP-2026-08 that change numbers of this round, or of the first round."""
        rounds = [players] if self.event.initial_colour else [players, self.players_of_round(1)]
        for parity in OTHER_PARITIES if self.rules.parity is DEFAULT_PARITY else ():
            if any((self._odd_numbers(at.round_number, parity) != at.odd_number).any() for at in rounds):
                yield parity

    def _odd_numbers(self, number: int, parity: Parity) -> BoolArray:
        players = players_of_round(self.event, self.history, self.player_states, number, self.definitions)
        return parity.odd_numbers(self.event, self.history, players)


def prepare_matches(event: Event, rules: DoubleText, reuse_from: DoubleEvent | None) -> DoubleEvent:
    """Prepare an event under the rules; raise UnsupportedEventError as `read_matches` does."""
    counted = matches.count_in_matches(event)
    history = reuse_from.history if reuse_from is not None else matches.read_matches(event)
    return DoubleEvent(
        rules=rules,
        file_event=event,
        event=counted,
        history=history,
        player_states=derive_player_states(counted, history, rules.floats, rules.byes, rules.definitions),
        floats=rules.floats,
        byes=rules.byes,
        definitions=rules.definitions,
    )


_WHITE = 1
_BEGINNERS = "DOUBLE-BEGINNERS"


def decide(event: DoubleEvent, participants: DoubleParticipants, pair: tuple[int, int]) -> ColourDecision:
    """Give two positions of a round their colours by the first step that decides."""
    two, steps = _MatchPair(event, participants, pair), event.rules.steps
    for article, step in steps:
        has_white = _STEPS[step](two)
        if has_white is not None:
            has_white = has_white != (step in event.rules.opposite_steps)
            white, black = (two.higher, two.lower) if has_white else (two.lower, two.higher)
            doubt = (note_on(_BEGINNERS),) if two.is_doubtful(step) else ()
            return ColourDecision(
                white=white,
                black=black,
                article=article,
                why=two.describe(step, white),
                rests_on=doubt,
                is_open=bool(doubt),
            )
    return ColourDecision(
        white=two.higher,
        black=two.lower,
        article=f"{steps[-1][0]}, {_BEGINNERS}",
        why="no article gives the two their colours",
        rests_on=(note_on(_BEGINNERS),),
        is_open=True,
    )


class _MatchPair:
    """A pair, the higher ranked player first (4.2)."""

    def __init__(self, event: DoubleEvent, players: DoubleParticipants, pair: tuple[int, int]) -> None:
        self.higher = event.rules.higher_ranked(players, pair)
        self.lower = sum(pair) - self.higher
        self._event, self._players = event, players
        columns = (event.column(players.numbers[at]) for at in (self.higher, self.lower))
        self.colours = [event.colours_of(column, players.round_number) for column in columns]

    def beginners(self) -> bool | None:
        if any(self.colours):
            return None
        initial = self._event.initial_colour is Colour.WHITE
        return initial if self._players.odd_number[self.higher] else not initial

    def _has_played(self, position: int) -> bool:
        unplayed = int(self._players.unplayed[position])
        return unplayed < self._players.round_number - 1

    def is_doubtful(self, step: MatchColourStep) -> bool:
        """Whether a player without a colour counts as a beginner although the player has played a match."""
        return step is MatchColourStep.BEGINNERS and any(map(self._has_played, (self.higher, self.lower)))

    def describe(self, step: MatchColourStep, white: int) -> str:
        """Describe the facts by which a step gives one of the two, by position, White."""
        numbers = self._players.numbers
        own, opposite = (f"player {numbers[at]}" for at in (white, self.higher + self.lower - white))
        match step:
            case MatchColourStep.BEGINNERS:
                colour = "White" if white == self.higher else "Black"
                parity = "odd" if self._players.odd_number[self.higher] else "even"
                number = f"player {numbers[self.higher]}, the higher ranked, has an {parity} number"
                return f"neither has had a colour, and {number}, which gets {colour} by the initial colour"
            case MatchColourStep.WHITES:
                fewer, more = sorted(colours.count(_WHITE) for colours in self.colours)
                first = f"has had White {_describe_frequency(fewer)}" if fewer else "has not had White yet"
                return f"{own} {first}, {opposite} {_describe_frequency(more)}"
            case MatchColourStep.LATEST_DIFFERENCE:
                return f"{own} had Black in the latest match in which their colours differ"
            case MatchColourStep.HIGHER_RANKED:
                return f"the colour of player {numbers[self.higher]}, ranked higher, alternates from the last match"
            case MatchColourStep.OPPONENT:
                return f"the colour of player {numbers[self.lower]} alternates from the last match"
            case MatchColourStep.COLOUR_DIFFERENCE:
                return f"{own} has the lower colour difference"

    def whites(self) -> bool | None:
        return _fewer(*(colours.count(_WHITE) for colours in self.colours))

    def colour_difference(self) -> bool | None:
        return _fewer(*(sum(colours) for colours in self.colours))

    def latest_difference(self) -> bool | None:
        # Matches that give no colour are squeezed out, and the histories compared from the last match on (C.04.2:3.4).
        for higher, lower in zip(*self.colours, strict=False):
            if higher != lower:
                return higher != _WHITE
        return None

    def higher_ranked(self) -> bool | None:
        return self.colours[0][0] != _WHITE if self.colours[0] else None

    def opponent(self) -> bool | None:
        return self.colours[1][0] == _WHITE if self.colours[1] else None


def _describe_frequency(times: int) -> str:
    return {1: "once", 2: "twice"}.get(times, f"{times} times")


def _fewer(higher: int, lower: int) -> bool | None:
    return None if higher == lower else higher < lower


_STEPS: dict[MatchColourStep, Callable[[_MatchPair], bool | None]] = {
    MatchColourStep.BEGINNERS: _MatchPair.beginners,
    MatchColourStep.WHITES: _MatchPair.whites,
    MatchColourStep.LATEST_DIFFERENCE: _MatchPair.latest_difference,
    MatchColourStep.HIGHER_RANKED: _MatchPair.higher_ranked,
    MatchColourStep.OPPONENT: _MatchPair.opponent,
    MatchColourStep.COLOUR_DIFFERENCE: _MatchPair.colour_difference,
}
"""Whether the higher ranked player has White; None if the step does not decide."""


_SEVERAL = 3
"""The number of scoregroups from which the following scoregroup is followed by another."""


def _read_following(rules: Any, read: edition.FollowingReading) -> Rules:
    return replace(rules, following=rules.following | {read})


def _replace_definitions(rules: Any, **definitions: Any) -> Rules:
    return replace(rules, definitions=replace(rules.definitions, **definitions))


def _colour_on_boards(rules: Any) -> Rules:
    return replace(rules, match_colour=attrgetter("colour_on_boards"))


def _forfeits_float(rules: Any) -> Rules:
    return replace(rules, floats=replace(rules.floats, games=attrgetter("scheduled")))


def _points_float(rules: Any) -> Rules:
    return replace(rules, floats=replace(rules.floats, compared=attrgetter("points")))


def _points_rank(rules: Any) -> Rules:
    return replace(rules, rank_score=attrgetter("points"))


def _points_decide_bye(rules: Any) -> Rules:
    return replace(rules, bye_criteria=rules.bye_criteria_by_points)


def _replace_bye_bar(rules: Any, **read: str) -> Rules:
    """Replace the reading of [C2]; rules with another bar than `BYES` stay unchanged."""
    bars = rules.byes.bars
    return replace(rules, byes=ByeRule(partial(bars, **read))) if isinstance(bars, partial) else rules


def open_variants(at: MatchRound) -> Iterator[Variant]:
    """Yield the other sides that may matter for a round, and other values of undeclared facts."""
    for identifier, rules, matters in _OPEN_POINTS:
        if matters(at):
            yield follow_other_side(identifier, rules=rules)
    for parity in at.event.possible_parities(at.participants):
        yield follow_other_side("SPP-2026-08", side=parity.side, rules=partial(replace, parity=parity))
    for rounds in at.event.possible_round_counts(at.number):
        yield follow_other_side(
            "ROUNDS-UNDECLARED", event=partial(players_event.with_rounds, rounds=matches.GAMES * rounds)
        )
    if at.number > 1:  # before, it is inferred from round 1 itself
        yield from players_event.undeclared_initial_colour(at.event)


def _has_odd_number(at: MatchRound) -> bool:
    return at.participants.size % 2 == 1


def _has_several_scoregroups(at: MatchRound) -> bool:
    return len(set(at.participants.scores)) >= _SEVERAL


def _lone_player_may_have_bye(at: MatchRound) -> bool:
    _, counts = np.unique(at.participants.score, return_counts=True)
    return _has_odd_number(at) and _has_several_scoregroups(at) and bool((counts[:-1] == 1).any())


def _declares_baku(at: MatchRound) -> bool:
    event = at.event.event
    return declares_baku(event.system) and not event.virtual_points


def _both_forfeited_a_game(at: MatchRound) -> bool:
    history, before = at.event.history, slice(0, at.number - 1)
    return bool((history.played[before] & ~history.on_boards[before]).any())


def _first_game_was_forfeited(at: MatchRound) -> bool:
    history, before = at.event.history, slice(0, at.number - 1)
    differs = history.on_boards[before] & (history.colour[before] != history.colour_on_boards[before])
    return bool(differs.any())


def _single_forfeits_can_change_bye(at: MatchRound) -> bool:
    return _has_odd_number(at) and _both_forfeited_a_game(at)


def _forfeited_last_match(at: MatchRound) -> bool:
    history, row = at.event.history, at.number - 2
    return row >= 0 and bool((history.scheduled[row] & ~history.played[row]).any())


def _scores_were_virtual(at: MatchRound) -> bool:
    event, row = at.event, at.number - 2
    return row >= 0 and bool((event.player_states.score[row] != event.history.score[row]).any())


def _scores_are_virtual(at: MatchRound) -> bool:
    players = at.participants
    return bool((players.score != players.points).any())


def _virtual_points_can_change_bye(at: MatchRound) -> bool:
    return _has_odd_number(at) and _scores_are_virtual(at)


def _had_single_full_point_bye(at: MatchRound) -> bool:
    history, before = at.event.history, slice(0, at.number - 1)
    single = history.full_point_bye[before] & ~history.full_point_bye_in_both[before] & ~history.bye[before]
    return _has_odd_number(at) and bool(single.any())


def _won_by_single_forfeit(at: MatchRound) -> bool:
    history, before = at.event.history, slice(0, at.number - 1)
    won = history.forfeit_win[before] & ~history.won_both_games_free[before]
    return _has_odd_number(at) and bool(won.any())


_OPEN_POINTS: tuple[tuple[str, ChangeRules, Matters], ...] = (
    (
        "DOUBLE-FOLLOWING-GRADED",
        partial(_read_following, read=edition.FollowingReading.UNGRADED),
        _has_several_scoregroups,
    ),
    ("DOUBLE-FOLLOWING", partial(_read_following, read=edition.FollowingReading.LEFT), _lone_player_may_have_bye),
    ("DOUBLE-BAKU", partial(_replace_definitions, virtual_points=matches.virtual_points_of_a_win), _declares_baku),
    (
        "DOUBLE-SINGLE-FORFEITS",
        partial(_replace_definitions, met=attrgetter("on_boards")),
        _both_forfeited_a_game,
    ),
    ("DOUBLE-COLOUR", _colour_on_boards, _first_game_was_forfeited),
    ("DOUBLE-MATCHES", partial(_replace_definitions, games=attrgetter("on_boards")), _single_forfeits_can_change_bye),
    (
        "DOUBLE-SINGLE-BYE",
        partial(_replace_bye_bar, full_point_bye="full_point_bye_in_both"),
        _had_single_full_point_bye,
    ),
    (
        "DOUBLE-FORFEIT-WIN",
        partial(_replace_bye_bar, won_by_forfeit="won_both_games_free"),
        _won_by_single_forfeit,
    ),
    ("DOUBLE-FLOAT", _forfeits_float, _forfeited_last_match),
    ("DOUBLE-FLOAT", _points_float, _scores_were_virtual),
    ("DOUBLE-ACCELERATED", _points_rank, _scores_are_virtual),
    ("DOUBLE-BYE-SCORE", _points_decide_bye, _virtual_points_can_change_bye),
)
"""Entry, the rules that follow its other side, and whether it may matter for a round."""
OTHER_READINGS: tuple[tuple[str, ChangeRules], ...] = tuple(
    (identifier, rules) for identifier, rules, _ in _OPEN_POINTS
)


@dataclass(frozen=True, kw_only=True)
class DoubleRules(DoubleText, UpfloatingRules):
    """C.04.5 at work."""

    system: ClassVar[str] = "double_swiss"
    work_of_pairing: ClassVar[float] = 1.5

    def prepare(self, event: Event, reuse_from: DoubleEvent | None = None) -> DoubleEvent:
        """Prepare an event, two rounds of its file as one match."""
        return prepare_matches(event, self, reuse_from)

    def bind(self, event: DoubleEvent, number: int) -> DoubleRound:
        """Return a round of matches."""
        return DoubleRound(rules=self, event=event, number=number)

    def alternative_readings(self) -> Iterator[Variant]:
        """Yield the other sides by which these rules can pair."""
        yield from players_event.parity_readings()
        for identifier, rules in OTHER_READINGS:
            yield follow_other_side(identifier, rules=rules)


@dataclass(frozen=True, kw_only=True)
class DoubleRound(UpfloatingRound[DoubleRules, DoubleEvent, DoubleParticipants]):
    """A round of matches, two rounds of the file."""

    @cached_property
    def participants(self) -> DoubleParticipants:
        """The players to be paired."""
        players = self.event.players_of_round(self.number)
        if self.rules.floats_count(self.number, self.event.event.rounds_declared):
            return players
        return replace(players, floated=np.zeros(players.size, dtype=np.bool_))

    def colours(self, pair: tuple[int, int]) -> ColourDecision:
        """Follow 4.3."""
        return decide(self.event, self.participants, pair)

    @property
    def apart(self) -> set[frozenset[int]]:
        """The pairs of numbers that the organiser forbids in the round."""
        return forbidden_pairs(self.event.definitions.forbidden_groups(self.event.event), self.number)

    @property
    def facts(self) -> RoundFacts:
        """The facts of the round that the hard rules need."""
        return self.event.facts(self.number, self.participants.numbers)

    def past_floats(self, number: int) -> tuple[PastFloat, ...]:
        """Return the float of the match before, if floats count in this round ([C7], [C8])."""
        counts = self.rules.floats_count(self.number, self.event.event.rounds_declared)
        return self.event.past_floats(number, self.number, 1) if counts else ()

    def variants(self) -> Iterator[Variant]:
        """Yield the other sides that may matter for the round, and other values of undeclared facts."""
        return open_variants(self)


DOUBLE_SWISS_2026 = DoubleRules(
    edition=double_swiss.DOUBLE_SWISS_2026,
    bye_criteria=(
        NumberedCriterion("", "3.4.2", edition.BYE_SCORE),
        NumberedCriterion("", "3.4.3", edition.BYE_UNPLAYED),
    ),
    upfloater_criteria=(
        NumberedCriterion("C4", "2.3.1", edition.UPFLOATERS),
        NumberedCriterion("C5", "2.3.2", edition.UPFLOATER_SCORES),
        NumberedCriterion("C6", "2.3.3", edition.FOLLOWING),
        NumberedCriterion("C7", "2.3.4", edition.UPFLOATERS_AGAIN),
    ),
    bracket_criteria=(NumberedCriterion("C8", "2.3.5", edition.OPPONENTS_AGAIN),),
    articles=edition.Articles(
        rematch="2.1.1", bye_bar="2.1.2", bye_last="3.4.4", sets="3.5.4", identifiers="3.6.3", complete="3.3.1"
    ),
    steps=(
        ("4.3.1", MatchColourStep.BEGINNERS),
        ("4.3.2", MatchColourStep.WHITES),
        ("4.3.3", MatchColourStep.LATEST_DIFFERENCE),
        ("4.3.4", MatchColourStep.HIGHER_RANKED),
        ("4.3.5", MatchColourStep.OPPONENT),
    ),
)
