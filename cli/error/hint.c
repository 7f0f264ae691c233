/* SPDX-License-Identifier: MIT
 *
 * The table of hints that name options and commands.
 */
#include "hint.h"

static const char *const in_options[WGD_HINT_COUNT] = {
    [WGD_HINT_OPERATIONS] = "see 'wgdesc layout --help' for what each operation takes",
    [WGD_HINT_DTYPES] = "see 'wgdesc list dtypes'",
    [WGD_HINT_INSTRUCTIONS] = "see 'wgdesc list ops'",
    [WGD_HINT_ATOMS] = "see 'wgdesc list atoms' for the size of each atom",
    [WGD_HINT_REPORT_BUG] = "please report the command that led here",
};

const char *hint_words(wgd_hint h)
{
    return in_options[h] ? in_options[h] : wgd_hint_words(h);
}

void put_hint(wgd_text *t, const wgd_diag *d)
{
    if (d->hint_id == WGD_HINT_NONE) {
        wgd_put_str(t, d->hint);
    } else {
        wgd_put_hint(t, hint_words(d->hint_id), d);
    }
}
