"""The questions of a suite, and their index: one JSON file for each edition beside the events."""

from __future__ import annotations

import json
from dataclasses import replace
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from reference_engines.frame.results import Pair, PairingError, RoundPairing
from reference_engines.frame.systems import engine_for, file_rounds_per_round
from tournaments.frozen import dataclass
from tournaments.readings import ChosenReading, chosen_side
from tournaments.suggestion import suggest
from tournaments.trf.reading import parse_event

if TYPE_CHECKING:
    from collections.abc import Mapping
    from importlib.resources.abc import Traversable

    from tournaments.model import Event

FORMAT = "pairproof-conformance"
VERSION = 1
LICENCE = "CC0-1.0"
INDEX = "index.json"
_PACKAGE = "conformance"

Answer = tuple[frozenset[Pair], int | None]
"""Games and bye, on any boards."""


class SuiteError(ValueError):
    """A suite cannot be read; the message says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedMisreading:
    """A plainly wrong rule that programs follow."""

    identifier: str
    as_if: str
    """To be read after "as if"."""
    article: str
    """That it breaks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WrongAnswer:
    """The answer of some misreadings to a question."""

    pairing: RoundPairing | None
    """None if they find no legal pairing."""
    misreadings: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Dissent:
    """Another engine that answers otherwise."""

    name: str
    pairing: RoundPairing | None
    """None if it gives no pairing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ContestedAnswer:
    """The answer by another side of a reading of the register."""

    reading: ChosenReading
    pairing: RoundPairing | None
    """None if no pairing is legal by that side."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SuiteQuestion:
    """An event before a round, and the answers to it."""

    identifier: str
    """Follows from the bytes of the file."""
    file: str
    round_number: int
    """The round to be paired: a match of several games is one round here, and several of the file."""
    article: str
    """The one that it is for, and under which it counts."""
    misreading: str
    """The one that it was made to tell from the regulation; empty if it is for an article as such."""
    decides: tuple[str, ...]
    """Criteria and colour rules that decide, steps that are taken, circumstances."""
    pairing: RoundPairing
    wrong: tuple[WrongAnswer, ...]
    witnesses: tuple[str, ...]
    """Engines that give the same answer."""
    dissents: tuple[Dissent, ...] = ()
    contested: tuple[ContestedAnswer, ...] = ()
    """Answers by other sides of readings; with such an answer the question is contested, and never counts."""

    def answer_of(self, misreading: str) -> RoundPairing | None:
        """Return the answer of a misreading: the right pairing if it makes no difference; None if there is none."""
        return next((wrong.pairing for wrong in self.wrong if misreading in wrong.misreadings), self.pairing)

    @property
    def shown(self) -> frozenset[str]:
        """The misreadings that answer otherwise."""
        return frozenset(identifier for wrong in self.wrong for identifier in wrong.misreadings)


@dataclass(frozen=True, slots=True, kw_only=True)
class Suite:
    """The questions of an edition."""

    system: str
    """Key of the edition."""
    articles: Mapping[str, str]
    """The subject of each article, in few words, in the order of the regulation."""
    misreadings: Mapping[str, ListedMisreading]
    not_shown: Mapping[str, str]
    """Misreadings that no question shows, and why."""
    questions: tuple[SuiteQuestion, ...]

    @property
    def folder(self) -> Traversable:
        """Where its files are."""
        return files(_PACKAGE) / self.system

    def event(self, question: SuiteQuestion) -> Event:
        """Read the event of a question; SuiteError if it cannot be read."""
        event = parse_event((self.folder / question.file).read_bytes(), source=question.file).event
        if event is None or event.rounds_recorded != file_rounds_per_round(self.system) * (question.round_number - 1):
            raise SuiteError(f"{question.file} is not an event before round {question.round_number}")
        return event


def comparable_answer(pairing: RoundPairing | None) -> Answer | None:
    """Return a pairing in a form that is equal for equal answers; None for no pairing."""
    return None if pairing is None else (frozenset(pairing.pairs), pairing.bye)


def suites() -> tuple[str, ...]:
    """Return the keys of the editions of which there is a suite."""
    return tuple(sorted(entry.name for entry in files(_PACKAGE).iterdir() if (entry / INDEX).is_file()))


def load_suite(system: str) -> Suite:
    """Read the suite of an edition; SuiteError if there is none, or its index is not of this format."""
    index = files(_PACKAGE) / system / INDEX
    if system not in suites():
        known = f"there are: {', '.join(suites())}{suggest(system, suites())}"
        raise SuiteError(f"no suite exists for '{system}'; {known}")
    table = json.loads(index.read_text("utf-8"))
    if (table.get("format"), table.get("version")) != (FORMAT, VERSION):
        raise SuiteError(f"{index} is not an index of {FORMAT}, version {VERSION}")
    return parse_suite(table)


def with_chosen_readings(suite: Suite) -> Suite:
    """Return the suite with the right answers by the readings that the user follows."""
    rules = engine_for(suite.system)
    questions = []
    for question in suite.questions:
        try:
            right = rules.open(suite.event(question)).round(question.round_number).expected()
        except PairingError:
            right = question.pairing
        wrong = tuple(one for one in question.wrong if comparable_answer(one.pairing) != comparable_answer(right))
        contested = tuple(one for one in question.contested if chosen_side(one.reading.identifier) is None)
        questions.append(replace(question, pairing=right, wrong=wrong, contested=contested))
    return replace(suite, questions=tuple(questions))


def parse_suite(table: Mapping[str, Any]) -> Suite:
    """Return the suite of an index."""
    return Suite(
        system=table["system"],
        articles=table["articles"],
        misreadings={
            identifier: ListedMisreading(identifier=identifier, as_if=row["as_if"], article=row["article"])
            for identifier, row in table["misreadings"].items()
        },
        not_shown=table["not_shown"],
        questions=tuple(_parse_question(row) for row in table["questions"]),
    )


def format_index(suite: Suite) -> str:
    """Write the index of a suite, a line for each question."""
    head = {
        "format": FORMAT,
        "version": VERSION,
        "licence": LICENCE,
        "system": suite.system,
        "articles": dict(suite.articles),
        "misreadings": {
            one.identifier: {"as_if": one.as_if, "article": one.article} for one in suite.misreadings.values()
        },
        "not_shown": dict(suite.not_shown),
    }
    text = json.dumps(head, ensure_ascii=False, indent=1).removesuffix("\n}")
    lines = (json.dumps(_question_table(question), ensure_ascii=False) for question in suite.questions)
    return text + ',\n "questions": [\n  ' + ",\n  ".join(lines) + "\n ]\n}\n"


def _parse_question(row: Mapping[str, Any]) -> SuiteQuestion:
    return SuiteQuestion(
        identifier=row["id"],
        file=row["file"],
        round_number=row["round"],
        article=row["article"],
        misreading=row.get("misreading", ""),
        decides=tuple(row["decides"]),
        pairing=_parse_pairing(row),
        wrong=tuple(
            WrongAnswer(pairing=_parse_optional_pairing(wrong), misreadings=tuple(wrong["misreadings"]))
            for wrong in row["wrong"]
        ),
        witnesses=tuple(row["witnesses"]),
        dissents=tuple(
            Dissent(name=other["name"], pairing=_parse_optional_pairing(other)) for other in row.get("dissents", ())
        ),
        contested=tuple(
            ContestedAnswer(
                reading=ChosenReading(other["reading"], other["side"]), pairing=_parse_optional_pairing(other)
            )
            for other in row.get("contested", ())
        ),
    )


def _parse_optional_pairing(row: Mapping[str, Any]) -> RoundPairing | None:
    return _parse_pairing(row) if "pairs" in row else None


def _parse_pairing(row: Mapping[str, Any]) -> RoundPairing:
    return RoundPairing(pairs=tuple(Pair(white, black) for white, black in row["pairs"]), bye=row["bye"])


def _question_table(question: SuiteQuestion) -> dict[str, Any]:
    row: dict[str, Any] = {
        "id": question.identifier,
        "file": question.file,
        "round": question.round_number,
        "article": question.article,
    }
    if question.misreading:
        row["misreading"] = question.misreading
    row |= {"decides": list(question.decides), **_pairing_table(question.pairing)}
    row["wrong"] = [
        {"misreadings": list(one.misreadings), **_optional_pairing_table(one.pairing)} for one in question.wrong
    ]
    row["witnesses"] = list(question.witnesses)
    if question.contested:
        row["contested"] = [
            {"reading": one.reading.identifier, "side": one.reading.key, **_optional_pairing_table(one.pairing)}
            for one in question.contested
        ]
    if question.dissents:
        row["dissents"] = [{"name": one.name, **_optional_pairing_table(one.pairing)} for one in question.dissents]
    return row


def _optional_pairing_table(pairing: RoundPairing | None) -> dict[str, Any]:
    return {} if pairing is None else _pairing_table(pairing)


def _pairing_table(pairing: RoundPairing) -> dict[str, Any]:
    return {"pairs": sorted([pair.white, pair.black] for pair in pairing.pairs), "bye": pairing.bye}
