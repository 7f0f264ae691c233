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
#include "wgd_hint.h"
#include "wgd_text.h"

WGD_API_BEGIN

/* The one table of errors: symbol, pinned value, name, what it means, and the general hint. Values
 * never change once released. 16 to 21 are left to the programs around the library: input, output,
 * memory. */
#define WGD_ERRORS(X)                                                                              \
    X(OK, 0, "ok", "no error", NONE)                                                               \
    X(ERR_SYNTAX, 1, "syntax", "the text does not parse", LAYOUT_FORM)                             \
    X(ERR_LIMIT, 2, "limit", "a fixed limit is exceeded", LAYOUT_LIMITS)                           \
    X(ERR_OVERFLOW, 3, "overflow", "a number does not fit", NUMBER_LIMITS)                         \
    X(ERR_NOT_CONGRUENT, 4, "not_congruent", "two tuples do not have the same structure",          \
      SAME_PARENTHESES)                                                                            \
    X(ERR_DIVISIBILITY, 5, "divisibility", "a divisibility condition of the algebra fails",        \
      DIVISIBLE)                                                                                   \
    X(ERR_DOMAIN, 6, "domain", "the operation is not defined for this input", OPERATIONS)          \
    X(ERR_VALUE, 7, "value", "a value is not one of those allowed", NONE)                          \
    X(ERR_DTYPE, 8, "dtype", "not a data type that wgmma reads", DTYPES)                           \
    X(ERR_MAJOR, 9, "major", "this data type cannot be read in this major", STORE_K_MAJOR)         \
    X(ERR_N, 10, "n", "not a legal N of a wgmma instruction", INSTRUCTIONS)                        \
    X(ERR_TILE, 11, "tile", "the tile is not a whole number of swizzle atoms", ATOMS)              \
    X(ERR_COVER, 12, "cover", "the instruction's blocks do not cover the tile", BLOCK_MN)          \
    X(ERR_ALIGN, 13, "align", "an address is not aligned", NONE)                                   \
    X(ERR_RANGE, 14, "range", "a field of the descriptor cannot hold the value", FIELD_LIMITS)     \
    X(ERR_NO_DESC, 15, "no_descriptor", "no descriptor can describe this layout", NONE)            \
    X(ERR_INTERNAL, 22, "internal", "an internal check failed: this is a bug in wgdesc",           \
      REPORT_BUG)                                                                                  \
    X(ERR_INST, 23, "instruction", "no such wgmma instruction", INSTRUCTIONS)                      \
    X(ERR_FIT, 24, "fit", "the plan does not fit the machine", SMALLER_TILE)

typedef enum wgd_status {
#define WGD_X(sym, val, name, text, hint) WGD_##sym = val,
    WGD_ERRORS(WGD_X)
#undef WGD_X
} wgd_status;

/* The name of a status, for example "align"; never NULL. What is not of the table has the name of
 * ERR_INTERNAL, and its text. */
const char *wgd_status_name(wgd_status s);
/* One line that says what the status means; never NULL. */
const char *wgd_status_text(wgd_status s);
/* The general hint of the error table; may be WGD_HINT_NONE. */
wgd_hint wgd_status_hint(wgd_status s);
/* Number of rows of the error table, and the i-th row's code (0 <= i < count). */
int wgd_status_count(void);
wgd_status wgd_status_at(int i);

/* What went wrong, for a person. `field` names the parameter at fault (a static string, "" if
 * none); the texts are NUL-terminated and may be cut at their capacity. `pos` is the byte offset in
 * the text at fault, or -1. `hint` is in neutral words; hint_id, hint_num and hint_name say the same
 * as an identity with its arguments (WGD_HINT_NONE where the words name no parameter: then a front
 * end can only repeat them). */
typedef struct wgd_diag {
    wgd_status status;
    const char *field;
    long pos;
    char what[160]; /* the sentence, without field, got or wanted */
    char got[96];
    char want[640]; /* room for the names of all operations */
    char hint[256];
    wgd_hint hint_id;
    int64_t hint_num;      /* {num} of the hint's words, else 0 */
    const char *hint_name; /* {name}: a static string, "" where there is none */
} wgd_diag;

/* Fills *d (which may be NULL) and returns s. Each text may be NULL for "nothing to say"; with
 * what == NULL the table's text stands, with hint == NULL the table's hint. pos starts at -1. */
wgd_status wgd_fail(wgd_diag *d, wgd_status s, const char *field, const char *what, const char *got,
                    const char *want, const char *hint);
/* The same with a number as what was got. */
wgd_status wgd_fail_num(wgd_diag *d, wgd_status s, const char *field, const char *what, int64_t got,
                        const char *want, const char *hint);
/* Gives *d (which may be NULL) another hint and returns s: wgd_diag_hint(d, wgd_fail(d, ...), ...). */
wgd_status wgd_diag_hint(wgd_diag *d, wgd_status s, wgd_hint h, int64_t num, const char *name);
/* Words of a hint with the arguments of *d in their places: those of wgd_hint_words or a front end's
 * own. */
void wgd_put_hint(wgd_text *t, const char *words, const wgd_diag *d);

WGD_API_END

#endif
