"""One fault at a time in a sound file, and what a careful reader says to it."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest
from support.files import HARBOUR_OPEN, append, both, cut, drop, first, insert, put, replace_line

from tournaments import ProblemCode, ProblemSeverity, parse_event
from tournaments.problems import ProblemLog, problem_lines

if TYPE_CHECKING:
    from support.files import Edit


@dataclass(frozen=True)
class Fault:
    """A change of the sound file, and the problem that it is to cause."""

    name: str
    edit: Edit
    code: ProblemCode
    line: int | None
    column: int | None
    further: tuple[ProblemCode, ...] = ()
    """Further problems that follow from the fault."""


P = ProblemCode
FAULTS = (
    # Nothing to read
    Fault("empty file", lambda _: "", P.NO_PLAYERS, None, None),
    Fault("blank lines only", lambda _: "\n  \n\n", P.NO_PLAYERS, None, None),
    Fault("header only", drop(17, 18, 19, 20, 21), P.NO_PLAYERS, None, None),
    Fault("mostly other lines", append(*["a note"] * 23), P.MOSTLY_NOT_TRF, 22, 1),
    Fault("no record at all", lambda _: "Dear arbiter,\nhere is the file.\n", P.NOT_TRF, 1, None),
    # Rows
    Fault("NUL in a name", put(18, 17, "\0"), P.CONTROL_CHARACTER, 18, 17),
    Fault("row shifted right", insert(19, 5, " "), P.ROW_MISALIGNED, 19, 9),
    Fault("row shifted from the rating on", insert(19, 47, "x"), P.ROW_MISALIGNED, 19, 53),
    Fault("tab for blanks", put(18, 9, "\t"), P.TAB_IN_ROW, 18, 9),
    Fault("row cut in a block", cut(21, 108), P.RESULT_ONE_SIDED, 21, 109),
    Fault(
        "row cut before the points",
        cut(20, 70),
        P.OPPONENT_ONE_SIDED,
        18,
        92,
        (P.POINTS_MISSING, P.BLANK_UNEXPLAINED),
    ),
    Fault("free text after the code", replace_line(20, "001 SOMEBODY WITHOUT FIELDS"), P.ROW_MISALIGNED, 20, 9),
    Fault("number 10000", append("001 10000      Far, Off"), P.ROW_MISALIGNED, 22, 9),
    Fault("number twice", append("001    2      Twin, Tom" + " " * 57 + "0.0    6"), P.NUMBER_REPEATED, 22, 5),
    Fault("number zero", put(21, 8, "0"), P.NUMBER_INVALID, 21, 5),
    Fault("number with a letter", put(21, 7, "5a"), P.NUMBER_INVALID, 21, 5),
    Fault("negative number", put(21, 7, "-5"), P.NUMBER_INVALID, 21, 5),
    Fault("number missing", put(21, 8, " "), P.NUMBER_INVALID, 21, 5),
    Fault("sex unknown", put(21, 10, "x"), P.SEX_INVALID, 21, 10),
    Fault("rating with a letter", put(18, 49, "22x0"), P.RATING_INVALID, 18, 49),
    Fault("points with a comma", put(19, 82, "0,5"), P.POINTS_COMMA, 19, 81),
    Fault("points of letters", put(19, 82, "a.b"), P.POINTS_INVALID, 19, 81),
    Fault("points of hundredths", put(19, 81, "0.25"), P.POINTS_INVALID, 19, 81),
    Fault("points blank", put(19, 82, "   "), P.POINTS_MISSING, 19, 81),
    Fault("points too high", put(19, 82, "3.0"), P.POINTS_MISMATCH, 19, 81),
    Fault("rank of letters", put(19, 89, "x"), P.RANK_INVALID, 19, 86),
    Fault("federation of two letters", put(19, 54, "B."), P.FEDERATION_INVALID, 19, 54),
    # Entries
    Fault("opponent unknown", put(17, 95, "9"), P.OPPONENT_UNKNOWN, 17, 92, (P.OPPONENT_ONE_SIDED,)),
    Fault("own opponent", put(17, 95, "1"), P.OPPONENT_SELF, 17, 92, (P.OPPONENT_ONE_SIDED,)),
    Fault("opponent with a letter", put(17, 94, "x3"), P.OPPONENT_INVALID, 17, 94),
    Fault("game on one side only", put(19, 92, "0000 - Z"), P.OPPONENT_ONE_SIDED, 17, 92),
    Fault("two opponents for one", put(21, 92, "   3 w ="), P.OPPONENT_ONE_SIDED, 21, 92, (P.POINTS_MISMATCH,)),
    Fault("same colour", put(19, 97, "w"), P.COLOUR_SAME, 19, 97),
    Fault("colour unknown", put(17, 97, "x"), P.COLOUR_INVALID, 17, 97),
    Fault("game without a colour", put(17, 97, " "), P.COLOUR_MISSING, 17, 97),
    Fault("colour of a bye", put(21, 97, "w"), P.COLOUR_WITH_BYE, 21, 97),
    Fault("result unknown", put(17, 99, "?"), P.RESULT_INVALID, 17, 99),
    Fault("one half as a character", put(19, 109, "½"), P.RESULT_INVALID, 19, 109),
    Fault("both win", put(19, 99, "1"), P.RESULTS_CONTRADICT, 19, 99, (P.POINTS_MISMATCH,)),
    Fault("win against a forfeit", put(19, 99, "-"), P.PLAYED_OR_NOT, 19, 99),
    Fault("both lose", put(17, 99, "0"), P.RESULTS_UNUSUAL, 19, 99, (P.POINTS_MISMATCH,)),
    Fault("bye letter beside an opponent", put(17, 99, "H"), P.BYE_WITH_OPPONENT, 17, 99),
    Fault("absence beside an opponent", put(17, 99, "Z"), P.BYE_WITH_OPPONENT, 17, 99),
    Fault("win without an opponent", put(21, 92, "0000 w 1"), P.RESULT_WITHOUT_OPPONENT, 21, 99),
    Fault("short draw without an opponent", put(21, 92, "0000 - D"), P.RESULT_WITHOUT_OPPONENT, 21, 99),
    Fault("result a column early", put(17, 97, " w1"), P.ENTRY_MISALIGNED, 17, 98),
    Fault("no result yet", both(put(19, 109, " "), put(21, 109, " ")), P.RESULT_PENDING, 19, 109),
    Fault(
        "two allocated byes",
        both(put(20, 109, "U"), put(21, 102, "0000 - U"), put(19, 102, "0000 - Z")),
        P.SECOND_ALLOCATED_BYE,
        21,
        109,
        (P.POINTS_MISMATCH,) * 3,
    ),
    Fault("full-point bye for the allocated one", put(21, 99, "F"), P.FULL_POINT_BYE_FOR_PAB, 21, 99),
    Fault("allocated bye as plus", put(21, 99, "+"), P.OLD_BYE_NOTATION, 21, 99),
    # Rounds and byes
    Fault("rounds differ", append("XXR 7"), P.ROUNDS_CONFLICT, 22, 5),
    Fault("rounds missing", drop(14), P.ROUNDS_MISSING, None, None),
    Fault("rounds of letters", replace_line(14, "142 four"), P.ROUNDS_INVALID, 14, 5),
    Fault(
        "fewer rounds than recorded", replace_line(14, "142 1"), P.ROUNDS_EXCEEDED, 17, 102, (P.BYE_AFTER_LAST_ROUND,)
    ),
    Fault("bye after the last round", replace_line(14, "142 2"), P.BYE_AFTER_LAST_ROUND, 17, 119),
    Fault("bye two rounds ahead", put(17, 122, "0000 - H"), P.BYES_AHEAD, 17, 129),
    Fault("bye for an unknown player", append("240 H   3    9"), P.BYE_PLAYER_UNKNOWN, 22, 14),
    Fault("bye for an absent number", append("XXZ 3 9"), P.BYE_PLAYER_UNKNOWN, 22, 7),
    Fault("bye against a game", append("240 Z   1    1"), P.BYE_CONTRADICTS_ROW, 22, 5),
    Fault("bye against another bye", append("240 H   3    1"), P.BYE_CONTRADICTS_ROW, 22, 5),
    Fault("bye of unknown kind", append("240 X   3    2"), P.BYE_RECORD_INVALID, 22, 5),
    Fault("bye without a round", append("240 H        2"), P.BYE_RECORD_INVALID, 22, 7),
    Fault("absence of a word", append("XXZ two"), P.BYE_RECORD_INVALID, 22, 5),
    # Prohibited pairings, acceleration, points out of the ordinary
    Fault("prohibition with a word", append("XXP 1 two"), P.FORBIDDEN_INVALID, 22, 7),
    Fault("prohibition of one", append("XXP 1"), P.FORBIDDEN_SINGLE, 22, 5),
    Fault("prohibition of no players", append("XXP"), P.FORBIDDEN_INVALID, 22, 5),
    Fault("prohibition of an unknown player", append("XXP 1 9"), P.FORBIDDEN_INVALID, 22, 7),
    Fault("prohibition without a last round", append("260   1        1    2"), P.FORBIDDEN_INVALID, 22, 5),
    Fault("prohibition with rounds reversed", append("260   3   1    1    2"), P.FORBIDDEN_INVALID, 22, 5),
    Fault("prohibition with a tab", append("260   1   3\t 1    2"), P.FORBIDDEN_INVALID, 22, 12),
    Fault("no virtual points", append("250       0.0   1   2    1    2"), P.ACCELERATION_INVALID, 22, 10),
    Fault("virtual match points", append("250  1.0        1   2    1    2"), P.ACCELERATION_INVALID, 22, 5),
    Fault(
        "virtual points for unknown players", append("250       1.0   1   2    8    9"), P.ACCELERATION_INVALID, 22, 23
    ),
    Fault(
        "virtual points in reversed rounds", append("250       1.0   2   1    1    2"), P.ACCELERATION_INVALID, 22, 15
    ),
    Fault(
        "virtual points twice",
        append("250       1.0   1   2    1    2", "250       0.5   2   3    2    3"),
        P.ACCELERATION_OVERLAP,
        23,
        None,
    ),
    Fault("virtual points in no columns", append("XXA 1 1.0 1.0"), P.ACCELERATION_INVALID, 22, 5),
    Fault(
        "points in the columns of the example",
        append("299 +  2.0  2.5   1    1"),
        P.ABNORMAL_POINTS_SHIFTED,
        22,
        12,
        (P.ABNORMAL_POINTS_UNUSED,),
    ),
    Fault("points of unknown kind", append("299 X"), P.ABNORMAL_POINTS_INVALID, 22, 5),
    Fault("points of an unknown player", append("299           0.5    1    9"), P.ABNORMAL_POINTS_INVALID, 22, 27),
    Fault(
        "points of a result that no player has",
        append("299 H         0.0    1    1"),
        P.ABNORMAL_POINTS_UNUSED,
        None,
        None,
    ),
    # Declarations
    Fault("system unknown", replace_line(16, "192 FIDE_TOMBOLA"), P.SYSTEM_UNKNOWN, 16, 5),
    Fault("initial colour in lower case", replace_line(15, "152 w"), P.INITIAL_COLOUR_CASE, 15, 5),
    Fault("initial colour unknown", replace_line(15, "152 white"), P.INITIAL_COLOUR_INVALID, 15, 5),
    Fault("initial colour missing", drop(15), P.INITIAL_COLOUR_MISSING, None, None),
    Fault("initial colours differ", append("XXC black1"), P.INITIAL_COLOUR_CONFLICT, 15, 5),
    Fault("configuration unknown", append("XXC fast"), P.CONFIGURATION_UNKNOWN, 22, 5),
    Fault("no date", replace_line(4, "042 soon"), P.DATE_INVALID, 4, 5),
    Fault("date of two readings", replace_line(4, "042 07.03.08"), P.DATE_AMBIGUOUS, 4, 5),
    Fault("Z for A in the scoring", append("162  W 1.0    D 0.5    Z 0.0"), P.SCORING_LETTER_Z, 22, 24),
    Fault("unknown symbol in the scoring", append("162  Q 1.0"), P.SCORING_INVALID, 22, 6),
    Fault("scoring in wrong columns", append("162 W 1.0 D 0.5"), P.SCORING_INVALID, 22, 5),
    Fault("unknown code in the scoring", append("XXS WX=1"), P.SCORING_INVALID, 22, 5),
    Fault("no points in the scoring", append("BBW win"), P.SCORING_INVALID, 22, 5),
    Fault(
        "scorings contradict", append("XXS PAB=0.5", "162  P 1.0"), P.SCORING_CONFLICT, 22, None, (P.POINTS_MISMATCH,)
    ),
    Fault("scorings differ", append("BBU  0.5", "162  P 1.0"), P.SCORING_OVERRIDDEN, 22, None),
    Fault("players miscounted", replace_line(6, "062 7"), P.PLAYERS_MISCOUNTED, None, None),
    Fault("name of the event twice", append("012 Another Open"), P.REPEATED_RECORD, 22, 1),
    # Other lines
    Fault("unknown record", append("777 something"), P.UNKNOWN_RECORD, 22, 1),
    Fault("line of text", append("see the notes of the arbiter"), P.UNRECOGNISED_LINE, 22, 1),
    # Teams
    Fault("team without players", append("013 Chess Club"), P.TEAM_WITHOUT_PLAYERS, 22, 5),
    Fault(
        "team with an unknown player",
        append("013 Chess Club                         1    9"),
        P.TEAM_PLAYER_UNKNOWN,
        22,
        45,
    ),
    Fault(
        "player in two teams",
        append("013 Chess Club                         1    2", "013 Other Club                         2"),
        P.PLAYER_IN_TWO_TEAMS,
        23,
        40,
    ),
    Fault("team without a number", append("310     Chess Club"), P.TEAM_INVALID, 22, 5),
)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_single_fault_is_reported_once_with_code_and_place(fault: Fault) -> None:
    """A fault causes its problem, at its line and column, and nothing else but what follows from it."""
    problems = parse_event(fault.edit(HARBOUR_OPEN)).problems
    found = [(problem.line, problem.column) for problem in problems if problem.code is fault.code]
    others = [problem.code for problem in problems if problem.code is not fault.code]
    assert found == [(fault.line, fault.column)]
    assert others == list(fault.further)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_file_is_refused_exactly_for_errors(fault: Fault) -> None:
    """There is an event if and only if no problem is an error; and every message says what to do."""
    reading = parse_event(fault.edit(HARBOUR_OPEN))
    has_error = any(problem.severity is ProblemSeverity.ERROR for problem in reading.problems)
    assert (reading.event is None) == has_error
    assert all(problem.message and problem.remedy for problem in reading.problems)


def test_the_sound_file_is_read_without_a_remark() -> None:
    """The file that the faults are made in has none."""
    assert parse_event(HARBOUR_OPEN).problems == ()


HARMLESS = {
    "colour in upper case": put(17, 97, "W"),
    "letters in lower case": both(put(21, 99, "u"), put(20, 109, "z")),
    "no newline at the end": str.rstrip,
    "blank lines between": lambda file: file.replace("\n", "\n\n"),
    "blanks at the ends of lines": lambda file: file.replace("\n", "   \n"),
    "tabs at the ends of lines": lambda file: file.replace("\n", "\t\t\n"),
    "ruler of digits": first("0123456789" * 12),
    "ruler of tens": first("         1         2         3"),
    "ruler of letters": first("DDD SSSS sTTT NNNNNNNN RRRR FFF IIIIIIIIIII BBBB/BB/BB PPPP RRRR  1111 1 1"),
    "an empty header before a filled one": first("012"),
    "zero-padded numbers": both(put(17, 92, "0003"), put(18, 5, "0002")),
    "number in the left columns": put(18, 5, "2   "),
    "the same number of rounds twice": append("XXR 4"),
    "the same colour twice": append("XXC white1"),
    "a bye in row and record": append("240 Z   3    1", "XXZ 1"),
}


@pytest.mark.parametrize("edit", HARMLESS.values(), ids=HARMLESS.keys())
def test_an_apparent_fault_is_read_without_a_remark(edit: Edit) -> None:
    """Spellings that occur in practice change nothing."""
    reading = parse_event(edit(HARBOUR_OPEN))
    assert reading.problems == ()
    assert reading.event is not None
    sound = parse_event(HARBOUR_OPEN).event
    assert sound is not None
    assert reading.event.players == sound.players
    assert reading.event.requested_byes == sound.requested_byes
    assert reading.event.name == "Harbour Open"


def test_all_problems_of_a_file_come_at_once() -> None:
    """Three faults in three records are three problems, errors before warnings."""
    file = both(put(19, 82, "3.0"), append("XXP 1 two"), put(17, 95, "9"))(HARBOUR_OPEN)
    codes = [problem.code for problem in parse_event(file).problems]
    assert codes == [P.OPPONENT_UNKNOWN, P.OPPONENT_ONE_SIDED, P.FORBIDDEN_INVALID, P.POINTS_MISMATCH]


def test_a_row_that_cannot_be_read_makes_no_trouble_for_others() -> None:
    """Where a row is lost, opponents without a row are not reported."""
    codes = [problem.code for problem in parse_event(insert(19, 5, " ")(HARBOUR_OPEN)).problems]
    assert codes == [P.ROW_MISALIGNED]


def test_a_row_that_cannot_be_read_makes_no_trouble_for_records() -> None:
    """Byes, acceleration and prohibitions may name the player whose row is lost."""
    records = append("XXP 1 3", "240 H   1    3", "240 H   3    3", "250       1.0   1   2    3    3")
    codes = [problem.code for problem in parse_event(both(insert(19, 5, " "), records)(HARBOUR_OPEN)).problems]
    assert codes == [P.ROW_MISALIGNED]


def test_an_entry_that_cannot_be_read_makes_no_trouble_for_the_opponent() -> None:
    """The opponent of a garbled entry does not get a problem of its own."""
    codes = [problem.code for problem in parse_event(put(17, 99, "?")(HARBOUR_OPEN)).problems]
    assert codes == [P.RESULT_INVALID]


def test_columns_counted_in_bytes_are_put_right() -> None:
    """A row that is short by the second byte of an accented letter is read, with a warning."""
    row = HARBOUR_OPEN.split("\n")[17].replace("Bakker, Bram ", "Bäkker, Bram")
    reading = parse_event(replace_line(18, row)(HARBOUR_OPEN))
    assert [(problem.code, problem.line) for problem in reading.problems] == [(P.COLUMNS_IN_BYTES, 18)]
    assert reading.event is not None
    assert reading.event.player(2).name == "Bäkker, Bram"
    assert reading.event.player(2).points == 10


def test_a_decomposed_accent_is_put_right_if_it_shifts_the_row() -> None:
    """A row that is long by a combining accent is read, with a warning."""
    row = HARBOUR_OPEN.split("\n")[17].replace("Bakker", unicodedata.normalize("NFD", "Bäkker"))
    reading = parse_event(replace_line(18, row)(HARBOUR_OPEN))
    assert [(problem.code, problem.line) for problem in reading.problems] == [(P.DECOMPOSED_NAME, 18)]
    assert reading.event is not None
    assert reading.event.player(2).name == "Bäkker, Bram"


def test_a_decomposed_accent_may_stay_if_the_columns_count_it() -> None:
    """A name in decomposed form is not a fault in a row that is aligned."""
    name = unicodedata.normalize("NFD", "Bäkker")
    row = HARBOUR_OPEN.split("\n")[17].replace("Bakker, Bram ", f"{name}, Bram")
    reading = parse_event(replace_line(18, row)(HARBOUR_OPEN))
    assert reading.problems == ()
    assert reading.event is not None
    assert reading.event.player(2).name == f"{name}, Bram"


def test_a_gap_in_the_numbers_is_a_warning() -> None:
    """Numbers 1 2 3 4 7 are read, and the first that is missing is named."""
    file = both(put(21, 8, "7"), put(19, 105, "7"))(HARBOUR_OPEN)
    reading = parse_event(file)
    assert reading.event is not None
    assert [(problem.code, problem.line, problem.column) for problem in reading.problems] == [(P.NUMBER_GAP, 21, 5)]
    assert "number 5 is missing" in reading.problems[0].message


def test_many_problems_of_a_kind_are_counted_not_listed() -> None:
    """A thousand unknown records are two hundred problems and a count."""
    reading = parse_event(append(*["ABC nonsense"] * 1000)(HARBOUR_OPEN))
    assert len(reading.problems) == 201
    assert any("800 further problems" in problem.message for problem in reading.problems)


@pytest.mark.parametrize(("problems", "summary"), [(3, []), (4, ["e: and 1 more of the same kind"])])
def test_at_most_three_problems_of_a_kind_are_listed(problems: int, summary: list[str]) -> None:
    """One cause, such as a file that was cut, may have hundreds of problems; other kinds are still listed."""
    log = ProblemLog("e")
    for line in range(problems):
        log.add(ProblemCode.OPPONENT_UNKNOWN, "player 9", at=(line + 1, None))
    log.add(ProblemCode.COLOUR_MISSING, "no colour", at=(99, None))
    lines = problem_lines(log.sorted())
    assert lines[:3] == [f"e:{line}: error[opponent-unknown]: player 9" for line in (1, 2, 3)]
    assert lines[3:] == [*summary, "e:99: error[colour-missing]: no colour"]
