from __future__ import annotations

import random
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from random_tournaments.axes import PROFILES, Axes, Span
from random_tournaments.batch_coverage import (
    AxisValues,
    Coverage,
    empty_coverage,
    find_features,
    format_coverage,
    measure_coverage,
    measure_rounds,
)
from random_tournaments.event_batch import Batch
from random_tournaments.mutations import EventScript, RoundScript, replay
from random_tournaments.plan import EventPlan
from random_tournaments.simulation import open_event
from reference_engines.coverage import features_of
from reference_engines.coverage.features import Feature, FeatureKind
from reference_engines.frame.systems import engine_for
from tournaments.model import Event, ForbiddenGroup, Player, Result, RoundEntry

DRAW, WIN, LOSS = (Result.DRAW, Result.DRAW), (Result.WIN, Result.LOSS), (Result.LOSS, Result.WIN)
_OUTCOMES = {"=": DRAW, "+": WIN, "-": LOSS}


def event(
    rounds: list[str], players: int, *, key: str = "dutch-2026", declared: int = 9, forbidden: tuple[int, ...] = ()
) -> Event:
    """
    Play an event by the engine; the letter at place N of a round tells how player N fares as the smaller number.

    ``.`` stands for an absence without points.
    """
    opening = open_event(EventPlan(players=players, rounds=max(declared, len(rounds))), random.Random(0))
    opening = replace(opening, rounds_declared=declared)
    if forbidden:
        opening = replace(opening, forbidden=(ForbiddenGroup(players=frozenset(forbidden)),))
    courses = tuple(
        RoundScript(
            away={tpn: Result.ZERO_POINT_BYE for tpn, letter in enumerate(letters, start=1) if letter == "."},
            outcomes={tpn: _OUTCOMES[letter] for tpn, letter in enumerate(letters, start=1) if letter != "."},
        )
        for letters in rounds
    )
    limited = replace(opening, rounds_declared=len(rounds))
    played = replay(
        EventScript(opening=limited, rounds=courses),
        replace(opening, rounds_declared=declared),
        lambda state, number: engine_for(key).open(state).round(number).expected(),
        random.Random(0),
    )
    return replace(played, rounds_declared=declared)


def names(played: Event, number: int, key: str = "dutch-2026") -> set[str]:
    """Return the names of what a round exercises."""
    return {feature.name for feature in dict(measure_rounds(played, engine_for(key)))[number] or ()}


ALL_DRAWN = ["====", "====", "===="]


@pytest.mark.parametrize(
    ("feature", "round_number", "before"),
    [
        ("C1", 2, 1),
        ("exchange", 2, 1),
        ("transposition", 3, 2),
        ("5.2.5", 1, 2),
        ("5.2.1", 2, 1),
    ],
)
def test_four_players_who_always_draw_need_an_exchange_and_then_a_transposition(
    feature: str, round_number: int, before: int
) -> None:
    """1-3 and 2-4 come first; for the sake of colours 1-2 and 3-4 by an exchange; 1-4 and 2-3 are left."""
    played = event(ALL_DRAWN, 4)
    assert feature in names(played, round_number)
    assert feature not in names(played, before)


def test_a_bye_that_cannot_be_the_last_players_is_a_choice() -> None:
    """Of three players the last in order has it in rounds 1 and 2; in round 3 only 2 and 3 can meet."""
    played = event(["+==", "+==", "==="], 3)
    for number in (1, 2):
        assert {"pab", "float"} <= names(played, number)
        assert "pab-choice" not in names(played, number)
    assert {"pab", "pab-choice"} <= names(played, 3)


def test_an_even_number_of_players_has_no_bye() -> None:
    """Four players: nothing about a bye is exercised."""
    assert not {"pab", "pab-choice", "C2", "C9"} & names(event(["====", "===="], 4), 2)


def test_three_winners_need_a_float_and_two_do_not() -> None:
    """With two winners the scoregroups are even; with three one of them meets a loser."""
    assert "float" not in names(event(["++++", "===="], 4), 2)
    assert "float" in names(event(["++++++", "======"], 6), 2)


def test_a_float_is_repeated_only_if_it_goes_the_same_way() -> None:
    """In round 2 no floater has floated before; in a long event of six players floats repeat sooner or later."""
    played = event(["++++++", "++++++", "++++++", "++++++"], 6)
    assert "float-repeated" not in names(played, 2)
    assert any("float-repeated" in names(played, number) for number in range(3, played.rounds_recorded + 1))


def test_forbidden_pairs_decide_if_the_engine_would_have_made_them() -> None:
    """1-3 is the first pair of four players, 1-2 is none."""
    assert "forbidden-pairs" in names(event(["===="], 4, forbidden=(1, 3)), 1)
    assert "forbidden-pairs" not in names(event(["===="], 4, forbidden=(1, 2)), 1)


def test_topscorers_are_excepted_in_the_final_round_only() -> None:
    """The same round of the same event, declared to be the last one or not."""
    final = _first_with("topscorer-exception")
    number = final.rounds_recorded
    assert final.rounds_declared == number
    not_yet = replace(final, rounds_declared=number + 1)
    assert "topscorer-exception" in names(final, number)
    assert "topscorer-exception" not in names(not_yet, number)
    assert not {"C10", "C11", "C10-unmet", "C11-unmet"} & names(not_yet, number)


def _first_with(feature: str) -> Event:
    engine = engine_for("dutch-2026")
    wanted = find_features(engine, [feature])
    batch = Batch(seed=2, axes=replace(PROFILES["hard"], players=Span(8, 16), rounds=Span(6, 9)))
    for index in range(300):
        played = batch.play(index).event
        *_, (number, found) = measure_rounds(played, engine, wanted, first=max(1, played.rounds_recorded))
        if found and number == played.rounds_declared:
            return played
    raise AssertionError(f"no event with {feature}")


def test_a_criterion_is_unmet_where_its_value_is_not_zero_in_the_assessment() -> None:
    """The same values that a verdict would show."""
    played = event(["++++", "++++"], 4)
    prepared = engine_for("dutch-2026").open(played)
    values = [
        value for bracket in prepared.round(2).assess(prepared.round(2).expected()).brackets for value in bracket.values
    ]
    unmet = {value.label for value in values if any(value.value)}
    found = names(played, 2)
    assert {name.removesuffix("-unmet") for name in found if name.endswith("-unmet")} == unmet


def test_a_recorded_round_without_any_legal_pairing_is_counted_apart() -> None:
    """Two players meet twice: an external program may record it, the engine has no pairing of round 2."""
    meeting = (RoundEntry(2, None, Result.DRAW), RoundEntry(1, None, Result.DRAW))
    twice = Event(
        players=tuple(
            Player(tpn=tpn, rounds=(entry, entry), points=10) for tpn, entry in zip((1, 2), meeting, strict=True)
        ),
        rounds_recorded=2,
        rounds_declared=2,
    )
    found = measure_coverage(twice, engine_for("dutch-2026"))
    assert (found.events, found.rounds, found.unpaired_rounds) == (1, 1, 1)


# --- counting --------------------------------------------------------------------------------------------------------

_BATCH = Batch(seed=5, axes=Axes(players=Span(4, 8), rounds=Span(3, 5)))


def test_the_coverage_of_a_batch_is_the_sum_of_its_events() -> None:
    """Rounds are summed; an event counts once for a feature however many of its rounds exercise it."""
    engine = engine_for("dutch-2026")
    played = [_BATCH.play(index) for index in range(6)]
    singly = [measure_coverage(one.event, engine) for one in played]
    whole = sum((measure_coverage(one.event, engine) for one in played), empty_coverage(engine))
    assert whole.events == 6
    assert whole.rounds == sum(one.event.rounds_recorded for one in played)
    for feature in features_of(engine):
        assert whole.rounds_by_feature.get(feature, 0) == sum(one.rounds_by_feature.get(feature, 0) for one in singly)
        assert whole.events_by_feature.get(feature, 0) == sum(
            bool(one.rounds_by_feature.get(feature)) for one in singly
        )


@cache
def _coverage_of_event(index: int) -> Coverage:
    return measure_coverage(_BATCH.play(index).event, engine_for("dutch-2017"))


@settings(max_examples=20)
@given(st.lists(st.integers(0, 11), min_size=1, max_size=6), st.randoms(use_true_random=False))
def test_the_order_in_which_coverages_are_added_does_not_matter(indices: list[int], rng: random.Random) -> None:
    """So workers may measure events in any order."""
    engine = engine_for("dutch-2017")
    coverages = [_coverage_of_event(index) for index in indices]
    shuffled = rng.sample(coverages, len(coverages))
    assert sum(coverages, empty_coverage(engine)) == sum(shuffled, empty_coverage(engine))


def test_coverages_of_different_editions_are_not_added() -> None:
    """C12 is not C12."""
    one, other = empty_coverage(engine_for("dutch-2026")), empty_coverage(engine_for("dutch-2017"))
    with pytest.raises(ValueError, match="cannot be added up"):
        _ = one + other


# --- features --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("key", "last"), [("dutch-2026", 21), ("dutch-2017", 19)])
def test_every_criterion_of_an_edition_can_be_sought_by_its_label(key: str, last: int) -> None:
    """C1 to C21 in 2026, C1 to C19 in 2017, each with its article."""
    found = find_features(engine_for(key), [f"c{number}" for number in range(1, last + 1)])
    assert [feature.name for feature in found] == [f"C{number}" for number in range(1, last + 1)]
    assert all(feature.kind is FeatureKind.DECISIVE and feature.article for feature in found)


def test_completion_is_another_word_for_c4() -> None:
    """It is asked for by either."""
    engine = engine_for("dutch-2026")
    assert find_features(engine, ["completion"]) == find_features(engine, ["C4"])


def test_an_unknown_feature_is_answered_by_those_that_there_are() -> None:
    """With the edition, for labels differ."""
    with pytest.raises(ValueError, match=r"'C20' is not a feature of dutch-2017; there are: C1, C2.*collapse"):
        find_features(engine_for("dutch-2017"), ["C20"])


def test_steps_of_2013_are_measured_where_they_are_taken() -> None:
    """Everybody draws: round 2 needs an exchange."""
    engine = engine_for("dutch-2013")
    assert FeatureKind.DECISIVE not in {feature.kind for feature in features_of(engine)}
    found = measure_coverage(event(["====", "===="], 4, key="dutch-2013"), engine)
    assert found.rounds_by_feature[Feature("E.5", FeatureKind.COLOUR, "E.5")] == 1
    covered = {feature.name for feature in found.rounds_by_feature}
    assert covered == {"B.1.a", "B.4", "C.6", "E.1", "E.5", "exchange"}
    assert "Steps are counted where they are taken" in format_coverage(found)


@pytest.mark.parametrize(
    "key", ["clock-2012", "dubov-1997", "dubov-1997/literal", "lim-2026", "simple-2018", "simple-2018/olympiad"]
)
def test_of_a_procedure_its_steps_and_colour_rules_are_known_beforehand(key: str) -> None:
    """Every coverage point reached is among them, and each has a line with its meaning even if it is never reached."""
    engine = engine_for(key)
    batch = Batch(system=key, seed=5, axes=Axes(players=Span(5, 12), rounds=Span(3, 6)))
    found = sum((measure_coverage(batch.play(index).event, engine) for index in range(6)), empty_coverage(engine))
    assert found.measurable == features_of(engine)
    assert set(found.rounds_by_feature) <= set(features_of(engine))
    assert found.unpaired_rounds == 0
    rows = found.rows_by_feature
    kinds = [row.feature.kind for row in rows]
    assert kinds == sorted(kinds, key=[FeatureKind.STEP, FeatureKind.COLOUR, FeatureKind.CIRCUMSTANCE].index)
    assert all(row.feature.meaning for row in rows)
    met = [row for row in rows if row.rounds]
    assert {FeatureKind.STEP, FeatureKind.COLOUR} <= {row.feature.kind for row in met}
    shown = format_coverage(found)
    assert "Steps are counted where they are taken" in shown
    assert all(row.feature.name in shown for row in rows)
    assert "…" not in shown  # no meaning is cut


def test_a_procedure_lists_exactly_its_requirements() -> None:
    """Features are sought by name."""
    engine = engine_for("dubov-1997")
    (wanted,) = find_features(engine, ["7.3"])
    batch = Batch(system="dubov-1997", seed=5, axes=Axes(players=Span(8, 12), rounds=Span(5, 6)))
    rounds = [found for _, found in measure_rounds(batch.play(0).event, engine, [wanted]) if found is not None]
    steps = {feature for found in rounds for feature in found if feature.kind is FeatureKind.STEP}
    assert steps == {wanted}


# --- the table -------------------------------------------------------------------------------------------------------


def test_the_table_has_a_row_for_every_feature_even_one_never_met() -> None:
    """Nought is what one looks for."""
    engine = engine_for("dutch-2026")
    found = measure_coverage(event(ALL_DRAWN, 4), engine)
    rows = {row.feature.name: row for row in found.rows_by_feature}
    assert set(rows) == {feature.name for feature in features_of(engine)}
    assert (rows["exchange"].rounds, rows["exchange"].events, rows["exchange"].share) == (1, 1, 1 / 3)
    assert rows["C10"].rounds == 0
    frame = found.to_frame().set_index("feature")
    assert (list(frame.index), frame.loc["exchange", "rounds"], frame.loc["C10", "events"]) == (list(rows), 1, 0)
    assert "Never met: C2, C3" in format_coverage(found)


def test_the_coverage_of_nothing_is_a_table_of_noughts() -> None:
    """No event, no round, no division by it."""
    engine = engine_for("dutch-2026")
    empty: Coverage = empty_coverage(engine)
    assert all((row.rounds, row.share) == (0, 0.0) for row in empty.rows_by_feature)
    assert format_coverage(empty).startswith("Coverage of dutch-2026: 0 events, 0 rounds")


def test_a_property_constant_in_a_batch_is_named() -> None:
    """Six events of even length are reported; with one odd event among them they are not."""
    seen = AxisValues()
    for rounds in (4, 6, 4):
        plan = EventPlan(players=4, rounds=rounds)
        seen.add(plan, replace(event(ALL_DRAWN, 4), rounds_declared=rounds))
    assert "rounds, parity: an even number" in seen.constant_axes()
    assert "players: 4" in seen.constant_axes()
    assert not any(phrase.startswith("rounds: ") for phrase in seen.constant_axes())
    seen.add(EventPlan(players=4, rounds=5), replace(event(ALL_DRAWN, 4), rounds_declared=5))
    assert not any(phrase.startswith("rounds, parity") for phrase in seen.constant_axes())


def test_of_a_single_event_nothing_is_called_constant() -> None:
    """It is always like itself."""
    seen = AxisValues()
    seen.add(None, event(ALL_DRAWN, 4))
    assert seen.constant_axes() == ()
