# Nolpan. `make` lists the targets; `make run` and `make test` need nothing before them.
.DEFAULT_GOAL := help
.PHONY: help setup web run play test fast check static format lint types imports template contracts build bench simulate audit lock clean

PY := .venv/bin/python

help:  ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-9s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup:
	@local/bin/setup dev

web: setup
	@local/bin/web try

run: setup web  ## the whole stack on this machine, until Ctrl-C
	@$(PY) -m local.stack

play: setup  ## a game in this terminal, against whoever joins your room
	@$(PY) -m local.play $(ARGS)

test: setup  ## every test (about ten minutes)
	@$(PY) -m pytest -m "not demand" -n 2 --dist worksteal

fast: setup  ## the fast tests (a minute and a half)
	@$(PY) -m pytest -m "not slow and not demand" -n 2 --dist worksteal -q

check: static fast  ## format, lint, types, import rules, template, fast tests

static: format lint types imports template

format: setup
	@$(PY) -m ruff format --check .

lint: setup
	@$(PY) -m ruff check .

types: setup
	@$(PY) -m mypy

imports: setup
	@.venv/bin/lint-imports

template:
	@local/bin/sam validate --lint

build:  ## the Lambda artefact, with sam build (needs Python 3.13)
	@local/bin/sam build

contracts: setup  ## write docs/*.yaml, docs/rejections.md and the web client's types from the code
	@$(PY) -m local.contracts

bench: setup  ## what a move costs, in calls, bytes and CPU
	@$(PY) -m bench

simulate: setup  ## 10,000 seeded games in which everything goes wrong (a quarter of an hour)
	@$(PY) -m tests.simulation --worlds 10000

audit: setup  ## checkov, and known faults in locked packages (needs the network)
	@local/bin/setup audit
	@$(PY) -m local.audit

lock: setup  ## write the lock files anew from the .in files
	@for name in bundle/requirements requirements/dev requirements/sam requirements/audit; do \
	  echo "$$name.txt"; \
	  .venv/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header \
	    --no-annotate $$name.in -o $$name.txt || exit 1; \
	done

clean:  ## remove what was built and set up here
	rm -rf .venv .venv-sam .venv-audit .aws-sam .local .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
