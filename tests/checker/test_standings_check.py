"""The verdict on a recorded rank order: wrong ones are found, at the right place and with the right code."""

from __future__ import annotations

import datetime as dt
import random
from dataclasses import replace
from functools import cache
from itertools import count, islice
from typing import TYPE_CHECKING

import pytest
from support.events import event
from support.tie_break_exercises import ROUND_ROBIN
from support.tie_break_exercises import SWISS as SIXTEEN
from support.tie_breaks import standings_of
from support.trf import engine_pairs

from checker.standings_causes import is_consistent
from checker.standings_check import judge_standings
from checker.standings_order import in_conflict, nearest_in_conflict, out_of_place
from checker.standings_results import Fault, StandingsFinding, StandingsVerdict
from random_tournaments.plan import EventPlan, Rates
from random_tournaments.playing import play
from standings.codes import parse_list, parse_tie_breaks
from standings.editions import EDITION_2024, EDITION_2026, edition
from standings.ranking import rank
from standings.rules import Rules, rules_of
from tournaments.model import AbnormalPoints, Colour, DeclaredSystem, Event, Player, RequestedBye, Result, RoundEntry
from tournaments.points import points_by_results

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

SWISS = DeclaredSystem(code="FIDE_DUTCH_2026")
IN_2026 = dt.date(2026, 5, 1)


def drawn(seed: int, *, players: int = 14, rounds: int = 6) -> Event:
    """Draw a finished Swiss of 2026, with every kind of unplayed round, and right points."""
    rng = random.Random(seed)
    rows: list[list[RoundEntry]] = [[] for _ in range(players)]
    for _ in range(rounds):
        order = rng.sample(range(players), players)
        while order and (len(order) % 2 or rng.random() < 0.12):
            rows[order.pop()].append(RoundEntry(None, None, Result(rng.choice("UHZF"))))
        for white, black in zip(order[::2], order[1::2], strict=True):
            one, other = rng.choice([("1", "0"), ("0", "1"), ("=", "="), ("+", "-"), ("-", "+")])
            rows[white].append(RoundEntry(black + 1, Colour.WHITE, Result(one)))
            rows[black].append(RoundEntry(white + 1, Colour.BLACK, Result(other)))
    made = tuple(
        Player(tpn=number, name=f"Player {number}", rounds=tuple(row), rating=rng.randint(1500, 2500))
        for number, row in enumerate(rows, start=1)
    )
    return with_points(Event(players=made, rounds_recorded=rounds, rounds_declared=rounds, start=IN_2026, system=SWISS))


def with_points(made: Event) -> Event:
    """Write everybody's points."""
    points = points_by_results(made)
    return replace(made, players=tuple(replace(player, points=points[player.tpn]) for player in made.players))


def listing(made: Event, codes: str) -> Event:
    """Name tie-breaks in record 202."""
    return replace(made, headers=(("202", codes),))


def ranked(made: Event, ranks: Mapping[int, int] | Sequence[int]) -> Event:
    """Write ranks."""
    by_tpn = dict(enumerate(ranks, start=1)) if not hasattr(ranks, "keys") else dict(ranks)
    return replace(made, players=tuple(replace(player, rank=by_tpn.get(player.tpn)) for player in made.players))


def expected(made: Event, codes: str, rules: Rules | None = None) -> dict[int, int]:
    """Return the ranks by a list, as record 202 has it."""
    return rank(made, parse_tie_breaks(codes), rules or rules_of(made)).ranks


def one_by_one(ranks: Mapping[int, int]) -> dict[int, int]:
    """Give every rank once, lower numbers first among those who share one."""
    order = sorted(ranks, key=lambda tpn: (ranks[tpn], tpn))
    return {tpn: place for place, tpn in enumerate(order, start=1)}


def judged(made: Event) -> StandingsFinding:
    """Judge an event that has ranks and tie-breaks."""
    finding = judge_standings(made)
    assert finding is not None
    return finding


LIST = "BH/C1,BH,SB,TPN"
FOUR = with_points(event(["2w1 3w1", "1b0 4w1", "4w1 1b0", "3b0 2b0"], start=IN_2026, system=SWISS, rounds_declared=2))
"""2 and 3 have a point each, and won a game each."""


@pytest.mark.parametrize("seed", range(20))
def test_the_ranks_that_follow_from_the_list_are_consistent(seed: int) -> None:
    """Shared, given once, and with gaps."""
    made = listing(drawn(seed), "BH/C1,DE,WIN")
    ranks = expected(made, "BH/C1,DE,WIN")

    for recorded in (ranks, one_by_one(ranks), {tpn: 3 * place for tpn, place in ranks.items()}):
        finding = judged(ranked(made, recorded))
        assert (finding.verdict, finding.misplaced, finding.players) == (StandingsVerdict.CONSISTENT, (), 14)


def test_dense_ranks_say_the_same_as_shared_ones() -> None:
    """1-2-2-3 and 1-2-2-4."""
    made = listing(FOUR, "WIN")

    assert judged(ranked(made, [1, 2, 2, 4])).verdict is StandingsVerdict.CONSISTENT
    assert judged(ranked(made, [1, 2, 2, 3])).verdict is StandingsVerdict.CONSISTENT


def test_whom_the_list_leaves_tied_the_record_may_part_by_lot() -> None:
    """It is noted, and not held against the file."""
    made = listing(FOUR, "WIN")
    finding = judged(ranked(made, [1, 3, 2, 4]))

    assert finding.verdict is StandingsVerdict.CONSISTENT
    assert finding.notes == ("1 group left tied by the list and parted in the file, as by lot: 3-2.",)


def test_sharing_a_rank_with_somebody_from_whom_the_list_parts_is_wrong() -> None:
    """The opposite of a lot: a tie-break that was not applied."""
    finding = judged(ranked(listing(FOUR, "TPN"), [1, 2, 2, 4]))

    assert finding.verdict is StandingsVerdict.WRONG
    assert [(one.fault, one.code, one.rank) for one in finding.misplaced] == [(Fault.SHARED, "TPN", 2)]
    assert (
        "Player 3 (3) shares rank 2 with Player 2 (2): both have 1.0 points, and TPN is 3 against 2" in finding.sentence
    )


@cache
def planted(seed: int, kind: str) -> tuple[Event, set[str], set[int]]:
    """Return an event with a wrong order, the codes that may show it, and the players who are out of place."""
    made = listing(drawn(seed), LIST)
    right = one_by_one(expected(made, LIST))
    if kind == "exchanged":
        at = random.Random(seed).randint(1, len(right) - 1)
        one, other = (next(tpn for tpn, place in right.items() if place == wanted) for wanted in (at, at + 1))
        parting = rank(made, parse_tie_breaks(LIST), rules_of(made)).parting(one, other)
        assert parting is not None
        code = parse_tie_breaks(LIST)[parting].text
        return ranked(made, right | {one: right[other], other: right[one]}), {code}, {one, other}
    if kind == "left out":
        wrong = one_by_one(expected(made, "BH,SB,TPN"))
    elif kind == "older edition":
        wrong = one_by_one(expected(made, LIST, replace(rules_of(made), edition=EDITION_2024)))
    else:
        wrong = one_by_one(expected(with_points(with_byes_as_games(made)), LIST))
    culprits = {tpn for tpn in right if any(in_conflict(tpn, other, wrong, right) for other in right)}
    return ranked(made, wrong), {code.text for code in parse_tie_breaks(LIST)}, culprits


def with_byes_as_games(made: Event) -> Event:
    """Let every bye that was not requested be a game won against the player with the lowest number."""
    players = []
    for player in made.players:
        low = 1 if player.tpn != 1 else 2
        entries = tuple(
            RoundEntry(low, Colour.WHITE, Result.WIN) if entry.result is Result.PAIRING_ALLOCATED_BYE else entry
            for entry in player.rounds
        )
        players.append(replace(player, rounds=entries))
    return replace(made, players=tuple(players))


def first_wrong(kind: str, number: int) -> int:
    """Return the seed of the n-th event in which the kind makes a difference."""
    return next(islice((seed for seed in count() if planted(seed, kind)[2]), number, None))


KINDS = [("exchanged", 9), ("left out", 7), ("older edition", 7), ("a bye as played", 7)]


@pytest.mark.parametrize(
    ("kind", "number"), [(kind, number) for kind, times in KINDS for number in range(times)], ids=str
)
def test_each_of_thirty_wrong_standings_is_found_at_the_right_place_with_the_right_code(kind: str, number: int) -> None:
    """Two neighbours exchanged, a tie-break left out, the older edition, a bye counted as played."""
    made, codes, culprits = planted(first_wrong(kind, number), kind)
    finding = judged(made)
    declared = rank(made, parse_tie_breaks(LIST), rules_of(made))

    assert finding.verdict is StandingsVerdict.WRONG
    assert {one.tpn for one in finding.misplaced} <= culprits
    for one in finding.misplaced:
        assert one.neighbour is not None
        assert one.code in codes
        assert one.code == LIST_CODES[declared.parting(one.tpn, one.neighbour) or 0]
        assert (one.own and one.own.value) == declared.value(LIST_CODES.index(one.code), one.tpn)
        assert (one.rank < (one.neighbour_rank or 0)) != (declared.ranks[one.tpn] < declared.ranks[one.neighbour])


LIST_CODES = [code.text for code in parse_tie_breaks(LIST)]


def test_two_neighbours_who_were_exchanged_are_one_player_out_of_place() -> None:
    """The fewest without whom the order would be right."""
    made, codes, pair = planted(3, "exchanged")
    finding = judged(made)

    assert len(finding.misplaced) == 1
    assert {finding.misplaced[0].tpn, finding.misplaced[0].neighbour} == pair
    assert {finding.misplaced[0].code} == codes
    assert finding.causes == ()


@pytest.mark.parametrize(
    ("kind", "cause"),
    [
        ("older edition", "These are the standings by C.07, August 2024."),
        ("left out", "These are the standings with BH/C1 left out of the list."),
    ],
)
def test_what_went_wrong_is_named(kind: str, cause: str) -> None:
    """Where one change explains the whole order."""
    finding = judged(planted(first_wrong(kind, 0), kind)[0])

    assert cause in finding.causes
    assert finding.tried > 20


def test_codes_in_another_order_are_named() -> None:
    """BH and SB exchanged."""
    for seed in range(50):
        made = listing(drawn(seed), "BH,SB,TPN")
        finding = judged(ranked(made, one_by_one(expected(made, "SB,BH,TPN"))))
        if finding.verdict is StandingsVerdict.WRONG:
            assert "These are the standings with BH and SB exchanged in the list." in finding.causes
            return
    pytest.fail("no event in which the order of the two matters")


def test_another_cut_is_named() -> None:
    """BH in the place of BH/C1."""
    for seed in range(50):
        made = listing(drawn(seed), "BH/C1,TPN")
        finding = judged(ranked(made, one_by_one(expected(made, "BH,TPN"))))
        if finding.verdict is StandingsVerdict.WRONG:
            assert "These are the standings with BH in the place of BH/C1." in finding.causes
            return
    pytest.fail("no event in which the cut matters")


def test_starting_numbers_in_the_rank_column_are_named() -> None:
    """Of a finished event they are wrong."""
    made = listing(drawn(1), LIST)
    finding = judged(ranked(made, {player.tpn: player.tpn for player in made.players}))

    assert finding.verdict is StandingsVerdict.WRONG
    assert finding.causes == ("The rank column repeats the starting numbers.",)


def test_starting_numbers_in_the_rank_column_of_an_unfinished_event_are_not_judged() -> None:
    """Nobody has ranked anybody yet."""
    made = replace(listing(drawn(1), LIST), rounds_declared=9)
    finding = judged(ranked(made, {player.tpn: player.tpn for player in made.players}))

    assert finding.verdict is StandingsVerdict.NOT_JUDGED
    assert "repeats the starting numbers" in finding.sentence


def test_the_argument_tells_both_values_round_by_round() -> None:
    """Of the committee's exercise, 12 and 14 exchanged."""
    made = event(SIXTEEN, start=IN_2026, system=SWISS, rounds_declared=5)
    made = listing(with_points(made), "BH/C1,TPN")
    right = expected(made, "BH/C1,TPN")
    one = judged(ranked(made, right | {12: right[14], 14: right[12]})).misplaced[0]

    assert (one.tpn, one.neighbour, one.code, one.fault) == (14, 12, "BH/C1", Fault.ORDER)
    assert one.sentence == (
        "Player 14 (14) has rank 11, before Player 12 (12) on rank 12: both have 2.0 points, and BH/C1 is 9.0 against "
        "9.5 (C.07 8.1, 14.1)."
    )
    assert one.own is not None
    assert one.others is not None
    assert (one.own.value, one.others.value) == ("9.0", "9.5")
    assert [(part.round_number, part.what, part.amount, part.cut) for part in one.own.parts] == [
        (1, "won against 6", "3.0", ""),
        (2, "lost against 8", "2.5", ""),
        (3, "forfeit loss (12)", "2.0", "cut as VUR (16.5)"),
        (4, "absent", "2.0", ""),
        (5, "won against 13", "1.5", ""),
    ]
    assert one.own.parts[2].counts == "2.0: dummy, own score 2.0, opponent's adjusted score 3.0 (16.4.1)"


def test_points_that_contradict_the_results_come_first() -> None:
    """From there on nothing is said of the order."""
    made = listing(drawn(4), LIST)
    right = ranked(made, one_by_one(expected(made, LIST)))
    middle = next(player for player in right.players if player.rank == 7)
    wrong = replace(
        right,
        players=tuple(
            replace(player, points=(player.points or 0) + 5) if player is middle else player for player in right.players
        ),
    )
    finding = judged(wrong)

    assert finding.verdict is StandingsVerdict.WRONG
    assert [(one.tpn, one.fault, one.code) for one in finding.misplaced] == [(middle.tpn, Fault.SCORE, "PTS")]
    assert "From rank 7 on the order was not judged" in " ".join(finding.notes)
    assert finding.players <= 6


def test_points_by_299_and_byes_of_the_next_round_are_no_contradiction() -> None:
    """Whatever programs may count in the column."""
    made = listing(replace(drawn(4), rounds_declared=8), LIST)
    penalty = AbnormalPoints(kind="", match_points=None, points=-5, round_number=None, numbers=frozenset({2}))
    fined = with_points(replace(made, abnormal_points=(penalty,)))
    bye = RequestedBye(round_number=7, tpn=3, result=Result.HALF_POINT_BYE)
    ahead = replace(
        made,
        requested_byes=(bye,),
        players=tuple(replace(p, points=(p.points or 0) + 5) if p.tpn == 3 else p for p in made.players),
    )

    assert judged(ranked(fined, one_by_one(expected(fined, LIST)))).verdict is StandingsVerdict.CONSISTENT
    assert judged(ranked(ahead, one_by_one(expected(made, LIST)))).verdict is StandingsVerdict.CONSISTENT


@pytest.mark.parametrize("code", ["OTHER_COIN", "XYZ", "ARO"])
def test_the_order_is_judged_as_far_as_the_list_can_be_computed(code: str) -> None:
    """Unknown codes, and rating codes with unrated players: beyond that point nothing is said, and that is said."""
    made = drawn(2)
    made = replace(made, players=tuple(replace(p, rating=None) if p.tpn == 5 else p for p in made.players))
    made = listing(made, f"BH,{code},SB")
    by_buchholz = expected(made, "BH,TPN/R")
    finding = judged(ranked(made, by_buchholz))
    reversed_order = {tpn: 15 - place for tpn, place in by_buchholz.items()}

    assert finding.verdict is StandingsVerdict.CONSISTENT
    assert finding.applied == 2
    assert any(note.startswith(f"Judged only as far as BH: {code}: ") for note in finding.notes)
    assert judged(ranked(made, reversed_order)).verdict is StandingsVerdict.WRONG


def test_a_list_that_begins_with_what_nobody_can_compute_is_not_judged() -> None:
    """Record 212 without points first."""
    made = replace(drawn(2), headers=(("212", "OTHER_COIN,PTS"),))
    finding = judged(ranked(made, one_by_one(expected(made, "BH"))))

    assert finding.verdict is StandingsVerdict.NOT_JUDGED
    assert "OTHER_COIN" in finding.sentence


def test_an_event_before_september_2023_is_not_judged() -> None:
    """And says why."""
    made = listing(replace(drawn(2), start=dt.date(2023, 8, 31)), LIST)
    finding = judged(ranked(made, range(1, 15)))

    assert finding.verdict is StandingsVerdict.NOT_JUDGED
    assert "2023-08-31" in finding.sentence


def test_pending_results_are_not_judged() -> None:
    """Whoever wins may change the order."""
    made = listing(event(["2w*", "1b*"], start=IN_2026, system=SWISS), LIST)

    assert judged(ranked(made, [1, 2])).verdict is StandingsVerdict.NOT_JUDGED


def test_there_is_no_verdict_without_ranks_tie_breaks_or_rounds() -> None:
    """Nothing is claimed, so nothing is judged."""
    made = drawn(2)

    assert judge_standings(listing(made, LIST)) is None
    assert judge_standings(ranked(made, range(1, 15))) is None
    assert judge_standings(ranked(listing(event(["2w1", "1b0"]), LIST), [0, 0])) is None


def undated(kind: str) -> Event:
    """Return an event whose order is that of the older edition, with or without a date."""
    made, _, _ = planted(first_wrong("older edition", 0), "older edition")
    return replace(made, start=None) if kind == "undated" else made


def test_what_the_file_leaves_open_is_not_held_against_it() -> None:
    """Without a date the older edition will do; with one it is wrong."""
    finding = judged(undated("undated"))

    assert finding.verdict is StandingsVerdict.ACCEPTED
    assert finding.rests_on == ("C.07, August 2024, as the file has no date of the start",)
    assert judged(undated("dated")).verdict is StandingsVerdict.WRONG


def test_an_event_across_the_change_of_editions_may_follow_either() -> None:
    """Reading C07-EDITION-BY-START: it began before and ended after."""
    made, _, _ = planted(first_wrong("older edition", 0), "older edition")
    newer = ranked(made, one_by_one(expected(made, LIST)))
    across = replace(newer, start=dt.date(2026, 2, 27), end=dt.date(2026, 3, 2))
    before = replace(newer, start=dt.date(2026, 2, 20), end=dt.date(2026, 2, 28))

    assert judged(across).verdict is StandingsVerdict.ACCEPTED
    assert judged(before).verdict is StandingsVerdict.WRONG


def test_another_reading_is_accepted_and_named() -> None:
    """C07-STD: 1 and 2 both lost their game, which gives each half a point as taken, and nothing otherwise."""
    rows = ["2w0 3w1", "1b0 U", "4w0 1b0", "3b1 Z"]
    made = listing(with_points(event(rows, start=IN_2026, system=SWISS, rounds_declared=2)), "STD,TPN/R")
    finding = judged(ranked(made, [3, 2, 4, 1]))

    assert expected(made, "STD,TPN/R") == {1: 2, 2: 1, 3: 4, 4: 3}
    assert finding.verdict is StandingsVerdict.ACCEPTED
    assert finding.rests_on == ("the other reading of C07-STD",)


def test_a_round_robin_of_2025_by_rounds_elected_to_play_may_be_read_otherwise() -> None:
    """C07-ELECTED: 3 lost by forfeit, which counts as taken, and not by the other reading; 1 has as many points."""
    rows = ["2w= 3w0 4w=", "1b= 4b= 3w1", "4w- 1b1 2b0", "3b+ 2w= 1b="]
    system = DeclaredSystem(code="FIDE_ROUNDROBIN")
    made = with_points(event(rows, start=dt.date(2025, 5, 1), system=system, rounds_declared=3))
    made = listing(made, "REP,TPN/R")
    other = expected(made, "REP,TPN/R", replace(rules_of(made), forfeit_losses_are_never_elected=True))
    finding = judged(ranked(made, other))

    assert other != expected(made, "REP,TPN/R")
    assert (finding.verdict, finding.rests_on) == (StandingsVerdict.ACCEPTED, ("the other reading of C07-ELECTED",))


def test_an_undeclared_system_is_not_held_against_the_file() -> None:
    """The round robin of the exercises, ranked as a Swiss, in which the forfeit is no game between 5 and 6."""
    made = with_points(event(ROUND_ROBIN, start=IN_2026, rounds_declared=5))
    made = listing(made, "DE,TPN")
    as_swiss = expected(made, "DE,TPN", replace(rules_of(made), pre_determined=False))
    finding = judged(ranked(made, as_swiss))
    declared = replace(made, system=DeclaredSystem(code="FIDE_ROUNDROBIN"))

    assert finding.verdict is StandingsVerdict.ACCEPTED
    assert finding.rests_on == ("a Swiss, as neither 192 nor 092 names the system",)
    assert judged(ranked(declared, as_swiss)).verdict is StandingsVerdict.WRONG


def test_two_open_points_may_be_needed_together() -> None:
    """The older edition by the list of the other record: neither alone will do."""
    made, _, _ = planted(first_wrong("older edition", 0), "older edition")
    finding = judged(replace(made, start=None, headers=(("202", LIST), ("212", "PTS,TPN/R"))))

    assert finding.verdict is StandingsVerdict.ACCEPTED
    assert [point.partition(",")[0] for point in finding.rests_on] == ["C.07", "record 202 (PTS"]


def test_after_the_first_round_there_is_no_round_before() -> None:
    """In which all would be tied."""
    made = with_points(event(["2w1", "1b0", "4w1", "3b0"], start=IN_2026, system=SWISS, rounds_declared=5))

    assert judged(ranked(listing(made, "WIN"), [4, 1, 3, 2])).verdict is StandingsVerdict.WRONG


def test_only_a_list_that_begins_with_points_says_that_they_are_equal() -> None:
    """By 212, WIN goes before the points here."""
    made = with_points(event(["2w1 3w=", "1b0 Z", "4w1 1b=", "3b0 U"], start=IN_2026, system=SWISS, rounds_declared=2))
    finding = judged(ranked(replace(made, headers=(("212", "WIN,PTS,TPN"),)), [2, 4, 3, 1]))

    assert finding.verdict is StandingsVerdict.WRONG
    assert "PTS is 1.0 against 1.5" in finding.sentence
    assert "both have" not in finding.sentence


def test_mildness_is_bounded() -> None:
    """Of two neighbours exchanged in events stripped of date, system and number of rounds, most are found still."""
    found = 0
    for seed in range(20):
        made, _, _ = planted(seed, "exchanged")
        bare = replace(made, start=None, system=DeclaredSystem(), rounds_declared=None)
        found += judged(bare).verdict is StandingsVerdict.WRONG

    assert found >= 18


def test_an_unfinished_event_may_stand_in_the_order_for_pairing() -> None:
    """Points, then numbers; a finished one may not."""
    made = listing(drawn(1), LIST)
    for_pairing = ranked(made, one_by_one(expected(made, "TPN")))

    assert judged(replace(for_pairing, rounds_declared=9)).verdict is StandingsVerdict.ACCEPTED
    assert judged(for_pairing).verdict is StandingsVerdict.WRONG


def test_the_other_record_is_taken_where_202_and_212_differ() -> None:
    """One of them fits."""
    made = replace(drawn(1), headers=(("202", "SB,TPN"), ("212", "PTS,BH,TPN")))

    assert judged(ranked(made, expected(made, "BH,TPN"))).verdict is StandingsVerdict.CONSISTENT
    accepted = judged(ranked(made, expected(made, "SB,TPN")))
    assert accepted.verdict is StandingsVerdict.ACCEPTED
    assert accepted.rests_on == ("record 202 (PTS,SB,TPN), which the other record contradicts",)


def test_players_who_never_took_part_may_stand_anywhere() -> None:
    """Registered, and never paired."""
    rows = ["2w1 3w1", "1b0 Z", "Z 1b0", "H H"]
    made = listing(with_points(event(rows, start=IN_2026, system=SWISS)), "TPN")
    finding = judged(ranked(made, [1, 2, 3, 4]))

    assert finding.verdict is StandingsVerdict.CONSISTENT
    assert "1 player without a game or bye left out." in finding.notes


def test_players_without_a_rank_are_left_out_and_counted() -> None:
    """As withdrawn players are in some files."""
    made = listing(drawn(2), LIST)
    ranks = one_by_one(expected(made, LIST))
    del ranks[3]
    finding = judged(ranked(made, ranks))

    assert finding.verdict is StandingsVerdict.CONSISTENT
    assert "1 player without a rank left out." in finding.notes


def test_the_fewest_players_are_found_by_trying_all_subsets() -> None:
    """Against brute force, with shared ranks on both sides."""
    rng = random.Random(5)
    for _ in range(300):
        size = rng.randint(2, 7)
        recorded = {tpn: rng.randint(1, size) for tpn in range(1, size + 1)}
        wanted = {tpn: rng.randint(1, size) for tpn in range(1, size + 1)}
        fewest = min(
            mask.bit_count()
            for mask in range(1 << size)
            if not any(
                in_conflict(one, two, recorded, wanted)
                for one in recorded
                for two in recorded
                if not mask >> (one - 1) & 1 and not mask >> (two - 1) & 1
            )
        )
        found = out_of_place(recorded, wanted)
        assert len(found) == fewest
        assert is_consistent(recorded, wanted) == (not found)
        for tpn in found:
            neighbour = nearest_in_conflict(tpn, recorded, wanted, found)
            assert in_conflict(tpn, neighbour, recorded, wanted)


def test_rules_are_those_of_the_helpers() -> None:
    """The tests above rest on the edition of 2026."""
    assert rules_of(drawn(1)).edition is EDITION_2026 is edition("2026")
    assert standings_of(drawn(1), "PTS").obstacle is None


@pytest.mark.parametrize("seed", range(4))
def test_the_ranks_that_the_generator_writes_are_consistent(seed: int) -> None:
    """By any list; with a rate of absences that makes the rules of unplayed rounds matter."""
    rates = Rates(half_point_bye=0.1, zero_point_bye=0.1)
    codes = parse_list("BH/C1,DE,SB,AOB,TPR")
    plan = EventPlan(players=12, rounds=5, name="Open", rates=rates, tie_breaks=codes)
    finding = judged(play(plan, engine_pairs, random.Random(seed)))

    assert (finding.verdict, finding.tie_breaks) == (StandingsVerdict.CONSISTENT, "PTS,BH/C1,DE,SB,AOB,TPR")
