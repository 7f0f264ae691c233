/* SPDX-License-Identifier: MIT
 *
 * The fetch rule: from a descriptor to the shared-memory byte that feeds each element of an operand.
 * For wgmma measured on an H200, not taken from a document: see docs/hardware.md for the evidence and
 * for what it settles. For tcgen05 documented, not measured: docs/blackwell.md.
 *
 * With E elements in 16 bytes, W the bytes of a swizzle row (16 for none), L the lines of the atom (8;
 * 4 for 128B_32B), lbo and sbo in bytes:
 *
 *   K-major   none      (r%8)*16 + (r/8)*sbo + (k/E)*lbo + (k%E)*es
 *             swizzled  (r%8)*W  + (r/8)*sbo + (c/(W/16))*lbo + (c%(W/16))*16 + (k%E)*es   c = k/E
 *   MN-major  none      (r%E)*es + (r/E)*sbo + (k%8)*16 + (k/8)*lbo
 *             swizzled  (r%e)*es + (r/e)*lbo + (k%L)*W  + (k/L)*sbo                        e = W/es
 *
 *   a = start + the offset above;  address = a ^ ((((a >> 7) - base_offset) & m) << s)
 *   with m = 7, 3, 1, 0 for 128B, 64B, 32B, none and s = 4; for 128B_32B m = 3 and s = 5.
 *
 * Where LBO is an absolute address (sm_103) the chunks of K-major rows go on in it once the swizzle
 * row that the start lies in is at its end.
 *
 * The XOR works on the absolute shared-memory address. Addresses do not wrap at 18 bits.
 */
#ifndef WGD_FETCH_H
#define WGD_FETCH_H

#include "wgd_desc.h"
#include "wgd_inst.h"

WGD_API_BEGIN

/* The swizzle of an absolute byte address, with the row mask and the low bit of the mode at hand. */
WGD_HD static inline uint32_t wgd_fetch_xor(uint32_t a, uint32_t row_mask, uint32_t low_bit,
                                            uint32_t base_offset)
{
    return a ^ ((((a >> WGD_SWIZZLE_LINE_BITS) - base_offset) & row_mask) << low_bit);
}

/* The swizzle of an absolute byte address. */
WGD_HD static inline uint32_t wgd_fetch_swizzle(uint32_t a, wgd_swizzle_mode m,
                                                uint32_t base_offset)
{
    return wgd_fetch_xor(a, wgd_swizzle_row_mask(m), wgd_swizzle_low_bit(m), base_offset);
}

/* The byte offset of 16-byte chunk (row r, chunk c) before the swizzle, K-major: c counts 16-byte
 * chunks along K. */
WGD_HD static inline uint32_t wgd_fetch_chunk_k(wgd_desc d, uint32_t r, uint32_t c)
{
    const uint32_t w = (uint32_t)wgd_swizzle_row_bytes(d.swizzle);
    const uint32_t per_row = w / 16;
    const uint32_t line = (r % 8) * w + (r / 8) * (d.sbo * 16u);
    if (d.lbo_absolute) { /* relative to the start, below it too: the sum wraps back */
        const uint32_t left = per_row - d.start % per_row;
        return line + (c < left ? c * 16 : (d.lbo - (uint32_t)d.start + c - left) * 16);
    }
    return line + (c / per_row) * (d.lbo * 16u) + (c % per_row) * 16;
}

/* The same, MN-major: c counts 16-byte chunks along MN, k single elements of K. */
WGD_HD static inline uint32_t wgd_fetch_chunk_mn(wgd_desc d, uint32_t c, uint32_t k)
{
    const uint32_t w = (uint32_t)wgd_swizzle_row_bytes(d.swizzle);
    const uint32_t per_row = w / 16;
    const uint32_t lbo = d.lbo * 16u;
    const uint32_t sbo = d.sbo * 16u;
    if (d.swizzle == WGD_SWZ_NONE) {
        return c * sbo + (k % 8) * 16 + (k / 8) * lbo;
    }
    /* 4 or 8 lines, by mask and shift: no division by a number that is not a constant */
    const uint32_t lines = wgd_swizzle_lines(d.swizzle), shift = lines == 4 ? 2 : 3;
    return (c % per_row) * 16 + (c / per_row) * lbo + (k & (lines - 1)) * w + (k >> shift) * sbo;
}

/* The byte address (the byte that holds the element, for b1) from which element (r, k) of the
 * operand is read: r along M or N, 0 <= r < rd.mn; 0 <= k < wgd_read_k(rd). The caller has checked
 * the read (wgd_read_check). May exceed the shared window: the hardware faults there. */
WGD_HD static inline uint32_t wgd_fetch_byte(wgd_desc d, wgd_read rd, uint32_t r, uint32_t k)
{
    const uint32_t bits = (uint32_t)wgd_dtype_bits(rd.dtype);
    const uint32_t per_chunk = 128 / bits;
    const uint32_t contiguous = rd.major == WGD_MAJOR_K ? k : r;
    const uint32_t chunk = contiguous / per_chunk;
    const uint32_t in_chunk = (contiguous % per_chunk) * bits / 8;
    const uint32_t off =
        rd.major == WGD_MAJOR_K ? wgd_fetch_chunk_k(d, r, chunk) : wgd_fetch_chunk_mn(d, chunk, k);
    const wgd_swizzle_mode mode = d.swizzle;
    return wgd_fetch_swizzle(d.start * 16u + off, mode, d.base_offset) + in_chunk;
}

/* The whole block, row by row: out[r * wgd_read_k(rd) + k]; cap counts entries. ERR_LIMIT when cap
 * is too small, or what wgd_read_check refuses. The fast form: one address per 16-byte chunk. */
wgd_status wgd_fetch_map(uint64_t word, wgd_read rd, uint32_t *out, size_t cap, wgd_diag *diag);

/* The most 16-byte chunks that one block has: 256 rows of 64 bytes of K. */
enum { WGD_FETCH_CHUNKS_MAX = 1024 };

/* Chunks of a block and the address of each, the map at 16-byte grain: chunk (r, c) at
 * out[r * chunks_per_row + c] for K-major, (c, k) at out[k * chunks_per_col + c] for MN-major.
 * Returns the number of chunks (at most 1024). The caller has checked the read. */
size_t wgd_fetch_chunks(wgd_desc d, wgd_read rd, uint32_t out[WGD_FETCH_CHUNKS_MAX]);

/* Which fields this read looks at, as OR of the bits below; an unread field may hold anything. Of
 * base_offset only the low 3, 2, 1 bits are read with 128B, 64B, 32B (wgd_swizzle_row_mask). */
enum wgd_reads {
    WGD_READS_START = 1,
    WGD_READS_LBO = 2,
    WGD_READS_SBO = 4,
    WGD_READS_BASE_OFFSET = 8,
    WGD_READS_LAYOUT_TYPE = 16,
    WGD_READS_LBO_MODE = 32 /* sm_103, 96 elements of K */
};
unsigned wgd_fetch_reads(wgd_swizzle_mode m, wgd_read rd);

WGD_API_END

#endif
