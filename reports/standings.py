"""
The standings of an event as a view: the rank order, and answers about the place of a participant or of two of them.

The page, the text, the table and the record are made from this view, which decides nothing.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from checker.verdicts.phrases import Roster
from reference_engines.articles import article_file
from reports.words import describe_readings
from standings import wording
from standings.codes import POINTS
from standings.methods import tie_break_articles
from standings.rank_comparison import compare_ranks, deciding_code, forfeits_left_out, score_noun
from tournaments.frozen import FrozenStruct
from tournaments.problems import counted_noun
from tournaments.ranked_participants import find_participant, list_ranked, participant_noun
from tournaments.readings import chosen_readings
from tournaments.safe_text import escape_field

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from checker.standings.ranked_files import RankedFile
    from reference_engines.articles import Article, ArticleFile
    from reports.serving import EventPage
    from standings.rank_comparison import Disagreement, RankComparison
    from standings.ranking import Standings
    from standings.values import ValueExplanation
    from tournaments.model import Event

_MAX_NAMED_PARTICIPANTS = 3
_CITED = re.compile(r"\((\d+(?:\.\d+)*)\)")
"""An article in a text."""


class StandingsQuestions(FrozenStruct, frozen=True, kw_only=True):
    """The participants to explain, each by number or a part of the name."""

    players: tuple[int | str, ...] = ()
    """Participants whose values are explained round by round."""
    pairs: tuple[tuple[int | str, int | str], ...] = ()
    """Participants of whom the answer says why one is before the other."""


class RankedRow(FrozenStruct, frozen=True, kw_only=True):
    """A player, or a team, in rank order."""

    rank: int
    tpn: int
    name: str
    values: tuple[str, ...]
    decided_by: str
    """The tie-break that separates the row from the row above: ``points``, a code, or ``still tied``."""


class ContributionRow(FrozenStruct, frozen=True, kw_only=True):
    """The contribution of one round to a value, in words."""

    round_number: str
    result: str
    figure: str
    amount: str
    rule: str
    """The rule by which an unplayed round counts, or the reason of a cut; empty for other rounds."""
    is_cut: bool
    """Whether the contribution is not in the value."""


class ValueTable(FrozenStruct, frozen=True, kw_only=True):
    """The value of one tie-break for one participant, round by round."""

    heading: str
    """``Buchholz Cut-1 (BH/C1) of Baker, Bo: 29.5``."""
    key: str
    """The code as the rank table has it."""
    explanation: ValueExplanation
    rows: tuple[ContributionRow, ...]

    @property
    def texts(self) -> tuple[str, ...]:
        """The texts that can cite articles."""
        return (self.explanation.note, *(row.rule for row in self.rows))

    @property
    def columns(self) -> dict[str, bool]:
        """Whether any row has a figure, an amount; an empty column is not shown."""
        return {name: any(getattr(row, name) for row in self.rows) for name in ("figure", "amount")}


class StandingsAnswer(FrozenStruct, frozen=True, kw_only=True):
    """An answer about one participant, or two, in four layers."""

    participants: tuple[int, ...]
    """TPNs."""
    answer: str
    reason: str
    rows: tuple[RankedRow, ...]
    """The participants asked about; for one, with the rows above and below."""
    tables: tuple[ValueTable, ...]
    articles: tuple[Article, ...]


class RankOrder(FrozenStruct, frozen=True, kw_only=True):
    """The standings of a file in words."""

    ranked: RankedFile
    title: str
    size: str = ""
    """The number of participants and of rounds."""
    rules: str = ""
    """Edition and tie-breaks, and where they are from."""
    regulation: str = ""
    """The edition of C.07 as the handbook names it."""
    link: str = ""
    """The regulation in the handbook."""
    noun: str = "player"
    codes: tuple[str, ...] = ()
    rows: tuple[RankedRow, ...] = ()
    answers: tuple[StandingsAnswer, ...] = ()
    wrong: tuple[str, ...] = ()
    """Recorded values that are wrong, a sentence each."""


def view_standings(ranked: RankedFile, questions: StandingsQuestions) -> RankOrder:
    """Return the standings of a file; raise NoSuchParticipantError for a participant who is not in the event."""
    event, standings = ranked.event, ranked.standings
    if event is None:
        return RankOrder(ranked=ranked, title=ranked.source)
    title = escape_field(event.name) or ranked.source
    if standings is None:
        return RankOrder(ranked=ranked, title=title, size=_describe_size(event))
    ranked = replace(ranked, notes=(*describe_readings(chosen_readings()), *ranked.notes))
    names = {participant.tpn: escape_field(participant.name) for participant in list_ranked(event)}
    rows = tuple(_rank_rows(standings, names))
    regulation = article_file(f"c07-{standings.table.rules.edition.key}")
    answers = _Answers(ranked, event, standings, names, rows, regulation)
    record = f" (record {ranked.tie_breaks.record})" if ranked.tie_breaks.record.isdigit() else ""
    return RankOrder(
        ranked=ranked,
        title=title,
        size=_describe_size(event),
        rules=f"{ranked.edition}; {ranked.tie_breaks.text}{record}",
        regulation=regulation.edition,
        link=regulation.link,
        noun=participant_noun(event),
        codes=tuple(column_codes(standings)),
        rows=rows,
        answers=tuple(answers.answer(questions)),
        wrong=tuple(_describe_wrong_value(names, wrong) for wrong in ranked.wrong_values),
    )


def column_codes(standings: Standings) -> list[str]:
    """Return the codes that were applied; a code that is listed again has its number: ``DE#2``."""
    codes: list[str] = []
    for code in standings.codes[: len(standings.columns)]:
        again = sum(known.partition("#")[0] == code.text for known in codes)
        codes.append(f"{code}#{again + 1}" if again else code.text)
    return codes


def _describe_size(event: Event) -> str:
    """``14 players, 5 of 9 rounds``."""
    declared = f" of {event.rounds_declared}" if (event.rounds_declared or 0) > event.rounds_recorded else ""
    rounds = f"{event.rounds_recorded}{declared} round{'s' if event.rounds_recorded != 1 or declared else ''}"
    return f"{counted_noun(len(list_ranked(event)), participant_noun(event))}, {rounds}"


def _rank_rows(standings: Standings, names: Mapping[int, str]) -> Iterator[RankedRow]:
    ranks, codes = standings.ranks, column_codes(standings)
    above = None
    for tpn in (tpn for group in standings.groups for tpn in group):
        values = tuple(standings.value(index, tpn) for index in range(len(codes)))
        decided_by = deciding_code(standings, codes, above, tpn)
        yield RankedRow(rank=ranks[tpn], tpn=tpn, name=names[tpn], values=values, decided_by=decided_by)
        above = tpn


def _describe_wrong_value(names: Mapping[int, str], wrong: Disagreement) -> str:
    recorded = wrong.recorded
    return (
        f"{recorded.code} of {wording.describe_participant(names, recorded.tpn)} is {recorded.text} in line "
        f"{recorded.line}; by C.07 it is {wrong.value}."
    )


class _Answers:
    """Answers about the standings of an event."""

    def __init__(
        self,
        ranked: RankedFile,
        event: Event,
        standings: Standings,
        names: Mapping[int, str],
        rows: tuple[RankedRow, ...],
        regulation: ArticleFile,
    ) -> None:
        self._standings, self._names, self._rows = standings, names, rows
        self._roster = Roster(names)
        self._name = self._roster.name_player
        self._participants, self._noun = list_ranked(event), participant_noun(event)
        self._recorded = {one.tpn: one.rank for one in self._participants if one.rank} if ranked.follows_file else {}
        self._codes = column_codes(standings)
        self._articles = {number: article for article in regulation.articles for number in article.names}
        self._order = tuple(row.tpn for row in rows)

    def answer(self, questions: StandingsQuestions) -> Iterator[StandingsAnswer]:
        """Yield the answers; raise NoSuchParticipantError for a participant who is not in the event."""
        for first, second in questions.pairs:
            yield self._compare(self._find(first), self._find(second))
        for player in questions.players:
            yield self._explain(self._find(player))

    def _find(self, part: int | str) -> int:
        return find_participant(self._participants, part, self._noun)

    # --- two participants ---------------------------------------------------------------------------------------------

    def _compare(self, first: int, second: int) -> StandingsAnswer:
        if first == second:
            return self._explain(first)
        comparison = compare_ranks(self._standings, (first, second), self._name)
        pair = comparison.first, comparison.second
        index = comparison.index
        decided = index if index is not None else len(self._codes) - 1
        explained = [self._standings.explain(decided, tpn) for tpn in pair] if decided >= 0 else []
        tables = tuple(self._value_table(decided, explanation) for explanation in explained)
        return self._make_answer(
            pair, self._describe_comparison(comparison), " ".join(self._describe_rest(comparison)), pair, tables
        )

    def _make_answer(
        self,
        participants: tuple[int, ...],
        answer: str,
        reason: str,
        neighbours: Sequence[int],
        tables: tuple[ValueTable, ...],
    ) -> StandingsAnswer:
        """Return an answer with the articles that it cites; the rows of ``neighbours`` are shown."""
        texts = [answer, reason, *(text for table in tables for text in table.texts)]
        cited = [number for text in texts for number in _CITED.findall(text)]
        for explanation in (table.explanation for table in tables):
            cited += tie_break_articles(explanation.code).split(", ")
            cited += [number for part in explanation.contributions for number in part.article.split(", ")]
        numbers = {self._articles[number].number for number in cited if number in self._articles}
        return StandingsAnswer(
            participants=participants,
            answer=answer,
            reason=reason,
            rows=self._rows_of(neighbours),
            tables=tables,
            articles=tuple(
                {entry.number: entry for entry in self._articles.values() if entry.number in numbers}.values()
            ),
        )

    def _describe_comparison(self, comparison: RankComparison) -> str:
        first, second = self._name(comparison.first), self._name(comparison.second)
        if comparison.index is None:
            rank = self._standings.ranks[comparison.first]
            return f"{first} and {second} share rank {rank}: {comparison.reason or 'nothing separates them'}."
        return f"{first} {self._is_before(comparison)} {second}: {comparison.reason}."

    def _is_before(self, comparison: RankComparison) -> str:
        return "should be before" if self._contradicts_file(comparison) else "is before"

    def _contradicts_file(self, comparison: RankComparison) -> bool:
        ranks = [self._recorded.get(tpn) for tpn in (comparison.first, comparison.second)]
        return comparison.index is not None and None not in ranks and (ranks[0] or 0) >= (ranks[1] or 0)

    def _describe_rest(self, comparison: RankComparison) -> Iterator[str]:
        """Yield sentences on two participants who are still tied, and on the ranks that the file gives."""
        standings, pair = self._standings, (comparison.first, comparison.second)
        forfeits = forfeits_left_out(standings, *pair, comparison.index)
        if forfeits:
            rounds = " and ".join(map(str, forfeits))
            yield f"Their forfeit in round {rounds} is left out of the encounters (6.1.1)."
        if comparison.index is None:
            if standings.obstacle is not None:
                yield f"The list cannot be applied further: {standings.obstacle}."
            elif len(standings.codes) == 1:
                yield "No tie-break is listed."
                yield "The regulations of the event say whether the place is shared or how it is decided (2.1)."
            else:
                yield "The list ends here."
                yield "Lots should be drawn, unless the rules of the event leave such ties unbroken (4.2)."
        ranks = [self._recorded.get(tpn) for tpn in pair]
        if None in ranks or (comparison.index is not None and not self._contradicts_file(comparison)):
            return
        if ranks[0] == ranks[1]:
            yield f"The file gives both rank {ranks[0]}."
        else:
            yield f"The file gives {self._name(pair[0])} rank {ranks[0]} and {self._name(pair[1])} rank {ranks[1]}."

    # --- one participant ----------------------------------------------------------------------------------------------

    def _explain(self, tpn: int) -> StandingsAnswer:
        standings, at = self._standings, self._order.index(tpn)
        tables = tuple(self._value_table(index, standings.explain(index, tpn)) for index in range(len(self._codes)))
        reason = " ".join(self._describe_neighbours(tpn))
        return self._make_answer((tpn,), self._describe_rank(tpn), reason, self._order[max(0, at - 1) : at + 2], tables)

    def _describe_rank(self, tpn: int) -> str:
        standings = self._standings
        place, rank = standings.table.places[tpn], standings.ranks[tpn]
        points = wording.count_points(standings.table.scores.own[place], score_noun(standings))
        others = [other for other in self._order if other != tpn and standings.ranks[other] == rank]
        of_all = f"rank {rank} of {len(self._order)}"
        if not others:
            return f"{self._name(tpn)} has {points} and {of_all}."
        named = self._roster.name_players(others, _MAX_NAMED_PARTICIPANTS)
        return f"{self._name(tpn)} has {points} and shares {of_all} with {named}."

    def _describe_neighbours(self, tpn: int) -> Iterator[str]:
        """Yield why the next participant above is before, why the next one below is behind, and the file's rank."""
        ranks, rank = self._standings.ranks, self._standings.ranks[tpn]
        above = [other for other in self._order if ranks[other] < rank][-1:]
        below = [other for other in self._order if ranks[other] > rank][:1]
        for one, other in (*((other, tpn) for other in above), *((tpn, other) for other in below)):
            comparison = compare_ranks(self._standings, (one, other), self._name)
            yield f"{self._name(one)} is before {self._name(other)}: {comparison.reason}."
        recorded = self._recorded.get(tpn)
        last = rank + sum(other == rank for other in ranks.values()) - 1
        if recorded is not None and not rank <= recorded <= last:
            yield f"The file gives rank {recorded}."

    # --- evidence -----------------------------------------------------------------------------------------------------

    def _rows_of(self, tpns: Sequence[int]) -> tuple[RankedRow, ...]:
        """Return the rows of some participants, each compared with the one before among them."""
        rows = {row.tpn: row for row in self._rows}
        return tuple(
            replace(rows[tpn], decided_by=deciding_code(self._standings, self._codes, above, tpn))
            for above, tpn in zip((None, *tpns), tpns, strict=False)
        )

    def _value_table(self, index: int, explanation: ValueExplanation) -> ValueTable:
        code = explanation.code
        name = wording.describe_code(code)
        if code == POINTS:
            name = f"{score_noun(self._standings).capitalize()} ({code})"
        return ValueTable(
            heading=f"{name} of {self._names[explanation.tpn] or self._name(explanation.tpn)}: {explanation.value}",
            key=self._codes[index],
            explanation=explanation,
            rows=tuple(
                ContributionRow(
                    round_number="" if part.round_number is None else str(part.round_number),
                    result=wording.describe_result(part, self._names),
                    figure=wording.describe_figure(part),
                    amount=wording.describe_amount(part, explanation),
                    rule="; ".join(
                        filter(None, (wording.describe_cut(part, code), wording.describe_counting(part, code)))
                    ),
                    is_cut=part.cut is not None,
                )
                for part in explanation.contributions
            ),
        )


def render_standings(orders: Sequence[RankOrder]) -> str:
    """Return the page as one file."""
    from reports.html import render_template  # noqa: PLC0415 - templates are loaded only for a page

    return render_template("standings_page.html.j2", orders=orders, page=None)


def render_served_standings(page: EventPage, order: RankOrder, filled: Mapping[str, str], save: str) -> str:
    """Return the page of an event, with the fields of its form; ``save`` is where it is saved as a file."""
    row = page.links.tab("standings?") + urlencode({"tie-breaks": filled["tie-breaks"], "player": ""})
    return page.render("standings_page.html.j2", orders=(order,), filled=filled, save=save, row=row)
