# SPDX-License-Identifier: MIT
# What is handed on: a tarball of the source, and Debian packages out of it.

DIST := $(B)/wgdesc-$(VERSION).tar.gz
SBOM := $(B)/wgdesc-$(VERSION).spdx.json

## dist: the source of this commit and its bill of materials (SPDX): the same commit, the same bytes
.PHONY: dist deb
dist:
	$(Q)[ "$$(git rev-parse --show-toplevel 2>/dev/null)" = "$(CURDIR)" ] || \
		{ echo "  dist: this is no git repository of wgdesc" >&2; exit 1; }
	$(Q)[ -z "$$(git status --porcelain)" ] || \
		echo "  dist: what is not committed is not in it" >&2
	@mkdir -p $(B)
	$(Q)git -c tar.umask=0022 archive --format=tar --prefix=wgdesc-$(VERSION)/ HEAD | gzip -9n >$(DIST)
	$(Q)if command -v python3 >/dev/null; then TZ=UTC docs/packaging/spdx.py $(VERSION) >$(SBOM); else \
		echo "  dist: without python3 no bill of materials" >&2; fi
	@echo "  built $(DIST)"

## deb: Debian packages out of that tarball, in build/deb (needs dpkg-dev and debhelper)
deb: dist
	$(Q)rm -rf $(B)/deb && mkdir -p $(B)/deb
	$(Q)cp $(DIST) $(B)/deb/wgdesc_$(VERSION).orig.tar.gz
	$(Q)cd $(B)/deb && tar -xzf wgdesc_$(VERSION).orig.tar.gz && cd wgdesc-$(VERSION) && \
		cp -R docs/packaging/debian debian && dpkg-buildpackage -us -uc

# What is installed (the other archive has the compiler's own code in it, with its folder), the page, and with Python
# the wheel.
REPRODUCED := build/wgdesc build/libwgdesc.so.$(SOVERSION) build/install/libwgdesc.a docs/playground/index.html
REPRODUCED += $(if $(shell command -v python3),build/wheel/*.whl)
REPRODUCE  := cpu build/install/libwgdesc.a playground $(if $(shell command -v python3),wheel)

## reproducible: build this tree twice, in two folders, languages, time zones and years: the same bytes
.PHONY: reproducible
reproducible:
	$(Q)rm -rf $(B)/reproducible && mkdir -p $(B)/reproducible/one $(B)/reproducible/another/folder
	$(Q)git ls-files | tar -cf $(B)/reproducible/tree.tar -T -
	$(Q)cd $(B)/reproducible/one && tar -xf ../tree.tar && \
		LC_ALL=C TZ=UTC $(MAKE) -s $(REPRODUCE) B=build >../log 2>&1
	$(Q)cd $(B)/reproducible/another/folder && tar -xmf ../../tree.tar && find . -type f -exec touch -t 200102030405 {} + && \
		umask 027 && SOURCE_DATE_EPOCH=981173106 LC_ALL=C.UTF-8 LANGUAGE=de TZ=Asia/Tokyo \
			$(MAKE) -s $(REPRODUCE) B=build >>../../log 2>&1
	$(Q)cd $(B)/reproducible/one && for f in $(REPRODUCED); do \
		cmp $$f ../another/folder/$$f || exit 1; sha256sum $$f; done
