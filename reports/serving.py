"""
The pages of ``pairproof serve``: the home page, work in progress, refusals, and the pages of an event.

An event has its rounds, one round, the crosstable, the file's declarations, and its players.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Mapping, Sequence
from functools import cache

from markupsafe import escape

from checker.findings import EventFinding, EventHeader, Participant, RoundFinding
from checker.verdicts.verdict import Outcome
from reports import view
from reports.html import SIGNS, environment, render_template
from reports.links import AskedFields, EventLinks, what_if_verbs
from reports.words import describe_dates, describe_event, describe_readings
from tournaments.frozen import FrozenStruct
from tournaments.model import Colour, Result, RoundEntry
from tournaments.points import format_halves
from tournaments.ranked_participants import has_in_name
from tournaments.readings import chosen_readings
from tournaments.safe_text import escape_field, escape_line

_INLINE = {kind: re.compile(rf"<{kind}>(.*?)</{kind}>", re.DOTALL) for kind in ("style", "script")}
_MORE = "<!-- more -->"
"""The place at which the page on work in progress is cut: progress is written there."""


class JobProgress(FrozenStruct, frozen=True, kw_only=True):
    """A finished part of the work, or how much of it is done."""

    line: str = ""
    """The finished work in words; empty if nothing is finished."""
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


class ServedDossier(FrozenStruct, frozen=True, kw_only=True):
    """A dossier of a campaign, ready to be shown and saved."""

    title: str
    sentence: str
    """The result."""
    files: dict[str, bytes]
    """Files of the folder by name."""
    archive: bytes
    """The folder as a ZIP archive."""


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
    return render_template("home.html.j2", page=page, home=page.home)


def render_check(
    title: str, conclusion: str, outcome: Outcome, events: Sequence[LinkedLine], addresses: tuple[str, str]
) -> str:
    """Return the page of files checked together; the addresses are of the home page and of the saved report."""
    home, save = addresses
    return render_template(
        "check.html.j2", title=title, conclusion=conclusion, outcome=outcome, events=events, home=home, save=save
    )


def render_refusal(title: str, message: str, home: str) -> str:
    """Return the page on a refused request."""
    return render_template("refusal.html.j2", title=title, message=message, home=home)


DOSSIER_PAGES = {
    "round.html": "The round as a check draws it",
    "reduced.html": "The smallest event that shows the same",
}
"""Files of a dossier that are pages."""


def render_dossier(dossier: ServedDossier, campaign: str, query: str, home: str) -> str:
    """Return the page on a dossier; ``campaign`` is the address of the campaign, ``query`` names the dossier."""
    folder = f"{campaign}/dossier"
    pages = [(text, f"{folder}/{name}?{query}") for name, text in DOSSIER_PAGES.items() if name in dossier.files]
    tools = (("The campaign", campaign), ("Save the dossier (ZIP)", f"{folder}/dossier.zip?{query}"))
    readme = dossier.files["README.txt"].decode()
    return render_template(
        "dossier.html.j2", dossier=dossier, title=dossier.title, readme=readme, pages=pages, tools=tools, home=home
    )


def render_working(title: str, page: str, cancel: str, home: str) -> tuple[str, str]:
    """Return the page on work in progress, before and after the progress; ``page`` is the page that is being made."""
    text = render_template("progress.html.j2", title=title, page=page, cancel=cancel, home=home, more=_MORE)
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


_TABS = (
    ("Rounds", ""),
    ("Players", "players"),
    ("Crosstable", "crosstable"),
    ("Standings", "standings"),
    ("File", "file"),
)


class EventPage(FrozenStruct, frozen=True, kw_only=True):
    """The frame of every page of an event: its title, the tabs, and the search."""

    event: EventFinding
    links: EventLinks
    siblings: int = 1
    """How many files were checked together."""
    tab: str = ""
    searched: str = ""

    @property
    def header(self) -> EventHeader:
        """The event as it is known before its first round."""
        return self.event.header

    @property
    def title(self) -> str:
        """The name of the event, else of its file."""
        return escape_field(self.header.name) or self.header.event

    @property
    def noun(self) -> str:
        """``player`` or ``team``."""
        return "team" if self.header.scores else "player"

    @property
    def tabs(self) -> Sequence[tuple[str, str]]:
        """Words and name of each tab that the event has."""
        if not self.header.participants:
            return tuple(tab for tab in _TABS if tab[1] in ("", "file"))
        return tuple((words.replace("Players", f"{self.noun.capitalize()}s"), name) for words, name in _TABS)

    @property
    def imprint(self) -> str:
        """Place and dates."""
        dates = describe_dates(self.header.start, self.header.end)
        return " · ".join(part for part in (escape_field(self.header.place), dates, self.header.source) if part)

    @property
    def names(self) -> Mapping[int, str]:
        """The names of the participants, by number."""
        return {one.tpn: one.name for one in self.header.participants}

    def name_player(self, text: str) -> str:
        """Return name and number of the participant with a number; any other text as it is."""
        found = [one for one in self.header.participants if str(one.tpn) == text]
        return f"{found[0].name} ({found[0].tpn})" if found else text

    @property
    def readings(self) -> tuple[str, ...]:
        """A sentence for each reading that the pages follow."""
        return tuple(describe_readings(chosen_readings()))

    def render(self, template: str, **values: object) -> str:
        """Return a page of the event."""
        return render_template(
            template,
            page=self,
            header=self.header,
            links=self.links,
            home=self.links.home,
            verbs=what_if_verbs(is_of_teams=bool(self.header.scores)),
            **values,
        )


def render_rounds(page: EventPage) -> str:
    """Return the first page of an event: the verdict, and every round in a line."""
    return page.render(
        "event_page.html.j2",
        event=page.event,
        outcome=view.event_outcome(page.event),
        conclusion=describe_event(page.event),
    )


def render_round(page: EventPage, round_number: int, fields: AskedFields) -> str:
    """Return the page of a judged round, with forms for questions about it."""
    numbers = [found.round_number for found in page.event.rounds]
    finding = page.event.rounds[numbers.index(round_number)]
    return page.render(
        "round_page.html.j2",
        asked=fields,
        shown=view.view_round(page.event, finding, f"round-{round_number}"),
        before=max((number for number in numbers if number < round_number), default=None),
        after=min((number for number in numbers if number > round_number), default=None),
    )


def render_crosstable(page: EventPage) -> str:
    """Return the crosstable."""
    return page.render(
        "crosstable_page.html.j2",
        crosstable=view.crosstable_rows(page.event),
        columns=view.crosstable_columns(page.event),
    )


def render_file(page: EventPage, systems: Sequence[tuple[str, str]], system: str) -> str:
    """Return the page with the file's declarations and the remarks on it; ``systems`` are keys and titles."""
    return page.render("file_page.html.j2", event=page.event, systems=systems, asked_for=system)


_NUMBER_IN_BRACKETS = re.compile(r".*\((\d{1,6})\)\s*$", re.DOTALL)
_COLOURS = {Colour.WHITE: "White", Colour.BLACK: "Black", None: ""}


class PlayedRound(FrozenStruct, frozen=True, kw_only=True):
    """A round on the card of a player."""

    number: int
    points: str
    """Before the round; empty where they are not known."""
    opponent: Participant | None
    note: str
    """The bye, or the forfeit; empty for a game."""
    colour: str
    result: str
    float: str
    """``↓`` for a downfloat, ``↑`` for an upfloat."""
    outcome: Outcome | None
    """Of the round, where the game or bye of the player is not the correct one."""
    correct: Participant | None
    """The correct opponent of a wrong round; None where it is the bye."""
    can_be_explained: bool


def find_players(participants: Sequence[Participant], text: str) -> tuple[Participant, ...]:
    """
    Return the players whose name has the text in it, without regard to accents and case.

    ``Nguyen, Olga (13)`` and ``13`` are the player with that number.
    """
    text = text.strip()
    digits = number_in_brackets(text) or text
    if digits.isdecimal() and len(digits) <= 6:  # noqa: PLR2004 - no event has a million players
        by_number = tuple(one for one in participants if one.tpn == int(digits))
        if by_number:
            return by_number
    return tuple(one for one in participants if has_in_name(one.name, text))


def number_in_brackets(text: str) -> str:
    """Return the number at the end of ``Nguyen, Olga (13)``; empty if there is none."""
    found = _NUMBER_IN_BRACKETS.fullmatch(text)
    return found[1] if found else ""


def render_players(page: EventPage, text: str) -> str:
    """Return the list of all players, or of the players whom a text finds."""
    found = find_players(page.header.participants, text) if text else page.header.participants
    return page.render("players_page.html.j2", found=found, text=text)


def render_player(page: EventPage, player: Participant) -> str:
    """Return the card of a player."""
    last = page.event.rounds[-1].round_number if page.event.rounds else 0
    return page.render("player_page.html.j2", player=player, rounds=played_rounds(page.event, player), last=last)


def played_rounds(event: EventFinding, player: Participant) -> tuple[PlayedRound, ...]:
    """Return a player's rounds as they were played."""
    players, games = {one.tpn: one for one in event.header.participants}, view.games_per_round(event)
    findings = {found.round_number: found for found in event.rounds}
    accelerated = any("cceler" in fact.subject and fact.text for fact in event.header.declared)
    rows = []
    for number, entry in enumerate(player.rounds[::games], start=1):
        opponent = None if entry.opponent is None else view.player_or_number(players, entry.opponent)
        points = view.points_before(player, number, games)
        finding = findings.get(number)
        is_wrong, correct = _correct_opponent(finding, player.tpn)
        rows.append(
            PlayedRound(
                number=number,
                points="" if points is None else format_halves(points),
                opponent=opponent,
                note=_note(entry),
                colour=_COLOURS[entry.colour],
                result=_result(player, entry, number - 1) if games == 1 else "",
                float="" if accelerated else _float(points, opponent, entry, number, games),
                outcome=finding.verdict.outcome if is_wrong and finding else None,
                correct=None if correct is None else view.player_or_number(players, correct),
                can_be_explained=finding is not None and entry.was_paired,
            )
        )
    return tuple(rows)


def _note(entry: RoundEntry) -> str:
    if entry.opponent is None:
        return view.BYE_NAMES.get(entry.result, "no opponent")
    return {Result.FORFEIT_WIN: "won by forfeit", Result.FORFEIT_LOSS: "lost by forfeit"}.get(entry.result, "")


def _result(player: Participant, entry: RoundEntry, row: int) -> str:
    points = player.games[row] if row < len(player.games) else None
    return view.RESULT_SIGNS.get(entry.result, "") if points is None else format_halves(points)


def _float(points: int | None, opponent: Participant | None, entry: RoundEntry, number: int, games: int) -> str:
    if entry.result in (Result.PAIRING_ALLOCATED_BYE, Result.FORFEIT_WIN):
        return "↓"
    others = None if opponent is None or not entry.was_played else view.points_before(opponent, number, games)
    if points is None or others is None or points == others:
        return ""
    return "↓" if points > others else "↑"


def _correct_opponent(finding: RoundFinding | None, tpn: int) -> tuple[bool, int | None]:
    """Return whether the posted game or bye of a player is wrong, and the correct opponent, None for the bye."""
    if finding is None or finding.expected is None or finding.recorded is None:
        return False, None
    if finding.verdict.outcome in (Outcome.CONSISTENT, Outcome.UNCHECKED):
        return False, None
    is_wrong = finding.recorded.game_of(tpn) != finding.expected.game_of(tpn)
    return is_wrong, finding.expected.opponent_of(tpn)
