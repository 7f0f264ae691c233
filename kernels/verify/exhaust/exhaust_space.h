/* SPDX-License-Identifier: MIT
 *
 * The space that the exhaustive run goes through, the same on the host and in kernels. A part of it
 * is a list of rows, each a list of descriptors:
 *
 *   pairs    row: an SBO; in it every LBO with which the block stays in the window. Start,
 *            base_offset and the ignored bits are drawn, so that they differ from word to word.
 *   starts   row: a base_offset; in it every start with which the block stays in the window.
 *   ignored  row: a sample word; in it every value of the 17 ignored bits.
 *   unread   row: a sample word; in it every value of the stride fields that the read leaves out.
 */
#ifndef WGV_EXHAUST_SPACE_H
#define WGV_EXHAUST_SPACE_H

#include "verify/map/map_random.h"

typedef enum wgv_space {
    WGV_PAIRS,
    WGV_STARTS_TIGHT,  /* strides that lay the groups side by side */
    WGV_STARTS_NARROW, /* strides of 0: the starts to the very end of the window */
    WGV_IGNORED,
    WGV_UNREAD,
    WGV_SPACE_COUNT
} wgv_space;

enum { WGV_SAMPLES = 4, WGV_IGNORED_VALUES = 1 << 17 };

/* How far a block reaches, in 16-byte units: the greatest offset is
 *   rows + sbo_steps * SBO + max(lbo_steps * LBO + last, (lbo_steps - 1) * LBO + full)
 * where a column of the pattern is `full` + 1 chunks wide, and the last one may be narrower. */
typedef struct wgv_reach {
    uint32_t rows, lbo_steps, sbo_steps, full, last;
} wgv_reach;

WGD_HD static inline wgv_reach wgv_reach_of(wgd_read rd, wgd_swizzle_mode mode)
{
    const wgv_spans spans = wgv_read_spans(rd, mode);
    const uint32_t width = (uint32_t)wgd_swizzle_row_bytes(mode) / 16;
    const uint32_t bits = (uint32_t)wgd_dtype_bits(rd.dtype);
    const uint32_t along = rd.major == WGD_MAJOR_K ? (uint32_t)wgd_read_k(rd) : (uint32_t)rd.mn;
    const uint32_t chunks = along * bits / 128;
    wgv_reach r;
    r.rows = 7 * width;
    r.lbo_steps = spans.lbo;
    r.sbo_steps = spans.sbo;
    r.full = width - 1;
    r.last = (chunks - 1) % width;
    return r;
}

/* The greatest LBO with which a block of that SBO fits in `units` 16-byte units, at most the
 * field's greatest; -1 when none does. LBO 0 alone where it is not read. */
WGD_HD static inline int32_t wgv_most_lbo(wgv_reach r, uint32_t sbo, uint32_t units)
{
    const int32_t room = (int32_t)units - 1 - (int32_t)(r.rows + r.sbo_steps * sbo);
    if (room < (int32_t)r.last || (r.lbo_steps && room < (int32_t)r.full)) {
        return -1;
    }
    if (r.lbo_steps == 0) {
        return 0;
    }
    int32_t most = (room - (int32_t)r.last) / (int32_t)r.lbo_steps;
    if (r.lbo_steps > 1) {
        const int32_t before = (room - (int32_t)r.full) / (int32_t)(r.lbo_steps - 1);
        most = before < most ? before : most;
    }
    return most < WGD_DESC_FIELD_MAX ? most : WGD_DESC_FIELD_MAX;
}

/* 16-byte units that a block takes. */
WGD_HD static inline uint32_t wgv_block_units(wgv_reach r, uint32_t lbo, uint32_t sbo)
{
    const uint32_t to_last = r.lbo_steps * lbo + r.last;
    const uint32_t to_full = r.lbo_steps ? (r.lbo_steps - 1) * lbo + r.full : 0;
    return 1 + r.rows + r.sbo_steps * sbo + (to_last > to_full ? to_last : to_full);
}

/* A part of the space: one read in one mode, in a window of shared memory (units of 16 bytes). */
typedef struct wgv_part {
    wgd_read read;
    wgd_swizzle_mode mode;
    wgv_space space;
    uint32_t from, to;
} wgv_part;

/* The strides that the starts and the samples are tried with. */
WGD_HD static inline wgd_desc wgv_tight(wgv_part p)
{
    const wgv_spans spans = wgv_read_spans(p.read, p.mode);
    const uint32_t atom = (uint32_t)wgd_swizzle_row_bytes(p.mode) / 2;
    wgd_desc d;
    d.swizzle = p.mode;
    d.start = (uint16_t)p.from;
    d.base_offset = 0;
    d.sbo = (uint16_t)(p.space == WGV_STARTS_NARROW ? 0 : atom);
    d.lbo = (uint16_t)(p.space == WGV_STARTS_NARROW ? 0 : atom * (spans.sbo + 1));
    return d;
}

/* Rows of a part. */
WGD_HD static inline uint32_t wgv_part_rows(wgv_part p)
{
    if (p.space == WGV_IGNORED || p.space == WGV_UNREAD) {
        return WGV_SAMPLES;
    }
    if (p.space != WGV_PAIRS) {
        return 8;
    }
    const wgv_reach r = wgv_reach_of(p.read, p.mode);
    if (r.sbo_steps == 0) {
        return 1;
    }
    const int32_t least = (int32_t)(r.lbo_steps && r.full > r.last ? r.full : r.last);
    const uint32_t most =
        (uint32_t)((int32_t)(p.to - p.from) - 1 - (int32_t)r.rows - least) / r.sbo_steps;
    return 1 + (most < WGD_DESC_FIELD_MAX ? most : WGD_DESC_FIELD_MAX);
}

/* Descriptors in a row of a part. */
WGD_HD static inline uint32_t wgv_row_words(wgv_part p, uint32_t row)
{
    const wgv_reach r = wgv_reach_of(p.read, p.mode);
    const wgd_desc tight = wgv_tight(p);
    switch (p.space) {
    case WGV_PAIRS:
        return (uint32_t)(wgv_most_lbo(r, row, p.to - p.from) + 1);
    case WGV_IGNORED:
        return WGV_IGNORED_VALUES;
    case WGV_UNREAD:
        return r.lbo_steps && r.sbo_steps ? 0u : WGD_DESC_FIELD_MAX + 1u;
    default:
        return p.to - p.from - wgv_block_units(r, tight.lbo, tight.sbo) + 1;
    }
}

/* The ignored bits of a word: 14-15, 30-31, 46-48, 52-61, from 17 bits. */
WGD_HD static inline uint64_t wgv_ignored_bits(uint32_t v)
{
    return (uint64_t)(v & 3u) << 14 | (uint64_t)(v >> 2 & 3u) << 30 |
           (uint64_t)(v >> 4 & 7u) << 46 | (uint64_t)(v >> 7 & 0x3ffu) << 52;
}

/* Word number i of a row. */
WGD_HD static inline uint64_t wgv_part_word(wgv_part p, uint32_t row, uint32_t i)
{
    const wgv_reach r = wgv_reach_of(p.read, p.mode);
    const uint32_t h = wgv_mix(i * 0x9e3779b9u + row * 0x85ebca6bu + 1);
    const uint32_t h2 = wgv_mix(h + 0x9e3779b9u);
    wgd_desc d = wgv_tight(p);
    uint32_t ignored = h2;
    if (p.space == WGV_STARTS_TIGHT || p.space == WGV_STARTS_NARROW) {
        d.base_offset = (uint8_t)row;
        d.start = (uint16_t)(p.from + i);
        return wgd_desc_encode(d) | wgv_ignored_bits(ignored);
    }
    if (p.space == WGV_PAIRS) {
        d.sbo = (uint16_t)(r.sbo_steps ? row : h2 >> 18);
        d.lbo = (uint16_t)(r.lbo_steps ? i : h2 >> 18);
    } else if (p.space == WGV_UNREAD) {
        d.sbo = (uint16_t)(r.sbo_steps ? d.sbo : i);
        d.lbo = (uint16_t)(r.lbo_steps ? d.lbo : i ^ row * 0x1555u);
    } else {
        ignored = i;
    }
    const uint32_t rest = p.to - p.from - wgv_block_units(r, d.lbo, d.sbo);
    /* samples keep their start: only what is tried differs from word to word of a row */
    const uint32_t at = p.space == WGV_PAIRS ? h : wgv_mix(row + 77);
    d.start = (uint16_t)(p.from + wgv_draw(at, rest));
    d.base_offset = (uint8_t)(at & 7u);
    return wgd_desc_encode(d) | wgv_ignored_bits(ignored);
}

#endif
