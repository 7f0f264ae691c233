# SPDX-License-Identifier: MIT
# The layout algebra under an abstract interpreter. Nightly, not in check.

## prove-layout: no overflow in the layout algebra for any arguments within its limits, by Frama-C's Eva; faults are seen
.PHONY: prove-layout
prove-layout:
	$(Q)if ! command -v frama-c >/dev/null; then $(call lint_without,frama-c,the layout algebra is); exit; fi; \
		tests/prove/prove.py --build $(B) $(PROVE) && tests/prove/prove.py --build $(B) --planted
