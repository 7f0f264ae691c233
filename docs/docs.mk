# SPDX-License-Identifier: MIT
# The manual pages: docs/NAME.in with the tables of the program filled in. They are checked in, and
# a test fails when they are not what the tables say.

GEN_MAN  := $(B)/docs/gen_man
MAN_PAGES := docs/wgdesc.1 docs/wgdesc-json.5

## docs: write the manual pages again from the tables of the program
.PHONY: docs
docs: $(GEN_MAN)
	$(Q)for m in $(MAN_PAGES); do $(GEN_MAN) <$$m.in >$$m || exit 1; done

$(GEN_MAN): docs/gen_man.c $(CLI_OBJ) $(PAGE_O) $(LIB_A)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CPPFLAGS_ALL) -Icli $(CFLAGS_ALL) $(LDFLAGS) -o $@ $< \
		$(filter-out %/main.o,$(CLI_OBJ)) $(PAGE_O) $(LIB_A)

check coverage-tests: $(GEN_MAN)

## guide-pictures: draw the pictures of the guide again
## guide: write the guide again with what its examples give
.PHONY: guide guide-pictures
guide-pictures: cli
	$(Q)B=$(B) tests/docs/guide.t --pictures
guide: cli
	$(Q)B=$(B) tests/docs/guide.t --write
