"""Answers held against what is independent of them: the field, another matcher, all rounds that contain a pair."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import networkx as nx

from checker.questions.answers import Standing
from checker.questions.best_round import Wish, prepare_with_wish
from checker.questions.objection import why_not
from checker.verdicts.comparison import RoundContext, judge_pairing
from checker.verdicts.first_difference import Balance, compare_assessments
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
"""Of procedures, besides: an answer follows the readings taken, and a round is judged by those that are mildest."""
_LAID_OUT: dict[str, Callable[[Any], Any]] = {
    **dict.fromkeys(("dutch-2026", "dutch-2017", "dutch-2013", "double-swiss-2026"), lambda field: field),
    **dict.fromkeys(("dubov-2026", "dubov-2018"), lambda field: field.players),
}
"""Where a field says who may meet and who may have the bye; other systems lay theirs out in other ways."""


def wrong_answer(question: Question, one: int, other: int, *, exhaustive: bool = False) -> tuple[Standing, str]:
    """Ask why two do not meet; return how it stands, and what is wrong with the answer (empty: nothing)."""
    found = why_not(question, one, other).objection
    return found.standing, _wrong(question, found, one, other, exhaustive=exhaustive)


def _wrong(question: Question, found: Objection, one: int, other: int, *, exhaustive: bool) -> str:
    is_chosen = frozenset((one, other)) in {pair.players for pair in question.chosen.pairs}
    if is_chosen or found.standing is Standing.CHOSEN:
        return "" if is_chosen and found.standing is Standing.CHOSEN else "chosen or not"
    if not _may_meet(question, one, other) or found.standing is Standing.ILLEGAL:
        same = not _may_meet(question, one, other) and found.standing is Standing.ILLEGAL
        return "" if same else "the field does not say so"
    can_be_completed = next(_rounds_with(question, one, other), None) is not None if exhaustive else None
    if can_be_completed is None:
        can_be_completed = _can_be_completed(question, one, other)
    if found.standing is Standing.IMPOSSIBLE:
        return "the round can be completed" if can_be_completed else ""
    if not can_be_completed or found.pairing is None:
        return "the round cannot be completed"
    return _not_worse(question, found, one, other) or (_not_best(question, found, one, other) if exhaustive else "")


def _not_worse(question: Question, found: Objection, one: int, other: int) -> str:
    assert found.pairing is not None
    if frozenset((one, other)) not in {pair.players for pair in found.pairing.pairs}:
        return "the round does not contain the pair"
    verdict = judge_pairing(question.prepared, question.stage, found.pairing, RoundContext(event="")).verdict
    fitting = _VERDICTS.get(found.standing, set())
    if found.parting is not None:
        fitting = fitting | _MILDER.get(found.standing, set())
    return "" if verdict in fitting else f"judged {verdict.value}"


def _not_best(question: Question, found: Objection, one: int, other: int) -> str:
    """
    Say which round that contains the pair is better than the one that is told as the best; empty: none.

    Better means as the round is judged, and also where the pair is law: what is left possible for others ([C5], [C8])
    is another thing there.
    """
    assert found.pairing is not None
    judges = question.prepared, prepare_with_wish(question, Wish(unit=(one, other)))
    for pairing in _rounds_with(question, one, other):
        if all(_is_better(judge, question.stage, pairing, found.pairing) for judge in judges):
            return f"better: {pairing}, than {found.pairing}"
    return ""


def _is_better(prepared: PreparedEvent, stage: int, pairing: RoundPairing, than: RoundPairing) -> bool:
    weighing = compare_assessments(prepared.round(stage).assess(pairing), prepared.round(stage).assess(than))
    return weighing.balance in (Balance.BETTER, Balance.EARLIER)


def _may_meet(question: Question, one: int, other: int) -> bool:
    """Whether two may meet: by the field of their system; where it is laid out otherwise, by the absolute rules."""
    field = question.prepared.round(question.stage).participants
    laid_out = _LAID_OUT.get(question.prepared.rules.edition.key)
    if laid_out is not None:
        return bool(laid_out(field).allowed[field.numbers.index(one), field.numbers.index(other)])
    return any(_keeps_rules(question, RoundPairing(pairs=(pair,))) for pair in (Pair(one, other), Pair(other, one)))


def _may_have_bye(question: Question, tpn: int) -> bool:
    field = question.prepared.round(question.stage).participants
    laid_out = _LAID_OUT.get(question.prepared.rules.edition.key)
    if laid_out is not None:
        return bool(laid_out(field).bye_allowed[field.numbers.index(tpn)])
    return _keeps_rules(question, RoundPairing(pairs=(), bye=tpn))


def _keeps_rules(question: Question, part: RoundPairing) -> bool:
    """Whether a part of a round breaks no rule but that it is a part; every system can be asked for that."""
    return question.missing.issuperset(question.prepared.round(question.stage).violations(part))


def _can_be_completed(question: Question, one: int, other: int) -> bool:
    bye = 0
    graph = nx.Graph()
    rest = [tpn for tpn in question.scores if tpn not in (one, other)]
    graph.add_nodes_from(rest)
    graph.add_edges_from((a, b) for a in rest for b in rest if a < b and _may_meet(question, a, b))
    if len(rest) % 2:
        graph.add_node(bye)
        graph.add_edges_from((tpn, bye) for tpn in rest if _may_have_bye(question, tpn))
    return 2 * len(nx.max_weight_matching(graph, maxcardinality=True)) == graph.number_of_nodes()


def _rounds_with(question: Question, one: int, other: int) -> Iterator[RoundPairing]:
    """Yield every legal round that contains a pair."""
    rest = [tpn for tpn in question.scores if tpn not in (one, other)]
    byes: Sequence[int | None] = [tpn for tpn in rest if _may_have_bye(question, tpn)] if len(rest) % 2 else [None]
    for bye in byes:
        for pairs in _pairings(question, [tpn for tpn in rest if tpn != bye]):
            yield RoundPairing(pairs=(Pair(one, other), *pairs), bye=bye)


def _pairings(question: Question, rest: list[int]) -> Iterator[tuple[Pair, ...]]:
    if not rest:
        yield ()
        return
    first, *others = rest
    for other in others:
        if _may_meet(question, first, other):
            for pairs in _pairings(question, [tpn for tpn in others if tpn != other]):
                yield (Pair(first, other), *pairs)
