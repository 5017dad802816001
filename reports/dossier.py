"""
A dossier as files: a page, the program's input and answer, the events, and a script that asks again.

File names are ours; whatever a program or a file says is written into files, and never into a name or a command
without quotes.
"""

from __future__ import annotations

import hashlib
import json
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Any

from checker import verifier
from checker.anonymisation import holds
from checker.campaigns.smallest_events import checked_again
from checker.causes.explanation import bracket_article
from checker.programs.answers import pair_list
from checker.programs.exchange import ProgramQuestion
from checker.records.run import RunHeader, make_record
from reports.html import render_html
from reports.reproducing import ReproduceCommand, script_files
from tournaments import __version__
from tournaments.problems import counted_noun
from tournaments.safe_text import escape_line
from tournaments.trf.writing import write_trf26

if TYPE_CHECKING:
    from collections.abc import Mapping

    from checker.campaigns.dossier import Dossier
    from checker.campaigns.grouping import Group
    from checker.findings import Entry, EventFinding

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


def _again(dossier: Dossier) -> ReproduceCommand:
    return ReproduceCommand(
        program=dossier.program,
        recipe=dossier.recipe,
        question=ProgramQuestion.PAIR,
        number=dossier.round_number,
        given=dossier.given,
        answer=dossier.answer,
        is_anonymous=dossier.is_anonymous,
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
    lines += [*textwrap.wrap(escape_line(dossier.sentence), _WIDTH, break_long_words=False, break_on_hyphens=False), ""]
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


def _record(dossier: Dossier, group: Group | None, names: list[str]) -> dict[str, Any]:
    finding = dossier.finding
    cause = finding.cause
    again = _again(dossier)
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
        "event": dossier.finding.event_number,
        "players": dossier.finding.players,
        "round": dossier.round_number,
        "verdict": finding.word,
        "criterion": finding.criterion,
        "article": finding.article,
        "sentence": dossier.sentence,
        "signature": dossier.finding.signature,
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
