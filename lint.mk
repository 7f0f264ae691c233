# SPDX-License-Identifier: MIT
# make lint: what a reader should not have to look for.

# Every version of clang-format breaks lines in its own way, so only this one is asked.
CLANG_FORMAT_VERSION := 14
CLANG_FORMAT ?= $(shell for f in clang-format-$(CLANG_FORMAT_VERSION) clang-format; do \
	$$f --version 2>/dev/null | grep -q 'version $(CLANG_FORMAT_VERSION)\.' && echo $$f && break; done)
LINT_C  = $(shell git ls-files '*.c' '*.cc' '*.h' '*.cu' '*.cuh')
LINT_SH = $(shell git ls-files -z | xargs -0 grep -lE -m1 '^\#!.*(/|env )(ba)?sh')

## lint: format, folder rule, ASCII, SPDX lines, both compilers' warnings, shell scripts
.PHONY: lint lint-compilers lint-format lint-shell
lint: lint-compilers lint-format lint-shell
	$(Q)tests/build/lint.py
	@echo "  lint: nothing found"

# What is not here is not asked, and that is said; with LINT_SKIPS, only what that names may be missing.
lint_without = echo "  lint: no $(1) here: $(2) not looked at"; \
	case " $(LINT_SKIPS) " in *" $(1) "*) ;; *) $(if $(filter undefined,$(origin LINT_SKIPS)),,exit 1) ;; esac
lint-format:
	$(Q)if [ -n "$(CLANG_FORMAT)" ]; then $(CLANG_FORMAT) --dry-run --Werror $(LINT_C); \
	else $(call lint_without,clang-format-$(CLANG_FORMAT_VERSION),the format is); fi
lint-shell:
	$(Q)if command -v shellcheck >/dev/null; then shellcheck -S warning $(LINT_SH); \
	else $(call lint_without,shellcheck,the scripts are); fi

# The library and the program with each compiler and with musl as the C library, objects only. Of the
# system's headers musl-gcc sees cJSON's alone. Only gcc warns of more where it optimises.
LINT_MUSL ?= musl-gcc
LINT_CC = gcc $(or $(shell tests/lib/newest clang),clang) $(LINT_MUSL)
lint-compilers: $(B)/lint-include/cjson
	$(Q)for cc in $(LINT_CC); do \
		command -v $$cc >/dev/null || { $(call lint_without,$$cc,its warnings are); continue; }; \
		$(MAKE) -s CC=$$cc CFLAGS=$$([ $$cc = gcc ] && echo -O1 || echo -O0) LTO= B=$(B)/lint-$$cc \
			CPPFLAGS="$(CPPFLAGS) -I$(B)/lint-include" \
			$(LIB_OBJ:$(B)/%=$(B)/lint-$$cc/%) $(CLI_OBJ:$(B)/%=$(B)/lint-$$cc/%) || exit 1; \
	done

$(B)/lint-include/cjson:
	@mkdir -p $(@D)
	$(Q)ln -s "$$(echo '#include <cjson/cJSON.h>' | $(CC) $(CPPFLAGS) -E - | \
		sed -n 's|^# 1 "\(/.*/cjson\)/cJSON.h".*|\1|p')" $@
