# Every task of the project, for people, hooks and CI alike. `make` lists them.
#
# The environment lies in .venv and is made when first needed; .venv/.run and .venv/.dev tell when
# it was last brought up to date, so that a change of dependencies installs again.

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
SHELL := /bin/bash

# The first Python on the PATH that is new enough; PYTHON=... picks another.
PYTHON ?= $(shell for python in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$python && break; done)
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
# Two worker processes, a test file each: the browser tests of one file share a server and a browser.
PYTEST := $(BIN)/python -m pytest
PARALLEL ?= -n 2 --dist loadfile

##@ Use

.PHONY: run
run: .venv/.run  ## open the dashboard on the bundled sample runs (PORT=8600, ARGS="PATH ...")
	@$(BIN)/lanescope view $(if $(PORT),--port $(PORT)) $(ARGS)

.PHONY: install
install: .venv/.run  ## make the environment, without the tools of development

##@ Develop

.PHONY: test
test: .venv/.dev  ## run the tests (ARGS="-k words", or a file)
	@$(PYTEST) $(PARALLEL) $(ARGS)

.PHONY: check
check: format-check lint types imports test  ## everything that has to hold before a change lands

.PHONY: format
format: .venv/.dev  ## format the code and sort its imports
	@$(BIN)/ruff format --quiet .
	@$(BIN)/ruff check --quiet --select I --fix .

.PHONY: format-check
format-check: .venv/.dev  ## is the code formatted?
	@$(BIN)/ruff format --check .

.PHONY: lint
lint: .venv/.dev  ## ruff, every rule but the ones that pyproject.toml excuses
	@$(BIN)/ruff check .

.PHONY: types
types: .venv/.dev  ## mypy, strict
	@$(BIN)/mypy

.PHONY: imports
imports: .venv/.dev  ## the directions of imports, as docs/architecture.md draws them
	@$(BIN)/lint-imports

.PHONY: slow
slow: .venv/.dev  ## the long tests: simulations, kills, loads (ARGS="-k words" for a part of them)
	@$(PYTEST) -m slow $(ARGS)

.PHONY: bench
bench: .venv/.dev  ## the benchmarks, with their figures
	@$(PYTEST) -m bench -s tests/bench $(ARGS)

.PHONY: pictures
pictures: .venv/.dev  ## make the pictures of docs/tour.md from the bundled sample (needs Chromium)
	@$(BIN)/python tests/browser/make_pictures.py

.PHONY: wheel
wheel: .venv/.dev  ## build the wheel into dist/
	@$(BIN)/python -m build --wheel --no-isolation

.PHONY: hooks
hooks:  ## let git run the checks before a commit (needs pre-commit)
	@pre-commit install

.PHONY: clean
clean:  ## remove the environment and everything that was made
	@rm -rf .venv build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

.PHONY: help
help:  ## list the tasks
	@awk 'BEGIN {FS = ":.*## "} /^##@/ {printf "\n%s\n", substr($$0, 5)} \
		/^[a-z-]+:.*## / {printf "  make %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

# --- the environment ---

$(BIN)/python:
	@if [ -z "$(PYTHON)" ]; then echo "Lanescope needs Python 3.11 or newer; none is on the PATH." >&2; exit 1; fi
	@echo "Making .venv with $$($(PYTHON) --version)"
	@$(PYTHON) -m venv .venv || { rm -rf .venv; \
		echo "Python's venv module is incomplete; on Debian and Ubuntu: apt install python3-venv" >&2; exit 1; }

.venv/.run: pyproject.toml constraints.txt | $(BIN)/python
	@echo "Installing Lanescope and what it needs into .venv"
	@$(PIP) install -c constraints.txt -e .
	@touch $@

.venv/.dev: pyproject.toml constraints.txt | $(BIN)/python
	@echo "Installing Lanescope and the tools of its development into .venv"
	@$(PIP) install -c constraints.txt -e '.[dev]'
	@touch $@
	@touch .venv/.run
