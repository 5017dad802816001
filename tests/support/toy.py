"""
A miniature pairing system, small enough to be right by inspection; `toy_cast` has engines that get it wrong.

All players form one bracket, ranked by TPN. Nobody meets twice (T1). The fewest pairs of two players with the same
colour in the round before (T2, article 2) come first, then the fewest pairs of compatriots (T3, article 3); among
equals the candidate generated earlier wins, in the order of the Dutch system. White goes to the player who had Black
last (article 5.1), else to the higher ranked one (article 5.2). With an odd number the last player who has not had
the bye has it.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from reference_engines.frame.edition import Edition
from reference_engines.frame.results import (
    EMPTY_GENERATION,
    Assessment,
    BracketAssessment,
    BracketKind,
    ColourRule,
    CriterionValue,
    Diagnosis,
    Divergence,
    Generation,
    GenerationStep,
    NoLegalPairingError,
    Pair,
    PastFloat,
    PreferredColour,
    ReadingNote,
    RoundPairing,
    SelectionRule,
    Violation,
)
from reference_engines.frame.variants import Variant
from tournaments.model import ABSENT, Colour, Event, Player, Result, RoundEntry

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from reference_engines.frame.rules import Rules

NAMES = ("Alpha, Anna", "Beta, Bo", "Gamma, Gus", "Delta, Di", "Epsilon, Ed", "Zeta, Zoe", "Eta, Eli", "Theta, Tea")
EDITION = Edition(
    key="toy-1900",
    title="The toy system",
    source="tests",
    in_force_from=dt.date(1900, 1, 1),
    in_force_until=None,
)
Matching = tuple[tuple[int, int], ...]


def event_of(
    rounds: Sequence[RoundPairing], players: int = 6, federations: str = "ABCDEFGH", **declared: object
) -> Event:
    """Make an event whose games were all drawn."""
    entries: dict[int, list[RoundEntry]] = {tpn: [] for tpn in range(1, players + 1)}
    for pairing in rounds:
        row = dict.fromkeys(entries, ABSENT)
        for pair in pairing.pairs:
            row[pair.white] = RoundEntry(pair.black, Colour.WHITE, Result.DRAW)
            row[pair.black] = RoundEntry(pair.white, Colour.BLACK, Result.DRAW)
        if pairing.bye is not None:
            row[pairing.bye] = RoundEntry(None, None, Result.PAIRING_ALLOCATED_BYE)
        for tpn, entry in row.items():
            entries[tpn].append(entry)
    people = tuple(
        Player(tpn=tpn, name=NAMES[tpn - 1], rounds=tuple(entries[tpn]), rating=2400 - tpn, federation=federation)
        for tpn, federation in zip(entries, federations, strict=False)
    )
    return Event(players=people, rounds_recorded=len(rounds), name="Toy Open", **declared)  # type: ignore[arg-type]  # whatever a test declares


def games(*pairs: tuple[int, int], bye: int | None = None) -> RoundPairing:
    """Write a pairing down, White first."""
    return RoundPairing(pairs=tuple(Pair(*pair) for pair in pairs), bye=bye)


@dataclass(frozen=True)
class ToyField:
    """The players of a round."""

    numbers: tuple[int, ...]
    scores: tuple[int, ...]


@dataclass(frozen=True)
class ToyRound:
    """A round of an event under the toy system, whose answers a test scripts by the number of the round."""

    event: ToyEvent
    number: int

    @property
    def participants(self) -> ToyField:
        """The players of the round."""
        return self.event.field(self.number)

    @property
    def posted(self) -> RoundPairing:
        """The recorded pairing."""
        return self.event.recorded(self.number)

    def expected(self) -> RoundPairing:
        """Return the pairing by the rules."""
        return self.event.pair(self.number)

    def assess(self, pairing: RoundPairing) -> Assessment:
        """Judge a pairing."""
        return self.event.assess(self.number, pairing)

    def violations(self, pairing: RoundPairing) -> tuple[Violation, ...]:
        """Return the absolute rules that a pairing breaks."""
        return self.event.violations(self.number, pairing)

    def colour_rule(self, pair: Pair) -> ColourRule | None:
        """Return the article that gives a pair its colours."""
        return self.event.colour_rule(self.number, pair)

    def order_article(self, step: GenerationStep) -> str:
        """Return the article that orders a step."""
        return self.event.order_article(self.number, step)

    @property
    def position(self) -> dict[int, int]:
        """Return the position of every player, by TPN."""
        return {number: place for place, number in enumerate(self.participants.numbers)}

    def preferred_colour(self, position: int) -> PreferredColour:
        """Return no colour preference."""
        assert position < len(self.participants.numbers)
        return PreferredColour()

    def past_floats(self, number: int) -> tuple[PastFloat, ...]:
        """Return no floats."""
        assert number in self.position
        return ()

    @property
    def bye_rule(self) -> SelectionRule:
        """The rule of the bye."""
        return SelectionRule(article="2", sentence="the bye goes to the last player")

    def bye_bar(self, number: int) -> Violation | None:
        """Return no bar from the bye."""
        assert number in self.position
        return None

    def variants(self) -> Iterator[Variant]:
        """Yield the open variants."""
        return self.event.variants(self.number)

    @property
    def distinct_variants(self) -> tuple[Variant, ...]:
        """The open variants, each once."""
        return tuple({variant.key: variant for variant in self.variants()}.values())

    def divergence(self, pairing: RoundPairing) -> Divergence | None:
        """Return the first divergence of a pairing from the procedure."""
        return self.event.divergence(self.number, pairing)

    def find_wrong_colours(self, pairing: RoundPairing) -> tuple[tuple[Pair, ColourRule], ...]:
        """Return no game: the toy names no article for colours."""
        assert {pair.white for pair in pairing.pairs} <= self.position.keys()
        return ()

    def disprove_impossibility(self, pairing: RoundPairing) -> Diagnosis | None:
        """Return the diagnosis if the pairing proves that a round is possible after all."""
        return self.event.disprove_impossibility(self.number, pairing)

    def diagnose(self, pairing: RoundPairing) -> Diagnosis:
        """Return the failed part."""
        return self.event.diagnose(self.number, pairing)


@dataclass(frozen=True)
class ToyEvent:
    """An event under the toy system."""

    event: Event
    notes: tuple[str, ...] = ("The initial colour is always White.",)

    @property
    def source(self) -> Event:
        """The event as it was given."""
        return self.event

    def round(self, round_number: int) -> ToyRound:
        """Return a round."""
        return ToyRound(event=self, number=round_number)

    def release(self) -> None:
        """Keep nothing: a round is made anew whenever it is asked for."""

    @property
    def recorded_rounds(self) -> range:
        """Its rounds."""
        return range(1, self.event.rounds_recorded + 1)

    @property
    def rules(self) -> ToyEngine:
        """The toy system."""
        return ToyEngine(type(self))

    def field(self, round_number: int) -> ToyField:
        """Return all players, ranked by number; their points come from the drawn games."""
        numbers = tuple(player.tpn for player in self.event.players)
        return ToyField(numbers=numbers, scores=(5 * (round_number - 1),) * len(numbers))

    def recorded(self, round_number: int) -> RoundPairing:
        """Return the recorded pairing."""
        entries = {player.tpn: player.rounds[round_number - 1] for player in self.event.players}
        pairs = tuple(
            Pair(tpn, entry.opponent)
            for tpn, entry in entries.items()
            if entry.opponent is not None and entry.colour is Colour.WHITE
        )
        byes = [tpn for tpn, entry in entries.items() if entry.result is Result.PAIRING_ALLOCATED_BYE]
        return RoundPairing(pairs=pairs, bye=byes[0] if byes else None)

    def pair(self, round_number: int) -> RoundPairing:
        """Try every candidate."""
        players = [player.tpn for player in self.event.players]
        bye = self._bye(round_number) if len(players) % 2 else None
        players = [tpn for tpn in players if tpn != bye]
        legal = [matching for matching in matchings(players) if not self._rematches(round_number, matching)]
        if not legal:
            raise NoLegalPairingError("all players have met")
        best = min(legal, key=lambda matching: self._weight(round_number, matching))
        return RoundPairing(pairs=tuple(self.coloured(round_number, pair) for pair in best), bye=bye)

    def coloured(self, round_number: int, pair: tuple[int, int]) -> Pair:
        """Give a pair its colours."""
        high, low = sorted(pair)
        if self._last(round_number, high) is Colour.WHITE and self._last(round_number, low) is not Colour.WHITE:
            high, low = low, high
        return Pair(high, low)

    def assess(self, round_number: int, pairing: RoundPairing) -> Assessment:
        """Assess a pairing with all players in bracket 1."""
        violations = tuple(self._violations(round_number, pairing))
        matching: Matching = tuple(sorted((min(pair.players), max(pair.players)) for pair in pairing.pairs))
        floaters = () if pairing.bye is None else (pairing.bye,)
        players = tuple(player.tpn for player in self.event.players)
        bracket = BracketAssessment(
            number=1,
            kind=BracketKind.ORDINARY,
            score=5 * (round_number - 1),
            mdps=(),
            residents=players,
            pairs=matching,
            downfloaters=floaters,
            values=self._values(round_number, matching),
            generation=_generation([tpn for tpn in players if tpn not in floaters], matching),
        )
        return Assessment(pairing=pairing, violations=violations, brackets=() if violations else (bracket,))

    def colour_rule(self, round_number: int, pair: Pair) -> ColourRule | None:
        """The toy names no article."""
        del round_number, pair

    def order_article(self, round_number: int, step: GenerationStep) -> str:
        """Nor one for its order."""
        del round_number, step
        return ""

    def violations(self, round_number: int, pairing: RoundPairing) -> tuple[Violation, ...]:
        """Return the absolute rules that a pairing breaks."""
        return self.assess(round_number, pairing).violations

    def variants(self, round_number: int) -> Iterator[Variant]:
        """Nothing in it is open."""
        del round_number
        return iter(())

    def under(self, *variants: Variant) -> ToyEvent:
        """Read the event otherwise: every variant puts another event in the place of this one."""
        kind: Any = type(self)
        for variant in variants:
            if variant.rules is None:
                raise ValueError("a toy is read otherwise as a whole")
            kind = variant.rules(kind)
        prepared: ToyEvent = kind(self.event)
        return prepared

    def divergence(self, round_number: int, recorded: RoundPairing) -> Divergence | None:
        """It is judged by brackets."""
        del round_number, recorded

    def disprove_impossibility(self, round_number: int, pairing: RoundPairing) -> Diagnosis | None:
        """It takes nothing to be impossible."""
        del round_number, pairing

    def diagnose(self, round_number: int, pairing: RoundPairing) -> Diagnosis:
        """It has no parts."""
        del round_number, pairing
        return Diagnosis(component=None, evidence="it has none")

    def _values(self, round_number: int, matching: Matching) -> tuple[CriterionValue, ...]:
        home = {player.tpn: player.federation for player in self.event.players}
        clashes = sum(
            1 for one, other in matching if self._last(round_number, one) is self._last(round_number, other) is not None
        )
        compatriots = sum(1 for one, other in matching if home[one] == home[other])
        return (
            CriterionValue(
                label="T2", article="2", name="colour_clashes", sentence="pairs that clash in colour", value=(clashes,)
            ),
            CriterionValue(
                label="T3", article="3", name="compatriots", sentence="pairs of compatriots", value=(compatriots,)
            ),
        )

    def _weight(self, round_number: int, matching: Matching) -> object:
        values = tuple(value.value for value in self._values(round_number, matching))
        return values, _generation(sorted(tpn for pair in matching for tpn in pair), matching).key

    def _violations(self, round_number: int, pairing: RoundPairing) -> Iterator[Violation]:
        for one, other in self._rematches(round_number, [(pair.white, pair.black) for pair in pairing.pairs]):
            yield Violation(
                label="T1", article="1", players=(one, other), sentence=f"Players {one} and {other} have met before."
            )
        named = [tpn for pair in pairing.pairs for tpn in (pair.white, pair.black)]
        for player in self.event.players:
            if player.tpn not in named and player.tpn != pairing.bye:
                sentence = f"Player {player.tpn} is left out."
                yield Violation(label="", article="", players=(player.tpn,), sentence=sentence)

    def _rematches(self, round_number: int, matching: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
        met = {
            (player.tpn, entry.opponent) for player in self.event.players for entry in player.rounds[: round_number - 1]
        }
        return [pair for pair in matching if pair in met]

    def _last(self, round_number: int, tpn: int) -> Colour | None:
        return self.event.player(tpn).rounds[round_number - 2].colour if round_number > 1 else None

    def _bye(self, round_number: int) -> int:
        had = {
            player.tpn
            for player in self.event.players
            if any(entry.opponent is None for entry in player.rounds[: round_number - 1])
        }
        return max(player.tpn for player in self.event.players if player.tpn not in had)


def matchings(players: Sequence[int]) -> Iterator[Matching]:
    """Yield every way to pair them off."""
    if not players:
        yield ()
        return
    first, *rest = players
    for other in rest:
        for remaining in matchings([tpn for tpn in rest if tpn != other]):
            yield ((first, other), *remaining)


def _generation(players: Sequence[int], matching: Matching) -> Generation:
    half = len(players) // 2
    s1, s2 = tuple(players[:half]), tuple(players[half:])
    moved_to_s2 = tuple(low for high, low in matching if low in s1)
    moved_to_s1 = tuple(high for high, _ in matching if high in s2)
    opponents = tuple(low for _, low in matching)
    difference = sum(moved_to_s1) - sum(moved_to_s2)
    down = tuple(-tpn for tpn in sorted(moved_to_s2, reverse=True))
    return replace(
        EMPTY_GENERATION,
        s1=s1,
        s2=s2,
        moved_to_s2=moved_to_s2,
        moved_to_s1=moved_to_s1,
        opponents=opponents,
        key=((len(moved_to_s2), difference), down, moved_to_s1, opponents),
    )


@dataclass(frozen=True)
class ToyEngine:
    """The toy system, or one of the cast, by the event that it prepares."""

    prepared: Callable[[Event], ToyEvent] = ToyEvent
    edition: Edition = EDITION

    def open(self, event: Event) -> ToyEvent:
        """Prepare an event."""
        return self.prepared(event)


def change(identifier: str, sentence: str, first_round: RoundPairing) -> Variant:
    """Return the reading by which the first round is to be paired so."""
    return Variant(
        note=ReadingNote(identifier=identifier, sentence=sentence),
        rules=partial(cast("Callable[..., Rules]", _with_first_round), first_round=first_round),
    )


def _with_first_round(taken: type[ToyEvent], first_round: RoundPairing) -> type[ToyEvent]:
    def pair(self: ToyEvent, round_number: int) -> RoundPairing:
        return first_round if round_number == 1 else taken.pair(self, round_number)

    return type("OtherSide", (taken,), {"pair": pair})


@dataclass(frozen=True)
class Resolved:
    """A resolver's answer."""

    engine: ToyEngine | None
    reason: str = "The test says so."
    contradiction: str = ""

    @property
    def edition(self) -> Edition | None:
        """The edition of the engine."""
        return self.engine.edition if self.engine else None


def paired_properly(rounds: int, players: int = 6, **declared: object) -> Event:
    """Play an event with the toy system itself."""
    played: list[RoundPairing] = []
    for number in range(1, rounds + 1):
        played.append(ToyEvent(event_of(played, players=players)).pair(number))
    return event_of(played, players=players, **declared)
