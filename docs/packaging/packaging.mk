# SPDX-License-Identifier: MIT
# What is handed on: a tarball of the source, and Debian packages out of it.

DIST := $(B)/wgdesc-$(VERSION).tar.gz

## dist: the source of this commit, build/wgdesc-VERSION.tar.gz: the same commit, the same bytes
.PHONY: dist deb
dist:
	$(Q)[ "$$(git rev-parse --show-toplevel 2>/dev/null)" = "$(CURDIR)" ] || \
		{ echo "  dist: this is no git repository of wgdesc" >&2; exit 1; }
	$(Q)[ -z "$$(git status --porcelain)" ] || \
		echo "  dist: what is not committed is not in it" >&2
	@mkdir -p $(B)
	$(Q)git -c tar.umask=0022 archive --format=tar --prefix=wgdesc-$(VERSION)/ HEAD | gzip -9n >$(DIST)
	@echo "  built $(DIST)"

## deb: Debian packages out of that tarball, in build/deb (needs dpkg-dev and debhelper)
deb: dist
	$(Q)rm -rf $(B)/deb && mkdir -p $(B)/deb
	$(Q)cp $(DIST) $(B)/deb/wgdesc_$(VERSION).orig.tar.gz
	$(Q)cd $(B)/deb && tar -xzf wgdesc_$(VERSION).orig.tar.gz && cd wgdesc-$(VERSION) && \
		cp -R docs/packaging/debian debian && dpkg-buildpackage -us -uc
