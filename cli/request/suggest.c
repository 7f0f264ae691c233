/* SPDX-License-Identifier: MIT
 *
 * The nearest of some names to one that is none of them.
 */
#include "suggest.h"

#include <string.h>

#include "wgd_text.h"

enum { LONGEST = 32, FAR = 1000 };

static int lower(char c)
{
    return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* Insertions, deletions, changes and swaps of neighbours that turn one word into the other; a
 * letter in the other case costs nothing. */
static int edit_distance(const char *a, size_t na, const char *b, size_t nb)
{
    int row[3][LONGEST + 1];
    if (na > LONGEST || nb > LONGEST) {
        return FAR;
    }
    for (size_t j = 0; j <= nb; j++) {
        row[0][j] = (int)j;
    }
    for (size_t i = 1; i <= na; i++) {
        int *now = row[i % 3];
        const int *up = row[(i + 2) % 3];
        const int *up2 = row[(i + 1) % 3];
        now[0] = (int)i;
        for (size_t j = 1; j <= nb; j++) {
            const int same = lower(a[i - 1]) == lower(b[j - 1]);
            now[j] = least(least(up[j], now[j - 1]) + 1, up[j - 1] + !same);
            if (i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) &&
                lower(a[i - 2]) == lower(b[j - 1])) {
                now[j] = least(now[j], up2[j - 2] + 1);
            }
        }
    }
    return row[na % 3][nb];
}

suggestion suggest_for(const char *word, size_t len)
{
    return (suggestion){word, len, NULL, FAR};
}

void suggest_offer(suggestion *s, const char *name)
{
    const size_t n = strlen(name);
    int d = edit_distance(s->word, s->len, name, n);
    /* The beginning of a name is as good as one slip. */
    if (s->len >= 2 && s->len < n && strncmp(s->word, name, s->len) == 0) {
        d = least(d, 1);
    }
    if (d < s->distance) {
        s->distance = d;
        s->best = name;
    }
}

const char *suggest_best(const suggestion *s)
{
    const int most = s->len <= 1 ? 0 : s->len == 2 ? 1 : s->len <= 5 ? 2 : 3;
    return s->best && s->distance <= most ? s->best : NULL;
}

void suggest_hint(const suggestion *s, const char *prefix, char *hint, size_t cap)
{
    const char *best = suggest_best(s);
    wgd_text t = wgd_text_into(hint, cap);
    if (best) {
        wgd_put_str(&t, "did you mean '");
        wgd_put_str(&t, prefix);
        wgd_put_str(&t, best);
        wgd_put_str(&t, "'?");
    }
    wgd_text_end(&t);
}
