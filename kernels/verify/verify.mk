# SPDX-License-Identifier: MIT
# wgdesc-verify. The kernels of a row of the instruction table are one object, so that rows compile
# side by side; the generator of their calls says how many rows there are.

VERIFY := $(B)/wgdesc-verify
VB     := $(KB)/verify

# tcgen05: all but the device itself.
TC_HOST := $(call kernel_objects,verify/tcgen05,device/tc_forms tc_program tc_types tc_products tc_product \
             tc_map tc_lanes tc_copy tc_scale tc_cases)

# The parts of the host side that need no CUDA, which the unit tests link too, and the rest.
VERIFY_HOST := $(COMMON_HOST) $(MMA_HOST) $(call kernel_objects,verify,verify_options report \
                 product/product_cases product/product_names product/product_plan product/reference \
                 map/map_cases wgmma/window) $(TC_HOST)
VERIFY_OBJ  := $(call kernel_objects,verify,wgdesc_verify selection session controls canonical_words \
                 product/product_check map/map_check exhaust/exhaust_run \
                 exhaust/exhaust_report \
                 tcgen05/device/tc_gpu tcgen05/device/tc_kernel)

.PHONY: verify
ifneq ($(HAVE_NVCC),)
kernels: verify
## verify: the GPU harness, wgdesc-verify
verify: $(VERIFY)
else
verify: kernels
endif

$(VB)/product/reference.o: CXXFLAGS += -O3

$(VB)/wgmma/gen_calls: $(VB)/wgmma/gen_calls.o $(VB)/wgmma/wgmma_text.o $(LIB_A)
	$(Q)$(CC) $(CFLAGS_ALL) $(LDFLAGS) -o $@ $^

$(VB)/exhaust/gen_picks: $(VB)/exhaust/gen_picks.o $(VB)/wgmma/wgmma_text.o $(LIB_A)
	$(Q)$(CC) $(CFLAGS_ALL) $(LDFLAGS) -o $@ $^

ifdef VERIFY_ROWS
VERIFY_ROW_OBJ := $(VERIFY_ROWS:%=$(VB)/wgmma/row_%.o)

# Left alone when nothing changes in it, so that a new library does not compile all kernels again.
$(VERIFY_ROWS:%=$(VB)/wgmma/calls_%.cuh): $(VB)/wgmma/calls_%.cuh: $(VB)/wgmma/gen_calls
	$(Q)$< $* > $@.tmp && { cmp -s $@.tmp $@ && rm $@.tmp || mv $@.tmp $@; }

$(VERIFY_ROW_OBJ): NVCCFLAGS = $(NVCC_MANY)
$(VERIFY_ROW_OBJ): $(VB)/wgmma/row_%.o: kernels/verify/wgmma/row.cu $(VB)/wgmma/calls_%.cuh
	$(Q)$(NVCC) $(NVCC_ALL) -DWGV_ROW=$* -DWGV_CALLS='"verify/wgmma/calls_$*.cuh"' -MMD -MP \
		-MF $(@:.o=.d) -c $< -o $@
	@echo "  built $@"

EXHAUST_ROW_OBJ := $(VERIFY_ROWS:%=$(VB)/exhaust/row_%.o)

$(VERIFY_ROWS:%=$(VB)/exhaust/picks_%.cuh): $(VB)/exhaust/picks_%.cuh: $(VB)/exhaust/gen_picks
	$(Q)$< $* > $@.tmp && { cmp -s $@.tmp $@ && rm $@.tmp || mv $@.tmp $@; }

$(EXHAUST_ROW_OBJ): NVCCFLAGS = $(NVCC_MANY)
$(EXHAUST_ROW_OBJ): $(VB)/exhaust/row_%.o: kernels/verify/exhaust/exhaust.cu $(VB)/exhaust/picks_%.cuh
	$(Q)$(NVCC) $(NVCC_ALL) -DWGV_ROW=$* -DEXHAUST_PICKS='"verify/exhaust/picks_$*.cuh"' -MMD -MP \
		-MF $(@:.o=.d) -c $< -o $@
	@echo "  built $@"

$(VB)/wgmma/rows.o $(VB)/exhaust/exhaust_rows.o: CXXFLAGS += '-DWGV_ROWS(X)=$(foreach r,$(VERIFY_ROWS),X($(r)))'

$(VB)/wgmma/rows.a: $(VERIFY_ROW_OBJ) $(EXHAUST_ROW_OBJ) $(VB)/wgmma/rows.o $(VB)/exhaust/exhaust_rows.o
	$(Q)rm -f $@
	$(Q)$(AR) rcs $@ $^
else
# By a make of its own, which is told the rows; not in a dry run, where gen_calls need not be there.
ifdef VERIFY_ROWS_ASKED
$(error kernels/verify/wgmma/gen_calls names no rows)
endif
$(VB)/wgmma/rows.a: $(VB)/wgmma/gen_calls $(VB)/exhaust/gen_picks FORCE
	+$(Q)$(if $(findstring n,$(firstword -$(MAKEFLAGS))),:,$(MAKE) $(if $(V),,-s) \
		--no-print-directory VERIFY_ROWS_ASKED=1 VERIFY_ROWS="$$($<)" $@)
endif

$(VB)/tcgen05/device/gen_tc: $(VB)/tcgen05/device/gen_tc.o $(VB)/tcgen05/device/tc_forms.o $(LIB_A)
	$(Q)$(CC) $(CFLAGS_ALL) $(LDFLAGS) -o $@ $^

$(VB)/tcgen05/device/calls_tc.cuh: $(VB)/tcgen05/device/gen_tc
	$(Q)$< > $@.tmp && { cmp -s $@.tmp $@ && rm $@.tmp || mv $@.tmp $@; }

# Blackwell's code stands beside Hopper's in the program; no kernel is compiled for both.
$(VB)/tcgen05/device/tc_kernel.o: NVCC_ARCH := -gencode arch=compute_100a,code=sm_100a \
                                        -gencode arch=compute_103a,code=sm_103a
$(VB)/tcgen05/device/tc_kernel.o: $(VB)/tcgen05/device/calls_tc.cuh

$(VERIFY): $(VERIFY_OBJ) $(MMA) $(HGEMM_CHECK) $(VERIFY_HOST) $(COMMON) $(VB)/wgmma/rows.a $(LIB_A)
	$(Q)$(LINK_CUDA)
	@echo "  built $@"

# Tests of the host side, in C++ like it; tests.mk runs them with the others.
VERIFY_TESTS := $(patsubst tests/unit/%.cc,$(B)/tests/unit/%,$(sort $(wildcard tests/unit/verify/test_*.cc)))

$(VERIFY_TESTS): $(B)/tests/unit/%: tests/unit/%.cc $(VERIFY_HOST) $(LIB_A)
	@mkdir -p $(@D)
	$(Q)$(CXX) $(CXX_ALL) -MMD -MP -MF $@.d $(LDFLAGS) -o $@ $(filter %.cc %.o,$^) $(LIB_A) -lcmocka -lcjson

# The model of a device with tcgen05.
TC_MODEL := $(B)/tests/unit/verify/tc_model.o
$(TC_MODEL): tests/unit/verify/tc_model.cc
	@mkdir -p $(@D)
	$(Q)$(CXX) $(CXX_ALL) -MMD -MP -c $< -o $@
$(B)/tests/unit/verify/test_verify_tcgen05: $(TC_MODEL)

.PHONY: sanitize
## sanitize: compute-sanitizer's four tools on a representative set of cases
sanitize: verify
	kernels/verify/sanitize.sh $(VERIFY) $(B)/sanitize.json

# Installed where it was built; its manual page always.
INSTALL_FILES += 644:docs/wgdesc-verify.1:$(mandir)/man1/wgdesc-verify.1
INSTALL_FILES += $(if $(wildcard $(VERIFY)),755:$(VERIFY):$(bindir)/wgdesc-verify)
