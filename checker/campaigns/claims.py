"""Claims of programs compared with the task of a campaign, before any event is played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checker.campaigns.configuration import Direction
from checker.programs.program import Claims, claims_of, select_system
from reference_engines.frame.systems import editions

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from checker.campaigns.configuration import Configuration
    from checker.programs.program import Program

_REQUIRED_CLAIMS = {
    Direction.PAIR: ("pairs", "to pair"),
    Direction.GENERATE: ("generates", "to make events"),
    Direction.JUDGE: ("checks", "to check"),
    Direction.EXAM: ("checks", "to check"),
}
"""For each direction the claim that a program must make, and the task as a verb."""
_ABILITIES = {"pairs": "pairs", "checks": "checks", "generates": "makes events"}


class UnclaimedTaskError(ValueError):
    """A program claims other tasks only, or other participants; the message is a sentence."""


def require_claims(programs: Sequence[Program], configuration: Configuration) -> tuple[str, ...]:
    """
    Raise UnclaimedTaskError if a program claims other tasks only, or pairs teams where the system pairs players.

    A program without claims is accepted. Return a remark for each program that is judged by an edition that it does
    not claim.
    """
    return tuple(_remarks(programs, configuration))


def _remarks(programs: Sequence[Program], configuration: Configuration) -> Iterator[str]:
    for program in programs:
        name, claims = program.identity.name, claims_of(select_system(program, configuration.system))
        _require_ability(name, claims, configuration.direction)
        remark = "" if configuration.system == "auto" else _edition_remark(name, claims, configuration.system)
        if remark:
            yield remark


def _require_ability(name: str, claims: Claims, direction: Direction) -> None:
    required, task = _REQUIRED_CLAIMS[direction]
    able = [ability for claim, ability in _ABILITIES.items() if getattr(claims, claim)]
    if able and not getattr(claims, required):
        message = f"{name} only {' and '.join(able)}; --direction {direction.value} asks it {task}"
        raise UnclaimedTaskError(message)


def _edition_remark(name: str, claims: Claims, system: str) -> str:
    """Return a remark on a program that claims other editions of the same kind; empty if it claims the edition."""
    of_teams = {edition.key: edition.pairs_teams for edition in editions()}
    regulation = system.partition("/")[0]
    known = [key for key in claims.systems if key in of_teams]
    if not known or regulation in known or regulation not in of_teams:
        return ""
    claim = f"{name} says that it pairs by {', '.join(known)}"
    if all(of_teams[key] != of_teams[regulation] for key in known):
        raise UnclaimedTaskError(f"{claim}, which {_paired_kind(of_teams[known[0]])}, and {system} does not")
    return f"{claim}; it is judged by {system}"


def _paired_kind(pairs_teams: bool) -> str:
    return "pairs teams" if pairs_teams else "pairs players"
