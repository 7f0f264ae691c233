/* SPDX-License-Identifier: MIT
 *
 * What is made small.
 */
#include "fit_loss.h"

#include <math.h>

enum { CYCLES_A_US = 1500 };

/* A way that is this part slower by the rule than the one it puts first weighs 1/e of it: a fit to the first alone
 * would be one to the noise of the times. */
static const double NEARLY_FIRST = 0.015;
/* And the rule's times are to be times: what they are off, squared, of ways that are no more than a seventh slower
 * than the fastest, weighs this much. With a fifth of it constants ran away: to 29 TB/s of device memory. */
static const double WEIGHT_OF_TIMES = 0.25;
static const double TIMED_WITHIN = 0.15;
/* What a way has less than this of cuBLAS, where the fastest has not, weighs more than what it loses. */
static const double BEHIND = 0.97, WEIGHT_OF_BEHIND = 4;
/* More than this is as bad as this. */
static const double MOST = 0.3;

static double smaller(double a, double b)
{
    return a < b ? a : b;
}

static double harm_of(double log_ratio, double fastest)
{
    const double slower = log_ratio - fastest, behind = log_ratio + log(BEHIND);
    return smaller(slower, MOST) +
           (behind > 0 ? WEIGHT_OF_BEHIND * smaller(smaller(slower, behind), MOST) : 0);
}

double fit_fastest(const fit_product *p)
{
    double fastest = HUGE_VAL;
    for (int i = 0; i < p->ways; i++) {
        fastest = smaller(fastest, p->way[i].log_ratio);
    }
    return fastest;
}

/* Adds a product's to *sum; returns how many ways their times were counted of. */
static int add_loss(const fit_product *p, const wgd_problem_device *device, fit_loss *sum)
{
    double told[FIT_WAYS_MAX]; /* cycles, by the rule */
    double least = HUGE_VAL, weights = 0, nearly = 0, first = 0;
    const double fastest = fit_fastest(p);
    int counted = 0;
    for (int i = 0; i < p->ways; i++) {
        const fit_way *const w = &p->way[i];
        told[i] = (double)wgd_problem_time(&w->tile, &w->way, p->size, FIT_K, device);
        if (told[i] < least) {
            least = told[i];
            first = w->log_ratio;
        }
    }
    for (int i = 0; i < p->ways; i++) {
        const fit_way *const w = &p->way[i];
        const double weight = exp((1 - told[i] / least) / NEARLY_FIRST);
        weights += weight;
        nearly += weight * harm_of(w->log_ratio, fastest);
        if (w->times > 0 && w->log_ratio - fastest < TIMED_WITHIN && told[i] < (double)INT64_MAX) {
            const double off = smaller(fabs(log(told[i] / CYCLES_A_US) - w->log_us), MOST);
            sum->times += off * off;
            counted++;
        }
    }
    sum->first += first - fastest;
    sum->nearly_first += nearly / weights;
    return counted;
}

fit_loss fit_loss_of(const fit_product *products, int count, const wgd_problem_device *device)
{
    fit_loss sum = {0, 0, 0};
    int counted = 0, chosen = 0;
    for (int i = 0; i < count; i++) {
        if (products[i].ways > 1) {
            counted += add_loss(&products[i], device, &sum);
            chosen++;
        }
    }
    if (chosen == 0) {
        fit_fail("no product in bf16 with two ways", "files");
    }
    return (fit_loss){sum.first / chosen, sum.nearly_first / chosen, sum.times / counted};
}

double fit_loss_number(const fit_loss *l)
{
    return l->nearly_first + WEIGHT_OF_TIMES * l->times;
}
