/* SPDX-License-Identifier: MIT
 *
 * A kernel made ready to be timed: its launches recorded in a graph that walks over several sets of
 * matrices.
 */
#ifndef WGV_CONTESTANT_H
#define WGV_CONTESTANT_H

#include <deque>
#include <vector>

#include "bench_report.h"

using matrix_sets = std::deque<gemm_matrices>;

/* A stream of its own, and two events in it. */
class stopwatch
{
  public:
    stopwatch()
    {
        wgv::cuda_check(cudaStreamCreate(&stream), "no stream");
        wgv::cuda_check(cudaEventCreate(&begin), "no event");
        wgv::cuda_check(cudaEventCreate(&end), "no event");
    }
    ~stopwatch()
    {
        cudaEventDestroy(end);
        cudaEventDestroy(begin);
        cudaStreamDestroy(stream);
    }
    stopwatch(const stopwatch &) = delete;
    stopwatch &operator=(const stopwatch &) = delete;

    cudaStream_t stream = NULL;
    cudaEvent_t begin = NULL, end = NULL;
};

class contestant
{
  public:
    contestant(const gemm_kernel &kernel, const bench_kernel &spec) : spec_(spec), kernel_(kernel)
    {
    }
    ~contestant()
    {
        drop_graph();
    }
    contestant(const contestant &) = delete;
    contestant &operator=(const contestant &) = delete;

    /* Makes ready for all sets: a short burst to learn its time, then the graph. */
    void make_ready(const matrix_sets &sets, double burst_ms, const stopwatch &w);
    /* One burst; microseconds for each launch. */
    double burst(const stopwatch &w) const;
    /* Rests, launches untimed until about lead_ms have passed, then times one burst. */
    double lead_and_burst(const bench_options &o, const stopwatch &w) const;
    bool has_launches() const
    {
        return !launches_.empty();
    }
    const bench_kernel &spec() const
    {
        return spec_;
    }

    bench_timing timing = {};

  private:
    void record(int count, const stopwatch &w);
    void drop_graph()
    {
        if (graph_ != NULL) {
            cudaGraphExecDestroy(graph_);
            graph_ = NULL;
        }
    }

    bench_kernel spec_;
    const gemm_kernel &kernel_;
    std::vector<gemm_launch> launches_; /* one for each set of matrices */
    cudaGraphExec_t graph_ = NULL;
    int per_graph_ = 0;
};

#endif
