/* SPDX-License-Identifier: MIT
 *
 * Random descriptors for map recovery, the same on the host and in kernels: any mode, any
 * base_offset, any bits where the hardware ignores them, and start, LBO and SBO such that the block
 * stays inside a window of shared memory.
 */
#ifndef WGV_MAP_RANDOM_H
#define WGV_MAP_RANDOM_H

#include "verify/wgmma/inputs.h"
#include "wgd_fetch.h"

/* How many times a block steps over each stride; 0 for a stride that it does not read. */
typedef struct wgv_spans {
    uint32_t lbo, sbo;
} wgv_spans;

WGD_HD static inline wgv_spans wgv_read_spans(wgd_read rd, wgd_swizzle_mode mode)
{
    const uint32_t bits = (uint32_t)wgd_dtype_bits(rd.dtype);
    const uint32_t per_row = (uint32_t)wgd_swizzle_row_bytes(mode) / 16;
    const uint32_t k = (uint32_t)wgd_read_k(rd);
    const uint32_t mn = (uint32_t)rd.mn;
    wgv_spans s;
    if (rd.major == WGD_MAJOR_K) {
        s.sbo = mn / 8 - 1;
        s.lbo = (k * bits / 128 - 1) / per_row;
    } else if (mode == WGD_SWZ_NONE) {
        s.sbo = mn * bits / 128 - 1;
        s.lbo = k / 8 - 1;
    } else {
        s.lbo = (mn * bits / 128 - 1) / per_row;
        s.sbo = k / 8 - 1;
    }
    return s;
}

/* Bytes that a block covers besides its strides: eight rows of the pattern, and the 128-byte line
 * inside which the swizzle moves chunks. */
WGD_HD static inline uint32_t wgv_read_atom_bytes(wgd_swizzle_mode mode)
{
    return 8u * (uint32_t)wgd_swizzle_row_bytes(mode) + 128u;
}

/* A number in 0..limit. */
WGD_HD static inline uint32_t wgv_draw(uint32_t random, uint32_t limit)
{
    return (uint32_t)(((uint64_t)random * (limit + 1u)) >> 32);
}

/* A stride: small ones are as likely as large ones; anything where it is not read. */
WGD_HD static inline uint32_t wgv_draw_stride(uint32_t random, uint32_t spans, uint32_t room)
{
    if (spans == 0) {
        return random & WGD_DESC_FIELD_MAX;
    }
    const uint32_t most = room / spans < WGD_DESC_FIELD_MAX ? room / spans : WGD_DESC_FIELD_MAX;
    return wgv_draw(wgv_mix(random), most >> (random & 7u));
}

/* Descriptor number `index` of a seed. The window is [from, to), in bytes, multiples of 128. */
WGD_HD static inline uint64_t wgv_random_word(uint64_t seed, uint64_t index, wgd_read rd,
                                              uint32_t from, uint32_t to)
{
    const uint32_t h = wgv_hash(seed, 7, (uint32_t)index, (uint32_t)(index >> 32));
    wgd_desc d;
    d.swizzle = wgd_swizzle_of_wgmma((uint32_t)h & 3u);
    d.lbo_absolute = false;
    d.base_offset = (uint8_t)(h >> 2 & 7u);
    const wgd_swizzle_mode mode = d.swizzle;
    const wgv_spans spans = wgv_read_spans(rd, mode);
    uint32_t room = (to - from - wgv_read_atom_bytes(mode)) / 16;
    const uint32_t r1 = wgv_mix(h + 0x9e3779b9u), r2 = wgv_mix(r1 + 0x9e3779b9u),
                   r3 = wgv_mix(r2 + 0x9e3779b9u);
    d.sbo = (uint16_t)wgv_draw_stride(r1, spans.sbo, room);
    room -= spans.sbo * d.sbo;
    d.lbo = (uint16_t)wgv_draw_stride(r2, spans.lbo, room);
    room -= spans.lbo * d.lbo;
    d.start = (uint16_t)(from / 16 + wgv_draw(r3, room));
    const uint64_t ignored = ((uint64_t)wgv_mix(r3) << 32 | r3 * 0x2545f491u) & ~WGD_DESC_MASK;
    return wgd_desc_encode(d) | ignored;
}

#endif
