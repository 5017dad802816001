"""The team system at work on one event of teams."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from reference_engines.results import (
    Assessment,
    ColourRule,
    GenerationStep,
    NoLegalPairingError,
    Pair,
    RoundPairing,
    UnsupportedEventError,
)
from reference_engines.team import following, literal, solver
from reference_engines.team.assessment import assess
from reference_engines.team.colours import decide, inferred_initial, open_points
from reference_engines.team.edition import TEAM_2024, TEAM_2026, TEAM_DRAFT
from reference_engines.team.legality import violations
from reference_engines.team.otherwise import IN_THE_FIELD, OF_PAIRS, Otherwise, alone_and_together, note_of
from reference_engines.team.table import TeamTable
from tournaments.model import Colour
from tournaments.team_matches import team_event

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from reference_engines.engine import Edition
    from reference_engines.results import ReadingNote
    from reference_engines.team.colours import Decision
    from reference_engines.team.edition import TeamEdition
    from reference_engines.team.field import TeamField
    from tournaments.model import Event
    from tournaments.team_event import TeamEvent

    Pairs = tuple[tuple[int, int], ...]


class Search(Protocol):
    """How the three choices of a round are found."""

    def choose_bye(self, field: TeamField) -> int | None:
        """Return the position with the bye."""
        ...

    def select_upfloaters(self, field: TeamField, edition: TeamEdition, unpaired: Sequence[int]) -> tuple[int, ...]:
        """Return the upfloaters of the top-scoregroup."""
        ...

    def pair_bracket(
        self, field: TeamField, edition: TeamEdition, bracket: Sequence[int]
    ) -> tuple[tuple[int, int], ...]:
        """Return the pairs of a bracket."""
        ...


class Matching:
    """The choices found by matching."""

    def __init__(self, otherwise: frozenset[Otherwise] = frozenset()) -> None:
        """``otherwise`` are readings not ours; those of [C6] are heeded."""
        self._otherwise = otherwise

    def choose_bye(self, field: TeamField) -> int | None:
        """Return the position with the bye."""
        return solver.choose_bye(field)

    def select_upfloaters(self, field: TeamField, edition: TeamEdition, unpaired: Sequence[int]) -> tuple[int, ...]:
        """Return the upfloaters of the top-scoregroup."""
        chosen = solver.select_upfloaters(field, edition, unpaired)
        if chosen and self._otherwise:
            return following.otherwise_chosen(field, edition, unpaired, chosen, self._otherwise)
        return chosen

    def pair_bracket(
        self, field: TeamField, edition: TeamEdition, bracket: Sequence[int]
    ) -> tuple[tuple[int, int], ...]:
        """Return the pairs of a bracket."""
        return solver.pair_bracket(field, edition, bracket)


class Literally:
    """The choices found by trying everything in order."""

    def choose_bye(self, field: TeamField) -> int | None:
        """Return the position with the bye."""
        return literal.choose_bye(field)

    def select_upfloaters(self, field: TeamField, edition: TeamEdition, unpaired: Sequence[int]) -> tuple[int, ...]:
        """Return the upfloaters of the top-scoregroup."""
        return literal.select_upfloaters(field, edition, unpaired)

    def pair_bracket(
        self, field: TeamField, edition: TeamEdition, bracket: Sequence[int]
    ) -> tuple[tuple[int, int], ...]:
        """Return the pairs of a bracket."""
        return literal.pair_bracket(field, edition, bracket)


def pair_field(
    field: TeamField, edition: TeamEdition, search: Search
) -> tuple[tuple[tuple[int, int], ...], int | None]:
    """
    Pair all teams of a field, top bracket first; return pairs of positions, and the position with the bye.

    Raise NoLegalPairingError.
    """
    bye = search.choose_bye(field)
    unpaired = [position for position in range(field.size) if position != bye]
    pairs: list[tuple[int, int]] = []
    while unpaired:
        residents, lower = field.top(unpaired)
        upfloaters = search.select_upfloaters(field, edition, unpaired)
        pairs += search.pair_bracket(field, edition, (*residents, *upfloaters))
        unpaired = [position for position in lower if position not in upfloaters]
    return tuple(pairs), bye


def _board_order(field: TeamField, pairs: Pairs) -> Pairs:
    """Sort pairs for publication (C.04.2:3.6; D.9 before 2026): highest score, then sum of both, then smallest TPN."""

    def rank(pair: tuple[int, int]) -> tuple[int, int, int]:
        higher = min(pair)  # positions stand by score, then TPN
        return -int(field.score[higher]), -int(field.score[list(pair)].sum()), int(field.tpn[higher])

    return tuple(sorted(pairs, key=rank))


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamEngine:
    """An edition of the team system."""

    rules: TeamEdition
    search: Search

    @property
    def edition(self) -> Edition:
        """The regulation."""
        return self.rules.edition

    def open(self, event: Event) -> TeamSession:
        """Start a session on what a file tells; raise UnsupportedEventError if the event is beyond the engine."""
        if not event.is_team_event:
            raise UnsupportedEventError(f"{self.edition.key} pairs teams, and this is an event of individual players.")
        return self.open_teams(team_event(event))

    def open_teams(self, event: TeamEvent) -> TeamSession:
        """Start a session on an event of teams; raise UnsupportedEventError if it is beyond the engine."""
        return TeamSession(self, TeamTable(event, self.rules))


class TeamSession:
    """One event under the team system; see `reference_engines.engine.Session`."""

    def __init__(self, engine: TeamEngine, table: TeamTable) -> None:
        """Take up an event whose settings have been read."""
        self.engine, self.table = engine, table
        self._fields: dict[int, TeamField] = {}
        self._made: dict[int, RoundPairing] = {}

    def field(self, round_number: int) -> TeamField:
        """Return the teams of a round."""
        if round_number not in self._fields:
            self._fields[round_number] = self.table.field(round_number)
        return self._fields[round_number]

    @cached_property
    def _initial(self) -> tuple[Colour, str]:
        """The initial-colour, and what had to be inferred for it."""
        declared = self.table.event.initial_colour
        if declared is not None:
            return declared, ""
        inferred = inferred_initial(self.table)
        if inferred is None:
            return Colour.WHITE, "The initial-colour is not declared; white is assumed."
        return inferred, f"The initial-colour is not declared; {inferred.name.lower()} is inferred from round 1."

    @property
    def notes(self) -> tuple[str, ...]:
        """What had to be inferred from the event."""
        missing = "" if self.table.event.rounds_declared else "The number of rounds is not declared (TEAM-ROUNDS)."
        return tuple(note for note in (self._initial[1], missing) if note)

    def pair(self, round_number: int) -> RoundPairing:
        """Return the pairing, boards in the order of publication."""
        if round_number not in self._made:
            self._made[round_number] = self._pair(round_number)
        return self._made[round_number]

    def _pair(self, round_number: int) -> RoundPairing:
        field = self.field(round_number)
        pairs, bye = pair_field(field, self.engine.rules, self.engine.search)
        games = []
        for one, other in _board_order(field, pairs):
            decision = self._colours(round_number, int(field.tpn[one]), int(field.tpn[other]))
            games.append(Pair(decision.white, decision.black))
        return RoundPairing(pairs=tuple(games), bye=None if bye is None else int(field.tpn[bye]))

    def _colours(self, round_number: int, one: int, other: int) -> Decision:
        return decide(self.table, round_number, one, other, self._initial[0])

    def recorded(self, round_number: int) -> RoundPairing:
        """Return the pairing that the event records for the round (forfeited matches included)."""
        pairs, byes = [], []
        for team in self.table.event.teams:
            entry = team.rounds[round_number - 1] if len(team.rounds) >= round_number else None
            if entry is None:
                continue
            if entry.opponent is not None and entry.colour is Colour.WHITE:
                pairs.append(Pair(team.number, entry.opponent))
            if entry.opponent is None and entry.result.was_paired:
                byes.append(team.number)
        return RoundPairing(pairs=tuple(pairs), bye=byes[0] if byes else None)

    def assess(self, round_number: int, pairing: RoundPairing) -> Assessment:
        """Judge a pairing of the round, step by step."""
        found = violations(self.table, round_number, pairing)
        steps = () if found else assess(self.field(round_number), self.engine.rules, pairing)
        return Assessment(pairing=pairing, violations=found, brackets=steps)

    def colour_rule(self, round_number: int, pair: Pair) -> ColourRule | None:
        """Return what gives the two teams their colours; None if one of them is unknown."""
        if not pair.players <= set(self.table.by_number) or pair.white == pair.black:
            return None
        decision = self._colours(round_number, pair.white, pair.black)
        sentence = f"team {decision.white} has White: {decision.why}."
        notes = open_points(self.table, round_number, decision, self._initial[0])
        return ColourRule(article=decision.article, sentence=sentence, readings=notes)

    def order_article(self, step: GenerationStep) -> str:
        """Return the article that orders the candidates of a step."""
        articles = self.engine.rules.articles
        return {
            GenerationStep.BYE: articles.bye_last,
            GenerationStep.UPFLOATERS: articles.sets,
        }.get(step, articles.identifiers)

    def other_pairings(self, round_number: int) -> tuple[tuple[ReadingNote, RoundPairing], ...]:
        """
        Return the pairings by other sides of readings of the register, where they differ from ours.

        Each stands under the reading that gives it alone, else under two that give it together. Those with the same
        pairs that a reading of colours gives are left out: `colour_rule` tells of them pair by pair.
        """
        try:
            taken = self.pair(round_number)
            found: dict[RoundPairing, ReadingNote] = {}
            for otherwise, session in self._otherwise(round_number):
                pairing = session.pair(round_number)
                if _same_pairs(pairing, taken) and not OF_PAIRS.issuperset(otherwise):
                    continue
                found.setdefault(pairing, note_of(otherwise))
        except NoLegalPairingError:
            return ()
        return tuple((note, pairing) for pairing, note in found.items() if pairing != taken)

    def _otherwise(self, round_number: int) -> Iterator[tuple[tuple[Otherwise, ...], TeamSession]]:
        """Yield sessions by readings that bear on pairs, alone, then two at once; none whose round is as another's."""
        seen = {(self.field(round_number).content, frozenset[Otherwise]())}
        for otherwise in alone_and_together(self.table.open_readings):
            if OF_PAIRS.isdisjoint(otherwise):
                continue
            engine = replace(self.engine, search=Matching(frozenset(otherwise)))
            session = TeamSession(engine, self.table.read_otherwise(*otherwise))
            beyond = frozenset(one for one in otherwise if one not in IN_THE_FIELD)
            start = session.field(round_number).content, beyond
            if start not in seen:
                seen.add(start)
                yield otherwise, session


def _same_pairs(one: RoundPairing, other: RoundPairing) -> bool:
    return {pair.players for pair in one.pairs} == {pair.players for pair in other.pairs}


def _named(rules: TeamEdition) -> TeamEdition:
    """Return the edition under the key of its literal engine."""
    edition = replace(
        rules.edition, key=f"{rules.edition.key}/literal", title=f"{rules.edition.title}, set by set (small events)"
    )
    return replace(rules, edition=edition)


def team_engine(rules: TeamEdition) -> TeamEngine:
    """Return the engine of an edition."""
    return TeamEngine(rules=rules, search=Matching())


def literal_team_engine(rules: TeamEdition) -> TeamEngine:
    """Return the engine of an edition that tries everything in order; for small events."""
    return TeamEngine(rules=_named(rules), search=Literally())


EDITIONS = (TEAM_2026, TEAM_2024, TEAM_DRAFT)
"""Newest first."""
