"""``pairproof endorse``: a bundle made, interrupted and gone on with, sent, tampered with, and checked again."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from support.campaigns import HERE
from support.evidence import changed, make_bundle, read_facts, resummed
from support.trf import played, trf_of, with_exchanged_opponents

from checker.suite.questions import suites
from pairproof.cli import endorse
from pairproof.cli.main import main

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from checker.campaigns.outcomes import EventOutcome
    from checker.campaigns.store import Store

pytestmark = pytest.mark.usefixtures("judging_here")
HONEST, REVERSING = f"{HERE}:honest", f"{HERE}:reversing"
WITHOUT_SUITE = "lim-1999"
CHECKING = Path(__file__).parents[1] / "support" / "programs" / "checking.py"


@pytest.fixture(scope="module")
def reversing_bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make the bundle of a program that reverses the colours of a board in the second round, once."""
    folder = tmp_path_factory.mktemp("evidence") / "bundle"
    assert make_bundle(REVERSING, str(folder), events=3) == 1
    return folder


@pytest.fixture(scope="module")
def honest_bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make the bundle of a program that pairs rightly, and does nothing else, once."""
    folder = tmp_path_factory.mktemp("evidence") / "bundle"
    assert make_bundle(HONEST, str(folder)) == 2
    return folder


@pytest.fixture
def bundle(reversing_bundle: Path, here: Path) -> Path:
    """Return a copy of it, to be tampered with."""
    return shutil.copytree(reversing_bundle, here / "bundle")


def verified(folder: Path, capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    """Check a bundle; return the exit status, and what does not match."""
    capsys.readouterr()
    status = main(["endorse", "verify", str(folder), *words])
    lines = capsys.readouterr().out.splitlines()
    return status, "\n".join(line for line in lines if line.startswith("DOES NOT MATCH"))


def test_a_program_that_only_pairs_lacks_the_rest_and_the_page_says_so(
    honest_bundle: Path, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Twenty events without a discrepancy do not suffice, and the missing checker is named."""
    shutil.copytree(honest_bundle, here / "bundle")
    assert make_bundle(HONEST, "bundle", "--as-it-is") == 2
    said = capsys.readouterr().out
    page = (here / "bundle" / "index.html").read_text("utf-8")
    for text in (said, page):
        assert "not yet known whether the bar is met" in text
        assert "has no checker, as it says itself" in text
        assert "has no generator, as it says itself" in text
        assert "Too few events: 20 in each direction; C.04.A asks for 5,000." in text
    facts = read_facts(here / "bundle")
    states = {part["part"]: part["state"] for part in facts["parts"]}
    assert states == {
        "suite": "done",
        "exam": "not done",
        "pair": "done",
        "judge": "not done",
        "generate": "not done",
    }
    status, other = verified(here / "bundle", capsys, "--all", "--program", HONEST)
    assert (status, other) == (0, "")


def test_interrupted_work_is_gone_on_with_by_the_same_command(
    honest_bundle: Path, here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing is asked twice, and the facts are those of work that was not interrupted."""
    indices: list[int] = []
    work = endorse.run_campaign

    def interrupted(store: Store, workers: int) -> Generator[EventOutcome]:
        for outcome in work(store, workers=workers):
            indices.append(outcome.index)
            if len(indices) == 5:
                raise KeyboardInterrupt
            yield outcome

    monkeypatch.setattr(endorse, "run_campaign", interrupted)
    assert make_bundle(HONEST, "bundle") == 130
    assert "the same command continues" in capsys.readouterr().err
    assert make_bundle(HONEST, "bundle", "--as-it-is") == 2
    assert read_facts(here / "bundle")["parts"][2]["state"] == "not finished"
    assert make_bundle(HONEST, "bundle") == 2
    assert sorted(indices) == list(range(20))
    assert read_facts(here / "bundle") == read_facts(honest_bundle)


def test_interrupted_in_the_suite_it_goes_on_with_the_questions_that_remain(
    honest_bundle: Path, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each answer is kept as it comes, and one of which only half was written is asked again."""
    shutil.copytree(honest_bundle, here / "bundle")
    kept = here / "bundle" / "work" / "suite.jsonl"
    lines = kept.read_text("utf-8").splitlines(keepends=True)
    kept.write_text("".join(lines[:-3]) + lines[-3][:20], "utf-8")
    questions: list[int] = []
    monkeypatch.setattr(endorse.Countdown, "see", lambda _: questions.append(1))
    assert make_bundle(HONEST, "bundle") == 2
    assert len(questions) == 3
    assert sorted(kept.read_text("utf-8").splitlines(keepends=True)) == sorted(lines)


def test_the_same_work_gives_the_same_zip(bundle: Path) -> None:
    """Which holds what the folder does, but for the stores."""
    before = (bundle / "evidence.zip").read_bytes()
    assert make_bundle(REVERSING, str(bundle), "--as-it-is", events=3) == 1
    assert (bundle / "evidence.zip").read_bytes() == before
    with zipfile.ZipFile(bundle / "evidence.zip") as archive:
        held = {name.removeprefix("evidence/"): archive.read(name) for name in archive.namelist()}
    assert held == {
        path.relative_to(bundle).as_posix(): path.read_bytes()
        for path in bundle.rglob("*")
        if path.is_file() and path.name != "evidence.zip" and "work" not in path.relative_to(bundle).parts
    }


def test_each_discrepancy_has_a_dossier_and_a_class_with_its_link(
    bundle: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The store's classes are in the bundle that is written next."""
    facts = read_facts(bundle)
    assert facts["discrepancies"]
    for one in facts["discrepancies"]:
        assert (bundle / one["dossier"] / "README.txt").is_file()
    signature = facts["kinds"][0]["signature"]
    classed = ["campaign", "class", str(bundle / "work" / "pair.sqlite"), signature, "candidate"]
    assert main([*classed, "--link", "https://example.org/7"]) == 0
    assert make_bundle(REVERSING, str(bundle), "--as-it-is", events=3) == 1
    assert "Not classed" not in capsys.readouterr().out
    assert 'href="https://example.org/7"' in (bundle / "index.html").read_text("utf-8")


def test_the_bundle_names_no_folder_of_this_machine(here: Path) -> None:
    """Folders have names of people."""
    assert WITHOUT_SUITE not in suites()
    program = here / "mine.py"
    program.write_text("print(1)", "utf-8")
    assert (
        make_bundle(f"command:{sys.executable} {program} {{input}}", "bundle", "--system", WITHOUT_SUITE, events=1) == 1
    )
    with zipfile.ZipFile(here / "bundle" / "evidence.zip") as archive:
        everything = b"".join(archive.read(name) for name in archive.namelist())
    assert str(here).encode() not in everything
    assert str(Path(sys.executable).parent).encode() not in everything


def test_events_of_its_own_are_checked_and_kept_where_something_is_wrong(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Files stand for a generator; the checker that is not there is missing."""
    (here / "own").mkdir()
    (here / "own" / "a.trf").write_text(trf_of(played()), "utf-8")
    (here / "own" / "b.trf").write_text(trf_of(with_exchanged_opponents(played())), "utf-8")
    assert make_bundle("files:own", "bundle") == 1
    bundle = here / "bundle"
    assert [path.name for path in (bundle / "own-events").iterdir()] == ["000001.trf"]
    (one,) = read_facts(bundle)["discrepancies"]
    assert (one["part"], one["event"]) == ("generate", 1)
    assert verified(bundle, capsys) == (0, "")
    named = names_in(bundle)
    assert named
    assert make_bundle("files:own", "bundle", "--anonymise") == 1
    assert verified(bundle, capsys) == (0, "")
    assert not named & names_in(bundle)
    changed(bundle, "own-events/000001.trf", lambda _: trf_of(played()))
    status, other = verified(bundle, capsys)
    assert status == 1
    assert "own event 1: other findings" in other


def test_a_checker_that_misses_errors_is_examined_but_not_believed(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Silence of the checker counts for nothing; standings that it does not judge are missing."""
    assert make_bundle(f"resident:{sys.executable} {CHECKING} blind", "bundle", events=4) == 1
    said = capsys.readouterr().out
    assert "our events through its checker: not done, because its checker is wrong in the smoke test" in said
    assert "exam of its checker: wrong about 2 of 4 events" in said.lower().replace("exam", "exam")
    assert "Rank orders through its checker: not done" in said
    assert verified(here / "bundle", capsys) == (0, "")


def test_each_objection_of_a_checker_to_our_events_has_its_proof(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In the exam and among right events: input, output, our argument; the page links to it, and names no folders."""
    spec = f"resident:{sys.executable} {CHECKING} picky"
    assert make_bundle(spec, "bundle", events=6) == 1
    bundle = here / "bundle"
    found = read_facts(bundle)["discrepancies"]
    assert {one["part"] for one in found} == {"judge", "exam"}
    page = (bundle / "index.html").read_text("utf-8")
    for one in found:
        folder = bundle / one["dossier"]
        proof = json.loads((folder / "dossier.json").read_text("utf-8"))
        assert proof["check_shows_it"]
        assert proof["argument"] == "Round 1: the pairing is the one that the rules ask for."
        assert {"given.trf", "answer.txt", "event.trf", "why.txt", "reproduce.sh"} <= {*proof["files"]}
        assert f'<a href="{one["dossier"]}/README.txt">' in page
        assert str(CHECKING.parent) not in (folder / "reproduce.sh").read_text("utf-8")
    assert 'id="exam-one-by-one"' in page
    assert verified(bundle, capsys) == (0, "")


def names_in(bundle: Path) -> set[str]:
    """Return the names of players of its own events that stand in the zip."""
    players = {line[14:47].strip() for line in trf_of(played()).splitlines() if line.startswith("001")}
    with zipfile.ZipFile(bundle / "evidence.zip") as archive:
        everything = "".join(archive.read(name).decode() for name in archive.namelist())
    return {name for name in players if name in everything}


# --- tampering -------------------------------------------------------------------------------------------------------


def test_an_untouched_bundle_matches(bundle: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Wherever it lies, without its stores, and with the program asked again."""
    shutil.rmtree(bundle / "work")
    (bundle / "evidence.zip").unlink()
    assert verified(bundle, capsys, "--program", REVERSING) == (0, "")


def test_every_accusation_of_the_bundle_is_verified(bundle: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The proof of a dossier must hold; the pairing that it accuses may not be exchanged for the right one."""
    assert main(["endorse", "verify", str(bundle)]) == 0
    assert "matches         proofs: " in capsys.readouterr().out
    path = min(bundle.glob("dossiers/*/proof.json"))
    proof = json.loads(path.read_text("utf-8"))
    proof["posted"] = proof["expected"]
    changed(bundle, path.relative_to(bundle).as_posix(), lambda _: json.dumps(proof))
    status, other = verified(bundle, capsys)
    assert (status, "refused: the posted pairing of the proof is not that of the file" in other) == (1, True)


def test_another_program_gives_other_answers(bundle: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Asked again, it does not do what the bundle says."""
    status, other = verified(bundle, capsys, "--program", HONEST)
    assert status == 1
    assert "asked again" in other


def _reverse_first_pair(text: str) -> str:
    """Reverse the first pair of the first answer."""
    first, *others = text.splitlines(keepends=True)
    answer = json.loads(first)
    answer["pairs"][0] = answer["pairs"][0][::-1]
    return json.dumps(answer) + "\n" + "".join(others)


def _name_absent_players(text: str) -> str:
    """Let absent players play in a round that does not exist."""
    answer = json.loads(text.splitlines()[0]) | {"pairs": [[9999, 1]], "round": 77, "bye": -1}
    return text + json.dumps(answer) + "\n"


def _drop_first_finding(text: str) -> str:
    """Leave out the findings of the first event with a finding."""
    lines = [json.loads(line) for line in text.splitlines()]
    first = next(line for line in lines if line["kind"] == "event" and line["findings"])
    first["findings"] = []
    return "".join(json.dumps(line) + "\n" for line in lines)


@pytest.mark.parametrize(
    ("name", "change", "message"),
    [
        ("records/answers.jsonl", _reverse_first_pair, "the answer is not the one of the record"),
        ("records/answers.jsonl", lambda _: "", "no answer is there"),
        ("records/answers.jsonl", _name_absent_players, "nothing was found there"),
        ("records/answers.jsonl", lambda text: text.replace("[[", "[[{},", 1), "cannot be read"),
        ("records/pair.jsonl", lambda text: text.replace('"round":2', '"round":true', 1), "cannot be read"),
        ("records/pair.jsonl", _drop_first_finding, "other counts than the front page"),
        ("records/pair.jsonl", lambda text: text.replace('"players":', '"players":1', 1), "another size"),
        ("records/suite.jsonl", lambda text: text.replace("right", "wrong", 1), "the suite's table"),
        (
            "evidence.json",
            lambda text: text.replace('"discrepant_events": ', '"discrepant_events": 1', 1),
            "index.html",
        ),
        (
            "index.html",
            lambda text: text.replace("missing", "there"),
            "index.html says something",
        ),
        ("evidence.json", lambda text: text.replace('"seed": 1', '"seed": 2', 1), "has another hash"),
        ("evidence.json", lambda _: "[" * 100_000, "cannot be read"),
        ("evidence.json", lambda text: text.replace("pairproof-evidence", "other"), "is not of pairproof-evidence"),
    ],
)
def test_a_change_is_found_although_its_hash_was_renewed(
    bundle: Path, capsys: pytest.CaptureFixture[str], name: str, change: Callable[[str], str], message: str
) -> None:
    """An answer, a count, a page, a seed: what comes out here is something else."""
    changed(bundle, name, change)
    status, other = verified(bundle, capsys)
    assert status == 1
    assert message in other


def test_a_changed_a_missing_and_an_added_file_are_found_by_their_hashes(
    bundle: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each is named."""
    (bundle / "README.txt").write_text("All is well.", "utf-8")
    (bundle / "records" / "suite.jsonl").unlink()
    (bundle / "praise.txt").write_text("Splendid.", "utf-8")
    status, other = verified(bundle, capsys)
    assert status == 1
    for said in ("README.txt has another hash", "file records/suite.jsonl is missing", "praise.txt is not among"):
        assert said in other


def test_the_script_of_the_folder_reports_by_its_exit_status(bundle: Path) -> None:
    """It says by its exit status whether everything matches, something does not, or it could not be recomputed."""

    def status(path: str) -> int:
        script = [shutil.which("sh") or "sh", str(bundle / "verify.sh")]
        return subprocess.run(script, check=False, capture_output=True, env=os.environ | {"PATH": path}).returncode  # noqa: S603 - a script that we wrote

    without, found = "/usr/bin:/bin", f"{Path(sys.executable).parent}:/usr/bin:/bin"
    assert (status(found), status(without)) == (0, 2)
    (bundle / "README.txt").write_text("All is well.", "utf-8")
    assert status(found) == 1


def test_hashes_that_lead_out_of_the_folder_are_not_followed(bundle: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Neither by their names nor by a link."""
    (bundle / "README.txt").unlink()
    (bundle / "README.txt").symlink_to("/etc/hostname")
    with (bundle / "SHA256SUMS").open("a", encoding="utf-8") as sums:
        sums.write(f"{'0' * 64}  ../outside\n")
    status, other = verified(bundle, capsys)
    assert status == 1
    assert "file README.txt is missing" in other
    assert "'../outside' is not a file of the bundle" in other


def test_a_bundle_of_another_version_is_not_called_a_match(bundle: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Another version may draw and write differently, so not everything was compared."""
    facts = json.loads((bundle / "evidence.json").read_text("utf-8"))
    changed(bundle, "evidence.json", lambda text: text.replace(facts["product_sha256"], "0" * 64))
    resummed(bundle)
    assert verified(bundle, capsys) == (2, "")


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["nosuchprogram", "-o", "bundle"], "nosuchprogram"),
        ([HONEST], "-o DIR"),
        ([HONEST, REVERSING, "-o", "bundle"], "one program at a time"),
        ([HONEST, "-o", "bundle", "--events", "0"], "at least 1 event"),
        ([HONEST, "-o", "bundle", "--seed", "-1"], "not negative"),
        ([HONEST, "-o", "bundle", "--workers", "0"], "--workers is 0"),
        ([HONEST, "-o", "bundle", "--time-limit", "0"], "--time-limit is 0"),
        ([HONEST, "-o", "bundle", "--axis", "players"], "KEY=VALUE"),
        ([HONEST, "-o", "bundle", "--axis", "player=3"], "players"),
        ([HONEST, "-o", "bundle", "--system", "dutch-1066"], "dutch-1066"),
        ([HONEST, "-o", "bundle", "--as-it-is"], "nothing was begun"),
        ([HONEST, "-o", "."], "is there already"),
        ([HONEST, "-o", "bundle", "--answer", "Q40=yes"], "--answer Q40=yes: write Q16=TEXT"),
        (["verify"], "verify DIR"),
        (["verify", "nowhere"], "holds no bundle"),
    ],
)
def test_wrong_usage_ends_in_3_before_any_work(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line says what is wrong, and no folder is left behind."""
    Path("something").write_text("", "utf-8")
    assert main(["endorse", *words]) == 3
    error = capsys.readouterr().err
    assert message in error
    assert "Traceback" not in error
    assert not Path("bundle").exists()


@pytest.mark.parametrize(
    ("words", "setting"),
    [
        (["--seed", "2"], "--seed"),
        (["--events", "9"], "--events"),
        (["--system", "dutch-2017"], "--system"),
    ],
)
def test_a_bundle_is_of_one_plan(
    bundle: Path, words: list[str], setting: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Repeated options must be those of the beginning."""
    assert main(["endorse", REVERSING, "-o", str(bundle), *words]) == 3
    assert f"begun with another {setting}" in capsys.readouterr().err


def test_a_program_that_was_exchanged_meanwhile_is_refused(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Its file has another hash."""
    program = here / "mine.py"
    program.write_text("print(1)", "utf-8")
    spec = f"command:{sys.executable} {program} {{input}}"
    assert make_bundle(spec, "bundle", "--system", WITHOUT_SUITE, events=1) == 1
    program.write_text("print(2)", "utf-8")
    assert make_bundle(spec, "bundle", "--system", WITHOUT_SUITE, events=1) == 3
    assert "its files have other hashes now" in capsys.readouterr().err
