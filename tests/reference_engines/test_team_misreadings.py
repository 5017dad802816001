"""Misreadings of the team system: wrong rules, followed alike by the engine that matches and the one that tries."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING

import pytest
from support.team_fields import format_pairing, paired, team_field
from support.team_histories import event_of

from reference_engines.misreadings import misreadings_of, varied_misreadings
from reference_engines.misreadings.team import BYES_ARE_FLOATS
from reference_engines.team.event import PreparedTeamEvent
from reference_engines.team.rules import TEAM_2024, TEAM_2026, TEAM_DRAFT, TeamRules
from reference_engines.upfloating.search import pair_field

if TYPE_CHECKING:
    from reference_engines.frame.variants import Misreading
    from reference_engines.team.edition import TeamParticipants

EDITIONS = {"2026": TEAM_2026, "2024": TEAM_2024, "draft": TEAM_DRAFT}


def only(teams: int, may_meet: str) -> str:
    """Return the pairs that have met, so that only those listed may meet."""
    left = {tuple(sorted(map(int, pair.split("-")))) for pair in may_meet.split()}
    return " ".join(f"{one}-{other}" for one, other in combinations(range(1, teams + 1), 2) if (one, other) not in left)


_CLASH = team_field("1 1 1 1", wants="w.w.")
_ALL_WANT_WHITE = team_field("1 1 1 1", wants="wwww", strong="1 3")
_ONE_STRONG_OR_THREE_MILD = team_field(
    "1 1 1 1 1 1", met=only(6, "1-2 3-4 5-6 2-3 4-5 1-6"), wants="wwwbbw", strong="1 2"
)
_FLOATED_AGAIN = team_field("2 1 1 1", floated="2")
_ONE_FROM_BELOW = team_field("2 2 2 1", floated="2")
_STRONG_OR_FLOAT = team_field("2 2 2 1", met="1-4 2-3", wants="wwwb", strong="1 3", floated="3")

SHOWN: dict[str, tuple[TeamParticipants, str, str]] = {
    "colour-preference-left-out": (_CLASH, "1-4 2-3", "1-3 2-4"),
    "strong-colour-preference-left-out": (_ALL_WANT_WHITE, "1-4 2-3", "1-3 2-4"),
    "strong-colour-preference-above-colour-preference": (_ONE_STRONG_OR_THREE_MILD, "1-2 3-4 5-6", "1-6 2-3 4-5"),
    "upfloaters-floating-again-left-out": (_FLOATED_AGAIN, "1-3 2-4", "1-2 3-4"),
    "upfloaters-opponents-floating-again-left-out": (_ONE_FROM_BELOW, "1-4 2-3", "1-3 2-4"),
    "upfloaters-opponents-floating-again-above-strong-colour-preference": (_STRONG_OR_FLOAT, "1-2 3-4", "1-3 2-4"),
    "consecutive-floats-left-out": (_ONE_FROM_BELOW, "1-4 2-3", "1-3 2-4"),
    "consecutive-floats-above-strong-colour-preference": (_STRONG_OR_FLOAT, "1-2 3-4", "1-3 2-4"),
}
"""By identifier a round, its pairs by the edition, and those as misread; `paired` has both engines find them."""


def _is_criterion(misreading: Misreading) -> bool:
    """Whether a misreading changes the criteria, and neither the floats of an event nor the search."""
    return misreading.identifier not in {"byes-are-floats", "whole-round-at-once"}


@pytest.mark.parametrize(
    ("edition", "identifier"),
    [(name, one.identifier) for name, text in EDITIONS.items() for one in misreadings_of(text) if _is_criterion(one)],
)
def test_a_misreading_changes_a_round(edition: str, identifier: str) -> None:
    """Each has one, in every edition."""
    text = EDITIONS[edition]
    field, right, wrong = SHOWN[identifier]
    (misread,) = (one.rules(text) for one in misreadings_of(text) if one.identifier == identifier)
    assert isinstance(misread, TeamRules)
    assert (paired(field, text), paired(field, misread)) == (right, wrong)


@pytest.mark.parametrize("text", EDITIONS.values(), ids=EDITIONS)
@pytest.mark.parametrize(
    ("field", "right", "wrong"),
    [
        (team_field("2 1 1 0"), "1-2 3-4", "1-4 2-3"),  # one upfloater in the round instead of two
        (team_field("2 2 1 1"), "1-2 3-4", "1-2 3-4"),
        (team_field("2 1 1 0 0", barred="1 2 3 4"), "1-2 3-4 5", "1-4 2-3 5"),
    ],
)
def test_a_round_paired_at_once_has_other_upfloaters(
    field: TeamParticipants, right: str, wrong: str, text: TeamRules
) -> None:
    """Only if more than one scoregroup needs upfloaters; the bye is chosen as always."""
    (misread,) = (one.rules(text) for one in misreadings_of(text) if one.identifier == "whole-round-at-once")
    assert isinstance(misread, TeamRules)
    assert paired(field, text) == right
    assert format_pairing(field, *pair_field(field, misread, misread.search)) == wrong


@pytest.mark.parametrize("text", EDITIONS.values(), ids=EDITIONS)
@pytest.mark.parametrize(("bye", "floats"), [("U", True), ("F", True), ("H", True), (".", False)])
def test_a_bye_with_points_is_misread_as_a_float(bye: str, floats: bool, text: TeamRules) -> None:
    """1.5 asks for an opponent; a round without points is no float by either."""
    for rules, floated in ((text, False), (BYES_ARE_FLOATS.rules(text), floats)):
        assert PreparedTeamEvent(event_of("2w1", "1b0", bye), rules).floated(3, 2) is floated


@pytest.mark.parametrize("text", EDITIONS.values(), ids=EDITIONS)
def test_misreadings_are_distinguished(text: TeamRules) -> None:
    """By identifier and sentence; each names an article, and the later one of two has its way."""
    for said in ([one.identifier for one in misreadings_of(text)], [one.sentence for one in misreadings_of(text)]):
        assert max(Counter(said).values()) == 1
    assert all(one.article for one in misreadings_of(text))
    for one in misreadings_of(text):
        assert hash(one.rules(text)) == hash(one.rules(text))
        assert all(other.rules(one.rules(text)).edition is text.edition for other in misreadings_of(text))


_BY_COLOUR = "upfloaters-by-colour-preference"


@pytest.mark.parametrize(
    ("field", "right", "wrong"),
    [
        (team_field("2 1 1 1", wants="wwbb"), "1-2 3-4", "1-3 2-4"),
        (team_field("2 1 1 1", wants="wbww"), "1-2 3-4", "1-2 3-4"),
        (team_field("2 1 1 1", wants="wwbb", floated="3 4"), "1-2 3-4", "1-2 3-4"),  # C7 ranks above
        (team_field("2 2 2 1 1 1", wants="wbwwbb"), "1-3 2-4 5-6", "1-5 2-3 4-6"),
    ],
)
def test_upfloaters_are_chosen_by_the_pairs_of_the_bracket(field: TeamParticipants, right: str, wrong: str) -> None:
    """Of sets that comply alike, the one with which the fewest teams of the bracket miss a preference."""
    (misread,) = (one.rules(TEAM_2026) for one in varied_misreadings(TEAM_2026) if one.identifier == _BY_COLOUR)
    assert isinstance(misread, TeamRules)
    assert paired(field, TEAM_2026) == right
    assert format_pairing(field, *pair_field(field, misread, misread.search)) == wrong


def test_a_further_criterion_counts_before_or_instead_of_another() -> None:
    """[C7] ranks below it, or does not count at all; the criteria of pairs stay."""
    by_identifier = {one.identifier: one.rules(TEAM_2026) for one in varied_misreadings(TEAM_2026)}
    labels = {
        suffix: [
            one.label for one in by_identifier[f"{_BY_COLOUR}{suffix}-upfloaters-floating-again"].upfloater_criteria
        ]
        for suffix in ("-before", "-without")
    }
    assert labels == {"-before": ["C4", "C5", "C6", "C8", "C7"], "-without": ["C4", "C5", "C6", "C8"]}
    misread = [by_identifier[name] for name in by_identifier if name.startswith(_BY_COLOUR)]
    assert {one.bracket_criteria for one in misread} == {TEAM_2026.bracket_criteria}
