"""The policy of a campaign as options: its reasons to fail, its number of events, and its stop."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from checker.campaigns.policy import FailOn, Policy
from checker.verdicts.verdict import ExitStatus
from pairproof.cli.errors import CommandError, require_known

if TYPE_CHECKING:
    import argparse

    from pairproof.cli.campaign_requests import CampaignReportRequest, CampaignResumeRequest

_WORDS = {one.value: one for one in FailOn}
_UNITS = {"h": 3600, "m": 60, "s": 1}
_TIME = re.compile(r"(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?")
_CAUSES = re.compile(r"(\d+)(?:-causes?)?")


def add_policy_options(parser: argparse.ArgumentParser) -> None:
    """Describe the reasons that fail a campaign."""
    parser.add_argument(
        "--fail-on",
        action="append",
        metavar="WHAT",
        help=f"what fails it ({', '.join(_WORDS)}; several with commas): new findings, unless another kind is named",
    )
    parser.add_argument("--at-least", type=int, metavar="N", help="no pass with fewer events answered")


def add_stop_options(parser: argparse.ArgumentParser) -> None:
    """Describe when a campaign stops before its end."""
    parser.add_argument("--budget", metavar="TIME", help="stop after 90s, 5m or 1h30m; the rest is reported")
    parser.add_argument("--stop-after", metavar="N-causes", help="stop after this number of new causes")


def policy_of(request: CampaignReportRequest) -> Policy:
    """Return the policy of a request; raise CommandError for a wrong one."""
    asked = set()
    for word in ",".join(request.fail_on).split(",") if request.fail_on else ():
        require_known("--fail-on", word.strip(), _WORDS)
        asked.add(_WORDS[word.strip()])
    if request.at_least < 0:
        raise CommandError(f"--at-least is {request.at_least}; a number of events", ExitStatus.USAGE)
    return Policy(asked=frozenset(asked), at_least=request.at_least, may_be_incomplete=bool(request.budget))


def budget_seconds(request: CampaignReportRequest) -> int | None:
    """Return the budget in seconds, or None for no limit; raise CommandError for a text that is not a time."""
    if request.budget is None:
        return None
    found = _TIME.fullmatch(request.budget)
    seconds = (
        sum(int(part or 0) * unit for part, unit in zip(found.groups(), _UNITS.values(), strict=True)) if found else 0
    )
    if not seconds:
        raise CommandError(f"--budget: '{request.budget}' is not a time; write 90s, 5m or 1h30m", ExitStatus.USAGE)
    return seconds


def causes_to_stop_after(request: CampaignResumeRequest) -> int | None:
    """Return the number of causes after which to stop, or None; raise CommandError for a wrong text."""
    if request.stop_after is None:
        return None
    found = _CAUSES.fullmatch(request.stop_after)
    if not found or not int(found[1]):
        message = f"--stop-after: '{request.stop_after}' is not a number of causes; write 3 or 3-causes"
        raise CommandError(message, ExitStatus.USAGE)
    return int(found[1])
