/* SPDX-License-Identifier: MIT
 *
 * From a tile to its descriptors and back: wgd_dtype.h, wgd_inst.h, wgd_swizzle_mode.h, wgd_tile.h,
 * wgd_desc.h, wgd_stages.h. It prints:
 *
 *   f16: 16 bits, 16 elements of K in a block; 128B: rows of 128 bytes, code 1
 *   layout Sw<2,4,3> o smem_ptr[16b] o ((32,2),(8,2)):((1,256),(32,512))
 *   block 0,0 0x8000004000200000
 *   decoded: start 0, LBO 512, SBO 1024 bytes, swizzle 64B, faults 0
 *   stage 2 begins at byte 4096, block 0,0 0x8000004000200100
 *   refused: got 64x12, want multiples of the instruction's block 64x16
 */
#include <wgdesc.h>

#include <stdio.h>

static int64_t block_offset(const void *tile, int i, int j)
{
    return wgd_tile_block_offset((const wgd_tile *)tile, i, j);
}

static void put_tables(void)
{
    const wgd_dtype_info *type = wgd_dtype_get(WGD_F16);
    printf("%s: %d bits, %d elements of K in a block; %s: rows of %d bytes, code %u\n", type->name,
           type->bits, wgd_dtype_k(WGD_F16), wgd_swizzle_name(WGD_SWZ_128B),
           (int)wgd_swizzle_row_bytes(WGD_SWZ_128B),
           (unsigned)wgd_swizzle_wgmma_code(WGD_SWZ_128B));
}

static void put_decoded(uint64_t word)
{
    const wgd_desc d = wgd_desc_decode(word);
    printf("decoded: start %d, LBO %d, SBO %d bytes, swizzle %s, faults %u\n", d.start * 16,
           d.lbo * 16, d.sbo * 16, wgd_swizzle_name(d.swizzle), wgd_desc_faults(word, WGD_SM90));
}

static void put_stage(const wgd_tile *t)
{
    wgd_ring ring = {t->query.start, t->bytes, t->alignment, t->blocks_mn, t->blocks_k,
                     block_offset,   t};
    wgd_stages stages;
    if (wgd_stages_plan(&ring, 3, &stages, NULL) == WGD_OK) {
        const int64_t start = wgd_stage_start(&ring, &stages, 2);
        printf("stage 2 begins at byte %d, block 0,0 0x%016llx\n", (int)start,
               (unsigned long long)wgd_desc_moved(t->desc, start, t->query.arch));
    }
}

int main(void)
{
    char text[256];
    wgd_tile t;
    wgd_diag diag;
    wgd_tile_query q = wgd_tile_query_default();
    q.major = WGD_MAJOR_MN;
    q.swizzle = WGD_SWZ_64B;
    q.mn = 64;
    q.k = 16;
    put_tables();
    if (wgd_tile_describe(&q, &t, &diag) != WGD_OK) {
        fprintf(stderr, "%s: %s\n", diag.field, diag.what);
        return 1;
    }
    wgd_composed_snprintf(text, sizeof text, &t.smem, WGD_FMT_PLAIN);
    printf("layout %s\nblock 0,0 0x%016llx\n", text,
           (unsigned long long)wgd_tile_block_desc(&t, 0, 0));
    put_decoded(wgd_tile_block_desc(&t, 0, 0));
    put_stage(&t);
    q.k = 12;
    if (wgd_tile_describe(&q, &t, &diag) != WGD_OK) {
        printf("refused: got %s, want %s\n", diag.got, diag.want);
    }
    return 0;
}
