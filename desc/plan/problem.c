/* SPDX-License-Identifier: MIT
 *
 * The rule that chooses a tile for a product, and its one table of tiles.
 */
#include "problem_parts.h"

/* As kernels/gemm/v3 has them for bf16: the most stages beside one or two panels of C of 8 KB for each
 * warpgroup. */
static const wgd_problem_tile tiles[WGD_PROBLEM_CANDIDATES] = {
    {128, 256, 2, 1, 4, 32768}, {128, 256, 1, 1, 4, 32768}, {128, 192, 1, 1, 5, 16384},
    {128, 128, 2, 1, 6, 32768}, {64, 128, 1, 1, 8, 16384},  {64, 64, 1, 1, 10, 8192},
};

wgd_problem_tile wgd_problem_tile_at(int i)
{
    return tiles[i];
}

int64_t wgd_problem_ceil(int64_t a, int64_t b)
{
    return a / b + (a % b != 0);
}

static bool clustered(const wgd_problem_tile *t)
{
    return t->cluster_m * t->cluster_n > 1;
}

/* A stage, in thousandths of a step: at least what tiles with that many outputs took. A cluster halves
 * the traffic from L2, which pays where many rounds stream through it. */
static int64_t weight(const wgd_problem_tile *t, int64_t rounds)
{
    const int64_t area = t->m * t->n;
    if (area >= 128 * 256) {
        return clustered(t) ? (rounds > 4 ? 1000 : 1020) : 1010;
    }
    return area >= 128 * 192 ? 800 : area >= 128 * 128 ? 680 : area >= 64 * 128 ? 480 : 360;
}

int64_t wgd_problem_step(const wgd_problem_tile *t, int64_t rounds, int64_t k_bytes,
                         int64_t law_cycles)
{
    const int64_t w = weight(t, rounds) * k_bytes / WGD_PROBLEM_K_BYTES;
    const int64_t law = wgd_problem_ceil(1000 * law_cycles, WGD_PROBLEM_STEP_CYCLES);
    return w > law ? w : law;
}

/* First loads and epilogue of a tile, in thousandths of a step. */
int64_t wgd_problem_fixed(const wgd_problem_tile *t)
{
    return 1000 + 3000 * t->m * t->n / (128 * 256) + (clustered(t) ? 1000 : 0);
}

int64_t wgd_problem_add_up(int64_t rounds, int64_t steps, int64_t step, int64_t fixed)
{
    int64_t v;
    return !__builtin_mul_overflow(steps, step, &v) && !__builtin_add_overflow(v, fixed, &v) &&
                   !__builtin_mul_overflow(v, rounds, &v)
               ? v
               : INT64_MAX;
}

int64_t wgd_problem_time(const wgd_problem_tile *t, const int64_t problem[3], int64_t k,
                         int64_t at_once)
{
    const int64_t along_m = wgd_problem_ceil(problem[0], t->m * t->cluster_m);
    const int64_t along_n = wgd_problem_ceil(problem[1], t->n * t->cluster_n);
    int64_t clusters;
    if (__builtin_mul_overflow(along_m, along_n, &clusters)) {
        return INT64_MAX;
    }
    const int64_t rounds = wgd_problem_ceil(clusters, at_once);
    return wgd_problem_add_up(rounds, wgd_problem_ceil(problem[2], k),
                              wgd_problem_step(t, rounds, WGD_PROBLEM_K_BYTES, 0),
                              wgd_problem_fixed(t));
}
