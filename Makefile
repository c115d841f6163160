# Every target does its own set-up, and installs what it needs: a fresh clone needs Python 3.11 or newer and a C++ compiler.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
CORE := $(shell find native -type f)
WORKERS := $(shell $(PYTHON) -c 'import os; print(1 + 2 * os.cpu_count())')
NODE := build/typescript/node_modules/.bin
WASM := src/setlab/web/static/core.wasm
SCRIPTS := 'src/**/*.{js,ts}' 'tests/**/*.js'
PARALLEL := --numprocesses $(WORKERS) --dist worksteal  # two for each core and one more: browsers and servers wait much

unexport PYTHONDONTWRITEBYTECODE  # compiled files halve the start of every process that the tests run

.PHONY: lab serve quick test test-full test-core wasm sanitize check format bench docs exact wheels dist clean

lab: $(VENV)/.setlab   ## install, then every claim of the sources with a verdict
	$(BIN)/setlab reproduce --quick

serve: $(VENV)/.with-web   ## the web application on this machine
	$(BIN)/setlab serve

quick: $(VENV)/.with-test  ## unit and conformance tests: no browser, no server, no long sample; under a minute
	$(BIN)/python scripts/quick.py --numprocesses auto --dist worksteal

test: $(VENV)/.with-test test-core $(WASM)  ## the tests, without the slow proofs
	sh scripts/install-servers
	sh scripts/install-typescript
	sh scripts/install-old-chromium
	sh scripts/install-cffconvert $(BIN)/python
	$(BIN)/python -m pytest $(PARALLEL)

test-full: $(VENV)/.with-test test-core $(WASM)  ## all tests, the slow proofs too
	sh scripts/install-servers
	sh scripts/install-typescript
	sh scripts/install-old-chromium
	sh scripts/install-cffconvert $(BIN)/python
	$(BIN)/python -m pytest $(PARALLEL) -m "full or not full"

test-core: $(VENV)/.with-test  ## the C++ tests, which lie beside the headers
	sh scripts/install-doctest
	$(BIN)/cmake -S native -B build/tests -G Ninja -DSETLAB_TESTS=ON -DSETLAB_MODULE=OFF -DCMAKE_BUILD_TYPE=Release
	$(BIN)/cmake --build build/tests
	build/tests/core_tests

wasm: $(WASM)  ## the core for browsers, WebAssembly

$(WASM): $(CORE) scripts/wasm.py $(VENV)/.with-wasm
	$(BIN)/python -m scripts.wasm

sanitize: $(VENV)/.with-test  ## the C++ tests and the conformance suite with address and undefined-behaviour sanitizers
	sh scripts/install-doctest
	sh scripts/sanitize $(BIN)

check: $(VENV)/.with-check $(VENV)/.with-test  ## style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/clang-format --dry-run --Werror $(filter %.hpp %.cpp %.inl,$(CORE))
	sh scripts/install-typescript
	[ ! -x $(NODE)/prettier ] || $(NODE)/prettier --check --log-level warn $(SCRIPTS)
	[ ! -x $(NODE)/tsc ] || $(NODE)/tsc -p tests/web/tsconfig.json

format: $(VENV)/.with-check  ## rewrite the sources in the house style
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $(filter %.hpp %.cpp %.inl,$(CORE))
	sh scripts/install-typescript
	[ ! -x $(NODE)/prettier ] || $(NODE)/prettier --write --log-level warn $(SCRIPTS)

bench: $(VENV)/.with-test  ## measure; appends to benchmarks/results.md
	$(BIN)/python benchmarks/run.py

docs: $(VENV)/.with-docs  ## the pages as a site in build/site, with the reference from the docstrings
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
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
