"""Rounds of a session as the modules of a system take them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference_engines.dutch.paired import PairedRound

if TYPE_CHECKING:
    from reference_engines.engine import Session


def paired(session: Session, number: int) -> PairedRound:
    """Return a round of the Dutch system with the brackets that the edition makes of it."""
    return PairedRound(
        text=session.rules,  # type: ignore[arg-type]  # Dutch only
        course=session.course,
        field=session.field(number),
        brackets=session.made(number).way,
    )
