"""The other commands: pair, lint, systems, and the forms of other programs."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest
from support.toy import event_of, games
from support.trf import played, trf_of

from checker.findings import EventHeader, RoundFinding
from checker.own_process import limit_numpy_threads, user_environment
from checker.verdicts.verdict import Verdict
from pairproof.cli.commands import _with_progress
from pairproof.cli.main import main
from tournaments import __version__


def rows(text: str) -> list[list[int]]:
    """Read a list of pairs."""
    return [[int(word) for word in line.split()] for line in text.splitlines()]


def test_pair_writes_the_next_round_as_javafo_does(unfinished: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The number of lines, then White and Black; the bye last, against 0."""
    assert main(["pair", unfinished]) == 0
    (number,), *pairs = rows(capsys.readouterr().out)
    assert number == len(pairs) == 5
    assert [len(pair) for pair in pairs] == [2] * 5
    assert pairs[-1][1] == 0
    assert sorted(tpn for pair in pairs for tpn in pair) == list(range(10))


def test_pair_writes_to_a_file(unfinished: str, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Then nothing goes to standard output."""
    main(["pair", unfinished])
    printed = capsys.readouterr().out
    assert main(["pair", unfinished, "-o", "pairs.txt"]) == 0
    assert (here / "pairs.txt").read_text("utf-8") == printed
    assert capsys.readouterr().out == ""


def test_the_forms_of_other_programs_do_the_same(
    unfinished: str, planted: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Pairing and checking by JaVaFo's and bbpPairings' habits."""
    main(["pair", unfinished])
    printed = capsys.readouterr().out
    assert main(["--dutch", unfinished, "-p", "pairs.txt"]) == 0
    assert (here / "pairs.txt").read_text("utf-8") == printed
    assert main([unfinished, "-p"]) == 0
    assert capsys.readouterr().out == printed
    assert main([planted, "-c"]) == 1
    assert main([planted, "-c", "1"]) == 0
    assert main(["-check", planted]) == 1


def test_a_finished_event_has_no_next_round(clean: str, capsys: pytest.CaptureFixture[str]) -> None:
    """All declared rounds are there."""
    assert main(["pair", clean]) == 2
    output = capsys.readouterr()
    assert "all 4 rounds that the event declares are recorded" in output.err
    assert output.out == ""


def test_a_round_without_a_legal_pairing_ends_in_2(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Two players cannot meet twice, and it is shown who cannot be paired."""
    text = trf_of(played(players=2, rounds=1)).replace("142 1", "142 2")
    (here / "duel.trf").write_text(text, "utf-8")
    assert main(["pair", "duel.trf"]) == 2
    error = capsys.readouterr().err
    assert error.startswith("pairproof: duel.trf: no pairing of this round complies with the absolute criteria: ")
    assert error.endswith(
        "only meet one another: player 1; player 2. Each group has an odd number and so leaves one over\n"
    )


def test_text_and_page_show_why_no_legal_pairing_exists(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Of a round in which two meet who have met."""
    event = event_of([games((1, 2)), games((2, 1))], players=2)
    (here / "duel.trf").write_text(trf_of(event), "utf-8")
    assert main(["check", "duel.trf", "--report", "duel.html"]) == 1
    why = "Each group has an odd number and so leaves one over"
    assert why in " ".join(capsys.readouterr().out.split())
    assert why in (here / "duel.html").read_text("utf-8")


@pytest.mark.parametrize("name", ["missing.trf", "."])
def test_a_program_that_cannot_be_opened_cannot_pair(here: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """One clear line."""
    assert here.is_dir()
    assert main(["pair", name]) == 2
    errors = capsys.readouterr().err.splitlines()
    assert len(errors) == 1
    assert "cannot be read" in errors[0]


def test_lint_ends_by_the_gravest_remark(clean: str, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """0 for nothing, 1 for what is suspect, 2 for what cannot be read."""
    assert main(["lint", clean]) == 0
    assert "clean.trf: no problems found" in capsys.readouterr().out
    text = (here / clean).read_text("utf-8")
    (here / "suspect.trf").write_text(text.replace("142 4\n", ""), "utf-8")
    assert main(["lint", "suspect.trf", clean]) == 1
    assert "rounds-missing" in capsys.readouterr().out
    (here / "empty.trf").write_bytes(b"")
    assert main(["lint", "empty.trf", "suspect.trf", "missing.trf"]) == 2
    assert "missing.trf: error[file-unreadable]" in capsys.readouterr().out


WITHOUT_LIMITS = """
import sys
sys.modules["fcntl"] = sys.modules["resource"] = None
from pairproof.cli.main import main
sys.exit(main(sys.argv[1:]))
"""
"""A system like Windows, which has neither."""


@pytest.mark.parametrize(
    ("command", "status", "message"),
    [
        ("lint clean.trf", 0, "no problems found"),
        ("exam --help", 2, "'fcntl'); use it on Linux or macOS"),
        ("serve missing.trf", 2, "missing.trf cannot be read"),
        ("serve c.sqlite", 2, "'fcntl'); use it on Linux or macOS"),
    ],
)
def test_where_programs_cannot_be_limited_only_they_are_left_out(
    command: str, status: int, message: str, clean: str, here: Path
) -> None:
    """Files are read as everywhere; what would run programs says why it does not."""
    assert clean == "clean.trf"
    (here / "c.sqlite").write_bytes(b"SQLite format 3\0")
    done = subprocess.run(  # noqa: S603 - our own interpreter
        [sys.executable, "-c", WITHOUT_LIMITS, *command.split()], cwd=here, capture_output=True, text=True, check=False
    )
    assert (done.returncode, message in done.stdout + done.stderr) == (status, True)


def test_systems_lists_editions_with_dates(capsys: pytest.CaptureFixture[str]) -> None:
    """Key, dates, title and source of each."""
    assert main(["systems"]) == 0
    output = capsys.readouterr().out
    assert "dutch-2026          from 2026-02-01 on" in output
    assert "dutch-2017          from 2017-07-01 to 2026-01-31" in output
    assert "dutch-2026/literal  from" in output


@pytest.mark.parametrize(("option", "text"), [("--version", f"pairproof {__version__}"), ("--help", "exit status:")])
def test_help_and_version_end_in_0(option: str, text: str, capsys: pytest.CaptureFixture[str]) -> None:
    """And say what was asked."""
    with pytest.raises(SystemExit) as end:
        main([option])
    assert end.value.code == 0
    assert text in capsys.readouterr().out


def test_the_version_is_written_once() -> None:
    """The package says it; what is installed takes it from there."""
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert "version" not in project
    assert project["dynamic"] == ["version"]
    assert version("pairproof") == __version__


class Terminal(io.StringIO):
    """Somebody is looking."""

    def isatty(self) -> bool:
        """Say so."""
        return True


def test_progress_is_shown_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Event and round on a terminal, nothing elsewhere."""
    header = EventHeader(event="open", source="open.trf")
    finding = RoundFinding(event="open", round_number=3, verdict=Verdict.AGREE, sentence="")
    on_terminal, in_file = Terminal(), io.StringIO()
    for stream in (on_terminal, in_file):
        monkeypatch.setattr(sys, "stderr", stream)
        assert list(_with_progress([header, finding], 7)) == [header, finding]
    assert "1/7 open" in on_terminal.getvalue()
    assert on_terminal.getvalue().endswith("\r\x1b[K")
    assert in_file.getvalue() == ""


def run(arguments: list[str], here: Path, **more: str) -> subprocess.CompletedProcess[str]:
    """Run Python in the folder."""
    environment = os.environ | more
    return subprocess.run(  # noqa: S603 - our own interpreter
        [sys.executable, *arguments], cwd=here, env=environment, capture_output=True, text=True, check=False
    )


def test_names_that_a_terminal_cannot_show_do_not_stop_a_report(clean: str, here: Path) -> None:
    """They are shown escaped."""
    text = (here / clean).read_text("utf-8").replace("012 Club evening", "012 Cłub evening ♞")
    (here / clean).write_text(text, "utf-8")
    done = run(["-m", "pairproof.cli.main", "check", clean], here, PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, "")
    assert "C\\u0142ub evening \\u265e" in done.stdout


def test_a_reader_that_goes_away_ends_the_run_in_a_sentence_and_2(clean: str, here: Path) -> None:
    """As in ``pairproof check FILE | head -1``: no traceback, and unread output does not pass."""
    script = f"{{ {sys.executable} -m pairproof.cli.main check {' '.join([clean] * 200)}; echo $? >status; }} | true"
    done = subprocess.run(  # noqa: S602 - the shell makes the pipe
        script, shell=True, cwd=here, capture_output=True, text=True, check=False
    )
    assert done.stderr == "pairproof: stopped, because the output is no longer being read\n"
    assert (here / "status").read_text("utf-8").strip() == "2"


HEAVY = {
    "email",
    "hashlib",
    "importlib.metadata",
    "json",
    "multiprocessing",
    "subprocess",
    "tempfile",
    "threading",
    "tomllib",
    "rich",
    "jinja2",
    "pandas",
    "jsonschema",
    "asyncio",
    "playwright",
    "networkx",
}

SLOW = {"pathlib", "urllib.parse"}
"""Libraries that take as long as our largest modules; some versions of NumPy load them."""


def loaded(statement: str, here: Path) -> set[str]:
    """Return the modules that a statement loads in a new interpreter."""
    code = f"import sys\n{statement}\nsys.stderr.write(' '.join(sys.modules))"
    return set(run(["-c", code], here).stderr.split())


def test_importing_the_package_loads_nothing(here: Path) -> None:
    """The public names are loaded when they are first used."""
    assert not {"numpy", "checker", "tournaments", "reference_engines"} & loaded("import pairproof", here)


def test_help_starts_without_the_engines(here: Path) -> None:
    """Help does not wait for NumPy."""
    statement = "from pairproof.cli.main import _parser\n_parser().format_help()"
    assert not {"numpy", "tournaments.model"} & loaded(statement, here)


ROOMS = ("tournaments", "standings", "reference_engines", "random_tournaments", "checker", "reports", "pairproof")
OTHER_ROOMS = {
    "standings",
    "random_tournaments",
    "checker.records.run_record",
    "checker.verdicts.discrepancy",
    "checker.verdicts.edition_comparison",
    "checker.verdicts.reasons",
    "checker.verdicts.team_doubts",
    "pairproof.api",
    "pairproof.cli.output_files",
    "tournaments.atomic_files",
    "tournaments.multi_game_rounds",
    "tournaments.unfinished_games",
    "tournaments.teams.event",
    "tournaments.teams.records",
    "tournaments.trf.teams",
    "checker.programs",
}


@pytest.mark.parametrize("head", ["192 FIDE_DUTCH_2026\n", "042 2026/11/01\n"])
def test_a_check_loads_only_what_it_needs(here: Path, head: str) -> None:
    """The start stays short for each way to find the system: no needless library, room or engine is loaded."""
    lines = [line for line in trf_of(played()).splitlines(keepends=True) if line[:3] not in {"042", "092", "192"}]
    (here / "event.trf").write_text(head + "".join(lines), "utf-8")
    modules = loaded("from pairproof.cli.main import main\nmain(['check', 'event.trf'])", here)
    assert not (HEAVY | OTHER_ROOMS) & modules
    assert not SLOW & (modules - loaded("import numpy", here))
    engines = {module for module in modules if module.startswith("reference_engines.") and module.endswith(".rules")}
    assert engines == {"reference_engines.dutch.rules", "reference_engines.frame.rules"}


def test_a_declared_system_loads_no_later_one(here: Path) -> None:
    """The code of field 192 is looked for from system to system."""
    (here / "event.trf").write_text(f"192 FIDE_DUTCH_2026\n{trf_of(played())}", "utf-8")
    modules = loaded("from pairproof.cli.main import main\nmain(['check', 'event.trf'])", here)
    assert "reference_engines.dutch" in modules
    assert not {"reference_engines.dubov", "reference_engines.lim", "reference_engines.team"} & modules


@pytest.mark.skipif(sys.platform != "linux", reason="the threads of a process are counted in /proc")
@pytest.mark.parametrize(("number", "threads"), [(None, 1), ("2", min(2, os.cpu_count() or 1))])
def test_a_check_starts_no_threads_for_matrices(number: str | None, threads: int, clean: str, here: Path) -> None:
    """They would take a third of its time; the number that the user has set prevails."""
    script = "import os, sys\nfrom pairproof.startup import main\nmain()\nprint(len(os.listdir('/proc/self/task')))"
    environment = {key: value for key, value in os.environ.items() if key != "OPENBLAS_NUM_THREADS"}
    if number is not None:
        environment["OPENBLAS_NUM_THREADS"] = number
    done = subprocess.run(  # noqa: S603 - our own interpreter
        [sys.executable, "-c", script, "check", clean], cwd=here, env=environment, capture_output=True, check=True
    )
    assert int(done.stdout.split()[-1]) == threads


def test_programs_get_the_environment_of_the_user(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without what we set for ourselves, and with what the user has set."""
    monkeypatch.delenv("OPENBLAS_NUM_THREADS", raising=False)
    before = dict(os.environ)
    limit_numpy_threads()
    try:
        assert dict(os.environ) != before
        assert user_environment() == before
    finally:
        os.environ.clear()
        os.environ.update(before)
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "3")
    limit_numpy_threads()
    assert user_environment() == before | {"OPENBLAS_NUM_THREADS": "3"}


def test_the_classes_of_a_check_are_made_in_the_short_way(clean: str, here: Path) -> None:
    """The library would compile six methods for each frozen class; `tournaments.frozen` compiles one where needed."""
    statement = f"""
from pairproof.cli.main import main
main(["check", "{clean}"])
for module in [module for name, module in sys.modules.items() if name.partition(".")[0] in {ROOMS}]:
    for found in vars(module).values():
        if isinstance(found, type) and "__dataclass_params__" in vars(found) and found.__dataclass_params__.frozen:
            sys.stderr.write(f"{{found.__qualname__}}\\n")
"""
    done = run(["-c", "import sys" + statement], here)
    assert (done.returncode, done.stderr) == (0, "")
