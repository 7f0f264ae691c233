/* SPDX-License-Identifier: MIT
 *
 * Which bytes a block reads, once, twice or not; and which elements a byte feeds.
 */
#include "wgd_describe.h"

/* Shell sort: no recursion, no library, and a block has at most 1024 pieces. */
static void sort(uint32_t *a, size_t n)
{
    static const size_t gaps[] = {701, 301, 132, 57, 23, 10, 4, 1};
    for (size_t g = 0; g < sizeof gaps / sizeof gaps[0]; g++) {
        for (size_t i = gaps[g]; i < n; i++) {
            const uint32_t x = a[i];
            size_t j = i;
            for (; j >= gaps[g] && a[j - gaps[g]] > x; j -= gaps[g]) {
                a[j] = a[j - gaps[g]];
            }
            a[j] = x;
        }
    }
}

/* Adds [begin, end) to a rising list, joining it to the last range where they touch. */
typedef struct range_list {
    wgd_range *at;
    size_t cap;
    int n;
    uint32_t last_end;
} range_list;

static void add_range(range_list *l, uint32_t begin, uint32_t end)
{
    const bool joins = l->n > 0 && l->last_end == begin;
    l->n += joins ? 0 : 1;
    l->last_end = end;
    const size_t i = (size_t)l->n - 1;
    if (i < l->cap) {
        l->at[i].begin = joins ? l->at[i].begin : begin;
        l->at[i].end = end;
    }
}

void wgd_describe(uint64_t word, wgd_read rd, wgd_coverage *out, wgd_range *twice, wgd_range *never,
                  size_t cap)
{
    uint32_t at[WGD_FETCH_CHUNKS_MAX];
    const size_t n = wgd_fetch_chunks(wgd_desc_unpack(word, rd.arch), rd, at);
    range_list again = {.at = twice, .cap = cap}, holes = {.at = never, .cap = cap};
    sort(at, n);
    out->span.begin = at[0];
    out->span.end = at[n - 1] + 16;
    out->fetched_bytes = (uint32_t)n * 16;
    out->distinct_bytes = 16;
    out->twice_bytes = out->never_bytes = 0;
    bool counted = false; /* the current piece is already in `again` */
    for (size_t i = 1; i < n; i++) {
        if (at[i] == at[i - 1]) {
            if (!counted) {
                out->twice_bytes += 16;
                add_range(&again, at[i], at[i] + 16);
            }
            counted = true;
            continue;
        }
        counted = false;
        out->distinct_bytes += 16;
        if (at[i] != at[i - 1] + 16) {
            out->never_bytes += at[i] - at[i - 1] - 16;
            add_range(&holes, at[i - 1] + 16, at[i]);
        }
    }
    out->twice_n = again.n;
    out->never_n = holes.n;
    out->outside = out->span.end > WGD_SMEM_WINDOW;
}

size_t wgd_fetch_reverse(uint64_t word, wgd_read rd, uint32_t byte, wgd_element *out, size_t cap)
{
    const wgd_desc d = wgd_desc_unpack(word, rd.arch);
    const uint32_t bytes = ((uint32_t)wgd_dtype_bits(rd.dtype) + 7) / 8;
    size_t n = 0;
    for (int r = 0; r < rd.mn; r++) {
        for (int k = 0; k < wgd_read_k(rd); k++) {
            const uint32_t at = wgd_fetch_byte(d, rd, (uint32_t)r, (uint32_t)k);
            if (byte < at || byte - at >= bytes) {
                continue;
            }
            if (n < cap) {
                out[n].mn = (uint16_t)r;
                out[n].k = (uint16_t)k;
            }
            n++;
        }
    }
    return n;
}
