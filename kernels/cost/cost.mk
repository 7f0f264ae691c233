# SPDX-License-Identifier: MIT
# wgdesc-cost: the cycles of every wgmma. The loops of a row of the instruction table are one object,
# so that rows compile side by side.

COST     := $(B)/wgdesc-cost
COST_OBJ := $(call kernel_objects,cost,wgdesc_cost cost_layouts cost_measure)

.PHONY: cost
ifneq ($(HAVE_NVCC),)
kernels: cost
## cost: the program that measures the cycles of every wgmma, wgdesc-cost
cost: $(COST)
else
cost: kernels
endif

$(KB)/cost/gen_cost: $(KB)/cost/gen_cost.o $(KB)/verify/wgmma/wgmma_text.o $(LIB_A)
	$(Q)$(CC) $(CFLAGS_ALL) $(LDFLAGS) -o $@ $^

ifdef VERIFY_ROWS
COST_ROW_OBJ := $(VERIFY_ROWS:%=$(KB)/cost/row_%.o)

$(VERIFY_ROWS:%=$(KB)/cost/loops_%.cuh): $(KB)/cost/loops_%.cuh: $(KB)/cost/gen_cost
	$(Q)$< $* > $@.tmp && { cmp -s $@.tmp $@ && rm $@.tmp || mv $@.tmp $@; }

$(COST_ROW_OBJ): NVCCFLAGS = $(NVCC_MANY)
$(COST_ROW_OBJ): $(KB)/cost/row_%.o: kernels/cost/timed_loops.cu $(KB)/cost/loops_%.cuh
	$(Q)$(NVCC) $(NVCC_ALL) -DWGV_ROW=$* -DCOST_LOOPS='"cost/loops_$*.cuh"' -MMD -MP \
		-MF $(@:.o=.d) -c $< -o $@
	@echo "  built $@"

$(KB)/cost/cost_rows.o: CXXFLAGS += '-DCOST_ROWS(X)=$(foreach r,$(VERIFY_ROWS),X($(r)))'

$(KB)/cost/rows.a: $(COST_ROW_OBJ) $(KB)/cost/cost_rows.o
	$(Q)rm -f $@
	$(Q)$(AR) rcs $@ $^
else
# By a make of its own, as the rows of wgdesc-verify are.
$(KB)/cost/rows.a: $(VB)/wgmma/gen_calls $(KB)/cost/gen_cost FORCE
	+$(Q)$(if $(findstring n,$(firstword -$(MAKEFLAGS))),:,$(MAKE) $(if $(V),,-s) \
		--no-print-directory VERIFY_ROWS_ASKED=1 VERIFY_ROWS="$$($<)" $@)
endif

$(COST): $(COST_OBJ) $(COMMON) $(KB)/cost/rows.a $(LIB_A)
	$(Q)$(LINK_CUDA)
	@echo "  built $@"
