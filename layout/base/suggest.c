/* SPDX-License-Identifier: MIT
 *
 * The nearest of some names to one that is none of them.
 */
#include "wgd_suggest.h"

#include <stdbool.h>

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

wgd_suggestion wgd_suggest_for(const char *word, size_t len)
{
    return (wgd_suggestion){word, len, NULL, FAR};
}

static bool begins_with(const char *name, const char *word, size_t len)
{
    size_t i = 0;
    while (i < len && name[i] == word[i]) {
        i++;
    }
    return i == len;
}

void wgd_suggest_offer(wgd_suggestion *s, const char *name)
{
    size_t n = 0;
    while (name[n] != '\0') {
        n++;
    }
    int d = edit_distance(s->word, s->len, name, n);
    if (d == FAR) {
        return;
    }
    /* The beginning of a name is as good as one slip. */
    if (s->len >= 2 && s->len < n && begins_with(name, s->word, s->len)) {
        d = least(d, 1);
    }
    /* So is a word that turns into another ending only at its last letter: compose, composition. */
    if (s->len >= 6 && s->len <= n && begins_with(name, s->word, s->len - 1)) {
        d = least(d, 2);
    }
    if (d < s->distance) {
        s->distance = d;
        s->best = name;
    }
}

const char *wgd_suggest_best(const wgd_suggestion *s)
{
    const int most = s->len <= 1 ? 0 : s->len == 2 ? 1 : s->len <= 5 ? 2 : 3;
    return s->best && s->distance <= most ? s->best : NULL;
}

wgd_status wgd_suggest_hint(wgd_diag *d, wgd_status s, const wgd_suggestion *near)
{
    const char *best = wgd_suggest_best(near);
    return best ? wgd_diag_hint(d, s, WGD_HINT_NEAREST, 0, best) : s;
}
