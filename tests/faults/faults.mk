# SPDX-License-Identifier: MIT
# The program with its memory, its system calls or its steps in the hands of a test.

OOM := $(B)/tests/wgdesc-oom
check: $(OOM)

# wgdesc with its allocations in the hands of the test.
$(OOM): tests/faults/oom_wrap.c $(CLI_OBJ) $(PAGE_O) $(LIB_A) tests/lib/held.h
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS_ALL) $(LDFLAGS) -Wl,--wrap=malloc,--wrap=realloc,--wrap=free -o $@ $(filter-out %.h,$^)

# wgdesc with its system calls in the hands of the test.
FAULTS := $(B)/tests/wgdesc-faults
check: $(FAULTS)
FAULTS_CALLS := open mkstemp fchmod fstat read pread write close link rename unlink access pipe fork waitpid dlopen dlsym

$(B)/tests/program_main.o: cli/main.c
	@mkdir -p $(@D)
	$(Q)$(CC) $(CPPFLAGS_ALL) -Icli -Dmain=program_main -Wno-missing-prototypes $(CFLAGS_ALL) -MMD -MP -c $< -o $@

$(FAULTS): tests/faults/calls.c $(B)/tests/program_main.o $(filter-out $(B)/cli/main.o,$(CLI_OBJ)) $(PAGE_O) $(LIB_A)
	$(Q)$(CC) $(CFLAGS_ALL) $(LDFLAGS) $(FAULTS_CALLS:%=-Wl$(comma)--wrap=%) -o $@ $^ -lcjson

-include $(B)/tests/program_main.d

# wgdesc that counts its basic blocks (tests/docs/limits.t).
COUNTED := $(B)/tests/wgdesc-counted
COUNTED_OBJ := $(patsubst %.c,$(B)/counted/%.o,$(CLI_SRC) $(LIB_SRC))
check: $(COUNTED)

$(COUNTED_OBJ): CPPFLAGS_ALL += -Icli
$(B)/counted/%.o: %.c
	@mkdir -p $(@D)
	$(Q)$(CC) $(CPPFLAGS_ALL) $(WARN) -O1 -fsanitize-coverage=trace-pc -MMD -MP -c $< -o $@

$(COUNTED): tests/faults/work_count.c $(COUNTED_OBJ) $(PAGE_O)
	@mkdir -p $(@D)
	$(Q)$(CC) $(WARN) -O1 $(SANFLAGS) -o $@ $^

-include $(COUNTED_OBJ:.o=.d)
