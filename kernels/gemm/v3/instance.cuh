/* SPDX-License-Identifier: MIT
 *
 * Turns a configuration of version 3 into the row that the host launches it by.
 */
#ifndef WGV_GEMM_V3_INSTANCE_CUH
#define WGV_GEMM_V3_INSTANCE_CUH

#include "gemm/kernel_table.h"
#include "kernel.cuh"

template <class CFG> gemm_v3_instance gemm_v3_describe(const char *name)
{
    gemm_v3_instance x;
    x.name = name;
    x.function = (const void *)gemm_v3_kernel<CFG>;
    x.dtype = CFG::TYPE;
    x.a_major = CFG::A;
    x.b_major = CFG::B;
    x.tm = CFG::TM;
    x.tn = CFG::TN;
    x.bk = CFG::type::BK;
    x.cm = CFG::CM;
    x.cn = CFG::CN;
    x.box_a = CFG::a_plan::template BOX_ROWS<CFG::CN>;
    x.box_b = CFG::b_plan::template BOX_ROWS<CFG::CM>;
    x.threads = CFG::THREADS;
    x.smem_bytes = CFG::SMEM_BYTES;
    return x;
}

#endif
