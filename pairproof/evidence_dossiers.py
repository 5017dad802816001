"""The dossiers of a bundle: one for each discrepancy, or, where there are many, for the smallest of each kind."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from checker.campaigns.dossier import DossierError
from checker.campaigns.proof import is_proof, proof_of
from checker.campaigns.reducing import NotReducedError
from checker.evidence.collecting import discrepancy_of, discrepant
from checker.evidence.nameless import without_folders
from pairproof.cli.campaign_show import Making, affordable, reached, whole_dossier
from reports.dossier import dossier_files
from reports.proof import proof_files

if TYPE_CHECKING:
    from checker.campaigns.dossier import Dossier
    from checker.campaigns.grouping import CampaignSummary
    from checker.campaigns.kept import StoredRecipe
    from checker.campaigns.outcomes import EventOutcome
    from checker.campaigns.proof import Proof
    from checker.campaigns.store import Store
    from checker.campaigns.subjects import Subject
    from checker.evidence.facts import Discrepancy
    from checker.evidence.plan import EvidencePart
    from checker.programs.program import Program
    from pairproof.cli.progress import Noting

MOST_DOSSIERS = 25
"""Of a direction; more than the bar allows, so that one that meets it has a dossier of each."""


class Dossiers:
    """The dossiers of a part, and the discrepancies that they are of."""

    def __init__(
        self, part: EvidencePart, store: Store, summary: CampaignSummary, noting: Noting, *, is_anonymous: bool
    ) -> None:
        """Take where they come from; ``is_anonymous`` where what names people is to be replaced."""
        self._part, self._store, self._summary, self._noting = part, store, summary, noting
        self._is_anonymous = is_anonymous
        self.files: dict[str, bytes] = {}

    def of(self, outcomes: list[EventOutcome]) -> tuple[Discrepancy, ...]:
        """Make the dossiers, and return every discrepancy that is told one by one."""
        told = []
        chosen = _chosen(discrepant(self._summary, outcomes))
        with reached(self._store, 0) as program:
            for place, subject in enumerate(chosen, start=1):
                self._noting.note(f"dossiers: {place} of {len(chosen)}")
                number = subject.finding.round_number
                where = f"round-{number}" if number else "rank-order"
                name = f"dossiers/{self._part.value}-{subject.event}-{where}"
                made, why = self._made(subject, program)
                self.files |= {f"{name}/{file}": content for file, content in made.items()}
                told.append(discrepancy_of(self._part, subject, name if made else "", why))
        return tuple(told)

    def _made(self, subject: Subject, program: Program | None) -> tuple[dict[str, bytes], str]:
        """Return the files of a dossier, or why there are none."""
        group = next((one for one in self._summary.groups if one.signature == subject.signature), None)
        try:
            if is_proof(self._store, subject):
                proof = proof_of(self._store, subject, program, anonymous=self._is_anonymous)
                return proof_files(_proof_portable(proof), group), ""
            how = Making(is_anonymous=self._is_anonymous, questions=affordable(self._store, subject, program))
            dossier, given = whole_dossier(self._store, subject, program, how, self._noting.note)
        except (DossierError, NotReducedError) as error:
            return {}, str(error)
        return dossier_files(_portable(dossier), group, given), ""


def _chosen(found: list[Subject]) -> list[Subject]:
    """Return all, or, where there are too many, the smallest of each cause or kind first, then the smallest others."""
    if len(found) <= MOST_DOSSIERS:
        return found
    by_size = sorted(found, key=lambda one: one.size)
    first = {one.key: one for one in reversed(by_size)}
    places = {id(one) for one in first.values()}
    rest = [one for one in by_size if id(one) not in places]
    chosen = [*sorted(first.values(), key=lambda one: one.size), *rest][:MOST_DOSSIERS]
    return sorted(chosen, key=lambda one: (one.event, one.finding.round_number))


def _portable(dossier: Dossier) -> Dossier:
    """Leave out where files lie on this machine."""
    return replace(dossier, recipe=_recipe(dossier.recipe), program=replace(dossier.program, spec="", transport=""))


def _proof_portable(proof: Proof) -> Proof:
    """Leave out where files lie on this machine, which a checker may repeat in what it says."""
    said = proof.answer.decode("utf-8", "surrogateescape")
    cleaned = without_folders(said)
    remarks = () if cleaned == said else ("Folders of files are left out of what the program wrote.",)
    finding = proof.subject.finding
    return replace(
        proof,
        subject=replace(proof.subject, finding=replace(finding, sentence=without_folders(finding.sentence))),
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
