# SPDX-License-Identifier: MIT
# What the scripts in tests/cli need built.

OOM := $(B)/tests/wgdesc-oom
check: $(OOM)

# wgdesc with its allocations in the hands of the test.
$(OOM): tests/cli/oom_wrap.c $(CLI_OBJ) $(PAGE_O) $(LIB_A)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS_ALL) $(LDFLAGS) -Wl,--wrap=malloc,--wrap=realloc -o $@ $^ -lcjson

# wgdesc that counts its basic blocks (tests/docs/limits.t).
COUNTED := $(B)/tests/wgdesc-counted
COUNTED_OBJ := $(patsubst %.c,$(B)/counted/%.o,$(CLI_SRC) $(LIB_SRC))
check: $(COUNTED)

$(COUNTED_OBJ): CPPFLAGS_ALL += -Icli
$(B)/counted/%.o: %.c
	@mkdir -p $(@D)
	$(Q)$(CC) $(CPPFLAGS_ALL) $(WARN) -O1 -fsanitize-coverage=trace-pc -MMD -MP -c $< -o $@

$(COUNTED): tests/cli/work_count.c $(COUNTED_OBJ) $(PAGE_O)
	@mkdir -p $(@D)
	$(Q)$(CC) $(WARN) -O1 $(SANFLAGS) -o $@ $^ -lcjson

-include $(COUNTED_OBJ:.o=.d)
