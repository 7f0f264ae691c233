/* SPDX-License-Identifier: MIT
 *
 * Timing. Each contestant's launches are recorded in a graph that walks over several sets of
 * matrices (more than L2 holds); the graphs run in turn, round after round, in an order in which
 * none always follows the same one; the median over the rounds counts. At these sizes the chip runs at its power limit, and
 * the clock answers to the power drawn over the last tenths of a second: a burst that follows a
 * frugal kernel would look fast (seen: one cuBLAS kernel at 697 and 794 TFLOP/s in one run). So
 * each timed burst follows a lead of the contestant's own launches.
 */
#include <algorithm>
#include <cstdio>
#include <list>

#include "bench_order.h"
#include "bench_run.h"
#include "common/failure.h"
#include "contestant.h"

namespace
{

/* Sets of matrices: about this many bytes in all, so that none is still in L2 when it is used
 * again. */
constexpr size_t ROTATE_BYTES = 256u << 20;
constexpr int MOST_SETS = 64;

double median(std::vector<double> v)
{
    std::sort(v.begin(), v.end());
    const size_t h = v.size() / 2;
    return v.size() % 2 ? v[h] : (v[h - 1] + v[h]) / 2;
}

/* The library's own choice number `rank`. */
bench_kernel library_choice(const char *text, int rank)
{
    bench_kernel k = {text, "cublas", {}};
    k.tuning.rank = rank;
    return k;
}

/* The library's choices 0..tries-1: adds the fastest as "cublas-best". */
void add_library_best(const bench_options &o, const gemm_form &form, const matrix_sets &sets,
                      const stopwatch &w, std::list<contestant> &all)
{
    const gemm_kernel &library =
        *gemm_kernel_find("cublas", form.dtype, form.a_major, form.b_major);
    double least = 0;
    int best = 0;
    for (int rank = 0; rank < o.cublas_tries; rank++) {
        contestant c(library, library_choice("cublas", rank));
        try {
            c.make_ready(sets, o.burst_ms / 2, w);
            const double us = c.lead_and_burst(o, w);
            best = least == 0 || us < least ? rank : best;
            least = least == 0 || us < least ? us : least;
        } catch (const wgv::failure &) {
            continue; /* a choice that the library offers and then does not run is no contestant */
        }
    }
    all.emplace_back(library, library_choice("cublas-best", best));
    all.back().timing.instance = "rank " + std::to_string(best);
    all.back().make_ready(sets, o.burst_ms, w);
}

void make_sets(const bench_options &o, const bench_case &what, matrix_sets &sets)
{
    size_t bytes = 0;
    while ((int)sets.size() < MOST_SETS && (sets.empty() || bytes < ROTATE_BYTES)) {
        sets.emplace_back(*what.form, what.shape, 0, GEMM_FILL_NORMAL, o.seed + sets.size());
        bytes += sets.back().bytes();
    }
}

/* All that take the case, made ready. */
void make_contestants(const bench_options &o, const bench_case &what, const matrix_sets &sets,
                      const stopwatch &w, std::list<contestant> &all)
{
    std::vector<bench_kernel> specs;
    const std::vector<const gemm_kernel *> kernels = bench_contestants(what, true, &specs);
    for (size_t i = 0; i < kernels.size(); i++) {
        all.emplace_back(*kernels[i], specs[i]);
        try {
            all.back().make_ready(sets, o.burst_ms, w);
        } catch (const wgv::failure &f) {
            if (specs[i].name != "cublas" || all.back().has_launches()) {
                throw;
            }
            printf("cublas takes no %s of this size: %s\n", what.form->name, f.what());
            all.pop_back(); /* the others go on without it */
        }
    }
    if (o.cublas && o.cublas_tries > 1) {
        add_library_best(o, *what.form, sets, w, all);
    }
}

bench_result summary(const bench_case &what, std::list<contestant> &all)
{
    bench_result out = {what, {}};
    double library = 0;
    const gemm_shape &s = what.shape;
    const double operations = 2.0 * (double)s.m * (double)s.n * (double)s.k;
    for (contestant &c : all) {
        bench_timing &t = c.timing;
        t.kernel = c.spec().text;
        t.median_us = median(t.us);
        t.least_us = *std::min_element(t.us.begin(), t.us.end());
        t.most_us = *std::max_element(t.us.begin(), t.us.end());
        t.tflops = operations / t.median_us * 1e-6;
        library = c.spec().text == "cublas" ? t.median_us : library;
    }
    for (contestant &c : all) {
        c.timing.ratio = library / c.timing.median_us;
        out.timings.push_back(c.timing);
    }
    return out;
}

/* In turn, round after round; one more before them warms up. */
void time_rounds(const bench_options &o, const stopwatch &w, std::list<contestant> &all)
{
    std::vector<contestant *> by_number;
    for (contestant &c : all) {
        by_number.push_back(&c);
    }
    for (int round = -1; round < o.rounds; round++) {
        for (const int i : bench_order((int)by_number.size(), std::max(round, 0))) {
            const double us = by_number[(size_t)i]->lead_and_burst(o, w);
            if (round >= 0) {
                by_number[(size_t)i]->timing.us.push_back(us);
            }
        }
    }
}

bench_result time_case(const bench_options &o, const bench_case &what, const stopwatch &w)
{
    matrix_sets sets;
    std::list<contestant> all;
    make_sets(o, what, sets);
    make_contestants(o, what, sets, w, all);
    time_rounds(o, w, all);
    return summary(what, all);
}

} // namespace

std::vector<bench_result> bench_time(const bench_options &o)
{
    const stopwatch w;
    std::vector<bench_result> results;
    for (const bench_case &c : o.cases) {
        results.push_back(time_case(o, c, w));
        bench_print_table(results.back());
    }
    return results;
}
