"""
The fields of FE-1 and the questions of VCL4THP on generator, checker and pairing (Q16 to Q39), answered from facts.

The questions are in our own words, after draft 13 of the list. What only the vendor knows is left to the vendor.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from checker.campaigns.grouping import Met, are_few
from checker.evidence.concluding import WHAT
from checker.evidence.facts import State, Unit
from checker.evidence.plan import BARRED, EndorsementProcedure, EvidencePart
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable

    from checker.evidence.facts import Band, DirectionCounts, Facts

_VENDOR = "We were not told; the vendor is to say."
_MINE, _THEIRS, _RULES = "candidate", "other", "unclear"


class Reply(Enum):
    """The kind of answer to a question."""

    YES = "yes"
    NO = "no"
    PARTLY = "in part"
    NOT_BY_US = "not answered by us"


@dataclass(frozen=True, slots=True, kw_only=True)
class AnsweredItem:
    """A question or a field, and its answer."""

    name: str
    """``Q21``, or the name of the field."""
    asks: str
    weight: str = ""
    """The consequence of a wrong answer, by the list."""
    reply: Reply
    said: str
    command: str = ""
    """The evidence for the answer."""


def command_of(facts: Facts, part: EvidencePart) -> str:
    """Return the command that does a part again."""
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


def vcl_of(facts: Facts) -> tuple[AnsweredItem, ...]:
    """Answer Q16 to Q39 of the VCL4THP."""
    return tuple(
        AnsweredItem(name=name, asks=asks, weight=weight, reply=reply, said=said, command=command)
        for name, asks, weight, answer in _QUESTIONS
        for reply, said, command in (answer(facts),)
    )


_Said = tuple[Reply, str, str]


def _own_engine(_: Facts) -> _Said:
    return Reply.NOT_BY_US, "Whose engine is in the program cannot be seen from outside.", ""


def _provided(facts: Facts) -> _Said:
    program = facts.program
    has = [word for word, does in (("checker", program.checks), ("generator", program.generates)) if does]
    if len(has) == 2:  # noqa: PLR2004 - both
        return Reply.YES, "We ran both. The vendor states where they are available.", _INFO
    lacks = " and no ".join(word for word in ("checker", "generator") if word not in has)
    return Reply.NO, f"It has no {lacks}.", _INFO


def _checker_cli(facts: Facts) -> _Said:
    if not facts.program.checks:
        return Reply.NO, "It has no checker.", _INFO
    return Reply.YES, f"We asked it by: {facts.program.checks}. What it costs, the vendor is to say.", _INFO


def _generator_cli(facts: Facts) -> _Said:
    if not facts.program.generates:
        return Reply.NO, "It has no generator.", _INFO
    return Reply.YES, f"We asked it by: {facts.program.generates}. What it costs, the vendor is to say.", _INFO


def _reports_rounds(facts: Facts) -> _Said:
    if not facts.program.checks:
        return Reply.NO, "It has no checker.", _INFO
    exam = facts.part(EvidencePart.EXAM)
    events = sum(row.events for row in exam.exam)
    told = f"It was right about {exam.right} of {events} events, half of them with a planted error"
    orders = "" if facts.program.standings else "; it judges no rank orders"
    if not events:
        return Reply.NOT_BY_US, f"Its exam is {exam.state.value}{orders}.", command_of(facts, EvidencePart.EXAM)
    if not facts.program.standings:
        return Reply.NO, f"{told}{orders}.", command_of(facts, EvidencePart.EXAM)
    return Reply.PARTLY if exam.wrong else Reply.YES, f"{told}.", command_of(facts, EvidencePart.EXAM)


def _axes(facts: Facts) -> _Said:
    if not facts.program.generates:
        return Reply.NO, "It has no generator.", _INFO
    return Reply.NOT_BY_US, "We ask it with a seed only. " + _VENDOR, ""


def _always_another(facts: Facts) -> _Said:
    probe = facts.probe
    if not facts.program.generates:
        return Reply.NO, "It has no generator.", _INFO
    if probe is None or probe.events < 2:  # noqa: PLR2004 - to compare
        return Reply.NOT_BY_US, "Too few of its events could be made to compare them.", _SMOKE
    said = f"{probe.events} seeds gave {probe.different} different events. Without a seed we did not ask."
    return Reply.YES if probe.different == probe.events else Reply.NO, said, _SMOKE


def _band(band: Band) -> str:
    found, expected = band.scored / 1000, band.expected / 1000
    return f"{band.least} to {band.most}: {found:.3f} in {band.games:,} games, expected {expected:.3f}"


def _compare_rating_bands(facts: Facts) -> _Said:
    bands = facts.probe.bands if facts.probe else ()
    if not facts.program.generates:
        return Reply.NO, "It has no generator.", _INFO
    if facts.probe is None or not bands:
        return Reply.NOT_BY_US, "None of its events that could be made has games of rated players.", ""
    told = "; ".join(map(_band, bands))
    is_likely = all(band.is_likely for band in bands)
    said = f"What the higher rated scored in {facts.probe.events} of its events, by the difference of ratings: {told}."
    rest = "" if is_likely else " Chance alone does not account for that."
    return Reply.YES if is_likely else Reply.NO, said + rest, ""


def _follows_the_rules(facts: Facts) -> _Said:
    part = facts.part(EvidencePart.GENERATE)
    counts, shows = part.counts, command_of(facts, EvidencePart.GENERATE)
    if counts is None:
        return Reply.NOT_BY_US, f"Not done, because {part.why}.", shows
    wrong = counts.discrepant_rounds
    said = f"{wrong} of {counts.rounds} rounds in {counts.events} events are discrepant"
    orders = f", {counts.wrong_orders} rank orders are wrong" if counts.wrong_orders else ""
    reply = Reply.NO if counts.discrepant_events else Reply.YES if part.state is State.DONE else Reply.PARTLY
    return reply, f"{said}{orders}. Rank orders are judged where a file names its tie-breaks.", shows


def _tested(facts: Facts) -> _Said:
    told = [_volume(facts, part) for part in BARRED]
    wanted = EndorsementProcedure.NEW.events
    done = [facts.part(part).counts for part in BARRED]
    enough = all(counts is not None and counts.events >= wanted for counts in done)
    reply = Reply.YES if enough else Reply.PARTLY if any(done) else Reply.NO
    return reply, f"{' '.join(told)} Asked for are {wanted:,} each way.", command_of(facts, EvidencePart.PAIR)


def _volume(facts: Facts, part: EvidencePart) -> str:
    found = facts.part(part)
    what = WHAT[part][0].upper() + WHAT[part][1:]
    return f"{what}: {found.counts.events:,} events." if found.counts else f"{what}: not done."


def _many(facts: Facts) -> _Said:
    counts = {part: facts.part(part).counts for part in BARRED}
    told = "; ".join(f"{WHAT[part]}: {_all_units(one)}" for part, one in counts.items() if one)
    if not told:
        return Reply.NOT_BY_US, "No direction was done.", ""
    shows = "pairproof evidence verify DIR"
    if any(not are_few(_most(one)) for one in counts.values() if one):
        return Reply.YES, f"Discrepant: {told}.", shows
    wanted = facts.plan.procedure.events
    if all(one is not None and one.bar(Unit.EVENTS, wanted) is Met.MET for one in counts.values()):
        return Reply.NO, f"Discrepant: {told}.", shows
    return Reply.PARTLY, f"Not in what was done, which is too little to tell. Discrepant: {told}.", shows


def _most(counts: DirectionCounts) -> int:
    return max(counts.discrepancies(unit) or 0 for unit in Unit)


def _all_units(counts: DirectionCounts) -> str:
    found = ((counts.discrepancies(unit), unit.value) for unit in Unit)
    return ", ".join(f"{number} {unit}" for number, unit in found if number is not None)


def _caused(kind: str, class_name: str) -> Callable[[Facts], _Said]:
    def answer(facts: Facts) -> _Said:
        against = [one for one in facts.kinds if one.against]
        mine = [one for one in against if one.classed == kind]
        unclassed = sum(not one.classed for one in against)
        said = f"{len(mine)} of {len(against)} kinds of discrepancy are classed as {class_name}"
        rest = f"; {unclassed} are not classed" if unclassed else ""
        reply = Reply.YES if mine else Reply.NOT_BY_US if unclassed else Reply.NO
        return reply, f"{said}{rest}.", "pairproof campaign class STORE SIGNATURE CLASS"

    return answer


def _reported(kind: str) -> Callable[[Facts], _Said]:
    def answer(facts: Facts) -> _Said:
        mine = [one for one in facts.kinds if one.against and one.classed == kind]
        linked = [one for one in mine if one.link]
        if not mine:
            return Reply.NOT_BY_US, "No discrepancy is classed so.", ""
        links = ", ".join(one.link for one in linked) or "none"
        said = f"{len(linked)} of {len(mine)} have a link to the report: {links}."
        reply = Reply.YES if len(linked) == len(mine) else Reply.PARTLY if linked else Reply.NO
        return reply, said, "pairproof campaign class STORE SIGNATURE CLASS --link LINK"

    return answer


def _not_ours(_: Facts) -> _Said:
    return Reply.NOT_BY_US, _VENDOR, ""


_QUESTIONS: tuple[tuple[str, str, str, Callable[[Facts], _Said]], ...] = (
    ("Q16", "Is the engine the program's own?", "", _own_engine),
    ("Q17", "Is it an external engine?", "", _own_engine),
    ("Q18", "Is it an external engine of a program that is accepted already?", "", _own_engine),
    ("Q19", "Are checker and generator provided, with how to get them?", "hard fail", _provided),
    ("Q20", "Has the checker a free command line?", "", _checker_cli),
    ("Q21", "Does the checker report, by round, wrong pairings and wrong rank orders?", "hard fail", _reports_rounds),
    ("Q22", "Has the generator a free command line?", "", _generator_cli),
    ("Q23", "If not, has it another free interface?", "", _not_ours),
    ("Q24", "Can players, rounds, byes, forfeits, unusual results, Baku and tie-breaks be set?", "", _axes),
    ("Q25", "Does what is left out get sensible random values?", "", _axes),
    ("Q26-29", "Ratings: in at least one way; by the user; by parameters; at random?", "", _axes),
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
    ("Q35", "Are some caused by the program's engine?", "", _caused(_MINE, "the program's own error")),
    (
        "Q36",
        "Are some caused by the other engine?",
        "",
        _caused(_THEIRS, "the other engine's or the generator's error"),
    ),
    ("Q37", "Were those reported to TEC or the author?", "25 %", _reported(_THEIRS)),
    ("Q38", "Are some caused by different readings of the rules?", "", _caused(_RULES, "different readings")),
    ("Q39", "Were those reported to TEC?", "50 %", _reported(_RULES)),
)
"""Number, what is asked, what the wrong answer costs, and how it is answered."""


def fe1_of(facts: Facts) -> tuple[AnsweredItem, ...]:
    """Answer the fields of FE-1 (Annex 1 of C.04.A)."""
    program = facts.program

    def field(name: str, text: str, reply: Reply = Reply.YES, command: str = "") -> AnsweredItem:
        return AnsweredItem(name=name, asks=name, reply=reply, said=text, command=command)

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
    """Say whether the rate of FE-1 is kept, by each unit if they differ."""
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
        told.append(f"{WHAT[part]}: {_all_units(counts)} in {counts.events:,} events")
        told.append(f"1 in 500 events: {_rate(counts)}")
    is_whole = all(facts.part(part).state is State.DONE for part in BARRED)
    return AnsweredItem(
        name="Auto-test: number of events, differences",
        asks="Auto-test: number of events, differences",
        reply=Reply.YES if is_whole else Reply.PARTLY,
        said=". ".join(f"{one[0].upper()}{one[1:]}" for one in told) + ".",
        command=command_of(facts, EvidencePart.PAIR),
    )
