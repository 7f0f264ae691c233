/* SPDX-License-Identifier: MIT
 *
 * How good are the constants of the rule that chooses a tile for a product (desc/plan/problem_fit.h), by the ways
 * that were timed, and are there better ones?
 *
 *     gemm-fit GPU ROUNDS HOPS FILE...
 *
 * Of each product the rule takes one of the timed ways: what that takes longer than the fastest is the loss. Each
 * round moves each constant a step up and down and keeps what makes the loss smaller; of 0 rounds the loss is told
 * alone. Each hop moves a fifth of them at once, by chance but the same way each time, climbs from there, and is kept
 * if that ends lower. FILE is what gemm_ways.py left in docs/evidence. The constants go to standard output as they are then.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fit_loss.h"

/* The tables in here can be written to. */
#define WGD_PROBLEM_TABLE static
#include "plan/problem_fit.c"

enum { CONSTANTS_MAX = 128 };

/* A constant: one of the rule's, or the cycles of a stage of a tile; and what it may be. */
typedef struct constant {
    char name[24];
    int64_t *value;
    int64_t least, most;
} constant;

static const fit_product *products;
static int n_products;
static constant constants[CONSTANTS_MAX];
static int n_constants;
static wgd_problem_device device;

static double to_make_small(void)
{
    const fit_loss l = fit_loss_of(products, n_products, &device);
    return fit_loss_number(&l);
}

/* ---- the constants --------------------------------------------------------------------------------------------- */

static int64_t within(const constant *c, int64_t value)
{
    return value < c->least ? c->least : value > c->most ? c->most : value;
}

/* A constant of the rule is a rate or a time that is known by its size: a quarter of what it is, to three times that; device
 * memory's rate, which plan tells by itself, a tenth. A stage takes its products at a slightly greater clock at least, and a
 * third and some more at most. */
static void name_constants(wgd_gpu gpu)
{
#define X(of, h200, h100)                                                                          \
    constants[n_constants++] =                                                                     \
        (constant){#of, &fits[gpu].of, 1 + fits[gpu].of / 4, 50 + 3 * fits[gpu].of};
    WGD_PROBLEM_FIT(X)
#undef X
    for (constant *c = constants; c < constants + n_constants; c++) {
        if (c->value == &fits[gpu].memory_bytes) {
            c->least = *c->value - *c->value / 10;
            c->most = *c->value + *c->value / 10;
        }
    }
    for (int i = 0; i < TILES; i++) {
        const wgd_problem_tile *const t = &tiles[i].tile;
        if (tiles[i].step_cycles[gpu] == WGD_PROBLEM_UNTIMED) {
            continue;
        }
        constant *const c = &constants[n_constants++];
        const int64_t products_cycles = t->m * t->n / 32;
        snprintf(c->name, sizeof c->name, "%dx%d-c%dx%d%s", (int)t->m, (int)t->n, t->cluster_m,
                 t->cluster_n, tiles[i].of == TURNED ? "-t" : "");
        c->value = &tiles[i].step_cycles[gpu];
        c->least = products_cycles * 98 / 100;
        c->most = products_cycles * 13 / 10 + 70;
    }
}

/* Keeps of four values about its own the best; whether one was better. */
static bool move(const constant *c, double step, double *best)
{
    const int64_t from = *c->value, by = llround((double)from * step);
    const int64_t tries[4] = {from + by, from - by, from + 1, from - 1};
    int64_t kept = from;
    for (int i = 0; i < 4; i++) {
        if (tries[i] == from || within(c, tries[i]) != tries[i]) {
            continue;
        }
        *c->value = tries[i];
        const double got = to_make_small();
        if (got < *best - 1e-7) {
            *best = got;
            kept = tries[i];
        }
    }
    *c->value = kept;
    return kept != from;
}

static void climb(int rounds)
{
    double best = to_make_small(), step = 0.2;
    for (int i = 0; i < rounds && step > 0.004; i++) {
        bool better = false;
        for (int j = 0; j < n_constants; j++) {
            better = move(&constants[j], step, &best) || better;
        }
        if (!better) {
            step /= 1.7;
        }
    }
}

/* ---- hops ------------------------------------------------------------------------------------------------------ */

/* The way that the rule takes, of all there are. */
static wgd_problem_way best_way(const fit_product *p, wgd_problem_tile *tile)
{
    wgd_problem_way best = {1, false, 0}, w;
    int64_t least = INT64_MAX;
    for (int i = 0; i < WGD_PROBLEM_CANDIDATES; i++) {
        const wgd_problem_tile t = wgd_problem_tile_at(i);
        const int64_t cycles = wgd_problem_best(&t, p->size, FIT_K, true, &device, &w);
        if (cycles < least) {
            least = cycles;
            best = w;
            *tile = t;
        }
    }
    return best;
}

static bool is_way(const fit_way *x, const wgd_problem_tile *t, const wgd_problem_way *w)
{
    return x->tile.m == t->m && x->tile.n == t->n && x->tile.cluster_m == t->cluster_m &&
           x->tile.cluster_n == t->cluster_n && x->tile.turned == t->turned &&
           x->way.split == w->split && x->way.in_memory == w->in_memory && x->way.width == w->width;
}

/* Ways that nobody timed and the rule takes count as 6 % slower than the fastest timed one from here on: first fits took many,
 * of which some were slower by a third. Returns how many there were. */
static int assume_untimed(void)
{
    int count = 0;
    for (int i = 0; i < n_products; i++) {
        const fit_product *const p = &products[i];
        wgd_problem_tile t;
        const wgd_problem_way w = best_way(p, &t);
        bool timed = false;
        for (int j = 0; j < p->ways; j++) {
            timed = timed || is_way(&p->way[j], &t, &w);
        }
        if (!timed) {
            fit_assume(i, &t, &w, fit_fastest(p) + 0.06);
            count++;
        }
    }
    return count;
}

/* Climbs until the rule takes nothing that nobody timed, a few times at most. */
static double settle(int rounds)
{
    enum { TIMES = 10 };
    int i = 0;
    do {
        climb(rounds);
    } while (assume_untimed() > 0 && ++i < TIMES);
    return to_make_small();
}

/* 0 to 1, by chance, the same each time (xorshift). */
static double chance(void)
{
    static uint64_t s = 88172645463325252U;
    s ^= s << 13;
    s ^= s >> 7;
    s ^= s << 17;
    return (double)(s >> 11) / 9007199254740992.0;
}

static void copy_constants(int64_t to[CONSTANTS_MAX])
{
    for (int i = 0; i < n_constants; i++) {
        to[i] = *constants[i].value;
    }
}

static void set_constants(const int64_t from[CONSTANTS_MAX])
{
    for (int i = 0; i < n_constants; i++) {
        *constants[i].value = from[i];
    }
}

static void hop(int rounds)
{
    static int64_t before[CONSTANTS_MAX], after[CONSTANTS_MAX];
    copy_constants(before);
    for (const constant *c = constants; c < constants + n_constants; c++) {
        if (chance() < 0.2) {
            *c->value = within(c, llround((double)*c->value * exp((chance() - 0.5) * 0.8)));
        }
    }
    const double now = settle(rounds);
    copy_constants(after);
    set_constants(before);
    if (now < to_make_small()) { /* with what counts as untimed since */
        set_constants(after);
    }
}

static void print_loss(const char *of, wgd_gpu gpu)
{
    const fit_loss l = fit_loss_of(products, n_products, &device);
    int ways = 0;
    for (int i = 0; i < n_products; i++) {
        for (int j = 0; j < products[i].ways; j++) {
            ways += products[i].way[j].times > 0;
        }
    }
    printf("%s%s: %d products, %d ways: what the rule puts first takes %.2f %% longer than the "
           "fastest, what it nearly does %.2f %%; its times are %.1f %% off\n",
           of, wgd_gpu_name(gpu), n_products, ways, 100 * expm1(l.first),
           100 * expm1(l.nearly_first), 100 * sqrt(l.times));
}

static void print_constants(void)
{
    for (const constant *c = constants; c < constants + n_constants; c++) {
        printf("%s %lld\n", c->name, (long long)*c->value);
    }
}

/* What it ends with, beside what it began with by the same ways: by then those count, too, that nobody timed and it tried to
 * take. */
static void search(wgd_gpu gpu, int rounds, int hops)
{
    static int64_t first[CONSTANTS_MAX], last[CONSTANTS_MAX];
    copy_constants(first);
    settle(rounds);
    for (int i = 0; i < hops; i++) {
        hop(rounds);
    }
    copy_constants(last);
    set_constants(first);
    print_loss("untimed ways counted, ", gpu);
    set_constants(last);
    print_loss("", gpu);
    print_constants();
}

static wgd_gpu read_gpu(const char *name)
{
    for (int i = 0; i < WGD_GPU_COUNT; i++) {
        if (strcmp(name, wgd_gpu_name((wgd_gpu)i)) == 0) {
            return (wgd_gpu)i;
        }
    }
    fit_fail("no GPU that products were timed on", name);
}

static int read_count(const char *text, const char *refusal)
{
    char *end;
    const long n = strtol(text, &end, 10);
    if (end == text || *end || n < 0 || n > 1000) {
        fit_fail(refusal, text);
    }
    return (int)n;
}

int main(int argc, char **argv)
{
    if (argc < 5) {
        fit_fail("usage: gemm-fit GPU ROUNDS HOPS FILE...", "arguments");
    }
    const wgd_gpu gpu = read_gpu(argv[1]);
    const int rounds = read_count(argv[2], "rounds are 0 to 1000");
    const int hops = read_count(argv[3], "hops are 0 to 1000");
    device = wgd_problem_device_of(gpu, WGD_PROBLEM_SMS);
    n_products = fit_read_times(argv + 4, argc - 4, &products);
    name_constants(gpu);
    print_loss("", gpu);
    if (rounds > 0) {
        search(gpu, rounds, hops);
    }
    return ferror(stdout) || fflush(stdout) ? 3 : 0;
}
