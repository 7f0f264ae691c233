/* SPDX-License-Identifier: MIT
 *
 * Internal: from a PTX instruction to what it does to its registers. Functions that return bool answer
 * false after an error; p->status says which.
 */
#ifndef SCAN_PTX_FORMS_H
#define SCAN_PTX_FORMS_H

#include "ptx_reader.h"

typedef enum ptx_form {
    F_RESULT, /* writes its first operand, nothing is known of the value */
    F_NONE,   /* writes no register */
    F_MOV,
    F_ADD,
    F_MUL,
    F_LOGIC,
    F_LOP3,
    F_SHIFT,
    F_SHF,
    F_BFE,
    F_BFI,
    F_CVT,
    F_CVTA,
    F_SELP,
    F_SETP,
    F_MINMAX,
    F_DIVREM,
    F_PRMT,
    F_NEG,
    F_COUNT, /* a number of bits or a bit's place: small */
    F_LD,
    F_ST,
    F_BRA,
    F_BRX,
    F_EXIT,
    F_CALL,
    F_FENCE,
    F_WGMMA
} ptx_form;

/* The form of the instruction of this name, or -1: no such row. */
int ptx_find_form(ptx_piece name);

/* ---- ptx_parts.c ------------------------------------------------------------------------------- */

/* The register of the carry flag, CC.CF. */
uint32_t ptx_carry(ptx *p);
/* Writes what the first operand names, and the carry flag with .cc; the values are not known. */
bool ptx_result(ptx *p);
/* The last part of the instruction's name, mostly a type. */
ptx_piece ptx_last_mod(const ptx *p);
/* The width of the integer type at the end of the name; 0: not an integer of up to 64 bits. */
int ptx_integer_width(ptx_piece t);
/* Is the operand a register or a number? */
bool ptx_readable(const ptx_operand *o);
/* dst = op(operands 1...); what does not look like that is a result of unknown value. NULL: it has
 * been lowered. At most three sources. */
scan_insn *ptx_simple(ptx *p, scan_op op, int width, int sources);

/* ---- one function for each form ---------------------------------------------------------------- */

bool ptx_add(ptx *p);
bool ptx_mul(ptx *p);
bool ptx_logic(ptx *p);
bool ptx_lop3(ptx *p);
bool ptx_shift(ptx *p);
bool ptx_shf(ptx *p);
bool ptx_bfe(ptx *p);
bool ptx_bfi(ptx *p);
bool ptx_selp(ptx *p);
bool ptx_setp(ptx *p);
bool ptx_minmax(ptx *p);
bool ptx_divrem(ptx *p);
bool ptx_prmt(ptx *p);
bool ptx_neg(ptx *p);
bool ptx_count(ptx *p);

bool ptx_mov(ptx *p);
bool ptx_cvt(ptx *p);
bool ptx_cvta(ptx *p);
bool ptx_ld(ptx *p);
bool ptx_st(ptx *p);

#endif
