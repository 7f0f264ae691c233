/* SPDX-License-Identifier: MIT
 *
 * The one table of GEMM kernels.
 */
#include <string.h>

#include <vector>

#include "kernel_table.h"

#define BOTH_K  WGD_MAJOR_K, WGD_MAJOR_K
#define V3(...) "v3", __VA_ARGS__, gemm_v3_prepare, gemm_v3_run, NULL
#define LT(...)                                                                                    \
    "cublas", "the vendor's library", __VA_ARGS__, gemm_cublas_prepare, gemm_cublas_run, NULL

static const gemm_kernel fixed[] = {
    {"v1", "CUDA cores, warp tiles", WGD_BF16, BOTH_K, gemm_v1_prepare, gemm_v1_run, NULL},
    {"v2", "TMA, 128B swizzle, m64n64k16, one stage, 64x64 tiles", WGD_BF16, BOTH_K,
     gemm_v2_prepare, gemm_v2_run, NULL},
    {"v2-128x128", "the same with 128x128 tiles", WGD_BF16, BOTH_K, gemm_v2_wide_prepare,
     gemm_v2_wide_run, NULL},
    {V3("producer and consumers, persistent: the instance that suits the shape", WGD_BF16, BOTH_K)},
    {V3("the same, B MN-major", WGD_BF16, WGD_MAJOR_K, WGD_MAJOR_MN)},
    {V3("the same, A MN-major", WGD_BF16, WGD_MAJOR_MN, WGD_MAJOR_K)},
    {V3("the same, A and B MN-major", WGD_BF16, WGD_MAJOR_MN, WGD_MAJOR_MN)},
    {V3("the same, e4m3", WGD_E4M3, BOTH_K)},
    {V3("the same, f16 with f16 sums", WGD_F16, BOTH_K)},
    {V3("the same, tf32", WGD_TF32, BOTH_K)},
    {LT(WGD_BF16, BOTH_K)},
    {LT(WGD_BF16, WGD_MAJOR_K, WGD_MAJOR_MN)},
    {LT(WGD_BF16, WGD_MAJOR_MN, WGD_MAJOR_K)},
    {LT(WGD_BF16, WGD_MAJOR_MN, WGD_MAJOR_MN)},
    {LT(WGD_E4M3, BOTH_K)},
    {LT(WGD_F16, BOTH_K)},
    {LT(WGD_TF32, BOTH_K)},
};

const std::vector<const gemm_v3_instance *> &gemm_v3_instances(void)
{
    static const std::vector<const gemm_v3_instance *> all = [] {
        std::vector<const gemm_v3_instance *> list;
        const auto add = [&list](const gemm_v3_instance *x, int count) {
            for (int i = 0; i < count; i++) {
                list.push_back(&x[i]);
            }
        };
        add(gemm_v3_bf16, gemm_v3_bf16_count);
        add(gemm_v3_between, gemm_v3_between_count);
        add(gemm_v3_tall, gemm_v3_tall_count);
        add(gemm_v3_small, gemm_v3_small_count);
        add(gemm_v3_turned, gemm_v3_turned_count);
        add(gemm_v3_e4m3, gemm_v3_e4m3_count);
        add(gemm_v3_forms, gemm_v3_forms_count);
        add(gemm_v3_f16, gemm_v3_f16_count);
        add(gemm_v3_tf32, gemm_v3_tf32_count);
        return list;
    }();
    return all;
}

static const std::vector<gemm_kernel> &table(void)
{
    static const std::vector<gemm_kernel> all = [] {
        std::vector<gemm_kernel> rows(fixed, fixed + sizeof fixed / sizeof fixed[0]);
        for (const gemm_v3_instance *x : gemm_v3_instances()) {
            rows.push_back({x->name, "one instance of v3", x->dtype, x->a_major, x->b_major,
                            gemm_v3_prepare, gemm_v3_run, x});
        }
        return rows;
    }();
    return all;
}

int gemm_kernel_count(void)
{
    return (int)table().size();
}

const gemm_kernel *gemm_kernel_at(int i)
{
    return &table()[(size_t)i];
}

const gemm_kernel *gemm_kernel_find(const char *name, wgd_dtype dtype, wgd_major a_major,
                                    wgd_major b_major)
{
    for (const gemm_kernel &k : table()) {
        if (strcmp(k.name, name) == 0 && k.dtype == dtype && k.a_major == a_major &&
            k.b_major == b_major) {
            return &k;
        }
    }
    return NULL;
}

std::string gemm_launch_text(const gemm_launch &launch)
{
    if (launch.instance == NULL) {
        return "";
    }
    std::string s = launch.instance->name;
    if (launch.split > 1) {
        s += (launch.tuning.in_memory ? "/m" : "/k") + std::to_string(launch.split);
    }
    if (launch.width < launch.instance->tn) {
        s += "/w" + std::to_string(launch.width);
    }
    return s;
}
