"""The pairing of a round, step by step: the bye, the scoregroups from both ends, the median scoregroup (1, 2)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from reference_engines.lim.edition import LimStep, LimStepKind, Rank
from reference_engines.lim.floaters import LimScoregroup, choose_floaters
from reference_engines.lim.participants import NOT_ALL
from reference_engines.lim.scrutiny import pair_scoregroup
from reference_engines.sequential import is_pairable, players_to_spare

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from reference_engines.lim.edition import LimReadings
    from reference_engines.lim.participants import LimParticipants

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
