"""Points that contradict the results are named beside the verdict, with the scores by which a round is right."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from support.events import event as written
from support.trf import played, with_exchanged_opponents

import pairproof
from checker.records.run import header_of
from checker.verdicts.doubts import declared_points
from checker.verdicts.verdict import Verdict
from reference_engines.definitions.history import read_history
from reference_engines.frame.systems import editions_by_name, engine_for
from tournaments.model import Colour, Event, ExtraPoints, Player, RequestedBye, Result, RoundEntry, VirtualPoints
from tournaments.points import find_mismatches, points_by_results, with_declared_points, with_points_by_results

KEYS = [edition.key for edition in editions_by_name() if not edition.pairs_teams and edition.file_rounds_per_round == 1]
BURSTEIN = [key for key in KEYS if key.startswith("burstein")]
BY_SCORE = [key for key in KEYS if key not in BURSTEIN]
ROUNDS = 4
RIGHT_BY_POINTS = "It is right by the points that the file declares, not by its results."
_LOST = {Result.WIN: Result.LOSS, Result.LOSS: Result.WIN}


def with_first_games_turned(event: Event, games: int = 1) -> Event:
    """Let the losers of the first decided games of round 1 win them; the declared points stay what they are."""
    winners_and_losers: set[int] = set()
    for player in event.players:
        first = player.rounds[0]
        if len(winners_and_losers) < 2 * games and first.opponent and first.result in _LOST:
            winners_and_losers |= {player.tpn, first.opponent}
    return replace(
        event,
        players=tuple(
            _with_reversed_first_game(player) if player.tpn in winners_and_losers else player
            for player in event.players
        ),
    )


def _with_reversed_first_game(player: Player) -> Player:
    first, *others = player.rounds
    return replace(player, rounds=(replace(first, result=_LOST[first.result]), *others))


def played_by(key: str, players: int = 8) -> Event:
    """
    Play by a system, all points declared.

    White wins; two whose numbers follow each other draw, unless one of them is number 1.
    """
    seated = tuple(Player(tpn=tpn, name=f"P{tpn}", rating=2400 - 10 * tpn) for tpn in range(1, players + 1))
    event = Event(players=seated, rounds_recorded=0, rounds_declared=ROUNDS + 2, initial_colour=Colour.WHITE)
    for number in range(1, ROUNDS + 1):
        entries: dict[int, RoundEntry] = {}
        for pair in engine_for(key).open(event).round(number).expected().pairs:
            is_drawn = abs(pair.white - pair.black) == 1 and 1 not in pair.players
            entries[pair.white] = RoundEntry(pair.black, Colour.WHITE, Result.DRAW if is_drawn else Result.WIN)
            entries[pair.black] = RoundEntry(pair.white, Colour.BLACK, Result.DRAW if is_drawn else Result.LOSS)
        rows = tuple(replace(player, rounds=(*player.rounds, entries[player.tpn])) for player in event.players)
        event = replace(event, players=rows, rounds_recorded=number)
    return with_points_by_results(event)


@pytest.mark.parametrize("key", BY_SCORE)
def test_rounds_paired_by_the_declared_points_are_called_right_by_them(key: str) -> None:
    """A result of round 1 was entered the wrong way round after the event: every later round was right when paired."""
    checked = pairproof.check_event(with_first_games_turned(played_by(key)), system=key)
    first, *others = checked.rounds
    differing = [finding for finding in others if finding.verdict is not Verdict.AGREE]
    assert first.verdict is Verdict.AGREE
    assert differing
    assert all(finding.sentence.endswith(RIGHT_BY_POINTS) for finding in differing)
    (note,) = (note for note in checked.header.notes if note.startswith("The points that the file declares"))
    assert f"The pairing may have followed either: round {ROUNDS} is right by the " in note


@pytest.mark.parametrize("key", BURSTEIN)
def test_points_do_not_tell_what_was_earned_against_whom(key: str) -> None:
    """By which the Burstein System ranks players (1.7.1; A.6.a): here not before round 4."""
    checked = pairproof.check_event(with_first_games_turned(played_by(key)), system=key)
    said = [finding.sentence.endswith(RIGHT_BY_POINTS) for finding in checked.rounds]
    assert said == [False, True, True, False]
    assert checked.rounds[-1].verdict is Verdict.WORSE


@pytest.mark.parametrize("key", KEYS)
def test_no_note_is_made_if_the_points_follow_from_the_results(key: str) -> None:
    """And nothing more is paired."""
    event = played_by(key)
    checked = pairproof.check_event(event, system=key)
    assert {finding.verdict for finding in checked.rounds} == {Verdict.AGREE}
    assert not any("declares" in note for note in checked.header.notes)
    header = header_of(event, stem="", source="", sha256="", problems=())
    assert declared_points(engine_for(key), event, header) is None


def test_the_note_names_the_players_and_says_by_what_the_last_round_is_right() -> None:
    """Players by name and number, both kinds of points, and the round."""
    event = with_points_by_results(played())
    checked = pairproof.check_event(with_first_games_turned(event))
    (note,) = (note for note in checked.header.notes if "declares" in note)
    by_results = points_by_results(with_first_games_turned(event))
    first = next(player for player in event.players if player.points != by_results[player.tpn])
    told = f"{first.name} ({first.tpn}) has {(first.points or 0) / 10} and not {by_results[first.tpn] / 10}"
    assert note.startswith(f"The points that the file declares do not follow from its results: {told}; ")
    assert note.endswith("round 4 is right by the declared points, not by the results.")
    last = checked.rounds[-1]
    assert last.verdict.outcome.value == "discrepant"  # by its results, the verdict is what it was
    assert last.sentence.endswith(RIGHT_BY_POINTS)


def test_wrong_points_do_not_excuse_a_program_that_paired_by_the_results() -> None:
    """The round is right by the results; no finding says anything of the points."""
    event = with_points_by_results(played())
    leader = max(event.players, key=lambda player: player.points or 0)
    wrong = tuple(replace(player, points=0) if player.tpn == leader.tpn else player for player in event.players)
    checked = pairproof.check_event(replace(event, players=wrong))
    (note,) = (note for note in checked.header.notes if "declares" in note)
    assert note.endswith("round 4 is right by the results, not by the declared points.")
    assert {finding.verdict for finding in checked.rounds} == {Verdict.AGREE}


def test_a_round_that_is_wrong_by_both_is_not_called_right() -> None:
    """Two players were exchanged in it besides."""
    event = with_first_games_turned(with_points_by_results(with_exchanged_opponents(played())))
    checked = pairproof.check_event(event)
    (note,) = (note for note in checked.header.notes if "declares" in note)
    assert note.endswith("round 4 is right neither by the results nor by the declared points.")
    assert "declares" not in checked.rounds[-1].sentence


def test_of_many_players_ten_are_named() -> None:
    """The others are counted."""
    event = played(players=14)
    wrong = tuple(replace(player, points=99) for player in event.players)
    (note,) = (note for note in pairproof.check_event(replace(event, players=wrong)).header.notes if "declares" in note)
    assert note.count(" has 9.9 and not ") == 10
    assert "; 4 further players. " in note


def test_points_besides_the_results_count_from_the_end_of_round_1() -> None:
    """Before it no player has points; every later score includes them."""
    event = written(["2w1 3b1", "1b0 4w=", "4w1 1w0", "3b0 2b="])
    bonus = replace(event, extra_points=(ExtraPoints(tpn=4, points=10), ExtraPoints(tpn=1, points=-5)))
    difference = read_history(bonus).score - read_history(event).score
    assert np.array_equal(difference, [[0, 0, 0, 0], [-5, 0, 0, 10], [-5, 0, 0, 10]])
    assert np.array_equal(read_history(bonus).points, read_history(event).points)


@pytest.mark.parametrize(("declared", "difference"), [(10, None), (15, None), (20, None), (25, None), (5, -5), (30, 5)])
def test_the_difference_is_that_from_what_the_file_seems_to_count(declared: int, difference: int | None) -> None:
    """One point by results; half a point of a coming bye and a virtual point may be in the declared points, too."""
    event = written(
        ["2w1", "1b0"],
        requested_byes=(RequestedBye(round_number=2, tpn=1, result=Result.HALF_POINT_BYE),),
        virtual_points=(VirtualPoints(points=10, first_round=1, last_round=2, players=frozenset({1})),),
    )
    event = replace(event, players=(replace(event.players[0], points=declared), event.players[1]))
    assert [one.difference for one in find_mismatches(event)] == ([] if difference is None else [difference])
    besides = () if difference is None else (ExtraPoints(tpn=1, points=difference),)
    assert with_declared_points(event).extra_points == besides
