"""What is readable but suspect in an event, each finding with a code of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tournaments.problems import Findings

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tournaments.model import Event
    from tournaments.problems import Problem

    Lines = Mapping[int, int]
    Check = Callable[[Event, Lines, Findings], None]


def lint_event(event: Event, *, source: str = "<event>") -> tuple[Problem, ...]:
    """Return what is suspect in an event that does not come from a text (``parse_event`` lints what it reads)."""
    findings = Findings(source)
    lint_into(event, findings, {})
    return findings.sorted()


def lint_into(event: Event, findings: Findings, lines: Lines) -> None:
    """Run every check; ``lines`` says in which line of the text a player stands."""
    for check in _CHECKS:
        check(event, lines, findings)


_CHECKS: tuple[Check, ...] = ()
