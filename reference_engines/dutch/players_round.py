"""An event and a round under Dutch definitions, colours, boards and absolute rules; the Dubov System shares them."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Generic, TypeVar

import numpy as np

from reference_engines.definitions import players_event
from reference_engines.definitions.colours import Allocation, allocate, infer_initial_colour
from reference_engines.definitions.hard_rules import RoundFacts, describe_clash, find_bye_bar, find_violations
from reference_engines.definitions.history import NOBODY
from reference_engines.definitions.players import DEFAULT_PARITY, OTHER_PARITIES, Parity, Players, players_of_round
from reference_engines.dutch.edition import EditionTerms
from reference_engines.frame.rules import ColourDecision, ExpectedPairing, ParticipantsT, Round, TraceT
from reference_engines.readings import follow_other_side
from tournaments.frozen import cached_property, dataclass
from tournaments.model import Colour, Event

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from reference_engines.definitions.history import BoolArray, History, IntArray
    from reference_engines.frame import results
    from reference_engines.frame.variants import Variant


@dataclass(frozen=True, kw_only=True)
class DutchEvent(players_event.PlayersEvent):
    """An event under an edition of the Dutch system."""

    rules: EditionTerms

    def players_of_round(self, number: int) -> Players:
        """Return the players to be paired in a round."""
        rules = self.rules
        players = players_of_round(self.event, self.history, self.player_states, number, self.definitions)
        if rules.parity is not DEFAULT_PARITY:
            players = replace(players, odd_number=rules.parity.odd_numbers(self.event, self.history, players))
        if rules.bye_choice and players.is_odd:
            score = self.history.score[number - 1][players.column]
            players = replace(players, bye_allowed=rules.bye_choice(players, score))
        return players

    def with_recorded_opponents(self, players: Players) -> Players:
        """Add the recorded opponents to the players of a recorded round."""
        number = players.round_number
        if number > self.history.rounds:
            return players
        position = np.full(self.history.players + 1, NOBODY)  # the last entry stands for no opponent
        position[players.column] = np.arange(players.size)
        return replace(players, recorded=position[self.history.opponent[number - 1][players.column]])

    @cached_property
    def coloured(self) -> BoolArray:
        """(rounds, players) the rounds that count for colours."""
        return self.definitions.coloured(self.history)

    @cached_property
    def initial_colour(self) -> Colour:
        """The colour drawn before the first round: declared, else inferred, else White."""
        return self.event.initial_colour or self._inferred or Colour.WHITE

    @cached_property
    def _inferred(self) -> Colour | None:
        return _infer_initial_colour(self.history, self.rules.parity)

    def alternative_parities(self, players: Players) -> Iterator[Parity]:
        """
        Yield the other readings of SPP-2026-08 that change a player's number in a round, from odd to even or back.

        A reading that leads to another inferred initial colour is yielded, too.
        """
        for parity in OTHER_PARITIES if self.rules.parity is DEFAULT_PARITY else ():
            odd = parity.odd_numbers(self.event, self.history, players)
            if bool((odd != players.odd_number).any()) or self._changes_initial_colour(parity):
                yield parity

    def _changes_initial_colour(self, parity: Parity) -> bool:
        inferred = _infer_initial_colour(self.history, parity)
        return self.event.initial_colour is None and inferred is not None and inferred is not self.initial_colour

    @property
    def notes(self) -> tuple[str, ...]:
        """Facts that were inferred from the event, one sentence each."""
        notes = []
        if self.event.initial_colour is None:
            inferred = self._inferred
            name = self.initial_colour.name.capitalize()
            notes.append(
                f"The file does not declare the initial colour; {name} was inferred from the first round with colours."
                if inferred
                else f"The file does not declare the initial colour and no round shows it; {name} was assumed."
            )
        if self.event.rounds_declared is None:
            notes.append(players_event.ROUNDS_UNDECLARED)
            if self.rests_on_rounds:
                notes.append(
                    f"The Baku acceleration depends on that number, too; {self.history.rounds + 1} rounds were assumed."
                )
        return tuple(notes)


def _infer_initial_colour(history: History, parity: Parity) -> Colour | None:
    return infer_initial_colour(
        history,
        as_printed=parity is Parity.AS_PRINTED,
        with_granted_byes=parity is Parity.WITH_GRANTED_BYES,
    )


def prepare_players(event: Event, rules: EditionTerms, reuse_from: DutchEvent | None = None) -> DutchEvent:
    """Prepare an event under the definitions of an edition; raise UnsupportedEventError if it is beyond them."""
    history, player_states = players_event.derive_history(
        event, reuse_from, rules.floats, rules.byes, rules.definitions
    )
    return DutchEvent(
        rules=rules,
        event=event,
        history=history,
        player_states=player_states,
        floats=rules.floats,
        byes=rules.byes,
        definitions=rules.definitions,
    )


TermsT = TypeVar("TermsT", bound=EditionTerms)
DutchEventT = TypeVar("DutchEventT", bound=DutchEvent)


@dataclass(frozen=True, kw_only=True)
class PlayersRound(
    Round[TermsT, DutchEventT, ParticipantsT, TraceT], Generic[TermsT, DutchEventT, ParticipantsT, TraceT]
):
    """A round whose colours, boards and absolute rules follow the definitions of a Dutch edition."""

    @property
    @abstractmethod
    def players(self) -> Players:
        """The participants as players of the Dutch system."""

    # --- colours and boards -------------------------------------------------------------------------------------------

    def publish(self, pairs: IntArray, trace: TraceT) -> ExpectedPairing[TraceT]:
        """Give (pairs, 2) positions, the higher ranked player first, their colours and boards (C.04.2:3.6; D.9)."""
        games = self._give_colours(pairs)
        white, black = games[:, 0].tolist(), games[:, 1].tolist()
        left = np.ones(self.players.size, dtype=np.bool_)
        left[games] = False
        spare = np.flatnonzero(left).tolist()
        return ExpectedPairing(
            games=tuple(zip(white, black, strict=True)), bye=spare[0] if spare else None, trace=trace
        )

    def _give_colours(self, pairs: IntArray) -> IntArray:
        """Return (pairs, 2) positions in the order of boards, White first; the first of a pair ranks higher."""
        score, column = self.players.score, self.players.column
        # Boards: higher score of the two, sum of both scores, smaller TPN.
        higher, lower = score[pairs[:, 0]], score[pairs[:, 1]]
        ordered = pairs[np.lexsort((column[pairs[:, 0]], -(higher + lower), -higher))]
        is_white = self._allocate(ordered).colour == 1
        return np.where(is_white[:, None], ordered, ordered[:, ::-1])

    def _allocate(self, pairs: IntArray) -> Allocation:
        event, articles = self.event, self.rules.colour_articles
        return allocate(self.players, event.history, pairs, event.initial_colour, articles, event.coloured)

    def colours(self, pair: tuple[int, int]) -> ColourDecision:
        """Give two positions, the higher ranked player first, their colours by the first rule that decides."""
        allocation = self._allocate(np.array([pair], dtype=np.int64))
        white, black = pair if allocation.colour[0] == 1 else pair[::-1]
        article = allocation.article[0]
        why = self.rules.colour_articles.describe(article, self.players, pair, int(allocation.colour[0]))
        return ColourDecision(white=white, black=black, article=article, why=why)

    def contradicts_colours(self, pairing: results.RoundPairing) -> bool:
        """Whether the rules give a pair of a pairing other colours."""
        games = np.array(self.positions_of(pairing), dtype=np.int64).reshape(-1, 2)
        has_black = np.zeros(self.players.size, dtype=np.bool_)
        has_black[games[:, 1]] = True
        return bool(has_black[self._give_colours(np.sort(games, axis=1))[:, 0]].any())

    def preferred_colour(self, position: int) -> results.PreferredColour:
        """Return the colour preference of a player before the round."""
        return self.players.preferred_colour(position)

    @property
    def order_articles(self) -> Mapping[results.GenerationStep, str]:
        """The articles that order the steps of generation."""
        return self.rules.generation

    # --- absolute rules -----------------------------------------------------------------------------------------------

    def violations(self, pairing: results.RoundPairing) -> tuple[results.Violation, ...]:
        """Return the absolute rules that a pairing breaks."""
        return find_violations(self.rules.hard, self.facts, pairing)

    def bye_bar(self, number: int) -> results.Violation | None:
        """Return the rule that bars a player from the bye."""
        return find_bye_bar(self.rules.hard, self.facts, number)

    def past_floats(self, number: int) -> tuple[results.PastFloat, ...]:
        """Return the floats of the two rounds before."""
        return self.event.past_floats(number, self.number, 2)

    @property
    def facts(self) -> RoundFacts:
        """The facts of the round to which the absolute rules refer."""
        players, rules = self.players, self.rules
        facts = self.event.facts(self.number, self.position)

        def barred(tpn: int) -> str:
            why = facts.barred(tpn)
            if why or rules.bye_choice is None or players.bye_allowed[self.position[tpn]]:
                return why
            return "is not chosen for the bye"

        return replace(facts, pair_rule=self._find_colour_clash, barred=barred, suspects=self._suspects)

    def _suspects(self, pairs: tuple[results.Pair, ...]) -> Iterable[results.Pair]:
        players = self.players
        bound = np.flatnonzero(players.absolute)
        wishes = dict(zip(players.tpn[bound].tolist(), players.absolute[bound].tolist(), strict=True))
        found = {id(pair) for pair in self.event.suspects(pairs, self.number)}
        return [pair for pair in pairs if id(pair) in found or wishes.get(pair.white, 0) == wishes.get(pair.black)]

    def _find_colour_clash(self, first: int, second: int) -> results.Violation | None:
        wish = self._common_absolute_preference(self.position[first], self.position[second])
        if not wish:
            return None
        sentence = describe_clash((first, second), wish, partial(self.event.why_not_colour, before=self.number))
        if self.number == self.event.event.rounds_declared:
            sentence += " Neither is a topscorer."
        return self.rules.absolute(2).violation((first, second), sentence)

    def _common_absolute_preference(self, first: int, second: int) -> int:
        """Return the common absolute preference by which two players may not meet ([C3]); 0 if they may."""
        players = self.players
        wish = int(players.absolute[first])
        if not wish or wish != players.absolute[second]:
            return 0
        return 0 if self.rules.definitions.clash_excused(players.topscorer[first], players.topscorer[second]) else wish

    # --- open points --------------------------------------------------------------------------------------------------

    def variants_of_parity(self) -> Iterator[Variant]:
        """Yield the other readings of SPP-2026-08 that can matter for the round."""
        for parity in self.event.alternative_parities(self.players):
            yield follow_other_side("SPP-2026-08", side=parity.side, rules=partial(replace, parity=parity))

    def variants_of_numbers_and_colour(self) -> Iterator[Variant]:
        """Yield the other readings of odd and even, and the other initial colour if none is declared."""
        colourless = np.count_nonzero(self.players.preference == 0)
        if colourless:
            yield from self.variants_of_parity()
        if colourless > 1:  # 5.2.5 is for two players without a preference
            yield from players_event.undeclared_initial_colour(self.event)

    def variants_of_dutch_event(self) -> Iterator[Variant]:
        """Yield the other readings of odd and even, and other values of undeclared facts."""
        yield from self.variants_of_numbers_and_colour()
        for rounds in self.event.possible_round_counts(self.number):
            yield follow_other_side("ROUNDS-UNDECLARED", event=partial(players_event.with_rounds, rounds=rounds))
