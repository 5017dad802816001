"""Themes of the Dutch system that several questions of a suite are to have, besides rules and misreadings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference_engines.coverage.dutch import list_generation_steps
from reference_engines.coverage.features import Circumstance
from reference_engines.dutch.generation import describe_generation
from tournaments.frozen import dataclass
from tournaments.model import Result

if TYPE_CHECKING:
    from collections.abc import Callable

    from reference_engines.downfloating.bracket import Bracket, Candidate
    from reference_engines.dutch.rules import DutchRound

LARGE = 12
"""Players of a large bracket, at least."""
MANY_MDPS = 4
_ORDER = ("4.",)
_FLOATS = ("floats-a-round-too-far", "floats-three-for-two", "floats-of-games", "floats-of-opponents")
_ENTRIES = ("ranked-late-entries", "ranked-earliest-entry", "absence-is-a-downfloat")


@dataclass(frozen=True, slots=True, kw_only=True)
class Theme:
    """A situation before a round, in which a misreading of the same subject must show, so that it matters."""

    name: str
    article: str
    """The article under which its questions count."""
    shown: tuple[str, ...]
    """How the articles or the identifiers of the misreadings begin that are about it."""
    holds: Callable[[DutchRound], bool]

    def is_subject(self, identifier: str, article: str) -> bool:
        """Whether a misreading is about the theme."""
        return identifier.startswith(self.shown) or article.startswith(self.shown)


def _takes(step: Circumstance) -> Callable[[DutchRound], bool]:
    """Return the function that looks for a step of the sequence in large brackets."""
    return lambda at: any(
        bracket.size >= LARGE and step in _list_steps(bracket, candidate) for bracket, candidate in at.brackets
    )


def _selects_mdps(at: DutchRound) -> bool:
    """Whether others than the highest of many MDPs are paired."""
    return any(
        bracket.mdp_count >= MANY_MDPS and Circumstance.MDP_SELECTION in _list_steps(bracket, candidate)
        for bracket, candidate in at.brackets
    )


def _list_steps(bracket: Bracket, candidate: Candidate) -> list[Circumstance]:
    return list(list_generation_steps(describe_generation(bracket, candidate), bracket.mdp_count))


def _has_fourth_round(at: DutchRound) -> bool:
    return at.number >= 4


def _has_late_entry(at: DutchRound) -> bool:
    """Whether a player who was absent in round 1 is paired."""
    paired = {tpn for pair in at.expected().pairs for tpn in pair.players}
    return any(
        player.rounds and player.rounds[0].result is Result.ZERO_POINT_BYE and player.tpn in paired
        for player in at.event.source.players
    )


def _has_dissolved_bracket(at: DutchRound) -> bool:
    """Whether all players of a bracket with several residents float down."""
    return any(bracket.resident_count > 1 and not candidate.pairs for bracket, candidate in at.brackets)


THEMES = (
    *(
        Theme(name=f"{step.value} of {LARGE} or more", article=article, shown=_ORDER, holds=_takes(step))
        for step, article in (
            (Circumstance.TRANSPOSITION, "4.2.2"),
            (Circumstance.EXCHANGE, "4.3.2"),
            (Circumstance.MDP_TRANSPOSITION, "4.2.2"),
        )
    ),
    Theme(name=f"selection of {MANY_MDPS} or more MDPs", article="4.4.2", shown=_ORDER, holds=_selects_mdps),
    Theme(name="float of three rounds before", article="1.4.2", shown=_FLOATS, holds=_has_fourth_round),
    Theme(name="late entry", article="1.2.2", shown=_ENTRIES, holds=_has_late_entry),
    Theme(name="bracket that collapses", article="2.4.1", shown=("2.",), holds=_has_dissolved_bracket),
)
