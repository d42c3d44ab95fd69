# Every target does its own set-up: a Debian machine with python3 (3.11 or later), pip and make is enough.

PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.installed
# Where transcripts of other engines lie; the tests look in the same two places.
ORACLES := $(or $(GAMENIGHT_ORACLES),../shared/oracles)
# How many seconds each soak test may play.
SOAK ?= 600

.PHONY: setup services play test check oracles bench strength soak pins

setup: $(STAMP)

# Debian's bare python3 has no ensurepip, so the outer pip fills the environment.
$(STAMP): requirements.txt pyproject.toml
	$(PYTHON) -m venv --clear --without-pip .venv
	$(PYTHON) -m pip --python $(BIN)/python install --quiet -r requirements.txt
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --editable .
	touch $@

services:
	tools/install_services.sh

play: setup
	$(BIN)/gamenight play

# One pytest run, last, so that its summary is the last line; it says so there if the oracles were not run.
test: services check
	$(BIN)/python -m pytest -n 2 --dist worksteal

check: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

oracles: setup
	@test -d "$(ORACLES)" || { echo "oracles: no transcripts in $(ORACLES); set GAMENIGHT_ORACLES to their folder" >&2; exit 1; }
	$(BIN)/python -m pytest -n 2 tests/oracles

bench: setup services
	$(BIN)/python -m bench

# Tournaments between bots: hours, but each goes on where it was interrupted.
strength: setup
	$(BIN)/python -m bench.strength

soak: setup services
	SOAK=$(SOAK) $(BIN)/python -m pytest -m soak --hypothesis-profile=soak

# Renews requirements.txt after a change of the dependencies. UV_NO_CONFIG keeps this machine's settings out of the file.
pins: setup
	$(BIN)/python -m pip install --quiet uv
	UV_NO_CONFIG=1 $(BIN)/uv pip compile --quiet --upgrade --no-header --no-annotate --python-version 3.11 --all-extras --group dev --output-file requirements.txt pyproject.toml
