# SPDX-License-Identifier: MIT
# Conformance vectors of the fetch rule. They are checked in; a test fails when they are not what
# the library says, and another implementation of the rule, in the test, says the same.

GEN_VECTORS := $(B)/docs/gen_vectors

## vectors: write docs/vectors/*.jsonl again
.PHONY: vectors
vectors: $(GEN_VECTORS)
	$(Q)for v in fetch solve cost; do $(GEN_VECTORS) $$v >docs/vectors/$$v.jsonl || exit 1; done

$(GEN_VECTORS): docs/vectors/gen_vectors.c $(LIB_A)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CPPFLAGS_ALL) $(CFLAGS_ALL) $(LDFLAGS) -o $@ $< $(LIB_A)

check coverage-tests: $(GEN_VECTORS)
