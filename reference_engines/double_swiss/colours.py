"""Colours of a match (4.1 to 4.3): the player with White in its first game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference_engines.double_swiss.text import MatchColourStep
from reference_engines.frame.round import ColourDecision
from reference_engines.readings import note_on
from tournaments.model import Colour

if TYPE_CHECKING:
    from collections.abc import Callable

    from reference_engines.double_swiss.event import DoubleEvent
    from reference_engines.double_swiss.text import DoubleParticipants

_WHITE = 1
_BEGINNERS = "DOUBLE-BEGINNERS"


def decide(event: DoubleEvent, participants: DoubleParticipants, pair: tuple[int, int]) -> ColourDecision:
    """Give two positions of a round their colours by the first step that decides."""
    two, steps = _MatchPair(event, participants, pair), event.rules.steps
    for article, step in steps:
        has_white = _STEPS[step](two)
        if has_white is not None:
            white, black = (two.higher, two.lower) if has_white else (two.lower, two.higher)
            doubt = (note_on(_BEGINNERS),) if two.is_doubtful(step) else ()
            return ColourDecision(
                white=white,
                black=black,
                article=article,
                why=two.describe(step, white),
                rests_on=doubt,
                is_open=bool(doubt),
            )
    return ColourDecision(
        white=two.higher,
        black=two.lower,
        article=f"{steps[-1][0]}, {_BEGINNERS}",
        why="no article gives the two their colours",
        rests_on=(note_on(_BEGINNERS),),
        is_open=True,
    )


class _MatchPair:
    """A pair, the higher ranked player first (4.2)."""

    def __init__(self, event: DoubleEvent, players: DoubleParticipants, pair: tuple[int, int]) -> None:
        self.higher = event.rules.higher_ranked.select(players, pair)
        self.lower = sum(pair) - self.higher
        self._event, self._players = event, players
        columns = (event.column(players.numbers[at]) for at in (self.higher, self.lower))
        self.colours = [event.colours_of(column, players.round_number) for column in columns]

    def beginners(self) -> bool | None:
        if any(self.colours):
            return None
        initial = self._event.initial_colour is Colour.WHITE
        return initial if self._players.odd_number[self.higher] else not initial

    def _has_played(self, position: int) -> bool:
        unplayed = int(self._players.unplayed[position])
        return unplayed < self._players.round_number - 1

    def is_doubtful(self, step: MatchColourStep) -> bool:
        """Whether a player without a colour counts as a beginner although the player has played a match."""
        return step is MatchColourStep.BEGINNERS and any(map(self._has_played, (self.higher, self.lower)))

    def describe(self, step: MatchColourStep, white: int) -> str:
        """Describe the facts by which a step gives one of the two, by position, White."""
        numbers = self._players.numbers
        own, opposite = (f"player {numbers[at]}" for at in (white, self.higher + self.lower - white))
        match step:
            case MatchColourStep.BEGINNERS:
                parity = "odd" if self._players.odd_number[self.higher] else "even"
                return (
                    f"neither has had a colour, and player {numbers[self.higher]}, the higher, has an {parity} number"
                )
            case MatchColourStep.WHITES:
                fewer, more = sorted(colours.count(_WHITE) for colours in self.colours)
                return f"{own} has had White less often than {opposite}, {fewer} against {more} times"
            case MatchColourStep.LATEST_DIFFERENCE:
                return f"{own} had Black in the latest match in which their colours differ"
            case MatchColourStep.HIGHER_RANKED:
                return f"the colour of player {numbers[self.higher]}, ranked higher, alternates from the last match"
            case MatchColourStep.OPPONENT:
                return f"the colour of player {numbers[self.lower]} alternates from the last match"
            case MatchColourStep.COLOUR_DIFFERENCE:
                return f"{own} has the lower colour difference"

    def whites(self) -> bool | None:
        return _fewer(*(colours.count(_WHITE) for colours in self.colours))

    def colour_difference(self) -> bool | None:
        return _fewer(*(sum(colours) for colours in self.colours))

    def latest_difference(self) -> bool | None:
        # Matches that give no colour are squeezed out, and the histories compared from the last match on (C.04.2:3.4).
        for higher, lower in zip(*self.colours, strict=False):
            if higher != lower:
                return higher != _WHITE
        return None

    def higher_ranked(self) -> bool | None:
        return self.colours[0][0] != _WHITE if self.colours[0] else None

    def opponent(self) -> bool | None:
        return self.colours[1][0] == _WHITE if self.colours[1] else None


def _fewer(higher: int, lower: int) -> bool | None:
    return None if higher == lower else higher < lower


_STEPS: dict[MatchColourStep, Callable[[_MatchPair], bool | None]] = {
    MatchColourStep.BEGINNERS: _MatchPair.beginners,
    MatchColourStep.WHITES: _MatchPair.whites,
    MatchColourStep.LATEST_DIFFERENCE: _MatchPair.latest_difference,
    MatchColourStep.HIGHER_RANKED: _MatchPair.higher_ranked,
    MatchColourStep.OPPONENT: _MatchPair.opponent,
    MatchColourStep.COLOUR_DIFFERENCE: _MatchPair.colour_difference,
}
"""Whether the higher ranked player has White; None if the step does not decide."""
