"""
Problems of a file: one table of stable codes, and the record of what was found where, and what to do about it.

An *error* makes the file unreadable as an event; a *warning* marks what is readable but suspect, or was read by
interpretation. All problems of a file are reported at once.
"""

from __future__ import annotations

from collections import Counter
from enum import Enum
from typing import TYPE_CHECKING

from tournaments.frozen import dataclass
from tournaments.safe_text import shown

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable


class Severity(Enum):
    """Whether a file with the problem is refused."""

    ERROR = "error"
    WARNING = "warning"


class ProblemCode(Enum):
    """
    Every code there is: its name in reports, its severity, and one line of explanation.

    The names are stable; a code that is no longer needed is not used for anything else.
    """

    severity: Severity
    explanation: str

    def __new__(cls, name: str, severity: Severity, explanation: str) -> ProblemCode:  # noqa: PYI034 - Enum forbids Self
        """Make a member of which only the name is the value."""
        member = object.__new__(cls)
        member._value_ = name
        member.severity = severity
        member.explanation = explanation
        return member

    # The file
    FILE_UNREADABLE = "file-unreadable", Severity.ERROR, "The file is missing, a directory, or may not be read."
    NO_PLAYERS = "no-players", Severity.ERROR, "There is no 001 record."
    NOT_TRF = "not-trf", Severity.ERROR, "No line of the text is a record of a Tournament Report File."
    MOSTLY_NOT_TRF = "mostly-not-trf", Severity.ERROR, "Most lines of the text are not records of the format."
    EVENT_TOO_LARGE = "event-too-large", Severity.ERROR, "Players times rounds are more than any event has."
    ENCODING_GUESSED = "encoding-guessed", Severity.WARNING, "The text is not UTF-8; it was read as Windows-1252."
    ENCODING_UTF16 = "encoding-utf16", Severity.WARNING, "The text is UTF-16, which other readers refuse."
    CONTROL_CHARACTER = "control-character", Severity.WARNING, "A control character was read as a blank."
    UNKNOWN_RECORD = "unknown-record", Severity.WARNING, "A record with a code that is not known; kept as it is."
    UNRECOGNISED_LINE = (
        "unrecognised-line",
        Severity.WARNING,
        "A line that does not begin with a record code; kept as it is.",
    )
    REPEATED_RECORD = "repeated-record", Severity.WARNING, "A record that stands once stands twice; the first was read."
    TAB_IN_ROW = "tab-in-row", Severity.ERROR, "Tabs in a record of fixed columns: its columns cannot be told."

    # 001 records
    ROW_MISALIGNED = "row-misaligned", Severity.ERROR, "A column that separates two fields is not blank."
    ROW_TOO_LONG = "row-too-long", Severity.ERROR, "A row has columns for more than 999 rounds."
    ROW_TOO_SHORT = "row-too-short", Severity.ERROR, "A player of an event in memory lacks an entry for a round."
    COLUMNS_IN_BYTES = "columns-in-bytes", Severity.WARNING, "The columns of a row were counted in bytes."
    DECOMPOSED_NAME = "decomposed-name", Severity.WARNING, "An accent written as a character of its own shifts the row."
    NUMBER_INVALID = "number-invalid", Severity.ERROR, "A starting-rank number is not a whole number from 1."
    NUMBER_REPEATED = "number-repeated", Severity.ERROR, "Two 001 records have the same number."
    NUMBER_GAP = "number-gap", Severity.WARNING, "The numbers are not 1 to the number of players."
    SEX_INVALID = "sex-invalid", Severity.WARNING, "The sex is neither m nor w."
    RATING_INVALID = "rating-invalid", Severity.WARNING, "The rating is not a whole number; it was read as none."
    POINTS_INVALID = "points-invalid", Severity.ERROR, "The points are not a number of tenths."
    POINTS_COMMA = "points-comma", Severity.WARNING, "A decimal comma stands for the decimal point."
    POINTS_MISSING = "points-missing", Severity.WARNING, "The points are blank; they were computed where needed."
    RANK_INVALID = "rank-invalid", Severity.WARNING, "The rank is not a whole number; it was read as none."
    FEDERATION_INVALID = "federation-invalid", Severity.WARNING, "A federation is not a code of three letters."

    # Round entries
    ENTRY_MISALIGNED = "entry-misaligned", Severity.ERROR, "A blank column within a round's entry is not blank."
    OPPONENT_INVALID = "opponent-invalid", Severity.ERROR, "The opponent is not a number."
    OPPONENT_UNKNOWN = "opponent-unknown", Severity.ERROR, "The opponent has no 001 record."
    OPPONENT_SELF = "opponent-self", Severity.ERROR, "A player is entered as their own opponent."
    OPPONENT_ONE_SIDED = "opponent-one-sided", Severity.ERROR, "A game is recorded for one of its players only."
    COLOUR_INVALID = "colour-invalid", Severity.ERROR, "The colour is none of w, b, - and blank."
    COLOUR_MISSING = "colour-missing", Severity.ERROR, "A played game has no colour."
    COLOUR_SAME = "colour-same", Severity.ERROR, "Both players of a game have the same colour."
    COLOUR_ONE_SIDED = (
        "colour-one-sided",
        Severity.WARNING,
        "Only one row of a game has its colour; the other was given the opposite one.",
    )
    COLOUR_WITH_BYE = "colour-with-bye", Severity.WARNING, "A bye has a colour; the colour was ignored."
    RESULT_INVALID = "result-invalid", Severity.ERROR, "The result is not a letter of the format."
    RESULT_WITHOUT_OPPONENT = "result-without-opponent", Severity.ERROR, "The result of a game against nobody."
    BYE_WITH_OPPONENT = "bye-with-opponent", Severity.ERROR, "The letter of a bye stands beside an opponent."
    FILE_CUT_OFF = "file-cut-off", Severity.ERROR, "The file ends before its last players."
    SECOND_EVENT = "second-event", Severity.ERROR, "A second event begins in the same file."
    FOREIGN_FILE = "foreign-file", Severity.ERROR, "The file is of another format."
    RESULT_PENDING = "result-pending", Severity.WARNING, "A game has no result yet; it counts as a draw for pairing."
    RESULT_ONE_SIDED = (
        "result-one-sided",
        Severity.WARNING,
        "Only one row of a game has its result; it was read for both.",
    )
    PLAYED_OR_NOT = (
        "played-or-not",
        Severity.ERROR,
        "One row of a game says that it was played, the other that it was forfeited.",
    )
    RESULTS_CONTRADICT = "results-contradict", Severity.ERROR, "The two results of a game cannot both be true."
    RATED_OR_NOT = (
        "rated-or-not",
        Severity.WARNING,
        "One row of a game has a rated result, the other an unrated one.",
    )
    RESULTS_UNUSUAL = "results-unusual", Severity.WARNING, "Results that only an arbiter's decision can give."
    OLD_BYE_NOTATION = "old-bye-notation", Severity.WARNING, "Byes in the notation of 2006 were read by interpretation."
    HALF_POINTS_INFERRED = "half-points-inferred", Severity.WARNING, "Half-point byes were inferred from the points."

    # The round count and the rounds
    ROUNDS_MISSING = "rounds-missing", Severity.WARNING, "The number of rounds is not declared (142, XXR)."
    ROUNDS_INVALID = "rounds-invalid", Severity.ERROR, "The number of rounds is not a whole number from 1."
    ROUNDS_CONFLICT = "rounds-conflict", Severity.ERROR, "142 and XXR give different numbers of rounds."
    ROUNDS_EXCEEDED = "rounds-exceeded", Severity.ERROR, "More rounds are recorded than are declared."
    BYES_AHEAD = "byes-ahead", Severity.WARNING, "A bye is entered for a round after the next one."
    BYE_RECORD_INVALID = "bye-record-invalid", Severity.ERROR, "A record of byes (240, XXZ) cannot be read."
    BYE_PLAYER_UNKNOWN = "bye-player-unknown", Severity.ERROR, "A record of byes names a player who does not exist."
    BYE_CONTRADICTS_ROW = "bye-contradicts-row", Severity.ERROR, "A record of byes contradicts the player's row."
    BYE_AFTER_LAST_ROUND = "bye-after-last-round", Severity.ERROR, "A bye is requested after the last round."

    # Declarations
    INITIAL_COLOUR_MISSING = "initial-colour-missing", Severity.WARNING, "The initial colour is not declared."
    INITIAL_COLOUR_INVALID = "initial-colour-invalid", Severity.ERROR, "The initial colour is neither W nor B."
    INITIAL_COLOUR_CASE = "initial-colour-case", Severity.WARNING, "The initial colour of 152 is in lower case."
    INITIAL_COLOUR_CONFLICT = "initial-colour-conflict", Severity.WARNING, "152 and XXC differ; 152 was taken."
    CONFIGURATION_UNKNOWN = "configuration-unknown", Severity.WARNING, "A word of XXC is not known; it was ignored."
    TIE_BREAK_REPEATED = (
        "tie-break-repeated",
        Severity.ERROR,
        "A list of tie-breaks (202, 212) names one of them twice.",
    )
    SYSTEM_UNKNOWN = "system-unknown", Severity.WARNING, "The type of tournament (192) is not known."
    DATE_INVALID = "date-invalid", Severity.WARNING, "A date cannot be read; it was kept as text."
    DATE_AMBIGUOUS = "date-ambiguous", Severity.WARNING, "A date can be read in two ways."
    SCORING_INVALID = "scoring-invalid", Severity.ERROR, "A record of the scoring system cannot be read."
    SCORING_CONFLICT = "scoring-conflict", Severity.ERROR, "XXS contradicts 162 or a BB code."
    SCORING_OVERRIDDEN = "scoring-overridden", Severity.WARNING, "162 and a BB code differ; 162 was taken."
    SCORING_LETTER_Z = "scoring-letter-z", Severity.WARNING, "162 writes Z for absences; it was read as A."
    ACCELERATION_INVALID = "acceleration-invalid", Severity.ERROR, "A record of acceleration cannot be read."
    ACCELERATION_OVERLAP = "acceleration-overlap", Severity.WARNING, "Acceleration is given twice; the later one holds."
    FORBIDDEN_INVALID = "forbidden-invalid", Severity.ERROR, "A record of prohibited pairings cannot be read."
    FORBIDDEN_SINGLE = "forbidden-single", Severity.WARNING, "A record of prohibited pairings names one player only."
    ABNORMAL_POINTS_INVALID = "abnormal-points-invalid", Severity.ERROR, "A 299 record cannot be read."
    ABNORMAL_POINTS_SHIFTED = (
        "abnormal-points-shifted",
        Severity.WARNING,
        "A 299 record has the columns of the standard's example, not those of its table.",
    )

    # Teams
    TEAM_INVALID = "team-invalid", Severity.ERROR, "A team record cannot be read."
    TEAM_WITHOUT_PLAYERS = "team-without-players", Severity.WARNING, "A team has no players."
    TEAM_PLAYER_UNKNOWN = "team-player-unknown", Severity.ERROR, "A team lists a player who does not exist."
    PLAYER_IN_TWO_TEAMS = "player-in-two-teams", Severity.WARNING, "A player is listed by two teams."

    TEAMS_OR_PLAYERS = "teams-or-players", Severity.ERROR, "Nothing tells whether teams or players were paired."
    TEAMS_NOT_PAIRED = "teams-not-paired", Severity.WARNING, "Teams are listed, but by the games players were paired."
    LINE_UP_INVALID = "line-up-invalid", Severity.ERROR, "A line-up (300) cannot be read."
    TEAM_BYES_INVALID = "team-byes-invalid", Severity.ERROR, "The byes of teams (320) cannot be read."
    FORFEITED_MATCH_INVALID = "forfeited-match-invalid", Severity.ERROR, "A forfeited match (330) cannot be read."
    BOARD_COLOURS_INVALID = "board-colours-invalid", Severity.ERROR, "The colours of the boards (352) cannot be read."
    MATCH_POINTS_INVALID = "match-points-invalid", Severity.ERROR, "The points of matches (362) cannot be read."
    MATCH_POINTS_SHIFTED = (
        "match-points-shifted",
        Severity.WARNING,
        "The points of matches (362) stand beside their columns; they can be read in one way only.",
    )
    TEAM_NUMBER_REPEATED = "team-number-repeated", Severity.ERROR, "Two teams have the same number."

    # Matches that do not follow from the games, or contradict them
    GAME_WITHIN_TEAM = "game-within-team", Severity.ERROR, "Two players of the same team play each other."
    MATCH_AMBIGUOUS = "match-ambiguous", Severity.ERROR, "Against whom a team played cannot be told from its games."
    GAME_OUTSIDE_MATCH = "game-outside-match", Severity.WARNING, "A player meets another team than the team meets."
    PLAYER_WITHOUT_TEAM = "player-without-team", Severity.WARNING, "A player has games, but belongs to no team."
    LINE_UP_CONTRADICTS_GAMES = (
        "line-up-contradicts-games",
        Severity.WARNING,
        "A line-up (300) differs from the games; the games were taken.",
    )
    TEAM_BYE_CONTRADICTS_GAMES = (
        "team-bye-contradicts-games",
        Severity.WARNING,
        "A team has a bye (320, 240) and a match; the match was taken.",
    )
    FORFEIT_CONTRADICTS_GAMES = (
        "forfeit-contradicts-games",
        Severity.WARNING,
        "A forfeited match (330) differs from the games; the games were taken.",
    )
    TEAM_BYES_CONTRADICT = "team-byes-contradict", Severity.WARNING, "A team has two byes; the allocated one was taken."
    WINS_INFERRED = (
        "wins-inferred",
        Severity.WARNING,
        "Games won for want of an opponent were inferred from the points.",
    )
    TEAM_BYE_INFERRED = "team-bye-inferred", Severity.WARNING, "The bye of a team was inferred from its players."
    MATCH_COLOURS_CONTRADICT = (
        "match-colours-contradict",
        Severity.WARNING,
        "The colours of a match's games differ from those of the boards (352).",
    )
    MATCH_COLOURS_UNKNOWN = "match-colours-unknown", Severity.WARNING, "Nothing tells for certain which team had White."
    TEAM_POINTS_MISMATCH = "team-points-mismatch", Severity.WARNING, "Points of a team (310) do not follow."

    # Lint: readable but suspect
    POINTS_MISMATCH = "points-mismatch", Severity.WARNING, "The points do not follow from the results."
    SECOND_ALLOCATED_BYE = (
        "second-allocated-bye",
        Severity.WARNING,
        "Several players, or teams, have U in the same round.",
    )
    FULL_POINT_BYE_FOR_PAB = "full-point-bye-for-pab", Severity.WARNING, "A lone F stands where U is to be expected."
    FORFEITS_SUSPECT = "forfeits-suspect", Severity.WARNING, "So many forfeits that games may have been played."
    RANKING_SUSPECT = "ranking-suspect", Severity.WARNING, "The rank column is not a ranking by points."
    BAKU_SCORING = (
        "baku-scoring",
        Severity.WARNING,
        "The Baku acceleration is declared, and its premise does not hold: a win worth two draws (C.04.7:1.1).",
    )
    ROUNDS_ODD = "rounds-odd", Severity.WARNING, "An odd number of rounds, where a match takes two of them."
    COLOURS_OF_MATCH_EQUAL = (
        "colours-of-match-equal",
        Severity.WARNING,
        "A player has White in both games of a match (C.04.5:4.4).",
    )
    BYE_FOR_ONE_GAME = "bye-for-one-game", Severity.WARNING, "A full-point bye for one of the two games of a match."
    BLANK_UNEXPLAINED = (
        "blank-unexplained",
        Severity.WARNING,
        "A player is left blank in a round that others played; the blank was read as an absence.",
    )
    NUMBERS_NOT_BY_RATING = (
        "numbers-not-by-rating",
        Severity.WARNING,
        "The pairing numbers do not follow the ratings (C.04.2:2.2).",
    )
    PLAYERS_MISCOUNTED = "players-miscounted", Severity.WARNING, "Record 062 differs from the number of players."


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """What was found at one place of a file, and what to do."""

    severity: Severity
    code: ProblemCode
    source: str
    """The file, or another name of the text."""
    line: int | None = None
    """From 1; None where the problem has no single place."""
    column: int | None = None
    """From 1, in characters."""
    found: str = ""
    """The piece of the text that is at fault, verbatim; cut if long."""
    message: str
    remedy: str = ""

    def __str__(self) -> str:
        """Return ``file:line:column: severity[code]: what was found; what to do``."""
        place = ":".join(str(part) for part in (self.source, self.line, self.column) if part is not None)
        advice = f"; {self.remedy}" if self.remedy else ""
        return shown(f"{place}: {self.severity.value}[{self.code.value}]: {self.message}{advice}")


TOLD_OF_A_KIND = 3
"""Problems with the same code that are told where they stop the work; one cause may have hundreds (a cut file)."""


class UnreadableEventError(ValueError):
    """A file holds no event that can be read; ``problems`` says why, completely."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        """Keep the problems, and show those that are errors, of each kind the first."""
        super().__init__(
            "\n".join(problem_lines(problem for problem in problems if problem.severity is Severity.ERROR))
        )
        self.problems = problems


def problem_lines(problems: Iterable[Problem], most_of_a_kind: int = TOLD_OF_A_KIND) -> list[str]:
    """Return the problems as lines; after the first few of a kind it is said how many more there are."""
    problems = tuple(problems)
    counts, lines, seen = Counter(problem.code for problem in problems), list[str](), Counter[ProblemCode]()
    for problem in problems:
        code = problem.code
        seen[code] += 1
        if seen[code] <= most_of_a_kind:
            lines.append(str(problem))
        if seen[code] == most_of_a_kind < counts[code]:
            lines.append(shown(f"{problem.source}: and {counts[code] - most_of_a_kind} more of the same kind"))
    return lines


MOST_OF_A_KIND = 200
"""Problems with the same code that are listed singly; a garbled file of a megabyte needs no megabyte of report."""
LONGEST_EXCERPT = 60
LONGEST_MESSAGE = 300


class Findings:
    """The problems of one text, collected while it is read."""

    def __init__(self, source: str) -> None:
        """Begin with none."""
        self.source = source
        self._problems: list[Problem] = []
        self._counts: Counter[ProblemCode] = Counter()

    def add(
        self, code: ProblemCode, message: str, remedy: str = "", *, at: tuple[int | None, int | None], found: str = ""
    ) -> None:
        """Note a problem at (line, column), both from 1."""
        self._counts[code] += 1
        if self._counts[code] > MOST_OF_A_KIND:
            return
        line, column = at
        self._problems.append(
            Problem(
                severity=code.severity,
                code=code,
                source=self.source,
                line=line,
                column=column,
                found=excerpt(found),
                message=excerpt(message, LONGEST_MESSAGE),
                remedy=remedy,
            )
        )

    def lists_another(self, code: ProblemCode) -> bool:
        """Whether another problem of that kind would be listed, so that its place is worth finding."""
        return self._counts[code] < MOST_OF_A_KIND

    @property
    def has_errors(self) -> bool:
        """Whether the text is to be refused."""
        return any(code.severity is Severity.ERROR for code in self._counts)

    def has(self, code: ProblemCode) -> bool:
        """Whether a problem of that kind was found."""
        return self._counts[code] > 0

    def without(self, codes: Collection[ProblemCode]) -> Findings:
        """Return what remains if problems of some kinds are not told."""
        rest = Findings(self.source)
        rest._problems = [problem for problem in self._problems if problem.code not in codes]
        rest._counts = Counter({code: count for code, count in self._counts.items() if code not in codes})
        return rest

    def sorted(self) -> tuple[Problem, ...]:
        """Return errors first, each kind in the order of lines."""
        problems = [*self._problems, *self._uncounted()]
        return tuple(
            sorted(
                problems,
                key=lambda problem: (problem.severity is not Severity.ERROR, problem.line or 0, problem.column or 0),
            )
        )

    def _uncounted(self) -> list[Problem]:
        return [
            Problem(
                severity=code.severity,
                code=code,
                source=self.source,
                message=f"{counted_noun(count - MOST_OF_A_KIND, 'further problem')} of this kind not listed",
            )
            for code, count in self._counts.items()
            if count > MOST_OF_A_KIND
        ]


def excerpt(text: str, longest: int = LONGEST_EXCERPT) -> str:
    """Cut a piece of a text to a length that can be shown."""
    return text if len(text) <= longest else text[: longest - 3] + "..."


def counted_noun(count: int, noun: str) -> str:
    """Return the number with the noun, in the plural where it is due."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}{'es' if noun.endswith('ch') else 's'}"
