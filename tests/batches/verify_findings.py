"""
Have every finding on rounds with planted errors verified from the text alone; print counts and what disagrees.

    PYTHONPATH=tests python -m batches.verify_findings --edition dutch-2026 --rounds 2500 --players 4 60 --seed 1
    PYTHONPATH=tests python -m batches.verify_findings --edition dutch-2017 --rounds 25 --players 100 300 --seed 2

Every round of a generated event is posted wrongly in several ways: as a misreading of the rules pairs it, and as chance
changes the right pairing. Each accusation is written down as an event and a proof, and `checker.verifier` verifies it;
a share of them is turned round, so that the right pairing is accused, and must be refused. Exit status 1 if the
verifier ever disagrees: if it does not confirm a finding, names another criterion, bracket or step, or confirms a
reversed one. ``--folder`` keeps the files of such an accusation.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import Counter
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from checker.planting import with_last_round
from checker.proofs import VERIFIED, add_optimum, is_agreed, make_proof
from checker.verdicts.comparison import judge_pairing
from checker.verdicts.round_case import RoundContext
from checker.verdicts.verdict import Verdict
from checker.verifier import ProofError, verify
from random_tournaments.axes import Axes, Span, WeightedChoice
from random_tournaments.event_batch import Batch
from random_tournaments.plan import Acceleration
from random_tournaments.steering import STEERING_AXES
from reference_engines.frame.results import Pair, PairingError, RoundPairing
from reference_engines.frame.systems import engine_for
from reference_engines.misreadings import misreadings_of
from tournaments.trf.writing import write_trf26

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from checker.findings import RoundFinding
    from reference_engines.frame.rules import PreparedEvent
    from tournaments.model import Event

_SWAPS = 3
"""Pairings by chance for each round."""
_MISREAD = 2
"""Pairings by a misreading for each round, at most."""
_PER_ROUND = 3
"""Findings for each round, at most."""
_TRIED = 12
"""Misreadings that are tried for each round."""
_SHARE_REVERSED = 0.25


class Accusation(NamedTuple):
    """A pairing held to be wrong, the right one, and the event in which the first is recorded."""

    event: Event
    number: int
    posted: RoundPairing
    expected: RoundPairing
    finding: RoundFinding


class Outcome(NamedTuple):
    """The verifier's answer to an accusation."""

    is_agreed: bool
    sentence: str
    seconds: float


def cut_event(event: Event, number: int) -> Event:
    """Return the event up to a round."""
    players = tuple(replace(player, rounds=player.rounds[:number]) for player in event.players)
    return replace(event, players=players, rounds_recorded=number, requested_byes=())


def wrong_pairings(
    prepared: PreparedEvent, number: int, right: RoundPairing, rng: random.Random
) -> Iterator[RoundPairing]:
    """Yield different wrong pairings of a round: of misreadings first, then by chance."""
    seen = {(right.games, right.bye)}
    for wrong in (*islice(misread_pairings(prepared, number, right, rng), _MISREAD), *chance_pairings(right, rng)):
        if (wrong.games, wrong.bye) not in seen:
            seen.add((wrong.games, wrong.bye))
            yield wrong


def misread_pairings(
    prepared: PreparedEvent, number: int, right: RoundPairing, rng: random.Random
) -> Iterator[RoundPairing]:
    """Yield the pairings of a round by misreadings of the rules."""
    known = misreadings_of(prepared.rules)
    for misreading in rng.sample(known, min(_TRIED, len(known))):
        try:
            wrong = misreading.rules(prepared.rules).open(prepared.source).round(number).expected()
        except PairingError:
            continue
        same_players = {p for game in wrong.games for p in game} | {wrong.bye} == {
            p for game in right.games for p in game
        } | {right.bye}
        if same_players:
            yield wrong


def chance_pairings(right: RoundPairing, rng: random.Random) -> Iterator[RoundPairing]:
    """Yield the right pairing with players exchanged between near boards, the bye among them."""
    for _ in range(_SWAPS):
        boards = [list(pair.players) for pair in right.pairs]
        if right.bye is not None:
            boards.append([right.bye, 0])
        for _ in range(rng.choice((1, 1, 2))):
            first = rng.randrange(len(boards))
            second = min(len(boards) - 1, max(0, first + rng.choice((-3, -2, -1, 1, 2, 3))))
            if first != second:
                one, other = rng.randrange(2), rng.randrange(2)
                boards[first][one], boards[second][other] = boards[second][other], boards[first][one]
        if any(board == [0, 0] for board in boards):
            continue
        byes = [player for board in boards if 0 in board for player in board if player]
        pairs = tuple(Pair(*board) for board in boards if 0 not in board)
        yield RoundPairing(pairs=pairs, bye=byes[0] if byes else None)


def accusations(event: Event, key: str, rng: random.Random) -> Iterator[Accusation]:
    """Yield the findings on wrong pairings of every round of an event."""
    for number in range(1, event.rounds_recorded + 1):
        cut = cut_event(event, number)
        prepared = engine_for(key).open(cut)
        try:
            right = prepared.round(number).expected()
        except PairingError:
            continue
        accused = 0
        for wrong in wrong_pairings(prepared, number, right, rng):
            if accused == _PER_ROUND:
                break
            finding = judge_pairing(prepared, number, wrong, RoundContext(event=event.name))
            if finding.verdict in VERIFIED:
                accused += 1
                yield Accusation(with_last_round(cut, wrong), number, wrong, right, finding)
            elif finding.verdict is Verdict.REFERENCE_FAULT:
                _say(f"{event.name}, round {number}: {finding.sentence}")


def verify_accusation(accusation: Accusation, key: str, folder: Path | None, *, with_optimum: bool) -> Outcome:
    """Have an accusation verified, and compare what decides."""
    text = write_trf26(accusation.event)
    proof = make_proof(text, key, accusation.number, accusation.posted, accusation.expected)
    proof = add_optimum(proof, text) if with_optimum else proof
    written = json.dumps(proof)
    start = time.process_time()
    try:
        verdict = verify(json.loads(written), text)
    except ProofError as error:
        return Outcome(is_agreed=False, sentence=str(error), seconds=0)
    seconds = time.process_time() - start
    agreed = is_agreed(accusation.finding, verdict)
    if not agreed and folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        stem = f"{key}-{accusation.finding.event or 'event'}-{accusation.number}-{abs(hash(text)) % 10**6}"
        (folder / f"{stem}.json").write_text(written, "utf-8")
        (folder / f"{stem}.trf").write_text(text, "utf-8")
    return Outcome(is_agreed=agreed, sentence=verdict.sentence, seconds=seconds)


def verify_reversed(accusation: Accusation, key: str) -> Outcome:
    """Accuse the right pairing with the wrong one as the expected one, which must be refused."""
    text = write_trf26(with_last_round(accusation.event, accusation.expected))
    try:
        proof = make_proof(text, key, accusation.number, accusation.expected, accusation.posted)
        verdict = verify(json.loads(json.dumps(proof)), text)
    except ProofError as error:
        return Outcome(is_agreed=True, sentence=str(error), seconds=0)
    return Outcome(is_agreed=not verdict.is_confirmed, sentence=verdict.sentence, seconds=0)


def axes_of(players: Span, rng: random.Random) -> Axes:
    """Return the axes of an event: as broad as any, or with few players and many rounds."""
    if players.highest > 60:
        return Axes(players=players, rounds=Span(5, 11))
    if rng.random() < 0.5:
        narrow = Span(max(7, players.lowest), min(22, players.highest))
        return replace(STEERING_AXES, players=narrow, rounds=Span(4, 10))
    return Axes(players=players, rounds=Span(4, 11), acceleration=WeightedChoice(tuple(Acceleration), (8, 2, 1, 1, 1)))


def name_decision(finding: RoundFinding) -> str:
    """Name the verdict and the criterion or article that decides."""
    criterion = finding.argument.deciding_criterion
    return f"{finding.verdict.value} {criterion.label if criterion else finding.article}"


def run(key: str, rounds: int, players: Span, seed: int, folder: Path | None, *, with_optimum: bool = False) -> int:
    """Verify the findings on a number of different rounds; return the number of disagreements."""
    counts: Counter[str] = Counter()
    seconds: list[float] = []
    posted_rounds: set[tuple[int, int]] = set()
    wrong = index = turned = 0
    while len(posted_rounds) < rounds:
        rng = random.Random(f"{seed}-{index}")
        event = replace(
            Batch(seed=seed, axes=axes_of(players, rng), system=key).play(index).event, name=f"event {index}"
        )
        for accusation in accusations(event, key, rng):
            if len(posted_rounds) == rounds and (index, accusation.number) not in posted_rounds:
                break
            outcome = verify_accusation(accusation, key, folder, with_optimum=with_optimum)
            seconds.append(outcome.seconds)
            counts["with a proven optimum"] += "no candidate of bracket" in outcome.sentence
            posted_rounds.add((index, accusation.number))
            counts[name_decision(accusation.finding)] += 1
            counts.update(f"in the {kind}" for kind in ("PPB", "CLB") if f", the {kind}" in outcome.sentence)
            outcomes = [outcome]
            if rng.random() < _SHARE_REVERSED:
                outcomes.append(verify_reversed(accusation, key))
                turned += 1
            for number, answer in enumerate(outcomes):
                if not answer.is_agreed:
                    wrong += 1
                    place = f"event {index}, round {accusation.number} of seed {seed}{', reversed' * number}"
                    _say(f"{place}: {answer.sentence}; ours: {accusation.finding.sentence}")
        index += 1
    for name, count in sorted(counts.items()):
        _say(f"{count:>7} {name}")
    source = f"{len(posted_rounds)} rounds of {index} events"
    _say(f"{key}: {len(seconds)} findings on {source} verified, {turned} reversed, {wrong} disagreements")
    _say(f"seconds for a finding: {sorted(seconds)[len(seconds) // 2]:.3f} median, {max(seconds):.3f} at most")
    return wrong


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the batch."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--edition", choices=("dutch-2026", "dutch-2017"), required=True)
    parser.add_argument(
        "--rounds", type=int, default=500, help="different rounds, each posted wrongly in two ways at most"
    )
    parser.add_argument("--players", type=int, nargs=2, default=(4, 60), metavar=("FEWEST", "MOST"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, help="where event and proof of each disagreement are written")
    parser.add_argument("--optimum", action="store_true", help="prove that no candidate of 2026 is better, too")
    chosen = parser.parse_args(arguments)
    players = Span(*chosen.players)
    wrong = run(chosen.edition, chosen.rounds, players, chosen.seed, chosen.folder, with_optimum=chosen.optimum)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
