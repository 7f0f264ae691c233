/* SPDX-License-Identifier: MIT
 *
 * Triton's texts as tests write them, read to the end, and what must be said of those that are refused.
 */
#ifndef TRITON_TEXT_H
#define TRITON_TEXT_H

#include <stdlib.h>
#include <string.h>

#include "refused.h"
#include "wgd_triton.h"

#define BLOCKED                                                                                    \
    "#ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], "        \
    "order = [1, 0]}>"
#define MMA                                                                                        \
    "#ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], "                  \
    "instrShape = [16, 64, 16]}>"
#define NVMMA "#ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false"
#define TMEM  "#ttng.tensor_memory_encoding<blockM = "

typedef struct refusal {
    const char *text;
    wgd_status status;
    const char *what, *got, *want; /* what is said of "layout", to the letter */
} refusal;

static inline wgd_status parse(const char *text, wgd_triton_type *t, wgd_diag *d)
{
    const size_t len = strlen(text);
    char *exact = malloc(len ? len : 1); /* so that a sanitizer sees any step beyond either end */
    assert_non_null(exact);
    memcpy(exact, text, len);
    const wgd_status s = wgd_triton_parse(exact, len, t, d);
    free(exact);
    return s;
}

static inline wgd_status read_text(const char *text, wgd_triton_type *t, wgd_triton_layout *l,
                                   wgd_diag *d)
{
    const wgd_status s = parse(text, t, d);
    return s == WGD_OK ? wgd_triton_layout_of(&t->attr, t->shape, t->rank, l, d) : s;
}

/* The place in the text is that of what was got; a layout that was read has none. */
static inline bool points_at_got(const char *text, const wgd_diag *d)
{
    static const char of_text[] =
        "an attribute as Triton prints it, as in #ttg.swizzled_shared<{vec = 8, perPhase = 1, "
        "maxPhase = 8, order = [1, 0]}>";
    if (d->pos < 0) {
        return strcmp(d->hint, "Triton refuses this too, or has no linear layout for it") == 0;
    }
    const char *at = text + d->pos;
    return strcmp(d->hint, of_text) == 0 &&
           (at == text + strlen(text)  ? strcmp(d->got, "the end of the text") == 0
            : *at < 0x20 || *at > 0x7e ? strcmp(d->got, "?") == 0
                                       : strncmp(at, d->got, strlen(d->got)) == 0);
}

static inline void expect(const refusal *r, int n)
{
    int others = 0;
    for (int i = 0; i < n; i++) {
        wgd_triton_type t;
        wgd_triton_layout l;
        wgd_diag d = unfilled();
        assert_int_equal(read_text(r[i].text, &t, &l, &d), r[i].status);
        if (d.status != r[i].status || strcmp(d.field, "layout") != 0 ||
            strcmp(d.what, r[i].what) != 0 || strcmp(d.got, r[i].got) != 0 ||
            strcmp(d.want, r[i].want) != 0 || !points_at_got(r[i].text, &d)) {
            print_error("%s: status %d, %s: \"%s\", got \"%s\", wanted \"%s\", at %ld\n", r[i].text,
                        d.status, d.field, d.what, d.got, d.want, d.pos);
            others++;
        }
        assert_int_equal(read_text(r[i].text, &t, &l, NULL), d.status);
    }
    assert_int_equal(others, 0);
}

#define EXPECT(rows) expect(rows, (int)(sizeof(rows) / sizeof((rows)[0])))

#endif
