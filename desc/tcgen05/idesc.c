/* SPDX-License-Identifier: MIT
 *
 * The instruction descriptor, packed and read by one table of field positions.
 */
#include "wgd_idesc.h"

#include "kinds.h"

/* PTX has a table for the plain kinds, one for mxf8f6f4 and one for mxf4 and mxf4nvf4. */
typedef enum format { PLAIN, MX8, MX4, FORMATS } format;

typedef struct bits {
    unsigned char low, width;
} bits;

/* The one table of positions. M is written M >> 4 in all of them, as CUTLASS has it. */
static const bits places[WGD_IDESC_FIELD_COUNT][FORMATS] = {
    {{0, 2}, {0, 0}, {0, 0}},    /* sparse_id */
    {{2, 1}, {2, 1}, {2, 1}},    /* sparse */
    {{3, 1}, {0, 0}, {0, 0}},    /* sat */
    {{4, 2}, {0, 0}, {0, 0}},    /* d */
    {{0, 0}, {4, 2}, {4, 2}},    /* sfb_id */
    {{7, 3}, {7, 3}, {7, 3}},    /* a */
    {{10, 3}, {10, 3}, {10, 2}}, /* b */
    {{13, 1}, {13, 1}, {13, 1}}, /* a_neg */
    {{14, 1}, {14, 1}, {14, 1}}, /* b_neg */
    {{15, 1}, {15, 1}, {15, 1}}, /* a_major */
    {{16, 1}, {16, 1}, {16, 1}}, /* b_major */
    {{17, 6}, {17, 6}, {17, 6}}, /* n */
    {{0, 0}, {23, 1}, {23, 1}},  /* sf */
    {{24, 5}, {24, 5}, {24, 5}}, /* m */
    {{0, 0}, {29, 2}, {29, 2}},  /* sfa_id */
    {{30, 2}, {0, 0}, {0, 0}},   /* max_shift */
    {{0, 0}, {0, 0}, {31, 1}},   /* k */
};

static const char *const names[] = {
#define WGD_X(sym, name) name,
    WGD_IDESC_FIELDS(WGD_X)
#undef WGD_X
};

const char *wgd_idesc_field_name(wgd_idesc_field f)
{
    return names[f];
}

static const bits *place_of(wgd_umma_kind kind, wgd_idesc_field f)
{
    const format fmt = !wgd_umma_kind_scaled(kind) ? PLAIN : kind == WGD_UMMA_MXF8F6F4 ? MX8 : MX4;
    return &places[f][fmt];
}

void wgd_idesc_field_bits(wgd_umma_kind kind, wgd_idesc_field f, int *low, int *width)
{
    const bits *p = place_of(kind, f);
    *low = p->low;
    *width = p->width;
}

unsigned wgd_idesc_get(wgd_umma_kind kind, uint32_t word, wgd_idesc_field f)
{
    const bits *p = place_of(kind, f);
    return word >> p->low & ((1u << p->width) - 1u);
}

static void put(wgd_umma_kind kind, uint32_t *word, wgd_idesc_field f, int value)
{
    const bits *p = place_of(kind, f);
    *word |= ((uint32_t)value & ((1u << p->width) - 1u)) << p->low;
}

uint32_t wgd_idesc_reserved(wgd_umma_kind kind)
{
    uint32_t used = 0;
    for (int f = 0; f < WGD_IDESC_FIELD_COUNT; f++) {
        put(kind, &used, (wgd_idesc_field)f, -1);
    }
    return ~used;
}

static int log_shift(int max_shift)
{
    return max_shift == 32 ? 3 : max_shift / 8;
}

static uint32_t pack(const wgd_umma_op *op)
{
    const struct {
        wgd_idesc_field field;
        int value;
    } all[] = {
        {WGD_IDESC_SPARSE_ID, op->sparse_id},
        {WGD_IDESC_SPARSE, op->sparse},
        {WGD_IDESC_SAT, op->sat},
        {WGD_IDESC_D, umma_acc_code(op->d)},
        {WGD_IDESC_SFB_ID, op->sfb_id},
        {WGD_IDESC_A, umma_input_code(op->kind, op->a)},
        {WGD_IDESC_B, umma_input_code(op->kind, op->b)},
        {WGD_IDESC_A_NEG, op->a_neg},
        {WGD_IDESC_B_NEG, op->b_neg},
        {WGD_IDESC_A_MAJOR, op->a_major == WGD_MAJOR_MN},
        {WGD_IDESC_B_MAJOR, op->b_major == WGD_MAJOR_MN},
        {WGD_IDESC_N, op->n >> 3},
        {WGD_IDESC_SF, umma_scale_code(op->sf)},
        {WGD_IDESC_M, op->m >> 4},
        {WGD_IDESC_SFA_ID, op->sfa_id},
        {WGD_IDESC_MAX_SHIFT, log_shift(op->max_shift)},
        {WGD_IDESC_K, op->k == 96},
    };
    uint32_t word = 0;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        put(op->kind, &word, all[i].field, all[i].value);
    }
    return word;
}

wgd_status wgd_idesc_encode(wgd_umma_op *op, uint32_t *out, wgd_diag *diag)
{
    const wgd_status s = wgd_umma_op_complete(op, diag);
    if (s == WGD_OK) {
        *out = pack(op);
    }
    return s;
}

/* ---- reading -------------------------------------------------------------------------------- */

/* The type of a kind whose code this is. */
static int input_of(wgd_umma_kind kind, unsigned code)
{
    for (int t = 0; t < WGD_FRAG_TYPE_COUNT; t++) {
        if (umma_input_code(kind, t) == (int)code) {
            return t;
        }
    }
    return WGD_FRAG_TYPE_NONE;
}

static int acc_of(wgd_umma_kind kind, unsigned code)
{
    for (int t = 0; t < WGD_FRAG_TYPE_COUNT; t++) {
        if (umma_acc_code(t) == (int)code && wgd_umma_accs(kind) >> t & 1u) {
            return t;
        }
    }
    return WGD_FRAG_TYPE_NONE;
}

/* The scale vector is in the instruction's name, not in the word: of mxf4nvf4 a half-word's id, or
 * one at an odd byte, tells the long one. */
static int vec_of(const wgd_umma_op *op)
{
    const int twice = op->sparse ? 2 : 1;
    const bool ids = op->k == 96 ? (op->sfa_id | op->sfb_id) & 1 : (op->sfa_id | op->sfb_id) != 0;
    if (!wgd_umma_kind_scaled(op->kind)) {
        return 0;
    }
    return (op->kind == WGD_UMMA_MXF4NVF4 && !(ids && op->sf == WGD_FRAG_UE8M0) ? 16 : 32) * twice;
}

static void unpack(wgd_umma_op *op, uint32_t word)
{
    const wgd_umma_kind kind = op->kind;
    const bool scaled = wgd_umma_kind_scaled(kind);
    const unsigned shift = wgd_idesc_get(kind, word, WGD_IDESC_MAX_SHIFT);
    op->sparse_id = (int)wgd_idesc_get(kind, word, WGD_IDESC_SPARSE_ID);
    op->sparse = wgd_idesc_get(kind, word, WGD_IDESC_SPARSE) != 0;
    op->sat = wgd_idesc_get(kind, word, WGD_IDESC_SAT) != 0;
    op->d = scaled ? (int)WGD_FRAG_F32 : acc_of(kind, wgd_idesc_get(kind, word, WGD_IDESC_D));
    op->sfb_id = (int)wgd_idesc_get(kind, word, WGD_IDESC_SFB_ID);
    op->a = input_of(kind, wgd_idesc_get(kind, word, WGD_IDESC_A));
    op->b = input_of(kind, wgd_idesc_get(kind, word, WGD_IDESC_B));
    op->a_neg = wgd_idesc_get(kind, word, WGD_IDESC_A_NEG) != 0;
    op->b_neg = wgd_idesc_get(kind, word, WGD_IDESC_B_NEG) != 0;
    op->a_major = wgd_idesc_get(kind, word, WGD_IDESC_A_MAJOR) ? WGD_MAJOR_MN : WGD_MAJOR_K;
    op->b_major = wgd_idesc_get(kind, word, WGD_IDESC_B_MAJOR) ? WGD_MAJOR_MN : WGD_MAJOR_K;
    op->n = (int)wgd_idesc_get(kind, word, WGD_IDESC_N) << 3;
    op->m = (int)wgd_idesc_get(kind, word, WGD_IDESC_M) << 4;
    op->sf = !scaled                                   ? WGD_FRAG_TYPE_NONE
             : wgd_idesc_get(kind, word, WGD_IDESC_SF) ? (int)WGD_FRAG_UE8M0
                                                       : (int)WGD_FRAG_UE4M3;
    op->sfa_id = (int)wgd_idesc_get(kind, word, WGD_IDESC_SFA_ID);
    op->max_shift = shift == 3 ? 32 : (int)shift * 8;
    op->k = wgd_umma_kind_k(kind) * (op->sparse ? 2 : 1);
    if (wgd_idesc_get(kind, word, WGD_IDESC_K)) {
        op->k = 96;
    }
    op->vec = vec_of(op);
}

static wgd_status refuse_type(const char *field, wgd_diag *diag)
{
    return wgd_fail(diag, WGD_ERR_DTYPE, field, "the code of the type is none of this kind", NULL,
                    NULL, "the kind is not in the word: is it another?");
}

unsigned wgd_idesc_decode(wgd_umma_kind kind, uint32_t word, wgd_umma_op *op, wgd_diag *diag)
{
    unsigned faults = 0;
    op->kind = kind;
    unpack(op, word);
    if (word & wgd_idesc_reserved(kind)) {
        faults |= WGD_IDESC_RESERVED;
        wgd_fail(diag, WGD_ERR_VALUE, "", "reserved bits are set", NULL, "0",
                 "the kind is not in the word: is it another?");
    }
    const char *missing = op->a == WGD_FRAG_TYPE_NONE   ? "a"
                          : op->b == WGD_FRAG_TYPE_NONE ? "b"
                          : op->d == WGD_FRAG_TYPE_NONE ? "d"
                                                        : NULL;
    if (missing) {
        refuse_type(missing, faults ? NULL : diag);
        return faults | WGD_IDESC_TYPE;
    }
    wgd_umma_op copy = *op;
    if (wgd_umma_op_complete(&copy, faults ? NULL : diag) != WGD_OK) {
        faults |= WGD_IDESC_SHAPE;
    }
    return faults;
}
