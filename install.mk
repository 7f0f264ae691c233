# SPDX-License-Identifier: MIT
# install and uninstall work from one list, MODE:SOURCE:TARGET, so that they cannot disagree. Other
# makefiles may add rows with INSTALL_FILES += and prerequisites with INSTALL_NEEDS +=.

PUBLIC_HDR := $(sort $(wildcard layout/wgd_*.h desc/wgd_*.h)) desc/wgdesc.h
COMPLETION := $(B)/completion
PC         := $(B)/wgdesc.pc

INSTALL_FILES += \
	755:$(CLI):$(bindir)/wgdesc \
	644:$(B)/install/$(notdir $(LIB_A)):$(libdir)/$(notdir $(LIB_A)) \
	755:$(LIB_SO):$(libdir)/$(notdir $(LIB_SO)) \
	644:$(PC):$(libdir)/pkgconfig/wgdesc.pc \
	644:docs/wgdesc.1:$(mandir)/man1/wgdesc.1 \
	644:docs/wgdesc-json.5:$(mandir)/man5/wgdesc-json.5 \
	644:docs/wgdesc.schema.json:$(datadir)/wgdesc.schema.json \
	644:$(COMPLETION)/bash:$(PREFIX)/share/bash-completion/completions/wgdesc \
	644:$(COMPLETION)/zsh:$(PREFIX)/share/zsh/site-functions/_wgdesc \
	644:$(COMPLETION)/fish:$(PREFIX)/share/fish/vendor_completions.d/wgdesc.fish \
	$(foreach h,$(PUBLIC_HDR),644:$(h):$(includedir)/$(notdir $(h)))
INSTALL_NEEDS += cpu $(PC) $(B)/install/$(notdir $(LIB_A)) $(COMPLETION)/bash $(COMPLETION)/zsh $(COMPLETION)/fish
# SOURCE:LINK, a link to the installed file of the source's name.
INSTALL_LINKS += $(LIB_SO):$(libdir)/libwgdesc.so
# Directories of our own, removed when they are empty.
INSTALL_DIRS   = $(includedir) $(datadir)

# The installed archive: the objects as one, in which only what the public headers declare is still
# global, so that the names the files have among themselves cannot clash with a program's own.
# Link-time code is for one version of one compiler only; an installed library is for all.
$(B)/install/$(notdir $(LIB_A)): $(LIB_ONE)
	@mkdir -p $(@D)
	$(Q)$(OBJCOPY) --localize-hidden --wildcard -R '.gnu.lto_*' -R '.gnu.debuglto_*' $< $(@D)/wgdesc.o
	$(Q)rm -f $@
	$(Q)$(AR) rcs $@ $(@D)/wgdesc.o

$(COMPLETION)/%: $(CLI)
	@mkdir -p $(@D)
	$(Q)$(CLI) completion $* >$@

# The directories may change from one make to the next, so this is written every time.
.PHONY: FORCE
$(PC): install.mk FORCE
	@mkdir -p $(@D)
	$(Q)printf '%s\n' 'prefix=$(PREFIX)' 'libdir=$(libdir)' 'includedir=$(includedir)' '' \
		'Name: wgdesc' 'Description: shared-memory matrix descriptors of wgmma' \
		'Version: $(VERSION)' 'Cflags: -I$${includedir}' 'Libs: -L$${libdir} -lwgdesc' >$@

## install: copy everything under PREFIX (default /usr/local), behind DESTDIR
.PHONY: install uninstall
install: $(INSTALL_NEEDS)
	$(Q)set -e; for f in $(INSTALL_FILES); do \
		mode=$${f%%:*}; rest=$${f#*:}; src=$${rest%%:*}; dst="$(DESTDIR)$${rest#*:}"; \
		mkdir -p "$${dst%/*}"; install -m "$$mode" "$$src" "$$dst"; \
	done; for l in $(INSTALL_LINKS); do src=$${l%%:*}; ln -sf "$${src##*/}" "$(DESTDIR)$${l#*:}"; done
	@echo "  installed under $(DESTDIR)$(PREFIX)"

## uninstall: remove what install put there
uninstall:
	$(Q)for f in $(INSTALL_FILES); do rm -f "$(DESTDIR)$${f##*:}"; done
	$(Q)for l in $(INSTALL_LINKS); do rm -f "$(DESTDIR)$${l#*:}"; done
	$(Q)for d in $(INSTALL_DIRS); do rmdir "$(DESTDIR)$$d" 2>/dev/null || :; done
	@echo "  removed from $(DESTDIR)$(PREFIX)"
