# Every target does its own set-up: a fresh clone needs Python 3.11 or newer and a C++ compiler.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
CORE := $(shell find native -type f)
WORKERS := $(shell $(PYTHON) -c 'import os; print(1 + 2 * os.cpu_count())')
NODE := build/typescript/node_modules/.bin
SCRIPTS := 'src/**/*.{js,ts}' 'tests/**/*.js'
UNITS := $(addprefix tests/,antiset caps classroom conformance counting exact geometry notation rooms rules seeing \
  solitaire sources stats answers test_arguments.py test_draws.py test_levels.py test_names.py test_native.py)
PARALLEL := --numprocesses $(WORKERS) --dist worksteal  # two for each core and one more: browsers and servers wait much

unexport PYTHONDONTWRITEBYTECODE  # compiled files halve the start of every process that the tests run

.PHONY: lab serve quick test test-full test-core sanitize check format bench docs exact clean

lab: $(VENV)/.installed   ## install, then every claim of the sources with a verdict
	$(BIN)/setlab reproduce --quick

serve: $(VENV)/.installed   ## the web application on this machine
	$(BIN)/setlab serve

quick: $(VENV)/.installed  ## unit and conformance tests: no browser, no server, no long sample; under a minute
	$(BIN)/python -m pytest $(PARALLEL) -m "not full and not long" $(UNITS)

test: $(VENV)/.installed test-core  ## the tests, without the slow proofs
	sh scripts/install-servers
	sh scripts/install-typescript
	sh scripts/install-old-chromium
	$(BIN)/python -m pytest $(PARALLEL)

test-full: $(VENV)/.installed test-core  ## all tests, the slow proofs too
	sh scripts/install-servers
	sh scripts/install-typescript
	sh scripts/install-old-chromium
	$(BIN)/python -m pytest $(PARALLEL) -m "full or not full"

test-core: $(VENV)/.installed  ## the C++ tests, which lie beside the headers
	sh scripts/install-doctest
	$(BIN)/cmake -S native -B build/tests -G Ninja -DSETLAB_TESTS=ON -DSETLAB_MODULE=OFF -DCMAKE_BUILD_TYPE=Release
	$(BIN)/cmake --build build/tests
	build/tests/core_tests

sanitize: $(VENV)/.installed  ## the C++ tests and the conformance suite with address and undefined-behaviour sanitizers
	sh scripts/install-doctest
	sh scripts/sanitize $(BIN)

check: $(VENV)/.installed  ## style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/clang-format --dry-run --Werror $(filter %.hpp %.cpp %.inl,$(CORE))
	sh scripts/install-typescript
	[ ! -x $(NODE)/prettier ] || $(NODE)/prettier --check --log-level warn $(SCRIPTS)
	[ ! -x $(NODE)/tsc ] || $(NODE)/tsc -p tests/web/tsconfig.json

format: $(VENV)/.installed  ## rewrite the sources in the house style
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $(filter %.hpp %.cpp %.inl,$(CORE))
	sh scripts/install-typescript
	[ ! -x $(NODE)/prettier ] || $(NODE)/prettier --write --log-level warn $(SCRIPTS)

bench: $(VENV)/.installed  ## measure; appends to benchmarks/results.md
	$(BIN)/python benchmarks/run.py

docs: $(VENV)/.installed  ## the pages as a site in build/site, with the reference from the docstrings
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	@echo "read build/site/index.html"

exact: $(VENV)/.installed  ## compute the exact tables that ship, and write them
	$(BIN)/python -m setlab.exact.make

clean:  ## remove everything that was made here
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .benchmarks

$(VENV)/.installed: pyproject.toml $(CORE)
	sh scripts/make-venv $(PYTHON) $(VENV)
	$(BIN)/python -m pip install --quiet --editable '.[test,check]'
	touch $@
