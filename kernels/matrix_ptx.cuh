// SPDX-License-Identifier: MIT
//
// ldmatrix and stmatrix in every form (PTX ISA, "ldmatrix", "stmatrix"): X matrices, the registers
// of this lane in r, the address of this lane's row in `at`.
#pragma once

#include <cstdint>

namespace wgv
{

template <int X, bool TRANS> __device__ void load_matrices(uint32_t at, uint32_t *r)
{
    if constexpr (X == 1 && !TRANS) {
        asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(r[0]) : "r"(at));
    } else if constexpr (X == 1) {
        asm volatile("ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%0}, [%1];"
                     : "=r"(r[0])
                     : "r"(at));
    } else if constexpr (X == 2 && !TRANS) {
        asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];"
                     : "=r"(r[0]), "=r"(r[1])
                     : "r"(at));
    } else if constexpr (X == 2) {
        asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"
                     : "=r"(r[0]), "=r"(r[1])
                     : "r"(at));
    } else if constexpr (!TRANS) {
        asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                     : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
                     : "r"(at));
    } else {
        asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                     : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
                     : "r"(at));
    }
}

template <int X, bool TRANS> __device__ void store_matrices(uint32_t at, const uint32_t *r)
{
    if constexpr (X == 1 && !TRANS) {
        asm volatile("stmatrix.sync.aligned.m8n8.x1.shared.b16 [%0], {%1};" ::"r"(at), "r"(r[0])
                     : "memory");
    } else if constexpr (X == 1) {
        asm volatile("stmatrix.sync.aligned.m8n8.x1.trans.shared.b16 [%0], {%1};" ::"r"(at),
                     "r"(r[0])
                     : "memory");
    } else if constexpr (X == 2 && !TRANS) {
        asm volatile("stmatrix.sync.aligned.m8n8.x2.shared.b16 [%0], {%1, %2};" ::"r"(at),
                     "r"(r[0]), "r"(r[1])
                     : "memory");
    } else if constexpr (X == 2) {
        asm volatile("stmatrix.sync.aligned.m8n8.x2.trans.shared.b16 [%0], {%1, %2};" ::"r"(at),
                     "r"(r[0]), "r"(r[1])
                     : "memory");
    } else if constexpr (!TRANS) {
        asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(at),
                     "r"(r[0]), "r"(r[1]), "r"(r[2]), "r"(r[3])
                     : "memory");
    } else {
        asm volatile(
            "stmatrix.sync.aligned.m8n8.x4.trans.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(at),
            "r"(r[0]), "r"(r[1]), "r"(r[2]), "r"(r[3])
            : "memory");
    }
}

} // namespace wgv
