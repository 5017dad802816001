"""The questions of a suite: chosen so that every misreading shows in some, and as few and small as that allows."""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from support.conformance.bench import as_read, next_round_number
from support.conformance.budget import NO_LIMIT, Budget
from support.conformance.contested import contested_answers
from support.conformance.twins import find_twins

from checker.reduction.situation import simplicity_of
from checker.suite.questions import SuiteQuestion, WrongAnswer, comparable_answer, pairing_fields
from reference_engines.coverage import find_covered_features
from reference_engines.coverage.features import FeatureKind
from tournaments.model import ScoringSystem

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from support.conformance.bench import Bench
    from support.conformance.pool import Pool

    from reference_engines.frame.results import RoundPairing
    from reference_engines.frame.rules import PreparedEvent
    from tournaments.model import Event

WANTED = 3
"""Questions in which a misreading shows, and a rule decides, unless more are wanted."""
_LITERAL = "literal twin"
_OTHERWISE = (
    ScoringSystem(pairing_allocated_bye=5),
    ScoringSystem(pairing_allocated_bye=0),
    ScoringSystem(white_win=30, black_win=30, white_draw=10, black_draw=10, forfeit_win=30, full_point_bye=30,
                  half_point_bye=10, pairing_allocated_bye=30, pending=10),
)  # fmt: skip
"""Scorings under which questions are asked again."""


@dataclass(frozen=True, kw_only=True)
class Posed:
    """A question with its event."""

    question: SuiteQuestion
    event: Event
    text: str
    """Of its file."""

    @property
    def names(self) -> frozenset[str]:
        """Misreadings that show, and what decides."""
        return self.question.shown | frozenset(self.question.decides)


@dataclass(slots=True)
class Covering:
    """The questions chosen so far."""

    bench: Bench
    pool: Pool
    say: Callable[[str], None]
    budget: Budget = NO_LIMIT
    target: int = WANTED
    """Questions for each misreading and rule."""
    posed: dict[str, Posed] = field(default_factory=dict)
    """By identifier."""
    settled: frozenset[str] = frozenset()
    """Identifiers of questions that stay, whatever comes."""

    @property
    def counts(self) -> Counter[str]:
        """In how many questions each misreading shows and each feature decides."""
        return Counter(name for one in self.posed.values() for name in one.names)

    def cover(self, times: int) -> None:
        """Pose questions, the rarest first, until all names have this many, no events are left, or time is up."""
        events = self.pool.events
        for name in sorted(events, key=lambda name: (name not in self.bench.altered, len(events[name]))):
            while self.counts[name] < times and events[name] and not self.budget.is_spent:
                self._pose(events[name].pop(0), name)
        self.say(f"{len(self.posed)} questions, everything that can be shown {times} times")

    def _pose(self, before: Event, name: str) -> None:
        if name in self.bench.altered:
            smaller = self.bench.reduced(before, name)
            events = [one for one in (smaller, before) if one is not None]
        else:
            events = [before]
        for event in events:
            posed = self.question_of(event, name)
            if posed is not None and name in posed.names:
                # If it is there, the event itself would be the same question, only larger.
                self.posed.setdefault(posed.question.identifier, posed)
                return

    def question_of(self, before: Event, name: str) -> Posed | None:
        """Return the question that an event poses, made for the sake of a misreading or feature; None if it is none."""
        read = as_read(before)
        if read is None:
            return None
        text, event = read
        prepared = self.bench.open(event)
        if prepared is None or not is_ordinary(event.scoring) or not self.bench.is_sound(prepared):
            return None
        number, identifier = next_round_number(prepared), hashlib.sha256(text.encode()).hexdigest()[:8]
        article = self._article(name)
        right = prepared.round(number).expected()
        literally = self.bench.is_literal(event, right)
        question = SuiteQuestion(
            identifier=identifier,
            file=f"{identifier}.trf",
            round_number=number,
            article=article,
            misreading=name if name in self.bench.altered else "",
            decides=tuple(self._decides(prepared, number)),
            **pairing_fields(right),
            wrong=tuple(self.wrong(prepared)),
            witnesses=(_LITERAL,) if literally else (),
            contested=contested_answers(self.bench.system, event, number),
            twins=tuple(find_twins(self.bench.system, event, number, right)),
        )
        return Posed(question=question, event=event, text=text)

    def _article(self, name: str) -> str:
        if name in self.bench.misreadings:
            return self.bench.misreadings[name].article
        if name in self.bench.themes:
            return self.bench.themes[name].article
        feature = self.pool.features.get(name)
        return name if feature is None else feature.article or feature.name

    def _decides(self, prepared: PreparedEvent, number: int) -> Iterator[str]:
        features = list(self.pool.features.values())
        covered = find_covered_features(prepared.round(number), features)
        yield from (one.name for one in features if one in covered)
        yield from self.bench.distinguishing_editions(prepared, self.bench.other_editions)
        yield from self.bench.find_themes(prepared, self.bench.themes)

    def wrong(self, prepared: PreparedEvent) -> Iterator[WrongAnswer]:
        """Yield the wrong answers of all misreadings, without duplicates."""
        answers: dict[object, tuple[RoundPairing | None, list[str]]] = {}
        for identifier, pairing in self.bench.wrong(prepared, self.bench.altered).items():
            answers.setdefault(comparable_answer(pairing), (pairing, []))[1].append(identifier)
        return (WrongAnswer(misreadings=tuple(names), **pairing_fields(pairing)) for pairing, names in answers.values())

    # --- under other scorings

    def ask_otherwise(self) -> None:
        """Ask again with other points, where a misreading shows only with the usual ones so far, until time is up."""
        if self.bench.rules.edition.pairs_teams:
            return  # they score matches, which differ from event to event already
        usual = ScoringSystem()
        for name in self.bench.altered:
            if self.budget.is_spent:
                break
            questions = [one for one in self.posed.values() if name in one.names]
            if not questions or any(one.event.scoring != usual for one in questions):
                continue
            posed = next(self._otherwise(sorted(questions, key=lambda one: simplicity_of(one.event)), name), None)
            if posed is not None:
                self.posed[posed.question.identifier] = posed
        self.say(f"{len(self.posed)} questions with other scorings")

    def _otherwise(self, questions: list[Posed], name: str) -> Iterator[Posed]:
        for one in questions:
            has_bye = any(entry.result.value == "U" for player in one.event.players for entry in player.rounds)
            for scoring in _OTHERWISE if has_bye else _OTHERWISE[2:]:
                posed = self.question_of(_scored(one.event, scoring), name)
                if posed is not None and name in posed.names:
                    yield posed

    # --- in the end

    def drop_what_is_not_needed(self) -> None:
        """Leave out questions, the largest first, as long as every misreading and rule keeps enough questions."""
        counts, others = self.counts, self._count_other_scorings()
        for identifier in sorted(self.posed, key=lambda one: simplicity_of(self.posed[one].event), reverse=True):
            one = self.posed[identifier]
            is_other = one.event.scoring != ScoringSystem()
            if identifier in self.settled or any(counts[name] <= self.target for name in one.names):
                continue
            if is_other and any(others[name] <= 1 for name in one.names):
                continue
            del self.posed[identifier]
            counts.subtract(one.names)
            others.subtract(one.names if is_other else ())
        self.say(f"{len(self.posed)} questions that are needed")

    def _count_other_scorings(self) -> Counter[str]:
        usual = ScoringSystem()
        return Counter(name for one in self.posed.values() if one.event.scoring != usual for name in one.names)

    def sort_by_article(self) -> list[Posed]:
        """Return the questions in the order of the articles, the smallest first within each."""
        place = {article: at for at, article in enumerate(self.articles())}
        return sorted(
            self.posed.values(), key=lambda one: (place[one.question.article], simplicity_of(one.event), one.text)
        )

    def articles(self) -> list[str]:
        """Return the articles of the questions, in their natural order."""
        return sorted({one.question.article for one in self.posed.values()}, key=natural)

    def labels(self) -> dict[str, set[str]]:
        """Return the labels of the criteria of each article."""
        labels: dict[str, set[str]] = defaultdict(set)
        for one in self.pool.features.values():
            if one.kind is FeatureKind.DECISIVE:
                labels[one.article].add(one.name)
        return labels


def natural(article: str) -> tuple[object, ...]:
    """Return the sort key of an article: other regulations last, numbers as numbers."""
    parts = article.replace(":", ".").split(".")
    return ("C.0" in article, *((not part.isdigit(), int(part) if part.isdigit() else 0, part) for part in parts))


def is_ordinary(scoring: ScoringSystem) -> bool:
    """Whether a win is worth more than a draw, and that more than a loss, and byes and forfeits as much as games."""
    win, draw, loss = scoring.white_win, scoring.white_draw, scoring.white_loss
    black = (scoring.black_win, scoring.black_draw, scoring.black_loss)
    without = (scoring.forfeit_win, scoring.full_point_bye, scoring.half_point_bye)
    return win > draw > loss and black == (win, draw, loss) and without == (win, win, draw)


def _scored(event: Event, scoring: ScoringSystem) -> Event:
    players = tuple(
        replace(player, points=sum(map(scoring.points, player.rounds)), rank=None) for player in event.players
    )
    return replace(event, scoring=scoring, players=players)
