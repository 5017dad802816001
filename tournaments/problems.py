"""
Problems of a file: the table of stable codes, and the log of problems with their places and remedies.

An *error* makes the file unreadable as an event. A *warning* marks content that is readable but suspect, or that was
interpreted. All problems of a file are reported at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from enum import Enum

from tournaments.frozen import JsonStruct
from tournaments.safe_text import escape_line


class ProblemSeverity(Enum):
    """The severity of a problem; a file with an error is refused."""

    ERROR = "error"
    WARNING = "warning"


_ERROR, _WARNING = ProblemSeverity


class ProblemCode(Enum):
    """
    The codes of problems: name in reports, severity, and one line of explanation.

    The names are stable; the name of a code that is no longer needed is never used for another problem.
    """

    severity: ProblemSeverity
    explanation: str

    def __new__(cls, name: str, severity: ProblemSeverity, explanation: str) -> ProblemCode:  # noqa: PYI034 - Enum forbids Self
        """Create a member whose value is the name alone."""
        member = object.__new__(cls)
        member._value_ = name
        member.severity = severity
        member.explanation = explanation
        return member

    # The file
    FILE_UNREADABLE = "file-unreadable", _ERROR, "The file is missing, a directory, or may not be read."
    NO_PLAYERS = "no-players", _ERROR, "There is no 001 record."
    NOT_TRF = "not-trf", _ERROR, "No line of the text is a record of a Tournament Report File."
    MOSTLY_NOT_TRF = "mostly-not-trf", _ERROR, "Most lines of the text are not records of the format."
    EVENT_TOO_LARGE = "event-too-large", _ERROR, "Players times rounds are more than any event has."
    ENCODING_GUESSED = "encoding-guessed", _WARNING, "The text is not UTF-8; it was read as Windows-1252."
    ENCODING_UTF16 = "encoding-utf16", _WARNING, "The text is UTF-16, which other readers refuse."
    CONTROL_CHARACTER = "control-character", _WARNING, "A control character was read as a blank."
    UNKNOWN_RECORD = "unknown-record", _WARNING, "A record with a code that is not known; kept as it is."
    UNRECOGNISED_LINE = "unrecognised-line", _WARNING, "A line that does not begin with a record code; kept as it is."
    REPEATED_RECORD = "repeated-record", _WARNING, "A record that may occur once occurs twice; the first was read."
    TAB_IN_ROW = "tab-in-row", _ERROR, "Tabs in a record of fixed columns: its columns are uncertain."

    # 001 records
    ROW_MISALIGNED = "row-misaligned", _ERROR, "A column that separates two fields is not blank."
    ROW_TOO_LONG = "row-too-long", _ERROR, "A row has columns for more than 999 rounds."
    ROW_TOO_SHORT = "row-too-short", _ERROR, "A player of an event in memory lacks an entry for a round."
    COLUMNS_IN_BYTES = "columns-in-bytes", _WARNING, "The columns of a row were counted in bytes."
    DECOMPOSED_NAME = "decomposed-name", _WARNING, "An accent written as a character of its own shifts the row."
    NUMBER_INVALID = "number-invalid", _ERROR, "A starting-rank number is not a whole number from 1."
    NUMBER_REPEATED = "number-repeated", _ERROR, "Two 001 records have the same number."
    NUMBER_GAP = "number-gap", _WARNING, "The numbers are not 1 to the number of players."
    SEX_INVALID = "sex-invalid", _WARNING, "The sex is neither m nor w."
    RATING_INVALID = "rating-invalid", _WARNING, "The rating is not a whole number; it was read as none."
    POINTS_INVALID = "points-invalid", _ERROR, "The points are not a number of tenths."
    POINTS_COMMA = "points-comma", _WARNING, "A decimal comma stands for the decimal point."
    POINTS_MISSING = "points-missing", _WARNING, "The points are blank; they were computed where needed."
    RANK_INVALID = "rank-invalid", _WARNING, "The rank is not a whole number; it was read as none."
    FIDE_ID_REPEATED = "fide-id-repeated", _WARNING, "Two players have the same FIDE number."
    NAME_REPEATED = "name-repeated", _WARNING, "Two players have the same name and birth date."
    TITLE_WITHOUT_RATING = "title-without-rating", _WARNING, "A player with a title has no rating."
    FEDERATION_INVALID = "federation-invalid", _WARNING, "A federation is not a code of three letters."

    # Round entries
    ENTRY_MISALIGNED = "entry-misaligned", _ERROR, "A blank column within a round's entry is not blank."
    OPPONENT_INVALID = "opponent-invalid", _ERROR, "The opponent is not a number."
    OPPONENT_UNKNOWN = "opponent-unknown", _ERROR, "The opponent has no 001 record."
    OPPONENT_SELF = "opponent-self", _ERROR, "A player is entered as their own opponent."
    OPPONENT_ONE_SIDED = "opponent-one-sided", _ERROR, "A game is recorded for one of its players only."
    COLOUR_INVALID = "colour-invalid", _ERROR, "The colour is not w, b, - or a blank."
    COLOUR_MISSING = "colour-missing", _ERROR, "A played game has no colour."
    COLOUR_SAME = "colour-same", _ERROR, "Both players of a game have the same colour."
    COLOUR_ONE_SIDED = (
        "colour-one-sided",
        _WARNING,
        "Only one row of a game has its colour; the other was given the opposite one.",
    )
    COLOUR_WITH_BYE = "colour-with-bye", _WARNING, "A bye has a colour; the colour was ignored."
    RESULT_INVALID = "result-invalid", _ERROR, "The result is not a letter of the format."
    RESULT_WITHOUT_OPPONENT = "result-without-opponent", _ERROR, "The result of a game without an opponent."
    BYE_WITH_OPPONENT = "bye-with-opponent", _ERROR, "The letter of a bye stands beside an opponent."
    FILE_CUT_OFF = "file-cut-off", _ERROR, "The file ends before its last players."
    SECOND_EVENT = "second-event", _ERROR, "A second event begins in the same file."
    FOREIGN_FILE = "foreign-file", _ERROR, "The file is of another format."
    RESULT_PENDING = "result-pending", _WARNING, "A game has no result yet; it counts as a draw for pairing."
    RESULT_ONE_SIDED = "result-one-sided", _WARNING, "Only one row of a game has its result; it was read for both."
    PLAYED_OR_NOT = (
        "played-or-not",
        _ERROR,
        "One row of a game says that it was played, the other that it was forfeited.",
    )
    RESULTS_CONTRADICT = "results-contradict", _ERROR, "The two results of a game cannot both be true."
    RATED_OR_NOT = "rated-or-not", _WARNING, "One row of a game has a rated result, the other an unrated one."
    RESULTS_UNUSUAL = "results-unusual", _WARNING, "Results that only an arbiter's decision can give."
    OLD_BYE_NOTATION = "old-bye-notation", _WARNING, "Byes in the notation of 2006 were read by interpretation."
    HALF_POINTS_INFERRED = "half-points-inferred", _WARNING, "Half-point byes were inferred from the points."

    # The round count and the rounds
    ROUNDS_MISSING = "rounds-missing", _WARNING, "The number of rounds is not declared (142, XXR)."
    ROUNDS_INVALID = "rounds-invalid", _ERROR, "The number of rounds is not a whole number from 1."
    ROUNDS_CONFLICT = "rounds-conflict", _ERROR, "142 and XXR give different numbers of rounds."
    ROUNDS_EXCEEDED = "rounds-exceeded", _ERROR, "More rounds are recorded than are declared."
    BYES_AHEAD = "byes-ahead", _WARNING, "A bye is entered for a round after the next one."
    BYE_RECORD_INVALID = "bye-record-invalid", _ERROR, "A record of byes (240, XXZ) cannot be read."
    BYE_PLAYER_UNKNOWN = "bye-player-unknown", _ERROR, "A record of byes names a player who does not exist."
    BYE_CONTRADICTS_ROW = "bye-contradicts-row", _ERROR, "A record of byes contradicts the player's row."
    BYE_AFTER_LAST_ROUND = "bye-after-last-round", _ERROR, "A bye is requested after the last round."

    # Declarations
    INITIAL_COLOUR_MISSING = "initial-colour-missing", _WARNING, "The initial colour is not declared."
    INITIAL_COLOUR_INVALID = "initial-colour-invalid", _ERROR, "The initial colour is neither W nor B."
    INITIAL_COLOUR_CASE = "initial-colour-case", _WARNING, "The initial colour of 152 is in lower case."
    INITIAL_COLOUR_CONFLICT = "initial-colour-conflict", _WARNING, "152 and XXC differ; 152 was taken."
    CONFIGURATION_UNKNOWN = "configuration-unknown", _WARNING, "A word of XXC is not known; it was ignored."
    TIE_BREAK_REPEATED = "tie-break-repeated", _ERROR, "A list of tie-breaks (202, 212) names one of them twice."
    SYSTEM_UNKNOWN = "system-unknown", _WARNING, "The type of tournament (192) is not known."
    DATE_INVALID = "date-invalid", _WARNING, "A date cannot be read; it was kept as text."
    DATE_AMBIGUOUS = "date-ambiguous", _WARNING, "A date can be read in two ways."
    DATES_OUT_OF_ORDER = (
        "dates-out-of-order",
        _WARNING,
        "The event ends before it begins, or a round is played before the previous round.",
    )
    ROUND_DATE_OUTSIDE_EVENT = (
        "round-date-outside-event",
        _WARNING,
        "A round is played before the event begins or after it ends.",
    )
    SCORING_INVALID = "scoring-invalid", _ERROR, "A record of the scoring system cannot be read."
    SCORING_CONFLICT = "scoring-conflict", _ERROR, "XXS contradicts 162 or a BB code."
    SCORING_OVERRIDDEN = "scoring-overridden", _WARNING, "162 and a BB code differ; 162 was taken."
    SCORING_LETTER_Z = "scoring-letter-z", _WARNING, "162 writes Z for absences; it was read as A."
    ACCELERATION_INVALID = "acceleration-invalid", _ERROR, "A record of acceleration cannot be read."
    ACCELERATION_OVERLAP = "acceleration-overlap", _WARNING, "Acceleration is given twice; the later one holds."
    FORBIDDEN_INVALID = "forbidden-invalid", _ERROR, "A record of prohibited pairings cannot be read."
    FORBIDDEN_SINGLE = "forbidden-single", _WARNING, "A record of prohibited pairings names one player only."
    ABNORMAL_POINTS_INVALID = "abnormal-points-invalid", _ERROR, "A 299 record cannot be read."
    ABNORMAL_POINTS_SHIFTED = (
        "abnormal-points-shifted",
        _WARNING,
        "A 299 record has the columns of the standard's example, not those of its table.",
    )
    ABNORMAL_POINTS_UNUSED = (
        "abnormal-points-unused",
        _WARNING,
        "A 299 record for a recorded round changes no player's points.",
    )

    # Teams
    TEAM_INVALID = "team-invalid", _ERROR, "A team record cannot be read."
    TEAM_WITHOUT_PLAYERS = "team-without-players", _WARNING, "A team has no players."
    TEAM_PLAYER_UNKNOWN = "team-player-unknown", _ERROR, "A team lists a player who does not exist."
    PLAYER_IN_TWO_TEAMS = "player-in-two-teams", _WARNING, "A player is listed by two teams."

    TEAMS_OR_PLAYERS = "teams-or-players", _ERROR, "The file does not show whether teams or players were paired."
    TEAMS_NOT_PAIRED = "teams-not-paired", _WARNING, "Teams are listed, but by the games players were paired."
    LINE_UP_INVALID = "line-up-invalid", _ERROR, "A line-up (300) cannot be read."
    TEAM_BYES_INVALID = "team-byes-invalid", _ERROR, "The byes of teams (320) cannot be read."
    FORFEITED_MATCH_INVALID = "forfeited-match-invalid", _ERROR, "A forfeited match (330) cannot be read."
    BOARD_COLOURS_INVALID = "board-colours-invalid", _ERROR, "The colours of the boards (352) cannot be read."
    MATCH_POINTS_INVALID = "match-points-invalid", _ERROR, "The points of matches (362) cannot be read."
    MATCH_POINTS_SHIFTED = (
        "match-points-shifted",
        _WARNING,
        "The points of matches (362) stand beside their columns; they can be read in one way only.",
    )
    TEAM_NUMBER_REPEATED = "team-number-repeated", _ERROR, "Two teams have the same number."

    # Matches that do not follow from the games, or contradict them
    GAME_WITHIN_TEAM = "game-within-team", _ERROR, "Two players of the same team play each other."
    MATCH_AMBIGUOUS = "match-ambiguous", _ERROR, "The games of a team do not show its opponent."
    GAME_OUTSIDE_MATCH = "game-outside-match", _WARNING, "A player meets another team than the team meets."
    PLAYER_WITHOUT_TEAM = "player-without-team", _WARNING, "A player has games, but belongs to no team."
    LINE_UP_CONTRADICTS_GAMES = (
        "line-up-contradicts-games",
        _WARNING,
        "A line-up (300) differs from the games; the games were taken.",
    )
    TEAM_BYE_CONTRADICTS_GAMES = (
        "team-bye-contradicts-games",
        _WARNING,
        "A team has a bye (320, 240) and a match; the match was taken.",
    )
    FORFEIT_CONTRADICTS_GAMES = (
        "forfeit-contradicts-games",
        _WARNING,
        "A forfeited match (330) differs from the games; the games were taken.",
    )
    TEAM_BYES_CONTRADICT = "team-byes-contradict", _WARNING, "A team has two byes; the allocated one was taken."
    WINS_INFERRED = "wins-inferred", _WARNING, "Games won without an opponent were inferred from the points."
    TEAM_BYE_INFERRED = "team-bye-inferred", _WARNING, "The bye of a team was inferred from its players."
    MATCH_COLOURS_CONTRADICT = (
        "match-colours-contradict",
        _WARNING,
        "The colours of a match's games differ from those of the boards (352).",
    )
    MATCH_COLOURS_UNKNOWN = "match-colours-unknown", _WARNING, "It is not certain which team had White."
    TEAM_POINTS_MISMATCH = "team-points-mismatch", _WARNING, "Points of a team (310) do not follow."

    # Lint: readable but suspect
    POINTS_MISMATCH = "points-mismatch", _WARNING, "The points do not follow from the results."
    SECOND_ALLOCATED_BYE = "second-allocated-bye", _WARNING, "Several players, or teams, have U in the same round."
    FULL_POINT_BYE_FOR_PAB = "full-point-bye-for-pab", _WARNING, "A lone F stands where U is to be expected."
    FORFEITS_SUSPECT = "forfeits-suspect", _WARNING, "So many forfeits that games may have been played."
    RANKING_SUSPECT = "ranking-suspect", _WARNING, "The rank column is not a ranking by points."
    BAKU_SCORING = (
        "baku-scoring",
        _WARNING,
        "The Baku acceleration is declared, and its premise does not hold: a win worth two draws (C.04.7:1.1).",
    )
    ROUNDS_ODD = "rounds-odd", _WARNING, "An odd number of rounds, where a match takes two of them."
    COLOURS_OF_MATCH_EQUAL = (
        "colours-of-match-equal",
        _WARNING,
        "A player has White in both games of a match (C.04.5:4.4).",
    )
    BYE_FOR_ONE_GAME = "bye-for-one-game", _WARNING, "A full-point bye for one of the two games of a match."
    BLANK_UNEXPLAINED = (
        "blank-unexplained",
        _WARNING,
        "A player is left blank in a round that others played; the blank was read as an absence.",
    )
    NUMBERS_NOT_BY_RATING = (
        "numbers-not-by-rating",
        _WARNING,
        "The pairing numbers do not follow the ratings (C.04.2:2.2).",
    )
    PLAYERS_MISCOUNTED = "players-miscounted", _WARNING, "Record 062 differs from the number of players."


class FileProblem(JsonStruct, frozen=True, kw_only=True):
    """A problem at one place of a file, and the remedy."""

    severity: ProblemSeverity
    code: ProblemCode
    source: str
    """The file, or another name of the text."""
    line: int | None = None
    """From 1; None if the problem has no single place."""
    column: int | None = None
    """From 1, in characters."""
    found: str = ""
    """The faulty piece of the text, verbatim; shortened if it is long."""
    message: str
    remedy: str = ""

    def __str__(self) -> str:
        """Return ``file:line:column: severity[code]: message; remedy``."""
        place = ":".join(str(part) for part in (self.source, self.line, self.column) if part is not None)
        advice = f"; {self.remedy}" if self.remedy else ""
        return escape_line(f"{place}: {self.severity.value}[{self.code.value}]: {self.message}{advice}")


MAX_ERRORS_PER_CODE = 3
"""The number of listed errors with the same code; one cause, such as a cut file, may have hundreds of errors."""


class UnreadableEventError(ValueError):
    """A file cannot be read as an event; ``problems`` holds all problems of the file."""

    def __init__(self, problems: tuple[FileProblem, ...]) -> None:
        """Hold the problems; the message lists the first errors of each code."""
        super().__init__(
            "\n".join(problem_lines(problem for problem in problems if problem.severity is ProblemSeverity.ERROR))
        )
        self.problems = problems


def problem_lines(problems: Iterable[FileProblem], max_per_code: int = MAX_ERRORS_PER_CODE) -> list[str]:
    """Return the problems as lines; after the first few of a code, a line counts the further problems."""
    problems = tuple(problems)
    counts, lines, seen = Counter(problem.code for problem in problems), list[str](), Counter[ProblemCode]()
    for problem in problems:
        code = problem.code
        seen[code] += 1
        if seen[code] <= max_per_code:
            lines.append(str(problem))
        if seen[code] == max_per_code < counts[code]:
            lines.append(escape_line(f"{problem.source}: and {counts[code] - max_per_code} more of the same kind"))
    return lines


MAX_PROBLEMS_PER_CODE = 200
"""The number of listed problems with the same code, so that the report of a garbled file stays short."""
MAX_EXCERPT_CHARACTERS = 60
MAX_MESSAGE_CHARACTERS = 300


class ProblemLog:
    """The log of problems of one text."""

    def __init__(self, source: str) -> None:
        """Begin without problems."""
        self.source = source
        self._problems: list[FileProblem] = []
        self._counts: Counter[ProblemCode] = Counter()

    def add(
        self, code: ProblemCode, message: str, remedy: str = "", *, at: tuple[int | None, int | None], found: str = ""
    ) -> None:
        """Add a problem at (line, column), both from 1."""
        self._counts[code] += 1
        if self._counts[code] > MAX_PROBLEMS_PER_CODE:
            return
        line, column = at
        self._problems.append(
            FileProblem(
                severity=code.severity,
                code=code,
                source=self.source,
                line=line,
                column=column,
                found=shorten(found),
                message=shorten(message, MAX_MESSAGE_CHARACTERS),
                remedy=remedy,
            )
        )

    def lists_another(self, code: ProblemCode) -> bool:
        """Whether a further problem with the code would be listed, so that its place is needed."""
        return self._counts[code] < MAX_PROBLEMS_PER_CODE

    @property
    def has_errors(self) -> bool:
        """Whether there are errors, so that the text is refused."""
        return any(code.severity is ProblemSeverity.ERROR for code in self._counts)

    def has(self, code: ProblemCode) -> bool:
        """Whether there is a problem with the code."""
        return self._counts[code] > 0

    def remove(self, codes: Collection[ProblemCode]) -> ProblemLog:
        """Return a log without the problems of some codes."""
        remaining = ProblemLog(self.source)
        remaining._problems = [problem for problem in self._problems if problem.code not in codes]
        remaining._counts = Counter({code: count for code, count in self._counts.items() if code not in codes})
        return remaining

    def sorted(self) -> tuple[FileProblem, ...]:
        """Return the problems: errors before warnings, each in the order of lines."""
        problems = [*self._problems, *self._further_problems()]
        return tuple(
            sorted(
                problems,
                key=lambda problem: (
                    problem.severity is not ProblemSeverity.ERROR,
                    problem.line or 0,
                    problem.column or 0,
                ),
            )
        )

    def _further_problems(self) -> list[FileProblem]:
        return [
            FileProblem(
                severity=code.severity,
                code=code,
                source=self.source,
                message=f"{counted_noun(count - MAX_PROBLEMS_PER_CODE, 'further problem')} of this kind not listed",
            )
            for code, count in self._counts.items()
            if count > MAX_PROBLEMS_PER_CODE
        ]


def shorten(text: str, max_characters: int = MAX_EXCERPT_CHARACTERS) -> str:
    """Shorten a text to a number of characters."""
    return text if len(text) <= max_characters else text[: max_characters - 3] + "..."


def counted_noun(count: int, noun: str) -> str:
    """Return the number with the noun, in the plural if necessary."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}{'es' if noun.endswith('ch') else 's'}"


def counted_thousands(count: int, noun: str) -> str:
    """``50,000 events``: the same, with commas."""
    return counted_noun(count, noun).replace(str(count), f"{count:,}", 1)
