"""
The answer to "what if": the round under a supposition, what changes, and whether the round as it is would still do.

A supposition changes the event: a player away or there, another result, a pair kept apart, numbers exchanged.
"""

from __future__ import annotations

from dataclasses import replace

from checker.causes.facts import reorder_players
from checker.causes.record_changes import replace_rows, with_entries, with_forbidden
from checker.findings import compare_pairings
from checker.questions import explanation
from checker.questions.answers import Objection, Standing, WhatIf
from checker.questions.objection import find_objection, object_to_pairing
from checker.questions.question import NotAskableError, Question, Wish
from checker.verdicts.phrases import capitalise
from reference_engines.frame.results import NoLegalPairingError, RoundPairing
from reference_engines.frame.systems import resolve
from tournaments.frozen import FrozenStruct
from tournaments.model import ABSENT, Event, RequestedBye, Result, RoundEntry
from tournaments.ranked_participants import unknown_number_message

OUTCOMES = {
    "1-0": (Result.WIN, Result.LOSS),
    "0-1": (Result.LOSS, Result.WIN),
    "1/2-1/2": (Result.DRAW, Result.DRAW),
    "+--": (Result.FORFEIT_WIN, Result.FORFEIT_LOSS),
    "--+": (Result.FORFEIT_LOSS, Result.FORFEIT_WIN),
    "---": (Result.FORFEIT_LOSS, Result.FORFEIT_LOSS),
}
"""How a game may have ended, for the one named first and for the other."""
_PRESENT = RoundEntry(None, None, Result.PAIRING_ALLOCATED_BYE)
"""Of who is to be paired in a recorded round, and not with whom they are recorded."""


class Supposition(FrozenStruct, frozen=True, kw_only=True):
    """The changes of a supposition; players by number."""

    absent: tuple[int, ...] = ()
    present: tuple[int, ...] = ()
    results: tuple[tuple[int, int, str], ...] = ()
    """Two who have played each other, and how it ended, one of `OUTCOMES`."""
    forbidden: tuple[tuple[int, int], ...] = ()
    """Two who are not to meet."""
    swapped: tuple[tuple[int, int], ...] = ()
    """Two who have each other's number."""
    bye: int | None = None
    """The player who is to have the pairing-allocated bye."""
    edition: str = ""
    """Key of other rules; empty: they stay."""


def suppose(question: Question, otherwise: Supposition) -> tuple[Question, tuple[str, ...]]:
    """
    Return the round in the event that is otherwise, and what was supposed, each in words.

    A wished bye is not a change of the event. Raise NotAskableError for what cannot be supposed.
    """
    event, words = _changed(question, otherwise)
    rules = question.prepared.rules
    if otherwise.edition:
        resolution = resolve(event, otherwise.edition)
        if resolution.engine is None:
            raise NotAskableError(resolution.reason)
        games, others = (first.edition.file_rounds_per_round for first in (rules, resolution.engine))
        if games != others:
            raise NotAskableError(
                f"{otherwise.edition} pairs another number of the file's rounds at once ({others}, not {games})"
            )
        rules = resolution.engine
        words = (*words, f"if the event were paired by {otherwise.edition}")
    if otherwise.bye is not None:
        words = (*words, f"if {question.roster.name_player(otherwise.bye)} had the bye")
    if not words:
        raise NotAskableError("nothing is supposed to be otherwise; name a change, such as the absence of a player")
    return Question(prepared=rules.open(event), stage=question.stage), words


def _changed(question: Question, otherwise: Supposition) -> tuple[Event, tuple[str, ...]]:
    event: Event = question.prepared.source
    name, words, rules = question.roster.name_player, list[str](), question.prepared.rules.edition
    rows = rules.rows(question.stage)
    concerns = (otherwise.absent, otherwise.present, otherwise.results, otherwise.swapped)
    if event.is_team_event and any(concerns):
        raise NotAskableError("of teams, only another edition, a bye or a pair kept apart can be supposed")
    _require_known(question, otherwise)
    for first, second, outcome in otherwise.results:
        event, row = _with_result(question, event, first, second, outcome)
        words.append(f"if {question.roster.name_game(first, second)} had ended {outcome} in {rules.place(row)}")
    for tpn in otherwise.absent:
        question.require_participant(tpn)
        event = _without(event, rows, tpn)
        words.append(f"if {name(tpn)} were away")
    for tpn in otherwise.present:
        if tpn in question.scores:
            raise NotAskableError(f"{name(tpn)} is to be paired in round {question.stage} already")
        event = _with(event, rows, tpn)
        words.append(f"if {name(tpn)} were there")
    for pair in otherwise.forbidden:
        event = with_forbidden(event, frozenset(pair))
        words.append(f"if {name(pair[0])} and {name(pair[1])} were kept apart")
    for first, second in otherwise.swapped:
        exchanged = {first: second, second: first}
        event = reorder_players(event, tuple(exchanged.get(player.tpn, player.tpn) for player in event.players))
        words.append(f"if {name(first)} and {name(second)} had each other's number")
    return event, tuple(words)


def _require_known(question: Question, otherwise: Supposition) -> None:
    pairs = (*(found[:2] for found in otherwise.results), *otherwise.forbidden, *otherwise.swapped)
    named = (*otherwise.absent, *otherwise.present, *(tpn for pair in pairs for tpn in pair))
    for tpn in (*named, *([] if otherwise.bye is None else [otherwise.bye])):
        if tpn not in question.participants:
            raise NotAskableError(unknown_number_message(tpn, question.participants, question.participant))


def _with_result(question: Question, event: Event, first: int, second: int, outcome: str) -> tuple[Event, int]:
    """Return the event in which the latest game of two ended otherwise, and its row."""
    entries = event.player(first).rounds[: question.prepared.rules.edition.rows(question.stage).start]
    rows = [row for row, entry in enumerate(entries) if entry.opponent == second]
    if not rows:
        name = question.roster.name_player
        raise NotAskableError(f"{name(first)} and {name(second)} were not paired before round {question.stage}")
    won, lost = OUTCOMES[outcome]
    mine, theirs = entries[rows[-1]], event.player(second).rounds[rows[-1]]
    changed = {first: replace(mine, result=won), second: replace(theirs, result=lost)}
    return with_entries(event, rows[-1], changed), rows[-1]


def _without(event: Event, rows: range, tpn: int) -> Event:
    """Return the event in which a player is not to be paired in a round, and their opponent still is."""
    if rows.stop > event.rounds_recorded:
        away = (RequestedBye(round_number=row + 1, tpn=tpn, result=Result.ZERO_POINT_BYE) for row in rows)
        return replace(event, requested_byes=(*event.requested_byes, *away))
    opponent = event.player(tpn).rounds[rows.start].opponent
    left = {} if opponent is None else {opponent: _PRESENT}
    return replace_rows(event, rows, {**left, tpn: ABSENT})


def _with(event: Event, rows: range, tpn: int) -> Event:
    """Return the event in which a player is to be paired in a round."""
    if rows.stop > event.rounds_recorded:
        kept = tuple(bye for bye in event.requested_byes if bye.tpn != tpn or bye.round_number - 1 not in rows)
        return replace(event, requested_byes=kept)
    return replace_rows(event, rows, {tpn: _PRESENT})


def what_if(question: Question, otherwise: Supposition) -> WhatIf:
    """
    Answer what a round would be under a supposition.

    The changes are those from the right round as it is. Raise NotAskableError for what cannot be supposed, like
    `Round.expected` if no right round exists, and UnsupportedEventError if the rules do not take the event then.
    """
    changed, words = suppose(question, otherwise)
    if otherwise.bye is not None:
        return _answer_wished_bye(question, changed, otherwise.bye, words)
    try:
        pairing = changed.chosen
    except NoLegalPairingError as error:
        return _answer_impossible(question, words, question.roster.insert_names(str(error)))
    posted, objection = question.recorded or question.chosen, None
    if _everybody(posted) == frozenset(changed.scores):
        objection = object_to_pairing(changed, posted)
    answer = " ".join(explanation.answer_supposition(question, words, question.chosen, pairing))
    reason = explanation.describe_posted_round(question, objection)
    return _answer(question, words, (answer, reason), pairing, objection)


def _everybody(pairing: RoundPairing) -> frozenset[int]:
    bye = frozenset(() if pairing.bye is None else (pairing.bye,))
    return bye.union(*(pair.players for pair in pairing.pairs))


def _answer_wished_bye(question: Question, changed: Question, tpn: int, words: tuple[str, ...]) -> WhatIf:
    """Answer a wish for a bye: the best round in which a player has it, and whether the rules give it to them."""
    changed.require_participant(tpn)
    if len(changed.scores) % 2 == 0:
        raise NotAskableError(f"no player has the bye: {len(changed.scores)} are to be paired, an even number")
    try:
        found = find_objection(changed, Wish(unit=(tpn,)))
    except NoLegalPairingError as error:
        return _answer_impossible(question, words, question.roster.insert_names(str(error)))
    pairing = changed.chosen if found.standing is Standing.CHOSEN else found.pairing
    if pairing is None:
        return _answer_impossible(question, words, found.sentence)
    answer = explanation.answer_wished_bye(changed, tpn, pairing, found)
    return _answer(question, words, (answer, found.sentence), pairing, found)


def _answer_impossible(question: Question, words: tuple[str, ...], why: str) -> WhatIf:
    answer = f"{capitalise(' and '.join(words))}, there would be no legal round."
    reason = capitalise(why)
    return WhatIf(
        round_number=question.stage,
        supposed=words,
        sentence=f"Round {question.stage}: {answer} {reason}",
        answer=answer,
        reason=reason,
        pairing=None,
    )


def _answer(
    question: Question,
    words: tuple[str, ...],
    layers: tuple[str, str],
    pairing: RoundPairing,
    objection: Objection | None,
) -> WhatIf:
    """Return the answer; ``layers`` are the answer and the reason."""
    answer, reason = layers
    differences = compare_pairings(question.chosen, pairing)
    turned = {pair.players for pair in differences.colours}
    return WhatIf(
        round_number=question.stage,
        supposed=words,
        sentence=f"Round {question.stage}: {answer} {reason}".rstrip(),
        answer=answer,
        reason=reason,
        pairing=pairing,
        gone=differences.recorded_only,
        new=differences.expected_only,
        turned=tuple(pair for pair in pairing.pairs if pair.players in turned),
        as_it_is=objection,
        acceptable=None if objection is None else objection.standing is Standing.CHOSEN,
    )
