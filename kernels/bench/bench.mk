# SPDX-License-Identifier: MIT
# wgdesc-bench: checks and times the GEMM kernels.

BENCH     := $(B)/wgdesc-bench
BENCH_OBJ := $(call kernel_objects,bench,wgdesc_bench bench_options bench_check bench_order bench_time contestant \
               bench_report matrices)

.PHONY: bench-gemm
ifneq ($(HAVE_NVCC),)
kernels: bench-gemm
## bench-gemm: the GEMM kernels and the program that times them, wgdesc-bench (GEMM_SWEEP=1: more)
bench-gemm: $(BENCH) $(KB)/gemm_refusals $(KB)/gemm_band $(KB)/bench_order
else
bench-gemm: kernels
endif

$(KB)/bench/matrices.o: NVCCFLAGS = -O3 -lineinfo

$(BENCH): $(BENCH_OBJ) $(GEMM_OBJ) $(COMMON) $(LIB_A)
	$(Q)$(LINK_CUDA)
	@echo "  built $@"

# Tests of the host side; tests/kernels/gemm_bench.t runs them.
$(KB)/gemm_refusals.o $(KB)/gemm_band.o $(KB)/bench_order.o: $(KB)/%.o: tests/kernels/%.cc
	@mkdir -p $(@D)
	$(Q)$(CXX) $(CXX_CUDA) -MMD -MP -c $< -o $@
$(KB)/gemm_refusals: $(KB)/gemm_refusals.o $(KB)/gemm/host.o $(COMMON) $(LIB_A)
	$(Q)$(LINK_CUDA)
$(KB)/gemm_band: $(KB)/gemm_band.o $(KB)/gemm/claimed_band.o
	$(Q)$(LINK_CUDA)
$(KB)/bench_order: $(KB)/bench_order.o $(KB)/bench/bench_order.o
	$(Q)$(LINK_CUDA)
