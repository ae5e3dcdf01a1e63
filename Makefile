# `make` starts the site, `make test` checks everything, `make help` explains the rest.

PYTHON ?= python3.11
HOST ?= 127.0.0.1
PORT ?= 8000

BIN := .venv/bin
MANAGE := $(BIN)/python manage.py
PYTEST := $(BIN)/python -m pytest
C_FILES := $(wildcard native/*/*.[ch] native/*/*/*.[ch])
APT := On Debian or Ubuntu: sudo apt install python3.11 python3.11-venv python3.11-dev gcc make

MAKEFLAGS += --no-print-directory

# What fails is tried once more, alone: chance is told from faults, and the log shows both.
twice = $(PYTEST) $(1) || $(PYTEST) $(1) --last-failed

install = $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile \
	--require-hashes

refuse = { echo "$(1) $(APT)" >&2; exit 1; }

.PHONY: run worker setup dev demo test test-fast test-unit test-native test-services test-e2e bench \
	lint format lock clean help

run: demo ## Set up, migrate, make demo data and serve with a worker (PORT=8000 HOST=127.0.0.1)
	@nice $(MANAGE) db_worker --no-reload & worker=$$!; trap 'kill $$worker 2>/dev/null' EXIT INT TERM; \
		$(MANAGE) serve --host $(HOST) --port $(PORT)

worker: setup ## Do the work that pages ask for, such as runs of the generator
	@$(MANAGE) db_worker --no-reload

setup: .venv/.installed .venv/.built ## Make .venv with what running needs, build the C core

dev: setup .venv/.developing ## Add what tests and optional parts need (PostgreSQL, Redis, Dask, SAT)

.venv/.installed: requirements.txt
	@command -v $(PYTHON) >/dev/null || $(call refuse,Hanabi Lab needs Python 3.11 and found no $(PYTHON).)
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || $(call refuse,$(PYTHON) cannot make virtual environments.)
	@command -v $(CC) >/dev/null || $(call refuse,Hanabi Lab needs a C compiler and found no $(CC).)
	@test -f "$$($(PYTHON) -c 'import sysconfig; print(sysconfig.get_path("include"))')/Python.h" \
		|| $(call refuse,$(PYTHON) comes without its C headers.)
	@echo "Installing the locked requirements into .venv (once, half a minute)"
	@$(PYTHON) -m venv .venv
	@$(install) -r $<
	@touch $@

.venv/.developing: .venv/.installed requirements-dev.txt
	@echo "Installing what tests need into .venv (once, under a minute)"
	@$(install) -r requirements-dev.txt
	@touch $@

.venv/.built: .venv/.installed pyproject.toml setup.py native/_build.py $(C_FILES)
	@echo "Building the C core"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check \
		--no-deps --no-build-isolation --editable .
	@touch $@

demo: setup ## Make the demo data: finished games of agents; a worker imports games of people
	@$(MANAGE) prepare

test: dev ## Check everything: style, types, C under sanitizers, units, a real browser
	@$(MAKE) lint
	@$(MAKE) test-native
	@$(MAKE) test-unit
	@$(MAKE) test-services
	@$(MAKE) test-e2e

test-fast: lint ## Check style, types and the quick tests, in under a minute
	$(PYTEST) -m "not slow and not e2e"

test-unit: dev ## Run all tests that need no browser
	$(call twice,-m "not e2e")

test-native: dev ## Compile the C core without warnings and run its tests under the sanitizers
	$(CC) -std=c11 -Wall -Wextra -Werror -Inative -fsyntax-only $(filter %.c,$(C_FILES))
	tests/native/run_sanitized.sh

test-services: dev ## Run the table's tests on HANABI_TEST_POSTGRES_URL and HANABI_TEST_REDIS_URL
ifneq ($(HANABI_TEST_POSTGRES_URL)$(HANABI_TEST_REDIS_URL),)
	DATABASE_URL=$(HANABI_TEST_POSTGRES_URL) REDIS_URL=$(HANABI_TEST_REDIS_URL) \
		$(PYTEST) -m "not slow and not e2e" --create-db tests/game
else
	@echo "No PostgreSQL or Redis to test on; see make help."
endif

test-e2e: dev ## Play in a real Chromium
	$(call twice,-m e2e tests/e2e)

bench: export OPENBLAS_NUM_THREADS = 1 # NumPy's idle threads spin, and would be timed with us
bench: setup ## Measure the engine: games a second, instructions a move, empathy
	$(BIN)/python -m native.bench
	$(BIN)/python -m native.bench.rules
	$(BIN)/python -m native.bench.empathy
	$(BIN)/python -m native.bench.reduced_games
	$(BIN)/python -m native.bench.solver

lint: dev ## Check style, types and the direction of imports
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/clang-format --dry-run -Werror $(C_FILES)
	$(BIN)/mypy
	$(BIN)/lint-imports

format: dev ## Rewrite Python and C in the house style
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	$(BIN)/clang-format -i $(C_FILES)

lock: ## Resolve the requirements anew (maintainers; needs uv)
	@command -v uv >/dev/null || { echo "make lock needs uv: https://docs.astral.sh/uv/" >&2; exit 1; }
	uv pip compile pyproject.toml --extra dev --output-file requirements-dev.txt $(LOCK_OPTIONS)
	uv pip compile pyproject.toml --extra build --constraint requirements-dev.txt \
		--output-file requirements.txt $(LOCK_OPTIONS)

LOCK_OPTIONS := --quiet --generate-hashes --python-version 3.11 \
	--custom-compile-command "make lock"

clean: ## Remove everything that was built, but no game
	rm -rf .venv build staticfiles *.egg-info native/_core.c native/*.so
	find . -name __pycache__ -prune -exec rm -rf {} +

help: ## Show this help
	@sed -n 's/^\([a-z0-9-]*\):.*## \(.*\)/\1\t\2/p' $(MAKEFILE_LIST) | expand -t 16
