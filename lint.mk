# SPDX-License-Identifier: MIT
# make lint: what a reader should not have to look for.

CLANG_FORMAT ?= $(shell command -v clang-format-14 || command -v clang-format)
LINT_C  = $(shell git ls-files '*.c' '*.cc' '*.h' '*.cu' '*.cuh')
LINT_SH = $(shell git ls-files -z | xargs -0 grep -lE -m1 '^\#!.*(/|env )(ba)?sh')

## lint: format, folder rule, ASCII, SPDX lines, both compilers' warnings, shell scripts
.PHONY: lint lint-compilers
lint: lint-compilers
	$(Q)$(CLANG_FORMAT) --dry-run --Werror $(LINT_C)
	$(Q)tests/build/lint.py
	$(Q)shellcheck -S warning $(LINT_SH)
	@echo "  lint: nothing found"

# The library and the program with each compiler, objects only.
lint-compilers:
	$(Q)for cc in gcc clang; do \
		$(MAKE) -s CC=$$cc CFLAGS=-O1 B=$(B)/lint-$$cc $(LIB_OBJ:$(B)/%=$(B)/lint-$$cc/%) \
			$(CLI_OBJ:$(B)/%=$(B)/lint-$$cc/%) || exit 1; \
	done
