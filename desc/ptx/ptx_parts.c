/* SPDX-License-Identifier: MIT
 *
 * What the lowering of any PTX instruction is made of: its type, its sources, its result.
 */
#include "ptx_forms.h"

uint32_t ptx_carry(ptx *p)
{
    if (p->carry == SCAN_NO_REG) {
        p->carry = scan_add_reg(p->f, 1);
    }
    return p->carry;
}

bool ptx_result(ptx *p)
{
    scan_insn *in = ptx_emit(p, SCAN_OP_TOP, 0);
    int from = 0; /* an address or a number that comes first is read */
    if (p->n_op > 0) {
        const ptx_operand *o = &p->op[0];
        for (int v = 0; v < o->count; v++) {
            const scan_src to = p->vec[o->first + v];
            ptx_write(p, in, to.kind == SCAN_REG ? to.reg : SCAN_NO_REG);
        }
        if (o->kind == PTX_O_REG) {
            ptx_write(p, in, o->src.reg);
        }
        ptx_write(p, in, o->pair);
        from = o->kind == PTX_O_VEC || o->kind == PTX_O_REG ? 1 : 0;
    }
    /* mad.lo.cc, subc.cc, madc.hi.cc: no carry of before is known behind it. */
    if (ptx_has(p, "cc")) {
        ptx_write(p, in, ptx_carry(p));
    }
    ptx_reads(p, in, from);
    return ptx_good(p);
}

ptx_piece ptx_last_mod(const ptx *p)
{
    return p->mod[p->n_mod - 1];
}

int ptx_integer_width(ptx_piece t)
{
    const int w = ptx_type_width(t);
    const bool plain = t.len >= 2 && (t.s[0] == 'b' || t.s[0] == 'u' || t.s[0] == 's') &&
                       scan_is_digit(t.s[1]) && !memchr(t.s, 'x', t.len);
    return plain && w <= 64 ? w : SCAN_EQ_WORD(t.s, t.len, "pred") ? 1 : 0;
}

bool ptx_readable(const ptx_operand *o)
{
    return o->kind == PTX_O_REG || o->kind == PTX_O_SRC;
}

scan_insn *ptx_simple(ptx *p, scan_op op, int width, int sources)
{
    bool good = p->n_op >= sources + 1 && p->op[0].kind == PTX_O_REG && width > 0;
    for (int i = 1; good && i <= sources; i++) {
        good = ptx_readable(&p->op[i]);
    }
    if (!good) {
        ptx_result(p);
        return NULL;
    }
    scan_insn *in = ptx_emit(p, op, width);
    in->dst = p->op[0].src.reg;
    for (int i = 0; i < sources; i++) {
        in->src[i] = p->op[i + 1].src;
    }
    ptx_write(p, in, in->dst);
    ptx_reads(p, in, 1);
    return in;
}
