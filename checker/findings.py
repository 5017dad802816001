"""
Results of a check of a round, of an event and of a run, as plain frozen values; and the totals of a run.

Players are named by TPN, scores are in tenths of a point. A run is a sequence of entries: an `EventHeader`, one
`RoundFinding` for every round judged, then the next header. Recorded rank orders are counted apart from rounds and
pairs.
"""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterable
from enum import Enum

import msgspec
from msgspec.structs import force_setattr

from checker.known_findings.entries import KnownFinding
from checker.standings.findings import NO_STANDINGS, StandingsCounts, StandingsFinding, StandingsVerdict
from checker.verdicts.phrases import Roster, join_phrases
from checker.verdicts.verdict import Outcome, Verdict
from reference_engines.frame import results
from tournaments.blanks import MAX_LISTED_PLAYERS, describe_rounds
from tournaments.frozen import FrozenStruct, JsonStruct
from tournaments.model import BlankRounds, RoundEntry
from tournaments.problems import FileProblem, counted_noun


class Differences(JsonStruct, frozen=True, kw_only=True):
    """How the recorded pairing of a round differs from the expected one, kind by kind."""

    recorded_only: tuple[results.Pair, ...] = ()
    """Pairs that are recorded and not expected, whatever the colours."""
    expected_only: tuple[results.Pair, ...] = ()
    colours: tuple[results.Pair, ...] = ()
    """Recorded pairs that are expected with the colours reversed."""
    bye_differs: bool = False
    """Whether another player is expected to have the pairing-allocated bye."""
    boards_differ: bool = False
    """Whether the same games are expected in another board order; looked at only where the source has one."""


def compare_pairings(
    recorded: results.RoundPairing, expected: results.RoundPairing, *, board_order: bool = False
) -> Differences:
    """Return the differences between two pairings of a round, kind by kind."""
    if _games(recorded) == _games(expected):
        boards_differ = board_order and recorded.pairs != expected.pairs
        return Differences(bye_differs=recorded.bye != expected.bye, boards_differ=boards_differ)
    expected_games = {pair.players: pair for pair in expected.pairs}
    return Differences(
        recorded_only=_surplus_pairs(recorded.pairs, expected.pairs),
        expected_only=_surplus_pairs(expected.pairs, recorded.pairs),
        colours=tuple(pair for pair in recorded.pairs if expected_games.get(pair.players, pair) != pair),
        bye_differs=recorded.bye != expected.bye,
    )


def are_equal(first: results.RoundPairing, second: results.RoundPairing) -> bool:
    """Whether two pairings of a round have the same games, colours included, and the same bye."""
    return compare_pairings(first, second) == Differences()


def _games(pairing: results.RoundPairing) -> list[tuple[int, int]]:
    return sorted([(pair.white, pair.black) for pair in pairing.pairs])


def _surplus_pairs(pairs: tuple[results.Pair, ...], reference: tuple[results.Pair, ...]) -> tuple[results.Pair, ...]:
    """Return the pairs that are not among the other pairs, whatever the colours; each matches one pair only."""
    left = Counter(pair.players for pair in reference)
    beyond = []
    for pair in pairs:
        if left[pair.players]:
            left[pair.players] -= 1
        else:
            beyond.append(pair)
    return tuple(beyond)


class DecidingCriterion(JsonStruct, frozen=True, kw_only=True):
    """The first criterion of which two pairings of a bracket have different values."""

    label: str
    article: str
    name: str
    sentence: str
    recorded: tuple[int, ...]
    """Value for the recorded pairing; lower is better."""
    expected: tuple[int, ...]


class DecidingOrder(JsonStruct, frozen=True, kw_only=True):
    """Why one of two equally good candidates of a bracket is generated before the other."""

    step: results.GenerationStep
    article: str
    """Empty where the engine does not say."""
    sentence: str


class ColourRuling(JsonStruct, frozen=True, kw_only=True):
    """Which article gives the colours of a pair."""

    pair: results.Pair
    """With the colours that the article asks for."""
    article: str
    sentence: str


class EvidenceRow(JsonStruct, frozen=True, kw_only=True):
    """A player concerned by an answer, before the round."""

    tpn: int
    name: str
    score: int
    colours: str = ""
    """Of the games so far: ``WBWB``."""
    due: str = ""
    """The colour preference: ``White``; ``White!`` for an absolute one; empty without one."""
    floats: str = ""
    """Floats of the last two rounds: ``down 4``, ``up 5``."""
    note: str = ""
    """At most twelve words: the opponent posted and the right one, or why the player may not have the bye."""


class VerificationStatus(Enum):
    """The result of putting a finding to the independent verifier."""

    CONFIRMED = "confirmed"
    REFUSED = "refused"
    NOT_POSSIBLE = "not-possible"
    """The verifier does not follow this system or reading, or cannot read the event."""


class Verification(JsonStruct, frozen=True, kw_only=True):
    """The answer of the independent verifier (`checker.verifier`) to a finding."""

    status: VerificationStatus
    sentence: str
    """``Verified independently: the expected pairing is legal, and better by C12 ...``."""


class OpinionSide(Enum):
    """The pairing with which a second opinion agrees."""

    WITH_RULES = "with-rules"
    WITH_POSTED = "with-posted"
    WITH_NEITHER = "with-neither"
    NO_PAIRING = "no-pairing"
    """The program finds no legal pairing."""
    NO_ANSWER = "no-answer"
    """The program failed."""


_AGREEMENTS = {
    OpinionSide.WITH_RULES: "{} agrees: it pairs the round as Pairproof does.",
    OpinionSide.WITH_POSTED: "{} disagrees: it pairs the round as posted.",
    OpinionSide.WITH_NEITHER: "{} agrees with neither pairing: it pairs the round differently from both.",
    OpinionSide.NO_PAIRING: "{} finds no legal pairing of the round.",
    OpinionSide.NO_ANSWER: "{} gave no answer: {}.",
}


class SecondOpinion(JsonStruct, frozen=True, kw_only=True):
    """The opinion of another program on a discrepant round."""

    program: str
    agreement: OpinionSide
    detail: str = ""
    """How the program failed."""

    @property
    def sentence(self) -> str:
        """``bbp6 agrees: it pairs the round as Pairproof does.``."""
        return f"Second opinion: {_AGREEMENTS[self.agreement].format(self.program, self.detail)}"


class Argument(JsonStruct, frozen=True, kw_only=True):
    """The argument for a verdict: the rules that a pairing breaks, or the place where two pairings first differ."""

    evidence: tuple[EvidenceRow, ...] = ()
    """The players concerned."""
    violations: tuple[results.Violation, ...] = ()
    deciding_bracket: int | None = None
    """Number of the first bracket in which the two pairings differ."""
    deciding_criterion: DecidingCriterion | None = None
    deciding_order: DecidingOrder | None = None
    recorded_bracket: results.BracketAssessment | None = None
    """The deciding bracket as the recorded pairing fills it."""
    expected_bracket: results.BracketAssessment | None = None
    parting: results.Divergence | None = None
    """
    Where the recorded pairing leaves the procedure, for systems that are one; beside colours, where the text is open.
    """
    colour_rulings: tuple[ColourRuling, ...] = ()

    @property
    def article(self) -> str:
        """The article that decides, the first if several decide; empty if none is known."""
        for several in (self.violations, self.colour_rulings):
            if several:
                return several[0].article or "completeness"
        for decided in (self.deciding_criterion, self.deciding_order, self.parting):
            if decided is not None:
                return decided.article
        return ""

    @property
    def shape(self) -> str:
        """The kind of bracket, or the step, in which the two pairings first differ, without its numbers."""
        bracket = self.expected_bracket
        if bracket is None:
            return ""
        if bracket.kind.is_step:
            return bracket.kind.value.removesuffix(", step")
        kind = "heterogeneous" if bracket.mdps else "homogeneous"
        floats = ", downfloaters" if bracket.downfloaters else ""
        return f"{kind} {bracket.kind.value}{floats}"


NO_ARGUMENT = Argument()


class RoundFinding(JsonStruct, frozen=True, kw_only=True, tag_field="kind", tag="round"):
    """
    The verdict on one recorded round, with its argument.

    `article`, `criterion`, `shape` and the numbers of pairs follow from the pairings and the argument, and stay when
    these are dropped.
    """

    event: str
    """Stem of the file's name."""
    round_number: int = msgspec.field(name="round")
    verdict: Verdict
    article: str = ""
    """The article that decides, the first if several decide; empty if none is known."""
    criterion: str = ""
    """Label of the criterion that decides; empty if no criterion decides."""
    shape: str = ""
    """The kind of bracket, or the step, in which the two pairings first differ."""
    pairs: int = 0
    """Number of recorded pairs."""
    discrepant_pairs: int = 0
    """Number of recorded pairs that are wrong, by players or by colours."""
    sentence: str = ""
    """The verdict in words that can be read aloud: the round, the answer, the reason, and the article in brackets."""
    answer: str = ""
    """The wrong and the right pairing in a sentence; empty if the round is right."""
    reason: str = ""
    """Why it is right; empty where there is nothing to argue."""
    bye_reason: str = ""
    """Why the player with the bye has it; empty without a right bye, and where the reason was not asked for."""
    recorded: results.RoundPairing | None = None
    """None if the record itself could not be read as a pairing."""
    expected: results.RoundPairing | None = None
    """None if there is none, and on agreement, where it would repeat `recorded`."""
    differences: Differences | None = None
    """None unless both pairings are there and differ."""
    argument: Argument = NO_ARGUMENT
    readings: tuple[results.ReadingNote, ...] = ()
    rests_on: tuple[str, ...] = ()
    """
    On what the verdict rests: an assumption (`Assumption.identifier`), and entries of the register on whose other
    side, or openness, it rests. As declared, and by the side taken, it is harsher.
    """
    history_marked: bool = False
    """Whether a round recorded before this one is itself illegal, so that this one was judged on a doubtful history."""
    declaration: str | None = None
    """The ``###`` line by which the file declares the deviation."""
    judged_without_declaration: Verdict | None = None
    """The verdict that the round would have without the declaration."""
    hint: str = ""
    """The likeliest cause of a discrepancy, with its figures; empty if none was found, or none looked for."""
    known: KnownFinding | None = None
    """The entry of a list of known findings that covers the discrepancy."""
    verification: Verification | None = None
    """The answer of the independent verifier; None if it was not asked."""
    opinions: tuple[SecondOpinion, ...] = ()
    """The opinions of other programs; empty if none was asked."""

    def __post_init__(self) -> None:
        """Derive what follows from pairings and argument, wherever they are there; a record cannot say otherwise."""
        if self.argument == NO_ARGUMENT:
            force_setattr(self, "argument", NO_ARGUMENT)  # records leave out this one, and no copy from another process
            if self.recorded is None and not self.readings:
                return
        argument, has_other_bye = self.argument, self.differences is not None and self.differences.bye_differs
        derived = {
            "article": argument.article or (self.readings[0].identifier if self.readings else ""),
            "criterion": argument.deciding_criterion.label if argument.deciding_criterion else "",
            "shape": argument.shape or ("bye" if has_other_bye else ""),
            "pairs": len(self.recorded.pairs) if self.recorded else 0,
            "discrepant_pairs": self._count_discrepant_pairs(),
        }
        for name, value in derived.items():
            force_setattr(self, name, value)

    def restate(self, verdict: Verdict, sentence: str) -> RoundFinding:
        """Return a finding with another verdict on the same pairings of the round, without an argument."""
        return RoundFinding(
            event=self.event,
            round_number=self.round_number,
            verdict=verdict,
            sentence=sentence,
            recorded=self.recorded,
            expected=self.expected,
            differences=self.differences,
            history_marked=self.history_marked,
        )

    def _count_discrepant_pairs(self) -> int:
        if self.verdict.outcome is not Outcome.DISCREPANT or self.recorded is None:
            return 0
        if self.differences is not None:
            return len(self.differences.recorded_only) + len(self.differences.colours)
        culprits = {tpn for violation in self.argument.violations for tpn in violation.players}
        return sum(1 for pair in self.recorded.pairs if pair.players & culprits)

    @property
    def decided(self) -> str:
        """The criterion that decides, else the article; empty if neither is known."""
        return self.criterion or self.article

    @property
    def cited_reason(self) -> str:
        """The reason with the article in brackets: the sentence without the round and the answer."""
        return self.sentence[self.sentence.rfind(self.reason.removesuffix(".")) :]


class Participant(JsonStruct, frozen=True, kw_only=True):
    """A player, or in a team event a team, as the crosstable shows them."""

    tpn: int
    name: str
    title: str = ""
    rating: int | None = None
    federation: str = ""
    points: int = 0
    """In tenths, as the recorded results give them; a team's by its primary score."""
    rounds: tuple[RoundEntry, ...] = ()
    """Of a team, its matches."""
    other_points: int | None = None
    """A team's other score, in tenths; None for a player."""
    games: tuple[int | None, ...] = ()
    """A team's game points in every round, in tenths; None where it had no opponent."""
    line: int | None = None
    """Line of the file on which the participant's row stands; None if it was not looked for."""


class DeclaredFact(JsonStruct, frozen=True, kw_only=True):
    """Something that the file says of itself and that matters for the pairing."""

    subject: str
    """``Pairing system``, ``Initial-colour``..."""
    field: str
    """Code of the record that says so: ``192``, ``XXC``; empty for absence of any."""
    text: str


class AppliedEdition(JsonStruct, frozen=True, kw_only=True):
    """The regulation by which an event was judged."""

    key: str
    title: str
    source: str
    in_force_from: dt.date
    in_force_until: dt.date | None
    games: int = 1
    """So many rounds of the file are one round that is judged."""


class Assumption(JsonStruct, frozen=True, kw_only=True):
    """A fact that the file could declare and does not, and on which rounds of the event rest."""

    identifier: str
    """``acceleration-baku``, ``edition-dutch-2017``; the rounds that rest on it name it in `RoundFinding.rests_on`."""
    condition: str
    """The fact as the end of a sentence: ``if the event had the Baku acceleration``."""
    rounds: tuple[int, ...]
    """The rounds that are right only under the assumption."""

    @property
    def sentence(self) -> str:
        """``Rounds 2 and 4 are right only if the event was accelerated, which the file does not declare.``."""
        verb = "Round {} is" if len(self.rounds) == 1 else "Rounds {} are"
        rounds = verb.format(join_phrases([*map(str, self.rounds)]))
        return f"{rounds} right only {self.condition}, which the file does not declare."


class EventHeader(JsonStruct, frozen=True, kw_only=True, tag_field="kind", tag="event"):
    """An event as a run knows it before its first round is judged."""

    event: str
    """Stem of the file's name."""
    source: str
    """The file as it was named on the command line."""
    sha256: str = ""
    """Fingerprint of the file's bytes."""
    name: str = ""
    place: str = ""
    start: dt.date | None = None
    end: dt.date | None = None
    rounds_recorded: int = 0
    rounds_declared: int | None = None
    edition: AppliedEdition | None = None
    """None if no engine applies."""
    reason: str = ""
    """Why this system and edition was taken, or why none."""
    contradiction: str = ""
    """How two fields of the file contradict each other about the system; empty if the caller names the system."""
    assumption: Assumption | None = None
    """The undeclared fact under which the event is judged; None if it is judged as declared."""
    explained_by: str = ""
    """A fact that would explain the event better than its declarations; the verdicts do not follow it."""
    failed_search: str = ""
    """Why undeclared facts were not searched to the end; empty if they were, or if no round asks for it."""
    notes: tuple[str, ...] = ()
    """Facts that had to be inferred, one sentence each."""
    problems: tuple[FileProblem, ...] = ()
    """Problems that reader and lint found."""
    declared: tuple[DeclaredFact, ...] = ()
    declarations: tuple[str, ...] = ()
    """Texts of the ``###`` lines."""
    participants: tuple[Participant, ...] = ()
    """In a team event the teams."""
    scores: tuple[str, ...] = ()
    """In a team event, the words for its primary and its other score; empty in one of individuals."""
    blanks: tuple[BlankRounds, ...] = ()
    """Players who are left blank without an explanation, up to the last round that is judged."""
    standings: StandingsFinding | None = None
    """The verdict on the final rank order; None if the file has no rank order, or names no tie-breaks."""
    refusal: str = ""
    """Why no round of the event can be judged; empty if rounds follow."""
    verdict: Verdict | None = None
    """The verdict that goes with a refusal; None if rounds follow, or if there is nothing to check."""

    @property
    def participant(self) -> str:
        """``player``, or ``team`` in a team event."""
        return "team" if self.scores else "player"

    @property
    def doubts(self) -> tuple[str, ...]:
        """The sentences that stand before every verdict on the event."""
        assumed = self.assumption.sentence if self.assumption else ""
        return tuple(filter(None, (self.left_out, assumed, self.contradiction, self.explained_by, self.failed_search)))

    @property
    def left_out(self) -> str:
        """The participants that the file neither pairs nor marks absent, of many the first; empty if there are none."""
        if not self.blanks:
            return ""
        names = {participant.tpn: participant.name for participant in self.participants}
        roster = Roster(names)
        named = [
            f"{roster.describe_player(blank.tpn)} in {describe_rounds(blank.rounds)}"
            for blank in self.blanks[:MAX_LISTED_PLAYERS]
        ]
        if len(self.blanks) > MAX_LISTED_PLAYERS:
            named.append(counted_noun(len(self.blanks) - MAX_LISTED_PLAYERS, f"further {self.participant}"))
        counted = counted_noun(len(self.blanks), self.participant)
        verb = "is" if len(self.blanks) == 1 else "are"
        listed = f"{counted} {verb} neither paired nor marked absent: {'; '.join(named)}."
        who = "team that" if self.scores else "player who"
        return f"{listed} The verdicts take a {who} is left out as absent, as the format says."


class EventFinding(FrozenStruct, frozen=True, kw_only=True):
    """An event with all its rounds judged."""

    header: EventHeader
    rounds: tuple[RoundFinding, ...]

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The event as a run tells it: its header, and then its rounds."""
        return (self.header, *self.rounds)

    @property
    def discrepant_rounds(self) -> tuple[RoundFinding, ...]:
        """The rounds in which something is wrong."""
        return tuple(finding for finding in self.rounds if finding.verdict.outcome is Outcome.DISCREPANT)

    @property
    def has_wrong_rank_order(self) -> bool:
        """Whether the recorded rank order is wrong, and not known to be."""
        standings = self.header.standings
        return standings is not None and standings.verdict is StandingsVerdict.WRONG and standings.known is None

    @property
    def standing(self) -> str:
        """``8 of 9 rounds stand; round 5 rests on SPP-2026-08.``; empty if no round rests on anything."""
        resting: dict[tuple[str, ...], list[int]] = {}
        assumed = self.header.assumption.identifier if self.header.assumption else ""
        for finding in self.rounds:
            entries = tuple(entry for entry in finding.rests_on if entry != assumed)
            if entries:
                resting.setdefault(entries, []).append(finding.round_number)
        if not resting:
            return ""
        standing = sum(finding.verdict.outcome is Outcome.CONSISTENT for finding in self.rounds)
        parts = [f"{standing} of {len(self.rounds)} rounds stand"]
        for entries, rounds in resting.items():
            verb = "round {} rests" if len(rounds) == 1 else "rounds {} rest"
            parts.append(f"{verb.format(join_phrases([*map(str, rounds)]))} on {join_phrases(entries)}")
        return f"{'; '.join(parts)}."


Entry = EventHeader | RoundFinding


def gather(entries: Iterable[Entry]) -> tuple[EventFinding, ...]:
    """Put the entries of a run together event by event; ValueError if a round precedes every header."""
    groups: list[tuple[EventHeader, list[RoundFinding]]] = []
    for entry in entries:
        if isinstance(entry, EventHeader):
            groups.append((entry, []))
        elif groups:
            groups[-1][1].append(entry)
        else:
            raise ValueError(f"round {entry.round_number} of {entry.event} comes before its event")
    return tuple(EventFinding(header=header, rounds=tuple(rounds)) for header, rounds in groups)


class Counts(JsonStruct, frozen=True, kw_only=True, omit_defaults=False):
    """Numbers of events, rounds and pairs."""

    events: int = 0
    rounds: int = 0
    pairs: int = 0


class Tally(FrozenStruct, frozen=True, kw_only=True):
    """The totals of a run, or of one program in a campaign."""

    checked: Counts
    """Events, rounds and pairs that were judged. An event counts when one of its rounds was judged."""
    discrepancies: Counts
    known: Counts = Counts()
    """Of the discrepancies, those that a list of known findings covers; of events, those in which all are covered."""
    not_checked: int = 0
    """Refused events, rounds or questions that could not be judged, and events without a judged pair."""
    verdicts: tuple[tuple[Verdict, int], ...] = ()
    """Number of rounds by verdict, in the order of the enumeration, without zeros. Of a campaign without agreement."""
    with_blanks: int = 0
    """Events that were judged, but leave players blank without an explanation."""
    contradictory: int = 0
    """Events that were judged, but whose fields contradict each other about the system."""
    readings: tuple[tuple[str, int], ...] = ()
    """Entries of the register and how many rounds rest on each, in the order in which they were met."""
    standings: StandingsCounts = NO_STANDINGS
    """Of recorded rank orders, apart from rounds and pairs."""

    def rounds_with(self, *verdicts: Verdict) -> int:
        """Return the number of rounds that have one of the verdicts."""
        return sum(number for verdict, number in self.verdicts if verdict in verdicts)

    @property
    def undeclared(self) -> int:
        """Number of rounds that are right only under a fact that the file does not declare."""
        return self.rounds_with(Verdict.UNDECLARED_FACT)

    @property
    def open_rounds(self) -> int:
        """Number of rounds that are right by another reading, or by their file's declaration."""
        return self.rounds_with(Verdict.AMBIGUOUS_RULE, Verdict.DECLARED)

    @property
    def our_faults(self) -> int:
        """Number of rounds in which Pairproof is at fault."""
        return self.rounds_with(Verdict.REFERENCE_FAULT)

    @property
    def new_events(self) -> int:
        """Number of discrepant events with something that is not known."""
        return self.discrepancies.events - self.known.events


class RunningTally:
    """Counts a run entry by entry, so that nothing needs to be kept."""

    def __init__(self) -> None:
        """Start from nothing."""
        self._checked = [0, 0, 0]
        self._discrepant = [0, 0, 0]
        self._known = [0, 0, 0]
        self._not_checked = 0
        self._with_blanks = 0
        self._contradictory = 0
        self._verdicts: Counter[Verdict] = Counter()
        self._readings: Counter[str] = Counter()
        self._pairless_events = 0
        self._standings: Counter[StandingsVerdict] = Counter()
        self._known_standings = 0
        self._event_was_judged = False
        self._event_has_pairs = False
        self._event_is_discrepant = False
        self._event_is_new = False

    def add(self, entry: Entry) -> None:
        """Count one more entry."""
        if isinstance(entry, RoundFinding):
            self._add_round(entry)
            return
        self._pairless_events += self._event_is_pairless
        self._known[0] += self._event_is_known
        self._event_was_judged = False
        self._event_has_pairs = False
        self._event_is_discrepant = False
        self._event_is_new = False
        if entry.standings is not None:
            self._standings[entry.standings.verdict] += 1
            self._known_standings += entry.standings.known is not None
        if entry.refusal:
            self._not_checked += 1
            return
        self._with_blanks += bool(entry.blanks)
        self._contradictory += bool(entry.contradiction)

    @property
    def _event_is_pairless(self) -> bool:
        """Whether rounds of the event were judged without a single pair, and nothing was wrong."""
        return self._event_was_judged and not self._event_has_pairs and not self._event_is_discrepant

    @property
    def _event_is_known(self) -> bool:
        """Whether the event is discrepant, and every discrepant round of it is known."""
        return self._event_is_discrepant and not self._event_is_new

    def _add_round(self, finding: RoundFinding) -> None:
        self._verdicts[finding.verdict] += 1
        self._readings.update(finding.rests_on)
        if not finding.verdict.was_judged:
            self._not_checked += 1
            return
        self._checked[0] += not self._event_was_judged
        self._checked[1] += 1
        self._checked[2] += finding.pairs
        self._event_was_judged = True
        self._event_has_pairs = self._event_has_pairs or finding.pairs > 0
        if finding.verdict.outcome is Outcome.DISCREPANT:
            self._discrepant[0] += not self._event_is_discrepant
            self._discrepant[1] += 1
            self._discrepant[2] += finding.discrepant_pairs
            self._event_is_discrepant = True
            if finding.known is None:
                self._event_is_new = True
            else:
                self._known[1] += 1
                self._known[2] += finding.discrepant_pairs

    def result(self) -> Tally:
        """Return the counts so far."""
        return Tally(
            checked=_counts(self._checked),
            discrepancies=_counts(self._discrepant),
            known=_counts([self._known[0] + self._event_is_known, *self._known[1:]]),
            not_checked=self._not_checked + self._pairless_events + self._event_is_pairless,
            verdicts=tuple((verdict, self._verdicts[verdict]) for verdict in Verdict if self._verdicts[verdict]),
            with_blanks=self._with_blanks,
            contradictory=self._contradictory,
            readings=tuple(self._readings.items()),
            standings=_standings_counts(self._standings, self._known_standings),
        )


def _counts(numbers: list[int]) -> Counts:
    events, rounds, pairs = numbers
    return Counts(events=events, rounds=rounds, pairs=pairs)


def _standings_counts(verdicts: Counter[StandingsVerdict], known: int) -> StandingsCounts:
    not_judged = verdicts[StandingsVerdict.NOT_JUDGED]
    return StandingsCounts(
        judged=verdicts.total() - not_judged,
        wrong=verdicts[StandingsVerdict.WRONG],
        accepted=verdicts[StandingsVerdict.ACCEPTED],
        not_judged=not_judged,
        known=known,
    )


def tally(entries: Iterable[Entry]) -> Tally:
    """Count a whole run."""
    running = RunningTally()
    for entry in entries:
        running.add(entry)
    return running.result()
