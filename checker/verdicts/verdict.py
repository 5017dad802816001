"""The verdicts on a round, their consequences for a run, and the exit statuses that follow."""

from __future__ import annotations

from enum import Enum, IntEnum


class Outcome(Enum):
    """Consequence of a verdict for the run."""

    CONSISTENT = "consistent"
    """Nothing to object to."""
    CONDITIONAL = "conditional"
    """Right only if a fact holds that the file does not declare; never a pass."""
    ACCEPTED = "accepted"
    """A difference that is not an error: the file declares it, or the regulation leaves it open."""
    DISCREPANT = "discrepant"
    """The recorded pairing, or ours, is wrong."""
    UNCHECKED = "unchecked"
    """The round could not be judged; never a pass."""


class Verdict(Enum):
    """The judgement on one round; the value is the word used in records and reports."""

    AGREE = "agree"
    ILLEGAL = "illegal"
    """An absolute rule is broken; no search is needed to see it."""
    WORSE = "worse"
    """Legal, but a criterion is met less well than it can be."""
    LATER_IN_ORDER = "later-in-order"
    """As good by every criterion, but generated later than another candidate."""
    COLOURS = "colours"
    """The right pairs with wrong colours."""
    BOARD_ORDER = "board-order"
    """The right pairs and colours on other boards; C.04.2:3.6 only recommends an order, so it is not an error."""
    REFERENCE_FAULT = "reference-fault"
    """The recorded pairing is better than ours, or equal to it in every respect, or ours rests on a wrong premise."""
    AMBIGUOUS_RULE = "ambiguous-rule"
    """Right by another reading of the regulation than the one taken, or other than ours where its text is open."""
    UNDECLARED_FACT = "undeclared-fact"
    """Right only if a fact holds that the file could declare and does not; the games of other rounds support it."""
    DECLARED = "declared"
    """The file itself declares that this round was not paired by the system."""
    NOTHING_TO_JUDGE = "nothing-to-judge"
    """The round has no pair."""
    UNSUPPORTED = "unsupported"
    """The event asks for something that no engine here implements."""
    UNREADABLE = "unreadable"
    CRASH = "crash"
    """Our engine failed."""
    TIMEOUT = "timeout"

    @property
    def outcome(self) -> Outcome:
        """Consequence of the verdict for the run."""
        return _OUTCOMES[self]

    @property
    def was_judged(self) -> bool:
        """Whether the round was really compared with a pairing by the regulation, or with its absolute rules."""
        return self.outcome is not Outcome.UNCHECKED


_OUTCOMES = {
    Verdict.AGREE: Outcome.CONSISTENT,
    Verdict.ILLEGAL: Outcome.DISCREPANT,
    Verdict.WORSE: Outcome.DISCREPANT,
    Verdict.LATER_IN_ORDER: Outcome.DISCREPANT,
    Verdict.COLOURS: Outcome.DISCREPANT,
    Verdict.BOARD_ORDER: Outcome.ACCEPTED,
    Verdict.REFERENCE_FAULT: Outcome.DISCREPANT,
    Verdict.AMBIGUOUS_RULE: Outcome.ACCEPTED,
    Verdict.UNDECLARED_FACT: Outcome.CONDITIONAL,
    Verdict.DECLARED: Outcome.ACCEPTED,
    Verdict.NOTHING_TO_JUDGE: Outcome.UNCHECKED,
    Verdict.UNSUPPORTED: Outcome.UNCHECKED,
    Verdict.UNREADABLE: Outcome.UNCHECKED,
    Verdict.CRASH: Outcome.UNCHECKED,
    Verdict.TIMEOUT: Outcome.UNCHECKED,
}


class ExitStatus(IntEnum):
    """The exit status of a command."""

    CONSISTENT = 0
    """Everything that was asked for was checked, and agrees."""
    DISCREPANCIES = 1
    """At least one round is wrong. Takes precedence over what could not be checked."""
    NOT_CHECKED = 2
    """Something could not be checked, there was nothing to check, or a round rests on an undeclared fact."""
    USAGE = 3
    """The command line itself is wrong."""
    INTERRUPTED = 130
    """Stopped from the keyboard; what was done until then is written."""
