/* SPDX-License-Identifier: MIT
 *
 * Turns a configuration of version 3 into the row that the host launches it by.
 */
#ifndef WGV_GEMM_V3_INSTANCE_CUH
#define WGV_GEMM_V3_INSTANCE_CUH

#include "gemm/kernel_table.h"
#include "kernel.cuh"

/* Is there a kernel for such tiles whose blocks claim their places? */
constexpr bool gemm_v3_claims_places(int tm, int tn)
{
    return tm * tn >= 128 * 128 || (tm == 64 && tn == 128);
}

template <class CFG> gemm_v3_instance gemm_v3_describe(const char *name)
{
    gemm_v3_instance x;
    x.name = name;
    x.function = (const void *)gemm_v3_kernel<CFG, GEMM_V3_BY_NUMBER>;
    x.claiming = NULL;
    x.in_step = NULL;
    if constexpr (CFG::CLUSTER == 1 && !CFG::TURNED && gemm_v3_claims_places(CFG::TM, CFG::TN)) {
        x.claiming = (const void *)gemm_v3_kernel<CFG, GEMM_V3_CLAIMED>;
    }
    if constexpr (CFG::CLUSTER == 1 && !CFG::TURNED && CFG::TM * CFG::TN >= 128 * 256) {
        x.in_step = (const void *)gemm_v3_kernel<CFG, GEMM_V3_CLAIMED_IN_STEP>;
    }
    x.dtype = CFG::TYPE;
    x.turned = CFG::TURNED;
    x.a_major = CFG::A;
    x.b_major = CFG::B;
    x.tm = CFG::TM;
    x.tn = CFG::TN;
    x.bk = CFG::type::BK;
    x.cm = CFG::CM;
    x.cn = CFG::CN;
    x.threads = CFG::THREADS;
    x.smem_bytes = CFG::SMEM_BYTES;
    x.stages = CFG::STAGES;
    x.room = CFG::FLEXIBLE ? CFG::C_OFFSET : 0;
    x.quads = gemm_v3_quads<CFG>::COUNT;
    return x;
}

#endif
