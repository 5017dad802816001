"""
Rules, an event under rules, and a round of it with its pairings by position.

Rules are an edition of a system as a frozen value. They prepare an event once; a prepared event holds what all rounds
share (histories, scores, inferred facts), and binds each `Round` to its rules, its event and its participants.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, TypeVar

from reference_engines.frame import results
from reference_engines.matching import proving
from reference_engines.matching_proofs import MatchingError
from tournaments.frozen import FrozenStruct, cached_property, dataclass
from tournaments.readings import chosen_side

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Hashable, Iterable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from reference_engines.frame.edition import Edition
    from reference_engines.frame.variants import Variant
    from tournaments.model import Event
    from tournaments.teams.event import TeamEvent

    StepsBelow = Callable[[Mapping[int, int], int], Iterable[Sequence[tuple[int, ...]]]]
    """From the opponents in a pairing, by position, the steps of a round, each posed as if the pairing had been made up
    to it; after the bye, the step that settles the participant at a position may come first."""

TraceT = TypeVar("TraceT")


class Participants(Protocol):
    """The players or teams to be paired in a round; a *position* is the place of a participant, from 0."""

    @property
    def round_number(self) -> int:
        """The number of the pairing, from 1."""
        ...

    @property
    def numbers(self) -> tuple[int, ...]:
        """TPN by position."""
        ...

    @property
    def scores(self) -> tuple[int, ...]:
        """Pairing score by position, in tenths; virtual points included."""
        ...


class HasEdition(Protocol):
    """Rules with an edition, as all rules of a round are."""

    @property
    def edition(self) -> Edition:
        """The edition that the rules follow."""
        ...


class RecordedRound(FrozenStruct, frozen=True, kw_only=True):
    """The pairing that an event records for a round, before any system looks at it."""

    pairing: results.RoundPairing
    """Games with their colours, forfeited games included, and the bye."""
    colourless: tuple[tuple[int, int], ...] = ()
    """TPNs of pairs without colours, as some files record forfeited games."""


class ExpectedPairing(FrozenStruct, Generic[TraceT], frozen=True, kw_only=True):
    """The pairing of a round by the rules, by position."""

    games: tuple[tuple[int, int], ...]
    """(White, Black), in board order."""
    bye: int | None
    trace: TraceT
    """How the procedure came to the pairing, in the terms of the system."""


class ColourDecision(FrozenStruct, frozen=True, kw_only=True):
    """The colours of a pair by the rules, and why. Participants are positions."""

    white: int
    black: int
    article: str
    """``5.2.1`` (2026), ``E.1`` (2017)."""
    why: str
    """The reason by the article, without the players' names."""
    rule: str = ""
    """Name of the rule, where an article holds several; empty: the article's number."""
    rests_on: tuple[results.ReadingNote, ...] = ()
    """Readings of the register without which the text gives the pair no colours, or might give it others."""
    is_open: bool = False
    """Whether no text gives the pair its colours, so that other colours are not a discrepancy."""

    @property
    def name(self) -> str:
        """The name by which the rule is counted."""
        return self.rule or self.article


CALLED_IMPOSSIBLE = results.Diagnosis(
    component=results.Component.COMPLETION,
    evidence="it calls the round impossible to pair, and the recorded pairing completes it",
)
"""The diagnosis of an engine that finds no pairing where there is a pairing."""
PASSED_OVER = results.Diagnosis(
    component=results.Component.COMPLETION,
    evidence="it passed over a choice as one that does not lead to the best of complete pairings, and the recorded "
    "pairing makes that choice",
)
"""The diagnosis of a procedure that tries choices in order and took a later choice than possible."""

RulesT = TypeVar("RulesT", bound=HasEdition)
EventT = TypeVar("EventT")
ParticipantsT = TypeVar("ParticipantsT", bound=Participants)


@dataclass(frozen=True, kw_only=True)
class Round(ABC, Generic[RulesT, EventT, ParticipantsT, TraceT]):
    """A round as the system counts it: one round of the file, or several (`Edition.file_rounds_per_round`)."""

    rules: RulesT
    event: EventT
    """The prepared event under the same rules."""
    number: int
    """The number of the pairing, from 1."""
    stops_early: ClassVar[bool] = False
    """Whether `would_pair_as` stops at the first bracket that differs."""

    # --- what a system answers ----------------------------------------------------------------------------------------

    @cached_property
    @abstractmethod
    def participants(self) -> ParticipantsT:
        """The players or teams to be paired."""

    @abstractmethod
    def pair(self) -> ExpectedPairing[TraceT]:
        """Pair the round anew; raise NoLegalPairingError or UnsupportedEventError."""

    @abstractmethod
    def assess(self, pairing: results.RoundPairing) -> results.Assessment:
        """
        Judge any pairing: its violations, and, where the system knows criteria, their values bracket by bracket.

        Two assessments of a round can be compared: as long as all brackets above are equal, the brackets of the same
        number pose the same problem.
        """

    def violations(self, pairing: results.RoundPairing) -> tuple[results.Violation, ...]:
        """Return the absolute rules that a pairing breaks, without any search."""
        return self.assess(pairing).violations

    @abstractmethod
    def colours(self, pair: tuple[int, int]) -> ColourDecision | None:
        """Give a pair of positions its colours; None if the rules give the pair no colours."""

    def preferred_colour(self, position: int) -> results.PreferredColour:
        """Return the colour preference of a participant; an empty one if the system knows no preferences."""
        del position
        return results.PreferredColour()

    def describe_rank_difference(self, first: int, second: int) -> str:
        """Describe by what two participants differ in rank, by position; empty where scores and numbers show it."""
        del first, second
        return ""

    def would_pair_as(self, pairing: results.RoundPairing, doubted: Container[int] = ()) -> bool:
        """
        Whether the rules make this pairing (games, colours and bye), boards aside; raise like `pair`.

        A system that pairs bracket by bracket stops at the first bracket that differs, and may look at those of doubted
        participants, by TPN, first.
        """
        del doubted
        if self.contradicts_colours(pairing):
            return False
        return self.is_published_as(self.expected_by_position, pairing)

    def is_published_as(self, expected: ExpectedPairing[TraceT], pairing: results.RoundPairing) -> bool:
        """Whether a pairing by position has the games and the bye of a pairing by TPN, boards aside."""
        numbers = self.participants.numbers
        games = {(numbers[white], numbers[black]) for white, black in expected.games}
        bye = None if expected.bye is None else numbers[expected.bye]
        return bye == pairing.bye and is_of_games(pairing, games)

    def is_paired_in_steps(
        self, pairing: results.RoundPairing, steps: StepsBelow, allowed: NDArray[Any], doubted: Container[int]
    ) -> bool:
        """
        Whether steps, each with the pairs or the bye that it settles, by position, make a pairing with its colours.

        For `would_pair_as` of a system whose `contradicts_colours` looks at every pair that ``allowed``, by position,
        lets meet. Colours are compared after the first bracket, which most other rules leave otherwise.
        """
        position, players = self.position, [tpn for pair in pairing.pairs for tpn in (pair.white, pair.black)]
        if {*players, *((pairing.bye,) if pairing.bye is not None else ())} != {*self.participants.numbers}:
            return False
        pairs = self.positions_of(pairing)
        if len(players) != len({*players}) or not all(allowed[pair] for pair in pairs):
            return False
        opponents = {one: other for pair in pairs for one, other in (pair, pair[::-1])}
        first = min((place for place, tpn in enumerate(self.participants.numbers) if tpn in doubted), default=0)
        is_coloured, settled = False, set[int]()
        for step in steps(opponents, first):
            if any(opponents.get(part[0]) != (part[1] if len(part) > 1 else None) for part in step):
                return False
            settled.update(*step)
            if not is_coloured and any(len(part) > 1 for part in step):
                if self.contradicts_colours(pairing):
                    return False
                is_coloured = True
        return len(settled) == len(position)

    def contradicts_colours(self, pairing: results.RoundPairing) -> bool:
        """
        Whether the rules give a pair of a pairing other colours, as far as that is known before the round is paired.

        A pair whose players do not take part contradicts nothing here.
        """
        del pairing
        return False

    def find_wrong_colours(self, pairing: results.RoundPairing) -> tuple[tuple[results.Pair, results.ColourRule], ...]:
        """Return the games to which the rules give other colours, whatever the other games: right colours and rule."""
        del pairing
        return ()

    def positions_of(self, pairing: results.RoundPairing) -> list[tuple[int, int]]:
        """Return the pairs of a pairing by position, White first; a pair of others than participants is left out."""
        position = self.position
        return [
            (position[pair.white], position[pair.black])
            for pair in pairing.pairs
            if pair.white in position and pair.black in position
        ]

    @property
    @abstractmethod
    def bye_rule(self) -> results.SelectionRule:
        """The rule by which the bye is given."""

    @abstractmethod
    def bye_bar(self, number: int) -> results.Violation | None:
        """Return the rule that bars a participant, by TPN, from the bye; None if the participant may have it."""

    @property
    def floater_rule(self) -> results.SelectionRule | None:
        """The rule by which floaters are chosen; None if the system has no such rule."""
        return None

    def float_direction(self, first: int, second: int) -> results.FloatDirection:
        """Return the direction in which a game of two participants with different scores, by TPN, is a float."""
        del first, second
        return results.FloatDirection.DOWN

    def past_floats(self, number: int) -> tuple[results.PastFloat, ...]:
        """Return the floats of a participant, by TPN, at which the rules of the round look, the latest first."""
        del number
        return ()

    def divergence(self, pairing: results.RoundPairing) -> results.Divergence | None:
        """Return the step at which a complete and legal pairing leaves the procedure; None with brackets."""

    @property
    def order_articles(self) -> Mapping[results.GenerationStep, str]:
        """The articles that order the steps of generation; steps that no article orders are left out."""
        return {}

    def order_article(self, step: results.GenerationStep) -> str:
        """Return the number of the article that orders a step of generation; empty if there is none."""
        return self.order_articles.get(step, "")

    def variants(self) -> Iterator[Variant]:
        """Yield the variants that may matter for the round, each by itself."""
        return iter(())

    @cached_property
    def distinct_variants(self) -> tuple[Variant, ...]:
        """The variants that may matter for the round, each once."""
        return tuple({variant.key: variant for variant in self.variants()}.values())

    # --- self-checks of the engine ------------------------------------------------------------------------------------

    def diagnose(self, pairing: results.RoundPairing) -> results.Diagnosis:
        """
        Find the component that failed where a pairing, which breaks no rule, is not worse than the engine's own.

        The round is paired once more, and every answer of the kernel is verified. `find_failed_component` checks the
        rest.
        """
        unproven = self._find_unproven_matching()
        if unproven is not None:
            return unproven
        if self.expected_if_any is None:
            return CALLED_IMPOSSIBLE
        return self.disprove_impossibility(pairing) or self.find_failed_component(pairing)

    def find_failed_component(self, pairing: results.RoundPairing) -> results.Diagnosis:
        """Find the failed component where every matching is proven; systems that pack criteria find more."""
        divergence = self.divergence(pairing)
        if divergence is not None and divergence.kind is results.DivergenceKind.BETTER:
            return PASSED_OVER
        return results.Diagnosis(
            component=None, evidence="every matching that it asks for is proven, and it passed over no player"
        )

    def _find_unproven_matching(self) -> results.Diagnosis | None:
        """Pair the round once more and verify every answer of the kernel; None if all of them are proven."""
        try:
            with proving():
                self.pair()
        except MatchingError as error:
            return results.Diagnosis(
                component=results.Component.MATCHING, evidence=f"the proof of the matching does not hold ({error})"
            )
        except (results.PairingError, AssertionError):
            pass  # the pairing itself does not matter here
        return None

    def disprove_impossibility(self, pairing: results.RoundPairing) -> results.Diagnosis | None:
        """
        Find a wrong assumption of the rules' own pairing that something is impossible; None if there is none.

        It is called before another legal pairing is reported as worse, since that pairing may itself show that a choice
        was possible. So the search has to be cheap.
        """

    # --- the same for every system ------------------------------------------------------------------------------------

    @cached_property
    def is_too_large(self) -> results.UnsupportedEventError | None:
        """The error that the round has more participants than the rules pair; None if it has not."""
        edition, size = self.rules.edition, len(self.participants.numbers)
        if size <= edition.max_participants:
            return None
        return results.UnsupportedEventError(
            f"{size} {edition.participant}s are to be paired, and {edition.key} is applied to "
            f"{edition.max_participants} at most."
        )

    @cached_property
    def _attempt(self) -> ExpectedPairing[TraceT] | results.PairingError:
        if self.is_too_large:
            return self.is_too_large
        try:
            return self.pair()
        except results.PairingError as error:
            return error

    @property
    def is_attempted(self) -> bool:
        """Whether the round has been paired as a whole."""
        return "_attempt" in vars(self)

    @property
    def expected_by_position(self) -> ExpectedPairing[TraceT]:
        """The pairing that the rules expect, with its trace; raise NoLegalPairingError or UnsupportedEventError."""
        if isinstance(self._attempt, results.PairingError):
            raise self._attempt
        return self._attempt

    @property
    def expected_if_any(self) -> ExpectedPairing[TraceT] | None:
        """The pairing that the rules expect, by position; None if there is none."""
        return None if isinstance(self._attempt, results.PairingError) else self._attempt

    def expected(self) -> results.RoundPairing:
        """Return the pairing that the rules expect, by TPN, boards in order; raise like `expected_by_position`."""
        numbers, expected = self.participants.numbers, self.expected_by_position
        return results.RoundPairing(
            pairs=tuple([results.Pair(numbers[white], numbers[black]) for white, black in expected.games]),
            bye=None if expected.bye is None else numbers[expected.bye],
        )

    def is_paired_as(self, pairing: results.RoundPairing, doubted: Container[int] = ()) -> bool:
        """Whether the rules make this pairing, boards aside; False where they cannot pair the round."""
        if self.is_too_large:
            return False
        try:
            return self.would_pair_as(pairing, doubted)
        except results.PairingError:
            return False

    @property
    def posted(self) -> results.RoundPairing:
        """
        The pairing that the event records (forfeited games included).

        A pair that is recorded without colours gets the colours that the rules expect: nothing contradicts them.
        """
        recorded = self._any_event.recorded(self.number)
        if not recorded.colourless:
            return recorded.pairing
        coloured = tuple(self._coloured(frozenset(pair)) or results.Pair(*pair) for pair in recorded.colourless)
        return results.RoundPairing(pairs=(*recorded.pairing.pairs, *coloured), bye=recorded.pairing.bye)

    def _coloured(self, pair: frozenset[int]) -> results.Pair | None:
        decision, numbers = self._decide_colours(pair), self.participants.numbers
        return None if decision is None else results.Pair(numbers[decision.white], numbers[decision.black])

    @cached_property
    def position(self) -> dict[int, int]:
        """Position of every participant, by TPN."""
        return {number: place for place, number in enumerate(self.participants.numbers)}

    def _decide_colours(self, pair: frozenset[int]) -> ColourDecision | None:
        places = sorted(self.position[number] for number in pair if number in self.position)
        if len(places) != 2:  # noqa: PLR2004 - a pair
            return None
        return self.colours((places[0], places[1]))

    def colour_rule(self, pair: results.Pair) -> results.ColourRule | None:
        """Return the article that gives a pair its colours; None if the rules give the pair no colours."""
        decision = self._decide_colours(pair.players)
        return None if decision is None else self.describe_colour_decision(decision)

    def describe_colour_decision(self, decision: ColourDecision) -> results.ColourRule:
        """Return the article and the sentence of a decision on colours."""
        participant = f"{self.rules.edition.participant} {self.participants.numbers[decision.white]}"
        return results.ColourRule(
            article=decision.article,
            sentence=f"{participant} has White: {decision.why}",
            readings=decision.rests_on,
            is_open=decision.is_open,
        )

    @property
    def pairs_held(self) -> int:
        """Number of pairs of participants whose data the round holds; 0 before the participants are derived."""
        return len(self.participants.numbers) ** 2 if "participants" in self.__dict__ else 0

    @property
    def _any_event(self) -> Any:
        return self.event


AnyRound = Round[Any, Any, Any, Any]
"""A round of any system: its rules, event and participants fit each other; other code treats them as opaque."""


def is_of_games(pairing: results.RoundPairing, games: set[tuple[int, int]]) -> bool:
    """Whether a pairing consists of exactly these games, (White, Black) by TPN."""
    return len(pairing.pairs) == len(games) and all((pair.white, pair.black) in games for pair in pairing.pairs)


class Rules(ABC):
    """An edition as a value; implementations are frozen dataclasses."""

    system: ClassVar[str]
    """The key of the system, by which its coverage and its misreadings are loaded: ``dutch``."""
    edition: Edition
    parts_of_participants: ClassVar[frozenset[str]] = frozenset()
    """The parts that a round reads only to derive its participants: where these are equal, its pairing is."""
    work_of_pairing: ClassVar[float] = 1.0
    """The usual work of pairing a round, in rounds of the Dutch system of 2026; by it a search counts what it tries."""

    @abstractmethod
    def prepare(self, event: Any, reuse_from: Any = None) -> PreparedEvent:
        """
        Prepare an `Event` (or a `TeamEvent`, see `open`); raise UnsupportedEventError if it is beyond these rules.

        ``reuse_from`` is the same event prepared under other rules of this system, or an event that differs only in its
        declarations. Data that does not depend on the difference may be taken from it.
        """

    @abstractmethod
    def bind(self, event: Any, number: int) -> AnyRound:
        """Return a round of an event that these rules have prepared, bound to the rules that the round follows."""

    def alternative_readings(self) -> Iterator[Variant]:
        """
        Yield the sides of open places, besides the defaults, by which these rules can pair.

        The sides of one entry of the register come in its order.
        """
        return iter(())

    def pairs_like(self, other: Rules) -> bool:
        """Whether these rules are known to make every pairing that other rules make, under every reading."""
        return self is other

    def open(self, event: Event | TeamEvent) -> PreparedEvent:
        """
        Prepare an event; raise UnsupportedEventError if it is beyond these rules.

        Rules that pair teams also take an event of teams as it is, without a file's rows of players.
        """
        return self.prepare(event)


_MAX_PAIRS_HELD = 100_000_000
"""Pairs of participants in all rounds that a prepared event holds: one round of 10,000, or a hundred of 1,000."""


class PreparedEvent(ABC):
    """
    An event under the rules of an edition.

    Every round is judged on the history that the event records, whatever the rules would have paired before.
    """

    rules: Any
    event: Any
    """The event as the system counts it: of matches, where it pairs matches."""

    @property
    def source(self) -> Any:
        """The event as it was passed to `Rules.prepare`."""
        return self.event

    @property
    @abstractmethod
    def notes(self) -> tuple[str, ...]:
        """The facts that had to be inferred to pair the event (the initial colour, say), one sentence each."""

    @abstractmethod
    def recorded(self, number: int) -> RecordedRound:
        """Return the pairing that the event records for a round."""

    @property
    def recorded_rounds(self) -> range:
        """The numbers of the recorded rounds, as the system counts them."""
        return range(1, self.source.rounds_recorded // self.rules.edition.file_rounds_per_round + 1)

    def round(self, number: int) -> AnyRound:
        """
        Return a round, from 1 to the number of recorded rounds plus one.

        The participants of a recorded round are the players whom the record shows as paired (or with the
        pairing-allocated bye); the participants of the next round are all players without a requested bye.
        """
        if number not in self._rounds:
            self._forget_rounds()
            self._rounds[number] = self.rules.bind(self, number)
        return self._rounds[number]

    @cached_property
    def _rounds(self) -> dict[int, AnyRound]:
        return {}

    def _forget_rounds(self) -> None:
        """Drop the first rounds while all of them hold too many pairs."""
        sizes = {number: one.pairs_held for number, one in self._rounds.items()}
        while len(sizes) > 1 and sum(sizes.values()) > _MAX_PAIRS_HELD:
            first = next(iter(sizes))
            del sizes[first], self._rounds[first]

    def release(self) -> None:
        """Drop all rounds and variants. They refer to each other, and would stay in memory after their last use."""
        for event in self._variants.values():
            event.release()
        self._variants.clear()
        self._rounds.clear()

    def under(self, *variants: Variant) -> PreparedEvent:
        """Return the same event under variants; data that the variants do not touch is shared."""
        if not variants:
            return self
        key = frozenset(variant.key for variant in variants)
        if key not in self._variants:
            *others, variant = variants
            base = self.under(*others)
            rules = variant.rules(base.rules) if variant.rules else base.rules
            source = variant.event(base.source) if variant.event else base.source
            self._variants[key] = rules.prepare(source, base)
        return self._variants[key]

    @cached_property
    def _variants(self) -> dict[frozenset[Hashable], PreparedEvent]:
        return {}

    def apply_each_variant(self, number: int) -> Iterator[tuple[Variant, PreparedEvent]]:
        """Yield the event under each variant that may matter for a round."""
        for variant in unsettled_variants(self.round(number)):
            yield variant, self.under(variant)


def unsettled_variants(paired_round: AnyRound) -> Iterator[Variant]:
    """Yield the variants that may matter for a round, without the readings of which the user has chosen a side."""
    return (variant for variant in paired_round.distinct_variants if chosen_side(variant.note.identifier) is None)
