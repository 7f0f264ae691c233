# SPDX-License-Identifier: MIT
# Static analysis with both compilers. Nightly, not in check. What has no finding is not looked at again until it, or a
# header that it includes, is newer.

ANALYZE_CLANG ?= $(call once,ANALYZE_CLANG,$(or $(shell tests/lib/newest clang),clang))
# These define what tests/analyze/known.h says of them.
ANALYZE_SRC   := $(filter-out layout/base/status.c cli/error/cli_status.c cli/json/json_node.c,$(LIB_SRC) $(CLI_SRC))
# known.h comes before what a source asks of the system's headers.
ANALYZE_FLAGS  = -std=c11 -D_XOPEN_SOURCE=700 $(CPPFLAGS_ALL) -Icli -include tests/analyze/known.h

## analyze: gcc's -fanalyzer and clang's static analyzer over the library and the program: no finding
.PHONY: analyze
analyze: $(ANALYZE_SRC:%.c=$(B)/analyze/gcc/%.ok) $(ANALYZE_SRC:%.c=$(B)/analyze/clang/%.ok)
	@echo "  analyze: nothing found in $(words $(ANALYZE_SRC)) files"

$(B)/analyze/gcc/%.ok: %.c tests/analyze/known.h
	@mkdir -p $(@D)
	$(Q)if command -v gcc >/dev/null; then gcc $(ANALYZE_FLAGS) -O2 -fanalyzer -Werror -MMD -MP -MF $(@:.ok=.d) -MT $@ -MT $(B)/analyze/clang/$*.ok \
		-c -o /dev/null $<; else $(call lint_without,gcc,$<); fi
	@touch $@

$(B)/analyze/clang/%.ok: %.c tests/analyze/known.h
	@mkdir -p $(@D)
	$(Q)if command -v $(ANALYZE_CLANG) >/dev/null; then $(ANALYZE_CLANG) $(ANALYZE_FLAGS) --analyze \
		-Xclang -analyzer-output=text -Xclang -analyzer-werror -o /dev/null $<; \
	else $(call lint_without,$(ANALYZE_CLANG),$<); fi
	@touch $@

-include $(ANALYZE_SRC:%.c=$(B)/analyze/gcc/%.d)

## frames: no function of the library takes more than 8 KB of stack
.PHONY: frames
frames:
	$(Q)if command -v gcc >/dev/null; then tests/analyze/frames.py gcc $(B)/analyze/frames -std=c11 $(CPPFLAGS_ALL) \
		-fstack-protector-strong -- $(LIB_SRC); else $(call lint_without,gcc,the frames are); fi
