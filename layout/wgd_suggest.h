/* SPDX-License-Identifier: MIT
 *
 * "Did you mean ...?": the nearest of some names to a word that is none of them. Offer every name
 * that would have been right, then ask for the best.
 *
 *     wgd_suggestion near = wgd_suggest_for("f61", 3);
 *     wgd_suggest_offer(&near, "f16");
 *     wgd_suggest_offer(&near, "bf16");
 *     wgd_suggest_best(&near) is "f16"
 */
#ifndef WGD_SUGGEST_H
#define WGD_SUGGEST_H

#include "wgd_status.h"

WGD_API_BEGIN

/* To be read through wgd_suggest_best only. It keeps the word and the names by address. */
typedef struct wgd_suggestion {
    const char *word;
    size_t len;
    const char *best;
    int distance;
} wgd_suggestion;

/* word[0..len); words and names longer than 32 bytes are near to nothing. */
wgd_suggestion wgd_suggest_for(const char *word, size_t len);
void wgd_suggest_offer(wgd_suggestion *s, const char *name);
/* The nearest name offered, or NULL when nothing is near enough to be meant: the first of equals;
 * no slip in a word of one letter, one in two, two in up to five, else three. A slip is a letter
 * too many, too few, another, or two swapped; the other case is none. The beginning of a name counts
 * as one slip, and so it does, as two, but for its last letter (compose, composition). */
const char *wgd_suggest_best(const wgd_suggestion *s);
/* Makes the nearest name the hint of *d (WGD_HINT_NEAREST), where there is one and d is not NULL;
 * the hint that *d has stays otherwise. The name must outlive *d. Returns s. */
wgd_status wgd_suggest_hint(wgd_diag *d, wgd_status s, const wgd_suggestion *near);

WGD_API_END

#endif
