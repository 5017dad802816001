"""Misreadings that need the record of a round are found for programs that are changed by hand."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from support.faulty_engines import AXES, play_faultily
from support.further_faults import MisreadRules
from support.loops import require_items

from checker.causes.cause import case_of
from checker.causes.round_changes import round_changes
from checker.causes.search import OF_A_CAMPAIGN, find_causes
from random_tournaments.event_batch import Batch
from reference_engines.definitions.player_states import Strength
from reference_engines.downfloating.bracket import COLOUR_PREFERENCE
from reference_engines.dubov.rules import DUBOV_2026, DubovRound, DubovRules
from reference_engines.dutch.editions import DUTCH_2026
from reference_engines.dutch.rules import DutchRound, DutchRules

if TYPE_CHECKING:
    from checker.causes.cause import Case
    from reference_engines.definitions.colours import Meetings
    from reference_engines.definitions.criteria import Contribution
    from reference_engines.definitions.history import IntArray
    from reference_engines.definitions.players import Players
    from reference_engines.downfloating.bracket import Bracket
    from reference_engines.dutch.players_round import DutchEvent
    from reference_engines.frame.results import RoundPairing
    from tournaments.model import Event

_DUTCH = {part.name: getattr(DUTCH_2026, part.name) for part in fields(DUTCH_2026)}
_DUBOV = {part.name: getattr(DUBOV_2026, part.name) for part in fields(DUBOV_2026)}


def _bar_absolute(event: DutchEvent, players: Players) -> Players:
    del event
    allowed = players.bye_allowed & (players.strength < Strength.ABSOLUTE)
    return replace(players, bye_allowed=allowed) if allowed.any() else players


def _count_last_round(event: DutchEvent, players: Players) -> Players:
    if players.round_number == 1:
        return players
    absent = ~event.history.played[players.round_number - 2][players.column]
    return replace(players, unplayed=absent.astype(np.int64))


class _HigherRankedRules(DutchRules):
    """Rules by which C12 counts a pair only if the higher ranked player misses the colour."""

    def bind(self, event: DutchEvent, number: int) -> DutchRound:
        sound = DutchRound(rules=DUTCH_2026, event=event, number=number)
        preference = event.players_of_round(number).preference

        def contribution(bracket: Bracket) -> Contribution | None:
            counted = COLOUR_PREFERENCE.contribution(bracket)
            if counted is None or counted.pairs is None:
                return counted
            pairs = counted.pairs.astype(np.int64)
            for one, other in zip(*np.nonzero(pairs), strict=True):
                higher, lower = sorted((int(bracket.positions[one]), int(bracket.positions[other])))
                colour = 1 if sound.colours((higher, lower)).white == higher else -1
                pairs[one, other] = colour != preference[higher]
            return replace(counted, pairs=pairs)

        criteria = tuple(
            replace(one, criterion=replace(one.criterion, contribution=contribution))
            if one.criterion is COLOUR_PREFERENCE
            else one
            for one in DUTCH_2026.criteria
        )
        return DutchRound(rules=replace(DUTCH_2026, criteria=criteria), event=event, number=number)


class _AroRules(DubovRules):
    """Rules by which the player with the higher ARO ranks higher in 5.2.5."""

    def bind(self, event: object, number: int) -> DubovRound:
        aro = DubovRound(rules=DUBOV_2026, event=event, number=number).participants.aro  # type: ignore[arg-type]  # event

        def decide(pairs: Meetings) -> IntArray:
            preference = pairs.players.preference
            is_first = aro[pairs.higher] >= aro[pairs.lower]
            return np.where(is_first, preference[pairs.higher], -preference[pairs.lower])

        articles = DUBOV_2026.colour_articles
        steps = tuple(replace(one, decide=decide) if one.name == "higher_ranked" else one for one in articles.steps)
        rules = replace(DUBOV_2026, colour_articles=replace(articles, steps=steps))
        return DubovRound(rules=rules, event=event, number=number)  # type: ignore[arg-type]  # event


FAULTS = {
    "bye-barred-by-absolute-preference": (MisreadRules(**_DUTCH, change=_bar_absolute), 30),
    "unplayed-games-of-last-round": (MisreadRules(**_DUTCH, change=_count_last_round), 120),
    "colour-preference-of-higher-ranked": (_HigherRankedRules(**_DUTCH), 10),
    "higher-aro-ranks-higher": (_AroRules(**_DUBOV), 10),
}
"""Changed rules by the identifier of their cause, and the number of events."""


def _play(rules: DutchRules | DubovRules, index: int) -> Case:
    if isinstance(rules, DutchRules):
        return play_faultily(rules, index)

    def pair(event: Event, number: int) -> RoundPairing:
        return rules.open(event).round(number).expected()

    event = Batch(seed=5, axes=AXES, system=DUBOV_2026.edition.key).play(index, pair).event
    return case_of(str(index), event, DUBOV_2026)


@pytest.mark.slow
@pytest.mark.parametrize("identifier", FAULTS)
def test_the_first_cause_names_the_change(identifier: str) -> None:
    """Every discrepant round is explained, and no other one is contradicted."""
    rules, events = FAULTS[identifier]
    finding = find_causes([_play(rules, index) for index in range(events)], OF_A_CAMPAIGN)
    first = finding.groups[0]
    assert first.first.identifier == identifier
    assert (len(first.explained), len(first.contradicted)) == (finding.discrepant, 0)


@pytest.mark.parametrize("identifier", FAULTS)
def test_a_change_makes_the_rounds_of_its_fault_right(identifier: str) -> None:
    """And leaves the round itself as it is."""
    rules, events = FAULTS[identifier]
    sound = DUTCH_2026 if isinstance(rules, DutchRules) else DUBOV_2026
    cause = next(one for one in round_changes(sound) if one.identifier == identifier)
    assert cause.round is not None
    assert cause.article
    case = next(one for one in (_play(rules, index) for index in range(events)) if one.wanting)
    prepared = sound.open(case.event)
    for paired in require_items(case.wanting):
        bound = prepared.round(paired.stage)
        before = bound.expected()
        changed = cause.round(bound)
        assert changed.is_paired_as(changed.posted)
        assert bound.expected() == before


def test_opponents_who_met_again_after_an_absence_are_remembered() -> None:
    """Nobody may meet an opponent of a round after which neither was away; others may, unless colours forbid it."""
    cause = next(one for one in round_changes(DUTCH_2026) if one.identifier == "opponents-before-absence-forgotten")
    assert cause.round is not None
    forgotten = 0
    for index in range(6):
        prepared = DUTCH_2026.open(play_faultily(DUTCH_2026, index).event)
        history = prepared.history
        for number in require_items(prepared.recorded_rounds[1:]):
            players = prepared.players_of_round(number)
            changed = cause.round(prepared.round(number)).participants
            first, second = np.nonzero(changed.allowed > players.allowed)
            for one, other in zip(players.column[first], players.column[second], strict=True):
                met = np.flatnonzero(history.opponent[: number - 1, one] == other)[-1]
                assert not history.paired[met : number - 1, [one, other]].all()
                forgotten += 1
            assert not (changed.allowed < players.allowed).any()
    assert forgotten


def test_articles_limit_the_changes() -> None:
    """As they limit the rarer misreadings of rules."""
    articles = {cause.article for cause in round_changes(DUTCH_2026)}
    assert articles == {"2.1.1", "2.1.2", "2.4.4", "2.4.5", "2.4.6", "2.4.7", "2.4.8"}
    assert {cause.article for cause in round_changes(DUTCH_2026, {"2.4.4"})} == {"2.4.4"}
