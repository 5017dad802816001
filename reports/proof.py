"""
The proof of a checker's error, or of a wrong rank order, as files: a page, input, output, and our argument.

It is a dossier like that of a pairing (`reports.dossier`), with the same names for the same things.
"""

from __future__ import annotations

import json
import textwrap
from typing import TYPE_CHECKING, Any

from checker.anonymisation import holds
from checker.programs.answers import pair_list
from checker.programs.exchange import Manner, ProgramQuestion
from reports.dossier import FORMAT, VERSION, checked_page, sums_of
from reports.reproducing import ReproduceCommand, script_files
from tournaments import __version__
from tournaments.problems import counted_noun
from tournaments.safe_text import escape_line
from tournaments.trf.writing import write_trf26

if TYPE_CHECKING:
    from checker.campaigns.dossier import Proof
    from checker.campaigns.grouping import Group

_WIDTH = 100
_WHAT = {
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
    names = [name for name in _WHAT if name in files or name in ("README.txt", "dossier.json", "SHA256SUMS")]
    record = _record(proof, group, again, names)
    files["README.txt"] = "".join(f"{escape_line(line)}\n" for line in _lines(proof, record, names)).encode()
    files["dossier.json"] = (json.dumps(record, indent=1) + "\n").encode()
    return files | {"SHA256SUMS": sums_of(files)}


def _again(proof: Proof) -> ReproduceCommand:
    return ReproduceCommand(
        program=proof.program,
        recipe=proof.recipe,
        question=ProgramQuestion.CHECK,
        number=proof.rounds,
        given=None if proof.is_anonymous else proof.given,
        answer=proof.answer,
        is_anonymous=proof.is_anonymous,
    )


def _record(proof: Proof, group: Group | None, again: ReproduceCommand, names: list[str]) -> dict[str, Any]:
    finding = proof.finding
    return {
        "format": FORMAT,
        "format_version": VERSION,
        "pairproof": __version__,
        "system": proof.system,
        "program": {
            "name": proof.program.name,
            "version": proof.program.version,
            "command": list(again.words),
            "files": again.hashes,
        },
        "event": proof.finding.event_number,
        "players": proof.finding.players,
        "round": proof.round_number,
        "score": finding.score.value,
        "verdict": finding.word,
        "criterion": finding.criterion,
        "article": finding.article,
        "sentence": proof.sentence,
        "says": proof.says,
        "argument": proof.argument,
        "signature": proof.finding.signature,
        "cause": None,
        "class": group.classed.value if group and group.classed else None,
        "note": group.note if group else "",
        "link": group.link if group else "",
        "check_shows_it": proof.shows_it,
        "anonymous": proof.is_anonymous,
        "holds": holds(anonymous=proof.is_anonymous),
        "remarks": list(proof.remarks),
        "files": names,
    }


def _wrapped(text: str, indent: str = "") -> str:
    return textwrap.fill(text, _WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def _lines(proof: Proof, record: dict[str, Any], names: list[str]) -> list[str]:
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
    lines += ["", "What lies here:", *(f"  {name:<18} {_WHAT[name]}" for name in names)]
    rounds = f" --rounds {proof.round_number}" if proof.round_number else ""
    lines += ["", f"See it:      pairproof check event.trf{rounds} --system {proof.system}"]
    if proof.round_number and proof.ours is not None:
        lines.append(f"Ask why:     pairproof explain event.trf --round {proof.round_number} --board 1")
    return [*lines, "", *proof.remarks] if proof.remarks else lines
