/* SPDX-License-Identifier: MIT
 *
 * Instructions of the intermediate form, with what they read and write.
 */
#include "ptx_reader.h"

bool ptx_has(const ptx *p, const char *w)
{
    for (int i = 1; i < p->n_mod; i++) {
        if (ptx_mod_is(p, i, w)) {
            return true;
        }
    }
    return false;
}

scan_insn *ptx_emit(ptx *p, scan_op op, int width)
{
    scan_insn *in = scan_add_insn(p->f, op, width, p->line);
    if (!in) {
        ptx_full(p);
        in = &p->spare; /* which nobody reads */
    }
    in->source_line = p->source_line;
    in->guard = p->guard;
    in->flags = p->guard_not ? SCAN_FLAG_GUARD_NOT : 0;
    return in;
}

void ptx_ref(ptx *p, uint32_t reg)
{
    if (!scan_add_ref(p->f, reg)) {
        ptx_full(p);
    }
}

void ptx_write(ptx *p, scan_insn *in, uint32_t reg)
{
    if (reg != SCAN_NO_REG) {
        in->n_write++;
        ptx_ref(p, reg);
    }
}

static void read_src(ptx *p, scan_insn *in, scan_src s)
{
    if (s.kind == SCAN_REG) {
        in->n_read++;
        ptx_ref(p, s.reg);
    }
}

void ptx_reads(ptx *p, scan_insn *in, int from)
{
    for (int i = from; i < p->n_op; i++) {
        const ptx_operand *o = &p->op[i];
        for (int v = 0; v < o->count; v++) {
            read_src(p, in, p->vec[o->first + v]);
        }
        read_src(p, in, o->src);
    }
}
