"""``pairproof.assert_pairs``: that a program pairs as a regulation asks, as one line of a test."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from checker.campaigns.chosen import SelectedEvent, digest_of_chosen, name_covering_event, read_chosen
from checker.campaigns.claims import draw_supported_events
from checker.campaigns.configuration import Configuration, Direction
from checker.campaigns.explaining import explain
from checker.campaigns.grouping import summarise
from checker.campaigns.kept_events import FOLDER, EventKeeper, ask_kept, keep_failing
from checker.campaigns.policy import Policy, judge_campaign
from checker.campaigns.store import Store, create_store
from checker.campaigns.work import run_campaign
from checker.causes.causes_finding import CausesFinding
from checker.causes.search import OF_A_CAMPAIGN
from checker.errors import RequestError, TaskError
from checker.known_findings.entries import KnownList
from checker.known_findings.marking import read_known, with_known
from checker.programs.folders import sweep
from checker.programs.program import ProgramError
from checker.programs.specs import Pairer, open_program
from pairproof.api import follow_named_readings
from pairproof.cli.errors import CommandError
from pairproof.cli.inputs import find_edition, tournament_files, write_note
from random_tournaments.batch_coverage import find_features
from random_tournaments.settings import PLAYERS, SettingError, batch_kind
from random_tournaments.steering import SteeringGoal, SteeringProgress, find_covering_events
from reference_engines.frame.systems import engine_for
from reports.assertion import assertion_text
from tournaments.frozen import FrozenStruct
from tournaments.readings import chosen_readings

DRAWN = 20
"""Events drawn where no number is given."""
TRIED = 500
"""Events tried at most to find those in which something decides, where no number is given."""
_TIMES = 3
"""Rounds in which each is sought."""
_EFFORT = replace(OF_A_CAMPAIGN, most_pairings=4_000)
"""A failing test is to fail soon; it looks for the same causes as a campaign, but not as long."""
_PROFILE = "mixed"
"""Everything varies, and most fields are small."""
_STORE = "campaign.sqlite"


def assert_pairs(  # noqa: PLR0913 - a test names what it is about, and nothing else
    program: str | Pairer,
    system: str = "",
    *,
    seek: Sequence[str] = (),
    events: int | Sequence[str | Path] | None = None,
    seed: int = 1,
    profile: str = "mixed",
    axes: Mapping[str, str] | None = None,
    readings: Iterable[str] = (),
    known: str | Path | None = None,
    kept: str | Path | None = FOLDER,
    folder: Path | None = None,
) -> None:
    """
    Assert that a program pairs every round of some events as a regulation asks.

    ``program`` is what the command line takes (``mine.toml``, ``command:./mine {input} {output}``), or a function
    ``pair(event, round_number)`` at the top of a module. ``system`` is the key of an edition; else the first that the
    program claims. ``events`` is how many are drawn, or the files (and folders of files) that are asked about.
    ``seek`` names what is to decide (``["C10", "exchange"]``): then ``events`` limits the events that are tried. The
    same ``seed`` asks the same. ``profile`` and ``axes`` (``{"players": "8..12"}``) say what is drawn, as those of
    ``pairproof generate``; ``readings`` names sides of open texts (``["SPP-2026-08=printed"]``). What stands in
    ``known``, a list of known findings, fails nothing until it is gone. Events that are drawn or sought and in which
    the program fails are kept in ``kept``, as those of campaigns are, and asked about first the next time, until it
    gets them right; None for nowhere. What was found is kept in ``folder``, for the commands that the message names.

    Raise AssertionError with the argument for each cause, and also where the program does not answer or something
    sought never decides; ValueError for what cannot be asked.
    """
    __tracebackhide__ = True
    drawn = (seed, profile, tuple((axes or {}).items()))
    with follow_named_readings(readings), _refuse_wrong_arguments():
        planned = _plan_campaign(program, system, tuple(seek), events, drawn)
    expected = None if known is None else read_known(known)
    keeper = None
    if kept is not None and (seek or not planned.chosen):  # files lie somewhere already
        keeper = EventKeeper(
            root=Path(kept), searches=_search_causes, known=expected, workers=0, sought=tuple(seek), note=write_note
        )
    planned = replace(planned, known=expected, keeper=keeper)
    with TemporaryDirectory(prefix="pairproof-") as temporary:
        found = _run_campaign(planned, (folder or Path(temporary)) / _STORE, is_kept=folder is not None)
    if found:
        raise AssertionError(found)


@contextmanager
def _refuse_wrong_arguments() -> Iterator[None]:
    """Raise ValueError for a program or an event that cannot be asked about."""
    try:
        yield
    except (CommandError, TaskError, SettingError, RequestError, ProgramError) as error:
        raise ValueError(str(error)) from error


class _PlannedCampaign(FrozenStruct, frozen=True, kw_only=True):
    """The plan of a campaign."""

    configuration: Configuration
    chosen: tuple[SelectedEvent, ...]
    events: int
    never: tuple[str, ...] = ()
    """Names of sought features that never decide."""
    known: KnownList | None = None
    keeper: EventKeeper | None = None
    """The folder for failing events; None to keep no event."""


def _plan_campaign(
    program: str | Pairer,
    system: str,
    features: tuple[str, ...],
    events: int | Sequence[str | Path] | None,
    drawn: tuple[int, str, tuple[tuple[str, str], ...]],
) -> _PlannedCampaign:
    """Return the campaign to run; of drawn events, seed, profile and axes; raise ValueError for wrong arguments."""
    spec, (seed, profile, axes) = spec_of(program), drawn
    if features and events is not None and not isinstance(events, int):
        raise ValueError("events names files, and seek looks for some; write one of them")
    is_drawn = not features and isinstance(events, int | None)
    if not is_drawn and (axes or profile != _PROFILE):
        raise ValueError("profile and axes describe events that are drawn, not files or events that are sought")
    key = find_edition(system).key if system else _claimed_system(spec)
    if isinstance(events, int | None):
        number, files = events, None
    else:
        number, files = None, read_chosen(tournament_files(map(str, events)), key)
    if number is not None and number < 1:
        raise ValueError(f"events is {number}; at least 1")
    chosen, never = _seek_events(features, key, number or TRIED, seed) if features else (files or [], ())
    configuration = Configuration(
        direction=Direction.PAIR,
        programs=(spec,),
        seed=seed,
        system=key,
        profile=profile,
        axes=axes,
        chosen=digest_of_chosen(chosen) if chosen else "",
        readings=tuple(map(str, chosen_readings())),
    )
    configuration.batch()
    if is_drawn:
        with closing(open_program(spec)) as opened:
            configuration = draw_supported_events([opened], configuration)
    planned = (number or DRAWN) if is_drawn else len(chosen)
    return _PlannedCampaign(configuration=configuration, chosen=tuple(chosen), events=planned, never=never)


def spec_of(program: str | Pairer) -> str:
    """Return a program as the command line names it; raise ValueError for a function that cannot be imported."""
    if isinstance(program, str):
        return program
    module, name = program.__module__, getattr(program, "__qualname__", "")
    if vars(sys.modules[module]).get(name) is not program:
        raise ValueError(f"{name} is not at the top of its module {module}, so that it cannot be named")
    return f"callable:{module}:{name}"


def _claimed_system(spec: str) -> str:
    """Return the first system that a program claims."""
    sweep()
    with closing(open_program(spec)) as program:
        return program.claims.first_system()


def _seek_events(
    names: tuple[str, ...], system: str, budget: int, seed: int
) -> tuple[list[SelectedEvent], tuple[str, ...]]:
    """Return events in which the sought features decide, and the features that never decide."""
    if batch_kind(system) is not PLAYERS:
        raise ValueError(f"seek: {system} pairs teams, and events of teams are not sought")
    wanted = find_features(engine_for(system), names)
    quest = SteeringGoal(features=wanted, times=_TIMES, budget=budget, seed=seed, system=system)
    tally = SteeringProgress()
    chosen = [name_covering_event(found) for found in find_covering_events(quest, tally)]
    return chosen, tuple(feature.name for feature in wanted if not tally.met[feature])


def _run_campaign(planned: _PlannedCampaign, path: Path, *, is_kept: bool) -> str:
    """Run the campaign, and return the failed assertion's text; empty if it holds."""
    lines = [f"Nothing was found in which {name} decides, so it was not put to the test." for name in planned.never]
    if planned.events:
        with _create_store(planned, path) as store:
            if planned.keeper:
                ask_kept(store, planned.keeper)
            for _ in run_campaign(store, workers=0):
                pass
            summary = summarise(store, _search_causes(store))
            if planned.known is not None:
                summary = with_known(summary, planned.known)
            if planned.keeper:
                keep_failing(store, summary, planned.keeper)
            judged = judge_campaign(summary, Policy())
            if judged.status:
                lines.append(assertion_text(summary, judged, store, names_store=is_kept))
    return "\n".join(lines)


def _search_causes(store: Store) -> dict[int, CausesFinding]:
    """Search for the causes of the only program's findings."""
    return {0: explain(store, 0, effort=_EFFORT)}


def _create_store(planned: _PlannedCampaign, path: Path) -> Store:
    sweep()
    with _refuse_wrong_arguments(), closing(open_program(planned.configuration.programs[0])) as program:
        return create_store(path, planned.configuration, [(0, planned.events)], [program], planned.chosen)
