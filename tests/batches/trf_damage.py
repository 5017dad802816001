"""
Damage to tournament files that knows how they are built: rows and their columns, games and their two rows, records.

A text is a list of lines. Bytes that are not UTF-8 are kept as lone surrogates, so that nothing is lost on the way;
columns are counted in characters, as the reader counts them. Each kind of damage is a function of a source of chance,
the lines, and those of another file, which returns new lines.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

    Lines = list[str]
    Damage = Callable[[random.Random, Lines, Lines], Lines]

ROUNDS_AT = 89
"""Where the entry of the first round begins in a row; each takes ten columns, the first two of them blank."""
WIDTH = 10
OPPONENT, COLOUR, RESULT = slice(2, 6), 7, 9
"""Columns of an entry."""
_POINTS = slice(80, 84)
_NUMBER = slice(4, 8)
_LETTERS = "10=+-WLDUHFZ *wb?"
_HOSTILE_NUMBERS = (
    *("0", "1", "2", "-1", "999", "1000", "9999", "10000", "0.5", "0,5", "1e400", "nan", "99999999999999999999999"),
    *("\N{ARABIC-INDIC DIGIT THREE}", "\N{VULGAR FRACTION ONE HALF}", "0x10", "+1", ""),
)
_HOSTILE_TEXTS = (
    *("\x1b[2J\x1b]0;title\x07", "\u202egnp.exe", "\u2066\u2069", "\u2028", "\ud800", "\x00", "\ufeff", "\x85"),
    *("<script>alert(1)</script>", "=1+1", "{{ 7 * 7 }}", "%s%n", "x" * 2000, "e\u0301" * 20, "\u200d\u200c", "\t"),
)
_RECORDS = (
    *("142 {n}", "XXR {n}", "152 {c}", "XXC {w}", "062 {n}", "062 {n} ({n})", "092 {s}", "192 {s}", "012 {t}"),
    *("042 {d}", "052 {d}", "102 {t}", "132 {d}", "### {t}", "### Round {n} was paired manually", "001 {n}"),
    *("162  W {p}    D {p}    L {p}    A {p}    P {p}", "162 {t}", "XXS W={p} D={p}", "XXS {t}", "BBW {p}", "BBU {p}"),
    *("240 {b} {r:>3} {n:>4} {n:>4}", "240 {t}", "XXZ {n} {n} {n}", "XXZ {t}", "260 {r:>3} {r:>3} {n:>4} {n:>4}"),
    *("XXP {n} {n}", "XXP {n} {n} {n} {n}", "XXA {n:>4} {p:>4} {p:>4} {p:>4}", "XXA {t}", "250 {p:>4} {p:>4} {r} {n}"),
    *("250      {p:>4} {r:>3} {r:>3} {n:>4} {n:>4}", "299 {b} {p:>4} {r:>3} {n:>4} {n:>4}", "299 {t}", "299    {p}"),
    *("013 {t:<32} {n:>4} {n:>4} {n:>4}", "310 {n:>3} {t:<32} {n:>4} {n:>4}", "300 {r:>3} {n:>3} {n:>3} {n:>4}"),
    *("320 {p:>4} {p:>4} {r:>3} {r:>3}", "330 {f} {r:>3} {n:>3} {n:>3}", "352 {w}", "362 TW {p} TD {p} TL {p}"),
    *("777 {t}", "XYZ {t}", "{t}", "172 {t}", "202 {t}", "212 {t}"),
)
_SYSTEMS = (
    *("FIDE_DUTCH", "FIDE_DUTCH_2017", "FIDE_DUTCH_2026_BAKU", "FIDE_DUTCH_2026", "FIDE_DUBOV", "FIDE_TEAM"),
    *("FIDE_DUTCH_2013", "Dutch 2017", "dubov-1997", "clock-2012", "simple-2018", "Swiss", "Lim", "team-2024", ""),
)


def read(data: bytes) -> Lines:
    """Return the lines of a file."""
    return data.decode("utf-8", "surrogateescape").replace("\r\n", "\n").replace("\r", "\n").split("\n")


def write(lines: Lines) -> bytes:
    """Return the file of lines."""
    return "\n".join(lines).encode("utf-8", "surrogatepass" if _has_high_surrogate(lines) else "surrogateescape")


def _has_high_surrogate(lines: Lines) -> bool:
    return any("\ud800" <= character <= "\udbff" for line in lines for character in line)


# --- rows -------------------------------------------------------------------------------------------------------------


def rows_of(lines: Lines) -> list[int]:
    """Return the indices of the players' rows."""
    return [place for place, line in enumerate(lines) if line.startswith("001")]


def rounds_of(line: str) -> int:
    """Return the number of rounds for which a row has columns."""
    return max(0, -(-(len(line.rstrip()) - ROUNDS_AT) // WIDTH))


def entry(line: str, number: int) -> str:
    """Return a row's entry of a round, from 0."""
    begin = ROUNDS_AT + number * WIDTH
    return line[begin : begin + WIDTH].ljust(WIDTH)


def with_entry(line: str, number: int, text: str) -> str:
    """Put an entry into a row."""
    begin = ROUNDS_AT + number * WIDTH
    return line[:begin].ljust(begin) + text.ljust(WIDTH)[:WIDTH] + line[begin + WIDTH :]


def _changed(text: str, columns: int | slice, to: str) -> str:
    if isinstance(columns, int):
        columns = slice(columns, columns + 1)
    width = columns.stop - columns.start
    return text[: columns.start].ljust(columns.start) + to.rjust(width)[:width] + text[columns.stop :]


def _number_of(line: str) -> str:
    return line[_NUMBER].strip()


def _drawn_game(rng: random.Random, lines: Lines) -> tuple[int, int, int | None] | None:
    """Draw a row and a round of it, and find the row of the opponent."""
    rows = [place for place in rows_of(lines) if rounds_of(lines[place])]
    if not rows:
        return None
    place = rng.choice(rows)
    number = rng.randrange(rounds_of(lines[place]))
    opponent = entry(lines[place], number)[OPPONENT].strip()
    other = next((row for row in rows if opponent and _number_of(lines[row]) == opponent), None)
    return place, number, other


def contradict(rng: random.Random, lines: Lines, _: Lines) -> Lines:
    """Change opponent, colour or result in one of the two rows of a game."""
    drawn = _drawn_game(rng, lines)
    if drawn is None:
        return lines
    place, number, _other = drawn
    numbers = [_number_of(lines[row]) for row in rows_of(lines)]
    columns, to = rng.choice(
        ((OPPONENT, rng.choice((*numbers, "0000", ""))), (COLOUR, rng.choice("wb- ")), (RESULT, rng.choice(_LETTERS)))
    )
    return _put(lines, place, with_entry(lines[place], number, _changed(entry(lines[place], number), columns, to)))


def _put(lines: Lines, place: int, line: str) -> Lines:
    return [*lines[:place], line, *lines[place + 1 :]]


_MIRRORED = {"w": "b", "b": "w", "1": "0", "0": "1", "+": "-", "-": "+", "W": "L", "L": "W"}


def replay(rng: random.Random, lines: Lines, _: Lines) -> Lines:
    """Change colours or result of a game in both rows alike."""
    drawn = _drawn_game(rng, lines)
    if drawn is None or drawn[2] is None:
        return lines
    place, number, other = drawn
    ours, theirs = entry(lines[place], number), entry(lines[other], number)
    if rng.random() < 0.4:
        ours, theirs = _changed(ours, COLOUR, theirs[COLOUR]), _changed(theirs, COLOUR, ours[COLOUR])
    else:
        to = rng.choice("10=+-*WLD")
        ours, theirs = _changed(ours, RESULT, to), _changed(theirs, RESULT, _MIRRORED.get(to, to))
    lines = _put(lines, place, with_entry(lines[place], number, ours))
    return _put(lines, other, with_entry(lines[other], number, theirs))


def repair(rng: random.Random, lines: Lines, _: Lines) -> Lines:
    """Let two players exchange their opponents of a round, in all four rows."""
    one, two = _drawn_game(rng, lines), _drawn_game(rng, lines)
    if one is None or two is None or one[0] == two[0]:
        return lines
    number, places = one[1], {_number_of(lines[place]): place for place in rows_of(lines)}
    for here, there in ((one[0], two[0]), (two[0], one[0])):
        opponent = places.get(entry(lines[here], number)[OPPONENT].strip())
        if opponent is not None:
            renamed = _changed(entry(lines[opponent], number), OPPONENT, _number_of(lines[there]))
            lines = _put(lines, opponent, with_entry(lines[opponent], number, renamed))
    ours, theirs = entry(lines[one[0]], number), entry(lines[two[0]], number)
    lines = _put(lines, one[0], with_entry(lines[one[0]], number, theirs))
    return _put(lines, two[0], with_entry(lines[two[0]], number, ours))


def blank(rng: random.Random, lines: Lines, _: Lines) -> Lines:
    """Leave a round of a player, or of all players, blank."""
    drawn = _drawn_game(rng, lines)
    if drawn is None:
        return lines
    place, number, other = drawn
    places = rng.choice(([place], [place] if other is None else [place, other], rows_of(lines)))
    return [with_entry(line, number, "") if here in places else line for here, line in enumerate(lines)]


def cut_rounds(rng: random.Random, lines: Lines, _: Lines) -> Lines:
    """Drop or repeat a round in all rows, or end them before it."""
    rows = rows_of(lines)
    most = max((rounds_of(lines[row]) for row in rows), default=0)
    if not most:
        return lines
    begin = ROUNDS_AT + WIDTH * rng.randrange(most)
    end = begin + WIDTH
    ways: tuple[Callable[[str], str], ...] = (
        lambda line: line[:begin] + line[end:],
        lambda line: line[:end] + line[begin:],
        lambda line: line[:begin],
    )
    how = rng.choice(ways)
    return [how(line) if place in rows else line for place, line in enumerate(lines)]


def points(rng: random.Random, lines: Lines, _: Lines) -> Lines:
    """Change the points, the rank, the rating or the number of a player."""
    rows = rows_of(lines)
    if not rows:
        return lines
    place = rng.choice(rows)
    columns = rng.choice((_POINTS, _POINTS, slice(85, 89), slice(48, 52), _NUMBER, slice(10, 13)))
    to = rng.choice((*_HOSTILE_NUMBERS, "1.5", "2.0", "7.5", "99.5"))
    return _put(lines, place, _changed(lines[place], columns, to))


def renumber(rng: random.Random, lines: Lines, _: Lines) -> Lines:
    """Exchange two numbers in all rows, or raise all of them."""
    numbers = [_number_of(lines[row]) for row in rows_of(lines)]
    if not numbers or not all(number.isdecimal() for number in numbers):
        return lines
    one, two = rng.choice(numbers), rng.choice(numbers)
    more = rng.choice((0, 0, 1, 9000))
    to = {number: str(int(number) + more) for number in numbers} | ({one: two, two: one} if not more else {})

    def renumbered(line: str) -> str:
        if not line.startswith("001"):
            return line
        line = _changed(line, _NUMBER, to[_number_of(line)])
        for number in range(rounds_of(line)):
            here = entry(line, number)
            opponent = here[OPPONENT].strip()
            line = with_entry(line, number, _changed(here, OPPONENT, to.get(opponent, opponent)))
        return line

    return [renumbered(line) for line in lines]


def multiply(rng: random.Random, lines: Lines, _: Lines) -> Lines:
    """Drop, repeat or move some lines."""
    if not lines:
        return lines
    place = rng.randrange(len(lines))
    line = lines[place]
    rest = [*lines[:place], *lines[place + 1 :]]
    return rng.choice((rest, [*lines[:place], line, *lines[place:]], _put([*rest, ""], len(rest), line)))


def shuffle(rng: random.Random, lines: Lines, _: Lines) -> Lines:
    """Put all lines into another order."""
    return rng.sample(lines, len(lines))


def shift(rng: random.Random, lines: Lines, _: Lines) -> Lines:
    """Push the rest of a line, or of all rows, some columns to the right or to the left."""
    rows = rows_of(lines)
    if not rows:
        return lines
    column = rng.choice((3, 4, 8, 9, 13, 47, 52, 56, 68, 79, 84, 89, 91, 96, 98, rng.randrange(120)))
    width = rng.choice((1, 1, 2, 10))
    places = rng.choice((rows, [rng.choice(rows)], [rng.randrange(len(lines))]))
    to_right = rng.random() < 0.5

    def shifted(line: str) -> str:
        return line[:column] + (" " * width + line[column:] if to_right else line[column + width :])

    return [shifted(line) if place in places else line for place, line in enumerate(lines)]


# --- two files --------------------------------------------------------------------------------------------------------


def splice(rng: random.Random, lines: Lines, donor: Lines) -> Lines:
    """Put lines of another file among those of this one, or in their place."""
    if not lines or not donor:
        return lines
    here, there = rng.randrange(len(lines)), rng.randrange(len(donor))
    length = rng.choice((1, 1, 2, 5, len(donor)))
    return [*lines[:here], *donor[there : there + length], *lines[here + rng.choice((0, length)) :]]


def splice_rows(rng: random.Random, lines: Lines, donor: Lines) -> Lines:
    """Give a player the games of a row of another file."""
    rows, there = rows_of(lines), rows_of(donor)
    if not rows or not there:
        return lines
    place = rng.choice(rows)
    return _put(lines, place, lines[place][:ROUNDS_AT].ljust(ROUNDS_AT) + donor[rng.choice(there)][ROUNDS_AT:])


# --- records ----------------------------------------------------------------------------------------------------------


def _hostile_record(rng: random.Random, lines: Lines) -> str:
    numbers = [_number_of(lines[row]) for row in rows_of(lines)] or ["1"]

    def field(match: re.Match[str]) -> str:
        of_a_player = match[1] == "n" and rng.random() < 0.8
        return format(rng.choice(numbers if of_a_player else _FIELDS[match[1]]), match[2] or "")

    return re.sub(r"\{(\w)(?::([<>]\d+))?\}", field, rng.choice(_RECORDS))


_FIELDS: dict[str, tuple[str, ...]] = {
    "n": _HOSTILE_NUMBERS,
    "r": ("0", "1", "2", "3", "4", "5", "9", "999", "-1", "x"),
    "c": ("W", "B", "w", "b", "X", ""),
    "w": ("white1", "black1", "rank", "WB", "BWBW", "white1 black1", "nonsense"),
    "p": ("0.0", "0.5", "1.0", "2.0", "3.0", "99.9", "-1.0", "1e400", "0,5", ""),
    "b": ("F", "H", "Z", "W", "D", "L", "U", "+", ""),
    "f": ("+-", "-+", "--", "++", ""),
    "d": ("2026/02/01", "2026/01/31", "2017/07/01", "2013/06/30", "1997-01-01", "0001/01/01", "99.99.9999", "heute"),
    "s": (*_SYSTEMS, *_HOSTILE_TEXTS),
    "t": (*_HOSTILE_TEXTS, "Club", "1 2 3 4"),
}


def declare(rng: random.Random, lines: Lines, _: Lines) -> Lines:
    """Add a record, or put one in the place of another of its code."""
    record = _hostile_record(rng, lines)
    same = [place for place, line in enumerate(lines) if line[:3] == record[:3] != "001"]
    if same and rng.random() < 0.7:
        return _put(lines, rng.choice(same), record)
    place = rng.randrange(len(lines) + 1)
    return [*lines[:place], record, *lines[place:]]


def swell(rng: random.Random, lines: Lines, _: Lines) -> Lines:
    """Put a hostile number in the place of one, or a hostile text into a line."""
    if not lines:
        return lines
    place = rng.randrange(len(lines))
    line = lines[place]
    numbers = list(re.finditer(r"\d+(?:\.\d)?", line))
    if numbers and rng.random() < 0.6:
        found = rng.choice(numbers)
        to = rng.choice(_HOSTILE_NUMBERS).rjust(found.end() - found.start())
        return _put(lines, place, line[: found.start()] + to + line[found.end() :])
    column = rng.choice((0, 4, 14, rng.randrange(len(line) + 1)))
    text = rng.choice(_HOSTILE_TEXTS)
    return _put(lines, place, line[:column] + text + line[column + rng.choice((0, len(text))) :])


# --- bytes ------------------------------------------------------------------------------------------------------------


def flip(rng: random.Random, data: bytes) -> bytes:
    """Change some bytes."""
    changed = bytearray(data)
    for _ in range(rng.randint(1, 4) if data else 0):
        place = rng.randrange(len(changed))
        changed[place] = rng.choice((changed[place] ^ 1 << rng.randrange(8), *b"0123456789wb-+=HFUZ \n\0"))
    return bytes(changed)


def truncate(rng: random.Random, data: bytes) -> bytes:
    """Leave off the end."""
    return data[: rng.randrange(len(data) + 1)]


def encode(rng: random.Random, data: bytes) -> bytes:
    """Write the text in an odd encoding, or with odd line ends."""
    text = data.decode("utf-8", "replace")
    how = (
        lambda: text.encode("utf-16"),
        lambda: text.encode("utf-16-le"),
        lambda: text.encode("utf-16-be"),
        lambda: b"\xef\xbb\xbf" + data,
        lambda: b"\xff\xfe" + data,
        lambda: text.replace("e", "\xe9").encode("latin-1", "replace"),
        lambda: text.replace("e", "\xe9").encode("utf-8"),
        lambda: data.replace(b"\n", b"\r"),
        lambda: data.replace(b"\n", b"\r\n"),
        lambda: data.replace(b"\n", b"\n\r", 3),
        lambda: data.replace(b" ", b"\0", rng.randint(1, 9)),
        lambda: data.replace(b" ", b"\t", rng.randint(1, 9)),
        lambda: data.replace(b"\n", "\u2028".encode(), 2),
        lambda: data + b"\x1a",
        lambda: data + b"\xed\xa0\x80\xff",
    )
    return rng.choice(how)()


OF_LINES: tuple[Damage, ...] = (
    *(contradict, contradict, contradict, replay, replay, repair, repair, blank, blank, cut_rounds, points, renumber),
    *(multiply, multiply, shuffle, shift, splice, splice_rows, declare, declare, declare, swell, swell),
)
"""The alterations to draw from; repeated entries are drawn more often."""
OF_BYTES = (flip, flip, truncate, encode)
MOST_CHANGES = 6
_BYTES_ONE_IN = 8


def damaged(rng: random.Random, data: bytes, donor: bytes) -> tuple[bytes, tuple[str, ...]]:
    """Change a file in one to six ways, with pieces of another; return the new file and what was done."""
    done: list[str] = []
    for _ in range(rng.choice((1, 1, 1, 1, 2, 2, 3, 4, MOST_CHANGES))):
        if rng.randrange(_BYTES_ONE_IN) == 0:
            change = rng.choice(OF_BYTES)
            data = change(rng, data)
            done.append(change.__name__)
        else:
            alter = rng.choice(OF_LINES)
            data = write(alter(rng, read(data), read(donor)))
            done.append(alter.__name__)
    return data, tuple(done)
