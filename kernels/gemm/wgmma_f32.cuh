/* SPDX-License-Identifier: MIT
 *
 * wgmma.mma_async with both operands in shared memory and f32 accumulators, for the instruction
 * shapes that the GEMM kernels use (PTX ISA, "Asynchronous Warpgroup Level Matrix Instructions").
 * An instruction names its registers one by one, so the lists below are macros of 16 at a time.
 */
#ifndef WGV_WGMMA_F32_CUH
#define WGV_WGMMA_F32_CUH

#include "copy_ptx.cuh"
#include "wgd_inst.h"

/* clang-format off */
/* Operand numbers o..o+15 of the asm text. */
#define GEMM_REGS_0 "%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15"
#define GEMM_REGS_16 "%16,%17,%18,%19,%20,%21,%22,%23,%24,%25,%26,%27,%28,%29,%30,%31"
#define GEMM_REGS_32 "%32,%33,%34,%35,%36,%37,%38,%39,%40,%41,%42,%43,%44,%45,%46,%47"
#define GEMM_REGS_48 "%48,%49,%50,%51,%52,%53,%54,%55,%56,%57,%58,%59,%60,%61,%62,%63"
#define GEMM_REGS_64 "%64,%65,%66,%67,%68,%69,%70,%71,%72,%73,%74,%75,%76,%77,%78,%79"
#define GEMM_REGS_80 "%80,%81,%82,%83,%84,%85,%86,%87,%88,%89,%90,%91,%92,%93,%94,%95"
#define GEMM_REGS_96 "%96,%97,%98,%99,%100,%101,%102,%103,%104,%105,%106,%107,%108,%109,%110,%111"
#define GEMM_REGS_112 "%112,%113,%114,%115,%116,%117,%118,%119,%120,%121,%122,%123,%124,%125,%126,%127"
/* Accumulators o..o+15 of array d as read-write operands. */
#define GEMM_ACCS(d, o)                                                                             \
    "+f"(d[o]), "+f"(d[o + 1]), "+f"(d[o + 2]), "+f"(d[o + 3]), "+f"(d[o + 4]), "+f"(d[o + 5]),    \
    "+f"(d[o + 6]), "+f"(d[o + 7]), "+f"(d[o + 8]), "+f"(d[o + 9]), "+f"(d[o + 10]),               \
    "+f"(d[o + 11]), "+f"(d[o + 12]), "+f"(d[o + 13]), "+f"(d[o + 14]), "+f"(d[o + 15])
#define GEMM_REGS_N64 GEMM_REGS_0 "," GEMM_REGS_16
#define GEMM_ACCS_N64 GEMM_ACCS(d, 0), GEMM_ACCS(d, 16)
#define GEMM_REGS_N128 GEMM_REGS_0 "," GEMM_REGS_16 "," GEMM_REGS_32 "," GEMM_REGS_48
#define GEMM_ACCS_N128 GEMM_ACCS(d, 0), GEMM_ACCS(d, 16), GEMM_ACCS(d, 32), GEMM_ACCS(d, 48)
#define GEMM_REGS_N192 GEMM_REGS_0 "," GEMM_REGS_16 "," GEMM_REGS_32 "," GEMM_REGS_48 "," GEMM_REGS_64 "," GEMM_REGS_80
#define GEMM_ACCS_N192 GEMM_ACCS(d, 0), GEMM_ACCS(d, 16), GEMM_ACCS(d, 32), GEMM_ACCS(d, 48), GEMM_ACCS(d, 64), GEMM_ACCS(d, 80)
#define GEMM_REGS_N256 GEMM_REGS_0 "," GEMM_REGS_16 "," GEMM_REGS_32 "," GEMM_REGS_48 "," GEMM_REGS_64 "," GEMM_REGS_80 "," GEMM_REGS_96 "," GEMM_REGS_112
#define GEMM_ACCS_N256 GEMM_ACCS(d, 0), GEMM_ACCS(d, 16), GEMM_ACCS(d, 32), GEMM_ACCS(d, 48), GEMM_ACCS(d, 64), GEMM_ACCS(d, 80), GEMM_ACCS(d, 96), GEMM_ACCS(d, 112)
/* clang-format on */

/* Text of one instruction: registers, then descriptor A, descriptor B, scale-d as operands a, b, s.
 * `tail` holds the immediates: scale-a, scale-b and, for 16-bit types, trans-a, trans-b. */
#define GEMM_WGMMA(shape, regs, accs, a, b, s, tail, ...)                                          \
    asm volatile("{\n.reg .pred p;\nsetp.ne.b32 p, %" #s ", 0;\n"                                  \
                 "wgmma.mma_async.sync.aligned." shape " {" regs "}, %" #a ", %" #b ", p, " tail   \
                 ";\n}"                                                                            \
                 : accs                                                                            \
                 : "l"(desc_a), "l"(desc_b), "r"(accumulate), ##__VA_ARGS__)

PTX_INLINE void wgmma_fence()
{
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
}

PTX_INLINE void wgmma_commit()
{
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
}

/* Waits until at most PENDING groups are in flight. */
template <int PENDING> PTX_INLINE void wgmma_wait()
{
    asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(PENDING) : "memory");
}

/* Keeps the compiler from moving arithmetic on the accumulators over a wait: to it, wgmma_wait does
 * not mention them. */
template <int COUNT> PTX_INLINE void wgmma_touch(float (&d)[COUNT])
{
#pragma unroll
    for (int i = 0; i < COUNT; i++) {
        asm volatile("" : "+f"(d[i])::"memory");
    }
}

/* d = A * B + (accumulate ? d : 0) for one 64 x N x 32-byte block. d holds N / 2 values of each
 * thread. TYPE is WGD_BF16 or WGD_E4M3; the majors choose the transpose bits (16-bit types only).
 */
template <wgd_dtype TYPE, int N, wgd_major A, wgd_major B>
PTX_INLINE void wgmma(float (&d)[N / 2], uint64_t desc_a, uint64_t desc_b, int accumulate)
{
    static_assert(N == 64 || N == 128 || N == 192 || N == 256, "an N that has a wrapper");
    static_assert(TYPE == WGD_BF16 || (A == WGD_MAJOR_K && B == WGD_MAJOR_K),
                  "only 16-bit types can be MN-major");
    constexpr int ta = A == WGD_MAJOR_MN;
    constexpr int tb = B == WGD_MAJOR_MN;
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
    if constexpr (TYPE == WGD_BF16) {
        if constexpr (N == 64) {
            GEMM_WGMMA("m64n64k16.f32.bf16.bf16", GEMM_REGS_N64, GEMM_ACCS_N64, 32, 33, 34,
                       "1, 1, %35, %36", "n"(ta), "n"(tb));
        } else if constexpr (N == 128) {
            GEMM_WGMMA("m64n128k16.f32.bf16.bf16", GEMM_REGS_N128, GEMM_ACCS_N128, 64, 65, 66,
                       "1, 1, %67, %68", "n"(ta), "n"(tb));
        } else if constexpr (N == 192) {
            GEMM_WGMMA("m64n192k16.f32.bf16.bf16", GEMM_REGS_N192, GEMM_ACCS_N192, 96, 97, 98,
                       "1, 1, %99, %100", "n"(ta), "n"(tb));
        } else {
            GEMM_WGMMA("m64n256k16.f32.bf16.bf16", GEMM_REGS_N256, GEMM_ACCS_N256, 128, 129, 130,
                       "1, 1, %131, %132", "n"(ta), "n"(tb));
        }
    } else {
        if constexpr (N == 64) {
            GEMM_WGMMA("m64n64k32.f32.e4m3.e4m3", GEMM_REGS_N64, GEMM_ACCS_N64, 32, 33, 34, "1, 1");
        } else if constexpr (N == 128) {
            GEMM_WGMMA("m64n128k32.f32.e4m3.e4m3", GEMM_REGS_N128, GEMM_ACCS_N128, 64, 65, 66,
                       "1, 1");
        } else if constexpr (N == 192) {
            GEMM_WGMMA("m64n192k32.f32.e4m3.e4m3", GEMM_REGS_N192, GEMM_ACCS_N192, 96, 97, 98,
                       "1, 1");
        } else {
            GEMM_WGMMA("m64n256k32.f32.e4m3.e4m3", GEMM_REGS_N256, GEMM_ACCS_N256, 128, 129, 130,
                       "1, 1");
        }
    }
#endif
}

#undef GEMM_WGMMA
#endif
