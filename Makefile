# make demo       check the example events, run a campaign with py4swiss, and write a report on each
# make check      style, types, and the tests of what was changed since main: a minute or two
# make test       everything that must hold, but for what takes long: some minutes on two cores
# make test-all   everything that must hold, with new examples for what is tested by examples
# make docs       the documentation site in out/site, every link checked; make dist   the package in dist, tried elsewhere
# make bundle     an application folder in out/bundle for people without Python, tried in an empty environment
# All make the environment they need, in .venv; nothing outside this folder is changed, except that make test
# installs Debian's chromium where it may.

PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV := .venv
BIN := $(VENV)/bin
KERNEL := CMakeLists.txt $(wildcard reference_engines/kernel/*)
BUILD_TOOLS := "scikit-build-core>=0.10" "nanobind>=2.2" $(if $(shell command -v cmake),,"cmake>=3.20")

.PHONY: demo check test test-all collected style bench compare conformance browser dist bundle docs clean

demo: $(VENV)/built $(BIN)/py4swiss
	$(BIN)/python examples/demo.py

# An independent engine, which the demo puts to the test.
$(BIN)/py4swiss: | $(VENV)/built
	$(BIN)/python -m pip install --quiet --disable-pip-version-check "py4swiss==0.3.1"

check: style
	$(BIN)/python tests/support/changed_tests.py | xargs -r $(BIN)/python -m pytest -q --numprocesses=auto -m "not slow"

# One more than cores: a test that waits for a process or a browser leaves its core to the others.
TEST_PROCESSES := $(shell expr 1 + $$(getconf _NPROCESSORS_ONLN))

# Modules are compiled once for the processes that tests and measurements start, whatever the environment says.
check test test-all collected bench: export PYTHONDONTWRITEBYTECODE :=

# As in the command line: threads that wait for matrices to multiply would take the cores from the other tests.
check test test-all: export OPENBLAS_NUM_THREADS := 1

test: browser
	$(MAKE) --no-print-directory --jobs=2 --output-sync=target style collected
	$(BIN)/python -m pytest --numprocesses=$(TEST_PROCESSES) --dist=worksteal -m "not slow"

test-all: style browser bundle $(BIN)/sphinx-build
	$(BIN)/python -m pytest --numprocesses=$(TEST_PROCESSES) --dist=worksteal --hypothesis-profile=exploring

# The tests are compiled once, beside the types, and not by each of the processes that run them.
collected: $(VENV)/ready
	$(BIN)/python -m pytest --collect-only --quiet > /dev/null

style: $(VENV)/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(VENV)/ready
	$(BIN)/python -m pytest tests/benchmarks -o python_files='bench_*.py' -o python_functions='bench_*' \
	  --benchmark-only --benchmark-columns=min,median,rounds --benchmark-sort=min --benchmark-max-time=0.5
	PYTHONPATH=tests $(BIN)/python -m benchmarks.growth
	PYTHONPATH=tests $(BIN)/python -m benchmarks.endorsement
	PYTHONPATH=tests $(BIN)/python -m benchmarks.table

# The optimiser against the literal engines, at full size: five to seven minutes for each edition.
compare: $(VENV)/ready
	for edition in 2026 2017; do PYTHONPATH=tests $(BIN)/python -m batches.compare_literal --edition $$edition \
	  --brackets 100000 --events 20000 --seed 1 || exit 1; done

# What is missing of the conformance suites, edition by edition: hours for the whole of a Dutch one, minutes for others.
conformance: $(VENV)/ready
	for edition in $(notdir $(patsubst %/index.json,%,$(wildcard conformance/*/index.json))); do \
	  PYTHONPATH=tests $(BIN)/python -m batches.make_suite $$edition --seed 1 || exit 1; done

$(BIN)/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or later is needed")'
	$(PYTHON) -m venv $(VENV)

$(VENV)/built: pyproject.toml $(KERNEL) | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check $(BUILD_TOOLS)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation --editable .
	touch $@

$(VENV)/ready: $(VENV)/built
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation --editable ".[test]"
	touch $@

# The page is tested in the browser of the system; without one those tests are left out, and say so.
browser:
	@if command -v chromium >/dev/null || command -v chromium-browser >/dev/null; then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  echo "Installing chromium for the tests of the page..."; \
	  { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium; } >/dev/null 2>&1 \
	    || echo "*** chromium could not be installed: the tests of the page in a browser will be LEFT OUT ***"; \
	else \
	  echo "*** No chromium here: the tests of the page in a browser will be LEFT OUT ***"; \
	fi

# The source distribution, and a wheel made of nothing else, tried in an empty environment away from here.
dist: $(VENV)/built
	$(BIN)/python -m pip install --quiet --disable-pip-version-check build
	$(BIN)/python -m build --outdir dist .
	rm -rf build/empty && $(BIN)/python -m venv build/empty
	build/empty/bin/python -m pip install --quiet --disable-pip-version-check dist/pairproof-*.whl
	cd build/empty && bin/python ../../examples/first_use.py

# Built by an environment that holds nothing but what is bundled, and away from the sources, so that they are not found.
bundle: | $(BIN)/python
	rm -rf build/bundle out/bundle && $(BIN)/python -m venv build/bundle
	build/bundle/bin/python -m pip install --quiet --disable-pip-version-check ".[bundle]"
	cd build/bundle && bin/python -m PyInstaller --log-level ERROR --noconfirm --distpath ../../out/bundle ../../ci/bundle/pairproof.spec
	$(BIN)/python ci/bundle/try_bundle.py out/bundle/pairproof

# The documentation site, into out/site: strict, and without a network once its tools are here.
docs: $(VENV)/built $(BIN)/sphinx-build
	PYTHONPATH=docs $(BIN)/python -m website.build out/site

$(BIN)/sphinx-build: | $(VENV)/built
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation --editable ".[docs]"

clean:
	rm -rf $(VENV) build dist out
