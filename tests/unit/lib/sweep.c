/* SPDX-License-Identifier: MIT */
#include "sweep.h"

#include "rng.h"

static const int mn_blocks[] = {1, 2, 3, 4};
static const int k_blocks[] = {1, 2, 3, 4, 8};

/* Adds to *n how many there are. */
static void sweep_one(wgd_tile_query q, int block_mn, void (*fn)(const wgd_tile *, void *),
                      void *ctx, long *n)
{
    static wgd_tile tile;
    for (int m = 0; m < 4; m++) {
        for (int k = 0; k < 5; k++) {
            for (int o = 0; o < 2; o++) {
                q.mn = (int64_t)block_mn * mn_blocks[m];
                q.k = (q.block[1] ? q.block[1] : wgd_dtype_k(q.dtype)) * k_blocks[k];
                q.order[0] = 1 + o;
                q.order[1] = 2 - o;
                if (wgd_tile_describe(&q, &tile, NULL) == WGD_OK && (*n)++ % SWEEP_ONE_IN == 0) {
                    fn(&tile, ctx);
                }
            }
        }
    }
}

long sweep_tiles(bool sparse, void (*fn)(const wgd_tile *tile, void *ctx), void *ctx)
{
    long n = 0;
    for (int t = 0; t < WGD_WGMMA_DTYPE_COUNT; t++) {
        for (int major = 0; major < 2; major++) {
            for (int swizzle = 0; swizzle < 4; swizzle++) {
                wgd_tile_query q = wgd_tile_query_default();
                q.dtype = (wgd_dtype)t;
                q.major = (wgd_major)major;
                q.swizzle = (wgd_swizzle_mode)swizzle;
                q.start = 0x400;
                q.sparse = sparse;
                sweep_one(q, WGD_INST_M, fn, ctx, &n);
                q.operand = WGD_OPERAND_B;
                for (int bn = 8; bn <= WGD_N_MAX; bn += 8) {
                    q.n = bn;
                    sweep_one(q, bn, fn, ctx, &n);
                }
            }
        }
    }
    return n;
}

long sweep_tcgen05(wgd_arch arch, bool wide, void (*fn)(const wgd_tile *tile, void *ctx), void *ctx)
{
    static const int rows[] = {8, 16, 24, 32, 40, 64, 72, 96, 128, 160, 192, 256};
    long n = 0;
    for (int t = 0; t < WGD_DTYPE_COUNT; t++) {
        for (int major = 0; major < 2; major++) {
            for (int swizzle = 0; swizzle < WGD_SWIZZLE_MODE_COUNT; swizzle++) {
                wgd_tile_query q = wgd_tile_query_default();
                q.arch = arch;
                q.dtype = (wgd_dtype)t;
                q.major = (wgd_major)major;
                q.swizzle = (wgd_swizzle_mode)swizzle;
                q.start = 0x400;
                for (int r = 0; r < (int)(sizeof rows / sizeof rows[0]); r++) {
                    q.operand = (wgd_operand)(r & 1);
                    q.block[0] = rows[r];
                    q.block[1] = (int64_t)wgd_dtype_k(q.dtype) * (wide ? 2 : 1);
                    sweep_one(q, rows[r], fn, ctx, &n);
                }
            }
        }
    }
    return n;
}
