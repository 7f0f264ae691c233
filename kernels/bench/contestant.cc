/* SPDX-License-Identifier: MIT
 *
 * See contestant.h.
 */
#include "contestant.h"

#include <chrono>
#include <thread>

#include "gemm/kernel_table.h"

using wgv::cuda_check;

namespace
{

/* What is being recorded, until it is a graph that can be launched. */
class capture
{
  public:
    explicit capture(cudaStream_t stream) : stream_(stream)
    {
        cuda_check(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeThreadLocal), "capturing");
    }
    ~capture()
    {
        if (!ended_) {
            cudaStreamEndCapture(stream_, &graph_);
        }
        if (graph_ != NULL) {
            cudaGraphDestroy(graph_);
        }
    }
    capture(const capture &) = delete;
    capture &operator=(const capture &) = delete;
    cudaGraph_t end()
    {
        ended_ = true;
        cuda_check(cudaStreamEndCapture(stream_, &graph_), "capturing");
        return graph_;
    }

  private:
    cudaStream_t stream_;
    cudaGraph_t graph_ = NULL;
    bool ended_ = false;
};

} // namespace

/* Records `count` launches. */
void contestant::record(int count, const stopwatch &w)
{
    capture recorded(w.stream);
    for (int i = 0; i < count; i++) {
        kernel_.run(launches_[(size_t)i % launches_.size()], w.stream);
    }
    const cudaGraph_t graph = recorded.end();
    drop_graph();
    cuda_check(cudaGraphInstantiate(&graph_, graph, 0), "making a graph");
    per_graph_ = count;
}

double contestant::burst(const stopwatch &w) const
{
    float ms = 0;
    cudaError_t e = cudaEventRecord(w.begin, w.stream);
    e = e ? e : cudaGraphLaunch(graph_, w.stream);
    e = e ? e : cudaEventRecord(w.end, w.stream);
    e = e ? e : cudaEventSynchronize(w.end);
    e = e ? e : cudaEventElapsedTime(&ms, w.begin, w.end);
    cuda_check(e, spec_.text.c_str());
    return ms * 1e3 / per_graph_;
}

double contestant::lead_and_burst(const bench_options &o, const stopwatch &w) const
{
    std::this_thread::sleep_for(std::chrono::duration<double, std::milli>(o.pause_ms));
    for (double ms = 0; ms < o.lead_ms;) {
        ms += burst(w) * per_graph_ * 1e-3;
    }
    return burst(w);
}

void contestant::make_ready(const matrix_sets &sets, double burst_ms, const stopwatch &w)
{
    for (const gemm_matrices &x : sets) {
        launches_.push_back(gemm_prepare(kernel_, x.problem(), spec_.tuning));
    }
    const int all = (int)sets.size();
    record(all, w);
    burst(w); /* loads the module */
    const double us = burst(w);
    timing.instance = gemm_launch_text(launches_[0]);
    const int wanted = (int)(burst_ms * 1e3 / us) + 1;
    record(wanted < 4096 ? gemm_ceil_div(wanted, all) * all : 4096, w);
}
