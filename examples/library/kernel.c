/* SPDX-License-Identifier: MIT
 *
 * The main loop of a GEMM: tensor maps and a plan, wgd_tma.h, wgd_tma_fit.h, wgd_plan.h, wgd_problem.h.
 * It prints:
 *
 *   tensor map: rank 2, box 64x128, CU_TENSOR_MAP_SWIZZLE_128B; 8192 elements proved
 *   a padded layout: 64 boxes; rows 8 elements longer: its lines do not lie where a box has them
 *   plan: wgmma m64n256k16 f32.f16.f16, 2 warpgroups, 4 stages of 49152 bytes
 *   stage 1, B, second step of K: 0x4000004000011002
 *   1000 x 3000 x 2000 in bf16: tiles of 128x200, 1 round, 65% of the tensor peak
 */
#include <wgdesc.h>

#include <stdio.h>

static int tensor_map(void)
{
    wgd_tma_query q = wgd_tma_query_default();
    static wgd_tma t;
    wgd_diag diag;
    q.tile.major = WGD_MAJOR_K;
    q.tile.swizzle = WGD_SWZ_128B;
    q.tile.mn = 128;
    q.tile.k = 64;
    if (wgd_tma_describe(&q, &t, &diag) != WGD_OK) {
        fprintf(stderr, "%s\n", diag.what);
        return 1;
    }
    const wgd_tma_proof proof = wgd_tma_prove(&t);
    printf("tensor map: rank %d, box %ux%u, %s; %d elements %s\n", t.params.rank,
           (unsigned)t.params.box[0], (unsigned)t.params.box[1],
           wgd_tma_swizzle_name(t.params.swizzle), (int)proof.elements,
           proof.equal ? "proved" : "differ");
    return !proof.equal;
}

/* Layouts that somebody else made: rows 256 bytes apart, each a box, and rows 144 bytes apart. */
static int given_layouts(void)
{
    const wgd_tma_query q = wgd_tma_query_default();
    static wgd_tma_fit f, g;
    wgd_diag diag;
    const wgd_layout wide = wgd_layout_2d(64, 64, 128, 1), odd = wgd_layout_2d(64, 64, 72, 1);
    const wgd_composed a = wgd_composed_plain(&wide), b = wgd_composed_plain(&odd);
    if (wgd_tma_fit_layout(&a, &q, &f, &diag) != WGD_OK ||
        wgd_tma_fit_layout(&b, &q, &g, &diag) != WGD_OK) {
        fprintf(stderr, "%s\n", diag.what);
        return 1;
    }
    printf("a padded layout: %d boxes; rows 8 elements longer: %s\n", f.map.boxes,
           wgd_tma_misfit_text(g.why));
    return !f.fits || !wgd_tma_fit_prove(&f).equal || g.fits;
}

static int plan(void)
{
    wgd_plan_query q = wgd_plan_query_default();
    static wgd_plan p;
    wgd_diag diag;
    q.m = 128;
    q.n = 256;
    q.k = 64;
    if (wgd_plan_make(&q, &p, &diag) != WGD_OK) {
        fprintf(stderr, "%s\n", diag.what);
        return 1;
    }
    printf("plan: wgmma m64n%dk%d %s, %d warpgroups, %d stages of %d bytes\n", p.n_inst, p.k_inst,
           p.inst->ptx, p.warpgroups, p.stages, (int)p.stage_bytes);
    printf("stage 1, B, second step of K: 0x%016llx\n",
           (unsigned long long)wgd_plan_desc(&p, 1, 1, 0, 1));
    return 0;
}

/* A whole product: its tile is chosen, and planned. */
static int product(void)
{
    wgd_problem_query q = wgd_problem_query_default();
    static wgd_problem r;
    static wgd_plan p;
    wgd_diag diag;
    q.plan.operand[0].dtype = q.plan.operand[1].dtype = WGD_BF16;
    q.plan.problem[0] = 1000;
    q.plan.problem[1] = 3000;
    q.plan.problem[2] = 2000;
    if (wgd_plan_problem(&q, &r, &p, &diag) != WGD_OK) {
        fprintf(stderr, "%s\n", diag.what);
        return 1;
    }
    const wgd_problem_candidate *c = &r.candidate[r.chosen];
    printf("1000 x 3000 x 2000 in bf16: tiles of %dx%d, %d round, %d%% of the tensor peak\n",
           (int)c->tile.m, (int)c->tile.n, (int)c->rounds, c->peak_permille / 10);
    return 0;
}

int main(void)
{
    return tensor_map() != 0 || given_layouts() != 0 || plan() != 0 || product() != 0;
}
