// SPDX-License-Identifier: MIT
//
// One epilogue that 'wgdesc copy --lang cuda' wrote, compiled.
#pragma once

#include <cuda.h>

#include <cstdint>
#include <vector>

namespace wgv
{

// The driver's cuTensorMapEncodeTiled, set once the device is open.
using encode_tiled_fn = CUresult (*)(CUtensorMap *, CUtensorMapDataType, cuuint32_t, void *,
                                     const cuuint64_t *, const cuuint64_t *, const cuuint32_t *,
                                     const cuuint32_t *, CUtensorMapInterleave, CUtensorMapSwizzle,
                                     CUtensorMapL2promotion, CUtensorMapFloatOOBfill);
extern encode_tiled_fn encode_tiled;

struct epilogue_case {
    const char *name;
    const void *kernel;            // (CUtensorMap, int round, uint32_t *faults)
    int rows, cols, threads;       // of the tile
    int bytes;                     // of an element
    uint32_t smem;                 // bytes that the tile takes
    bool down;                     // columns are contiguous
    int exp_bits, man_bits;        // of the type, a float
    int64_t wavefronts, conflicts; // predicted for one block
    // The tensor map of rows x cols elements, ld from line to line.
    CUresult (*tensor_map)(CUtensorMap *map, void *address, uint64_t rows, uint64_t cols,
                           uint64_t ld);
};

// What element (row, col) of the tensor is in one round: an integer from 0 to 15, exact in every type.
// Three rounds tell all rows from each other, and three all columns, up to 4096 of them.
enum { EPILOGUE_ROUNDS = 6 };
#if defined(__CUDACC__)
__host__ __device__
#endif
    inline int
    epilogue_value(int round, int row, int col)
{
    const int index = round < 3 ? row : col;
    return index >> (round % 3 * 4) & 15;
}

// Accumulators that became A of a next wgmma, by B a unit matrix, are themselves again. One kernel for
// each type of A: (descriptor of B, round, uint32_t *faults), one warpgroup.
struct chain_case {
    const char *name;
    const void *kernel;
    int bits; // of an element of A and B
};
enum { CHAIN_N = 64, CHAIN_SMEM = CHAIN_N * CHAIN_N * 2 };
std::vector<chain_case> chain_cases();

// The cases of each type.
std::vector<epilogue_case> epilogue_cases_f16();
std::vector<epilogue_case> epilogue_cases_bf16();
std::vector<epilogue_case> epilogue_cases_f32();
std::vector<epilogue_case> epilogue_cases_e4m3();

} // namespace wgv
