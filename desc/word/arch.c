/* SPDX-License-Identifier: MIT
 *
 * The table of architectures, looked up.
 */
#include "wgd_arch.h"

#include "names.h"
#include "wgd_text.h"

static const wgd_arch_info infos[] = {
#define WGD_X(sym, name, alias, number, family, measured, absolute, i8, text)                      \
    {WGD_##sym, name, alias, number, WGD_FAMILY_##family, measured, absolute, i8, text},
    WGD_ARCHS(WGD_X)
#undef WGD_X
};
#define WGD_X(sym, name, alias, number, family, measured, absolute, i8, text) name,
static const char *const names[] = {WGD_ARCHS(WGD_X)};
#undef WGD_X
#define WGD_X(sym, name, alias, number, family, measured, absolute, i8, text) alias,
static const char *const aliases[] = {WGD_ARCHS(WGD_X)};
#undef WGD_X

const wgd_arch_info *wgd_arch_get(wgd_arch a)
{
    return &infos[a];
}

const char *wgd_arch_instruction(wgd_arch a)
{
    static const char *const instructions[] = {[WGD_FAMILY_WGMMA] = "wgmma",
                                               [WGD_FAMILY_TCGEN05] = "tcgen05",
                                               [WGD_FAMILY_NONE] = "mma.sync"};
    return instructions[infos[a].family];
}

/* The number in "sm_100a", "sm100f", "100": an optional sm or sm_, digits, an optional a or f; -1
 * for anything else. */
static int number_of(const char *s)
{
    int n = 0;
    s += s[0] == 's' && s[1] == 'm' ? 2 : 0;
    s += s[0] == '_' ? 1 : 0;
    const char *digits = s;
    while (*s >= '0' && *s <= '9' && n < 1000) {
        n = n * 10 + (*s++ - '0');
    }
    const bool some = s != digits;
    s += *s == 'a' || *s == 'f' ? 1 : 0;
    return some && *s == '\0' ? n : -1;
}

wgd_status wgd_arch_parse(const char *name, wgd_arch *out, wgd_diag *diag)
{
    const int number = number_of(name);
    int i = wgd_name_find(name, aliases, WGD_ARCH_COUNT);
    for (int a = 0; i < 0 && a < WGD_ARCH_COUNT; a++) {
        i = infos[a].number == number ? a : -1;
    }
    if (i < 0) {
        return wgd_fail_name(diag, WGD_ERR_VALUE, "arch", NULL, name, names, WGD_ARCH_COUNT);
    }
    *out = (wgd_arch)i;
    return WGD_OK;
}

/* "sm120 has no ..."; wanted is one with tcgen05 or, where `wgmma`, with wgmma. */
static wgd_status refuse(wgd_arch a, const char *lacks, bool wgmma, const char *hint,
                         wgd_diag *diag)
{
    char what[128], want[64];
    wgd_text w = wgd_text_into(what, sizeof what), t = wgd_text_into(want, sizeof want);
    wgd_put_str(&w, infos[a].name);
    wgd_put_str(&w, lacks);
    wgd_text_end(&w);
    int n = 0;
    for (int i = 0; i < WGD_ARCH_COUNT; i++) {
        if (infos[i].family == WGD_FAMILY_TCGEN05 ||
            (wgmma && infos[i].family == WGD_FAMILY_WGMMA)) {
            wgd_put_str(&t, n++ ? ", " : "");
            wgd_put_str(&t, infos[i].name);
        }
    }
    wgd_text_end(&t);
    return wgd_fail(diag, WGD_ERR_VALUE, "arch", what, infos[a].name, want, hint);
}

wgd_status wgd_arch_check(wgd_arch a, wgd_diag *diag)
{
    return infos[a].family != WGD_FAMILY_NONE
               ? WGD_OK
               : refuse(a, " has no shared-memory matrix descriptors: no wgmma, no tcgen05", true,
                        "its mma.sync reads registers, loaded with ldmatrix", diag);
}

wgd_status wgd_arch_tcgen05_check(wgd_arch a, wgd_diag *diag)
{
    return infos[a].family == WGD_FAMILY_TCGEN05
               ? WGD_OK
               : refuse(a, " has no tcgen05.mma", false,
                        infos[a].family == WGD_FAMILY_WGMMA
                            ? "its wgmma says all in the name of the instruction"
                            : "its mma.sync says all in the name of the instruction",
                        diag);
}
