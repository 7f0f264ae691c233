/* SPDX-License-Identifier: MIT
 *
 * wgmma in machine code, as it appears for the PTX of each form:
 *
 *   HGMMA.64x64x16.F32[.BF16|.TF32] R24, gdesc[UR8].tnspA.tnspB, R24[, !UPT][, gsb0]
 *   HGMMA.64x64x16.F32 R24, R4, gdesc[UR8], R24                    A from registers
 *   QGMMA.64x8x32.F32.E4M3.E5M2   IGMMA.64x8x32.S8.U8[.SAT]   BGMMA.64x8x256.AND.POPC
 *   HGMMA.SP.64x8x32.F32 R28, gdesc[UR4], R28, UP0, R40, 0x1       metadata and selector
 *
 * gdesc[URn]: the words of A and B are in URn, URn+1 and URn+2, URn+3, also where A is in registers.
 * The last instruction of a group says gsb0.
 */
#include "sass_forms.h"

/* 0 where there is no number. */
static int take_int(const char **s)
{
    int v = 0;
    while (scan_is_digit(**s) && v < 100000) {
        v = v * 10 + (*(*s)++ - '0');
    }
    return v;
}

/* "64x256x16"; a dot, a blank or a semicolon stands behind. */
static bool shape(const char *s, size_t len, int *n, int *k)
{
    const char *const end = s + len;
    if (take_int(&s) != 64 || *s++ != 'x') {
        return false;
    }
    *n = take_int(&s);
    if (*s++ != 'x') {
        return false;
    }
    *k = take_int(&s);
    return s == end && *n > 0 && *k > 0;
}

static bool type_of(const sass *p, int i, wgd_dtype *out)
{
    static const struct {
        const char *name;
        wgd_dtype type;
    } names[] = {{"E4M3", WGD_E4M3}, {"E5M2", WGD_E5M2}, {"S8", WGD_S8}, {"U8", WGD_U8}};
    for (size_t t = 0; t < sizeof names / sizeof names[0]; t++) {
        if (sass_mod_is(p, i, names[t].name)) {
            *out = names[t].type;
            return true;
        }
    }
    return false;
}

static void types(const sass *p, scan_gmma *g, int at)
{
    g->known_type = true;
    switch (p->mod[0][0]) {
    case 'H':
        g->d = sass_has(p, "F32") ? WGD_ACC_F32 : WGD_ACC_F16;
        g->a_type = sass_has(p, "BF16") ? WGD_BF16 : sass_has(p, "TF32") ? WGD_TF32 : WGD_F16;
        g->b_type = g->a_type;
        break;
    case 'Q':
        g->d = sass_mod_is(p, at + 1, "F16") ? WGD_ACC_F16 : WGD_ACC_F32;
        g->known_type = type_of(p, at + 2, &g->a_type) && type_of(p, at + 3, &g->b_type);
        break;
    case 'I':
        g->d = WGD_ACC_S32;
        g->known_type = type_of(p, at + 1, &g->a_type) && type_of(p, at + 2, &g->b_type);
        g->satfinite = sass_has(p, "SAT");
        break;
    default:
        g->d = WGD_ACC_S32;
        g->a_type = g->b_type = WGD_B1;
        break;
    }
}

/* The operands behind the descriptor: accumulator, then scale-d, metadata, selector, gsb0. */
static bool tail(sass *p, scan_gmma *g, int at)
{
    bool commit = false;
    g->scale_d = scan_src_imm(1);
    if (at < p->n_op && p->op[at].kind == SASS_O_ZERO) {
        g->scale_d = scan_src_imm(0);
    }
    for (int i = at + 1; i < p->n_op; i++) {
        const sass_operand *o = &p->op[i];
        if (o->kind == SASS_O_PRED) {
            g->scale_d = scan_src_reg(o->reg);
            g->scale_d.flags = o->inverted ? SCAN_NOT : 0;
        } else if (o->kind == SASS_O_TRUE) {
            g->scale_d = scan_src_imm(o->inverted ? 0 : 1);
        } else if (o->kind == SASS_O_IMM && g->sparse) {
            g->selector = o->imm < 100 ? (int8_t)o->imm : 100;
        }
        commit = commit || SCAN_EQ_WORD(o->s, o->len, "gsb0");
    }
    return commit;
}

/* The accumulators: N / 2 registers of 32 bits, N / 4 of two halves. */
static void accumulators(sass *p, scan_gmma *g, uint32_t first, scan_insn *in)
{
    const uint32_t n = (uint32_t)(g->d == WGD_ACC_F16 ? g->n / 4 : g->n / 2);
    g->acc = in->refs;
    for (uint32_t i = 0; i < n && first + i < SASS_UR; i++) {
        sass_write(p, in, first + i);
        g->n_acc++;
    }
}

static void a_registers(sass *p, scan_gmma *g, uint32_t first)
{
    g->areg = (uint32_t)p->f->n_ref;
    for (uint32_t i = 0; i < 4 && first + i < SASS_UR; i++) {
        sass_ref(p, first + i);
        g->n_areg++;
    }
}

bool sass_gmma(sass *p)
{
    const uint32_t row = (uint32_t)p->f->n_gmma;
    scan_gmma *g = scan_add_gmma(p->f);
    if (!g) {
        return sass_full(p);
    }
    g->sparse = sass_mod_is(p, 1, "SP");
    const int at = g->sparse ? 2 : 1;
    const int desc = p->op[1].kind == SASS_O_GDESC ? 1 : 2;
    if (at >= p->n_mod || !shape(p->mod[at], p->mod_len[at], &g->n, &g->k) || p->n_op <= desc ||
        p->op[desc].kind != SASS_O_GDESC || p->op[0].kind != SASS_O_REG) {
        /* The name with its suffixes. Operands may be missing, and then theirs are an older line's. */
        const int last = p->n_mod - 1;
        const size_t len = (size_t)(p->mod[last] - p->mod[0]) + p->mod_len[last];
        return sass_fail(p, WGD_ERR_INST, "the wgmma is not understood", p->mod[0], len,
                         "HGMMA.64xNxK R, gdesc[UR], R");
    }
    types(p, g, at);
    g->a_shared = desc == 1;
    g->trans_a = p->op[desc].trans_a && g->a_shared;
    g->trans_b = p->op[desc].trans_b;
    g->a = scan_src_reg(p->op[desc].reg);
    g->a_hi = scan_src_reg(p->op[desc].reg + 1);
    g->b = scan_src_reg(p->op[desc].reg + 2);
    g->b_hi = scan_src_reg(p->op[desc].reg + 3);
    const scan_src none = {SCAN_NONE, 0, SCAN_NO_REG, 0};
    if (!g->a_shared) {
        g->a = g->a_hi = none;
        a_registers(p, g, p->op[1].reg);
    }
    const bool commit = tail(p, g, desc + 1);
    scan_insn *in = sass_emit(p, SCAN_OP_WGMMA, 0);
    accumulators(p, g, p->op[0].reg, in);
    g->insn = (uint32_t)p->f->n_insn - 1;
    in->src[0].reg = row;
    if (commit) {
        sass_emit(p, SCAN_OP_COMMIT, 0);
    }
    return sass_good(p);
}
