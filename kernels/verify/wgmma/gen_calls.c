/* SPDX-License-Identifier: MIT
 *
 * Writes the wgmma calls of one row of the instruction table: every legal N, A from shared memory
 * or from registers, dense and sparse. This is the one place that says what a wgmma call is (PTX
 * ISA, "wgmma.mma_async" and "wgmma.mma_async.sp"); call.cuh says how to use what comes
 * out.
 *
 *     gen_calls ROW > calls_ROW.cuh
 *     gen_calls                        the rows that there are: 0 1 2 ...
 */
#include <stdio.h>
#include <stdlib.h>

#include "fragments.h"
#include "wgdesc.h"

typedef struct call {
    const wgd_inst *inst;
    int n;
    bool a_in_regs, sparse;
} call;

/* 32-bit accumulator registers of a thread: 64 * N values over 128 threads. */
static int acc_regs(const call *c)
{
    return c->inst->acc == WGD_ACC_F16 ? c->n / 4 : c->n / 2;
}

/* The accumulators live in memory between calls, register r of thread t at d[128 * r + t].
 * Predicate in: they are wanted as input. Predicates o0..o3: eight columns of D, those with that
 * remainder modulo four, are wanted as output. */
static void print_load(const call *c)
{
    for (int r = 0; r < acc_regs(c); r++) {
        printf("        \"@in ld.b32 d%d, [%%0+%d];\\n\"\n", r, r * 512);
    }
}

static void print_store(const call *c)
{
    const int per_eight_columns = c->inst->acc == WGD_ACC_F16 ? 2 : 4;
    for (int r = 0; r < acc_regs(c); r++) {
        printf("        \"@o%d st.b32 [%%0+%d], d%d;\\n\"\n", r / per_eight_columns % 4, r * 512,
               r);
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

static void print_asm(const call *c)
{
    const wgd_inst *in = c->inst;
    int arg = 1; /* %0 is the pointer to the accumulators */
    printf("        \"wgmma.mma_async%s.sync.aligned.m64n%dk%d.%s {\"\n", c->sparse ? ".sp" : "",
           c->n, wgd_dtype_k(in->a) * (c->sparse ? 2 : 1), in->ptx);
    for (int r = 0; r < acc_regs(c); r++) {
        printf("%s\"d%d%s\"%s", r % 8 ? "" : "        ", r, r + 1 < acc_regs(c) ? "," : "",
               r % 8 == 7 || r + 1 == acc_regs(c) ? "\n" : " ");
    }
    if (c->a_in_regs) {
        printf("        \"}, {%%%d, %%%d, %%%d, %%%d}", arg, arg + 1, arg + 2, arg + 3);
        arg += 4;
    } else {
        printf("        \"}, %%%d", arg++);
    }
    printf(", %%%d", arg++);
    if (c->sparse) {
        printf(", %%%d, %%%d", arg, arg + 1);
        arg += 2;
    }
    printf(", p");
    arg += 2; /* scale_d and keep, behind the predicates */
    const int immediates = (in->scale ? 2 : 0) + (in->trans ? (c->a_in_regs ? 1 : 2) : 0);
    for (int i = 0; i < immediates; i++) {
        printf(", %%%d", arg++);
    }
    printf(";\\n\"\n");
}

static int scale_d_arg(const call *c)
{
    return 1 + (c->a_in_regs ? 4 : 1) + 1 + (c->sparse ? 2 : 0);
}

static void print_operands(const call *c)
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

static void print_call(const call *c)
{
    printf("template <>\nstruct wgmma<%d, %s, %s> {\n", c->n, c->a_in_regs ? "true" : "false",
           c->sparse ? "true" : "false");
    printf("    template <class IMM>\n");
    printf(
        "    static __device__ void apply(uint32_t *d, const wgmma_a &a, uint64_t b, int scale_d,\n"
        "                                 [[maybe_unused]] uint32_t meta, uint32_t keep)\n    {\n"
        "        asm volatile(\n");
    print_predicates(scale_d_arg(c));
    printf("        \".reg .b32 d<%d>;\\n\"\n", acc_regs(c));
    print_load(c);
    printf("        \"wgmma.fence.sync.aligned;\\n\"\n");
    print_asm(c);
    printf("        \"wgmma.commit_group.sync.aligned;\\n\"\n"
           "        \"wgmma.wait_group.sync.aligned 0;\\n\"\n");
    print_store(c);
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
            const call c = {in, n, (form & 1) != 0, (form & 2) != 0};
            print_call(&c);
        }
    }
    return ferror(stdout) || fflush(stdout) ? 3 : 0;
}
