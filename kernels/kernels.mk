# SPDX-License-Identifier: MIT
# The GPU programs: compilers, flags and the link line, which stand here once, and a makefile for
# each folder. Without nvcc: one line, and nothing is built.

KB        := $(B)/kernels
CUDA_HOME ?= $(patsubst %/bin/,%,$(dir $(HAVE_NVCC)))
# All folders include from here: "common/device.h".
KERNELS_I := -Ilayout -Idesc -Ikernels -I$(KB)

# wgmma needs the a-suffixed target, and only this spelling leaves out plain sm_90.
NVCC_ARCH := -gencode arch=compute_90a,code=sm_90a
NVCCFLAGS ?= -O2 -lineinfo
# Of objects with hundreds of generated kernels: without line tables, and with a host side that is not made fast,
# as all it does is to launch them. The machine code is the same, in five sixths of the time.
NVCC_MANY := -O2 -Xcompiler -O0
NVCC_ALL   = -std=c++17 $(NVCC_ARCH) $(NVCCFLAGS) -Werror all-warnings \
             -Xcompiler -Wall,-Wextra,-Wshadow $(KERNELS_I)
CXX       ?= g++
# Line tables: a backtrace has its lines, and C++ compiles in two thirds of the time.
CXXFLAGS  ?= -O2 -g1
CXX_ALL    = -std=c++17 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror $(CXXFLAGS) \
             $(SANFLAGS) $(KERNELS_I)
# Headers of CUDA are not ours to warn about.
CXX_CUDA   = $(CXX_ALL) $(addprefix -isystem ,$(CUDA_HOME:%=%/include))
# The static CUDA runtime: a program runs where only the driver is installed, and says what is
# missing where that is not.
LINK_CUDA  = $(CXX) $(SANFLAGS) $(LDFLAGS) -o $@ $^ -L$(CUDA_HOME)/lib64 -lcudart_static -lpthread \
             -ldl -lrt
# Compiles and links one .cu; what it needs of ours comes behind it.
NVCC_LINK  = $(NVCC) $(NVCC_ALL) -cudart static -o $@

# Objects lie as their sources do: build/kernels/verify/report.o. Host parts are C++, also those that
# call the CUDA runtime, so that nvcc compiles kernels only.
$(KB)/%.o: CPPFLAGS += -Ikernels
$(KB)/%.o: kernels/%.cc
	@mkdir -p $(@D)
	$(Q)$(CXX) $(CXX_CUDA) -MMD -MP -c $< -o $@
$(KB)/%.o: kernels/%.cu
	@mkdir -p $(@D)
	$(Q)$(NVCC) $(NVCC_ALL) -MMD -MP -MF $(@:.o=.d) -c $< -o $@
	@echo "  built $@"

# $(call kernel_objects,folder,names)
kernel_objects = $(addprefix $(KB)/$(1)/,$(addsuffix .o,$(2)))
# What every program links; and without the device, what the host tests link.
COMMON_HOST := $(call kernel_objects,common,chips json option_table output program sha256)
COMMON      := $(COMMON_HOST) $(call kernel_objects,common,device)

ifeq ($(HAVE_NVCC),)
kernels:
	@echo "  nvcc not found: the GPU programs and examples are not built (the rest is)"
endif
include $(addprefix kernels/,mma/mma.mk hgemm/hgemm.mk verify/verify.mk gemm/gemm.mk bench/bench.mk cost/cost.mk \
          emit/emit.mk epilogue/epilogue.mk)

EXAMPLE_CU  := $(sort $(wildcard examples/*.cu))
EXAMPLE_BIN := $(EXAMPLE_CU:examples/%.cu=$(B)/examples/%)

.PHONY: examples-cuda
ifneq ($(HAVE_NVCC),)
kernels: examples-cuda
examples-cuda: $(EXAMPLE_BIN)
else
examples-cuda: kernels
endif

# Users compile them with the public headers alone.
$(EXAMPLE_BIN): KERNELS_I = -Ilayout -Idesc
$(EXAMPLE_BIN): $(B)/examples/%: examples/%.cu $(wildcard examples/*.h) desc/wgd_desc.h
	@mkdir -p $(@D)
	$(Q)$(NVCC_LINK) $<
	@echo "  built $@"

-include $(wildcard $(addprefix $(KB)/,*/*.d */*/*.d))

## evidence: run everything on the GPU and keep the results: make evidence EVIDENCE=folder
EVIDENCE ?= docs/evidence
.PHONY: evidence
evidence: kernels
	kernels/verify/run-evidence.sh $(EVIDENCE) $(B)
