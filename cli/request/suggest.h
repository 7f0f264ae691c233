/* SPDX-License-Identifier: MIT
 *
 * "Did you mean ...?": the one edit distance behind the suggestions for commands, options and
 * values. Offer every name that would have been right, then ask for the best.
 */
#ifndef CLI_SUGGEST_H
#define CLI_SUGGEST_H

#include <stddef.h>

typedef struct suggestion {
    const char *word;
    size_t len;
    const char *best;
    int distance;
} suggestion;

suggestion suggest_for(const char *word, size_t len);
void suggest_offer(suggestion *s, const char *name);
/* The nearest name offered, or NULL when nothing is near enough to be meant. */
const char *suggest_best(const suggestion *s);
/* Writes "did you mean '<prefix><best>'?" into hint; "" when nothing is near enough. */
void suggest_hint(const suggestion *s, const char *prefix, char *hint, size_t cap);

#endif
