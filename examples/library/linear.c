/* SPDX-License-Identifier: MIT
 *
 * Layouts as maps over GF(2), Triton's attributes, and the arrangement of a tile with the fewest bank
 * conflicts: wgd_linear.h, wgd_triton.h, wgd_best.h. It prints:
 *
 *   Sw<2,0,3> o 0 o (8,4):(4,1) takes index 8 to offset 1
 *   #ttg.blocked of 32 x 8: warp bit 0 is row 8, column 0
 *   best: swizzle, meets the bound
 */
#include <wgdesc.h>

#include <stdio.h>
#include <string.h>

static const char layout[] = "Sw<2,0,3> o 0 o (8,4):(4,1)";
static const char attribute[] = "#ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], "
                                "warpsPerCTA = [4, 1], order = [1, 0]}>";

static int one_map(void)
{
    static wgd_composed c;
    static wgd_linear m;
    if (wgd_parse_composed(layout, strlen(layout), &c, NULL) != WGD_OK ||
        wgd_linear_of_layout(&c, &m, NULL) != WGD_OK) {
        return 1;
    }
    printf("%s takes index 8 to offset %d\n", layout, (int)wgd_linear_at(&m, 8));
    return 0;
}

static int one_attribute(void)
{
    static const int64_t shape[2] = {32, 8};
    static wgd_triton_type type;
    static wgd_triton_layout l;
    if (wgd_triton_parse(attribute, strlen(attribute), &type, NULL) != WGD_OK ||
        wgd_triton_layout_of(&type.attr, shape, 2, &l, NULL) != WGD_OK) {
        return 1;
    }
    printf("#ttg.blocked of 32 x 8: warp bit 0 is row %d, column %d\n", (int)l.in[2].v[0][0],
           (int)l.in[2].v[0][1]);
    return 0;
}

static int best_arrangement(void)
{
    static wgd_best_query q;
    static wgd_best b;
    q.n_uses = 2;
    q.weight[0] = q.weight[1] = 1;
    if (wgd_arrange_rows(64, 64, 16, 0, &q.tile, NULL) != WGD_OK ||
        wgd_bank_use_parse("ldmatrix.x4", 16, &q.use[0], NULL) != WGD_OK ||
        wgd_bank_use_parse("st.b128:copy", 16, &q.use[1], NULL) != WGD_OK ||
        wgd_best_find(&q, &b, NULL) != WGD_OK) {
        return 1;
    }
    printf("best: %s, %s the bound\n", wgd_best_family_name(b.best),
           b.proof == WGD_BEST_MEETS_BOUND ? "meets" : "does not meet");
    return 0;
}

int main(void)
{
    return one_map() || one_attribute() || best_arrangement();
}
