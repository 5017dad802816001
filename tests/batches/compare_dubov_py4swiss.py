"""
The Dubov System beside py4swiss 0.3.1; print how many rounds are paired alike, and what explains the others.

    PYTHONPATH=tests python -m batches.compare_dubov_py4swiss --positions 1000 --seed 1 --mended

With ``--mended`` its choice of the bye is mended: it prefers the fewest games (3.1.4), and looks for the largest TPN
(3.1.5) by adding one to a weight that has no room for it. Positions are the rounds of events that are paired by this
engine, by the Dutch system, or anyhow; the last make many maximum upfloaters (C8, C9). A difference is explained if
this engine comes to the other pairing, colours included, under a few of the readings not taken and of the misreadings
that py4swiss is known to follow. Exit status 1 if one is not.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from py4swiss.engines import DubovEngine
from py4swiss.engines.common import PairingError as CannotPairError
from py4swiss.engines.dubov.bye_matcher import ByeMatcher
from py4swiss.engines.dubov.criteria.absolute import C2
from py4swiss.trf import TrfParser

from random_tournaments.plan import EventPlan, Rates
from random_tournaments.simulation import play
from reference_engines.dubov.rules import DUBOV_2026, OTHER_READINGS
from reference_engines.dutch.editions import DUTCH_2026
from reference_engines.frame.results import NoLegalPairingError, Pair, PairingError, RoundPairing
from reference_engines.matching import first_best
from reference_engines.misreadings import misreadings_of
from tournaments import write_trfx
from tournaments.model import Colour

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from py4swiss.dynamicuint import DynamicUint
    from py4swiss.engines.dubov.player import Player

    from reference_engines.frame.rules import Rules
    from tournaments.model import Event

    Games = set[tuple[int, int]]

_READ_OTHERWISE = (
    "DUBOV-UPFLOAT-FORFEIT",
    "DUBOV-FULL-POINT-BYE",
    "DUBOV-TIMES",
    "DUBOV-SHIFT-POOL",
    "DUBOV-BEGINNERS",
)
_ALTERED = ("bye-fewest-games", "preference-by-difference", "c6-highest-first", "c9-turned-round")
_MOST_TOGETHER = 3
BYE = 0


def known_changes() -> dict[str, Callable[[Any], Rules]]:
    """Return the readings that py4swiss is known to take, the first of each entry's other readings."""
    read = {name: rules for name, rules in reversed(OTHER_READINGS) if name in _READ_OTHERWISE}
    return read | {one.identifier: one.rules for one in misreadings_of(DUBOV_2026) if one.identifier in _ALTERED}


def ours(rules: Rules, event: Event, number: int) -> Games | None:
    """Return White and Black of every board, and the bye; None if the round cannot be paired."""
    try:
        pairing = rules.open(event).round(number).expected()
    except PairingError:
        return None
    bye = {(pairing.bye, BYE)} if pairing.bye is not None else set()
    return {(pair.white, pair.black) for pair in pairing.pairs} | bye


def theirs(event: Event) -> Games | None:
    """Have py4swiss pair the next round; None if it refuses to."""
    lines = write_trfx(event).splitlines(keepends=True)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "event.trfx"
        path.write_text("".join(line for line in lines if line.startswith(("001", "XXR", "XXC"))), encoding="utf-8")
        try:
            return {(pair.white, pair.black) for pair in DubovEngine.generate_pairings(TrfParser.parse(path))}
        except CannotPairError:
            return None


def explained(event: Event, number: int, posted: Games | None) -> tuple[str, ...] | None:
    """Return the fewest changes under which this engine makes the posted pairing; None if it never does."""
    changes = known_changes()
    for together in range(1, _MOST_TOGETHER + 1):
        for names in combinations(changes, together):
            rules: Rules = DUBOV_2026
            for name in names:
                rules = changes[name](rules)
            if ours(rules, event, number) == posted:
                return names
    return None


def anyhow(event: Event, number: int, rng: random.Random) -> RoundPairing:
    """Pair a round by chance, legally."""
    round_to_pair = DUBOV_2026.bind(DUBOV_2026.prepare(event), number)
    numbers, players = round_to_pair.participants.numbers, round_to_pair.players
    able = [place for place in range(players.size) if players.bye_allowed[place]]
    rng.shuffle(able)
    for bye in able if players.is_odd else [None]:
        present = [place for place in range(players.size) if place != bye]
        costs = np.array([[rng.randrange(100) for _ in present] for _ in present], dtype=np.int64)
        costs = np.where(players.allowed[np.ix_(present, present)] > 0, costs + costs.T, -1)
        mates = first_best(costs[None])
        if mates is None:
            continue
        pairs = []
        for place, mate in enumerate(mates.tolist()):
            if place < mate:
                given = round_to_pair.colours((present[place], present[mate]))
                pairs.append(Pair(numbers[given.white], numbers[given.black]))
        return RoundPairing(pairs=tuple(pairs), bye=None if bye is None else numbers[bye])
    raise NoLegalPairingError


def positions(seed: int) -> Iterator[tuple[str, Event, int]]:
    """Yield endlessly the pairer's name, an event up to a round, and the round."""
    index = 0
    while True:
        rng = random.Random(f"{seed}-{index}")
        how = ("own", "dutch", "anyhow", "anyhow")[index % 4]
        rounds: list[tuple[str, Event, int]] = []

        def pairer(event: Event, number: int, how: str = how, rng: random.Random = rng) -> RoundPairing:
            if not event.requested_byes:
                rounds.append((how, event, number))  # noqa: B023 - called before the next turn
            if how == "anyhow":
                return anyhow(event, number, rng)
            return (DUBOV_2026 if how == "own" else DUTCH_2026).open(event).round(number).expected()

        play(_plan(rng), pairer, rng)
        yield from rng.sample(rounds, min(4, len(rounds)))
        index += 1


def _plan(rng: random.Random) -> EventPlan:
    forfeit, bye = rng.choice((0.0, 0.03, 0.1)), rng.choice((0.0, 0.0, 0.01))
    return EventPlan(
        players=rng.randint(10, 40),
        rounds=rng.randint(4, 12),
        initial_colour=rng.choice((Colour.WHITE, Colour.BLACK)),
        rates=Rates(forfeit=forfeit, draw=0.35, half_point_bye=bye, full_point_bye=bye),
        system_code="FIDE_DUBOV",
    )


def _mended_weight(self: ByeMatcher, player: Player) -> DynamicUint:
    """Put the most games first, and leave a digit free for the TPN."""
    weight = self._max_weight & 0
    if C2.evaluate(player, player):
        games = sorted(self._games_dict).index(len(player.opponents))
        weight |= 1
        weight <<= self._point_bits
        weight |= self._points_dict[player.points_with_acceleration]
        weight <<= self._game_bits
        weight |= games
        weight <<= 1
    return weight


def main() -> int:
    """Compare, and print figures; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--mended", action="store_true", help="mend its choice of the bye")
    chosen = parser.parse_args()
    if chosen.mended:
        ByeMatcher._get_bye_weight = _mended_weight  # noqa: SLF001 - its own fault is mended
    counts: Counter[tuple[str, str]] = Counter()
    maximum: Counter[str] = Counter()
    for number, (how, event, stage) in enumerate(positions(chosen.seed)):
        if number == chosen.positions:
            break
        own, other = ours(DUBOV_2026, event, stage), theirs(event)
        said = "alike"
        if own != other:
            names = explained(event, stage, other)
            said = "not explained" if names is None else " and ".join(names)
            if names is None:
                Path(f"unexplained-{chosen.seed}-{number}.trfx").write_text(write_trfx(event), encoding="utf-8")
        counts[how, said] += 1
        maximum[how] += bool(DUBOV_2026.open(event).round(stage).participants.maximum_upfloaters.any())
    for (how, said), count in sorted(counts.items()):
        sys.stdout.write(f"{count:>6} {how}: {said}\n")
    sys.stdout.write(f"with a maximum upfloater: {dict(maximum)}\n")
    return 1 if any(said == "not explained" for _, said in counts) else 0


if __name__ == "__main__":
    sys.exit(main())
