/* SPDX-License-Identifier: MIT
 *
 * Timing. Each contestant's launches are recorded in a graph that walks over several sets of
 * matrices (more than L2 holds); the graphs run in turn, round after round, in an order that
 * rotates; the median over the rounds counts. At these sizes the chip runs at its power limit, and
 * the clock answers to the power drawn over the last tenths of a second: a burst that follows a
 * frugal kernel would look fast (seen: one cuBLAS kernel at 697 and 794 TFLOP/s in one run). So
 * each timed burst follows a lead of the contestant's own launches.
 */
#include <algorithm>
#include <chrono>
#include <thread>

#include "gemm_bench.h"
#include "gemm_kernels.h"

namespace
{

/* Sets of matrices: about this many bytes in all, so that none is still in L2 when it is used
 * again. */
constexpr size_t ROTATE_BYTES = 256u << 20;
constexpr int MOST_SETS = 64;

struct contestant {
    const gemm_kernel *kernel;
    bench_kernel spec;
    std::vector<gemm_launch> launches; /* one for each set of matrices */
    cudaGraphExec_t graph;
    int per_graph;
    bench_timing timing;
};

struct stopwatch {
    cudaStream_t stream;
    cudaEvent_t begin, end;
};

wgd_status start(stopwatch *w, wgd_diag *diag)
{
    cudaError_t e = cudaStreamCreate(&w->stream);
    e = e ? e : cudaEventCreate(&w->begin);
    e = e ? e : cudaEventCreate(&w->end);
    return gemm_cuda(e, "no stream", diag);
}

void stop(stopwatch *w)
{
    cudaEventDestroy(w->end);
    cudaEventDestroy(w->begin);
    cudaStreamDestroy(w->stream);
}

/* Records `count` launches. */
wgd_status record(contestant *c, int count, const stopwatch &w, wgd_diag *diag)
{
    cudaGraph_t graph = NULL;
    wgd_status s = gemm_cuda(cudaStreamBeginCapture(w.stream, cudaStreamCaptureModeThreadLocal),
                             "capturing", diag);
    for (int i = 0; s == WGD_OK && i < count; i++) {
        s = c->kernel->run(&c->launches[(size_t)i % c->launches.size()], w.stream, diag);
    }
    const cudaError_t e = cudaStreamEndCapture(w.stream, &graph);
    s = s ? s : gemm_cuda(e, "capturing", diag);
    if (c->graph != NULL) {
        cudaGraphExecDestroy(c->graph);
        c->graph = NULL;
    }
    s = s ? s : gemm_cuda(cudaGraphInstantiate(&c->graph, graph, 0), "making a graph", diag);
    if (graph != NULL) {
        cudaGraphDestroy(graph);
    }
    c->per_graph = count;
    return s;
}

/* One burst; microseconds for each launch. */
wgd_status burst(const contestant &c, const stopwatch &w, double *us, wgd_diag *diag)
{
    float ms = 0;
    cudaError_t e = cudaEventRecord(w.begin, w.stream);
    e = e ? e : cudaGraphLaunch(c.graph, w.stream);
    e = e ? e : cudaEventRecord(w.end, w.stream);
    e = e ? e : cudaEventSynchronize(w.end);
    e = e ? e : cudaEventElapsedTime(&ms, w.begin, w.end);
    *us = ms * 1e3 / c.per_graph;
    return gemm_cuda(e, c.spec.text.c_str(), diag);
}

/* Rests, launches untimed until about lead_ms have passed, then times one burst. */
wgd_status lead_and_burst(const contestant &c, const bench_options &o, const stopwatch &w,
                          double *us, wgd_diag *diag)
{
    wgd_status s = WGD_OK;
    std::this_thread::sleep_for(std::chrono::duration<double, std::milli>(o.pause_ms));
    for (double ms = 0; s == WGD_OK && ms < o.lead_ms; ms += *us * c.per_graph * 1e-3) {
        s = burst(c, w, us, diag);
    }
    return s ? s : burst(c, w, us, diag);
}

/* Makes a contestant ready for all sets: a short burst to learn its time, then the graph. */
wgd_status make_ready(contestant *c, const std::vector<gemm_matrices> &sets, double burst_ms,
                      const stopwatch &w, wgd_diag *diag)
{
    wgd_status s = WGD_OK;
    for (size_t i = 0; s == WGD_OK && i < sets.size(); i++) {
        gemm_launch launch;
        s = gemm_prepare(c->kernel, &sets[i].problem, &c->spec.tuning, &launch, diag);
        if (s == WGD_OK) {
            c->launches.push_back(launch);
        }
    }
    double us = 0;
    s = s ? s : record(c, (int)sets.size(), w, diag);
    s = s ? s : burst(*c, w, &us, diag); /* loads the module */
    s = s ? s : burst(*c, w, &us, diag);
    if (s != WGD_OK) {
        return s;
    }
    if (c->launches[0].instance != NULL) {
        c->timing.instance = c->launches[0].instance->name;
    }
    const int wanted = (int)(burst_ms * 1e3 / us) + 1;
    const int whole = gemm_ceil_div(wanted, (int)sets.size()) * (int)sets.size();
    return record(c, wanted < 4096 ? whole : 4096, w, diag);
}

void drop(contestant *c)
{
    for (gemm_launch &l : c->launches) {
        gemm_release(&l);
    }
    if (c->graph != NULL) {
        cudaGraphExecDestroy(c->graph);
    }
}

double median(std::vector<double> v)
{
    std::sort(v.begin(), v.end());
    const size_t h = v.size() / 2;
    return v.size() % 2 ? v[h] : (v[h - 1] + v[h]) / 2;
}

/* The library's choices 0..tries-1: keeps the fastest as "cublas-best". */
wgd_status library_best(const bench_options &o, const bench_form *form,
                        const std::vector<gemm_matrices> &sets, const stopwatch &w,
                        std::vector<contestant> *all, wgd_diag *diag)
{
    const gemm_kernel *library =
        gemm_kernel_find("cublas", form->dtype, form->a_major, form->b_major);
    double least = 0;
    int best = 0;
    for (int rank = 0; rank < o.cublas_tries; rank++) {
        contestant c = {library, {"cublas", "cublas", {}}, {}, NULL, 0, {}};
        c.spec.tuning.rank = rank;
        double us = 0;
        wgd_diag none;
        if (make_ready(&c, sets, o.burst_ms / 2, w, &none) == WGD_OK &&
            lead_and_burst(c, o, w, &us, &none) == WGD_OK && (least == 0 || us < least)) {
            least = us;
            best = rank;
        }
        drop(&c);
    }
    contestant c = {library, {"cublas-best", "cublas", {}}, {}, NULL, 0, {}};
    c.spec.tuning.rank = best;
    c.timing.instance = "rank " + std::to_string(best);
    const wgd_status s = make_ready(&c, sets, o.burst_ms, w, diag);
    all->push_back(c);
    return s;
}

wgd_status make_sets(const bench_options &o, const gemm_shape *shape,
                     std::vector<gemm_matrices> *sets, wgd_diag *diag)
{
    size_t bytes = 0;
    wgd_status s = WGD_OK;
    while (s == WGD_OK && (int)sets->size() < MOST_SETS &&
           (sets->empty() || bytes < ROTATE_BYTES)) {
        gemm_matrices x;
        s = gemm_matrices_make(shape, 0, GEMM_FILL_NORMAL, o.seed + sets->size(), &x, diag);
        if (s == WGD_OK) {
            bytes += x.a_bytes + x.b_bytes + x.c_bytes;
            sets->push_back(x);
        }
    }
    return s;
}

void summarise(const gemm_shape *shape, std::vector<contestant> *all, bench_result *out)
{
    double library = 0;
    const double operations = 2.0 * (double)shape->m * (double)shape->n * (double)shape->k;
    for (contestant &c : *all) {
        bench_timing &t = c.timing;
        t.kernel = c.spec.text;
        t.median_us = median(t.us);
        t.least_us = *std::min_element(t.us.begin(), t.us.end());
        t.most_us = *std::max_element(t.us.begin(), t.us.end());
        t.tflops = operations / t.median_us * 1e-6;
        library = c.spec.text == "cublas" ? t.median_us : library;
    }
    for (contestant &c : *all) {
        c.timing.ratio = library / c.timing.median_us;
        out->timings.push_back(c.timing);
    }
}

wgd_status time_case(const bench_options &o, const stopwatch &w, bench_result *out, wgd_diag *diag)
{
    std::vector<gemm_matrices> sets;
    std::vector<contestant> all;
    std::vector<bench_kernel> specs;
    const std::vector<const gemm_kernel *> kernels =
        bench_contestants(o, out->what.form, true, &specs);
    wgd_status s = make_sets(o, &out->what.shape, &sets, diag);
    for (size_t i = 0; s == WGD_OK && i < kernels.size(); i++) {
        contestant c = {kernels[i], specs[i], {}, NULL, 0, {}};
        s = make_ready(&c, sets, o.burst_ms, w, diag);
        if (s != WGD_OK && specs[i].name == "cublas" && c.launches.empty()) {
            printf("cublas takes no %s of this size: %s\n", out->what.form->name, diag->what);
            s = WGD_OK; /* the others go on without it */
            continue;
        }
        all.push_back(c);
    }
    if (s == WGD_OK && o.cublas && o.cublas_tries > 1) {
        s = library_best(o, out->what.form, sets, w, &all, diag);
    }
    for (int round = -1; s == WGD_OK && round < o.rounds; round++) {
        for (size_t i = 0; s == WGD_OK && i < all.size(); i++) {
            contestant &c = all[(i + (size_t)(round + 1)) % all.size()];
            double us = 0;
            s = lead_and_burst(c, o, w, &us, diag);
            if (round >= 0) { /* the first round warms up */
                c.timing.us.push_back(us);
            }
        }
    }
    if (s == WGD_OK) {
        summarise(&out->what.shape, &all, out);
    }
    for (contestant &c : all) {
        drop(&c);
    }
    for (gemm_matrices &x : sets) {
        gemm_matrices_free(&x);
    }
    return s;
}

} // namespace

wgd_status bench_time(const bench_options &o, std::vector<bench_result> *results, wgd_diag *diag)
{
    stopwatch w;
    wgd_status s = start(&w, diag);
    for (size_t i = 0; s == WGD_OK && i < o.cases.size(); i++) {
        bench_result r;
        r.what = o.cases[i];
        s = time_case(o, w, &r, diag);
        if (s == WGD_OK) {
            results->push_back(r);
            bench_print_table({r});
        }
    }
    if (s == WGD_OK) {
        stop(&w);
    }
    return s;
}
