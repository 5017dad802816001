"""Known findings: what a list covers, what it does not, and what is wrong with a list."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING

import pytest

from checker.errors import RequestError
from checker.findings import Counts, Tally
from checker.known_findings.entries import FindingKey, KnownFinding, KnownList
from checker.known_findings.marking import KnownRounds, add_known, as_toml, parse_known, read_known

if TYPE_CHECKING:
    from pathlib import Path

BY_CAUSE = KnownFinding(cause="c14-left-out", reason="reported")
WORSE = "dutch-2026 | discrepant | worse | C14"
ENTRY = '[[known]]\ncause = "c14-left-out"\nreason = "reported"\n'


@pytest.mark.parametrize(
    ("entry", "is_known"),
    [
        (BY_CAUSE, True),
        (KnownFinding(cause="c14", reason="."), False),
        (KnownFinding(signature=WORSE, reason="."), True),
        (KnownFinding(signature=f"mine | {WORSE}", reason="."), True),
        (KnownFinding(signature=f"yours | {WORSE}", reason="."), False),
        (KnownFinding(signature="dutch-2026 | discrepant | worse", reason="."), False),
        (KnownFinding(signature=f"{WORSE} | homogeneous bracket", reason="."), False),
    ],
)
def test_a_finding_is_known_by_a_cause_or_by_its_whole_signature(entry: KnownFinding, *, is_known: bool) -> None:
    """The program may be left out, and then it is known of every program; a beginning is not enough."""
    seen = FindingKey(program="mine", signature=WORSE, causes=frozenset({"c14-left-out", "edition-dutch-2017"}))
    assert entry.covers(seen) is is_known
    listed = KnownList(source="known.toml", entries=(entry,))
    assert listed.in_run([seen], is_settled=True).gone == (() if is_known else (entry,))


def test_an_entry_is_gone_when_it_covers_nothing_and_not_when_another_covers_it_first() -> None:
    """A finding without an entry is new."""
    by_signature = KnownFinding(signature=WORSE, reason=".")
    other = KnownFinding(cause="no-such-thing", reason=".")
    found = [
        FindingKey(signature=WORSE, causes=frozenset({"c14-left-out"})),
        FindingKey(signature="dutch-2026 | discrepant"),
    ]
    listed = KnownList(source="known.toml", entries=(BY_CAUSE, other, by_signature))
    assert [listed.find(finding) for finding in found] == [BY_CAUSE, None]
    assert listed.in_run(found, is_settled=True).gone == (other,)


@pytest.mark.parametrize(
    ("is_whole", "rounds", "not_checked", "is_settled"),
    [(True, 3, 0, True), (False, 3, 0, False), (True, 0, 0, False), (True, 3, 1, False)],
    ids=["every round judged", "some rounds asked for", "no round judged", "a round without a verdict"],
)
def test_an_entry_is_gone_from_a_check_only_if_everything_was_judged(
    rounds: int, not_checked: int, *, is_whole: bool, is_settled: bool
) -> None:
    """A finding in a round that was not judged may still occur."""
    pairs = Counts(events=1, rounds=rounds, pairs=2 * rounds)
    tally = Tally(checked=pairs, discrepancies=Counts(), not_checked=not_checked, verdicts=())
    known = KnownRounds(KnownList(source="known.toml", entries=(BY_CAUSE,)), is_whole=is_whole).in_run(tally)
    assert known.gone == (BY_CAUSE,)
    assert (known.is_settled, known.is_stale) == (is_settled, is_settled)


def test_a_list_is_read_with_the_line_of_each_entry() -> None:
    """A date may stand as a date or as a text."""
    text = f'# ours\n{ENTRY}since = 2026-11-22\n\n[[known]]\nsignature = "{WORSE}"\nreason = "x\ty"\nlink = "l"\n'
    one, other = parse_known(text, "known.toml")
    assert (one.cause, one.since, one.line) == ("c14-left-out", "2026-11-22", 2)
    assert (other.signature, other.reason, other.link, other.line) == (WORSE, "x y", "l", 7)
    assert parse_known(f'{ENTRY}since = "2026-11-22"', "known.toml")[0].since == "2026-11-22"
    assert parse_known("", "known.toml") == ()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[[known]]\ncause = c14\n", "k.toml, line 2, column 9: this is not TOML (Invalid value)"),
        (f"{ENTRY}\n[[known", "k.toml, line 5: this is not TOML"),
        ("programs = 3\n", "k.toml, line 1: found 'programs'; a list of known findings consists of [[known]] tables"),
        ("\nknown = 3\n", "k.toml, line 2: found 'known' as a single value; write a table [[known]]"),
        (f"{ENTRY}becuase = 1\n", "k.toml, line 4: found the key 'becuase'; there are cause, signature, reason"),
        (f'{ENTRY}signature = "x"\n', "k.toml, line 1: found both cause and signature; write the one"),
        ('\n[[known]]\nreason = "x"\n', "k.toml, line 2: found neither cause nor signature; write the one"),
        ('[[known]]\ncause = "x"\n', 'k.toml, line 1: found no reason; write why the finding is known: reason = "..."'),
        ('[[known]]\ncause = "x"\nreason = " "\n', "k.toml, line 3: found reason = ' '; write a text"),
        ('[[known]]\ncause = 14\nreason = "x"\n', "k.toml, line 2: found cause = 14; write a text"),
        (f'{ENTRY}since = "soon"\n', "k.toml, line 4: found since = soon; write a date: since = 2026-11-22"),
        (f"{ENTRY}since = 2026-11-22T10:00:00\n", "k.toml, line 4: found since = 2026-11-22 10:00:00; write a date"),
        (f"{ENTRY}{ENTRY}", "k.toml, line 4: 'c14-left-out' is in line 1 already; remove one of them"),
    ],
)
def test_a_malformed_list_is_reported_with_line_and_remedy(text: str, message: str) -> None:
    """The message says what is wrong and what to do."""
    with pytest.raises(RequestError) as raised:
        parse_known(text, "k.toml")
    assert str(raised.value).startswith(message)


def test_a_missing_or_binary_list_is_reported_by_name(tmp_path: Path) -> None:
    """Never by a traceback."""
    (tmp_path / "k.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(RequestError, match=r"k\.toml cannot be read as a list of known findings: it is not UTF-8"):
        read_known(tmp_path / "k.toml")
    with pytest.raises(RequestError, match=r"n\.toml cannot be read as a list of known findings: No such file"):
        read_known(tmp_path / "n.toml")
    with pytest.raises(RequestError, match="it is a folder"):
        read_known(tmp_path)


@pytest.mark.parametrize("text", ['a | "b"', "\\", "é 😀", "\x00\x1b\x7f", "'''", "# no comment"])
def test_an_entry_is_written_as_it_is_read(text: str) -> None:
    """A signature may contain any character."""
    told = tomllib.loads(as_toml(KnownFinding(signature=text, reason="r", since="2026-11-22")))
    assert told["known"][0]["signature"] == text


def test_entries_of_a_list_stay_when_more_are_added(tmp_path: Path) -> None:
    """Comments with it; what it has already is not added."""
    path = tmp_path / "k.toml"
    path.write_text(f"# by hand\n{ENTRY}# the end", "utf-8")
    new = KnownFinding(signature="b", reason="r")
    assert add_known(path, [BY_CAUSE, new]) == (new,)
    assert path.read_text("utf-8").startswith(f"# by hand\n{ENTRY}# the end")
    assert [entry.name for entry in read_known(path).entries] == ["c14-left-out", "b"]
