"""Short titles of the articles of a suite."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference_engines.coverage.features import FeatureKind

if TYPE_CHECKING:
    from support.conformance.covering import Covering

_TITLES = {
    "1.2.1": "score",
    "1.2.2": "rank",
    "1.4.2": "floats",
    "1.4.3": "downfloat without a game",
    "1.7.1": "absolute colour preference",
    "1.7.2": "strong colour preference",
    "1.7.3": "mild colour preference",
    "1.8": "topscorers",
    "4.2.2": "transpositions",
    "4.3.2": "exchanges",
    "4.4.2": "sets of MDPs",
    "A.2.a": "score",
    "A.2.b": "rank",
    "A.4.b": "floats, downfloat without a game",
    "A.6.a": "absolute colour preference",
    "A.6.b": "strong colour preference",
    "A.6.c": "mild colour preference",
    "A.7": "topscorers",
    "A.9": "collapsed last bracket",
    "C.4": "completion",
    "D.1": "transpositions",
    "D.2": "exchanges",
    "D.3": "sets of MDPs",
    "C.04.2:3.4": "unplayed games have no colour",
    "C.04.2.D.5": "unplayed games have no colour",
    "C.04.7:1.2": "accelerated group of the Baku acceleration",
    "C.04.7:1.4": "Baku acceleration",
}

_OTHERS = {
    "dubov": {
        "1.6.1": "absolute colour preference",
        "1.6.4": "mild colour preference",
        "1.8.2": "maximum upfloaters",
        "A.5.d": "mild colour preference",
        "A.7": "maximum upfloaters",
    },
    "lim": {
        "1.1": "bye",
        "2.1": "compatible players",
        "2.2": "order of the scoregroups",
        "3.10": "who floated just before",
        "5.1": "equalisation of colours",
        "5.4": "colours where both are due the same",
        "5.6": "alternation of colours",
        "6": "colours in the last round",
        "7.2": "colours of the first round",
    },
    "burstein": {
        "1.6.2": "seeding rounds",
        "A.5": "seeding rounds",
        "1.7": "opposition evaluation",
        "1.8": "ranking within a scoregroup",
        "4.3": "order of the candidates",
    },
    "double-swiss": {
        "1.5": "floats",
        "1.6": "unplayed matches have no colour",
        "2.2.1": "legal pairing of the others",
    },
    "team": {
        "4.2": "first-team",
        "4.3.1": "colours before the first match of both",
        "4.3.2": "the only colour preference of a pair",
        "4.3.6": "colours alternate from the latest round with different ones",
        "4.3.7": "preference of the first-team",
        "4.3.9": "colour of the other team alternates",
    },
    "simple": {"The algorithm in a scoregroup": "limits of colours"},
}
"""Of systems that count their articles otherwise."""


def titles_of(covering: Covering) -> dict[str, str]:
    """Return the title of each article of the questions, in their order."""
    titles: dict[str, list[str]] = {}
    for one in covering.pool.features.values():
        if one.meaning:
            label = f"[{one.name}] " if one.kind is FeatureKind.DECISIVE else ""
            titles.setdefault(one.article or one.name, []).append(f"{label}{one.meaning}")
    for name, other in covering.bench.other_editions.items():
        titles[name] = [f"{other.edition.key} pairs otherwise"]
    own = _OTHERS.get(covering.bench.system.rpartition("-")[0], _TITLES)
    return {article: "; ".join(titles.get(article, ())) or own.get(article, "") for article in covering.articles()}
