# SPDX-License-Identifier: MIT
# GEMMs out of emitted headers, to be run on a GPU: every swizzle, both majors, wide tiles, warpgroups
# that split N, all kinds of types. A name is A's type, B's, their majors, the swizzle, the tile and,
# where the plan should not choose, the warpgroups.

EMIT_CHECKS := f16_f16_k_k_128B_128x128x64 bf16_bf16_mn_mn_128B_128x128x64 \
               bf16_bf16_k_mn_128B_256x128x128 f16_f16_mn_k_64B_128x96x64 \
               f16_f16_k_mn_64B_64x128x64_2 bf16_bf16_mn_mn_32B_192x80x32 \
               f16_f16_k_k_none_128x128x32 bf16_bf16_mn_mn_none_128x64x32 \
               tf32_tf32_k_k_128B_128x64x64 e4m3_e5m2_k_k_64B_128x256x128 \
               s8_u8_k_k_32B_128x192x64
EMIT_BIN    := $(EMIT_CHECKS:%=$(B)/emit/%)

# The n-th part of a name.
emit_part = $(word $(1),$(subst _, ,$*))

.PHONY: emit-check
ifneq ($(HAVE_NVCC),)
## emit-check: GEMMs out of emitted headers, as build/emit/*: run them on a GPU
emit-check: $(EMIT_BIN)
else
emit-check:
	@echo "  nvcc not found: the GEMMs out of emitted headers are not built"
endif

$(EMIT_BIN:%=%.cuh): $(B)/emit/%.cuh: $(CLI)
	@mkdir -p $(@D)
	$(Q)$(CLI) emit --lang cuda --prefix gemm --stages 2 -o $@ --force \
		--dtype $(call emit_part,1) --b-dtype $(call emit_part,2) \
		--a-major $(call emit_part,3) --b-major $(call emit_part,4) \
		--a-swizzle $(call emit_part,5) --b-swizzle $(call emit_part,5) \
		--tile $(call emit_part,6) $(addprefix --warpgroups ,$(call emit_part,7))

$(EMIT_BIN): NVCCFLAGS = -O2
$(EMIT_BIN): $(B)/emit/%: kernels/emit/emit_check.cu $(B)/emit/%.cuh $(COMMON) $(LIB_A)
	$(Q)$(NVCC_LINK) -DHEADER='"$(B)/emit/$*.cuh"' -DELEMENT_A='"$(call emit_part,1)"' \
		-DELEMENT_B='"$(call emit_part,2)"' \
		-DRESULT=$(if $(filter s8 u8,$(call emit_part,1)),int32_t,float) -I. $< $(COMMON) $(LIB_A)
