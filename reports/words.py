"""How verdicts, counts, known findings and kept events are named to readers, in every report alike."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from checker.verdicts.consequence import judge_list, judge_run
from checker.verdicts.phrases import capitalise, join_phrases, spell_number
from checker.verdicts.verdict import Outcome, Verdict
from tournaments.problems import counted_noun

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterable, Iterator, Sequence

    from checker.campaigns.outcomes import KeptEventAnswer
    from checker.findings import Counts, EventFinding, RoundFinding, Tally
    from checker.known_findings.entries import KnownFinding, KnownInRun, Occurrence
    from checker.standings.findings import ValueContribution
    from tournaments.readings import ChosenReading

NOTHING_CHECKED = "Nothing was checked, so nothing was confirmed."
TITLES = {
    Verdict.AGREE: "right",
    Verdict.ILLEGAL: "illegal pairing",
    Verdict.WORSE: "not the best pairing",
    Verdict.LATER_IN_ORDER: "another pairing comes first",
    Verdict.COLOURS: "wrong colours",
    Verdict.BOARD_ORDER: "other board order",
    Verdict.REFERENCE_FAULT: "possible error in Pairproof",
    Verdict.AMBIGUOUS_RULE: "right by another reading",
    Verdict.UNDECLARED_FACT: "right only if an undeclared fact holds",
    Verdict.DECLARED: "deviation declared",
    Verdict.NOTHING_TO_JUDGE: "nothing to judge",
    Verdict.UNSUPPORTED: "not supported",
    Verdict.UNREADABLE: "unreadable",
    Verdict.CRASH: "Pairproof failed",
    Verdict.TIMEOUT: "time limit reached",
}
"""The name of each verdict in a heading or a badge."""


def describe_dates(start: dt.date | None, end: dt.date | None) -> str:
    """``6 to 14 May 2026``, as much of the first date as differs from the second; empty without a date."""
    first, last = start or end, end or start
    if first is None or last is None:
        return ""
    words = [f"{first.day}", f"{first:%B}", f"{first.year}"]
    if first.year == last.year:
        words = words[: 1 + (first.month != last.month)]
    beginning = "" if first == last else f"{' '.join(words)} to "
    return f"{beginning}{last.day} {last:%B} {last.year}"


def describe_readings(readings: Iterable[ChosenReading]) -> Iterator[str]:
    """Yield for each chosen reading a sentence: entry and key, the question, and the text of the side."""
    for reading in readings:
        from reference_engines.readings import REGISTER  # noqa: PLC0415 - start-up time; few choose a reading
        from standings.readings import REGISTER as STANDINGS_REGISTER  # noqa: PLC0415 - likewise

        register = STANDINGS_REGISTER if reading.identifier.startswith("C07-") else REGISTER
        entry = register.find(reading.identifier)
        text = " ".join(entry.side(reading.key).text.split())
        yield f"Reading chosen: {reading}. {entry.question} {text}"


def counts_in_words(counts: Counts) -> str:
    """``2 events, 18 rounds, 540 pairs``; uncounted units are left out."""
    parts = [counted_noun(counts.events, "event")]
    parts += [
        counted_noun(number, noun) for number, noun in ((counts.rounds, "round"), (counts.pairs, "pair")) if number
    ]
    return ", ".join(parts)


_ACCEPTED = {
    Verdict.BOARD_ORDER: "right on other boards",
    Verdict.AMBIGUOUS_RULE: "right by another reading only",
    Verdict.UNDECLARED_FACT: "right only if a fact holds that the file does not declare",
    Verdict.DECLARED: "declared by the file",
}
"""Rounds that are not counted as discrepancies, nor as agreeing."""


def describe_totals(tally: Tally) -> str:
    """Return the totals of a run or of a program in a sentence, and in a second sentence rank orders, if any."""
    standings = tally.standings
    if not standings.judged and not standings.not_judged:
        return _describe_rounds(tally)
    judged = f"{counted_noun(standings.judged, 'rank order')} judged, {standings.wrong or 'none'} wrong"
    if standings.known:
        new = standings.wrong - standings.known
        judged += f" ({new} new)" if new else " (nothing new)"
    accepted = f", {standings.accepted} right by another reading or by what is left open" if standings.accepted else ""
    not_judged = f", {standings.not_judged} not judged" if standings.not_judged else ""
    return f"{_describe_rounds(tally)} {judged}{accepted}{not_judged}."


def _describe_rounds(tally: Tally) -> str:
    by_reading = ", ".join(f"{identifier}: {number}" for identifier, number in tally.readings)
    accepted = "".join(
        f"; {counted_noun(number, 'round')} {_ACCEPTED[verdict]}"
        for verdict, number in tally.verdicts
        if verdict in _ACCEPTED
    )
    if by_reading:
        accepted += f" (rounds by the reading or fact on which they rest: {by_reading})"
    if tally.discrepancies.events:
        found = f"Discrepancies in {counts_in_words(tally.discrepancies)}{_describe_new(tally)}"
        return f"{found}, of {counts_in_words(tally.checked)} checked{accepted}."
    if not tally.checked.rounds:
        return NOTHING_CHECKED
    return f"No discrepancy in {counts_in_words(tally.checked)}{accepted}."


def _describe_new(tally: Tally) -> str:
    """`` (2 rounds new)``; empty where nothing is known. An event is new by its rank order, too."""
    found, known = tally.discrepancies, tally.known
    if not known.events and not known.rounds:
        return ""
    if found.rounds > known.rounds:
        return f" ({counted_noun(found.rounds - known.rounds, 'round')} new)"
    return f" ({counted_noun(tally.new_events, 'event')} new)" if tally.new_events else " (nothing new)"


def describe_run(tally: Tally, known: KnownInRun | None = None) -> str:
    """Return the totals of a run, and the reasons why it does not pass although nothing is wrong."""
    listed = (reason for _, reason in judge_list(known))
    return " ".join((describe_totals(tally), *judge_run(tally).doubts, *listed))


def describe_event(event: EventFinding) -> str:
    """``Round 6 is wrong: 2 of its 29 games. Eight rounds are right.``: the verdict on an event, to be read aloud."""
    if event.header.refusal:
        return event.header.refusal
    rounds_by_outcome: dict[Outcome, list[RoundFinding]] = {}
    for finding in event.rounds:
        rounds_by_outcome.setdefault(finding.verdict.outcome, []).append(finding)
    right = rounds_by_outcome.pop(Outcome.CONSISTENT, [])
    wrong = rounds_by_outcome.pop(Outcome.DISCREPANT, [])
    parts = [_describe_wrong_rounds(wrong, "match" if event.header.scores else "game")] if wrong else []
    parts += [
        f"{_name_rounds(found)} {_describe_outcome(outcome, found)}." for outcome, found in rounds_by_outcome.items()
    ]
    if right:
        number, total = len(right), len(event.rounds)
        counted = f"{capitalise(spell_number(number))} {counted_noun(number, 'round').partition(' ')[2]}"
        every = "The only round is" if total == 1 else f"All {spell_number(total)} rounds are"
        parts.append(f"{every} right." if number == total else f"{counted} {'is' if number == 1 else 'are'} right.")
    if event.has_wrong_rank_order:
        parts.append("The rank order is wrong.")
    if event.header.blanks:
        number = len(event.header.blanks)
        who = f"{capitalise(spell_number(number))} {counted_noun(number, event.header.participant).partition(' ')[2]}"
        parts.append(f"{who} {'is' if number == 1 else 'are'} neither paired nor marked absent.")
    return " ".join(parts) or NOTHING_CHECKED


def describe_without_number(finding: RoundFinding) -> str:
    """Return the sentence on a round without its number, for a place below a heading with the number."""
    return capitalise(finding.sentence.removeprefix(f"Round {finding.round_number}: "))


def describe_events(outcomes: Iterable[Outcome]) -> str:
    """``One event has errors. Two events are right.``: the verdict on files that were checked together."""
    numbers = Counter(outcomes)
    if numbers.total() > 1 and numbers[Outcome.CONSISTENT] == numbers.total():
        return f"All {spell_number(numbers.total())} events are right."
    parts = []
    for outcome, (one, many) in _EVENT_PHRASES.items():
        number = numbers[outcome]
        if number:
            parts.append(f"{capitalise(spell_number(number))} event{f' {one}' if number == 1 else f's {many}'}.")
    return " ".join(parts) or NOTHING_CHECKED


_EVENT_PHRASES = {
    Outcome.DISCREPANT: ("has errors", "have errors"),
    Outcome.CONDITIONAL: ("can be right only if a fact holds that the file does not declare",) * 2,
    Outcome.ACCEPTED: ("may be right", "may be right"),
    Outcome.UNCHECKED: ("could not be judged", "could not be judged"),
    Outcome.CONSISTENT: ("is right", "are right"),
}
_OUTCOME_PHRASES = {
    Outcome.CONDITIONAL: "can be right only if a fact holds that the file does not declare",
    Outcome.ACCEPTED: "may be right: a difference that is not counted as an error",
    Outcome.UNCHECKED: "could not be judged",
}


_ACCEPTED_PHRASES = {
    Verdict.BOARD_ORDER: "right, but on other boards",
    Verdict.AMBIGUOUS_RULE: "right by another reading of the rules",
    Verdict.DECLARED: "paired otherwise, as the file declares",
}


def _describe_outcome(outcome: Outcome, rounds: list[RoundFinding]) -> str:
    """Describe rounds that are neither right nor wrong; accepted ones by their verdict if it is the same."""
    verdicts = {finding.verdict for finding in rounds}
    if len(verdicts) == 1 and verdicts <= _ACCEPTED_PHRASES.keys():
        return f"{'is' if len(rounds) == 1 else 'are'} {_ACCEPTED_PHRASES[rounds[0].verdict]}"
    return _OUTCOME_PHRASES[outcome]


def _describe_wrong_rounds(wrong: list[RoundFinding], meeting: str) -> str:
    if len(wrong) > 1:
        return f"{_name_rounds(wrong)} are wrong."
    games = wrong[0].discrepant_pairs
    counted = f"{games} of its {counted_noun(wrong[0].pairs, meeting)}" if games else "the bye"
    known = ", as is known" if wrong[0].known else ""
    return f"Round {wrong[0].round_number} is wrong{known}: {counted}."


def _name_rounds(rounds: list[RoundFinding]) -> str:
    """``Round 4``, ``Rounds 3 and 6``."""
    plural = "s" if len(rounds) > 1 else ""
    return f"Round{plural} {join_phrases([str(found.round_number) for found in rounds])}"


_MANY = 4
"""The number of rounds of an event that are described together if they differ in the same way."""
_ALIKE = {
    Verdict.LATER_IN_ORDER: "differ in order only, none by a criterion",
    Verdict.COLOURS: "have the right opponents, and some colours wrong",
}
"""The sentence on several rounds that differ in the same way."""


def differ_alike(finding: EventFinding) -> tuple[RoundFinding, ...]:
    """Return the discrepant rounds of an event if they are many and all differ in the same way."""
    found = finding.discrepant_rounds
    verdicts = {entry.verdict for entry in found}
    is_one = len({(entry.verdict, entry.known) for entry in found}) == 1
    return found if len(found) >= _MANY and is_one and verdicts <= _ALIKE.keys() else ()


def alike_in_words(finding: EventFinding) -> str:
    """``All 13 rounds differ in order only, none by a criterion.``; the first round is described as an example."""
    alike = differ_alike(finding)
    every = "All " if len(alike) == len(finding.rounds) else ""
    numbers = "" if every else f" ({', '.join(str(entry.round_number) for entry in alike)})"
    return f"{every}{counted_noun(len(alike), 'round')}{numbers} {_ALIKE[alike[0].verdict]}."


def part_in_words(part: ValueContribution) -> str:
    """``r3 forfeit loss (12), 2.0: dummy...; cut as VUR (16.5)``."""
    number = "" if part.round_number is None else f"r{part.round_number} "
    worth = part.counts if part.counts.startswith(part.amount) else f"{part.counts} gives {part.amount}".strip()
    told = ", ".join(piece for piece in (part.what, worth or part.amount) if piece)
    return f"{number}{told}{f'; {part.cut}' if part.cut else ''}"


MEANINGS = {
    Verdict.AGREE: "The recorded pairing is the one that the regulation asks for: pairs, bye and colours.",
    Verdict.ILLEGAL: "An absolute rule is broken; it can be seen without any search.",
    Verdict.WORSE: "Legal, but in the first bracket that differs a criterion is met less well than it can be.",
    Verdict.LATER_IN_ORDER: "As good by every criterion, but the regulation generates another candidate earlier.",
    Verdict.COLOURS: "The right opponents; the colours of some pairs are reversed.",
    Verdict.BOARD_ORDER: "The right games on other boards than C.04.2:3.6 recommends. Not counted as a discrepancy.",
    Verdict.REFERENCE_FAULT: "The recorded pairing beats ours, or the two cannot be distinguished: the fault is ours.",
    Verdict.AMBIGUOUS_RULE: "Right by another reading of the regulation than the one taken here.",
    Verdict.UNDECLARED_FACT: (
        "Right only if a fact holds that the file does not declare, and that other rounds support. Not a pass."
    ),
    Verdict.DECLARED: "The file itself declares that the round was paired by hand. Not counted as a discrepancy.",
    Verdict.NOTHING_TO_JUDGE: "The round has no pair, so nothing was compared. Not a pass.",
    Verdict.UNSUPPORTED: "The event asks for something that is not implemented here. Not a pass.",
    Verdict.UNREADABLE: "The file cannot be read. Not a pass.",
    Verdict.CRASH: "Our engine failed. Not a pass.",
    Verdict.TIMEOUT: "The time limit was reached. Not a pass.",
}
"""The meaning of each verdict, in a sentence."""


_PAGES = ("https://", "http://")
"""Beginnings of a link that may be followed; any other link is shown as it was written."""


def is_page(link: str) -> bool:
    """Whether a link may be followed."""
    return link.startswith(_PAGES)


def known_in_words(entry: KnownFinding | None) -> str:
    """``known since 2026-11-22: reported, mended in 6.1 (https://...)``; empty for no entry."""
    if entry is None:
        return ""
    since = f" since {entry.since}" if entry.since else ""
    link = f" ({entry.link})" if entry.link else ""
    return f"known{since}: {entry.reason}{link}"


def gone_in_words(entry: KnownFinding, source: str, *, is_settled: bool) -> str:
    """Describe an entry without a finding, and the remedy."""
    if not is_settled:
        return f"{entry.name}: not found so far"
    where = f"{source}, line {entry.line}" if entry.line else source
    return f"{entry.name}: does not occur any more; take it off the list ({where})"


def describe_occurrence(occurrence: Occurrence) -> str:
    """Describe an entry: its number of occurrences, and the reason why it is known."""
    events = f" in {counted_noun(occurrence.events, 'event')}" if occurrence.events else ""
    found = f"{counted_noun(occurrence.findings, 'finding')}{events}" if occurrence.findings else "in kept events only"
    return f"{occurrence.entry.name}: {found}; {known_in_words(occurrence.entry)}"


def new_in_words(signature: str, findings: int, events: int) -> str:
    """Tell a signature that is not known, as it would stand in a list."""
    return f"New: {signature}: {counted_noun(findings, 'finding')} in {counted_noun(events, 'event')}"


def known_lines(known: KnownInRun) -> Iterator[str]:
    """List the occurrences of known findings, and the entries that are gone."""
    if not known.occurring and not known.gone:
        yield f"Known findings ({known.source}): none is listed."
        return
    yield f"Known findings ({known.source}):"
    yield from (f"  {describe_occurrence(one)}" for one in known.occurring)
    yield from (f"  {gone_in_words(entry, known.source, is_settled=known.is_settled)}" for entry in known.gone)


def describe_kept_event(answer: KeptEventAnswer) -> str:
    """Describe the answer of a program about a kept event."""
    known = " [known]" if answer.known else ""
    if answer.failure:
        return f"{answer.name}: it {answer.failure}"
    first = answer.findings[0]
    decided = first.decided
    return f"{answer.name}, {first.where}: {first.word}{f', {decided}' if decided else ''}{known}"


def count_kept_events(again: Sequence[KeptEventAnswer]) -> str:
    """``3 kept events were asked about first: 1 still fails, 2 are right now.``; empty where there were none."""
    if not again:
        return ""
    wrong = sum(not one.is_right for one in again)
    right = len(again) - wrong
    told = [f"{wrong} still fail{'s' if wrong == 1 else ''}"] if wrong else []
    told += [f"{right} {'is' if right == 1 else 'are'} right now"] if right else []
    verb = "was" if len(again) == 1 else "were"
    return f"{counted_noun(len(again), 'kept event')} {verb} asked about first: {', '.join(told)}."
