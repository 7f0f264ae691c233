/* SPDX-License-Identifier: MIT
 *
 * wgdesc-bench: checks and times the GEMM kernels of this folder beside cuBLAS.
 * Exit status: 0 all right, 1 a kernel is wrong, 2 usage, 3 CUDA, I/O or memory, 77 no usable GPU.
 */
#include "gemm_bench.h"

int bench_complain(const wgd_diag &d)
{
    fprintf(stderr, "wgdesc-bench: error: %s", d.what);
    if (d.field != NULL && d.field[0]) {
        fprintf(stderr, " (%s: got %s", d.field, d.got);
        fprintf(stderr, d.want[0] ? ", want %s)" : ")", d.want);
    }
    fprintf(stderr, "\n");
    if (d.hint[0]) {
        fprintf(stderr, "hint: %s\n", d.hint);
    }
    return d.status == GEMM_ERR_IO || d.status == GEMM_ERR_MEMORY ? 3 : 2;
}

namespace
{

enum { EXIT_WRONG = 1, EXIT_NO_GPU = 77 };

/* The device that everything runs on; false, with a line, when it is not a Hopper GPU. */
bool find_device(bench_machine *m)
{
    int count = 0;
    cudaDeviceProp prop;
    const cudaError_t e = cudaGetDeviceCount(&count);
    if (e != cudaSuccess || count == 0 || cudaGetDeviceProperties(&prop, 0) != cudaSuccess) {
        fprintf(stderr, "wgdesc-bench: skipped: no GPU (%s)\n", cudaGetErrorString(e));
        return false;
    }
    if (prop.major != 9 || prop.minor != 0) {
        fprintf(stderr, "wgdesc-bench: skipped: %s has compute capability %d.%d, not 9.0\n",
                prop.name, prop.major, prop.minor);
        return false;
    }
    m->device = prop.name;
    m->multiprocessors = prop.multiProcessorCount;
    m->l2_bytes = prop.l2CacheSize;
    cudaDriverGetVersion(&m->driver);
    cudaRuntimeGetVersion(&m->runtime);
    return true;
}

int run(bench_options *o)
{
    bench_machine machine;
    if (!find_device(&machine)) {
        return EXIT_NO_GPU;
    }
    wgd_diag d;
    char library[64] = "";
    if (o->cublas && gemm_cublas_open(o->cublas_path.empty() ? NULL : o->cublas_path.c_str(),
                                      library, sizeof library, &d) != WGD_OK) {
        return bench_complain(d);
    }
    machine.library = library;
    printf("%s, %d multiprocessors, driver %d.%d, runtime %d.%d%s%s, seed %llu\n",
           machine.device.c_str(), machine.multiprocessors, machine.driver / 1000,
           machine.driver % 1000 / 10, machine.runtime / 1000, machine.runtime % 1000 / 10,
           library[0] ? ", " : "", library, (unsigned long long)o->seed);
    int wrong = 0;
    if (o->check && bench_check(*o, &wrong, &d) != WGD_OK) {
        return bench_complain(d);
    }
    std::vector<bench_result> results;
    if (wrong == 0 && o->time) {
        if (bench_time(*o, &results, &d) != WGD_OK) {
            return bench_complain(d);
        }
    }
    if (wrong == 0 && !o->json.empty() && bench_write_json(*o, machine, results, &d) != WGD_OK) {
        return bench_complain(d);
    }
    if (wrong > 0) {
        printf("%d wrong results\n", wrong);
    }
    return wrong > 0 ? EXIT_WRONG : 0;
}

} // namespace

int main(int argc, char **argv)
{
    bench_options o;
    const int status = bench_parse(argc, argv, &o);
    return status >= 0 ? status : run(&o);
}
