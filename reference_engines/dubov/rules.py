"""The rules of the Dubov System: an event, a round paired and judged, open points, editions of 2018 and 2026."""

from __future__ import annotations

from dataclasses import fields, replace
from functools import cached_property, partial
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from reference_engines import dubov
from reference_engines.definitions import bye_first
from reference_engines.definitions.criteria import NumberedCriterion
from reference_engines.definitions.hard_rules import RoundFacts, assess_legal
from reference_engines.definitions.history import NOBODY
from reference_engines.definitions.player_states import ByeRule, Definitions, FloatRule, over_the_board
from reference_engines.definitions.players_event import parity_readings, undeclared_initial_colour, with_rounds
from reference_engines.dubov import edition
from reference_engines.dubov.colours import articles_in_order, preferences_with_beginners, ranked_by_points
from reference_engines.dubov.participants import AroRule, DubovPlayers, aro_before
from reference_engines.dubov.round import BY_MATCHING, DubovTrace, assess_steps, pair_in_steps, pair_round
from reference_engines.dutch.players_round import DutchEvent, PlayersRound, prepare_players
from reference_engines.frame.results import FloatDirection, GenerationStep, SelectionRule
from reference_engines.frame.rules import Rules
from reference_engines.readings import follow_other_side
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterator

    from reference_engines.definitions.players import Players
    from reference_engines.dubov.edition import ScoregroupCriterion
    from reference_engines.frame.results import Assessment, PastFloat, RoundPairing
    from reference_engines.frame.rules import ExpectedPairing
    from reference_engines.frame.variants import Variant
    from tournaments.model import Event

    ChangeRules = Callable[[Any], Rules]
    CanMatter = Callable[["DubovRound"], bool]

_ROUNDS_PER_STEP = 5
"""MaxT grows by one with that number of rounds, and no player has more upfloats than rounds."""


@dataclass(frozen=True, kw_only=True)
class DubovEvent(DutchEvent):
    """An event under an edition of the Dubov System."""

    rules: edition.DubovText

    @property
    def rounds(self) -> int:
        """Number of rounds: declared, or else one more than recorded (DUBOV-ROUNDS)."""
        return self.event.rounds_declared or self.history.rounds + 1

    @property
    def notes(self) -> tuple[str, ...]:
        """Facts that were inferred from the event, one sentence each."""
        notes = list(super().notes)
        if self.event.rounds_declared is None:
            notes.append(f"MaxT depends on that number; {self.rounds} rounds were assumed (DUBOV-ROUNDS).")
        unrated = sum(not player.rating for player in self.event.players)
        if unrated:
            notes.append(f"Players without a rating: {unrated}; theirs is 0 in an ARO (DUBOV-UNRATED).")
        return tuple(notes)

    def measured_players(self, number: int) -> DubovPlayers:
        """Return the players to be paired in a round, with their AROs and upfloats."""
        rules, history, players = self.rules, self.history, self.players_of_round(number)
        upfloated = rules.upfloats_of_maximum(history, self.player_states, number - 1)
        backs = [back for back in rules.upfloat_rounds if back < number]
        of_rounds = rules.upfloats_before(history, self.player_states, number - 1)
        before: Any = of_rounds[[-back for back in backs]].any(axis=0)
        declared = self.event.rounds_declared
        return DubovPlayers(
            players=players,
            points=rules.definitions.score(history)[number - 1][players.column],
            aro=aro_before(self.event, history, number, rules.aro)[players.column],
            upfloats=rules.counted_upfloats(upfloated).sum(axis=0)[players.column],
            upfloated_before=before[players.column],
            most_upfloats=rules.most_upfloats(rules.rounds_of_max_t(self.rounds, number)),
            bye_score=bye_first.bye_score(rules, history, players),
            unplayed=bye_first.rounds_without_game(rules, history, players),
            is_last_round=rules.is_exempt(number, declared),
            rounds_to_come=None if declared is None else declared - number,
        )

    def numbers_of_rounds(self, players: DubovPlayers) -> Iterator[tuple[int, str]]:
        """Yield other numbers of rounds by which the maximum upfloaters, the last round or the acceleration differ."""
        others = dict.fromkeys(self.possible_round_counts(players.round_number), "ROUNDS-UNDECLARED")
        if self.event.rounds_declared is None and not players.is_last_round:
            known = {tuple(players.maximum_upfloaters.tolist())}
            least = max(self.history.rounds, players.round_number)
            for rounds in range(least, _ROUNDS_PER_STEP * (int(players.upfloats.max(initial=0)) + 1)):
                maximum_upfloaters = tuple((players.upfloats >= self.rules.most_upfloats(rounds)).tolist())
                if maximum_upfloaters not in known:
                    known.add(maximum_upfloaters)
                    others.setdefault(rounds, "DUBOV-ROUNDS")
        yield from others.items()


def prepare_dubov_event(event: Event, rules: edition.DubovText, reuse_from: DubovEvent | None) -> DubovEvent:
    """Prepare an event; raise UnsupportedEventError if it is beyond the system."""
    prepared = prepare_players(event, rules, reuse_from)
    return DubovEvent(**{part.name: getattr(prepared, part.name) for part in fields(prepared)})


def _change_floats(rules: Any, **changes: Any) -> Rules:
    return replace(rules, floats=replace(rules.floats, **changes))


def _count_times_by(rules: Any, *, criterion: ScoregroupCriterion) -> Rules:
    criteria = tuple(
        replace(numbered, criterion=criterion) if numbered.criterion is edition.TIMES_UPFLOATED else numbered
        for numbered in rules.criteria
    )
    return replace(rules, criteria=criteria)


def _ignore_unrated(rules: Any) -> Rules:
    return replace(rules, aro=replace(rules.aro, unrated_count=False))


def _rank_by_points(rules: Any) -> Rules:
    return replace(rules, colour_articles=ranked_by_points(rules.colour_articles))


def _upfloats_can_matter(at: DubovRound) -> bool:
    return not at.participants.is_last_round and bye_first.has_forfeits(at)


def _maximum_upfloaters_differ(at: DubovRound) -> bool:
    players = at.participants
    return not players.is_last_round and len({*players.upfloats[players.maximum_upfloaters].tolist()}) > 1


def _is_after_first_round(at: DubovRound) -> bool:
    return at.number > 1


def _beginners_meet(at: DubovRound) -> bool:
    return at.number > 1 and int(at.participants.beginners.sum()) > 1


def _has_unrated_players(at: DubovRound) -> bool:
    return at.number > 1 and not all(player.rating for player in at.event.event.players)


def _had_virtual_points(at: DubovRound) -> bool:
    event, rows = at.event, slice(0, at.number - 1)
    return not at.participants.is_last_round and bool(
        np.any(event.player_states.score[rows] != event.definitions.score(event.history)[rows])
    )


_OPEN: tuple[tuple[str, ChangeRules, CanMatter], ...] = (
    ("DUBOV-UPFLOAT-FORFEIT", partial(_change_floats, games=over_the_board), _upfloats_can_matter),
    ("DUBOV-GAMES", bye_first.COUNT_SCHEDULED_GAMES, bye_first.forfeits_can_change_bye),
    ("DUBOV-FULL-POINT-BYE", bye_first.swap_bye_rule, bye_first.bye_rule_can_change_bye),
    ("DUBOV-TIMES", partial(_count_times_by, criterion=edition.TIMES_MOST_FIRST), _maximum_upfloaters_differ),
    ("DUBOV-TIMES", partial(_count_times_by, criterion=edition.MAXIMUM_UPFLOATERS), _maximum_upfloaters_differ),
    ("DUBOV-SHIFT-POOL", partial(replace, numbers_whole_subgroup=True), _is_after_first_round),
    ("DUBOV-BEGINNERS", partial(replace, halves_first_round_only=True), _beginners_meet),
    ("DUBOV-UNRATED", _ignore_unrated, _has_unrated_players),
    ("DUBOV-ACCELERATION", partial(_change_floats, compared=attrgetter("points")), _had_virtual_points),
    ("DUBOV-BYE-SCORE", bye_first.IGNORE_VIRTUAL_POINTS, bye_first.virtual_points_can_change_bye),
    ("DUBOV-HIGHER-RANKED", _rank_by_points, bye_first.has_virtual_points),
)
"""Entry of the register, the change that follows another reading, and whether the reading can matter for a round."""
OTHER_READINGS: tuple[tuple[str, ChangeRules], ...] = tuple((identifier, rules) for identifier, rules, _ in _OPEN)


def variants(at: DubovRound) -> Iterator[Variant]:
    """Yield the other readings that can matter for a round."""
    yield from _variants_of_event(at)
    for identifier, rules, can_matter in _OPEN:
        if can_matter(at):
            yield follow_other_side(identifier, rules=rules)


def _variants_of_event(at: DubovRound) -> Iterator[Variant]:
    """Yield other numbers for odd and even, and other values of what the file does not declare."""
    beginners = int(at.participants.beginners.sum())
    if beginners:
        yield from at.variants_of_parity()
    if beginners > 1:  # 5.2.1 is for two beginners
        yield from undeclared_initial_colour(at.event)
    for rounds, entry in at.event.numbers_of_rounds(at.participants):
        yield follow_other_side(entry, event=partial(with_rounds, rounds=rounds))


@dataclass(frozen=True, kw_only=True)
class DubovRules(edition.DubovText, Rules):
    """One edition of C.04.4.1 at work."""

    system: ClassVar[str] = "dubov"
    parts_of_participants: ClassVar[frozenset[str]] = frozenset(
        {
            "definitions",
            "floats",
            "byes",
            "games_of_bye",
            "scheduled_games_count",
            "virtual_points_count_for_bye",
            "most_upfloats",
            "rounds_of_max_t",
            "counted_upfloats",
            "upfloats_of_maximum",
            "upfloats_before",
            "upfloat_rounds",
            "aro",
            "is_exempt",
        }
    )
    work_of_pairing: ClassVar[float] = 1.5

    def prepare(self, event: Event, reuse_from: DubovEvent | None = None) -> DubovEvent:
        """Prepare an event."""
        return prepare_dubov_event(event, self, reuse_from)

    def bind(self, event: DubovEvent, number: int) -> DubovRound:
        """Return a round of a prepared event."""
        return DubovRound(rules=self, event=event, number=number)

    def alternative_readings(self) -> Iterator[Variant]:
        """Yield the other sides by which these rules can pair."""
        yield from parity_readings()
        for identifier, rules in OTHER_READINGS:
            yield follow_other_side(identifier, rules=rules)


@dataclass(frozen=True, kw_only=True)
class DubovRound(PlayersRound[DubovRules, DubovEvent, DubovPlayers, DubovTrace]):
    """One round under an edition of C.04.4.1."""

    stops_early: ClassVar[bool] = True

    @cached_property
    def participants(self) -> DubovPlayers:
        """The players to be paired, in order."""
        return self.event.measured_players(self.number)

    @property
    def players(self) -> Players:
        """The participants as players of the Dutch system."""
        return self.participants.players

    def pair(self) -> ExpectedPairing[DubovTrace]:
        """Pair the round, boards in the order of publication (C.04.2:3.6)."""
        trace = pair_round(self.rules, self.participants)
        pairs = [pair for paired in trace.brackets for pair in paired.pairs]
        return self.publish(np.array(pairs, dtype=np.int64).reshape(-1, 2), trace)

    def would_pair_as(self, pairing: RoundPairing, doubted: Container[int] = ()) -> bool:
        """Compare the bye, then bracket by bracket."""
        steps = partial(pair_in_steps, self.rules, self.participants)
        return self.is_paired_in_steps(pairing, steps, self.participants.players.allowed, doubted)

    def assess(self, pairing: RoundPairing) -> Assessment:
        """Judge a pairing by the absolute rules, then by the choice of the bye and each bracket."""
        return assess_legal(self.rules.hard, self.facts, pairing, assess_steps(self.rules, self.participants, pairing))

    @property
    def facts(self) -> RoundFacts:
        """The facts of the round to which the absolute rules refer; C3 excepts no topscorers."""
        return bye_first.facts_of_round(self)

    @property
    def bye_rule(self) -> SelectionRule:
        """The choice of the bye (3.1; B.0)."""
        return self.rules.bye_rule

    @property
    def floater_rule(self) -> SelectionRule:
        """The criteria on upfloaters."""
        first = self.rules.criteria[0]
        return SelectionRule(
            label=first.label,
            article=first.article,
            sentence="as few players as possible float up, from scores as near as possible; of several who could, "
            "colours and earlier upfloats decide in this order, and last the order of the list",
        )

    def float_direction(self, _first: int, _second: int) -> FloatDirection:
        """Return up: a scoregroup is completed from below."""
        return FloatDirection.UP

    def past_floats(self, number: int) -> tuple[PastFloat, ...]:
        """Return all earlier upfloats, which are counted."""
        floats = self.event.past_floats(number, self.number)
        return tuple(found for found in floats if found.direction is FloatDirection.UP)

    def variants(self) -> Iterator[Variant]:
        """Yield the other readings that can matter for the round."""
        return variants(self)


UPFLOATS = FloatRule(
    unplayed=lambda history: np.zeros_like(history.played),
    games=lambda history: history.opponent != NOBODY,
)
"""A player with an opponent of a higher score was upfloated, whether they played or not (DUBOV-UPFLOAT-FORFEIT)."""
DEFINITIONS = Definitions(
    preferences=preferences_with_beginners, topscorers=lambda before: np.zeros(before.score.size, dtype=np.bool_)
)

DUBOV_2026 = DubovRules(
    edition=dubov.DUBOV_2026,
    floats=UPFLOATS,
    byes=ByeRule.WIN_WITHOUT_PLAYING,
    definitions=DEFINITIONS,
    absolute_articles=("2.1.1", "2.1.2", "2.1.3"),
    completion_article="2.2.1",
    scoregroups_article="1.3.1",
    subgroups_article="3.2.3",
    definition_articles=("1.7.1", "1.8.2"),
    absolute_preference_article="1.6.1",
    preference_article="1.6.4",
    bye_order=(
        (bye_first.ByeKey.SCORE, "3.1.3"),
        (bye_first.ByeKey.UNPLAYED_GAMES, "3.1.4"),
        (bye_first.ByeKey.RANKING, "3.1.5"),
    ),
    aro=AroRule(),
    criteria=(
        NumberedCriterion("C5", "2.3.1", edition.UPFLOATERS),
        NumberedCriterion("C6", "2.3.2", edition.SCORE_DIFFERENCES),
        NumberedCriterion("C7", "2.3.3", edition.COLOUR_PREFERENCE),
        NumberedCriterion("C8", "2.3.4", edition.MAXIMUM_UPFLOATERS),
        NumberedCriterion("C9", "2.3.5", edition.TIMES_UPFLOATED),
        NumberedCriterion("C10", "2.3.6", edition.UPFLOATED_BEFORE),
    ),
    step_articles={
        edition.BracketStep.FIRST_SHIFT: "3.2.4.1",
        edition.BracketStep.SECOND_SHIFT: "3.2.4.2",
        edition.BracketStep.ARO: "3.2.5",
        edition.BracketStep.MIDDLE: "4.3.3",
    },
    generation={
        GenerationStep.BYE: "3.1.5",
        GenerationStep.UPFLOATERS: "4.2",
        GenerationStep.NUMBER_OF_SHIFTERS: "3.2.4.1",
        GenerationStep.SHIFTERS: "4.3",
        GenerationStep.TRANSPOSITION: "4.4",
    },
    colour_articles=articles_in_order("5.2.1", "5.2.2", "5.2.3", "5.2.4", "5.2.5"),
    search=BY_MATCHING,
)
DUBOV_2018 = replace(
    DUBOV_2026,
    edition=dubov.DUBOV_2018,
    byes=ByeRule.BYE_OR_FORFEIT_WIN,
    absolute_articles=("C.1", "C.2", "C.3"),
    completion_article="C.4",
    scoregroups_article="A.3",
    subgroups_article="B.1",
    definition_articles=("A.6", "A.7"),
    absolute_preference_article="A.5.a",
    preference_article="A.5.d",
    bye_order=(
        (bye_first.ByeKey.SCORE, "B.0.c"),
        (bye_first.ByeKey.UNPLAYED_GAMES, "B.0.d"),
        (bye_first.ByeKey.RANKING, "B.0.e"),
    ),
    criteria=tuple(replace(one, article=one.label.replace("C", "C.")) for one in DUBOV_2026.criteria),
    step_articles={
        edition.BracketStep.FIRST_SHIFT: "B.1",
        edition.BracketStep.SECOND_SHIFT: "B.1",
        edition.BracketStep.ARO: "B.1",
        edition.BracketStep.MIDDLE: "D.2.b",
    },
    generation={
        GenerationStep.BYE: "B.0.e",
        GenerationStep.UPFLOATERS: "D.1",
        GenerationStep.NUMBER_OF_SHIFTERS: "B.1",
        GenerationStep.SHIFTERS: "D.2",
        GenerationStep.TRANSPOSITION: "D.3",
    },
    colour_articles=articles_in_order("E.0", "E.1", "E.2", "E.3", "E.4"),
)
