"""Misreadings of the Burstein System: each rule left out, turned round, or taken from elsewhere."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from reference_engines.burstein.edition import (
    FLOATER_SCORES_UPWARDS,
    INCOMING_FLOATER_SCORES,
    INCOMING_FLOATERS,
    Absolute,
    OpponentOrder,
)
from reference_engines.burstein.participants import Method, Series, no_score
from reference_engines.burstein.seeding import DUTCH, change_seeding
from reference_engines.definitions.bye_first import ByeKey
from reference_engines.definitions.criteria import NumberedCriterion
from reference_engines.definitions.player_states import ByeRule
from reference_engines.downfloating.bracket import (
    COLOUR_PREFERENCE,
    DOWNFLOATER_SCORES,
    DOWNFLOATERS,
    FOLLOWING_BRACKET,
)
from reference_engines.dutch.criteria import TOPSCORER_CRITERIA
from reference_engines.misreadings import shared
from reference_engines.misreadings.burstein import ranking
from reference_engines.misreadings.burstein.index import index_variations, order_variations
from reference_engines.misreadings.dutch import colour_keys, colours, grammar
from reference_engines.misreadings.dutch import misreadings_of as misreadings_of_dutch
from reference_engines.misreadings.dutch.colour_conditions import colour_counts
from reference_engines.misreadings.dutch.colour_histories import colour_history_misreadings
from reference_engines.misreadings.dutch.colours import colour_rules
from reference_engines.misreadings.dutch.criteria_variations import weights
from reference_engines.misreadings.dutch.definitions import scheduled
from reference_engines.misreadings.dutch.families import played_or, replace_counts
from reference_engines.misreadings.dutch.making import misreading, named, parts
from reference_engines.misreadings.dutch.names import HIGHER_RANKED, INITIAL_COLOURS, is_known
from reference_engines.misreadings.dutch.preferences import changed_preferences, preference_misreadings
from reference_engines.misreadings.dutch.unplayed import bar_misreadings
from reference_engines.misreadings.rounds import double_forfeit, single_forfeit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from reference_engines.burstein.edition import BursteinText
    from reference_engines.burstein.seeding import SeedingRules
    from reference_engines.definitions.criteria import Contribution
    from reference_engines.definitions.history import BoolArray, History, IntArray
    from reference_engines.downfloating.bracket import Bracket, BracketCriterion, NumberedBracketCriterion
    from reference_engines.frame.rules import Rules
    from reference_engines.frame.variants import Misreading


def misreadings_of(text: BursteinText) -> tuple[Misreading, ...]:
    """Return the misreadings of an edition: of seeding, Index, criteria, bye and order."""
    return (
        *_seeding_misreadings(text.seeding),
        *ranking.known_seeding_rounds(text),
        *_index_misreadings(text),
        *_absolute_criteria_misreadings(text),
        *_criteria_misreadings(text),
        *_bye_misreadings(text),
        *_order_misreadings(text),
    )


def generated_misreadings(text: BursteinText) -> tuple[Misreading, ...]:
    """Return the misreadings that the parts of an edition suggest: of the Index, the criteria and the bye."""
    return (*_opposition_misreadings(text), *shared.exchanged_criteria(text), *shared.bye_misreadings(text))


def varied_misreadings(text: BursteinText) -> tuple[Misreading, ...]:
    """Return rarer misreadings: of the Index and the rules on colours."""
    listed = [one.rules(text) for one in (*_index_misreadings(text), *_opposition_misreadings(text))]
    varied = (
        *_varied_indices(text),
        *index_variations(text),
        *order_variations(text),
        *shared.colour_step_misreadings(text),
        *_reversed_colour_rules(text),
        *_colour_misreadings(text),
        *(one for one in bar_misreadings(text.byes, text.bye_order[0][1]) if not is_known(one.identifier)),
        *shared.ranking_misreadings(text),
        *ranking.generated_rankings(text),
        *generated_criteria(text),
        *shared.bye_key_misreadings(text),
        *_choices(text),
    )
    return tuple(one for one in varied if one.rules(text) not in listed)


def _choices(text: BursteinText) -> Iterator[Misreading]:
    """Yield the last BSN as the first to be given an opponent, and floaters behind residents."""
    yield misreading(
        "ranked-floaters-last",
        "incoming floaters were ranked behind the residents of a bracket",
        text.ranking_article,
        parts(ranks_floaters_last=True),
    )
    for order, further in (
        (OpponentOrder.HALVES_FIRST, "else the players next to these"),
        (OpponentOrder.HALVES_DOWNWARDS, "else the players below these"),
    ):
        yield misreading(
            f"order-{order.name.lower().replace('_', '-')}",
            f"the upper half of a bracket met its lower half in order, {further}",
            text.opponents_article,
            parts(order=order),
        )
    for order in OpponentOrder:
        yield misreading(
            f"last-chooses-{order.name.lower().replace('_', '-')}",
            f"the last BSN were the first to be given an opponent: {order.value}",
            text.opponents_article,
            parts(chooses_from_last=True, order=order),
        )


def _colour_misreadings(text: BursteinText) -> Iterator[Misreading]:
    """Yield other colours and preferences of players, which seeding rounds share, and other rules on colours."""
    own: Any = text
    articles, seeding = text.seeding.definition_articles, text.seeding.definitions
    listed = {one.identifier.removeprefix(DUTCH) for one in _seeding_misreadings(text.seeding)}
    varied = (
        *colour_history_misreadings(articles.squeezed_colours),
        *changed_preferences(articles.absolute_preference, seeding.preferences),
        *preference_misreadings(articles.absolute_preference),
        *shared.record_misreadings(
            text.seeding.colour_articles, articles.absolute_preference, articles.score, seeding.preferences
        ),
    )
    for one in (one for one in varied if one.identifier not in listed and not is_known(one.identifier)):
        yield misreading(one.identifier, one.sentence, one.article, change_seeding(one.rules))
    yield from colours.misread(own)
    yield from named(colour_keys.initial_keys, INITIAL_COLOURS)(own)
    yield from named(colour_keys.ranks_in_colour_rules, HIGHER_RANKED)(own)


def _reversed_colour_rules(text: BursteinText) -> Iterator[Misreading]:
    own: Any = text
    return (one for one in colour_rules(own) if one.identifier.endswith("-reversed"))


def _varied_indices(text: BursteinText) -> Iterator[Misreading]:
    index, article = text.index, text.index_article
    for series in Series:
        yield misreading(
            f"index-series-{series.name.lower().replace('_', '-')}",
            f"the zero-point byes that count as draws in the Index of opponents were {series.value}",
            article,
            parts(index=replace(index, series=series)),
        )
    yield misreading(
        "index-forfeits-in-series",
        f"a loss by forfeit did{' not' * index.forfeits_in_series} count as a zero-point bye in the Index",
        article,
        parts(index=replace(index, forfeits_in_series=not index.forfeits_in_series)),
    )
    for name, words, is_meant in (
        ("double-forfeits", "a game that both players forfeited", double_forfeit),
        ("single-forfeits", "a game that one player won by forfeit", single_forfeit),
    ):
        yield misreading(
            f"index-with-{name}",
            f"{words} counted in the Index like any other",
            article,
            parts(index=replace(index, games=partial(played_or, is_meant))),
        )
    for method, name in ((Method.BUCHHOLZ, "Buchholz"), (Method.SONNEBORN_BERGER, "Sonneborn-Berger")):
        yield misreading(
            f"index-{name.lower()}-of-games-alone",
            f"the Index were {name} alone, and rounds without a game added nothing",
            article,
            parts(index=replace(index, methods=(method,), unplayed_scores=no_score)),
        )
    yield misreading(
        "ranked-by-score-and-number",
        "players were ranked by score, and of one score by TPN alone",
        text.ranking_article,
        parts(ranks_by_score=True, index=replace(index, methods=())),
    )


def _opposition_misreadings(text: BursteinText) -> Iterator[Misreading]:
    index = text.index
    for identifier, sentence, misread in (
        (
            "index-scores-when-met",
            "opponents counted in the Index with the scores that they had when they were met",
            replace(index, opponents_scores=_scores_of_round(after=False)),
        ),
        (
            "index-scores-after-the-game",
            "opponents counted in the Index with the scores that they had after the game",
            replace(index, opponents_scores=_scores_of_round(after=True)),
        ),
        (
            "index-with-forfeits",
            "a forfeited game counted in the Index like any other",
            replace(index, games=scheduled),
        ),
        (
            "index-of-games-and-absences",
            (
                "rounds for which a player was not to be paired added nothing to the Index, but other rounds without a "
                "game did"
            ),
            replace(index, opponents_scores=_without_absences, games=_or_absent),
        ),
    ):
        yield misreading(identifier, sentence, text.index_article, parts(index=misread))


def _scores_of_round(*, after: bool) -> Callable[[History, IntArray, int], IntArray]:
    def scores(history: History, score: IntArray, row: int) -> IntArray:
        del score
        of_rounds = history.score[after : row + after]
        return np.take_along_axis(of_rounds, np.maximum(history.opponent[:row], 0), axis=1)

    return scores


def _or_absent(history: History) -> BoolArray:
    return history.played | ~history.paired


def _without_absences(history: History, score: IntArray, row: int) -> IntArray:
    return np.where(history.played[:row], score[history.opponent[:row]], 0)


def _seeding_misreadings(seeding: SeedingRules) -> Iterator[Misreading]:
    """Yield the misreadings of the Dutch system, each in the seeding rounds of an event, which have no topscorers."""
    own = _rules_without_topscorers(seeding, seeding)
    for one in misreadings_of_dutch(seeding):
        misread = _rules_without_topscorers(one.rules(seeding), seeding)
        if misread != own:
            where = "" if _changes_colours(own, misread) else ", in seeding rounds"
            yield replace(
                one,
                identifier=f"{DUTCH}{one.identifier}",
                sentence=f"{one.sentence}{where}",
                rules=change_seeding(one.rules),
            )


def _changes_colours(own: Any, misread: Any) -> bool:
    """Whether rules of the seeding rounds differ in definitions on colours, which all rounds share."""
    ours, theirs = own.definitions, misread.definitions
    return any(getattr(ours, name) != getattr(theirs, name) for name in ("coloured", "colour_history", "preferences"))


def _rules_without_topscorers(rules: Any, printed: SeedingRules) -> Rules:
    """Return rules without the rules on topscorers."""
    labels = {one.label for one in printed.criteria if one.criterion in TOPSCORER_CRITERIA}
    criteria = tuple(one for one in rules.criteria if one.label not in labels)
    definitions, nobody = rules.definitions, np.zeros(1, dtype=np.bool_)
    if not definitions.clash_excused(nobody, nobody).any():  # nobody else is excused
        definitions = replace(definitions, clash_excused=printed.definitions.clash_excused)
    return replace(rules, criteria=criteria, definitions=definitions)


def _index_misreadings(text: BursteinText) -> Iterator[Misreading]:
    index, article = text.index, text.index_article
    buchholz, sonneborn_berger = Method.BUCHHOLZ, Method.SONNEBORN_BERGER
    wrong = (
        ("index-without-buchholz", "Buchholz were left out of the Index", replace(index, methods=(sonneborn_berger,))),
        ("index-without-sonneborn-berger", "the Index were Buchholz alone", replace(index, methods=(buchholz,))),
        (
            "index-sonneborn-berger-first",
            "Sonneborn-Berger came before Buchholz",
            replace(index, methods=(sonneborn_berger, buchholz)),
        ),
        ("index-left-out", "players were ranked by TPN alone", replace(index, methods=())),
        (
            "index-without-unplayed",
            "rounds without a game added nothing to the Index",
            replace(index, unplayed_scores=no_score),
        ),
        (
            "index-without-exception",
            "zero-point byes were losses for opponents, too",
            replace(index, series=Series.NONE),
        ),
        ("index-with-virtual-points", "virtual points counted in the Index", replace(index, with_virtual_points=True)),
    )
    for identifier, sentence, misread in wrong:
        yield misreading(identifier, sentence, article, parts(index=misread))
    yield misreading(
        "ranked-by-score",
        "players were ranked by score before the Index, floaters ahead of residents",
        text.ranking_article,
        parts(ranks_by_score=True),
    )


def _absolute_criteria_misreadings(text: BursteinText) -> Iterator[Misreading]:
    for number, which in enumerate(Absolute, start=1):
        yield misreading(
            f"c{number}-left-out",
            "C4 were not looked at beyond the following bracket"
            if which is Absolute.COMPLETION
            else f"C{number} were left out",
            text.absolute(which).article,
            parts(enforced=text.enforced - {which}),
        )
    yield misreading(
        "c3-topscorers",
        "topscorers were excepted from C3 in the final round",
        text.absolute(Absolute.COLOURS).article,
        parts(excepts_topscorers=True),
    )
    other = ByeRule.ANY_POINTS_WITHOUT_PLAYING
    yield misreading(
        "c2-any-points",
        "any points without playing kept a player from the bye",
        text.absolute(Absolute.BYE).article,
        parts(byes=other),
    )


def _criteria_misreadings(text: BursteinText) -> Iterator[Misreading]:
    of_all_floaters = any(one.criterion is DOWNFLOATER_SCORES for one in text.criteria)
    for label, article in {one.label: one.article for one in text.criteria}.items():
        if label == "C5" and not of_all_floaters:  # nothing would keep players of the bracket from floating
            continue
        kept = tuple(one for one in text.criteria if one.label != label)
        yield misreading(f"{label.lower()}-left-out", f"{label} were left out", article, parts(criteria=kept))
    article = next(one.article for one in text.criteria if one.label == "C6")
    turned = (NumberedCriterion("C6", article, FLOATER_SCORES_UPWARDS),)
    yield misreading(
        "c6-turned-round", "the highest scores were wanted of floaters", article, parts(criteria=_with_c6(text, turned))
    )
    if of_all_floaters:
        of_2018 = tuple(
            NumberedCriterion("C6", article, criterion) for criterion in (INCOMING_FLOATERS, INCOMING_FLOATER_SCORES)
        )
        yield misreading("c6-of-2018", "C6 were that of 2018", article, parts(criteria=_with_c6(text, of_2018)))


def _with_c6(text: BursteinText, instead: tuple[NumberedBracketCriterion, ...]) -> tuple[NumberedBracketCriterion, ...]:
    place = next(at for at, one in enumerate(text.criteria) if one.label == "C6")
    kept = tuple(one for one in text.criteria if one.label != "C6")
    return (*kept[:place], *instead, *kept[place:])


def _bye_misreadings(text: BursteinText) -> Iterator[Misreading]:
    for key, article in text.bye_order:
        kept = tuple(one for one in text.bye_order if one[0] is not key)
        name = key.name.lower().replace("_", "-")
        yield misreading(
            f"bye-without-{name}",
            f"the {key.value.partition(' of ')[0]} did not count for the bye",
            article,
            parts(bye_order=kept),
        )
    fewest = tuple((ByeKey.GAMES if key is ByeKey.UNPLAYED_GAMES else key, article) for key, article in text.bye_order)
    article = next(article for key, article in text.bye_order if key is ByeKey.UNPLAYED_GAMES)
    yield misreading(
        "bye-fewest-games", "the bye went to the player with the fewest games", article, parts(bye_order=fewest)
    )


def _order_misreadings(text: BursteinText) -> Iterator[Misreading]:
    for order, identifier, sentence in (
        (OpponentOrder.FLOATING_FIRST, "order-floating-first", "floating came before every opponent"),
        (OpponentOrder.SMALLEST_FIRST, "order-smallest-first", "the opponent ranked highest came first"),
    ):
        yield misreading(identifier, sentence, text.opponents_article, parts(order=order))


def generated_criteria(text: BursteinText) -> Iterator[Misreading]:
    """Yield criteria of some brackets or players only, of other amounts, merged ones, and other look-aheads."""
    terms: Any = text
    seen = set[str]()
    for one in (*_scopes(text), *weights(terms), *colour_counts(terms), *_merged(text), *_look_ahead(text)):
        if one.identifier not in seen and "topscorer" not in one.identifier:  # this system knows no topscorers
            seen.add(one.identifier)
            yield one


# --- criteria of some brackets and players ---------------------------------------------------------------------------


def _scopes(text: BursteinText) -> Iterator[Misreading]:
    counted = [one for one in text.criteria if one.criterion not in (DOWNFLOATERS, FOLLOWING_BRACKET)]
    for one in counted:
        alike = [other.criterion for other in counted if other.label == one.label]
        for name, sentence, is_meant in grammar.BRACKETS if one.criterion is alike[0] else ():
            change = replace_counts({criterion: grammar.limit_to_brackets(criterion, is_meant) for criterion in alike})
            misread = grammar.count_instead(one, name, sentence, grammar.limit_to_brackets(one.criterion, is_meant))
            yield misreading(misread.identifier, misread.sentence, misread.article, change)
        if one.criterion is COLOUR_PREFERENCE:
            for name, words, is_meant_floater in _PAIRS:
                count = grammar.keep_pairs(one.criterion, partial(_have_floaters, floaters=is_meant_floater))
                yield grammar.count_instead(one, f"pairs_{name}", f"counted {words}", count)
                twice = partial(_twice, criterion=one.criterion, again=count)
                yield grammar.count_instead(one, f"twice_{name}", f"counted {words.removesuffix(' only')} twice", twice)
        elif one.criterion is alike[-1]:
            for name, sentence, aggregate in grammar.AGGREGATES:
                yield grammar.count_instead(one, name, sentence, grammar.aggregate_amounts(one.criterion, aggregate))


_PAIRS: tuple[tuple[str, str, tuple[int, ...]], ...] = (
    ("residents", "pairs of residents only", (0,)),
    ("floaters", "pairs with an incoming floater only", (1, 2)),
    ("one-floater", "pairs of an incoming floater and a resident only", (1,)),
)
"""Name, words, and the numbers of incoming floaters in the pairs that count."""


def _have_floaters(bracket: Bracket, *, floaters: tuple[int, ...]) -> BoolArray:
    incoming = np.isin(bracket.positions, bracket.mdps).astype(np.int64)
    return np.isin(np.add.outer(incoming, incoming), floaters)


def _twice(
    bracket: Bracket, *, criterion: BracketCriterion, again: Callable[[Bracket], Contribution | None]
) -> Contribution | None:
    counted, repeated = criterion.contribution(bracket), again(bracket)
    if counted is None or counted.pairs is None or repeated is None or repeated.pairs is None:
        return counted
    return replace(counted, pairs=counted.pairs.astype(np.int64) + repeated.pairs, bound=2 * counted.bound)


def _merged(text: BursteinText) -> Iterator[Misreading]:
    counted = [one for one in text.criteria if one.criterion not in (DOWNFLOATERS, FOLLOWING_BRACKET)]
    for upper, lower in pairwise(counted):
        if upper.label == lower.label:
            continue
        merged = grammar.count_instead(
            upper,
            f"and_{lower.criterion.name}",
            f"and {lower.label} were added up",
            grammar.merged_contribution(upper.criterion, lower.criterion),
        )
        yield misreading(
            merged.identifier,
            merged.sentence,
            merged.article,
            partial(_leave_out_after, change=merged.rules, left_out=lower.criterion),
        )


def _leave_out_after(rules: Any, *, change: Any, left_out: BracketCriterion) -> Any:
    changed = change(rules)
    return parts(criteria=tuple(one for one in changed.criteria if one.criterion is not left_out))(changed)


def _look_ahead(text: BursteinText) -> Iterator[Misreading]:
    article = next((one.article for one in text.criteria if one.criterion is FOLLOWING_BRACKET), "")
    for labels, words in ((("C5",), "the number of floaters"), (("C6",), "the scores of floaters")):
        if article:
            yield misreading(
                f"look-ahead-by-{labels[0]}-alone".lower(),
                f"C7 looked at {labels[0]} alone in the following bracket, {words}",
                article,
                parts(looks_ahead_by=labels),
            )
