/* SPDX-License-Identifier: MIT
 *
 * wgmma in PTX (PTX ISA, "Asynchronous Warpgroup Level Matrix Instructions"):
 *
 *   wgmma.mma_async[.sp].sync.aligned.SHAPE.D.A.B[.satfinite][.and.popc]
 *       {d...}, a-desc | {a...}, b-desc, [metadata, selector,] scale-d
 *       [, scale-a, scale-b [, trans-a, trans-b]]
 */
#include "ptx_reader.h"

static ptx_piece name_of(const ptx *p)
{
    const ptx_piece last = p->mod[p->n_mod - 1];
    const ptx_piece all = {p->mod[0].s, (size_t)(last.s + last.len - p->mod[0].s)};
    return all;
}

/* A decimal number at *s; -1 where there is none. */
static int take_int(const char **s, const char *end)
{
    int v = -1;
    while (*s < end && scan_is_digit(**s) && v < 100000) {
        v = (v < 0 ? 0 : v) * 10 + (*(*s)++ - '0');
    }
    return v;
}

/* "m64n256k16" */
static bool shape(ptx_piece t, int *n, int *k)
{
    const char *s = t.s, *end = t.s + t.len;
    if (t.len < 7 || memcmp(s, "m64n", 4) != 0) {
        return false;
    }
    s += 4;
    *n = take_int(&s, end);
    if (s >= end || *s != 'k') {
        return false;
    }
    s++;
    *k = take_int(&s, end);
    return s == end;
}

/* The row of the instruction table for D.A.B, from part `at` of the name. */
static const wgd_inst *types(const ptx *p, int at)
{
    const char *s = p->mod[at].s;
    for (int i = 0; i < wgd_inst_count(); i++) {
        const wgd_inst *t = wgd_inst_at(i);
        const char *stop = p->mod[at + 2].s + p->mod[at + 2].len;
        const size_t len = (size_t)(stop - s);
        /* b1 has .and.popc behind the types; only those count here. */
        const char *want = t->ptx;
        const size_t want_len = strlen(want);
        if (want_len >= len && memcmp(want, s, len) == 0 && (want_len == len || want[len] == '.')) {
            return t;
        }
    }
    return NULL;
}

static bool read_name(ptx *p, scan_gmma *g)
{
    int at = 2;
    g->sparse = ptx_has(p, "sp") || ptx_has(p, "sp::ordered_metadata");
    while (at < p->n_mod && !shape(p->mod[at], &g->n, &g->k)) {
        at++;
    }
    const wgd_inst *t = at + 3 < p->n_mod ? types(p, at + 1) : NULL;
    if (!t) {
        return ptx_fail_insn(p, WGD_ERR_INST, "no such wgmma", name_of(p),
                             "wgmma.mma_async.sync.aligned.SHAPE.D.A.B");
    }
    g->a_type = t->a;
    g->b_type = t->b;
    g->d = t->acc;
    g->known_type = true;
    g->satfinite = ptx_has(p, "satfinite");
    const int k = wgd_dtype_k(t->a) * (g->sparse ? 2 : 1);
    if (g->k != k || !wgd_n_legal(t->a, g->n) || (g->sparse && !t->sparse)) {
        return ptx_fail_insn(p, WGD_ERR_INST, "no such wgmma", name_of(p),
                             "a shape that the types have");
    }
    return true;
}

static int imm(const ptx *p, int i)
{
    const bool there = i < p->n_op && p->op[i].kind == PTX_O_SRC && p->op[i].src.kind == SCAN_IMM;
    return there && p->op[i].src.imm == 1 ? 1 : there && p->op[i].src.imm == UINT64_MAX ? -1 : 0;
}

static bool descriptor(ptx *p, int i, scan_src *out)
{
    if (p->op[i].kind != PTX_O_REG && p->op[i].kind != PTX_O_SRC) {
        return ptx_fail_insn(p, WGD_ERR_SYNTAX, "an operand of the wgmma is no descriptor",
                             name_of(p), "a 64-bit register");
    }
    *out = p->op[i].src;
    return true;
}

static void registers(ptx *p, const ptx_operand *o, uint32_t *first, uint32_t *n)
{
    *first = (uint32_t)p->f->n_ref;
    for (int i = 0; i < o->count; i++) {
        const scan_src s = p->vec[o->first + i];
        if (s.kind == SCAN_REG) {
            ptx_ref(p, s.reg);
            ++*n;
        }
    }
}

static bool operands(ptx *p, scan_gmma *g)
{
    if (p->n_op < 4 || p->op[0].kind != PTX_O_VEC) {
        return ptx_fail_insn(p, WGD_ERR_SYNTAX, "the wgmma has too few operands", name_of(p),
                             "{d...}, a, b, scale-d");
    }
    registers(p, &p->op[0], &g->acc, &g->n_acc);
    g->a_shared = p->op[1].kind != PTX_O_VEC;
    if (!g->a_shared) {
        registers(p, &p->op[1], &g->areg, &g->n_areg);
    }
    if ((g->a_shared && !descriptor(p, 1, &g->a)) || !descriptor(p, 2, &g->b)) {
        return false;
    }
    int at = 3;
    if (g->sparse) {
        const bool known = p->n_op > 4 && p->op[4].src.kind == SCAN_IMM;
        g->selector = known && p->op[4].src.imm < 100 ? (int8_t)p->op[4].src.imm : known ? 100 : -1;
        at = 5;
    }
    g->scale_d = at < p->n_op ? p->op[at].src : scan_src_imm(1);
    g->neg_a = imm(p, at + 1) < 0;
    g->neg_b = imm(p, at + 2) < 0;
    g->trans_a = g->a_shared && imm(p, at + 3) == 1;
    g->trans_b = imm(p, at + (g->a_shared ? 4 : 3)) == 1;
    return true;
}

static bool mma(ptx *p)
{
    const uint32_t row = (uint32_t)p->f->n_gmma;
    scan_gmma *g = scan_add_gmma(p->f);
    if (!g) {
        return ptx_full(p);
    }
    if (!read_name(p, g) || !operands(p, g)) {
        return false;
    }
    scan_insn *in = ptx_emit(p, SCAN_OP_WGMMA, 0);
    g->insn = (uint32_t)p->f->n_insn - 1;
    in->src[0].reg = row;
    in->refs = g->acc; /* the accumulators are what it writes */
    in->n_write = (uint16_t)g->n_acc;
    return ptx_good(p);
}

bool ptx_wgmma(ptx *p)
{
    if (ptx_mod_is(p, 1, "mma_async")) {
        return mma(p);
    }
    const bool fence = ptx_mod_is(p, 1, "fence"), commit = ptx_mod_is(p, 1, "commit_group");
    if (!fence && !commit && !ptx_mod_is(p, 1, "wait_group")) {
        return ptx_fail_insn(p, WGD_ERR_INST, "no such wgmma instruction", name_of(p),
                             "mma_async, fence, commit_group or wait_group");
    }
    scan_insn *in = ptx_emit(p, fence ? SCAN_OP_FENCE : commit ? SCAN_OP_COMMIT : SCAN_OP_WAIT, 0);
    if (!fence && !commit && p->n_op > 0) {
        in->src[0] = p->op[0].src;
    }
    return ptx_good(p);
}
