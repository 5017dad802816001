"""The team system: hard rules without the engine, the literal engine, planted errors."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from support.loops import require_items

from checker.verdicts.comparison import judge_pairing
from checker.verdicts.round_case import RoundContext
from checker.verdicts.verdict import Verdict
from reference_engines.frame.results import NoLegalPairingError, Pair, RoundPairing
from reference_engines.literal.upfloating import BY_TRYING
from reference_engines.readings import REGISTER
from reference_engines.team.rules import TEAM_2024, TEAM_2026, TEAM_DRAFT
from tests.support.team_events import CODES, new_event, play_round
from tournaments.teams.event import MatchResult, TeamEvent

if TYPE_CHECKING:
    from reference_engines.team.rules import TeamRules

EDITIONS = (TEAM_2026, TEAM_2024, TEAM_DRAFT)
by_edition = pytest.mark.parametrize("rules", EDITIONS, ids=lambda rules: rules.edition.key)


def played(teams: int, rounds: int, seed: int, rules: TeamRules = TEAM_2026, code: str = "FIDE_TEAM") -> TeamEvent:
    """Return an event played as far as it can be."""
    chance = random.Random(seed)
    event = new_event(teams, rounds, code)
    for _ in range(rounds):
        try:
            event = play_round(event, rules, chance)
        except NoLegalPairingError:
            break
    return event


@by_edition
def test_the_literal_engine_agrees(rules: TeamRules) -> None:
    """Sets and pairings enumerated in their order give what matching finds."""
    for seed in range(12):
        event = played(4 + seed % 5, 5, seed, rules, CODES[seed % len(CODES)])
        ours, walked = rules.open(event), replace(rules, search=BY_TRYING).open(event)
        for number in require_items(range(1, event.rounds_recorded + 1)):
            assert ours.round(number).expected() == walked.round(number).expected()


@by_edition
def test_hard_rules_hold(rules: TeamRules) -> None:
    """No teams meet twice, each is paired once, and none has a second bye or a bye after a forfeit win."""
    for seed in range(10):
        event = played(5 + 3 * seed, 4 + seed % 4, seed, rules, CODES[seed % len(CODES)])
        assert event.rounds_recorded >= 2
        for team in event.teams:
            met = [entry.opponent for entry in team.rounds if entry.result is MatchResult.PLAYED]
            assert len(met) == len(set(met))
            barred = False
            for number, entry in enumerate(team.rounds):
                assert not (barred and entry.result is MatchResult.PAIRING_ALLOCATED_BYE)
                barred = barred or entry.result in (MatchResult.PAIRING_ALLOCATED_BYE, MatchResult.FORFEIT_WIN)
                if entry.opponent is not None:
                    other = event.teams[entry.opponent - 1].rounds[number]
                    assert other.opponent == team.number
                    assert other.colour is not entry.colour


@by_edition
def test_own_rounds_agree_and_weigh_nothing(rules: TeamRules) -> None:
    """Every round that the engine paired is found to be its own."""
    event = played(21, 7, 4, rules)
    prepared = rules.open(event)
    for number in require_items(range(1, event.rounds_recorded + 1)):
        finding = judge_pairing(prepared, number, prepared.round(number).posted, RoundContext(event="own"))
        assert finding.verdict is Verdict.AGREE


def planted(number: int, change: RoundPairing, event: TeamEvent) -> tuple[Verdict, str]:
    """Judge a changed pairing of a round."""
    prepared = TEAM_2026.open(event)
    finding = judge_pairing(prepared, number, change, RoundContext(event="planted"))
    return finding.verdict, finding.sentence


def test_planted_errors_are_found_with_their_article() -> None:
    """Colours, a rematch, the wrong bye, and every swap of two opponents."""
    event = played(11, 6, 8)
    prepared = TEAM_2026.open(event)
    right = prepared.round(4).expected()
    first, second, *others = right.pairs
    turned = replace(right, pairs=(Pair(first.black, first.white), second, *others))
    verdict, sentence = planted(4, turned, event)
    assert verdict is Verdict.COLOURS
    assert "4.3." in sentence
    again = next(pair for pair in prepared.round(1).posted.pairs if prepared.met(pair.white, 4).get(pair.black))
    verdict, sentence = planted(4, replace(right, pairs=(again, *right.pairs)), event)
    assert verdict is Verdict.ILLEGAL
    assert "2.1.1" in sentence
    for place, pair in enumerate(right.pairs):
        for other in right.pairs[place + 1 :]:
            rest = tuple(game for game in right.pairs if game not in (pair, other))
            swapped = (Pair(pair.white, other.white), Pair(pair.black, other.black), *rest)
            verdict, sentence = planted(4, replace(right, pairs=swapped), event)
            assert verdict in (Verdict.ILLEGAL, Verdict.WORSE, Verdict.LATER_IN_ORDER), sentence


def test_a_wrong_bye_is_argued() -> None:
    """The bye of another team is worse by its score or its matches, comes later, or is not allowed."""
    event = played(11, 6, 8)
    right = TEAM_2026.open(event).round(1).expected()
    assert right.bye == 11
    changed = tuple(Pair(*(11 if team == 10 else team for team in (pair.white, pair.black))) for pair in right.pairs)
    verdict, sentence = planted(1, RoundPairing(pairs=changed, bye=10), event)
    assert verdict is Verdict.LATER_IN_ORDER
    assert "3.4.4" in sentence


def test_the_page_names_every_reading() -> None:
    """The page on the team system and the register name the same open points."""
    page = (Path(__file__).parents[3] / "docs" / "team_swiss.md").read_text(encoding="utf-8")
    assert set(re.findall(r"\bTEAM-[A-Z-]+[A-Z]", page)) == {
        entry.identifier for entry in REGISTER.entries if entry.identifier.startswith("TEAM-")
    }
