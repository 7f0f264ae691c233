/* SPDX-License-Identifier: MIT
 *
 * wgmma.mma_async with both operands in shared memory, for the types and shapes that the GEMM kernels
 * use (PTX ISA, "Asynchronous Warpgroup Level Matrix Instructions"). An instruction names its
 * registers one by one, so the lists below are macros of 8 at a time.
 */
#ifndef WGV_WGMMA_PTX_CUH
#define WGV_WGMMA_PTX_CUH

#include "copy_ptx.cuh"
#include "wgd_inst.h"

/* clang-format off */
/* Operand numbers o..o+7 of the asm text. */
#define GEMM_REGS_0 "%0,%1,%2,%3,%4,%5,%6,%7"
#define GEMM_REGS_8 "%8,%9,%10,%11,%12,%13,%14,%15"
#define GEMM_REGS_16 "%16,%17,%18,%19,%20,%21,%22,%23"
#define GEMM_REGS_24 "%24,%25,%26,%27,%28,%29,%30,%31"
#define GEMM_REGS_32 "%32,%33,%34,%35,%36,%37,%38,%39"
#define GEMM_REGS_40 "%40,%41,%42,%43,%44,%45,%46,%47"
#define GEMM_REGS_48 "%48,%49,%50,%51,%52,%53,%54,%55"
#define GEMM_REGS_56 "%56,%57,%58,%59,%60,%61,%62,%63"
#define GEMM_REGS_64 "%64,%65,%66,%67,%68,%69,%70,%71"
#define GEMM_REGS_72 "%72,%73,%74,%75,%76,%77,%78,%79"
#define GEMM_REGS_80 "%80,%81,%82,%83,%84,%85,%86,%87"
#define GEMM_REGS_88 "%88,%89,%90,%91,%92,%93,%94,%95"
#define GEMM_REGS_96 "%96,%97,%98,%99,%100,%101,%102,%103"
#define GEMM_REGS_104 "%104,%105,%106,%107,%108,%109,%110,%111"
#define GEMM_REGS_112 "%112,%113,%114,%115,%116,%117,%118,%119"
#define GEMM_REGS_120 "%120,%121,%122,%123,%124,%125,%126,%127"
/* Accumulators o..o+7 of array d as read-write operands; c is "+f", or "+r" where a register holds two. */
#define GEMM_ACCS(c, o)                                                                             \
    c(d[o]), c(d[o + 1]), c(d[o + 2]), c(d[o + 3]), c(d[o + 4]), c(d[o + 5]), c(d[o + 6]), c(d[o + 7])
/* The first so many of both. */
#define GEMM_REGS_X8 GEMM_REGS_0
#define GEMM_ACCS_X8(c) GEMM_ACCS(c, 0)
#define GEMM_REGS_X16 GEMM_REGS_X8 "," GEMM_REGS_8
#define GEMM_ACCS_X16(c) GEMM_ACCS_X8(c), GEMM_ACCS(c, 8)
#define GEMM_REGS_X24 GEMM_REGS_X16 "," GEMM_REGS_16
#define GEMM_ACCS_X24(c) GEMM_ACCS_X16(c), GEMM_ACCS(c, 16)
#define GEMM_REGS_X32 GEMM_REGS_X24 "," GEMM_REGS_24
#define GEMM_ACCS_X32(c) GEMM_ACCS_X24(c), GEMM_ACCS(c, 24)
#define GEMM_REGS_X40 GEMM_REGS_X32 "," GEMM_REGS_32
#define GEMM_ACCS_X40(c) GEMM_ACCS_X32(c), GEMM_ACCS(c, 32)
#define GEMM_REGS_X48 GEMM_REGS_X40 "," GEMM_REGS_40
#define GEMM_ACCS_X48(c) GEMM_ACCS_X40(c), GEMM_ACCS(c, 40)
#define GEMM_REGS_X56 GEMM_REGS_X48 "," GEMM_REGS_48
#define GEMM_ACCS_X56(c) GEMM_ACCS_X48(c), GEMM_ACCS(c, 48)
#define GEMM_REGS_X64 GEMM_REGS_X56 "," GEMM_REGS_56
#define GEMM_ACCS_X64(c) GEMM_ACCS_X56(c), GEMM_ACCS(c, 56)
#define GEMM_REGS_X72 GEMM_REGS_X64 "," GEMM_REGS_64
#define GEMM_ACCS_X72(c) GEMM_ACCS_X64(c), GEMM_ACCS(c, 64)
#define GEMM_REGS_X80 GEMM_REGS_X72 "," GEMM_REGS_72
#define GEMM_ACCS_X80(c) GEMM_ACCS_X72(c), GEMM_ACCS(c, 72)
#define GEMM_REGS_X88 GEMM_REGS_X80 "," GEMM_REGS_80
#define GEMM_ACCS_X88(c) GEMM_ACCS_X80(c), GEMM_ACCS(c, 80)
#define GEMM_REGS_X96 GEMM_REGS_X88 "," GEMM_REGS_88
#define GEMM_ACCS_X96(c) GEMM_ACCS_X88(c), GEMM_ACCS(c, 88)
#define GEMM_REGS_X100 GEMM_REGS_X96 ",%96,%97,%98,%99"
#define GEMM_ACCS_X100(c) GEMM_ACCS_X96(c), c(d[96]), c(d[97]), c(d[98]), c(d[99])
#define GEMM_REGS_X104 GEMM_REGS_X96 "," GEMM_REGS_96
#define GEMM_ACCS_X104(c) GEMM_ACCS_X96(c), GEMM_ACCS(c, 96)
#define GEMM_REGS_X112 GEMM_REGS_X104 "," GEMM_REGS_104
#define GEMM_ACCS_X112(c) GEMM_ACCS_X104(c), GEMM_ACCS(c, 104)
#define GEMM_REGS_X120 GEMM_REGS_X112 "," GEMM_REGS_112
#define GEMM_ACCS_X120(c) GEMM_ACCS_X112(c), GEMM_ACCS(c, 112)
#define GEMM_REGS_X128 GEMM_REGS_X120 "," GEMM_REGS_120
#define GEMM_ACCS_X128(c) GEMM_ACCS_X120(c), GEMM_ACCS(c, 120)
/* clang-format on */

/* One instruction: its accumulators, then descriptor A, descriptor B, scale-d as operands a, b, s of the asm
 * text. `tail` holds the immediates: scale-a, scale-b and, for 16-bit types, trans-a, trans-b. */
#define GEMM_WGMMA(shape, count, c, a, b, s, tail, ...)                                            \
    asm volatile("{\n.reg .pred p;\nsetp.ne.b32 p, %" #s ", 0;\n"                                  \
                 "wgmma.mma_async.sync.aligned." shape " {" GEMM_REGS_X##count "}, %" #a ", %" #b  \
                                                                               ", p, " tail ";\n}" \
                 : GEMM_ACCS_X##count(c)                                                           \
                 : "l"(desc_a), "l"(desc_b), "r"(accumulate), ##__VA_ARGS__)

/* The instruction of each N, `types` behind it; TAIL(x, y) is given the two operands behind scale-d. With a
 * register for each accumulator, and with one for two. */
#define GEMM_WGMMA_F32(types, TAIL, ...)                                                           \
    if constexpr (N == 64) {                                                                       \
        GEMM_WGMMA("m64n64" types, 32, "+f", 32, 33, 34, TAIL(35, 36), ##__VA_ARGS__);             \
    } else if constexpr (N == 80) {                                                                \
        GEMM_WGMMA("m64n80" types, 40, "+f", 40, 41, 42, TAIL(43, 44), ##__VA_ARGS__);             \
    } else if constexpr (N == 96) {                                                                \
        GEMM_WGMMA("m64n96" types, 48, "+f", 48, 49, 50, TAIL(51, 52), ##__VA_ARGS__);             \
    } else if constexpr (N == 112) {                                                               \
        GEMM_WGMMA("m64n112" types, 56, "+f", 56, 57, 58, TAIL(59, 60), ##__VA_ARGS__);            \
    } else if constexpr (N == 128) {                                                               \
        GEMM_WGMMA("m64n128" types, 64, "+f", 64, 65, 66, TAIL(67, 68), ##__VA_ARGS__);            \
    } else if constexpr (N == 144) {                                                               \
        GEMM_WGMMA("m64n144" types, 72, "+f", 72, 73, 74, TAIL(75, 76), ##__VA_ARGS__);            \
    } else if constexpr (N == 160) {                                                               \
        GEMM_WGMMA("m64n160" types, 80, "+f", 80, 81, 82, TAIL(83, 84), ##__VA_ARGS__);            \
    } else if constexpr (N == 192) {                                                               \
        GEMM_WGMMA("m64n192" types, 96, "+f", 96, 97, 98, TAIL(99, 100), ##__VA_ARGS__);           \
    } else if constexpr (N == 200) {                                                               \
        GEMM_WGMMA("m64n200" types, 100, "+f", 100, 101, 102, TAIL(103, 104), ##__VA_ARGS__);      \
    } else {                                                                                       \
        GEMM_WGMMA("m64n256" types, 128, "+f", 128, 129, 130, TAIL(131, 132), ##__VA_ARGS__);      \
    }
#define GEMM_WGMMA_F16(types, TAIL, ...)                                                           \
    if constexpr (N == 64) {                                                                       \
        GEMM_WGMMA("m64n64" types, 16, "+r", 16, 17, 18, TAIL(19, 20), ##__VA_ARGS__);             \
    } else if constexpr (N == 128) {                                                               \
        GEMM_WGMMA("m64n128" types, 32, "+r", 32, 33, 34, TAIL(35, 36), ##__VA_ARGS__);            \
    } else if constexpr (N == 192) {                                                               \
        GEMM_WGMMA("m64n192" types, 48, "+r", 48, 49, 50, TAIL(51, 52), ##__VA_ARGS__);            \
    } else {                                                                                       \
        GEMM_WGMMA("m64n256" types, 64, "+r", 64, 65, 66, TAIL(67, 68), ##__VA_ARGS__);            \
    }
#define GEMM_SCALES(x, y)           "1, 1"
#define GEMM_SCALES_AND_TRANS(x, y) "1, 1, %" #x ", %" #y

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
template <int COUNT> PTX_INLINE void wgmma_touch(uint32_t (&d)[COUNT])
{
#pragma unroll
    for (int i = 0; i < COUNT; i++) {
        asm volatile("" : "+r"(d[i])::"memory");
    }
}

/* d = A * B + (accumulate ? d : 0) for one 64 x N x 32-byte block. d holds N / 2 sums of each thread: f32,
 * or for WGD_F16 two f16 in a register. TYPE is WGD_BF16, WGD_E4M3, WGD_F16 or WGD_TF32; the majors choose
 * the transpose bits (16-bit types only). */
template <wgd_dtype TYPE, int N, wgd_major A, wgd_major B, class SUM, int REGS>
PTX_INLINE void wgmma(SUM (&d)[REGS], uint64_t desc_a, uint64_t desc_b, int accumulate)
{
    static_assert(N == 64 || N == 128 || N == 192 || N == 256 ||
                      (TYPE != WGD_F16 &&
                       (N == 80 || N == 96 || N == 112 || N == 144 || N == 160 || N == 200)),
                  "an N that has a wrapper");
    static_assert(REGS == N / (TYPE == WGD_F16 ? 4 : 2), "its accumulators");
    static_assert(TYPE == WGD_BF16 || TYPE == WGD_F16 || (A == WGD_MAJOR_K && B == WGD_MAJOR_K),
                  "only 16-bit types can be MN-major");
    constexpr int ta = A == WGD_MAJOR_MN;
    constexpr int tb = B == WGD_MAJOR_MN;
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
    if constexpr (TYPE == WGD_BF16) {
        GEMM_WGMMA_F32("k16.f32.bf16.bf16", GEMM_SCALES_AND_TRANS, "n"(ta), "n"(tb))
    } else if constexpr (TYPE == WGD_F16) {
        GEMM_WGMMA_F16("k16.f16.f16.f16", GEMM_SCALES_AND_TRANS, "n"(ta), "n"(tb))
    } else if constexpr (TYPE == WGD_TF32) {
        GEMM_WGMMA_F32("k8.f32.tf32.tf32", GEMM_SCALES)
    } else {
        GEMM_WGMMA_F32("k32.f32.e4m3.e4m3", GEMM_SCALES)
    }
#endif
}

#undef GEMM_WGMMA_F16
#undef GEMM_WGMMA_F32
#undef GEMM_WGMMA
#endif
