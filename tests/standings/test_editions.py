"""Which edition applies, and in what the editions differ: pairs just before and just after each boundary."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

import pytest
from support.events import event
from support.tie_breaks import ranks, values

from standings.codes import TieBreak
from standings.rules import (
    EDITION_2023,
    EDITION_2024,
    EDITION_2026,
    EDITIONS,
    TieBreakRules,
    TooEarlyError,
    determine_rules,
    edition_in_force,
    is_declared_pre_determined,
    is_pre_determined,
)
from tournaments.model import DeclaredSystem

ROUND_ROBIN = ("4w1 3w1 2w1", "3w= 4b1 1b0", "2b= 1b0 4w+", "1b0 2w0 3b-")
"""Four players; in the last round 3 won against 4 by forfeit."""


def by(key: str, **changes: bool) -> TieBreakRules:
    """Return the rules of an edition with other readings."""
    return replace(TieBreakRules(edition={one.key: one for one in EDITIONS}[key]), **changes)


@pytest.mark.parametrize(
    ("start", "key"),
    [
        ("2023-09-01", "2023"),
        ("2024-07-31", "2023"),
        ("2024-08-01", "2024"),
        ("2026-02-28", "2024"),
        ("2026-03-01", "2026"),
    ],
)
def test_the_edition_is_that_in_force_when_the_event_began(start: str, key: str) -> None:
    """On the day before and on the day itself."""
    assert edition_in_force(dt.date.fromisoformat(start)).key == key


def test_an_event_before_september_2023_is_refused() -> None:
    """The rules before are another story."""
    with pytest.raises(TooEarlyError, match="began on 2023-08-31, before"):
        edition_in_force(dt.date(2023, 8, 31))


def test_an_event_without_a_date_is_of_the_newest_edition() -> None:
    """Reading C07-EDITION-BY-START."""
    assert edition_in_force(None) is EDITION_2026


def test_an_edition_that_is_asked_for_goes_before_the_date() -> None:
    """Of an event of any time."""
    early = event(["2w1", "1b0"], start=dt.date(2010, 1, 1))

    assert determine_rules(early, edition=EDITION_2024).edition is EDITION_2024


def test_the_tie_breaks_of_2026_are_marked_as_new() -> None:
    """STD, TPN and RTNG, and Fore in AOB."""
    assert [known.defines(TieBreak.STANDARD_POINTS) for known in EDITIONS] == [False, False, True]
    assert [known.defines(TieBreak.AVERAGE_OF_BUCHHOLZ, fore=True) for known in EDITIONS] == [False, False, True]
    assert all(known.defines(TieBreak.AVERAGE_OF_BUCHHOLZ) for known in EDITIONS)


def test_buchholz_is_barred_from_round_robins_since_2026() -> None:
    """The note of Article 8."""
    assert [known.bars_buchholz_in_round_robins for known in EDITIONS] == [False, False, True]


@pytest.mark.parametrize(
    ("rows", "code", "before", "since"),
    [
        # 3.0 and a bye in three rounds: the dummy has 3.0 before, half a point for each round since
        (["U 2w1 3w1", "3w0 1b0 Z", "2b1 Z 1b0"], "BH", "4.5", "3.0"),
        # a forfeit win against somebody with nothing: the dummy has his own score before, the opponent's since
        (["2w+ 3w1", "1b- 4w0", "4w0 1b0", "3b1 2b1"], "BH", "2.0", "0.0"),
        # the same weighed by the points
        (["2w+ 3w1", "1b- 4w0", "4w0 1b0", "3b1 2b1"], "SB", "2.00", "0.00"),
    ],
)
def test_dummies_are_capped_since_2026(rows: list[str], code: str, before: str, since: str) -> None:
    """16.4.1 for forfeits, 16.4.2 for all other unplayed rounds."""
    found = [values(rows, code, by(key))[0] for key in ("2023", "2024", "2026")]

    assert found == [before, before, since]


def test_a_cap_that_is_not_reached_changes_nothing() -> None:
    """Half of the points with a bye: the dummy has the player's own score in every edition."""
    rows = ["U 2w0", "3w1 1b1", "2b0 Z"]

    assert {values(rows, "BH", by(known.key))[0] for known in EDITIONS} == {"3.0"}


def test_a_forfeit_loss_stays_an_unplayed_round_of_article_7_since_2026() -> None:
    """15.2: in a round robin REP counts it before, and no longer."""
    found = [values(ROUND_ROBIN, "REP", by(key, pre_determined=True))[3] for key in ("2023", "2024", "2026")]

    other = by("2024", pre_determined=True, forfeit_losses_are_never_elected=True)  # C07-ELECTED

    assert found == ["3", "3", "2"]
    assert values(ROUND_ROBIN, "REP", other)[3] == "2"


def test_forfeits_stay_unplayed_in_article_10_since_2026() -> None:
    """15.2, where by the other reading a forfeit is a game over the board."""
    played = event(ROUND_ROBIN)
    players = tuple(replace(player, rating=2000 + 100 * player.tpn) for player in played.players)
    rated = replace(played, players=players)

    def average(key: str) -> str:
        return values(rated, "ARO", by(key, pre_determined=True, counts_forfeits_over_the_board=True))[2]

    assert (average("2024"), average("2026")) == ("2233", "2150")


def test_a_forfeit_loss_with_black_does_not_count_by_article_7_since_2026() -> None:
    """By the same reading."""
    found = [
        values(ROUND_ROBIN, "BPG", by(key, pre_determined=True, counts_forfeits_over_the_board=True))[3]
        for key in ("2024", "2026")
    ]

    assert found == ["2", "1"]


def test_if_all_played_every_round_all_editions_agree() -> None:
    """The editions differ only in unplayed rounds."""
    rows = ["2w1 3b= 4w0", "1b0 4w= 3b1", "4b= 1w= 2w0", "3w= 2b= 1b1"]

    for code in ("BH", "BH/C1", "SB", "SB/C1", "FB", "AOB", "REP", "KS"):
        assert len({tuple(values(rows, code, by(known.key))) for known in EDITIONS}) == 1


@pytest.mark.parametrize(
    ("system", "text", "declared"),
    [
        ("FIDE_ROUNDROBIN", "", True),
        ("BERGER_DOUBLEROUNDROBIN", "Swiss", True),
        ("FIDE_SCHEVENINGEN_G2", "", True),
        ("FIDE_DUTCH_2026_BAKU", "Round Robin", False),
        ("CUSTOM_SWISS", "", False),
        ("", "Individual: Round-Robin", True),
        ("", "Individual: Swiss-System", False),
        ("", "Individuel: Système Suisse", False),
        ("", "Individual", None),
        ("", "", None),
    ],
)
def test_192_says_how_pairings_came_about_and_092_where_it_is_silent(
    system: str, text: str, declared: bool | None
) -> None:
    """None: the file does not declare it."""
    assert is_declared_pre_determined(event(["-"], system=DeclaredSystem(code=system, text=text))) is declared


def test_an_undeclared_event_in_which_all_meet_all_is_a_round_robin() -> None:
    """Reading C07-UNDECLARED-PAIRINGS: forfeits count as games there."""
    assert is_pre_determined(event(ROUND_ROBIN))
    assert ranks(ROUND_ROBIN, "PTS,SB", determine_rules(event(ROUND_ROBIN))) == [1, 2, 2, 4]


def test_an_undeclared_event_in_which_some_did_not_meet_is_a_swiss() -> None:
    """One game less."""
    assert not is_pre_determined(event([row[:-3] + "-" if n in (2, 3) else row for n, row in enumerate(ROUND_ROBIN)]))


def test_a_declared_swiss_in_which_all_met_is_a_swiss() -> None:
    """The declared system goes before the system that the games suggest."""
    assert not is_pre_determined(event(ROUND_ROBIN, system=DeclaredSystem(code="FIDE_DUTCH_2026")))


def test_the_editions_are_listed_oldest_first() -> None:
    """2023, 2024, 2026."""
    assert (EDITION_2023, EDITION_2024, EDITION_2026) == EDITIONS
