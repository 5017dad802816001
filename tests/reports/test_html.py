"""The page is one self-contained document with an outline that can be followed without seeing it."""

from __future__ import annotations

import itertools
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from support.loops import require_items
from support.runs import INJECTION, entries_of, run_of
from support.toy import event_of, games, paired_properly
from support.trf import played

from checker.check import CheckOptions, check_event, check_files
from checker.findings import EventHeader, Participant, RoundFinding, gather
from checker.verdicts.verdict import Verdict
from reference_engines.frame.results import Pair, RoundPairing
from reports.html import render_html
from reports.view import event_view, view
from tournaments.model import Colour, Result, RoundEntry

if TYPE_CHECKING:
    from checker.records.run import RunRecord

_VOID = {"meta", "line", "br", "img", "link", "hr"}


class Outline(HTMLParser):
    """Takes a document apart, and complains of elements that are not closed in order."""

    def __init__(self, text: str) -> None:
        """Parse the text."""
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self._open: list[str] = []
        self.feed(text)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take note of an element."""
        self.tags.append((tag, dict(attrs)))
        if tag not in _VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take note of an empty element."""
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        """Close what was opened last."""
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        """Keep the text."""
        self.words.append(data)

    def of(self, *names: str) -> list[tuple[str, dict[str, str | None]]]:
        """Return the elements of some names."""
        return [(tag, attributes) for tag, attributes in self.tags if tag in names]

    @property
    def text(self) -> str:
        """All text, blanks run together."""
        return re.sub(r"\s+", " ", " ".join(self.words))


@pytest.fixture(scope="module")
def page(varied_run: RunRecord) -> str:
    """Return the page of the varied run."""
    return render_html(varied_run)


@pytest.fixture(scope="module")
def outline(page: str) -> Outline:
    """Return the page taken apart."""
    return Outline(page)


def test_nothing_is_loaded_and_nothing_runs(page: str, outline: Outline) -> None:
    """No script, no style sheet, image or font from elsewhere."""
    assert outline.of("script", "link", "img", "iframe", "object", "embed") == []
    addresses = [attributes.get("href", "") for _, attributes in outline.of("a")]
    assert all(address and address.startswith("#") for address in addresses)
    assert "url(" not in page
    assert "@import" not in page
    assert not re.search(r"https?://", page)


def test_names_stay_text(page: str, outline: Outline) -> None:
    """A name that looks like markup is shown as it is."""
    assert INJECTION not in page
    assert outline.text.count("<script>console.error('owned')</script>") > 3


def test_every_link_has_its_target_and_identifiers_are_unique(outline: Outline) -> None:
    """Links within the page lead somewhere."""
    identifiers = [attributes["id"] for _, attributes in outline.tags if "id" in attributes]
    assert len(identifiers) == len(set(identifiers))
    references = [attributes["href"] for _, attributes in outline.of("a")]
    assert {str(reference).removeprefix("#") for reference in references} <= set(identifiers)
    labels = {name for _, attributes in outline.tags for name in (attributes.get("aria-labelledby") or "").split()}
    assert labels <= set(identifiers)


def test_landmarks_have_names_of_their_own(outline: Outline) -> None:
    """A reader who jumps between regions can distinguish them."""
    regions = [attributes for tag, attributes in outline.tags if tag == "section" or attributes.get("role") == "region"]
    names = [str(attributes.get("aria-label") or attributes.get("aria-labelledby")) for attributes in regions]
    assert len(names) > 20
    assert sorted(name for name in names if names.count(name) > 1) == []


def test_marks_are_explained_only_where_they_occur(page: str) -> None:
    """Of each drawing those that it has."""
    sections = page.split('<section class="difference"')[1:]
    legends = [(section, re.search(r'<p class="legend">Each side.*?</p>', section, re.DOTALL)) for section in sections]
    for section, legend in require_items((section, legend[0]) for section, legend in legends if legend is not None):
        drawn = set(re.findall(r'<tspan class="mark">\s*([^\s<]+)\s*</tspan>', section))
        assert set(re.findall(r'<span aria-hidden="true">(\S+)</span>', legend)) == drawn


def test_equal_criteria_are_folded(page: str) -> None:
    """The table that is open has only those that differ, or there is none."""
    for table in require_items(re.findall(r'aria-label="Criteria that differ,.*?</table>', page, re.DOTALL)):
        pairs = re.findall(r'<td class="number">(.*?)</td><td class="number">(.*?)</td>', table)
        assert pairs
        assert all(posted != right for posted, right in pairs)


def test_headings_descend_without_gaps(outline: Outline) -> None:
    """One title, and no level left out on the way down."""
    levels = [int(tag[1]) for tag, _ in outline.of("h1", "h2", "h3", "h4", "h5", "h6")]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(later - earlier <= 1 for earlier, later in itertools.pairwise(levels))


def test_tables_have_captions_and_scoped_headings(outline: Outline) -> None:
    """A table says what it is of, and every heading what it heads."""
    assert len(outline.of("caption")) == len(outline.of("table")) > 10
    assert all(attributes.get("scope") in ("col", "row") for _, attributes in outline.of("th"))


def test_drawings_are_described_in_words(outline: Outline) -> None:
    """A screen reader reads the pairs aloud."""
    drawings = [attributes for _, attributes in outline.of("svg")]
    assert drawings
    assert all(drawing["role"] == "img" and "Pairs: " in str(drawing["aria-label"]) for drawing in drawings)


def test_the_counts_open_the_page(outline: Outline, varied_run: RunRecord) -> None:
    """Events, rounds and pairs, checked and discrepant."""
    checked, wrong = varied_run.tally.checked, varied_run.tally.discrepancies
    assert f"Events {checked.events} {wrong.events}" in outline.text
    assert f"Rounds {checked.rounds} {wrong.rounds}" in outline.text
    assert f"Pairs {checked.pairs} {wrong.pairs}" in outline.text


def test_a_difference_is_argued_on_the_page(outline: Outline) -> None:
    """Sentence, both pairings, deciding criterion, its article and the order of generation are there."""
    for said in (
        "pairs that clash in colour in the ½-point group: 2; in the correct pairing none",
        "board White (points before) result Black (points before) correct",
        "✗ wrong",
        "Order of generation, article 4.2",
        "Alpha, Anna (1) - Delta, Di (4): article 5.2. 1 is ranked higher.",
        "have met before",
        "pick of Alpha , article 3.1: Of the opponents of Alpha, Delta comes before",
        "A round recorded before this one is itself illegal",
        "TOY-ADJACENT",
        "Round 1: paired by hand",
        "ZeroDivisionError",
        "no such file",
    ):
        assert said in outline.text


def test_the_deciding_row_is_marked_in_words(page: str) -> None:
    """Colour is never the only sign."""
    rows = re.findall(r'<tr class="decides">.*?</tr>', page, re.DOTALL)
    assert rows
    assert all("decides" in re.sub(r"<[^>]*>", "", row) for row in rows)


def test_wrong_cells_of_the_crosstable_carry_a_sign(page: str) -> None:
    """The cell has a star beside its colour."""
    cells = re.findall(r'<td class="differs">([^<]*)</td>', page)
    assert cells
    assert all(cell.endswith("*") for cell in cells)


def test_wrong_colours_are_marked_in_the_crosstable() -> None:
    """At both players of the game, in its round."""
    (event,) = run_of(entries_of(event_of([games((1, 4), (5, 2), (3, 6))]))).events
    rows = event_view(event, "event").crosstable
    assert {row.player.tpn: [cell.differs for cell in row.cells] for row in rows} == {
        tpn: [tpn in (2, 5)] for tpn in range(1, 7)
    }


def test_undeclared_facts_are_reported(outline: Outline) -> None:
    """Absence of a declaration is shown, not left out."""
    assert "Initial-colour 152, XXC not declared" in outline.text


def test_a_clean_run_says_so(clean_run: RunRecord) -> None:
    """Without a difference nothing is argued."""
    text = Outline(render_html(clean_run)).text
    assert "No discrepancy in 1 event, 3 rounds, 9 pairs." in text
    assert "The two pairings" not in text


def test_nothing_checked_is_not_called_clean() -> None:
    """A run without a judged round confirms nothing."""
    assert "Nothing was checked, so nothing was confirmed." in Outline(render_html(run_of([]))).text


def test_long_runs_keep_only_the_crosstables_that_matter() -> None:
    """The page of a thousand clean events stays readable; with few events every crosstable is there."""
    entries = entries_of(paired_properly(1))
    assert render_html(run_of(entries * 3)).count("<h3>Crosstable</h3>") == 3
    assert render_html(run_of(entries * 50)).count("<h3>Crosstable</h3>") == 0


def test_the_page_is_a_function_of_the_record(varied_run: RunRecord, page: str) -> None:
    """The same record gives the same bytes."""
    assert render_html(varied_run) == page


def test_the_legend_of_a_drawing_explains_the_marks_that_it_has(varied_run: RunRecord) -> None:
    """And no others: not every system exchanges, or floats down."""
    for difference in require_items(difference for event in view(varied_run) for difference in event.differences):
        drawings = [drawing for drawing in (difference.recorded_drawing, difference.expected_drawing) if drawing]
        drawn = {label.mark.value for drawing in drawings for label in drawing.labels} - {""}
        assert {mark for mark, _ in difference.marks} == drawn


def test_of_matches_of_two_games_the_drawing_has_the_points_of_both_and_the_colour_of_the_first() -> None:
    """Round 3 comes after four rows of the file; with two games a match, four colours would be no history."""
    file = Path(__file__).parents[1] / "data" / "disputes" / "double_swiss_2026.trf"
    (event,) = gather(check_files([file]))
    (difference,) = event_view(event, "event").differences
    assert difference.expected_drawing is not None
    drawn = {" ".join(words.text for words in label.lines) for label in difference.expected_drawing.labels}
    assert {"5 Esposito Elena 3 WB", "3 Castro Clara 2 WW"} <= drawn


def test_a_right_bye_has_its_reason_where_it_is_asked_for() -> None:
    """Below the boards of its round, in the words of the rule."""
    event = played(players=7, rounds=2)
    asked, usual = (list(check_event(event, options=CheckOptions(explains_byes=wish))) for wish in (True, False))
    reasons = [finding.bye_reason for finding in gather(asked)[0].rounds]
    assert all(reason.startswith("The bye goes to a player with the lowest score") for reason in reasons)
    assert [finding.bye_reason for finding in gather(usual)[0].rounds] == ["", ""]
    assert reasons[1] in Outline(render_html(run_of(asked))).text


def test_a_large_event_is_a_file_of_less_than_three_megabytes() -> None:
    """With every round as it hung on the wall: 500 players, 11 rounds."""
    half = 250
    rounds = [
        RoundPairing(pairs=tuple(Pair(tpn, half + 1 + (tpn + number) % half) for tpn in range(1, half + 1)))
        for number in range(11)
    ]
    entries: dict[int, list[RoundEntry]] = {tpn: [] for tpn in range(1, 2 * half + 1)}
    for pair in (pair for pairing in rounds for pair in pairing.pairs):
        entries[pair.white].append(RoundEntry(pair.black, Colour.WHITE, Result.WIN))
        entries[pair.black].append(RoundEntry(pair.white, Colour.BLACK, Result.LOSS))
    players = tuple(
        Participant(
            tpn=tpn,
            name=f"Familyname-{tpn}, Givenname",
            rating=2000,
            points=110 if tpn <= half else 0,
            rounds=tuple(own),
        )
        for tpn, own in entries.items()
    )
    header = EventHeader(event="big", source="big.trf", rounds_recorded=11, participants=players)
    findings = [
        RoundFinding(event="big", round_number=number, verdict=Verdict.AGREE, sentence="", recorded=pairing)
        for number, pairing in enumerate(rounds, start=1)
    ]
    page = render_html(run_of([header, *findings]))
    assert page.count("<tr>") > 11 * half + 2 * half
    assert len(page.encode()) < 3_000_000
