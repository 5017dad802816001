"""
Small changes of an event, after which the rest is played again; seed and recipe reproduce each event.

A *script* has the absences and results of an event without the pairings, so that the event can be replayed with other
pairings. If a new pairing brings together two players who did not meet before, the player with the lower number gets
the result of the script.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from enum import Enum

from random_tournaments.axes import Axes
from random_tournaments.event_batch import Batch, engine_pairer
from random_tournaments.plan import MIN_PLAYERS, EventPlan
from random_tournaments.seeds import event_rng
from random_tournaments.simulation import Outcome, Pairer, compute_ranks, list_entries
from reference_engines.frame.declared import declares_baku
from reference_engines.frame.results import NoLegalPairingError
from standings.codes import TieBreakCode
from tournaments.frozen import FrozenStruct
from tournaments.model import Colour, Event, ForbiddenGroup, Player, RequestedBye, Result, RoundEntry, ScoringSystem
from tournaments.points import with_points_by_results

ORDINARY_OUTCOMES: tuple[Outcome, ...] = (
    (Result.WIN, Result.LOSS),
    (Result.DRAW, Result.DRAW),
    (Result.LOSS, Result.WIN),
)


class RoundScript(FrozenStruct, frozen=True, kw_only=True):
    """The absences and outcomes of a round, without its pairing."""

    away: Mapping[int, Result]
    """Requested byes, by TPN."""
    outcomes: Mapping[int, Outcome]
    """The results of the player and of the opponent, by TPN of the player."""


class EventScript(FrozenStruct, frozen=True, kw_only=True):
    """The script of an event: the event without its pairings."""

    opening: Event
    """The event before the first round."""
    rounds: tuple[RoundScript, ...]
    """The scripts of the rounds; later rounds are left to chance."""

    def round(self, number: int) -> RoundScript:
        """Return the script of a round, which is empty after the last script."""
        return self.rounds[number - 1] if number <= len(self.rounds) else RoundScript(away={}, outcomes={})

    def with_round(self, number: int, script: RoundScript) -> EventScript:
        """Return the script with another script of one round."""
        return replace(self, rounds=(*self.rounds[: number - 1], script, *self.rounds[number:]))


def extract_script(event: Event) -> EventScript:
    """Return the script of an event."""
    return EventScript(
        opening=rewind_event(event, 0),
        rounds=tuple(_round_script(event, number) for number in range(1, event.rounds_recorded + 1)),
    )


def _round_script(event: Event, number: int) -> RoundScript:
    entries = {player.tpn: player.rounds[number - 1] for player in event.players}
    return RoundScript(
        away={tpn: entry.result for tpn, entry in entries.items() if entry.result.is_requested_bye},
        outcomes={
            tpn: (entry.result, entries[entry.opponent].result)
            for tpn, entry in entries.items()
            if entry.opponent is not None
        },
    )


def rewind_event(event: Event, rounds: int) -> Event:
    """Return the event as it was after a number of rounds."""
    players = tuple(replace(player, rounds=player.rounds[:rounds]) for player in event.players)
    return with_points_by_results(replace(event, players=players, rounds_recorded=rounds, requested_byes=()))


def with_outcomes(event: Event, number: int, outcomes: Mapping[int, Outcome]) -> Event:
    """Return the event with other results of a round, without updating points and ranks."""
    players = tuple(_with_outcome(player, number, outcomes) for player in event.players)
    return replace(event, players=players)


def _with_outcome(player: Player, number: int, outcomes: Mapping[int, Outcome]) -> Player:
    entry = player.rounds[number - 1]
    if entry.opponent is None or player.tpn not in outcomes:
        return player
    changed = replace(entry, result=outcomes[player.tpn][0])
    return replace(player, rounds=(*player.rounds[: number - 1], changed, *player.rounds[number:]))


def replay(
    script: EventScript, start: Event, pairer: Pairer, rng: random.Random, tie_breaks: Sequence[TieBreakCode] = ()
) -> Event:
    """
    Play the rounds after ``start``, an event with some rounds, up to the declared number of rounds.

    The event may end early (see `random_tournaments.simulation.play`).
    """
    event = play_on(script, start, script.opening.rounds_declared or 0, pairer, rng)
    rank = compute_ranks(event, tie_breaks)
    ranked = tuple(replace(player, rank=rank[player.tpn]) for player in event.players)
    return replace(event, players=ranked, requested_byes=())


def play_on(script: EventScript, start: Event, last: int, pairer: Pairer, rng: random.Random) -> Event:
    """Play the rounds up to ``last``, or until a round cannot be played, without ranks."""
    event = start
    for number in range(start.rounds_recorded + 1, last + 1):
        event = with_next_byes(script, event)
        if len(event.players) - len(event.requested_byes) < MIN_PLAYERS:
            break
        try:
            pairing = pairer(event, number)
        except NoLegalPairingError:
            break
        played = script.round(number)
        outcomes = [_outcome(pair.white, pair.black, played.outcomes, rng) for pair in pairing.pairs]
        event = _with_round(event, list_entries(pairing, outcomes, played.away))
    return event


def with_next_byes(script: EventScript, event: Event) -> Event:
    """Return the event with the byes requested for its next round."""
    number = event.rounds_recorded + 1
    away = script.round(number).away
    byes = tuple(RequestedBye(round_number=number, tpn=tpn, result=result) for tpn, result in away.items())
    return replace(event, requested_byes=byes)


def _outcome(white: int, black: int, round_script: Mapping[int, Outcome], rng: random.Random) -> Outcome:
    first, second = sorted((white, black))
    if first in round_script:
        own, others = round_script[first]
    elif second in round_script:
        others, own = round_script[second]
    else:
        own, others = rng.choice(ORDINARY_OUTCOMES)
    return (own, others) if first == white else (others, own)


def _with_round(event: Event, entries: Mapping[int, RoundEntry]) -> Event:
    players = tuple(replace(player, rounds=(*player.rounds, entries[player.tpn])) for player in event.players)
    recorded = event.rounds_recorded + 1
    return with_points_by_results(replace(event, players=players, rounds_recorded=recorded, requested_byes=()))


class Mutation(Enum):
    """A kind of change."""

    RESULTS = "results"
    """A few games of an earlier round get other results."""
    ABSENCE = "absence"
    """A player becomes absent from a round, or present."""
    FINAL_ROUND = "final round"
    """The round is declared to be the final round."""
    GATHERED_PLAYERS = "gathered players"
    """Players due the same colour get equal scores in the round before, and the round is declared the final round."""
    MORE_ROUNDS = "more rounds"
    PLAYERS = "players"
    """A player is added, or the last player is removed."""
    FORBIDDEN_PAIRS = "forbidden pairs"
    """A group of two to four players may not meet each other."""
    SEPARATED = "separated players"
    """Two players may not meet from the round on, or such a prohibition is removed."""


class MutatedScript(FrozenStruct, frozen=True):
    """A changed script, and the first round that is to be played again."""

    script: EventScript
    first: int
    results_of: int = 0
    """Round whose results are changed and whose pairing stays; 0 if results stay."""


_CHANGED_GAMES = (1, 1, 1, 2, 3)
"""Numbers of games that get other results, of which one is drawn."""
_ABSENCES = (Result.ZERO_POINT_BYE, Result.ZERO_POINT_BYE, Result.HALF_POINT_BYE)
_MAX_FORBIDDEN = 4
_MAX_ADDED_ROUNDS = 3
_MAX_TARGETS = 3
_MAX_SEPARATED_PAIRS = 6
"""The largest number of pairs that are forbidden from a later round than the first."""
_CONCERNED_SHARE = 0.75
"""The chance that a change concerns a player on whom the round depends."""
_ABSOLUTE_DIFFERENCE = 2
"""A colour difference that makes a preference absolute."""


class MutationStep(FrozenStruct, frozen=True, kw_only=True):
    """A mutation by which an event descends from its parent."""

    number: int
    """Number of the resulting event among all tried events."""
    mutation: Mutation
    round_number: int
    """The round that the change is to affect."""
    players: tuple[int, ...] = ()
    """TPNs of the players on whom the round depends, whom the change mostly concerns; empty if they are not known."""
    variant: int = 0
    """Number of the variant among the considered changes; it is part of the seed of the change."""
    is_final: bool = False
    """Whether the round was also declared to be the final round."""

    def pick(self, candidates: Sequence[int], rng: random.Random) -> int:
        """Draw one of the candidates, mostly a player on whom the round depends."""
        concerned = [tpn for tpn in candidates if tpn in self.players]
        return rng.choice(concerned if concerned and rng.random() < _CONCERNED_SHARE else candidates)


def mutate(event: Event, script: EventScript, step: MutationStep, rng: random.Random) -> MutatedScript | None:
    """
    Change the script of an event so that a round may be paired differently; None if there is nothing to change.

    The event is recorded at least up to the previous round, and its script agrees with the recorded rounds. The change
    is in the round of the step or before it.
    """
    return _MUTATORS[step.mutation](event, script, step, rng)


def declare_final_round(event: Event, mutated: MutatedScript, round_number: int) -> MutatedScript:
    """Return the changed script with the round declared to be the final round."""
    script = mutated.script
    final = replace(script.opening, rounds_declared=round_number)
    ends = EventScript(opening=final, rounds=script.rounds[:round_number])
    return replace(mutated, script=ends, first=min(mutated.first, _first_affected_round(event, round_number)))


def restart_event(event: Event, mutated: MutatedScript) -> Event:
    """Return the changed event up to the first round to be played again."""
    if mutated.first == 1:
        return mutated.script.opening
    if mutated.results_of:
        event = with_outcomes(event, mutated.results_of, mutated.script.round(mutated.results_of).outcomes)
    kept = rewind_event(event, mutated.first - 1)
    opening = mutated.script.opening
    return replace(kept, rounds_declared=opening.rounds_declared, forbidden=opening.forbidden)


def _mutate_results(event: Event, script: EventScript, step: MutationStep, rng: random.Random) -> MutatedScript | None:
    before = step.round_number - 1
    if before < 1:
        return None
    number = before if rng.random() < 0.75 else rng.randint(1, before)  # noqa: PLR2004 - mostly the latest scores
    round_script = script.round(number)
    opponents = {
        player.tpn: opponent
        for player in event.players
        if (opponent := player.rounds[number - 1].opponent) is not None and opponent in round_script.outcomes
    }
    if not opponents:
        return None
    outcomes = dict(round_script.outcomes)
    for _ in range(rng.choice(_CHANGED_GAMES)):
        tpn = step.pick(list(opponents), rng)
        own, others = rng.choice([outcome for outcome in ORDINARY_OUTCOMES if outcome != outcomes[tpn]])
        outcomes[tpn], outcomes[opponents[tpn]] = (own, others), (others, own)
    return MutatedScript(
        script.with_round(number, replace(round_script, outcomes=outcomes)), number + 1, results_of=number
    )


def _mutate_absence(event: Event, script: EventScript, step: MutationStep, rng: random.Random) -> MutatedScript | None:
    latest = step.round_number
    number = latest if rng.random() < 0.75 else rng.randint(1, latest)  # noqa: PLR2004 - mostly this round
    round_script = script.round(number)
    tpn = step.pick([player.tpn for player in event.players], rng)
    away = dict(round_script.away)
    if tpn in away:
        del away[tpn]
    elif len(event.players) - len(away) <= MIN_PLAYERS:
        return None
    else:
        away[tpn] = rng.choice(_ABSENCES)
    return MutatedScript(script.with_round(number, RoundScript(away=away, outcomes=round_script.outcomes)), number)


def _mutate_forbidden_pair(
    event: Event, script: EventScript, step: MutationStep, rng: random.Random
) -> MutatedScript | None:
    forbidden = script.opening.forbidden
    separated = [group for group in forbidden if group.first_round == step.round_number > 1]
    if separated and (len(separated) >= _MAX_SEPARATED_PAIRS or rng.random() < 0.4):  # noqa: PLR2004 - prohibitions without effect go
        removed = rng.choice(separated)
        forbidden = tuple(group for group in forbidden if group is not removed)
    else:
        numbers = [player.tpn for player in event.players]
        two = frozenset((step.pick(numbers, rng), step.pick(numbers, rng)))
        if len(two) == 1 or any(two <= group.players for group in forbidden):
            return None
        forbidden = (*forbidden, ForbiddenGroup(players=two, first_round=step.round_number))
    opening = replace(script.opening, forbidden=forbidden)
    return MutatedScript(replace(script, opening=opening), step.round_number)


def _mutate_final_round(
    event: Event, script: EventScript, step: MutationStep, _rng: random.Random
) -> MutatedScript | None:
    if event.rounds_declared == step.round_number:
        return None
    return declare_final_round(event, MutatedScript(script, step.round_number), step.round_number)


def _gather_players(event: Event, script: EventScript, step: MutationStep, rng: random.Random) -> MutatedScript | None:
    before = step.round_number - 1
    targets = _gathering_targets(event, step.round_number) if before else []
    if not targets:
        return None
    gatherings = [target.round(event, script.round(before), before) for target in targets]
    worths = [target.worth_of(event, gathering, before) for target, gathering in zip(targets, gatherings, strict=True)]
    best = sorted(range(len(targets)), key=lambda index: -worths[index])[:_MAX_TARGETS]
    gathered_script = script.with_round(before, gatherings[rng.choice(best)])
    return declare_final_round(
        event, MutatedScript(gathered_script, step.round_number, results_of=before), step.round_number
    )


def _gathering_targets(event: Event, round_number: int) -> list[_GatheringTarget]:
    """Return the scores above one half that two players with an absolute preference for one colour can reach."""
    scoring = event.scoring
    before = round_number - 1
    score = {player.tpn: player.points or 0 for player in rewind_event(event, before - 1).players}
    targets = []
    for sign in (1, -1):
        worth = {player.tpn: _player_worth(player, round_number, sign) for player in event.players}
        absolute = [tpn for tpn, value in worth.items() if value == _WORTH_OF_ABSOLUTE]
        reachable = [score[tpn] + points for tpn in absolute for points in {0, scoring.white_draw, scoring.win}]
        targets += [
            _GatheringTarget(score=target, worth=worth, before=score, scoring=scoring)
            for target in sorted(set(reachable))
            if 2 * target > scoring.win * before and reachable.count(target) > 1
        ]
    return targets


def _player_worth(player: Player, round_number: int, sign: int) -> int:
    """Return the worth of a player for a gathering of players with too many games of one colour (+1: White)."""
    colours = [entry.colour for entry in player.rounds[: round_number - 1] if entry.was_played]
    difference = sign * (colours.count(Colour.WHITE) - colours.count(Colour.BLACK))
    return _WORTH_OF_ABSOLUTE if difference >= _ABSOLUTE_DIFFERENCE else max(-1, difference)


_WORTH_OF_ABSOLUTE = 4


class _GatheringTarget(FrozenStruct, frozen=True, kw_only=True):
    """A score at which players with a high worth are gathered."""

    score: int
    worth: Mapping[int, int]
    """The worth of each player, by TPN."""
    before: Mapping[int, int]
    """The score of each player before the round whose results are set, by TPN."""
    scoring: ScoringSystem

    def round(self, event: Event, script: RoundScript, number: int) -> RoundScript:
        """Return the script of a round with the best results; results that are as good as any other stay."""
        outcomes = dict(script.outcomes)
        for player in event.players:
            entry = player.rounds[number - 1]
            if entry.opponent is None or entry.colour is not Colour.WHITE:
                continue
            choices = (outcomes[player.tpn], *ORDINARY_OUTCOMES)
            gains = [self._gain(player.tpn, entry.opponent, outcome) for outcome in choices]
            own, others = choices[gains.index(max(gains))]
            outcomes[player.tpn], outcomes[entry.opponent] = (own, others), (others, own)
        return replace(script, outcomes=outcomes)

    def worth_of(self, event: Event, script: RoundScript, number: int) -> int:
        """Return the worth of a gathering: players with absolute preferences who can still meet, then all players."""
        gathered_players = [
            player
            for player in event.players
            if player.tpn in script.outcomes and self._score_after(player, script, number) == self.score
        ]
        absolute = [player for player in gathered_players if self.worth[player.tpn] == _WORTH_OF_ABSOLUTE]
        numbers = {player.tpn for player in absolute}
        met = sum(entry.opponent in numbers for player in absolute for entry in player.rounds[:number])
        can_meet = len(absolute) * (len(absolute) - 1) - met
        return 10 * min(can_meet, 1) + sum(min(1, self.worth[player.tpn]) for player in gathered_players)

    def _score_after(self, player: Player, script: RoundScript, number: int) -> int:
        entry = RoundEntry(None, player.rounds[number - 1].colour, script.outcomes[player.tpn][0])
        return self.before[player.tpn] + self.scoring.points(entry)

    def _gain(self, white: int, black: int, outcome: Outcome) -> int:
        both = ((white, Colour.WHITE, outcome[0]), (black, Colour.BLACK, outcome[1]))
        return sum(
            self.worth[tpn]
            for tpn, colour, result in both
            if self.before[tpn] + self.scoring.points(RoundEntry(None, colour, result)) == self.score
        )


def _mutate_round_count(
    event: Event, script: EventScript, _step: MutationStep, rng: random.Random
) -> MutatedScript | None:
    declared = event.rounds_declared or 0
    if declared < 1 or declared + 1 >= len(event.players) or event.rounds_recorded < declared:
        return None
    rounds = min(declared + rng.randint(1, _MAX_ADDED_ROUNDS), len(event.players) - 1)
    longer = replace(script, opening=replace(script.opening, rounds_declared=rounds))
    return MutatedScript(longer, _first_affected_round(event, declared))


def _first_affected_round(event: Event, round_number: int) -> int:
    """Return the first round that depends on the number of rounds; with Baku it is the first round (C.04.7)."""
    return 1 if declares_baku(event.system) and not event.virtual_points else round_number


def _mutate_players(
    _event: Event, script: EventScript, _step: MutationStep, rng: random.Random
) -> MutatedScript | None:
    players = script.opening.players
    if rng.choice((True, False)):
        tpn = max(player.tpn for player in players) + 1
        lowest = min((player.rating for player in players if player.rating), default=None)
        newcomer = Player(tpn=tpn, name=f"Player {tpn:03d}", rating=lowest, points=0, rank=tpn)
        return MutatedScript(replace(script, opening=replace(script.opening, players=(*players, newcomer))), 1)
    if len(players) <= MIN_PLAYERS + 2:
        return None
    return MutatedScript(_remove_player(script, players[-1].tpn), 1)


def _remove_player(script: EventScript, tpn: int) -> EventScript:
    opening = script.opening
    forbidden = (replace(group, players=group.players - {tpn}) for group in opening.forbidden)
    virtual = (replace(points, players=points.players - {tpn}) for points in opening.virtual_points)
    smaller = replace(
        opening,
        players=tuple(player for player in opening.players if player.tpn != tpn),
        forbidden=tuple(group for group in forbidden if len(group.players) > 1),
        virtual_points=tuple(points for points in virtual if points.players),
    )
    rounds = tuple(
        RoundScript(
            away={other: result for other, result in round_script.away.items() if other != tpn},
            outcomes={other: outcome for other, outcome in round_script.outcomes.items() if other != tpn},
        )
        for round_script in script.rounds
    )
    return EventScript(opening=smaller, rounds=rounds)


def _add_forbidden_group(
    event: Event, script: EventScript, _step: MutationStep, rng: random.Random
) -> MutatedScript | None:
    numbers = [player.tpn for player in event.players]
    size = min(len(numbers), rng.randint(2, _MAX_FORBIDDEN))
    group = ForbiddenGroup(players=frozenset(rng.sample(numbers, size)))
    opening = replace(script.opening, forbidden=(*script.opening.forbidden, group))
    return MutatedScript(replace(script, opening=opening), 1)


_MUTATORS: dict[Mutation, Callable[[Event, EventScript, MutationStep, random.Random], MutatedScript | None]] = {
    Mutation.RESULTS: _mutate_results,
    Mutation.ABSENCE: _mutate_absence,
    Mutation.FINAL_ROUND: _mutate_final_round,
    Mutation.GATHERED_PLAYERS: _gather_players,
    Mutation.MORE_ROUNDS: _mutate_round_count,
    Mutation.PLAYERS: _mutate_players,
    Mutation.FORBIDDEN_PAIRS: _add_forbidden_group,
    Mutation.SEPARATED: _mutate_forbidden_pair,
}


_MAX_VARIANTS = 1 << 20
"""An upper bound of the variants that are considered for one event."""


class EventRecipe(FrozenStruct, frozen=True, kw_only=True):
    """The seed and steps that reproduce an event."""

    seed: int
    drawn: int
    """Number of the drawn event from which the event descends."""
    steps: tuple[MutationStep, ...] = ()
    """The steps; steps with the same number belong to one event."""

    @property
    def number(self) -> int:
        """Number of the event among all tried events."""
        return self.steps[-1].number if self.steps else self.drawn

    def to_record(self) -> dict[str, object]:
        """Return the recipe as JSON values, for the manifest of a batch, whose header has the seed."""
        steps = [
            {
                "number": step.number,
                "change": step.mutation.value,
                "round": step.round_number,
                "players": step.players,
                "variant": step.variant,
                "final": step.is_final,
            }
            for step in self.steps
        ]
        return {"drawn": self.drawn, "steps": steps}

    def __str__(self) -> str:
        """Return the recipe in words."""
        changes = "; ".join(
            f"{step.number}: {step.mutation.value} for round {step.round_number}" for step in self.steps
        )
        return f"seed {self.seed}, event {self.drawn}" + (f", changed by {changes}" if changes else "")


class TriedEvent(FrozenStruct, frozen=True, kw_only=True):
    """An event that was tried."""

    recipe: EventRecipe
    plan: EventPlan
    """The plan of the drawn event; the recipe holds the later changes."""
    event: Event
    first: int
    """First round that was played again."""


class EventDraft(FrozenStruct, frozen=True, kw_only=True):
    """A changed event, played up to the round that the change is to affect."""

    parent: TriedEvent
    script: EventScript
    """The script up to its end."""
    event: Event
    first: int
    """First round that was or will be played again."""
    steps: tuple[MutationStep, ...] = ()


class EventFactory(FrozenStruct, frozen=True, kw_only=True):
    """A factory of events: drawn from axes, or changed from another event."""

    seed: int
    system: str
    axes: Axes

    def draw(self, number: int) -> TriedEvent:
        """Draw and play an event that does not descend from another event."""
        played = Batch(seed=self.seed, axes=self.axes, system=self.system, label="sought").play(number)
        return TriedEvent(
            recipe=EventRecipe(seed=self.seed, drawn=number), plan=played.plan, event=played.event, first=1
        )

    def draft(self, parent: TriedEvent, round_number: int) -> EventDraft:
        """Return an event up to a round as a draft for changes."""
        script = extract_script(parent.event)
        before = with_next_byes(script, rewind_event(parent.event, round_number - 1))
        return EventDraft(parent=parent, script=script, event=before, first=round_number)

    def mutate(self, draft: EventDraft, step: MutationStep) -> EventDraft | None:
        """Apply one more mutation; None if there is nothing to change, or if the round is no longer reached."""
        rng = self._rng(step.number, step.variant)
        mutated = mutate(draft.event, draft.script, step, rng)
        if mutated is None:
            return None
        if step.is_final:
            mutated = declare_final_round(draft.event, mutated, step.round_number)
        before = step.round_number - 1
        event = play_on(mutated.script, restart_event(draft.event, mutated), before, engine_pairer(self.system), rng)
        if event.rounds_recorded < before:
            return None
        script = replace(mutated.script, rounds=(*extract_script(event).rounds, *mutated.script.rounds[before:]))
        return EventDraft(
            parent=draft.parent,
            script=script,
            event=with_next_byes(script, event),
            first=min(draft.first, mutated.first),
            steps=(*draft.steps, step),
        )

    def finish(self, draft: EventDraft) -> TriedEvent:
        """Play the event of a draft to its end."""
        parent, number = draft.parent, draft.steps[-1].number
        rng = self._rng(number, _MAX_VARIANTS - 1)
        event = replay(draft.script, draft.event, engine_pairer(self.system), rng, parent.plan.tie_breaks)
        return TriedEvent(
            recipe=replace(parent.recipe, steps=(*parent.recipe.steps, *draft.steps)),
            plan=parent.plan,
            event=replace(event, name=f"sought {self.seed}/{number}"),
            first=draft.first,
        )

    def _rng(self, number: int, variant: int) -> random.Random:
        """Return the source of chance of a variant; its index is larger than the number of any drawn event."""
        return event_rng(self.seed, _MAX_VARIANTS * (number + 1) + variant)
