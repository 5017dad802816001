"""The page of an answer: the answer, the reason, the evidence with a drawing, and the article."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checker.questions.answers import Explanation, WhatIf, WhyNot
from reports.cited_articles import cite_articles, handbook_link
from reports.drawing import TALL, Naming, draw, explain_marks
from reports.html import render_template
from reports.links import WHAT_IF_VERBS
from tournaments.frozen import FrozenStruct
from tournaments.points import format_halves

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from checker.questions.question import Question
    from checker.verdicts.verdict import Outcome
    from reference_engines.frame.results import BracketAssessment, RoundPairing
    from reports.cited_articles import CitedArticle
    from reports.drawing import Drawing
    from reports.links import AskedFields, EventLinks
    from reports.serving import EventPage
    from reports.tables import Table

_NEAREST = 3
"""Other opponents whom a follow-up question names."""


class AnswerView(FrozenStruct, frozen=True, kw_only=True):
    """The content of the page, from the top down."""

    title: str
    """The event and the round."""
    answer: str
    parts: tuple[tuple[str, str], ...] = ()
    """A word and a paragraph each."""
    outcome: Outcome | None = None
    """None: nothing is judged."""
    tables: tuple[Table, ...] = ()
    folded: Table | None = None
    drawings: tuple[tuple[str, Drawing], ...] = ()
    articles: tuple[CitedArticle, ...] = ()
    handbook: str = ""
    """The page of the regulation; empty if there is none."""
    facts: tuple[tuple[str, str], ...] = ()
    command: str = ""
    """The command that shows the same again."""
    record: str = ""
    """Name of the file with the record of the answer; empty if none was written."""

    @property
    def marks(self) -> tuple[tuple[str, str], ...]:
        """The marks that the drawings have, and their meanings."""
        return explain_marks(drawing for _, drawing in self.drawings)

    @property
    def drawing_is_tall(self) -> bool:
        """Whether the drawings would push the rest of the page far down."""
        return any(drawing.height > TALL for _, drawing in self.drawings)


def render_answer(view: AnswerView) -> str:
    """Return the page of an answer as one file."""
    return render_template("answer_page.html.j2", view=view, page=None, message="", follow_ups=())


def render_served_answer(
    page: EventPage, view: AnswerView, fields: AskedFields, follow_ups: tuple[tuple[str, str], ...], save: str
) -> str:
    """Return the page of an answer among the pages of its event; ``save`` is where it is saved as a file."""
    return page.render(
        "answer_page.html.j2",
        view=view,
        message="",
        asked=fields,
        follow_ups=follow_ups,
        save=save,
    )


def render_refused_question(
    page: EventPage, message: str, fields: AskedFields, choices: tuple[tuple[str, str], ...] = ()
) -> str:
    """Return the page on a question that cannot be answered; ``choices`` are words and addresses of other questions."""
    return page.render(
        "answer_page.html.j2",
        view=None,
        message=message,
        asked=fields,
        follow_ups=choices,
        save="",
    )


def cite_layers(texts: str, system: str) -> tuple[tuple[CitedArticle, ...], str]:
    """Return the articles that texts cite, and the page of the regulation in the handbook."""
    return cite_articles(texts, system), handbook_link(system)


# --- drawings ---------------------------------------------------------------------------------------------------------


def draw_answer(question: Question, content: object) -> tuple[tuple[str, Drawing], ...]:
    """Draw the bracket that an answer is about, as posted or supposed beside the right one; nothing for procedures."""
    if isinstance(content, WhyNot):
        objection = content.objection
        pair = frozenset((content.one, content.other))
        drawn = (("With this game", objection.other_bracket), ("Correct", objection.bracket))
        return tuple((caption, _draw(question, found, pair)) for caption, found in drawn if found is not None)
    if not isinstance(content, Explanation):
        return ()
    correct = _bracket_of(question, question.chosen, content)
    if correct is None:
        return ()
    players = frozenset((content.tpn, *(content.game.players if content.game else ())))
    if question.is_recorded_right or question.recorded is None:
        return (("The bracket", _draw(question, correct, players)),)
    posted = _bracket_of(question, question.recorded, content)
    shown = [("Posted", posted)] if posted is not None and posted.pairs != correct.pairs else []
    return tuple((caption, _draw(question, found, players)) for caption, found in (*shown, ("Correct", correct)))


def _bracket_of(question: Question, pairing: RoundPairing, content: Explanation) -> BracketAssessment | None:
    """Return the bracket in which the player of an explanation gets the opponent or the bye."""
    brackets = question.prepared_round.assess(pairing).brackets
    if content.tpn != pairing.bye:
        return next((found for found in brackets if any(content.tpn in pair for pair in found.pairs)), None)
    own = [found for found in brackets if content.tpn in (*found.residents, *found.mdps) and found.pairs]
    return own[-1] if own else None


def _draw(question: Question, bracket: BracketAssessment, players: frozenset[int]) -> Drawing:
    def before(tpn: int) -> str:
        return f"{format_halves(question.scores[tpn])} {question.colours(tpn)}".strip()

    naming = Naming(name=lambda tpn: question.participants[tpn].name, before=before)
    return draw(bracket, naming, players, question.chosen.bye)


# --- what to ask next -------------------------------------------------------------------------------------------------


def follow_ups(
    question: Question, content: object, links: EventLinks, supposed: Sequence[int] = ()
) -> tuple[tuple[str, str], ...]:
    """Return further questions that an answer leads to, each with its address; ``supposed`` names players."""
    if isinstance(content, Explanation):
        return tuple(_explanation_follow_ups(question, content, links))
    if isinstance(content, WhyNot):
        name = question.roster.name_player
        return tuple(
            (f"Why is {name(tpn)} paired like this?", links.why(content.round_number, tpn))
            for tpn in (content.one, content.other)
        )
    if isinstance(content, WhatIf):
        return tuple(_supposition_follow_ups(question, content, links, supposed))
    return ()


def _supposition_follow_ups(
    question: Question, content: WhatIf, links: EventLinks, supposed: Sequence[int]
) -> Iterator[tuple[str, str]]:
    name = question.roster.name_player
    paired = [tpn for tpn in supposed if tpn in question.scores]
    for tpn in paired:
        yield f"Explain the pairing of {name(tpn)} as it is", links.why(content.round_number, tpn)
    for tpn in () if question.prepared.source.is_team_event else paired:
        if f"if {name(tpn)} were away" not in content.supposed:
            yield f"What if {name(tpn)} had not come?", links.what_if(content.round_number, tpn, "absent")


def _explanation_follow_ups(question: Question, content: Explanation, links: EventLinks) -> Iterator[tuple[str, str]]:
    stage, tpn = content.round_number, content.tpn
    name = question.roster.name_player
    pair = content.game
    opponent = None if pair is None else pair.opponent_of(tpn)
    others = [rung.tpn for rung in content.ladder if rung.tpn not in (tpn, opponent)]
    ranks = {number: place for place, number in enumerate(question.scores)}
    centre = ranks[tpn if opponent is None else opponent]
    nearest = sorted(others, key=lambda number: abs(ranks[number] - centre))[:_NEAREST]
    for other in nearest:
        if opponent is None:
            yield f"What if {name(other)} had the bye?", links.what_if(stage, other, "bye")
        else:
            yield f"Why not against {name(other)}?", links.why_not(stage, tpn, other)
    if pair is not None:
        colour = "White" if pair.white == tpn else "Black"
        due = question.preferred_colour(tpn).colour
        if content.colour and due is not None and due.name.capitalize() != colour:
            yield f"Why {colour} again?", "#colour"
        yield f"Why is {name(opponent or tpn)} paired like this?", links.why(stage, opponent or tpn)
    if question.prepared.source.is_team_event:
        return  # neither absences nor results of teams can be supposed
    yield f"What if {name(tpn)} had not come?", links.what_if(stage, tpn, "absent")
    last = next((entry for entry in reversed(question.entries(tpn)) if entry.was_played), None)
    if last is not None and last.opponent is not None:
        had = "lost" if last.result.value in "1W" else "won"
        words = f"What if {name(tpn)} had {WHAT_IF_VERBS[had]} {name(last.opponent)}?"
        yield words, links.what_if(stage, tpn, had, last.opponent)
