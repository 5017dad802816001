"""The pages of ``pairproof serve`` that are not about one event: the home page, work in progress, refusals."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Sequence
from functools import cache

from markupsafe import escape

from checker.verdicts.verdict import Outcome
from reports.html import SIGNS, environment
from tournaments import __version__
from tournaments.frozen import FrozenStruct
from tournaments.safe_text import escape_line

_INLINE = {kind: re.compile(rf"<{kind}>(.*?)</{kind}>", re.DOTALL) for kind in ("style", "script")}
_MORE = "<!-- more -->"
"""The place at which the page on work in progress is cut: progress is written there."""


class JobProgress(FrozenStruct, frozen=True, kw_only=True):
    """A finished part of the work, or how much of it is done."""

    line: str = ""
    """The finished part in words; empty if none is finished."""
    outcome: Outcome | None = None
    """Of the finished part."""
    done: int = 0
    total: int = 0
    """0 while it is not known."""
    event: int = 0
    """The number of the event that is finished, and can be read now; 0 for anything else."""
    doing: str = ""
    """The current work: ``round 4 of 9, 58 players``."""


class LinkedLine(FrozenStruct, frozen=True, kw_only=True):
    """Something that can be opened: a check, an event, a campaign, a sample."""

    title: str
    address: str
    description: str
    """The verdict, or what it is, in a sentence."""
    outcome: Outcome | None = None
    """None while it is not known."""


class DossierPage(FrozenStruct, frozen=True, kw_only=True):
    """A dossier of a campaign, ready to be looked through."""

    title: str
    sentence: str
    """The result."""
    readme: str
    """Its first page, as it lies in the folder."""
    pages: tuple[tuple[str, str], ...]
    """Words and address of the pages in it."""
    tools: tuple[tuple[str, str], ...]


class HomePage(FrozenStruct, frozen=True, kw_only=True):
    """The first page."""

    home: str
    upload: str
    """Where files are sent to."""
    samples_address: str
    """Where a sample is asked for."""
    systems: Sequence[tuple[str, str]]
    """Key and name of what can be asked for."""
    most: str
    """How much is taken at once, in words."""
    samples: Sequence[LinkedLine] = ()
    checks: Sequence[LinkedLine] = ()
    stores: Sequence[LinkedLine] = ()


def render_home(page: HomePage) -> str:
    """Return the first page."""
    return _rendered("home.html.j2", page=page, home=page.home)


def render_check(
    title: str, conclusion: str, outcome: Outcome, events: Sequence[LinkedLine], addresses: tuple[str, str]
) -> str:
    """Return the page of files checked together; the addresses are of the home page and of the saved report."""
    home, save = addresses
    return _rendered(
        "check.html.j2", title=title, conclusion=conclusion, outcome=outcome, events=events, home=home, save=save
    )


def render_refusal(title: str, message: str, home: str) -> str:
    """Return the page on a refused request."""
    return _rendered("refusal.html.j2", title=title, message=message, home=home)


def render_dossier(dossier: DossierPage, home: str) -> str:
    """Return the page on a dossier."""
    return _rendered("dossier.html.j2", dossier=dossier, title=dossier.title, home=home)


def render_working(title: str, page: str, cancel: str, home: str) -> tuple[str, str]:
    """Return the page on work in progress, before and after the progress; ``page`` is the page that is being made."""
    text = _rendered("progress.html.j2", title=title, page=page, cancel=cancel, home=home, more=_MORE)
    before, _, after = text.partition(escape(_MORE))
    return before, after


def render_progress(progress: JobProgress, seconds: float, page: str = "") -> str:
    """Return a finished part of the page, or the bar as it is now; the style sheet shows only the last bar."""
    if progress.line:
        outcome = progress.outcome
        sign = f'<span class="badge {outcome.value}">{SIGNS[outcome]}</span> ' if outcome else ""
        words = escape(escape_line(progress.line))
        read = f' <a href="{escape(page)}/events/{progress.event}">Read it now</a>' if progress.event else ""
        return f'<p class="told">{sign}{words}{read}</p>\n'
    value = f' value="{progress.done}" max="{progress.total}"' if progress.total else ""
    words = escape(escape_line(f"{progress.doing}, {seconds:.0f} s"))
    return f'<p class="bar-of-progress"><progress aria-label="Progress"{value}></progress> {words}</p>\n'


def render_done(target: str) -> str:
    """Return the end of the progress: the browser goes to the page that is ready now."""
    address = escape(target)
    return f'<p><a href="{address}">Ready: open it</a></p><meta http-equiv="refresh" content="0; url={address}">'


def _rendered(template: str, **values: object) -> str:
    return environment().get_template(template).render(version=__version__, **values)


@cache
def inline_sources(kind: str) -> str:
    """
    Return the styles, or the scripts, of all templates as sources of a content security policy: their hashes.

    They are taken from the templates, never from a page: a style in a page that comes from a file is not among them.
    """
    found = []
    for name in environment().list_templates(extensions=["j2"]):
        source, _, _ = _source(name)
        for inline in _INLINE[kind].findall(source):
            text = environment().from_string(f"{inline}<").render().removesuffix("<")
            found.append(base64.b64encode(hashlib.sha256(text.encode()).digest()).decode())
    return " ".join(f"'sha256-{digest}'" for digest in dict.fromkeys(found))


def _source(name: str) -> tuple[str, str | None, object]:
    loader = environment().loader
    assert loader is not None  # noqa: S101 - the house's environment has one
    return loader.get_source(environment(), name)
