# The verbs a newcomer tries. `make` alone lists them.
#
# `make env` needs python3 (3.11 to 3.13) and a package registry, nothing else: it takes the uv on
# the PATH or installs one for itself into .uv/. PYTHON=/path/to/python3.12 chooses the interpreter.

SHELL := /bin/sh
.DEFAULT_GOAL := help
.PHONY: help env run test check eval gate bench lock

# The interpreter: the one asked for, else the one .venv was made with, else python3.
ifndef PYTHON
PYTHON := $(shell cat .venv/.python 2>/dev/null || echo python3)
endif
UV_VERSION := 0.13.9
STORE := .store
CORPUS := evals/corpus
SET := evals/sets/icml2025.jsonl
SCIFACT ?= ../shared/benchmarks/scifact
QUESTION := On how many models and samplers was HarmoniCa tested?

# A stamp's name carries what it stands for, so nothing is redone until that changes:
# the interpreter and the folder for .venv itself, the lock and the project's table for its content.
PYTHON_KEY := $(shell { $(PYTHON) -VV; pwd; } 2>&1 | cksum | tr ' ' '-')
CONTENT_KEY := $(shell cat requirements.lock pyproject.toml | cksum | tr ' ' '-')
CREATED := .venv/.created-$(PYTHON_KEY)
INSTALLED := .venv/.installed-$(PYTHON_KEY)-$(CONTENT_KEY)

# uv does not read pip's configuration: a registry or certificate set for pip holds for uv too,
# unless uv has its own.
UV = index="$${UV_DEFAULT_INDEX:-$${UV_INDEX_URL:-$${PIP_INDEX_URL:-$$( \
		$(PYTHON) -m pip config get global.index-url 2>/dev/null)}}}"; \
	certificate="$${SSL_CERT_FILE:-$$PIP_CERT}"; \
	env $${index:+"UV_DEFAULT_INDEX=$$index"} $${certificate:+"SSL_CERT_FILE=$$certificate"} \
	"$$(command -v uv || echo .uv/bin/uv)"

help:
	@echo "make env     create .venv with everything askpapers needs"
	@echo "make run     read the sample lists and answer a question about them"
	@echo "make test    run the fast tests"
	@echo "make check   format, lint, types and the import rule"
	@echo "make eval    ask the question sets and print how good the answers are"
	@echo "make gate    the same for the shipped set, against the figures that it had before"
	@echo "make bench   measure speed, memory and disk: minutes, the first time a quarter of an hour"
	@echo "make lock    resolve the dependencies again into requirements.lock"

env: $(INSTALLED)
	@:

run: env
	@.venv/bin/askpapers ingest --store $(STORE) $(CORPUS)
	@echo
	@echo '$$ askpapers ask "$(QUESTION)"'
	@.venv/bin/askpapers ask --store $(STORE) "$(QUESTION)"

test: env
	.venv/bin/pytest -m "not slow"

check: env
	.venv/bin/ruff format --check .
	.venv/bin/ruff check .
	.venv/bin/mypy
	.venv/bin/lint-imports

# SCIFACT=path/to/scifact names the folder of the benchmark; its stores are kept in the cache.
eval: env
	@test -d $(SCIFACT) || echo "SciFact is left out: name its folder, as in make eval SCIFACT=path"
	@.venv/bin/askpapers eval run $(SET) $(wildcard $(SCIFACT)) --corpus $(CORPUS)

# The run that stands in the repository is the one to keep up with: see evals/gate.toml.
gate: env
	@.venv/bin/askpapers eval run $(SET) --corpus $(CORPUS) --name gate --replace
	@.venv/bin/askpapers eval compare evals/baseline.json.gz gate --gate evals/gate.toml

bench: env
	.venv/bin/python -m evals.speed --benchmark $(SCIFACT) --json bench.json

lock: env
	$(UV) pip compile pyproject.toml --quiet --universal --python-version 3.11 --all-extras \
		--generate-hashes --no-emit-index-url --no-annotate \
		--custom-compile-command "make lock" --output-file requirements.lock

$(CREATED):
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' 2>/dev/null \
		|| { echo "askpapers needs Python 3.11, 3.12 or 3.13; $(PYTHON) is" \
			"$$($(PYTHON) -V 2>/dev/null || echo not there). Try: make $(MAKECMDGOALS) PYTHON=python3.12" >&2; exit 1; }
	@command -v uv >/dev/null || test -x .uv/bin/uv || { \
		rm -rf .uv && $(PYTHON) -m venv .uv >/dev/null 2>&1 || { rm -rf .uv; \
			echo "askpapers needs uv, or Python's venv module to install it: try" \
				"apt-get install python3-venv, or your system's package of that name" >&2; exit 1; }; \
		echo "Installing uv $(UV_VERSION) into .uv/"; \
		.uv/bin/python -m pip install --quiet --disable-pip-version-check uv==$(UV_VERSION) \
			|| { rm -rf .uv; echo "uv could not be installed: is the package registry reachable?" >&2; exit 1; }; }
	@rm -rf .venv
	@$(UV) venv --quiet --python "$$($(PYTHON) -c 'import sys; print(sys.executable)')" .venv
	@echo "$(PYTHON)" > .venv/.python
	@touch $@

# Copies, not hard links: nltk (through llama-index-core) refuses to read linked files.
$(INSTALLED): $(CREATED)
	@echo "Installing the locked dependencies into .venv/ (a few minutes the first time)"
	@$(UV) pip sync --quiet --python .venv/bin/python --require-hashes --link-mode copy \
		--compile-bytecode requirements.lock
	@$(UV) pip install --quiet --python .venv/bin/python --offline --no-deps --no-build-isolation \
		--link-mode copy --editable .
	@rm -f .venv/.installed-*
	@touch $@
