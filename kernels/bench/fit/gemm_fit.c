/* SPDX-License-Identifier: MIT
 *
 * How good are the constants of the rule that chooses a tile for a product (desc/plan/problem_fit.h), by the ways
 * that were timed, and are there better ones?
 *
 *     gemm-fit GPU ROUNDS FILE...
 *
 * Of each product the rule takes one of the timed ways: what that takes longer than the fastest is the loss. Each
 * round moves each constant a step up and down and keeps what makes the loss smaller; of 0 rounds the loss is told
 * alone. FILE is what gemm_ways.py left in docs/evidence. The constants go to standard output as they are then.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fit_times.h"

/* The tables in here can be written to. */
#define WGD_PROBLEM_TABLE static
#include "plan/problem_fit.c"

enum {
    BF16_K = 64, /* elements of K in a stage */
    CYCLES_A_US = 1500,
    CONSTANTS_MAX = 128
};

/* A way that is this part slower by the rule than the one it puts first weighs 1/e of it: a fit to the first alone
 * would be one to the noise of the times. */
static const double NEARLY_FIRST = 0.015;
/* And the rule's times are to be times: what they are off, squared, of ways that are no more than a seventh slower
 * than the fastest, weighs this much. */
static const double WEIGHT_OF_TIMES = 0.05;

/* A constant: one of the rule's, or the cycles of a stage of a tile. */
typedef struct constant {
    char name[24];
    int64_t *value;
} constant;

typedef struct loss {
    double first, nearly_first, times;
} loss;

static const fit_product *products;
static int n_products;
static constant constants[CONSTANTS_MAX];
static int n_constants;
static wgd_problem_device device;

/* ---- the loss -------------------------------------------------------------------------------------------------- */

static double smaller(double a, double b)
{
    return a < b ? a : b;
}

/* Adds a product's to *sum; returns how many ways their times were counted of. */
static int add_loss(const fit_product *p, loss *sum)
{
    double told[FIT_WAYS_MAX]; /* cycles, by the rule */
    double fastest = HUGE_VAL, least = HUGE_VAL, weights = 0, nearly = 0, first = 0;
    int counted = 0;
    for (int i = 0; i < p->ways; i++) {
        const fit_way *const w = &p->way[i];
        told[i] = (double)wgd_problem_time(&w->tile, &w->way, p->size, BF16_K, &device);
        fastest = smaller(fastest, w->log_ratio);
        if (told[i] < least) {
            least = told[i];
            first = w->log_ratio;
        }
    }
    for (int i = 0; i < p->ways; i++) {
        const double slower = p->way[i].log_ratio - fastest;
        const double weight = exp((1 - told[i] / least) / NEARLY_FIRST);
        weights += weight;
        nearly += weight * smaller(slower, 0.3);
        if (slower < 0.15 && told[i] < (double)INT64_MAX) {
            const double off = smaller(fabs(log(told[i] / CYCLES_A_US) - p->way[i].log_us), 0.3);
            sum->times += off * off;
            counted++;
        }
    }
    sum->first += first - fastest;
    sum->nearly_first += nearly / weights;
    return counted;
}

static loss loss_of_all(void)
{
    loss sum = {0, 0, 0};
    int counted = 0, chosen = 0;
    for (int i = 0; i < n_products; i++) {
        if (products[i].ways > 1) {
            counted += add_loss(&products[i], &sum);
            chosen++;
        }
    }
    if (chosen == 0) {
        fit_fail("no product in bf16 with two ways", "files");
    }
    return (loss){sum.first / chosen, sum.nearly_first / chosen, sum.times / counted};
}

static double to_make_small(void)
{
    const loss l = loss_of_all();
    return l.nearly_first + WEIGHT_OF_TIMES * l.times;
}

/* ---- the constants --------------------------------------------------------------------------------------------- */

static void name_constants(wgd_gpu gpu)
{
#define X(of, h200, h100) constants[n_constants++] = (constant){#of, &fits[gpu].of};
    WGD_PROBLEM_FIT(X)
#undef X
    for (int i = 0; i < TILES; i++) {
        const wgd_problem_tile *const t = &tiles[i].tile;
        constant *const c = &constants[n_constants++];
        snprintf(c->name, sizeof c->name, "%dx%d-c%dx%d", (int)t->m, (int)t->n, t->cluster_m,
                 t->cluster_n);
        c->value = &tiles[i].step_cycles[gpu];
    }
}

/* Keeps of four values about its own the best; whether one was better. All are rates or times: none is 0. */
static bool move(const constant *c, double step, double *best)
{
    const int64_t from = *c->value, by = llround((double)from * step);
    const int64_t tries[4] = {from + by, from - by, from + 1, from - 1};
    int64_t kept = from;
    for (int i = 0; i < 4; i++) {
        if (tries[i] < 1 || tries[i] == from) {
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

static void print_loss(wgd_gpu gpu)
{
    const loss l = loss_of_all();
    int ways = 0;
    for (int i = 0; i < n_products; i++) {
        ways += products[i].ways;
    }
    printf("%s: %d products, %d ways: what the rule puts first takes %.2f %% longer than the "
           "fastest, what it nearly does %.2f %%; its times are %.1f %% off\n",
           wgd_gpu_name(gpu), n_products, ways, 100 * expm1(l.first), 100 * expm1(l.nearly_first),
           100 * sqrt(l.times));
}

static void print_constants(void)
{
    for (const constant *c = constants; c < constants + n_constants; c++) {
        printf("%s %lld\n", c->name, (long long)*c->value);
    }
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

int main(int argc, char **argv)
{
    char *end;
    if (argc < 4) {
        fit_fail("usage: gemm-fit GPU ROUNDS FILE...", "arguments");
    }
    const wgd_gpu gpu = read_gpu(argv[1]);
    const long rounds = strtol(argv[2], &end, 10);
    if (end == argv[2] || *end || rounds < 0 || rounds > 1000) {
        fit_fail("rounds are 0 to 1000", argv[2]);
    }
    device = wgd_problem_device_of(gpu, WGD_PROBLEM_SMS);
    n_products = fit_read_times(argv + 3, argc - 3, &products);
    name_constants(gpu);
    print_loss(gpu);
    if (rounds > 0) {
        climb((int)rounds);
        print_loss(gpu);
        print_constants();
    }
    return ferror(stdout) || fflush(stdout) ? 3 : 0;
}
