"""The verdict on the rank order in ``pairproof check``: a line and a count of its own, never among rounds and pairs."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from support.schemas import record_validator
from support.trf import engine_pairs

import pairproof
from checker.check import CheckOptions, check_files
from checker.findings import gather
from checker.records.run import header_of
from checker.records.run_record import read_record
from checker.standings import check as standings_check
from checker.standings.findings import StandingsCounts, StandingsVerdict
from pairproof.cli.main import main
from random_tournaments.plan import EventPlan
from random_tournaments.simulation import play
from standings.codes import parse_list
from tournaments.model import DeclaredSystem, Event
from tournaments.trf.writing import write_trf26

if TYPE_CHECKING:
    from collections.abc import Callable


def played() -> Event:
    """Play an event that is ranked by BH/C1 and the number."""
    plan = EventPlan(players=10, rounds=4, name="Club evening", start="2026-05-01", tie_breaks=parse_list("BH/C1,TPN"))
    return play(plan, engine_pairs, random.Random(2))


def with_exchanged_ranks(event: Event) -> Event:
    """Exchange ranks 4 and 5."""
    other = {4: 5, 5: 4}
    players = tuple(replace(player, rank=other.get(player.rank or 0, player.rank)) for player in event.players)
    return replace(event, players=players)


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, Event], str]:
    """Return a function that writes an event into an empty working folder."""
    monkeypatch.chdir(tmp_path)

    def write_file(name: str, event: Event) -> str:
        Path(name).write_text(write_trf26(event), "utf-8")
        return name

    return write_file


def test_a_right_order_is_reported_and_counted(
    write: Callable[[str, Event], str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Status 0."""
    assert main(["check", write("right.trf", played())]) == 0
    told = capsys.readouterr().out

    assert "[standings consistent] The rank order of 10 players is that of PTS,BH/C1,TPN (C.07, March 2026)." in told
    assert told.splitlines()[-1] == "No discrepancy in 1 event, 4 rounds, 20 pairs. 1 rank order judged, none wrong."


def test_a_wrong_order_ends_in_status_1_and_leaves_the_rounds_alone(
    write: Callable[[str, Event], str], capsys: pytest.CaptureFixture[str]
) -> None:
    """With the values of both, round by round."""
    assert main(["check", write("wrong.trf", with_exchanged_ranks(played()))]) == 1
    told = capsys.readouterr().out

    assert "[standings wrong] The rank order is not that of PTS,BH/C1,TPN (C.07, March 2026): 1 of 10 players" in told
    assert " should be before " in told
    assert "The file gives them ranks 5 and 4." in told
    assert "      r1 " in told
    assert "changes tried" in told
    assert "4 of 4 rounds agree (20 pairs)" in told
    assert told.splitlines()[-1] == "No discrepancy in 1 event, 4 rounds, 20 pairs. 1 rank order judged, 1 wrong."


def test_the_record_keeps_the_verdict_and_its_count(write: Callable[[str, Event], str]) -> None:
    """In the line of the event and in the footer, as the schema has it, and it is read back as it was."""
    files = [write("right.trf", played()), write("wrong.trf", with_exchanged_ranks(played()))]
    assert main(["check", *files, "--json", "run.jsonl"]) == 1
    lines = [json.loads(line) for line in Path("run.jsonl").read_text("utf-8").splitlines()]
    for line in lines:
        record_validator().validate(line)
    events = [line for line in lines if line["kind"] == "event"]

    assert [event["standings"]["verdict"] for event in events] == ["consistent", "wrong"]
    assert events[1]["standings"]["misplaced"][0]["rank"] == 4
    assert lines[-1]["standings"] == {"judged": 2, "wrong": 1, "accepted": 0, "not_judged": 0}
    assert lines[-1]["discrepancies"] == {"events": 0, "rounds": 0, "pairs": 0}
    record, asked = read_record(Path("run.jsonl")), CheckOptions(hints=True, locates_rows=True)
    assert record.events == gather(check_files(files, asked))
    assert record.tally == pairproof.check(*files).tally


def test_the_page_says_it_too(write: Callable[[str, Event], str]) -> None:
    """The sentence with the event, the count with the others."""
    main(["check", write("wrong.trf", with_exchanged_ranks(played())), "--report", "page.html"])
    page = Path("page.html").read_text("utf-8")

    assert "The rank order is not that of PTS,BH/C1,TPN" in page
    assert "1 rank order judged, 1 wrong." in page


def test_a_file_without_tie_breaks_has_no_verdict_on_its_ranks(
    write: Callable[[str, Event], str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Neither a line nor a count."""
    assert main(["check", write("plain.trf", replace(with_exchanged_ranks(played()), headers=()))]) == 0
    told = capsys.readouterr().out

    assert "standings" not in told
    assert told.splitlines()[-1] == "No discrepancy in 1 event, 4 rounds, 20 pairs."


def test_the_order_is_judged_only_where_the_last_round_is_asked_for(write: Callable[[str, Event], str]) -> None:
    """It is the order after that round."""
    name = write("wrong.trf", with_exchanged_ranks(played()))

    assert main(["check", name, "--rounds", "1-3"]) == 0
    assert main(["check", name, "--rounds", "4"]) == 1


def test_the_order_is_judged_where_no_engine_pairs_the_event(
    write: Callable[[str, Event], str], capsys: pytest.CaptureFixture[str]
) -> None:
    """It is judged by C.07 without an engine for the system; a wrong order goes before an unchecked round."""
    event = replace(played(), system=DeclaredSystem(code="CUSTOM_DOUBLESWISS"))

    assert main(["check", write("right.trf", event)]) == 2
    assert "[standings consistent]" in capsys.readouterr().out
    assert main(["check", write("wrong.trf", with_exchanged_ranks(event))]) == 1


def test_an_unjudged_order_is_reported_and_counted_separately(
    write: Callable[[str, Event], str], capsys: pytest.CaptureFixture[str]
) -> None:
    """The order does not pass, and the rounds still do."""
    name = write("coin.trf", replace(played(), headers=(("212", "OTHER_COIN,PTS"),)))

    assert main(["check", name]) == 0
    told = capsys.readouterr().out
    assert "[standings not-judged] The rank order was not judged: its list begins with OTHER_COIN" in told
    assert told.splitlines()[-1].endswith("0 rank orders judged, none wrong, 1 not judged.")


def test_an_order_that_rests_on_what_is_left_open_is_counted_apart(
    write: Callable[[str, Event], str], capsys: pytest.CaptureFixture[str]
) -> None:
    """The order for pairing, in an event that goes on."""
    event = replace(played(), rounds_declared=9)
    order = sorted(event.players, key=lambda player: (-(player.points or 0), player.tpn))
    places = {player.tpn: place for place, player in enumerate(order, start=1)}
    goes_on = replace(event, players=tuple(replace(player, rank=places[player.tpn]) for player in event.players))

    assert main(["check", write("goes_on.trf", goes_on)]) == 0
    told = capsys.readouterr().out
    assert "[standings accepted]" in told
    assert told.splitlines()[-1].endswith("none wrong, 1 right by another reading or by what is left open.")


def test_a_failure_of_this_check_does_not_stop_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """The order is reported as not judged."""

    def fail(_event: Event) -> None:
        raise ZeroDivisionError("a fault of ours")

    monkeypatch.setattr(standings_check, "judge_standings", fail)
    finding = pairproof.check_event(played()).header.standings

    assert finding is not None
    assert finding.verdict is StandingsVerdict.NOT_JUDGED
    assert "ZeroDivisionError: a fault of ours" in finding.sentence
    silent = header_of(replace(played(), headers=()), stem="", source="", sha256="", problems=())
    assert silent.standings is None


def test_the_tally_counts_rank_orders_apart(write: Callable[[str, Event], str]) -> None:
    """In the record of a run."""
    run = pairproof.check(write("right.trf", played()), write("wrong.trf", with_exchanged_ranks(played())))

    assert run.tally.standings == StandingsCounts(judged=2, wrong=1, accepted=0, not_judged=0)
    assert run.tally.discrepancies.rounds == 0
    assert int(run.exit_status) == 1
