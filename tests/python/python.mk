# SPDX-License-Identifier: MIT
# What the scripts in tests/python need built.

ASK_OOM := $(B)/tests/ask_oom
check: ask python
check coverage-tests: $(ASK_OOM)

# libwgdesc-ask's objects with their allocations in the hands of the test.
$(ASK_OOM): tests/python/ask_oom.c $(ASK_OBJ) tests/lib/held.h
	@mkdir -p $(@D)
	$(Q)$(CC) $(CPPFLAGS_ALL) -Icli $(CFLAGS_ALL) $(LDFLAGS) -Wl,--wrap=malloc,--wrap=realloc,--wrap=free \
		-o $@ $(filter-out %.h,$^)

## notebook: execute the notebook of examples/python again
.PHONY: notebook
notebook: ask
	$(Q)B=$(B) tests/python/examples.t --write
