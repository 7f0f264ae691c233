# SPDX-License-Identifier: MIT
# libwgdesc-ask: what batch does with a line, as a library (cli/wgdesc_ask.h). It is the program's own
# objects without main and with the library inside; only ASK_API can be seen from outside.

ASK_API := wgdesc_ask wgdesc_ask_many wgdesc_ask_free wgdesc_ask_version
ASK_O   := $(B)/cli/wgdesc_ask.o
ASK_OBJ  = $(filter-out %/main.o %/args.o,$(CLI_OBJ)) $(ASK_O) $(PAGE_O) $(LIB_OBJ)
ASK_A   := $(B)/libwgdesc-ask.a
ASK_SO  := $(B)/libwgdesc-ask.so.$(SOVERSION)
ASK_PC  := $(B)/wgdesc-ask.pc
ASK_MAP := $(B)/wgdesc-ask.map

.PHONY: ask
## ask: libwgdesc-ask, the program's answers as a library
ask: $(ASK_A) $(ASK_SO)

$(ASK_O): CPPFLAGS_ALL += -Icli

$(ASK_MAP): cli/ask.mk
	@mkdir -p $(@D)
	$(Q)echo '{ global:$(ASK_API:%= %;) local: *; };' >$@

$(ASK_SO): $(ASK_OBJ) $(ASK_MAP)
	$(Q)$(CC) $(CFLAGS_ALL) $(LDFLAGS) -shared -Wl,-soname,$(@F) \
		-Wl,--version-script=$(ASK_MAP) -o $@ $(ASK_OBJ)
	@ln -sf $(@F) $(B)/libwgdesc-ask.so
	@echo "  built $@"

# As the installed libwgdesc.a (install.mk): one object, in which all other names are local.
$(ASK_A): $(ASK_OBJ)
	@mkdir -p $(B)/ask
	$(Q)$(CC) -r -nostdlib -fno-lto -o $(B)/ask/wgdesc-ask.o $(ASK_OBJ)
	$(Q)$(OBJCOPY) $(ASK_API:%=--keep-global-symbol=%) --wildcard -R '.gnu.lto_*' \
		-R '.gnu.debuglto_*' $(B)/ask/wgdesc-ask.o
	$(Q)rm -f $@
	$(Q)$(AR) rcs $@ $(B)/ask/wgdesc-ask.o

# What a wheel bundles (cli/python/backend.py): the library, with what glibc had in 2.17
# (cli/python/compat). libdl.so.2 is where that had dlopen.
comma := ,
ASK_PYTHON := $(B)/python/libwgdesc-ask.so
ASK_OLD    := $(B)/cli/python/compat/old_glibc.o
GLIBC      := $(shell $(CC) $(CPPFLAGS) -E -dM -include features.h -x c /dev/null 2>/dev/null | grep -w __GLIBC__)
LIBDL      := $(if $(GLIBC),$(wildcard $(shell $(CC) -print-file-name=libdl.so.2)))
# musl by the name that musllinux (PEP 656) knows: what Debian's musl-gcc links with has none, and would be
# asked for as libc.so. A library of that name without anything in it is linked in its place.
ASK_MUSL := $(if $(GLIBC),,$(if $(filter Linux,$(shell uname)),$(B)/musl/libc.musl-$(firstword $(subst -, ,$(shell $(CC) -dumpmachine))).so.1))
$(ASK_OLD): CFLAGS_ALL += -fPIC
$(ASK_PYTHON): $(ASK_OBJ) $(ASK_OLD) $(ASK_MAP) $(ASK_MUSL)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS_ALL) $(LDFLAGS) -s -shared -Wl,-soname,$(@F) \
		-Wl,--version-script=$(ASK_MAP) -o $@ $(ASK_OBJ) $(ASK_OLD) \
		-Wl,--wrap=stat,--wrap=fstat,--wrap=dlopen,--wrap=dlsym,--wrap=dlclose \
		$(if $(LIBDL),-Wl$(comma)--no-as-needed $(LIBDL)) \
		$(if $(ASK_MUSL),-Wl$(comma)--no-as-needed -nodefaultlibs $(ASK_MUSL) -lgcc)

$(B)/musl/%:
	@mkdir -p $(@D)
	$(Q)$(CC) -shared -nostdlib -Wl,-soname,$* -o $@ -x c /dev/null

.PHONY: python wheel
python: $(ASK_PYTHON)

## wheel: a wheel of the Python package, in build/wheel (needs Python 3.9 and nothing else)
wheel: python
	+$(Q)cd cli/python && WGDESC_BUILD=$(abspath $(B)) python3 backend.py $(abspath $(B))/wheel

$(ASK_PC): cli/ask.mk FORCE
	@mkdir -p $(@D)
	$(Q)printf '%s\n' 'prefix=$(PREFIX)' 'libdir=$(libdir)' 'includedir=$(includedir)' '' \
		'Name: wgdesc-ask' 'Description: the answers of wgdesc batch as a C function' \
		'Version: $(VERSION)' 'Cflags: -I$${includedir}' 'Libs: -L$${libdir} -lwgdesc-ask' >$@

INSTALL_FILES += \
	644:$(ASK_A):$(libdir)/$(notdir $(ASK_A)) \
	755:$(ASK_SO):$(libdir)/$(notdir $(ASK_SO)) \
	644:$(ASK_PC):$(libdir)/pkgconfig/wgdesc-ask.pc \
	644:cli/wgdesc_ask.h:$(includedir)/wgdesc_ask.h \
	644:docs/wgdesc_ask.3:$(mandir)/man3/wgdesc_ask.3
INSTALL_NEEDS += ask $(ASK_PC)
INSTALL_LINKS += $(ASK_SO):$(libdir)/libwgdesc-ask.so

-include $(ASK_O:.o=.d) $(ASK_OLD:.o=.d)
