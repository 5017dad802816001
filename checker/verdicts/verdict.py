"""The verdicts on a round, their consequences for a run, and the exit statuses that follow."""

from __future__ import annotations

from enum import Enum, IntEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Self


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


class AnyVerdict(Enum):
    """A verdict, by its word, with its consequence for the run."""

    outcome: Outcome
    """Consequence of the verdict for the run."""

    def __new__(cls, word: str, outcome: Outcome) -> Self:
        """Create a member whose value is the word alone."""
        member = object.__new__(cls)
        member._value_ = word
        member.outcome = outcome
        return member


class Verdict(AnyVerdict):
    """The judgement on one round; the value is the word used in records and reports."""

    AGREE = "agree", Outcome.CONSISTENT
    ILLEGAL = "illegal", Outcome.DISCREPANT
    """An absolute rule is broken; no search is needed to see it."""
    WORSE = "worse", Outcome.DISCREPANT
    """Legal, but a criterion is met less well than it can be."""
    LATER_IN_ORDER = "later-in-order", Outcome.DISCREPANT
    """As good by every criterion, but generated later than another candidate."""
    COLOURS = "colours", Outcome.DISCREPANT
    """The right pairs with wrong colours."""
    BOARD_ORDER = "board-order", Outcome.ACCEPTED
    """The right pairs and colours on other boards; C.04.2:3.6 only recommends an order, so it is not an error."""
    REFERENCE_FAULT = "reference-fault", Outcome.DISCREPANT
    """The recorded pairing is better than ours, or equal to it in every respect, or ours rests on a wrong premise."""
    AMBIGUOUS_RULE = "ambiguous-rule", Outcome.ACCEPTED
    """Right by another reading of the regulation than the one taken, or other than ours where its text is open."""
    UNDECLARED_FACT = "undeclared-fact", Outcome.CONDITIONAL
    """Right only if a fact holds that the file could declare and does not; the games of other rounds support it."""
    DECLARED = "declared", Outcome.ACCEPTED
    """The file itself declares that this round was not paired by the system."""
    NOTHING_TO_JUDGE = "nothing-to-judge", Outcome.UNCHECKED
    """The round has no pair."""
    UNSUPPORTED = "unsupported", Outcome.UNCHECKED
    """The event asks for something that no engine here implements."""
    UNREADABLE = "unreadable", Outcome.UNCHECKED
    CRASH = "crash", Outcome.UNCHECKED
    """Our engine failed."""
    TIMEOUT = "timeout", Outcome.UNCHECKED

    @property
    def was_judged(self) -> bool:
        """Whether the round was really compared with a pairing by the regulation, or with its absolute rules."""
        return self.outcome is not Outcome.UNCHECKED


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
