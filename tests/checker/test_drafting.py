"""First descriptions of programs: what is written, and in which form a program is found to answer."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from checker.programs.description import Source, read_description
from checker.programs.program import AnswerForm
from checker.programs.smoke import ProgramDraft, find_forms
from tournaments.model import Dialect

CAST = Path(__file__).parents[1] / "support" / "programs" / "cast.py"
READS_TRF16_ONLY = """
import sys
text = open(sys.argv[1]).read()
if '192 ' in text or 'XX' in text:
    sys.exit('unknown record')
print('0')
"""


def draft(*pair: str, **facts: object) -> ProgramDraft:
    """Return a draft of a program of the Dutch system."""
    return ProgramDraft(name="mine", pair=pair, systems=("dutch-2026",), **facts)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["mine", 'a "quoted" name', "back\\slash", "bell\x07"])
def test_a_draft_is_read_as_it_was_meant(name: str) -> None:
    """Names with quotes and backslashes, too."""
    described = read_description(
        ProgramDraft(
            name=name,
            pair=("mine", "{input}", "-p", "{output}"),
            check=("mine", "-c", "{input}"),
            systems=("dutch-2026", "burstein-2026"),
            dialect=Dialect.TRF16,
            answer=AnswerForm.JSON,
        ).write()
    )
    assert described.name == name
    assert described.systems == ("dutch-2026", "burstein-2026")
    assert described.input.dialect is Dialect.TRF16
    assert described.pair is not None
    assert described.pair.command == ("mine", "{input}", "-p", "{output}")
    assert (described.pair.answer, described.pair.read) == (AnswerForm.JSON, Source.OUTPUT)
    assert described.check is not None
    assert described.check.command == ("mine", "-c", "{input}")


def test_without_a_file_for_the_answer_it_is_read_from_standard_output() -> None:
    """No word of the command names `{output}`."""
    described = read_description(draft("mine", "{input}").write())
    assert described.pair is not None
    assert described.pair.read is Source.STDOUT
    assert described.check is None


def test_the_form_in_which_a_program_pairs_rightly_is_found() -> None:
    """The first form of all."""
    found, failure = find_forms(draft(sys.executable, str(CAST), "honest", "{input}", "{output}"))
    assert not failure
    assert (found.dialect, found.answer) == (Dialect.TRF26, AnswerForm.PAIRS)


def test_a_form_that_the_user_names_is_not_varied() -> None:
    """The program would understand TRF26, too."""
    found, failure = find_forms(
        draft(sys.executable, str(CAST), "honest", "{input}", "{output}"), Dialect.TRF16, AnswerForm.PAIRS
    )
    assert not failure
    assert found.dialect is Dialect.TRF16


def test_a_format_that_the_program_refuses_is_passed_over(tmp_path: Path) -> None:
    """It exits with a failure at TRF26 and TRF(x)."""
    script = tmp_path / "old.py"
    script.write_text(READS_TRF16_ONLY, "utf-8")
    found, failure = find_forms(draft(sys.executable, str(script), "{input}"), answer=AnswerForm.PAIRS)
    assert not failure
    assert found.dialect is Dialect.TRF16


def test_a_program_that_answers_nothing_is_told_with_its_first_failure(tmp_path: Path) -> None:
    """No form works."""
    script = tmp_path / "silent.py"
    script.write_text("", "utf-8")
    _, failure = find_forms(draft(sys.executable, str(script), "{input}"), Dialect.TRF26, AnswerForm.PAIRS)
    assert failure == "wrote no answer: no answer, exit status 0"
