"""Scoring systems of generated events, by name."""

from __future__ import annotations

from tournaments.model import ScoringSystem

STANDARD = ScoringSystem()


def _make_scoring(win: int, draw: int, loss: int, bye: int) -> ScoringSystem:
    """Return a scoring, in tenths, in which byes and forfeits have the value of the corresponding win, draw or loss."""
    return ScoringSystem(
        white_win=win,
        black_win=win,
        white_draw=draw,
        black_draw=draw,
        white_loss=loss,
        black_loss=loss,
        forfeit_win=win,
        full_point_bye=win,
        half_point_bye=draw,
        pairing_allocated_bye=bye,
        pending=draw,
    )


SCORINGS: dict[str, ScoringSystem] = {
    "standard": STANDARD,
    "half-bye": ScoringSystem(pairing_allocated_bye=5),
    "zero-bye": ScoringSystem(pairing_allocated_bye=0),
    "3-1-0": _make_scoring(30, 10, 0, bye=30),
    "3-2-1": _make_scoring(30, 20, 10, bye=20),
    "2-1-0": _make_scoring(20, 10, 0, bye=20),
}
"""Scoring systems by name; ``half-bye`` and ``zero-bye`` give the points of the pairing-allocated bye."""


def scoring_name(scoring: ScoringSystem) -> str:
    """Return the name of a scoring, or its values if it has no name."""
    for name, points in SCORINGS.items():
        if points == scoring:
            return name
    return f"win {scoring.win}, draw {scoring.white_draw}, loss {scoring.loss} tenths, and others"
