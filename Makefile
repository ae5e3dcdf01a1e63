# `make` starts the site, `make test` checks everything, `make help` explains the rest.

PYTHON ?= python3.11
HOST ?= 127.0.0.1
PORT ?= 8000

BIN := .venv/bin
MANAGE := $(BIN)/python manage.py
PYTEST := $(BIN)/python -m pytest
C_FILES := $(wildcard native/*/*.[ch] native/*/*/*.[ch] tests/bench/*.c)
APT := On Debian 12, or Ubuntu with ppa:deadsnakes/ppa: sudo apt install python3.11 python3.11-venv python3.11-dev gcc make

# Two jobs: build the C core while packages are installed. Skip make's built-in rules.
MAKEFLAGS += --no-print-directory --no-builtin-rules $(if $(filter 0,$(MAKELEVEL)),--jobs=2)

# Always cache compiled Python in build/: without the cache every process, and tests start many,
# compiles two thousand files.
export PYTHONPYCACHEPREFIX := $(CURDIR)/build/pycache
unexport PYTHONDONTWRITEBYTECODE

# One test process per core; an idle one takes tests from the others.
SPREAD := --numprocesses auto --dist worksteal
# One more where tests wait for servers and pages.
CROWD := --numprocesses $$(($$(getconf _NPROCESSORS_ONLN) + 1))

install = $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile \
	--require-hashes

refuse = { echo "$(1) $(APT)" >&2; exit 1; }

.PHONY: run worker setup dev demo test test-fast signature test-long test-js test-native test-services \
	test-e2e collected coverage mutate train-setup bench load soak lint lint-style lint-types lint-imports lint-js \
	format lock clean help

run: demo ## Set up, migrate, make demo data and serve with a worker (PORT=8000 HOST=127.0.0.1)
	@nice $(MANAGE) db_worker --no-reload & worker=$$!; trap 'kill $$worker 2>/dev/null' EXIT INT TERM; \
		$(MANAGE) serve --host $(HOST) --port $(PORT)

worker: setup ## Run the worker, for long tasks such as runs of the generator
	@$(MANAGE) db_worker --no-reload

setup: .venv/.installed .venv/.built ## Create .venv with the site's requirements, build the C core

dev: setup .venv/.developing ## Add the packages for tests and optional parts (PostgreSQL, Redis, Dask, SAT)

.venv/.made: requirements.txt
	@command -v $(PYTHON) >/dev/null || $(call refuse,Hanabi Lab needs Python 3.11 and found no $(PYTHON).)
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || $(call refuse,$(PYTHON) cannot create virtual environments.)
	@command -v $(CC) >/dev/null || $(call refuse,Hanabi Lab needs a C compiler and found no $(CC).)
	@test -f "$$($(PYTHON) -c 'import sysconfig; print(sysconfig.get_path("include"))')/Python.h" \
		|| $(call refuse,The C headers of $(PYTHON) are missing.)
	@echo "Creating .venv with the packages that build the C core"
	@$(PYTHON) -m venv .venv
	@awk '/^[a-z]/ { ours = /^(cffi|pycparser|setuptools)==/ } ours' $< >.venv/building.txt
	@$(install) -r .venv/building.txt
	@touch $@

.venv/.installed: requirements.txt .venv/.made
	@echo "Installing the locked requirements into .venv (once, half a minute)"
	@$(install) -r $<
	@touch $@

.venv/.developing: .venv/.installed requirements-dev.txt
	@echo "Installing the packages for tests into .venv (once, under a minute)"
	@$(install) -r requirements-dev.txt
	@touch $@

.venv/.built: .venv/.made pyproject.toml setup.py native/_build.py $(C_FILES)
	@echo "Building the C core"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check \
		--no-deps --no-build-isolation --editable .
	@touch $@

demo: setup ## Make the demo data: finished games of agents; a worker imports games of people
	@$(MANAGE) prepare

test: dev ## Check everything: style, types, C under sanitizers, units, a real browser
	@$(MAKE) --output-sync lint collected
	@$(MAKE) test-js
	@$(MAKE) signature CHECK=1
	@$(MAKE) test-long
	@$(MAKE) test-native
	@$(MAKE) test-services
	@$(MAKE) test-e2e

test-fast: lint test-js ## Check style and types, and run the quick tests, in a minute
	$(PYTEST) $(SPREAD) --hypothesis-profile=$(or $(HYPOTHESIS_PROFILE),few) -m "not long and not slow and not e2e"

# Runs beside mypy. Without it, processes of tests that start together would each compile everything.
collected: dev ## Collect all tests, and so compile them and what they import
	@$(PYTEST) --collect-only -qq >build/collected || { tail -50 build/collected; exit 1; }

signature: dev ## Print one number for the behaviour of all agents; CHECK=1 compares it with git's
	@$(BIN)/python -m tests.signature $(if $(CHECK),--check)

test-long: dev ## Run the tests that test-fast leaves out, and test-fast in a copy with the changes of docs/contributing.md
	$(PYTEST) $(CROWD) --dist worksteal -m "not e2e and (slow or long and not native)"

test-js: dev ## Run the tests of the pages' JavaScript (needs Node.js)
	@tests/js/check.sh install
	@tests/js/check.sh units

test-native: dev ## Compile C with warnings as errors, run its tests under sanitizers
	$(CC) -std=c11 -Wall -Wextra -Werror -Inative -fsyntax-only $(filter %.c,$(C_FILES))
	tests/native/run_sanitized.sh $(SPREAD)

test-services: dev ## Run the table's tests on HANABI_TEST_POSTGRES_URL and HANABI_TEST_REDIS_URL
ifneq ($(HANABI_TEST_POSTGRES_URL)$(HANABI_TEST_REDIS_URL),)
	DATABASE_URL=$(HANABI_TEST_POSTGRES_URL) REDIS_URL=$(HANABI_TEST_REDIS_URL) \
		$(PYTEST) $(SPREAD) -m "django_db and not slow" --create-db tests/game tests/site/test_backup.py
else
	@echo "No PostgreSQL or Redis to test on; see make help."
endif

test-e2e: dev ## Test in a real Chromium, the main journeys in Firefox too
	$(PYTEST) $(CROWD) --dist loadfile -m e2e tests/e2e

coverage: dev ## Run the quick tests and print the lines and branches they reach, package by package
	$(BIN)/coverage erase
	$(BIN)/coverage run -m pytest $(SPREAD) -m "not slow and not e2e"
	tests/native/run_covered.sh $(SPREAD)
	@$(BIN)/python -m tests.reached

mutate: dev .venv/.mutating ## Mutate lines that differ from BASE=main (or, after COLLECT=tests, SAMPLE=100 random lines) and list what no test notices
	$(BIN)/python -m tests.mutate $(or $(BASE),main) $(if $(COLLECT),--collect $(COLLECT)) \
		$(if $(SAMPLE),--sample $(SAMPLE) --seed $(or $(SEED),sample))

.venv/.mutating: .venv/.developing requirements-mutation.txt
	@$(install) -r requirements-mutation.txt
	@touch $@

bench: export OPENBLAS_NUM_THREADS = 1 # NumPy's idle threads spin and would distort the timings
bench: dev ## Measure the engine: games per second, instructions per move, empathy; and a move at a table
	$(BIN)/python -m tests.bench
	$(BIN)/python -m tests.load --tables 20 --seconds 10

load: dev ## Measure how many tables a server carries (TABLES=50 SECONDS=30 URL=https://… MORE="--readers 3"; MORE=--help lists all)
	$(BIN)/python -m tests.load --tables $(or $(TABLES),50) --seconds $(or $(SECONDS),30) $(if $(URL),--url $(URL)) $(MORE)

soak: dev ## Kill a server at random moments of games and check that nothing is lost (KILLS=1000 MORE="--tables 6")
	$(BIN)/python -m tests.soak --kills $(or $(KILLS),1000) $(MORE)

lint: dev ## Check style, types and the direction of imports, all at once
	@$(MAKE) --output-sync lint-types lint-js lint-imports lint-style

lint-style: dev ## Check the style of Python and C, and that no large file was added
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/clang-format --dry-run -Werror $(C_FILES)
	$(PYTEST) --quiet tests/site/test_tracked_files.py

lint-types: dev ## Check the types of Python
	$(BIN)/mypy

lint-imports: dev ## Check that imports point one way
	$(BIN)/lint-imports

lint-js: dev ## Check the types of JavaScript (needs Node.js)
	@tests/js/check.sh install
	tests/js/check.sh types

format: dev ## Rewrite Python and C in the house style
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	$(BIN)/clang-format -i $(C_FILES)

train-setup: setup .venv/.training ## Add PyTorch, for `manage.py train` and `hcic` (docs/learning.md)

.venv/.training: .venv/.installed requirements-train.txt
	@echo "Installing PyTorch into .venv (once, a minute or two)"
	@$(install) -r requirements-train.txt \
		|| { echo "PyTorch's builds without CUDA have their own index: docs/learning.md" >&2; exit 1; }
	@touch $@

lock: ## Resolve the requirements again (maintainers; needs uv)
	@command -v uv >/dev/null || { echo "make lock needs uv: https://docs.astral.sh/uv/" >&2; exit 1; }
	uv pip compile pyproject.toml --extra dev --output-file requirements-dev.txt $(LOCK_OPTIONS)
	uv pip compile pyproject.toml --extra build --constraint requirements-dev.txt \
		--output-file requirements.txt $(LOCK_OPTIONS)
	uv pip compile pyproject.toml --extra build --extra postgres --extra redis \
		--constraint requirements-dev.txt --output-file requirements-server.txt $(LOCK_OPTIONS)
	uv pip compile pyproject.toml --extra mutation --constraint requirements-dev.txt \
		--output-file requirements-mutation.txt $(LOCK_OPTIONS)
	@mkdir -p build && echo "torch==$(TORCH)" >build/torch.txt
	@$(lock_train) 2>/dev/null \
		|| $(lock_train) --index $(TORCH_INDEX) --index-strategy unsafe-best-match \
		|| { echo "requirements-train.txt is as it was, the other files are made: torch==$(TORCH) is in no" \
			"index here, nor in $(TORCH_INDEX). make lock TORCH_INDEX=URL names another," \
			"UV_FIND_LINKS=FOLDER a folder of wheels." >&2; exit 1; }

# The build without CUDA, a tenth of the size; docs/learning.md describes the other. It has its own
# index, which is tried if the configured ones do not have it.
TORCH := 2.13.0+cpu
TORCH_INDEX := https://download.pytorch.org/whl/cpu

lock_train = uv pip compile pyproject.toml --extra train --constraint requirements-dev.txt \
	--constraint build/torch.txt --output-file requirements-train.txt $(LOCK_OPTIONS)

LOCK_OPTIONS := --extra site --quiet --generate-hashes --python-version 3.11 \
	--custom-compile-command "make lock"

clean: ## Remove everything that was built; games stay
	rm -rf .venv build tests/js/node_modules staticfiles *.egg-info native/_core.c native/*.so
	find . -name __pycache__ -prune -exec rm -rf {} +

help: ## Show this help
	@sed -n 's/^\([a-z0-9-]*\):.*## \(.*\)/\1\t\2/p' $(MAKEFILE_LIST) | expand -t 16
