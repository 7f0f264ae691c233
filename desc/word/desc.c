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
        s = check_field((int64_t)d.swizzle, WGD_SWIZZLE_MODE_COUNT - 1, "layout_type",
                        "a swizzle mode", diag);
    }
    return s;
}

/* What only tcgen05's words can have wrong. */
static unsigned tcgen05_faults(uint64_t word)
{
    const uint32_t code = WGD_FIELD_GET(TCGEN05, LAYOUT_TYPE, word);
    unsigned faults = wgd_desc_is_tcgen05(word) ? 0u : WGD_FAULT_VERSION;
    faults |=
        wgd_swizzle_tcgen05_code(wgd_swizzle_of_tcgen05(code)) == code ? 0u : WGD_FAULT_LAYOUT_TYPE;
    return faults;
}

bool wgd_desc_says_tcgen05(uint64_t word)
{
    return tcgen05_faults(word) == 0 && (word & ~WGD_SM103_MASK) == 0;
}

unsigned wgd_desc_faults(uint64_t word, wgd_arch arch)
{
    const wgd_desc d = wgd_desc_unpack(word, arch);
    const uint32_t mask = wgd_swizzle_row_mask(d.swizzle);
    const uint32_t row = (d.start * 16u) >> 7;
    unsigned faults = wgd_arch_tcgen05(arch) ? tcgen05_faults(word) : 0u;
    if (word & ~wgd_desc_mask(arch)) {
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
