# SPDX-License-Identifier: MIT
# The program on other machines, through qemu's user mode. Nightly, not in check.

MACHINES ?= all

## portability: 25,000 requests and the golden tests on other machines and at other optimisations: the same bytes
.PHONY: portability
portability: cpu $(B)/lint-include/cjson
	$(Q)tests/machines/machines.py --build $(B) --machines '$(MACHINES)' $(PORTABILITY)
