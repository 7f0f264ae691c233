/* SPDX-License-Identifier: MIT
 *
 * The fetch rule as wgd_fetch.h writes it, a second time and slowly: element by element, with divisions.
 */
#ifndef NAIVE_FETCH_H
#define NAIVE_FETCH_H

#include "wgdesc.h"

/* How often an element's offset holds LBO and SBO, and the bytes that it holds besides. */
typedef struct {
    uint32_t lbo, sbo, bytes;
} naive_place;

static inline uint32_t naive_row_bytes(wgd_swizzle_mode m)
{
    return m == WGD_SWZ_NONE ? 16 : m == WGD_SWZ_32B ? 32 : m == WGD_SWZ_64B ? 64 : 128;
}

static inline naive_place naive_place_of(wgd_swizzle_mode m, wgd_read rd, uint32_t r, uint32_t k)
{
    const uint32_t bits = (uint32_t)wgd_dtype_get(rd.dtype)->bits, e = 128 / bits;
    const uint32_t w = naive_row_bytes(m), lines = m == WGD_SWZ_128B_32B ? 4 : 8;
    if (rd.major == WGD_MAJOR_K) {
        const uint32_t c = k / e, chunks = w / 16;
        return (naive_place){c / chunks, r / 8, (r % 8) * w + (c % chunks) * 16 + k % e * bits / 8};
    }
    if (m == WGD_SWZ_NONE) {
        return (naive_place){k / 8, r / e, r % e * bits / 8 + (k % 8) * 16};
    }
    const uint32_t in_row = w * 8 / bits;
    return (naive_place){r / in_row, k / lines, r % in_row * bits / 8 + (k % lines) * w};
}

/* Before the swizzle, where LBO is an address: rows go on in it once the start's own row of the pattern is at its end. */
static inline uint32_t naive_absolute(wgd_desc d, wgd_read rd, uint32_t r, uint32_t k)
{
    const uint32_t bits = (uint32_t)wgd_dtype_get(rd.dtype)->bits, e = 128 / bits;
    const uint32_t w = naive_row_bytes(d.swizzle), chunks = w / 16;
    const uint32_t c = d.start % chunks + k / e;
    const uint32_t chunk = c < chunks ? d.start / chunks * chunks + c : d.lbo + c - chunks;
    return (chunk + r / 8 * d.sbo) * 16 + r % 8 * w + k % e * bits / 8;
}

static inline uint32_t naive_fetch(wgd_desc d, wgd_read rd, uint32_t r, uint32_t k)
{
    static const uint32_t masks[] = {0, 1, 3, 7, 3};
    const naive_place p = naive_place_of(d.swizzle, rd, r, k);
    const uint32_t at = d.lbo_absolute && rd.major == WGD_MAJOR_K
                            ? naive_absolute(d, rd, r, k)
                            : (d.start + p.lbo * d.lbo + p.sbo * d.sbo) * 16u + p.bytes;
    return at ^ (((at >> 7) - d.base_offset) & masks[d.swizzle])
                    << (d.swizzle == WGD_SWZ_128B_32B ? 5 : 4);
}

#endif
