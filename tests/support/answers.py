"""Answers compared with independent facts: the players, another matcher, all rounds that contain a pair."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import networkx as nx

from checker.questions.answers import Standing
from checker.questions.objection import why_not
from checker.questions.question import Wish, prepare_with_wish
from checker.verdicts.comparison import judge_pairing
from checker.verdicts.first_difference import Balance, compare_assessments
from checker.verdicts.round_case import RoundContext
from checker.verdicts.verdict import Verdict
from reference_engines.frame.results import Pair, RoundPairing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from checker.questions.answers import Objection
    from checker.questions.question import Question
    from reference_engines.frame.rules import PreparedEvent

_VERDICTS = {
    Standing.WORSE: {Verdict.WORSE, Verdict.AMBIGUOUS_RULE},
    Standing.LATER: {Verdict.LATER_IN_ORDER, Verdict.AMBIGUOUS_RULE},
    Standing.OPEN: {Verdict.AMBIGUOUS_RULE},
}


_MILDER = {
    Standing.WORSE: {Verdict.LATER_IN_ORDER, Verdict.COLOURS},
    Standing.LATER: {Verdict.COLOURS},
}
"""Further verdicts of procedures: an answer follows the default readings, a round the most favourable ones."""
_LAID_OUT: dict[str, Callable[[Any], Any]] = {
    **dict.fromkeys(("dutch-2026", "dutch-2017", "dutch-2013", "double-swiss-2026"), lambda field: field),
    **dict.fromkeys(("dubov-2026", "dubov-2018"), lambda field: field.players),
}
"""Where a field says who may meet and who may have the bye; other systems lay theirs out in other ways."""


def wrong_answer(question: Question, first: int, second: int, *, exhaustive: bool = False) -> tuple[Standing, str]:
    """Ask why two participants do not meet; return the standing and the answer's error (empty: none)."""
    objection = why_not(question, first, second).objection
    return objection.standing, _wrong(question, objection, first, second, exhaustive=exhaustive)


def _wrong(question: Question, objection: Objection, first: int, second: int, *, exhaustive: bool) -> str:
    is_chosen = frozenset((first, second)) in {pair.players for pair in question.chosen.pairs}
    if is_chosen or objection.standing is Standing.CHOSEN:
        return "" if is_chosen and objection.standing is Standing.CHOSEN else "chosen or not"
    if not _may_meet(question, first, second) or objection.standing is Standing.ILLEGAL:
        same = not _may_meet(question, first, second) and objection.standing is Standing.ILLEGAL
        return "" if same else "the field does not say so"
    can_be_completed = next(_rounds_with(question, first, second), None) is not None if exhaustive else None
    if can_be_completed is None:
        can_be_completed = _can_be_completed(question, first, second)
    if objection.standing is Standing.IMPOSSIBLE:
        return "the round can be completed" if can_be_completed else ""
    if not can_be_completed or objection.pairing is None:
        return "the round cannot be completed"
    return _not_worse(question, objection, first, second) or (
        _not_best(question, objection, first, second) if exhaustive else ""
    )


def _not_worse(question: Question, objection: Objection, first: int, second: int) -> str:
    assert objection.pairing is not None
    if frozenset((first, second)) not in {pair.players for pair in objection.pairing.pairs}:
        return "the round does not contain the pair"
    verdict = judge_pairing(question.prepared, question.stage, objection.pairing, RoundContext(event="")).verdict
    fitting = _VERDICTS.get(objection.standing, set())
    if objection.parting is not None:
        fitting = fitting | _MILDER.get(objection.standing, set())
    return "" if verdict in fitting else f"judged {verdict.value}"


def _not_best(question: Question, objection: Objection, first: int, second: int) -> str:
    """
    Return the round with the pair that is better than the answer's best round; empty if none is.

    Better both as the round is judged and if the pair is mandatory, which changes the possible rest ([C5], [C8]).
    """
    assert objection.pairing is not None
    judges = question.prepared, prepare_with_wish(question, Wish(unit=(first, second)))
    for pairing in _rounds_with(question, first, second):
        if all(_is_better(judge, question.stage, pairing, objection.pairing) for judge in judges):
            return f"better: {pairing}, than {objection.pairing}"
    return ""


def _is_better(prepared: PreparedEvent, stage: int, pairing: RoundPairing, than: RoundPairing) -> bool:
    weighing = compare_assessments(prepared.round(stage).assess(pairing), prepared.round(stage).assess(than))
    return weighing.balance in (Balance.BETTER, Balance.EARLIER)


def _may_meet(question: Question, first: int, second: int) -> bool:
    """Whether two participants may meet: by the system's matrix, or by the absolute rules if it has none."""
    field = question.prepared.round(question.stage).participants
    laid_out = _LAID_OUT.get(question.prepared.rules.edition.key)
    if laid_out is not None:
        return bool(laid_out(field).allowed[field.numbers.index(first), field.numbers.index(second)])
    return any(
        _keeps_rules(question, RoundPairing(pairs=(pair,))) for pair in (Pair(first, second), Pair(second, first))
    )


def _may_have_bye(question: Question, tpn: int) -> bool:
    field = question.prepared.round(question.stage).participants
    laid_out = _LAID_OUT.get(question.prepared.rules.edition.key)
    if laid_out is not None:
        return bool(laid_out(field).bye_allowed[field.numbers.index(tpn)])
    return _keeps_rules(question, RoundPairing(pairs=(), bye=tpn))


def _keeps_rules(question: Question, part: RoundPairing) -> bool:
    """Whether a part of a round breaks no rule but that it is a part; every system can be asked for that."""
    return question.missing.issuperset(question.prepared.round(question.stage).violations(part))


def _can_be_completed(question: Question, first: int, second: int) -> bool:
    bye = 0
    graph = nx.Graph()
    rest = [tpn for tpn in question.scores if tpn not in (first, second)]
    graph.add_nodes_from(rest)
    graph.add_edges_from((a, b) for a in rest for b in rest if a < b and _may_meet(question, a, b))
    if len(rest) % 2:
        graph.add_node(bye)
        graph.add_edges_from((tpn, bye) for tpn in rest if _may_have_bye(question, tpn))
    return 2 * len(nx.max_weight_matching(graph, maxcardinality=True)) == graph.number_of_nodes()


def _rounds_with(question: Question, first: int, second: int) -> Iterator[RoundPairing]:
    """Yield every legal round that contains a pair."""
    rest = [tpn for tpn in question.scores if tpn not in (first, second)]
    byes: Sequence[int | None] = [tpn for tpn in rest if _may_have_bye(question, tpn)] if len(rest) % 2 else [None]
    for bye in byes:
        for pairs in every_pairing([tpn for tpn in rest if tpn != bye], partial(_may_meet, question)):
            yield RoundPairing(pairs=(Pair(first, second), *pairs), bye=bye)


def every_pairing(
    rest: list[int], may_meet: Callable[[int, int], bool] = lambda _first, _second: True
) -> Iterator[tuple[Pair, ...]]:
    """Yield every way to pair all of some participants, an even number."""
    if not rest:
        yield ()
        return
    first, *others = rest
    for other in others:
        if may_meet(first, other):
            for pairs in every_pairing([tpn for tpn in others if tpn != other], may_meet):
                yield (Pair(first, other), *pairs)
