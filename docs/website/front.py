"""The first page of the site: a worked dispute with the drawing of its bracket, then the three doors of the README."""

from __future__ import annotations

import re

import pairproof
from reference_engines.articles import article
from website.articles import page_name
from website.pages import ROOT, escape_markdown

EVENT = ROOT / "examples" / "harbour_open.trf"
"""The event of the dispute, in which one round is wrong."""
_DRAWINGS = re.compile(r'<figure class="drawing">.*?</figure>', re.DOTALL)
_PICTURE = re.compile(r"^!\[[^]]*\]\([^)]*\)\n\n", re.MULTILINE)
_DOORS = "## Three doors\n"
_MORE = "## More\n"


def front_page(readme: str) -> str:
    """Return the README with a dispute in the place of its picture, and its first commands after the doors."""
    above, doors, below = _PICTURE.sub("", readme).partition(_DOORS)
    opening, machine, commands = above.partition("On a fresh machine")
    below, more, links = below.partition(_MORE)
    if not (doors and machine and more):
        raise ValueError("README.md lacks its doors, its first commands or its links")
    return f"{opening}{describe_dispute()}{doors}{below}## From the sources\n\n{machine}{commands}{more}{links}"


def describe_dispute() -> str:
    """Return the dispute: the question, the answer, the reason, both drawings of the bracket, and the rule."""
    run = pairproof.check(EVENT)
    [finding] = run.events[0].discrepant_rounds
    drawings = _DRAWINGS.findall(pairproof.render_html(run))
    if len(drawings) != 2:  # noqa: PLR2004 - posted and correct
        raise ValueError(
            f"the report of {EVENT.name} has {len(drawings)} drawings instead of the posted and the correct one"
        )
    applied, number = run.events[0].header.edition, finding.article
    edition = "" if applied is None else applied.key
    rule = article(edition, number)
    if rule is None:
        raise ValueError(f"'{edition}' has no article '{number}', which decides round {finding.round_number}")
    answer, _, _ = finding.sentence.partition(f" {finding.cited_reason}")
    pictures = re.sub(r"\n+", "\n", "".join(drawings))
    return f"""## A worked dispute

Harbour Open, round {finding.round_number}, as posted. Olga Eriksen (11) asks why she should not have played
Olga Nguyen (13).

> {escape_markdown(answer)}

*Why:* {escape_markdown(finding.cited_reason)}

<div class="dispute">
{pictures}
</div>

*Rule:* [{number}](articles/{edition}/{page_name(number)}.md): {escape_markdown(rule.text)}

By `pairproof check examples/{EVENT.name}`: [from file to answer](docs/arbiters.md#from-file-to-answer-in-ten-minutes)
in ten minutes.

"""
