# SPDX-License-Identifier: MIT
# wgdesc-epilogue: what 'wgdesc copy --lang cuda' writes, compiled and run. The cases of a type are one
# object.

EPILOGUE       := $(B)/wgdesc-epilogue
EPILOGUE_TYPES := f16 bf16 f32 e4m3
EPILOGUE_DIR   := $(KB)/epilogue
EPILOGUE_CASES := $(EPILOGUE_TYPES:%=$(EPILOGUE_DIR)/cases_%.o)
EPILOGUE_OBJ   := $(call kernel_objects,epilogue,wgdesc_epilogue chain_kernels) $(EPILOGUE_CASES)
EPILOGUE_CHAIN := $(foreach t,f16 bf16 e4m3,$(EPILOGUE_DIR)/chain_$(t).cuh)

# Bits of a float's exponent and mantissa.
EPILOGUE_BITS_f16  := -DEXP_BITS=5 -DMAN_BITS=10
EPILOGUE_BITS_bf16 := -DEXP_BITS=8 -DMAN_BITS=7
EPILOGUE_BITS_f32  := -DEXP_BITS=8 -DMAN_BITS=23
EPILOGUE_BITS_e4m3 := -DEXP_BITS=4 -DMAN_BITS=3

.PHONY: epilogue
ifneq ($(HAVE_NVCC),)
kernels: epilogue
## epilogue: wgdesc-epilogue, which runs the epilogues that wgdesc writes
epilogue: $(EPILOGUE)
else
epilogue: kernels
endif

$(EPILOGUE_TYPES:%=$(EPILOGUE_DIR)/cases_%.cuh): $(EPILOGUE_DIR)/cases_%.cuh: \
		kernels/epilogue/gen_cases.sh kernels/epilogue/cases.txt $(CLI)
	$(Q)kernels/epilogue/gen_cases.sh $(CLI) kernels/epilogue/cases.txt $* $(@D)

$(EPILOGUE_CHAIN): $(EPILOGUE_DIR)/chain_%.cuh: $(CLI)
	@mkdir -p $(@D)
	$(Q)$(CLI) copy m64n64k16 --to $* --as-a $* --lang cuda --prefix chain_$* -o $@ --force

$(EPILOGUE_CASES): NVCCFLAGS = $(NVCC_MANY)
$(EPILOGUE_CASES): $(EPILOGUE_DIR)/cases_%.o: kernels/epilogue/epilogue_kernels.cu \
		$(EPILOGUE_DIR)/cases_%.cuh
	$(Q)$(NVCC) $(NVCC_ALL) -DCASES='"epilogue/cases_$*.cuh"' -DTYPE=epilogue_cases_$* \
		$(EPILOGUE_BITS_$*) -MMD -MP -MF $(@:.o=.d) -c $< -o $@
	@echo "  built $@"

$(EPILOGUE_DIR)/chain_kernels.o: $(EPILOGUE_CHAIN)

$(EPILOGUE): $(EPILOGUE_OBJ) $(COMMON) $(LIB_A)
	$(Q)$(LINK_CUDA)
	@echo "  built $@"
