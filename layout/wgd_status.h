/* SPDX-License-Identifier: MIT
 *
 * Status codes and diagnostics shared by every part of wgdesc.
 *
 * A function that can fail returns a wgd_status. Where the caller also passes a wgd_diag, it is
 * filled on failure with what a person needs to mend the input: the field at fault, what was got,
 * what was wanted and a hint. Nothing here allocates or prints.
 */
#ifndef WGD_STATUS_H
#define WGD_STATUS_H

#include <stddef.h>
#include <stdint.h>

#include "wgd_api.h"

WGD_API_BEGIN

/* The one table of errors: symbol, pinned value, name (the JSON error.code), exit status of the
 * command line, what it means, and the default hint. Values never change once released. */
#define WGD_ERRORS(X)                                                                              \
    X(OK, 0, "ok", 0, "no error", "")                                                              \
    X(ERR_SYNTAX, 1, "syntax", 2, "the text does not parse",                                       \
      "a layout is written shape:stride, for example (8,64):(64,1)")                               \
    X(ERR_LIMIT, 2, "limit", 2, "a fixed limit is exceeded",                                       \
      "a layout holds up to 64 modes nested up to 16 deep; numbers are signed 64-bit")             \
    X(ERR_OVERFLOW, 3, "overflow", 2, "a number does not fit",                                     \
      "sizes, strides and offsets must stay below 2^63")                                           \
    X(ERR_NOT_CONGRUENT, 4, "not_congruent", 2, "two tuples do not have the same structure",       \
      "shape and stride need the same parentheses")                                                \
    X(ERR_DIVISIBILITY, 5, "divisibility", 2, "a divisibility condition of the algebra fails",     \
      "the shape must be divisible as the operation needs; CuTe refuses this input too")           \
    X(ERR_DOMAIN, 6, "domain", 2, "the operation is not defined for this input",                   \
      "see 'wgdesc layout --help' for what each operation takes")                                  \
    X(ERR_VALUE, 7, "value", 2, "a value is not one of those allowed", "")                         \
    X(ERR_DTYPE, 8, "dtype", 2, "not a data type that wgmma reads", "see 'wgdesc list dtypes'")    \
    X(ERR_MAJOR, 9, "major", 2, "this data type cannot be read in this major",                     \
      "only 16-bit types can be MN-major; store the operand K-major")                              \
    X(ERR_N, 10, "n", 2, "not a legal N of a wgmma instruction", "see 'wgdesc list ops'")          \
    X(ERR_TILE, 11, "tile", 2, "the tile is not a whole number of swizzle atoms",                  \
      "see 'wgdesc list atoms' for the size of each atom")                                         \
    X(ERR_COVER, 12, "cover", 2, "the instruction's blocks do not cover the tile",                 \
      "make the block a multiple or a divisor of the atom along MN")                               \
    X(ERR_ALIGN, 13, "align", 2, "an address is not aligned", "")                                  \
    X(ERR_RANGE, 14, "range", 2, "a field of the descriptor cannot hold the value",                \
      "start, LBO and SBO are 14 bits in units of 16 bytes: at most 262128 bytes")                 \
    X(ERR_NO_DESC, 15, "no_descriptor", 1, "no descriptor can describe this layout", "")           \
    X(ERR_JSON, 16, "json", 2, "the JSON is not valid",                                            \
      "one JSON object per line, in UTF-8, with no duplicate keys")                                \
    X(ERR_KEY, 17, "key", 2, "unknown or duplicate key",                                           \
      "each key once; the keys are the long options of the command")                               \
    X(ERR_USAGE, 18, "usage", 2, "the command line is not understood", "")                         \
    X(ERR_TOO_LONG, 19, "too_long", 2, "the input is too long", "split it")                        \
    X(ERR_IO, 20, "io", 3, "reading or writing failed",                                            \
      "the answer is not complete: the file must be open, and have room")                          \
    X(ERR_MEMORY, 21, "memory", 3, "out of memory", "free memory, or ask for less at once")        \
    X(ERR_INTERNAL, 22, "internal", 3, "an internal check failed: this is a bug in wgdesc",        \
      "please report the command that led here")                                                   \
    X(ERR_INST, 23, "instruction", 2, "no such wgmma instruction", "see 'wgdesc list ops'")        \
    X(ERR_FIT, 24, "fit", 1, "the plan does not fit the machine", "use a smaller tile")

typedef enum wgd_status {
#define WGD_X(sym, val, name, exit_status, text, hint) WGD_##sym = val,
    WGD_ERRORS(WGD_X)
#undef WGD_X
} wgd_status;

/* The JSON error.code of a status, for example "align"; never NULL. */
const char *wgd_status_name(wgd_status s);
/* One line that says what the status means; never NULL. */
const char *wgd_status_text(wgd_status s);
/* The general hint of the error table; may be "". */
const char *wgd_status_hint(wgd_status s);
/* The exit status that the command line answers with: 0, 1, 2 or 3. */
int wgd_status_exit(wgd_status s);
/* Number of rows of the error table, and the i-th row's code (0 <= i < count). */
int wgd_status_count(void);
wgd_status wgd_status_at(int i);

/* What went wrong, for a person. `field` names the option or key at fault (a static string, "" if
 * none); the texts are NUL-terminated and may be cut at their capacity. `pos` is the byte offset in
 * the text at fault, or -1. */
typedef struct wgd_diag {
    wgd_status status;
    const char *field;
    long pos;
    char what[160]; /* the sentence, without field, got or wanted */
    char got[96];
    char want[192];
    char hint[256];
} wgd_diag;

/* Fills *d (which may be NULL) and returns s. Each text may be NULL for "nothing to say"; with
 * what == NULL the table's text stands, with hint == NULL the table's hint. pos starts at -1. */
wgd_status wgd_fail(wgd_diag *d, wgd_status s, const char *field, const char *what, const char *got,
                    const char *want, const char *hint);
/* The same with a number as what was got. */
wgd_status wgd_fail_num(wgd_diag *d, wgd_status s, const char *field, const char *what, int64_t got,
                        const char *want, const char *hint);

WGD_API_END

#endif
