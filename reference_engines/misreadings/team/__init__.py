"""
Misreadings of the team system: criteria left out, or in another order; byes as floats; a round paired at once.

Most of [C1] to [C6] are not data, so that they cannot be misread here. To count every team that floats in consecutive
rounds instead of the opponents of upfloaters only, or the reverse, changes nothing: every upfloater meets a resident,
so that the number of upfloaters who float again is the same in every pairing.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise, permutations
from operator import methodcaller
from typing import TYPE_CHECKING, Any

import numpy as np

from reference_engines.definitions.criteria import Contribution, Criterion, index_levels
from reference_engines.frame.results import NoLegalPairingError
from reference_engines.matching import first_best
from reference_engines.misreadings.dutch.making import misreading, parts
from reference_engines.misreadings.team.scores import compared_colour_misreadings, generated_team_misreadings
from reference_engines.misreadings.team.variations import varied_team_misreadings
from reference_engines.packing import contributed_terms, decision_rows, pack, present
from reference_engines.team.edition import ByeBar, FirstTeamKey
from reference_engines.upfloating.edition import (
    FOLLOWING,
    UPFLOATER_SCORES,
    UPFLOATERS,
    UPFLOATERS_AGAIN,
    pair_contribution,
)
from reference_engines.upfloating.search import BY_MATCHING, Search
from tournaments.teams.event import MatchResult

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from reference_engines.frame.rules import Rules
    from reference_engines.frame.variants import Misreading
    from reference_engines.team.edition import TeamEdition
    from reference_engines.upfloating.edition import UpfloatingEdition
    from reference_engines.upfloating.participants import UpfloatingParticipants

    Changed = Callable[[Any], Rules]


def misreadings_of(edition: TeamEdition) -> tuple[Misreading, ...]:
    """Return the misreadings of an edition: criteria left out, neighbours exchanged, and what programs misread."""
    return (*_left_out(edition), *_exchanged(edition), BYES_ARE_FLOATS, _whole_round(edition))


def generated_misreadings(edition: TeamEdition) -> tuple[Misreading, ...]:
    """Return the misreadings that the parts of an edition suggest: of meetings, the bye, criteria and orders."""
    own: object = edition
    generated = (*_definitions(edition), *_moved(edition), *_orders(edition), *_floats(edition), *_colours(edition))
    return tuple(one for one in generated if one.rules(edition) != own)


def varied_misreadings(edition: TeamEdition) -> tuple[Misreading, ...]:
    """Return rarer misreadings: of floats, preferences, colours, criteria and orders."""
    return (
        *_single_meetings(edition),
        *compared_colour_misreadings(),
        *varied_team_misreadings(edition),
        *generated_team_misreadings(edition),
    )


_FORFEITS = frozenset({MatchResult.FORFEIT_WIN, MatchResult.FORFEIT_LOSS, MatchResult.DOUBLE_FORFEIT})


def _single_meetings(edition: TeamEdition) -> Iterator[Misreading]:
    both_lost = frozenset({MatchResult.DOUBLE_FORFEIT})
    for name, words, results in (
        ("single-forfeits", "a match that one of the teams forfeited", _FORFEITS - both_lost),
        ("double-forfeits", "a match that both teams forfeited", both_lost),
    ):
        yield misreading(
            f"{name}-are-meetings",
            f"{words} counted as a meeting",
            edition.articles.rematch,
            parts(met=edition.met | results),
        )


def _definitions(edition: TeamEdition) -> Iterator[Misreading]:
    rematch, bar = edition.articles.rematch, edition.articles.bye_bar
    yield misreading(
        "forfeits-are-meetings", "a forfeited match counted as a meeting", rematch, parts(met=edition.met | _FORFEITS)
    )
    yield misreading("meetings-left-out", "teams could meet again", rematch, parts(met=frozenset()))
    for bye_bar in ByeBar:
        yield misreading(
            f"bye-bar-{bye_bar.name.lower().replace('_', '-')}",
            f"{bye_bar.value} barred from the bye",
            bar,
            parts(bye_bar=bye_bar),
        )
    yield misreading(
        "completion-left-out",
        "upfloaters were selected whether the other teams could be paired or not",
        edition.articles.complete,
        parts(completes=False),
    )


def _moved(edition: TeamEdition) -> Iterator[Misreading]:
    criteria = edition.bracket_criteria
    for at, lower in enumerate(criteria):
        for upper in criteria[: max(at - 1, 0)]:
            kept = [one for one in criteria if one is not lower]
            place = kept.index(upper)
            yield misreading(
                f"{_dashed(lower.criterion)}-moved-above-{_dashed(upper.criterion)}",
                f"{lower.label} ranked above {upper.label}",
                lower.article,
                parts(bracket_criteria=(*kept[:place], lower, *kept[place:])),
            )
    for one in edition.bye_criteria:
        yield misreading(
            f"{_dashed(one.criterion)}-left-out",
            f"{one.article} were left out where the bye is given",
            one.article,
            parts(bye_criteria=tuple(other for other in edition.bye_criteria if other is not one)),
        )
    yield misreading(
        "bye-criteria-reversed",
        "the criteria of the bye were applied from the last to the first",
        edition.bye_criteria[0].article,
        parts(bye_criteria=edition.bye_criteria[::-1]),
    )


def _smallest(participants: UpfloatingParticipants) -> NDArray[np.int64]:
    return participants.tpn


def _largest(participants: UpfloatingParticipants) -> NDArray[np.int64]:
    return -participants.tpn


def _orders(edition: TeamEdition) -> Iterator[Misreading]:
    articles = edition.articles
    for identifier, sentence, article, change in (
        (
            "bye-to-smallest-number",
            "of equal teams the smallest number had the bye",
            articles.bye_last,
            parts(last_of_bye=_smallest),
        ),
        (
            "sets-from-largest-number",
            "sets of upfloaters were sorted from the largest number on",
            articles.sets,
            parts(order_of_set=_largest),
        ),
        (
            "seats-from-largest-number",
            "pairings were identified from the largest number on",
            articles.identifiers,
            parts(seats=_largest),
        ),
    ):
        yield misreading(identifier, sentence, article, change)


_BYES_WITH_POINTS = frozenset(
    {MatchResult.PAIRING_ALLOCATED_BYE, MatchResult.FULL_POINT_BYE, MatchResult.HALF_POINT_BYE}
)


BYES_ARE_FLOATS = misreading(
    "byes-are-floats", "a bye with points made a floater", "1.5", parts(floating_byes=_BYES_WITH_POINTS)
)


def _crosses(teams: UpfloatingParticipants) -> NDArray[np.bool_]:
    return teams.score[:, None] != teams.score[None, :]


def _cross_pairs(teams: UpfloatingParticipants) -> Contribution:
    return pair_contribution(_crosses(teams).astype(np.int64))


def _cross_differences(teams: UpfloatingParticipants) -> Contribution:
    entries, levels = index_levels(np.abs(teams.score[:, None] - teams.score[None, :]))
    return Contribution(pairs=entries, bound=teams.size // 2, levels=levels)


def _upfloaters_again(teams: UpfloatingParticipants) -> Contribution:
    again = (teams.score[:, None] > teams.score[None, :]) & teams.floated[None, :]
    return pair_contribution((again | again.T).astype(np.int64))


_OF_WHOLE_ROUND = {
    UPFLOATERS: Criterion("cross_pairs", "as few pairs as possible have two scores", _cross_pairs),
    UPFLOATER_SCORES: Criterion("cross_differences", "their scores differ as little as possible", _cross_differences),
    UPFLOATERS_AGAIN: Criterion("cross_again", "as few upfloaters as possible floated before", _upfloaters_again),
}
"""The criteria of upfloaters, counted in all pairs of a round; [C6] has nothing to look at then."""


def _pair_at_once(
    teams: UpfloatingParticipants, edition: UpfloatingEdition, unpaired: Sequence[int]
) -> tuple[tuple[int, int], ...]:
    """Return the pairs of positions that meet the criteria best when all teams count at once."""
    order = np.array(sorted(unpaired, key=edition.seats(teams).__getitem__))
    members = teams.select(order)
    criteria = [
        *(_OF_WHOLE_ROUND[one.criterion] for one in edition.upfloater_criteria if one.criterion in _OF_WHOLE_ROUND),
        *(one.criterion for one in edition.bracket_criteria),
    ]
    packed = pack(contributed_terms(criteria, members), present(members.allowed > 0))
    decisions = decision_rows([(place, place + 1, order.size) for place in range(order.size - 1)])
    mates = first_best(packed.costs, decisions, range(order.size))
    if mates is None:
        raise NoLegalPairingError("the round-pairing cannot be completed")
    return tuple((int(order[at]), int(order[mate])) for at, mate in enumerate(mates) if mate > at)


def _upfloaters_at_once(
    teams: UpfloatingParticipants, edition: UpfloatingEdition, unpaired: Sequence[int]
) -> tuple[int, ...]:
    """Return the teams below the top-scoregroup that meet its teams when the whole round is paired at once."""
    residents = set(teams.top(unpaired)[0])
    pairs = _pair_at_once(teams, edition, unpaired)
    return tuple(sorted(at for pair in pairs if residents & set(pair) for at in pair if at not in residents))


def _whole_round(edition: TeamEdition) -> Misreading:
    pairs_at_once = Search(
        choose_bye=BY_MATCHING.choose_bye, select_upfloaters=_upfloaters_at_once, pair_bracket=_pair_at_once
    )
    return misreading(
        "whole-round-at-once",
        "upfloaters were chosen for all scoregroups of the round at once, by the sums of the criteria",
        edition.articles.sets,
        parts(search=pairs_at_once),
    )


def _floats(edition: TeamEdition) -> Iterator[Misreading]:
    article = next((one.article for one in edition.quality_criteria if one.criterion is UPFLOATERS_AGAIN), "1.5")
    for identifier, words, number in (
        ("in-every-round", "in every round", 0),
        ("but-in-last-round", "in every round but the last", 1),
        ("but-in-last-three-rounds", "in every round but the last three", 3),
    ):
        yield misreading(
            f"floats-count-{identifier}", f"floats counted {words}", article, parts(rounds_without_floats=number)
        )
    yield misreading(
        "forfeits-are-floats",
        "a forfeited match against a team of another score gave a float",
        "1.5",
        parts(floating=edition.floating | _FORFEITS),
    )
    for one in edition.upfloater_criteria:
        if one.criterion in (FOLLOWING, UPFLOATER_SCORES):
            yield misreading(
                f"{_dashed(one.criterion)}-left-out",
                f"{one.label} were left out",
                one.article,
                methodcaller("without", one.criterion),
            )


def _colours(edition: TeamEdition) -> Iterator[Misreading]:
    """Yield rules on colours that are left out, moved or turned round, and other first-teams and colours."""
    rules = edition.colour_rules
    for at, one in enumerate(rules):
        name, article = one.name.lower().replace("_", "-"), one.value
        yield misreading(
            f"colour-rule-{name}-left-out",
            f"{article} were left out",
            article,
            parts(colour_rules=tuple(other for other in rules if other is not one)),
        )
        yield misreading(
            f"colour-rule-{name}-reversed",
            f"{article} gave the opposite colours",
            article,
            parts(opposite_colour_rules=frozenset({one})),
        )
        for upper in rules[:at]:
            kept = [other for other in rules if other is not one]
            place = kept.index(upper)
            yield misreading(
                f"colour-rule-{name}-before-{upper.name.lower().replace('_', '-')}",
                f"{article} were applied before {upper.value}",
                article,
                parts(colour_rules=(*kept[:place], one, *kept[place:])),
            )
    yield misreading(
        "forfeits-are-colours",
        "a forfeited match counted for colours",
        "1.6.1",
        parts(coloured=edition.coloured | _FORFEITS),
    )
    orders = (keys[:number] for keys in permutations(FirstTeamKey) for number in range(1, len(keys) + 1))
    for keys in dict.fromkeys(orders):
        if keys != edition.first_team_keys and keys[-1] is FirstTeamKey.NUMBER:
            yield misreading(
                f"first-team-by-{'-'.join(key.name.lower() for key in keys)}".replace("_", "-"),
                f"the first-team were found by {_join_keys([key.value for key in keys])}",
                "4.2",
                parts(first_team_keys=keys),
            )


def _join_keys(words: list[str]) -> str:
    """``the score, then the number``."""
    return ", then ".join(words) if len(words) > 1 else f"{words[0]} alone"


def _left_out(edition: TeamEdition) -> Iterator[Misreading]:
    by_floats = (one for one in edition.upfloater_criteria if one.criterion is UPFLOATERS_AGAIN)
    for numbered in (*by_floats, *edition.bracket_criteria):
        yield misreading(
            f"{_dashed(numbered.criterion)}-left-out",
            f"{numbered.label} were left out",
            numbered.article,
            methodcaller("without", numbered.criterion),
        )


def _exchanged(edition: TeamEdition) -> Iterator[Misreading]:
    for upper, lower in pairwise(edition.bracket_criteria):
        yield misreading(
            f"{_dashed(lower.criterion)}-above-{_dashed(upper.criterion)}",
            f"{lower.label} ranked above {upper.label}",
            lower.article,
            _swap_criteria(upper.criterion, lower.criterion),
        )


def _dashed(criterion: Criterion[Any]) -> str:
    return criterion.name.replace("_", "-")


def _swap_criteria(first: Criterion[Any], second: Criterion[Any]) -> Changed:
    """Exchange two criteria, each with its label; if one is missing, nothing changes."""

    def changed(rules: Any) -> Rules:
        listed = {numbered.criterion.name: numbered for numbered in rules.bracket_criteria}
        swaps = {first.name: second.name, second.name: first.name}
        swaps = swaps if swaps.keys() <= listed.keys() else {}
        return replace(rules, bracket_criteria=tuple(listed[swaps.get(name, name)] for name in listed))

    return changed
