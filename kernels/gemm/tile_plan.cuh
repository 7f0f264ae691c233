/* SPDX-License-Identifier: MIT
 *
 * The constants of a GEMM main loop: tiles in shared memory, their descriptors, the advances
 * between the blocks of one instruction, the boxes that the copy engine brings. None is typed here:
 * they come from headers that 'wgdesc emit' writes while the kernels are built (gemm.mk), one for
 * each operand tile, named TYPE_MAJOR_ROWS. Kernels use nothing but what is declared here.
 *
 * All tiles use the 128B swizzle: a row of the pattern is 128 bytes, an atom 8 rows. An operand of
 * ROWS along M or N takes ROWS x 128 bytes for each step of K, in one of two orders:
 *   K-major    ROWS rows of 128 bytes along K; one box {128 bytes of K, ROWS rows}
 *   MN-major   ROWS/64 panels of K rows, 64 elements (128 bytes) of M or N in each; a box a panel
 */
#ifndef WGV_GEMM_PLAN_CUH
#define WGV_GEMM_PLAN_CUH

#include "gemm/gen/bf16_k_64.cuh"
#include "gemm/gen/bf16_k_80.cuh"
#include "gemm/gen/bf16_k_96.cuh"
#include "gemm/gen/bf16_k_112.cuh"
#include "gemm/gen/bf16_k_128.cuh"
#include "gemm/gen/bf16_k_144.cuh"
#include "gemm/gen/bf16_k_160.cuh"
#include "gemm/gen/bf16_k_192.cuh"
#include "gemm/gen/bf16_k_200.cuh"
#include "gemm/gen/bf16_k_256.cuh"
#include "gemm/gen/bf16_mn_128.cuh"
#include "gemm/gen/bf16_mn_256.cuh"
#include "gemm/gen/e4m3_k_64.cuh"
#include "gemm/gen/e4m3_k_128.cuh"
#include "gemm/gen/e4m3_k_192.cuh"
#include "gemm/gen/e4m3_k_200.cuh"
#include "gemm/gen/e4m3_k_256.cuh"
#include "gemm/gen/f16_k_64.cuh"
#include "gemm/gen/f16_k_128.cuh"
#include "gemm/gen/f16_k_192.cuh"
#include "gemm/gen/f16_k_256.cuh"
#include "gemm/gen/tf32_k_64.cuh"
#include "gemm/gen/tf32_k_128.cuh"
#include "gemm/gen/tf32_k_192.cuh"
#include "gemm/gen/tf32_k_256.cuh"
#include "wgd_desc.h"
#include "wgd_inst.h"

/* Bytes in a row of the swizzle pattern, and in an atom of 8 rows: its natural alignment too. */
enum { GEMM_ROW_BYTES = BF16_K_64_B_ROW_BYTES, GEMM_ATOM_BYTES = BF16_K_64_SMEM_ALIGNMENT };

/* What does not depend on the tile's rows: elements of K in one stage; a register of
 * sums, and how many it holds; an element of C (its bits, as they are moved). */
template <wgd_dtype TYPE> struct gemm_type_plan;
template <> struct gemm_type_plan<WGD_BF16> {
    using sum = float;
    static constexpr int SUMS = 1;
    using out = uint16_t;
    static constexpr int BK = BF16_K_64_TILE_K;
    static constexpr int K_BLOCKS = BF16_K_64_K_BLOCKS; /* instructions along K in one stage */
};
template <> struct gemm_type_plan<WGD_F16> {
    using sum = uint32_t;
    static constexpr int SUMS = 2;
    using out = uint16_t;
    static constexpr int BK = F16_K_64_TILE_K;
    static constexpr int K_BLOCKS = F16_K_64_K_BLOCKS;
};
template <> struct gemm_type_plan<WGD_TF32> {
    using sum = float;
    static constexpr int SUMS = 1;
    using out = uint32_t;
    static constexpr int BK = TF32_K_64_TILE_K;
    static constexpr int K_BLOCKS = TF32_K_64_K_BLOCKS;
};
template <> struct gemm_type_plan<WGD_E4M3> {
    using sum = float;
    static constexpr int SUMS = 1;
    using out = uint16_t;
    static constexpr int BK = E4M3_K_128_TILE_K;
    static constexpr int K_BLOCKS = E4M3_K_128_K_BLOCKS;
};

/* One operand tile of ROWS (M or N) x BK in shared memory, from a generated header's constants. The
 * header plans it as operand B of one instruction of N = ROWS; A reads the same layout in blocks of
 * 64 rows, and its descriptors are the same but for the start. */
template <wgd_dtype TYPE, wgd_major MAJOR, int ROWS, class GEN> struct gemm_generated_plan {
    using type = gemm_type_plan<TYPE>;
    static constexpr bool K_MAJOR = GEN::MN_MAJOR == 0;
    static constexpr int BYTES = GEN::BYTES;
    /* 64 elements along MN: 8 groups of 8 rows, or one panel. */
    static constexpr int PANEL_BYTES = K_MAJOR ? 8 * GEN::GROUP_BYTES : GEN::PANEL_BYTES;

    /* The descriptor without its start, and advances in 16-byte units. */
    static constexpr uint64_t DESC = GEN::DESC;
    static constexpr uint32_t K_STEP = GEN::K_STEP;       /* to the next block along K */
    static constexpr uint32_t MN_STEP = PANEL_BYTES / 16; /* 64 elements along M or N */

    /* The box of one copy, in elements of the contiguous direction. */
    static constexpr int BOX_INNER = GEN::BOX_INNER;
    static_assert(GEN::ROW_BYTES == GEMM_ROW_BYTES, "the 128B swizzle");
    static_assert(GEN::K_PERIOD == type::K_BLOCKS, "one step serves all of a stage");
    static_assert(BYTES == ROWS * GEMM_ROW_BYTES, "a row of the pattern for each row");
    static_assert(!K_MAJOR || GEN::BOX_LINES == ROWS,
                  "one box, of as many rows as the tile brings");
    static_assert(GEN::ROWS == ROWS && K_MAJOR == (MAJOR == WGD_MAJOR_K),
                  "the header for this tile");
};

template <wgd_dtype TYPE, wgd_major MAJOR, int ROWS> struct gemm_operand_plan;
template <>
struct gemm_operand_plan<WGD_BF16, WGD_MAJOR_K, 64>
    : gemm_generated_plan<WGD_BF16, WGD_MAJOR_K, 64, bf16_k_64_b_plan> {
};
template <>
struct gemm_operand_plan<WGD_BF16, WGD_MAJOR_K, 80>
    : gemm_generated_plan<WGD_BF16, WGD_MAJOR_K, 80, bf16_k_80_b_plan> {
};
template <>
struct gemm_operand_plan<WGD_BF16, WGD_MAJOR_K, 96>
    : gemm_generated_plan<WGD_BF16, WGD_MAJOR_K, 96, bf16_k_96_b_plan> {
};
template <>
struct gemm_operand_plan<WGD_BF16, WGD_MAJOR_K, 112>
    : gemm_generated_plan<WGD_BF16, WGD_MAJOR_K, 112, bf16_k_112_b_plan> {
};
template <>
struct gemm_operand_plan<WGD_BF16, WGD_MAJOR_K, 128>
    : gemm_generated_plan<WGD_BF16, WGD_MAJOR_K, 128, bf16_k_128_b_plan> {
};
template <>
struct gemm_operand_plan<WGD_BF16, WGD_MAJOR_K, 144>
    : gemm_generated_plan<WGD_BF16, WGD_MAJOR_K, 144, bf16_k_144_b_plan> {
};
template <>
struct gemm_operand_plan<WGD_BF16, WGD_MAJOR_K, 160>
    : gemm_generated_plan<WGD_BF16, WGD_MAJOR_K, 160, bf16_k_160_b_plan> {
};
template <>
struct gemm_operand_plan<WGD_BF16, WGD_MAJOR_K, 192>
    : gemm_generated_plan<WGD_BF16, WGD_MAJOR_K, 192, bf16_k_192_b_plan> {
};
template <>
struct gemm_operand_plan<WGD_BF16, WGD_MAJOR_K, 200>
    : gemm_generated_plan<WGD_BF16, WGD_MAJOR_K, 200, bf16_k_200_b_plan> {
};
template <>
struct gemm_operand_plan<WGD_BF16, WGD_MAJOR_K, 256>
    : gemm_generated_plan<WGD_BF16, WGD_MAJOR_K, 256, bf16_k_256_b_plan> {
};
template <>
struct gemm_operand_plan<WGD_BF16, WGD_MAJOR_MN, 128>
    : gemm_generated_plan<WGD_BF16, WGD_MAJOR_MN, 128, bf16_mn_128_b_plan> {
};
template <>
struct gemm_operand_plan<WGD_BF16, WGD_MAJOR_MN, 256>
    : gemm_generated_plan<WGD_BF16, WGD_MAJOR_MN, 256, bf16_mn_256_b_plan> {
};
template <>
struct gemm_operand_plan<WGD_E4M3, WGD_MAJOR_K, 64>
    : gemm_generated_plan<WGD_E4M3, WGD_MAJOR_K, 64, e4m3_k_64_b_plan> {
};
template <>
struct gemm_operand_plan<WGD_E4M3, WGD_MAJOR_K, 192>
    : gemm_generated_plan<WGD_E4M3, WGD_MAJOR_K, 192, e4m3_k_192_b_plan> {
};
template <>
struct gemm_operand_plan<WGD_E4M3, WGD_MAJOR_K, 128>
    : gemm_generated_plan<WGD_E4M3, WGD_MAJOR_K, 128, e4m3_k_128_b_plan> {
};
template <>
struct gemm_operand_plan<WGD_E4M3, WGD_MAJOR_K, 200>
    : gemm_generated_plan<WGD_E4M3, WGD_MAJOR_K, 200, e4m3_k_200_b_plan> {
};
template <>
struct gemm_operand_plan<WGD_E4M3, WGD_MAJOR_K, 256>
    : gemm_generated_plan<WGD_E4M3, WGD_MAJOR_K, 256, e4m3_k_256_b_plan> {
};
template <>
struct gemm_operand_plan<WGD_F16, WGD_MAJOR_K, 64>
    : gemm_generated_plan<WGD_F16, WGD_MAJOR_K, 64, f16_k_64_b_plan> {
};
template <>
struct gemm_operand_plan<WGD_F16, WGD_MAJOR_K, 128>
    : gemm_generated_plan<WGD_F16, WGD_MAJOR_K, 128, f16_k_128_b_plan> {
};
template <>
struct gemm_operand_plan<WGD_F16, WGD_MAJOR_K, 192>
    : gemm_generated_plan<WGD_F16, WGD_MAJOR_K, 192, f16_k_192_b_plan> {
};
template <>
struct gemm_operand_plan<WGD_F16, WGD_MAJOR_K, 256>
    : gemm_generated_plan<WGD_F16, WGD_MAJOR_K, 256, f16_k_256_b_plan> {
};
template <>
struct gemm_operand_plan<WGD_TF32, WGD_MAJOR_K, 64>
    : gemm_generated_plan<WGD_TF32, WGD_MAJOR_K, 64, tf32_k_64_b_plan> {
};
template <>
struct gemm_operand_plan<WGD_TF32, WGD_MAJOR_K, 128>
    : gemm_generated_plan<WGD_TF32, WGD_MAJOR_K, 128, tf32_k_128_b_plan> {
};
template <>
struct gemm_operand_plan<WGD_TF32, WGD_MAJOR_K, 192>
    : gemm_generated_plan<WGD_TF32, WGD_MAJOR_K, 192, tf32_k_192_b_plan> {
};
template <>
struct gemm_operand_plan<WGD_TF32, WGD_MAJOR_K, 256>
    : gemm_generated_plan<WGD_TF32, WGD_MAJOR_K, 256, tf32_k_256_b_plan> {
};

/* The descriptor of the block at shared-memory address `start`. */
template <class PLAN> WGD_HD static inline uint64_t gemm_desc(uint32_t start)
{
    return PLAN::DESC | ((uint64_t)(start >> 4) & WGD_DESC_FIELD_MAX);
}

/* The output tile leaves through panels of 64 rows x 128 bytes, swizzled like the operands: 16-byte
 * chunk c of row r is stored at chunk c ^ (r % 8). */
enum { GEMM_C_PANEL_BYTES = 64 * GEMM_ROW_BYTES };
/* Rows of a panel that a warp sends: of the 64 of an instruction a quarter. Where the product is turned they are columns of
 * the tile, which may end at each 8. */
enum { GEMM_WARP_ROWS = 16, GEMM_TURNED_ROWS = 8 };

WGD_HD static inline uint32_t gemm_c_offset(uint32_t row, uint32_t chunk)
{
    return row * GEMM_ROW_BYTES + ((chunk ^ (row & 7u)) << 4);
}

#endif
