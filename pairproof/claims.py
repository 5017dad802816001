"""What a campaign asks of programs, compared with what they say that they do, before any event is played."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from checker.campaigns.configuration import Direction
from checker.programs.program import Claims, claims_of, select_system
from checker.verdicts.verdict import ExitStatus
from pairproof.cli.errors import CommandError
from reference_engines.frame.systems import editions

if TYPE_CHECKING:
    from collections.abc import Sequence

    from checker.campaigns.configuration import Configuration
    from checker.programs.program import Program

_ASKED = {
    Direction.PAIR: ("pairs", "to pair"),
    Direction.GENERATE: ("generates", "to make events"),
    Direction.JUDGE: ("checks", "to check"),
    Direction.EXAM: ("checks", "to check"),
}
"""By direction, the claim that it needs, and what it asks."""
_WORDS = {"pairs": "pairs", "checks": "checks", "generates": "makes events"}


def require_claims(programs: Sequence[Program], configuration: Configuration) -> None:
    """
    Raise CommandError if a program says that it does other things only, or pairs teams where players are to be paired.

    A program that says nothing is asked. Say so where one is asked for an edition that it does not claim.
    """
    for program in programs:
        name, claims = program.identity.name, claims_of(select_system(program, configuration.system))
        _require_ability(name, claims, configuration.direction)
        if configuration.system != "auto":
            _require_kind(name, claims, configuration.system)


def _require_ability(name: str, claims: Claims, direction: Direction) -> None:
    needed, asked = _ASKED[direction]
    able = [words for claim, words in _WORDS.items() if getattr(claims, claim)]
    if able and not getattr(claims, needed):
        raise CommandError(
            f"{name} only {' and '.join(able)}; --direction {direction.value} asks it {asked}", ExitStatus.USAGE
        )


def _require_kind(name: str, claims: Claims, system: str) -> None:
    of_teams = {edition.key: edition.pairs_teams for edition in editions()}
    regulation = system.partition("/")[0]
    known = [key for key in claims.systems if key in of_teams]
    if not known or regulation in known or regulation not in of_teams:
        return
    said = f"{name} says that it pairs by {', '.join(known)}"
    if all(of_teams[key] != of_teams[regulation] for key in known):
        raise CommandError(f"{said}, which {_whom(of_teams[known[0]])}, and {system} does not", ExitStatus.USAGE)
    sys.stderr.write(f"pairproof: {said}; it is judged by {system}\n")


def _whom(pairs_teams: bool) -> str:
    return "pairs teams" if pairs_teams else "pairs players"
