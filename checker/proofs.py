"""
Make the proof of an accusation by the Dutch system, which `checker.verifier` verifies without any of our engines.

The proof names the posted and the expected pairing. Where a value depends on the rest of the round, it has a witness:
a matching, and the duals of the kernel as prices. What an edge counts is the verifier's own reading of the text; the
kernel finds the best matching and knows no chess.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from checker import verifier
from checker.findings import RoundFinding, Verification, VerificationStatus
from checker.verdicts.round_case import VERDICT_SENTENCES
from checker.verdicts.verdict import Verdict
from reference_engines.frame.results import PairingError, RoundPairing
from reference_engines.frame.rules import PreparedEvent, unsettled_variants
from reference_engines.frame.systems import named_sides
from reference_engines.frame.variants import Variant
from reference_engines.matching import barrier, best_matching
from reference_engines.readings import note_on
from tournaments.readings import chosen_readings
from tournaments.trf.writing import UnwritableEventError, write_trf26

if TYPE_CHECKING:
    from collections.abc import Iterator

    from checker.verdicts.interpretations import Interpretation
    from checker.verifier import Edges, Games, VerifiedRound, VerifierAnswer
    from tournaments.model import Event

_GROUP_BITS = 64
"""Bits of a level of costs, as `checker.verifier.weigh` spaces them."""
VERIFIED = (Verdict.ILLEGAL, Verdict.WORSE, Verdict.LATER_IN_ORDER, Verdict.COLOURS)
"""The verdicts that accuse a pairing."""
_WITH_A_REASON = (Verdict.WORSE, Verdict.LATER_IN_ORDER)
"""Verdicts of which the verifier must find the same criterion or step in the same bracket."""
_PLAYERS = verifier.MAX_VERTICES // 2
"""More players than a witness can have, each with an empty chair."""


class NotVerifiableError(ValueError):
    """The verifier cannot judge a finding; the message is a sentence that says why."""


class FindingVerifier:
    """Puts the findings on rounds of an event to the independent verifier."""

    def __init__(self, prepared: PreparedEvent, written: Event | None = None) -> None:
        """
        Take the event under the rules by which it was judged.

        ``written`` is the event that the verifier reads, if the judged one records another pairing of the round.
        """
        self._prepared = prepared
        self._written = written or prepared.source

    def verify(self, finding: RoundFinding) -> RoundFinding:
        """Return a finding with the verifier's answer; an unconfirmed finding becomes a fault of ours."""
        if finding.verdict not in VERIFIED:
            return finding
        try:
            proof = self.prove(finding)
            answer = verifier.verify(proof, self._text)
        except NotVerifiableError as error:
            sentence = f"Not verified independently: {error}"
            return replace(
                finding, verification=Verification(status=VerificationStatus.NOT_POSSIBLE, sentence=sentence)
            )
        except Exception as error:  # noqa: BLE001 - an accusation of which no proof can be made is not confirmed
            answer = verifier.VerifierAnswer(f"refused: {error}")
        words = answer.sentence.partition(": ")[2]
        if is_agreed(finding, answer):
            confirmed = Verification(status=VerificationStatus.CONFIRMED, sentence=f"Verified independently: {words}.")
            return replace(finding, verification=confirmed)
        return _accuse_ourselves(finding, answer.sentence)

    def prove(self, finding: RoundFinding, *, with_optimum: bool = False) -> dict[str, Any]:
        """
        Return the proof of a finding; raise NotVerifiableError if the verifier cannot look at it.

        ``with_optimum`` adds that no candidate is better than the expected one (`add_optimum`), which takes longer.
        """
        key = self._prepared.rules.edition.key
        if key not in verifier.EDITIONS:
            raise NotVerifiableError(f"the verifier follows {' and '.join(verifier.EDITIONS)} only.")
        if finding.recorded is None or (finding.expected is None and finding.verdict is not Verdict.ILLEGAL):
            raise NotVerifiableError("one of the two pairings is not known.")
        if len(finding.recorded.pairs) * 2 > _PLAYERS:
            raise NotVerifiableError(f"the verifier looks at rounds of {_PLAYERS} players at most.")
        try:
            verifier.read_event(self._text)
        except (LookupError, ValueError) as error:
            raise NotVerifiableError(f"the verifier cannot read the event ({error}).") from error
        number = finding.round_number
        premises = self._premises(finding)
        proof = make_proof(self._text, key, number, finding.recorded, finding.expected, premises)
        return add_optimum(proof, self._text) if with_optimum else proof

    @cached_property
    def _text(self) -> str:
        try:
            return write_trf26(self._written)
        except UnwritableEventError as error:
            raise NotVerifiableError(f"the event cannot be written as TRF26 ({error}).") from error

    def _premises(self, finding: RoundFinding) -> dict[str, Any]:
        """Return the undeclared facts and the readings by which a finding was made."""
        for interpretation in self._interpretations(finding):
            event = self._prepared.under(*interpretation)
            if _expected(event, finding.round_number) == finding.expected:
                facts = {"initial_colour": event.initial_colour.value, "rounds": event.source.rounds_declared}  # type: ignore[attr-defined]  # an event of players
                source = self._prepared.source
                declared = {"initial_colour": source.initial_colour, "rounds": source.rounds_declared}
                assumed = {name: fact for name, fact in facts.items() if fact and not declared[name]}
                return {"assumed": assumed, "readings": self._readings(interpretation)}
        raise NotVerifiableError(f"the verifier does not know {' and '.join(finding.rests_on)}.")

    def _readings(self, interpretation: Interpretation) -> dict[str, str]:
        """Return the sides that are followed besides the defaults: chosen by the user, or of variants."""
        sides = named_sides(self._prepared.rules)
        keys = {variant.key for variant in interpretation if variant.rules}
        variants = {one: Variant(note=note_on(one.identifier), rules=change) for one, change in sides.items()}
        followed = [one for one in chosen_readings() if one in sides]
        followed += [one for one, variant in variants.items() if variant.key in keys]
        unknown = [str(one) for one in followed if verifier.READINGS.get(one.identifier) != one.key]
        if unknown or len(followed) < len(keys):
            named = " and ".join(unknown or (variant.note.identifier for variant in interpretation))
            raise NotVerifiableError(f"the verifier does not follow the reading {named}.")
        return {one.identifier: one.key for one in followed}

    def _interpretations(self, finding: RoundFinding) -> Iterator[Interpretation]:
        """Yield the interpretations under which a finding can have been made, the default first."""
        yield ()
        if finding.rests_on:
            variants = unsettled_variants(self._prepared.round(finding.round_number))
            named = [variant for variant in variants if variant.note.identifier in finding.rests_on]
            yield from ((variant,) for variant in named)
            yield from combinations(named, 2)


def _expected(event: PreparedEvent, number: int) -> RoundPairing | None:
    try:
        return event.round(number).expected()
    except PairingError:
        return None


def is_agreed(finding: RoundFinding, answer: VerifierAnswer) -> bool:
    """Whether the verifier confirms a finding, by the same criterion or step of generation in the same bracket."""
    if not answer.is_confirmed or answer.kind != finding.verdict.value:
        return False
    if finding.verdict in _WITH_A_REASON and answer.bracket != finding.argument.deciding_bracket:
        return False
    if finding.argument.deciding_criterion is not None:
        return answer.decisive == finding.argument.deciding_criterion.label.replace(".", "")
    if finding.argument.deciding_order is not None:
        return finding.argument.deciding_order.article.split(":")[-1].startswith(answer.decisive[:3])
    return True


def _accuse_ourselves(finding: RoundFinding, refusal: str) -> RoundFinding:
    """Return the finding that our own engine is at fault, since the verifier does not confirm an accusation."""
    sentence = f"The independent verifier does not confirm that the round is '{finding.verdict.value}': {refusal}."
    beginning = f"Round {finding.round_number}: {VERDICT_SENTENCES[Verdict.REFERENCE_FAULT]}"
    refused = Verification(status=VerificationStatus.REFUSED, sentence=sentence)
    return replace(finding.restate(Verdict.REFERENCE_FAULT, f"{beginning} {sentence}"), verification=refused)


def make_proof(
    text: str,
    key: str,
    round_number: int,
    posted: RoundPairing,
    expected: RoundPairing | None,
    premises: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """
    Return the proof, as JSON holds it, that the posted pairing of a round is wrong.

    ``text`` is the event as TRF16 or TRF26, ``key`` the edition (dutch-2026, dutch-2017). ``premises`` may be
    ``assumed``, what the file does not say: ``rounds`` and ``initial_colour`` (w or b); or ``readings``, by identifier.
    Without an expected pairing, since no legal one exists, only that the posted pairing is illegal can be proven.
    """
    proof: dict[str, Any] = {
        "edition": key,
        "round": round_number,
        "posted": _list_games(posted),
        "expected": _list_games(expected) if expected else [],
        "assumed": {},
        "readings": {},
        **(premises or {}),
    }
    current = verifier.prepare_round(proof, verifier.read_event(text))
    first, second = proof["posted"], proof["expected"]
    faults = verifier.find_fault(current, first) or verifier.find_fault(current, second)
    if faults or set(map(frozenset, first)) == set(map(frozenset, second)):
        return proof
    number, penultimate = verifier.first_difference(current, first, second, 0), 0
    if current.edition.collapses:
        penultimate = _add_first_pairings(current, second, number, proof)
        number = verifier.first_difference(current, first, second, penultimate)
    sides = {
        side: verifier.divide(current, games, penultimate)[number - 1]
        for side, games in (("posted", first), ("expected", second))
    }
    if sides["posted"][1].downfloaters != sides["expected"][1].downfloaters:
        edges = {side: verifier.outlook_edges(current, *divided) for side, divided in sides.items()}
        proof["outlook"] = {side: _find_witness(found) for side, found in edges.items() if found}
    with suppress(verifier.ProofError):  # then `verifier.verify` says what does not hold
        proof["stated"] = verifier.evaluate_brackets(current, first, second, proof).stated
    return proof


def add_optimum(proof: dict[str, Any], text: str) -> dict[str, Any]:
    """
    Add for each bracket of 2026 down to the deciding one a witness that no candidate is better than the expected one.

    The first pairings of 2017 are such witnesses, and every proof has them.
    """
    current = verifier.prepare_round(proof, verifier.read_event(text))
    if "stated" not in proof or current.edition.collapses:
        return proof
    number = verifier.first_difference(current, proof["posted"], proof["expected"], 0)
    divided = verifier.divide(current, proof["expected"])[:number]
    return proof | {"optimum": [_prove_best(current, *one) for one in divided]}


def _list_games(pairing: RoundPairing) -> Games:
    """Return the pairs, White first, and the bye as a pair with 0."""
    games = [(pair.white, pair.black) for pair in pairing.pairs]
    return games if pairing.bye is None else [*games, (pairing.bye, verifier.BYE)]


def _find_witness(edges: Edges) -> dict[str, Any]:
    """Return a matching of least cost with its prices; raises ValueError if the players cannot all be matched."""
    costs = verifier.weigh(edges)
    vertices = sorted({vertex for edge in edges for vertex in edge})
    place = {vertex: at for at, vertex in enumerate(vertices)}
    groups = -(-max(costs.values(), default=1).bit_length() // _GROUP_BITS) or 1
    planes = np.full((groups, len(vertices), len(vertices)), -1, dtype=np.int64)
    for (first, second), cost in costs.items():
        levels = [cost >> _GROUP_BITS * at & (1 << _GROUP_BITS) - 1 for at in reversed(range(groups))]
        planes[:, place[first], place[second]] = planes[:, place[second], place[first]] = levels
    found = best_matching(planes)
    if found is None:
        raise ValueError("The remaining players cannot all be paired.")
    return {
        "matching": [(vertices[at], vertices[mate]) for at, mate in enumerate(found.mates) if at < mate],
        "prices": {vertex: _join_levels([values[at] for values in found.vertex_duals]) for vertex, at in place.items()},
        "groups": [
            [[vertices[at] for at in blossom.members], _join_levels(blossom.dual)] for blossom in found.blossoms
        ],
    }


def _join_levels(values: tuple[int, ...] | list[int]) -> int:
    joined = 0
    for value in values:
        joined = (joined << _GROUP_BITS) + value
    return joined


def _add_first_pairings(current: VerifiedRound, expected: Games, last: int, proof: dict[str, Any]) -> int:
    """
    Add for each bracket down to the deciding one how it is paired at first, without a look at the rest (A.9 of 2017).

    Returns the number of the penultimate pairing bracket, 0 if there is none so far.
    """
    divided = verifier.divide(current, expected)[:-1]
    proof["first_pairings"] = []
    for bracket, candidate in divided[:last]:
        edges = verifier.first_pairing(current, bracket)
        witness = _find_witness(edges)
        own = _with_following(current, bracket.number, candidate, edges)
        costs = verifier.weigh(edges)
        if _total(costs, own) == _total(costs, witness["matching"]):
            proof["first_pairings"].append(witness | {"matching": own})
            continue
        found = verifier.candidate_of(current, bracket, witness["matching"])
        obstacle = _find_barrier(current, verifier.rest_after(current, bracket, found))
        if obstacle is None:
            return 0  # the first pairing completes the round, and is better than the expected one
        for name, side in (("first", found), ("repaired", candidate)):
            witness[name] = _find_witness(verifier.following_bracket(current, bracket.number, side))
        proof["first_pairings"].append(witness)
        proof["barrier"] = obstacle
        return bracket.number
    return 0


def _with_following(current: VerifiedRound, number: int, candidate: verifier.CandidatePairing, edges: Edges) -> Games:
    """Return a candidate as a matching together with the best pairing of the following bracket."""
    following = _find_witness(verifier.following_bracket(current, number, candidate))["matching"]
    matching = [*candidate.pairs, *following]
    seated = {vertex for edge in matching for vertex in edge}
    empty = sorted({vertex for edge in edges for vertex in edge} - seated)
    return matching + list(zip(empty[::2], empty[1::2], strict=True))


def _prove_best(
    current: VerifiedRound, bracket: verifier.PairingBracket, candidate: verifier.CandidatePairing
) -> dict[str, Any]:
    """Return the candidate with its best completion as a matching, and the prices of all candidates of the bracket."""
    rest = verifier.rest_of_round(current, bracket.number, candidate)
    completion = _find_witness(rest)["matching"] if rest else []
    witness = _find_witness(verifier.all_candidates(current, bracket, candidate))
    return witness | {"matching": [*candidate.pairs, *completion]}


def _total(costs: dict[tuple[int, int], int], matching: Games) -> int:
    return sum(costs[edge] if edge in costs else costs[edge[::-1]] for edge in matching)


def _find_barrier(current: VerifiedRound, players: list[int]) -> dict[str, Any] | None:
    """Return a barrier that keeps the players from being paired; None if they can all be paired."""
    allowed = np.zeros((len(players), len(players)), dtype=np.uint8)
    for at, first in enumerate(players):
        for place, second in enumerate(players[:at]):
            allowed[at, place] = allowed[place, at] = not verifier.find_pair_fault(current, first, second)
    found = barrier(allowed)
    if found is None:
        return None
    return {
        "barrier": [players[at] for at in found.barrier],
        "groups": [[players[at] for at in group] for group in found.groups],
    }
