"""A batch: every event is reproducible on its own, with any pairer; and the files of a batch."""

from __future__ import annotations

import datetime as dt
import hashlib
import json
import random
from collections import Counter
from dataclasses import replace

import pytest
from support.loops import require_items

from random_tournaments.axes import PLAIN, PROFILES, Axes, Span, WeightedChoice
from random_tournaments.batch_folder import plan_values
from random_tournaments.event_batch import Batch, engine_pairer
from random_tournaments.generation import OutputFormat, generate
from random_tournaments.plan import Acceleration
from random_tournaments.random_plans import draw_plan
from random_tournaments.seeds import event_rng
from random_tournaments.settings import PLAYERS, SettingError, derive_axes
from random_tournaments.simulation import compute_ranks, draw_absences, play
from random_tournaments.teams.simulation import TeamBatch
from reference_engines.frame.results import NoLegalPairingError, RoundPairing
from reference_engines.frame.systems import editions_by_name, resolve
from standings.codes import parse_code
from tournaments.model import WRITTEN_DIALECTS, Dialect, Event, Player, Result, RoundEntry
from tournaments.problems import ProblemCode
from tournaments.trf.reading import parse_event

UNUSUAL_BUT_MEANT = {
    ProblemCode.RESULTS_UNUSUAL,
    ProblemCode.FORFEITS_SUSPECT,
    ProblemCode.FULL_POINT_BYE_FOR_PAB,
}
SMALL = Batch(seed=7, axes=Axes(players=Span(6, 12), rounds=Span(3, 6)))


def test_an_event_depends_on_seed_and_number_alone() -> None:
    """Not on the events before it, nor on the number of workers."""
    one_by_one = {made.index: made.text for made in generate(SMALL, [9, 3, 5])}
    together = {made.index: made.text for made in generate(SMALL, range(3, 10), workers=2)}
    assert one_by_one == {index: together[index] for index in (9, 3, 5)}
    assert one_by_one[3] != one_by_one[5]
    assert Batch(seed=8, axes=SMALL.axes).play(3).event != SMALL.play(3).event


def test_a_seed_gives_the_same_bytes_on_every_machine() -> None:
    """These digests were computed once; chance comes from SHA-256 and arithmetic that is the same everywhere."""
    assert event_rng(1, 2).random() == 0.40903953856332165
    digests = [hashlib.sha256(made.text.encode()).hexdigest()[:12] for made in generate(SMALL, range(3))]
    assert digests == ["5ed11ae15cb1", "e8f453eb18a1", "85b9b4008e54"]


@pytest.mark.parametrize(
    ("profile", "digest"),
    [
        ("mixed", "daf6a988a47a"),
        ("realistic", "d6a98282ae05"),
        ("endorsement", "96f08212bd42"),
        ("hard", "7e9ffd6d33f6"),
        ("tiny", "6d5f91e24a4a"),
        ("huge", "383c00c2f496"),
    ],
)
def test_a_seed_gives_the_same_events_of_a_profile(profile: str, digest: str) -> None:
    """Also in later versions: five plans of the profile, and three of its events with few players."""
    axes = PROFILES[profile]
    plans = [plan_values(Batch(seed=11, axes=axes).plan(index)) for index in range(5)]
    small = Batch(seed=11, axes=PLAYERS.with_settings(axes, {"players": "10..14", "rounds": "5"}))
    texts = [generated.text for generated in generate(small, range(3))]
    held = "".join([*(json.dumps(plan, sort_keys=True) for plan in plans), *texts])
    assert hashlib.sha256(held.encode()).hexdigest()[:12] == digest


def test_players_leave_realistic_events_as_often_as_real_ones() -> None:
    """17 % of all players are away in the last round, within 3 %."""
    rng = random.Random(17)
    plans = [draw_plan(rng, PROFILES["realistic"]) for _ in range(300)]
    last_rounds = [draw_absences(plan, rng)[-1] for plan in plans]
    away = sum(bye.result is Result.ZERO_POINT_BYE for byes in last_rounds for bye in byes)
    assert away / sum(plan.players for plan in plans) == pytest.approx(0.17, abs=0.03)


@pytest.mark.parametrize("profile", ["mixed", "realistic", "endorsement", "hard", "tiny"])
def test_every_profile_gives_events_that_can_be_read_back(profile: str) -> None:
    """A file that says of itself what was planned, without any remark but on results that are meant to be odd."""
    axes = PROFILES[profile]
    batch = Batch(seed=3, axes=PLAYERS.with_settings(axes, {"players": "2..40"}), label=profile)
    for made in require_items(generate(batch, range(12))):
        assert made.played is not None
        reading = parse_event(made.text.encode(), source="made")
        assert reading.event is not None
        assert {problem.code for problem in reading.problems} <= UNUSUAL_BUT_MEANT
        plan, event = made.played.plan, reading.event
        assert (event.rounds_declared, event.initial_colour) == (plan.rounds, plan.initial_colour)
        assert (len(event.players), event.scoring) == (plan.players, plan.scoring)
        assert resolve(event).engine is not None
        assert resolve(event).engine.edition.key == "dutch-2026"  # type: ignore[union-attr]  # see the line before
        assert [player.points for player in event.players] == [player.points for player in made.played.event.players]
        tie_breaks = ",".join(tie_break.text for tie_break in plan.tie_breaks)
        assert (f"\n202 {tie_breaks}\n" in made.text) == bool(tie_breaks)


@pytest.mark.parametrize("dialect", WRITTEN_DIALECTS)
def test_every_form_can_be_read(dialect: Dialect) -> None:
    """Even a form that lacks details of the event is readable."""
    for made in require_items(generate(SMALL, range(4), OutputFormat(dialect=dialect))):
        assert parse_event(made.text.encode(), source="made").event is not None


@pytest.mark.parametrize("system", [edition.key for edition in editions_by_name() if not edition.pairs_teams])
def test_events_declare_the_system_by_which_they_were_paired(system: str) -> None:
    """By code where there is one, else by the key in field 092; a literal engine follows the same regulation."""
    axes = replace(PLAIN, players=Span(8, 8), rounds=Span(4, 4))
    (made,) = generate(Batch(seed=3, axes=axes, system=system), [0])
    assert made.failure == ""
    reading = parse_event(made.text.encode(), source="made")
    assert reading.event is not None
    engine = resolve(reading.event).engine
    assert engine is not None
    assert engine.edition.key == system.removesuffix("/literal")


def test_an_event_that_runs_out_of_legal_pairings_says_so() -> None:
    """The round and the number of players are named."""
    endings = Counter(
        played.ended
        for played in (Batch(seed=2, axes=Axes(players=Span(4, 6), rounds=Span(5, 5))).play(k) for k in range(30))
    )
    assert any("no legal pairing of the" in ended for ended in endings)
    assert "" in endings


def test_a_pairer_that_fails_ends_its_event_only() -> None:
    """The event reports the pairer's error."""

    def fails(_event: Event, _round_number: int) -> RoundPairing:
        raise RuntimeError("no ink")

    made = list(generate(SMALL, range(2), open_pairer=lambda: fails))
    assert [one.failure for one in made] == ["RuntimeError: no ink"] * 2
    assert all(one.played is None for one in made)


def test_drawn_axes_can_be_written_down() -> None:
    """As JSON; what is nought is left out."""
    told = json.loads(json.dumps(plan_values(SMALL.plan(1))))
    assert told["players"] == SMALL.plan(1).players
    assert "quotas" not in told


def test_a_model_gives_events_of_its_kind() -> None:
    """As many players and rounds, the same ratings, its scoring and system of acceleration."""
    model = Batch(seed=5, axes=PROFILES["realistic"]).play(4).event
    axes = derive_axes(model)
    again = Batch(seed=1, axes=axes).play(0).event
    assert len(again.players) == len(model.players)
    assert again.rounds_declared == model.rounds_declared
    assert [player.rating for player in again.players] == [player.rating for player in model.players]
    assert again.scoring == model.scoring


def test_a_model_needs_players_and_rounds() -> None:
    """An empty event is like anything."""
    with pytest.raises(SettingError, match="at least two players and one recorded round"):
        derive_axes(Event(players=(Player(tpn=1),), rounds_recorded=0))


def test_a_model_of_matches_is_counted_in_matches() -> None:
    """Seven players can meet in seven matches of two games, which are fourteen rounds of the file."""
    axes = replace(PLAIN, players=Span(7, 7), rounds=Span(5, 5))
    model = Batch(seed=2, axes=axes, system="double-swiss-2026").play(0).event
    assert model.rounds_declared == 10
    assert derive_axes(model).rounds == Span(5, 5)


def test_a_model_in_which_players_met_twice_is_refused() -> None:
    """Four players meet in three rounds at most."""
    players = tuple(Player(tpn=tpn, rounds=(RoundEntry(None, None, Result.HALF_POINT_BYE),)) for tpn in range(1, 5))
    with pytest.raises(SettingError, match="rounds is 6, and 4 players can meet in 3 rounds at most"):
        derive_axes(Event(players=players, rounds_recorded=1, rounds_declared=6))


def test_ranks_follow_from_tie_breaks() -> None:
    """Of the player's own row, the opponents' scores, the games among the tied; who is equal shares a rank."""
    event = play(SMALL.plan(2), engine_pairer(SMALL.system), random.Random(1))
    for code in ("WIN", "WON", "BPG", "BWG", "PS", "BH/C1", "SB", "DE"):
        rank = compute_ranks(event, (parse_code(code),))
        assert min(rank.values()) == 1
        points = {player.tpn: player.points or 0 for player in event.players}
        assert all(points[one] >= points[two] for one in rank for two in rank if rank[one] < rank[two])
    assert sorted(compute_ranks(event, ()).values()) == list(range(1, len(event.players) + 1))


def test_quotas_are_met_exactly() -> None:
    """Three half-point byes in each round, two forfeits in each, four withdrawals in the event."""
    settings = {"half-point-byes": "3", "forfeits": "2", "withdrawals": "4/event", "players": "40", "rounds": "5"}
    axes = PLAYERS.with_settings(
        PLAYERS.with_settings(PROFILES["realistic"], {"zero-point-byes": "0", "late-entries": "0"}), settings
    )
    axes = PLAYERS.with_settings(axes, {"absence-blocks": "0", "full-point-byes": "0"})
    event = Batch(seed=1, axes=axes).play(0).event
    for number in range(5):
        results = Counter(player.rounds[number].result.value for player in event.players)
        assert results["H"] == 3
        assert results["+"] == 2
    assert sum(player.rounds[-1].result.value == "Z" for player in event.players) == 4


def test_no_legal_pairing_is_an_ending_not_a_failure() -> None:
    """Also when an external pairer says so."""

    def gives_up(_event: Event, _round_number: int) -> RoundPairing:
        raise NoLegalPairingError("none")

    (made,) = generate(SMALL, [0], open_pairer=lambda: gives_up)
    assert made.played is not None
    assert made.played.ended.startswith("round 1: no legal pairing")


def test_points_of_the_baku_rule_are_listed_where_that_is_asked_for() -> None:
    """For readers of TRF26 that do not know the code; the same points either way."""
    axes = replace(PLAIN, players=Span(12, 12), rounds=Span(5, 5), acceleration=WeightedChoice((Acceleration.BAKU,)))
    (made,) = generate(Batch(seed=1, axes=axes), [0])
    (listed,) = generate(Batch(seed=1, axes=axes), [0], OutputFormat(lists_points=True))
    assert "_BAKU" in made.text
    assert "\n250 " not in made.text
    assert "_BAKU" not in listed.text
    assert "\n250 " in listed.text


def test_events_may_begin_on_a_day_of_ones_own() -> None:
    """By which C.07 ranks them; otherwise nothing changes."""
    batch = Batch(seed=5, axes=replace(PLAIN, players=Span(9, 9), rounds=Span(5, 5)))
    later = replace(batch, axes=PLAYERS.with_settings(batch.axes, {"start": "2026-05-01"}))
    event = later.play(1).event

    assert (event.start, event.end) == (dt.date(2026, 5, 1), dt.date(2026, 5, 1))
    assert [player.rounds for player in event.players] == [player.rounds for player in batch.play(1).event.players]
    assert batch.play(1).event.start == dt.date(2026, 2, 1)


@pytest.mark.parametrize("batch", [Batch(seed=5), TeamBatch(seed=5)])
def test_a_day_on_which_the_edition_is_not_in_force_is_refused(batch: Batch | TeamBatch) -> None:
    """The day before its first one is; the file would be taken for one of another edition."""
    first = batch.plan(0).start
    before = dt.date.fromisoformat(first) - dt.timedelta(days=1)

    assert replace(batch, axes=replace(batch.axes, start=dt.date.fromisoformat(first))).plan(0).start == first
    with pytest.raises(ValueError, match=f"start is {before}, and "):
        replace(batch, axes=replace(batch.axes, start=before)).plan(0)


@pytest.mark.parametrize("text", ["2026-5-1", "yesterday", "2026-02-30"])
def test_a_start_that_is_not_a_date_is_refused(text: str) -> None:
    """With how to write one."""
    with pytest.raises(SettingError, match=f"start: '{text}' is not a valid date; write 2026-05-01, or none"):
        PLAYERS.with_settings(PLAIN, {"start": text})
