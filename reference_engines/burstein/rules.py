"""The rules of the Burstein System: an event, a round paired and judged, open points, editions of 2018 and 2026."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping
from dataclasses import replace
from functools import cached_property, partial
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from reference_engines import burstein
from reference_engines.burstein import edition
from reference_engines.burstein.participants import IndexRules, RankedPlayers, Series, index_before
from reference_engines.burstein.round import BY_MATCHING, BursteinTrace, assess_steps, pair_in_steps, pair_round
from reference_engines.burstein.seeding import (
    SEEDING_EDITION,
    SeedingRound,
    SeedingRules,
    change_seeding,
    number_of_seeding_rounds,
    swap_seeding_edition,
)
from reference_engines.definitions import bye_first
from reference_engines.definitions.colours import STEPS_BY_STRENGTH, Allocation, ColourArticles, allocate
from reference_engines.definitions.criteria import NumberedCriterion
from reference_engines.definitions.hard_rules import RoundFacts, assess_legal, find_bye_bar, find_violations
from reference_engines.definitions.player_states import ByeRule
from reference_engines.definitions.players import Players, may_meet, players_of_round
from reference_engines.definitions.players_event import PlayersEvent, derive_history, parity_readings
from reference_engines.downfloating.bracket import (
    COLOUR_PREFERENCE,
    DOWNFLOATER_SCORES,
    DOWNFLOATERS,
    FOLLOWING_BRACKET,
)
from reference_engines.dutch.editions import DUTCH_2017, DUTCH_2026
from reference_engines.dutch.players_round import DutchEvent
from reference_engines.frame import results
from reference_engines.frame.rules import ColourDecision, ExpectedPairing, Round, Rules
from reference_engines.frame.variants import Variant
from reference_engines.readings import follow_other_side
from tournaments.frozen import dataclass
from tournaments.model import Colour, Event

ChangeRules = Callable[[Any], Rules]
CanMatter = Callable[["BursteinRound"], bool]


@dataclass(frozen=True, kw_only=True)
class BursteinEvent(PlayersEvent):
    """An event under an edition of the Burstein System."""

    rules: edition.BursteinText
    seeding: DutchEvent
    """The same event under the rules of its seeding rounds."""
    reused: BursteinEvent | None = None
    """The same event under rules that differ in nothing that players have before they are ranked."""

    @cached_property
    def seeding_rounds(self) -> int:
        """Number of seeding rounds."""
        return number_of_seeding_rounds(self.event, self.rules.seeding_rounds)

    @property
    def initial_colour(self) -> Colour:
        """The colour drawn before the first round, which is a seeding round: declared, else inferred, else White."""
        return self.seeding.initial_colour

    @property
    def notes(self) -> tuple[str, ...]:
        """Facts that were inferred from the event, one sentence each."""
        if self.event.rounds_declared is not None:
            return self.seeding.notes
        rounds = f"{self.seeding_rounds} seeding round{'s' * (self.seeding_rounds != 1)}"
        return (*self.seeding.notes, f"So the number of seeding rounds is not known either; {rounds} were assumed.")

    def as_seeding_round(self, number: int) -> SeedingRound:
        """Return a round as if it were a seeding round."""
        return self.rules.seeding.bind(self.seeding, number)

    def ranked_players(self, number: int) -> RankedPlayers:
        """Return the players to be paired in a round that is not a seeding round, by rank."""
        rules, history, players = self.rules, self.history, self.players_of_round(number)
        index = index_before(self.event, history, rules.index.round_of_index(number, self.seeding_rounds), rules.index)
        place = np.empty(history.players, dtype=np.int64)
        place[index.order] = np.arange(history.players)
        rank = place[players.column]
        if rules.ranks_by_score:
            rank = rank - players.score * history.players
        if rules.ranks_floaters_last:
            rank = rank + players.score * history.players
        ranked = RankedPlayers(
            players=players,
            rank=rank,
            buchholz=index.buchholz[players.column],
            sonneborn_berger=index.sonneborn_berger[players.column],
            bye_score=bye_first.bye_score(rules, history, players),
            unplayed=bye_first.rounds_without_game(rules, history, players),
        )
        return ranked.select(np.lexsort((rank, -players.score)))

    def players_of_round(self, number: int) -> Players:
        """Return the players to be paired in a round that is not a seeding round, in any order."""
        if self.reused:
            ranked: RankedPlayers = self.reused.round(number).participants
            return ranked.players
        players = self.as_seeding_round(number).participants
        if self.player_states is not self.seeding.player_states:
            own = players_of_round(self.event, self.history, self.player_states, number)
            players = replace(players, bye_allowed=own.bye_allowed)
        if self.rules.excepts_topscorers and self.rules.enforced >= {
            edition.Absolute.MEETING,
            edition.Absolute.COLOURS,
        }:
            return players
        nobody = np.zeros(players.size, dtype=np.bool_)
        return replace(players, topscorer=nobody, allowed=self._allowed(players))

    def _allowed(self, players: Players) -> NDArray[np.uint8]:
        """Return (players, players) whether two may meet by C1, C3 and the forbidden pairs of the organiser."""
        enforced = self.rules.enforced
        allowed = may_meet(self.event, self.history, players)
        if edition.Absolute.MEETING not in enforced:
            allowed = self._allowed_by_organiser(players)
        if edition.Absolute.COLOURS in enforced:
            absolute = players.absolute
            allowed = allowed & ~(np.equal.outer(absolute, absolute) & (absolute != 0))
        return np.ascontiguousarray(allowed, dtype=np.uint8)

    def _allowed_by_organiser(self, players: Players) -> NDArray[np.uint8]:
        numbers, round_number = players.numbers, players.round_number
        rows = [
            [first != second and not self.is_forbidden(first, second, round_number) for second in numbers]
            for first in numbers
        ]
        return np.array(rows, dtype=np.uint8)


def prepare_burstein_event(
    event: Event, rules: edition.BursteinText, reuse_from: BursteinEvent | None
) -> BursteinEvent:
    """Prepare an event with its seeding rounds; raise UnsupportedEventError if it is beyond the system."""
    reused = reuse_from.reused or reuse_from if reuse_from else None
    if reused and (
        reused.event is not event
        or any(getattr(rules, part) != getattr(reused.rules, part) for part in _PARTS_OF_PLAYERS)
    ):
        reused = None
    seeding = reused.seeding if reused else rules.seeding.prepare(event, reuse_from.seeding if reuse_from else None)
    history, player_states = derive_history(event, seeding, seeding.floats, rules.byes)
    return BursteinEvent(
        rules=rules,
        event=event,
        history=history,
        player_states=player_states,
        floats=seeding.floats,
        byes=rules.byes,
        seeding=seeding,
        reused=reused,
    )


_PARTS_OF_PLAYERS = ("seeding", "seeding_rounds", "byes", "enforced", "excepts_topscorers")
"""The parts of rules by which players are derived before they are ranked."""


def _change_series(rules: Any, **changes: Any) -> Rules:
    return replace(rules, index=replace(rules.index, **changes))


_OTHER_SERIES = (Series.UP_TO_THE_LAST_ROUND, Series.BEFORE_THE_LAST_ROUND)
_EVERY_SERIES = (Series.UP_TO_THE_ROUND_TO_BE_PAIRED, *_OTHER_SERIES)
"""Two entries together can change a round that neither changes alone, so combinations are tried, too."""
OTHER_READINGS: tuple[tuple[str, ChangeRules], ...] = (
    ("BURSTEIN-LOOK-AHEAD", partial(replace, complies_wholly_or_not=True)),
    *(("BURSTEIN-ABSENT", partial(_change_series, series=series)) for series in _OTHER_SERIES),
    *(
        ("BURSTEIN-ABSENT-FORFEIT", partial(_change_series, series=series, forfeits_in_series=True))
        for series in _EVERY_SERIES
    ),
    ("BURSTEIN-BEGINNERS", partial(replace, beginners_by_score=True)),
    ("BURSTEIN-GAMES", bye_first.COUNT_SCHEDULED_GAMES),
    ("BURSTEIN-FULL-POINT-BYE", bye_first.swap_bye_rule),
    ("BURSTEIN-ACCELERATION", bye_first.IGNORE_VIRTUAL_POINTS),
    (SEEDING_EDITION, swap_seeding_edition),
)


def variants(at: BursteinRound) -> Iterator[Variant]:
    """Yield the other readings that can matter for a round that is not a seeding round."""
    yield from at.event.as_seeding_round(at.number).variants_of_seeding()
    for identifier, rules in OTHER_READINGS:
        if identifier in _CAN_MATTER and _CAN_MATTER[identifier](at):
            yield follow_other_side(identifier, rules=rules)


def _has_several_brackets(at: BursteinRound) -> bool:
    return len(at.participants.players.groups) > 2  # noqa: PLR2004 - where the first begins, and where it ends


def _has_absences(at: BursteinRound) -> bool:
    """Whether a player had no game and no points in the latest round."""
    history, row = at.event.history, at.number - 2
    return row >= 0 and bool((~history.played[row] & ~history.bye[row] & (history.points[row] == 0)).any())


def _beginners_meet(at: BursteinRound) -> bool:
    return int((at.participants.players.preference == 0).sum()) > 1


_CAN_MATTER: dict[str, CanMatter] = {
    "BURSTEIN-LOOK-AHEAD": _has_several_brackets,
    "BURSTEIN-ABSENT": _has_absences,
    "BURSTEIN-ABSENT-FORFEIT": bye_first.has_forfeits,
    "BURSTEIN-BEGINNERS": _beginners_meet,
    "BURSTEIN-GAMES": bye_first.forfeits_can_change_bye,
    "BURSTEIN-ACCELERATION": bye_first.virtual_points_can_change_bye,
    "BURSTEIN-FULL-POINT-BYE": bye_first.bye_rule_can_change_bye,
}
"""Whether an entry can matter for a round; the entry that is missing here concerns seeding rounds."""


@dataclass(frozen=True, kw_only=True)
class BursteinRules(edition.BursteinText, Rules):
    """One edition of C.04.4.2 at work."""

    system: ClassVar[str] = "burstein"
    parts_of_participants: ClassVar[frozenset[str]] = frozenset(
        {
            "seeding",
            "byes",
            "games_of_bye",
            "scheduled_games_count",
            "virtual_points_count_for_bye",
            "index",
            "ranks_by_score",
            "ranks_floaters_last",
        }
    )
    work_of_pairing: ClassVar[float] = 2.5

    def prepare(self, event: Event, reuse_from: BursteinEvent | None = None) -> BursteinEvent:
        """Prepare an event with its seeding rounds."""
        return prepare_burstein_event(event, self, reuse_from)

    def bind(self, event: BursteinEvent, number: int) -> BursteinRound | SeedingRound:
        """Return a round of a prepared event; a seeding round follows the Dutch system (1.6; A.5)."""
        if number <= event.seeding_rounds:
            return event.as_seeding_round(number)
        return BursteinRound(rules=self, event=event, number=number)

    def alternative_readings(self) -> Iterator[Variant]:
        """Yield the other sides by which these rules can pair."""
        for identifier, rules in OTHER_READINGS:
            yield follow_other_side(identifier, rules=rules)
        for variant in parity_readings():
            yield replace(variant, rules=change_seeding(variant.rules)) if variant.rules else variant


@dataclass(frozen=True, kw_only=True)
class BursteinRound(Round[BursteinRules, BursteinEvent, RankedPlayers, BursteinTrace]):
    """One round that is not a seeding round under an edition of C.04.4.2."""

    stops_early: ClassVar[bool] = True

    @cached_property
    def participants(self) -> RankedPlayers:
        """The players to be paired, by rank."""
        return self.event.ranked_players(self.number)

    # --- pairing ------------------------------------------------------------------------------------------------------

    def pair(self) -> ExpectedPairing[BursteinTrace]:
        """Pair the round, boards in the order of publication (C.04.2:3.6)."""
        trace = pair_round(self.rules, self.participants)
        pairs = [
            (trace.position(int(bracket.positions[one])), trace.position(int(bracket.positions[other])))
            for bracket, candidate in trace.brackets
            for one, other in candidate.pairs
        ]
        decisions = [self.colours(pair) for pair in sorted(pairs, key=self._board_key)]
        games = tuple((decision.white, decision.black) for decision in decisions)
        return ExpectedPairing(games=games, bye=trace.bye, trace=trace)

    def would_pair_as(self, pairing: results.RoundPairing, doubted: Container[int] = ()) -> bool:
        """Compare the bye, then bracket by bracket."""
        steps = partial(pair_in_steps, self.rules, self.participants)
        return self.is_paired_in_steps(pairing, steps, self.participants.players.allowed, doubted)

    def _board_key(self, pair: tuple[int, int]) -> tuple[int, int, int]:
        """Return the key for publication: higher score of the two, sum of both scores, smaller TPN."""
        score, column = self._scores_and_columns
        first = min(pair, key=lambda at: (-score[at], column[at]))
        return -score[first], -sum(score[at] for at in pair), column[first]

    @cached_property
    def _scores_and_columns(self) -> tuple[list[int], list[int]]:
        players = self.participants.players
        return players.score.tolist(), players.column.tolist()

    def colours(self, pair: tuple[int, int]) -> ColourDecision:
        """Give two positions their colours by the first rule that decides (5.2; E)."""
        players, articles = self.participants.players, self.rules.colour_articles
        ordered, allocation = self._allocate(np.array([pair], dtype=np.int64))
        one, other = ordered[0].tolist()
        white, black = (one, other) if allocation.colour[0] == 1 else (other, one)
        article = allocation.article[0]
        why = articles.describe(article, players, (one, other), int(allocation.colour[0]))
        if article == articles.higher_ranked:
            why = f"{why} {self.describe_rank_difference(one, other)}".rstrip()
        return ColourDecision(white=white, black=black, article=article, why=why)

    def describe_rank_difference(self, first: int, second: int) -> str:
        """Describe the method of the Index by which two positions differ, or their numbers (1.8; A.7)."""
        return self.participants.describe_index_difference(first, second)

    def contradicts_colours(self, pairing: results.RoundPairing) -> bool:
        """Whether the rules give a pair of a pairing other colours."""
        games = np.array(self.positions_of(pairing), dtype=np.int64).reshape(-1, 2)
        ordered, allocation = self._allocate(games)
        white = np.where(allocation.colour == 1, ordered[:, 0], ordered[:, 1])
        return bool((white != games[:, 0]).any())

    def _allocate(self, pairs: NDArray[np.int64]) -> tuple[NDArray[np.int64], Allocation]:
        """Return (pairs, 2) positions with the higher ranked player first, and their colours."""
        players, history = self.participants.players, self.event.history
        first, second = pairs[:, 0], pairs[:, 1]
        rank, score, column = self.rules.colour_rank(self.participants), players.score, players.column
        is_first_higher = rank[first] < rank[second]
        if self.rules.beginners_by_score:
            by_score = (score[first] > score[second]) | (
                (score[first] == score[second]) & (column[first] < column[second])
            )
            is_first_higher = np.where(players.preference[pairs].any(axis=1), is_first_higher, by_score)
        ordered = np.where(is_first_higher[:, None], pairs, pairs[:, ::-1])
        articles = self.rules.colour_articles
        return ordered, allocate(players, history, ordered, self.event.initial_colour, articles, history.played)

    def preferred_colour(self, position: int) -> results.PreferredColour:
        """Return the colour preference of a player before the round."""
        return self.participants.players.preferred_colour(position)

    @property
    def order_articles(self) -> Mapping[results.GenerationStep, str]:
        """The article that orders the pairings of a bracket."""
        return dict.fromkeys(results.GenerationStep, self.rules.opponents_article)

    # --- judging ------------------------------------------------------------------------------------------------------

    def assess(self, pairing: results.RoundPairing) -> results.Assessment:
        """Judge a pairing by the absolute rules, then step by step: the bye, and each bracket by the criteria."""
        return assess_legal(self.rules.hard, self.facts, pairing, assess_steps(self.rules, self.participants, pairing))

    @property
    def facts(self) -> RoundFacts:
        """The facts of the round to which the absolute rules refer."""
        return bye_first.facts_of_round(self)

    def violations(self, pairing: results.RoundPairing) -> tuple[results.Violation, ...]:
        """Return the absolute rules that a pairing breaks."""
        return find_violations(self.rules.hard, self.facts, pairing)

    def bye_bar(self, number: int) -> results.Violation | None:
        """Return the rule that bars a player from the bye (C2)."""
        return find_bye_bar(self.rules.hard, self.facts, number)

    @property
    def bye_rule(self) -> results.SelectionRule:
        """The choice of the bye (3.1; B.0)."""
        return self.rules.bye_rule

    @property
    def floater_rule(self) -> results.SelectionRule:
        """The criteria on downfloaters."""
        first = self.rules.criteria[0]
        return results.SelectionRule(
            label=first.label,
            article=first.article,
            sentence="as few players as possible float down, with scores as low as possible; of several who could, the "
            "following bracket and colours decide in this order, and last the ranking",
        )

    def variants(self) -> Iterator[Variant]:
        """Yield the other readings that can matter for the round."""
        return variants(self)


BURSTEIN_2026 = BursteinRules(
    edition=burstein.BURSTEIN_2026,
    seeding=SeedingRules.of(DUTCH_2026, edition.half_at_most_four),
    seeding_article="1.6.2",
    absolute_articles=("2.1.1", "2.1.2", "2.1.3", "2.2.1"),
    byes=ByeRule.WIN_WITHOUT_PLAYING,
    index=IndexRules(),
    bye_order=(
        (bye_first.ByeKey.SCORE, "3.1.3"),
        (bye_first.ByeKey.UNPLAYED_GAMES, "3.1.4"),
        (bye_first.ByeKey.RANKING, "3.1.5"),
    ),
    index_article="1.7",
    ranking_article="1.8",
    criteria=(
        NumberedCriterion("C5", "2.3.1", DOWNFLOATERS),
        NumberedCriterion("C6", "2.3.2", DOWNFLOATER_SCORES),
        NumberedCriterion("C7", "2.3.3", FOLLOWING_BRACKET),
        NumberedCriterion("C8", "2.3.4", COLOUR_PREFERENCE),
    ),
    opponents_article="4.3",
    colour_articles=ColourArticles(
        initial="5.2.1",
        both="5.2.2",
        stronger="5.2.3",
        alternate="5.2.4",
        higher_ranked="5.2.5",
        steps=STEPS_BY_STRENGTH,
    ),
    search=BY_MATCHING,
)
BURSTEIN_2018 = BursteinRules(
    edition=burstein.BURSTEIN_2018,
    seeding=SeedingRules.of(DUTCH_2017, edition.half_at_most_four),
    seeding_article="A.5",
    absolute_articles=("C.1", "C.2", "C.3", "C.4"),
    byes=ByeRule.BYE_OR_FORFEIT_WIN,
    index=IndexRules(),
    bye_order=(
        (bye_first.ByeKey.SCORE, "B.0.c"),
        (bye_first.ByeKey.UNPLAYED_GAMES, "B.0.d"),
        (bye_first.ByeKey.RANKING, "B.0.e"),
    ),
    index_article="A.6",
    ranking_article="A.7",
    criteria=(
        NumberedCriterion("C5", "C.5", DOWNFLOATERS),
        NumberedCriterion("C6", "C.6", edition.INCOMING_FLOATERS),
        NumberedCriterion("C6", "C.6", edition.INCOMING_FLOATER_SCORES),
        NumberedCriterion("C7", "C.7", FOLLOWING_BRACKET),
        NumberedCriterion("C8", "C.8", COLOUR_PREFERENCE),
    ),
    opponents_article="D.1",
    colour_articles=ColourArticles(
        initial="E.0",
        both="E.1",
        stronger="E.2",
        alternate="E.3",
        higher_ranked="E.4",
        steps=STEPS_BY_STRENGTH,
    ),
    search=BY_MATCHING,
)
"""C6 in two numbers: how many floaters from above are paired, then their scores."""
