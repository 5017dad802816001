"""
The Dubov system of 1997 by trying everything: no matching, no order shared with the engine, for a dozen players.

Chapters 6 to 8 are followed as they are written. Questions that the engine answers by a matching are answered here by
trying the pairings one by one, and rows are filled by going back to the row above as 6.3 says.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference_engines.dubov_1997 import about
from reference_engines.dubov_1997.rules import Dubov1997Rules
from reference_engines.results import UnsupportedEventError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from reference_engines.dubov_1997.edition import Dubov1997Readings
    from reference_engines.dubov_1997.participants import Dubov1997Participants, Dubov1997Player

    Pairs = list[tuple[int, int]]

LARGEST_FIELD = 14


def pair_by_trying(
    participants: Dubov1997Participants, readings: Dubov1997Readings
) -> tuple[tuple[tuple[int, int], ...], int | None]:
    """Return the pairs of positions and the position with the bye; raise as the engine does, or for big fields."""
    if participants.size > LARGEST_FIELD:
        raise UnsupportedEventError(
            f"{participants.size} players are too many for trying everything; {LARGEST_FIELD} at most"
        )
    return _Literal(participants, readings).round()


class _Literal:
    """One round, walked as written."""

    def __init__(self, participants: Dubov1997Participants, readings: Dubov1997Readings) -> None:
        self.participants = participants
        self.players = participants.players
        self.readings = readings
        self.pairs: Pairs = []
        self._all_pairings: dict[frozenset[int], bool] = {}

    def round(self) -> tuple[tuple[tuple[int, int], ...], int | None]:
        everybody = frozenset(range(self.participants.size))
        bye = None
        if self.participants.size % 2:
            bye = next((one for one in self.bye_order() if self.can_be_paired(everybody - {one})), None)
        free = everybody if bye is None else everybody - {bye}
        if not self.can_be_paired(free):
            raise self.participants.not_pairable("no complete pairing keeps articles 2.1 to 2.4")
        arriving: list[int] = []
        while free:
            score = max((self.players[one].score for one in free if one not in arriving), default=None)
            if score is None:
                raise ValueError("floaters are left below the last group")
            free, arriving = self.group(free, arriving, score)
        return tuple(self.pairs), bye

    # --- trying everything ------------------------------------------------------------------------------------------

    def can_be_paired(self, players: frozenset[int]) -> bool:
        if not players:
            return True
        if players not in self._all_pairings:
            first = min(players)
            self._all_pairings[players] = any(
                bool(self.participants.meet[first, other]) and self.can_be_paired(players - {first, other})
                for other in players - {first}
            )
        return self._all_pairings[players]

    def departures(self, group: frozenset[int], rest: frozenset[int]) -> set[frozenset[int]]:
        """Return every smallest set of players without whom a group is paired in itself, and with whom the rest is."""
        for number in range(len(group) + 1):
            found = {
                leaving
                for leaving in _subsets(sorted(group), number)
                if self.can_be_paired(group - leaving) and self.go_down(leaving, rest)
            }
            if found:
                return found
        return set()

    def go_down(self, leaving: frozenset[int], rest: frozenset[int]) -> bool:
        """Whether all who leave meet one of the rest, who are paired as well."""
        if not leaving:
            return self.can_be_paired(rest)
        first = min(leaving)
        return any(
            bool(self.participants.meet[first, other]) and self.go_down(leaving - {first}, rest - {other})
            for other in rest
        )

    # --- orders -----------------------------------------------------------------------------------------------------

    def bye_order(self) -> list[int]:
        able = [one for one in range(self.participants.size) if self.players[one].bye_allowed]
        if self.participants.round_number == 1:
            return (self.by_number(able) if self.readings.list_is_halved else able)[::-1]
        able.sort(key=lambda one: (self.players[one].name, self.players[one].tpn))
        if not self.readings.first_in_alphabet_has_bye:
            able.reverse()
        able.sort(key=lambda one: self.players[one].aro, reverse=True)
        able.sort(key=lambda one: self.is_against(one, self.group_of(self.players[one].score)))
        able.sort(key=lambda one: self.players[one].rating)
        able.sort(key=lambda one: self.players[one].score)
        return able

    def by_number(self, players: Iterable[int]) -> list[int]:
        return sorted(players, key=lambda one: self.players[one].tpn)

    def group_of(self, score: int) -> list[int]:
        return [one for one in range(self.participants.size) if self.players[one].score == score]

    def majority(self, players: Iterable[int]) -> int:
        colours = [self.players[one].column for one in players]
        whites, blacks = colours.count(1), colours.count(-1)
        return 1 if whites > blacks else -1 if blacks > whites else 0

    def is_against(self, one: int, group: Iterable[int]) -> bool:
        """Whether a colour dominates in a group, and the player is not due it."""
        colour = self.majority(group)
        return colour != 0 and self.players[one].column != colour

    def strongest_first(self, players: Iterable[int], wanted: int) -> list[int]:
        """7.1, 7.2, 8.2: the wanted colour, highest R, lowest ARO, alphabet."""
        found = sorted(players, key=lambda one: (self.players[one].name, self.players[one].tpn))
        found.sort(key=lambda one: self.players[one].aro)
        found.sort(key=lambda one: self.players[one].rating, reverse=True)
        if wanted:
            found.sort(key=lambda one: self.players[one].column != wanted)
        return found

    def place(self, white: Iterable[int], black: Iterable[int]) -> tuple[list[int], list[int]]:
        """6.2."""

        def above(one: Dubov1997Player, other: Dubov1997Player) -> bool:
            return (one.aro, one.rating, one.name, one.tpn) < (other.aro, other.rating, other.name, other.tpn)

        left: list[int] = []
        for player in white:
            at = sum(above(self.players[other], self.players[player]) for other in left)
            left.insert(at, player)
        right = sorted(black, key=lambda one: (self.players[one].name, self.players[one].tpn))
        right.sort(key=lambda one: self.players[one].aro, reverse=True)
        right.sort(key=lambda one: self.players[one].rating, reverse=True)
        return left, right

    def two_columns(self, players: Iterable[int]) -> tuple[list[int], list[int]]:
        members = list(players)
        white = [one for one in members if self.players[one].column == 1]
        black = [one for one in members if self.players[one].column == -1]
        _, colourless = self.place([], [one for one in members if self.players[one].column == 0])
        for one in colourless:
            if len(white) > len(black):
                black.append(one)
            else:
                white.append(one)
        return self.place(white, black)

    # --- a score group ----------------------------------------------------------------------------------------------

    def group(self, free: frozenset[int], arriving: list[int], score: int) -> tuple[frozenset[int], list[int]]:
        """Pair a group; return who is not yet paired, and who goes down."""
        residents = [one for one in sorted(free) if self.players[one].score == score and one not in arriving]
        if self.participants.round_number == 1:
            listed = self.by_number(free) if self.readings.list_is_halved else arriving + residents
            return self.halved(free, listed)
        going = self.chapter_8(free, arriving, residents, score)
        free -= self.paired()
        residents = [one for one in residents if one in free]
        gone, joined = self.article_7_1(free, residents, score)
        going += gone
        free -= self.paired()
        residents = [one for one in residents if one in free and one not in going] + joined
        residents += self.article_7_2(free, residents, score)
        leaving = self.article_6_4(free, residents, score)
        staying = [one for one in residents if one not in leaving]
        self.pairs += self.filled(*self.equalised(staying))
        return free - self.paired(), going + [one for one in leaving if self.players[one].score == score]

    def paired(self) -> frozenset[int]:
        return frozenset(one for pair in self.pairs for one in pair)

    def below(self, free: frozenset[int], score: int) -> list[list[int]]:
        scores = sorted({self.players[one].score for one in free if self.players[one].score < score})
        return [[one for one in sorted(free) if self.players[one].score == its] for its in reversed(scores)]

    def halved(self, free: frozenset[int], players: list[int]) -> tuple[frozenset[int], list[int]]:
        """Chapter 5; the last ones go down if somebody must."""
        members, rest = frozenset(players), free - frozenset(players)
        leaving = self.first_in_order(players[::-1], self.departures(members, rest))
        left = [one for one in players if one not in leaving]
        while left:
            middle = len(left) // 2
            for other in left[middle:] + [left[at] for at in range(middle - 1, 0, -1)]:
                if self.participants.meet[left[0], other] and self.can_be_paired(frozenset(left) - {left[0], other}):
                    self.pairs.append((left[0], other))
                    left = [one for one in left[1:] if one != other]
                    break
            else:
                raise ValueError("half of the group finds nobody")
        return free - self.paired(), leaving

    def first_possible(self, one: int, order: Iterable[int], free: frozenset[int]) -> int | None:
        for other in order:
            if self.participants.meet[one, other] and self.can_be_paired(free - {one, other}):
                return other
        return None

    def chapter_8(self, free: frozenset[int], arriving: list[int], residents: list[int], score: int) -> list[int]:
        """Pair floaters in turn; return those who go on."""
        white, black = self.two_columns(arriving)
        turns = []
        while white or black:
            for column in (white, black):
                turns += column[:1]
                del column[:1]
        going: list[int] = []
        for floater in turns:
            here = [one for one in residents if one in free]
            order = self.strongest_first(here, -self.players[floater].column)
            if self.readings.rating_before_colour:
                order.sort(key=lambda one: self.players[one].rating, reverse=True)
            other = self.first_possible(floater, order, free)
            if other is None and self.readings.floaters_served_below:
                other = self.first_possible(
                    floater, self.transferable(free, score, -self.players[floater].column), free
                )
            if other is None:
                going.append(floater)
            else:
                self.pairs.append((floater, other))
                free -= {floater, other}
        return going

    def article_7_1(self, free: frozenset[int], residents: list[int], score: int) -> tuple[list[int], list[int]]:
        """Find opponents below for those who have none; return those who go down instead, and who joins the group."""
        here = list(residents)
        going: list[int] = []
        joined: list[int] = []
        while self.below(free - frozenset(joined), score):
            lonely = [one for one in here if self.is_lonely(one, here)]
            if not lonely:
                break
            in_order = self.place([], lonely)[1]
            if self.readings.alone_in_list_order:
                in_order = sorted(self.by_number(lonely), key=lambda one: self.players[one].rating, reverse=True)
            one = in_order[0]
            candidates = self.transferable(free - frozenset(joined), score, -self.players[one].column)
            other = self.first_possible(one, candidates, free)
            if other is not None and self.readings.alone_join_columns:
                here.append(other)
                joined.append(other)
                continue
            here.remove(one)
            if other is None:
                going.append(one)
            else:
                self.pairs.append((one, other))
                free -= {one, other}
        return going, joined

    def is_lonely(self, one: int, here: list[int]) -> bool:
        if self.readings.alone_by_games:
            return all(self.participants.apart[one, other] for other in here if other != one)
        return sum(bool(self.participants.meet[one, other]) for other in here) == 0

    def transferable(self, free: frozenset[int], score: int, wanted: int) -> Iterator[int]:
        for group in self.below(free, score):
            yield from (one for one in self.strongest_first(group, wanted) if self.players[one].transferable)

    def article_7_2(self, free: frozenset[int], residents: list[int], score: int) -> list[int]:
        if len(residents) % 2 == 0:
            return []
        for other in self.transferable(free - frozenset(residents), score, -self.majority(residents)):
            group = frozenset([*residents, other])
            if self.readings.transfer_to_one and any(self.participants.meet[one, other] for one in residents):
                return [other]
            if self.can_be_paired(group) and self.can_be_paired(free - group):
                return [other]
        return []

    def article_6_4(self, free: frozenset[int], residents: list[int], score: int) -> list[int]:
        found = self.departures(frozenset(residents), free - frozenset(residents))
        lower = self.below(free - frozenset(residents), score)
        order = sorted(residents, key=lambda one: (self.players[one].name, self.players[one].tpn))
        order.reverse()
        order.sort(key=lambda one: self.players[one].aro, reverse=True)
        order.sort(key=lambda one: self.players[one].rating)
        if not self.readings.floaters_by_rating:
            order.sort(key=lambda one: self.is_against(one, residents))
        order.sort(key=lambda one: not (lower and any(self.participants.meet[one, other] for other in lower[0])))
        return self.first_in_order(order, found)

    def first_in_order(self, order: list[int], sets: set[frozenset[int]]) -> list[int]:
        """Return the set whose players come first in an order, in that order."""
        places = [sorted(order.index(one) for one in players) for players in sets]
        return [order[place] for place in min(places)]

    # --- columns ----------------------------------------------------------------------------------------------------

    def equalised(self, players: list[int]) -> tuple[list[int], list[int]]:
        """7.3 and 7.4, one player after the other, within 2.6."""
        white, black = self.two_columns(players)
        surplus = (len(white) - len(black)) // 2
        for _ in range(surplus):
            able = [one for one in white if self.players[one].may_black and self.players[one].column != -1]
            able = [one for one in able if one not in black]
            if able:
                able.sort(key=lambda one: (self.players[one].name, self.players[one].tpn))
                able.sort(key=lambda one: self.players[one].rating, reverse=True)
                chosen = min(able, key=lambda one: self.players[one].aro)
                white.remove(chosen)
                black.append(chosen)
        if surplus < 0:
            able = [one for one in black if self.players[one].may_white]
            able.sort(key=lambda one: (self.players[one].name, self.players[one].tpn))
            able.sort(key=lambda one: self.players[one].rating)
            able.sort(key=lambda one: self.players[one].aro, reverse=True)
            for chosen in able[:-surplus]:
                black.remove(chosen)
                white.append(chosen)
        return self.place(white, black)

    def filled(self, white: list[int], black: list[int]) -> Pairs:
        """Fill the rows with as few pairs within a column as possible, going back row by row (6.3)."""
        everything = len(white) + len(black)
        for inside in range(everything if self.readings.rows_first else 0, everything + 1):
            found = self.rows(white, black, inside)
            if found is not None:
                return found
        raise ValueError("the group cannot be paired in itself")

    def rows(self, white: list[int], black: list[int], inside: int) -> Pairs | None:
        """Return the first way to fill the rows with at most so many pairs within a column; None if there is none."""
        if not white:
            return self.spare(black, inside)
        first = white[0]
        for place, other in enumerate(black):
            if self.participants.meet[first, other]:
                below = self.moved_down(black, place)
                found = self.rows(white[1:], below, inside)
                if found is not None:
                    return [(first, other), *found]
        for other in white[1:] if inside else ():
            if self.participants.meet[first, other]:
                found = self.rows([one for one in white[1:] if one != other], black, inside - 1)
                if found is not None:
                    return [(first, other), *found]
        return None

    def moved_down(self, black: list[int], place: int) -> list[int]:
        if self.readings.blacks_exchange and place:
            return [*black[1:place], black[0], *black[place + 1 :]]
        return black[:place] + black[place + 1 :]

    def spare(self, black: list[int], inside: int) -> Pairs | None:
        if not black:
            return []
        if not inside:
            return None
        for other in black[1:]:
            if self.participants.meet[black[0], other]:
                found = self.spare([one for one in black[1:] if one != other], inside - 1)
                if found is not None:
                    return [(black[0], other), *found]
        return None


def _subsets(players: list[int], number: int) -> Iterator[frozenset[int]]:
    if number == 0:
        yield frozenset()
        return
    for at, player in enumerate(players):
        for others in _subsets(players[at + 1 :], number - 1):
            yield others | {player}


LITERAL_DUBOV = Dubov1997Rules(edition=about.LITERAL_1997, procedure=pair_by_trying)
"""Tries everything; for small fields."""
