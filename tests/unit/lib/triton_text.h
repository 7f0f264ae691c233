/* SPDX-License-Identifier: MIT
 *
 * Triton's texts as tests write them, read to the end, and what must be said of those that are refused.
 */
#ifndef TRITON_TEXT_H
#define TRITON_TEXT_H

#include <string.h>

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
    const char *what, *got, *want; /* parts of what is said */
} refusal;

static inline wgd_status read_text(const char *text, wgd_triton_type *t, wgd_triton_layout *l,
                                   wgd_diag *d)
{
    const wgd_status s = wgd_triton_parse(text, strlen(text), t, d);
    return s == WGD_OK ? wgd_triton_layout_of(&t->attr, t->shape, t->rank, l, d) : s;
}

static inline void expect(const refusal *r, int n)
{
    int others = 0;
    for (int i = 0; i < n; i++) {
        wgd_triton_type t;
        wgd_triton_layout l;
        wgd_diag d;
        memset(&d, 0, sizeof d);
        if (read_text(r[i].text, &t, &l, &d) != r[i].status || !strstr(d.what, r[i].what) ||
            !strstr(d.got, r[i].got) || !strstr(d.want, r[i].want)) {
            print_error("%s: status %d, \"%s\", got \"%s\", wanted \"%s\"\n", r[i].text, d.status,
                        d.what, d.got, d.want);
            others++;
        }
        assert_int_equal(read_text(r[i].text, &t, &l, NULL), d.status);
    }
    assert_int_equal(others, 0);
}

#define EXPECT(rows) expect(rows, (int)(sizeof(rows) / sizeof((rows)[0])))

#endif
