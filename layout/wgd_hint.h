/* SPDX-License-Identifier: MIT
 *
 * What a refusal advises, by identity. The library says it in neutral words; a front end that has
 * options, buttons or keywords of its own finds the identity and its arguments in the wgd_diag and
 * says it in those.
 */
#ifndef WGD_HINT_H
#define WGD_HINT_H

#include "wgd_api.h"

WGD_API_BEGIN

/* The one table of hints: symbol, name, neutral words. In the words {num} and {name} stand for the
 * arguments that the comment names, {field} for the diagnostic's field (wgd_put_hint). */
#define WGD_HINTS(X)                                                                               \
    X(NONE, "none", "")                                                                            \
    /* name: the nearest of the names there are */                                                 \
    X(NEAREST, "nearest", "did you mean '{name}'?")                                                \
    /* the general hints of the error table */                                                     \
    X(LAYOUT_FORM, "layout_form", "a layout is written shape:stride, for example (8,64):(64,1)")   \
    X(LAYOUT_LIMITS, "layout_limits",                                                              \
      "a layout holds up to 64 modes nested up to 16 deep; numbers are signed 64-bit")             \
    X(NUMBER_LIMITS, "number_limits", "sizes, strides and offsets must stay below 2^63")           \
    X(SAME_PARENTHESES, "same_parentheses", "shape and stride need the same parentheses")          \
    X(DIVISIBLE, "divisible",                                                                      \
      "the shape must be divisible as the operation needs; CuTe refuses this input too")           \
    X(OPERATIONS, "operations", "see what each of the operations takes")                           \
    X(DTYPES, "dtypes", "see the list of data types")                                              \
    X(WHICH_FP8, "which_fp8",                                                                      \
      "which of the two: e4m3 (4 bits of exponent, 3 of mantissa) or e5m2 (5 and 2)?")             \
    X(WHICH_FP4, "which_fp4",                                                                      \
      "stored how: e2m1_packed4 (two in a byte, kinds mxf4 and mxf4nvf4) or e2m1_unpacked8 (a "    \
      "byte "                                                                                      \
      "each, f8f6f4 and mxf8f6f4)?")                                                               \
    X(WHICH_FP6, "which_fp6",                                                                      \
      "which of the two: e2m3 (2 bits of exponent, 3 of mantissa) or e3m2 (3 and 2)?")             \
    X(SCALE_TYPE, "scale_type", "that is a type of scale factors, beside operands of another")     \
    X(FLOAT_IS_TF32, "float_is_tf32", "wgmma multiplies 32-bit floats as tf32: say tf32")          \
    X(STORE_K_MAJOR, "store_k_major",                                                              \
      "only 16-bit types can be MN-major; store the operand K-major")                              \
    X(INSTRUCTIONS, "instructions", "see the list of instructions")                                \
    X(ATOMS, "atoms", "see the list of atoms for the size of each")                                \
    X(BLOCK_MN, "block_mn", "make the block a multiple or a divisor of the atom along MN")         \
    X(FIELD_LIMITS, "field_limits",                                                                \
      "start, LBO and SBO are 14 bits in units of 16 bytes: at most 262128 bytes")                 \
    X(REPORT_BUG, "report_bug", "please report the call that led here")                            \
    X(SMALLER_TILE, "smaller_tile", "use a smaller tile")                                          \
    /* tiles, layouts and tensor maps */                                                           \
    X(GIVE_N, "give_n", "say which N the instruction has")                                         \
    /* name: the widest swizzle that fits */                                                       \
    X(SWIZZLE_OR_TILE, "swizzle_or_tile",                                                          \
      "use swizzle {name}, or make the tile a multiple of the atom")                               \
    X(SWIZZLE_FOR_N, "swizzle_for_n", "use swizzle {name} for this N")                             \
    /* num: a smaller N; name: the widest swizzle that fits */                                     \
    X(SMALLER_N, "smaller_n", "use N = {num}: it reads the tile as it is stored")                  \
    X(SMALLER_M, "smaller_m", "use M = {num}: it reads the tile as it is stored")                  \
    X(SMALLER_N_OR_SWIZZLE, "smaller_n_or_swizzle",                                                \
      "use N = {num}, which reads the tile as it is stored, or swizzle {name} for this N")         \
    X(SMALLER_M_OR_SWIZZLE, "smaller_m_or_swizzle",                                                \
      "use M = {num}, which reads the tile as it is stored, or swizzle {name} for this M")         \
    X(SOLVE, "solve", "the solver finds every descriptor of a layout, or says why there is none")  \
    X(LAYOUT_DTYPE, "layout_dtype", "give the data type that the layout was printed for")          \
    X(OPERAND_B, "operand_b", "operand b reads N rows")                                            \
    X(DIVISOR_N, "divisor_n", "choose N so that it divides them")                                  \
    /* num: the next pitch that is a multiple of 16 bytes, in elements */                          \
    X(PAD_LINES, "pad_lines", "pad the lines of the tensor to {num} elements")                     \
    X(BOX_PER_PANEL, "box_per_panel", "use one box for each panel: that is right for any extent")  \
    X(BOX_OR_ORDER, "box_or_order", "use one box for each panel, or the other order of the atoms") \
    /* plans */                                                                                    \
    X(TILE_MNK, "tile_mnk", "give M, N and K of the tile in elements, for example 128x256x64")     \
    X(OPEN_N, "open_n", "leave N open")                                                            \
    X(OPEN_WARPGROUPS, "open_warpgroups",                                                          \
      "leave the number of warpgroups open to have one chosen")                                    \
    X(OPEN_STAGES, "open_stages", "leave the number of stages open for the most that fit")         \
    X(WARPGROUPS, "warpgroups", "with {num} consumer warpgroups they fit")                         \
    X(SMALLER_TILE_OR_F16, "smaller_tile_or_f16",                                                  \
      "use a smaller tile, or accumulate in f16, which takes half the registers")                  \
    /* name: the best of the swizzles that can be */                                               \
    X(OPERAND_SWIZZLE, "operand_swizzle", "swizzle {name} is possible")                            \
    /* num: a smaller N; name: the best of the swizzles that can be */                             \
    X(SMALLER_N_OR_OPERAND, "smaller_n_or_operand",                                                \
      "use N = {num}, which reads the tile as it is stored, or swizzle {name}")                    \
    /* num: that extent, padded */                                                                 \
    X(PAD_EXTENT, "pad_extent",                                                                    \
      "pad the extent that is contiguous in memory to {num} elements, whole 16 bytes; a tensor "   \
      "map of its own takes lines that are padded behind their elements")                          \
    /* fragments and banks */                                                                      \
    X(FRAG_OP_FORM, "frag_op_form",                                                                \
      "written like m64n32k16, mma.m8n8k4.row.col, ldmatrix.x4.trans or a PTX opcode")             \
    X(FRAG_OPS, "frag_ops", "see the list of instructions with fragments")                         \
    /* the same, and what was wanted is one of them */                                             \
    X(FRAG_OP_SHAPES, "frag_op_shapes", "see the list of instructions with fragments")             \
    X(READ_BY_DESCRIPTOR, "read_by_descriptor", "wgmma reads B through a descriptor")              \
    X(FRAG_SHAPE, "frag_shape", "the fragment says which rows and columns it has")                 \
    X(BANK_ORDERS, "bank_orders", "see the list of thread orders")

typedef enum wgd_hint {
#define WGD_X(sym, name, words) WGD_HINT_##sym,
    WGD_HINTS(WGD_X)
#undef WGD_X
        WGD_HINT_COUNT
} wgd_hint;

/* For example "nearest"; never NULL. */
const char *wgd_hint_name(wgd_hint h);
/* The neutral words with {num}, {name} and {field} still in them; "" for WGD_HINT_NONE. */
const char *wgd_hint_words(wgd_hint h);

WGD_API_END

#endif
