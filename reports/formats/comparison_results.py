"""Two programs compared as results: a case for each cause or kind of finding; new findings and gone entries fail."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from checker.campaigns.comparing import Change
from checker.verdicts.consequence import Consequence
from reports.comparison import conclusion, counts
from reports.formats.results import GONE, MEANING_OF_GONE, ResultCase, ResultPlace, Results, ResultSuite, suites_of_list
from reports.known import known_in_words
from tournaments import __version__

if TYPE_CHECKING:
    from checker.campaigns.comparing import ComparedKind, Comparison

_OUTCOMES = {
    Change.NEW: Consequence.FAILED,
    Change.KNOWN: Consequence.KNOWN,
    Change.SAME: Consequence.KNOWN,
    Change.FIXED: Consequence.PASSED,
}
_KNOWN = "the older version does it, too"
_RULES = (
    (Change.NEW.value, "A kind of finding that the older version does not have."),
    (Change.KNOWN.value, "A kind of finding that the older version does not have, and that is known."),
    (Change.SAME.value, "A kind of finding that the older version has, too."),
    ("no-answer", "Questions that the older version answered."),
    (GONE, MEANING_OF_GONE),
)


def comparison_results(comparison: Comparison, store: str) -> Results:
    """Return the results of a comparison; ``store`` keeps the campaign of the newer program."""
    cases = [_case(kind, comparison.new.number, store) for kind in comparison.kinds]
    if comparison.failures or not comparison.events or not comparison.new.summary.is_complete:
        answers = ResultCase(
            name="answers",
            outcome=Consequence.ERROR,
            rule="no-answer",
            sentence=conclusion(comparison),
            places=(ResultPlace(file=store),),
        )
        cases.append(answers)
    else:
        cases.append(ResultCase(name="answers", outcome=Consequence.PASSED))
    return Results(
        title="Comparison of two versions",
        conclusion=conclusion(comparison),
        status=comparison.status,
        version=__version__,
        facts=(("old", comparison.old.name), ("new", comparison.new.name)),
        rules=_RULES,
        suites=(
            ResultSuite(name=comparison.new.name, cases=tuple(cases), about=(("against", comparison.old.name),)),
            *suites_of_list(comparison.known),
        ),
    )


def _case(kind: ComparedKind, program: int, store: str) -> ResultCase:
    example, outcome = kind.example, _OUTCOMES[kind.change]
    known = known_in_words(kind.known) if kind.known else _KNOWN
    words = ["pairproof", "campaign", "show", store, example.key, "--program-number", str(program)]
    return ResultCase(
        name=kind.words if example.cause else kind.identifier,
        outcome=outcome,
        rule=kind.change.value,
        sentence=example.sentence or example.where if outcome is not Consequence.PASSED else "",
        details=(counts(kind),) if outcome is not Consequence.PASSED else (),
        known=known if outcome is Consequence.KNOWN else "",
        command=shlex.join(words) if outcome is not Consequence.PASSED else "",
        places=(ResultPlace(file=store),),
    )
