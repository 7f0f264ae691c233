# SPDX-License-Identifier: MIT
# Mutation testing: does some test notice each small change of the sources? Nightly, not in check.

N     ?= 100
SEED  ?= 1
FILES ?= layout/*/*.c desc/*/*.c

## mutants: N random mutants (N=all: every one) of FILES, by SEED; lists those that no test notices
.PHONY: mutants
mutants:
	$(Q)tests/mutate/mutants.py --build $(B) --cc $(CC) -n $(N) --seed $(SEED) --files '$(FILES)' $(MUTANTS)
