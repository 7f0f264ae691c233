# SPDX-License-Identifier: MIT
# The GEMM kernels and wgdesc-bench. nvcc compiles everything: host parts too include CUDA headers.

BENCH          := $(B)/wgdesc-bench
GEMM_SRC       := $(sort $(wildcard kernels/gemm_*.cu) kernels/wgdesc_bench.cu)
GEMM_OBJ       := $(GEMM_SRC:kernels/%.cu=$(B)/kernels/%.o)
# wgmma needs the a-suffixed target, and only this spelling leaves out plain sm_90.
GEMM_NVCCFLAGS  = -std=c++17 -O3 -lineinfo -gencode arch=compute_90a,code=sm_90a \
                  -Werror all-warnings -Xcompiler -Wall,-Wextra -Ilayout -Idesc -Ikernels

# The headers that gemm_plan.cuh takes its constants from: TYPE_MAJOR_ROWS, one operand tile of ROWS
# by 128 bytes of K. Replaced only when the text changes.
GEMM_PLANS := bf16_k_64 bf16_k_128 bf16_k_192 bf16_k_256 bf16_mn_128 bf16_mn_256 \
              e4m3_k_128 e4m3_k_256
GEMM_GEN   := $(GEMM_PLANS:%=$(B)/kernels/gen/%.cuh)
GEMM_NVCCFLAGS += -I$(B)/kernels/gen

# The n-th part of TYPE_MAJOR_ROWS.
gemm_part = $(word $(1),$(subst _, ,$*))
$(GEMM_GEN): $(B)/kernels/gen/%.cuh: $(CLI)
	@mkdir -p $(@D)
	$(Q)$(CLI) emit --lang cuda --prefix $* --dtype $(call gemm_part,1) \
		--tile 64x$(call gemm_part,3)x$(if $(filter e4m3,$(call gemm_part,1)),128,64) \
		--b-major $(call gemm_part,2) --b-swizzle 128B -o $@.new --force
	$(Q)if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

.PHONY: bench-gemm
ifneq ($(HAVE_NVCC),)
kernels: bench-gemm
## bench-gemm: the GEMM kernels and the program that times them, wgdesc-bench (GEMM_SWEEP=1: more)
bench-gemm: $(BENCH) $(B)/kernels/gemm_refusals
else
bench-gemm: kernels
endif

$(GEMM_OBJ): $(B)/kernels/%.o: kernels/%.cu | $(GEMM_GEN)
	@mkdir -p $(@D)
	$(Q)$(NVCC) $(GEMM_NVCCFLAGS) $(if $(GEMM_SWEEP),-DWGD_GEMM_SWEEP) -MMD -MP -MF $(@:.o=.d) \
		-c $< -o $@

# The static CUDA runtime: the program starts, and says what is missing, without CUDA installed.
$(BENCH): $(GEMM_OBJ) $(LIB_A)
	$(Q)$(NVCC) -cudart static -o $@ $^ -ldl
	@echo "  built $@"

# A test of the host side; tests/cli/gemm_bench.t runs it.
$(B)/kernels/gemm_refusals: tests/kernels/gemm_refusals.cu $(addprefix $(B)/kernels/gemm_,host.o cublas.o) \
		$(LIB_A)
	$(Q)$(NVCC) $(GEMM_NVCCFLAGS) -cudart static -o $@ $^ -ldl

-include $(GEMM_OBJ:.o=.d)
