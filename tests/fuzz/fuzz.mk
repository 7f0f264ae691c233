# SPDX-License-Identifier: MIT
# Fuzz targets. tests/fuzz/fuzz_NAME.c defines LLVMFuzzerTestOneInput; its seeds are the files of
# tests/fuzz/corpus/NAME. 'make check' replays the seeds in a plain program; 'make fuzz' fuzzes each
# target from them for FUZZ_SECONDS with libFuzzer under AddressSanitizer and UBSan.
# A target that needs more than the library says so here: sources in FUZZ_EXTRA_NAME, objects in
# FUZZ_OBJ_NAME, options in FUZZ_FLAGS_NAME.

FUZZ_EXTRA_batch := $(filter-out cli/main.c,$(CLI_SRC))
FUZZ_OBJ_batch   := $(PAGE_O)
FUZZ_FLAGS_batch := -Icli

# It reads answers with cJSON itself, which has json_node.c's functions in it.
FUZZ_EXTRA_request := $(filter-out cli/json/json_node.c,$(FUZZ_EXTRA_batch))
FUZZ_OBJ_request   := $(PAGE_O)
FUZZ_FLAGS_request := -Icli

FUZZ_EXTRA_container := $(FUZZ_EXTRA_batch)
FUZZ_OBJ_container   := $(PAGE_O)
FUZZ_FLAGS_container := -Icli

FUZZ_SECONDS ?= 30
# 0 is another seed each time. CI names one, so that a commit passes or fails for what it changes.
FUZZ_SEED    ?= 0
FUZZ_CC      ?= $(shell tests/lib/newest clang -fsanitize=fuzzer,address,undefined)
FUZZ_FLAGS   := -O1 -g -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all \
		-fno-omit-frame-pointer
FUZZ_NAMES   := $(patsubst tests/fuzz/fuzz_%.c,%,$(sort $(wildcard tests/fuzz/fuzz_*.c)))
FUZZ_BIN     := $(FUZZ_NAMES:%=$(B)/fuzz/fuzz_%)
REPLAY_BIN   := $(FUZZ_NAMES:%=$(B)/fuzz/replay_%)

.PHONY: fuzz
## fuzz: run each fuzz target for FUZZ_SECONDS (needs clang with libFuzzer)
fuzz: $(FUZZ_BIN)
	$(Q)for t in $(FUZZ_NAMES); do \
		mkdir -p $(B)/fuzz/found_$$t && echo "  fuzzing $$t for $(FUZZ_SECONDS) s" && \
		$(B)/fuzz/fuzz_$$t -seed=$(FUZZ_SEED) -max_total_time=$(FUZZ_SECONDS) \
			-max_len=4096 -timeout=10 -print_final_stats=1 -artifact_prefix=$(B)/fuzz/ \
			$(B)/fuzz/found_$$t tests/fuzz/corpus/$$t >$(B)/fuzz/$$t.log 2>&1 || \
			{ tail -n 40 $(B)/fuzz/$$t.log; exit 1; }; \
		grep number_of_executed_units $(B)/fuzz/$$t.log; \
	done

# All targets share the objects; those of the program find its headers.
$(CLI_SRC:%.c=$(B)/fuzz/obj/%.o) $(FUZZ_NAMES:%=$(B)/fuzz/obj/tests/fuzz/fuzz_%.o): CPPFLAGS_ALL += -Icli
$(B)/fuzz/obj/%.o: %.c
	@mkdir -p $(@D)
	$(Q)$(FUZZ_CC) $(CPPFLAGS_ALL) $(WARN) $(FUZZ_FLAGS) -MMD -MP -c $< -o $@

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
