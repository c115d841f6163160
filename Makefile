# Every target does its own set-up, and installs what it needs: a fresh clone needs Python 3.11 or newer and a C++ compiler.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
CORE := $(shell find native -type f)
CORES := $(shell $(PYTHON) -c 'import os; print(os.cpu_count())')
WORKERS := $(shell expr 1 + 2 '*' $(CORES))
NODE := build/typescript/node_modules/.bin
WASM := src/setlab/web/static/core.wasm
SCRIPTS := 'src/**/*.{js,ts}' 'tests/**/*.js'
PARALLEL := --numprocesses $(WORKERS) --dist worksteal  # two for each core and one more: browsers and servers wait much

MAKEFLAGS += --jobs=$(CORES)  # style, types, the C++ tests and the core for browsers side by side
unexport PYTHONDONTWRITEBYTECODE  # compiled files halve the start of every process that the tests run

.PHONY: lab serve quick test test-ci test-full test-core tools doctest typescript wasm sanitize check style types pages format bench docs exact wheels dist clean

lab: $(VENV)/.setlab   ## install, then every claim of the sources with a verdict
	$(BIN)/setlab reproduce --quick

serve: $(VENV)/.with-web   ## the web application on this machine
	$(BIN)/setlab serve

quick: $(VENV)/.with-test  ## unit and conformance tests: no browser, no server, no long sample; under a minute
	$(BIN)/python scripts/quick.py --numprocesses auto --dist worksteal

test: $(VENV)/.with-test test-core $(WASM) tools  ## the tests, without the slow proofs
	$(BIN)/python -m pytest $(PARALLEL)

test-ci: $(VENV)/.with-test test-core $(WASM) tools  ## the same; failed tests of browsers and servers are repeated alone
	$(BIN)/python -m scripts.repeat $(PARALLEL)

test-full: $(VENV)/.with-test test-core $(WASM) tools  ## all tests, the slow proofs too
	sh scripts/install-gap
	sh scripts/install $(BIN) confirm || echo "nauty, networkx or TextArena cannot be installed here; their tests will be skipped" >&2
	$(BIN)/python -m pytest $(PARALLEL) -m "full or not full"

doctest:  # before `tools`: Debian's packages are installed by one program at a time
	sh scripts/install-doctest

tools: $(VENV)/.with-test typescript doctest  ## the programs that the tests start: PostgreSQL, browsers, a compiler
	sh scripts/install-servers
	sh scripts/install-old-chromium
	sh scripts/install-cffconvert $(BIN)/python

typescript:
	sh scripts/install-typescript

test-core: $(VENV)/.with-test doctest  ## the C++ tests, which lie beside the headers, with the compiled engines of the module
	$(BIN)/cmake -S native -B build/core -DSETLAB_TESTS=ON
	$(BIN)/cmake --build build/core --target core_tests print_tally
	build/core/core_tests

wasm: $(WASM)  ## the core for browsers, WebAssembly

$(WASM): $(CORE) scripts/wasm.py $(VENV)/.with-wasm
	$(BIN)/python -m scripts.wasm

sanitize: $(VENV)/.with-test doctest  ## the C++ tests and the conformance suite with address and undefined-behaviour sanitizers
	sh scripts/sanitize $(BIN)

check: style types pages  ## style and types

style: $(VENV)/.with-check
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/clang-format --dry-run --Werror $(filter %.hpp %.cpp %.inl,$(CORE))

types: $(VENV)/.with-check $(VENV)/.with-test
	$(BIN)/mypy

pages: typescript
	[ ! -x $(NODE)/prettier ] || $(NODE)/prettier --check --log-level warn $(SCRIPTS)
	[ ! -x $(NODE)/tsc ] || $(NODE)/tsc -p tests/web/tsconfig.json

format: $(VENV)/.with-check typescript  ## rewrite the sources in the house style
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $(filter %.hpp %.cpp %.inl,$(CORE))
	[ ! -x $(NODE)/prettier ] || $(NODE)/prettier --write --log-level warn $(SCRIPTS)

bench: $(VENV)/.with-test  ## measure; appends to benchmarks/results.md
	$(BIN)/python benchmarks/run.py

docs: $(VENV)/.with-docs $(WASM)  ## the pages as a site in build/site, with the reference from the docstrings
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict --quiet
	@echo "read build/site/index.html"

exact: $(VENV)/.setlab  ## compute the exact tables that ship, and write them
	$(BIN)/python -m setlab.exact.make

wheels: $(VENV)/.with-release $(WASM)  ## wheels for Linux in dist/, each tried in an empty environment
	$(BIN)/python -m scripts.wheels

dist: $(VENV)/.with-release $(WASM)  ## the source distribution in dist/, and outside checks of all that is there
	sh scripts/dist $(BIN)

clean:  ## remove everything that was made here
	rm -rf $(VENV) build dist $(WASM) .pytest_cache .mypy_cache .ruff_cache .hypothesis .benchmarks

# One stamp for setlab itself, and one for each extra of pyproject.toml that a target needs.
$(VENV)/.setlab: pyproject.toml $(CORE)
	sh scripts/make-venv $(PYTHON) $(VENV)
	sh scripts/install $(BIN) core build setlab
	touch $@

$(VENV)/.with-%: pyproject.toml | $(VENV)/.setlab
	sh scripts/install $(BIN) $*
	touch $@
