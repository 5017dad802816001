"""Pages that are made from the product: commands, exit statuses, systems, register, records, interface."""

from __future__ import annotations

import ast
import inspect
import json
import re
from itertools import chain, groupby, pairwise
from operator import attrgetter
from typing import TYPE_CHECKING, Any

import pairproof
from checker.suite.questions import load_suite
from checker.verdicts.verdict import ExitStatus
from pairproof.chosen_readings import READINGS
from pairproof.cli.articles import find_suite
from pairproof.cli.readings import describe_entry
from reference_engines.articles import articles
from reference_engines.frame.registry import all_systems
from tournaments.readings import EVERY_EDITION
from website.commands import commands, helps, summary
from website.pages import ROOT, escape_markdown

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tournaments.readings import Reading

_ABOUT_READINGS = (
    "Where a text can be read in two ways: the side that is taken, why, and the programs that are known to follow a "
    "side. `pairproof readings ID` shows the same."
)
_STATUSES = re.compile(r"^exit status:\n((?:  .*\n?)+)", re.MULTILINE)
"""In the help of a command."""
SCHEMAS = {"record": "The record of a run", "resident": "Talking to a resident program"}
"""Names in ``checker/schemas``, and what each is on."""
_MODULES = {
    "Events and their files": (
        "tournaments.model",
        "tournaments.problems",
        "tournaments.trf.reading",
        "tournaments.trf.writing",
    ),
    "What a system answers": (
        "reference_engines.frame.rules",
        "reference_engines.frame.results",
    ),
    "Verdicts and records": ("checker.verdicts.verdict", "checker.findings", "checker.records.run_record"),
    "The conformance suite": ("checker.suite.questions",),
}
"""Of the rooms, what others build on."""


def command_page(command: str) -> str:
    """Return the page of a command: its help and that of its actions."""
    parts = [f"# pairproof {command}", f"{summary(command)[:1].upper()}{summary(command)[1:]}."]
    for words, text in helps(command):
        heading = [f"## {words}"] if words != command else []
        parts += [*heading, f"```text\n{text.rstrip()}\n```"]
    return "\n\n".join(parts) + "\n"


def statuses_page() -> str:
    """Return the exit statuses, and the words of the commands that explain their own."""
    members = ast.parse(inspect.getsource(ExitStatus)).body[0]
    assert isinstance(members, ast.ClassDef)  # noqa: S101 - it is the source of a class
    rows = ["| status | name | meaning |", "|---|---|---|"]
    for assignment, text in pairwise(members.body):
        if isinstance(assignment, ast.Assign) and isinstance(text, ast.Expr):
            name = ast.unparse(assignment.targets[0])
            rows.append(f"| {ExitStatus[name].value} | `{name}` | {escape_markdown(ast.literal_eval(text.value))} |")
    page = ["# Exit statuses", "Every command ends in one of these.", "\n".join(rows)]
    for words, told in chain.from_iterable(map(helps, commands())):
        if found := _STATUSES.search(told):
            lines = "\n".join(line.strip() for line in found[1].splitlines())
            page += [f"## pairproof {words}", f"```text\n{lines}\n```"]
    return "\n\n".join(page) + "\n"


def systems_page() -> str:
    """Return every system with its editions: keys, dates in force, articles, readings and questions."""
    page = ["# Systems and editions", "`pairproof systems` lists the same, with the options of each edition."]
    for system in all_systems():
        rows = ["| key | in force | source | articles | readings | questions |", "|---|---|---|---|---|---|"]
        for edition in system.all_editions:
            entries = [entry for entry in READINGS if {edition.key, EVERY_EDITION} & {*entry.editions}]
            suite = find_suite(edition)
            cells = (
                f"[`{edition.key}`](../articles/{edition.key}.md)",
                f"from {edition.in_force_from}"
                + (f" until {edition.in_force_until}" if edition.in_force_until else ""),
                escape_markdown(edition.source),
                str(len(articles(edition.key))),
                str(len(entries)),
                f"{len(load_suite(suite).questions)} of {suite}" if suite else "",
            )
            rows.append(f"| {' | '.join(cells)} |")
        page += [f"## {escape_markdown(system.name[:1].upper() + system.name[1:])}", "\n".join(rows)]
        if system.code:
            page.append(f"Field 192: `{system.code}`.")
    return "\n\n".join(page) + "\n"


def readings_page() -> str:
    """Return the whole register, by subject."""
    text = [
        "# The register of readings",
        _ABOUT_READINGS,
    ]
    for subject, entries in groupby(sorted(READINGS, key=attrgetter("subject")), key=attrgetter("subject")):
        text.append(f"## {subject}")
        for entry in entries:
            text += _entry(entry)
    return "\n\n".join(text) + "\n"


def _entry(entry: Reading) -> Iterator[str]:
    yield f"### {entry.identifier}"
    yield f"**{escape_markdown(entry.question)}** ({escape_markdown(entry.article)})"
    yield "\n".join(
        f"- *{name}:* {escape_markdown(text)}" for name, text in describe_entry(entry) if name != "Question"
    )


def schema_page(name: str, title: str) -> str:
    """Describe a schema of JSON lines, kind by kind."""
    path = f"checker/schemas/{name}.json"
    schema = json.loads((ROOT / path).read_text(encoding="utf-8"))
    text = [
        f"# {title}",
        f"{escape_markdown(schema['title'])}. {escape_markdown(schema.get('description', ''))}",
        f"The schema itself: [`{path}`](../{path}), JSON Schema, draft 2020-12.",
    ]
    for key, kind in schema["$defs"].items():
        text += [f"## {key}", escape_markdown(kind.get("description", ""))]
        if kind.get("properties"):
            text.append("\n".join(_properties(kind)))
        elif said := _type(kind):
            text.append(said)
    return "\n\n".join(part for part in text if part) + "\n"


def _properties(kind: Mapping[str, Any]) -> Iterator[str]:
    yield "| key | value | what |"
    yield "|---|---|---|"
    for name, value in kind["properties"].items():
        optional = "" if name in kind.get("required", ()) else ", may be left out"
        yield f"| `{name}` | {_type(value)}{optional} | {escape_markdown(value.get('description', ''))} |"


def _type(value: Mapping[str, Any]) -> str:
    """Return the kind of a value in words."""
    if "$ref" in value:
        name = value["$ref"].rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    if "const" in value:
        return f"`{json.dumps(value['const'])}`"
    if "enum" in value:
        return ", ".join(f"`{json.dumps(one)}`" for one in value["enum"])
    for key in ("oneOf", "anyOf"):
        if key in value:
            return " or ".join(_type(one) for one in value[key])
    if value.get("type") == "array":
        return f"list of {_type(value['items'])}" if isinstance(value.get("items"), dict) else "list"
    return " or ".join(value["type"]) if isinstance(value.get("type"), list) else str(value.get("type", ""))


def api_page() -> str:
    """Return the reference of the public interface, and of what is built on in the rooms; docstrings fill it."""
    text = [
        "# The interface in Python",
        "What `import pairproof` offers, then what it is made of. What stays: [Installing](../docs/installing.md).",
        "## pairproof",
    ]
    for name in pairproof.__all__:
        value = getattr(pairproof, name)
        if isinstance(value, type):
            text.append(_directive("autoclass", f"pairproof.{name}", members=True))
        elif callable(value):
            text.append(_directive("autofunction", f"pairproof.{name}"))
        else:
            text.append(f"`pairproof.{name}`: the version, `{value}`." if name == "__version__" else "")
    for heading, modules in _MODULES.items():
        text.append(f"## {heading}")
        for module in modules:
            text += [f"### {module}", _directive("automodule", module, members=True)]
    return "\n\n".join(text) + "\n"


def _directive(kind: str, name: str, *, members: bool = False) -> str:
    options = "   :members:\n   :no-index:\n" if members else "   :no-index:\n"
    return f"```{{eval-rst}}\n.. {kind}:: {name}\n{options}```"
