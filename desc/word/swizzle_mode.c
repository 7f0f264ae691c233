/* SPDX-License-Identifier: MIT
 *
 * The table of swizzle modes, looked up.
 */
#include "wgd_swizzle_mode.h"

#include "names.h"
#include "wgd_text.h"

static const wgd_swizzle_info infos[] = {
#define WGD_X(sym, name, cute, row, b, m, wgmma, tcgen05, tma, tma_value)                          \
    {WGD_SWZ_##sym, name,    cute, row,      {b, m, WGD_SWIZZLE_LINE_BITS - (m)},                  \
     wgmma,         tcgen05, tma,  tma_value},
    WGD_SWIZZLE_MODES(WGD_X)
#undef WGD_X
};
static const char *const names[] = {
#define WGD_X(sym, name, cute, row, b, m, wgmma, tcgen05, tma, tma_value) name,
    WGD_SWIZZLE_MODES(WGD_X)
#undef WGD_X
};
static const char *const cute_names[] = {
#define WGD_X(sym, name, cute, row, b, m, wgmma, tcgen05, tma, tma_value) cute,
    WGD_SWIZZLE_MODES(WGD_X)
#undef WGD_X
};

/* The header computes wgmma's code so that a round trip folds to nothing; the table says it. */
#define WGD_X(sym, name, cute, row, b, m, wgmma, tcgen05, tma, tma_value)                          \
    _Static_assert((wgmma) < 0 || (int)((0u - (unsigned)WGD_SWZ_##sym) & 3u) == (wgmma),           \
                   "wgmma's code of " name);
WGD_SWIZZLE_MODES(WGD_X)
#undef WGD_X

const wgd_swizzle_info *wgd_swizzle_mode_get(wgd_swizzle_mode m)
{
    return &infos[m];
}

const char *wgd_swizzle_name(wgd_swizzle_mode m)
{
    return infos[m].name;
}

const char *wgd_swizzle_cute_name(wgd_swizzle_mode m)
{
    return infos[m].cute_name;
}

wgd_status wgd_swizzle_parse(const char *name, wgd_swizzle_mode *out, wgd_diag *diag)
{
    static const struct {
        const char *name;
        wgd_swizzle_mode mode;
    } aliases[] = {
#define WGD_X(sym, other) {other, WGD_SWZ_##sym},
        WGD_SWIZZLE_ALIASES(WGD_X)
#undef WGD_X
    };
    int i = -1;
    for (int m = 0; i < 0 && m < WGD_SWIZZLE_MODE_COUNT; m++) {
        i = wgd_name_like(name, names[m]) || wgd_name_like(name, cute_names[m]) ? m : -1;
    }
    for (int a = 0; i < 0 && a < (int)(sizeof aliases / sizeof aliases[0]); a++) {
        i = wgd_name_like(name, aliases[a].name) ? (int)aliases[a].mode : -1;
    }
    if (i < 0) {
        return wgd_fail_name(diag, WGD_ERR_VALUE, "swizzle", NULL, name, names,
                             WGD_SWIZZLE_MODE_COUNT);
    }
    *out = (wgd_swizzle_mode)i;
    return WGD_OK;
}

/* The layout type of a mode; -1 for none. */
static int code_of(wgd_swizzle_mode m, wgd_arch arch)
{
    return wgd_arch_tcgen05(arch) ? infos[m].tcgen05_code : infos[m].wgmma_code;
}

static wgd_status fail_arch(wgd_diag *diag, wgd_swizzle_mode m, wgd_arch arch)
{
    char what[64];
    const char *had[WGD_SWIZZLE_MODE_COUNT];
    int n = 0;
    for (int i = 0; i < WGD_SWIZZLE_MODE_COUNT; i++) {
        if (code_of(infos[i].mode, arch) >= 0) {
            had[n++] = infos[i].name;
        }
    }
    wgd_text t = wgd_text_into(what, sizeof what);
    wgd_put_str(&t, wgd_arch_instruction(arch));
    wgd_put_str(&t, " has no such swizzle");
    wgd_text_end(&t);
    return wgd_fail_name(diag, WGD_ERR_VALUE, "swizzle", what, infos[m].name, had, n);
}

wgd_status wgd_swizzle_arch_check(wgd_swizzle_mode m, wgd_arch arch, wgd_diag *diag)
{
    return code_of(m, arch) >= 0 ? WGD_OK : fail_arch(diag, m, arch);
}

bool wgd_swizzle_mode_of(wgd_swizzle sw, wgd_swizzle_mode *out)
{
    for (int i = 0; i < WGD_SWIZZLE_MODE_COUNT; i++) {
        const wgd_swizzle own = infos[i].sw;
        if (sw.b == own.b && (sw.b == 0 || (sw.m == own.m && sw.s == own.s))) {
            *out = infos[i].mode;
            return true;
        }
    }
    return false;
}

bool wgd_swizzle_of_code(uint32_t code, wgd_arch arch, wgd_swizzle_mode *out)
{
    const bool tcgen05 = wgd_arch_tcgen05(arch);
    *out = tcgen05 ? wgd_swizzle_of_tcgen05(code) : wgd_swizzle_of_wgmma(code);
    return (uint32_t)code_of(*out, arch) == code;
}

wgd_swizzle_mode wgd_swizzle_of_row(int64_t row_bytes)
{
    for (int m = 0; m <= WGD_SWIZZLE_WIDEST; m++) {
        if (infos[m].row_bytes == row_bytes) {
            return infos[m].mode;
        }
    }
    return WGD_SWZ_NONE;
}
