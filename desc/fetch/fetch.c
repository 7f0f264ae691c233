/* SPDX-License-Identifier: MIT
 *
 * The fetch rule over a whole block, and which fields it looks at.
 */
#include "wgd_fetch.h"

/* K lines of an MN-major block: 64 of an 8-bit type, sparse. Chunks of a line: 256 rows of tf32. */
enum { MN_LINES_MAX = 64, LINE_CHUNKS_MAX = WGD_N_MAX / 4 };

/* Chunks of 16 bytes along the contiguous dimension, and lines across it. */
typedef struct block_grid {
    uint32_t chunks; /* per line: along K for K-major, along MN for MN-major */
    uint32_t lines;  /* rows of MN for K-major, single k for MN-major */
} block_grid;

static block_grid grid_of(wgd_read rd)
{
    const uint32_t per_chunk = 128u / (uint32_t)wgd_dtype_bits(rd.dtype);
    const uint32_t mn = (uint32_t)rd.mn, k = (uint32_t)wgd_read_k(rd);
    const block_grid g = {(rd.major == WGD_MAJOR_K ? k : mn) / per_chunk,
                          rd.major == WGD_MAJOR_K ? mn : k};
    return g;
}

/* Adds up the two terms and applies a swizzle of 16-byte chunks. A constant `chunks` unrolls the inner
 * loop; the low bit is a constant in a function of its own, or the compiler makes one of many. */
static inline void sum_terms(const uint32_t *line, uint32_t lines, const uint32_t *term,
                             uint32_t chunks, uint32_t mask, uint32_t base_offset, uint32_t *out)
{
    for (uint32_t l = 0; l < lines; l++) {
        const uint32_t at = line[l];
        uint32_t *to = out + l * chunks;
        for (uint32_t c = 0; c < chunks; c++) {
            to[c] = wgd_fetch_xor(at + term[c], mask, 4, base_offset);
        }
    }
}

/* The same for 32-byte atoms. */
static void sum_wide_terms(const uint32_t *line, uint32_t lines, const uint32_t *term,
                           uint32_t chunks, uint32_t mask, uint32_t base_offset, uint32_t *out)
{
    for (uint32_t l = 0; l < lines; l++) {
        for (uint32_t c = 0; c < chunks; c++) {
            out[l * chunks + c] = wgd_fetch_xor(line[l] + term[c], mask, 5, base_offset);
        }
    }
}

/* Offsets that repeat at one step within a group and at another from group to group: whole groups of
 * them, at least n. A constant `in_group` lets the compiler turn the inner loop into vector adds. */
static inline void put_terms(uint32_t at, uint32_t step, uint32_t group, uint32_t in_group,
                             uint32_t n, uint32_t *out)
{
    for (uint32_t i = 0; i < n; i += in_group, at += group) {
        for (uint32_t j = 0; j < in_group; j++) {
            out[i + j] = at + j * step;
        }
    }
}

/* The terms of all rows of a K-major block, from those of three. A block is whole groups of 8. */
static void row_terms(wgd_desc d, uint32_t rows, uint32_t *line)
{
    const uint32_t first = wgd_fetch_chunk_k(d, 0, 0);
    put_terms(d.start * 16u + first, wgd_fetch_chunk_k(d, 1, 0) - first,
              wgd_fetch_chunk_k(d, 8, 0) - first, 8, rows, line);
}

/* The terms of all lines of an MN-major block and of the chunks of one: a line is whole groups of the
 * atom's 8 or 4, a chunk one of a swizzle row's. */
static void line_terms(wgd_desc d, block_grid g, uint32_t *line, uint32_t *term)
{
    const uint32_t in_row = (uint32_t)wgd_swizzle_row_bytes(d.swizzle) / 16;
    const uint32_t step = wgd_fetch_chunk_mn(d, 0, 1), next = wgd_fetch_chunk_mn(d, in_row, 0);
    if (wgd_swizzle_lines(d.swizzle) == 8) {
        put_terms(d.start * 16u, step, wgd_fetch_chunk_mn(d, 0, 8), 8, g.lines, line);
    } else {
        put_terms(d.start * 16u, step, wgd_fetch_chunk_mn(d, 0, 4), 4, g.lines, line);
    }
    if (in_row == 8) {
        put_terms(0, 16, next, 8, g.chunks, term);
    } else {
        put_terms(0, 16, next, in_row, g.chunks, term);
    }
}

/* Both chunk functions of the rule are sums of a term of the line and a term of the chunk, so one
 * table of each serves the block. */
static void put_chunks(wgd_desc d, bool k_major, block_grid g, uint32_t *out)
{
    const uint32_t mask = wgd_swizzle_row_mask(d.swizzle);
    uint32_t term[LINE_CHUNKS_MAX], line[WGD_N_MAX];
    if (k_major) {
        for (uint32_t c = 0; c < g.chunks; c++) {
            term[c] = wgd_fetch_chunk_k(d, 0, c);
        }
        row_terms(d, g.lines, line);
    } else {
        line_terms(d, g, line, term);
    }
    if (d.swizzle > WGD_SWIZZLE_WIDEST) {
        sum_wide_terms(line, g.lines, term, g.chunks, mask, d.base_offset, out);
        return;
    }
    if (g.chunks == 2) {
        sum_terms(line, g.lines, term, 2, mask, d.base_offset, out);
    } else if (g.chunks == 8) {
        sum_terms(line, g.lines, term, 8, mask, d.base_offset, out);
    } else {
        sum_terms(line, g.lines, term, g.chunks, mask, d.base_offset, out);
    }
}

size_t wgd_fetch_chunks(wgd_desc d, wgd_read rd, uint32_t out[WGD_FETCH_CHUNKS_MAX])
{
    const block_grid g = grid_of(rd);
    put_chunks(d, rd.major == WGD_MAJOR_K, g, out);
    return (size_t)g.chunks * g.lines;
}

/* K-major: the elements of a chunk follow one another in a row of the map. A constant `per_chunk`
 * lets the compiler turn the inner loop into a few vector adds. */
static inline void spread_row(const uint32_t *chunk, size_t chunks, uint32_t per_chunk,
                              uint32_t bits, uint32_t *out)
{
    for (size_t i = 0; i < chunks; i++) {
        const uint32_t base = chunk[i];
        uint32_t *to = out + i * per_chunk;
        for (uint32_t e = 0; e < per_chunk; e++) {
            to[e] = base + e * bits / 8;
        }
    }
}

static void spread_k(const uint32_t *chunk, size_t chunks, uint32_t bits, uint32_t *out)
{
    switch (bits) {
    case 32:
        spread_row(chunk, chunks, 4, 32, out);
        break;
    case 16:
        spread_row(chunk, chunks, 8, 16, out);
        break;
    case 8:
        spread_row(chunk, chunks, 16, 8, out);
        break;
    case 4:
        spread_row(chunk, chunks, 32, 4, out);
        break;
    default:
        spread_row(chunk, chunks, 128, 1, out);
        break;
    }
}

/* MN-major: the elements of a chunk go down a column of the map. Row by row, so that the writes run
 * through memory in order; `lines` and `bytes`, those of an element, are constants again. */
static inline void spread_columns(const uint32_t *chunk, uint32_t chunks, uint32_t lines,
                                  uint32_t bytes, uint32_t *out)
{
    const uint32_t per_chunk = 16 / bytes;
    uint32_t column[MN_LINES_MAX];
    for (uint32_t c = 0; c < chunks; c++) {
        for (uint32_t k = 0; k < lines; k++) {
            column[k] = chunk[k * chunks + c];
        }
        for (uint32_t e = 0; e < per_chunk; e++) {
            uint32_t *row = out + (size_t)(c * per_chunk + e) * lines;
            for (uint32_t k = 0; k < lines; k++) {
                row[k] = column[k] + e * bytes;
            }
        }
    }
}

static void spread_mn(const uint32_t *chunk, block_grid g, uint32_t bits, uint32_t *out)
{
    if (bits == 16 && g.lines == 16) {
        spread_columns(chunk, g.chunks, 16, 2, out);
    } else if (bits == 16) {
        spread_columns(chunk, g.chunks, 32, 2, out);
    } else {
        spread_columns(chunk, g.chunks, g.lines, bits / 8, out);
    }
}

wgd_status wgd_fetch_map(uint64_t word, wgd_read rd, uint32_t *out, size_t cap, wgd_diag *diag)
{
    wgd_status s = wgd_read_check(rd, diag);
    if (s == WGD_OK) {
        s = wgd_word_check(word, rd, diag);
    }
    if (s != WGD_OK) {
        return s;
    }
    const size_t need = (size_t)rd.mn * (size_t)wgd_read_k(rd);
    if (cap < need) {
        return wgd_fail_num(diag, WGD_ERR_LIMIT, "map", "the buffer is too small", (int64_t)cap,
                            "mn * k entries", "");
    }
    uint32_t chunk[WGD_FETCH_CHUNKS_MAX];
    const uint32_t bits = (uint32_t)wgd_dtype_bits(rd.dtype);
    const block_grid g = grid_of(rd);
    put_chunks(wgd_desc_unpack(word, rd.arch), rd.major == WGD_MAJOR_K, g, chunk);
    if (rd.major == WGD_MAJOR_K) {
        spread_k(chunk, (size_t)g.chunks * g.lines, bits, out);
    } else {
        spread_mn(chunk, g, bits, out);
    }
    return WGD_OK;
}

/* A stride is read when the block holds more than one of what it steps over. */
unsigned wgd_fetch_reads(wgd_swizzle_mode m, wgd_read rd)
{
    const int row_bytes = wgd_swizzle_row_bytes(m);
    const int bits = wgd_dtype_bits(rd.dtype);
    const bool swizzled = m != WGD_SWZ_NONE, goes_on = rd.k_bytes == WGD_K_BYTES_96;
    bool mn_stride, k_stride;
    if (rd.major == WGD_MAJOR_K) {
        mn_stride = rd.mn > 8;
        k_stride = goes_on || wgd_read_k(rd) * bits / 8 > row_bytes;
    } else {
        mn_stride = rd.mn * bits / 8 > row_bytes;
        k_stride = wgd_read_k(rd) > (int)wgd_swizzle_lines(m);
    }
    /* SBO steps along MN in K-major and in MN-major none; along K in MN-major swizzled. */
    const bool sbo_along_mn = rd.major == WGD_MAJOR_K || !swizzled;
    unsigned reads = WGD_READS_START | WGD_READS_LAYOUT_TYPE;
    if (sbo_along_mn ? mn_stride : k_stride) {
        reads |= WGD_READS_SBO;
    }
    if (sbo_along_mn ? k_stride : mn_stride) {
        reads |= WGD_READS_LBO;
    }
    if (swizzled) {
        reads |= WGD_READS_BASE_OFFSET;
    }
    if (goes_on) {
        reads |= WGD_READS_LBO_MODE;
    }
    return reads;
}
