"""
The passes that take something out of an event other than players and rounds, and the features that are needed.

A feature is needed if the discrepancy disappears or changes without it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields, replace
from typing import Any

from checker.reduction.gate import Fate, ShownDiscrepancy, Terms, look
from checker.reduction.situation import Simplicity, Situation, played_result, replayed, rows_of, with_rows
from reference_engines.frame.results import PairingError
from tournaments.frozen import FrozenStruct
from tournaments.games import OPPONENT_RESULTS
from tournaments.model import Colour, Result, RoundEntry, ScoringSystem
from tournaments.points import points_text


class Simpler(FrozenStruct, frozen=True, kw_only=True):
    """A situation that is simpler by one feature."""

    situation: Situation
    when: str
    """The changed condition, to be read after "disappears": "when a pairing-allocated bye is worth 1"."""
    scope: int = 0
    """0 for all of a kind, 1 for one of them: told only where all of the kind say nothing."""


def _with_event(situation: Situation, when: str, scope: int = 0, **changes: Any) -> Simpler:
    """Return the situation with other fields of the event before the round."""
    return Simpler(situation=_changed(situation, **changes), when=when, scope=scope)


def _changed(situation: Situation, **changes: Any) -> Situation:
    return replace(situation, before=replace(situation.before, **changes))


_FEWEST_BOARDS = 2
_WORTH = {
    "white_win": "a win with White",
    "black_win": "a win with Black",
    "white_draw": "a draw with White",
    "black_draw": "a draw with Black",
    "white_loss": "a loss with White",
    "black_loss": "a loss with Black",
    "forfeit_win": "a win by forfeit",
    "forfeit_loss": "a loss by forfeit",
    "full_point_bye": "a full-point bye",
    "half_point_bye": "a half-point bye",
    "zero_point_bye": "a zero-point bye",
    "pairing_allocated_bye": "the pairing-allocated bye",
    "pending": "a game without a result",
}


def remarks(situation: Situation) -> Iterator[Simpler]:
    """Yield the event with no other data than pairings need."""
    players = tuple(
        replace(player, title="", sex=None, federation="", fide_id="", birth="", rank=None)
        for player in situation.before.players
    )
    yield _with_event(
        situation,
        "without details of players and of the event",
        players=players,
        city="",
        federation="",
        arbiter="",
        end=None,
        headers=(),
        declarations=(),
        unknown_records=(),
        teams=(),
        line_ups=(),
    )


def byes(situation: Situation) -> Iterator[Simpler]:
    """Players who had a bye play each other, or are paired in the round itself."""
    if situation.recorded is None and situation.away:
        yield _with_event(situation, "when all players are there in the round", requested_byes=())
        for tpn in sorted(situation.away):
            others = tuple(bye for bye in situation.before.requested_byes if bye.tpn != tpn)
            yield _with_event(situation, f"when {tpn} is there in the round", scope=1, requested_byes=others)
    for index in range(situation.before.rounds_recorded):
        away = [player.tpn for player in situation.before.players if player.rounds[index].result.is_requested_bye]
        for place, first in enumerate(away):
            for second in away[place + 1 :]:
                yield from _played_by(situation, index, first, second)
            yield from _give_bye(situation, index, first)


def _played_by(situation: Situation, index: int, first: int, second: int) -> Iterator[Simpler]:
    rows = rows_of(situation)
    if any(entry.opponent == second for entry in rows[first]):
        return
    for colour in Colour:
        rows[first][index] = RoundEntry(second, colour, Result.DRAW)
        rows[second][index] = RoundEntry(first, colour.opposite, Result.DRAW)
        yield Simpler(
            situation=with_rows(situation, rows),
            when=f"when {first} and {second} play each other in round {index + 1}",
            scope=1,
        )


def _give_bye(situation: Situation, index: int, tpn: int) -> Iterator[Simpler]:
    """The player has the pairing-allocated bye, or plays its holder."""
    rows = rows_of(situation)
    bye = RoundEntry(None, None, Result.PAIRING_ALLOCATED_BYE)
    owner = next((number for number, row in rows.items() if row[index] == bye), None)
    if owner is not None:
        yield from _played_by(situation, index, tpn, owner)
        return
    rows[tpn][index] = bye
    yield Simpler(
        situation=with_rows(situation, rows),
        when=f"when {tpn} has the pairing-allocated bye in round {index + 1}",
        scope=1,
    )


def forfeits(situation: Situation) -> Iterator[Simpler]:
    """Games that were forfeited, or ended oddly, end as usual."""
    games = [
        (index, player.tpn)
        for index in range(situation.before.rounds_recorded)
        for player in situation.before.players
        if player.rounds[index].opponent is not None
        and player.rounds[index].result not in OPPONENT_RESULTS
        and player.tpn < (player.rounds[index].opponent or 0)
    ]
    if not games:
        return
    everything = situation
    for index, tpn in games:
        everything = _as_usual(everything, index, tpn)
    word = "game" if situation.matches is None else "match"
    yield Simpler(situation=everything, when=f"when every {word} is played to its end")
    for index, tpn in games:
        opponent = situation.before.player(tpn).rounds[index].opponent
        when = f"when {tpn} and {opponent} play to the end in round {index + 1}"
        yield Simpler(situation=_as_usual(situation, index, tpn), when=when, scope=1)


def _as_usual(situation: Situation, index: int, tpn: int) -> Situation:
    rows = rows_of(situation)
    entry = rows[tpn][index]
    opponent = entry.opponent
    if opponent is None:
        return situation
    colour = entry.colour or Colour.WHITE
    own, theirs = entry.result, rows[opponent][index].result
    result = played_result(own) if own is not theirs else Result.DRAW
    rows[tpn][index] = RoundEntry(opponent, colour, result)
    rows[opponent][index] = RoundEntry(tpn, colour.opposite, OPPONENT_RESULTS[result])
    return with_rows(situation, rows)


def acceleration(situation: Situation) -> Iterator[Simpler]:
    """No acceleration, or one entry less."""
    before = situation.before
    code = before.system.code
    if code.endswith("_BAKU"):
        system = replace(before.system, code=code.removesuffix("_BAKU"))
        yield _with_event(situation, "without the Baku acceleration", system=system)
    if before.virtual_points:
        yield _with_event(situation, "without virtual points", virtual_points=())
        for place, entry in enumerate(before.virtual_points):
            fewer = (*before.virtual_points[:place], *before.virtual_points[place + 1 :])
            rounds = f"rounds {entry.first_round} to {entry.last_round}"
            when = f"without the {points_text(entry.points)} virtual points of {rounds}"
            yield _with_event(situation, when, scope=1, virtual_points=fewer)


def kept_apart(situation: Situation) -> Iterator[Simpler]:
    """No players are kept apart; one group is not; one player of a group is not."""
    forbidden = situation.before.forbidden
    if not forbidden:
        return
    yield _with_event(situation, "when no players are kept apart", forbidden=())
    for place, group in enumerate(forbidden):
        others = (*forbidden[:place], *forbidden[place + 1 :])
        named = ", ".join(map(str, sorted(group.players)))
        yield _with_event(situation, f"when {named} may meet", scope=1, forbidden=others)
        if len(group.players) > 2:  # noqa: PLR2004 - two of whom cannot be fewer
            for tpn in sorted(group.players):
                less = (*others, replace(group, players=group.players - {tpn}))
                yield _with_event(situation, f"when {tpn} may meet the others of {named}", scope=1, forbidden=less)


def scoring(situation: Situation) -> Iterator[Simpler]:
    """Every result has its usual value; one result has."""
    scores, usual = situation.before.scoring, ScoringSystem()
    odd = [worth.name for worth in fields(usual) if getattr(scores, worth.name) != getattr(usual, worth.name)]
    if len(odd) > 1:
        yield Simpler(situation=_scored(situation, usual), when="with the usual scoring")
    for name in odd:
        value = getattr(usual, name)
        when = f"when {_WORTH[name]} is worth {points_text(value)}"
        yield Simpler(
            situation=_scored(situation, replace(scores, **{name: value})), when=when, scope=int(len(odd) > 1)
        )


def _scored(situation: Situation, scores: ScoringSystem) -> Situation:
    return with_rows(_changed(situation, scoring=scores), rows_of(situation))


def draws(situation: Situation) -> Iterator[Simpler]:
    """Every game is drawn; every game of a round; one game."""
    rounds = range(situation.before.rounds_recorded)
    games = [
        (index, player.tpn)
        for index in rounds
        for player in situation.before.players
        if player.rounds[index].result is Result.WIN and player.rounds[index].opponent is not None
    ]
    if not games:
        return
    word = "game" if situation.matches is None else "match"
    yield Simpler(situation=_drawn(situation, games), when=f"when every {word} is drawn")
    for index in rounds:
        of_round = [game for game in games if game[0] == index]
        if len(of_round) > 1:
            when = f"when every {word} of round {index + 1} is drawn"
            yield Simpler(situation=_drawn(situation, of_round), when=when, scope=1)
    for index, tpn in games:
        opponent = situation.before.player(tpn).rounds[index].opponent
        when = f"when {tpn} and {opponent} draw in round {index + 1}"
        yield Simpler(situation=_drawn(situation, [(index, tpn)]), when=when, scope=1)


def _drawn(situation: Situation, games: list[tuple[int, int]]) -> Situation:
    rows = rows_of(situation)
    for index, tpn in games:
        opponent = rows[tpn][index].opponent
        if opponent is None:
            continue
        for number in (tpn, opponent):
            rows[number][index] = replace(rows[number][index], result=Result.DRAW)
    return with_rows(situation, rows)


def scores(situation: Situation) -> Iterator[Simpler]:
    """Every match is won by one game, or one of them."""
    matches = situation.matches
    if matches is None or not matches.scores:
        return
    bare = replace(situation, matches=replace(matches, scores=()))
    yield Simpler(situation=bare, when="when every match is won by one game, all others drawn")
    for place, score in enumerate(matches.scores):
        fewer = (*matches.scores[:place], *matches.scores[place + 1 :])
        opponent = situation.before.player(score.number).rounds[score.round_number - 1].opponent
        when = f"when one game decides, or none, between {score.number} and {opponent} in round {score.round_number}"
        yield Simpler(situation=replace(situation, matches=replace(matches, scores=fewer)), when=when, scope=1)


def boards(situation: Situation) -> Iterator[Simpler]:
    """Teams play on two boards, where every match is won by one game."""
    matches = situation.matches
    if matches is not None and matches.boards > _FEWEST_BOARDS and not matches.scores:
        smaller = replace(situation, matches=replace(matches, boards=_FEWEST_BOARDS))
        colours = situation.before.board_colours[:_FEWEST_BOARDS]
        yield _with_event(smaller, "when there are two boards", board_colours=colours)


def ratings(situation: Situation) -> Iterator[Simpler]:
    """No player has a rating."""
    if any(player.rating is not None for player in situation.before.players):
        players = tuple(replace(player, rating=None) for player in situation.before.players)
        yield _with_event(situation, "without ratings", players=players)


FEATURES: dict[str, Callable[[Situation], Iterator[Simpler]]] = {
    "byes": byes,
    "forfeits": forfeits,
    "acceleration": acceleration,
    "prohibited pairs": kept_apart,
    "scoring": scoring,
    "scores": scores,
    "boards": boards,
    "results": draws,
    "ratings": ratings,
}
"""By name, in the order in which they are tried."""


MOST_QUESTIONS = 60
"""Asked to tell what matters."""
_NAMES = {
    "byes": "byes",
    "forfeits": "forfeits or unusual results",
    "accelerated": "acceleration",
    "kept_apart": "prohibited pairs",
    "odd_scoring": "unusual scoring",
    "scores": "scores of matches",
    "decisive": "decisive games",
    "rated": "ratings",
}


RAREST_FIRST = (
    "scoring",
    "acceleration",
    "prohibited pairs",
    "forfeits",
    "last round",
    "byes",
    "scores",
    "boards",
    "results",
    "ratings",
)
"""Features, from what is rare in events to what is in all of them."""


class Matter(FrozenStruct, frozen=True, kw_only=True):
    """A feature without which the event does not show the same."""

    feature: str
    """``byes``, ``scoring``..."""
    when: str
    """``when the pairing-allocated bye is worth 1.0``."""
    other: str = ""
    """The discrepancy without the feature, as `Mark` puts it; empty if it disappears."""

    @property
    def becomes(self) -> str:
        """``disappears``, or ``becomes another one``."""
        return "becomes another one" if self.other else "disappears"

    def __str__(self) -> str:
        """``disappears when the pairing-allocated bye is worth 1.0``."""
        other = f": {self.other}" if self.other else ""
        return f"{self.becomes} {self.when}{other}"


def matters(original: ShownDiscrepancy, terms: Terms) -> Iterator[Matter]:
    """
    Take one feature after the other out of an event and yield the features without which it does not show the same.

    One thing of a kind is tried only if nothing follows from removing all of the kind.
    """
    questions = 0
    for feature, simpler in _simpler_situations(original.situation):
        is_needed = False
        tried: set[str] = set()
        for one in simpler:
            if (is_needed and one.scope) or questions >= MOST_QUESTIONS:
                break
            if one.when in tried:
                continue
            tried.add(one.when)
            questions += 1
            result = _tried(one, terms)
            matter = _matter(feature, one, result, original)
            if matter is not None:
                is_needed = is_needed or not one.scope
                yield matter


def rank_matters(result: Sequence[Matter]) -> list[Matter]:
    """Order matters: the first of each feature before the rest, rare features before common features."""
    first = {matter.feature: matter for matter in reversed(result)}
    firsts = [first[feature] for feature in RAREST_FIRST if feature in first]
    return [*firsts, *(matter for matter in result if matter not in firsts)]


def _simpler_situations(situation: Situation) -> Iterator[tuple[str, Iterator[Simpler]]]:
    yield "last round", _not_the_last(situation)
    for feature, simpler in FEATURES.items():
        yield feature, simpler(situation)


def _not_the_last(situation: Situation) -> Iterator[Simpler]:
    """Yield the event as if another round followed."""
    if situation.before.rounds_declared == situation.round_number:
        yield _with_event(situation, "when the round is not the last", rounds_declared=situation.round_number + 1)


def _tried(simpler: Simpler, terms: Terms) -> ShownDiscrepancy | Fate:
    situation = simpler.situation
    if terms.by_rules:
        try:
            situation = replayed(situation, terms.rules)
        except PairingError:
            return Fate.UNPLAYABLE
    return look(situation, terms)


def _matter(
    feature: str, simpler: Simpler, result: ShownDiscrepancy | Fate, original: ShownDiscrepancy
) -> Matter | None:
    """Return the needed feature; None if the same shows, or the event cannot be judged."""
    if result is Fate.AGREES:
        return Matter(feature=feature, when=simpler.when)
    if not isinstance(result, ShownDiscrepancy) or result.mark == original.mark:
        return None
    other = str(result.mark)
    return Matter(feature=feature, when=simpler.when, other=other)


def list_removed_features(first: ShownDiscrepancy, smallest: ShownDiscrepancy) -> tuple[str, ...]:
    """Return the features that the event had and its reduced form does not have."""
    before, after = first.situation.simplicity, smallest.situation.simplicity
    gone = (
        count.name for count in fields(Simplicity) if getattr(before, count.name) and not getattr(after, count.name)
    )
    return tuple(_NAMES[name] for name in gone if name in _NAMES)
