# The entry for people and machines. `make` lists the verbs; each sets up what it needs.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

JOBS ?= $(shell nproc)
PYTHON ?= python3
DEMO_PAGE := build/demo/report.html

# configure-and-build,PRESET[,TARGETS]
define build
@cmake --preset $(1) --log-level=WARNING
@cmake --build --preset $(1) -j $(JOBS) $(if $(2),--target $(2))
endef

.PHONY: help setup demo test check build release fmt tidy asan tsan fuzz golden-accept clean

help:  ## List these verbs
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-20s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup:  ## Fetch and build what the project needs (quick when all is there)
	@$(PYTHON) scripts/setup.py

demo: release  ## Check an example answer against an example paper; terminal and page
	@scripts/demo.sh build/release/glossator $(DEMO_PAGE)

test: build  ## Build the dev preset and run every test; T=regex chooses
	@ctest --preset dev -j $(JOBS) $(if $(T),-R '$(T)')

check: build  ## Format, layers, and the tests that need no model: a minute
	@scripts/format.sh check
	@$(PYTHON) scripts/check_layers.py
	@ctest --preset dev -j $(JOBS) -LE 'model|slow'

build: setup  ## Build the dev preset (build/dev)
	$(call build,dev)

release: setup  ## Build what users run (build/release/glossator)
	$(call build,release)

fmt:  ## Format the C++ sources with the pinned clang-format
	@scripts/format.sh fix

tidy: build  ## Run the pinned clang-tidy; FILES="src/x.cc ..." chooses
	@scripts/tidy.sh $(FILES)

asan: setup  ## Run the tests under AddressSanitizer and UBSan
	$(call build,asan)
	@ctest --preset asan -j $(JOBS)

tsan: setup  ## Run the tests under ThreadSanitizer
	$(call build,tsan)
	@ctest --preset tsan -j $(JOBS)

fuzz: setup  ## Replay the fuzz corpora, with mutations, under the sanitizers
	$(call build,asan)
	@ctest --preset asan -j $(JOBS) -L fuzz

clean:  ## Remove build/ (the cache outside the work tree stays)
	@rm -rf build
