"""The files for CI servers: every option exists, and every command does what its comment says."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml
from support.projects import engine_without

from checker.suite.questions import load_suite
from pairproof.cli.main import _COMMANDS, main
from website.articles import read_tables

ROOT = Path(__file__).parents[2]
CI = ROOT / "ci"
ACTION_FILE = ROOT / "action.yml"
ACTION = yaml.safe_load(ACTION_FILE.read_text("utf-8"))
WORKFLOWS = ROOT / ".github" / "workflows"
GITLAB = yaml.safe_load((CI / "pairproof.gitlab-ci.yml").read_text("utf-8"))
STEPS = [step for step in ACTION["runs"]["steps"] if "run" in step]
SCRIPT = [*GITLAB["pairproof"]["before_script"], *GITLAB["pairproof"]["script"]]
PAGE = (ROOT / "docs" / "ci.md").read_text("utf-8")
SEED = "23"
"""Its first event has 16 players and five rounds."""
SYSTEM = "dubov-2026"
"""An edition with few questions."""
RIGHT, WRONG = engine_without(system=SYSTEM), engine_without("C10", system=SYSTEM)
WRONG_BY_DEFAULT = engine_without("C21")
"""Of the edition that is asked if no system is named."""


def commands_of(text: str) -> list[list[str]]:
    """Return the words of every command of ours in a script, or in an example of a page."""
    joined = re.sub(r"\\\n\s*", "", text)
    found = re.findall(r"^\s*(?:- )?(?:\w+=\S+ )?pairproof (\w[^#\n]*)", joined, re.MULTILINE)
    return [re.sub(r"\$\{\w+:\+([^}]*)\}", r"\1", line).split() for line in found]


def options_of(words: list[str], capsys: pytest.CaptureFixture[str]) -> set[str]:
    """Return the options that the help of a command tells."""
    action = [words[1]] if words[0] in ("campaign", "program") else []
    with pytest.raises(SystemExit):
        main([words[0], *action, "--help"])
    return set(re.findall(r"(?<![\w-])(--?[a-z][\w-]*)", capsys.readouterr().out))


@pytest.mark.parametrize(
    "text",
    ["\n".join(step["run"] for step in STEPS), "\n".join(SCRIPT), PAGE],
    ids=["action", "gitlab", "docs/ci.md"],
)
def test_every_option_that_is_named_exists(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Of every command that is named."""
    commands = commands_of(text)
    assert {"suite", "campaign"} <= {words[0] for words in commands} <= set(_COMMANDS)
    for words in commands:
        named = {word.partition("=")[0] for word in words if re.fullmatch(r"--?[a-z][\w-]*(=.*)?", word)}
        assert named <= options_of(words, capsys), words


# --- GitHub -----------------------------------------------------------------------------------------------------------


def test_every_input_of_the_action_is_described_and_used() -> None:
    """And none is used that there is not."""
    used = set(re.findall(r"\$\{\{ inputs\.([\w-]+) \}\}", ACTION_FILE.read_text("utf-8")))
    assert used == set(ACTION["inputs"])
    for about in ACTION["inputs"].values():
        assert about["description"]
        assert about.get("required", False) != ("default" in about)


def test_the_steps_of_the_action_take_inputs_as_values_only() -> None:
    """A value that the server writes into a script could be run as a part of it."""
    assert ACTION["runs"]["using"] == "composite"
    for step in STEPS:
        assert step["shell"] == "bash"
        assert "${{" not in step["run"]
        given = set(step.get("env", {})) | {"GITHUB_STEP_SUMMARY", "GITHUB_ACTION_PATH"}
        assert set(re.findall(r"\$\{?([A-Z_]+)", step["run"])) <= given


def test_the_action_installs_its_own_project() -> None:
    """Its path is that of its folder."""
    (path,) = re.findall(r'"\$GITHUB_ACTION_PATH(.*)"', STEPS[0]["run"])
    assert (Path(f"{ACTION_FILE.parent}{path}").resolve() / "pyproject.toml").is_file()


def test_one_line_of_a_workflow_is_enough() -> None:
    """The page shows it, and no input is required."""
    assert "    - uses: OWNER/pairproof@REF\n" in PAGE
    assert not any(about.get("required") for about in ACTION["inputs"].values())


def environment(here: Path, **variables: str) -> dict[str, str]:
    """Return the environment of a step: our command, and the engine of the project."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return os.environ | {"PATH": path, "PYTHONPATH": str(here), "PYTHONDONTWRITEBYTECODE": "1"} | variables


def bash(script: str, here: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a script as the servers do."""
    return subprocess.run(  # noqa: S603 - of our own files
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script],  # noqa: S607 - wherever it is
        cwd=here,
        env=environment(here, **variables),
        capture_output=True,
        text=True,
        check=False,
    )


def run_step(name: str, here: Path, **inputs: str) -> tuple[int, str]:
    """Run a step of the action; return its exit status and its summary."""
    step = next(step for step in STEPS if step["name"] == name)
    asked = {key: about.get("default", "") for key, about in ACTION["inputs"].items()} | inputs
    variables = {key: asked[value[len("${{ inputs.") : -len(" }}")]] for key, value in step["env"].items()}
    summary = here / f"{name}.md"
    done = bash(step["run"], here, GITHUB_STEP_SUMMARY=str(summary), **variables)
    assert not done.stderr.startswith("usage"), done.stderr
    return done.returncode, summary.read_text("utf-8")


def test_the_action_asks_the_suite_and_random_events(tmp_path: Path) -> None:
    """A right engine passes; all that is promised is written, and the summaries are Markdown."""
    (tmp_path / "engine.py").write_text(RIGHT)
    inputs: dict[str, Any] = {"program": "callable:engine:pair", "system": SYSTEM, "events": "1", "seed": SEED}
    status, summary = run_step("Conformance suite", tmp_path, **inputs)
    assert status == 0
    assert summary.startswith("# ")
    questions = load_suite(SYSTEM).questions
    counted = sum(not question.contested for question in questions)
    assert f"{SYSTEM}: {counted} of {len(questions)} questions right, 0 wrong" in summary
    (tmp_path / "known.toml").write_text("# nothing is known\n")
    status, summary = run_step("Random events", tmp_path, **inputs, expected="known.toml", budget="10m")
    assert status == 0
    assert summary.startswith("# ")
    written = {path.name for path in (tmp_path / "pairproof-out").iterdir()}
    assert written == {"suite.xml", *(f"campaign.{form}" for form in ("sqlite", "html", "xml", "sarif"))}


def test_a_wrong_answer_fails_the_step_though_its_table_is_kept(tmp_path: Path) -> None:
    """The summary says what misreading fits."""
    (tmp_path / "engine.py").write_text(WRONG_BY_DEFAULT)
    status, summary = run_step("Conformance suite", tmp_path, program="callable:engine:pair")
    assert status == 1
    assert "as if C21 were left out (2.4.16)" in summary


def workflow_steps(name: str) -> list[dict[str, Any]]:
    """Return the steps of all jobs of a workflow that run commands."""
    jobs = yaml.safe_load((WORKFLOWS / name).read_text("utf-8"))["jobs"]
    return [step for job in jobs.values() for step in job["steps"] if "run" in step]


@pytest.mark.parametrize("name", sorted(path.name for path in WORKFLOWS.iterdir()))
def test_a_workflow_names_targets_and_files_that_exist(name: str) -> None:
    """Targets of the Makefile, scripts, extras and options."""
    targets = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    script = "\n".join(step["run"] for step in workflow_steps(name))
    assert set(re.findall(r"\bmake ([\w-]+)", script)) <= targets
    for path in re.findall(r"(?<![\w./$\"])((?:ci|examples|tests)/[\w./-]+)", script):
        assert (ROOT / path).exists(), path
    for extras in re.findall(r"\.\[([\w,]+)\]", script):
        assert set(extras.split(",")) <= set(project["optional-dependencies"])


def test_the_engines_that_can_be_installed_are_asked_every_week(tmp_path: Path) -> None:
    """The commands of the workflow run, here with two programs of ours in the place of the engines."""
    schedule = yaml.safe_load((WORKFLOWS / "engines.yml").read_text("utf-8"))
    assert schedule[True]["schedule"]  # YAML reads the key 'on' as true
    [step] = [step for step in workflow_steps("engines.yml") if "pairproof suite" in step["run"]]
    for name in ("first.py", "second.py"):
        (tmp_path / name).write_text(RIGHT)
    asked = re.sub(r'"\$\{engines\[@\]\}"', "callable:first:pair callable:second:pair", step["run"]).replace(
        "dutch-2026 dutch-2017", SYSTEM
    )
    assert "callable:first:pair callable:second:pair" in asked
    done = bash(asked, tmp_path, GITHUB_STEP_SUMMARY=str(tmp_path / "summary.md"))
    assert done.returncode == 0, done.stderr
    assert set(read_tables(tmp_path / "docs" / "tables")) == {SYSTEM}
    assert "| article |" in (tmp_path / "summary.md").read_text("utf-8")


# --- GitLab -----------------------------------------------------------------------------------------------------------


def test_the_job_of_gitlab_goes_on_after_wrong_answers_and_fails_at_the_end(tmp_path: Path) -> None:
    """So that one run tells everything; what it leaves is where its artifacts are looked for."""
    (tmp_path / "engine.py").write_text(WRONG)
    variables = {name: value for name, value in GITLAB["variables"].items() if name.startswith("PAIRPROOF_")}
    assert {type(value) for value in variables.values()} == {str}
    asked = {
        "PAIRPROOF_PROGRAM": "callable:engine:pair",
        "PAIRPROOF_SYSTEM": SYSTEM,
        "PAIRPROOF_EVENTS": "1",
        "PAIRPROOF_SEED": SEED,
    }
    done = bash("\n".join(SCRIPT), tmp_path, **variables | asked)
    assert done.returncode == 1
    assert "as if C10 were left out (2.3.6)" in done.stdout
    artifacts = GITLAB["pairproof"]["artifacts"]
    assert all((tmp_path / path).is_dir() for path in artifacts["paths"])
    found = {path.name for path in tmp_path.glob(artifacts["reports"]["junit"])}
    assert found == {"suite.xml", "campaign.xml"}


def test_every_variable_of_the_job_is_declared() -> None:
    """With a value to begin with."""
    used = set(re.findall(r"\$\{?(PAIRPROOF_\w+)", "\n".join([*SCRIPT, GITLAB["pairproof"]["image"]["name"]])))
    assert used == set(GITLAB["variables"])


# --- Docker -----------------------------------------------------------------------------------------------------------


def instructions() -> list[tuple[str, str]]:
    """Return the instructions of the Dockerfile."""
    text = re.sub(r"(?m)^#.*\n", "", (CI / "Dockerfile").read_text("utf-8"))
    lines = re.sub(r"\\\n\s*", " ", text).split("\n")
    return [(word, rest) for word, _, rest in (line.partition(" ") for line in lines if line.strip())]


def test_the_image_has_two_stages_of_which_the_last_has_no_compiler() -> None:
    """It runs our command as an unprivileged user in the folder of the program."""
    known = {"FROM", "RUN", "COPY", "WORKDIR", "ENV", "USER", "ENTRYPOINT", "CMD"}
    found = instructions()
    assert {word for word, _ in found} <= known
    stages = [place for place, (word, _) in enumerate(found) if word == "FROM"]
    assert len(stages) == 2
    build, last = found[: stages[1]], found[stages[1] :]
    assert any("g++" in rest for _, rest in build)
    assert not any("apt-get" in rest or "g++" in rest for _, rest in last)
    assert found[0][1].endswith(" AS build")
    assert any("from=build," in rest for _, rest in last)
    settled = dict(last)
    assert settled["USER"] != "root"
    assert (settled["WORKDIR"], settled["ENTRYPOINT"]) == ("/work", '["pairproof"]')


def test_the_image_is_built_of_all_that_the_wheel_consists_of() -> None:
    """Everything else is left out of the context."""
    lines = (CI / "Dockerfile.dockerignore").read_text("utf-8").splitlines()
    assert "*" in lines
    taken = {line.removeprefix("!") for line in lines if line.startswith("!")}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    packages = project["tool"]["scikit-build"]["wheel"]["packages"]
    assert taken == {*packages, "pyproject.toml", "CMakeLists.txt", project["project"]["readme"], "LICENSE"}
    assert all((ROOT / name).exists() for name in taken)
