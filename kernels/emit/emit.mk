# SPDX-License-Identifier: MIT
# GEMMs out of emitted headers, to be run on a GPU: every swizzle, both majors, wide tiles, warpgroups
# that split N, all kinds of types, A from registers and sparse A. A name is A's type, B's, their majors,
# the swizzle, the tile, and further words: the warpgroups where the plan should not choose, registers or
# computed for an A that is not multiplied from shared memory, sparse.

EMIT_CHECKS := f16_f16_k_k_128B_128x128x64 bf16_bf16_mn_mn_128B_128x128x64 \
               bf16_bf16_k_mn_128B_256x128x128 f16_f16_mn_k_64B_128x96x64 \
               f16_f16_k_mn_64B_64x128x64_2 bf16_bf16_mn_mn_32B_192x80x32 \
               f16_f16_k_k_none_128x128x32 bf16_bf16_mn_mn_none_128x64x32 \
               tf32_tf32_k_k_128B_128x64x64 e4m3_e5m2_k_k_64B_128x256x128 \
               s8_u8_k_k_32B_128x192x64 \
               bf16_bf16_k_k_128B_256x128x64_registers f16_f16_mn_mn_128B_128x128x64_registers \
               bf16_bf16_k_mn_none_128x64x32_registers tf32_tf32_k_k_128B_192x40x32_registers \
               e4m3_e5m2_k_k_128B_128x256x128_registers s8_u8_k_k_32B_128x96x64_registers \
               bf16_bf16_k_mn_128B_128x128x64_computed s8_s8_k_k_64B_64x64x128_2_computed \
               f16_f16_k_k_128B_128x256x128_sparse f16_f16_mn_k_64B_128x96x64_sparse \
               tf32_tf32_k_k_64B_128x64x32_sparse e4m3_e5m2_k_k_64B_128x128x128_sparse \
               s8_u8_k_k_none_128x96x64_sparse f16_f16_mn_k_128B_64x320x64_registers_sparse \
               s8_u8_k_k_64B_128x96x128_registers_sparse bf16_bf16_k_mn_32B_128x64x64_computed_sparse \
               e4m3_e4m3_k_k_128B_128x256x128_computed_sparse
EMIT_BIN    := $(EMIT_CHECKS:%=$(B)/emit/%)

# The n-th part of a name.
emit_part = $(word $(1),$(subst _, ,$*))
# Those of its further words that are among these, and those that are not.
emit_has   = $(filter $(1),$(wordlist 7,9,$(subst _, ,$*)))
emit_other = $(filter-out $(1),$(wordlist 7,9,$(subst _, ,$*)))

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
		$(if $(call emit_has,computed),,--a-swizzle $(call emit_part,5)) --b-swizzle $(call emit_part,5) \
		--tile $(call emit_part,6) $(addprefix --a ,$(call emit_has,registers computed)) \
		$(addprefix --,$(call emit_has,sparse)) \
		$(addprefix --warpgroups ,$(call emit_other,registers computed sparse))

$(EMIT_BIN): NVCCFLAGS = -O2
$(EMIT_BIN): $(B)/emit/%: kernels/emit/emit_check.cu $(B)/emit/%.cuh $(COMMON) $(LIB_A)
	$(Q)$(NVCC_LINK) -DHEADER='"$(B)/emit/$*.cuh"' -DELEMENT_A='"$(call emit_part,1)"' \
		-DELEMENT_B='"$(call emit_part,2)"' \
		-DRESULT=$(if $(filter s8 u8,$(call emit_part,1)),int32_t,float) -I. $< $(COMMON) $(LIB_A)
