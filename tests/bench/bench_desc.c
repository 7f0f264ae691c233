/* SPDX-License-Identifier: MIT
 *
 * Descriptors a second on one core, from (dtype, major, swizzle, shape, order) through the whole
 * chain, with the codec alone as the yardstick of the run.
 */
#include "bench.h"
#include "wgdesc.h"

enum { REPEAT = 20000 };
static uint64_t sink;

static const wgd_swizzle_mode modes[] = {WGD_SWZ_NONE, WGD_SWZ_32B, WGD_SWZ_64B, WGD_SWZ_128B};

/* Every block of a tile of `blocks` K steps, over the modes and both majors. */
static long describe(void *arg)
{
    const int blocks = *(const int *)arg;
    wgd_tile t;
    for (int i = 0; i < REPEAT; i++) {
        wgd_tile_query q = wgd_tile_query_default();
        q.major = i & 4 ? WGD_MAJOR_MN : WGD_MAJOR_K;
        q.swizzle = modes[i & 3];
        q.mn = 64;
        q.k = 16 * blocks;
        if (q.major == WGD_MAJOR_K && q.k * 2 < wgd_swizzle_row_bytes(q.swizzle)) {
            q.swizzle = WGD_SWZ_32B;
        }
        if (wgd_tile_describe(&q, &t, NULL) != WGD_OK) {
            abort();
        }
        for (int k = 0; k < t.blocks_k; k++) {
            sink += wgd_tile_block_desc(&t, 0, k);
        }
    }
    return REPEAT;
}

static long codec(void *arg)
{
    (void)arg;
    for (int i = 0; i < REPEAT * 50; i++) {
        sink += wgd_desc_encode(wgd_desc_decode(sink + (uint64_t)i * UINT64_C(0x9e3779b97f4a7c15)));
    }
    return REPEAT * 50L;
}

int main(void)
{
    int one = 1, eight = 8;
    bench_report("codec: decode and encode of a word", codec, NULL);
    bench_report("tile of one block: describe, its descriptor", describe, &one);
    bench_report("tile of eight blocks: describe, all descriptors", describe, &eight);
    return sink == 42; /* keeps the work from being optimised away */
}
