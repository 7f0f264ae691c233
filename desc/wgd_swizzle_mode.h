/* SPDX-License-Identifier: MIT
 *
 * Swizzle modes: how the 16-byte chunks of a tile's rows are permuted in shared memory (PTX ISA,
 * "Asynchronous Warpgroup Level Matrix Shared Memory Layout", swizzling modes). A mode is no hardware
 * code: the descriptor words of wgmma and tcgen05 and the tensor maps of TMA each number the modes
 * in their own way, and the table says how.
 */
#ifndef WGD_SWIZZLE_MODE_H
#define WGD_SWIZZLE_MODE_H

#include <stdbool.h>

#include "wgd_arch.h"
#include "wgd_layout.h"

WGD_API_BEGIN

/* The one table of modes, by rising width: symbol, name, CuTe's name, bytes of a swizzle row, B and M
 * of Swizzle<B,M,7-M> on byte addresses, code in the word of wgmma (bits 62-63; -1 where it has
 * none), code in the word of tcgen05 (bits 61-63), enumerator of TMA (CUtensorMapSwizzle) and its
 * value. */
#define WGD_SWIZZLE_MODES(X)                                                                       \
    X(NONE, "none", "INTERLEAVE", 16, 0, 4, 0, 0, "CU_TENSOR_MAP_SWIZZLE_NONE", 0)                 \
    X(32B, "32B", "B32", 32, 1, 4, 3, 6, "CU_TENSOR_MAP_SWIZZLE_32B", 1)                           \
    X(64B, "64B", "B64", 64, 2, 4, 2, 4, "CU_TENSOR_MAP_SWIZZLE_64B", 2)                           \
    X(128B, "128B", "B128", 128, 3, 4, 1, 2, "CU_TENSOR_MAP_SWIZZLE_128B", 3)                      \
    X(128B_32B, "128B_32B", "SWIZZLE_128B_BASE32B", 128, 2, 5, -1, 1,                              \
      "CU_TENSOR_MAP_SWIZZLE_128B_ATOM_32B", 4)

/* What else people call the modes: symbol, name. CuTe's atoms and DSL, TMA's enumerators, the bytes of
 * a row. Of plain numbers only these: the codes of wgmma, tcgen05 and TMA contradict each other, but
 * for 0. Letters count the same in both cases. */
#define WGD_SWIZZLE_ALIASES(X)                                                                     \
    X(NONE, "0")                                                                                   \
    X(NONE, "no")                                                                                  \
    X(NONE, "INTER")                                                                               \
    X(NONE, "INTERLEAVED")                                                                         \
    X(NONE, "SWIZZLE_NONE")                                                                        \
    X(NONE, "CU_TENSOR_MAP_SWIZZLE_NONE")                                                          \
    X(32B, "32")                                                                                   \
    X(32B, "SW32")                                                                                 \
    X(32B, "SW32B")                                                                                \
    X(32B, "SWIZZLE_32B")                                                                          \
    X(32B, "CU_TENSOR_MAP_SWIZZLE_32B")                                                            \
    X(64B, "64")                                                                                   \
    X(64B, "SW64")                                                                                 \
    X(64B, "SW64B")                                                                                \
    X(64B, "SWIZZLE_64B")                                                                          \
    X(64B, "CU_TENSOR_MAP_SWIZZLE_64B")                                                            \
    X(128B, "128")                                                                                 \
    X(128B, "SW128")                                                                               \
    X(128B, "SW128B")                                                                              \
    X(128B, "SWIZZLE_128B")                                                                        \
    X(128B, "CU_TENSOR_MAP_SWIZZLE_128B")

typedef enum wgd_swizzle_mode {
#define WGD_X(sym, name, cute, row, b, m, wgmma, tcgen05, tma, tma_value) WGD_SWZ_##sym,
    WGD_SWIZZLE_MODES(WGD_X)
#undef WGD_X
        WGD_SWIZZLE_MODE_COUNT
} wgd_swizzle_mode;

/* Modes 0 to this one permute 16-byte chunks: from the widest row down, the writer's bank conflicts
 * grow. The one beyond, 128B_32B, permutes pairs of chunks. */
#define WGD_SWIZZLE_WIDEST WGD_SWZ_128B

/* Every mode folds bits 7 and up of a byte address, the number of its 128-byte line, into the bits
 * from M on: S = 7 - M. */
enum { WGD_SWIZZLE_LINE_BITS = 7 };

typedef struct wgd_swizzle_info {
    wgd_swizzle_mode mode;
    const char *name;      /* "none", "32B", "64B", "128B", "128B_32B" */
    const char *cute_name; /* "INTERLEAVE", "B32", "B64", "B128"; UMMA's "SWIZZLE_128B_BASE32B" */
    int row_bytes;         /* of one row of the pattern: 16 for none */
    wgd_swizzle sw;        /* Swizzle<B,M,S> on byte addresses; B is 0 for none */
    int wgmma_code, tcgen05_code; /* -1: the word cannot say it */
    const char *tma_name;         /* of CUtensorMapSwizzle */
    int tma_value;
} wgd_swizzle_info;

/* The row of a mode; never NULL for the enumerators above. */
const wgd_swizzle_info *wgd_swizzle_mode_get(wgd_swizzle_mode m);

/* "none", "32B", "64B", "128B", "128B_32B". */
const char *wgd_swizzle_name(wgd_swizzle_mode m);
/* CuTe's names: "INTERLEAVE", "B32", "B64", "B128"; UMMA's "SWIZZLE_128B_BASE32B". */
const char *wgd_swizzle_cute_name(wgd_swizzle_mode m);
/* Finds a mode by name, CuTe's or an alias; ERR_VALUE with the names there are, and the nearest of
 * them in the hint. */
wgd_status wgd_swizzle_parse(const char *name, wgd_swizzle_mode *out, wgd_diag *diag);
/* Refuses a mode that the words of an architecture cannot say, with the names it has. */
wgd_status wgd_swizzle_arch_check(wgd_swizzle_mode m, wgd_arch arch, wgd_diag *diag);
/* The mode whose pattern is this swizzle of byte addresses (any of B = 0 is none); false when there
 * is none. */
bool wgd_swizzle_mode_of(wgd_swizzle sw, wgd_swizzle_mode *out);
/* The mode that the word of an architecture has under a layout type; false where it stands for none. */
bool wgd_swizzle_of_code(uint32_t code, wgd_arch arch, wgd_swizzle_mode *out);
/* The mode of 16-byte chunks whose rows have this many bytes (16, 32, 64, 128), or none where no
 * mode has. */
wgd_swizzle_mode wgd_swizzle_of_row(int64_t row_bytes);

/* The functions below also run in kernels, where they fold to a constant or a few selects. */

/* Bytes in one row of the swizzle pattern: 16 for none, 32, 64, 128. */
WGD_HD static inline int wgd_swizzle_row_bytes(wgd_swizzle_mode m)
{
#define WGD_X(sym, name, cute, row, b, mm, wgmma, tcgen05, tma, tma_value)                         \
    m == WGD_SWZ_##sym ? (row):
    return WGD_SWIZZLE_MODES(WGD_X) 16;
#undef WGD_X
}

/* Bits of the row number that the swizzle folds into the bits from M on: 7, 3, 1, 0 for 128B, 64B,
 * 32B, none; 3 for 128B_32B. */
WGD_HD static inline uint32_t wgd_swizzle_row_mask(wgd_swizzle_mode m)
{
#define WGD_X(sym, name, cute, row, b, mm, wgmma, tcgen05, tma, tma_value)                         \
    m == WGD_SWZ_##sym ? (1u << (b)) - 1u:
    return WGD_SWIZZLE_MODES(WGD_X) 0u;
#undef WGD_X
}

/* M of Swizzle<B,M,S>: the lowest bit that the swizzle changes, 4, of 128B_32B 5. */
WGD_HD static inline uint32_t wgd_swizzle_low_bit(wgd_swizzle_mode m)
{
#define WGD_X(sym, name, cute, row, b, mm, wgmma, tcgen05, tma, tma_value)                         \
    m == WGD_SWZ_##sym ? (mm):
    return WGD_SWIZZLE_MODES(WGD_X) 4u;
#undef WGD_X
}

/* Lines of the atom, after which the strides of the word take over: 8, of 128B_32B the 4 after which
 * its pattern repeats. */
WGD_HD static inline uint32_t wgd_swizzle_lines(wgd_swizzle_mode m)
{
    return m == WGD_SWZ_128B_32B ? 4u : 8u;
}

/* Bytes after which the pattern repeats, the natural alignment of its start: 1024, 512, 256 for
 * 128B, 64B, 32B, 512 for 128B_32B; none needs only the 16 bytes of the encoding. */
WGD_HD static inline int wgd_swizzle_alignment(wgd_swizzle_mode m)
{
    const uint32_t mask = wgd_swizzle_row_mask(m);
    return mask == 0 ? 16 : (int)((mask + 1u) << WGD_SWIZZLE_LINE_BITS);
}

/* The mode that wgmma's word has under a code of its two bits, and back. The mode is the code
 * counted down from 128B: written as arithmetic, so that a round trip folds to nothing. */
enum { WGD_SWIZZLE_CODES = 4 };
WGD_HD static inline wgd_swizzle_mode wgd_swizzle_of_wgmma(uint32_t code)
{
    return (wgd_swizzle_mode)((0u - code) & 3u);
}
WGD_HD static inline uint32_t wgd_swizzle_wgmma_code(wgd_swizzle_mode m)
{
    return (0u - (uint32_t)m) & 3u;
}

/* The same for tcgen05's three bits; a code that stands for nothing gives none. */
enum { WGD_SWIZZLE_TCGEN05_CODES = 8 };
WGD_HD static inline wgd_swizzle_mode wgd_swizzle_of_tcgen05(uint32_t code)
{
#define WGD_X(sym, name, cute, row, b, mm, wgmma, tcgen05, tma, tma_value)                         \
    code == (tcgen05) ? WGD_SWZ_##sym:
    return WGD_SWIZZLE_MODES(WGD_X) WGD_SWZ_NONE;
#undef WGD_X
}
WGD_HD static inline uint32_t wgd_swizzle_tcgen05_code(wgd_swizzle_mode m)
{
#define WGD_X(sym, name, cute, row, b, mm, wgmma, tcgen05, tma, tma_value)                         \
    m == WGD_SWZ_##sym ? (tcgen05):
    return WGD_SWIZZLE_MODES(WGD_X) 0u;
#undef WGD_X
}

WGD_API_END

#endif
