"""
A dossier as files: a page, the program's input and answer, the events, and a script that asks again.

The dossier of a pairing and the dossier of a verdict have the same names for the same things.

File names are ours; whatever a program or a file says is written into files, and never into a name or a command
without quotes.
"""

from __future__ import annotations

import hashlib
import json
import shlex
import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from checker import verifier
from checker.anonymisation import holds
from checker.campaigns.dossier import AnyDossier, PairingDossier, VerdictDossier
from checker.campaigns.smallest_events import checked_again
from checker.campaigns.store import KnownProgram
from checker.causes.causes_finding import bracket_article
from checker.findings import EventFinding
from checker.programs.answers import pair_list
from checker.programs.program import Manner, ProgramQuestion, Recipe
from checker.records.run import RunHeader, make_record
from checker.verdicts.phrases import capitalise
from reports.html import render_html
from tournaments import __version__
from tournaments.frozen import FrozenStruct
from tournaments.problems import counted_noun
from tournaments.safe_text import escape_line
from tournaments.trf.writing import write_trf26

FORMAT = "pairproof-dossier"
VERSION = 1
"""Rises when a reader of the version before could misunderstand what it reads."""
_WIDTH = 100
"""Characters in a line of a long sentence."""
_FILES_ON_PAIRING = {
    "README.txt": "this page",
    "round.html": "the round as a check draws it: both pairings, the bracket, the criteria side by side",
    "given.trf": "what the program was given, byte by byte; the program reads it",
    "answer.txt": "what the program answered, as it wrote it",
    "program.txt": "the program's pairing: number of lines, then White and Black, the bye as 'number 0'",
    "regulation.txt": "the pairing that the regulation asks for, likewise",
    "event.trf": "the event up to that round (TRF26), the round as the program paired it",
    "before.trf": "the event before that round (TRF26)",
    "proof.json": "both pairings, their brackets and criterion values, and the duals that prove what is best",
    "verify.py": "the verifier: one file of plain Python 3.11 that needs no other; it reads proof.json and event.trf",
    "reduced.trf": "the smallest event found that shows the same (TRF26), paired by the program",
    "reduced-given.trf": "that event before its last round, as the program reads it",
    "reduced.html": "its last round as a check draws it",
    "questions.jsonl": "the questions to the program",
    "reproduce.sh": "asks the program again, with the command of the campaign, and compares its answer",
    "dossier.json": "all of this for machines",
    "SHA256SUMS": "hashes of the other files (sha256sum -c SHA256SUMS)",
}
_FILES_ON_VERDICT = {
    "README.txt": "this page",
    "check.html": "what our check says of it, and why",
    "why.txt": "why every board of the round is as it is",
    "given.trf": "what the program was given, byte by byte; the program reads it",
    "answer.txt": "what the program wrote, as it wrote it",
    "event.trf": "the event (TRF26)",
    "regulation.txt": "the pairing of the round that the regulation asks for: White and Black, the bye as 'number 0'",
    "questions.jsonl": "the questions to the program",
    "reproduce.sh": "asks the program again, with the command of the campaign, and compares what it says",
    "dossier.json": "all of this for machines",
    "SHA256SUMS": "hashes of the other files (sha256sum -c SHA256SUMS)",
}
_ALWAYS = ("README.txt", "dossier.json", "SHA256SUMS")


def dossier_files(dossier: AnyDossier) -> dict[str, bytes]:
    """Return the content of the folder, by name of the file."""
    is_pairing = isinstance(dossier, PairingDossier)
    contents = _pairing_contents(dossier) if isinstance(dossier, PairingDossier) else _verdict_contents(dossier)
    files = {name: content for name, content in contents.items() if content is not None}
    files |= script_files(_again(dossier))
    meanings = _FILES_ON_PAIRING if is_pairing else _FILES_ON_VERDICT
    listed = {name: meaning for name, meaning in meanings.items() if name in files or name in _ALWAYS}
    record = _record(dossier, list(listed))
    files["README.txt"] = "".join(f"{escape_line(line)}\n" for line in _lines(dossier, record, listed)).encode()
    files["dossier.json"] = (json.dumps(record, indent=1) + "\n").encode()
    return files | {"SHA256SUMS": sums_of(files)}


def sums_of(files: Mapping[str, bytes]) -> bytes:
    """Return the hashes of files, as ``sha256sum`` reads them."""
    sums = (f"{hashlib.sha256(content).hexdigest()}  {name}\n" for name, content in sorted(files.items()))
    return "".join(sums).encode()


def _pairing_contents(dossier: PairingDossier) -> dict[str, bytes | None]:
    """Return the files of the dossier of a pairing; None for a file that the finding does not have."""
    proof, reduced = dossier.proof, dossier.reduced
    checked = checked_again(reduced) if reduced else None
    return {
        "event.trf": write_trf26(dossier.paired).encode() if dossier.paired else None,
        "before.trf": None if dossier.paired else write_trf26(dossier.before).encode(),
        "program.txt": pair_list(dossier.answered).encode() if dossier.answered else None,
        "regulation.txt": pair_list(dossier.ours).encode() if dossier.ours else None,
        "round.html": _page(dossier.checked, of_program=True) if dossier.checked and dossier.shows_it else None,
        "proof.json": None if proof is None else (json.dumps(proof, indent=1) + "\n").encode(),
        "verify.py": None if proof is None else Path(verifier.__file__).read_bytes(),
        "given.trf": dossier.given,
        "answer.txt": dossier.answer or None,
        "reduced.trf": reduced.text.encode() if reduced else None,
        "reduced-given.trf": dossier.reduced_input,
        "reduced.html": _page(checked, of_program=True) if checked else None,
    }


def _verdict_contents(dossier: VerdictDossier) -> dict[str, bytes | None]:
    """Return the files of the dossier of a verdict; None for a file that the finding does not have."""
    return {
        "check.html": _page(dossier.checked, of_program=False),
        "why.txt": "".join(f"{_wrapped(escape_line(one))}\n\n" for one in dossier.why).encode() or None,
        "given.trf": dossier.given,
        "answer.txt": dossier.answer or None,
        "event.trf": write_trf26(dossier.event).encode(),
        "regulation.txt": pair_list(dossier.ours).encode() if dossier.ours else None,
    }


def _again(dossier: AnyDossier) -> ReproduceCommand:
    is_pairing = isinstance(dossier, PairingDossier)
    return ReproduceCommand(
        program=dossier.program,
        recipe=dossier.recipe,
        question=ProgramQuestion.PAIR if is_pairing else ProgramQuestion.CHECK,
        number=dossier.round_number if isinstance(dossier, PairingDossier) else dossier.rounds,
        given=dossier.given if is_pairing or not dossier.is_anonymous else None,
        answer=dossier.answer,
        is_anonymous=dossier.is_anonymous,
    )


def _page(checked: EventFinding, *, of_program: bool) -> bytes:
    """Return the page of a checked event; ``of_program`` if a program has paired it."""
    system = checked.header.edition.key if checked.header.edition else "auto"
    header = RunHeader(program="pairproof", version=__version__, system=system)
    return render_html(make_record(header, checked.entries), of_program=of_program).encode()


def _lines(dossier: AnyDossier, record: dict[str, Any], files: Mapping[str, str]) -> Iterator[str]:
    """Describe the finding, the program, and the files of the folder."""
    program = f"{dossier.program.name} {dossier.program.version}".rstrip()
    yield from (f"{program}, {dossier.finding.where}", "")
    yield from (*_wrapped(escape_line(dossier.sentence)).splitlines(), "")
    for name, text in _facts(dossier, record):
        if isinstance(dossier, PairingDossier):
            yield f"{name:<11} {text}"
        elif text:
            yield from _wrapped(f"{name:<11} {' '.join(text.split())}", " " * 12).splitlines()
    yield from ("", "What lies here:", *(f"  {name:<18} {meaning}" for name, meaning in files.items()))
    if dossier.shows_it or isinstance(dossier, VerdictDossier):
        rounds = f" --rounds {dossier.round_number}" if dossier.round_number else ""
        yield from ("", f"See it:      pairproof check event.trf{rounds} --system {dossier.system}")
    if "verify.py" in files:
        yield from ("Verify it:   python verify.py proof.json event.trf", "             (without Pairproof)")
    if isinstance(dossier, VerdictDossier) and dossier.round_number and dossier.ours is not None:
        yield f"Ask why:     pairproof explain event.trf --round {dossier.round_number} --board 1"
    if dossier.remarks:
        yield from ("", *dossier.remarks)


def _facts(dossier: AnyDossier, record: dict[str, Any]) -> Iterator[tuple[str, str]]:
    is_pairing = isinstance(dossier, PairingDossier)
    if isinstance(dossier, PairingDossier):
        yield from _pairing_facts(dossier, record)
    else:
        yield from (("It says", dossier.says), ("We say", dossier.argument), ("Regulation", dossier.system))
        if record["score"] != "discrepant":
            yield "Planted", record["verdict"]
    if record["class"]:
        yield "Class", record["class"] + (f": {record['note']}" if record["note"] else "")
    if record["link"]:
        yield "Link", record["link"]
    participants = counted_noun(record["players"], "participant")
    yield "Event", f"{record['event']}{' of the campaign' if is_pairing else ''}, {participants}"
    if isinstance(dossier, PairingDossier) and dossier.reduced is not None:
        reduced = dossier.reduced
        players, rounds = counted_noun(reduced.players, reduced.noun), counted_noun(reduced.round_number, "round")
        yield "Reduced", f"{players}, {rounds}"
        yield from (("", f"{capitalise(matter)}.") for matter in reduced.matters)
    yield from (("File", f"{name}  SHA-256 {digest}") for name, digest in record["program"]["files"])
    yield from (("Holds", record["holds"]), ("Pairproof", __version__))


def _pairing_facts(dossier: PairingDossier, record: dict[str, Any]) -> Iterator[tuple[str, str]]:
    yield from (("Verdict", record["verdict"]), ("Regulation", dossier.system))
    if record["criterion"] or record["article"]:
        article = record["article"] and f"(article {record['article']})"
        yield "Decided by", " ".join(filter(None, (record["criterion"], article)))
    cause = record["cause"]
    yield "Cause", cause["sentence"] + bracket_article(cause["article"]) if cause else "none is found that explains it"


def _wrapped(text: str, indent: str = "") -> str:
    return textwrap.fill(text, _WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def _record(dossier: AnyDossier, names: list[str]) -> dict[str, Any]:
    """Return the contents of the folder for machines: of a pairing with the cause, of a verdict with both verdicts."""
    finding, group, again = dossier.finding, dossier.group, _again(dossier)
    cause = finding.cause if isinstance(dossier, PairingDossier) else None
    score, verdicts = dict[str, str](), dict[str, str]()
    if isinstance(dossier, VerdictDossier):
        score, verdicts = {"score": finding.score.value}, {"says": dossier.says, "argument": dossier.argument}
    return {
        "format": FORMAT,
        "format_version": VERSION,
        "pairproof": __version__,
        "system": dossier.system,
        "program": {
            "name": dossier.program.name,
            "version": dossier.program.version,
            "command": list(again.words),
            "files": again.hashes,
        },
        "event": finding.event_number,
        "players": finding.players,
        "round": dossier.round_number,
        **score,
        "verdict": finding.word,
        "criterion": finding.criterion,
        "article": finding.article,
        "sentence": dossier.sentence,
        **verdicts,
        "signature": finding.signature,
        "cause": None
        if cause is None
        else {"id": cause.first.identifier, "sentence": cause.first.sentence, "article": cause.first.article},
        "class": group.classed.value if group and group.classed else None,
        "note": group.note if group else "",
        "link": group.link if group else "",
        "check_shows_it": dossier.shows_it,
        "anonymous": dossier.is_anonymous,
        "holds": holds(anonymous=dossier.is_anonymous),
        "remarks": list(dossier.remarks),
        "files": names,
    }


_HEAD = """#!/bin/sh
# Asks {name} about {what} again, by the command of the campaign, and compares.
# Ends in 0 for the same answer, in 1 for another one, in 2 if it could not be asked.
cd -- "$(dirname -- "$0")" || exit 2
rm -f again.txt again.out again.err
"""
_TAIL = """
if [ ! -s again.txt ]; then echo "no answer"; exit 2; fi
if {same}; then echo "the same answer"; exit 0; fi
echo "another answer:"; cat again.txt; exit 1
"""
_STARTED = """status=$?
echo "exit status $status"
case $status in
  126|127) cat again.err; echo "it could not be started: put it on the PATH, or beside this script"; exit 2;;
esac"""
_BESIDE = "PATH=$PATH:.\n"
"""Where it is not said where the program lies."""
_CALLED = "import sys; from checker.programs.specs import print_pairing; print_pairing(*sys.argv[1:])"


class ReproduceCommand(FrozenStruct, frozen=True, kw_only=True):
    """A question that was asked, and is to be asked again by hand."""

    program: KnownProgram
    recipe: Recipe | None
    question: ProgramQuestion
    number: int
    """The round that it is about; of a checker, the last one."""
    given: bytes | None
    answer: bytes
    is_anonymous: bool = False

    @property
    def words(self) -> tuple[str, ...]:
        """The command, without folders in an anonymous dossier: folders have names of people."""
        return tuple(self.named(word) for word in self.recipe.words) if self.recipe else ()

    @property
    def hashes(self) -> list[list[str]]:
        """The files that the command names, with their hashes when the campaign began."""
        return [[self.named(file), digest] for file, digest in self.recipe.files] if self.recipe else []

    def named(self, word: str) -> str:
        """Remove the folder of a file in an anonymous dossier."""
        return word.rpartition("/")[2] if self.is_anonymous and word.startswith("/") else word


def script_files(again: ReproduceCommand) -> dict[str, bytes]:
    """Return the script, and the lines for a resident program; empty if the program cannot be asked again."""
    if again.recipe is None or again.given is None:
        return {}
    manner = again.recipe.manner
    if again.question is ProgramQuestion.CHECK and manner is Manner.CALLABLE:  # a function pairs only
        return {}
    files = {"reproduce.sh": _script(again, again.recipe).encode("utf-8", "surrogateescape")}
    if manner is Manner.RESIDENT:
        files["questions.jsonl"] = _questions(again).encode()
    return files


def _script(again: ReproduceCommand, recipe: Recipe) -> str:
    name = escape_line(f"{again.program.name} {again.program.version}".rstrip())
    what = "the event" if again.question is ProgramQuestion.CHECK else f"round {again.number}"
    head = _HEAD.format(name=name, what=what)
    words = [_filled(word, again.number) for word in again.words]
    same = "cmp -s answer.txt again.txt"
    if recipe.manner is Manner.RESIDENT:
        asked = f"{shlex.join(words)} < questions.jsonl > again.out || :\nsed -n 2p again.out > again.txt"
        same = '[ "$(cat answer.txt)" = "$(cat again.txt)" ]'
    elif recipe.manner is Manner.CALLABLE:
        called = shlex.join(["-c", _CALLED, *words, "given.trf", str(again.number)])
        asked = f'"${{PYTHON:-python3}}" {called} > again.txt'
    else:
        asked = _command(words, recipe.streams)
    if again.is_anonymous:
        same = "cmp -s program.txt again.txt"
        head += _BESIDE
    return head + asked + _TAIL.format(same=same)


def _command(words: list[str], streams: tuple[str, ...]) -> str:
    run = f"{shlex.join(words)} > again.out 2> again.err\n{_STARTED}"
    if streams == ("stdout",):
        return f"{run}\ncp again.out again.txt"
    if streams:
        return f"{run}\n{{ cat again.out; echo; cat again.err; }} > again.txt"
    return f"{run}\n[ -s again.txt ] || cat again.out again.err > again.txt"


def _filled(word: str, number: int) -> str:
    for placeholder, value in {"{input}": "given.trf", "{output}": "again.txt", "{round}": str(number)}.items():
        word = word.replace(placeholder, value)
    return word


def _questions(again: ReproduceCommand) -> str:
    """Return the line for a resident program; the answer must have the number of the question."""
    try:
        number = json.loads(again.answer)["id"]
    except (ValueError, KeyError, TypeError):
        number = 2
    question: dict[str, Any] = {"id": number, "do": again.question.value, "trf": (again.given or b"").decode()}
    if again.question is ProgramQuestion.PAIR:
        question["round"] = again.number
    questions: list[dict[str, Any]] = [
        {"id": number - 1, "do": "start", "protocol": 1},
        question,
        {"id": number + 1, "do": "stop"},
    ]
    return "".join(json.dumps(question) + "\n" for question in questions)
