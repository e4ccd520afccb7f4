# The entry for people and machines. `make` lists the verbs; each sets up what it needs.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

JOBS ?= $(shell nproc)
PYTHON ?= python3
DEMO_PAGE := build/demo/report.html

# Given on the command line only: a variable T of the environment must not choose tests.
T :=
FILES :=
DATA :=
QUICK :=
BENCH_PYTHON :=
PEERS_PYTHON :=

# configure-and-build,PRESET[,TARGETS]
define build
@cmake --preset $(1) --log-level=WARNING
@cmake --build --preset $(1) -j $(JOBS) $(if $(2),--target $(2))
endef

# For training and measuring: a Python with the packages of training/requirements.txt
# (eval-splitter: of eval/splitter/requirements.txt), and the folder "data" of the public data sets.
TRAIN_PYTHON ?= $(PYTHON)
STATE ?= build/training
define need_data
@test -n "$(DATA)" || { echo "$@: say where the data sets are: make $@ DATA=folder" >&2; exit 2; }
endef

.PHONY: help setup llama-server demo test check build release fmt tidy asan tsan fuzz bench golden-accept \
        train-entailment train-multilingual training-exports eval fit-evidence eval-splitter eval-figures eval-peers eval-two-sentences clean

help:  ## List these verbs
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-20s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup:  ## Fetch and build what the project needs (quick when all is there)
	@$(PYTHON) scripts/setup.py

llama-server:  ## Build llama-server once, for the tests against a real server (10 minutes)
	@$(PYTHON) scripts/setup.py server

demo: release  ## Check an example answer against an example paper; terminal and page
	@scripts/demo.sh build/release/glossator $(DEMO_PAGE)

test: build  ## Build the dev preset and run every test; T=regex chooses
	@ctest --preset dev -j $(JOBS) $(if $(T),-R '$(T)')

check: build  ## Format, layers, and the tests that need no model: a minute
	@scripts/format.sh check
	@$(PYTHON) scripts/check_layers.py
	@ctest --preset dev -j $(JOBS) -LE 'model|slow|e2e' -E '^backends/'

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

# measuring-build,TARGETS: what measures is built as users' programs are, in build/bench
define measuring-build
@cmake --preset release -B build/bench -DGLOSSATOR_DEVELOPER_MODE=ON --log-level=WARNING
@cmake --build build/bench -j $(JOBS) --target $(1)
endef
# QUICK=1: do they run at all? BENCH_PYTHON, PEERS_PYTHON: an environment that is there already.
quick := $(if $(QUICK),--quick)

bench: setup  ## Time and memory: models, stages, beside a Python pipeline (build/bench; QUICK=1)
	$(call measuring-build,gloss_bench_models gloss_bench_ground)
	@build/bench/bench/gloss_bench_models $(if $(QUICK),--seconds 1)
	@$(PYTHON) bench/stages.py --build build/bench $(quick)
	@$(PYTHON) bench/compare.py --build build/bench $(quick) \
	  $(if $(BENCH_PYTHON),--python '$(BENCH_PYTHON)')

golden-accept: build  ## Rewrite the expected output of the golden cases; read the diff
	@GLOSSATOR_GOLDEN_ACCEPT=1 ctest --preset dev -j $(JOBS) -L golden
	@git --no-pager diff --stat -- tests/golden

train-entailment:  ## Train the entailment model and export it (DATA=folder; hours, resumes)
	$(need_data)
	@mkdir -p '$(STATE)'
	@cd training && test -s '$(abspath $(STATE))/made.jsonl' || \
	  $(TRAIN_PYTHON) -m entailment.make_pairs --data '$(abspath $(DATA))' \
	    --out '$(abspath $(STATE))/made.jsonl'
	@cd training && $(TRAIN_PYTHON) -m entailment.train --data '$(abspath $(DATA))' \
	  --state '$(abspath $(STATE))' --made '$(abspath $(STATE))/made.jsonl'
	@cd training && $(TRAIN_PYTHON) -m entailment.export --data '$(abspath $(DATA))' \
	  --checkpoint '$(abspath $(STATE))/checkpoint.pt' --models ../models

train-multilingual:  ## Train the entailment model of five languages and export it (DATA=folder; hours, resumes)
	$(need_data)
	@mkdir -p '$(STATE)/multilingual'
	@cd training && test -s '$(abspath $(STATE))/multilingual/made.jsonl' || \
	  $(TRAIN_PYTHON) -m multilingual.make_pairs --data '$(abspath $(DATA))' \
	    --out '$(abspath $(STATE))/multilingual/made.jsonl'
	@cd training && $(TRAIN_PYTHON) -m multilingual.train --data '$(abspath $(DATA))' --freeze 3 \
	  --state '$(abspath $(STATE))/multilingual' --made '$(abspath $(STATE))/multilingual/made.jsonl' \
	  $(if $(wildcard $(STATE)/made.jsonl),--made-english '$(abspath $(STATE))/made.jsonl')
	@cd training && $(TRAIN_PYTHON) -m multilingual.export --data '$(abspath $(DATA))' \
	  --checkpoint '$(abspath $(STATE))/multilingual/checkpoint.pt'

SYNTH :=
OUT := build/training/exports

training-exports:  ## Training files for other tools, of what synth wrote (SYNTH=folder; OUT=)
	@test -n "$(SYNTH)" || { echo "$@: say where synth wrote: make $@ SYNTH=folder" >&2; exit 2; }
	@cd training && $(PYTHON) -m exports --from '$(abspath $(SYNTH))' --out '$(abspath $(OUT))'

# numpy is a Debian package of scripts/deps/debian.txt; a Python from elsewhere may lack it.
eval-python = $(or $(EVAL_PYTHON),$(firstword $(shell for p in $(PYTHON) /usr/bin/python3; do \
  $$p -c 'import numpy' 2>/dev/null && echo $$p; done)),$(error eval: no Python with numpy: make setup))
TABLE :=
SPLIT :=
CLAIMS :=
SPEC :=
EVAL_ARGS :=

eval: setup  ## The evaluation's tables and page (DATA=folder; TABLE=, SPLIT=test, CLAIMS=, QUICK=1)
	$(need_data)
	$(call measuring-build,gloss_ground_evidence gloss_score_pairs)
	@$(eval-python) eval/run.py $(or $(TABLE),all) --data '$(DATA)' --build build/bench $(quick) \
	  $(if $(SPLIT),--split $(SPLIT)) $(if $(CLAIMS),--claims $(CLAIMS)) $(EVAL_ARGS)

fit-evidence: setup  ## Fit the evidence rule's calibration (DATA=folder; SPEC=models/NAME.json: write it)
	$(need_data)
	$(call measuring-build,gloss_ground_evidence)
	@$(eval-python) eval/evidence/fit.py --data '$(DATA)' --build build/bench $(if $(CLAIMS),--claims $(CLAIMS)) \
	  $(if $(SPEC),--write '$(SPEC)')

eval-splitter: build  ## Measure the sentence splitter and compare it (DATA=folder)
	$(need_data)
	@$(TRAIN_PYTHON) eval/splitter/measure.py --build build/dev --shared '$(abspath $(DATA)/..)'

eval-figures: build  ## Measure the figures check: false alarms and what it finds (DATA=folder)
	$(need_data)
	@$(PYTHON) eval/figures/measure.py --data '$(DATA)' --build build/dev

eval-peers: setup  ## Verdicts and time beside contexttrace, cite-right and anchorcite (QUICK=1)
	$(call measuring-build,glossator)
	@$(PYTHON) eval/peers/compare.py --build build/bench $(quick) \
	  $(if $(PEERS_PYTHON),--python '$(PEERS_PYTHON)')

eval-two-sentences: setup  ## Claims that need two sentences, with and without groups (DATA=folder)
	$(call measuring-build,gloss_ground_evidence)
	@$(PYTHON) eval/two_sentences/measure.py --build build/bench $(quick) \
	  $(if $(DATA),--data '$(DATA)')

clean:  ## Remove build/ (the cache outside the work tree stays)
	@rm -rf build
