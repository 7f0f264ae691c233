# SPDX-License-Identifier: MIT
# wgdesc: GNU make. 'make help' lists the targets.

VERSION := $(shell sed -n 's/^\#define WGD_VERSION  *"\(.*\)"/\1/p' desc/wgdesc.h)
# While the version is 0.x every minor version may change the interface (desc/wgdesc.h).
SOVERSION := $(shell echo $(VERSION) | sed 's/^0\.\([0-9]*\)\..*/0.\1/; s/^\([1-9][0-9]*\)\..*/\1/')

CC       ?= cc
# With the sanitizers a report has its lines: more costs a fifth of the compiler's time. -O2 costs a third, and saves nothing
# where the tests run.
CFLAGS   ?= $(if $(SAN),-O1 -g1,-O2 -g)
WARN     := -std=c11 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror
B        ?= build
ifdef prefix
  PREFIX := $(prefix)
endif
PREFIX   ?= /usr/local
DESTDIR  ?=
bindir     = $(PREFIX)/bin
libdir     = $(PREFIX)/lib
includedir = $(PREFIX)/include/wgdesc
mandir     = $(PREFIX)/share/man
datadir    = $(PREFIX)/share/wgdesc
NVCC     ?= nvcc
OBJCOPY  ?= objcopy
Q        := $(if $(V),,@)
comma    := ,

# All cores without being told: -j and MAKEFLAGS of whoever calls say otherwise.
JOBS ?= $(shell nproc 2>/dev/null || getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)
ifeq ($(filter -j% --jobserver%,$(shell echo "$$MAKEFLAGS")),)
  MAKEFLAGS += -j$(JOBS)
endif

# SAN=1 builds with AddressSanitizer and UndefinedBehaviorSanitizer; give it its own B.
ifdef SAN
  SANFLAGS := -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
endif
# What cannot happen stops the program where it does (layout/base/never.h): with the sanitizers, and without
# them by CHECKED=1, which wants its own B, too. In a release it is refused.
CHECKED ?= $(SAN)

# A descriptor takes some thirty small functions in ten files, so inlining across files makes it 1.4
# times as fast: the library is made into one object (LIB_ONE), and everything but the tests links that.
# Fat objects: they serve the tests as they stand. clang has no such objects, and the sanitizers want the
# functions as they stand.
ifndef SAN
  # Linked, not only compiled: a gcc without its lto-wrapper takes the option and fails at the end.
  LTO := $(shell echo 'int x;' | $(CC) -flto=auto -ffat-lto-objects -flinker-output=nolto-rel -r -nostdlib -xc \
           -o /dev/null - 2>/dev/null && echo -flto=auto -ffat-lto-objects)
  # The line tables of DWARF 5 name the folder of the build, whatever the maps below say.
  LTO += $(if $(LTO),$(if $(findstring -g,$(CFLAGS)),-gdwarf-4))
  # Each file was compiled with every warning. Across files gcc loses sight of "a status of WGD_OK means that
  # *out is set" and of a counter that was compared in another file, and warns of what cannot be.
  LTO_LINK := $(if $(LTO),$(LTO) -flinker-output=nolto-rel -w)
  # gcc takes no -flto behind it: what links from the machine code has it, LIB_ONE has not.
  NO_LTO := $(if $(LTO),-fno-lto)
  override LDFLAGS += $(NO_LTO)
endif
# One code for the program, for libraries and for what links them: a function is not replaced from outside.
PIC := -fPIC $(shell echo 'int x;' | $(CC) -Werror -fno-semantic-interposition -xc -c -o /dev/null - 2>/dev/null && \
         echo -fno-semantic-interposition)

# Hardened where the compiler can: a guarded stack, checked copies, code at an address of chance, tables
# that are read-only once it runs. HARDEN= leaves it out; the sanitizers do their own. The checked copies
# want an optimiser.
# The same source gives the same bytes in whatever folder: no path of the build, and the names that
# link-time code makes up are those of the file.
ifndef SAN
  FORTIFY   := $(if $(filter -O1 -O2 -O3 -Os,$(CFLAGS)),-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2)
  HARDEN    := $(shell echo 'int main(void) { return 0; }' | $(CC) -Werror -fPIE -fstack-protector-strong \
                 -pie -Wl,-z,relro,-z,now -xc -o /dev/null - 2>/dev/null && \
                 echo -fstack-protector-strong $(FORTIFY))
  HARDEN_LD := $(if $(HARDEN),-Wl$(comma)-z$(comma)relro$(comma)-z$(comma)now)
endif
SAME_BYTES := $(shell echo 'int x;' | $(CC) -Werror -ffile-prefix-map=/a=. -frandom-seed=x -xc -c -o /dev/null \
                - 2>/dev/null && echo yes)

SAME_PATHS := $(if $(SAME_BYTES),-ffile-prefix-map=$(CURDIR)=. -fdebug-prefix-map=$(CURDIR)=.)

CPPFLAGS_ALL = -Ilayout -Idesc $(if $(CHECKED),-DWGD_TESTING) $(CPPFLAGS)
CFLAGS_ALL   = $(WARN) $(CFLAGS) $(SANFLAGS) $(SAME_PATHS)

# A folder for each subject; the page has rules of its own (cli/page/page.mk).
LIB_SRC := $(sort $(wildcard layout/*.c layout/*/*.c desc/*.c desc/*/*.c))
CLI_SRC := $(sort cli/main.c $(filter-out cli/page/%,$(wildcard cli/*/*.c)))
LIB_HDR := $(sort $(wildcard layout/*.h layout/*/*.h desc/*.h desc/*/*.h))
LIB_OBJ := $(LIB_SRC:%.c=$(B)/%.o)
CLI_OBJ := $(CLI_SRC:%.c=$(B)/%.o)
include cli/page/page.mk

LIB_A  := $(B)/libwgdesc.a
LIB_ONE := $(B)/libwgdesc.o
LIB_SO := $(B)/libwgdesc.so.$(SOVERSION)
CLI    := $(B)/wgdesc

# NAME = $(call once,NAME,VALUE): what takes a while to find out and is not always asked for is found out the first time.
once = $(eval $(1) := $(2))$(2)

HAVE_NVCC := $(shell command -v $(NVCC) 2>/dev/null)

.PHONY: all cpu lib cli help clean
.DEFAULT_GOAL := all

## all: the library, the wgdesc program and, where nvcc is found, the CUDA harness
all: cpu kernels

## cpu: the library and the wgdesc program (needs no CUDA)
cpu: lib cli
lib: $(LIB_A) $(LIB_SO)
cli: $(CLI)

$(LIB_OBJ) $(CLI_OBJ): CFLAGS_ALL += $(HARDEN) $(if $(SAME_BYTES),-frandom-seed=$<)
# Private: an object is compiled the same, whatever it is made for first.
$(LIB_ONE): private CFLAGS_ALL += $(PIC) -fvisibility=hidden
$(LIB_ONE) $(LIB_SO) $(CLI): private CFLAGS_ALL += $(if $(SAME_BYTES),-frandom-seed=$(@F))
$(LIB_OBJ): CFLAGS_ALL += $(LTO)
$(CLI_OBJ): CPPFLAGS_ALL += -Icli
# The same objects make the program, libwgdesc and libwgdesc-ask (cli/ask.mk). Of the library only what a
# public header declares is visible (layout/wgd_api.h).
$(LIB_OBJ) $(CLI_OBJ) $(PAGE_O) $(B)/cli/wgdesc_ask.o: CFLAGS_ALL += $(PIC) -fvisibility=hidden

$(B)/%.o: %.c
	@mkdir -p $(@D)
	$(Q)$(CC) $(CPPFLAGS_ALL) $(CFLAGS_ALL) -MMD -MP -c $< -o $@

$(LIB_A): $(LIB_OBJ)
	$(Q)rm -f $@
	$(Q)$(AR) rcs $@ $^
	@echo "  built $@"

$(LIB_ONE): $(LIB_OBJ)
	$(Q)$(CC) $(if $(LTO),$(CFLAGS_ALL) $(LTO_LINK)) -r -nostdlib -o $@ $^

$(LIB_SO): $(LIB_ONE)
	$(Q)$(CC) $(CFLAGS_ALL) $(LDFLAGS) $(HARDEN_LD) -shared -Wl,-soname,$(@F) -o $@ $^
	@ln -sf $(@F) $(B)/libwgdesc.so

# What every answer runs through lies together: the pages of a program come in by 64 KB, and a process
# takes 30 of 750 us more with its files in the order of the alphabet.
CLI_FIRST := $(filter $(addprefix $(B)/,cli/main.o cli/answer/% cli/io/% cli/program/args.o cli/query/% cli/request/% \
	cli/command/desc.o cli/view/desc_%),$(CLI_OBJ)) $(LIB_ONE)

$(CLI): $(CLI_FIRST) $(filter-out $(CLI_FIRST),$(CLI_OBJ)) $(PAGE_O)
	$(Q)$(CC) $(CFLAGS_ALL) $(LDFLAGS) $(if $(HARDEN),-pie) $(HARDEN_LD) -o $@ $^
	@echo "  built $@"

-include $(LIB_OBJ:.o=.d) $(CLI_OBJ:.o=.d)

## kernels: wgdesc-verify and the CUDA examples (skipped, with a line, where nvcc is missing)
.PHONY: kernels
include kernels/kernels.mk
include tests/tests.mk
include docs/docs.mk
include docs/vectors/vectors.mk
include cli/ask.mk
include tests/python/python.mk
include install.mk
include lint.mk
include docs/packaging/packaging.mk

## clean: remove everything that was built
clean:
	$(Q)rm -rf $(B)

## help: this list
help:
	@sed -n 's/^## \([a-z_-]*\): \(.*\)/  \1\t\2/p' $(MAKEFILE_LIST) | expand -t 16
