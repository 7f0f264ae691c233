/* SPDX-License-Identifier: MIT
 *
 * The tcgen05.mma of a plan: its kind from the types, its M and N from the tile.
 */
#include "plan_parts.h"
#include "wgd_text.h"

/* What a type of shared memory is to the instruction. */
static int type_of(wgd_dtype t)
{
    switch (t) {
    case WGD_E2M1_UNPACKED8:
    case WGD_E2M1_PACKED4:
        return WGD_FRAG_E2M1;
    case WGD_E2M3_UNPACKED8:
        return WGD_FRAG_E2M3;
    case WGD_E3M2_UNPACKED8:
        return WGD_FRAG_E3M2;
    default:
        return (int)t; /* wgmma's types have the same numbers in both lists */
    }
}

/* A kind reads 32 bytes of K, so its K says how wide an element is stored. */
static bool takes(wgd_umma_kind kind, wgd_dtype t)
{
    return wgd_umma_inputs(kind) >> type_of(t) & 1u &&
           wgd_umma_kind_k(kind) * wgd_dtype_bits(t) == 8 * WGD_K_BYTES;
}

/* Does the kind that was given, or any, take the two? */
static bool multiplied(const wgd_plan_query *q, wgd_dtype a, wgd_dtype b)
{
    bool fits = false;
    for (int k = 0; k < WGD_UMMA_KIND_COUNT; k++) {
        const wgd_umma_kind kind = (wgd_umma_kind)k;
        fits = fits || ((!q->kind_given || q->kind == kind) && takes(kind, a) && takes(kind, b));
    }
    return fits;
}

/* The types that go with A's, or with their own. */
static void put_types(wgd_text *w, const wgd_plan_query *q, bool with_a)
{
    for (int i = 0; i < WGD_DTYPE_COUNT; i++) {
        const wgd_dtype t = (wgd_dtype)i;
        if (multiplied(q, with_a ? q->operand[0].dtype : t, t)) {
            wgd_put_str(w, w->need ? ", " : "");
            wgd_put_str(w, wgd_dtype_get(t)->name);
        }
    }
}

static wgd_status fail_types(const wgd_plan_query *q, wgd_diag *diag)
{
    const bool a = multiplied(q, q->operand[0].dtype, q->operand[0].dtype);
    char want[160];
    wgd_text w = wgd_text_into(want, sizeof want);
    put_types(&w, q, a);
    wgd_text_end(&w);
    return wgd_fail(diag, WGD_ERR_INST, a ? "b-dtype" : "dtype",
                    q->kind_given ? "this kind of tcgen05.mma does not multiply the type"
                    : a           ? "no tcgen05.mma multiplies these two types"
                                  : "no tcgen05.mma multiplies this type",
                    wgd_dtype_get(q->operand[a ? 1 : 0].dtype)->name, want,
                    "packed fp4 is of kinds mxf4 and mxf4nvf4, a byte each of f8f6f4 and mxf8f6f4");
}

static int acc_type(wgd_acc acc)
{
    return acc == WGD_ACC_F16 ? WGD_FRAG_F16 : acc == WGD_ACC_F32 ? WGD_FRAG_F32 : WGD_FRAG_S32;
}

/* A complaint about an instruction in the words of a plan: others are the same, or are not made about what a plan
 * asks for. s is its status. */
static wgd_status in_plan_words(wgd_status s, wgd_diag *diag)
{
    static const char *const words[][2] = {
        {"d", "acc"}, {"sf", "scale"}, {"a_major", "a-major"}, {"b_major", "b-major"}};
    for (size_t i = 0; diag && i < sizeof words / sizeof words[0]; i++) {
        const char *f = diag->field, *w = words[i][0];
        while (*f && *f == *w) {
            f++, w++;
        }
        if (*f == *w) {
            return wgd_diag_field(diag, s, words[i][1]);
        }
    }
    return s;
}

/* The instruction as far as it is asked for, M and N apart. */
static wgd_umma_op asked_op(const wgd_plan_query *q, wgd_umma_kind kind)
{
    wgd_umma_op op = wgd_umma_op_of(kind);
    op.arch = q->arch;
    op.cta_group = q->cta_group == 2 ? 2 : 1;
    op.a = type_of(q->operand[0].dtype);
    op.b = type_of(q->operand[1].dtype);
    op.d = q->acc_given ? acc_type(q->acc) : (int)WGD_FRAG_TYPE_NONE;
    op.sf = q->scale;
    op.vec = (int)q->vec;
    op.a_major = q->operand[0].major;
    op.b_major = q->operand[1].major;
    return op;
}

/* What does not depend on the tile, by a shape that every form has. */
static wgd_status complete_asked(wgd_umma_op *op, wgd_diag *diag)
{
    op->m = 128 * op->cta_group;
    op->n = 128;
    return wgd_umma_op_complete(op, diag);
}

/* The first kind of the types that has what else is asked, in *op; else the first, whose refusal is told. */
static wgd_status find_kind(const wgd_plan_query *q, wgd_umma_op *op, wgd_diag *diag)
{
    int first = -1;
    for (int k = 0; k < WGD_UMMA_KIND_COUNT; k++) {
        const wgd_umma_kind kind = (wgd_umma_kind)k;
        if (!takes(kind, q->operand[0].dtype) || !takes(kind, q->operand[1].dtype) ||
            (q->kind_given && q->kind != kind)) {
            continue;
        }
        first = first < 0 ? k : first;
        *op = asked_op(q, kind);
        if (complete_asked(op, NULL) == WGD_OK) {
            return WGD_OK;
        }
    }
    if (first < 0) {
        return fail_types(q, diag);
    }
    *op = asked_op(q, (wgd_umma_kind)first);
    return in_plan_words(complete_asked(op, diag), diag);
}

static wgd_status check_asked(const wgd_plan_query *q, wgd_diag *diag)
{
    if (q->sparse) {
        return wgd_fail(diag, WGD_ERR_INST, "sparse",
                        "a sparse main loop is planned for wgmma only", "true", "false",
                        "with tcgen05 the metadata of A lie in tensor memory");
    }
    if (q->warpgroups != 0) {
        return wgd_fail_num(diag, WGD_ERR_VALUE, "warpgroups",
                            "tcgen05 has no consumer warpgroups: one thread issues", q->warpgroups,
                            "none", "leave it out");
    }
    if (q->cta_group != 0 && q->cta_group != 1 && q->cta_group != 2) {
        return wgd_fail_num(diag, WGD_ERR_VALUE, "cta-group", NULL, q->cta_group, "1 or 2",
                            "1, or 2 for a pair of CTAs that share the tile");
    }
    /* What an instruction's fields can hold; the instruction's own limits are its form's. */
    if (q->n_inst < 0 || q->n_inst > INT32_MAX) {
        const wgd_status s = wgd_fail_num(diag, WGD_ERR_N, "n", "no tcgen05.mma has this N",
                                          q->n_inst, "8 to 256", NULL);
        return wgd_diag_hint(diag, s, WGD_HINT_OPEN_N, 0, NULL);
    }
    if (q->vec < 0 || q->vec > INT32_MAX) {
        return wgd_fail_num(diag, WGD_ERR_VALUE, "vec", "no scale vector is so long", q->vec,
                            "16 or 32", "16 for nvf4, 32 for the mx types");
    }
    if (q->acc_stages < 0 || q->acc_stages > 2) {
        return wgd_fail_num(diag, WGD_ERR_VALUE, "acc-stages", NULL, q->acc_stages, "1 or 2",
                            "leave it out for two where they fit");
    }
    return WGD_OK;
}

wgd_status wgd_plan_umma_find(wgd_plan *p, wgd_diag *diag)
{
    wgd_plan_query *q = &p->query;
    wgd_umma_op *op = &p->umma.op;
    wgd_status s = check_asked(q, diag);
    if (s == WGD_OK) {
        s = find_kind(q, op, diag);
    }
    if (s != WGD_OK) {
        return s;
    }
    q->kind = op->kind;
    q->cta_group = op->cta_group;
    q->acc = op->d == WGD_FRAG_F16   ? WGD_ACC_F16
             : op->d == WGD_FRAG_F32 ? WGD_ACC_F32
                                     : WGD_ACC_S32;
    q->acc_given = true;
    q->scale = op->sf;
    q->vec = op->vec;
    p->inst = NULL;
    p->acc = q->acc;
    p->cta_group = op->cta_group;
    p->k_inst = op->k;
    return WGD_OK;
}

/* ---- M and N -------------------------------------------------------------------------------- */

/* Which N are legal does not depend on M: for a plan it is as the kind was found with. */
static bool legal(const wgd_plan *p, int n)
{
    wgd_umma_op op = p->umma.op;
    op.n = n;
    return wgd_umma_op_complete(&op, NULL) == WGD_OK;
}

/* May instructions of this N make up the tile's? The factors of B begin at a block of 128 rows but for
 * those of the tile; over a pair an instruction takes its columns from both halves of the tile. */
static bool suits(const wgd_plan *p, int n)
{
    const int64_t all = p->query.n;
    const bool whole =
        !wgd_plan_scaled(p) || n == all || (n % WGD_SF_ROWS == 0 && p->cta_group == 1);
    return all % n == 0 && whole && legal(p, n);
}

/* The greatest; 0 where there is none. */
static int widest_n(const wgd_plan *p)
{
    int n = WGD_N_MAX;
    while (n != 0 && !suits(p, n)) {
        n -= 8; /* every N is a multiple of 8 */
    }
    return n;
}

static wgd_status fail_m(const wgd_plan *p, int least, wgd_diag *diag)
{
    return wgd_plan_fail_tile(&p->query, diag, "the tile's M is not a whole number of instructions",
                              least, p->cta_group == 2 ? " along M, of both CTAs" : " along M");
}

/* N was given, or the tile's has no divisor that is legal. */
static wgd_status fail_n(const wgd_plan *p, wgd_diag *diag)
{
    const wgd_plan_query *q = &p->query;
    if (q->n_inst && !legal(p, (int)q->n_inst)) {
        wgd_umma_op op = p->umma.op;
        op.n = (int)q->n_inst;
        return wgd_umma_op_complete(&op, diag);
    }
    if (q->n_inst) {
        const wgd_status s = wgd_fail_num(diag, WGD_ERR_TILE, "n",
                                          "the tile is not a whole number of instructions along N",
                                          q->n_inst, "an N that divides the tile's", NULL);
        return wgd_diag_hint(diag, s, WGD_HINT_OPEN_N, 0, NULL);
    }
    if (wgd_plan_scaled(p) && p->cta_group == 2 && q->n > WGD_N_MAX) {
        return wgd_plan_fail_tile(q, diag,
                                  "scale factors of a pair are planned for one instruction along N",
                                  64, " along N, up to 256");
    }
    int least = 8;
    while (!legal(p, least)) {
        least += 8;
    }
    return wgd_plan_fail_tile(q, diag, "the tile's N is not a whole number of instructions", least,
                              " along N");
}

/* The greatest M that divides the tile's. Scale factors come in blocks of 128 rows: each CTA has so many. */
static int widest_m(const wgd_plan *p)
{
    const int m = 128 * p->cta_group;
    return wgd_plan_scaled(p) || p->query.m % m == 0 ? m : m / 2;
}

wgd_status wgd_plan_umma_split(wgd_plan *p, wgd_diag *diag)
{
    const wgd_plan_query *q = &p->query;
    p->m_inst = widest_m(p);
    if (q->m % p->m_inst != 0) {
        return fail_m(p, p->m_inst, diag);
    }
    p->n_inst = q->n_inst ? (int)q->n_inst : widest_n(p);
    if (p->n_inst == 0 || !suits(p, p->n_inst)) {
        return fail_n(p, diag);
    }
    if (wgd_plan_scaled(p) && p->n_inst % 64 != 0) {
        return wgd_plan_fail_tile(q, diag,
                                  "the factors of B would begin inside a column of tensor memory, "
                                  "or reach into one block more",
                                  64, " along N for a block-scaled kind");
    }
    p->m_blocks = (int)(q->m / p->m_inst);
    p->n_blocks = (int)(q->n / p->n_inst);
    p->umma.op.m = p->m_inst;
    p->umma.op.n = p->n_inst;
    p->warpgroups = 0;
    p->split_n = false;
    p->accumulators = p->a_registers = p->metadata = 0;
    p->launch_registers = p->consumer_registers = p->producer_registers = 0;
    p->threads = WGD_PLAN_UMMA_THREADS;
    return WGD_OK;
}

uint32_t wgd_plan_idesc(const wgd_plan *p, int k)
{
    wgd_umma_op op = p->umma.op;
    uint32_t word = 0;
    if (wgd_plan_scaled(p)) {
        /* The byte of a word of four factors. */
        op.sfa_id = op.sfb_id = k * (op.k / op.vec) % WGD_SF_COLS;
    }
    (void)wgd_idesc_encode(&op, &word, NULL); /* it is complete */
    return word;
}
