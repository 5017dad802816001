"""
Why one pairing of a round is better than another, in words that can be read aloud.

Scoregroups are named by their points, games by the names of both players. Colour histories (WBWB) are given if colours
decide, and the article comes last, in brackets. The `ExplanationContext` tells whether the other pairing is posted, a
program's answer, or only supposed.
"""

from __future__ import annotations

import re
from enum import Enum
from typing import TYPE_CHECKING

from checker.verdicts.first_difference import find_first_opponent_difference
from checker.verdicts.phrases import (
    capitalise,
    cite_rule,
    describe_scoregroup,
    describe_value,
    join_phrases,
)
from reference_engines.frame.results import BracketKind, GenerationStep
from tournaments.points import describe_points

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from checker.findings import DecidingCriterion, DecidingOrder
    from checker.verdicts.phrases import Roster
    from checker.verdicts.round_players import RoundPlayers
    from reference_engines.frame.results import BracketAssessment, Divergence, Generation, RoundPairing, Violation


class ExplanationContext(Enum):
    """The source of the pairing that is compared with the right one; the value introduces a fact about it."""

    POSTED = "as posted"
    ANSWER = "in the program's answer"
    SUPPOSED = ""
    """A pairing that is only supposed."""


_MAX_GAMES = 2
"""Games that are named together with the games that they replace; of more, only the first ones are named."""
_MAX_HISTORIES = 4
_MAX_PROOFS = 3
"""Games that show that the others can be paired."""
_OF_PEOPLE = re.compile(
    r"(?:number of )?(players|residents|teams|topscorers and their opponents) "
    r"(?:who |whose (?=colour))(miss|leave|get|downfloat|upfloat|colour difference goes)\b(.*)"
)
"""A criterion that counts people by what they do."""
_AS_FEW = re.compile(r"as few (teams|upfloaters|opponents of upfloaters) as possible (miss|float|floated|join)\b(.*)")
"""The same in the wording of the rules for teams."""
_ORDINALS = ("first", "second", "third", "fourth", "fifth")
_COLOURS = frozenset({"colour"})
_LOWEST_SCORE, _MOST_GAMES_PLAYED = "bye_score", frozenset({"bye_unplayed_games", "bye_rounds_without_match"})
"""Criteria about the bye."""
_BELOW = "score_differences"
"""By how many points upfloaters stand below the players whom they join."""


# --- absolute rules ---------------------------------------------------------------------------------------------------


def describe_forbidding_rules(violations: Sequence[Violation], roster: Roster) -> str:
    """Name the absolute rules that forbid a pairing."""
    return " ".join(
        f"{roster.insert_names(match.sentence).removesuffix('.')}{cite_rule(match.label, match.article)}."
        for match in violations
    )


# --- criteria ---------------------------------------------------------------------------------------------------------


def describe_criterion(
    players: RoundPlayers,
    criterion: DecidingCriterion,
    brackets: tuple[BracketAssessment, BracketAssessment],
    rounds: tuple[RoundPairing, RoundPairing],
    context: ExplanationContext = ExplanationContext.SUPPOSED,
) -> str:
    """
    Describe the cost of a pairing by a criterion, and the players who bear it.

    ``brackets`` are the right one and the other, ``rounds`` the complete pairings of which they are part.
    """
    ours = brackets[0]
    sentence = _describe_bye_rule(players, criterion, rounds) if context is not ExplanationContext.SUPPOSED else ""
    if not sentence:
        where = "" if ours.kind is BracketKind.BYE else describe_scoregroup(ours)
        changes = _describe_changes(players, brackets, rounds, criterion, context)
        if context is ExplanationContext.SUPPOSED and criterion.name == _LOWEST_SCORE and changes:
            lowest = "but it goes to the player with the lowest score, if all others can still be paired"
            sentence = f"the round would be worse: {changes.removeprefix('; ')}, {lowest}"
        elif context is ExplanationContext.SUPPOSED:
            sentence = f"{where} the round would be worse: {describe_cost(criterion, players.stage)}{changes}".strip()
        else:
            sentence = f"{_cost_as_it_is(criterion, players.stage, where, context)}{changes}"
    return f"{capitalise(sentence)}{cite_rule(criterion.label, criterion.article)}."


def describe_cost(criterion: DecidingCriterion, stage: int) -> str:
    """Describe the cost of a supposed pairing: ``2 players would miss their colour preference instead of none``."""
    more, fewer = _values(criterion)
    if criterion.name == _BELOW:
        return f"the upfloaters would come from {more} below instead of {fewer}"
    counted = _counted(criterion, stage)
    if counted is None:
        return f"{_counted_sentence(criterion, stage)}: {more} instead of {fewer}"
    subject, does, rest = counted
    verb = _SUPPOSED.get(does, f"would {does}")
    return f"{more} {_agree_in_number(more, subject)} {verb}{rest} instead of {fewer}"


def _cost_as_it_is(criterion: DecidingCriterion, stage: int, where: str, context: ExplanationContext) -> str:
    """Describe the cost of a real pairing: ``As posted, 2 players miss theirs; by the rules, none``."""
    more, fewer = _values(criterion)
    if criterion.name == _BELOW:
        return f"{context.value}, the upfloaters come from {more} below; by the rules, {fewer}"
    where = f" {where}" if where else ""
    counted = _counted(criterion, stage)
    if counted is None:
        sentence = f"{where.lstrip()}, {_counted_sentence(criterion, stage)}".removeprefix(", ")
        return f"{sentence}: {more} {context.value}, {fewer} by the rules"
    subject, does, rest = counted
    verb = f"{does}{'es' if does.endswith('s') else 's'}" if more == "1" and does not in _SUPPOSED else does
    verb = _NOW.get(does, verb)
    return f"{context.value}, {more} {_agree_in_number(more, subject)}{where} {verb}{rest}; by the rules, {fewer}"


_SUPPOSED = {"floated": "would have floated", "colour difference goes": "would have a colour difference"}
_NOW = {"floated": "floated", "colour difference goes": "have a colour difference"}


def _values(criterion: DecidingCriterion) -> tuple[str, str]:
    return describe_value(criterion.name, criterion.recorded), describe_value(criterion.name, criterion.expected)


def _counted_sentence(criterion: DecidingCriterion, stage: int) -> str:
    """Return the criterion's sentence, with the numbers of the rounds in it."""
    sentence = criterion.sentence.replace("in the previous round", f"in round {stage - 1}")
    sentence = sentence.replace("in the round before", f"in round {stage - 1}").replace(
        "two rounds before", f"in round {stage - 2}"
    )
    sentence = sentence.replace("in consecutive rounds", f"in rounds {stage - 1} and {stage}")
    return sentence.replace("the bracket unpaired", "the scoregroup")


def _counted(criterion: DecidingCriterion, stage: int) -> tuple[str, str, str] | None:
    """Split a criterion into counted players, verb and rest; None if it does not count players."""
    sentence = _counted_sentence(criterion, stage)
    match = _OF_PEOPLE.match(sentence) or _AS_FEW.match(sentence)
    if match is None:
        return None
    subject, does, rest = match.groups()
    return subject, does, rest.replace(" and received", " although they received").replace(" goes", "")


def _agree_in_number(number: str, subject: str) -> str:
    if number == "1" and subject == "opponents of upfloaters":
        return "opponent of upfloaters"
    return subject.removesuffix("s") if number == "1" and " " not in subject else subject


def _describe_bye_rule(
    players: RoundPlayers, criterion: DecidingCriterion, rounds: tuple[RoundPairing, RoundPairing]
) -> str:
    """Explain the rule of the bye, if a criterion about the bye decides; else return nothing."""
    if criterion.name in _MOST_GAMES_PLAYED:
        fewer, more = (
            describe_value(criterion.name, criterion.expected),
            describe_value(criterion.name, criterion.recorded),
        )
        return f"of those with the lowest score, it goes to whoever has played most; not played: {fewer}, not {more}"
    if criterion.name != _LOWEST_SCORE:
        return ""
    sentence = "the player with the lowest score gets it if all others can still be paired, and they can"
    chosen, pairing = rounds
    posted = {pair.players for pair in pairing.pairs}
    shown = [(pair.white, pair.black) for pair in chosen.pairs if pair.players not in posted]
    return f"{sentence}: {players.describe_games(shown[:_MAX_PROOFS])}" if shown else sentence


def _describe_changes(
    players: RoundPlayers,
    brackets: tuple[BracketAssessment, BracketAssessment],
    rounds: tuple[RoundPairing, RoundPairing],
    criterion: DecidingCriterion,
    context: ExplanationContext,
) -> str:
    """Name the players with another bye or float, or else the games that would be different."""
    (ours, theirs), (chosen, pairing) = brackets, rounds
    colours = not _COLOURS.isdisjoint(criterion.name.split("_"))
    has, had = pairing.bye, chosen.bye
    parts = []
    if has is not None and had is not None and has != had and context is ExplanationContext.SUPPOSED:
        parts.append(f"the bye would go to {_with_points(players, [has])} instead of {_with_points(players, [had])}")
    gained = [tpn for tpn in theirs.downfloaters if tpn not in (*ours.downfloaters, has)]
    lost = [tpn for tpn in ours.downfloaters if tpn not in (*theirs.downfloaters, had)]
    if gained and not colours:
        instead = f" instead of {_with_points(players, lost)}" if lost else ""
        verb = "would leave" if context is ExplanationContext.SUPPOSED else "leave" if len(gained) > 1 else "leaves"
        parts.append(f"{_with_points(players, gained)} {verb} the scoregroup{instead}")
    if criterion.name == _BELOW:
        parts += _describe_upfloaters(players, ours, theirs, context)
    if context is not ExplanationContext.SUPPOSED:
        parts += [_histories(players, ours, theirs)] if colours else []
    elif not parts or colours:
        parts += _describe_games(players, ours, theirs, colours=colours)
    return "".join(f"; {part}" for part in parts if part)


def _describe_upfloaters(
    players: RoundPlayers, ours: BracketAssessment, theirs: BracketAssessment, context: ExplanationContext
) -> Iterator[str]:
    up = [tpn for tpn in theirs.upfloaters if tpn not in ours.upfloaters]
    instead = [tpn for tpn in ours.upfloaters if tpn not in theirs.upfloaters]
    if up and instead:
        verb = (
            "would float up" if context is ExplanationContext.SUPPOSED else "float up" if len(up) > 1 else "floats up"
        )
        yield f"{_with_points(players, up)} {verb} instead of {_with_points(players, instead)}"


def _histories(players: RoundPlayers, ours: BracketAssessment, theirs: BracketAssessment) -> str:
    """Give the colour histories of the players whose games differ."""
    mine = {frozenset(pair) for pair in ours.pairs}
    concerned = [tpn for pair in theirs.pairs if frozenset(pair) not in mine for tpn in pair]
    histories = [(tpn, players.colours(tpn)) for tpn in concerned if players.colours(tpn)][:_MAX_HISTORIES]
    if not histories:
        return ""
    named = [
        f"{players.roster.describe_player(tpn)}{' had' if not place else ''} {had}"
        for place, (tpn, had) in enumerate(histories)
    ]
    return f"so far {join_phrases(named)}"


def _describe_games(
    players: RoundPlayers, ours: BracketAssessment, theirs: BracketAssessment, *, colours: bool
) -> Iterator[str]:
    mine, later = {frozenset(pair) for pair in ours.pairs}, {frozenset(pair) for pair in theirs.pairs}
    new = [pair for pair in theirs.pairs if frozenset(pair) not in mine]
    old = [pair for pair in ours.pairs if frozenset(pair) not in later]
    if len(new) > _MAX_GAMES:
        if colours:
            new.sort(key=lambda pair: len({players.colours(tpn)[-1:] for tpn in pair}))  # these may well pay
        histories = players.describe_games(new[:_MAX_GAMES], colours=colours)
        yield f"{len(new)} games would be other ones, among them {histories}"
    elif new:
        instead = f" instead of {players.describe_games(old, colours=colours)}" if old else ""
        yield f"with {players.describe_games(new, colours=colours)}{instead}"


def _with_points(players: RoundPlayers, tpns: Sequence[int]) -> str:
    return join_phrases(
        [f"{players.roster.describe_player(tpn)} with {describe_points(players.scores[tpn])}" for tpn in tpns]
    )


# --- the order of candidates, and steps of procedures -----------------------------------------------------------------


def describe_order(
    order: DecidingOrder,
    brackets: tuple[BracketAssessment, BracketAssessment],
    roster: Roster,
    context: ExplanationContext = ExplanationContext.SUPPOSED,
) -> str:
    """Explain how the order decides where no criterion does; ``brackets`` are the right one and the other."""
    ours, theirs = brackets
    sentence = _natural_order(order, ours.generation, theirs.generation, roster, context)
    sentence = sentence or f"the order of candidates counts. {order.sentence.removesuffix('.')}"
    where, rule = describe_scoregroup(ours), cite_rule("", order.article)
    return f"Both pairings satisfy every criterion equally well {where}, so {sentence}{rule}."


_UPPER = {
    GenerationStep.TRANSPOSITION: "of the upper half",
    GenerationStep.MDP_TRANSPOSITION: "of those who have moved down",
}
"""Steps at which a player gets the highest opponent possible, with the group of the player."""


def _natural_order(
    order: DecidingOrder, right: Generation, later: Generation, roster: Roster, context: ExplanationContext
) -> str:
    """Name the player of the upper half who gets the higher opponent; empty if the step is another one."""
    match = find_first_opponent_difference(right, later) if order.step in _UPPER else None
    if match is None:
        return ""
    place, player, first, second = match
    named = f"{roster.describe_player(player)}, {_ordinal(place)} {_UPPER[order.step]}"
    sentence = f"the natural order counts: {named}, gets the highest opponent possible"
    return (
        f"{sentence}, {roster.describe_player(first)}, not {roster.describe_player(second)}"
        if context is ExplanationContext.SUPPOSED
        else sentence
    )


def _ordinal(place: int) -> str:
    return _ORDINALS[place] if place < len(_ORDINALS) else f"number {place + 1}"


def describe_divergence(
    divergence: Divergence, roster: Roster, beginning: str = "Such a round leaves the procedure at this step"
) -> str:
    """Describe the step of a procedure at which a pairing is passed over."""
    sentence = roster.insert_names(divergence.sentence).removesuffix(".")
    return f"{beginning}, {roster.insert_names(divergence.step)}: {sentence}{cite_rule('', divergence.article)}."
