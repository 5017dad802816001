"""The coverage points of the Clock System: each is counted where it makes a difference, and only there."""

from __future__ import annotations

import pytest
from support.events import event
from support.generated import generated_events
from support.loops import require_items

from reference_engines.clock.edition import ClockArticle
from reference_engines.clock.rules import CLOCK
from reference_engines.coverage import find_covered_features
from reference_engines.coverage.clock import COLOURS, STEPS
from reference_engines.coverage.features import FeatureKind
from tournaments.model import Colour, ForbiddenGroup


def names(rows: list[str], number: int | None = None, *, declared: int = 9, **said: object) -> frozenset[str]:
    """Return the coverage points of the next round, or of another one; numbers are places in the list."""
    played = event(rows, rounds_declared=declared, initial_colour=Colour.WHITE, **said)
    prepared = CLOCK.open(played)
    found = find_covered_features(prepared.round(played.rounds_recorded + 1 if number is None else number))
    return frozenset(feature.name for feature in found if feature.kind is not FeatureKind.CIRCUMSTANCE)


def test_every_colour_rule_is_a_step_of_appendix_b() -> None:
    """All of them, and nothing else; no step has the name of one."""
    assert set(COLOURS) == {article.value for article in ClockArticle if article.value.startswith("Appendix B")}
    assert not set(COLOURS) & set(STEPS)


def test_the_first_round_picks_neighbours_by_the_colours_of_the_grid() -> None:
    """Before the first round, with an even number of players."""
    assert names(["", "", "", ""]) == {"candidate", "Appendix B (first round)"}


def test_players_kept_apart_are_passed_over() -> None:
    """Players 1 and 3 are the first two numbers of four (Appendix A)."""
    assert "compatibility-forbidden" in names([""] * 4, forbidden=(ForbiddenGroup(players=frozenset({1, 3})),))
    assert "compatibility-forbidden" not in names([""] * 4, forbidden=(ForbiddenGroup(players=frozenset({2, 4})),))


def test_former_opponents_are_passed_over() -> None:
    """Players 3 and 1, the first two numbers, have met, or not."""
    assert "compatibility-met" in names(["3w=", "4b=", "1b=", "2w="])
    assert "compatibility-met" not in names(["4w=", "3b=", "2w=", "1b="])


def test_less_points_show_where_the_score_groups_are_odd() -> None:
    """One winner and one loser, or two of each."""
    assert "less-points" in names(["3w1", "4b=", "1b0", "2w="])
    assert "less-points" not in names(["3w=", "4b=", "1b=", "2w="])


@pytest.mark.parametrize("index", range(12))
def test_names_are_what_the_pairs_of_random_events_show(index: int) -> None:
    """Points and preferences are read off the pairs, colour rules as the verdicts name them."""
    played = generated_events("clock")[index]
    prepared = CLOCK.open(played)
    for number in require_items(range(1, played.rounds_recorded + 1)):
        exercised = find_covered_features(prepared.round(number))
        found = {feature.name for feature in exercised if feature.kind is not FeatureKind.CIRCUMSTANCE}
        table, pairs = prepared.round(number).participants, prepared.round(number).expected().pairs
        assert found <= {*STEPS, *COLOURS}
        rules = {rule.article for pair in pairs if (rule := prepared.round(number).colour_rule(pair)) is not None}
        assert found & set(COLOURS) == rules
        seats = [(table.tpn.index(pair.white), table.tpn.index(pair.black)) for pair in pairs]
        alike = [table.absolute[one] and table.absolute[one] == table.absolute[other] for one, other in seats]
        assert ("last-round" in found) is any(alike)
        differ = any(table.score[one] != table.score[other] for one, other in seats)
        assert differ <= ("less-points" in found)
        assert differ or table.bye is not None or "less-points" not in found
        assert table.bye is not None or not {"bye-picks", "compatibility-bye"} & found
