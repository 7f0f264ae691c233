# SPDX-License-Identifier: MIT
# Tests. Every tests/unit/*/test_*.c is one cmocka program; every tests/*/*.t is a script that
# prints TAP. tests/run counts them all. tests/unit has the folders of layout, desc and the verifier, and abi: what
# a compiled caller has of the headers. What asks the program alone stands in the folders of ASK_TESTS, those of one
# command or subject, and in cli what all commands share.

UNIT_SRC := $(sort $(wildcard tests/unit/*/test_*.c))
UNIT_BIN := $(UNIT_SRC:tests/unit/%.c=$(B)/tests/unit/%)
UNIT_BIN += $(VERIFY_TESTS)
ASK_TESTS := banks cli copy desc emit faults layout plan scan tcgen05 tma
# Those that build the tree again come before the other scripts: nothing waits for them at the end.
SCRIPT_LONG := tests/build/recipes.t tests/python/wheel.t
SCRIPTS     := $(SCRIPT_LONG) $(filter-out $(SCRIPT_LONG),$(sort $(wildcard tests/*/*.t)))
# The sanitizers find nothing in a test that runs nothing they are in: other compilers, packages, files of evidence.
# Nor in the browsers, which take the longest: what they ask the program, core.t and tests/pictures ask it too. Nor in
# what compares answers to the letter, or documents with answers: the tests of each command ask for those as well,
# but for what is at a limit, and the requests of the schema. Nor in a rule written once more in Python, which asks for
# all tiles of many products: tests/unit/plan asks for them with the sanitizers.
SAN_WITHOUT := tests/build/% tests/gemm/% $(filter-out tests/docs/limits.t tests/docs/schema.t,$(wildcard tests/docs/*.t)) \
               tests/cli/letter.t tests/cli/lines.t tests/kernels/evidence.t tests/page/answers.t tests/plan/problem.t \
               tests/page/explorer.t tests/page/follow.t tests/page/playground.t tests/python/wheel.t
ifdef SAN
  SCRIPTS := $(filter-out $(SAN_WITHOUT),$(SCRIPTS))
endif
TEST_LIB := $(patsubst %.c,$(B)/%.o,$(sort $(wildcard tests/unit/lib/*.c tests/unit/lib/*/*.c)))
# Kept: what make takes for a step between would be removed behind the closing line.
.SECONDARY: $(TEST_LIB)

.PHONY: check unit
unit: $(UNIT_BIN)

## check: build and run all tests; ends with 'N passed, N failed'
check: cpu unit
	$(Q)B=$(B) JOBS=$(patsubst -j%,%,$(filter -j%,$(MAKEFLAGS))) tests/run $(UNIT_BIN) $(REPLAY_BIN) \
		$(SCRIPTS)

$(B)/tests/unit/%: tests/unit/%.c $(TEST_LIB) $(LIB_A)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CPPFLAGS_ALL) -Itests/unit/lib -Ikernels $(CFLAGS_ALL) -MMD -MP -MF $@.d $(LDFLAGS) \
		-o $@ $< $(TEST_LIB) $(LIB_A) -lcmocka -lcjson -lm

$(B)/tests/unit/lib/%.o: CPPFLAGS += -Itests/unit/lib

-include $(wildcard $(B)/tests/unit/*/*.d) $(TEST_LIB:.o=.d)
include tests/bench/bench.mk
include tests/fuzz/fuzz.mk

## golden-show: write the golden pictures again, after a change that was meant
.PHONY: golden-show
golden-show: cli
	$(Q)B=$(B) tests/pictures/show_formats.t --write
include tests/faults/faults.mk
include tests/mutate/mutate.mk
include tests/coverage/coverage.mk
include tests/machines/machines.mk
include tests/analyze/analyze.mk
include tests/prove/prove.mk

## scan-sound: a million random programs against the scan (minutes)
.PHONY: scan-sound
scan-sound: $(B)/tests/unit/scan/test_random
	$(Q)WGD_RUNS=1000000 $<
