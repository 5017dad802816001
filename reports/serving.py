"""The pages of ``pairproof serve`` that are not reports: the home page, work in progress, refusals."""

from __future__ import annotations

import base64
import hashlib
import re
from functools import cache
from typing import TYPE_CHECKING

from markupsafe import escape

from reports.html import environment
from reports.links import Links
from tournaments import __version__
from tournaments.frozen import dataclass
from tournaments.safe_text import escape_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from reports.links import QuestionForms

_STYLE = re.compile(r"<style>.*?</style>", re.DOTALL)
_MORE = "<!-- more -->"
"""The place at which the page on work in progress is cut: progress is written there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Offered:
    """Something that can be opened at the door."""

    title: str
    address: str
    said: str
    """The state of the check, in a sentence."""
    quality: str = ""
    """``good``, ``bad`` or ``doubt``; empty while it is not known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownDossier:
    """A dossier of a campaign, ready to be looked through."""

    title: str
    sentence: str
    """The result."""
    readme: str
    """Its first page, as it lies in the folder."""
    pages: tuple[tuple[str, str], ...]
    """Words and address of the pages in it."""
    tools: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Door:
    """The first page."""

    upload: str
    """Where files are sent to."""
    systems: Sequence[tuple[str, str]]
    """Key and name of what can be asked for."""
    most: str
    """How much is taken at once, in words."""
    checks: Sequence[Offered] = ()
    stores: Sequence[Offered] = ()


def render_door(door: Door) -> str:
    """Return the first page."""
    return _rendered("serve_door.html.j2", door=door, tools=())


def render_refusal(title: str, message: str, tools: tuple[tuple[str, str], ...] = ()) -> str:
    """Return the page that says what cannot be done."""
    return _rendered("serve_refusal.html.j2", title=title, message=message, tools=tools)


def render_dossier(shown_one: ShownDossier) -> str:
    """Return the page on a dossier."""
    return _rendered(
        "serve_dossier.html.j2",
        title=shown_one.title,
        sentence=shown_one.sentence,
        readme=shown_one.readme,
        pages=shown_one.pages,
        tools=shown_one.tools,
    )


def render_ask(title: str, asking: QuestionForms, message: str = "", tools: tuple[tuple[str, str], ...] = ()) -> str:
    """Return the forms that ask about an event, after the answers to earlier questions."""
    return _rendered("serve_ask.html.j2", title=title, asking=asking, message=message, tools=tools)


def render_working(title: str, page: str, cancel: str, tools: tuple[tuple[str, str], ...]) -> tuple[str, str]:
    """Return the page on work in progress, before and after the progress; ``page`` is the page that is being made."""
    text = _rendered("serve_working.html.j2", title=title, page=page, cancel=cancel, tools=tools, more=_MORE)
    before, _, after = text.partition(escape(_MORE))
    return before, after


def render_progress(words: str) -> str:
    """Return one line of progress."""
    return f"<li>{escape(escape_line(words))}</li>\n"


def render_done(page: str) -> str:
    """Return the end of the progress: the browser goes to the page that is ready now."""
    address = escape(page)
    return (
        f'</ol><p><a href="{address}">Ready: open it</a></p><meta http-equiv="refresh" content="0; url={address}"><ol>'
    )


def _rendered(template: str, **values: object) -> str:
    return environment().get_template(template).render(version=__version__, **values)


@cache
def style_sources() -> str:
    """
    Return the styles of all templates as sources of a content security policy: their hashes.

    They are taken from the templates, never from a page: a style in a page that comes from a file is not among them.
    """
    found = []
    for name in environment().list_templates(extensions=["j2"]):
        source, _, _ = _source(name)
        for style in _STYLE.findall(source):
            template = environment().from_string(style)
            for links in (None, Links(tools=())):
                text = template.render(links=links).removeprefix("<style>").removesuffix("</style>")
                found.append(base64.b64encode(hashlib.sha256(text.encode()).digest()).decode())
    return " ".join(f"'sha256-{digest}'" for digest in dict.fromkeys(found))


def _source(name: str) -> tuple[str, str | None, object]:
    loader = environment().loader
    assert loader is not None  # noqa: S101 - the house's environment has one
    return loader.get_source(environment(), name)
