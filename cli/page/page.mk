# SPDX-License-Identifier: MIT
# The interactive page: the core compiled to WebAssembly (clang and wasm-ld, no C library), and page,
# style, script and core embedded into the program as one C array. Where the WebAssembly tools are
# missing, the checked-in copy of the core is used; tests/pictures/page_core.t holds it to the program's
# answers, and 'make page-core' writes it again.

WASM_CC := $(shell tests/lib/newest clang --target=wasm32 -c)
WASM_LD := $(shell tests/lib/newest wasm-ld)

PAGE_CORE_SRC := cli/page/core.c cli/picture/show_grid.c cli/io/buf.c cli/io/utf8.c \
	cli/json/json_write.c cli/error/cli_status.c cli/error/cli_hint.c $(sort $(wildcard cli/explain/*.c)) $(LIB_SRC)
PAGE_CORE_OBJ := $(PAGE_CORE_SRC:%.c=$(B)/wasm/%.o)
PAGE_EMBED    := $(B)/page/embed
PAGE_C        := $(B)/page/page_data.c
PAGE_O        := $(B)/page/page_data.o

ifneq ($(and $(WASM_CC),$(WASM_LD)),)
PAGE_CORE := $(B)/page/core.wasm
else
PAGE_CORE := cli/page/core.wasm
endif

$(B)/wasm/%.o: %.c
	@mkdir -p $(@D)
	$(Q)$(WASM_CC) --target=wasm32 -std=c11 -Os -ffreestanding -fno-builtin -nostdinc \
		-isystem $(shell $(WASM_CC) -print-resource-dir)/include -isystem cli/page/include \
		-Ilayout -Idesc -Icli -ffunction-sections -fdata-sections -MMD -MP -c $< -o $@

$(B)/page/core.wasm: $(PAGE_CORE_OBJ)
	@mkdir -p $(@D)
	$(Q)$(WASM_LD) --no-entry --gc-sections --strip-all -z stack-size=1048576 -o $@ $^

$(PAGE_EMBED): cli/page/embed.c
	@mkdir -p $(@D)
	$(Q)$(CC) $(CPPFLAGS) $(WARN) $(CFLAGS) -o $@ $<

$(PAGE_C): $(PAGE_EMBED) cli/page/page.html cli/page/page.css cli/page/page.js $(PAGE_CORE)
	$(Q)$(PAGE_EMBED) cli/page/page.html cli/page/page.css cli/page/page.js $(PAGE_CORE) >$@.new
	@mv $@.new $@

$(PAGE_O): $(PAGE_C)
	$(Q)$(CC) $(CPPFLAGS_ALL) -Icli $(CFLAGS_ALL) -c $< -o $@

## page-core: write the checked-in WebAssembly core of the page again
.PHONY: page-core
page-core: $(B)/page/core.wasm
	$(Q)cp $< cli/page/core.wasm

-include $(PAGE_CORE_OBJ:.o=.d)
