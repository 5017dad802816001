"""The dossiers of an evidence bundle: of every discrepancy, or of the smallest of each kind if there are many."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from checker.campaigns.dossier import Dossier, DossierError
from checker.campaigns.dossier_requests import DossierOptions, complete_dossier
from checker.campaigns.reducing import NotReducedError
from checker.campaigns.smallest_events import affordable_questions, open_campaign_program
from checker.evidence.collecting import discrepancy_of
from checker.evidence.nameless import without_folders
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from checker.campaigns.dossier_requests import CompleteDossier
    from checker.campaigns.grouping import CampaignSummary
    from checker.campaigns.kept import StoredRecipe
    from checker.campaigns.outcomes import Finding
    from checker.campaigns.proof import Proof
    from checker.campaigns.store import Store
    from checker.evidence.facts import Discrepancy
    from checker.evidence.plan import EvidencePart
    from checker.programs.program import Program

MAX_DOSSIERS = 25
"""Dossiers of a direction; more than the bar allows, so that a program that meets it has a dossier of each finding."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedDiscrepancy:
    """A discrepancy that the bundle lists, with its dossier."""

    fact: Discrepancy
    dossier: CompleteDossier | None
    """None if the dossier could not be made; the fact says why."""


def list_discrepancies(
    part: EvidencePart,
    store: Store,
    summary: CampaignSummary,
    options: DossierOptions,
    note: Callable[[str], None],
) -> Iterator[ListedDiscrepancy]:
    """Yield the discrepancies of a part, each with its dossier, which names no folder of this machine."""
    selected = _select_findings([one for one in summary.findings if one.is_against])
    with open_campaign_program(store, 0) as program:
        for place, finding in enumerate(selected, start=1):
            note(f"dossiers: {place} of {len(selected)}")
            number = finding.round_number
            where = f"round-{number}" if number else "rank-order"
            name = f"dossiers/{part.value}-{finding.event}-{where}"
            try:
                dossier = _make(store, summary, finding, program, options, note)
            except (DossierError, NotReducedError) as error:
                yield ListedDiscrepancy(fact=discrepancy_of(part, finding, "", str(error)), dossier=None)
            else:
                yield ListedDiscrepancy(fact=discrepancy_of(part, finding, name, ""), dossier=dossier)


def _make(
    store: Store,
    summary: CampaignSummary,
    finding: Finding,
    program: Program | None,
    options: DossierOptions,
    note: Callable[[str], None],
) -> CompleteDossier:
    options = replace(options, questions=affordable_questions(store, finding, program))
    dossier = complete_dossier(store, summary, finding, program, options, note)
    content = dossier.content
    return replace(dossier, content=_portable(content) if isinstance(content, Dossier) else _portable_proof(content))


def _select_findings(found: list[Finding]) -> list[Finding]:
    """Return all findings; of too many, the smallest of each cause or kind, and then the smallest of the rest."""
    if len(found) <= MAX_DOSSIERS:
        return found
    by_size = sorted(found, key=lambda one: one.size)
    first = {one.key: one for one in reversed(by_size)}
    places = {id(one) for one in first.values()}
    rest = [one for one in by_size if id(one) not in places]
    chosen = [*sorted(first.values(), key=lambda one: one.size), *rest][:MAX_DOSSIERS]
    return sorted(chosen, key=lambda one: (one.event, one.round_number))


def _portable(dossier: Dossier) -> Dossier:
    """Remove the folders of this machine from a dossier."""
    return replace(dossier, recipe=_recipe(dossier.recipe), program=replace(dossier.program, spec="", transport=""))


def _portable_proof(proof: Proof) -> Proof:
    """Remove the folders of this machine from a proof; a checker may repeat them in its answer."""
    said = proof.answer.decode("utf-8", "surrogateescape")
    cleaned = without_folders(said)
    remarks = () if cleaned == said else ("Folders of files are left out of what the program wrote.",)
    finding = proof.finding
    return replace(
        proof,
        finding=replace(finding, sentence=without_folders(finding.sentence)),
        recipe=_recipe(proof.recipe),
        program=replace(proof.program, spec="", transport=""),
        answer=cleaned.encode("utf-8", "surrogateescape"),
        remarks=(*proof.remarks, *remarks),
    )


def _recipe(kept: StoredRecipe | None) -> StoredRecipe | None:
    if kept is None:
        return None
    words = tuple(map(without_folders, kept.recipe.words))
    files = tuple((without_folders(name), digest) for name, digest in kept.files)
    return replace(kept, recipe=replace(kept.recipe, words=words), files=files)
