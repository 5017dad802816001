"""
The answers of a bundle: whether the bar is met, the fields of FE-1, and the questions of VCL4THP (Q16 to Q39).

The conclusion names the reasons against it and the missing parts. It never looks as if all were well where something
was not done. The questions are in our own words, after draft 13 of the list. What only the vendor knows is left to the
vendor.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from enum import Enum

from checker.campaigns.grouping import EVENTS_PER_DISCREPANCY, MOST_DISCREPANCIES, Met, are_few
from checker.campaigns.outcomes import FindingClass
from checker.evidence.facts import (
    BARRED,
    ENDORSEMENT,
    Band,
    DirectionCounts,
    EndorsementProcedure,
    EvidencePart,
    Facts,
    Kind,
    PartFacts,
    Plan,
    State,
    Unit,
)
from checker.verdicts.consequence import Consequence, judge
from checker.verdicts.phrases import capitalise
from checker.verdicts.verdict import ExitStatus
from tournaments.frozen import FrozenStruct
from tournaments.problems import counted_thousands

WHAT = {
    EvidencePart.SUITE: "conformance suite",
    EvidencePart.EXAM: "exam of its checker",
    EvidencePart.PAIR: "its pairings of our events",
    EvidencePart.JUDGE: "our events through its checker",
    EvidencePart.GENERATE: "its generator's events through our checker",
}
"""The noun phrase of each part, for sentences."""
_NAMED = 10
"""Kinds of discrepancy that are named as incomplete; of more the number is given."""


class EvidenceAnswer(Enum):
    """The prospect of an endorsement; the value is its sentence."""

    MET = "The bar is met in all three directions."
    NOT_MET = "The bar is not met."
    OPEN = "It is not yet known whether the bar is met."


class Conclusion(FrozenStruct, frozen=True, kw_only=True):
    """The answer, and its reasons."""

    answer: EvidenceAnswer
    against: tuple[str, ...]
    """Reasons against the program, a sentence each."""
    missing: tuple[str, ...]
    """Parts and answers that are missing, a sentence each."""

    @property
    def status(self) -> ExitStatus:
        """The exit status: 0 if the bar is met; 1 if it is not met, or a part is wrong; 2 if something is missing."""
        failures, doubts = self.against, self.missing
        if self.answer is EvidenceAnswer.NOT_MET:
            failures = (*failures, self.answer.value)
        elif self.answer is EvidenceAnswer.OPEN:
            doubts = (*doubts, self.answer.value)
        return judge(
            (
                *((Consequence.FAILED, reason) for reason in failures),
                *((Consequence.ERROR, reason) for reason in doubts),
            )
        ).status


def concluded(facts: Facts) -> Conclusion:
    """Return the answer that follows from the facts."""
    failing = tuple(sentence for part in facts.barred for sentence in _over_the_bar(part))
    missing = tuple(_missing(facts))
    if failing:
        answer = EvidenceAnswer.NOT_MET
    elif all(_is_met(part, facts) for part in facts.barred):
        answer = EvidenceAnswer.MET
    else:
        answer = EvidenceAnswer.OPEN
    return Conclusion(answer=answer, against=(*failing, *_wrong_elsewhere(facts)), missing=missing)


def _is_met(part: PartFacts, facts: Facts) -> bool:
    """Whether a direction meets the bar by events and rounds, and by pairs if these are known."""
    counts = part.counts
    if counts is None or part.state is not State.DONE:
        return False
    known = [unit for unit in Unit if counts.discrepancies(unit) is not None]
    wanted = facts.plan.procedure.events
    return all(counts.bar(unit, wanted) is Met.MET and counts.rate(unit) is Met.MET for unit in known)


def _over_the_bar(part: PartFacts) -> Iterator[str]:
    """Name the units in which a direction exceeds the bar."""
    counts = part.counts
    if counts is None:
        return
    what = capitalise(WHAT[part.part])
    if counts.failed_events:
        judged = counted_thousands(counts.judged, "event")
        yield f"{what}: {counts.failed_events} of {judged} not answered in full, and no failure is a pass."
    over = [
        f"{counts.discrepancies(unit)} discrepant {unit.value}"
        for unit in Unit
        if not are_few(counts.discrepancies(unit) or 0)
    ]
    if over:
        events = counted_thousands(counts.events, "event")
        yield f"{what}: {', '.join(over)} in {events}; {MOST_DISCREPANCIES} are allowed."
    elif part.state is State.DONE and counts.rate(Unit.EVENTS) is Met.NOT_MET:  # else the rest may make up for it
        found = counted_thousands(counts.discrepant_events, "discrepant event")
        yield f"{what}: {found} in {counts.events}; FE-1 allows one in {EVENTS_PER_DISCREPANCY}."


def _wrong_elsewhere(facts: Facts) -> Iterator[str]:
    suite, exam = facts.part(EvidencePart.SUITE), facts.part(EvidencePart.EXAM)
    for part in facts.barred:
        if part.counts and part.counts.our_faults:
            rounds = counted_thousands(part.counts.our_faults, "round")
            what = capitalise(WHAT[part.part])
            yield f"{what}: {rounds} better than our own engine's. This is our fault, not the program's: report it."
    if suite.wrong:
        asked = suite.right + suite.wrong + suite.unanswered
        yield f"{capitalise(WHAT[EvidencePart.SUITE])}: {suite.wrong} of {counted_thousands(asked, 'answer')} wrong."
    if exam.wrong:
        asked = sum(row.events for row in exam.exam)
        yield f"{capitalise(WHAT[EvidencePart.EXAM])}: wrong about {exam.wrong} of {counted_thousands(asked, 'event')}."


def _too_few_or_narrow(plan: Plan) -> Iterator[str]:
    """Describe how the events differ from the events of the procedure."""
    if not plan.is_large_enough:
        wanted = f"{plan.procedure.value} asks for {plan.procedure.events:,}"
        yield f"Too few events: {plan.events:,} in each direction; {wanted}."
    if plan.axes:
        narrowed = ", ".join(f"{key}={value}" for key, value in plan.axes)
        yield f"The events are not those of the profile '{plan.profile}': they were narrowed ({narrowed})."
    if plan.profile != ENDORSEMENT:
        yield f"The events are of the profile '{plan.profile}': there is no '{ENDORSEMENT}' for this system."


def _missing(facts: Facts) -> Iterator[str]:
    for part in facts.parts:
        what = capitalise(WHAT[part.part])
        if part.state is State.NOT_DONE:
            yield f"{what}: not done, because {part.why}."
        elif part.state is State.UNFINISHED:
            done = (
                f"{part.counts.judged:,} of {counted_thousands(part.counts.planned, 'event')}"
                if part.counts
                else part.why
            )
            yield f"{what}: not finished, {done}."
        if part.counts and part.counts.unchecked:
            yield f"{what}: {counted_thousands(part.counts.unchecked, 'question')} could not be judged."
        if part.counts and part.counts.unmade and part.counts.events < facts.plan.procedure.events:
            seeds = f"{part.counts.unmade} of {counted_thousands(part.counts.judged, 'seed')}"
            yield f"{what}: it made no event from {seeds}; no more were tried."
        if part.unanswered:
            yield f"{what}: no answer to {counted_thousands(part.unanswered, 'question')}."
    yield from _too_few_or_narrow(facts.plan)
    if not facts.program.standings and facts.program.checks:
        yield "Rank orders through its checker: not done, because it says that it judges none."
    unclassed = [sentence for kind in facts.kinds for sentence in _unclassed(kind)]
    yield from unclassed[:_NAMED]
    if len(unclassed) > _NAMED:
        more = counted_thousands(len(unclassed) - _NAMED, "more kind")
        yield f"Not classed, or not shown to be reported: {more} of discrepancy."


def _unclassed(kind: Kind) -> Iterator[str]:
    """Each discrepancy is to be classed, and the report of it shown (TEC Manual 3.9.4.5; VCL4THP Q35 to Q39)."""
    if not kind.against:
        return
    if not kind.classed:
        yield f"Not classed: {kind.signature} ({counted_thousands(kind.events, 'event')})."
    elif not kind.link:
        yield f"Classed, but no link shows that it was reported: {kind.signature}."


_VENDOR = "We were not told; the vendor is to say."


class Reply(Enum):
    """The kind of answer to a question."""

    YES = "yes"
    NO = "no"
    PARTLY = "in part"
    NO_NEED = "not needed"
    NOT_BY_US = "not answered by us"
    NOT_YET = "not yet known"
    """Nothing was judged or made that could tell."""


class AnsweredItem(FrozenStruct, frozen=True):
    """A question or a field, and its answer."""

    reply: Reply
    figure: str = ""
    """The count or measurement, in a few words."""
    link: str = ""
    """The place in the bundle that shows it: a heading of the page, or a file."""
    sentence: str = ""
    command: str = ""
    """The command that shows it again."""
    name: str = ""
    """``Q21``, or the name of the field."""
    asks: str = ""
    weight: str = ""
    """The consequence of a wrong answer, by the list."""
    vendor: str = ""
    """The vendor's own answer."""


def command_of(facts: Facts, part: EvidencePart) -> str:
    """Return the command that repeats a part."""
    plan, system = facts.plan, facts.plan.system
    if part is EvidencePart.SUITE:
        return f"pairproof suite PROGRAM --system {system}"
    axes = "".join(f" --axis {key}={value}" for key, value in plan.axes)
    events = facts.part(part).counts
    number = events.planned if events else plan.events_of(part)
    drawn = (
        f"--system {system} --profile {plan.profile}{axes} --seed {plan.seed} -n {number} --store {part.value}.sqlite"
    )
    if part is EvidencePart.EXAM:
        return f"pairproof exam PROGRAM {drawn}"
    return f"pairproof campaign run PROGRAM --direction {part.value} {drawn}"


_INFO = "pairproof program info PROGRAM"
_SMOKE = "pairproof program smoke PROGRAM"
_PROGRAM, _GENERATOR, _EXAM, _BAR, _FINDINGS = "#what-with", "#generator", "#exam", "#bar", "#discrepancies"


def vcl_of(facts: Facts) -> tuple[AnsweredItem, ...]:
    """Answer Q16 to Q39 of the VCL4THP."""
    vendor = dict(facts.vendor)
    return tuple(
        replace(give_answer(facts), name=name, asks=asks, weight=weight, vendor=vendor.get(name, ""))
        for name, asks, weight, give_answer in _QUESTIONS
    )


def _not_yet(link: str, sentence: str, command: str = "") -> AnsweredItem:
    """Answer a question about events that were not judged or made yet: a figure needs events."""
    return AnsweredItem(Reply.NOT_YET, "not yet known: 0 events", link, sentence, command)


def _own_engine(facts: Facts) -> AnsweredItem:
    figure = counted_thousands(len(facts.program.files), "file")
    said = "Whose engine is in the program cannot be seen from outside; its files are known by their hashes."
    return AnsweredItem(Reply.NOT_BY_US, figure, _PROGRAM, said, _INFO)


def _without(noun: str) -> AnsweredItem:
    return AnsweredItem(Reply.NO, "none", _PROGRAM, f"It has no {noun}.", _INFO)


def _provided(facts: Facts) -> AnsweredItem:
    program = facts.program
    has = [word for word, does in (("checker", program.checks), ("generator", program.generates)) if does]
    figure = f"{len(has)} of 2"
    if len(has) == 2:  # noqa: PLR2004 - both
        said = "Its description names both. The vendor states where they are available."
        return AnsweredItem(Reply.YES, figure, _PROGRAM, said, _INFO)
    lacks = " and no ".join(word for word in ("checker", "generator") if word not in has)
    return AnsweredItem(Reply.NO, figure, _PROGRAM, f"It has no {lacks}.", _INFO)


def _checker_cli(facts: Facts) -> AnsweredItem:
    if not facts.program.checks:
        return _without("checker")
    events = _count_judged(facts, EvidencePart.EXAM) + _count_judged(facts, EvidencePart.JUDGE)
    if not events:
        return _not_yet(_PROGRAM, f"It was not asked yet. Its command: {facts.program.checks}.", _INFO)
    said = f"We asked it by: {facts.program.checks}. What it costs, the vendor is to say."
    return AnsweredItem(Reply.YES, f"{counted_thousands(events, 'event')} checked", _PROGRAM, said, _INFO)


def _generator_cli(facts: Facts) -> AnsweredItem:
    if not facts.program.generates:
        return _without("generator")
    events = _count_judged(facts, EvidencePart.GENERATE) or (facts.probe.events if facts.probe else 0)
    if not events:
        return _not_yet(_PROGRAM, f"It made no event yet. Its command: {facts.program.generates}.", _INFO)
    said = f"We asked it by: {facts.program.generates}. What it costs, the vendor is to say."
    return AnsweredItem(Reply.YES, f"{counted_thousands(events, 'event')} made", _PROGRAM, said, _INFO)


def _is(number: int) -> str:
    return "is" if number == 1 else "are"


def _was(number: int) -> str:
    return "was" if number == 1 else "were"


def _count_judged(facts: Facts, part: EvidencePart) -> int:
    """Return the number of events of a part that were judged."""
    counts = facts.part(part).counts
    return counts.events if counts else 0


def _all_judged(facts: Facts) -> int:
    """Return the number of events judged in all directions."""
    return sum(_count_judged(facts, part) for part in BARRED)


def _against(facts: Facts) -> list[Kind]:
    """Return the kinds of discrepancy."""
    return [one for one in facts.kinds if one.against]


def _answer_interface(facts: Facts) -> AnsweredItem:
    if facts.program.generates:
        return AnsweredItem(Reply.NO_NEED, "Q22: yes", _PROGRAM, "It has a command line.", _INFO)
    return AnsweredItem(Reply.NOT_BY_US, "Q22: no", _PROGRAM, _VENDOR, _INFO)


def _reports_rounds(facts: Facts) -> AnsweredItem:
    if not facts.program.checks:
        return _without("checker")
    exam = facts.part(EvidencePart.EXAM)
    events, shows = sum(row.events for row in exam.exam), command_of(facts, EvidencePart.EXAM)
    asked = counted_thousands(events, "event")
    figure = f"{exam.right} of {asked} right"
    told = f"It was right about {exam.right} of {asked}, half of them with a planted error"
    orders = "" if facts.program.standings else "; it judges no rank orders"
    if not events:
        return _not_yet(_EXAM, f"Its exam is {exam.state.value}{orders}.", shows)
    if not facts.program.standings:
        return AnsweredItem(Reply.NO, figure, _EXAM, f"{told}{orders}.", shows)
    return AnsweredItem(Reply.PARTLY if exam.wrong else Reply.YES, figure, _EXAM, f"{told}.", shows)


def _features_occur(facts: Facts) -> AnsweredItem:
    probe = facts.probe
    if not facts.program.generates:
        return _without("generator")
    if probe is None or not probe.features:
        return _not_yet(_GENERATOR, f"We ask it with a seed only. {_VENDOR}", _SMOKE)
    occurring = [f"{name} in {events}" for name, events in probe.features if events]
    never = [name for name, events in probe.features if not events]
    said = (
        f"We ask it with a seed only. In {probe.events} of its events occur: {', '.join(occurring) or 'none of these'}."
    )
    said += f" Never: {', '.join(never)}." if never else ""
    figure = f"{len(occurring)} of {len(probe.features)} occur"
    return AnsweredItem(
        Reply.NOT_BY_US, figure, _GENERATOR, f"{said} Whether each can be set, the vendor is to say.", _SMOKE
    )


def _draws_the_rest(facts: Facts) -> AnsweredItem:
    probe = facts.probe
    if not facts.program.generates:
        return _without("generator")
    ranges = [one for one in probe.ranges if one.name in ("players", "rounds")] if probe else []
    if probe is None or not ranges:
        return _not_yet(_GENERATOR, "None of its events could be made.", _SMOKE)
    figure = ", ".join(f"{one.least} to {one.most} {one.name}" for one in ranges)
    vary = sum(one.least < one.most for one in ranges)
    reply = (Reply.NO, Reply.PARTLY, Reply.YES)[vary]
    made = f"{counted_thousands(probe.events, 'event')} {_was(probe.events)} made with nothing but a seed."
    said = f"{made} Whether the values are sensible, the tester judges."
    return AnsweredItem(reply, figure, _GENERATOR, said, _SMOKE)


def _ratings(facts: Facts) -> AnsweredItem:
    if not facts.program.generates:
        return _without("generator")
    ratings = next((one for one in facts.probe.ranges if one.name == "rating"), None) if facts.probe else None
    if ratings is None:
        return _not_yet(_GENERATOR, "None of its events could be made.", _SMOKE)
    figure = f"{ratings.least} to {ratings.most}"
    said = f"Ratings of its events; the median is {ratings.median}. We ask it with a seed only. {_VENDOR}"
    return AnsweredItem(Reply.NOT_BY_US, figure, _GENERATOR, said, _SMOKE)


def _always_another(facts: Facts) -> AnsweredItem:
    probe = facts.probe
    if not facts.program.generates:
        return _without("generator")
    if probe is None or probe.events < 2:  # noqa: PLR2004 - to compare
        said = "Too few of its events could be made to compare them."
        figure = f"not yet known: {counted_thousands(probe.events if probe else 0, 'event')}"
        return AnsweredItem(Reply.NOT_YET, figure, _GENERATOR, said, _SMOKE)
    different = counted_thousands(probe.different, "different event")
    said = f"{counted_thousands(probe.events, 'seed')} gave {different}. Without a seed we did not ask."
    reply = Reply.YES if probe.different == probe.events else Reply.NO
    return AnsweredItem(reply, f"{probe.different} of {probe.events} differ", _GENERATOR, said, _SMOKE)


def describe_band(band: Band) -> str:
    """Describe the scores of higher rated players: ``0 to 99: 0.531 in 120 games, expected 0.540``."""
    found, expected = band.scored / 1000, band.expected / 1000
    return (
        f"{band.least} to {band.most}: {found:.3f} in {counted_thousands(band.games, 'game')}, expected {expected:.3f}"
    )


def _compare_rating_bands(facts: Facts) -> AnsweredItem:
    bands = facts.probe.bands if facts.probe else ()
    if not facts.program.generates:
        return _without("generator")
    if facts.probe is None or not bands:
        said = "None of its events that could be made has games of rated players."
        return AnsweredItem(Reply.NOT_YET, "not yet known: 0 games", _GENERATOR, said, _SMOKE)
    told = "; ".join(map(describe_band, bands))
    likely = sum(band.is_likely for band in bands)
    said = f"What the higher rated scored in {facts.probe.events} of its events, by the difference of ratings: {told}."
    rest = "" if likely == len(bands) else " Chance alone does not account for that."
    reply = Reply.YES if likely == len(bands) else Reply.NO
    return AnsweredItem(reply, f"{likely} of {len(bands)} ranges as expected", _GENERATOR, said + rest, _SMOKE)


def _follows_the_rules(facts: Facts) -> AnsweredItem:
    part = facts.part(EvidencePart.GENERATE)
    counts, shows = part.counts, command_of(facts, EvidencePart.GENERATE)
    if counts is None or not counts.events:
        said = f"Not done, because {part.why}." if part.why else "None of its events was judged yet."
        return _not_yet("#parts", said, shows)
    wrong = counts.discrepant_rounds
    of_rounds = f"{wrong} of {counted_thousands(counts.rounds, 'round')} in {counted_thousands(counts.events, 'event')}"
    said = f"{of_rounds} {_is(wrong)} discrepant"
    wrong_orders = f"{counted_thousands(counts.wrong_orders, 'rank order')} {_is(counts.wrong_orders)} wrong"
    orders = f", {wrong_orders}" if counts.wrong_orders else ""
    reply = Reply.NO if counts.discrepant_events else Reply.YES if part.state is State.DONE else Reply.PARTLY
    said = f"{said}{orders}. Rank orders are judged where a file names its tie-breaks."
    return AnsweredItem(
        reply, f"{wrong:,} of {counted_thousands(counts.rounds, 'round')}", part.record or _BAR, said, shows
    )


def _tested(facts: Facts) -> AnsweredItem:
    told = [_volume(facts, part) for part in BARRED]
    wanted = EndorsementProcedure.NEW.events
    done = [facts.part(part).counts for part in BARRED]
    enough = all(counts is not None and counts.events >= wanted for counts in done)
    said = f"{' '.join(told)} Asked for are {wanted:,} each way."
    if not _all_judged(facts):
        return _not_yet(_BAR, said, command_of(facts, EvidencePart.PAIR))
    reply = Reply.YES if enough else Reply.PARTLY
    figure = "events: " + " / ".join(f"{counts.events:,}" if counts else "0" for counts in done)
    return AnsweredItem(reply, figure, _BAR, said, command_of(facts, EvidencePart.PAIR))


def _volume(facts: Facts, part: EvidencePart) -> str:
    found = facts.part(part)
    what = capitalise(WHAT[part])
    return f"{what}: {counted_thousands(found.counts.events, 'event')}." if found.counts else f"{what}: not done."


def _many(facts: Facts) -> AnsweredItem:
    counts = {part: facts.part(part).counts for part in BARRED}
    shows = "pairproof endorse verify DIR"
    if _is_nothing_judged(facts):
        return _not_yet(_BAR, _NOTHING_JUDGED, shows)
    told = "; ".join(f"{WHAT[part]}: {_all_units(one)}" for part, one in counts.items() if one and one.events)
    figure = "events: " + " / ".join(_number_discrepant(one) for one in counts.values())
    if any(not are_few(_most(one)) for one in counts.values() if one):
        return AnsweredItem(Reply.YES, figure, _FINDINGS, f"Discrepant: {told}.", shows)
    if _is_enough(facts):
        return AnsweredItem(Reply.NO, figure, _FINDINGS, f"Discrepant: {told}.", shows)
    said = f"Not in what was done, which is too little to tell. Discrepant: {told}."
    return AnsweredItem(Reply.PARTLY, figure, _FINDINGS, said, shows)


_NOTHING_JUDGED = "No event was judged yet, in any direction."


def _is_nothing_judged(facts: Facts) -> bool:
    """Whether no direction has an event or a discrepancy."""
    return not _all_judged(facts) and not _against(facts)


def _is_enough(facts: Facts) -> bool:
    """Whether every direction was done with as many events as the procedure asks for, and meets the bar."""
    wanted = facts.plan.procedure.events
    found = [facts.part(part).counts for part in BARRED]
    return all(one is not None and one.bar(Unit.EVENTS, wanted) is Met.MET for one in found)


def _number_discrepant(counts: DirectionCounts | None) -> str:
    if counts is None:
        return "not done"
    return f"{counts.discrepant_events:,}" if counts.events else "not yet known"


def _most(counts: DirectionCounts) -> int:
    return max(counts.discrepancies(unit) or 0 for unit in Unit)


def _all_units(counts: DirectionCounts) -> str:
    found = ((counts.discrepancies(unit), unit.value.removesuffix("s")) for unit in Unit)
    return ", ".join(counted_thousands(number, unit) for number, unit in found if number is not None)


def _caused(kind: FindingClass, class_name: str) -> Callable[[Facts], AnsweredItem]:
    def answer(facts: Facts) -> AnsweredItem:
        against = _against(facts)
        shows = "pairproof campaign class STORE SIGNATURE CLASS"
        if _is_nothing_judged(facts):
            return _not_yet(_FINDINGS, _NOTHING_JUDGED, shows)
        mine = [one for one in against if one.classed == kind.value]
        unclassed = sum(not one.classed for one in against)
        kinds = f"{counted_thousands(len(against), 'kind')} of discrepancy"
        said = f"{len(mine)} of {kinds} {_is(len(mine))} classed as {class_name}"
        rest = f"; {unclassed} {_is(unclassed)} not classed" if unclassed else ""
        if not against:
            said = "There is no discrepancy in what was done"
            rest = "" if _is_enough(facts) else ", which is too little to tell"
        reply = Reply.YES if mine else Reply.NOT_BY_US if unclassed else Reply.NO if _is_enough(facts) else Reply.PARTLY
        found = f"{len(mine)} of {counted_thousands(len(against), 'kind')}" if against else "0 kinds"
        figure = f"{found} in {counted_thousands(_all_judged(facts), 'event')}"
        return AnsweredItem(reply, figure, _FINDINGS, f"{said}{rest}.", shows)

    return answer


def _reported(kind: FindingClass) -> Callable[[Facts], AnsweredItem]:
    def answer(facts: Facts) -> AnsweredItem:
        mine = [one for one in _against(facts) if one.classed == kind.value]
        linked = [one for one in mine if one.link]
        shows = "pairproof campaign class STORE SIGNATURE CLASS --link LINK"
        figure = f"{len(linked)} of {len(mine)} linked"
        if _is_nothing_judged(facts):
            return _not_yet(_FINDINGS, _NOTHING_JUDGED, shows)
        if not mine:
            is_open = any(not one.classed for one in _against(facts))
            reply = Reply.NOT_BY_US if is_open else Reply.NO_NEED
            figure = f"none in {counted_thousands(_all_judged(facts), 'event')}"
            return AnsweredItem(reply, figure, _FINDINGS, "No discrepancy is classed so.", shows)
        links = ", ".join(one.link for one in linked) or "none"
        have = "has" if len(linked) == 1 else "have"
        said = f"{len(linked)} of {len(mine)} {have} a link to the report: {links}."
        reply = Reply.YES if len(linked) == len(mine) else Reply.PARTLY if linked else Reply.NO
        return AnsweredItem(reply, figure, _FINDINGS, said, shows)

    return answer


_QUESTIONS: tuple[tuple[str, str, str, Callable[[Facts], AnsweredItem]], ...] = (
    ("Q16", "Is the engine the program's own?", "", _own_engine),
    ("Q17", "Is it an external engine?", "", _own_engine),
    ("Q18", "Is it an external engine of a program that is accepted already?", "", _own_engine),
    ("Q19", "Are checker and generator provided, with how to get them?", "hard fail", _provided),
    ("Q20", "Has the checker a free command line?", "", _checker_cli),
    ("Q21", "Does the checker report, by round, wrong pairings and wrong rank orders?", "hard fail", _reports_rounds),
    ("Q22", "Has the generator a free command line?", "", _generator_cli),
    ("Q23", "If not, has it another free interface?", "", _answer_interface),
    ("Q24", "Can players, rounds, byes, forfeits, unusual results, Baku and tie-breaks be set?", "", _features_occur),
    ("Q25", "Does what is left out get sensible random values?", "", _draws_the_rest),
    ("Q26-29", "Ratings: in at least one way; by the user; by parameters; at random?", "", _ratings),
    ("Q30", "Does it never make the same file again from the same parameters?", "", _always_another),
    (
        "Q31",
        "Do its pairings follow the rules, and its rank orders the tie-breaks in the file?",
        "",
        _follows_the_rules,
    ),
    ("Q32", "Do its results follow the FIDE rating table?", "", _compare_rating_bands),
    ("Q33", "Were 50,000 events from each generator put through the other's checker?", "", _tested),
    ("Q34", "Are there more than 10 discrepancies in either direction?", "", _many),
    ("Q35", "Are some caused by the program's engine?", "", _caused(FindingClass.CANDIDATE, "the program's own error")),
    (
        "Q36",
        "Are some caused by the other engine?",
        "",
        _caused(FindingClass.OTHER, "the other engine's or the generator's error"),
    ),
    ("Q37", "Were those reported to TEC or the author?", "25 %", _reported(FindingClass.OTHER)),
    (
        "Q38",
        "Are some caused by different readings of the rules?",
        "",
        _caused(FindingClass.UNCLEAR, "different readings"),
    ),
    ("Q39", "Were those reported to TEC?", "50 %", _reported(FindingClass.UNCLEAR)),
)
"""Number, what is asked, what the wrong answer costs, and how it is answered."""
QUESTIONS = tuple(name for name, *_ in _QUESTIONS)
"""The numbers of the questions, in the order of the form."""


def fe1_of(facts: Facts) -> tuple[AnsweredItem, ...]:
    """Answer the fields of FE-1 (Annex 1 of C.04.A)."""
    program = facts.program

    def field(name: str, text: str, reply: Reply = Reply.YES, command: str = "") -> AnsweredItem:
        return AnsweredItem(name=name, asks=name, reply=reply, sentence=text, command=command)

    def calling(name: str, command: str, noun: str) -> AnsweredItem:
        if not command:
            return field(name, f"It has no {noun}.", Reply.NO, _INFO)
        return field(name, f"{command}. The vendor states where it is available.", Reply.PARTLY, _INFO)

    return (
        field("Applicant, country, e-mail, site", _VENDOR, Reply.NOT_BY_US),
        field("Program and version", f"{program.name} {program.version or '(it does not tell its version)'}"),
        field("Operating system", f"{facts.machine.system}; which others, the vendor is to say.", Reply.PARTLY),
        field("Pairing system", f"{facts.edition.title} ({facts.edition.key})"),
        field("Free or not, where to download", _VENDOR, Reply.NOT_BY_US),
        field("Internal engine", "Whose engine is in the program cannot be seen from outside.", Reply.NOT_BY_US),
        calling("Checker (FPC): where, and how it is called", program.checks, "checker"),
        calling("Generator (RTG): where, and how it is called", program.generates, "generator"),
        field("Auto-test: reference checker and generator", f"Pairproof {facts.pairproof}"),
        _auto_test(facts),
    )


def _rate(counts: DirectionCounts) -> str:
    """Say whether the rate of FE-1 is met, for each unit if the units differ."""
    rates = {unit: counts.rate(unit).value for unit in Unit if counts.discrepancies(unit) is not None}
    if len(set(rates.values())) == 1:
        return next(iter(rates.values()))
    return ", ".join(f"{said} by {unit.value}" for unit, said in rates.items())


def _auto_test(facts: Facts) -> AnsweredItem:
    told = []
    for part in BARRED:
        counts = facts.part(part).counts
        if counts is None:
            told.append(f"{WHAT[part]}: not done")
            continue
        if not counts.events:
            told.append(f"{WHAT[part]}: {Reply.NOT_YET.value}")
            continue
        told.append(f"{WHAT[part]}: {_all_units(counts)} in {counted_thousands(counts.events, 'event')}")
        told.append(f"1 in 500 events: {_rate(counts)}")
    is_whole = all(facts.part(part).state is State.DONE for part in BARRED)
    return AnsweredItem(
        name="Auto-test: number of events, differences",
        asks="Auto-test: number of events, differences",
        reply=Reply.YES if is_whole else Reply.PARTLY,
        sentence=". ".join(map(capitalise, told)) + ".",
        command=command_of(facts, EvidencePart.PAIR),
    )
