"""
Decoding of bytes to lines: encodings, line ends, and control characters.

Columns are counted in characters, so all functions keep the number of characters of a line.
"""

from __future__ import annotations

import codecs
import re
from typing import TYPE_CHECKING

from tournaments.problems import ProblemCode

if TYPE_CHECKING:
    from tournaments.problems import ProblemLog

_UTF16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\x85\u2028\u2029]")
"""Control characters other than tab and line feed, and further line ends of some programs."""
_WINDOWS_1252 = "cp1252"
_SAMPLE = 4096


def decode(data: bytes, log: ProblemLog) -> str:
    """Decode bytes as UTF-8 with or without mark, UTF-16, or else Windows-1252 (Latin-1)."""
    encoding = _utf16_encoding(data)
    if encoding:
        log.add(ProblemCode.ENCODING_UTF16, "the text is encoded in UTF-16", "save it as UTF-8", at=(None, None))
        return data.decode(encoding, errors="replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        return _decode_8_bit(data, error.start, log)


def _utf16_encoding(data: bytes) -> str:
    """Recognise UTF-16 by its mark, or by NUL in every second byte of the beginning; empty for other encodings."""
    if data.startswith(_UTF16_MARKS):
        return "utf-16"
    sample = data[:_SAMPLE]
    half = len(sample) // 2
    if half and sample[1::2].count(0) > half * 3 // 4 and not sample[0::2].count(0):
        return "utf-16-le"
    if half and sample[0::2].count(0) > half * 3 // 4 and not sample[1::2].count(0):
        return "utf-16-be"
    return ""


def _decode_8_bit(data: bytes, fault: int, log: ProblemLog) -> str:
    before = data[:fault].replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    line = before.count(b"\n") + 1
    column = fault - max(data.rfind(b"\n", 0, fault), data.rfind(b"\r", 0, fault))
    log.add(
        ProblemCode.ENCODING_GUESSED,
        f"byte 0x{data[fault]:02X} is not UTF-8; the text was read as Windows-1252",
        "check the accented letters and save the file as UTF-8",
        at=(line, column),
        found=f"\\x{data[fault]:02x}",
    )
    try:
        return data.decode(_WINDOWS_1252)
    except UnicodeDecodeError:
        return data.decode("latin-1")


def split_lines(text: str, log: ProblemLog) -> list[str]:
    """Return the lines without line ends (CR, LF or both) and without white space at their ends."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    lines = [line.rstrip() for line in text.split("\n")]
    if not _CONTROL.search(text):
        return lines
    return [_replace_control_characters(line, number, log) for number, line in enumerate(lines, start=1)]


def _replace_control_characters(line: str, number: int, log: ProblemLog) -> str:
    fault = _CONTROL.search(line)
    if fault is None:
        return line
    log.add(
        ProblemCode.CONTROL_CHARACTER,
        f"control character U+{ord(fault.group()):04X} was read as a blank",
        "remove it",
        at=(number, fault.start() + 1),
        found=repr(fault.group())[1:-1],
    )
    return _CONTROL.sub(" ", line).rstrip()
