# Every target does its own set-up: a Debian machine with python3 (3.11 or later), pip and make is enough.

PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.installed
# The browser client: its packages, and the page that is built of it into the Python package.
PACKAGES := web/node_modules/.installed
PAGE := src/gamenight/page/index.html
WEB := $(shell find web/src web/public -type f) src/gamenight/texts/en.ftl web/index.html web/vite.config.ts web/vite.scene.ts web/tsconfig.json
# The letters of pictures: narrow ones, as most machines have, with suits and arrows; their licence goes with them.
FONTS := $(addprefix web/node_modules/dejavu-fonts-ttf/,ttf/DejaVuSansCondensed.ttf ttf/DejaVuSansCondensed-Bold.ttf LICENSE)
# Where transcripts of other engines lie; the tests look in the same two places.
ORACLES := $(or $(GAMENIGHT_ORACLES),../shared/oracles)
# How many seconds each soak test may play.
SOAK ?= 600

# A target that failed half-way is made anew: a page without its last script looks as if it were built.
.DELETE_ON_ERROR:

# Every command and server that a test starts would compile the package anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: setup services web wire reference play test check check-web oracles bench strength llm-real soak pictures pins

setup: $(STAMP)

# Debian's bare python3 has no ensurepip, so the outer pip fills the environment.
$(STAMP): requirements.txt pyproject.toml
	$(PYTHON) -m venv --clear --without-pip .venv
	$(PYTHON) -m pip --python $(BIN)/python install --quiet -r requirements.txt
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --editable .
	touch $@

services:
	tools/install_services.sh

web: $(PAGE)

$(PACKAGES): web/package-lock.json $(STAMP)
	tools/npm.sh ci --no-audit --no-fund --loglevel=error
	touch $@

$(PAGE): $(WEB) $(PACKAGES)
	tools/npm.sh run --silent build -- --logLevel=warn
	mkdir -p src/gamenight/looks/fonts
	cp $(FONTS) src/gamenight/looks/fonts
	touch $@

# The client's types of what goes over the wire, after a change of the Structs.
wire: setup
	$(BIN)/python tools/wire_types.py

# docs/reference.md with its pictures, after a change of the contract.
reference: setup web
	$(BIN)/python -m tools.reference

# A server with a table in the browser, on this machine alone; it prints its address.
play: setup web
	$(BIN)/gamenight serve

# One pytest run, whose summary is the last line; it says so there if the oracles were not run. What `check` and `check-web`
# look at runs in it, beside the rest. Three workers for each processor, as tests of servers and browsers mostly wait.
test: services web $(PACKAGES)
	$(BIN)/python -m pytest -n $$((3 * $$(nproc))) --dist worksteal -m "not soak"

check: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

check-web: $(PACKAGES)
	$(BIN)/python tools/wire_types.py --check
	tools/npm.sh run --silent lint
	tools/npm.sh run --silent types
	tools/npm.sh exec -- tsc --noEmit -p tsconfig.scene.json
	tools/npm.sh run --silent test

oracles: setup
	@test -d "$(ORACLES)" || { echo "oracles: no transcripts in $(ORACLES); set GAMENIGHT_ORACLES to their folder" >&2; exit 1; }
	$(BIN)/python -m pytest -n 2 tests/oracles

bench: setup services web
	$(BIN)/python -m bench

# Tournaments between bots: hours, but each goes on where it was interrupted.
strength: setup
	$(BIN)/python -m bench.strength

# A real language model of 135 million parameters plays over HTTP; fetches 130 MB once.
llm-real: setup
	$(BIN)/python -m bench.real_model

soak: setup services
	SOAK=$(SOAK) $(BIN)/python -m pytest -m soak --hypothesis-profile=soak

# The README's pictures of the page.
pictures: setup services web
	$(BIN)/python -m tools.screenshots

# Renews requirements.txt after a change of the dependencies. UV_NO_CONFIG keeps this machine's settings out of the file.
pins: setup
	$(BIN)/python -m pip install --quiet uv
	UV_NO_CONFIG=1 $(BIN)/uv pip compile --quiet --upgrade --no-header --no-annotate --python-version 3.11 --all-extras --group dev --output-file requirements.txt pyproject.toml
