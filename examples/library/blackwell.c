/* SPDX-License-Identifier: MIT
 *
 * tcgen05, documented and not measured: wgd_arch.h, wgd_umma.h, wgd_idesc.h, wgd_tmem.h,
 * wgd_tmem_ldst.h, wgd_sf.h; and what a wgmma costs: wgd_cost.h. It prints:
 *
 *   sm100: documented
 *   instruction descriptor 0x08400490
 *   accumulator (15,7): lane 15, column 7 of 256
 *   tcgen05.ld.32x32b.x8: thread 5, register 3 is lane 5, column 3
 *   scale factors of 256 x 512: 8192 bytes, element (1,16) at byte 17
 *   m64n64k16: 32 cycles, 4096 bytes of shared memory, bound by tensor
 */
#include <wgdesc.h>

#include <stdio.h>
#include <string.h>

static int instruction(void)
{
    wgd_umma_op op = wgd_umma_op_of(WGD_UMMA_F16);
    uint32_t word = 0;
    op.a = op.b = WGD_FRAG_BF16;
    op.d = WGD_FRAG_F32;
    op.m = 128;
    op.n = 256;
    if (wgd_idesc_encode(&op, &word, NULL) != WGD_OK) {
        return 1;
    }
    printf("instruction descriptor 0x%08x\n", (unsigned)word);
    return 0;
}

static int tensor_memory(void)
{
    wgd_tmem_spec spec;
    static wgd_tmem c;
    wgd_ldst load;
    static const char name[] = "tcgen05.ld.32x32b.x8";
    memset(&spec, 0, sizeof spec);
    spec.what = WGD_TMEM_C;
    spec.alloc = WGD_TMEM_DEFAULT;
    spec.cta_group = 1;
    spec.type = WGD_FRAG_F32;
    spec.m = 128;
    spec.n = 256;
    if (wgd_tmem_make(&spec, &c, NULL) != WGD_OK || wgd_ldst_parse(name, &load, NULL) != WGD_OK) {
        return 1;
    }
    wgd_tmem_place at = wgd_tmem_find(&c, 15, 7, 0);
    printf("accumulator (15,7): lane %d, column %d of %d\n", at.lane, at.column, c.columns);
    at = wgd_ldst_at(&load, 5, 3, 0);
    printf("%s: thread 5, register 3 is lane %d, column %d\n", name, at.lane, at.column);
    return 0;
}

static int scale_factors(void)
{
    static const int64_t problem[4] = {256, 128, 512, 1};
    static wgd_sf sf;
    if (wgd_sf_make(WGD_SF_A, 16, problem, false, &sf, NULL) != WGD_OK) {
        return 1;
    }
    printf("scale factors of 256 x 512: %d bytes, element (1,16) at byte %d\n", (int)sf.bytes,
           (int)wgd_sf_at(&sf, 1, 16, 0));
    return 0;
}

static int cost(void)
{
    const wgd_cost_query q = {WGD_F16, WGD_F16, WGD_ACC_F32, 64, false, false};
    wgd_cost c;
    if (wgd_cost_of(&q, &c, NULL) != WGD_OK) {
        return 1;
    }
    printf("m64n64k16: %d cycles, %d bytes of shared memory, bound by %s\n", c.cycles,
           c.shared_bytes, wgd_cost_bound_name(c.bound));
    return 0;
}

int main(void)
{
    const wgd_arch_info *arch = wgd_arch_get(WGD_SM100);
    printf("%s: %s\n", arch->name, arch->measured ? "measured" : "documented");
    return instruction() || tensor_memory() || scale_factors() || cost();
}
