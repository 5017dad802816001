"""
A dossier as files: a page, the program's input and answer, the events, and a script that asks again.

The dossier of a pairing and the proof of a checker's error, or of a wrong rank order, have the same names for the same
things.

File names are ours; whatever a program or a file says is written into files, and never into a name or a command
without quotes.
"""

from __future__ import annotations

import hashlib
import json
import shlex
import textwrap
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from checker import verifier
from checker.anonymisation import holds
from checker.campaigns.dossier import Dossier, Proof
from checker.campaigns.grouping import Group
from checker.campaigns.rows import StoredRecipe
from checker.campaigns.smallest_events import checked_again
from checker.campaigns.store import KnownProgram
from checker.causes.causes_finding import bracket_article
from checker.findings import Entry, EventFinding
from checker.programs.answers import pair_list
from checker.programs.exchange import Manner, ProgramQuestion
from checker.records.run import RunHeader, make_record
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
_WHAT = {
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


def dossier_files(dossier: Dossier, group: Group | None, reduced_given: bytes | None = None) -> dict[str, bytes]:
    """
    Return the content of the folder, by name of the file.

    ``group`` holds class, note and link of the findings alike; ``reduced_given`` is the reduced event as the program
    reads it.
    """
    files = _parts(dossier, reduced_given)
    files |= script_files(_again(dossier))
    names = [name for name in _WHAT if name in files or name in ("README.txt", "dossier.json", "SHA256SUMS")]
    files["README.txt"] = "".join(f"{line}\n" for line in _lines(dossier, group, names)).encode()
    files["dossier.json"] = (json.dumps(_record(dossier, group, names), indent=1) + "\n").encode()
    return files | {"SHA256SUMS": sums_of(files)}


def sums_of(files: Mapping[str, bytes]) -> bytes:
    """Return the hashes of files, as ``sha256sum`` reads them."""
    sums = (f"{hashlib.sha256(content).hexdigest()}  {name}\n" for name, content in sorted(files.items()))
    return "".join(sums).encode()


def _parts(dossier: Dossier, reduced_given: bytes | None) -> dict[str, bytes]:
    texts = {
        "event.trf": write_trf26(dossier.paired) if dossier.paired else None,
        "before.trf": None if dossier.paired else write_trf26(dossier.before),
        "program.txt": pair_list(dossier.answered) if dossier.answered else None,
        "regulation.txt": pair_list(dossier.ours) if dossier.ours else None,
        "round.html": _round_page(dossier.checked) if dossier.checked and dossier.shows_it else None,
    }
    proof = dossier.proof
    if proof is not None:
        texts |= {
            "proof.json": json.dumps(proof, indent=1) + "\n",
            "verify.py": Path(verifier.__file__).read_text("utf-8"),
        }
    files = {name: text.encode() for name, text in texts.items() if text is not None}
    contents = {"given.trf": dossier.given, "answer.txt": dossier.answer or None}
    files |= {name: content for name, content in contents.items() if content is not None}
    if dossier.reduced is not None:
        files["reduced.trf"] = dossier.reduced.text.encode()
        if reduced_given is not None:
            files["reduced-given.trf"] = reduced_given
        checked = checked_again(dossier.reduced)
        if checked is not None:
            files["reduced.html"] = _round_page(checked).encode()
    return files


def _again(content: Dossier | Proof) -> ReproduceCommand:
    is_pairing = isinstance(content, Dossier)
    return ReproduceCommand(
        program=content.program,
        recipe=content.recipe,
        question=ProgramQuestion.PAIR if is_pairing else ProgramQuestion.CHECK,
        number=content.round_number if isinstance(content, Dossier) else content.rounds,
        given=content.given if is_pairing or not content.is_anonymous else None,
        answer=content.answer,
        is_anonymous=content.is_anonymous,
    )


def _round_page(checked: EventFinding) -> str:
    """Return the page of a round that a program has paired."""
    return checked_page(checked, of_program=True)


def checked_page(checked: EventFinding, *, of_program: bool) -> str:
    """Return the page of a checked event."""
    entries: list[Entry] = [checked.header, *checked.rounds]
    header = RunHeader(program="pairproof", version=__version__, system=_system(checked))
    return render_html(make_record(header, entries), of_program=of_program)


def _system(checked: EventFinding) -> str:
    return checked.header.edition.key if checked.header.edition else "auto"


def _lines(dossier: Dossier, group: Group | None, names: list[str]) -> list[str]:
    """Describe the finding, the program, and the files of the folder."""
    record = _record(dossier, group, names)
    lines = [f"{record['program']['name']} {record['program']['version']}".rstrip() + f", round {record['round']}", ""]
    lines += [*_wrapped(escape_line(dossier.sentence)).splitlines(), ""]
    lines += [f"{name:<11} {text}" for name, text in _facts(dossier, record)]
    lines += ["", "What lies here:"]
    lines += [f"  {name:<18} {_WHAT[name]}" for name in names]
    if dossier.shows_it:
        check = f"pairproof check event.trf --rounds {dossier.round_number} --system {dossier.system}"
        lines += ["", f"See it:      {check}"]
    if "verify.py" in names:
        lines += ["Verify it:   python verify.py proof.json event.trf", "             (without Pairproof)"]
    if dossier.remarks:
        lines += ["", *dossier.remarks]
    return [escape_line(line) for line in lines]


def _facts(dossier: Dossier, record: dict[str, Any]) -> list[tuple[str, str]]:
    facts = [("Verdict", record["verdict"]), ("Regulation", dossier.system)]
    if record["criterion"] or record["article"]:
        decided = " ".join(filter(None, (record["criterion"], record["article"] and f"(article {record['article']})")))
        facts.append(("Decided by", decided))
    facts.append(
        (
            "Cause",
            record["cause"]["sentence"] + bracket_article(record["cause"]["article"])
            if record["cause"]
            else "none is found that explains it",
        )
    )
    if record["class"]:
        facts.append(("Class", record["class"] + (f": {record['note']}" if record["note"] else "")))
    if record["link"]:
        facts.append(("Link", record["link"]))
    facts.append(("Event", f"{record['event']} of the campaign, {counted_noun(record['players'], 'participant')}"))
    if dossier.reduced is not None:
        reduced = dossier.reduced
        facts.append(
            ("Reduced", f"{counted_noun(reduced.players, reduced.noun)}, {counted_noun(reduced.round_number, 'round')}")
        )
        facts += [("", f"{matter[0].upper()}{matter[1:]}.") for matter in reduced.matters]
    facts += [("File", f"{name}  SHA-256 {digest}") for name, digest in record["program"]["files"]]
    return [*facts, ("Holds", record["holds"]), ("Pairproof", __version__)]


def _record(content: Dossier | Proof, group: Group | None, names: list[str]) -> dict[str, Any]:
    """Return the contents of the folder for machines; a proof has both verdicts, a dossier the cause."""
    finding, again = content.finding, _again(content)
    cause = finding.cause if isinstance(content, Dossier) else None
    score, verdicts = dict[str, str](), dict[str, str]()
    if isinstance(content, Proof):
        score, verdicts = {"score": finding.score.value}, {"says": content.says, "argument": content.argument}
    return {
        "format": FORMAT,
        "format_version": VERSION,
        "pairproof": __version__,
        "system": content.system,
        "program": {
            "name": content.program.name,
            "version": content.program.version,
            "command": list(again.words),
            "files": again.hashes,
        },
        "event": finding.event_number,
        "players": finding.players,
        "round": content.round_number,
        **score,
        "verdict": finding.word,
        "criterion": finding.criterion,
        "article": finding.article,
        "sentence": content.sentence,
        **verdicts,
        "signature": finding.signature,
        "cause": None
        if cause is None
        else {"id": cause.first.identifier, "sentence": cause.first.sentence, "article": cause.first.article},
        "class": group.classed.value if group and group.classed else None,
        "note": group.note if group else "",
        "link": group.link if group else "",
        "check_shows_it": content.shows_it,
        "anonymous": content.is_anonymous,
        "holds": holds(anonymous=content.is_anonymous),
        "remarks": list(content.remarks),
        "files": names,
    }


# --- proofs -----------------------------------------------------------------------------------------------------------

_WHAT_OF_PROOF = {
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


def proof_files(proof: Proof, group: Group | None) -> dict[str, bytes]:
    """Return the content of the folder, by name of the file; ``group`` holds class, note and link of its findings."""
    contents = {
        "check.html": checked_page(proof.checked, of_program=False).encode(),
        "why.txt": "".join(f"{_wrapped(escape_line(one))}\n\n" for one in proof.why).encode() or None,
        "given.trf": proof.given,
        "answer.txt": proof.answer or None,
        "event.trf": write_trf26(proof.event).encode(),
        "regulation.txt": pair_list(proof.ours).encode() if proof.ours else None,
    }
    files = {name: content for name, content in contents.items() if content is not None}
    again = _again(proof)
    if again.recipe is not None and again.recipe.recipe.manner is not Manner.CALLABLE:  # a function pairs only
        files |= script_files(again)
    names = [name for name in _WHAT_OF_PROOF if name in files or name in ("README.txt", "dossier.json", "SHA256SUMS")]
    record = _record(proof, group, names)
    files["README.txt"] = "".join(f"{escape_line(line)}\n" for line in _proof_lines(proof, record, names)).encode()
    files["dossier.json"] = (json.dumps(record, indent=1) + "\n").encode()
    return files | {"SHA256SUMS": sums_of(files)}


def _wrapped(text: str, indent: str = "") -> str:
    return textwrap.fill(text, _WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def _proof_lines(proof: Proof, record: dict[str, Any], names: list[str]) -> list[str]:
    """Describe the finding, both verdicts, and the files of the folder."""
    where = f"round {proof.round_number}" if proof.round_number else "rank order"
    lines = [f"{proof.program.name} {proof.program.version}".rstrip() + f", {where}", "", proof.sentence, ""]
    facts = [("It says", proof.says), ("We say", proof.argument), ("Regulation", proof.system)]
    facts += [("Planted", record["verdict"])] if record["score"] != "discrepant" else []
    facts += [("Class", record["class"] + (f": {record['note']}" if record["note"] else ""))] if record["class"] else []
    facts += [
        ("Link", record["link"]),
        ("Event", f"{record['event']}, {counted_noun(record['players'], 'participant')}"),
    ]
    facts += [("File", f"{name}  SHA-256 {digest}") for name, digest in record["program"]["files"]]
    for name, text in (*facts, ("Holds", record["holds"]), ("Pairproof", __version__)):
        if text:
            lines += _wrapped(f"{name:<11} {' '.join(text.split())}", " " * 12).splitlines()
    lines += ["", "What lies here:", *(f"  {name:<18} {_WHAT_OF_PROOF[name]}" for name in names)]
    rounds = f" --rounds {proof.round_number}" if proof.round_number else ""
    lines += ["", f"See it:      pairproof check event.trf{rounds} --system {proof.system}"]
    if proof.round_number and proof.ours is not None:
        lines.append(f"Ask why:     pairproof explain event.trf --round {proof.round_number} --board 1")
    return [*lines, "", *proof.remarks] if proof.remarks else lines


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
    recipe: StoredRecipe | None
    question: ProgramQuestion
    number: int
    """The round that it is about; of a checker, the last one."""
    given: bytes | None
    answer: bytes
    is_anonymous: bool = False

    @property
    def words(self) -> tuple[str, ...]:
        """The command, without folders in an anonymous dossier: folders have names of people."""
        return tuple(self.named(word) for word in self.recipe.recipe.words) if self.recipe else ()

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
    files = {"reproduce.sh": _script(again, again.recipe).encode("utf-8", "surrogateescape")}
    if again.recipe.recipe.manner is Manner.RESIDENT:
        files["questions.jsonl"] = _questions(again).encode()
    return files


def _script(again: ReproduceCommand, stored: StoredRecipe) -> str:
    recipe = stored.recipe
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
