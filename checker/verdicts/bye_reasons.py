"""Why a player has the bye: the rule, the players who may not have it, and the players with as many points."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from checker.verdicts.phrases import capitalise, cite_rule, spell_number
from tournaments.points import describe_points

if TYPE_CHECKING:
    from checker.verdicts.round_players import RoundPlayers

_MAX_NAMES = 3
_OTHERS_CAN_BE_PAIRED = re.compile(r" and without wh(om|ich) all others can be paired")


def describe_bye_rule(players: RoundPlayers, right: int | None) -> str:
    """Return the rule of the bye as a sentence without a full stop; what does not matter in the round is left out."""
    rule = capitalise(players.prepared_round.bye_rule.sentence.partition(";")[0])
    if right is None:
        return rule
    lower = (tpn for tpn, points in players.scores.items() if points < players.scores[right])
    return rule if any(not players.why_no_bye(tpn) for tpn in lower) else _OTHERS_CAN_BE_PAIRED.sub("", rule)


def explain_bye_candidates(
    players: RoundPlayers, right: int | None, wrong: int | None = None, *, with_equals: bool = True
) -> str:
    """Name the players with fewer points who may not have the bye, and the players with as many points who may."""
    if right is None:
        return ""
    score, name = players.scores[right], players.roster.name_player
    lower = [tpn for tpn, points in players.scores.items() if points < score]
    parts = list[str]()
    barred = [tpn for tpn in lower if players.why_no_bye(tpn)]
    if len(barred) == 1:
        parts.append(f"{name(barred[0])} ({players.why_no_bye(barred[0])}) may not have it.")
    elif barred:
        parts.append(f"{players.roster.name_players(barred, _MAX_NAMES)} may not have it.")
    if wrong is not None and players.scores.get(wrong, score) > score:
        parts.append(
            f"{name(right)} has {describe_points(score)}, {name(wrong)} {describe_points(players.scores[wrong])}."
        )
    same = [tpn for tpn, points in players.scores.items() if points == score]
    allowed = [tpn for tpn in same if not players.why_no_bye(tpn)]
    if with_equals and len(same) > 1 and len(allowed) < len(same) and len(allowed) <= _MAX_NAMES:
        others = f"the {spell_number(len(same))} {players.participant}s on {describe_points(score)}"
        parts.append(f"Of {others}, only {players.roster.name_players(allowed)} may have it.")
    return " ".join(parts)


def explain_right_bye(players: RoundPlayers, right: int) -> str:
    """Explain a right bye by its rule, with the article, and by the players who may not have it."""
    rule = players.prepared_round.bye_rule
    cited = cite_rule(rule.label, rule.article)
    return f"{describe_bye_rule(players, right)}{cited}. {explain_bye_candidates(players, right)}".rstrip()
