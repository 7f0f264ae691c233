/* SPDX-License-Identifier: MIT
 *
 * The last step of make_gmma_desc: divide a block by the canonical tiler and read LBO and SBO off
 * the strides. In 128-bit units a block that a descriptor can hold has one of these forms, W being
 * the chunks in a swizzle row (1, 2, 4, 8):
 *
 *   K-major   none      ((8,n),2):((1,SBO),LBO)
 *             swizzled  ((8,n),2):((W,SBO),1)
 *   MN-major  none      ((1,n),(8,k)):((X,SBO),(1,LBO))
 *             swizzled  ((W,n),(8,k)):((1,LBO),(W,SBO))
 *
 * 128B_32B, which only MN-major has, is the last one with 4 in the place of 8.
 */
#include "canonical.h"

static wgd_status refuse(wgd_diag *diag, const char *what, int64_t got, const char *want)
{
    const wgd_status s = wgd_fail_num(diag, WGD_ERR_NO_DESC, "layout", what, got, want, NULL);
    return wgd_diag_hint(diag, s, WGD_HINT_SOLVE, 0, NULL);
}

/* The hardware mode of a swizzle on byte addresses, in the place of no mode. */
static wgd_status mode_of(const wgd_composed *block, wgd_arch arch, wgd_swizzle_mode *mode,
                          wgd_diag *diag)
{
    if (block->kind == WGD_PLAIN) {
        return WGD_OK;
    }
    /* make_gmma_desc wants M and S also where no bits are swapped. */
    const bool known = block->kind == WGD_SMEM_PTR && wgd_swizzle_mode_of(block->sw, mode);
    const wgd_swizzle own = wgd_swizzle_mode_get(*mode)->sw;
    if (!known || block->sw.m != own.m || block->sw.s != own.s ||
        wgd_swizzle_arch_check(*mode, arch, NULL) != WGD_OK) {
        return wgd_arch_tcgen05(arch)
                   ? wgd_fail(diag, WGD_ERR_NO_DESC, "layout", "tcgen05 has no such swizzle", NULL,
                              "Sw<0,4,3>, Sw<1,4,3>, Sw<2,4,3>, Sw<3,4,3> or Sw<2,5,2> on smem_ptr",
                              NULL)
                   : wgd_fail(diag, WGD_ERR_NO_DESC, "layout", "wgmma has no such swizzle", NULL,
                              "Sw<0,4,3>, Sw<1,4,3>, Sw<2,4,3> or Sw<3,4,3> on smem_ptr", NULL);
    }
    return WGD_OK;
}

/* Extents that a block may have along K, and that the row groups need along MN. */
static wgd_status check_extents(const wgd_layout *l, wgd_major major, int bits, wgd_arch arch,
                                wgd_diag *diag)
{
    int64_t mn, k;
    if (wgd_layout_rank(l) != 2) {
        return refuse(diag, "a block has two modes, MN and K", wgd_layout_rank(l), "2 modes");
    }
    wgd_status s = wgd_layout_mode_size(l, 0, &mn);
    if (s == WGD_OK) {
        s = wgd_layout_mode_size(l, 1, &k);
    }
    if (s != WGD_OK) {
        return wgd_fail(diag, s, "layout", NULL, NULL, NULL, NULL);
    }
    const bool any_k = wgd_arch_tcgen05(arch); /* make_umma_desc does not look at it */
    if (major == WGD_MAJOR_K) {
        if (mn % 8 != 0) {
            return refuse(diag, "a K-major block is made of groups of 8 rows", mn,
                          "a multiple of 8 rows");
        }
        return k == 2 || k == 4 || any_k
                   ? WGD_OK
                   : refuse(diag, "a K-major block is one K step wide", k,
                            "2 chunks of 16 bytes (4 for B of the sparse form)");
    }
    /* Dense, sparse A as CuTe counts it, sparse B. */
    return k * bits == 256 || k * bits == 128 || k * bits == 512 || any_k
               ? WGD_OK
               : refuse(diag, "an MN-major block is one K step deep", k,
                        "256 / bits of K (512 / bits for B of the sparse form)");
}

/* ((a,b),(c,d)), which a division by two modes gives, each a single integer. */
static bool is_canonical_profile(const wgd_layout *l)
{
    return l->shape.n_nodes == 7;
}

/* The block divided by the canonical tiler. */
static wgd_status divide(const wgd_layout *block, wgd_swizzle_mode mode, wgd_major major,
                         wgd_arch arch, wgd_layout *canonical, wgd_diag *diag)
{
    const int64_t w = wgd_swizzle_row_bytes(mode) / 16;
    /* Layouts w:1, not sizes: the stride of a mode of extent 1 shows in what CuTe prints, and is 0
     * where make_umma_desc divides by 1. */
    wgd_layout mn_part, k_part;
    wgd_tiler tiler;
    const bool by_one = w == 1 && major == WGD_MAJOR_MN && wgd_arch_tcgen05(arch);
    wgd_layout_set_1d(&mn_part, major == WGD_MAJOR_K ? 8 : w, by_one ? 0 : 1);
    wgd_layout_set_1d(&k_part, major == WGD_MAJOR_K ? 2 : wgd_swizzle_lines(mode), 1);
    wgd_tiler_list(&tiler);
    (void)wgd_tiler_append_layout(&tiler, &mn_part); /* a list of two always fits */
    (void)wgd_tiler_append_layout(&tiler, &k_part);
    const wgd_status s = wgd_logical_divide_by(block, &tiler, canonical, diag);
    if (s != WGD_OK || !is_canonical_profile(canonical)) {
        return refuse(diag, "the rows of a pattern are not at a constant stride", 0, NULL);
    }
    return WGD_OK;
}

/* LBO and SBO of a K-major block, in 16-byte units. */
static wgd_status k_strides(const wgd_layout *canonical, wgd_swizzle_mode mode, int64_t *lbo,
                            int64_t *sbo, wgd_diag *diag)
{
    const int64_t w = wgd_swizzle_row_bytes(mode) / 16;
    const int64_t *stride = canonical->stride; /* <0,0>, <0,1>, <1,0>, <1,1> */
    const bool none = mode == WGD_SWZ_NONE;
    if (stride[0] != w) {
        return refuse(diag, "rows of the pattern must follow one another", stride[0],
                      "one swizzle row (in 16-byte units: 1, 2, 4, 8)");
    }
    if (!none && stride[2] != 1) {
        return refuse(diag, "the chunks of a swizzle row must follow one another", stride[2], "1");
    }
    /* LBO is the distance of two atoms along K, which a block has where its K slice is wider than a
     * swizzle row: 64 bytes (sparse B) through the 32B swizzle. The hardware reads LBO there
     * (docs/hardware.md); make_gmma_desc and make_umma_desc write 1 all the same. */
    const bool leaves_row = !none && canonical->shape.leaf[2] * canonical->shape.leaf[3] > w;
    *lbo = leaves_row ? stride[3] : stride[2];
    *sbo = stride[1];
    return WGD_OK;
}

/* The same of an MN-major block. */
static wgd_status mn_strides(const wgd_layout *canonical, wgd_swizzle_mode mode, int64_t *lbo,
                             int64_t *sbo, wgd_diag *diag)
{
    const int64_t *stride = canonical->stride;
    const bool none = mode == WGD_SWZ_NONE;
    if (!none && stride[0] != 1) {
        return refuse(diag, "the chunks of a swizzle row must follow one another", stride[0], "1");
    }
    if (stride[2] != wgd_swizzle_row_bytes(mode) / 16) {
        return refuse(diag, "successive k must follow one another", stride[2],
                      "one swizzle row (in 16-byte units: 1, 2, 4, 8)");
    }
    *lbo = none ? stride[3] : stride[1];
    *sbo = none ? stride[1] : stride[3];
    return WGD_OK;
}

wgd_status wgd_canonical_of(wgd_swizzle_mode mode, const wgd_layout *block, wgd_major major,
                            int bits, wgd_arch arch, wgd_layout *canonical, wgd_desc *desc,
                            wgd_diag *diag)
{
    int64_t lbo = 0, sbo = 0;
    wgd_status s = check_extents(block, major, bits, arch, diag);
    if (s == WGD_OK) {
        s = divide(block, mode, major, arch, canonical, diag);
    }
    if (s == WGD_OK) {
        s = major == WGD_MAJOR_K ? k_strides(canonical, mode, &lbo, &sbo, diag)
                                 : mn_strides(canonical, mode, &lbo, &sbo, diag);
    }
    if (s != WGD_OK) {
        return s;
    }
    if (lbo < 0 || lbo > WGD_DESC_FIELD_MAX || sbo < 0 || sbo > WGD_DESC_FIELD_MAX) {
        const bool is_lbo = lbo < 0 || lbo > WGD_DESC_FIELD_MAX;
        return wgd_fail_num(diag, WGD_ERR_RANGE, is_lbo ? "lbo" : "sbo", NULL, is_lbo ? lbo : sbo,
                            "0 to 16383 (units of 16 bytes)", NULL);
    }
    const wgd_desc d = {0, (uint16_t)lbo, (uint16_t)sbo, 0, false, mode};
    *desc = d;
    return WGD_OK;
}

wgd_status wgd_canonical_desc(const wgd_composed *block, wgd_major major, int bits, wgd_arch arch,
                              wgd_layout *canonical, wgd_desc *desc, wgd_diag *diag)
{
    wgd_swizzle_mode mode = WGD_SWZ_NONE;
    wgd_status s = mode_of(block, arch, &mode, diag);
    if (s == WGD_OK && mode == WGD_SWZ_128B_32B && major == WGD_MAJOR_K) {
        s = refuse(diag, "the 128B swizzle with 32-byte atoms is for MN-major tf32 only", 0, NULL);
    }
    return s == WGD_OK
               ? wgd_canonical_of(mode, &block->layout, major, bits, arch, canonical, desc, diag)
               : s;
}
