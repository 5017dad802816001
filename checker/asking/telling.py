"""
Answers in words: the answer first, names and rounds behind every number, the article last, in brackets.

Scoregroups go by their points, games by the names of the two, and colour histories stand where colours decide (WBWB).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from checker.asking.answers import Standing
from checker.asking.question import game_of, opponent_of
from checker.comparison import compare
from reference_engines.results import BracketKind, GenerationStep
from tournaments.points import points_text
from tournaments.problems import counted_noun

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from checker.asking.answers import Objection, Rung
    from checker.asking.best_round import Wish
    from checker.asking.question import Question
    from checker.findings import DecidingCriterion, DecidingOrder
    from checker.sentences import Roster
    from reference_engines.results import BracketAssessment, ColourRule, Generation, Parting, RoundPairing, Violation

OTHER_COLOURS = "The opponents would be the same, some colours would not."
NO_ROUND = "all others could not be paired any more"
UNDECIDED = "Nothing that we assess speaks against it, so our own engine is at fault; please report this event."
_MOST_GAMES = 2
"""That are named with those that they stand for; of more, the first ones only."""
_MOST_BARRED = 6
_IN_SHORT = (
    (re.compile(r"have already played each other in round (\d+)"), "met in round {}"),
    (re.compile(r"may not have the bye: there was one in round (\d+)"), "had the bye in round {}"),
    (
        re.compile(r"may not have the bye: there were points without a game in round (\d+)"),
        "won without a game in round {}",
    ),
    (re.compile(r"both have an absolute preference for (\w+)"), "both must have {}"),
    (re.compile(r"are kept apart by the organiser"), "kept apart by the organiser"),
)
"""How sentences of rules are told in a list."""
_OF_PEOPLE = re.compile(r"(?:number of )?(players|residents|teams) who (miss|leave|get|downfloat|upfloat)\b(.*)")
"""A criterion that counts people by what they do."""
_ORDINALS = ("first", "second", "third", "fourth", "fifth")
_SCORES = frozenset({"score", "scores", "differences", "difference"})
_COLOURS = frozenset({"colour"})
_COUNT_THEN_SCORES = "following_bracket"


# --- small words ------------------------------------------------------------------------------------------------------


def points(tenths: int) -> str:
    """``2½ points``, ``1 point``, ``½ point``."""
    whole, rest = divmod(tenths, 10)
    if tenths < 0 or rest not in (0, 5):
        return f"{points_text(tenths)} points"
    number = f"{whole or ''}½" if rest else str(whole)
    return f"{number} point{'' if tenths in (5, 10) else 's'}"


def group(bracket: BracketAssessment) -> str:
    """``in the scoregroup of 2½ points``: a bracket by the points of its residents."""
    return f"in the scoregroup of {points(bracket.score)}"


def cited(label: str, article: str) -> str:
    """`` (C12, 2.4.7)``: where a rule is printed; nothing where it is not."""
    named = ", ".join(dict.fromkeys(part for part in (label, article) if part))
    return f" ({named})" if named else ""


def value(name: str, numbers: tuple[int, ...]) -> str:
    """A criterion's value: ``3``, ``none``, ``2½ and 2 points``."""
    of_scores = not _SCORES.isdisjoint(name.split("_"))
    if not any(numbers):
        return "0 points" if of_scores and numbers else "none"
    if name == _COUNT_THEN_SCORES:
        return f"{numbers[0]} ({_listed([points(one) for one in numbers[1:]])})" if numbers[1:] else str(numbers[0])
    if of_scores:
        return _listed([points(one) for one in numbers])
    return _listed([str(one) for one in numbers])


def _listed(words: Sequence[str]) -> str:
    if len(words) < 2:  # noqa: PLR2004 - nothing to join
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def with_colours(question: Question, tpn: int) -> str:
    """``Makarian (12, WBWB)``; who has not played is told without colours."""
    colours = question.colours(tpn)
    who = question.roster.who(tpn)
    if not colours:
        return who
    return f"{who.removesuffix(')')}, {colours})" if who.endswith(")") else f"{who} ({colours})"


def games(question: Question, pairs: Iterable[tuple[int, ...]], *, colours: bool = False) -> str:
    """List games, ``Abel (3) - Baker (7)``, with colour histories if these decide."""
    who = (lambda tpn: with_colours(question, tpn)) if colours else question.roster.who
    return ", ".join(" - ".join(who(tpn) for tpn in pair) for pair in pairs)


# --- what speaks against a pair ---------------------------------------------------------------------------------------


def about_violations(violations: Sequence[Violation], roster: Roster) -> str:
    """Say which absolute rules forbid it."""
    return " ".join(
        f"{roster.named(found.sentence).removesuffix('.')}{cited(found.label, found.article)}." for found in violations
    )


def of_them(both: str, why: str) -> str:
    """``: they have already played each other``, of a sentence that begins with the names of both."""
    return f": they {why.removeprefix(both).lstrip()}" if why.startswith(both) else f". {why}"


def violation_in_short(violation: Violation, unit: Sequence[int]) -> str:
    """``met in round 7``, or the end of the rule's sentence."""
    for pattern, short in _IN_SHORT:
        found = pattern.search(violation.sentence)
        if found:
            return short.format(*found.groups())
    names = " and ".join(map(str, unit))
    return re.sub(rf"^(Player|Team)s? {names} ", "", violation.sentence).removesuffix(".")


def about_no_round(question: Question, wish: Wish) -> str:
    """Say that nobody could pair the others."""
    who = question.roster.who
    if len(wish.unit) > 1:
        return f"If {who(wish.unit[0])} met {who(wish.unit[1])}, {NO_ROUND}."
    if wish.unit:
        return f"If {who(wish.unit[0])} had the bye, {NO_ROUND}."
    return f"Otherwise {NO_ROUND}."


def about_criterion(
    question: Question,
    criterion: DecidingCriterion,
    ours: BracketAssessment,
    theirs: BracketAssessment,
    pairing: RoundPairing,
) -> str:
    """Say what it costs, and whom; ``pairing`` is the round that ``theirs`` is a bracket of."""
    colours = not _COLOURS.isdisjoint(criterion.name.split("_"))
    where = "the round" if ours.kind is BracketKind.BYE else f"{group(ours)} the round"
    changes = _who_changes(question, ours, theirs, pairing, colours=colours)
    said = f"{where} would be worse: {_cost(criterion, question.stage)}{changes}"
    return f"{said[:1].upper()}{said[1:]}{cited(criterion.label, criterion.article)}."


def _cost(criterion: DecidingCriterion, stage: int) -> str:
    """``2 players would miss their colour preference instead of none``."""
    more, fewer = value(criterion.name, criterion.recorded), value(criterion.name, criterion.expected)
    said = criterion.sentence.replace("in the previous round", f"in round {stage - 1}")
    said = said.replace("two rounds before", f"in round {stage - 2}").replace("the bracket unpaired", "the scoregroup")
    of_people = _OF_PEOPLE.match(said)
    if of_people is None:
        return f"{said}: {more} instead of {fewer}"
    people, does, rest = of_people.groups()
    people = people.removesuffix("s") if criterion.recorded == (1,) else people
    return f"{more} {people} would {does}{rest.replace(' and received', ' although they received')} instead of {fewer}"


def _who_changes(
    question: Question,
    ours: BracketAssessment,
    theirs: BracketAssessment,
    pairing: RoundPairing,
    *,
    colours: bool,
) -> str:
    """Name who would have the bye or float that does not, or else the games that would be other ones."""
    has, had = pairing.bye, question.chosen.bye
    parts = []
    if has is not None and had is not None and has != had:
        parts.append(f"the bye would go to {_people(question, [has])} instead of {_people(question, [had])}")
    gained = [tpn for tpn in theirs.downfloaters if tpn not in (*ours.downfloaters, has)]
    lost = [tpn for tpn in ours.downfloaters if tpn not in (*theirs.downfloaters, had)]
    if gained and not colours:
        instead = f" instead of {_people(question, lost)}" if lost else ""
        parts.append(f"{_people(question, gained)} would leave the scoregroup{instead}")
    if not parts or colours:
        parts += _other_games(question, ours, theirs, colours=colours)
    return "".join(f"; {part}" for part in parts)


def _other_games(
    question: Question, ours: BracketAssessment, theirs: BracketAssessment, *, colours: bool
) -> Iterator[str]:
    mine, other = {frozenset(pair) for pair in ours.pairs}, {frozenset(pair) for pair in theirs.pairs}
    new = [pair for pair in theirs.pairs if frozenset(pair) not in mine]
    old = [pair for pair in ours.pairs if frozenset(pair) not in other]
    if len(new) > _MOST_GAMES:
        if colours:
            new.sort(key=lambda pair: len({question.colours(tpn)[-1:] for tpn in pair}))  # these may well pay
        told = games(question, new[:_MOST_GAMES], colours=colours)
        yield f"{len(new)} games would be other ones, among them {told}"
    elif new:
        instead = f" instead of {games(question, old, colours=colours)}" if old else ""
        yield f"with {games(question, new, colours=colours)}{instead}"


def _people(question: Question, tpns: Sequence[int]) -> str:
    return _listed([f"{question.roster.who(tpn)} with {points(question.scores[tpn])}" for tpn in tpns])


def criterion_in_short(criterion: DecidingCriterion, ours: BracketAssessment, stage: int) -> str:
    """``2 players would miss their colour preference instead of none at 2½ points (C12)``."""
    return f"{_cost(criterion, stage)}, at {points(ours.score)} ({criterion.label or criterion.article})"


_ORDER_IN_SHORT = {
    GenerationStep.MDP_SET: "another moved-down player would stay unpaired",
    GenerationStep.MDP_TRANSPOSITION: "comes later in the order of opponents",
    GenerationStep.EXCHANGE: "would need an exchange between the halves",
    GenerationStep.TRANSPOSITION: "comes later in the order of opponents",
    GenerationStep.BYE: "comes later in the order for the bye",
}


def about_order(order: DecidingOrder, ours: BracketAssessment, theirs: BracketAssessment, question: Question) -> str:
    """Say that no criterion decides, and what the order does."""
    halved = _has_halves(order) and not ours.generation.choices
    said = _natural_order(ours.generation, theirs.generation, question.roster) if halved else ""
    said = said or f"the order of candidates counts. {order.sentence.removesuffix('.')}"
    return f"No criterion tells the two pairings apart {group(ours)}, so {said}{cited('', order.article)}."


def _has_halves(order: DecidingOrder) -> bool:
    return order.step is GenerationStep.TRANSPOSITION


def _natural_order(right: Generation, other: Generation, roster: Roster) -> str:
    """Say who of the upper half gets the higher opponent, where the halves are the natural ones; else nothing."""
    if right.moved_to_s2 or other.moved_to_s2:
        return ""
    for place, (player, first, second) in enumerate(zip(right.s1, right.opponents, other.opponents, strict=False)):
        if first != second:
            return (
                f"the natural order counts: {roster.who(player)}, {_ordinal(place)} of the upper half, gets the "
                f"highest opponent possible, {roster.who(first)}, not {roster.who(second)}"
            )
    return ""


def _ordinal(place: int) -> str:
    return _ORDINALS[place] if place < len(_ORDINALS) else f"number {place + 1}"


def order_in_short(order: DecidingOrder) -> str:
    """``comes later in the order of opponents (4.2.2)``."""
    return f"{_ORDER_IN_SHORT.get(order.step, f'comes later in the {order.step.value}')}{cited('', order.article)}"


def about_parting(parting: Parting, roster: Roster) -> str:
    """Say at which step of a procedure it is passed over."""
    said = roster.named(parting.sentence).removesuffix(".")
    return f"It is passed over at this step, {roster.named(parting.step)}: {said}{cited('', parting.article)}."


def parting_in_short(parting: Parting, roster: Roster) -> str:
    """The step at which it is passed over."""
    return f"passed over at {roster.named(parting.step)}{cited('', parting.article)}"


# --- the round itself -------------------------------------------------------------------------------------------------


def right_game(question: Question, tpn: int) -> str:
    """``Abel (3) plays Baker (7)``, or has the bye."""
    opponent = opponent_of(question.chosen, tpn)
    who = question.roster.who
    return f"{who(tpn)} plays {who(opponent)}" if opponent is not None else f"{who(tpn)} has the bye"


def posted_otherwise(question: Question, tpn: int) -> str:
    """``; the file records Abel (3) - Cole (9)``, where it records another opponent; empty where it does not."""
    posted, right = question.recorded, opponent_of(question.chosen, tpn)
    if posted is None or not posted.pairs:
        return ""
    pair = game_of(posted, tpn)
    if pair is None:
        return f"; the file records the bye for {question.roster.who(tpn)}" if right is not None else ""
    if {pair.white, pair.black} == {tpn, right}:
        return ""
    return f"; the file records {question.roster.game(pair)}"


def about_pairing(question: Question, tpn: int) -> str:
    """The answer: whom somebody plays, with which colour, and the points of both."""
    who, scores = question.roster.who, question.scores
    pair = game_of(question.chosen, tpn)
    beginning = f"Round {question.stage}:"
    if pair is None:
        return f"{beginning} {who(tpn)} ({points(scores[tpn])}) has the bye."
    opponent = pair.black if pair.white == tpn else pair.white
    colour = "White" if pair.white == tpn else "Black"
    mine, theirs = scores[tpn], scores[opponent]
    both = f"both have {points(mine)}" if mine == theirs else f"{points(mine)} against {points(theirs)}"
    return f"{beginning} {who(tpn)} plays {who(opponent)}, with {colour}; {both}."


def about_colour(question: Question, white: int, black: int, rule: ColourRule) -> str:
    """Say who has White, why, and what colours the two had."""
    had = [f"{question.roster.who(tpn)} had {question.colours(tpn) or 'no colours yet'}" for tpn in (white, black)]
    said = question.roster.named(rule.sentence).removesuffix(".")
    return f"{said}; {' and '.join(had)}{cited('', rule.article)}."


def about_float(question: Question, tpn: int, opponent: int, objection: Objection) -> str:
    """Say why somebody plays an opponent with fewer points."""
    who, scores = question.roster.who, question.scores
    beginning = f"{who(tpn)} floats down from {points(scores[tpn])} to {points(scores[opponent])}."
    if any(opponent in bracket.upfloaters for bracket in question.assessed.brackets):
        beginning = f"{who(opponent)} floats up from {points(scores[opponent])} to {points(scores[tpn])}."
    if list(scores.values()).count(scores[tpn]) == 1:
        return f"{beginning} Nobody else has {points(scores[tpn])}."
    if objection.standing is Standing.IMPOSSIBLE:
        return f"{beginning} With an opponent of the same points {NO_ROUND}."
    return f"{beginning} With an opponent of the same points: {objection.sentence}"


def about_opponent(question: Question, opponent: int, ladder: Sequence[Rung]) -> str:
    """Say who is out of the question, and what would come next."""
    who = question.roster.who
    others = [rung for rung in ladder if rung.tpn != opponent]
    if not others:
        return "There is nobody else."
    barred = [rung for rung in others if rung.objection.standing is Standing.ILLEGAL]
    parts = []
    if barred:
        named = [f"{who(rung.tpn)} ({rung.objection.short})" for rung in barred[:_MOST_BARRED]]
        more = len(barred) - _MOST_BARRED
        parts.append(f"Out of the question: {_listed([*named, *([f'{more} more'] if more > 0 else [])])}.")
    open_ = [rung for rung in others if rung not in barred]
    if open_:
        nearest = max(open_, key=lambda rung: _nearness(rung.objection))
        parts.append(f"Next would be {who(nearest.tpn)}: {nearest.objection.sentence}")
    return " ".join(parts)


def _nearness(objection: Objection) -> tuple[bool, int, int]:
    """Compare two objections by it: of the larger one, the round parts later from the right one."""
    if objection.bracket is None:
        return objection.pairing is not None, 0, 0
    labels = [found.label for found in objection.bracket.values]
    criterion = labels.index(objection.label) if objection.label in labels else len(labels)
    return True, objection.bracket.number, criterion


def about_bye(question: Question, tpn: int, ladder: Sequence[Rung]) -> str:
    """Say why not somebody else has the bye."""
    who = question.roster.who
    others = [rung for rung in ladder if rung.tpn != tpn]
    had = [rung for rung in others if rung.objection.standing is Standing.ILLEGAL]
    could = [rung for rung in others if rung not in had]
    parts = []
    if had:
        named = [f"{who(rung.tpn)} ({rung.objection.short})" for rung in had[:_MOST_BARRED]]
        parts.append(f"Not for {_listed(named)}.")
    if could:
        nearest = max(could, key=lambda rung: _nearness(rung.objection))
        parts.append(f"Next would be {who(nearest.tpn)}: {nearest.objection.sentence}")
    return " ".join(parts)


# --- if something were otherwise --------------------------------------------------------------------------------------


def supposing(words: Sequence[str]) -> str:
    """``if Abel (3) were away and if Baker (7) were there``."""
    return " and ".join(words)


def about_otherwise(
    question: Question,
    words: Sequence[str],
    as_it_is: RoundPairing,
    pairing: RoundPairing,
    judged: Objection | None,
) -> str:
    """Say what changes, and whether the round that is posted would do."""
    differences = compare(as_it_is, pairing)
    new, kept = len(differences.expected_only), len(pairing.pairs) - len(differences.expected_only)
    parts = [f"Round {question.stage}: {supposing(words)}, {_changes(new, kept)}."]
    if differences.expected_only:
        parts.append(f"New: {question.roster.games(differences.expected_only)}.")
    if differences.colours:
        turned = {pair.players for pair in differences.colours}
        told = question.roster.games([pair for pair in pairing.pairs if pair.players in turned])
        parts.append(f"With the colours the other way round: {told}.")
    if as_it_is.bye != pairing.bye:
        parts.append(_other_bye(question, as_it_is.bye, pairing.bye))
    return " ".join([*parts, *_about_posted(question, judged)])


def _changes(new: int, kept: int) -> str:
    if not new:
        return "nobody would have another opponent"
    return f"{counted_noun(new, 'game')} would be new, and {kept} would stay"


def _other_bye(question: Question, had: int | None, has: int | None) -> str:
    who = question.roster.who
    if has is None:
        return "Nobody would have the bye."
    return f"{who(has)} would have the bye{'' if had is None else f', not {who(had)}'}."


def _about_posted(question: Question, judged: Objection | None) -> Iterator[str]:
    """Say whether the round that is recorded would do, or the right one, where none is recorded."""
    posted = "The round as it is" if question.recorded is None else "The recorded round"
    if judged is None:
        yield f"{posted} is not for those who would take part, so they have to be paired anew."
    elif judged.standing is Standing.CHOSEN:
        yield f"{posted} would be right."
    else:
        yield f"{posted} would not be acceptable. {judged.sentence}"
        if not question.is_recorded_right:
            yield "It is not the right one as it is, either."


def about_bye_wished(question: Question, tpn: int, pairing: RoundPairing, objection: Objection) -> str:
    """Say whether somebody has the bye, or what it would cost."""
    who = question.roster.who
    beginning = f"Round {question.stage}: {who(tpn)}"
    if objection.standing is Standing.CHOSEN:
        return f"{beginning} has the bye."
    right = question.chosen.bye
    instead = "" if right is None else f"; it goes to {who(right)}"
    new = compare(question.chosen, pairing).expected_only
    changes = (
        f" {_changes(len(new), len(pairing.pairs) - len(new)).capitalize()}: {question.roster.games(new)}."
        if new
        else ""
    )
    return f"{beginning} should not have the bye{instead}.{changes} {objection.sentence}"
