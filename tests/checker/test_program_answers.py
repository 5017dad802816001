"""The answers of programs in every form, and the ways in which an answer is invalid."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from support.events import event as written

from checker.errors import RequestError
from checker.planting import recorded_pairing
from checker.programs.answers import read_answer
from checker.programs.command import file_for
from checker.programs.process_run import Limits
from checker.programs.program import AnswerForm, EventFeature, FailureKind, ProgramError
from checker.programs.smoke import Trial, event_of, same
from checker.programs.specs import described, open_program
from checker.suite.questions import load_suite
from checker.verdicts.comparison import judge_pairing
from checker.verdicts.round_case import RoundContext
from checker.verdicts.team_events import cut_before_round
from checker.verdicts.verdict import Verdict
from random_tournaments.axes import SCORINGS
from reference_engines.frame.results import Pair, RoundPairing
from reference_engines.frame.systems import engine_for
from tournaments.model import (
    ABSENT,
    Colour,
    DeclaredSystem,
    ForbiddenGroup,
    RequestedBye,
    Result,
    ScoringSystem,
)
from tournaments.teams.matches import team_event
from tournaments.teams.records import TeamAllocatedByes
from tournaments.trf.writing import write_trf26

if TYPE_CHECKING:
    from tournaments.model import Event

NO_GAMES, WORTHLESS_BYE = EventFeature.ROUND_WITHOUT_GAMES, EventFeature.BYE_WITHOUT_POINTS
ANSWER = RoundPairing(pairs=(Pair(1, 3), Pair(4, 2)), bye=5)


@pytest.fixture(scope="module")
def event() -> Event:
    """Return a plain event of five rounds."""
    return event_of(Trial.PLAIN, "dutch-2026", 4)


@pytest.mark.parametrize(
    ("form", "text"),
    [
        (AnswerForm.PAIRS, "3\n1 3\n4 2\n5 0\n"),
        (AnswerForm.PAIRS, "\ufeff 3 \r\n\r\n1 3 \r\n4   2\r\n5 0\r\n\r\n"),
        (AnswerForm.PAIRS, "3\n1,3\n4 - 2\n5 -1"),
        (AnswerForm.PAIRS, "White,Black\n1,3\n4,2\n5,-1\n"),
        (AnswerForm.JSON, '{"pairs": [[1, 3], [4, 2]], "bye": 5}'),
        (AnswerForm.JSON, '{"round": 4, "pairs": [[1, 3], [4, 2]], "bye": 5, "remark": "easy"}'),
    ],
)
def test_the_same_pairing_in_every_form(form: AnswerForm, text: str) -> None:
    """Blanks, line ends and marks of byte order mean nothing."""
    assert read_answer(text.encode(), form, 4, 1) == ANSWER


@pytest.mark.parametrize(
    ("form", "text", "kind"),
    [
        (AnswerForm.PAIRS, " \n", FailureKind.SILENT),
        (AnswerForm.PAIRS, "1 3\n4 2\n", FailureKind.GARBLED),
        (AnswerForm.PAIRS, "2\n1 3\n", FailureKind.GARBLED),
        (AnswerForm.PAIRS, "1\n1 3\n4 2\n", FailureKind.GARBLED),
        (AnswerForm.PAIRS, "1\n1 3 5\n", FailureKind.GARBLED),
        (AnswerForm.PAIRS, "White,Black\n", FailureKind.SILENT),
        (AnswerForm.PAIRS, "White,Black\n1,3,5\n", FailureKind.GARBLED),
        (AnswerForm.PAIRS, "Black,White\n1,3\n", FailureKind.GARBLED),
        (AnswerForm.PAIRS, "2\n1 0\n2 0\n", FailureKind.GARBLED),
        (AnswerForm.PAIRS, "1\n" + "9" * 5000 + " 1\n", FailureKind.GARBLED),
        (AnswerForm.PAIRS, "9" * 5000 + "\n1 2\n", FailureKind.GARBLED),
        (AnswerForm.PAIRS, "²\n1 2\n", FailureKind.GARBLED),
        (AnswerForm.JSON, '{"pairs": [[1, 3]', FailureKind.GARBLED),
        (AnswerForm.JSON, "[" * 100_000, FailureKind.GARBLED),
        (AnswerForm.JSON, '{"pairs": [[1, 3.5]]}', FailureKind.GARBLED),
        (AnswerForm.JSON, '{"pairs": [[1, true]]}', FailureKind.GARBLED),
        (AnswerForm.JSON, '{"pairs": 3}', FailureKind.GARBLED),
        (AnswerForm.JSON, '{"pairs": [], "bye": "5"}', FailureKind.GARBLED),
        (AnswerForm.JSON, '{"round": 3, "pairs": [[1, 3]]}', FailureKind.WRONG_ROUND),
        (AnswerForm.TRF, "Dear arbiter,", FailureKind.GARBLED),
    ],
)
def test_invalid_answers_are_program_errors(form: AnswerForm, text: str, kind: FailureKind) -> None:
    """Each kind of invalid answer is a ProgramError of its kind."""
    with pytest.raises(ProgramError) as caught:
        read_answer(text.encode(), form, 4, 1)
    assert caught.value.kind is kind


def test_an_event_with_the_round_added_is_an_answer(event: Event) -> None:
    """Its last round is the pairing; with another number of rounds it is an answer to another question."""
    data = write_trf26(event).encode()
    last = event.rounds_recorded
    assert read_answer(data, AnswerForm.TRF, last, 1) == recorded_pairing(event, last)
    for asked in (last - 1, last + 1):
        with pytest.raises(ProgramError) as caught:
            read_answer(data, AnswerForm.TRF, asked, 1)
        assert caught.value.kind is FailureKind.WRONG_ROUND


@pytest.mark.parametrize(
    "wrong",
    [
        RoundPairing(pairs=()),
        RoundPairing(pairs=(Pair(1, 1),)),
        RoundPairing(pairs=(Pair(1, 999), Pair(0, -4)), bye=10**30),
    ],
    ids=["nobody", "oneself", "strangers"],
)
def test_an_answer_of_strange_numbers_is_illegal(event: Event, wrong: RoundPairing) -> None:
    """The answer can be read; unknown or absent players in it are the program's error, not ours."""
    prepared = engine_for("dutch-2026").open(cut_before_round(event, 3))
    assert judge_pairing(prepared, 3, wrong, RoundContext(event="strange")).verdict is Verdict.ILLEGAL


# --- programs described on the command line ---------------------------------------------------------------------------


def test_a_program_can_be_described_by_the_words_that_ask_it(event: Event, tmp_path: Path) -> None:
    """Without ``{output}`` its answer is what it prints; a path with a slash is found from the folder of its own."""
    script = tmp_path / "a script.py"
    script.write_text("import json\nprint(json.dumps({'pairs': [[1, 3], [4, 2]], 'bye': 5}))\n")
    program = open_program(f"command:{sys.executable} '{script}' {{input}}", settings=["pair.answer=json"])
    assert program.pair(cut_before_round(event, 4), 4) == ANSWER
    assert program.identity.name == Path(sys.executable).name
    assert program.claims.pairs
    assert not program.claims.checks


def test_everything_can_be_set_key_by_key(event: Event) -> None:
    """A checker without a file: commands are words, limits numbers, words of choice are checked."""
    settings = [
        "name=mine",
        "check.command=python -c \"print('Round 1 Round 2 bad')\"",
        "check.round=Round (\\d+)",
        "check.wrong=bad",
        "input.dialect=trf16",
        "limits.seconds=20",
        'systems=["dutch-2017"]',
    ]
    program = open_program("command:", settings=settings)
    assert program.check(cut_before_round(event, 3)).wrong_rounds == {2}
    assert program.claims.systems == ("dutch-2017",)
    assert program.identity.name == "mine"


@pytest.mark.parametrize(
    ("spec", "setting", "message"),
    [
        ("py4swiss", "limits.seconds", "write KEY=VALUE"),
        ("py4swiss", "limit.seconds=3", "write KEY=VALUE"),
        ("py4swiss", "limits.minutes=3", "limits.minutes is unknown; permitted are seconds"),
        ("py4swiss", "limits.seconds=soon", "limits.seconds: 'soon' is not a valid float"),
        ("py4swiss", "pair.command=a 'b", "No closing quotation"),
        ("command:python {inptu}", "limits.seconds=1", "{inptu} is unknown"),
        ("command:python 'x", "limits.seconds=1", "No closing quotation"),
        ("command:", 'check={command=["a"], round="x", wrong="y"}', "a group is expected"),
        ("files:.", "limits.seconds=1", "has no description"),
        ("resident:x", "name=y", "only limits can be set"),
        ("nobody", "limits.seconds=1", "'nobody' is not a program that is described here; known are ainalrami"),
    ],
)
def test_a_setting_that_cannot_be_is_refused(spec: str, setting: str, message: str) -> None:
    """The message says which settings are allowed."""
    with pytest.raises(RequestError) as caught:
        open_program(spec, settings=[setting])
    assert message in str(caught.value)


def test_errors_in_a_file_name_the_file(tmp_path: Path) -> None:
    """And the key."""
    file = tmp_path / "mine.toml"
    file.write_text('name = "mine"\n[pair]\ncommand = ["me"]\nanswer = "xml"\n')
    with pytest.raises(RequestError, match=r"mine\.toml: pair\.answer: 'xml' is none of pairs, trf, json"):
        open_program(str(file))
    with pytest.raises(ProgramError, match="could not be started"):
        open_program(str(tmp_path / "other.toml"))


def test_limits_asked_for_stand_above_the_description() -> None:
    """Limits that are not given stay as described."""
    description = described("bbp6", ["limits.seconds=7"])
    assert (description.limits.seconds, description.limits.memory_bytes) == (7, 8_000_000_000)
    program = open_program("py4swiss", Limits(seconds=0.000001))
    with pytest.raises(ProgramError) as caught:
        program.pair(event_of(Trial.PLAIN, "dutch-2017", 4), 6)
    assert caught.value.kind is FailureKind.TIMED_OUT


@pytest.mark.parametrize("words", ["command:{}", "resident:{}"])
@pytest.mark.parametrize(("limits", "hurries"), [(None, True), (Limits(), False)])
def test_seconds_asked_for_stand_also_where_they_are_the_usual_ones(
    words: str, limits: Limits | None, hurries: bool
) -> None:
    """A program that ends at once is given the time to; described, it has none."""
    command = f"{sys.executable} -S -c 'import sys; sys.exit(3)' {{input}} {{output}}"
    program = open_program(words.format(command), limits, ["limits.seconds=0.000001"])
    event = event_of(Trial.PLAIN, "dutch-2017", 4)
    with pytest.raises(ProgramError) as caught:
        program.pair(event, 6)
    assert (caught.value.kind is FailureKind.TIMED_OUT) is hurries


def test_the_words_of_a_command_are_filled_in(event: Event) -> None:
    """System by the program's own name for it, number of the round; the version is found in what is printed."""
    tells = [sys.executable, "-c", "print('Program'); print('Rel. 7b of today')"]
    repeats = [sys.executable, "-c", "import sys; sys.exit(' '.join(sys.argv[1:]))", "{system}", "{round}", "x{round}y"]
    settings = [
        f"version={json.dumps(tells)}",
        "version_form=Rel\\. (\\S+)",
        'systems=["dutch-2026"]',
        "system_names.dutch-2026=swiss",
        f"pair.command={json.dumps(repeats)}",
    ]
    program = open_program("command:", settings=settings)
    assert program.identity.version == "7b"
    with pytest.raises(ProgramError, match="exit status 1: swiss 3 x3y"):
        program.pair(cut_before_round(event, 3), 3)


def test_a_program_and_what_lies_beside_it(event: Event, tmp_path: Path) -> None:
    """A program of several words: those that run it, and another script in its folder."""
    (tmp_path / "checks.py").write_text("raise SystemExit('the wrong one')\n")
    (tmp_path / "pairs.py").write_text("print(1, '1 2', sep=chr(10))\n")
    description = tmp_path / "mine.toml"
    description.write_text(
        'name = "mine"\n[pair]\ncommand = ["{runner}", "{folder}/pairs.py", "{input}"]\nread = "stdout"\n'
    )
    program = open_program(f"{description}={sys.executable} '{tmp_path / 'checks.py'}'")
    assert program.pair(cut_before_round(event, 3), 3).pairs == (Pair(1, 2),)


def test_a_finished_event_without_a_number_of_rounds_has_those_it_shows(event: Event, tmp_path: Path) -> None:
    """Its last round is a last round (C.04.3:1.8 speaks of final rounds)."""
    file = tmp_path / "event.trf"
    file.write_text(write_trf26(replace(event, rounds_declared=None)))
    command = json.dumps([sys.executable, "-c", f"print(open({str(file)!r}).read())"])
    settings = [f"generate.command={command}", "generate.read=stdout"]
    assert open_program("command:", settings=settings).generate(1).rounds_declared is None
    finished = open_program("command:", settings=[*settings, "generate.finished=true"]).generate(1)
    assert finished.rounds_declared == event.rounds_recorded


def test_py4swiss_is_found_beside_the_interpreter(event: Event) -> None:
    """A real engine, out of the box, by the edition that it implements, with its name and version."""
    program = open_program("py4swiss")
    played = event_of(Trial.PLAIN, "dutch-2017", 5)
    assert same(program.pair(cut_before_round(played, 4), 4), recorded_pairing(played, 4))
    assert (program.identity.name, program.identity.version) == ("py4swiss", "0.3.1")
    assert event.rounds_recorded == 5


# --- files for a program ----------------------------------------------------------------------------------------------


def lines_for(event: Event, *settings: str) -> dict[str, str]:
    """Return the lines of the file that a program gets, by their codes."""
    form = described("gacrux", ["input.dialect=trf26", "input.system_code=FIDE_DUTCH_2026", *settings]).input
    return {line[:3]: line for line in file_for(event, form).decode().splitlines()}


def test_a_code_that_a_program_does_not_accept_is_left_out(event: Event) -> None:
    """Field 192 stays where it is known."""
    accepted = 'input.known_codes=["FIDE_DUTCH_2026", "FIDE_DUTCH_2017"]'
    assert lines_for(event, accepted)["192"] == "192 FIDE_DUTCH_2026"
    assert "192" not in lines_for(event, 'input.known_codes=["FIDE_DUTCH"]')


def test_the_letters_of_field_162_are_a_programs_own(event: Event) -> None:
    """One is called otherwise, one is not known; the values stand where they stood."""
    scored = replace(event, scoring=ScoringSystem(zero_point_bye=5, forfeit_loss=5))
    usual = lines_for(scored)["162"]
    assert "A 0.5" in usual
    changed = lines_for(scored, 'input.scoring_letters={A = "Z", L = ""}')["162"]
    assert changed.split() == usual.replace("L 0.0", "").replace("A 0.5", "Z 0.5").split()
    assert len(changed) == len(usual)


@pytest.mark.parametrize(
    ("players", "records"),
    [({2, 5}, ["XXP 2 5"]), ({2, 5, 3}, ["XXP 2 3", "XXP 2 5", "XXP 3 5"])],
)
def test_players_kept_apart_are_written_pair_by_pair_for_programs_that_read_pairs_only(
    event: Event, players: set[int], records: list[str]
) -> None:
    """Two are a pair already; py4swiss refuses a line of more."""
    apart = replace(event, forbidden=(ForbiddenGroup(players=frozenset(players)),))
    lines = file_for(apart, described("py4swiss").input).decode().splitlines()
    assert [line for line in lines if line.startswith("XXP")] == records
    whole = file_for(apart, replace(described("py4swiss").input, forbids_in_pairs=False)).decode().splitlines()
    assert [line for line in whole if line.startswith("XXP")] == ["XXP " + " ".join(map(str, sorted(players)))]


@pytest.mark.parametrize(("in_rows", "letters"), [(True, "UUZFF"), (False, "ZZZZZ")])
def test_byes_of_teams_stand_in_the_rows_of_players_for_programs_that_look_there(in_rows: bool, letters: str) -> None:
    """On the boards of a match only; the reserve of a team with a bye is absent."""
    question = load_suite("team-2026").questions[0]
    event = load_suite("team-2026").event(question)
    players = tuple(replace(event.players[0], tpn=tpn, rounds=(ABSENT,)) for tpn in range(1, 6))
    teams = tuple(replace(event.teams[0], number=number, players=of) for number, of in ((1, (1, 2, 3)), (2, (4, 5))))
    byes = replace(
        event,
        players=players,
        rounds_recorded=1,
        teams=teams,
        board_colours=(Colour.WHITE, Colour.BLACK),
        team_allocated_byes=TeamAllocatedByes(teams=(1,)),
        team_byes=(RequestedBye(round_number=1, tpn=2, result=Result.FULL_POINT_BYE),),
        virtual_points=(),
    )
    form = replace(described("bbppairings-sharly").input, team_byes_in_rows=in_rows)
    rows = [line.split() for line in file_for(byes, form).decode().splitlines() if line.startswith("001")]
    assert "".join(row[-1] for row in rows) == letters


@pytest.mark.parametrize(
    ("match_points", "game_points", "each_board", "is_other"),
    [
        (None, None, None, False),
        (10, 10, None, False),
        (10, 5, None, True),
        (20, 20, None, True),
        (None, None, 5, False),
        (None, None, 10, True),
    ],
)
def test_a_bye_of_a_team_is_usual_if_it_is_worth_a_draw(
    match_points: int | None, game_points: int | None, each_board: int | None, is_other: bool
) -> None:
    """On two boards, by record 320 or by half a point on each board in 162; a program may declare the others."""
    suite = load_suite("team-2026")
    event = next(one for one in map(suite.event, suite.questions) if team_event(one).boards == 2)
    byes = TeamAllocatedByes(match_points=match_points, game_points=game_points, teams=())
    found = replace(event, team_allocated_byes=byes, team_bye_points=each_board, match_points=None)
    assert EventFeature.OTHER_BYE_POINTS.occurs_in(found) is is_other


def test_an_event_that_no_file_can_hold_is_unsupported(event: Event) -> None:
    """A rating of five digits, say: told as a failure at that event."""
    first, *others = event.players
    with pytest.raises(ProgramError, match="does not fit into 4 columns") as caught:
        lines_for(replace(event, players=(replace(first, rating=10_000), *others)))
    assert caught.value.kind is FailureKind.UNSUPPORTED


@pytest.mark.parametrize(("system", "generates"), [("", True), ("dutch-2017", True), ("team-2026", False)])
def test_a_generator_makes_events_of_the_kind_of_the_first_system(system: str, generates: bool) -> None:
    """A program that pairs teams, too, generates events of players if its own system pairs players."""
    program = open_program("gacrux=true").with_system(system)
    assert program.claims.generates == generates
    with pytest.raises(ProgramError) as caught:
        program.generate(1)
    assert (caught.value.kind is FailureKind.UNSUPPORTED) == (not generates)


@pytest.mark.parametrize("name", ["bbppairings-5", "bbppairings-6", "bbppairings-sharly"])
@pytest.mark.parametrize(
    ("said", "version"),
    [
        ("v6.0.0 (Built Feb  1 2026 10:00:00)", "6.0.0"),
        ("non-release build (Built Nov 24 2026 03:38:30)", "non-release build (Built Nov 24 2026 03:38:30)"),
        ("VERSION_INFO (Built Nov 24 2026 00:43:40)", "VERSION_INFO (Built Nov 24 2026 00:43:40)"),
    ],
)
def test_every_build_of_bbppairings_tells_its_version(name: str, said: str, version: str) -> None:
    """A release tells its number, another build when it was built."""
    line = f"BBP Pairings (https://github.com/BieremaBoyzProgramming/bbpPairings) - {said}"
    program = open_program(name + "=true", settings=[f'version=["echo", "{line}"]'])
    assert program.identity.version == version


@pytest.mark.parametrize(
    ("rows", "declared", "features"),
    [
        (("2w1 U", "1b0 3w1", "Z 2b0"), {}, {EventFeature.ABSENCES}),
        (("2w1", "1b0"), {"rounds_declared": None}, {EventFeature.UNDECLARED_ROUNDS}),
        (("2w1", "1b0"), {"initial_colour": None}, {EventFeature.UNDECLARED_COLOUR}),
        (("2w1", "1b0"), {"initial_colour": Colour.BLACK}, {EventFeature.BLACK_FIRST}),
        (("2w0", "1b0"), {}, {EventFeature.UNUSUAL_RESULTS}),
        (("2w=", "1b0"), {}, {EventFeature.UNUSUAL_RESULTS}),
        (("2w=", "1b="), {}, set()),
        (("2wW", "1bL"), {}, {EventFeature.UNRATED_GAMES}),
        (("2w1 H", "1b0 F"), {}, {EventFeature.HALF_POINT_BYES, EventFeature.FULL_POINT_BYES, NO_GAMES}),
        (("2w1 U", "1b0 Z"), {}, {EventFeature.ABSENCES, NO_GAMES}),
        (("2w1", "1b0"), {"scoring": SCORINGS["zero-bye"]}, {EventFeature.OTHER_BYE_POINTS, WORTHLESS_BYE}),
        (("2w1", "1b0"), {"scoring": SCORINGS["half-bye"]}, {EventFeature.OTHER_BYE_POINTS}),
        (("2w1", "1b0"), {"scoring": SCORINGS["3-1-0"]}, {EventFeature.OTHER_SCORING}),
        (("2w1", "1b0"), {"system": DeclaredSystem(code="FIDE_DUTCH_BAKU")}, {EventFeature.ACCELERATION}),
        (("2w1", "1b0"), {"forbidden": (ForbiddenGroup(players=frozenset({1, 2})),)}, {EventFeature.FORBIDDEN_PAIRS}),
    ],
)
def test_features_of_events(rows: tuple[str, ...], declared: dict[str, object], features: set[EventFeature]) -> None:
    """Each feature alone; and a plain event has none."""
    known: dict[str, object] = {"rounds_declared": 5, "initial_colour": Colour.WHITE}
    event = with_ratings(written(rows, **(known | declared)))
    assert {feature for feature in EventFeature if feature.occurs_in(event)} == features


def with_ratings(event: Event) -> Event:
    """Return the event with a rating for each player."""
    return replace(event, players=tuple(replace(player, rating=2000) for player in event.players))


def test_a_player_without_a_rating_is_a_feature() -> None:
    """One is enough."""
    event = with_ratings(written(("2w1", "1b0"), rounds_declared=5, initial_colour=Colour.WHITE))
    assert not EventFeature.UNRATED_PLAYERS.occurs_in(event)
    first, *others = event.players
    assert EventFeature.UNRATED_PLAYERS.occurs_in(replace(event, players=(*others, replace(first, rating=None))))


def test_a_feature_that_is_not_supported_is_named(event: Event) -> None:
    """In a description by its name; another name is refused, and says which names there are."""
    program = open_program("command:true", settings=['unsupported=["forbidden-pairs"]'])
    assert program.claims.unsupported == (EventFeature.FORBIDDEN_PAIRS,)
    group = ForbiddenGroup(players=frozenset({1, 2}))
    with pytest.raises(ProgramError, match="does not support: forbidden-pairs") as caught:
        program.pair(replace(event, forbidden=(group,)), event.rounds_recorded + 1)
    assert caught.value.kind is FailureKind.NOT_ASKED
    with pytest.raises(RequestError, match="unsupported: 'byes' is not a feature of events; permitted are other-sc"):
        open_program("command:true", settings=['unsupported=["byes"]'])
