/* SPDX-License-Identifier: MIT
 *
 * From a PTX instruction to what it does to its registers: by its form, of which this file has those
 * that branch, wait and end. One that is not in the table is counted as unknown, and writes its first
 * operand.
 */
#include "ptx_forms.h"

static bool lower_none(ptx *p)
{
    ptx_reads(p, ptx_emit(p, SCAN_OP_TOP, 0), 0);
    return ptx_good(p);
}

static bool lower_bra(ptx *p)
{
    const ptx_operand *o = &p->op[0];
    uint32_t label = SCAN_NO_REG;
    if (p->n_op < 1 || !o->text.s) {
        return ptx_fail_insn(p, WGD_ERR_SYNTAX, "a branch has no target", p->mod[0], "a label");
    }
    if (!ptx_label(p, o->text, &label)) {
        return false;
    }
    ptx_emit(p, SCAN_OP_BRANCH, 0)->src[0].reg = label;
    return ptx_good(p);
}

static bool lower_event(ptx *p, scan_op op, uint32_t label)
{
    scan_insn *in = ptx_emit(p, op, 0);
    in->src[0].reg = label;
    ptx_reads(p, in, 0);
    return ptx_good(p);
}

static bool lower_fence(ptx *p)
{
    const bool async = ptx_has(p, "proxy") && (ptx_has(p, "async") || ptx_has(p, "async::generic"));
    return lower_event(p, async ? SCAN_OP_PROXY : SCAN_OP_TOP, 0);
}

static bool lower_brx(ptx *p)
{
    return lower_event(p, SCAN_OP_BRANCH, SCAN_ANY_LABEL);
}

static bool lower_exit(ptx *p)
{
    return lower_event(p, SCAN_OP_EXIT, 0);
}

static bool lower_call(ptx *p)
{
    return lower_event(p, SCAN_OP_CALL, 0);
}

typedef bool form_fn(ptx *p);
static form_fn *const forms[] = {
    [F_RESULT] = ptx_result, [F_NONE] = lower_none,   [F_MOV] = ptx_mov,
    [F_ADD] = ptx_add,       [F_MUL] = ptx_mul,       [F_LOGIC] = ptx_logic,
    [F_LOP3] = ptx_lop3,     [F_SHIFT] = ptx_shift,   [F_SHF] = ptx_shf,
    [F_BFE] = ptx_bfe,       [F_BFI] = ptx_bfi,       [F_CVT] = ptx_cvt,
    [F_CVTA] = ptx_cvta,     [F_SELP] = ptx_selp,     [F_SETP] = ptx_setp,
    [F_MINMAX] = ptx_minmax, [F_DIVREM] = ptx_divrem, [F_PRMT] = ptx_prmt,
    [F_NEG] = ptx_neg,       [F_COUNT] = ptx_count,   [F_LD] = ptx_ld,
    [F_ST] = ptx_st,         [F_BRA] = lower_bra,     [F_BRX] = lower_brx,
    [F_EXIT] = lower_exit,   [F_CALL] = lower_call,   [F_FENCE] = lower_fence,
    [F_WGMMA] = ptx_wgmma,
};

bool ptx_lower(ptx *p)
{
    const int form = ptx_find_form(p->mod[0]);
    if (form < 0 && !scan_add_unknown(p->f)) {
        return ptx_full(p);
    }
    return forms[form < 0 ? F_RESULT : form](p);
}
