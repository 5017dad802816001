"""
A dossier as files: a page, what was given and answered, the events, and a script that asks again.

File names are ours; whatever a program or a file says is written into files, and never into a name or a command
without quotes.
"""

from __future__ import annotations

import hashlib
import json
import shlex
import textwrap
from typing import TYPE_CHECKING, Any

from checker.anonymous import holds
from checker.campaigns.reducing import checked_again
from checker.causes.telling import in_brackets
from checker.findings import RunHeader, RunRecord, tally
from checker.programs.answers import pair_list
from checker.programs.exchange import Manner
from reports.html import render_html
from reports.words import plural
from tournaments import __version__
from tournaments.shown import shown
from tournaments.trf.writing import write_trf26

if TYPE_CHECKING:
    from checker.campaigns.dossier import Dossier
    from checker.campaigns.grouping import Group
    from checker.campaigns.kept import KeptRecipe
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
    "reduced.trf": "the smallest event found that shows the same (TRF26), paired by the program",
    "reduced-given.trf": "that event before its last round, as the program reads it",
    "reduced.html": "its last round as a check draws it",
    "questions.jsonl": "what is said to the program",
    "reproduce.sh": "asks the program again, with the command of the campaign, and compares its answer",
    "dossier.json": "all of this for machines",
    "SHA256SUMS": "hashes of the other files (sha256sum -c SHA256SUMS)",
}


def dossier_files(dossier: Dossier, group: Group | None, reduced_given: bytes | None = None) -> dict[str, bytes]:
    """
    Return what the folder holds, by name of the file.

    ``group`` holds class, note and link of the findings alike; ``reduced_given`` is the reduced event as the program
    reads it.
    """
    files = _parts(dossier, reduced_given)
    script = _script(dossier, is_given=dossier.given is not None)
    if script and dossier.recipe is not None:
        files["reproduce.sh"] = script.encode("utf-8", "surrogateescape")
        if dossier.recipe.recipe.manner is Manner.RESIDENT:
            files["questions.jsonl"] = _questions(dossier).encode()
    names = [name for name in _WHAT if name in files or name in ("README.txt", "dossier.json", "SHA256SUMS")]
    files["README.txt"] = "".join(f"{line}\n" for line in _lines(dossier, group, names)).encode()
    files["dossier.json"] = (json.dumps(_told(dossier, group, names), indent=1) + "\n").encode()
    sums = (f"{hashlib.sha256(content).hexdigest()}  {name}\n" for name, content in sorted(files.items()))
    return files | {"SHA256SUMS": "".join(sums).encode()}


def _parts(dossier: Dossier, reduced_given: bytes | None) -> dict[str, bytes]:
    texts = {
        "event.trf": write_trf26(dossier.paired) if dossier.paired else None,
        "before.trf": None if dossier.paired else write_trf26(dossier.before),
        "program.txt": pair_list(dossier.answered) if dossier.answered else None,
        "regulation.txt": pair_list(dossier.ours) if dossier.ours else None,
        "round.html": _page(dossier.checked) if dossier.checked and dossier.shows_it else None,
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
            files["reduced.html"] = _page(checked).encode()
    return files


def _page(checked: EventFinding) -> str:
    """Return the page of a round that a program has paired."""
    entries: list[Entry] = [checked.header, *checked.rounds]
    header = RunHeader(program="pairproof", version=__version__, system=_system(checked))
    return render_html(RunRecord(header=header, events=(checked,), tally=tally(entries)), of_program=True)


def _system(checked: EventFinding) -> str:
    return checked.header.edition.key if checked.header.edition else "auto"


def _lines(dossier: Dossier, group: Group | None, names: list[str]) -> list[str]:
    """Tell what is found, of whom, and what lies here."""
    told = _told(dossier, group, names)
    lines = [f"{told['program']['name']} {told['program']['version']}".rstrip() + f", round {told['round']}", ""]
    lines += [*textwrap.wrap(shown(dossier.sentence), _WIDTH, break_long_words=False, break_on_hyphens=False), ""]
    lines += [f"{name:<11} {text}" for name, text in _facts(dossier, told)]
    lines += ["", "What lies here:"]
    lines += [f"  {name:<18} {_WHAT[name]}" for name in names]
    if dossier.shows_it:
        check = f"pairproof check event.trf --rounds {dossier.round_number} --system {dossier.system}"
        lines += ["", f"See it:      {check}"]
    if dossier.remarks:
        lines += ["", *dossier.remarks]
    return [shown(line) for line in lines]


def _facts(dossier: Dossier, told: dict[str, Any]) -> list[tuple[str, str]]:
    facts = [("Verdict", told["verdict"]), ("Regulation", dossier.system)]
    if told["criterion"] or told["article"]:
        decided = " ".join(filter(None, (told["criterion"], told["article"] and f"(article {told['article']})")))
        facts.append(("Decided by", decided))
    facts.append(
        (
            "Cause",
            told["cause"]["sentence"] + in_brackets(told["cause"]["article"])
            if told["cause"]
            else "none is found that explains it",
        )
    )
    if told["class"]:
        facts.append(("Class", told["class"] + (f": {told['note']}" if told["note"] else "")))
    if told["link"]:
        facts.append(("Link", told["link"]))
    facts.append(("Event", f"{told['event']} of the campaign, {plural(told['players'], 'participant')}"))
    if dossier.reduced is not None:
        reduced = dossier.reduced
        facts.append(("Reduced", f"{plural(reduced.players, reduced.noun)}, {plural(reduced.round_number, 'round')}"))
        facts += [("", f"{matter[0].upper()}{matter[1:]}.") for matter in reduced.matters]
    facts += [("File", f"{name}  SHA-256 {digest}") for name, digest in told["program"]["files"]]
    return [*facts, ("Holds", told["holds"]), ("Pairproof", __version__)]


def _told(dossier: Dossier, group: Group | None, names: list[str]) -> dict[str, Any]:
    finding, cause = dossier.subject.finding, dossier.subject.cause
    recipe = dossier.recipe
    return {
        "format": FORMAT,
        "format_version": VERSION,
        "pairproof": __version__,
        "system": dossier.system,
        "program": {
            "name": dossier.program.name,
            "version": dossier.program.version,
            "command": list(_words(dossier, recipe)) if recipe else [],
            "files": [[_named(dossier, file), digest] for file, digest in recipe.files] if recipe else [],
        },
        "event": dossier.subject.event,
        "players": dossier.subject.players,
        "round": dossier.round_number,
        "verdict": finding.verdict,
        "criterion": finding.criterion,
        "article": finding.article,
        "sentence": dossier.sentence,
        "signature": dossier.subject.signature,
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


def _words(dossier: Dossier, recipe: KeptRecipe) -> tuple[str, ...]:
    return tuple(_named(dossier, word) for word in recipe.recipe.words)


def _named(dossier: Dossier, word: str) -> str:
    """Leave out where a file lies, if nobody is to be named: folders have names of people."""
    return word.rpartition("/")[2] if dossier.is_anonymous and word.startswith("/") else word


# --- asking again ----------------------------------------------------------------------------------------------------

_HEAD = """#!/bin/sh
# Asks {name} about round {number} again, by the command of the campaign, and compares.
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
_CALLED = "import sys; from checker.programs.others import print_pairing; print_pairing(*sys.argv[1:])"


def _script(dossier: Dossier, *, is_given: bool) -> str:
    """Return what asks the program again; empty if it cannot be asked."""
    if dossier.recipe is None or not is_given:
        return ""
    recipe = dossier.recipe.recipe
    name = shown(f"{dossier.program.name} {dossier.program.version}".rstrip())
    head = _HEAD.format(name=name, number=dossier.round_number)
    words = [_filled(word, dossier) for word in _words(dossier, dossier.recipe)]
    same = "cmp -s answer.txt again.txt"
    if recipe.manner is Manner.RESIDENT:
        asked = f"{shlex.join(words)} < questions.jsonl > again.out || :\nsed -n 2p again.out > again.txt"
        same = '[ "$(cat answer.txt)" = "$(cat again.txt)" ]'
    elif recipe.manner is Manner.CALLABLE:
        called = shlex.join(["-c", _CALLED, *words, "given.trf", str(dossier.round_number)])
        asked = f'"${{PYTHON:-python3}}" {called} > again.txt'
    else:
        asked = _command(words, recipe.streams)
    if dossier.is_anonymous:
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


def _filled(word: str, dossier: Dossier) -> str:
    values = {"{input}": "given.trf", "{output}": "again.txt", "{round}": str(dossier.round_number)}
    for placeholder, value in values.items():
        word = word.replace(placeholder, value)
    return word


def _questions(dossier: Dossier) -> str:
    """Return what is said to a resident program; the answer must have the number of the question."""
    try:
        number = json.loads(dossier.answer)["id"]
    except (ValueError, KeyError, TypeError):
        number = 2
    questions: list[dict[str, Any]] = [
        {"id": number - 1, "do": "start", "protocol": 1},
        {"id": number, "do": "pair", "trf": (dossier.given or b"").decode(), "round": dossier.round_number},
        {"id": number + 1, "do": "stop"},
    ]
    return "".join(json.dumps(question) + "\n" for question in questions)
