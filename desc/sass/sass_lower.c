/* SPDX-License-Identifier: MIT
 *
 * From a machine instruction to what it does to its registers: by its row of the table.
 */
#include "sass_forms.h"

static bool lower_form(sass *p, sass_form form)
{
    switch (form) {
    case S_RESULT_2:
        return sass_result(p, sass_result_regs(p, 2));
    case S_RESULT_4:
        return sass_result(p, sass_result_regs(p, 4));
    case S_PRED:
        return sass_result(p, 0);
    case S_NONE:
        return sass_event(p, SCAN_OP_TOP);
    case S_ADD3:
    case S_ADD2:
        return sass_add(p, form == S_ADD3 ? 3 : 2);
    case S_LEA:
        return sass_lea(p);
    case S_LOP3:
        return sass_lop3(p);
    case S_SHF:
        return sass_shf(p);
    case S_SGXT:
        return sass_sgxt(p);
    case S_SETP:
        return sass_setp(p);
    case S_MAD:
        return sass_mad(p);
    case S_SEL:
        return sass_sel(p);
    case S_MINMAX:
        return sass_minmax(p);
    case S_PRMT:
        return sass_prmt(p);
    case S_MOV:
        return sass_move(p, SCAN_OP_MOV);
    case S_R2UR:
        return sass_move(p, SCAN_OP_UNIFY);
    case S_LDC:
        return sass_ldc(p);
    case S_SPECIAL:
        return sass_special(p);
    case S_CS2R:
        return sass_cs2r(p);
    case S_BRANCH:
    case S_BRX:
        return sass_branch(p, form == S_BRX);
    case S_EXIT:
        return sass_event(p, SCAN_OP_EXIT);
    case S_CALL:
        return sass_event(p, SCAN_OP_CALL);
    case S_GROUP:
        return sass_has(p, "ARRIVE") ? sass_event(p, SCAN_OP_FENCE) : sass_depbar(p);
    case S_FENCE:
        return sass_event(p, sass_has(p, "ASYNC") ? SCAN_OP_PROXY : SCAN_OP_TOP);
    case S_STORE:
        return sass_store(p);
    case S_GMMA:
        return sass_gmma(p);
    default:
        return sass_result(p, sass_result_regs(p, 1));
    }
}

bool sass_lower(sass *p)
{
    if (p->n_mod == 0) {
        return true;
    }
    const sass_row *row = sass_find(p->mod[0], p->mod_len[0]);
    if (!row) {
        /* An unknown name may write up to four registers. */
        return scan_add_unknown(p->f) ? sass_result(p, 4) : sass_full(p);
    }
    return lower_form(p, (sass_form)row->form);
}
