# SPDX-License-Identifier: MIT
# The interactive page: the program compiled to WebAssembly (clang, wasm-ld and wasi-libc), and page,
# style, script and core embedded into the program as one C array. Where the WebAssembly tools are
# missing, the checked-in copy of the core is used; tests/page/core.t holds it to the program's
# answers, and 'make page-core' writes it again.

# A header and the run-time library: a clang without them is none.
WASM_CC := $(shell tests/lib/newest clang --target=wasm32-wasi -include getopt.h -nostartfiles -Wl,--no-entry)
GZIP    := $(shell command -v gzip)
# What is run while building is compiled for the machine that builds; CC may be for another.
BUILD_CC     ?= $(CC)
BUILD_CFLAGS ?= $(CFLAGS)

# What needs a system has another source there (page_without.c).
PAGE_CORE_SRC := $(sort $(filter-out cli/io/hold.c cli/io/outfile.c cli/io/term.c cli/scan/disasm.c cli/container/unpack.c \
	cli/draw/draw_html.c,$(CLI_SRC)) cli/wgdesc_ask.c $(wildcard cli/page/core/*.c) $(LIB_SRC))
PAGE_CORE_OBJ := $(PAGE_CORE_SRC:%.c=$(B)/wasm/%.o)
# In the order of what needs what: no bundler.
PAGE_SCRIPT := $(addprefix cli/page/script/,util.js words.js core.js tables.js state.js)
PAGE_SCRIPT += $(addprefix cli/page/picture/,sheet.js cells.js word.js memory.js derivation.js explorer.js \
	drawn.js diff.js algebra.js tma.js plan.js pictures.js)
PAGE_SCRIPT += $(addprefix cli/page/script/,code.js form.js complete.js answer.js presets.js main.js)
PAGE_STYLE  := $(addprefix cli/page/style/,base.css frame.css form.css answer.css cells.css maps.css narrow.css)
PAGE_EMBED  := $(B)/page/embed
PAGE_PARTS  := $(B)/page/style.css $(B)/page/script.js $(B)/page/questions.txt
PAGE_C      := $(B)/page/page_data.c
PAGE_O      := $(B)/page/page_data.o

ifneq ($(and $(WASM_CC),$(GZIP)),)
PAGE_CORE := $(B)/page/core.wasm.gz
else
PAGE_CORE := cli/page/core.wasm.gz
endif

# cJSON's header alone: the folder that it lies in has those of another system.
$(B)/wasm/include/cjson/cJSON.h:
	@mkdir -p $(@D)
	$(Q)cp "$$(echo '#include <cjson/cJSON.h>' | $(CC) $(CPPFLAGS) -M -x c - | tr ' ' '\n' | grep '/cJSON.h$$')" $@

$(B)/wasm/cli/main.o: WASM_FLAGS := -Dmain=program_main
$(B)/wasm/cli/program/verify.o: WASM_FLAGS := -include cli/page/core/page_system.h

$(B)/wasm/%.o: %.c $(B)/wasm/include/cjson/cJSON.h
	@mkdir -p $(@D)
	$(Q)$(WASM_CC) --target=wasm32-wasi -std=c11 -Oz -I$(B)/wasm/include -Ilayout -Idesc -Icli $(WASM_FLAGS) \
		-ffunction-sections -fdata-sections -MMD -MP -c $< -o $@

$(B)/page/core.wasm: $(PAGE_CORE_OBJ)
	@mkdir -p $(@D)
	$(Q)$(WASM_CC) --target=wasm32-wasi -nostartfiles \
		-Wl,--no-entry,--gc-sections,--strip-all,-z,stack-size=2097152 -o $@ $^

$(B)/page/core.wasm.gz: $(B)/page/core.wasm
	$(Q)gzip -9n <$< >$@

$(PAGE_EMBED): cli/page/embed.c
	@mkdir -p $(@D)
	$(Q)$(BUILD_CC) $(CPPFLAGS) $(WARN) $(BUILD_CFLAGS) -o $@ $<

$(B)/page/style.css: $(PAGE_STYLE)
	@mkdir -p $(@D)
	$(Q)cat $^ >$@

$(B)/page/script.js: $(PAGE_SCRIPT)
	@mkdir -p $(@D)
	$(Q)cat $^ >$@

# The presets: each question of the guide, and the command that answers it.
$(B)/page/questions.txt: docs/guide.md
	@mkdir -p $(@D)
	$(Q)sed -n 's/^#### \(.*\)/# \1/p; s/^### \(.*\)/= \1/p; s/^\$$ wgdesc \(.*\)/\1/p' $< >$@

$(PAGE_C): $(PAGE_EMBED) cli/page/page.html $(PAGE_PARTS) $(PAGE_CORE)
	$(Q)$(PAGE_EMBED) cli/page/page.html $(PAGE_PARTS) $(PAGE_CORE) >$@.new
	@mv $@.new $@

$(PAGE_O): $(PAGE_C)
	$(Q)$(CC) $(CPPFLAGS_ALL) -Icli $(CFLAGS_ALL) -c $< -o $@

## playground: docs/playground/index.html, the program in a browser
.PHONY: playground
playground: cli
	@mkdir -p docs/playground
	$(Q)$(CLI) show --major mn --swizzle 64B --shape 128x64 --format html >docs/playground/index.html.new
	@mv docs/playground/index.html.new docs/playground/index.html
	@echo "  built docs/playground/index.html"

## page-core: write the checked-in WebAssembly core of the page again
.PHONY: page-core
page-core: $(B)/page/core.wasm.gz
	$(Q)cp $< cli/page/core.wasm.gz

-include $(PAGE_CORE_OBJ:.o=.d)
