# SPDX-License-Identifier: MIT
# The program on other machines, through qemu's user mode; under Valgrind; and what is proved by going through all of
# it. Nightly, not in check.

MACHINES ?= all

## portability: 25,000 requests and the golden tests on other machines and at other optimisations: the same bytes
.PHONY: portability
portability: cpu $(B)/lint-include/cjson
	$(Q)tests/machines/machines.py --build $(B) --machines '$(MACHINES)' $(PORTABILITY)

VALGRIND := valgrind -q --error-exitcode=9 --leak-check=full
# An environment of WGD_RUNS makes few of the millions of values that tests draw. Not those that draw programs, nor
# those of numbers, which try all pairs and want 64 bits of a long double, nor test_desc_codec: 800 million words in
# registers, 12 seconds that are ten minutes there.
MEMCHECK := $(filter-out $(B)/tests/unit/verify/% $(B)/tests/unit/scan/% $(B)/tests/unit/numbers/% $(B)/tests/unit/word/test_desc_codec,$(UNIT_BIN))

## memcheck: Valgrind over the requests of portability and the unit tests: no bad access, nothing unset is read, no leak
.PHONY: memcheck prove
memcheck: cpu $(MEMCHECK)
	$(Q)if ! command -v valgrind >/dev/null; then $(call lint_without,valgrind,memory is); exit; fi; \
		tests/machines/machines.py --build $(B) --requests && \
		{ $(VALGRIND) $(B)/wgdesc batch $(B)/machines/requests.jsonl >/dev/null; [ $$? -lt 2 ]; } && \
		printf '%s\n' $(MEMCHECK) | WGD_RUNS=20 xargs -P $(JOBS) -I@ sh -c \
			'said=$$($(VALGRIND) @ 2>&1) || { printf "@:\n%s\n" "$$said"; exit 1; }'
	@echo "  memcheck: nothing found"

## prove: the fetch rule and its other forms for every value of every field; every swizzle on every offset
prove: prove-layout $(B)/tests/unit/fetch/test_fetch_forms $(B)/tests/unit/layout/test_swizzle_all $(B)/tests/unit/layout/test_layout_swizzle
	$(Q)WGD_PROVE=1 $(B)/tests/unit/fetch/test_fetch_forms
	$(Q)$(B)/tests/unit/layout/test_swizzle_all
	$(Q)$(B)/tests/unit/layout/test_layout_swizzle
	$(Q)B=$(B) tests/build/codec_proof.t
