PYTHON ?= python3.11
HOST ?= 127.0.0.1
PORT ?= 8000

BIN := .venv/bin
MANAGE := $(BIN)/python manage.py
C_SOURCES := $(wildcard native/*.c native/*.h native/_build.py)

setup: .venv/.installed .venv/.built ## Make .venv with the locked requirements and build the C core

.venv/.installed: requirements-dev.txt
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --require-hashes -r requirements-dev.txt
	@touch $@

.venv/.built: .venv/.installed pyproject.toml setup.py $(C_SOURCES)
	$(if $(wildcard native/_build.py),$(BIN)/pip install --quiet --no-deps --no-build-isolation -e .)
	@touch $@

.PHONY: setup
