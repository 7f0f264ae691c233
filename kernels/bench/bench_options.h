/* SPDX-License-Identifier: MIT
 *
 * wgdesc-bench: what is to be run.
 */
#ifndef WGV_BENCH_OPTIONS_H
#define WGV_BENCH_OPTIONS_H

#include <string>
#include <vector>

#include "matrices.h"

/* A contestant: a kernel by name and how to launch it, as written on the command line:
 * NAME[/WORD]... */
struct bench_kernel {
    std::string text, name;
    gemm_tuning tuning;
};

/* A product and the kernels that are asked to compute it. */
struct bench_case {
    const gemm_form *form;
    gemm_shape shape;
    std::vector<bench_kernel> kernels;
};

struct bench_options {
    std::vector<gemm_shape> shapes;
    std::vector<const gemm_form *> forms;
    std::vector<bench_kernel> kernels; /* of the shapes */
    std::vector<bench_case> own;       /* shapes with kernels of their own, of no form yet */
    std::vector<bench_case> cases;     /* every form with every shape of both */
    bool check = true, time = true, cublas = true, list = false, help = false, version = false;
    int rounds = 9;
    double pause_ms = 0, lead_ms = 200, burst_ms = 50;
    int cublas_tries = 1;
    uint64_t seed = 1;
    std::string cublas_path, json;
};

/* Fills the options from the command line, defaults first; throws a failure. */
bench_options read_bench_options(int argc, char **argv);
std::string bench_help();
/* A line for each kernel: name, form, what it is. */
std::string bench_list();

/* The contestants of a case: those asked for that take its form; cuBLAS only with `library`. (It is
 * not checked: it may split K and add parts rounded to bf16, and is no work of ours.) */
std::vector<const gemm_kernel *> bench_contestants(const bench_case &what, bool library,
                                                   std::vector<bench_kernel> *specs);

#endif
