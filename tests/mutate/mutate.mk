# SPDX-License-Identifier: MIT
# Mutation testing: does some test notice each small change of the sources? Nightly, not in check.

N     ?= 100
SEED  ?= 1
FILES ?= layout/* desc/*

## mutants: N random mutants (N=all: every one) of FILES, by SEED; lists those that no test notices. MUTANTS:
## more options of tests/mutate/mutants.py, such as --write docs/evidence/mutants.json
.PHONY: mutants
mutants:
	$(Q)tests/mutate/mutants.py --build $(B) --cc $(CC) -n $(N) --seed $(SEED) --files '$(FILES)' --jobs $(JOBS) \
		--scripts '$(patsubst %,%/*,$(ASK_TESTS) docs pictures) kernels/verify_exec' --warn '$(WARN)' --said "N=$(N) SEED=$(SEED) FILES='$(FILES)'" $(MUTANTS)
