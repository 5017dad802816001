"""The verifier reads the regulation by itself, and refuses the accusations of an engine that was changed."""

from __future__ import annotations

import ast
import json
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from batches.verify_findings import run
from support.loops import require_items
from support.samples import sample

from checker import verifier
from checker.proofs import add_optimum, make_proof
from checker.suite.questions import load_suite
from checker.verdicts.team_events import cut_before_round
from checker.verifier import (
    CandidatePairing,
    Item,
    PairingBracket,
    ProofError,
    ReportFile,
    VerifiedRound,
    read_event,
    verify,
)
from random_tournaments.axes import PLAIN, Span
from random_tournaments.event_batch import Batch
from reference_engines.frame.results import Pair, RoundPairing
from reference_engines.frame.systems import engine_for
from reference_engines.misreadings import misreadings_of
from tournaments.model import AbnormalPoints
from tournaments.trf.writing import write_trf26

if TYPE_CHECKING:
    from collections.abc import Iterator

    from checker.suite.questions import Suite, SuiteQuestion

SOURCE = Path(verifier.__file__)
EDITIONS = ("dutch-2026", "dutch-2017")
SECTION = re.compile(r"^# --- (.+?) -+$", re.MULTILINE)
CITATIONS = re.compile(r"\(([^()]*)\)\.$")
NUMBER_2026 = re.compile(r"(?<![\w.:])\d(?:\.\d+)*(?![\w]*:)")
LETTER_2017 = re.compile(r"\b([A-E])(?:\.(\d+))?")


# --- The program itself ----------------------------------------------------------------------------------------------


def functions_of_articles() -> list[tuple[str, str]]:
    """Return the section and the first sentence of each function, as they stand in the file."""
    text = SOURCE.read_text("utf-8")
    starts = [(text[: found.start()].count("\n"), found[1]) for found in SECTION.finditer(text)]
    functions = [node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)]
    return [
        (
            max((line, name) for line, name in starts if line < node.lineno)[1],
            (ast.get_docstring(node) or "").partition("\n")[0],
        )
        for node in functions
    ]


def numbers(text: str) -> tuple[int, ...]:
    """Return the parts of an article as numbers: 2.4.10 comes after 2.4.9."""
    return tuple(int(part) if part.isdigit() else ord(part) for part in text.split("."))


def test_functions_stand_in_the_order_of_the_articles() -> None:
    """Each function of Articles 1 to 5 names its article, and both editions are followed in their own order."""
    cited = [
        (section, CITATIONS.search(sentence)) for section, sentence in functions_of_articles() if "Article" in section
    ]
    assert len(cited) > 40
    assert all(found for _, found in cited)
    editions: tuple[list[tuple[int, ...]], list[tuple[int, ...]]] = ([], [])
    for section, found in cited:
        assert found
        new, _, old = found[1].partition(";")
        first = NUMBER_2026.search(new)
        if first and "only" not in new:
            editions[0].append(numbers(first[0]))
            assert section.startswith(f"Article {first[0][0]} ")
        letters = LETTER_2017.search(old)
        if letters:
            editions[1].append(numbers(".".join(part for part in letters.groups() if part)))
            assert f"(section {letters[1]})" in section
    assert editions[0] == sorted(editions[0])
    sections = [article[0] for article in editions[1]]
    assert [chr(letter) for letter in dict.fromkeys(sections)] == ["A", "C", "B", "D", "E"]  # as Articles 1 to 5
    for letter in set(sections):
        articles = [article for article in editions[1] if article[0] == letter]
        assert articles == sorted(articles)


def test_every_criterion_cites_its_article() -> None:
    """The criteria of both editions stand in their order, and the function of each names the article."""
    for edition, start in ((verifier.DUTCH_2026, "2."), (verifier.DUTCH_2017, "C.")):
        articles = [criterion.article for criterion in edition.criteria]
        assert articles == sorted(articles, key=numbers)
        assert all(article.startswith(start) for article in articles)
        for criterion in edition.criteria:
            amounts = getattr(criterion.amounts, "func", criterion.amounts)
            if amounts is not None:
                assert re.search(rf"{re.escape(criterion.article)}\b", amounts.__doc__ or ""), criterion


def test_only_the_standard_library_is_imported() -> None:
    """The program runs on a machine without Pairproof."""
    nodes = list(ast.walk(ast.parse(SOURCE.read_text("utf-8"))))
    modules = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    modules |= {str(node.module) for node in nodes if isinstance(node, ast.ImportFrom)}
    assert modules == {"__future__", "collections.abc", "dataclasses", "functools", "json", "pathlib", "sys", "typing"}


# --- Accusations by changed engines ----------------------------------------------------------------------------------

CRITERIA = [
    *(("dutch-2026", f"C{number}") for number in range(5, 22)),
    *(("dutch-2017", f"C{number}") for number in range(5, 20)),
]
"""Every criterion that compares candidates."""
ENOUGH = sample(4, exploring=1000)
"""Accusations by one changed engine, if the criterion in question has decided one of them."""
STEPS = [
    ("dutch-2026", "4.2.2", "s2-from-the-end"),
    ("dutch-2026", "4.2.2", "largest-mdp-opponent-first"),
    ("dutch-2026", "4.3.2.1", "exchange-number-left-out"),
    ("dutch-2026", "4.3.2.2", "exchange-difference-left-out"),
    ("dutch-2026", "4.3.2.3", "exchange-smallest-leaves"),
    ("dutch-2026", "4.3.2.4", "exchange-largest-enters"),
    ("dutch-2026", "4.4.2", "largest-mdp-set-first"),
    ("dutch-2017", "D.1", "s2-from-the-end"),
    ("dutch-2017", "D.1", "largest-mdp-opponent-first"),
    ("dutch-2017", "D.2.a", "exchange-number-left-out"),
    ("dutch-2017", "D.2.b", "exchange-difference-left-out"),
    ("dutch-2017", "D.2.c", "exchange-smallest-leaves"),
    ("dutch-2017", "D.2.d", "exchange-largest-enters"),
    ("dutch-2017", "D.3.b", "largest-mdp-set-first"),
]
"""Every step of generation (D.3.a complies with C.6 by itself), and a change of the engine that reverses it."""
ABSOLUTE = [
    *((key, f"C{number}", name) for key in EDITIONS for number, name in enumerate(
        ("meetings-left-out", "second-bye-left-out", "colour-clash-left-out"), 1
    )),
]  # fmt: skip


@cache
def suite_of(key: str) -> Suite:
    """Return the conformance suite of an edition."""
    return load_suite(key)


def text_of(key: str, question: SuiteQuestion) -> str:
    """Return the file of a question."""
    return (suite_of(key).folder / question.file).read_text("utf-8")


def accuse(key: str, question: SuiteQuestion, posted: RoundPairing, expected: RoundPairing) -> verifier.VerifierAnswer:
    """Make the proof of an accusation, write it down, and verify it."""
    text = text_of(key, question)
    proof = make_proof(text, key, question.round_number, posted, expected)
    try:
        return verify(json.loads(json.dumps(proof)), text)
    except ProofError as error:
        return verifier.VerifierAnswer(f"refused: {error}")


def pairings_of_changed_engine(key: str, identifier: str) -> Iterator[tuple[SuiteQuestion, RoundPairing, RoundPairing]]:
    """Pair the events that show a misreading by the edition and by an engine changed so."""
    suite = suite_of(key)
    (misreading,) = (one for one in misreadings_of(engine_for(key)) if one.identifier == identifier)
    changed = misreading.rules(engine_for(key))
    for question in suite.questions:
        if identifier in question.shown and question.answer_of(identifier) is not None:
            event, number = suite.event(question), question.round_number
            yield question, *(rules.open(event).round(number).expected() for rules in (engine_for(key), changed))


@pytest.mark.parametrize(("key", "label"), CRITERIA)
def test_an_engine_without_a_criterion_is_refused(key: str, label: str) -> None:
    """An engine that drops a criterion accuses the right pairing; the verifier names the criterion that it misses."""
    article = next(one.article for one in verifier.EDITIONS[key].criteria if one.label == label)
    dropped = [
        one.identifier
        for one in misreadings_of(engine_for(key))
        if one.article == article and one.identifier.endswith("-left-out")
    ]
    decisive = []
    for question, right, wrong in require_items(
        found for identifier in dropped for found in pairings_of_changed_engine(key, identifier)
    ):
        refused = accuse(key, question, posted=right, expected=wrong)
        assert not refused.is_confirmed, refused.sentence
        assert refused.sentence.startswith("refused: the ")
        confirmed = accuse(key, question, posted=wrong, expected=right)
        assert confirmed.is_confirmed, confirmed.sentence
        if confirmed.decisive == label:
            assert f"better by {label} ({article})" in refused.sentence
        decisive.append(confirmed.decisive)
        if label in decisive and len(decisive) >= ENOUGH:
            break
    assert label in decisive


@pytest.mark.parametrize(("key", "step", "identifier"), STEPS)
def test_an_engine_with_a_reversed_order_is_refused(key: str, step: str, identifier: str) -> None:
    """An engine that reverses a step of generation accuses the right pairing; the verifier says that it comes first."""
    decisive = []
    for question, right, wrong in require_items(pairings_of_changed_engine(key, identifier)):
        refused = accuse(key, question, posted=right, expected=wrong)
        assert not refused.is_confirmed, refused.sentence
        confirmed = accuse(key, question, posted=wrong, expected=right)
        assert confirmed.is_confirmed, confirmed.sentence
        if confirmed.kind == "later-in-order":
            number = confirmed.bracket
            assert refused.sentence == (
                f"refused: the posted pairing is generated first in bracket {number} ({confirmed.decisive})"
            )
        decisive.append(confirmed.decisive)
        if step in decisive and len(decisive) >= ENOUGH:
            break
    assert step in decisive


@pytest.mark.parametrize(("key", "label", "identifier"), ABSOLUTE)
def test_an_engine_without_an_absolute_criterion_is_refused(key: str, label: str, identifier: str) -> None:
    """An engine that ignores an absolute criterion expects an illegal pairing; the verifier says which criterion."""
    broken: set[str] = set()
    for asked, (question, right, wrong) in enumerate(require_items(pairings_of_changed_engine(key, identifier))):
        if label in broken and asked >= ENOUGH:
            break
        refused = accuse(key, question, posted=right, expected=wrong)
        assert not refused.is_confirmed, refused.sentence
        broken |= set(re.findall(r"against (C\d)", refused.sentence))
        assert accuse(key, question, posted=wrong, expected=right).is_confirmed
    assert label in broken


@pytest.mark.parametrize("key", EDITIONS)
def test_the_findings_of_generated_rounds_are_confirmed(key: str) -> None:
    """Findings on pairings of misreadings and of chance are confirmed, by the same criterion in the same bracket."""
    assert run(key, sample(25, exploring=60), Span(4, 24), 41, None) == 0


@pytest.mark.slow
@pytest.mark.parametrize("key", EDITIONS)
def test_every_wrong_answer_of_the_suite_is_refused(key: str) -> None:
    """Every wrong answer of the conformance suite is proven wrong, and proves nothing against the right one."""
    answers = [(question, one.pairing) for question in suite_of(key).questions for one in question.wrong if one.pairing]
    for question, wrong in require_items(answers):
        confirmed = accuse(key, question, posted=wrong, expected=question.pairing)
        refused = accuse(key, question, posted=question.pairing, expected=wrong)
        assert (confirmed.is_confirmed, refused.is_confirmed) == (True, False), (question.file, wrong)


# --- Proofs that do not hold -----------------------------------------------------------------------------------------


@cache
def proven(key: str, label: str) -> tuple[str, str]:
    """Return the first event and proof of the suite that a criterion decides."""
    suite = suite_of(key)
    for question in suite.questions:
        for wrong in question.wrong:
            if wrong.pairing is not None:
                text = text_of(key, question)
                proof = make_proof(text, key, question.round_number, wrong.pairing, question.pairing)
                if verify(json.loads(json.dumps(proof)), text).decisive == label:
                    return text, json.dumps(proof)
    raise AssertionError(f"no question is decided by {label}")


def test_the_program_runs_alone(tmp_path: Path) -> None:
    """The copied file verifies a proof without Pairproof, and its status says whether the accusation holds."""
    text, written = proven("dutch-2026", "C12")
    shutil.copy(SOURCE, tmp_path / "verify.py")
    (tmp_path / "event.trf").write_text(text, "utf-8")
    proof = json.loads(written)
    for name, status, start in (("proof", 0, "verified: the expected pairing is legal, "), ("turned", 1, "refused: ")):
        (tmp_path / f"{name}.json").write_text(json.dumps(proof), "utf-8")
        done = subprocess.run(  # noqa: S603 - our own program
            [sys.executable, "-I", "-S", "verify.py", f"{name}.json", "event.trf"],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stderr) == (status, "")
        premises, sentence, *rest = done.stdout.splitlines()
        assert (premises, rest) == (f"Round {proof['round']} by dutch-2026.", [])
        assert sentence.startswith(start)
        proof["posted"], proof["expected"] = proof["expected"], proof["posted"]
        proof["outlook"] = {"posted": proof.get("outlook", {}).get("expected", {}), "expected": {}}


@pytest.mark.parametrize("arguments", [[], ["missing.json", "event.trf"], ["event.trf", "event.trf"]])
def test_files_that_cannot_be_read_are_refused(tmp_path: Path, arguments: list[str]) -> None:
    """The program says what to do, and shows no traceback."""
    (tmp_path / "event.trf").write_text("\n".join(FOUR), "utf-8")
    done = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-I", "-S", str(SOURCE), *arguments], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.startswith("refused: the proof or the event cannot be read")
    assert done.stdout.endswith("python verify.py proof.json event.trf\n")


def raise_price(witness: dict[str, Any]) -> None:
    """Pretend that a matching costs more."""
    first = min(witness["prices"])
    witness["prices"][first] += 1


def lower_price(witness: dict[str, Any]) -> None:
    """Prove less than the matching costs."""
    first = min(witness["prices"])
    witness["prices"][first] -= 1


def drop_pair(witness: dict[str, Any]) -> None:
    """Leave two players without an opponent."""
    witness["matching"].pop()


def drop_price(witness: dict[str, Any]) -> None:
    """Leave a player without a price."""
    witness["prices"].popitem()


def add_even_group(witness: dict[str, Any]) -> None:
    """Give a rebate to two players."""
    witness["groups"].append([witness["matching"][0], 4])


def add_negative_rebate(witness: dict[str, Any]) -> None:
    """Give a rebate that costs something."""
    witness["groups"].append([[*witness["matching"][0], witness["matching"][-1][0]], -4])


@pytest.mark.parametrize(
    "spoil", [raise_price, lower_price, drop_pair, drop_price, add_even_group, add_negative_rebate]
)
@pytest.mark.parametrize(("key", "label"), [("dutch-2026", "C6"), ("dutch-2026", "C8"), ("dutch-2017", "C7")])
def test_a_spoilt_witness_proves_nothing(key: str, label: str, spoil: Any) -> None:
    """A witness whose matching or prices are changed is refused."""
    text, written = proven(key, label)
    for side in ("posted", "expected"):
        proof = json.loads(written)
        spoil(proof["outlook"][side])
        with pytest.raises(ProofError):
            verify(proof, text)


@pytest.mark.parametrize("key", EDITIONS)
def test_stated_values_are_those_of_the_text(key: str) -> None:
    """The statements of a proof for its reader, its brackets and criterion values, are compared with the text."""
    text, written = proven(key, "C6")
    proof = json.loads(written)
    assert set(proof["stated"]["brackets"]) == {"posted", "expected"}
    for name in require_items(proof["stated"]):
        spoilt = json.loads(written)
        spoilt["stated"][name]["posted"] = spoilt["stated"][name]["expected"]
        with pytest.raises(ProofError, match="states other brackets or values"):
            verify(spoilt, text)


@pytest.mark.parametrize("label", ["C5", "C6", "C8", "C9", "C12", "C14", "C18"])
def test_no_candidate_is_better_than_the_expected_one(label: str) -> None:
    """The duals prove it for each bracket down to the deciding one, and prove nothing for a worse pairing."""
    text, written = proven("dutch-2026", label)
    proof = json.loads(json.dumps(add_optimum(json.loads(written), text)))
    answer = verify(proof, text)
    assert answer.sentence == verify(json.loads(written), text).sentence + (
        f"; no candidate of bracket{'s 1 to' * (answer.bracket > 1)} {answer.bracket} is better than the expected one"
    )
    assert len(proof["optimum"]) == answer.bracket
    current = verifier.prepare_round(proof, read_event(text))
    exchanged = proof | {"posted": proof["expected"], "expected": proof["posted"]}
    for expected, witnesses in (
        (proof["posted"], proof["optimum"]),
        (proof["posted"], add_optimum(exchanged, text)["optimum"]),
        (proof["expected"], add_optimum(exchanged, text)["optimum"]),
    ):
        with pytest.raises(ProofError, match=f"bracket {answer.bracket} is proven"):
            verifier.check_optimum(current, expected, witnesses)


def test_a_proof_without_its_witnesses_proves_nothing() -> None:
    """The first pairings of the brackets above are required, where the text of 2017 asks for them."""
    text, written = proven("dutch-2017", "C7")
    proof = json.loads(written)
    proof["first_pairings"].pop()
    with pytest.raises(ProofError, match=r"PPB|paired at first"):
        verify(proof, text)


@cache
def collapsed() -> tuple[str, str]:
    """Return an event and a proof of the suite of 2017 that a collapsed last bracket decides."""
    suite = suite_of("dutch-2017")
    for question in suite.questions:
        for wrong in question.wrong:
            if wrong.pairing is not None:
                text = text_of("dutch-2017", question)
                proof = make_proof(text, "dutch-2017", question.round_number, wrong.pairing, question.pairing)
                if "barrier" in proof:
                    return text, json.dumps(proof)
    raise AssertionError("no question has a penultimate pairing bracket")


def test_a_collapse_is_proven_by_a_barrier() -> None:
    """The bracket is the PPB only if the players left by its first pairing cannot all be paired."""
    text, written = collapsed()
    assert verify(json.loads(written), text).is_confirmed
    spoilt = [json.loads(written) for _ in range(4)]
    del spoilt[0]["barrier"]["groups"][len(spoilt[0]["barrier"]["barrier"]) :]
    spoilt[1]["barrier"]["groups"][0] *= 2
    spoilt[2]["barrier"]["barrier"] += [10**4]
    del spoilt[3]["barrier"]
    for proof in require_items(spoilt):
        with pytest.raises(ProofError):
            verify(proof, text)


# --- Pairs at the boundary -------------------------------------------------------------------------------------------


def row(number: int, *entries: str) -> str:
    """Return a row 001 with rounds as they stand in the file: `2 w 1`, `0000 - U`."""
    blocks = "  ".join(f"{opponent:>4} {colour} {code}" for opponent, colour, code in map(str.split, entries))
    return f"001 {number:>4}".ljust(91) + blocks


def round_of(key: str, *lines: str, number: int) -> VerifiedRound:
    """Return a round of an event with these lines."""
    return VerifiedRound(read_event("\n".join(lines)), number, verifier.EDITIONS[key])


@pytest.mark.parametrize(
    ("entries", "preference"),
    [
        (["0000 - U"], (verifier.NONE, "")),
        (["2 w 1"], (verifier.STRONG, "b")),
        (["2 b 1"], (verifier.STRONG, "w")),
        (["2 w 1", "2 b 1"], (verifier.MILD, "w")),
        (["2 w 1", "2 w 1"], (verifier.ABSOLUTE, "b")),
        (["2 w 1", "2 w +"], (verifier.STRONG, "b")),
        (["2 b 1", "2 w 1", "2 w 1"], (verifier.ABSOLUTE, "b")),
        (["2 b 1", "2 w 1", "0000 - H", "2 w 1"], (verifier.ABSOLUTE, "b")),
        (["2 w 1", "2 b 1", "2 w 1"], (verifier.STRONG, "b")),
        (["2 w 1", "2 w 1", "2 b 1", "2 w 1"], (verifier.ABSOLUTE, "b")),
        (["2 w 1", "2 w 1", "2 w 1", "2 b 0", "2 b 0"], (verifier.ABSOLUTE, "w")),
        (["2 w 1", "2 w 1", "2 w 1", "2 w 1", "2 b 0", "2 b 0"], (verifier.ABSOLUTE, "b")),
    ],
)
def test_colour_preferences(entries: list[str], preference: tuple[int, str]) -> None:
    """Unplayed rounds are squeezed out; a difference of two outweighs the two latest colours (1.7)."""
    opponent = [entry.translate(str.maketrans("wb", "bw")).replace("2 ", "1 ", 1) for entry in entries]
    opponent = [entry if entry.startswith("1") else "0000 - Z" for entry in opponent]
    found = round_of("dutch-2026", row(1, *entries), row(2, *opponent), number=len(entries) + 1)
    assert found.preference[1] == preference


@pytest.mark.parametrize(
    ("code", "bars_2026", "bars_2017", "float_2026", "float_2017"),
    [
        ("0000 - U", True, True, "down", "down"),
        ("0000 - F", True, False, "down", "down"),
        ("0000 - H", False, False, "down", "down"),
        ("0000 - Z", False, False, None, "down"),
        ("2 w +", True, True, "down", "down"),
        ("2 w -", False, False, None, "down"),
        ("2 w 1", False, False, None, None),
    ],
)
def test_rounds_without_a_game(
    code: str, bars_2026: bool, bars_2017: bool, float_2026: str | None, float_2017: str | None
) -> None:
    """The editions differ in full-point byes (C2), and in absences and forfeit losses (1.4.3; A.4.b)."""
    answers = {"2 w +": "1 b -", "2 w -": "1 b +", "2 w 1": "1 b 0"}
    lines = row(1, code), row(2, answers.get(code, "0000 - Z"))
    for key, bars, direction in (("dutch-2026", bars_2026, float_2026), ("dutch-2017", bars_2017, float_2017)):
        found = round_of(key, *lines, number=2)
        assert verifier.may_have_bye(found, 1) is not bars
        assert found.floats[1].get(1) == direction
        assert (2 in found.met[1]) is (code == "2 w 1")


def test_a_topscorer_has_more_than_half_in_the_final_round() -> None:
    """Half of the maximum is not enough, and no round but the last has topscorers (1.8; A.7)."""
    lines = [
        row(1, "2 w 1", "3 b =", "4 w ="),
        row(2, "1 b 0", "4 w 1", "3 b ="),
        row(3, "4 w 0", "1 w =", "2 w ="),
        row(4, "3 b 1", "2 b 0", "1 b ="),
    ]
    assert round_of("dutch-2026", "142 4", *lines, number=4).topscorers == {1}
    assert round_of("dutch-2026", "142 5", *lines, number=4).topscorers == set()


@pytest.mark.parametrize(
    ("side", "found"), [({}, {1, 3}), ({"DUTCH-TOPSCORER-MAXIMUM": "without-virtual-points"}, {1})]
)
def test_virtual_points_lift_a_player_over_half_by_the_default_side(side: dict[str, str], found: set[int]) -> None:
    """DUTCH-TOPSCORER-MAXIMUM: a player with exactly half of the maximum, and half a virtual point."""
    lines = [
        *("142 3", "250       0.5   3   3    3    3"),
        *(row(1, "2 w 1", "3 b ="), row(2, "1 b 0", "4 w 0"), row(3, "4 w =", "1 w ="), row(4, "3 b =", "2 b 1")),
    ]
    event = read_event("\n".join(lines))
    assert VerifiedRound(event, 3, verifier.DUTCH_2026, side).topscorers == found | {4}


def test_forbidden_pairs_hold_in_their_rounds() -> None:
    """A 260 is limited in time, and an XXP is not (TRF26)."""
    rows = [row(number, "0000 - Z", "0000 - Z") for number in (1, 2, 3, 4)]
    lines = ["260   1   2    1    2", "XXP 3 4", *rows]
    for number, is_forbidden in ((2, True), (3, False)):
        found = VerifiedRound(read_event("\n".join(lines)), number, verifier.DUTCH_2026)
        assert verifier.are_forbidden(found, 1, 2) is is_forbidden
        assert verifier.are_forbidden(found, 4, 3)


@pytest.mark.parametrize(
    ("lines", "points"),
    [
        ([], {"w1": 100, "b=": 50, "H": 50, "F": 100, "U": 100, "-": 0, "Z": 0}),
        (["162  W 3.0    D 1.0    A 0.5"], {"w1": 300, "+": 300, "F": 300, "U": 300, "H": 100, "Z": 50, "-": 50}),
        (["162  P 0.5    W 3.0"], {"U": 50, "b1": 300}),
        (["BBW  3.0", "BBU  1.0", "BBF  0.5"], {"w1": 300, "U": 100, "-": 50, "Z": 0}),
        (["XXS W=3 D=1", "XXS BW=4"], {"w1": 300, "b1": 400, "U": 100, "F": 300, "H": 100}),
    ],
)
def test_scoring(lines: list[str], points: dict[str, int]) -> None:
    """The records 162, BB and XXS say what a result is worth; the bye is worth a win unless they say otherwise."""
    found = read_event("\n".join(lines)).points
    assert {code: found[code] for code in points} == points


@pytest.mark.parametrize(
    ("line", "scores"),
    [
        ("", [100, 200, 200]),
        ("299          -0.5    2    1", [100, 150, 150]),
        ("299          -0.5         1", [50, 150, 150]),
        ("299          -0.5    2", [100, 150, 150]),
        ("299          -0.5    2    2", [100, 200, 200]),
        ("299 W         0.5         1", [50, 100, 100]),
        ("299 W         0.5    2    1", [100, 150, 150]),
        ("299 L         0.5", [100, 200, 250]),
        ("299 W        0.5   2    1", [100, 150, 150]),
    ],
)
def test_assigned_points_count_in_the_score(line: str, scores: list[int]) -> None:
    """299 replaces the points of a result, or adds points from its round on, in the columns of table or example."""
    rows = [row(1, "2 w 1", "2 b 1", "2 w 0"), row(2, "1 b 0", "1 w 0", "1 b 1")]
    event = read_event("\n".join([line, *rows]))
    assert [verifier.score_before(event, 1, number) for number in (2, 3, 4)] == scores


def test_assigned_points_of_a_bye_count_as_scored_without_a_game() -> None:
    """A half-point bye that is worth a win bars from the bye, and one that is worth nothing is no float (TRF 299)."""
    for points, may_have_bye, direction in (("0.5", True, "down"), ("1.0", False, "down"), ("0.0", True, None)):
        lines = f"299 H         {points:>3}    1    1", row(1, "0000 - H"), row(2, "0000 - Z")
        found = round_of("dutch-2026", *lines, number=2)
        assert (verifier.may_have_bye(found, 1), found.floats[1].get(1)) == (may_have_bye, direction)


@pytest.mark.parametrize("key", EDITIONS)
def test_an_accusation_that_rests_on_assigned_points_is_verified_by_them(key: str) -> None:
    """A round that is right by the results alone is wrong with a penalty, and the other way round."""
    axes = replace(PLAIN, players=Span(12, 12), rounds=Span(4, 4))
    event = cut_before_round(Batch(seed=5, axes=axes, system=key).play(0).event, 4)
    penalty = AbnormalPoints(kind="", match_points=None, points=-10, round_number=2, numbers=frozenset({1, 2}))
    fined = replace(event, abnormal_points=(penalty,))
    pairings = [engine_for(key).open(one).round(4).expected() for one in (event, fined)]
    for one, (wrong, right) in ((fined, pairings), (event, pairings[::-1])):
        text = write_trf26(one)
        for posted, expected, is_confirmed in ((wrong, right, True), (right, wrong, False)):
            proof = make_proof(text, key, 4, posted, expected)
            assert verify(json.loads(json.dumps(proof)), text).is_confirmed is is_confirmed


def test_virtual_points() -> None:
    """250, XXA and the Baku acceleration of 192 give virtual points, and listed ones prevail (C.04.7)."""
    rows = [row(number, "0000 - Z") for number in range(1, 11)]
    assert read_event("250       1.0   1   2    1    2").virtual == {
        (player, number): 100 for player in (1, 2) for number in (1, 2)
    }
    assert read_event("XXA    3  1.0  0.5").virtual == {(3, 1): 100, (3, 2): 50}
    baku = read_event("\n".join(["142 9", "192 FIDE_DUTCH_2026_BAKU", *rows])).virtual
    assert {player for player, _ in baku} == set(range(1, 7))
    assert [baku.get((6, number), 0) for number in range(1, 7)] == [100, 100, 100, 50, 50, 0]
    with pytest.raises(ProofError, match="number of rounds"):
        read_event("\n".join(["192 FIDE_DUTCH_2026_BAKU", *rows]))


def test_absences_of_a_round_that_is_not_recorded() -> None:
    """XXZ, 240 and an entry in the row keep a player out of the next round; the others are paired."""
    rows = [row(1, "2 w 1"), row(2, "1 b 0"), row(3, "0000 - U", "0000 - H"), row(4, "0000 - Z"), row(5, "0000 - Z")]
    event = read_event("\n".join(["XXZ 4", "240 Z   2    5", *rows]))
    assert verifier.active_players(event, 2) == {1, 2}
    assert verifier.active_players(event, 1) == {1, 2, 3}


@pytest.mark.parametrize(
    ("line", "problem"), [(row(1, "0000 - +"), "TRF16"), (row(1, "2 - 1"), "TRF16"), (row(1, "2 w H"), "TRF16")]
)
def test_a_row_that_cannot_be_read_is_refused(line: str, problem: str) -> None:
    """A code that is not one of TRF16 is not guessed at."""
    with pytest.raises(ProofError, match=problem):
        read_event(line)


def exchange_of(to_s2: tuple[int, ...], to_s1: tuple[int, ...]) -> list[tuple[str, Any]]:
    """Return the order of the candidate of eleven players, five of them in S1, that an exchange makes."""
    s1 = sorted({*range(1, 6)} - {*to_s2} | {*to_s1})
    s2 = sorted({*range(1, 12)} - {*s1})
    pairs = {(upper, next_of) for upper, next_of in pair_up(s1, s2)}
    left = sorted({*range(1, 12)} - {player for pair in pairs for player in pair})
    candidate = CandidatePairing(frozenset(pairs), tuple(left))
    return verifier.remainder_order([*range(1, 12)], candidate, is_2017=False)


def pair_up(s1: list[int], s2: list[int]) -> list[tuple[int, int]]:
    """Pair the players of S1 with lower ranked players of S2, from the last one up."""
    left, pairs = list(s2), []
    for upper in reversed(s1):
        lower = max(left)
        left.remove(lower)
        pairs.append((upper, lower))
    return pairs


@pytest.mark.parametrize(
    ("earlier", "later", "step"),
    [
        (((5,), (6,)), ((5, 4), (7, 6)), "4.3.2.1"),
        (((4,), (6,)), ((5,), (8,)), "4.3.2.2"),
        (((4, 3), (6, 8)), ((5, 4), (8, 9)), "4.3.2.2"),
        (((5,), (7,)), ((4,), (6,)), "4.3.2.3"),
        (((5, 2), (6, 7)), ((4, 3), (6, 7)), "4.3.2.3"),
        (((5, 4, 1), (6, 7, 8)), ((5, 3, 2), (6, 7, 8)), "4.3.2.3"),
        (((5, 4), (6, 9)), ((5, 4), (7, 8)), "4.3.2.4"),
        (((5, 4, 3), (6, 7, 10)), ((5, 4, 3), (6, 8, 9)), "4.3.2.4"),
    ],
)
def test_exchanges_follow_the_examples_of_the_text(
    earlier: tuple[tuple[int, ...], tuple[int, ...]], later: tuple[tuple[int, ...], tuple[int, ...]], step: str
) -> None:
    """The examples that 4.3.2 (D.2) prints in brackets, of eleven players."""
    both = zip(exchange_of(*earlier), exchange_of(*later), strict=True)
    article, first, second = next((name, one, two) for (name, one), (_, two) in both if one != two)
    assert (article, first < second) == (step, True)


def test_the_limbo_differs_more_than_any_pair() -> None:
    """An MDP of the Limbo counts for more than one who is paired, and the more the higher the score ([C18])."""
    rows = [row(1, "0000 - F", "0000 - F"), row(2, "0000 - F", "0000 - H"), row(3, "0000 - Z", "0000 - Z")]
    found = round_of("dutch-2026", *rows, number=3)
    bracket = PairingBracket(2, (1, 2), (3,), 0)
    items = (Item(bracket, 1), Item(bracket, 2), Item(bracket, 1, 3))
    amounts = [verifier.moved_down_difference(found, item, ago=1) for item in items]
    assert amounts[0] > amounts[1] > amounts[2] == [200]


def test_costs_follow_the_order_of_what_counts() -> None:
    """A place weighs more than all later ones together, and an amount more than all smaller ones."""
    edges = {(1, 2): [(0, 50)], (3, 4): [(0, 100)], (5, 6): [(1, 1)] * 500, (7, 8): [(1, 2)], (9, 10): []}
    costs = verifier.weigh(edges)
    assert costs[9, 10] < costs[5, 6] < costs[7, 8] < costs[1, 2] < costs[3, 4]


def test_a_witness_for_too_many_players_is_refused() -> None:
    """Counts of more players would run into those of the next place."""
    edges = {(2 * at, 2 * at + 1): [(0, 1)] for at in range(verifier.MAX_VERTICES)}
    witness = {"matching": list(edges), "prices": dict.fromkeys(range(2 * verifier.MAX_VERTICES), 2), "groups": []}
    with pytest.raises(ProofError, match="at most"):
        verifier.check_least_cost(edges, witness)
    few = dict(list(edges.items())[:3])
    witness = {"matching": list(few), "prices": dict.fromkeys(range(6), 2), "groups": []}
    assert verifier.check_least_cost(few, witness) == (list(few), True)


# --- Pairings that are not legal -------------------------------------------------------------------------------------

FOUR = ("142 3", "152 W", row(1, "3 w 1"), row(2, "4 b 1"), row(3, "1 b 0"), row(4, "2 w 0"))
FIVE = (*FOUR, row(5, "0000 - U"))


@pytest.mark.parametrize(
    ("lines", "posted", "words"),
    [
        (FOUR, [(1, 3), (2, 4)], "1 and 3, who have met, against C1"),
        (FOUR, [(1, 2), (3, 3)], "does not seat exactly once, of the players of the round: 4"),
        (FOUR, [(1, 2), (1, 3), (4, 2)], "does not seat exactly once, of the players of the round: 1, 2"),
        (FOUR, [(1, 2), (3, 0), (4, 0)], "another number of byes"),
        (FIVE, [(1, 2), (3, 4), (5, 0)], "gives the bye to 5, against C2"),
        (FIVE, [(1, 2), (3, 4)], "of the players of the round: 5"),
    ],
)
def test_an_illegal_pairing(lines: tuple[str, ...], posted: list[tuple[int, int]], words: str) -> None:
    """The verifier names the players and the criterion; an illegal pairing is never the expected one."""
    legal = [(2, 1), (4, 3)] if lines is FOUR else [(2, 1), (3, 5), (4, 0)]
    proof = {"edition": "dutch-2026", "round": 2, "posted": posted, "expected": legal}
    verdict = verify(proof, "\n".join(lines))
    assert (verdict.kind, words in verdict.sentence) == ("illegal", True), verdict.sentence
    verdict = verify(proof | {"posted": legal, "expected": posted}, "\n".join(lines))
    assert not verdict.is_confirmed
    assert words in verdict.sentence


@pytest.mark.parametrize(("key", "article"), [("dutch-2026", "5.2.1"), ("dutch-2017", "E.1")])
def test_colours(key: str, article: str) -> None:
    """Equal pairs with other colours are wrong by Article 5 (section E), and the colours of the article are not."""
    proof = {"edition": key, "round": 2, "posted": [(1, 2), (3, 4)], "expected": [(2, 1), (3, 4)]}
    verdict = verify(proof, "\n".join(FOUR))
    assert (verdict.kind, verdict.decisive) == ("colours", article)
    turned = proof | {"posted": proof["expected"], "expected": proof["posted"]}
    assert verify(turned, "\n".join(FOUR)).sentence == "refused: the posted pairs have the right colours"


def test_a_round_without_a_legal_pairing_can_only_be_illegal() -> None:
    """Where no legal pairing exists, the proof names the posted one alone."""
    proof = {"edition": "dutch-2026", "round": 2, "posted": [(1, 3), (2, 4)], "expected": []}
    answer = verify(proof, "\n".join(FOUR))
    assert (answer.kind, answer.sentence) == (
        "illegal",
        "verified: the posted pairing pairs 1 and 3, who have met, against C1 (2.1.1; C.1)",
    )
    assert not verify(proof | {"posted": [(2, 1), (4, 3)]}, "\n".join(FOUR)).is_confirmed


def test_another_pairing_than_that_of_the_file_is_refused() -> None:
    """If the file shows the round, the proof must accuse the pairing that was posted."""
    lines = [
        line + "  " + entry
        for line, entry in zip(FOUR[2:], ("   2 b 1", "   1 w 0", "   4 w 1", "   3 b 0"), strict=True)
    ]
    text = "\n".join([*FOUR[:2], *lines])
    proof = {"edition": "dutch-2026", "round": 2, "posted": [(1, 2), (3, 4)], "expected": [(2, 1), (3, 4)]}
    assert verify(proof, text).sentence == "refused: the posted pairing of the proof is not that of the file"
    assert verifier.is_recorded(read_event(text), 2, [(2, 1), (3, 4)])
    assert not verifier.is_recorded(read_event(text), 2, [(2, 3), (1, 4)])


def test_assumed_facts_do_not_replace_declared_ones() -> None:
    """The proof may say the number of rounds and the initial-colour, if the file does not."""
    assumed = {"edition": "dutch-2026", "round": 1, "assumed": {"rounds": 9, "initial_colour": "b"}}
    declared, silent = (
        verifier.prepare_round(assumed, event).event for event in (read_event("142 5\n152 W"), ReportFile())
    )
    assert (declared.rounds, declared.initial_colour) == (5, "w")
    assert (silent.rounds, silent.initial_colour) == (9, "b")
    premises = verifier.describe_premises(assumed, read_event("152 W"))
    assert premises == "Round 1 by dutch-2026, assuming what the file does not declare: rounds 9.\n"


def test_equal_pairings_are_refused() -> None:
    """A pairing does not accuse itself."""
    pairing = RoundPairing(pairs=(Pair(2, 1), Pair(3, 4)))
    proof = make_proof("\n".join(FOUR), "dutch-2026", 2, pairing, pairing)
    assert not verify(proof, "\n".join(FOUR)).is_confirmed
