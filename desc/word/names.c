/* SPDX-License-Identifier: MIT
 *
 * Finding an enumerator by its name.
 */
#include "names.h"

#include "wgd_suggest.h"
#include "wgd_text.h"

static bool same(const char *a, const char *b)
{
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return *a == *b;
}

static int lower(char c)
{
    return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

bool wgd_name_like(const char *text, const char *name)
{
    const char *a = text, *b = name;
    for (const char *s = text; *s; s++) {
        a = *s == '.' || *s == ':' ? s + 1 : a;
    }
    while (*a && lower(*a) == lower(*b)) {
        a++;
        b++;
    }
    return lower(*a) == lower(*b);
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

static size_t length(const char *s)
{
    size_t n = 0;
    while (s[n] != '\0') {
        n++;
    }
    return n;
}

wgd_status wgd_fail_name(wgd_diag *diag, wgd_status s, const char *field, const char *what,
                         const char *name, const char *const *names, int n)
{
    wgd_suggestion near = wgd_suggest_for(name, length(name));
    char want[128];
    wgd_text t = wgd_text_into(want, sizeof want);
    for (int i = 0; i < n; i++) {
        wgd_put_str(&t, i == 0 ? "" : i + 1 < n ? ", " : " or ");
        wgd_put_str(&t, names[i]);
        wgd_suggest_offer(&near, names[i]);
    }
    wgd_text_end(&t);
    wgd_fail(diag, s, field, what, name, want, NULL);
    return wgd_suggest_hint(diag, s, &near);
}
