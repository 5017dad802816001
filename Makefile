PYTHON ?= python3.11
VENV := .venv
BIN := $(VENV)/bin

.PHONY: demo test bench clean

$(VENV)/ready: pyproject.toml CMakeLists.txt $(wildcard reference_engines/kernel/*)
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet "scikit-build-core>=0.10" "nanobind>=2.2"
	$(BIN)/python -m pip install --quiet --no-build-isolation --editable ".[test]"
	touch $@

test: $(VENV)/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m pytest

clean:
	rm -rf $(VENV) build dist out
