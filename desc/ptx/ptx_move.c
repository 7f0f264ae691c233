/* SPDX-License-Identifier: MIT
 *
 * PTX instructions that bring values from one place to another: mov, cvt, cvta, ld, st.
 */
#include "ptx_forms.h"

/* "mov.b64 %rd1, {%r1, %r2};" */
static bool lower_pack(ptx *p)
{
    const ptx_operand *o = &p->op[1];
    const int width = ptx_integer_width(ptx_last_mod(p));
    if (o->count != 2 || p->op[0].kind != PTX_O_REG || width < 16) {
        return ptx_result(p);
    }
    scan_insn *in = ptx_emit(p, SCAN_OP_CONCAT, width);
    in->dst = p->op[0].src.reg;
    in->sw = (uint8_t)(width / 2);
    in->src[0] = p->vec[o->first];
    in->src[1] = p->vec[o->first + 1];
    ptx_write(p, in, in->dst);
    ptx_reads(p, in, 1);
    return ptx_good(p);
}

/* "mov.b64 {%r1, %r2}, %rd1;": two instructions. */
static bool lower_unpack(ptx *p)
{
    const ptx_operand *o = &p->op[0];
    const int width = ptx_integer_width(ptx_last_mod(p));
    if (o->count != 2 || !ptx_readable(&p->op[1]) || width < 16) {
        return ptx_result(p);
    }
    const scan_src from = p->op[1].src;
    for (int half = 0; half < 2; half++) {
        if (p->vec[o->first + half].kind != SCAN_REG) { /* _ */
            continue;
        }
        const uint32_t dst = p->vec[o->first + half].reg;
        scan_insn *in = ptx_emit(p, half ? SCAN_OP_BFE : SCAN_OP_CVT, half ? width : width / 2);
        in->dst = dst;
        in->sw = (uint8_t)width;
        in->src[0] = from;
        in->src[1] = scan_src_imm((uint64_t)(width / 2));
        in->src[2] = scan_src_imm((uint64_t)(width / 2));
        ptx_write(p, in, dst);
        ptx_reads(p, in, 1);
    }
    return ptx_good(p);
}

bool ptx_mov(ptx *p)
{
    if (p->n_op == 2 && p->op[1].kind == PTX_O_VEC) {
        return lower_pack(p);
    }
    if (p->n_op == 2 && p->op[0].kind == PTX_O_VEC) {
        return lower_unpack(p);
    }
    if (p->n_op == 2 && p->op[0].kind == PTX_O_REG && p->op[1].special && p->op[1].src.imm > 0) {
        scan_insn *in = ptx_emit(p, SCAN_OP_RANGE, ptx_type_width(ptx_last_mod(p)));
        in->dst = p->op[0].src.reg;
        in->src[0] = scan_src_imm(p->op[1].src.imm);
        ptx_write(p, in, in->dst);
        return ptx_good(p);
    }
    const int width = ptx_type_width(ptx_last_mod(p));
    ptx_simple(p, SCAN_OP_MOV, width <= 64 ? width : 0, 1);
    return ptx_good(p);
}

bool ptx_cvt(ptx *p)
{
    const int to = ptx_integer_width(ptx_last_mod(p));
    /* cvt.DST.SRC: the last type is the source's. */
    const int wide = p->n_mod == 3 ? ptx_integer_width(p->mod[1]) : 0;
    scan_insn *in = ptx_simple(p, SCAN_OP_CVT, to > 0 ? wide : 0, 1);
    if (in) {
        in->sw = (uint8_t)to;
        in->flags |= ptx_last_mod(p).s[0] == 's' ? SCAN_FLAG_SIGNED : 0;
    }
    return ptx_good(p);
}

/* A generic address is the shared one plus the start of the shared window, which lies at a multiple
 * of 2^24 (so the machine code computes it) and stays the same. Other spaces are of no interest. */
bool ptx_cvta(ptx *p)
{
    static const char window[] = "the shared window";
    const bool shared = ptx_has(p, "shared") || ptx_has(p, "shared::cta");
    scan_insn *in = ptx_simple(p, SCAN_OP_ADD, shared ? ptx_integer_width(ptx_last_mod(p)) : 0, 1);
    if (!in) {
        return ptx_good(p);
    }
    const uint32_t sym = scan_add_sym(p->f, window, sizeof window - 1, SCAN_SYM_OTHER, 0);
    if (sym == SCAN_NO_REG) {
        return ptx_full(p);
    }
    p->f->sym[sym].align = 1u << 24;
    in->src[1].kind = SCAN_SYM;
    in->src[1].reg = sym;
    in->src[1].flags = ptx_has(p, "to") ? SCAN_NEG : 0;
    in->flags |= SCAN_FLAG_BORROW;
    return true;
}

bool ptx_ld(ptx *p)
{
    const int width = ptx_type_width(ptx_last_mod(p));
    const bool param = p->n_mod > 1 && p->mod[1].len >= 5 && memcmp(p->mod[1].s, "param", 5) == 0;
    if (!param || p->n_op != 2 || p->op[0].kind != PTX_O_REG || width == 0 || width > 64 ||
        p->op[1].kind != PTX_O_ADDR || p->op[1].src.kind != SCAN_NONE || !p->op[1].text.s ||
        !p->f->entry) {
        return ptx_result(p);
    }
    const uint32_t sym =
        scan_add_sym(p->f, p->op[1].text.s, p->op[1].text.len, SCAN_SYM_PARAM, p->op[1].offset);
    if (sym == SCAN_NO_REG) {
        return ptx_full(p);
    }
    scan_sym *s = &p->f->sym[sym];
    if (s->align == 1) { /* read for the first time */
        s->align = 2;
        s->width = (uint8_t)width;
    }
    /* Read with different widths, a parameter is two numbers; the first reading is the one that is known. */
    scan_insn *in = ptx_emit(p, s->width == width ? SCAN_OP_MOV : SCAN_OP_TOP, width);
    in->dst = p->op[0].src.reg;
    in->src[0].kind = SCAN_SYM;
    in->src[0].reg = sym;
    ptx_write(p, in, in->dst);
    return ptx_good(p);
}

bool ptx_st(ptx *p)
{
    const bool shared = ptx_has(p, "shared") || ptx_has(p, "shared::cta");
    scan_insn *in = ptx_emit(p, shared ? SCAN_OP_ST_SHARED : SCAN_OP_TOP, 32);
    if (shared && p->n_op > 0) {
        in->src[0] = p->op[0].src;
        in->src[1] = scan_src_imm((uint64_t)p->op[0].offset);
    }
    ptx_reads(p, in, 0);
    return ptx_good(p);
}
