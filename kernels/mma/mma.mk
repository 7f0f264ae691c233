# SPDX-License-Identifier: MIT
# Register fragments of mma.sync, ldmatrix and stmatrix: the calls are generated from the library's
# fragment table.

# What needs no CUDA, and the rest.
MMA_HOST := $(call kernel_objects,mma,mma_problems mma_ops)
MMA      := $(MMA_HOST) $(call kernel_objects,mma,mma mma_registers mma_products matrix_moves mma_cases)

$(KB)/mma/gen_mma: $(KB)/mma/gen_mma.o $(KB)/mma/mma_ops.o $(LIB_A)
	$(Q)$(CC) $(CFLAGS_ALL) $(LDFLAGS) -o $@ $^

$(KB)/mma/calls_mma.cuh: $(KB)/mma/gen_mma
	$(Q)$< > $@.tmp && mv $@.tmp $@

$(KB)/mma/mma.o: $(KB)/mma/calls_mma.cuh
