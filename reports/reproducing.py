"""The script of a dossier that asks a program again, and compares its answers."""

from __future__ import annotations

import json
import shlex
from typing import TYPE_CHECKING, Any

from checker.programs.exchange import Manner, ProgramQuestion
from tournaments.frozen import dataclass
from tournaments.safe_text import escape_line

if TYPE_CHECKING:
    from checker.campaigns.rows import StoredRecipe
    from checker.campaigns.store import KnownProgram

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
_CALLED = "import sys; from checker.programs.functions_and_files import print_pairing; print_pairing(*sys.argv[1:])"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReproduceCommand:
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
