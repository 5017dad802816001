"""
Judge every legal round of small random events, also with forbidden games: none may be better than ours.

    PYTHONPATH=tests python -m batches.judge_every_round --system dubov-2026 --events 250 --players 5-8 --seed 77

A few forbidden games leave rounds that free play hardly ever brings about: two players of one half who have to meet in
round 1, for example. Exit status 1 if a round is judged better than ours (`reference-fault`), or the engine fails.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

from batches.answer_every_pair import drawn_rounds
from support.answers import every_pairing

from checker.verdicts.comparison import judge_pairing
from checker.verdicts.round_case import RoundContext
from checker.verdicts.verdict import Verdict
from random_tournaments.axes import Span
from reference_engines.frame.results import NoLegalPairingError, RoundPairing
from tournaments.model import ForbiddenGroup

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from checker.questions.question import Question
    from reference_engines.frame.rules import PreparedEvent

_MOST_FORBIDDEN = 5
_OUR_FAULTS = (Verdict.REFERENCE_FAULT, Verdict.CRASH)


def forbid_games(question: Question, rng: random.Random) -> PreparedEvent:
    """Return the event with a few games forbidden in the round, drawn at random."""
    players, event = list(question.scores), question.prepared.source
    rows = question.prepared.rules.edition.rows(question.stage)
    apart = tuple(
        ForbiddenGroup(players=frozenset(rng.sample(players, 2)), first_round=rows.start + 1, last_round=rows.stop)
        for _ in range(rng.randint(1, _MOST_FORBIDDEN))
    )
    return question.prepared.rules.prepare(replace(event, forbidden=(*event.forbidden, *apart)), question.prepared)


def judge_every_round(prepared: PreparedEvent, stage: int, players: Sequence[int]) -> Iterator[Verdict]:
    """Yield the verdict on each legal round of the players; none if the rules have no round."""
    try:
        prepared.round(stage).expected()
    except NoLegalPairingError:
        return
    for pairing in every_round(players):
        if not prepared.round(stage).assess(pairing).violations:
            yield judge_pairing(prepared, stage, pairing, RoundContext(event="")).verdict


def every_round(players: Sequence[int]) -> Iterator[RoundPairing]:
    """Yield every complete round of some players, legal or not, with one choice of colours."""
    for bye in players if len(players) % 2 else [None]:
        for pairs in every_pairing([tpn for tpn in players if tpn != bye]):
            yield RoundPairing(pairs=pairs, bye=bye)


def main() -> int:
    """Judge, and print how many rounds got each verdict."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--system", default="dutch-2026")
    parser.add_argument("--events", type=int, default=100)
    parser.add_argument("--players", default="5-8")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng, counts = random.Random(options.seed), Counter[Verdict]()
    span = Span(*map(int, options.players.split("-")))
    for number, question in enumerate(islice(drawn_rounds(options.system, span, options.seed), options.events)):
        for prepared in (question.prepared, forbid_games(question, rng)):
            verdicts = Counter(judge_every_round(prepared, question.stage, list(question.scores)))
            counts += verdicts
            if any(verdict in verdicts for verdict in _OUR_FAULTS):
                sys.stdout.write(f"event {number}, round {question.stage}: {prepared.source.forbidden}\n")
    told = ", ".join(f"{verdict.value} {count}" for verdict, count in counts.most_common())
    sys.stdout.write(f"{options.system}: {counts.total()} rounds: {told}\n")
    return int(any(counts[verdict] for verdict in _OUR_FAULTS))


if __name__ == "__main__":
    sys.exit(main())
