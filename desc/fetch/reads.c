/* SPDX-License-Identifier: MIT
 *
 * Every kind of read that an instruction makes, one after another.
 */
#include "wgd_reads.h"

wgd_read wgd_read_first(void)
{
    const wgd_read r = {WGD_F16, WGD_OPERAND_A, WGD_MAJOR_K, WGD_INST_M, false};
    return r;
}

/* One step in the order of the header, legal or not; false after the last. */
static bool step(wgd_read *r)
{
    if (r->operand == WGD_OPERAND_B && r->mn < WGD_N_MAX) {
        r->mn += 8;
        return true;
    }
    r->mn = r->operand == WGD_OPERAND_A ? WGD_INST_M : 8;
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
        r->mn = 8;
        return true;
    }
    r->operand = WGD_OPERAND_A;
    r->mn = WGD_INST_M;
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
