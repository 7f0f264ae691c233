# SPDX-License-Identifier: MIT
# What the scripts in tests/cli need built.

OOM := $(B)/tests/wgdesc-oom
check: $(OOM)

# wgdesc with its allocations in the hands of the test.
$(OOM): tests/cli/oom_wrap.c $(CLI_OBJ) $(PAGE_O) $(LIB_A)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS_ALL) $(LDFLAGS) -Wl,--wrap=malloc,--wrap=realloc -o $@ $^ -lcjson
