"""
The verdicts of two versions on the same events, recorded by each and compared.

    PYTHONPATH=tests python -m batches.record_inputs INPUTS.gz --corpus ../shared/corpus --events 300 --seed 1
    PYTHONPATH=tests python -m batches.compare_records record INPUTS.gz BEFORE.gz --workers 2
    PYTHONPATH=tests python -m batches.compare_records record INPUTS.gz AFTER.gz --workers 2
    PYTHONPATH=tests python -m batches.compare_records compare BEFORE.gz AFTER.gz

Collect the inputs once, and record each version with its own Python. Only the public interface is used
(`pairproof.check`, `pairproof.write_record` and the command ``pairproof pair``), so that names within the product may
change between the two. Everything in the record of a run is compared, and the pairing of the next round, except for
sentences, names and the order of fields. ``--system`` and ``--only`` restrict a record, and the comparison with it.

A record that was interrupted is continued by the same command. Exit status 0 if nothing differs, 1 if anything does,
2 if the two records cannot be compared.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import io
import json
import sys
import tempfile
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from contextlib import redirect_stderr, redirect_stdout, suppress
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO
from unittest.mock import patch

from pairproof.startup import main as run_command

if TYPE_CHECKING:
    from collections.abc import Iterator

    Json = Any

FORMAT = "pairproof-verdicts 1"
PROSE = frozenset(
    {
        *("sentence", "notes", "reason", "refusal", "explained_by", "declaration", "step", "hint", "causes"),
        *("name", "title", "source", "text", "message", "remedy", "found", "subject"),
        *("answer", "evidence", "what", "cut", "counts"),
        *("declared", "declarations", "participants", "scores", "event", "place", "sha256"),
    }
)
"""Keys of sentences and names, and of facts that the file itself holds."""
_MISSING = "(nothing)"
_MAX_VALUE_LENGTH = 300


class RecordError(Exception):
    """A record cannot be read, continued or compared."""


# --- recording ------------------------------------------------------------------------------------------------------


def judge(item: Json) -> list[str]:
    """Return the verdicts on an input by each of its systems, a line of JSON for each."""
    lines = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "event.trf")
        path.write_bytes(item["content"].encode("latin-1"))
        for system in item["systems"]:
            said = {"check": checked(path, system), "pair": paired(path, system)}
            lines.append(json.dumps({"input": item["name"], "system": system, **said}, sort_keys=True))
    return lines


def checked(path: Path, system: str) -> Json:
    """Return the record of a check: event, rounds by number, and footer."""
    import pairproof  # noqa: PLC0415 - to compare needs nothing of the product

    out = path.with_suffix(".jsonl")
    pairproof.write_record(pairproof.check(path, system=system), out)
    record: dict[str, Json] = {"rounds": {}}
    for line in map(json.loads, out.read_text(encoding="utf-8").splitlines()):
        kind = line.pop("kind")
        if kind == "round":
            record["rounds"][str(line.pop("round"))] = drop_prose(line)
        elif kind != "header":
            record[kind] = drop_prose(line)
    return record


def paired(path: Path, system: str) -> Json:
    """Return the exit status of the command that pairs the next round, and the list that it writes."""
    out = path.with_suffix(".pairs")
    out.unlink(missing_ok=True)
    arguments = ["pair", str(path), "--system", system, "--unfinished", "draw", "-o", str(out)]
    with (
        redirect_stdout(io.StringIO()),
        redirect_stderr(io.StringIO()),
        patch.object(sys, "argv", ["pairproof", *arguments]),
    ):
        status = run_command()
    return {"exit_status": int(status), "list": out.read_text(encoding="utf-8").split("\n") if out.exists() else None}


def drop_prose(value: Json) -> Json:
    """Return a value without sentences and names."""
    if isinstance(value, dict):
        return {key: drop_prose(item) for key, item in value.items() if key not in PROSE}
    return [drop_prose(item) for item in value] if isinstance(value, list) else value


def selected(lines: TextIO, system: str | None, only: str) -> Iterator[Json]:
    """Yield the inputs that a record is restricted to."""
    for line in lines:
        item = json.loads(line)
        systems = [key for key in item["systems"] if system in (None, key)]
        if systems and item["name"].startswith(only):
            yield item | {"systems": systems}


def record(options: argparse.Namespace) -> int:
    """Judge all inputs and write everything down, or go on where an earlier record ends."""
    digest = hashlib.sha256(options.inputs.read_bytes()).hexdigest()
    header = {"format": FORMAT, "inputs": digest, "system": options.system, "only": options.only}
    partial = options.out.with_name(options.out.name + ".partial")
    done = _read_interrupted(partial, header)
    counts: Counter[str] = Counter()
    with (
        gzip.open(options.inputs, "rt", encoding="utf-8") as inputs,
        gzip.open(partial, "at", encoding="utf-8") as out,
        ProcessPoolExecutor(options.workers, get_context("spawn")) as pool,
    ):
        if not done:
            out.write(json.dumps(header) + "\n")
        rest = islice(selected(inputs, options.system, options.only), len(done), None)
        for line in (line for lines in done.values() for line in lines):
            _count(json.loads(line), counts)
        number = len(done)
        while batch := list(islice(rest, 50 * options.workers)):
            for lines in pool.map(judge, batch):
                number += 1
                for line in lines:
                    out.write(line + "\n")
                    _count(json.loads(line), counts)
            out.flush()
            sys.stderr.write(f"{number} inputs\n")
        out.write(json.dumps({"end": dict(sorted(counts.items()))}) + "\n")
    partial.replace(options.out)
    sys.stdout.write(_format_counts(counts))
    return 0


def _read_interrupted(partial: Path, header: Json) -> dict[str, list[str]]:
    """Return the lines of an interrupted record by input, and write them anew without the last input."""
    if not partial.exists():
        return {}
    lines = _whole_lines(partial)
    if lines and json.loads(lines[0]) != header:
        raise RecordError(f"{partial} was made from other inputs or options: remove it to begin again")
    lines_by_input: dict[str, list[str]] = {}
    for line in lines[1:]:
        lines_by_input.setdefault(json.loads(line).get("input", ""), []).append(line)
    lines_by_input.pop("", None)
    if lines_by_input:
        lines_by_input.popitem()  # not all of its systems may be there
    with gzip.open(partial, "wt", encoding="utf-8") as out:
        if lines_by_input:
            out.write("\n".join([lines[0], *(line for lines in lines_by_input.values() for line in lines)]) + "\n")
    return lines_by_input


def _whole_lines(path: Path) -> list[str]:
    lines: list[str] = []
    with gzip.open(path, "rt", encoding="utf-8") as stream, suppress(EOFError):
        lines.extend(line.rstrip("\n") for line in stream if line.endswith("\n"))
    return lines


def _count(entry: Json, counts: Counter[str]) -> None:
    counts["judged"] += 1
    counts["rounds"] += len(entry["check"]["rounds"])
    counts["next rounds paired"] += entry["pair"]["list"] is not None
    counts[f"exit status {entry['check']['footer']['exit_status']}"] += 1
    for finding in entry["check"]["rounds"].values():
        counts[f"verdict {finding['verdict']}"] += 1
    if "verdict" in entry["check"].get("event", {}):
        counts[f"event {entry['check']['event']['verdict']}"] += 1


def _format_counts(counts: Counter[str]) -> str:
    return "".join(f"{number:9,} {what}\n" for what, number in sorted(counts.items()))


# --- comparing ------------------------------------------------------------------------------------------------------


def entries(path: Path) -> tuple[Json, dict[tuple[str, str], str]]:
    """Return the header of a record, and its lines by input and system; RecordError if it is not complete."""
    lines = _whole_lines(path)
    header = json.loads(lines[0]) if lines else {}
    if header.get("format") != FORMAT:
        raise RecordError(f"{path} is not a record of this format ({FORMAT})")
    if "end" not in json.loads(lines[-1]):
        raise RecordError(f"{path} is not complete")
    found = {}
    for line in lines[1:-1]:
        entry = json.loads(line)
        found[entry["input"], entry["system"]] = line
    return header, found


def differences(before: Json, after: Json, path: str = "") -> Iterator[tuple[str, Json, Json]]:
    """Yield the smallest differing parts of two values, with their paths."""
    if isinstance(before, dict) and isinstance(after, dict):
        for key in sorted(before.keys() | after.keys()):
            yield from differences(before.get(key, _MISSING), after.get(key, _MISSING), f"{path}.{key}".lstrip("."))
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for number, pair in enumerate(zip(before, after, strict=True)):
            yield from differences(*pair, f"{path}[{number}]")
    elif before != after:
        yield path, before, after


def load_entry(line: str) -> Json:
    """
    Return an entry with its rounds in the one form that all versions of a record have in common.

    Since version 4, the argument is an object of its own, and keys that hold their default are left out. Article and
    shape, which are new, follow from the other keys, all of which are compared.
    """
    entry = json.loads(line)
    for number, finding in entry["check"]["rounds"].items():
        flat = finding | finding.get("argument", {})
        flat |= {key: flat.get(key) or None for key in ("criterion", "pairs", "discrepant_pairs")}
        flat = {key: value for key, value in flat.items() if key not in ("argument", "article", "shape")}
        entry["check"]["rounds"][number] = flat
    return entry


def compare(options: argparse.Namespace) -> int:
    """Compare two records, and print where they differ."""
    (first, before), (second, after) = entries(options.before), entries(options.after)
    if first["inputs"] != second["inputs"]:
        raise RecordError("the two records are of different inputs")
    keys = [key for key in dict.fromkeys([*before, *after]) if _covers(first, key) and _covers(second, key)]
    if not keys:
        raise RecordError("the two records have no input in common")
    counts: Counter[str] = Counter()
    select_system: Counter[str] = Counter()
    shown = 0
    for key in keys:
        one, other = before.get(key), after.get(key)
        for line in filter(None, [one]):
            _count(json.loads(line), counts)
        if one == other:
            continue
        found = list(differences(*(load_entry(line) if line else _MISSING for line in (one, other))))
        if found:
            select_system[key[1]] += 1
        for path, value, changed in found:
            shown += 1
            if shown <= options.list:
                sys.stdout.write(f"{key[0]} by {key[1]}: {_place(path)}\n  before: {_short(value)}\n")
                sys.stdout.write(f"  after:  {_short(changed)}\n")
    sys.stdout.write(_format_counts(counts))
    for system, number in select_system.most_common():
        sys.stdout.write(f"{number:9,} differ by {system}\n")
    total = sum(select_system.values())
    sys.stdout.write(f"{len(keys):,} compared, {total:,} differ, in {shown:,} places\n")
    return 1 if total else 0


def _covers(header: Json, key: tuple[str, str]) -> bool:
    """Whether a record with this header has this input, judged by this system."""
    return key[0].startswith(header["only"]) and header["system"] in (None, key[1])


def _place(path: str) -> str:
    """Say a path as an arbiter names it: the round first."""
    parts = path.split(".")
    if parts[:2] == ["check", "rounds"]:
        return ": ".join([f"round {parts[2]}", ".".join(parts[3:]) or "whole"])
    return path or "whole"


def _short(value: Json) -> str:
    text = value if isinstance(value, str) else json.dumps(value)
    return text if len(text) <= _MAX_VALUE_LENGTH else text[:_MAX_VALUE_LENGTH] + "..."


def main(arguments: list[str] | None = None) -> int:
    """Record or compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    recording = commands.add_parser("record", help="judge all inputs")
    recording.add_argument("inputs", type=Path)
    recording.add_argument("out", type=Path)
    recording.add_argument("--workers", type=int, default=2)
    recording.add_argument("--system", help="only by this system")
    recording.add_argument("--only", default="", help="only inputs whose name begins so: corpus, conformance/lim...")
    recording.set_defaults(run=record)
    comparing = commands.add_parser("compare", help="find differences between two records")
    comparing.add_argument("before", type=Path)
    comparing.add_argument("after", type=Path)
    comparing.add_argument("--list", type=int, default=20, help="differences that are printed (20)")
    comparing.set_defaults(run=compare)
    options = parser.parse_args(arguments)
    try:
        status: int = options.run(options)
    except RecordError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return status


if __name__ == "__main__":
    sys.exit(main())
