/* SPDX-License-Identifier: MIT
 *
 * What a refusal advises, by identity. The library says it in neutral words; a front end that has
 * options, buttons or keywords of its own finds the identity and its arguments in the wgd_diag and
 * says it in those (cli/error/hint.c does).
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
    X(STORE_K_MAJOR, "store_k_major",                                                              \
      "only 16-bit types can be MN-major; store the operand K-major")                              \
    X(INSTRUCTIONS, "instructions", "see the list of instructions")                                \
    X(ATOMS, "atoms", "see the list of atoms for the size of each")                                \
    X(BLOCK_MN, "block_mn", "make the block a multiple or a divisor of the atom along MN")         \
    X(FIELD_LIMITS, "field_limits",                                                                \
      "start, LBO and SBO are 14 bits in units of 16 bytes: at most 262128 bytes")                 \
    X(REPORT_BUG, "report_bug", "please report the call that led here")                            \
    X(SMALLER_TILE, "smaller_tile", "use a smaller tile")

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
