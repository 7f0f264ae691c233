/* SPDX-License-Identifier: MIT
 *
 * The descriptor word: names of modes, widths of fields, what is odd in a word.
 */
#include "wgd_desc.h"

#include "names.h"
#include "wgd_fetch.h"

/* By hardware code, as in wgd_swizzle_mode. */
static const char *const mode_names[] = {"none", "128B", "64B", "32B"};
static const char *const cute_names[] = {"INTERLEAVE", "B128", "B64", "B32"};
enum { MODES = 4 };

const char *wgd_swizzle_name(wgd_swizzle_mode m)
{
    return mode_names[m & 3];
}

const char *wgd_swizzle_cute_name(wgd_swizzle_mode m)
{
    return cute_names[m & 3];
}

wgd_status wgd_swizzle_parse(const char *name, wgd_swizzle_mode *out, wgd_diag *diag)
{
    /* Refusals list the modes by width, the order in which people think of them. */
    static const char *const by_width[] = {"none", "32B", "64B", "128B"};
    int i = wgd_name_find(name, mode_names, MODES);
    if (i < 0) {
        i = wgd_name_find(name, cute_names, MODES);
    }
    if (i < 0) {
        return wgd_fail_name(diag, WGD_ERR_VALUE, "swizzle", name, by_width, MODES);
    }
    *out = (wgd_swizzle_mode)i;
    return WGD_OK;
}

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
        s = check_field(d.layout_type, 3, "layout_type", "at most 3", diag);
    }
    return s;
}

unsigned wgd_desc_faults(uint64_t word)
{
    const wgd_desc d = wgd_desc_decode(word);
    const uint32_t mask = wgd_swizzle_row_mask((wgd_swizzle_mode)d.layout_type);
    const uint32_t row = (d.start * 16u) >> 7;
    unsigned faults = 0;
    if (word & ~WGD_DESC_MASK) {
        faults |= WGD_FAULT_RESERVED;
    }
    if (d.layout_type == WGD_SWZ_NONE && d.base_offset != 0) {
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
