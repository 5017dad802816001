"""What a round would be if something were otherwise, what changes, and whether the round as it is would still do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checker.questions import explanation
from checker.questions.answers import Objection, Standing, WhatIf
from checker.questions.best_round import Wish
from checker.questions.objection import against, objection_to
from checker.questions.question import NotAskableError
from checker.questions.supposition import supposed
from checker.verdicts.comparison import compare
from reference_engines.frame.results import NoLegalPairingError

if TYPE_CHECKING:
    from checker.questions.question import Question
    from checker.questions.supposition import Supposition
    from reference_engines.frame.results import RoundPairing


def what_if(question: Question, otherwise: Supposition) -> WhatIf:
    """
    Say what a round would be if something were otherwise.

    What changes is told against the right round as it is. Raise NotAskableError for what cannot be supposed, like
    `Round.expected` if there is no right round, and UnsupportedEventError if the rules do not take the event then.
    """
    changed, words = supposed(question, otherwise)
    if otherwise.bye is not None:
        return _with_bye(question, changed, otherwise.bye, words)
    try:
        pairing = changed.chosen
    except NoLegalPairingError as error:
        return _impossible(question, words, question.roster.named(str(error)))
    posted, judged = question.recorded or question.chosen, None
    if _everybody(posted) == frozenset(changed.scores):
        judged = against(changed, posted)
    sentence = explanation.about_otherwise(question, words, question.chosen, pairing, judged)
    return _told(question, words, sentence, pairing, judged)


def _everybody(pairing: RoundPairing) -> frozenset[int]:
    bye = frozenset(() if pairing.bye is None else (pairing.bye,))
    return bye.union(*(pair.players for pair in pairing.pairs))


def _with_bye(question: Question, changed: Question, tpn: int, words: tuple[str, ...]) -> WhatIf:
    """Wish for a bye: the best round in which somebody has it, and whether the rules give it to them."""
    changed.require(tpn)
    if len(changed.scores) % 2 == 0:
        raise NotAskableError(f"nobody has the bye: {len(changed.scores)} are to be paired, an even number")
    try:
        found = objection_to(changed, Wish(unit=(tpn,)))
    except NoLegalPairingError as error:
        return _impossible(question, words, question.roster.named(str(error)))
    pairing = changed.chosen if found.standing is Standing.CHOSEN else found.pairing
    if pairing is None:
        return _impossible(question, words, found.sentence)
    return _told(question, words, explanation.about_bye_wished(changed, tpn, pairing, found), pairing, found)


def _impossible(question: Question, words: tuple[str, ...], why: str) -> WhatIf:
    said = explanation.supposing(words)
    return WhatIf(
        round_number=question.stage,
        supposed=words,
        sentence=f"Round {question.stage}: {said}, there would be no round. {why[:1].upper()}{why[1:]}",
        pairing=None,
    )


def _told(
    question: Question, words: tuple[str, ...], sentence: str, pairing: RoundPairing, judged: Objection | None
) -> WhatIf:
    differences = compare(question.chosen, pairing)
    turned = {pair.players for pair in differences.colours}
    return WhatIf(
        round_number=question.stage,
        supposed=words,
        sentence=sentence,
        pairing=pairing,
        gone=differences.recorded_only,
        new=differences.expected_only,
        turned=tuple(pair for pair in pairing.pairs if pair.players in turned),
        as_it_is=judged,
        acceptable=None if judged is None else judged.standing is Standing.CHOSEN,
    )
