"""``explain``, ``why-not`` and ``what-if`` on the command line: one answer in text or in JSON, and plain refusals."""

from __future__ import annotations

import html
import json
from pathlib import Path

import pytest

import pairproof
from checker.verdicts.verdict import ExitStatus
from pairproof.cli.main import main
from tournaments.trf.reading import load_event

FILE = str(Path(__file__).parents[2] / "examples" / "harbour_open.trf")


def test_why_not_answers_in_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    """Names and rounds, the article last."""
    assert main(["why-not", FILE, "--round", "6", "1", "8"]) == ExitStatus.CONSISTENT
    answer, table = capsys.readouterr().out.split("\n\n")
    assert " ".join(answer.split()) == (
        "Round 6: Anna Kowalczyk and Farid Castellanos may not play each other. Why: They have already played each "
        "other in round 3 (C1, 2.1.1)."
    )
    caption, own, rival, *_ = table.splitlines()
    assert caption == "The players concerned:"
    assert own.split()[:2] == ["Kowalczyk,", "Anna"]
    assert rival.split()[:2] == ["Castellanos,", "Farid"]
    assert rival.endswith("met in round 3")


def test_explain_shows_a_ladder_in_rank_order(capsys: pytest.CaptureFixture[str]) -> None:
    """Of a board: its player with White; and says what the file records, where it is something else."""
    assert main(["explain", FILE, "--round", "6", "--player", "29"]) == ExitStatus.CONSISTENT
    shown = capsys.readouterr().out
    assert shown.startswith(
        "Round 6: Mira Kowalczyk should have played Olga Eriksen. The posted opponent was Hugo Jørgensen.\n"
    )
    assert "are both due White, so in each of these games one player does not" in " ".join(shown.split())
    ladder = [line.strip().partition("  ")[0] for line in shown.partition("speaks against each:\n")[2].splitlines()]
    assert ladder[:3] == ["Lindqvist, Greta (9)", "Eriksen, Olga (11)", "Nguyen, Olga (13)"]


def test_a_board_stands_for_its_player_with_white(capsys: pytest.CaptureFixture[str]) -> None:
    """Counted as the right round is published."""
    assert main(["explain", FILE, "--round", "6", "--board", "3"]) == ExitStatus.CONSISTENT
    assert capsys.readouterr().out.startswith("Round 6: Liam Tomczak plays Mira Eriksen, with White.")


def test_an_answer_in_json_says_what_it_is(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """With a version; on standard output it stands alone."""
    assert main(["why-not", FILE, "--round", "6", "1", "3", "--json", "-"]) == ExitStatus.CONSISTENT
    told = json.loads(capsys.readouterr().out)
    assert (told["format"], told["version"], told["kind"]) == ("pairproof-answer", 2, "why-not")
    assert told["system"] == "dutch-2026"
    assert told["answer"]["objection"]["standing"] == "worse"
    assert told["answer"]["objection"]["label"] == "C13"
    out = tmp_path / "answer.json"
    assert main(["why-not", FILE, "--round", "6", "1", "3", "--json", str(out)]) == ExitStatus.CONSISTENT
    assert json.loads(out.read_text(encoding="utf-8")) == told
    assert capsys.readouterr().out.startswith("Round 6: ")


def test_scores_and_values_in_json_are_decimal_strings(capsys: pytest.CaptureFixture[str]) -> None:
    """Of players, of brackets and of criteria, whether these count points or players."""
    assert main(["explain", FILE, "--round", "6", "--player", "29", "--json", "-"]) == ExitStatus.CONSISTENT
    answer = json.loads(capsys.readouterr().out)["answer"]
    assert answer["score"] == "3.0"
    assert {rung["score"] for rung in answer["ladder"]} == {"3.0"}
    brackets = [rung["objection"]["bracket"] for rung in answer["ladder"] if "bracket" in rung["objection"]]
    assert {bracket["score"] for bracket in brackets} == {"3.0"}
    by_name = {value["name"]: value["value"] for bracket in brackets for value in bracket["values"]}
    assert by_name["colour_preference"] == ["0"]
    assert by_name["downfloater_scores"] == []
    assert all(isinstance(number, str) for value in by_name.values() for number in value)


@pytest.mark.parametrize(
    "words",
    [
        ["explain", FILE, "--round", "6", "--player", "29"],
        ["why-not", FILE, "--round", "6", "1", "3"],
        ["what-if", FILE, "--round", "6", "--absent", "5", "--result", "1-8=1/2-1/2", "--forbid", "1-2"],
    ],
)
def test_an_answer_is_written_as_a_page(words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With the sentence, and the command that says it again."""
    page, record = tmp_path / "answer.html", tmp_path / "answer.json"
    assert main([*words, "--report", str(page), "--json", str(record)]) == ExitStatus.CONSISTENT
    text = html.unescape(page.read_text(encoding="utf-8"))
    answer = json.loads(record.read_text(encoding="utf-8"))["answer"]
    assert answer["answer"] in text
    assert answer["reason"] in text
    assert f"pairproof {' '.join(words)}" in text
    assert f'<a href="{record}">' in text
    assert capsys.readouterr().out.startswith("Round 6: ")


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (["why-not", FILE, "--round", "6", "1", "99"], ExitStatus.USAGE, "there is no player 99 in the event"),
        (["why-not", FILE, "--round", "12", "1", "2"], ExitStatus.USAGE, "round 12 cannot be asked about"),
        (["why-not", FILE, "--round", "6", "1", "0"], ExitStatus.USAGE, "'0' is not a number; write 1 or more"),
        (["explain", FILE, "--round", "6", "--board", "99"], ExitStatus.USAGE, "round 6 has no board 99"),
        (["explain", FILE, "--round", "6", "--player", "1", "--system", "x"], ExitStatus.USAGE, "no system 'x'"),
        (["explain", "nowhere.trf", "--round", "6", "--player", "1"], ExitStatus.NOT_CHECKED, "cannot be read"),
        (["explain", FILE, "--round", "6", "--player", "1", "--system", "team-2026"], ExitStatus.NOT_CHECKED, "team"),
    ],
)
def test_impossible_questions_are_refused_in_one_line(
    arguments: list[str], status: ExitStatus, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Wrong usage, or not checked."""
    try:
        found = main(arguments)
    except SystemExit as ending:
        found = ending.code  # type: ignore[assignment]  # a number
    assert found == status
    assert message in capsys.readouterr().err


def test_the_same_is_there_as_functions() -> None:
    """Of an event in memory."""
    event = load_event(FILE)
    assert pairproof.why_not(event, 6, 1, 8).objection.short == "met in round 3"
    assert pairproof.explain(event, 6, 29).answer.startswith("Mira Kowalczyk should have played")
    with pytest.raises(KeyError):
        pairproof.explain(event, 6, 29, system="no-such")


def test_what_if_shows_the_round_with_its_changes_marked(capsys: pytest.CaptureFixture[str]) -> None:
    """The answer first."""
    assert main(["what-if", FILE, "--round", "6", "--forbid", "1-2"]) == ExitStatus.CONSISTENT
    shown = capsys.readouterr().out
    assert " ".join(shown.split()).startswith(
        "Round 6: If Anna Kowalczyk and Ines Kowalczyk were kept apart, three games would be new, and 26 would "
        "stay. New: "
    )
    boards = [line for line in shown.splitlines() if line[2:6].strip().isdecimal()]
    assert len(boards) == 29
    assert sum(line.startswith("*") for line in boards) == 3


def test_several_things_may_be_otherwise_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    """As many as there are."""
    several = ["--absent", "5", "--absent", "7", "--result", "1-8=draw", "--edition", "dutch-2017"]
    assert main(["what-if", FILE, "--round", "6", *several, "--json", "-"]) == ExitStatus.CONSISTENT
    told = json.loads(capsys.readouterr().out)
    assert told["system"] == "dutch-2017"
    assert told["answer"]["supposed"] == [
        "if Anna Kowalczyk \N{EN DASH} Farid Castellanos had ended 1/2-1/2 in round 3",
        "if Mira Eriksen were away",
        "if Katya Grigoryan were away",
        "if the event were paired by dutch-2017",
    ]
    assert len(told["answer"]["pairing"]["pairs"]) == 28


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ([], "nothing is supposed to be otherwise"),
        (["--result", "1-8=5-4"], "'1-8=5-4' is not a result; write 3-7=1-0"),
        (["--swap", "3"], "'3' is not a pair of two numbers; write 3-7"),
        (["--edition", "dutch-1999"], "no system 'dutch-1999'"),
    ],
)
def test_impossible_suppositions_are_wrong_usage(
    options: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The message says what can be supposed."""
    try:
        status = main(["what-if", FILE, "--round", "6", *options])
    except SystemExit as ending:
        status = ending.code  # type: ignore[assignment]  # a number
    assert status == ExitStatus.USAGE
    assert message in capsys.readouterr().err
