/* SPDX-License-Identifier: MIT
 *
 * Turns a configuration of version 3 into the row that the host launches it by.
 */
#ifndef WGV_GEMM_V3_INSTANCE_CUH
#define WGV_GEMM_V3_INSTANCE_CUH

#include <stdio.h>

#include "gemm/kernel_table.h"
#include "kernel.cuh"

/* Is there a kernel for such tiles whose blocks claim their places? */
constexpr bool gemm_v3_claims_places(int tm, int tn)
{
    return tm * tn >= 128 * 128 || (tm == 64 && tn == 128);
}

/* A configuration in clusters of CM x CN blocks, which its kernel takes from the launch. */
template <class CFG, int CM, int CN> gemm_v3_instance gemm_v3_describe()
{
    static_assert(CFG::SHARES_A == (CN > 1) && CFG::SHARES_B == (CM > 1), "its kind of cluster");
    static_assert((CM & (CM - 1)) == 0 && (CN & (CN - 1)) == 0, "the kernel divides by them");
    /* A box of a K-major operand may begin at any row: the copy engine swizzles by the address that it writes to. */
    static_assert((CFG::A == WGD_MAJOR_K ? CFG::TM : CFG::TM / 64) % CN == 0, "A splits over CN");
    static_assert((CFG::B == WGD_MAJOR_K ? CFG::TN : CFG::TN / 64) % CM == 0, "B splits over CM");
    gemm_v3_instance x;
    snprintf(x.name, sizeof x.name, "v3-%dx%d-c%dx%d%s", CFG::TM, CFG::TN, CM, CN,
             CFG::TURNED ? "-t" : "");
    x.function = (const void *)gemm_v3_kernel<CFG, GEMM_V3_BY_NUMBER>;
    x.claiming = NULL;
    x.in_step = NULL;
    if constexpr (!CFG::CLUSTERED && !CFG::TURNED && gemm_v3_claims_places(CFG::TM, CFG::TN)) {
        x.claiming = (const void *)gemm_v3_kernel<CFG, GEMM_V3_CLAIMED>;
    }
    if constexpr (!CFG::CLUSTERED && !CFG::TURNED && CFG::TM * CFG::TN >= 128 * 256) {
        x.in_step = (const void *)gemm_v3_kernel<CFG, GEMM_V3_CLAIMED_IN_STEP>;
    }
    x.dtype = CFG::TYPE;
    x.turned = CFG::TURNED;
    x.a_major = CFG::A;
    x.b_major = CFG::B;
    x.tm = CFG::TM;
    x.tn = CFG::TN;
    x.bk = CFG::type::BK;
    x.cm = CM;
    x.cn = CN;
    x.threads = CFG::THREADS;
    x.smem_bytes = CFG::SMEM_BYTES;
    x.stages = CFG::STAGES;
    x.room = CFG::FLEXIBLE ? CFG::C_OFFSET : 0;
    x.quads = gemm_v3_quads<CFG>::COUNT;
    return x;
}

/* Tiles of a type, by how its operands are stored. */
template <wgd_dtype TYPE, wgd_major A = WGD_MAJOR_K, wgd_major B = WGD_MAJOR_K, bool TURNED = false>
struct gemm_v3_tiles {
    template <int TM, int TN, int WARPGROUPS, int STAGES, int CM, int CN, int PANELS = 1>
    static gemm_v3_instance of()
    {
        return gemm_v3_describe<gemm_v3_config<TYPE, A, B, TM, TN, WARPGROUPS, STAGES, (CN > 1),
                                               (CM > 1), PANELS, TURNED>,
                                CM, CN>();
    }
};

#endif
