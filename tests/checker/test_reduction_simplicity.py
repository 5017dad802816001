"""The key by which one event is simpler than another."""

from __future__ import annotations

from dataclasses import replace

import pytest
from support.events import event

from checker.reduction.situation import simplicity_of
from tournaments.model import DeclaredSystem, ForbiddenGroup, ScoringSystem, VirtualPoints

TWO_GAMES = ("2w= 3b=", "1b= 4w=", "4w= 1w=", "3b= 2b=")
PLAIN = event(TWO_GAMES)
VIRTUAL = VirtualPoints(points=10, first_round=1, last_round=1, players=frozenset((1,)))


def test_players_come_before_everything() -> None:
    """Two players with a long history are simpler than four before their first round."""
    two = event(("2w1 2b1 2w1", "1b0 1w0 1b0"), scoring=ScoringSystem(white_win=30))
    four = event(("", "", "", ""))
    assert simplicity_of(two) < simplicity_of(four)


def test_rounds_come_before_what_happens_in_them() -> None:
    """A round less is simpler, whatever happens in the others."""
    odd = event(("2w+", "1b-", "H", "Z"), virtual_points=(VIRTUAL,), scoring=ScoringSystem(white_win=30))
    assert simplicity_of(odd) < simplicity_of(PLAIN)


@pytest.mark.parametrize(
    ("count", "changed_event"),
    [
        ("byes", event(("2w= Z", "1b= 4w=", "4w= Z", "3b= 2b="))),
        ("forfeits", event(("2w+ 3b=", "1b- 4w=", "4w= 1w=", "3b= 2b="))),
        ("forfeits", event(("2wW 3b=", "1bL 4w=", "4w= 1w=", "3b= 2b="))),
        ("accelerated", replace(PLAIN, virtual_points=(VIRTUAL,))),
        ("accelerated", replace(PLAIN, system=DeclaredSystem(code="FIDE_DUTCH_2026_BAKU"))),
        ("kept_apart", replace(PLAIN, forbidden=(ForbiddenGroup(players=frozenset((1, 4))),))),
        ("odd_scoring", replace(PLAIN, scoring=ScoringSystem(pairing_allocated_bye=0))),
        ("decisive", event(("2w1 3b=", "1b0 4w=", "4w= 1w=", "3b= 2b="))),
        ("rated", replace(PLAIN, players=(replace(PLAIN.players[0], rating=2000), *PLAIN.players[1:]))),
        ("remarks", replace(PLAIN, headers=(("172", "IND FIDE"),))),
        ("remarks", replace(PLAIN, players=(replace(PLAIN.players[0], title="GM"), *PLAIN.players[1:]))),
    ],
)
def test_what_is_out_of_the_ordinary_counts(count: str, changed_event: object) -> None:
    """Each of these has one more of something, and so is less simple than the plain event."""
    key = simplicity_of(changed_event)  # type: ignore[arg-type]  # an event
    assert getattr(key, count) > getattr(simplicity_of(PLAIN), count)
    assert key > simplicity_of(PLAIN)


def test_a_group_counts_as_its_pairs() -> None:
    """Of three players kept apart no two of three pairs may meet."""
    group = replace(PLAIN, forbidden=(ForbiddenGroup(players=frozenset((1, 2, 3))),))
    assert simplicity_of(group).kept_apart == 3


def test_the_pairing_allocated_bye_does_not_belong_to_the_key() -> None:
    """An odd number of players has one, whatever is done about it."""
    assert simplicity_of(event(("2w=", "1b=", "U"))).byes == 0
