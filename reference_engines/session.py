"""An event at work under rules: what is expensive is derived once and kept from stage to stage, whatever the system."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from reference_engines.engine import Otherwise
from reference_engines.features import shared_circumstances
from reference_engines.results import ColourRule, NoLegalPairingError, Pair, PairingError, RoundPairing

if TYPE_CHECKING:
    from collections.abc import Collection, Hashable, Iterator

    from reference_engines.engine import AnyRules, Change, ColourDecision, Course, Field, Made, RecordedRound
    from reference_engines.features import Feature, Nearness
    from reference_engines.results import Assessment, GenerationStep, Parting, ReadingNote, Violation
    from tournaments.model import Event
    from tournaments.team_event import TeamEvent


@dataclass(frozen=True)
class _Stage:
    """A stage laid out under the rules that it follows."""

    rules: AnyRules
    course: Course
    field: Field

    @cached_property
    def _attempt(self) -> Made[Any] | PairingError:
        try:
            return self.rules.pair(self.course, self.field)
        except PairingError as error:
            return error

    @property
    def made(self) -> Made[Any]:
        """The pairing that the rules ask for; raise NoLegalPairingError or UnsupportedEventError."""
        if isinstance(self._attempt, PairingError):
            raise self._attempt
        return self._attempt

    @property
    def made_if_any(self) -> Made[Any] | None:
        """The pairing, None if there is none."""
        return None if isinstance(self._attempt, PairingError) else self._attempt

    @cached_property
    def position(self) -> dict[int, int]:
        """Position of every participant, by TPN."""
        return {number: place for place, number in enumerate(self.field.numbers)}

    @cached_property
    def pairing(self) -> RoundPairing:
        """The pairing by TPN."""
        numbers, made = self.field.numbers, self.made
        return RoundPairing(
            pairs=tuple([Pair(numbers[white], numbers[black]) for white, black in made.games]),
            bye=None if made.bye is None else numbers[made.bye],
        )

    def colours(self, pair: frozenset[int]) -> ColourDecision | None:
        """Decide who of two participants has White; None if the rules say nothing of them."""
        places = sorted(self.position[number] for number in pair if number in self.position)
        if len(places) != 2:  # noqa: PLR2004 - a pair
            return None
        return self.rules.colours(self.course, self.field, (places[0], places[1]), self.made_if_any)


class Session:
    """
    One event under the rules of an edition.

    Every stage is judged on the history that the event records, whatever the rules would have paired before.
    """

    def __init__(self, rules: AnyRules, event: Event | TeamEvent, like: Session | None = None) -> None:
        """Lay the event out; ``like`` is a session of it whose rules or declarations differ in one thing."""
        self.rules = rules
        self.event: Any = event
        self.course: Any = rules.begin(self.event, like.course if like else None)
        self._courses: dict[int, Course] = {id(rules): self.course}
        self._stages: dict[int, _Stage] = {}
        self._changed: dict[Hashable, Session] = {}
        """By the key of the change; a reading lays out the same event in every stage."""

    @property
    def stages(self) -> range:
        """The recorded stages."""
        return range(1, self.event.rounds_recorded // self.rules.edition.rounds_per_stage + 1)

    @property
    def notes(self) -> tuple[str, ...]:
        """What had to be inferred from the event to pair it, one sentence each."""
        notes: tuple[str, ...] = self.course.notes
        return notes

    def _stage(self, number: int) -> _Stage:
        if number not in self._stages:
            rules = self.rules.of_stage(self.course, number)
            if id(rules) not in self._courses:  # rules are values; some hold what cannot be hashed
                self._courses[id(rules)] = rules.begin(self.event)
            course = self._courses[id(rules)]
            self._stages[number] = _Stage(rules=rules, course=course, field=rules.lay(course, number))
        return self._stages[number]

    def field(self, stage: int) -> Any:
        """Return those to be paired in a stage, as the system lays them out."""
        return self._stage(stage).field

    def made(self, stage: int) -> Made[Any]:
        """Return how the rules pair a stage; raise NoLegalPairingError or UnsupportedEventError."""
        return self._stage(stage).made

    def pair(self, stage: int) -> RoundPairing:
        """Return the pairing that the rules ask for, boards in order; raise like `made`."""
        return self._stage(stage).pairing

    def recorded(self, stage: int) -> RoundPairing:
        """
        Return the pairing that the event records (forfeited games included).

        Two who are recorded without colours are given those that the rules ask for: nothing contradicts them.
        """
        found: RecordedRound = self.course.recorded(stage)
        if not found.colourless:
            return found.pairing
        given = tuple(self._coloured(stage, one, other) for one, other in found.colourless)
        return RoundPairing(pairs=(*found.pairing.pairs, *given), bye=found.pairing.bye)

    def _coloured(self, stage: int, one: int, other: int) -> Pair:
        laid = self._stage(stage)
        decision = laid.colours(frozenset((one, other)))
        if decision is None:
            return Pair(one, other)
        return Pair(laid.field.numbers[decision.white], laid.field.numbers[decision.black])

    def assess(self, stage: int, pairing: RoundPairing) -> Assessment:
        """Judge any pairing of a stage; see `Rules.judge`."""
        laid = self._stage(stage)
        return laid.rules.judge(laid.course, laid.field, pairing, laid.made_if_any)

    def violations(self, stage: int, pairing: RoundPairing) -> tuple[Violation, ...]:
        """Return the rules that any pairing of a stage breaks; our own pairing is not looked at."""
        laid = self._stage(stage)
        return laid.rules.violations(laid.course, laid.field, pairing)

    def colour_rule(self, stage: int, pair: Pair) -> ColourRule | None:
        """Return the article that gives two participants their colours; None if the rules say nothing of them."""
        laid = self._stage(stage)
        decision = laid.colours(pair.players)
        if decision is None:
            return None
        who = f"{self.rules.edition.participant} {laid.field.numbers[decision.white]}"
        sentence = f"{who} has White: {decision.why}"
        return ColourRule(article=decision.article, sentence=sentence, readings=decision.rests_on)

    def order_article(self, stage: int, step: GenerationStep) -> str:
        """Return the article that orders a step of generation; empty if none does."""
        return self._stage(stage).rules.order_article(step)

    def parting(self, stage: int, pairing: RoundPairing) -> Parting | None:
        """Return where a complete and legal pairing leaves the procedure; None if brackets tell pairings apart."""
        laid = self._stage(stage)
        others = tuple(
            Otherwise(note=change.note, rules=session.rules, field=session.field(stage))
            for change, session in self.otherwise(stage)
        )
        return laid.rules.parting(laid.course, laid.field, pairing, others)

    def other_pairings(self, stage: int) -> tuple[tuple[ReadingNote, RoundPairing], ...]:
        """Return, for every reading that is not taken and gives the stage another pairing, that pairing."""
        taken = self._pairing_if_any(stage)
        found = []
        for change, session in self.otherwise(stage):
            pairing = session._pairing_if_any(stage)  # noqa: SLF001 - a session of the same kind
            if pairing is None or pairing == taken:
                continue
            if not (change.colours_are_told and taken is not None and _games(pairing) == _games(taken)):
                found.append((change.note, pairing))
        return tuple(found)

    def otherwise(self, stage: int) -> Iterator[tuple[Change, Session]]:
        """Yield a session for everything that can be read otherwise and may matter for the stage."""
        for change in self.open_points(stage):
            yield change, self.changed(change)

    def open_points(self, stage: int) -> Iterator[Change]:
        """Yield everything that can be read otherwise and may matter for the stage."""
        laid = self._stage(stage)
        return laid.rules.changes(laid.course, laid.field)

    def changed(self, change: Change) -> Session:
        """Return the session in which one thing is read otherwise."""
        if change.key not in self._changed:
            rules = change.rules(self.rules) if change.rules else self.rules
            event = change.event(self.event) if change.event else self.event
            self._changed[change.key] = Session(rules, event, like=self)
        return self._changed[change.key]

    def exercised(self, stage: int, wanted: Collection[Feature] | None = None) -> frozenset[Feature]:
        """Return those of the wanted features (all, if None) that a stage exercises; raise like `made`."""
        laid = self._stage(stage)
        field, made = laid.field, laid.made
        asked = laid.rules.features if wanted is None else wanted
        found = laid.rules.exercised(laid.course, field, made, asked)
        shared = shared_circumstances(field.scores, field.numbers, made.games, made.bye)
        return frozenset((*found, *(feature for feature in shared if feature in asked)))

    def near(self, stage: int, feature: Feature) -> Nearness:
        """Tell how near a stage comes to exercising a feature; raise like `made`."""
        laid = self._stage(stage)
        return laid.rules.near(laid.course, laid.field, laid.made, feature)

    def _pairing_if_any(self, stage: int) -> RoundPairing | None:
        try:
            return self.pair(stage)
        except NoLegalPairingError:
            return None


def _games(pairing: RoundPairing) -> set[frozenset[int]]:
    return {pair.players for pair in pairing.pairs}
