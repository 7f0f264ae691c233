/* SPDX-License-Identifier: MIT
 *
 * Finding an enumerator by its name.
 */
#include "names.h"

#include <stdbool.h>

#include "wgd_text.h"

static bool same(const char *a, const char *b)
{
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return *a == *b;
}

int wgd_name_find(const char *name, const char *const *names, int n)
{
    for (int i = 0; i < n; i++) {
        if (same(name, names[i])) {
            return i;
        }
    }
    return -1;
}

wgd_status wgd_fail_name(wgd_diag *diag, wgd_status s, const char *field, const char *name,
                         const char *const *names, int n)
{
    char want[128];
    wgd_text t = wgd_text_into(want, sizeof want);
    for (int i = 0; i < n; i++) {
        wgd_put_str(&t, i == 0 ? "" : i + 1 < n ? ", " : " or ");
        wgd_put_str(&t, names[i]);
    }
    wgd_text_end(&t);
    return wgd_fail(diag, s, field, NULL, name, want, NULL);
}
