# SPDX-License-Identifier: MIT
# The GEMM kernels and wgdesc-bench. nvcc compiles everything: host parts too include CUDA headers.

BENCH          := $(B)/wgdesc-bench
GEMM_SRC       := $(sort $(wildcard kernels/gemm_*.cu) kernels/wgdesc_bench.cu)
GEMM_OBJ       := $(GEMM_SRC:kernels/%.cu=$(B)/kernels/%.o)
# wgmma needs the a-suffixed target, and only this spelling leaves out plain sm_90.
GEMM_NVCCFLAGS  = -std=c++17 -O3 -lineinfo -gencode arch=compute_90a,code=sm_90a \
                  -Werror all-warnings -Xcompiler -Wall,-Wextra -Ilayout -Idesc -Ikernels

.PHONY: bench-gemm
ifneq ($(HAVE_NVCC),)
kernels: bench-gemm
## bench-gemm: the GEMM kernels and the program that times them, wgdesc-bench (GEMM_SWEEP=1: more)
bench-gemm: $(BENCH)
else
kernels bench-gemm:
	@echo "  nvcc not found: wgdesc-bench is not built"
endif

$(GEMM_OBJ): $(B)/kernels/%.o: kernels/%.cu
	@mkdir -p $(@D)
	$(Q)$(NVCC) $(GEMM_NVCCFLAGS) $(if $(GEMM_SWEEP),-DWGD_GEMM_SWEEP) -MMD -MP -MF $(@:.o=.d) \
		-c $< -o $@

# The static CUDA runtime: the program starts, and says what is missing, without CUDA installed.
$(BENCH): $(GEMM_OBJ) $(LIB_A)
	$(Q)$(NVCC) -cudart static -o $@ $^ -ldl
	@echo "  built $@"

-include $(GEMM_OBJ:.o=.d)
