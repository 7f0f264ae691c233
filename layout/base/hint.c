/* SPDX-License-Identifier: MIT
 *
 * The table of hints, looked up.
 */
#include "wgd_hint.h"

const char *wgd_hint_name(wgd_hint h)
{
    static const char *const names[] = {
#define WGD_X(sym, name, words) name,
        WGD_HINTS(WGD_X)
#undef WGD_X
    };
    return names[h];
}

const char *wgd_hint_words(wgd_hint h)
{
    static const char *const all[] = {
#define WGD_X(sym, name, words) words,
        WGD_HINTS(WGD_X)
#undef WGD_X
    };
    return all[h];
}
