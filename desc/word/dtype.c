/* SPDX-License-Identifier: MIT
 *
 * The table of element types, looked up.
 */
#include "wgd_dtype.h"

#include "names.h"

static const wgd_dtype_info infos[] = {
#define WGD_X(sym, name, cute, bits, mn_major, integer, sparse, tma, text)                         \
    {WGD_##sym, name, cute, bits, mn_major, integer, sparse, text},
    WGD_DTYPES(WGD_X)
#undef WGD_X
};

const wgd_dtype_info *wgd_dtype_get(wgd_dtype t)
{
    return &infos[t];
}

int wgd_dtype_k(wgd_dtype t)
{
    return 256 / infos[t].bits;
}

wgd_status wgd_dtype_parse(const char *name, wgd_dtype *out, wgd_diag *diag)
{
    static const char *const names[] = {
#define WGD_X(sym, dtype_name, cute, bits, mn_major, integer, sparse, tma, text) dtype_name,
        WGD_DTYPES(WGD_X)
#undef WGD_X
    };
    const int i = wgd_name_find(name, names, WGD_DTYPE_COUNT);
    if (i < 0) {
        return wgd_fail_name(diag, WGD_ERR_DTYPE, "dtype", NULL, name, names, WGD_DTYPE_COUNT);
    }
    *out = (wgd_dtype)i;
    return WGD_OK;
}
