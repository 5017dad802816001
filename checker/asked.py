"""What it means for the reading of a file that a system is asked for by its key."""

from __future__ import annotations

from reference_engines.systems import AUTO, pairs_teams
from tournaments.model import Paired


def paired_by(key: str) -> Paired | None:
    """Return whom a system pairs, so that a file that lists teams is read for it; None if the file is to choose."""
    if key == AUTO:
        return None
    return Paired.TEAMS if pairs_teams(key) else Paired.PLAYERS
