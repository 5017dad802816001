"""A cast of engines for the toy system: those that say more than it, and those that get it wrong."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from support.toy import ToyEvent, change, games, matchings

from reference_engines.frame.results import (
    Assessment,
    ColourRule,
    Divergence,
    DivergenceKind,
    GenerationStep,
    NoLegalPairingError,
    Pair,
    ReadingNote,
    RoundPairing,
    UnsupportedEventError,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reference_engines.frame.variants import Variant
    from tournaments.model import Event


class Talkative(ToyEvent):
    """Cites articles for colours and order."""

    def colour_rule(self, round_number: int, pair: Pair) -> ColourRule | None:
        """Say which article gives White."""
        if self._last(round_number, pair.white) is self._last(round_number, pair.black):
            return ColourRule(article="5.2", sentence=f"{pair.white} is ranked higher.")
        return ColourRule(article="5.1", sentence=f"{pair.white} had Black last.")

    def order_article(self, round_number: int, step: GenerationStep) -> str:
        """Number the steps."""
        del round_number
        return {GenerationStep.EXCHANGE: "4.3", GenerationStep.TRANSPOSITION: "4.2"}[step]


class Broadminded(ToyEvent):
    """Knows that in the first round neighbours could meet, or Black could go to the higher ranked players."""

    def variants(self, round_number: int) -> Iterator[Variant]:
        """Both may matter in round 1."""
        if round_number == 1:
            yield change("TOY-ADJACENT", "Neighbours may meet in round 1.", games((1, 2), (3, 4), (5, 6)))
            yield change("TOY-BLACK", "Higher ranked players may have Black in round 1.", games((4, 1), (5, 2), (6, 3)))


class Hesitant(Talkative):
    """Doubts the colours of players 1 and 2 in the first round, and names no article for those of player 3."""

    doubts_are_open = True

    def colour_rule(self, round_number: int, pair: Pair) -> ColourRule | None:
        """Rest on a reading, on an article, or on nothing."""
        if 3 in pair.players:
            return None
        rule = super().colour_rule(round_number, pair)
        doubted = sorted(pair.players & {1, 2})
        notes = tuple(ReadingNote(identifier="TOY-WHITE", sentence="Somebody has White.") for _ in doubted)
        return replace(rule, readings=notes, is_open=bool(notes) and self.doubts_are_open) if rule else None

    def assess(self, round_number: int, pairing: RoundPairing) -> Assessment:
        """Note that a reading mattered."""
        note = ReadingNote(identifier="TOY-ADJACENT", sentence="Neighbours may meet in round 1.")
        return replace(super().assess(round_number, pairing), readings=(note,))


class Methodical(ToyEvent):
    """Explains a pairing by its first divergence, whose kind depends on player 1's game."""

    def divergence(self, round_number: int, recorded: RoundPairing) -> Divergence:
        """Blame the pick of the first player."""
        opponent = next(min(pair.players - {1}) for pair in recorded.pairs if 1 in pair.players)
        kind = {2: DivergenceKind.OPEN, 3: DivergenceKind.LATER, 5: DivergenceKind.WORSE, 6: DivergenceKind.BETTER}[
            opponent
        ]
        reading = ReadingNote(identifier="TOY-ADJACENT", sentence="Neighbours may meet in round 1.")
        return Divergence(
            kind=kind,
            article="3.1",
            step="pick of player 1",
            sentence=f"Of the opponents of player 1, player 4 comes before player {opponent} in round {round_number}.",
            readings=(reading,) if kind is DivergenceKind.OPEN else (),
        )


class Damaged(ToyEvent):
    """Takes the worst legal candidate for the best, so that any other pairing beats its own."""

    def pair(self, round_number: int) -> RoundPairing:
        """Take the last candidate instead of the first."""
        players = [player.tpn for player in self.event.players]
        legal = [matching for matching in matchings(players) if not self._rematches(round_number, matching)]
        worst = max(legal, key=lambda matching: self._weight(round_number, matching))
        return RoundPairing(pairs=tuple(self.coloured(round_number, pair) for pair in worst))


class Blind(Damaged):
    """Pairs like the damaged one and sees no difference between candidates."""

    def assess(self, round_number: int, pairing: RoundPairing) -> Assessment:
        """Say the same of every pairing."""
        other = super().assess(round_number, pairing)
        return Assessment(pairing=pairing, violations=(), brackets=()) if other.brackets else other


class Levelling(Damaged):
    """Pairs like the damaged one, and gives every candidate the same values and the same place in the order."""

    def assess(self, round_number: int, pairing: RoundPairing) -> Assessment:
        """Drop the criterion in which two candidates differ."""
        assessed = super().assess(round_number, pairing)
        brackets = (
            replace(bracket, values=(), generation=replace(bracket.generation, key=())) for bracket in assessed.brackets
        )
        return replace(assessed, brackets=tuple(brackets))


class Lenient(ToyEvent):
    """Sees no rule broken, and no difference between candidates."""

    def assess(self, round_number: int, pairing: RoundPairing) -> Assessment:
        """Assess every pairing as perfect, in any round."""
        assessed = super().assess(round_number, pairing)
        return replace(assessed, violations=(), brackets=())


class Lawless(ToyEvent):
    """Pairs the last round again."""

    def pair(self, round_number: int) -> RoundPairing:
        """Repeat what is recorded for the round before."""
        return self.recorded(max(1, round_number - 1))


class Resigned(ToyEvent):
    """Finds no legal pairing, ever."""

    def pair(self, round_number: int) -> RoundPairing:
        """Give up."""
        raise NoLegalPairingError(f"none in round {round_number}")


class Narrow(ToyEvent):
    """Does not pair second rounds."""

    def pair(self, round_number: int) -> RoundPairing:
        """Refuse the second round."""
        if round_number == 2:
            raise UnsupportedEventError("second rounds are not implemented")
        return super().pair(round_number)


class Clumsy(ToyEvent):
    """Fails in the second round."""

    def pair(self, round_number: int) -> RoundPairing:
        """Trip."""
        if round_number == 2:
            raise ZeroDivisionError("a score was divided by nothing")
        return super().pair(round_number)


class Dizzy(ToyEvent):
    """Cannot assess the first round."""

    def assess(self, round_number: int, pairing: RoundPairing) -> Assessment:
        """Lose count."""
        if round_number == 1:
            raise ZeroDivisionError("a score was divided by nothing")
        return super().assess(round_number, pairing)


class Slow(ToyEvent):
    """Exceeds its time."""

    def pair(self, round_number: int) -> RoundPairing:
        """Stop at the limit."""
        raise TimeoutError(f"round {round_number} took more than a second")


def refuse(event: Event) -> ToyEvent:
    """Open no prepared."""
    raise UnsupportedEventError(f"{event.name} is beyond this engine")


def fall_over(event: Event) -> ToyEvent:
    """Fail before the first round."""
    raise RuntimeError(f"no room for {event.name}")
