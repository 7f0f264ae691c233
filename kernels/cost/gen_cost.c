/* SPDX-License-Identifier: MIT
 *
 * Writes the timed loops of one row of the instruction table: every legal N, A from shared memory
 * or from registers, dense and sparse, both majors where the row has them, one chain of
 * accumulators or two that take turns. A loop is one piece of PTX, so that no compiler puts
 * anything between two wgmma.
 *
 *     gen_cost ROW > loops_ROW.cuh
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "cost_job.h"
#include "verify/wgmma/wgmma_text.h"
#include "wgdesc.h"

typedef struct loop {
    wgmma_call call;
    int form, chains; /* form: bits of cost_job.h */
} loop;

static void print_step(const loop *l, int step)
{
    static const char *const accs[2] = {"d%d", "e%d"};
    const wgmma_words w = {accs[l->chains == 2 ? step % 2 : 0],
                           l->call.a_in_regs ? "{r0, r1, r2, r3}"
                           : step % 2        ? "%1"
                                             : "%0",
                           step % 2 ? "%3" : "%2",
                           "%8",
                           "0",
                           "on",
                           "1",
                           "1",
                           l->form & COST_TRANS_A ? "1" : "0",
                           l->form & COST_TRANS_B ? "1" : "0"};
    wgmma_print(&l->call, &w);
}

/* Zeroes the accumulators before, and stores them behind, when somebody wants them. */
static void print_registers(const loop *l, bool store)
{
    for (int c = 0; c < l->chains; c++) {
        for (int r = 0; r < wgmma_acc_regs(&l->call); r++) {
            printf(store ? "        \"st.volatile.global.b32 [%%10], %c%d;\\n\"\n"
                         : "        \"mov.b32 %c%d, 0;\\n\"\n",
                   "de"[c], r);
        }
    }
}

static void print_loop(const loop *l)
{
    const int regs = wgmma_acc_regs(&l->call);
    printf("template <>\nstruct loop<%d, %d, %d> {\n", l->call.n, l->form, l->chains);
    printf("    static constexpr int registers = %d;\n", regs * l->chains);
    printf(
        "    static __device__ __forceinline__ void run(const cost_words &w, const uint32_t *a,\n"
        "        uint32_t rounds, long long *stamp, uint32_t *sink)\n    {\n"
        "#ifdef __CUDA_ARCH__\n        asm volatile(\n");
    printf("        \"{\\n.reg .pred on, go, mine, now;\\n.reg .b32 i, j, r<4>, d<%d>, e<%d>;\\n"
           ".reg .b64 at, t;\\n\"\n",
           regs, regs);
    print_registers(l, false);
    for (int r = 0; r < 4; r++) {
        printf("        \"mov.b32 r%d, %%%d;\\n\"\n", r, 4 + r);
    }
    printf("        \"mov.b32 i, %%9;\\nsetp.eq.b32 on, 0, 0;\\n\"\n"
           "        \"mov.b64 at, %%11;\\nsetp.ne.b64 mine, at, 0;\\n\"\n"
           "        \"AGAIN:\\nwgmma.fence.sync.aligned;\\n\"\n");
    for (int step = 0; step < COST_STEPS; step++) {
        print_step(l, step);
    }
    printf("        \"wgmma.commit_group.sync.aligned;\\n\"\n"
           "        \"wgmma.wait_group.sync.aligned 1;\\n\"\n"
           "        \"and.b32 j, i, %d;\\nsetp.eq.and.b32 now, j, 0, mine;\\n\"\n"
           "        \"@now mov.u64 t, %%%%clock64;\\n@now st.global.b64 [at], t;\\n"
           "@now add.u64 at, at, 8;\\n\"\n"
           "        \"add.u32 i, i, -1;\\nsetp.ne.b32 go, i, 0;\\n@go bra AGAIN;\\n\"\n"
           "        \"wgmma.wait_group.sync.aligned 0;\\n\"\n"
           "        \"setp.eq.b64 go, %%10, 0;\\n@go bra DONE;\\n\"\n",
           COST_STAMP_ROUNDS - 1);
    print_registers(l, true);
    printf("        \"DONE:\\n}\\n\"\n"
           "        :: \"l\"(w.a[0]), \"l\"(w.a[1]), \"l\"(w.b[0]), \"l\"(w.b[1]),\n"
           "        \"r\"(a[0]), \"r\"(a[1]), \"r\"(a[2]), \"r\"(a[3]), \"r\"(0x44444444u), "
           "\"r\"(rounds),\n"
           "        \"l\"(sink), \"l\"(stamp) : \"memory\");\n#endif\n    }\n};\n\n");
}

/* The loops of one N, or their names for the list. */
static void print_n(const wgd_inst *in, int n, bool names)
{
    for (int i = 0; i < 2 * COST_FORMS; i++) {
        const int form = i % COST_FORMS;
        const loop l = {
            {in, n, form & COST_A_IN_REGS, form & COST_SPARSE}, form, 1 + i / COST_FORMS};
        const bool legal = (!l.call.sparse || in->sparse) &&
                           (!(form & (COST_TRANS_A | COST_TRANS_B)) || in->trans) &&
                           !((form & COST_TRANS_A) && l.call.a_in_regs) &&
                           wgmma_acc_regs(&l.call) * l.chains <= COST_ACCUMULATORS;
        if (legal && names) {
            printf(" X(%d, %d, %d)", n, form, l.chains);
        } else if (legal) {
            print_loop(&l);
        }
    }
}

static void print_all(const wgd_inst *in, bool names)
{
    for (int n = 8; n <= WGD_N_MAX; n += 8) {
        if (wgd_n_legal(in->a, n)) {
            print_n(in, n, names);
        }
    }
}

int main(int argc, char **argv)
{
    const int row = argc == 2 ? atoi(argv[1]) : -1;
    if (row < 0 || row >= wgd_inst_count()) {
        fprintf(stderr, "usage: gen_cost ROW, 0 <= ROW < %d\n", wgd_inst_count());
        return 2;
    }
    const wgd_inst *in = wgd_inst_at(row);
    printf("// Generated by gen_cost from row %d of the instruction table: %s\n\n", row, in->ptx);
    printf("constexpr bool row_traffic = %d;\n\n", in->a == WGD_F16 && in->acc == WGD_ACC_F32);
    print_all(in, false);
    printf("#define COST_LIST");
    print_all(in, true);
    printf("\n");
    return ferror(stdout) || fflush(stdout) ? 3 : 0;
}
