/* SPDX-License-Identifier: MIT
 *
 * wgdesc-bench: checks and times the GEMM kernels of gemm/ beside cuBLAS.
 */
#include <stdio.h>

#include "bench_run.h"
#include "common/output.h"
#include "common/program.h"

namespace
{

using namespace wgv;

int run_cases(const bench_options &o)
{
    check_writable(o.json);
    const device_info device = open_device();
    const std::string library = o.cublas ? gemm_cublas_open(o.cublas_path) : "";
    print(device.name + ", " + std::to_string(device.processors) + " multiprocessors, driver " +
          device.driver + ", runtime " + device.runtime + (o.cublas ? ", " + library : "") +
          ", seed " + std::to_string(o.seed) + "\n");
    const int wrong = o.check ? bench_check(o) : 0;
    if (wrong > 0) {
        print(std::to_string(wrong) + " wrong results\n");
        return EXIT_MISMATCH;
    }
    const std::vector<bench_result> results = o.time ? bench_time(o) : std::vector<bench_result>();
    if (!o.json.empty()) {
        write_file(o.json, bench_json(o, device, library, results));
    }
    return EXIT_RIGHT;
}

int run(int argc, char **argv)
{
    const bench_options o = read_bench_options(argc, argv);
    if (o.help || o.version || o.list) {
        print(o.help ? bench_help() : o.version ? version_line("wgdesc-bench") : bench_list());
        return EXIT_RIGHT;
    }
    return run_cases(o);
}

} // namespace

int main(int argc, char **argv)
{
    return run_program({"wgdesc-bench", "hint: try 'wgdesc-bench --help'\n", run}, argc, argv);
}
