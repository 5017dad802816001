"""A round with the brackets that an edition makes of it: what leaving out and measuring start from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from reference_engines.brackets.bracket import Brackets
    from reference_engines.dutch.course import DutchCourse
    from reference_engines.dutch.edition import DutchText
    from reference_engines.field import Field


@dataclass(frozen=True, slots=True, kw_only=True)
class PairedRound:
    """A round paired by an edition."""

    text: DutchText
    course: DutchCourse
    field: Field
    brackets: Brackets
