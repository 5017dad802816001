"""Every command that a page tells to write is run, in a folder with what the page speaks of."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support.loops import require_items
from support.manuals import NOT_RUN, PAGES, PageCommand, output_of, read_commands, words_of, write_page_files
from support.tutorials import read_without_tutorials

from pairproof.cli.main import main

pytestmark = pytest.mark.usefixtures("judging_here")
LONG = frozenset(
    f"{page}.md"
    for page in (
        "README",
        "docs/arbiters",
        "docs/campaigns",
        "docs/causes",
        "docs/ci",
        "docs/committee",
        "docs/coverage",
        "docs/known",
        "docs/verdicts",
    )
)
"""Pages whose commands run campaigns, look for causes or check large events."""
PAGES_WITH_COMMANDS = [page for page in PAGES if any(not command.not_run for command in read_commands(page))]


@pytest.mark.parametrize(
    "page", [pytest.param(page, marks=[pytest.mark.slow] if page in LONG else []) for page in PAGES_WITH_COMMANDS]
)
def test_the_commands_of_a_page_run(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One after the other; each ends in 0, or in 1 where there is something to find."""
    write_page_files(tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path / "summary"))
    for command in require_items(command for command in read_commands(page) if not command.not_run):
        status = main(words_of(command, tmp_path))
        said = capsys.readouterr()
        assert status in (0, 1), f"{command.text}\n{said.out}{said.err}"
        if output := output_of(command):
            Path(output).write_text(said.out, encoding="utf-8")


def test_every_line_of_a_block_that_begins_with_the_program_is_found() -> None:
    """So that none is left out because of its form."""
    for page in PAGES:
        text = read_without_tutorials(page)
        assert len(read_commands(page)) == len(
            re.findall(r"^ {4,}(?:\w+\$ )?(?:pairproof|pipx) ", text, re.MULTILINE)
        ), page


@pytest.mark.parametrize("form", NOT_RUN)
def test_every_command_that_is_not_run_is_on_a_page(form: str) -> None:
    """An exception that nothing needs any longer is to be struck out."""
    assert any(re.search(form, command.text) for page in PAGES for command in read_commands(page))


def test_a_command_is_read_over_its_lines_and_without_its_remark() -> None:
    """Continued with a backslash, explained after a number sign, its output kept in a file."""
    (long,) = [command for command in read_commands("docs/campaigns.md") if "campaign class" in command.text]
    assert "--note" in long.text
    (kept,) = [command for command in read_commands("README.md") if "campaign event" in command.text]
    assert kept.text == "pairproof campaign event mine.sqlite 17 > event.trf"
    assert output_of(kept) == "event.trf"
    assert output_of(PageCommand("README.md", "pairproof systems")) == ""
