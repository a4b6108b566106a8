# `make` or `make help` lists what there is.

.DEFAULT_GOAL := help

PYTHON ?= python3
BIN := .venv/bin
# An interpreter that was named is taken or refused; without a name a supported one is looked for.
CHOICE := $(if $(filter file,$(origin PYTHON)),,--python "$(PYTHON)")
# Two workers, so that at most two tests with ROS nodes run at once; a file stays with one worker and shares its nodes.
PYTEST := $(BIN)/python -m pytest -n 2 --dist loadfile

.PHONY: help setup demo test test-all rtamt pyrvo lint bench mutation lock clean

help: ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1\t/' | expand -t 18

setup: ## put everything into .venv (PYTHON=python3.12 names the interpreter)
	@command -v $(PYTHON) >/dev/null || { echo "setup: $(PYTHON) is missing: install Python 3.11, 3.12 or 3.13 (package python3)." >&2; exit 1; }
	@$(PYTHON) scripts/setup $(CHOICE)

demo: setup ## run the demo episode: table of verdicts, recording and picture
	@$(BIN)/arena run world:=hospital_1 scenario:=demo seed:=1

test: lint ## the fast tests (at most 8 minutes)
	$(PYTEST) -m "not slow"

test-all: lint rtamt pyrvo ## all tests (at most 45 minutes)
	$(PYTEST)

# Compared with, not depended on: beside the environment, and only where its parser works (docs/testing.md).
rtamt: setup
	@$(BIN)/python -c 'import sys; sys.exit(sys.version_info >= (3, 13))' \
	|| { echo "rtamt does not work with this Python; its comparison is left out."; exit 0; } \
	&& { test -d build/rtamt/rtamt || $(BIN)/python -m pip install --quiet --no-deps --target build/rtamt \
	rtamt==0.4.10 antlr4-python3-runtime==4.7; }

# Compared with, not depended on: without its own dependencies, which bring a second simulator and plotting.
pyrvo: setup
	@test -d build/pyrvo/pyrvo || $(BIN)/python -m pip install --quiet --no-deps --target build/pyrvo pyrvo==0.4.3

lint: setup ## style, formatting and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: pyrvo ## real-time factors, and costs beside the bare libraries (about five minutes)
	@$(BIN)/arena bench

mutation: setup ## change the judging code in 150 places, one at a time, and list what no test notices (about 10 minutes)
	@$(BIN)/python scripts/mutation $(OPTIONS)

lock: ## pin the newest versions in requirements/*.lock (python3.11, 3.12 and 3.13 must be on PATH)
	@$(PYTHON) scripts/setup --lock

clean: ## delete the environment and everything that was built
	rm -rf .venv build install log dist *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis
