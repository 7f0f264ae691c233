# SPDX-License-Identifier: MIT
# wgdesc-bench: checks and times the GEMM kernels.

BENCH     := $(B)/wgdesc-bench
BENCH_OBJ := $(call kernel_objects,bench,wgdesc_bench bench_options bench_check bench_order bench_time contestant \
               bench_report matrices)

.PHONY: bench-gemm
ifneq ($(HAVE_NVCC),)
kernels: bench-gemm
## bench-gemm: the GEMM kernels and the program that times them, wgdesc-bench
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

# The constants of the rule that chooses a tile; needs no CUDA.
GEMM_FIT := $(B)/gemm-fit
ROUNDS   ?= 0
HOPS     ?= 0

$(GEMM_FIT): $(KB)/bench/fit/gemm_fit.o $(KB)/bench/fit/fit_loss.o $(KB)/bench/fit/fit_times.o $(LIB_A)
	$(Q)$(CC) $(CFLAGS_ALL) $(LDFLAGS) -o $@ $^ -lcjson -lm

.PHONY: gemm-fit
## gemm-fit: how good the rule that chooses a tile is by all timed ways (ROUNDS=60 HOPS=40: looks for better constants)
gemm-fit: $(GEMM_FIT)
	$(Q)for gpu in h100 h200; do \
		of=$${gpu#h200}; of=$${of:+-$$of}; \
		$(GEMM_FIT) $$gpu $(ROUNDS) $(HOPS) docs/evidence/gemm-ways$$of.json || exit; \
	done
check: $(GEMM_FIT)
