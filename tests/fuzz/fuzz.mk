# SPDX-License-Identifier: MIT
# Fuzz targets. tests/fuzz/fuzz_NAME.c defines LLVMFuzzerTestOneInput; its seeds are the files of
# tests/fuzz/corpus/NAME. 'make check' replays the seeds in a plain program; 'make fuzz' fuzzes each
# target from them for FUZZ_SECONDS with libFuzzer under AddressSanitizer and UBSan, 'make fuzz-fixed'
# for FUZZ_RUNS_NAME runs.
# A target that needs more than the library says so here: sources in FUZZ_EXTRA_NAME, objects in
# FUZZ_OBJ_NAME, options in FUZZ_FLAGS_NAME.

FUZZ_EXTRA_batch := $(filter-out cli/main.c,$(CLI_SRC))
FUZZ_OBJ_batch   := $(PAGE_O)
FUZZ_FLAGS_batch := -Icli
FUZZ_RUNS_batch  := 30000

FUZZ_EXTRA_argv := $(FUZZ_EXTRA_batch)
FUZZ_OBJ_argv   := $(PAGE_O)
FUZZ_FLAGS_argv := -Icli
FUZZ_RUNS_argv  := 25000

# It reads answers with cJSON itself, which has json_node.c's functions in it.
FUZZ_EXTRA_request := $(filter-out cli/json/json_node.c,$(FUZZ_EXTRA_batch))
FUZZ_OBJ_request   := $(PAGE_O)
FUZZ_FLAGS_request := -Icli
FUZZ_RUNS_request  := 5000

FUZZ_EXTRA_format := $(FUZZ_EXTRA_batch)
FUZZ_OBJ_format   := $(PAGE_O)
FUZZ_FLAGS_format := -Icli
FUZZ_RUNS_format  := 5000

FUZZ_EXTRA_container := $(FUZZ_EXTRA_batch)
FUZZ_OBJ_container   := $(PAGE_O)
FUZZ_FLAGS_container := -Icli
FUZZ_RUNS_container  := 75000

FUZZ_RUNS_desc   := 37500
FUZZ_FLAGS_word  := -Itests/unit/lib
FUZZ_RUNS_word   := 150000
FUZZ_RUNS_layout := 150000
FUZZ_RUNS_ptx    := 25000
FUZZ_RUNS_sass   := 6000
FUZZ_RUNS_formula := 75000
FUZZ_RUNS_algebra := 12500
FUZZ_RUNS_frag   := 12500
FUZZ_RUNS_plan   := 5000

FUZZ_SECONDS ?= 30
# 0 is another seed each time.
FUZZ_SEED    ?= 0
FUZZ_CC      ?= $(call once,FUZZ_CC,$(shell tests/lib/newest clang -fsanitize=fuzzer,address,undefined))
FUZZ_FLAGS   := -O1 -g1 -DWGD_TESTING -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all \
		-fno-omit-frame-pointer -fno-sanitize-coverage=stack-depth
# How deep the stack is says where it begins, which is elsewhere each time.
# Comparisons are told to the fuzzer where text is read, which learns words from them. Elsewhere it learns
# nothing, and telling it takes two thirds of the time of a request.
FUZZ_READS   := layout/text layout/ops layout/linear desc/code desc/ptx desc/sass desc/triton desc/frag desc/banks \
		cli/json cli/container cli/linear
FUZZ_QUIET   := -O2 -fno-sanitize-coverage=trace-cmp
FUZZ_NAMES   := $(patsubst tests/fuzz/fuzz_%.c,%,$(sort $(wildcard tests/fuzz/fuzz_*.c)))
FUZZ_BIN     := $(FUZZ_NAMES:%=$(B)/fuzz/fuzz_%)
REPLAY_BIN   := $(FUZZ_NAMES:%=$(B)/fuzz/replay_%)

.PHONY: fuzz fuzz-fixed
## fuzz: run each fuzz target for FUZZ_SECONDS, or FUZZ_RUNS times (needs clang with libFuzzer)
fuzz: $(FUZZ_BIN)
	$(Q)for t in $(FUZZ_NAMES); do \
		tests/fuzz/fuzz $(B)/fuzz $$t $(if $(FUZZ_RUNS),runs $(FUZZ_RUNS),seconds $(FUZZ_SECONDS)) $(FUZZ_SEED) || exit; \
	done

# What CI runs. A commit passes or fails for what it changes, so everything is the same each time: the
# seed, the number of runs, and the order of the files to begin with. About 3 s each on one core, side by side.
## fuzz-fixed: run each fuzz target a fixed number of times from one seed, the same each time
fuzz-fixed: $(FUZZ_NAMES:%=fuzz-fixed-%)
.PHONY: $(FUZZ_NAMES:%=fuzz-fixed-%)
$(FUZZ_NAMES:%=fuzz-fixed-%): fuzz-fixed-%: $(B)/fuzz/fuzz_%
	$(Q)tests/fuzz/fuzz $(B)/fuzz $* runs $(FUZZ_RUNS_$*) 1

## fuzz-count: run the targets without sanitizers for FUZZ_SECONDS and add what ran to docs/evidence/fuzz.json
.PHONY: fuzz-count
fuzz-count: $(REPLAY_BIN)
	$(Q)tests/fuzz/count.py --programs $(B)/fuzz --faults $(B)/fuzz/faults.json --cores $(JOBS) --seconds $(FUZZ_SECONDS)

# All targets share the objects; those of the program find its headers.
$(B)/fuzz/obj/tests/fuzz/fuzz_word.o: CPPFLAGS_ALL += -Itests/unit/lib
$(CLI_SRC:%.c=$(B)/fuzz/obj/%.o) $(FUZZ_NAMES:%=$(B)/fuzz/obj/tests/fuzz/fuzz_%.o): CPPFLAGS_ALL += -Icli
$(foreach d,$(FUZZ_READS) tests/fuzz,$(B)/fuzz/obj/$(d)/%.o): FUZZ_QUIET =
$(B)/fuzz/obj/%.o: %.c
	@mkdir -p $(@D)
	$(Q)$(FUZZ_CC) $(CPPFLAGS_ALL) $(WARN) $(FUZZ_FLAGS) $(FUZZ_QUIET) -MMD -MP -c $< -o $@

# $(1): the name of a target
define FUZZ_RULES
$(B)/fuzz/fuzz_$(1): $(B)/fuzz/obj/tests/fuzz/fuzz_$(1).o $(LIB_SRC:%.c=$(B)/fuzz/obj/%.o) \
		$(FUZZ_EXTRA_$(1):%.c=$(B)/fuzz/obj/%.o) $(FUZZ_OBJ_$(1))
	$$(Q)$$(FUZZ_CC) $$(FUZZ_FLAGS) -fsanitize=fuzzer -o $$@ $$^ -lcjson

$(B)/fuzz/replay_$(1): tests/fuzz/replay.c tests/fuzz/fuzz_$(1).c \
		$(FUZZ_EXTRA_$(1):%.c=$(B)/%.o) $(FUZZ_OBJ_$(1)) $(LIB_A)
	@mkdir -p $$(@D)
	$$(Q)$$(CC) $$(CPPFLAGS_ALL) $(FUZZ_FLAGS_$(1)) -DCORPUS='"tests/fuzz/corpus/$(1)"' $$(CFLAGS_ALL) $$(LDFLAGS) \
		-o $$@ $$^ -lcjson
endef
$(foreach name,$(FUZZ_NAMES),$(eval $(call FUZZ_RULES,$(name))))

check: $(REPLAY_BIN)
-include $(shell find $(B)/fuzz/obj -name '*.d' 2>/dev/null)
