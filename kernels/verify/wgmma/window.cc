// SPDX-License-Identifier: MIT
#include "window.h"

#include "wgd_desc.h"

namespace wgv
{

bool stays_inside(uint64_t word, wgd_read rd, uint32_t from, uint32_t to)
{
    uint32_t chunk[WGD_FETCH_CHUNKS_MAX];
    const size_t n = wgd_fetch_chunks(wgd_desc_decode(word), rd, chunk);
    for (size_t i = 0; i < n; i++) {
        if (chunk[i] < from || chunk[i] + 16 > to) {
            return false;
        }
    }
    return true;
}

bool same_map(uint64_t x, uint64_t y, wgd_read rd)
{
    uint32_t cx[WGD_FETCH_CHUNKS_MAX], cy[WGD_FETCH_CHUNKS_MAX];
    const size_t n = wgd_fetch_chunks(wgd_desc_decode(x), rd, cx);
    wgd_fetch_chunks(wgd_desc_decode(y), rd, cy);
    for (size_t i = 0; i < n; i++) {
        if (cx[i] != cy[i]) {
            return false;
        }
    }
    return true;
}

} // namespace wgv
