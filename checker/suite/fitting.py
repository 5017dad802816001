"""What a program's answers come to: right and wrong by article, and the misreadings that fit what is wrong."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from checker.suite.marks import Mark
from checker.suite.questions import answer
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from checker.suite.marks import Marked
    from checker.suite.questions import Misreading, Suite


@dataclass(frozen=True, slots=True, kw_only=True)
class ArticleMarks:
    """How a program fared with the questions of an article."""

    article: str
    title: str
    right: int
    wrong: int
    unanswered: int

    @property
    def questions(self) -> int:
        """All of them."""
        return self.right + self.wrong + self.unanswered


@dataclass(frozen=True, slots=True, kw_only=True)
class Fit:
    """A misreading that answers as the program does."""

    misreading: Misreading
    fits: int
    """Wrong answers that are just what it answers."""
    told: int
    """Of them, those that no misreading named before it answers."""
    against: int
    """Questions that it would have answered otherwise than the program did."""


def by_article(suite: Suite, marked: Sequence[Marked]) -> tuple[ArticleMarks, ...]:
    """Count what was right, wrong and unanswered under each article."""
    return counted_by_article(suite, ((one.question.article, one.mark) for one in marked))


def counted_by_article(suite: Suite, marks: Iterable[tuple[str, Mark]]) -> tuple[ArticleMarks, ...]:
    """Count marks, each with the article that its question is about; articles come in the order of the suite."""
    counts = Counter(marks)
    return tuple(
        ArticleMarks(
            article=article,
            title=title,
            right=counts[article, Mark.RIGHT],
            wrong=counts[article, Mark.WRONG],
            unanswered=counts[article, Mark.UNANSWERED],
        )
        for article, title in suite.articles.items()
    )


def fits_of(suite: Suite, marked: Sequence[Marked]) -> tuple[Fit, ...]:
    """
    Return the misreadings that fit the wrong answers, the best first, until all that can be told is told.

    The best is the one that gives the most answers not yet told, less the questions that speak against it; one that
    more speaks against than for is not named.
    """
    answered = [one for one in marked if one.mark is not Mark.UNANSWERED]
    fitting, against = {}, {}
    for name in suite.misreadings:
        as_it = {one.question.identifier for one in answered if _is_as(one, name)}
        fitting[name] = frozenset(as_it & {one.question.identifier for one in answered if one.mark is Mark.WRONG})
        against[name] = sum(name in one.question.shown and one.question.identifier not in as_it for one in answered)
    left = frozenset[str]().union(*fitting.values())
    found = []
    while left:
        best = max(fitting, key=lambda name: (len(fitting[name] & left) - against[name], -against[name]))
        told = len(fitting[best] & left)
        if not told or len(fitting[best]) <= against[best]:
            break
        found.append(Fit(misreading=suite.misreadings[best], fits=len(fitting[best]), told=told, against=against[best]))
        left -= fitting.pop(best)
    return tuple(found)


def _is_as(one: Marked, misreading: str) -> bool:
    return answer(one.given) == answer(one.question.answer_of(misreading))
