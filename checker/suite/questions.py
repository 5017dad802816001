"""The questions of a suite, and their index: one JSON file for each edition beside the events."""

from __future__ import annotations

import json
from dataclasses import replace
from importlib.resources import files
from typing import TYPE_CHECKING, Literal, TypedDict

from msgspec import UNSET, UnsetType, ValidationError, field, to_builtins
from msgspec.json import decode

from reference_engines.frame.results import Pair, PairingError, RoundPairing
from reference_engines.frame.systems import engine_for, file_rounds_per_round
from tournaments.frozen import JsonStruct
from tournaments.model import Dialect
from tournaments.readings import chosen_side
from tournaments.suggestion import suggest
from tournaments.trf.reading import parse_event

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from importlib.resources.abc import Traversable

    from tournaments.model import Event

FORMAT: Literal["pairproof-conformance"] = "pairproof-conformance"
VERSION: Literal[1] = 1
LICENCE: Literal["CC0-1.0"] = "CC0-1.0"
RELEASE = "1.1.0"
"""The version of the questions, of which ``conformance/CHANGELOG.md`` tells."""
INDEX = "index.json"
PACKAGE = "conformance"

Answer = tuple[frozenset[Pair], int | None]
"""Games and bye, on any boards."""


class SuiteError(ValueError):
    """A suite cannot be read; the message says why."""


class ListedMisreading(JsonStruct, frozen=True, kw_only=True):
    """A plainly wrong rule that programs follow."""

    as_if: str
    """The misreading in words, to be read after "as if"."""
    article: str
    """The article that it breaks."""


class PairingFields(TypedDict):
    """The fields of a pairing in an index."""

    pairs: tuple[Pair, ...]
    bye: int | None


def pairing_fields(pairing: RoundPairing | None) -> PairingFields:
    """Return a pairing as fields of an index, the pairs in the order of White; no fields for no legal pairing."""
    if pairing is None:
        return {}  # type: ignore[typeddict-item]  # both keys are left out
    return {"pairs": tuple(sorted(pairing.pairs, key=lambda pair: pair.white)), "bye": pairing.bye}


class _OptionalPairing(JsonStruct, frozen=True, kw_only=True):
    """An answer; it has neither ``pairs`` nor ``bye`` if no pairing is legal."""

    pairs: tuple[Pair, ...] | UnsetType = UNSET
    """The games, White first."""
    bye: int | UnsetType | None = UNSET
    """Who has the pairing-allocated bye; null for nobody."""

    @property
    def pairing(self) -> RoundPairing | None:
        """The pairing; None if no pairing is legal."""
        if self.pairs is UNSET or self.bye is UNSET:
            return None
        return RoundPairing(pairs=self.pairs, bye=self.bye)


class WrongAnswer(_OptionalPairing, frozen=True):
    """The answer of some misreadings to a question."""

    misreadings: tuple[str, ...]
    """The misreadings that give the answer."""


class Dissent(_OptionalPairing, frozen=True):
    """Another engine with another answer."""

    name: str
    """Program and version."""


class ContestedAnswer(_OptionalPairing, frozen=True):
    """The answer by another side of a reading of the register."""

    reading: str
    """Identifier of the reading."""
    side: str
    """Key of the side."""


class SuiteQuestion(JsonStruct, frozen=True, kw_only=True):
    """An event before a round, and the answers to it."""

    identifier: str = field(name="id")
    """The first eight hexadecimal digits of the SHA-256 of the file."""
    file: str
    """The event, as TRF26, in the folder of the edition."""
    round_number: int = field(name="round")
    """The round to be paired; a match of several games is one round here, and several rounds of the file."""
    article: str
    """The article that the question is for, and under which it counts."""
    misreading: str = ""
    """The misreading that the question was made to tell from the regulation; left out if it is for the article."""
    decides: tuple[str, ...]
    """Criteria and colour rules that decide, steps that are taken, circumstances."""
    pairs: tuple[Pair, ...]
    """The games of the correct pairing, White first, in no order of boards."""
    bye: int | None
    """Who has the pairing-allocated bye; null for nobody."""
    wrong: tuple[WrongAnswer, ...]
    """The answers of misreadings."""
    witnesses: tuple[str, ...]
    """Engines that give the correct pairing, too."""
    contested: tuple[ContestedAnswer, ...] = ()
    """Answers by other sides of readings; with such an answer the question is contested, and never counts."""
    dissents: tuple[Dissent, ...] = ()
    """Engines that answer otherwise."""
    twins: tuple[Dialect, ...] = ()
    """The other dialects in which the file alone leads to the correct pairing."""

    @property
    def pairing(self) -> RoundPairing:
        """The correct pairing."""
        return RoundPairing(pairs=self.pairs, bye=self.bye)

    def answer_of(self, misreading: str) -> RoundPairing | None:
        """Return the answer of a misreading: the right pairing if it makes no difference; None if there is none."""
        return next((wrong.pairing for wrong in self.wrong if misreading in wrong.misreadings), self.pairing)

    @property
    def shown(self) -> frozenset[str]:
        """The misreadings with another answer."""
        return frozenset(identifier for wrong in self.wrong for identifier in wrong.misreadings)

    @property
    def readings(self) -> tuple[str, ...]:
        """The readings on which the answer depends."""
        return tuple(dict.fromkeys(one.reading for one in self.contested))


class Suite(JsonStruct, frozen=True, kw_only=True):
    """The questions of an edition, as the index of its folder lists them."""

    format: Literal["pairproof-conformance"]
    version: Literal[1]
    """Of the format."""
    licence: Literal["CC0-1.0"]
    release: str
    """The version of the questions; CHANGELOG.md tells what each version changed."""
    system: str
    """Key of the edition."""
    articles: dict[str, str]
    """The subject of each article, in few words, in the order of the regulation."""
    misreadings: dict[str, ListedMisreading]
    """The misreadings that a question shows, by identifier."""
    not_shown: dict[str, str]
    """Misreadings and features that no question shows, and why."""
    questions: tuple[SuiteQuestion, ...]
    """The questions, in the order of their articles."""

    @property
    def folder(self) -> Traversable:
        """The folder of the files."""
        return files(PACKAGE) / self.system

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
    return tuple(sorted(entry.name for entry in files(PACKAGE).iterdir() if (entry / INDEX).is_file()))


def load_suite(system: str) -> Suite:
    """Read the suite of an edition; SuiteError if there is none, or its index is not of this format."""
    index = files(PACKAGE) / system / INDEX
    if system not in suites():
        known = f"there are: {', '.join(suites())}{suggest(system, suites())}"
        raise SuiteError(f"no suite exists for '{system}'; {known}")
    try:
        return parse_suite(index.read_bytes())
    except ValidationError as error:
        raise SuiteError(f"{index} is not an index of {FORMAT}, version {VERSION}: {error}") from error


def with_chosen_readings(suite: Suite) -> Suite:
    """Return the suite with the right answers by the readings that the user follows."""
    rules = engine_for(suite.system)
    right = {}
    for question in suite.questions:
        try:
            right[question.identifier] = rules.open(suite.event(question)).round(question.round_number).expected()
        except PairingError:
            right[question.identifier] = question.pairing
    chosen = {
        one.reading
        for question in suite.questions
        for one in question.contested
        if chosen_side(one.reading) is not None
    }
    return with_right_answers(suite, right, chosen)


def with_right_answers(suite: Suite, right: Mapping[str, RoundPairing], chosen: Collection[str]) -> Suite:
    """Return the suite with the right answers by the identifiers of questions; chosen readings are not contested."""
    questions = []
    for question in suite.questions:
        answer = right[question.identifier]
        wrong = tuple(one for one in question.wrong if comparable_answer(one.pairing) != comparable_answer(answer))
        contested = tuple(one for one in question.contested if one.reading not in chosen)
        questions.append(replace(question, **pairing_fields(answer), wrong=wrong, contested=contested))
    return replace(suite, questions=tuple(questions))


def parse_suite(index: bytes) -> Suite:
    """Return the suite of an index; raise ValidationError of ``msgspec`` if it is not of the format."""
    return decode(index, type=Suite)


def format_index(suite: Suite) -> str:
    """Write the index of a suite, a line for each question."""
    head = to_builtins(suite)
    questions = head.pop("questions")
    text = json.dumps(head, ensure_ascii=False, indent=1).removesuffix("\n}")
    lines = (json.dumps(question, ensure_ascii=False) for question in questions)
    return text + ',\n "questions": [\n  ' + ",\n  ".join(lines) + "\n ]\n}\n"
