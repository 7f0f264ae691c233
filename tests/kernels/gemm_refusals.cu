/* SPDX-License-Identifier: MIT
 *
 * What gemm_check refuses, and with which words: one case for each rule, beside a problem that it
 * takes. Needs no GPU: nothing is launched and no address is read. Prints TAP.
 */
#include <stdio.h>
#include <string.h>

#include "gemm.h"

namespace
{

/* Ragged sizes in padded lines: what the kernels are for. */
gemm_problem good(void)
{
    gemm_problem p;
    memset(&p, 0, sizeof p);
    p.dtype = WGD_BF16;
    p.a_major = p.b_major = WGD_MAJOR_K;
    p.m = 65;
    p.n = 63;
    p.k = 17;
    p.lda = p.ldb = 24;
    p.ldc = 64;
    p.a = (const void *)0x1000;
    p.b = (const void *)0x2000;
    p.c = (void *)0x3000;
    return p;
}

struct refusal {
    const char *name;
    void (*spoil)(gemm_problem *p);
    wgd_status status;
    const char *field, *got;
};

const refusal REFUSALS[] = {
    {"a type with no kernel", [](gemm_problem *p) { p->dtype = WGD_TF32; }, WGD_ERR_DTYPE, "dtype",
     "tf32"},
    {"8-bit operand A MN-major",
     [](gemm_problem *p) {
         p->dtype = WGD_E4M3;
         p->a_major = WGD_MAJOR_MN;
     },
     WGD_ERR_MAJOR, "major", "mn"},
    {"8-bit operand B MN-major",
     [](gemm_problem *p) {
         p->dtype = WGD_E4M3;
         p->b_major = WGD_MAJOR_MN;
     },
     WGD_ERR_MAJOR, "major", "mn"},
    {"no rows", [](gemm_problem *p) { p->m = 0; }, WGD_ERR_LIMIT, "m", "0"},
    {"too many columns", [](gemm_problem *p) { p->n = INT64_C(1) << 31; }, WGD_ERR_LIMIT, "n",
     "2147483648"},
    {"a negative K", [](gemm_problem *p) { p->k = -1; }, WGD_ERR_LIMIT, "k", "-1"},
    {"lines of A shorter than K", [](gemm_problem *p) { p->lda = 16; }, WGD_ERR_VALUE, "a", "16"},
    {"lines of MN-major B shorter than N", [](gemm_problem *p) { p->b_major = WGD_MAJOR_MN; },
     WGD_ERR_VALUE, "b", "24"},
    {"lines of C shorter than N", [](gemm_problem *p) { p->ldc = 56; }, WGD_ERR_VALUE, "c", "56"},
    {"a pitch of A that is no multiple of 16 bytes", [](gemm_problem *p) { p->lda = 20; },
     WGD_ERR_ALIGN, "a", "20"},
    {"a pitch of B that is no multiple of 16 bytes", [](gemm_problem *p) { p->ldb = 17; },
     WGD_ERR_ALIGN, "b", "17"},
    {"a pitch of C that is no multiple of 16 bytes", [](gemm_problem *p) { p->ldc = 63; },
     WGD_ERR_ALIGN, "c", "63"},
    {"an 8-bit pitch of 8 bytes more",
     [](gemm_problem *p) {
         p->dtype = WGD_E4M3;
         p->lda = 24;
         p->ldb = 32;
     },
     WGD_ERR_ALIGN, "a", "24"},
    {"an address of A off by 8", [](gemm_problem *p) { p->a = (const void *)0x1008; },
     WGD_ERR_ALIGN, "a", "8"},
    {"an address of C off by 2", [](gemm_problem *p) { p->c = (void *)0x3002; }, WGD_ERR_ALIGN, "c",
     "2"},
};

int failed = 0;

void ok(int number, bool right, const char *name, const wgd_diag &d)
{
    printf("%s %d - %s\n", right ? "ok" : "not ok", number, name);
    if (!right) {
        printf("# status %d, field '%s', got '%s', want '%s'\n", (int)d.status, d.field, d.got,
               d.want);
        failed++;
    }
}

} // namespace

int main(void)
{
    const int count = (int)(sizeof REFUSALS / sizeof *REFUSALS);
    wgd_diag d;
    wgd_fail(&d, WGD_OK, "", "", "", "", "");
    gemm_problem p = good();
    ok(1, gemm_check(&p, &d) == WGD_OK, "ragged sizes in padded lines are taken", d);
    for (int i = 0; i < count; i++) {
        const refusal &r = REFUSALS[i];
        p = good();
        r.spoil(&p);
        const wgd_status s = gemm_check(&p, &d);
        ok(i + 2,
           s == r.status && strcmp(d.field, r.field) == 0 && strcmp(d.got, r.got) == 0 &&
               d.what[0] != 0 && d.want[0] != 0,
           r.name, d);
    }
    printf("1..%d\n", count + 1);
    return failed > 0;
}
