# SPDX-License-Identifier: MIT
# Benchmarks: every tests/bench/bench_*.c is one program that prints a table; tests/bench/*.sh
# measure whole commands, bench_*.py the Python package. Nothing here passes or fails: timings are no tests.

BENCH_SRC := $(sort $(wildcard tests/bench/bench_*.c))
BENCH_BIN := $(BENCH_SRC:tests/bench/%.c=$(B)/bench/%)
BENCH_SH  := $(sort $(wildcard tests/bench/*.sh))
BENCH_PY  := $(sort $(wildcard tests/bench/bench_*.py))

## bench: measure the library and the program (ratios within one run)
.PHONY: bench
bench: cpu ask $(BENCH_BIN)
	$(Q)for b in $(BENCH_BIN) $(BENCH_SH) $(BENCH_PY); do B=$(B) $$b || exit 1; done

$(B)/bench/%: tests/bench/%.c $(LIB_ONE)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CPPFLAGS_ALL) -Itests/bench $(CFLAGS_ALL) -MMD -MP -MF $@.d $(LDFLAGS) -o $@ $< $(LIB_ONE)

-include $(wildcard $(B)/bench/*.d)
