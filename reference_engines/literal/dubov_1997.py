"""
The Dubov system of 1997 by trying everything: no matching, no order shared with the engine, for a dozen players.

Chapters 6 to 8 are followed as they are written. Questions that the engine answers by a matching are answered here by
trying the pairings one by one, and rows are filled by going back to the row above as 6.3 says.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from reference_engines import dubov_1997
from reference_engines.dubov_1997.edition import Dubov1997Readings
from reference_engines.dubov_1997.participants import Dubov1997Participants, Dubov1997Player
from reference_engines.dubov_1997.rules import Dubov1997Rules
from reference_engines.frame.results import UnsupportedEventError

Pairs = list[tuple[int, int]]

MAX_PLAYERS = 14


def pair_by_trying(
    participants: Dubov1997Participants, readings: Dubov1997Readings
) -> tuple[tuple[tuple[int, int], ...], int | None]:
    """Return the pairs of positions and the position with the bye; raise as the engine does, or for big fields."""
    if participants.size > MAX_PLAYERS:
        raise UnsupportedEventError(
            f"{participants.size} players are too many for trying everything; {MAX_PLAYERS} at most"
        )
    return _LiteralDubov1997(participants, readings).round()


class _LiteralDubov1997:
    """The pairing of a round as the text is written."""

    def __init__(self, participants: Dubov1997Participants, readings: Dubov1997Readings) -> None:
        self.participants = participants
        self.players = participants.players
        self.readings = readings
        self.pairs: Pairs = []
        self._all_pairings: dict[frozenset[int], bool] = {}

    def round(self) -> tuple[tuple[tuple[int, int], ...], int | None]:
        all_players = frozenset(range(self.participants.size))
        bye = None
        if self.participants.size % 2:
            bye = next((player for player in self.bye_order() if self.can_be_paired(all_players - {player})), None)
        free = all_players if bye is None else all_players - {bye}
        if not self.can_be_paired(free):
            raise self.participants.not_pairable("no complete pairing keeps articles 2.1 to 2.4")
        arriving: list[int] = []
        while free:
            score = max((self.players[player].score for player in free if player not in arriving), default=None)
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
                bool(self.participants.meet[first, opponent]) and self.can_be_paired(players - {first, opponent})
                for opponent in players - {first}
            )
        return self._all_pairings[players]

    def departures(self, group: frozenset[int], rest: frozenset[int]) -> set[frozenset[int]]:
        """Return every smallest set of leavers: the group is paired in itself, the leavers with the rest."""
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
        """Whether every leaver can meet a player of the rest, and the rest can be paired."""
        if not leaving:
            return self.can_be_paired(rest)
        first = min(leaving)
        return any(
            bool(self.participants.meet[first, opponent]) and self.go_down(leaving - {first}, rest - {opponent})
            for opponent in rest
        )

    # --- orders -----------------------------------------------------------------------------------------------------

    def bye_order(self) -> list[int]:
        able = [player for player in range(self.participants.size) if self.players[player].bye_allowed]
        if self.participants.round_number == 1:
            return (self.sort_by_number(able) if self.readings.list_is_halved else able)[::-1]
        able.sort(key=lambda player: (self.players[player].name, self.players[player].tpn))
        if not self.readings.first_in_alphabet_has_bye:
            able.reverse()
        able.sort(key=lambda player: self.players[player].aro, reverse=True)
        able.sort(key=lambda player: self.has_minor_colour(player, self.group_of(self.players[player].score)))
        able.sort(key=lambda player: self.players[player].rating)
        able.sort(key=lambda player: self.players[player].score)
        return able

    def sort_by_number(self, players: Iterable[int]) -> list[int]:
        return sorted(players, key=lambda player: self.players[player].tpn)

    def group_of(self, score: int) -> list[int]:
        return [player for player in range(self.participants.size) if self.players[player].score == score]

    def majority(self, players: Iterable[int]) -> int:
        colours = [self.players[player].column for player in players]
        whites, blacks = colours.count(1), colours.count(-1)
        return 1 if whites > blacks else -1 if blacks > whites else 0

    def has_minor_colour(self, player: int, group: Iterable[int]) -> bool:
        """Whether a colour dominates in a group, and the player is not due it."""
        colour = self.majority(group)
        return colour != 0 and self.players[player].column != colour

    def sort_candidates(self, players: Iterable[int], colour: int) -> list[int]:
        """Sort candidates (7.1, 7.2, 8.2): the colour given, highest R, lowest ARO, alphabet."""
        order = sorted(players, key=lambda player: (self.players[player].name, self.players[player].tpn))
        order.sort(key=lambda player: self.players[player].aro)
        order.sort(key=lambda player: self.players[player].rating, reverse=True)
        if colour:
            order.sort(key=lambda player: self.players[player].column != colour)
        return order

    def arrange_columns(self, white: Iterable[int], black: Iterable[int]) -> tuple[list[int], list[int]]:
        """Sort the columns of White and Black (6.2)."""

        def above(upper: Dubov1997Player, lower: Dubov1997Player) -> bool:
            return (upper.aro, upper.rating, upper.name, upper.tpn) < (lower.aro, lower.rating, lower.name, lower.tpn)

        left: list[int] = []
        for player in white:
            at = sum(above(self.players[opponent], self.players[player]) for opponent in left)
            left.insert(at, player)
        right = sorted(black, key=lambda player: (self.players[player].name, self.players[player].tpn))
        right.sort(key=lambda player: self.players[player].aro, reverse=True)
        right.sort(key=lambda player: self.players[player].rating, reverse=True)
        return left, right

    def split_into_columns(self, players: Iterable[int]) -> tuple[list[int], list[int]]:
        members = list(players)
        white = [player for player in members if self.players[player].column == 1]
        black = [player for player in members if self.players[player].column == -1]
        _, colourless = self.arrange_columns([], [player for player in members if self.players[player].column == 0])
        for player in colourless:
            if len(white) > len(black):
                black.append(player)
            else:
                white.append(player)
        return self.arrange_columns(white, black)

    # --- a score group ----------------------------------------------------------------------------------------------

    def group(self, free: frozenset[int], arriving: list[int], score: int) -> tuple[frozenset[int], list[int]]:
        """Pair a group; return the players not yet paired, and the players who go down."""
        residents = [
            player for player in sorted(free) if self.players[player].score == score and player not in arriving
        ]
        if self.participants.round_number == 1:
            listed = self.sort_by_number(free) if self.readings.list_is_halved else arriving + residents
            return self.pair_halves(free, listed)
        going = self.chapter_8(free, arriving, residents, score)
        free -= self.list_paired()
        residents = [player for player in residents if player in free]
        gone, joined = self.article_7_1(free, residents, score)
        going += gone
        free -= self.list_paired()
        residents = [player for player in residents if player in free and player not in going] + joined
        residents += self.article_7_2(free, residents, score)
        leaving = self.article_6_4(free, residents, score)
        staying = [player for player in residents if player not in leaving]
        self.pairs += self.pair_columns(*self.equalise_columns(staying))
        return free - self.list_paired(), going + [player for player in leaving if self.players[player].score == score]

    def list_paired(self) -> frozenset[int]:
        return frozenset(player for pair in self.pairs for player in pair)

    def below(self, free: frozenset[int], score: int) -> list[list[int]]:
        scores = sorted({self.players[player].score for player in free if self.players[player].score < score})
        return [
            [player for player in sorted(free) if self.players[player].score == below] for below in reversed(scores)
        ]

    def pair_halves(self, free: frozenset[int], players: list[int]) -> tuple[frozenset[int], list[int]]:
        """Pair the halves of a group (5); the last players go down if a player must."""
        members, rest = frozenset(players), free - frozenset(players)
        leaving = self.first_in_order(players[::-1], self.departures(members, rest))
        left = [player for player in players if player not in leaving]
        while left:
            middle = len(left) // 2
            for opponent in left[middle:] + [left[at] for at in range(middle - 1, 0, -1)]:
                if self.participants.meet[left[0], opponent] and self.can_be_paired(
                    frozenset(left) - {left[0], opponent}
                ):
                    self.pairs.append((left[0], opponent))
                    left = [player for player in left[1:] if player != opponent]
                    break
            else:
                raise ValueError("a player of the upper half finds no opponent")
        return free - self.list_paired(), leaving

    def first_possible(self, player: int, order: Iterable[int], free: frozenset[int]) -> int | None:
        for opponent in order:
            if self.participants.meet[player, opponent] and self.can_be_paired(free - {player, opponent}):
                return opponent
        return None

    def chapter_8(self, free: frozenset[int], arriving: list[int], residents: list[int], score: int) -> list[int]:
        """Pair floaters in turn; return the floaters who go on."""
        white, black = self.split_into_columns(arriving)
        turns = []
        while white or black:
            for column in (white, black):
                turns += column[:1]
                del column[:1]
        going: list[int] = []
        for floater in turns:
            here = [player for player in residents if player in free]
            order = self.sort_candidates(here, -self.players[floater].column)
            if self.readings.rating_before_colour:
                order.sort(key=lambda player: self.players[player].rating, reverse=True)
            opponent = self.first_possible(floater, order, free)
            if opponent is None and self.readings.floaters_served_below:
                opponent = self.first_possible(
                    floater, self.transferable(free, score, -self.players[floater].column), free
                )
            if opponent is None:
                going.append(floater)
            else:
                self.pairs.append((floater, opponent))
                free -= {floater, opponent}
        return going

    def article_7_1(self, free: frozenset[int], residents: list[int], score: int) -> tuple[list[int], list[int]]:
        """Find opponents below for players without one; return the players who go down, and who join the group."""
        here = list(residents)
        going: list[int] = []
        joined: list[int] = []
        while self.below(free - frozenset(joined), score):
            alone = [player for player in here if self.is_alone(player, here)]
            if not alone:
                break
            in_order = self.arrange_columns([], alone)[1]
            if self.readings.alone_in_list_order:
                in_order = sorted(
                    self.sort_by_number(alone), key=lambda player: self.players[player].rating, reverse=True
                )
            player = in_order[0]
            candidates = self.transferable(free - frozenset(joined), score, -self.players[player].column)
            opponent = self.first_possible(player, candidates, free)
            if opponent is not None and self.readings.alone_join_columns:
                here.append(opponent)
                joined.append(opponent)
                continue
            here.remove(player)
            if opponent is None:
                going.append(player)
            else:
                self.pairs.append((player, opponent))
                free -= {player, opponent}
        return going, joined

    def is_alone(self, player: int, here: list[int]) -> bool:
        if self.readings.alone_by_games:
            return all(self.participants.apart[player, opponent] for opponent in here if opponent != player)
        return sum(bool(self.participants.meet[player, opponent]) for opponent in here) == 0

    def transferable(self, free: frozenset[int], score: int, colour: int) -> Iterator[int]:
        for group in self.below(free, score):
            yield from (player for player in self.sort_candidates(group, colour) if self.players[player].transferable)

    def article_7_2(self, free: frozenset[int], residents: list[int], score: int) -> list[int]:
        if len(residents) % 2 == 0:
            return []
        for opponent in self.transferable(free - frozenset(residents), score, -self.majority(residents)):
            group = frozenset([*residents, opponent])
            if self.readings.transfer_to_one and any(self.participants.meet[player, opponent] for player in residents):
                return [opponent]
            if self.can_be_paired(group) and self.can_be_paired(free - group):
                return [opponent]
        return []

    def article_6_4(self, free: frozenset[int], residents: list[int], score: int) -> list[int]:
        found = self.departures(frozenset(residents), free - frozenset(residents))
        lower = self.below(free - frozenset(residents), score)
        order = sorted(residents, key=lambda player: (self.players[player].name, self.players[player].tpn))
        order.reverse()
        order.sort(key=lambda player: self.players[player].aro, reverse=True)
        order.sort(key=lambda player: self.players[player].rating)
        if not self.readings.floaters_by_rating:
            order.sort(key=lambda player: self.has_minor_colour(player, residents))
        order.sort(
            key=lambda player: not (lower and any(self.participants.meet[player, opponent] for opponent in lower[0]))
        )
        return self.first_in_order(order, found)

    def first_in_order(self, order: list[int], sets: set[frozenset[int]]) -> list[int]:
        """Return the set whose players come first in an order, in that order."""
        places = [sorted(order.index(player) for player in players) for players in sets]
        return [order[place] for place in min(places)]

    # --- columns ----------------------------------------------------------------------------------------------------

    def equalise_columns(self, players: list[int]) -> tuple[list[int], list[int]]:
        """Transfer players between the columns one after the other (7.3, 7.4), within 2.6."""
        white, black = self.split_into_columns(players)
        surplus = (len(white) - len(black)) // 2
        for _ in range(surplus):
            able = [player for player in white if self.players[player].may_black and self.players[player].column != -1]
            able = [player for player in able if player not in black]
            if able:
                able.sort(key=lambda player: (self.players[player].name, self.players[player].tpn))
                able.sort(key=lambda player: self.players[player].rating, reverse=True)
                chosen = min(able, key=lambda player: self.players[player].aro)
                white.remove(chosen)
                black.append(chosen)
        if surplus < 0:
            able = [player for player in black if self.players[player].may_white]
            able.sort(key=lambda player: (self.players[player].name, self.players[player].tpn))
            able.sort(key=lambda player: self.players[player].rating)
            able.sort(key=lambda player: self.players[player].aro, reverse=True)
            for chosen in able[:-surplus]:
                black.remove(chosen)
                white.append(chosen)
        return self.arrange_columns(white, black)

    def pair_columns(self, white: list[int], black: list[int]) -> Pairs:
        """Fill the rows with as few pairs within a column as possible, going back row by row (6.3)."""
        everything = len(white) + len(black)
        for inside in range(everything if self.readings.rows_first else 0, everything + 1):
            found = self.fill_rows(white, black, inside)
            if found is not None:
                return found
        raise ValueError("the group cannot be paired in itself")

    def fill_rows(self, white: list[int], black: list[int], inside: int) -> Pairs | None:
        """Return the first way to fill the rows with at most ``inside`` pairs within a column, or None."""
        if not white:
            return self.spare(black, inside)
        first = white[0]
        for place, opponent in enumerate(black):
            if self.participants.meet[first, opponent]:
                below = self.move_down(black, place)
                found = self.fill_rows(white[1:], below, inside)
                if found is not None:
                    return [(first, opponent), *found]
        for opponent in white[1:] if inside else ():
            if self.participants.meet[first, opponent]:
                found = self.fill_rows([player for player in white[1:] if player != opponent], black, inside - 1)
                if found is not None:
                    return [(first, opponent), *found]
        return None

    def move_down(self, black: list[int], place: int) -> list[int]:
        if self.readings.blacks_exchange and place:
            return [*black[1:place], black[0], *black[place + 1 :]]
        return black[:place] + black[place + 1 :]

    def spare(self, black: list[int], inside: int) -> Pairs | None:
        if not black:
            return []
        if not inside:
            return None
        for opponent in black[1:]:
            if self.participants.meet[black[0], opponent]:
                found = self.spare([player for player in black[1:] if player != opponent], inside - 1)
                if found is not None:
                    return [(black[0], opponent), *found]
        return None


def _subsets(players: list[int], number: int) -> Iterator[frozenset[int]]:
    if number == 0:
        yield frozenset()
        return
    for at, player in enumerate(players):
        for others in _subsets(players[at + 1 :], number - 1):
            yield others | {player}


LITERAL_DUBOV = Dubov1997Rules(edition=dubov_1997.LITERAL_1997, procedure=pair_by_trying)
"""Tries everything; for small fields."""
