/* SPDX-License-Identifier: MIT
 *
 * Every kind of read that an instruction of an architecture makes, one after another.
 */
#include "wgd_reads.h"

/* The rows that operand o begins with: wgmma's A has no others. */
static int first_rows(wgd_operand o, wgd_arch arch)
{
    return o == WGD_OPERAND_A && !wgd_arch_tcgen05(arch) ? WGD_INST_M : 8;
}

wgd_read wgd_read_first(wgd_arch arch)
{
    wgd_read r = {WGD_F16, WGD_OPERAND_A, WGD_MAJOR_K, 0, false, arch, 0};
    r.mn = first_rows(r.operand, arch);
    return r;
}

/* One step in the order of the header, legal or not; false after the last. */
static bool step(wgd_read *r)
{
    const bool many = r->operand == WGD_OPERAND_B || wgd_arch_tcgen05(r->arch);
    if (many && r->mn < WGD_N_MAX) {
        r->mn += 8;
        return true;
    }
    r->mn = first_rows(r->operand, r->arch);
    if (!r->sparse) {
        r->sparse = true;
        return true;
    }
    r->sparse = false;
    if (r->major == WGD_MAJOR_K) {
        r->major = WGD_MAJOR_MN;
        return true;
    }
    r->major = WGD_MAJOR_K;
    if (r->operand == WGD_OPERAND_A) {
        r->operand = WGD_OPERAND_B;
        r->mn = first_rows(r->operand, r->arch);
        return true;
    }
    r->operand = WGD_OPERAND_A;
    r->mn = first_rows(r->operand, r->arch);
    if ((int)r->dtype + 1 < WGD_DTYPE_COUNT) {
        r->dtype = (wgd_dtype)((int)r->dtype + 1);
        return true;
    }
    return false;
}

bool wgd_read_next(wgd_read *r)
{
    while (step(r)) {
        if (wgd_read_check(*r, NULL) == WGD_OK) {
            return true;
        }
    }
    return false;
}
