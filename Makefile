# Needs GNU make and Python 3.11 or newer with venv, nothing else. `make demo` and `make test` set up what they need.
PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/stamp

.PHONY: demo test test-long test-models lint types layers docs pytest clean
.DELETE_ON_ERROR:

# Infers relations of a function of the standard library, prints them, writes them as tests and runs those.
demo: $(STAMP)
	$(BIN)/genmorph infer calendar:weekday --domain 'year=ints(1583,30000)' --domain 'month=ints(1,12)' --domain 'day=ints(1,28)' --budget 30s --seed 0 --output test_demo.py --force
	$(BIN)/pytest -v test_demo.py

# Everything that CI runs, on two cores; notebooks, examples of documents and the wheel check are tests like the others.
test: $(STAMP)
	$(MAKE) --jobs 2 --output-sync lint types layers docs
	$(MAKE) pytest

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(STAMP)
	$(BIN)/mypy

layers: $(STAMP)
	$(BIN)/lint-imports --no-logo

# The site, in `site/`. The variable leaves out that the theme ends in May 2027, which every build would say.
docs: $(STAMP)
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

# Workers are tested alone, because their limits are of time; the others in three processes: each waits for workers of its own.
pytest: $(STAMP)
	$(BIN)/pytest tests/execution
	$(BIN)/pytest --numprocesses 3 --dist loadfile --ignore tests/execution -m "not long and not back_ends"

# What CI has no time for: before a release, and after changes of what is found.
test-long: $(STAMP)
	$(BIN)/pytest --numprocesses 3 --dist loadfile -m long

# Further back ends of models, of more than a gigabyte, in an environment of their own.
test-models: pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv-models
	.venv-models/bin/python -m pip install --quiet --constraint constraints.txt --editable '.[dev,format,backends]'
	.venv-models/bin/pytest -m back_ends

# The pinned environment, made again when what it is made from changes.
$(STAMP): pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit("genmorph needs Python 3.11 or newer: make PYTHON=python3.11" if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable '.[dev,format]'
	touch $@

clean:
	rm -rf .venv .venv-models build dist site *.egg-info .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis test_demo.py
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
