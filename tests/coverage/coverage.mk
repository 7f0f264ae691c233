# SPDX-License-Identifier: MIT
# Coverage of layout, desc and cli by all tests, counted by clang: lines, branches and, from clang 18 on,
# MC/DC. Every process adds its counts to the file of its test and program (tests/run), and where a test clears
# the environment, to one whose path is compiled in. Not counted: the tests of the build and of the
# kernels, which run none of it, and those that count blocks in a program of their own. What only
# libwgdesc-ask reaches is asked through it.

COV_B := $(B)/coverage
COV_N := $(firstword $(foreach n,22 21 20 19 18 17 16 15 14,$(if $(shell command -v clang-$(n) && \
           command -v llvm-cov-$(n)),-$(n))))
COV_MCDC  = $(shell echo 'int x;' | clang$(COV_N) -fprofile-instr-generate -fcoverage-mapping \
              -fcoverage-mcdc -xc -c -o /dev/null - 2>/dev/null && echo -fcoverage-mcdc)
# Counted as it is written, whatever the optimiser makes of it; a warning of a new compiler is no failure. Atomic: where
# threads ask the library, lost counts would make the difference of two others nothing.
COV_FLAGS = -O1 -DWGD_COVERAGE -fprofile-update=atomic -fprofile-instr-generate=$(abspath $(COV_B))/counts/%m.profraw \
            -fcoverage-mapping $(COV_MCDC)
# Processes that leave by _exit, or become another program, count too.
COV_LEAVE = $(COV_B)/leaving.o
COV_LINK  = $(abspath $(COV_LEAVE)) $(patsubst %,-Wl$(comma)--wrap=%,_exit execv execvp execlp)
COV_UNIT  = $(filter-out $(B)/tests/unit/verify/%,$(UNIT_BIN)) $(REPLAY_BIN)
COV_TESTS = $(COV_UNIT:$(B)/%=$(COV_B)/%) $(sort $(filter-out tests/docs/limits.t tests/docs/performance.t,\
            $(wildcard $(foreach d,$(ASK_TESTS) pictures docs gemm,tests/$(d)/*.t)) tests/kernels/verify_exec.t \
            tests/python/ask.t tests/python/many.t))

## coverage: which lines, branches and conditions the tests reach, by folder; as pages in build/coverage/html
.PHONY: coverage coverage-tests coverage-figures
coverage: $(COV_LEAVE)
	$(Q)rm -rf $(COV_B)/counts $(COV_B)/html
	$(Q)$(MAKE) --no-print-directory coverage-tests B=$(COV_B) CC=clang$(COV_N) LTO= HARDEN= \
		WARN=-std=c11 CFLAGS='$(COV_FLAGS)' LDFLAGS='$(COV_LINK)' COV_TESTS='$(COV_TESTS)'
	$(Q)$(MAKE) --no-print-directory coverage-figures

$(COV_LEAVE): tests/coverage/leaving.c
	@mkdir -p $(@D)
	$(Q)clang$(COV_N) -std=c11 -O1 -fPIC -c $< -o $@

# COVERAGE_ARGS='--update --data FILE' writes the list of what is not reached, and the figures.
coverage-figures:
	$(Q)tests/coverage/summary.py --build $(COV_B) --version '$(COV_N)' $(COVERAGE_ARGS)

# Tests that look at the library's own symbols see those of the counting, so that a failure here is no news.
coverage-tests: cli ask $(COV_UNIT) $(OOM) $(FAULTS)
	-$(Q)B=$(B) COUNTS=$(abspath $(B))/counts JOBS=$(JOBS) tests/run $(COV_TESTS)
