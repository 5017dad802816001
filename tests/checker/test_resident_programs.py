"""A program that stays: what it says, how it fails, and that the next question is asked all the same."""

from __future__ import annotations

import json
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from checker.planting import recorded_pairing
from checker.programs.command import ResidentProgram, schema
from checker.programs.process_run import Limits
from checker.programs.program import FailureKind, ProgramError
from checker.programs.smoke import same
from checker.verdicts.team_events import cut_before_round
from random_tournaments.axes import PLAIN, SCORINGS, Span
from random_tournaments.event_batch import Batch
from reference_engines.frame.results import NoLegalPairingError, Pair, RoundPairing
from tournaments.model import Colour, Event, Player
from tournaments.trf.writing import write_trf26

SCRIPT = Path(__file__).parents[1] / "support" / "programs" / "resident_scripted.py"
CHECKING = SCRIPT.with_name("checking.py")
EXAMPLE = Path(__file__).parents[2] / "examples" / "resident_program.py"
TWO = Event(
    players=(Player(tpn=1, name="One"), Player(tpn=2, name="Two")),
    rounds_recorded=0,
    rounds_declared=3,
    initial_colour=Colour.WHITE,
)
ANSWER = RoundPairing(pairs=(Pair(1, 2),))
PATIENT = Limits(seconds=30.0, output_bytes=1_000_000)
HASTY = Limits(seconds=0.4, output_bytes=1_000_000)


def scripted(vice: str, peaceful: int, limits: Limits = PATIENT) -> ResidentProgram:
    """Return the program with a vice after a number of peaceful answers."""
    return ResidentProgram([sys.executable, str(SCRIPT), vice, str(peaceful)], limits)


def failure_of(program: ResidentProgram) -> FailureKind:
    """Ask for a pairing that fails; return how."""
    with pytest.raises(ProgramError) as caught:
        program.pair(TWO, 1)
    return caught.value.kind


@pytest.mark.parametrize(
    ("told", "kind"),
    [
        ('["other-bye-points"]', FailureKind.NOT_ASKED),
        ('["black-first"]', None),
        ('["byes"]', FailureKind.GARBLED),
        ("7", FailureKind.GARBLED),
    ],
)
def test_it_is_not_asked_about_what_it_does_not_do(told: str, kind: FailureKind | None) -> None:
    """Its first answer names features of events; another name is no answer."""
    script = (
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    asked = json.loads(line)\n"
        "    if asked['do'] == 'stop': break\n"
        f"    said = {{'name': 'Some', 'unsupported': {told}}} if asked['do'] == 'start' else {{'pairs': [[1, 2]]}}\n"
        "    print(json.dumps({'id': asked['id'], **said}), flush=True)\n"
    )
    program = ResidentProgram([sys.executable, "-c", script], PATIENT)
    half = replace(TWO, scoring=SCORINGS["half-bye"])
    try:
        if kind is None:
            assert program.pair(half, 1) == ANSWER
            return
        with pytest.raises(ProgramError) as caught:
            program.pair(half, 1)
        assert caught.value.kind is kind
    finally:
        program.close()


def test_it_answers_every_kind_of_question() -> None:
    """Pairing, checking, generating, capabilities; name and version as it says."""
    program = scripted("none", 0)
    try:
        assert program.pair(TWO, 1) == ANSWER
        assert program.check(TWO).wrong_rounds == {2}
        assert program.generate(1).name == "Two"
        assert program.capabilities()["does"] == ["pair", "check", "generate"]
        assert (program.identity.name, program.identity.version) == ("Scripted", "7")
    finally:
        program.close()


@pytest.mark.parametrize("manner", ["ranking", "blind"])
def test_a_checker_of_rank_orders_says_that_it_is_one(manner: str) -> None:
    """A program that does not judge them leaves them out of its answer."""
    program = ResidentProgram([sys.executable, str(CHECKING), manner], PATIENT)
    try:
        assert program.claims.standings is (manner == "ranking")
        assert program.check(TWO).wrong_standings == (False if manner == "ranking" else None)
    finally:
        program.close()


@pytest.mark.parametrize(
    ("vice", "kind"),
    [
        ("dies", FailureKind.CRASHED),
        ("floods", FailureKind.FLOODED),
        ("prose", FailureKind.GARBLED),
        ("stale", FailureKind.WRONG_ROUND),
        ("other-round", FailureKind.WRONG_ROUND),
        ("half-pairs", FailureKind.GARBLED),
        ("refuses", FailureKind.UNSUPPORTED),
    ],
)
def test_a_vice_costs_one_event(vice: str, kind: FailureKind) -> None:
    """The question fails, each time by its kind; the one after it is answered, by a new process where need be."""
    program = scripted(vice, 1)
    try:
        assert program.pair(TWO, 1) == ANSWER
        assert failure_of(program) is kind
        assert program.check(TWO).wrong_rounds == {2}
    finally:
        program.close()


ODD = """
import json, sys
for count, line in enumerate(sys.stdin):
    asked = json.loads(line)
    if asked["do"] == "start":
        print(json.dumps({"id": asked["id"], "name": "odd"}), flush=True)
    else:
        %s
"""


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        ("sys.exit(5)", FailureKind.CRASHED),
        ("import time; time.sleep(3600)", FailureKind.TIMED_OUT),
        ("print('what?', flush=True)", FailureKind.GARBLED),
        ("print('[1]', flush=True)", FailureKind.GARBLED),
        ("print(json.dumps({'id': 77}), flush=True)", FailureKind.WRONG_ROUND),
        ("print(json.dumps({'id': asked['id']}), flush=True)", FailureKind.GARBLED),
        ("print(json.dumps({'id': asked['id'], 'round': 9, 'pairs': []}), flush=True)", FailureKind.WRONG_ROUND),
        ("print('x' * 10**7, flush=True)", FailureKind.FLOODED),
    ],
)
def test_whatever_is_answered_the_next_question_is_asked_of_a_new_process(answer: str, kind: FailureKind) -> None:
    """Each failure costs one question."""
    limits = Limits(seconds=2.0 if kind is not FailureKind.TIMED_OUT else 0.5, output_bytes=10**6)
    program = ResidentProgram([sys.executable, "-c", ODD % answer], limits)
    try:
        assert [failure_of(program) for _ in range(2)] == [kind, kind]
    finally:
        program.close()


def test_one_that_hangs_is_ended() -> None:
    """Its time is up; the next question finds a new process."""
    program = scripted("hangs", 0, HASTY)
    assert failure_of(program) is FailureKind.TIMED_OUT
    assert failure_of(program) is FailureKind.TIMED_OUT
    program.close()


def test_one_that_does_not_listen_is_ended() -> None:
    """A question that exceeds what a pipe holds is not waited for longer than an answer."""
    program = scripted("deaf", 0, HASTY)
    many = tuple(Player(tpn=tpn, name=f"Player {tpn}") for tpn in range(1, 2001))
    with pytest.raises(ProgramError) as caught:
        program.pair(Event(players=many, rounds_recorded=0, rounds_declared=3), 1)
    assert caught.value.kind is FailureKind.TIMED_OUT
    program.close()


def test_no_legal_pairing_is_not_a_failure() -> None:
    """It is the program's answer, with its reason."""
    program = scripted("unpairable", 0)
    try:
        with pytest.raises(NoLegalPairingError, match="they have all met"):
            program.pair(TWO, 1)
    finally:
        program.close()


def test_one_that_is_fast_for_a_thousand_events_and_then_dies_costs_one_event_each_time() -> None:
    """Of 2,100 questions, two fail; all others are answered rightly."""
    program = scripted("dies", 1000)
    outcomes: Counter[object] = Counter()
    try:
        for _ in range(2100):
            try:
                outcomes[program.pair(TWO, 1) == ANSWER] += 1
            except ProgramError as error:
                outcomes[error.kind] += 1
    finally:
        program.close()
    assert outcomes == {True: 2098, FailureKind.CRASHED: 2}


def test_one_that_cannot_be_started_says_so() -> None:
    """Also when it is asked for its name."""
    program = ResidentProgram(["no-such-program-anywhere"])
    assert failure_of(program) is FailureKind.NOT_STARTED
    assert program.identity.name == "no-such-program-anywhere"
    program.close()


def test_one_that_speaks_another_protocol_is_refused() -> None:
    """A program of the list of pairs, say, which prints a help text."""
    program = ResidentProgram([sys.executable, "-c", "print('usage: me FILE')"], PATIENT)
    assert failure_of(program) is FailureKind.GARBLED
    program.close()


def talk(command: list[str], questions: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Have a conversation over pipes, without the product's own adapter."""
    import subprocess  # noqa: PLC0415 - this test only

    text = "".join(json.dumps(question) + "\n" for question in questions)
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=True, timeout=60)  # noqa: S603 - ours
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.parametrize(
    "command",
    [[sys.executable, str(SCRIPT), "none", "0"], [sys.executable, str(EXAMPLE)]],
    ids=["scripted", "example"],
)
def test_conversations_follow_the_schema(command: list[str]) -> None:
    """Questions as the product asks them, answers of the scripted program and of the example."""
    trf = write_trf26(TWO)
    questions = [
        {"id": 1, "do": "start", "protocol": 1},
        {"id": 2, "do": "capabilities"},
        {"id": 3, "do": "pair", "trf": trf, "round": 1},
        {"id": 4, "do": "check", "trf": trf},
        {"id": 5, "do": "generate", "seed": 1},
        {"id": 6, "do": "stop"},
    ]
    answers = talk(command, questions)
    assert [answer["id"] for answer in answers] == [1, 2, 3, 4, 5]
    assert answers[2]["pairs"] == [[1, 2]]
    for line in (*questions, *answers):
        jsonschema.validate(line, schema())


def test_the_schema_refuses_what_the_product_refuses() -> None:
    """A pair of three, an answer without an id, a question of another protocol."""
    for line in ({"id": 1, "pairs": [[1, 2, 3]]}, {"pairs": [[1, 2]]}, {"id": 1, "do": "start", "protocol": 2}):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(line, schema())


def test_the_example_is_forty_lines() -> None:
    """A protocol is as good as its shortest program."""
    assert len(EXAMPLE.read_text().splitlines()) <= 45


def test_the_example_answers_one_question_after_the_other() -> None:
    """The example pairs every round and tells who it is."""
    event = Batch(seed=5, axes=replace(PLAIN, players=Span(9, 9), rounds=Span(6, 6))).play(1).event
    program = ResidentProgram([sys.executable, str(EXAMPLE)], PATIENT)
    try:
        assert program.identity.name == "example"
        for number in range(1, event.rounds_recorded + 1):
            assert same(program.pair(cut_before_round(event, number), number), recorded_pairing(event, number))
        assert program.capabilities()["systems"] == ["dutch-2026"]
        with pytest.raises(ProgramError, match="is not understood"):
            program.check(event)
    finally:
        program.close()
