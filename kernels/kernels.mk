# SPDX-License-Identifier: MIT
# wgdesc-verify, its kernels and the CUDA examples. Without nvcc: one line, and nothing is built.

# Rows of the instruction table; rows.cc refuses to start when the table has another number.
VERIFY_ROWS := 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16
VERIFY      := $(B)/wgdesc-verify
KB          := $(B)/kernels

# wgmma needs the a-suffixed target, and only this spelling leaves out plain sm_90.
NVCC_ARCH   := -gencode arch=compute_90a,code=sm_90a
NVCCFLAGS   ?= -O2 -lineinfo
NVCC_ALL     = -std=c++17 $(NVCC_ARCH) $(NVCCFLAGS) -Werror all-warnings \
               -Xcompiler -Wall,-Wextra,-Wshadow -Ilayout -Idesc -Ikernels -I$(KB)
CXX         ?= g++
CXXFLAGS    ?= -O2 -g
CXX_ALL      = -std=c++17 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror $(CXXFLAGS) \
               $(SANFLAGS) -Ilayout -Idesc -Ikernels
CUDA_HOME   ?= $(patsubst %/bin/,%,$(dir $(HAVE_NVCC)))

# The parts of the host side that need no CUDA, which the unit tests link too.
VERIFY_HOST_SRC := $(addprefix kernels/,cases.cc plan.cc reference.cc names.cc options.cc \
                     report.cc sha256.cc mma_problems.cc)
VERIFY_HOST_OBJ := $(VERIFY_HOST_SRC:kernels/%.cc=$(KB)/%.o)
# The parts that call the CUDA runtime (from C++, so that nvcc compiles kernels only).
VERIFY_CUDA_SRC := $(addprefix kernels/,device.cc gemm_check.cc map_check.cc controls.cc rows.cc \
                     mma_check.cc hgemm_check.cc hgemm_run.cc verify.cc)
VERIFY_CUDA_OBJ := $(VERIFY_CUDA_SRC:kernels/%.cc=$(KB)/%.o)
VERIFY_ROW_OBJ  := $(VERIFY_ROWS:%=$(KB)/row_%.o)
VERIFY_CALLS    := $(VERIFY_ROWS:%=$(KB)/calls_%.cuh)

VERIFY_MMA_OBJ  := $(KB)/mma.o $(KB)/hgemm.o $(KB)/mma_ops.o

EXAMPLE_CU  := $(sort $(wildcard examples/*.cu))
EXAMPLE_BIN := $(EXAMPLE_CU:examples/%.cu=$(B)/examples/%)

HGEMM     := $(B)/wgdesc-hgemm
HGEMM_SRC := $(addprefix kernels/,hgemm_bench.cc hgemm_cublas.cc)
HGEMM_OBJ := $(HGEMM_SRC:kernels/%.cc=$(KB)/%.o)

.PHONY: verify hgemm examples-cuda
ifneq ($(HAVE_NVCC),)
kernels: verify hgemm examples-cuda
## hgemm: wgdesc-hgemm, the HGEMM on mma.sync in plain and permuted shared memory
hgemm: $(HGEMM)
## verify: the GPU harness, wgdesc-verify
verify: $(VERIFY)
examples-cuda: $(EXAMPLE_BIN)
else
kernels:
	@echo "  nvcc not found: the GPU programs and examples are not built (the rest is)"
verify hgemm examples-cuda: kernels
endif

$(KB)/gen_calls: kernels/gen_calls.c $(LIB_A)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CPPFLAGS_ALL) $(CFLAGS_ALL) $(LDFLAGS) -o $@ $< $(LIB_A)

# Left alone when nothing changes in it, so that a new library does not compile all kernels again.
$(VERIFY_CALLS): $(KB)/calls_%.cuh: $(KB)/gen_calls
	$(Q)$< $* > $@.tmp && { cmp -s $@.tmp $@ && rm $@.tmp || mv $@.tmp $@; }

$(VERIFY_ROW_OBJ): $(KB)/row_%.o: kernels/row.cu $(KB)/calls_%.cuh
	$(Q)$(NVCC) $(NVCC_ALL) -DWGV_ROW=$* -DWGV_CALLS='"calls_$*.cuh"' -MMD -MF $(KB)/row_$*.d \
		-c $< -o $@
	@echo "  built $@"

$(KB)/mma_ops.o: kernels/mma_ops.c
	@mkdir -p $(@D)
	$(Q)$(CC) $(CPPFLAGS_ALL) $(CFLAGS_ALL) -Ikernels -MMD -MP -c $< -o $@

$(KB)/gen_mma: kernels/gen_mma.c $(KB)/mma_ops.o $(LIB_A)
	$(Q)$(CC) $(CPPFLAGS_ALL) $(CFLAGS_ALL) $(LDFLAGS) -Ikernels -o $@ $^

$(KB)/calls_mma.cuh: $(KB)/gen_mma
	$(Q)$< > $@.tmp && mv $@.tmp $@

$(KB)/mma.o: $(KB)/calls_mma.cuh
$(KB)/mma.o $(KB)/hgemm.o $(KB)/bank_probe.o: $(KB)/%.o: kernels/%.cu
	@mkdir -p $(@D)
	$(Q)$(NVCC) $(NVCC_ALL) -MMD -MF $(KB)/$*.d -c $< -o $@
	@echo "  built $@"

$(VERIFY_HOST_OBJ): $(KB)/%.o: kernels/%.cc
	@mkdir -p $(@D)
	$(Q)$(CXX) $(CXX_ALL) -MMD -MP -c $< -o $@

$(KB)/reference.o: CXXFLAGS += -O3

$(VERIFY_CUDA_OBJ) $(HGEMM_OBJ): $(KB)/%.o: kernels/%.cc
	@mkdir -p $(@D)
	$(Q)$(CXX) $(CXX_ALL) -isystem $(CUDA_HOME)/include -MMD -MP -c $< -o $@

$(KB)/rows.o: CXXFLAGS += '-DWGV_ROWS(X)=$(foreach r,$(VERIFY_ROWS),X($(r)))'

# The static CUDA runtime: the program runs where only the driver is installed.
$(VERIFY): $(VERIFY_ROW_OBJ) $(VERIFY_MMA_OBJ) $(VERIFY_CUDA_OBJ) $(VERIFY_HOST_OBJ) $(LIB_A)
	$(Q)$(CXX) $(SANFLAGS) $(LDFLAGS) -o $@ $^ -L$(CUDA_HOME)/lib64 -lcudart_static -lpthread -ldl -lrt
	@echo "  built $@"

$(HGEMM): $(HGEMM_OBJ) $(addprefix $(KB)/,hgemm.o bank_probe.o hgemm_run.o device.o mma_problems.o) \
		$(LIB_A)
	$(Q)$(CXX) $(SANFLAGS) $(LDFLAGS) -o $@ $^ -L$(CUDA_HOME)/lib64 -lcudart_static -lpthread -ldl -lrt
	@echo "  built $@"

$(B)/examples/%: examples/%.cu $(wildcard examples/*.h) desc/wgd_desc.h
	@mkdir -p $(@D)
	$(Q)$(NVCC) -std=c++17 $(NVCC_ARCH) $(NVCCFLAGS) -Werror all-warnings -cudart static \
		-Ilayout -Idesc -o $@ $<
	@echo "  built $@"

-include $(VERIFY_HOST_OBJ:.o=.d) $(VERIFY_MMA_OBJ:.o=.d) $(HGEMM_OBJ:.o=.d) $(KB)/bank_probe.d $(VERIFY_CUDA_OBJ:.o=.d) $(VERIFY_ROW_OBJ:.o=.d)

# Tests of the host side, in C++ like it; tests.mk runs them with the others.
VERIFY_TESTS := $(patsubst tests/unit/%.cc,$(B)/tests/unit/%,$(sort $(wildcard tests/unit/verify/test_*.cc)))

$(VERIFY_TESTS): $(B)/tests/unit/%: tests/unit/%.cc $(VERIFY_HOST_OBJ) $(KB)/mma_ops.o $(LIB_A)
	@mkdir -p $(@D)
	$(Q)$(CXX) $(CXX_ALL) -MMD -MP -MF $@.d $(LDFLAGS) -o $@ $< $(VERIFY_HOST_OBJ) $(KB)/mma_ops.o \
		$(LIB_A) -lcmocka -lcjson

## evidence: run everything on the GPU and keep the results: make evidence EVIDENCE=folder
EVIDENCE ?= docs/evidence
.PHONY: evidence sanitize
evidence: kernels
	kernels/run-evidence.sh $(EVIDENCE) $(B)

## sanitize: compute-sanitizer's four tools on a representative set of cases
sanitize: verify
	kernels/sanitize.sh $(VERIFY) $(B)/sanitize.json

# Installed where it was built; its manual page always.
INSTALL_FILES += 644:docs/wgdesc-verify.1:$(mandir)/man1/wgdesc-verify.1
INSTALL_FILES += $(if $(wildcard $(VERIFY)),755:$(VERIFY):$(bindir)/wgdesc-verify)
