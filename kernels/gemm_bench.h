/* SPDX-License-Identifier: MIT
 *
 * wgdesc-bench: what is to be run, and what came out.
 */
#ifndef WGD_GEMM_BENCH_H
#define WGD_GEMM_BENCH_H

#include <stdio.h>

#include <string>
#include <vector>

#include "gemm_data.h"

/* A contestant: a kernel by name and how to launch it, as written on the command line:
 * NAME[/gN][/snake][/pdl]. */
struct bench_kernel {
    std::string text, name;
    gemm_tuning tuning;
};

/* A type and an order of the operands, by name: bf16, bf16-k-mn, bf16-mn-k, bf16-mn-mn, e4m3. */
struct bench_form {
    const char *name;
    wgd_dtype dtype;
    wgd_major a_major, b_major;
};

struct bench_case {
    const bench_form *form;
    gemm_shape shape;
};

struct bench_options {
    std::vector<bench_case> cases;
    std::vector<bench_kernel> kernels;
    bool check, time, cublas;
    int rounds;
    double pause_ms, lead_ms, burst_ms;
    int cublas_tries;
    uint64_t seed;
    std::string cublas_path, json;
};

/* One contestant at one shape. */
struct bench_timing {
    std::string kernel, instance;
    std::vector<double> us; /* one for each round, in order */
    double median_us, least_us, most_us, tflops;
    double ratio; /* speed over cuBLAS's; 0 without cuBLAS */
};
struct bench_result {
    bench_case what;
    std::vector<bench_timing> timings;
};
struct bench_machine {
    std::string device, library;
    int driver, runtime, multiprocessors, l2_bytes;
};

/* Do these kernels compute the product? Prints a line for each shape and kernel. Returns WGD_OK and
 * the number of wrong results, or why it could not look. */
wgd_status bench_check(const bench_options &o, int *wrong, wgd_diag *diag);
/* Times every case; fills `results`. */
wgd_status bench_time(const bench_options &o, std::vector<bench_result> *results, wgd_diag *diag);

/* Fills the options from the command line, defaults first: -1 to go on, else the exit status (help,
 * the list and refusals are printed here). */
int bench_parse(int argc, char **argv, bench_options *o);
/* Prints what went wrong on standard error; the exit status for it. */
int bench_complain(const wgd_diag &d);

/* The contestants of a case: those asked for that take its form; cuBLAS only with `library`. (It is
 * not checked: it may split K and add parts rounded to bf16, and is no work of ours.) */
std::vector<const gemm_kernel *> bench_contestants(const bench_options &o, const bench_form *form,
                                                   bool library, std::vector<bench_kernel> *specs);

void bench_print_table(const std::vector<bench_result> &results);
/* Writes the results as JSON to `path`, through a file beside it so that no half file is left. */
wgd_status bench_write_json(const bench_options &o, const bench_machine &machine,
                            const std::vector<bench_result> &results, wgd_diag *diag);

#endif
