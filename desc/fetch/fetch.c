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

/* Adds up the two terms and applies the swizzle. Constant `chunks` and `low_bit` unroll the inner
 * loop. */
static inline void sum_terms(const uint32_t *line, uint32_t lines, const uint32_t *term,
                             uint32_t chunks, uint32_t mask, uint32_t low_bit, uint32_t base_offset,
                             uint32_t *out)
{
    for (uint32_t l = 0; l < lines; l++) {
        for (uint32_t c = 0; c < chunks; c++) {
            out[l * chunks + c] = wgd_fetch_xor(line[l] + term[c], mask, low_bit, base_offset);
        }
    }
}

/* The terms of all rows of a K-major block, from those of three: they repeat at one step within a
 * group of 8 and at another from group to group. A block is whole groups. */
static void row_terms(wgd_desc d, uint32_t rows, uint32_t *line)
{
    const uint32_t first = wgd_fetch_chunk_k(d, 0, 0);
    const uint32_t row = wgd_fetch_chunk_k(d, 1, 0) - first;
    const uint32_t group = wgd_fetch_chunk_k(d, 8, 0) - first;
    uint32_t at = d.start * 16u + first;
    for (uint32_t r = 0; r < rows; r += 8, at += group) {
        for (uint32_t i = 0; i < 8; i++) {
            line[r + i] = at + i * row;
        }
    }
}

/* Both chunk functions of the rule are sums of a term of the line and a term of the chunk, so one
 * table of each serves the block. */
size_t wgd_fetch_chunks(wgd_desc d, wgd_read rd, uint32_t out[WGD_FETCH_CHUNKS_MAX])
{
    const block_grid g = grid_of(rd);
    const bool k_major = rd.major == WGD_MAJOR_K;
    const uint32_t mask = wgd_swizzle_row_mask(d.swizzle), low_bit = wgd_swizzle_low_bit(d.swizzle);
    uint32_t term[LINE_CHUNKS_MAX], line[WGD_N_MAX];
    for (uint32_t c = 0; c < g.chunks; c++) {
        term[c] = k_major ? wgd_fetch_chunk_k(d, 0, c) : wgd_fetch_chunk_mn(d, c, 0);
    }
    if (k_major) {
        row_terms(d, g.lines, line);
    }
    for (uint32_t l = 0; !k_major && l < g.lines; l++) {
        line[l] = d.start * 16u + wgd_fetch_chunk_mn(d, 0, l);
    }
    if (low_bit != 4) {
        sum_terms(line, g.lines, term, g.chunks, mask, low_bit, d.base_offset, out);
    } else if (g.chunks == 2) {
        sum_terms(line, g.lines, term, 2, mask, 4, d.base_offset, out);
    } else if (g.chunks == 8) {
        sum_terms(line, g.lines, term, 8, mask, 4, d.base_offset, out);
    } else {
        sum_terms(line, g.lines, term, g.chunks, mask, 4, d.base_offset, out);
    }
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
    const size_t chunks = wgd_fetch_chunks(wgd_desc_unpack(word, rd.arch), rd, chunk);
    if (rd.major == WGD_MAJOR_K) {
        spread_k(chunk, chunks, bits, out);
    } else {
        spread_mn(chunk, grid_of(rd), bits, out);
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
    reads |= (sbo_along_mn ? mn_stride : k_stride) ? WGD_READS_SBO : 0u;
    reads |= (sbo_along_mn ? k_stride : mn_stride) ? WGD_READS_LBO : 0u;
    reads |= swizzled ? WGD_READS_BASE_OFFSET : 0u;
    reads |= goes_on ? WGD_READS_LBO_MODE : 0u;
    return reads;
}
