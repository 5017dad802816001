"""The common features of discrepant events, rounds and players, with both rates and the chance of luck."""

from __future__ import annotations

from dataclasses import replace

import pytest
from support.hidden_causes import SYSTEM, USUAL

from checker.causes.causes_finding import describe_trigger
from checker.causes.triggers import Observed, RoundsOf, Trigger, triggers_of
from random_tournaments.event_batch import Batch
from tournaments.model import ABSENT, Colour, Event, Player, Result, RoundEntry, ScoringSystem, VirtualPoints

EVENTS = [Batch(seed=3, axes=USUAL, system=SYSTEM).play(index).event for index in range(24)]


def clean(event: Event) -> Observed:
    """Return an event with nothing but agreeing rounds."""
    return Observed(event=event, discrepant=(), agreeing=tuple(range(1, event.rounds_recorded + 1)))


def dirty(event: Event, rounds: tuple[int, ...] = (), players: frozenset[int] = frozenset()) -> Observed:
    """Return an event of which some rounds, all by default, are discrepant, and in each of them the same players."""
    every = tuple(range(1, event.rounds_recorded + 1))
    wrong = rounds or every
    right = tuple(number for number in every if number not in wrong)
    differing = tuple((number, players) for number in wrong if players)
    return Observed(event=event, discrepant=wrong, agreeing=right, differing_players=differing)


def marked(event: Event) -> Event:
    """Give an event points for a lost game."""
    return replace(event, scoring=ScoringSystem(white_loss=2, black_loss=2))


def trigger_called(observed: list[Observed], of: str, words: str) -> Trigger:
    """Return the trigger of these words, which must be there."""
    return next(one for one in triggers_of(observed, unexplained=True) if (one.of, one.words) == (of, words))


# --- events ----------------------------------------------------------------------------------------------------------


def test_a_feature_of_discrepant_events_that_is_rare_elsewhere_is_named() -> None:
    """Four of four against one of twenty."""
    observed = [dirty(marked(event)) for event in EVENTS[:4]] + [clean(event) for event in EVENTS[4:23]]
    trigger = trigger_called([*observed, clean(marked(EVENTS[23]))], "events", "points for a lost game")
    assert (trigger.of, trigger.having, trigger.discrepant, trigger.clean_having, trigger.clean) == (
        "events",
        4,
        4,
        1,
        20,
    )
    assert 0 < float(trigger.chance) < 0.05


def test_two_discrepant_events_say_nothing() -> None:
    """Three are the fewest."""
    others = [clean(event) for event in EVENTS[4:]]
    assert triggers_of([dirty(marked(event)) for event in EVENTS[:2]] + others) == ()
    assert triggers_of([dirty(marked(event)) for event in EVENTS[:3]] + others)


def test_events_like_all_others_have_no_trigger() -> None:
    """Luck is corrected for the number of features."""
    assert triggers_of([dirty(event) for event in EVENTS[:12]] + [clean(event) for event in EVENTS[12:]]) == ()


def test_a_feature_that_follows_from_a_named_one_is_not_named() -> None:
    """Whoever has 12 players or more has 10 or more, too; only one of both is worth reading."""
    by_size = sorted(EVENTS, key=lambda event: len(event.players))
    found = triggers_of([dirty(event) for event in by_size[12:]] + [clean(event) for event in by_size[:12]])
    sizes = [one.words for one in found if "players or more" in one.words or "fewer than" in one.words]
    assert len(sizes) == 1


def test_features_that_do_not_follow_from_each_other_are_both_named() -> None:
    """A scoring and an initial-colour of the same events, but for one event each."""
    white = [replace(event, initial_colour=Colour.WHITE) for event in EVENTS]
    wrong = [replace(marked(event), initial_colour=Colour.BLACK) for event in white[:6]]
    right = [replace(white[6], initial_colour=Colour.BLACK), marked(white[7]), *white[8:]]
    words = {one.words for one in triggers_of([*map(dirty, wrong), *map(clean, right)])}
    assert words >= {"points for a lost game", "Black as initial-colour"}


# --- rounds ----------------------------------------------------------------------------------------------------------


def test_rounds_are_compared_with_the_other_rounds_of_their_event() -> None:
    """A program that errs in last rounds does so in every event, and the events have nothing else in common."""
    trigger = trigger_called(
        [dirty(event, (event.rounds_recorded,)) for event in EVENTS[:8]], "rounds", "no round after it"
    )
    assert (trigger.having, trigger.discrepant, trigger.clean_having) == (8, 8, 0)


def test_a_feature_of_all_rounds_is_not_a_trigger_of_some() -> None:
    """All its rounds have it, right or wrong."""
    accelerated = [
        replace(event, virtual_points=(VirtualPoints(points=10, first_round=1, last_round=99, players=frozenset({1})),))
        for event in EVENTS[:8]
    ]
    others = [clean(event) for event in EVENTS[8:]]
    found = triggers_of([dirty(event, (2, 4)) for event in accelerated] + others, unexplained=True)
    assert [(one.of, one.words) for one in found if "virtual" in one.words] == []
    assert "an acceleration" in [one.words for one in found if one.of == "events"]


def test_a_history_of_two_rounds_is_compared_among_rounds_that_have_one() -> None:
    """In every round from the third on the same player was away two rounds before; rounds 1 and 2 cannot say so."""
    away = RoundEntry(None, None, Result.ZERO_POINT_BYE)
    events = [
        replace(
            event,
            players=tuple(
                replace(one, rounds=(away,) * event.rounds_recorded) if one.tpn == 1 else one for one in event.players
            ),
        )
        for event in EVENTS[:12]
    ]
    found = triggers_of([dirty(event, (4,)) for event in events], unexplained=True)
    assert [one.words for one in found if one.of == "rounds" and one.words.endswith("two rounds before")] == []


def test_a_history_of_two_rounds_that_right_rounds_lack_is_named() -> None:
    """The same player was away in round 2 alone, so that round 4 has it, and round 3 and later rounds have not."""
    away = RoundEntry(None, None, Result.ZERO_POINT_BYE)
    game = RoundEntry(2, Colour.WHITE, Result.WIN)
    events = [
        replace(
            event,
            players=tuple(
                replace(
                    one,
                    rounds=tuple(
                        away if (one.tpn, number) == (1, 2) else game for number in range(1, event.rounds_recorded + 1)
                    ),
                )
                for one in event.players
            ),
        )
        for event in EVENTS[:12]
    ]
    trigger = trigger_called([dirty(event, (4,)) for event in events], "rounds", "an absence two rounds before")
    assert (trigger.having, trigger.discrepant, trigger.clean_having) == (12, 12, 0)
    assert trigger.clean == sum(event.rounds_recorded - 3 for event in events)


# --- players ---------------------------------------------------------------------------------------------------------


def lately(event: Event, tpn: int, result: Result) -> Event:
    """Give a player something else in round 2, without an opponent."""
    entry = RoundEntry(None, None, result)
    players = tuple(
        replace(one, rounds=(one.rounds[0], entry, *one.rounds[2:])) if one.tpn == tpn else one for one in event.players
    )
    return replace(event, players=players)


def with_one(number: int, result: Result, player: int) -> list[Observed]:
    """Return events in which player 1 alone has a result in round 2, and a player is paired wrongly."""
    events = [
        replace(
            event,
            players=tuple(
                replace(
                    one,
                    rounds=tuple(
                        RoundEntry(None, None, Result.PAIRING_ALLOCATED_BYE) if entry.opponent is None else entry
                        for entry in one.rounds
                    ),
                )
                for one in event.players
            ),
        )
        for event in EVENTS[:number]
    ]
    return [dirty(lately(event, 1, result), (3,), frozenset({player})) for event in events]


def test_a_feature_of_players_in_differing_pairs_alone_is_named() -> None:
    """Player 1 alone has had a full-point bye, and is paired wrongly in each of the events."""
    trigger = trigger_called(with_one(8, Result.FULL_POINT_BYE, 1), "players", "a full-point bye in the round before")
    assert (trigger.having, trigger.discrepant, trigger.clean_having) == (8, 8, 0)
    assert trigger.clean > 50
    begins = "100 % of 8 players in pairs that differ in unexplained rounds have a full-point bye in the round before, "
    assert describe_trigger(trigger).startswith(f"{begins}against 0 % of")


def test_rounds_and_players_are_looked_at_only_where_no_cause_explains_them() -> None:
    """Where all is explained, what the rounds have in common adds nothing."""
    observed = with_one(8, Result.FULL_POINT_BYE, 1)
    assert "players" in {one.of for one in triggers_of(observed, unexplained=True)}
    assert {one.of for one in triggers_of(observed)} <= {"events"}


def test_another_player_in_the_differing_pairs_has_it_not() -> None:
    """In that case the entry of player 1 is not a trigger."""
    found = triggers_of(with_one(8, Result.FULL_POINT_BYE, 2), unexplained=True)
    assert [one for one in found if one.of == "players" and "full-point" in one.words] == []


def test_where_it_is_not_known_who_was_paired_otherwise_players_are_not_compared() -> None:
    """Stores of earlier versions do not say."""
    unknown = [replace(one, differing_players=()) for one in with_one(8, Result.FULL_POINT_BYE, 1)]
    assert [one for one in triggers_of(unknown, unexplained=True) if one.of == "players"] == []


# --- what is looked at -----------------------------------------------------------------------------------------------

GAME = RoundEntry(2, Colour.WHITE, Result.WIN)
BYE = RoundEntry(None, None, Result.PAIRING_ALLOCATED_BYE)


@pytest.mark.parametrize(
    ("rounds", "worth", "there", "not_there"),
    [
        (
            (GAME, RoundEntry(2, Colour.WHITE, Result.FORFEIT_WIN)),
            10,
            "a win by forfeit in the round before",
            "absence",
        ),
        ((RoundEntry(2, Colour.WHITE, Result.FORFEIT_LOSS), GAME), 10, "a loss by forfeit two rounds before", "win by"),
        ((BYE, GAME, GAME), 10, "a pairing-allocated bye in an earlier round", "less than a win"),
        (
            (BYE, GAME, GAME),
            5,
            "a pairing-allocated bye worth less than a win in an earlier round",
            "in the round before",
        ),
        ((RoundEntry(None, None, Result.HALF_POINT_BYE),), 10, "a half-point bye in the round before", "allocated"),
        (
            (RoundEntry(None, None, Result.HALF_POINT_BYE),),
            10,
            "a round without a game in the round before",
            "two rounds",
        ),
        ((ABSENT, GAME), 10, "an entry after round 1", "their first round"),
        ((ABSENT,), 10, "their first round in the event", "half-point"),
        ((GAME,), 10, "no rating", "entry after"),
    ],
)
def test_a_players_features_are_those_before_the_round(
    rounds: tuple[RoundEntry, ...], worth: int, there: str, not_there: str
) -> None:
    """Features come from the rounds before, with their distance; the round itself is not known yet."""
    player = Player(tpn=1, rounds=(*rounds, GAME))
    scoring = ScoringSystem(pairing_allocated_bye=worth)
    event = Event(name="", players=(player,), rounds_recorded=len(player.rounds), scoring=scoring)
    features = RoundsOf(event=event).player_features(len(rounds) + 1, 1)
    assert there in features
    assert not [words for words in features if not_there in words]


def test_the_features_of_a_round_are_listed() -> None:
    """The players to be paired, the round before, and the place of the round in the event."""
    players = tuple(
        Player(tpn=tpn, rounds=(ABSENT if tpn > 3 else GAME, GAME if tpn > 1 else ABSENT, GAME)) for tpn in range(1, 6)
    )
    event = RoundsOf(event=Event(name="", players=players, rounds_recorded=3, rounds_declared=4))
    assert "no player with a game before" in event.round_features(1)
    assert {"players who come late", "players away"} <= event.round_features(2)
    assert "an absence in the round before" in event.history_features(2, 1)
    assert {"one round after it", "an odd number of players to be paired"} <= event.round_features(3)
    assert not {"players away", "players who come late", "no round after it"} & event.round_features(3)
