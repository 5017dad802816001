"""The criteria's values, counted again player by player as the articles word them."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import numpy as np
import pytest
from support.events import event
from support.fields import draw_field, draw_tension
from support.generated import generated_events
from support.literally import SIDES, answer

from reference_engines.definitions.colours import allocate
from reference_engines.definitions.player_states import Strength
from reference_engines.downfloating.bracket import COLOUR_PREFERENCE, Bracket, Candidate
from reference_engines.dutch.criteria import (
    STRONG_COLOUR_PREFERENCE,
    TOPSCORER_COLOUR_DIFFERENCE,
    TOPSCORER_THIRD_COLOUR,
)
from reference_engines.frame.systems import engine_for

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reference_engines.definitions.players import Players
    from reference_engines.frame.rules import PreparedEvent

DOWN, UP = 1, -1


def colours_played(prepared: PreparedEvent, field: Players, position: int) -> list[int]:
    """Return the colours of a player's games before the round, White as 1, Black as -1."""
    column, history = int(field.column[position]), prepared.history
    rows = range(field.round_number - 1)
    return [int(history.colour[row, column]) for row in rows if history.played[row, column]]


def counted(prepared: PreparedEvent, field: Players, got: dict[int, int]) -> dict[str, int]:
    """Count for two players and the colours they get what [C10] to [C13] (C.8 to C.11) speak of."""
    games = {player: colours_played(prepared, field, player) for player in got}
    topscorers_or_opponents = list(got) if any(field.topscorer[player] for player in got) else []
    missing = [player for player in got if field.preference[player] not in (0, got[player])]
    return {
        TOPSCORER_COLOUR_DIFFERENCE.name: sum(abs(sum(games[p]) + got[p]) > 2 for p in topscorers_or_opponents),
        TOPSCORER_THIRD_COLOUR.name: sum(games[p][-2:] == [got[p]] * 2 for p in topscorers_or_opponents),
        COLOUR_PREFERENCE.name: len(missing),
        STRONG_COLOUR_PREFERENCE.name: sum(field.strength[player] == Strength.STRONG for player in missing),
    }


def final_and_other_rounds() -> Iterator[tuple[PreparedEvent, Players]]:
    """Return the fields of all rounds but the first of some played events, and one with topscorers always White."""
    always_white = event(["3w1 4w1", "4w1 3w1", "1b0 2b0", "2b0 1b0"], rounds_declared=3)
    prepared = engine_for("dutch-2026").open(always_white)
    yield prepared, prepared.round(3).participants  # type: ignore[misc, attr-defined]  # a Dutch prepared's own
    for played in (*generated_events("dutch-2026"), *generated_events("dutch-2026-small")):
        prepared = engine_for("dutch-2026").open(played)
        for number in range(2, played.rounds_recorded + 1):
            yield prepared, prepared.round(number).participants  # type: ignore[misc, attr-defined]  # a Dutch prepared's own


def test_colour_criteria_count_what_the_colours_allocated_cost() -> None:
    """[C10] to [C13] (C.8 to C.11): every legal pair is given its colours by Article 5, then players are counted."""
    criteria = (
        TOPSCORER_COLOUR_DIFFERENCE,
        TOPSCORER_THIRD_COLOUR,
        COLOUR_PREFERENCE,
        STRONG_COLOUR_PREFERENCE,
    )
    seen = dict.fromkeys((criterion.name for criterion in criteria), 0)
    for prepared, field in final_and_other_rounds():
        bracket = Bracket(players=field, mdps=(), first=0, last=field.size, next_last=field.size)
        pairs = np.argwhere(np.triu(field.allowed))
        if not pairs.size:
            continue
        colours = allocate(
            field,
            prepared.history,
            pairs,
            prepared.initial_colour,
            prepared.rules.colour_articles,
            prepared.coloured,
        ).colour.tolist()
        for (one, other), colour in zip(pairs.tolist(), colours, strict=True):
            expected = counted(prepared, field, {one: colour, other: -colour})
            candidate = Candidate(pairs=((one, other),), downfloaters=())
            found = {criterion.name: bracket.value(criterion, candidate)[0] for criterion in criteria}
            assert found == expected
            for name, value in found.items():
                seen[name] += value
    assert all(seen.values())


def floats_given(bracket: Bracket, candidate: Candidate) -> Iterator[tuple[int, int, int]]:
    """Return (place, float, score difference) for all that a candidate gives (1.4; A.4, A.8)."""
    score = bracket.score.tolist()
    for one, other in candidate.pairs:
        if score[one] != score[other]:
            higher, lower = (one, other) if score[one] > score[other] else (other, one)
            difference = score[higher] - score[lower]
            yield from ((higher, DOWN, difference), (lower, UP, difference))
    for place in candidate.downfloaters:
        yield place, DOWN, score[place] - (score[-1] - 10)


def expected_2017(bracket: Bracket, candidate: Candidate) -> dict[str, tuple[int, ...]]:
    """C.12 to C.19: every float of this round that repeats one (DUTCH-2017-R7)."""
    given = list(floats_given(bracket, candidate))
    values: dict[str, tuple[int, ...]] = {}
    for back in (1, 2):
        before = bracket.take(bracket.players.floated[back - 1]).tolist()
        for direction, name in ((DOWN, "downfloat_again"), (UP, "upfloat_again")):
            again = [amount for place, float_, amount in given if float_ == direction == before[place]]
            values[f"{name}_{back}"] = (len(again),)
            values[f"{name}_differences_{back}"] = tuple(sorted(again, reverse=True))
    return values


def expected_2026(bracket: Bracket, candidate: Candidate) -> dict[str, tuple[int, ...]]:
    """[C14] to [C21]: residents who downfloat, MDPs in the Limbo (DUTCH-2026-C18-LIMBO), MDPs' opponents."""
    mdps, score = bracket.mdp_count, bracket.score.tolist()
    values: dict[str, tuple[int, ...]] = {}
    for back in (1, 2):
        before = bracket.take(bracket.players.floated[back - 1]).tolist()
        down = [place for place in candidate.downfloaters if before[place] == DOWN]
        opponents = [pair for pair in candidate.pairs if pair[0] < mdps and before[pair[1]] == UP]
        limbo = sorted((score[place] - score[-1] for place in down if place < mdps), reverse=True)
        values[f"resident_downfloat_again_{back}"] = (sum(place >= mdps for place in down),)
        values[f"mdp_opponent_upfloat_again_{back}"] = (len(opponents),)
        values[f"mdp_downfloat_again_scores_{back}"] = tuple(limbo)
        differences = sorted((score[mdp] - score[resident] for mdp, resident in opponents), reverse=True)
        values[f"mdp_opponent_upfloat_again_scores_{back}"] = tuple(differences)
    return values


@pytest.mark.parametrize(("edition", "expected"), [("2017", expected_2017), ("2026", expected_2026)])
def test_float_criteria_count_the_floats_that_repeat(edition: str, expected: object) -> None:
    """The last eight criteria, on the brackets of random fields. None counted is written (0,) or ()."""
    rng, rules = random.Random(31), SIDES[edition].rules
    criteria = rules.objective.after[-8:]
    seen = dict.fromkeys((criterion.name for criterion in criteria), 0)
    for _ in range(700):
        field = draw_field(rng, draw_tension(rng))
        for bracket, candidate in answer(SIDES[edition].optimiser(players=field, objective=rules.objective)):
            values = expected(bracket, candidate)  # type: ignore[operator]  # one of the two functions above
            for criterion in criteria:
                found = bracket.value(criterion, candidate)
                assert sum(found) == sum(values[criterion.name])
                assert not any(found) or found == values[criterion.name]
                seen[criterion.name] += any(found)
    assert all(seen.values())
