/* SPDX-License-Identifier: MIT
 *
 * Internal: from a machine instruction to what it does to its registers. Functions that return bool
 * answer false when the arena is full; p->status says so.
 */
#ifndef SCAN_SASS_FORMS_H
#define SCAN_SASS_FORMS_H

#include "code/sorted.h"
#include "sass.h"

typedef enum sass_form {
    S_RESULT, /* not followed: a register, where no suffix says more */
    S_RESULT_2,
    S_RESULT_4,
    S_PRED, /* predicates only */
    S_NONE,
    S_ADD3,
    S_ADD2,
    S_LEA,
    S_LOP3,
    S_SHF,
    S_SGXT,
    S_SETP,
    S_MAD,
    S_SEL,
    S_MINMAX,
    S_PRMT,
    S_MOV,
    S_R2UR,
    S_LDC,
    S_SPECIAL,
    S_CS2R,
    S_BRANCH,
    S_BRX,
    S_EXIT,
    S_CALL,
    S_GROUP, /* WARPGROUP.ARRIVE, WARPGROUP.DEPBAR */
    S_FENCE,
    S_STORE,
    S_GMMA
} sass_form;

typedef struct sass_row {
    char name[SCAN_ROW_NAME]; /* up to the first dot */
    uint8_t form;             /* a sass_form */
} sass_row;

/* NULL where the name is not known. */
const sass_row *sass_find(const char *s, size_t len);

/* ---- sass_parts.c ------------------------------------------------------------------------------ */

bool sass_good(const sass *p);
bool sass_is_pred(const sass_operand *o);
/* Is `reg` one of the registers of the file of `first`, R or UR? */
bool sass_in_file(uint32_t first, uint32_t reg);
/* Leading predicates, a register of n parts, predicates again: all of them become unknown. */
bool sass_result(sass *p, int n);
/* How many registers the result takes, by the suffixes; `one` where they say nothing. */
int sass_result_regs(const sass *p, int one);
/* An operand as a source of 32 bits; false for one whose value cannot be followed. */
bool sass_source(sass *p, const sass_operand *o, scan_src *out);
/* dst = op(operands `from`...), `n` of them, behind operand `dst`; what cannot be followed is a result of unknown value.
 * NULL: lowered already. */
scan_insn *sass_simple(sass *p, scan_op op, int dst, int from, int n);
/* An instruction on scratch and other registers, all named already. */
scan_insn *sass_helper(sass *p, scan_op op, int width, uint32_t dst, scan_src a, scan_src b,
                       scan_src c);
/* Closes the list of registers: those that the operands from `from` on read. */
bool sass_reads(sass *p, scan_insn *in, int from);
/* The same where `in` may be lowered already (NULL). */
bool sass_close(sass *p, scan_insn *in, int from);
/* A 64-bit number in two registers, or one written out, as a source; false: cannot be followed. */
bool sass_pair(sass *p, const sass_operand *o, uint32_t scratch, scan_src *out);
/* The halves of a 64-bit scratch register to the two of operand 0; the others were read for it. */
bool sass_unpair(sass *p, uint32_t scratch);

/* ---- one function for each form ---------------------------------------------------------------- */

bool sass_add(sass *p, int sources);
bool sass_lea(sass *p);
bool sass_mad(sass *p);

bool sass_lop3(sass *p);
bool sass_shf(sass *p);
bool sass_sgxt(sass *p);
bool sass_setp(sass *p);
bool sass_sel(sass *p);
bool sass_minmax(sass *p);
bool sass_prmt(sass *p);

bool sass_move(sass *p, scan_op op);
bool sass_ldc(sass *p);
bool sass_special(sass *p);
bool sass_cs2r(sass *p);
bool sass_branch(sass *p, bool any);
bool sass_event(sass *p, scan_op op);
bool sass_depbar(sass *p);
bool sass_store(sass *p);

#endif
