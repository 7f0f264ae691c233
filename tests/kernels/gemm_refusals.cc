/* SPDX-License-Identifier: MIT
 *
 * What gemm_check refuses, and with which words: one case for each rule, beside a problem that it
 * takes. Needs no GPU: nothing is launched and no address is read. Prints TAP.
 */
#include <stdio.h>
#include <string.h>

#include "common/failure.h"
#include "gemm/gemm.h"

namespace
{

using wgv::failure;

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
    const char *what, *field, *got;
};

const refusal REFUSALS[] = {
    {"a type with no kernel", [](gemm_problem *p) { p->dtype = WGD_S8; },
     "no kernel here for this type", "dtype", "s8"},
    {"8-bit operand A MN-major",
     [](gemm_problem *p) {
         p->dtype = WGD_E4M3;
         p->a_major = WGD_MAJOR_MN;
     },
     "no kernel here reads this data type in this major", "major", "mn"},
    {"8-bit operand B MN-major",
     [](gemm_problem *p) {
         p->dtype = WGD_E4M3;
         p->b_major = WGD_MAJOR_MN;
     },
     "no kernel here reads this data type in this major", "major", "mn"},
    {"no rows", [](gemm_problem *p) { p->m = 0; }, "a size of the problem is out of range", "m",
     "0"},
    {"too many columns", [](gemm_problem *p) { p->n = INT64_C(1) << 31; },
     "a size of the problem is out of range", "n", "2147483648"},
    {"a negative K", [](gemm_problem *p) { p->k = -1; }, "a size of the problem is out of range",
     "k", "-1"},
    {"lines of A shorter than K", [](gemm_problem *p) { p->lda = 16; },
     "the pitch is shorter than a line", "a", "16"},
    {"lines of MN-major B shorter than N", [](gemm_problem *p) { p->b_major = WGD_MAJOR_MN; },
     "the pitch is shorter than a line", "b", "24"},
    {"lines of C shorter than N", [](gemm_problem *p) { p->ldc = 56; },
     "the pitch is shorter than a line", "c", "56"},
    {"a pitch of A that is no multiple of 16 bytes", [](gemm_problem *p) { p->lda = 20; },
     "the copy engine needs lines that start at multiples of 16 bytes", "a", "20"},
    {"a pitch of B that is no multiple of 16 bytes", [](gemm_problem *p) { p->ldb = 17; },
     "the copy engine needs lines that start at multiples of 16 bytes", "b", "17"},
    {"a pitch of C that is no multiple of 16 bytes", [](gemm_problem *p) { p->ldc = 63; },
     "the copy engine needs lines that start at multiples of 16 bytes", "c", "63"},
    {"an 8-bit pitch of 8 bytes more",
     [](gemm_problem *p) {
         p->dtype = WGD_E4M3;
         p->lda = 24;
         p->ldb = 32;
     },
     "the copy engine needs lines that start at multiples of 16 bytes", "a", "24"},
    {"an address of A off by 8", [](gemm_problem *p) { p->a = (const void *)0x1008; },
     "the address is not aligned", "a", "8"},
    {"an address of C off by 2", [](gemm_problem *p) { p->c = (void *)0x3002; },
     "the address is not aligned", "c", "2"},
};

int failed = 0;

void ok(int number, bool right, const char *name, const failure &f)
{
    printf("%s %d - %s\n", right ? "ok" : "not ok", number, name);
    if (!right) {
        printf("# status %d, %s\n", (int)f.status, f.text().c_str());
        failed++;
    }
}

/* What gemm_check throws; status EXIT_RIGHT when it throws nothing. */
failure check(const gemm_problem &p)
{
    try {
        gemm_check(p);
    } catch (const failure &f) {
        return f;
    }
    return failure(wgv::EXIT_RIGHT, "");
}

} // namespace

int main(void)
{
    const int count = (int)(sizeof REFUSALS / sizeof *REFUSALS);
    gemm_problem p = good();
    failure f = check(p);
    ok(1, f.status == wgv::EXIT_RIGHT, "ragged sizes in padded lines are taken", f);
    for (int i = 0; i < count; i++) {
        const refusal &r = REFUSALS[i];
        p = good();
        r.spoil(&p);
        f = check(p);
        ok(i + 2,
           f.status == wgv::EXIT_USAGE && f.field == r.field && f.got == r.got &&
               f.what() == std::string(r.what) && !f.want.empty(),
           r.name, f);
    }
    printf("1..%d\n", count + 1);
    return failed > 0;
}
