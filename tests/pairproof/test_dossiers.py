"""``pairproof campaign show``: a folder with all that shows a finding, which can be sent to strangers."""

from __future__ import annotations

import hashlib
import html
import json
import os
import re
import shlex
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from support.campaigns import HERE, configuration, judge_campaign
from support.runs import INJECTION
from support.trf import played, trf_of, with_exchanged_opponents

from checker.campaigns.explaining import causes_of
from checker.campaigns.store import open_store
from checker.planting import PlantedStandings, plant_standings
from checker.programs.answers import read_answer
from checker.programs.program import AnswerForm
from checker.verdicts.verdict import ExitStatus
from pairproof.cli.main import main
from tournaments.trf.writing import write_trf26

pytestmark = pytest.mark.usefixtures("judging_here")
PROGRAMS = Path(__file__).parents[1] / "support" / "programs"
WITHOUT_C12 = "callable:support.reduction:pair_without_c12"
AXES = (("players", "8..10"), ("rounds", "3..4"))


@pytest.fixture(scope="module")
def shared_store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Judge a program that leaves out C12 on a few events, one of which shows it first with 8 players."""
    path = tmp_path_factory.mktemp("store") / "c.sqlite"
    judge_campaign(path, replace(configuration(WITHOUT_C12), axes=AXES), (0, 6)).close()
    assert main(["campaign", "show", str(path), "5"]) == 0  # what was looked for is kept, and found at once
    return path


@pytest.fixture
def store(shared_store: Path, here: Path) -> Path:
    """Return a copy of its store."""
    path = here / "c.sqlite"
    path.write_bytes(shared_store.read_bytes())
    return path


def make_dossier(store: Path, subject: str, *words: str) -> dict[str, bytes]:
    """Make a dossier and return its files."""
    assert main(["campaign", "show", str(store), subject, "-o", "dossier", *words]) == 0
    return {path.name: path.read_bytes() for path in Path("dossier").iterdir()}


def reproduced(folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the script that asks again, from elsewhere."""
    environment = os.environ | {"PYTHON": sys.executable, "PYTHONPATH": str(PROGRAMS.parents[1])}
    script = str(folder.absolute() / "reproduce.sh")
    return subprocess.run([script], capture_output=True, text=True, check=False, env=environment, cwd="/")  # noqa: S603 - a script that we wrote


def test_a_dossier_holds_second_opinions(store: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The text and the page of the round say with whom the other programs agree."""
    words = ["--no-reduce", "--second-opinion", "friend=callable:support.campaigns:honest"]
    files = make_dossier(store, "5", *words, "--second-opinion", f"same={WITHOUT_C12}")
    for name in ("README.txt", "round.html"):
        shown = " ".join(html.unescape(files[name].decode()).split())
        assert "Second opinion: friend agrees: it pairs the round as Pairproof does." in shown, name
        assert "Second opinion: same " in shown, name
    assert main(["campaign", "show", str(store), "5", "--second-opinion", "none.toml"]) == ExitStatus.USAGE
    assert "--second-opinion: " in capsys.readouterr().err


def test_the_folder_holds_what_shows_a_cause(store: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Of the smallest event; the check of it, and of the reduced one, comes to the verdict of the campaign."""
    with open_store(store) as opened:
        cause = causes_of(opened, 0).groups[0].first
        kept = opened.exchange(5, 0, 3)
    files = make_dossier(store, cause.identifier)
    told = json.loads(files["dossier.json"])
    assert (told["event"], told["players"], told["round"], told["verdict"]) == (5, 8, 3, "worse")
    assert (told["cause"]["id"], told["cause"]["article"]) == (cause.identifier, cause.article)
    assert kept is not None
    assert (files["given.trf"], files["answer.txt"]) == (kept.given, kept.answer)
    assert {*told["files"]} == files.keys()
    capsys.readouterr()
    for name in ("event.trf", "reduced.trf"):
        assert main(["check", f"dossier/{name}", "--system", "dutch-2026"]) == 1
        assert "[worse]" in capsys.readouterr().out
    ours = read_answer(files["regulation.txt"], AnswerForm.PAIRS, 3, 1)
    assert read_answer(files["program.txt"], AnswerForm.PAIRS, 3, 1) != ours
    assert main(["pair", "dossier/given.trf", "--system", "dutch-2026"]) == 0
    assert capsys.readouterr().out == files["regulation.txt"].decode()


def test_the_proof_is_verified_without_pairproof(store: Path) -> None:
    """The vendor who is accused runs one file of plain Python; another pairing of the event proves nothing."""
    files = make_dossier(store, "5")
    assert b"python verify.py proof.json event.trf" in files["README.txt"]
    assert b"Verified independently: the expected pairing is legal" in files["round.html"]
    command = [sys.executable, "-I", "-S", "verify.py", "proof.json", "event.trf"]
    done = subprocess.run(command, cwd="dossier", capture_output=True, text=True, check=False)  # noqa: S603 - our own program
    assert (done.returncode, done.stderr) == (0, "")
    assert "verified: the expected pairing is legal, " in done.stdout
    proof = json.loads(files["proof.json"])
    proof["posted"], proof["expected"] = proof["expected"], proof["posted"]
    Path("dossier/proof.json").write_text(json.dumps(proof), "utf-8")
    done = subprocess.run(command, cwd="dossier", capture_output=True, text=True, check=False)  # noqa: S603 - likewise
    assert (done.returncode, done.stderr) == (1, "")
    assert "refused: the posted pairing of the proof is not that of the file" in done.stdout


def test_the_pages_call_the_answer_the_programs(store: Path) -> None:
    """The answer is not a recorded pairing."""
    files = make_dossier(store, "5")
    for name in ("round.html", "reduced.html"):
        page = html.unescape(files[name].decode())
        difference = re.sub("<[^>]*>", "", page[page.index('<section class="difference"') : page.index("Criteria in")])
        assert "Answered by the program" in difference
        assert "he program's answer" in difference
        assert "ecorded" not in difference
        assert "osted" not in difference


def test_the_hashes_are_those_of_the_files(store: Path) -> None:
    """A change of any file of the folder can be detected."""
    files = make_dossier(store, "5")
    sums = dict(reversed(line.split("  ")) for line in files.pop("SHA256SUMS").decode().splitlines())
    assert sums == {name: hashlib.sha256(content).hexdigest() for name, content in files.items()}


@pytest.mark.usefixtures("here")
def test_without_a_folder_the_finding_is_printed(store: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The same words as on the first page."""
    assert main(["campaign", "show", str(store), "5", "--no-reduce"]) == 0
    message = capsys.readouterr().out
    assert "Verdict     worse" in message
    assert "reduced.trf" not in message
    assert not Path("dossier").exists()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["99"], "nothing was found by the name of '99'; there are:\n  "),
        (["no-such-cause"], "nothing was found by the name of 'no-such-cause'"),
        (["5", "--round", "1"], "there are none of this program and round"),
        (["5", "-o", "."], "is there already"),
        (["5", "-o", "nowhere/dossier"], "the directory nowhere does not exist"),
    ],
)
def test_unknown_names_are_wrong_usage(
    store: Path, words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The message says what there is."""
    assert main(["campaign", "show", str(store), *words]) == 3
    assert message in capsys.readouterr().err


# --- asking again -----------------------------------------------------------------------------------------------------


def test_the_script_asks_the_very_program_again(here: Path) -> None:
    """Wherever that lies: nothing in the name of its folder is obeyed."""
    folder = here / 'it\'s $(touch pwned); `touch pwned` & "more"'
    folder.mkdir()
    cast = folder / "cast.py"
    cast.write_bytes((PROGRAMS / "cast.py").read_bytes())
    words = shlex.join([sys.executable, str(cast), "always-natural", "{input}", "{output}"])
    settings = replace(configuration(f"command:{words}"), axes=(("players", "6"), ("rounds", "3")), seed=3)
    judge_campaign(here / "c.sqlite", settings, (0, 1)).close()
    files = make_dossier(here / "c.sqlite", "0", "--no-reduce")
    told = json.loads(files["dossier.json"])
    assert told["program"]["command"][1] == str(cast)
    assert [str(cast), hashlib.sha256(cast.read_bytes()).hexdigest()] in told["program"]["files"]
    done = reproduced(here / "dossier")
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "the same answer")
    (here / "dossier" / "answer.txt").write_text("1\n1 2\n")
    assert reproduced(here / "dossier").returncode == 1
    cast.unlink()
    done = reproduced(here / "dossier")
    assert done.returncode != 0
    assert not list(here.rglob("pwned"))


def test_a_resident_program_is_asked_in_its_protocol(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It pairs two of many players: a file cannot represent it, and the page says so."""
    scripted = f"resident:{sys.executable} {PROGRAMS / 'resident_scripted.py'} none 0"
    judge_campaign(here / "c.sqlite", replace(configuration(scripted), axes=(("players", "6"),)), (0, 1)).close()
    assert main(["campaign", "show", "c.sqlite", "0", "-o", "dossier", "--no-reduce"]) == 2
    readme = (here / "dossier" / "README.txt").read_text("utf-8")
    assert "A file cannot hold this answer as it was given" in readme
    done = reproduced(here / "dossier")
    assert (done.returncode, done.stdout) == (0, "the same answer\n")
    assert capsys.readouterr().err == ""


def test_a_function_is_called_again(store: Path) -> None:
    """By whatever Python is named."""
    make_dossier(store, "5", "--no-reduce")
    assert reproduced(Path("dossier")).stdout == "the same answer\n"


# --- people -----------------------------------------------------------------------------------------------------------


def chosen(here: Path, name: str, vice: str = "reversing") -> Path:
    """Judge a program on an event with a player of this name; return the store."""
    event = played(rounds=3)
    first, *others = event.players
    event = replace(event, name=name, players=(replace(first, name=name, fide_id="1234567"), *others))
    (here / "open.trf").write_text(write_trf26(event), "utf-8")
    words = ["--system", "dutch-2026", "--seed", "1", "--workers", "1", "--store", "c.sqlite"]
    assert main(["campaign", "run", f"{HERE}:{vice}", "--from", "open.trf", *words]) == 1
    return here / "c.sqlite"


@pytest.mark.parametrize("anonymous", [False, True])
def test_names_are_replaced_if_that_is_asked_for(here: Path, anonymous: bool) -> None:
    """In every file, the input included; what was found stays."""
    store = chosen(here, "Zverev, Dmitri")
    files = make_dossier(store, "0", "--no-reduce", *(["--anonymise"] if anonymous else []))
    naming = {name for name, content in files.items() if b"Zverev" in content or b"1234567" in content}
    assert naming == (set() if anonymous else {*naming, "given.trf", "event.trf", "README.txt", "round.html"})
    assert json.loads(files["dossier.json"])["check_shows_it"]
    assert main(["check", "dossier/event.trf", "--system", "dutch-2026", "--rounds", "2"]) == 1


def test_no_player_is_named_even_if_no_file_can_hold_the_answer(here: Path) -> None:
    """The sentence of the campaign named both players of the repeated pair."""
    store = chosen(here, "Zverev, Dmitri", "stammering")
    assert main(["campaign", "show", str(store), "0", "-o", "dossier", "--no-reduce", "--anonymise"]) == 2
    files = {path.name: path.read_bytes() for path in Path("dossier").iterdir()}
    assert not [name for name, content in files.items() if b"Zverev" in content]
    assert "Round 1: illegal." in files["README.txt"].decode()


def test_a_hostile_name_is_shown_and_not_obeyed(here: Path) -> None:
    """Neither by a browser, nor by a terminal, nor by a shell."""
    files = make_dossier(chosen(here, f"{INJECTION} $(id)"), "0", "--no-reduce")
    assert INJECTION not in files["round.html"].decode()
    assert "$(id)" not in files["reproduce.sh"].decode()
    assert {*files} == {*json.loads(files["dossier.json"])["files"]}


# --- other campaigns --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("program", "status"), [("pair_without_c12", 0), ("moved_away", 2)])
def test_of_an_earlier_store_the_program_is_asked_again(
    store: Path, program: str, status: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """If it can be; a store of format 2 kept no answers."""
    with closing(sqlite3.connect(store)) as old:
        for table in ("answers", "inputs", "recipes", "exercised", "chosen", "reduced"):
            old.execute(f"DROP TABLE {table}")
        old.execute("ALTER TABLE findings DROP COLUMN parted")
        old.execute("PRAGMA user_version = 2")
        old.execute("UPDATE programs SET spec = replace(spec, 'pair_without_c12', ?)", (program,))
        old.execute("UPDATE meta SET value = replace(value, 'pair_without_c12', ?)", (program,))
        old.commit()
    assert main(["campaign", "show", str(store), "5", "-o", "dossier", "--no-reduce"]) == status
    if status:
        assert "the store does not keep the answer" in capsys.readouterr().err
        assert not Path("dossier").exists()
    else:
        assert "no hash to compare it with" in Path("dossier/README.txt").read_text("utf-8")


def test_a_program_that_is_not_where_the_script_looks_was_not_asked(here: Path) -> None:
    """The script does not contain its path; a stranger puts the program beside the script."""
    folder = here / "somewhere"
    folder.mkdir()
    program = folder / "natural"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} {PROGRAMS / "cast.py"} always-natural "$@"\n')
    program.chmod(0o755)
    axes = (("players", "6"), ("rounds", "3"))
    settings = replace(configuration(f"command:{program} {{input}} {{output}}"), axes=axes, seed=3)
    judge_campaign(here / "c.sqlite", settings, (0, 1)).close()
    make_dossier(here / "c.sqlite", "0", "--anonymise", "--no-reduce")
    done = reproduced(here / "dossier")
    assert done.returncode == 2
    assert "it could not be started" in done.stdout
    (here / "dossier" / program.name).write_bytes(program.read_bytes())
    (here / "dossier" / program.name).chmod(0o755)
    done = reproduced(here / "dossier")
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "the same answer")


def test_an_event_that_a_program_has_made_is_shown_up_to_the_round(here: Path) -> None:
    """The program got no input, and cannot be asked again."""
    folder = here / "theirs"
    folder.mkdir()
    (folder / "0.trf").write_text(trf_of(with_exchanged_opponents(played())), "utf-8")
    words = ["--direction", "generate", "--system", "auto", "--seed", "1", "--workers", "1", "--store", "c.sqlite"]
    assert main(["campaign", "run", f"files:{folder}", *words]) == 1
    files = make_dossier(here / "c.sqlite", "0")
    assert not {"given.trf", "reproduce.sh"} & files.keys()
    assert files["answer.txt"] == (folder / "0.trf").read_bytes()
    assert main(["check", "dossier/event.trf"]) == 1
    assert main(["check", "dossier/reduced.trf"]) == 1


def test_events_of_teams_are_shown_and_reduced(here: Path) -> None:
    """Like those of players."""
    settings = replace(configuration(f"{HERE}:team_reversing"), system="team-2026", profile="mixed")
    settings = replace(settings, axes=(("teams", "4..6"), ("rounds", "2")))
    judge_campaign(here / "c.sqlite", settings, (0, 1)).close()
    files = make_dossier(here / "c.sqlite", "0")
    assert "4 teams, 2 rounds" in files["README.txt"].decode()
    for name in ("event.trf", "reduced.trf"):
        assert main(["check", f"dossier/{name}", "--system", "team-2026", "--rounds", "2"]) == 1


def test_a_checkers_verdict_is_proved_by_input_output_and_our_argument(here: Path) -> None:
    """It objects to a right round; asked again by the script, it says the same."""
    nervous = f"resident:{sys.executable} {PROGRAMS / 'checking.py'} nervous"
    words = ["-n", "2", "--seed", "1", "--axis", "players=4..9", "--axis", "rounds=2", "--workers", "1"]
    assert main(["exam", nervous, *words, "--system", "dutch-2026", "--store", "c.sqlite"]) == 1
    files = make_dossier(here / "c.sqlite", "0")
    readme = files["README.txt"].decode()
    assert "Its checker objects to round 1, which is right." in readme
    assert "It says     so it says" in readme
    assert "We say      Round 1: the pairing is the one that the rules ask for." in readme
    pairs = files["regulation.txt"].decode().splitlines()[1:]
    why = files["why.txt"].decode()
    assert why.count("Round 1: Player ") == len(pairs)
    assert "has White. Neither has had a colour yet: " in " ".join(why.split())
    told = json.loads(files["dossier.json"])
    assert (told["score"], told["verdict"], told["round"], told["check_shows_it"]) == ("false alarm", "clean", 1, True)
    assert json.loads(files["answer.txt"])["wrong_rounds"] == [1]
    assert files["given.trf"].startswith(b"012")
    assert {*told["files"]} == files.keys()
    assert main(["check", "dossier/event.trf", "--rounds", "1", "--system", "dutch-2026"]) == 0
    assert reproduced(here / "dossier").returncode == 0
    (here / "dossier" / "answer.txt").write_text("something else", "utf-8")
    assert reproduced(here / "dossier").returncode == 1


def test_a_wrong_rank_order_of_a_generator_is_argued_too(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Its event is the proof; it was given none, so nothing is asked again."""
    settings = replace(configuration("none"), axes=(("players", "8"), ("rounds", "3")), seed=3)
    batch = settings.batch()
    planted = next(
        event
        for index in range(20)
        if (event := plant_standings(batch.play(index).event, PlantedStandings.EXCHANGED_NEIGHBOURS, Random(1)))
    )
    (here / "own").mkdir()
    (here / "own" / "a.trf").write_text(write_trf26(planted), "utf-8")
    run = ["campaign", "run", "files:own", "--direction", "generate", "--system", "dutch-2026", "--workers", "1"]
    assert main([*run, "--store", "c.sqlite"]) == 1
    files = make_dossier(here / "c.sqlite", "0")
    told = json.loads(files["dossier.json"])
    assert told["sentence"] == "The event that it made is wrong in the rank order."
    assert "out of place" in told["argument"]
    assert (told["round"], told["says"], told["check_shows_it"]) == (0, "", True)
    assert not {"given.trf", "reproduce.sh", "regulation.txt"} & files.keys()
    capsys.readouterr()
    assert main(["check", "dossier/event.trf", "--system", "dutch-2026"]) == 1
    assert "[standings wrong]" in capsys.readouterr().out


def test_a_planted_error_that_a_checker_misses_is_argued_as_a_check_does(here: Path) -> None:
    """Of a round, and of a rank order, each with its sentence; the page draws it."""
    blind = f"resident:{sys.executable} {PROGRAMS / 'checking.py'} blind"
    words = ["-n", "2", "--seed", "1", "--axis", "players=8", "--axis", "rounds=3", "--workers", "1"]
    assert main(["exam", blind, *words, "--system", "dutch-2026", "--store", "c.sqlite"]) == 1
    files = make_dossier(here / "c.sqlite", "1")
    told = json.loads(files["dossier.json"])
    assert told["sentence"] == f"Its checker does not object to round {told['round']}, which is wrong."
    assert told["argument"].startswith(f"Round {told['round']}")
    assert (told["check_shows_it"], told["says"]) == (True, "")
    assert html.escape(told["argument"].removeprefix(f"Round {told['round']}: ")[:40]) in files["check.html"].decode()
    asked = ["check", "dossier/event.trf", "--rounds", str(told["round"]), "--system", "dutch-2026"]
    assert main(asked) == 1
