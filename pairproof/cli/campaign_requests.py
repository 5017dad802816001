"""Requests about campaigns: to run, to resume, to report, to merge, to compare, and to show or class findings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checker.campaigns.kept_events import FOLDER
from reports.detail import Detail
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from pairproof.cli.formats import Output
    from tournaments.readings import ChosenReading

DEFAULT_SEEK_TIMES = 5
"""Rounds in which each feature is sought; a feature that decides in fewer rounds is hardly put to the test."""


@dataclass(frozen=True, kw_only=True)
class CampaignReportRequest:
    """A campaign to report on, and the policy that decides whether it fails."""

    store: str | None = None
    """None for the newest store without a name, or, for a campaign that begins, the next one."""
    outputs: tuple[Output, ...] = ()
    no_reduce: bool = False
    """Whether the page has no smallest events."""
    expected: str | None = None
    """File with known findings."""
    fail_on: tuple[str, ...] = ()
    at_least: int = 0
    """Events that each program has to answer."""
    budget: str | None = None
    """Time after which the campaign stops, such as ``1h30m``."""
    detail: Detail = Detail.USUAL


@dataclass(frozen=True, kw_only=True)
class CampaignResumeRequest(CampaignReportRequest):
    """A campaign to go on with."""

    workers: int | None = None
    """Processes that judge; None for one on each core."""
    cluster: str = ""
    """Address of a Dask scheduler."""
    stop_after: str | None = None
    """Number of new causes after which the campaign stops."""
    kept: str = FOLDER
    """Folder of the events in which programs fail."""
    no_kept: bool = False


@dataclass(frozen=True, kw_only=True)
class CampaignRequest(CampaignResumeRequest):
    """A campaign to begin."""

    programs: tuple[str, ...]
    direction: str = "pair"
    untried: bool = False
    """Whether a checker may judge that misses planted errors."""
    against: str | None = None
    """An older version of the program, to be compared with."""
    chosen_files: tuple[str, ...] = ()
    anonymous: bool = False
    seek: str | None = None
    suite: bool = False
    times: int = DEFAULT_SEEK_TIMES
    events: int | None = None
    first: int = 0
    seed: int | None = None
    system: str | None = None
    """None for the system that the programs claim."""
    readings: tuple[ChosenReading, ...] = ()
    """Readings to follow."""
    profile: str | None = None
    axes: tuple[str, ...] = ()
    """``KEY=VALUE`` each."""
    time_limit: float | None = None
    """Seconds for each question to a program."""


@dataclass(frozen=True, kw_only=True)
class MergeRequest:
    """Stores of one campaign to merge."""

    target: str
    stores: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class ClassRequest:
    """Findings of a campaign to class, by their signature or cause."""

    store: str | None = None
    """None for the newest store without a name."""
    signature: str
    kind: str
    note: str = ""
    link: str = ""
    expected: str | None = None
    """List of known findings to add them to."""


@dataclass(frozen=True, kw_only=True)
class EventRequest:
    """An event of a campaign to write."""

    store: str | None = None
    """None for the newest store without a name."""
    number: int
    program: int = 0
    output: str | None = None


@dataclass(frozen=True, kw_only=True)
class CompareRequest:
    """An older and a newer version of a program to compare."""

    old: str
    new: str | None = None
    """None if the older store holds both versions."""
    program: int = 0
    outputs: tuple[Output, ...] = ()
    no_reduce: bool = False
    expected: str | None = None


@dataclass(frozen=True, kw_only=True)
class ShowRequest:
    """A finding of a campaign to show."""

    store: str | None = None
    """None for the newest store without a name."""
    subject: str
    """A cause, the beginning of a signature, or the number of an event."""
    output: str | None = None
    """Folder of the dossier; None for the screen."""
    program: int | None = None
    round_number: int | None = None
    anonymous: bool = False
    no_reduce: bool = False
    second_opinions: tuple[str, ...] = ()
    """Programs that are asked about the round, as ``NAME=PROGRAM``."""
