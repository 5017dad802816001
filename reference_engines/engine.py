"""
What every system answers: the one contract between the regulations and everybody else.

*Rules* are an edition as a value. They lay an event out once as a *course* (what is derived for all rounds) and each
of its stages as a *field* (those to be paired, by position), pair it, judge any pairing of it, and argue its colours.
A *stage* is what is paired at once: a round of the file, or several (`Edition.rounds_per_stage`). A *change* is another
reading of the rules, or another value of what the file leaves open. A *session* is an event at work under rules, the
same for every system.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property, partial
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from reference_engines.contract import Course, Field, Made, WayT
from reference_engines.features import FAR, shared_circumstances
from reference_engines.matching import MatchingError, proving
from reference_engines.results import (
    ColourRule,
    Diagnosis,
    Pair,
    PairingError,
    Part,
    PartingKind,
    RoundPairing,
    UnsupportedEventError,
)
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Hashable, Iterator

    from reference_engines.contract import ColourDecision, RecordedRound
    from reference_engines.edition import Edition
    from reference_engines.features import Feature, Nearness
    from reference_engines.results import Assessment, GenerationStep, Parting, ReadingNote, Violation
    from tournaments.model import Event
    from tournaments.teams.event import TeamEvent

CALLED_IMPOSSIBLE = Diagnosis(
    part=Part.COMPLETION, evidence="it calls the round impossible to pair, and the recorded pairing completes it"
)
"""Of any system that finds no pairing where there is one."""
PASSED_OVER = Diagnosis(
    part=Part.COMPLETION,
    evidence="it passed over a choice as one that does not lead to the best of complete pairings, and the recorded "
    "pairing makes that choice",
)
"""Of a procedure that goes through choices in order, where a later one was taken than could be."""

CourseT = TypeVar("CourseT", bound=Course)
FieldT = TypeVar("FieldT", bound=Field)


@dataclass(frozen=True, kw_only=True)
class Change:
    """One thing read otherwise: a rule that the text leaves open, or what the file does not say."""

    note: ReadingNote
    """The entry of the register."""
    rules: Callable[[Any], AnyRules] | None = None
    """None: the rules stay."""
    event: Callable[[Event], Event] | None = None
    """None: the event stays."""
    colours_are_told: bool = False
    """Whether `Rules.colours` names the reading itself, so that a pairing with other colours only says no more."""

    @property
    def key(self) -> Hashable:
        """What the change is known by, in whatever round it is met with."""
        return self.note.identifier, _known_by(self.rules), _known_by(self.event)


def _known_by(function: Any) -> Hashable:
    """Return what two partial functions have in common that do the same; of anything else, the value itself."""
    if isinstance(function, partial):
        named = ((name, _known_by(value)) for name, value in sorted(function.keywords.items(), key=itemgetter(0)))
        return function.func, function.args, tuple(named)
    return function


@dataclass(frozen=True, kw_only=True)
class Alteration:
    """A plainly wrong rule that programs are known or likely to follow; a reading is faithful to the text."""

    identifier: str
    """``colour-preference-left-out``; unique within a system, the same in all its editions."""
    sentence: str
    """What a program that follows it does, to be read after "as if": "C14 were left out"."""
    article: str
    """The article that it breaks, as the edition prints it: ``2.4.7``."""
    rules: Callable[[Any], AnyRules]
    """The altered rules, made from those of the edition."""


class Rules(ABC, Generic[CourseT, FieldT, WayT]):
    """An edition as a value; implementations are frozen dataclasses."""

    edition: Edition

    # --- laying out and pairing ---------------------------------------------------------------------------------------

    @abstractmethod
    def begin(self, event: Any, like: CourseT | None = None) -> CourseT:
        """
        Lay an `Event` out (or a `TeamEvent`, see `open`); raise UnsupportedEventError if it is beyond these rules.

        ``like`` is the course of the same event, or of one that differs in what it declares alone, under other rules
        of this system: what does not depend on the difference may be taken from it.
        """

    @abstractmethod
    def lay(self, course: CourseT, stage: int) -> FieldT:
        """
        Lay out a stage, from 1 to the number of recorded ones plus one.

        In a recorded stage the participants are those whom the record shows as paired (or with the pairing-allocated
        bye); in the next one everybody without a requested bye.
        """

    @abstractmethod
    def pair(self, course: CourseT, field: FieldT) -> Made[WayT]:
        """Pair a field; raise NoLegalPairingError or UnsupportedEventError."""

    def asks_for(self, course: CourseT, field: FieldT, pairing: RoundPairing) -> bool:
        """
        Return whether the rules pair a field so: games, colours and bye, on whatever boards; raise like `pair`.

        A system that pairs bracket by bracket may give up at the first one that differs.
        """
        made, numbers = self.pair(course, field), field.numbers
        games = {(numbers[white], numbers[black]) for white, black in made.games}
        bye = None if made.bye is None else numbers[made.bye]
        return bye == pairing.bye and is_of_games(pairing, games)

    # --- judging and arguing ------------------------------------------------------------------------------------------

    @abstractmethod
    def judge(self, course: CourseT, field: FieldT, pairing: RoundPairing, made: Made[WayT] | None) -> Assessment:
        """
        Judge any pairing: what it violates, and, where the system knows criteria, their values bracket by bracket.

        Two assessments of a stage can be laid side by side: as long as all brackets above are equal, the brackets of
        the same number pose the same problem. ``made`` is the rules' own pairing; None if there is none.
        """

    def violations(self, course: CourseT, field: FieldT, pairing: RoundPairing) -> tuple[Violation, ...]:
        """Return the rules that a pairing breaks, without any search and without the rules' own pairing."""
        return self.judge(course, field, pairing, None).violations

    @abstractmethod
    def colours(
        self, course: CourseT, field: FieldT, pair: tuple[int, int], made: Made[WayT] | None
    ) -> ColourDecision | None:
        """Give two positions their colours; None if the rules say nothing of the two."""

    def parting(self, course: CourseT, field: FieldT, pairing: RoundPairing) -> Parting | None:
        """Return where a complete and legal pairing leaves the procedure; None if brackets tell pairings apart."""
        del course, field, pairing
        return None

    def order_article(self, step: GenerationStep) -> str:
        """Return the number of the article that orders a step of generation; empty if none does."""
        del step
        return ""

    def diagnose(self, course: CourseT, field: FieldT, pairing: RoundPairing, made: Made[WayT] | None) -> Diagnosis:
        """
        Tell which part of the engine failed where ``pairing``, which breaks no rule, is not worse than its own.

        Asked only then. The round is paired once more, and every answer of the kernel verified; what else there is to
        be seen, `failed_part` tells.
        """
        unproven = self.unproven(course, field)
        if unproven is not None:
            return unproven
        if made is None:
            return CALLED_IMPOSSIBLE
        return self.refuted(course, field, pairing, made) or self.failed_part(course, field, pairing, made)

    def failed_part(self, course: CourseT, field: FieldT, pairing: RoundPairing, made: Made[WayT]) -> Diagnosis:
        """Tell the same where every matching is proven; a system that packs criteria can tell more than this."""
        parted = self.parting(course, field, pairing)
        if parted is not None and parted.kind is PartingKind.BETTER:
            return PASSED_OVER
        del made
        return Diagnosis(part=None, evidence="every matching that it asks for is proven, and it passed over nobody")

    def unproven(self, course: CourseT, field: FieldT) -> Diagnosis | None:
        """Pair a round once more and verify every answer of the kernel; None if all of them are proven."""
        try:
            with proving():
                self.pair(course, field)
        except MatchingError as error:
            return Diagnosis(part=Part.MATCHING, evidence=f"the proof of the matching does not hold ({error})")
        except (PairingError, AssertionError):
            pass  # what it comes to does not matter here
        return None

    def refuted(self, course: CourseT, field: FieldT, pairing: RoundPairing, made: Made[WayT]) -> Diagnosis | None:
        """
        Tell what fails of that which the rules' own pairing takes to be impossible; None if it holds.

        Asked before another legal ``pairing`` is said to be worse, which may itself show what is possible; so it has to
        be cheap.
        """
        del course, field, pairing, made
        return None

    # --- what is measured ---------------------------------------------------------------------------------------------

    @property
    @abstractmethod
    def features(self) -> tuple[Feature, ...]:
        """What a stage can exercise of these rules, in the order of their articles."""

    @property
    def not_measured(self) -> tuple[str, ...]:
        """What of the regulation is not among the features, one sentence each."""
        return ()

    @abstractmethod
    def exercised(
        self, course: CourseT, field: FieldT, made: Made[WayT], wanted: Collection[Feature]
    ) -> Collection[Feature]:
        """Return those of the wanted features that the stage exercises, except those that any system has."""

    def near(self, course: CourseT, field: FieldT, made: Made[WayT], feature: Feature) -> Nearness:
        """Tell how near a stage comes to exercising a feature, and whom that depends on."""
        del course, field, made, feature
        return FAR

    # --- what is open -------------------------------------------------------------------------------------------------

    def changes(self, course: CourseT, field: FieldT) -> Iterator[Change]:
        """Yield what can be read otherwise and may matter for the stage, each by itself."""
        del course, field
        return iter(())

    @property
    def alterations(self) -> tuple[Alteration, ...]:
        """What programs are known or likely to get wrong of these rules, in the order of their articles."""
        return ()

    # --- at work ------------------------------------------------------------------------------------------------------

    def open(self, event: Event | TeamEvent) -> Session:
        """
        Put the rules to work on an event; raise UnsupportedEventError if it is beyond them.

        Rules that pair teams also take an event of teams as it is, without a file's rows of players.
        """
        return Session(self, event)

    def of_stage(self, course: CourseT, stage: int) -> AnyRules:
        """Return the rules that a stage follows: these, unless the system lays down others for some stages."""
        del course, stage
        return self


def is_of_games(pairing: RoundPairing, games: set[tuple[int, int]]) -> bool:
    """Return whether a pairing consists of these games, (White, Black) by TPN, and of no others."""
    return len(pairing.pairs) == len(games) and all((pair.white, pair.black) in games for pair in pairing.pairs)


AnyRules = Rules[Any, Any, Any]
"""Rules of whatever system: their course and field fit each other, and nobody else looks into them."""


_MAX_PAIRS_HELD = 100_000_000
"""Pairs of participants in all stages that a session holds: one stage of 10,000, or a hundred of 1,000."""


@dataclass(frozen=True)
class _Stage:
    """A stage laid out under the rules that it follows."""

    rules: AnyRules
    course: Course
    field: Field

    @property
    def is_too_large(self) -> UnsupportedEventError | None:
        """Why the rules do not pair so many participants; None if they do."""
        edition, size = self.rules.edition, len(self.field.numbers)
        if size <= edition.max_participants:
            return None
        return UnsupportedEventError(
            f"{size} {edition.participant}s are to be paired, and {edition.key} is applied to "
            f"{edition.max_participants} at most."
        )

    @cached_property
    def _attempt(self) -> Made[Any] | PairingError:
        if self.is_too_large:
            return self.is_too_large
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
        self._pairs_held = 0
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
            self._forget_stages()
        return self._stages[number]

    def _forget_stages(self) -> None:
        """Count the stage laid out last, and drop the first ones while all of them hold too many pairs."""
        self._pairs_held += len(next(reversed(self._stages.values())).field.numbers) ** 2
        while self._pairs_held > _MAX_PAIRS_HELD and len(self._stages) > 1:
            dropped = self._stages.pop(next(iter(self._stages)))
            self._pairs_held -= len(dropped.field.numbers) ** 2

    def field(self, stage: int) -> Any:
        """Return those to be paired in a stage, as the system lays them out."""
        return self._stage(stage).field

    def made(self, stage: int) -> Made[Any]:
        """Return how the rules pair a stage; raise NoLegalPairingError or UnsupportedEventError."""
        return self._stage(stage).made

    def pair(self, stage: int) -> RoundPairing:
        """Return the pairing that the rules ask for, boards in order; raise like `made`."""
        return self._stage(stage).pairing

    def asks_for(self, stage: int, pairing: RoundPairing) -> bool:
        """Return whether the rules pair a stage so, on whatever boards; where they refuse it, they do not."""
        laid = self._stage(stage)
        if laid.is_too_large:
            return False
        try:
            return laid.rules.asks_for(laid.course, laid.field, pairing)
        except PairingError:
            return False

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
        return ColourRule(
            article=decision.article, sentence=sentence, readings=decision.rests_on, is_open=decision.is_open
        )

    def diagnose(self, stage: int, pairing: RoundPairing) -> Diagnosis:
        """Tell which part of the engine failed, where it is at fault; see `Rules.diagnose`."""
        laid = self._stage(stage)
        return laid.rules.diagnose(laid.course, laid.field, pairing, laid.made_if_any)

    def refuted(self, stage: int, pairing: RoundPairing) -> Diagnosis | None:
        """Tell what fails of that which our pairing of a stage takes to be impossible; see `Rules.refuted`."""
        laid = self._stage(stage)
        return laid.rules.refuted(laid.course, laid.field, pairing, laid.made)

    def order_article(self, stage: int, step: GenerationStep) -> str:
        """Return the article that orders a step of generation; empty if none does."""
        return self._stage(stage).rules.order_article(step)

    def parting(self, stage: int, pairing: RoundPairing) -> Parting | None:
        """Return where a complete and legal pairing leaves the procedure; None if brackets tell pairings apart."""
        laid = self._stage(stage)
        return laid.rules.parting(laid.course, laid.field, pairing)

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
        except PairingError:  # a reading that cannot be followed here explains nothing
            return None


def _games(pairing: RoundPairing) -> set[frozenset[int]]:
    return {pair.players for pair in pairing.pairs}
