/* SPDX-License-Identifier: MIT
 *
 * Names of what lies in tensor memory, and adding a mode to a fragment.
 */
#include "tmem_parts.h"

static const char *const what_names[] = {
#define WGD_X(sym, name, text) name,
    WGD_TMEM_WHATS(WGD_X)
#undef WGD_X
};
static const char *const what_texts[] = {
#define WGD_X(sym, name, text) text,
    WGD_TMEM_WHATS(WGD_X)
#undef WGD_X
};
static const char *const alloc_names[] = {
#define WGD_X(sym, name) name,
    WGD_TMEM_ALLOCS(WGD_X)
#undef WGD_X
};

const char *wgd_tmem_what_name(wgd_tmem_what w)
{
    return what_names[w];
}

const char *wgd_tmem_what_text(wgd_tmem_what w)
{
    return what_texts[w];
}

const char *wgd_tmem_alloc_name(wgd_tmem_alloc a)
{
    return alloc_names[a];
}

int wgd_tmem_alloc_columns(int columns)
{
    int n = WGD_TMEM_ALLOC_MIN;
    while (n < columns) {
        n *= 2;
    }
    return n;
}

void tmem_add(wgd_tmem *t, wgd_tmem_axis axis, int shape, int stride, int group, int inner)
{
    const wgd_tmem_mode m = {axis, shape, stride, group, inner};
    t->mode[t->n++] = m;
}
