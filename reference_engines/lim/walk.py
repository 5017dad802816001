"""The pairing of a round, step by step: the bye, the scoregroups from both ends, their pairs (1 to 5)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from reference_engines.lim.completion import first_with_fewest_clashes, lifting_test
from reference_engines.lim.edition import LimReadings, LimStep, LimStepKind, Rank
from reference_engines.lim.floaters import LimScoregroup, are_rated_alike, choose_floaters, scrutiny_order
from reference_engines.lim.participants import NOT_ALL, LimParticipants
from reference_engines.sequential import is_pairable, players_to_spare
from tournaments.frozen import FrozenStruct


def exchanges(players: Sequence[int]) -> list[int]:
    """
    Return the opponents of the first of an even number of players, in the order in which they are tried (4.2, 4.3).

    The proposed opponent, the others of the bottom half, then the top half from its end: #1 tries 4, 5, 6, 3, 2. The
    remaining players are proposed afresh for the next player.
    """
    half = len(players) // 2
    return [*players[half:], *reversed(players[1:half])]


def floaters_order(participants: LimParticipants, incoming: Sequence[int]) -> list[int]:
    """
    Return floaters in the order in which they are paired (3.6, 3.7).

    Down-floaters first, the highest score and number first; then up-floaters, the lowest first. Only the median
    scoregroup has floaters of both kinds.
    """
    players = participants.players
    down = [player for player in incoming if participants.side(players[player].score) > 0]
    up = [player for player in incoming if player not in down]
    down.sort(key=lambda player: (-players[player].score, players[player].tpn))
    up.sort(key=lambda player: (players[player].score, -players[player].tpn))
    return [*down, *up]


def pair_scoregroup(participants: LimParticipants, group: LimScoregroup, readings: LimReadings) -> Iterator[LimStep]:
    """Yield the pairs of a scoregroup that can be wholly paired: floaters first, then the proposed pairings."""
    left = scrutiny_order(participants, (*group.residents, *group.incoming), group.side)
    queue = floaters_order(participants, group.incoming)
    while left:
        queue = [player for player in queue if player in left]
        if queue:
            seeker = queue[0]
            order = [player for player in left if player != seeker]
            if not readings.floaters_by_number:
                order.sort(key=lambda player: player in queue)
            step = _choose_opponent(participants, group, LimStepKind.FLOATER, seeker, order)
        else:
            seeker, order = left[0], exchanges(left)
            step = _choose_opponent(
                participants, group, LimStepKind.SCRUTINY, seeker, order, fewest_clashes=readings.fewest_clashes
            )
        yield step
        left = [player for player in left if player not in (seeker, *step.taken)]


def _choose_opponent(
    participants: LimParticipants,
    group: LimScoregroup,
    kind: LimStepKind,
    seeker: int,
    order: Sequence[int],
    *,
    fewest_clashes: bool = False,
) -> LimStep:
    """Choose the first opponent available who is due another colour, else the first available (LIM-SCRUTINY)."""
    best = first_with_fewest_clashes(participants, seeker, order) if fewest_clashes else None
    if best is None:
        best = (
            order[0]
            if _can_stand(participants, kind, seeker, order)
            else rank_opponents(participants, seeker, order).best
        )
    return LimStep(kind=kind, score=group.score, side=group.side, group=(seeker, *order), taken=(best,), seeker=seeker)


def _can_stand(participants: LimParticipants, kind: LimStepKind, seeker: int, order: Sequence[int]) -> bool:
    """Whether the proposed pairings can stand, as far as that shows without a matching."""
    first = order[0]
    if kind is LimStepKind.FLOATER or not participants.meet[seeker, first] or participants.clash(seeker, first):
        return False
    half = (len(order) + 1) // 2
    # The bottom half behind the proposed opponent, and the top half, which is tried from its end.
    bottom, top = list(order[1:half]), list(order[: half - 1 : -1])
    if participants.lifted[seeker, first] or participants.lifted[top, bottom].any():
        return False
    return bool(participants.meet[top, bottom].all())


class Opponents(FrozenStruct, frozen=True, kw_only=True, eq=False):
    """The possible opponents of a player in a scoregroup."""

    ranked: tuple[tuple[int, Rank], ...]
    """Opponents who leave players who can all be paired, the first choice first."""
    passed_over: tuple[int, ...]
    """Compatible opponents with whom the scoregroup cannot be wholly paired."""
    lifts_least: Callable[[int], bool]
    """Whether limits of colours are not lifted for more pairs than need be with an opponent (6)."""

    @property
    def best(self) -> int:
        """The opponent to be taken; the test, a matching, is not made for opponents of lower rank."""
        return next(player for player, _ in self.ranked if self.lifts_least(player))

    @property
    def available(self) -> tuple[tuple[int, Rank], ...]:
        """Opponents with whom limits are not lifted for more pairs than need be, the first choice first."""
        return tuple((player, rank) for player, rank in self.ranked if self.lifts_least(player))

    @property
    def lifting(self) -> tuple[int, ...]:
        """Opponents with whom limits are lifted for more pairs than need be."""
        return tuple(player for player, _ in self.ranked if not self.lifts_least(player))


def rank_opponents(participants: LimParticipants, seeker: int, order: Sequence[int]) -> Opponents:
    """Rank the opponents whom ``seeker`` can meet; ValueError if the scoregroup cannot be wholly paired."""
    completing, lifts_least = players_to_spare(participants.meet, order), lifting_test(participants, seeker, order)
    compatible = [(place, player) for place, player in enumerate(order) if participants.meet[seeker, player]]
    first = next((player for _, player in compatible if player in completing and lifts_least(player)), None)
    if first is None:
        raise ValueError("the scoregroup cannot be wholly paired")
    ranks = [
        (
            player,
            Rank(
                is_lifted=participants.is_lifted_in_turn and bool(participants.lifted[seeker, player]),
                against=participants.clash(seeker, player) or not are_rated_alike(participants, player, first),
                place=place,
            ),
        )
        for place, player in compatible
        if player in completing
    ]
    return Opponents(
        ranked=tuple(sorted(ranks, key=lambda item: (item[1].is_lifted, item[1].against, item[1].place))),
        passed_over=tuple(player for _, player in compatible if player not in completing),
        lifts_least=lifts_least,
    )


UP, DOWN = -1, 1


def follow_procedure(participants: LimParticipants, readings: LimReadings) -> tuple[LimStep, ...]:
    """Return every step of the procedure; raise NoLegalPairingError if no complete pairing exists."""
    walk = _LimWalk(participants, readings)
    walk.walk()
    return tuple(walk.steps)


def bye_order(participants: LimParticipants, readings: LimReadings) -> list[int]:
    """Return the players who may have the bye: lowest scoregroup first, in it the lowest rank (1.1, LIM-BYE-RANK)."""
    players = participants.players
    allowed = [player for player, person in enumerate(players) if person.bye_allowed]
    if readings.bye_to_lowest_rating:
        return sorted(allowed, key=lambda player: (players[player].score, players[player].rating, -players[player].tpn))
    return sorted(allowed, key=lambda player: (players[player].score, -players[player].tpn))


def find_transferred(participants: LimParticipants, steps: Iterable[LimStep]) -> frozenset[int]:
    """Return the transferred players (3.1): they are paired in another scoregroup than their own."""
    players = participants.players
    return frozenset(
        player
        for step in steps
        if step.pair is not None and not step.undone
        for player in step.pair
        if (participants.side(players[player].score) != 0 if step.side == 0 else players[player].score != step.score)
    )


class _LimWalk:
    """The pairing of a round; ``steps`` are made so far."""

    def __init__(self, participants: LimParticipants, readings: LimReadings) -> None:
        self.participants = participants
        self.readings = readings
        self.steps: list[LimStep] = []

    def walk(self) -> None:
        """Pair the round."""
        left = list(range(self.participants.size))
        if len(left) % 2:
            left.remove(self._give_bye(left))
        elif not is_pairable(self.participants.meet, left):
            raise self.participants.not_pairable(NOT_ALL)
        players = self.participants.players
        groups = {
            score: tuple(player for player in left if players[player].score == score)
            for score in sorted({players[player].score for player in left}, reverse=True)
        }
        above = [score for score in groups if self.participants.side(score) > 0]
        below = [score for score in reversed(groups) if self.participants.side(score) < 0]
        median = tuple(player for player in left if not self.participants.side(players[player].score))
        down = self._pair_side([groups[score] for score in above], median, DOWN)
        # Players who have floated down to the median scoregroup are there already (LIM-ADJACENT).
        adjacent = median if self.readings.residents_alone_adjacent else (*median, *down)
        up = self._pair_side([groups[score] for score in below], adjacent, UP)
        self._pair_median(median, down, up)

    def _give_bye(self, candidates: Sequence[int]) -> int:
        order = bye_order(self.participants, self.readings)
        completing = players_to_spare(self.participants.meet, candidates)
        possible = [player for player in order if player in completing]
        if not possible:
            raise self.participants.not_pairable(NOT_ALL)
        self.steps.append(
            LimStep(
                kind=LimStepKind.BYE,
                score=self.participants[possible[0]].score,
                side=0,
                group=tuple(candidates),
                taken=(possible[0],),
                ranks=tuple((player, Rank(place=order.index(player))) for player in possible),
                passed_over=tuple(player for player in order if player not in completing),
            )
        )
        return possible[0]

    # --- above and below the median scoregroup ------------------------------------------------------------------------

    def _pair_side(self, groups: list[tuple[int, ...]], median: tuple[int, ...], side: int) -> list[int]:
        """Pair the scoregroups on one side of the median one; return the floaters to it."""
        arrivals: list[list[int]] = [[] for _ in range(len(groups) + 1)]
        targets = [*groups, median]
        for place, residents in enumerate(groups):
            group = LimScoregroup(
                score=self.participants[residents[0]].score,
                side=side,
                residents=residents,
                incoming=tuple(arrivals[place]),
                adjacent=targets[place + 1],
            )
            gone = set()
            for step in choose_floaters(self.participants, group, self.readings):
                self.steps.append(step)
                gone.add(step.taken[0])
                arrivals[self._next_group(step.taken[0], targets, place)].append(step.taken[0])
            staying = replace(
                group,
                residents=tuple(player for player in residents if player not in gone),
                incoming=tuple(player for player in arrivals[place] if player not in gone),
            )
            self.steps += pair_scoregroup(self.participants, staying, self.readings)
        return arrivals[-1]

    def _next_group(self, floater: int, targets: list[tuple[int, ...]], place: int) -> int:
        """Return the place of the scoregroup to which a player floats: the adjacent or a further one (LIM-FURTHER)."""
        if not self.readings.floaters_skip:
            return place + 1
        further = range(place + 1, len(targets))
        return next(
            (at for at in further if self.participants.meet[floater, list(targets[at])].any()), len(targets) - 1
        )

    # --- the median scoregroup ----------------------------------------------------------------------------------------

    def _pair_median(self, residents: tuple[int, ...], down: list[int], up: list[int]) -> None:
        """Pair the median scoregroup downward, after 3.6.3; extend it while it is blocked (2.6)."""
        while not is_pairable(self.participants.meet, [*residents, *down, *up]):
            side = UP if len(down) > len(up) else DOWN
            places = self._places_of_pairs(side) or self._places_of_pairs(-side)
            at = places[0] if self.readings.first_pair_cracked else places[-1]
            cracked = replace(self.steps[at], undone=True)
            self.steps[at] = cracked
            pair = cracked.pair or (0, 0)
            (down if cracked.side == DOWN else up).extend(pair)
            self.steps.append(
                LimStep(
                    kind=LimStepKind.CRACKING,
                    score=cracked.score,
                    side=cracked.side,
                    group=(*residents, *down, *up),
                    taken=pair,
                )
            )
        group = LimScoregroup(
            score=self.participants.twice_median // 2, side=0, residents=residents, incoming=(*down, *up)
        )
        self.steps += pair_scoregroup(self.participants, group, self.readings)

    def _places_of_pairs(self, side: int) -> list[int]:
        """Return the places of the steps that made pairs of one side, except cracked pairs (LIM-CRACK)."""
        return [
            at for at, step in enumerate(self.steps) if step.pair is not None and step.side == side and not step.undone
        ]
