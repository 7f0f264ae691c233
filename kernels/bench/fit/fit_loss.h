/* SPDX-License-Identifier: MIT
 *
 * What the rule that chooses a tile loses to the fastest of the ways that were timed.
 */
#ifndef WGV_FIT_LOSS_H
#define WGV_FIT_LOSS_H

#include "fit_times.h"

/* Of a product on the mean, in logarithms: what the way that the rule puts first takes longer than the fastest one; what
 * those that it nearly puts first do it harm; the square of what its times are off. */
typedef struct fit_loss {
    double first, nearly_first, times;
} fit_loss;

/* The last two in one number, which a fit makes small. */
double fit_loss_number(const fit_loss *l);

/* By the rule's constants as they are. Ends the program where no product has two ways. */
fit_loss fit_loss_of(const fit_product *products, int count, const wgd_problem_device *device);

/* The logarithm of the least that a way of the product took of cuBLAS's time. */
double fit_fastest(const fit_product *p);

/* Elements of K in a stage of a product in bf16. */
enum { FIT_K = 64 };

#endif
