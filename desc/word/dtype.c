/* SPDX-License-Identifier: MIT
 *
 * The table of element types, looked up.
 */
#include "wgd_dtype.h"

#include "names.h"

static const wgd_dtype_info infos[] = {
#define WGD_X(sym, name, cute, bits, mn_major, tcgen05, integer, sparse, tma, text)                \
    {WGD_##sym, name, cute, bits, mn_major, WGD_MAJORS_##tcgen05, integer, sparse, text},
    WGD_DTYPES(WGD_X)
#undef WGD_X
};

/* CuTe's names, then the others. */
static const struct {
    wgd_dtype dtype;
    const char *name;
} others[] = {
#define WGD_X(sym, name, cute, bits, mn_major, tcgen05, integer, sparse, tma, text)                \
    {WGD_##sym, cute},
    WGD_DTYPES(WGD_X)
#undef WGD_X
#define WGD_X(sym, name) {WGD_##sym, name},
        WGD_DTYPE_ALIASES(WGD_X) WGD_TCGEN05_DTYPE_ALIASES(WGD_X)
#undef WGD_X
};
enum { OTHERS = (int)(sizeof others / sizeof others[0]) };

const wgd_dtype_info *wgd_dtype_get(wgd_dtype t)
{
    return &infos[t];
}

wgd_majors wgd_dtype_majors(wgd_dtype t, wgd_arch arch)
{
    if (wgd_arch_tcgen05(arch)) {
        return infos[t].tcgen05;
    }
    return (int)t >= WGD_WGMMA_DTYPE_COUNT ? WGD_MAJORS_NONE
           : infos[t].mn_major             ? WGD_MAJORS_BOTH
                                           : WGD_MAJORS_K;
}

int wgd_dtype_k(wgd_dtype t)
{
    return 256 / infos[t].bits;
}

wgd_status wgd_dtype_parse(const char *name, wgd_dtype *out, wgd_diag *diag)
{
    static const char *const names[] = {
#define WGD_X(sym, dtype_name, cute, bits, mn_major, tcgen05, integer, sparse, tma, text)          \
    dtype_name,
        WGD_DTYPES(WGD_X)
#undef WGD_X
    };
    int i = wgd_name_find(name, names, WGD_DTYPE_COUNT);
    for (int t = 0; i < 0 && t < WGD_DTYPE_COUNT; t++) {
        i = wgd_name_like(name, names[t]) ? t : -1;
    }
    for (int a = 0; i < 0 && a < OTHERS; a++) {
        i = wgd_name_like(name, others[a].name) ? (int)others[a].dtype : -1;
    }
    if (i < 0) {
        const wgd_status s =
            wgd_fail_name(diag, WGD_ERR_DTYPE, "dtype", NULL, name, names, WGD_DTYPE_COUNT);
        const wgd_hint question = wgd_dtype_question(name);
        return question == WGD_HINT_NONE ? s : wgd_diag_hint(diag, s, question, 0, "");
    }
    *out = (wgd_dtype)i;
    return WGD_OK;
}

const char *wgd_dtype_alias(wgd_dtype t, int i)
{
    for (int a = 0; a < OTHERS; a++) {
        if (others[a].dtype == t && i-- == 0) {
            return others[a].name;
        }
    }
    return NULL;
}

wgd_hint wgd_dtype_question(const char *name)
{
    static const struct {
        const char *name;
        wgd_hint question;
    } unclear[] = {
#define WGD_X(own, hint) {own, WGD_HINT_##hint},
        WGD_DTYPE_UNCLEAR(WGD_X)
#undef WGD_X
    };
    for (int i = 0; i < (int)(sizeof unclear / sizeof unclear[0]); i++) {
        if (wgd_name_like(name, unclear[i].name)) {
            return unclear[i].question;
        }
    }
    return WGD_HINT_NONE;
}
