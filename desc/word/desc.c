/* SPDX-License-Identifier: MIT
 *
 * The descriptor word: widths of its fields, what is odd in it.
 */
#include "wgd_desc.h"

#include "wgd_fetch.h"

static wgd_status check_field(int64_t v, int64_t max, const char *field, const char *want,
                              wgd_diag *diag)
{
    return v <= max ? WGD_OK : wgd_fail_num(diag, WGD_ERR_RANGE, field, NULL, v, want, NULL);
}

wgd_status wgd_desc_check(wgd_desc d, wgd_diag *diag)
{
    const char *const units = "at most 16383 (units of 16 bytes)";
    wgd_status s = check_field(d.start, WGD_DESC_FIELD_MAX, "start", units, diag);
    if (s == WGD_OK) {
        s = check_field(d.lbo, WGD_DESC_FIELD_MAX, "lbo", units, diag);
    }
    if (s == WGD_OK) {
        s = check_field(d.sbo, WGD_DESC_FIELD_MAX, "sbo", units, diag);
    }
    if (s == WGD_OK) {
        s = check_field(d.base_offset, 7, "base_offset", "at most 7", diag);
    }
    if (s == WGD_OK) {
        s = check_field((int64_t)d.swizzle, WGD_SWIZZLE_MODE_COUNT - 1, "layout_type", "at most 3",
                        diag);
    }
    return s;
}

unsigned wgd_desc_faults(uint64_t word)
{
    const wgd_desc d = wgd_desc_decode(word);
    const uint32_t mask = wgd_swizzle_row_mask(d.swizzle);
    const uint32_t row = (d.start * 16u) >> 7;
    unsigned faults = 0;
    if (word & ~WGD_DESC_MASK) {
        faults |= WGD_FAULT_RESERVED;
    }
    if (d.swizzle == WGD_SWZ_NONE && d.base_offset != 0) {
        faults |= WGD_FAULT_BASE_OFFSET;
    }
    if (((row - d.base_offset) & mask) != 0) {
        faults |= d.base_offset == 0 ? WGD_FAULT_ALIGNMENT : WGD_FAULT_PHASE;
    }
    if (d.lbo == 0 && d.sbo == 0) {
        faults |= WGD_FAULT_ZERO_STRIDES;
    }
    return faults;
}
