# SPDX-License-Identifier: MIT
# The HGEMM on mma.sync, and wgdesc-hgemm, which times it and counts its bank conflicts.

HGEMM       := $(B)/wgdesc-hgemm
# What wgdesc-verify checks, and the program.
HGEMM_CHECK := $(call kernel_objects,hgemm,hgemm hgemm_run hgemm_check)
HGEMM_OBJ   := $(call kernel_objects,hgemm,wgdesc_hgemm hgemm_time hgemm_predict hgemm_cublas \
                 bank_patterns bank_swizzles bank_probe hgemm hgemm_run)

.PHONY: hgemm
ifneq ($(HAVE_NVCC),)
kernels: hgemm
## hgemm: wgdesc-hgemm, the HGEMM on mma.sync in plain and permuted shared memory
hgemm: $(HGEMM)
else
hgemm: kernels
endif

$(HGEMM): $(HGEMM_OBJ) $(COMMON) $(LIB_A)
	$(Q)$(LINK_CUDA)
	@echo "  built $@"
