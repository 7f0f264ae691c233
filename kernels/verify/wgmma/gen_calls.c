/* SPDX-License-Identifier: MIT
 *
 * Writes the wgmma calls of one row of the instruction table: every legal N, A from shared memory
 * or from registers, dense and sparse. call.cuh says how to use what comes out.
 *
 *     gen_calls ROW > calls_ROW.cuh
 *     gen_calls                        the rows that there are: 0 1 2 ...
 */
#include <stdio.h>
#include <stdlib.h>

#include "fragments.h"
#include "wgmma_text.h"
#include "wgdesc.h"

/* The accumulators live in memory between calls, those of eight columns of D side by side (fragments.h): one
 * load and one store for each eight. Predicate in: they are wanted as input. Predicates o0..o3: eight columns
 * with that remainder modulo four are wanted as output. */
static void print_eight(const wgmma_call *c, int eight, bool load)
{
    const int regs = wgv_frag_d_regs(c->inst->acc), first = eight * regs;
    char vector[32];
    int at = snprintf(vector, sizeof vector, "{d%d", first);
    for (int r = 1; r < regs; r++) {
        at += snprintf(vector + at, sizeof vector - (size_t)at, ", d%d", first + r);
    }
    const unsigned byte = 4 * wgv_frag_d_at(c->inst->acc, 0, (uint32_t)first);
    if (load) {
        printf("        \"@in ld.v%d.b32 %s}, [%%0+%u];\\n\"\n", regs, vector, byte);
    } else {
        printf("        \"@o%d st.v%d.b32 [%%0+%u], %s};\\n\"\n", eight % 4, regs, byte, vector);
    }
}

static void print_all_eights(const wgmma_call *c, bool load)
{
    for (int eight = 0; eight < c->n / 8; eight++) {
        print_eight(c, eight, load);
    }
}

/* p: scale-d; in, o0..o3: the bits of `keep`. */
static void print_predicates(int scale_d)
{
    printf("        \"{\\n.reg .pred p, in, o<4>;\\n.reg .b32 bit;\\n\"\n");
    printf("        \"setp.ne.b32 p, %%%d, 0;\\n\"\n", scale_d);
    for (int i = 0; i < 5; i++) {
        printf("        \"and.b32 bit, %%%d, %d;\\nsetp.ne.b32 ", scale_d + 1, 1 << i);
        printf(i < 4 ? "o%d" : "in", i);
        printf(", bit, 0;\\n\"\n");
    }
}

/* The operands as arguments of the asm: %0 is the pointer to the accumulators, the two arguments
 * behind the metadata are scale_d and keep, which became predicates. */
static void print_asm(const wgmma_call *c)
{
    char arg[14][8];
    for (int i = 0; i < 14; i++) {
        snprintf(arg[i], sizeof arg[i], "%%%d", i);
    }
    const int b = c->a_in_regs ? 5 : 2, trans = b + (c->sparse ? 2 : 0) + (c->inst->scale ? 5 : 3);
    const wgmma_words w = {"d%d",          c->a_in_regs ? "{%1, %2, %3, %4}" : "%1",
                           arg[b],         arg[b + 1],
                           arg[b + 2],     "p",
                           arg[trans - 2], arg[trans - 1],
                           arg[trans],     arg[trans + (c->a_in_regs ? 0 : 1)]};
    wgmma_print(c, &w);
}

static int scale_d_arg(const wgmma_call *c)
{
    return 1 + (c->a_in_regs ? 4 : 1) + 1 + (c->sparse ? 2 : 0);
}

static void print_operands(const wgmma_call *c)
{
    const wgd_inst *in = c->inst;
    printf("        :: \"l\"(d), %s, \"l\"(b)",
           c->a_in_regs ? "\"r\"(a.reg[0]), \"r\"(a.reg[1]), \"r\"(a.reg[2]), \"r\"(a.reg[3])"
                        : "\"l\"(a.desc)");
    if (c->sparse) {
        printf(", \"r\"(meta), \"n\"(IMM::sp_sel)");
    }
    printf(", \"r\"(scale_d), \"r\"(keep)");
    if (in->scale) {
        printf(", \"n\"(IMM::scale_a), \"n\"(IMM::scale_b)");
    }
    if (in->trans && !c->a_in_regs) {
        printf(", \"n\"(IMM::trans_a)");
    }
    if (in->trans) {
        printf(", \"n\"(IMM::trans_b)");
    }
    printf("\n        : \"memory\");\n");
}

static void print_call(const wgmma_call *c)
{
    printf("template <>\nstruct wgmma<%d, %s, %s> {\n", c->n, c->a_in_regs ? "true" : "false",
           c->sparse ? "true" : "false");
    printf("    template <class IMM>\n");
    printf(
        "    static __device__ void apply(uint32_t *d, const wgmma_a &a, uint64_t b, int scale_d,\n"
        "                                 [[maybe_unused]] uint32_t meta, uint32_t keep)\n    {\n"
        "        asm volatile(\n");
    print_predicates(scale_d_arg(c));
    printf("        \".reg .b32 d<%d>;\\n\"\n", wgmma_acc_regs(c));
    print_all_eights(c, true);
    printf("        \"wgmma.fence.sync.aligned;\\n\"\n");
    print_asm(c);
    printf("        \"wgmma.commit_group.sync.aligned;\\n\"\n"
           "        \"wgmma.wait_group.sync.aligned 0;\\n\"\n");
    print_all_eights(c, false);
    printf("        \"}\\n\"\n");
    print_operands(c);
    printf("    }\n};\n\n");
}

static int print_rows(void)
{
    for (int i = 0; i < wgd_inst_count(); i++) {
        printf("%d\n", i);
    }
    return ferror(stdout) || fflush(stdout) ? 3 : 0;
}

int main(int argc, char **argv)
{
    if (argc == 1) {
        return print_rows();
    }
    const int row = argc == 2 ? atoi(argv[1]) : -1;
    if (row < 0 || row >= wgd_inst_count()) {
        fprintf(stderr, "usage: gen_calls [ROW], 0 <= ROW < %d\n", wgd_inst_count());
        return 2;
    }
    const wgd_inst *in = wgd_inst_at(row);
    printf("// Generated by gen_calls from row %d of the instruction table: %s\n\n", row, in->ptx);
    printf("constexpr wgd_dtype row_a = (wgd_dtype)%d, row_b = (wgd_dtype)%d;\n", in->a, in->b);
    printf("constexpr int row_k = %d;\n", wgd_dtype_k(in->a));
    printf("constexpr wgd_acc row_acc = (wgd_acc)%d;\n", in->acc);
    printf("constexpr bool row_trans = %d, row_scale = %d, row_sparse = %d, row_selector = %d;\n\n",
           in->trans, in->scale, in->sparse, in->sparse && wgv_selector_free(in->a));
    printf("#define ROW_N(X)");
    for (int n = 8; n <= WGD_N_MAX; n += 8) {
        if (wgd_n_legal(in->a, n)) {
            printf(" X(%d)", n);
        }
    }
    printf("\n\n");
    for (int n = 8; n <= WGD_N_MAX; n += 8) {
        for (int form = 0; form < (in->sparse ? 4 : 2) && wgd_n_legal(in->a, n); form++) {
            const wgmma_call c = {in, n, (form & 1) != 0, (form & 2) != 0};
            print_call(&c);
        }
    }
    return ferror(stdout) || fflush(stdout) ? 3 : 0;
}
