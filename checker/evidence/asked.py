"""The program that is asked, and the parts that it supports: a missing part is named, and never looks like a pass."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from checker.evidence.facts import ProgramFacts
from checker.evidence.ledger import Undone, hashed
from checker.evidence.nameless import without_folders
from checker.evidence.plan import EvidencePart
from checker.programs.exchange import ProgramQuestion, hashes_of, recipe_of
from checker.programs.program import claims_of
from checker.programs.smoke import try_checker
from checker.suite.questions import suites
from random_tournaments.batch_kinds import PLAYERS, batch_kind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from checker.programs.exchange import Recipe
    from checker.programs.program import Program


def program_facts(program: Program) -> ProgramFacts:
    """Return the identity of a program, its commands, and the hashes of the files that they name."""
    claims = claims_of(program)
    recipes = {question: recipe_of(program, question) for question in ProgramQuestion}
    files = dict(one for recipe in recipes.values() if recipe is not None for one in hashes_of(recipe))
    return ProgramFacts(
        name=program.identity.name,
        version=program.identity.version,
        pairs=_told(recipes[ProgramQuestion.PAIR], does=claims.pairs),
        checks=_told(recipes[ProgramQuestion.CHECK], does=claims.checks),
        generates=_told(recipes[ProgramQuestion.GENERATE], does=claims.generates),
        standings=claims.standings,
        systems=claims.systems,
        files=hashed(tuple(sorted(files.items()))),
    )


def _told(recipe: Recipe | None, *, does: bool) -> str:
    """Return the command without folders; ``yes`` where it is asked otherwise than by a command."""
    if recipe is None or not does:
        return "yes" if does else ""
    return shlex.join(without_folders(word) for word in recipe.words)


def obstacles_of(program: Program, system: str) -> Iterator[Undone]:
    """Yield the parts that cannot be done, and why."""
    claims, name = claims_of(program), program.identity.name
    if not claims.pairs:
        yield Undone(part=EvidencePart.PAIR, why=f"{name} does not pair, as it says itself")
    if system not in suites():
        yield Undone(part=EvidencePart.SUITE, why=f"there is no conformance suite of {system}")
    elif not claims.pairs:
        yield Undone(part=EvidencePart.SUITE, why=f"{name} does not pair, as it says itself")
    if not claims.generates:
        yield Undone(part=EvidencePart.GENERATE, why=f"{name} has no generator, as it says itself")
    if not claims.checks:
        for part in (EvidencePart.EXAM, EvidencePart.JUDGE):
            yield Undone(part=part, why=f"{name} has no checker, as it says itself")
    elif missed := _missed(program, system):
        why = f"its checker is wrong in the smoke test, about: {missed}; what it does not object to says nothing"
        yield Undone(part=EvidencePart.JUDGE, why=why)


def _missed(program: Program, system: str) -> str:
    """Return the errors of a program's checker in the smoke test; teams have no smoke test."""
    if batch_kind(system) is not PLAYERS:
        return ""
    wrong = [trial for trial in try_checker(program, system) if not trial.is_right]
    return ", ".join(dict.fromkeys(trial.error.value if trial.error else "a clean event" for trial in wrong))
