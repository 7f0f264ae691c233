/* SPDX-License-Identifier: MIT
 *
 * The bytes of a fuzzer as choices.
 */
#ifndef FUZZ_SOURCE_H
#define FUZZ_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

typedef struct source {
    const uint8_t *data;
    size_t size, at;
} source;

static inline void must(bool holds)
{
    if (!holds) {
        abort();
    }
}

/* 0 .. n-1, n up to 256; 0 where the bytes have run out, so that every input is a choice. */
static inline int pick(source *s, int n)
{
    return s->at < s->size ? s->data[s->at++] % n : 0;
}

#define ONE_OF(s, list) ((list)[pick(s, (int)(sizeof(list) / sizeof(list)[0]))])

#endif
