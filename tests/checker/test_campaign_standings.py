"""Campaigns and exams where programs write standings, or judge them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from checker.campaigns.configuration import Configuration, Direction
from checker.campaigns.grouping import summarise
from checker.campaigns.outcomes import Score
from checker.campaigns.store import create_store, open_store
from checker.campaigns.work import WORDS_OF_STANDINGS, event_text, judge_events, run_campaign
from checker.findings import Counts
from checker.planting import PlantedStandings, with_ranks
from checker.programs.program import CheckerAnswer, Claims, Identity, Program
from checker.programs.specs import FilesProgram
from checker.standings.check import judge_standings
from checker.standings.findings import StandingsVerdict
from reports.campaign import campaign_text
from tournaments.trf.reading import parse_event
from tournaments.trf.writing import write_trf26

if TYPE_CHECKING:
    from pathlib import Path

    from tournaments.model import Event

AXES = (("players", "13"), ("rounds", "5"), ("tie-breaks", "BH/C1+SB+TPN"))


def configuration(*programs: str, direction: Direction, system: str = "dutch-2026") -> Configuration:
    """Return a campaign of small events that are ranked by Buchholz."""
    return Configuration(
        direction=direction, programs=programs, seed=3, system=system, profile="endorsement", axes=AXES
    )


def event_of(text: str) -> Event:
    """Read an event."""
    event = parse_event(text.encode(), source="made").event
    assert event is not None
    return event


class Judge(Program):
    """A checker of rank orders: it is right, sees nothing, objects always, or judges none."""

    identity, claims = Identity(name=""), Claims()

    def __init__(self, manner: str, _limits: object = None) -> None:
        """Take the manner for its name."""
        self.transport = "callable"
        self.identity, self.claims = Identity(name=manner), Claims(checks=True, standings=manner != "without")

    def check(self, event: Event) -> CheckerAnswer:
        """Object to no round, and to rank orders as is its manner."""
        finding = judge_standings(event)
        is_wrong = finding is not None and finding.verdict is StandingsVerdict.WRONG
        told = {"right": is_wrong, "blind": False, "cross": True, "without": None}[self.identity.name]
        rounds = {event.rounds_recorded} if self.identity.name == "right" and self.has_wrong_round(event) else set()
        return CheckerAnswer(wrong_rounds=frozenset(rounds), wrong_standings=told)

    @staticmethod
    def has_wrong_round(event: Event) -> bool:
        """Whether the games of the last round are all drawn, as in planted ones."""
        return len({player.rounds[-1].result for player in event.players if player.rounds[-1].opponent}) == 1


MANNERS = ("right", "blind", "cross", "without")


def examined(index: int, monkeypatch: pytest.MonkeyPatch) -> tuple[str, dict[str, list[Score]], tuple[int, ...]]:
    """Return an exam event's planted error, the scores of each program's rank order, and the programs asked."""
    monkeypatch.setattr("checker.campaigns.work.open_program", Judge)
    (outcome,) = judge_events(configuration(*MANNERS, direction=Direction.EXAM).as_json(), [index])
    scores: dict[str, list[Score]] = {manner: [] for manner in MANNERS}
    for one in outcome.findings:
        if one.round_number == 0:
            scores[MANNERS[one.program]].append(one.score)
    return outcome.planted, scores, outcome.asked


def test_a_planted_rank_order_has_to_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that does not judge rank orders is not asked."""
    planted, found, asked = examined(2, monkeypatch)

    assert planted in WORDS_OF_STANDINGS
    assert found == {"right": [], "blind": [Score.MISSED], "cross": [], "without": []}
    assert asked == (5, 5, 5, 0)


@pytest.mark.parametrize("index", [0, 1, 3])
def test_an_objection_to_a_right_rank_order_is_a_false_alarm(index: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where a round is wrong: the order follows from its changed results."""
    planted, found, asked = examined(index, monkeypatch)

    assert planted not in WORDS_OF_STANDINGS
    assert found == {"right": [], "blind": [], "cross": [Score.FALSE_ALARM], "without": []}
    assert asked == (5, 5, 5, 5)


def test_no_rank_order_is_planted_where_no_program_judges_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """The event is clean."""
    monkeypatch.setattr("checker.campaigns.work.open_program", Judge)
    (outcome,) = judge_events(configuration("without", direction=Direction.EXAM).as_json(), [2])

    assert (outcome.planted, outcome.findings, outcome.asked) == ("clean", (), (5,))


def test_an_event_with_a_planted_rank_order_is_made_again() -> None:
    """By the word that the store holds."""
    exam = configuration("any", direction=Direction.EXAM)
    clean, wrong = event_text(exam, 2), event_text(exam, 2, PlantedStandings.OLDER_EDITION.value)
    finding = judge_standings(event_of(wrong))

    assert finding is not None
    assert finding.verdict is StandingsVerdict.WRONG
    assert [line[:84] for line in clean.splitlines()] == [line[:84] for line in wrong.splitlines()]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with three events: one as it should be, one with a wrong order, one with an unknown code."""
    made = event_of(event_text(configuration("any", direction=Direction.EXAM), 0))
    last = {player.tpn: player.rank or 0 for player in made.players}
    first, second = (next(tpn for tpn, rank in last.items() if rank == wanted) for wanted in (1, 2))
    events = (
        made,
        with_ranks(made, last | {first: 2, second: 1}),
        replace(
            made, headers=tuple((code, "XYZ,BH") if code == "202" else (code, text) for code, text in made.headers)
        ),
    )
    (tmp_path / "made").mkdir()
    for number, event in enumerate(events):
        (tmp_path / "made" / f"{number}.trf").write_text(write_trf26(event), "utf-8")
    return tmp_path


def test_rank_orders_that_a_program_writes_are_judged(folder: Path) -> None:
    """A wrong one is a discrepancy of the event, and of no round."""
    settings = configuration(f"files:{folder / 'made'}", direction=Direction.GENERATE, system="auto")
    outcomes = judge_events(settings.as_json(), [0, 1])
    (finding,) = outcomes[1].findings

    assert outcomes[0].findings == ()
    assert (finding.round_number, finding.score, finding.word) == (0, Score.DISCREPANT, "standings wrong")
    assert finding.where == "rank order"
    assert finding.criterion in ("PTS", "BH/C1", "SB", "TPN")
    assert "1 of 13 players is out of place" in finding.sentence
    assert [text for _, text in outcomes[1].files]


def test_a_wrong_rank_order_is_kept_counted_and_reported(folder: Path) -> None:
    """As an event with a discrepancy, without a discrepant round."""
    settings = configuration(f"files:{folder / 'made'}", direction=Direction.GENERATE, system="auto")
    programs = [FilesProgram(str(folder / "made"))]
    with create_store(folder / "c.sqlite", settings, [(0, 2)], programs) as store:
        assert len(list(run_campaign(store, workers=0))) == 2
    with open_store(folder / "c.sqlite") as store:
        summary = summarise(store)
    (program,) = summary.programs
    told = campaign_text(summary)

    assert program.tally.discrepancies == Counts(events=1)
    (group,) = summary.groups
    assert (group.example.word, group.rounds, group.events) == ("standings wrong", 0, 1)
    assert "  1 event: made | auto | discrepant | standings wrong" in told
