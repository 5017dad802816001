"""The pytest plugin, in sessions of its own."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from support.campaigns import honest
from support.loaded import load_everything
from support.reduction import find_wrong_round, pair_without_c14
from support.trf import played, trf_of, with_exchanged_opponents

from checker.programs.answers import pair_list
from checker.suite.questions import Suite, load_suite
from checker.verdicts.team_events import cut_before_round
from pairproof.pytest_plugin import suite as pytest_suite
from tournaments.readings import chosen_readings
from tournaments.trf.writing import write_trf26

if TYPE_CHECKING:
    from tournaments.model import Event

pytest_plugins = ["pytester"]
pytestmark = pytest.mark.usefixtures("judging_here")

RIGHT = "callable:support.conformance.programs:right"
REVERSING = "callable:support.campaigns:reversing"
WITHOUT_C14 = "callable:support.reduction:pair_without_c14"
C14 = "resident-downfloat-again-1-left-out"


@pytest.fixture(scope="module", autouse=True)
def _everything_is_loaded() -> None:
    load_everything()


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> Suite:
    """Let the suite have four questions, the first of which C14 decides."""
    whole = load_suite("dutch-2026")
    with_it = next(one for one in whole.questions if C14 in one.shown)
    others = [one for one in whole.questions if C14 not in one.shown][:3]
    suite = replace(whole, questions=(with_it, *others))
    monkeypatch.setattr(pytest_suite, "load_suite", lambda _: suite)
    return suite


# --- where nothing is asked for ---------------------------------------------------------------------------------------


def test_without_an_option_nothing_is_collected_and_nothing_loaded(pytester: pytest.Pytester) -> None:
    """A project that tests something else loads one small module of Pairproof."""
    pytester.makefile(".trf", event="no tournament")
    pytester.makefile(".expected.toml", event="")
    pytester.makepyfile(
        """
        import sys

        def test_something_else():
            loaded = {name.partition(".")[0] for name in sys.modules}
            assert not loaded & {"numpy", "checker", "tournaments", "reference_engines"}
            assert [name for name in sys.modules if name.startswith("pairproof.")] == ["pairproof.pytest_plugin"]
        """
    )
    result = pytester.runpytest_subprocess("-q")
    result.assert_outcomes(passed=1)


def test_every_option_of_the_manual_exists_and_no_other(pytester: pytest.Pytester) -> None:
    """On the command line and for the configuration."""
    told = pytester.runpytest_inprocess("--help").stdout.str()
    page = (Path(__file__).parents[2] / "docs" / "ci.md").read_text("utf-8")
    for form in (r"--pairproof-[a-z-]+", r"\bpairproof_[a-z_]+"):
        assert set(re.findall(form, page)) == set(re.findall(form, told))


# --- the suite --------------------------------------------------------------------------------------------------------


def test_each_question_is_a_test_named_by_article_and_identifier(few: Suite, pytester: pytest.Pytester) -> None:
    """Beside those that are there."""
    pytester.makepyfile("def test_mine(): pass")
    result = pytester.runpytest_inprocess("--pairproof-suite", "--pairproof-program", RIGHT, "-v")
    result.assert_outcomes(passed=1 + len(few.questions))
    result.stdout.fnmatch_lines(["*collected 5 items", "*::test_mine PASSED*"])
    result.stdout.fnmatch_lines_random(
        [f"pairproof-suite::dutch-2026[[]{one.article}-{one.identifier}[]] PASSED*" for one in few.questions]
    )


def test_options_can_stand_in_the_configuration(few: Suite, pytester: pytest.Pytester) -> None:
    """So that ``pytest`` alone asks the suite."""
    pytester.makeini(f"[pytest]\npairproof_program = {RIGHT}\npairproof_suite = true\n")
    pytester.runpytest_inprocess().assert_outcomes(passed=len(few.questions))


@pytest.mark.parametrize("is_configured", [False, True])
def test_a_session_follows_the_chosen_reading(few: Suite, pytester: pytest.Pytester, *, is_configured: bool) -> None:
    """By the option or the configuration; what judges in tests of the project follows it, too."""
    chosen = "SPP-2026-08=printed"
    if is_configured:
        pytester.makeini(f"[pytest]\npairproof_reading = {chosen}\n")
    pytester.makepyfile(
        f"""
        from tournaments.readings import chosen_readings

        def test_mine():
            assert [str(one) for one in chosen_readings()] == ["{chosen}"]
        """
    )
    options = [] if is_configured else ["--pairproof-reading", chosen]
    result = pytester.runpytest_inprocess(*options, "--pairproof-suite", "--pairproof-program", RIGHT)
    result.assert_outcomes(passed=1 + len(few.questions))
    result.stdout.fnmatch_lines([f"pairproof: Reading chosen: {chosen}. *"])
    assert chosen_readings() == ()
    wrong = pytester.runpytest_inprocess("--pairproof-reading", "SPP-2026-08=print")
    wrong.stderr.fnmatch_lines(["*did you mean printed*"])


def test_a_named_file_runs_the_suite_by_the_option_only(few: Suite, pytester: pytest.Pytester) -> None:
    """A configuration is for everything; one test of one's own is to stay one."""
    pytester.makeini(f"[pytest]\npairproof_program = {RIGHT}\npairproof_suite = true\n")
    mine = pytester.makepyfile("def test_mine(): pass")
    pytester.runpytest_inprocess(mine).assert_outcomes(passed=1)
    pytester.runpytest_inprocess(mine, "--pairproof-suite").assert_outcomes(passed=1 + len(few.questions))


def test_questions_are_chosen_as_other_tests_are(few: Suite, pytester: pytest.Pytester) -> None:
    """By ``-k``, article or identifier."""
    identifier = few.questions[1].identifier
    result = pytester.runpytest_inprocess("--pairproof-suite", "--pairproof-program", RIGHT, "-k", identifier)
    result.assert_outcomes(passed=1, deselected=3)


def test_last_failures_can_be_run_again_alone(few: Suite, pytester: pytest.Pytester) -> None:
    """By ``--lf``, which knows tests by their names."""
    asked = ("--pairproof-suite", "--pairproof-program", WITHOUT_C14)
    pytester.runpytest_inprocess(*asked).assert_outcomes(passed=len(few.questions) - 1, failed=1)
    pytester.runpytest_inprocess(*asked, "--lf").assert_outcomes(failed=1, deselected=len(few.questions) - 1)


def test_a_wrong_answer_fails_by_its_argument(few: Suite, pytester: pytest.Pytester) -> None:
    """Criterion, scoregroup and players, what misreading answers so, and how to see it again; no trace of ours."""
    result = pytester.runpytest_inprocess("--pairproof-suite", "--pairproof-program", WITHOUT_C14)
    result.assert_outcomes(passed=3, failed=1)
    told = result.stdout.str()
    assert f"[worse] Round {few.questions[0].round_number}: " in told
    assert " The program's answer: " in told
    assert " had the pairing-allocated bye in round 2, which counts as a downfloat; " in told
    assert "(C14, 2.4.9)." in told
    assert "A program that pairs as if C14 were left out (2.4.9) would answer like this" in told
    again = f"--pairproof-program {WITHOUT_C14} --pairproof-system dutch-2026 -k {few.questions[0].identifier}"
    assert f"Again: pytest --pairproof-suite {again}" in told
    result.stdout.re_match_lines([r"    answered +correct$", r"    Player \d+ \(\d+\) - Player \d+ \(\d+\)   \w"])
    assert max(map(len, told.splitlines())) < 400
    pytester.runpytest_inprocess("--pairproof-suite", *again.split()).assert_outcomes(failed=1, deselected=3)
    assert "Traceback" not in told
    assert "pytest_suite.py" not in told


def test_a_known_answer_is_an_expected_failure_until_it_is_gone(few: Suite, pytester: pytest.Pytester) -> None:
    """By the misreading that answers so; the list can be judged only where all questions were asked."""
    known = f'[[known]]\ncause = "{C14}"\nreason = "ticket 12"\n'
    pytester.makeini("[pytest]\npairproof_suite = true\npairproof_known = known.toml\n")
    (pytester.path / "known.toml").write_text(known)
    wrong = pytester.runpytest_inprocess("--pairproof-program", WITHOUT_C14, "-rx")
    wrong.assert_outcomes(passed=4, xfailed=1)
    wrong.stdout.fnmatch_lines(["XFAIL *known: ticket 12*"])
    right = pytester.runpytest_inprocess("--pairproof-program", RIGHT)
    right.assert_outcomes(passed=4, failed=1)
    right.stdout.fnmatch_lines([f"*{C14}: does not occur any more; take it off the list (*known.toml, line 1)"])
    few_of_them = pytester.runpytest_inprocess(
        "--pairproof-program", RIGHT, "-k", f"known or {few.questions[0].identifier}"
    )
    few_of_them.assert_outcomes(passed=1, skipped=1, deselected=3)
    (pytester.path / "known.toml").write_text("[[known]]")
    assert pytester.runpytest_inprocess("--pairproof-program", RIGHT).ret == pytest.ExitCode.USAGE_ERROR


def test_an_unanswered_question_does_not_pass(few: Suite, pytester: pytest.Pytester) -> None:
    """A program that cannot be started has answered nothing."""
    nobody = f"command:{sys.executable} -c pass {{input}} {{output}}"
    result = pytester.runpytest_inprocess("--pairproof-suite", "--pairproof-program", nobody)
    result.assert_outcomes(failed=len(few.questions))
    result.stdout.fnmatch_lines(["*wrote no answer*; right is *"])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--pairproof-suite"], "*which program? Say it by --pairproof-program, or pairproof_program"),
        (["--pairproof-suite", "--pairproof-program", "nobody"], "*'nobody' is not a program that is described here*"),
        (
            ["--pairproof-suite", "--pairproof-program", RIGHT, "--pairproof-system", "swiss-1900"],
            "*no suite exists for 'swiss-1900'; there are: *",
        ),
        (
            ["--pairproof-suite", "--pairproof-program", RIGHT, "--pairproof-time-limit", "-1"],
            "*the time limit is '-1.0'; write seconds, more than 0",
        ),
    ],
)
def test_wrong_usage_is_reported_as_such(options: list[str], message: str, pytester: pytest.Pytester) -> None:
    """In a sentence, and not as a failure."""
    result = pytester.runpytest_inprocess(*options)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([message])


# --- files ------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def decided_by_c14() -> tuple[Event, int]:
    """Return an event and a round of it that C14 decides."""
    return find_wrong_round("pair_without_c14")


@pytest.fixture
def project(pytester: pytest.Pytester, decided_by_c14: tuple[Event, int]) -> pytest.Pytester:
    """Write ``next.trf``, an event before a round that C14 decides."""
    event, number = decided_by_c14
    pytester.makefile(".trf", next=write_trf26(cut_before_round(event, number)))
    pytester.makefile(".trf", whole=write_trf26(event))
    return pytester


def run(pytester: pytest.Pytester, program: str, *options: str) -> pytest.RunResult:
    """Collect files."""
    return pytester.runpytest_inprocess("--pairproof-files", "--pairproof-program", program, *options)


def right_list(event: Event, number: int) -> str:
    """Return the list of pairs that is right."""
    return pair_list(honest(cut_before_round(event, number), number))


def test_only_files_with_an_expectation_beside_them_are_collected(project: pytest.Pytester) -> None:
    """Other files are not tests."""
    assert run(project, RIGHT).ret == pytest.ExitCode.NO_TESTS_COLLECTED


def test_a_list_of_pairs_is_what_a_program_is_to_answer(
    project: pytest.Pytester, decided_by_c14: tuple[Event, int]
) -> None:
    """As ``pairproof pair next.trf -o next.expected.txt`` writes it; boards aside."""
    lines = right_list(*decided_by_c14).splitlines()
    (project.path / "next.expected.txt").write_text("\n".join([lines[0], *reversed(lines[1:]), ""]))
    result = run(project, RIGHT, "-v")
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["next.trf::answer PASSED*"])


def test_a_program_that_answers_otherwise_fails_by_the_argument(
    project: pytest.Pytester, decided_by_c14: tuple[Event, int]
) -> None:
    """With its answer and the right one after it."""
    (project.path / "next.expected.txt").write_text(right_list(*decided_by_c14))
    result = run(project, WITHOUT_C14)
    result.assert_outcomes(failed=1)
    told = result.stdout.str()
    assert f"Round {decided_by_c14[1]}: " in told
    assert " The program's answer: " in told
    assert "(C14, 2.4.9)." in told
    result.stdout.re_match_lines([r"    answered +correct$", r"    Player \d+ \(\d+\) - Player \d+ \(\d+\)   \w"])
    assert "Traceback" not in told


def test_an_expectation_that_the_rules_do_not_permit_fails_whatever_is_answered(
    project: pytest.Pytester, decided_by_c14: tuple[Event, int]
) -> None:
    """Even if the program agrees with it."""
    event, number = decided_by_c14
    wrong = pair_without_c14(cut_before_round(event, number), number)
    (project.path / "next.expected.txt").write_text(pair_list(wrong))
    result = run(project, WITHOUT_C14)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["What is expected is not what dutch-2026 asks for.", "*(C14, 2.4.9)*"])


def test_a_table_asks_for_an_earlier_round(project: pytest.Pytester, decided_by_c14: tuple[Event, int]) -> None:
    """Without pairs the expected pairing is that of the regulation."""
    project.makefile(".expected.toml", whole=f"round = {decided_by_c14[1]}")
    run(project, RIGHT).assert_outcomes(passed=1)
    run(project, WITHOUT_C14).assert_outcomes(failed=1)


def test_where_no_pairing_is_legal_a_program_is_to_say_so(pytester: pytest.Pytester) -> None:
    """And to find none where there is one is wrong."""
    event = played(players=2, rounds=1)
    pytester.makefile(".trf", fresh=write_trf26(cut_before_round(event, 1)))
    pytester.makefile(".trf", over=write_trf26(event))
    pytester.makefile(".expected.toml", fresh="round = 1", over="round = 2")
    run(pytester, RIGHT).assert_outcomes(passed=2)
    despairing = run(pytester, "callable:support.campaigns:despairing", "-v")
    despairing.assert_outcomes(passed=1, failed=1)
    despairing.stdout.fnmatch_lines(["fresh.trf::answer FAILED*", "over.trf::answer PASSED*"])
    despairing.stdout.fnmatch_lines(["It says that no pairing is legal (none in round 1); right is 1-2"])


def test_a_known_error_fails_once_it_is_right(project: pytest.Pytester, decided_by_c14: tuple[Event, int]) -> None:
    """A known error cannot go stale, nor does it hide that nothing is answered."""
    project.makefile(".expected.toml", whole=f'round = {decided_by_c14[1]}\nknown = "ticket 12"')
    run(project, WITHOUT_C14).assert_outcomes(xfailed=1)
    run(project, f"command:{sys.executable} -c pass {{input}} {{output}}").assert_outcomes(failed=1)
    fixed = run(project, RIGHT)
    fixed.assert_outcomes(failed=1)
    fixed.stdout.fnmatch_lines(["*XPASS(strict)*ticket 12*"])


def test_without_a_round_what_is_recorded_is_judged(pytester: pytest.Pytester) -> None:
    """And no program is needed; a round can be expected to be wrong."""
    pytester.makefile(".trf", planted=trf_of(with_exchanged_opponents(played())))
    pytester.makefile(".expected.toml", planted="")
    wrong = pytester.runpytest_inprocess("--pairproof-files")
    wrong.assert_outcomes(failed=1)
    wrong.stdout.fnmatch_lines(
        ["*[[]illegal[]] Round 4: *", "Round 4:", "    posted * correct", "    Player *Player *"]
    )
    pytester.makefile(".expected.toml", planted='[verdicts]\n4 = "illegal"')
    pytester.runpytest_inprocess("--pairproof-files").assert_outcomes(passed=1)
    pytester.makefile(".expected.toml", planted='[verdicts]\n3 = "worse"')
    other = pytester.runpytest_inprocess("--pairproof-files")
    other.assert_outcomes(failed=1)
    other.stdout.fnmatch_lines(["Round 3: 'worse' is expected, and it is agree.", "Round 4 is expected to be right*"])


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ("pair = []", "'pair' is none of system, round, pairs, bye, known, verdicts"),
        ('round = "3"', "round is '3', which is not a number"),
        ("round = 0", "round is 0; rounds count from 1"),
        ("bye = 3", "a bye is expected, and no pairs"),
        ("pairs = [[1, 2, 3]]", "*[[]1, 2, 3[]] is not two numbers"),
        ('round = 3\n[verdicts]\n1 = "agree"', "verdicts are on recorded rounds; round and pairs have a program asked"),
        ('[verdicts]\nfirst = "agree"', "verdicts: 'first' is not the number of a round"),
        ('[verdicts]\n1 = "fine"', "verdicts: 'fine' is none of agree, *"),
        ("round = ", "line 1*Invalid value*"),
    ],
)
def test_an_unreadable_expectation_is_an_error(table: str, message: str, project: pytest.Pytester) -> None:
    """Told with its file."""
    project.makefile(".expected.toml", next=table)
    result = run(project, RIGHT)
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines([f"next.expected.toml: {message}"])


# --- the fixture ------------------------------------------------------------------------------------------------------


def test_the_fixture_asks_the_program_of_the_configuration(pytester: pytest.Pytester) -> None:
    """A test is one line; what is found is kept, and the commands that show it are named."""
    options = f"pairproof_program = {REVERSING}\npairproof_system = dutch-2026"
    pytester.makeini(f"[pytest]\n{options}\n")
    pytester.makepyfile(
        f"""
        def test_it(assert_pairs):
            assert_pairs(events=1)

        def test_another(assert_pairs):
            assert_pairs("{RIGHT}", events=1)
        """
    )
    result = pytester.runpytest_inprocess()
    result.assert_outcomes(failed=1, passed=1)
    told = result.stdout.str()
    assert "Event 0. Round 2: In the program's answer, the pairs are right, the colours are not. " in told
    assert re.search(r"Shown by: PYTHONPATH=\S+ pairproof campaign show ", told)
    assert "asserting.py" not in told


@pytest.mark.parametrize(
    ("words", "folder"),
    [((), ".pairproof"), (("--pairproof-kept", "there"), "there"), (("--pairproof-no-kept",), "")],
    ids=["by itself", "named", "not at all"],
)
def test_failing_events_are_kept_beside_the_configuration(
    pytester: pytest.Pytester, words: tuple[str, ...], folder: str
) -> None:
    """And asked first by the next test of the program."""
    pytester.makepyfile(
        """
        def test_it(assert_pairs):
            assert_pairs(events=1, axes={"players": "8..9", "rounds": "3"})

        def test_another(assert_pairs):
            assert_pairs(events=1, axes={"players": "8..9", "rounds": "3"}, seed=2)
        """
    )
    result = pytester.runpytest_inprocess("--pairproof-program", REVERSING, *words)
    result.assert_outcomes(failed=2)
    kept = [path.name for path in pytester.path.iterdir() if list(path.rglob("*.trf"))]
    assert kept == ([folder] if folder else [])
    assert ("1 kept event was asked about first: 1 still fails." in result.stdout.str()) is bool(folder)
