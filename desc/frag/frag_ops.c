/* SPDX-License-Identifier: MIT
 *
 * The tables of instructions that have fragments: mma.sync, ldmatrix, stmatrix.
 */
#include "wgd_frag.h"

#include "wgd_text.h"

#define BIT(t) (1u << WGD_FRAG_##t)

enum {
    INT8 = BIT(S8) | BIT(U8),
    FLOAT8 = BIT(E4M3) | BIT(E5M2),
    FLOAT6 = BIT(E2M3) | BIT(E3M2),
    INT4 = BIT(S4) | BIT(U4),
    F16_F32 = BIT(F16) | BIT(F32)
};

/* The one table of mma.sync shapes (PTX ISA, "mma", tables of shapes and types): M, N, K, input
 * types, accumulators. A and B may be two types of one row. The fp6 and fp4 types and the sparse
 * rows are of sm_120 (kind::f8f6f4, mxf8f6f4: each type in a byte; mxf4, mxf4nvf4: fp4 packed). */
typedef struct mma_row {
    int m, n, k;
    unsigned inputs, accs;
    bool sparse;
} mma_row;

static const mma_row mma_rows[] = {
    {8, 8, 4, BIT(F16), F16_F32, false},
    {8, 8, 4, BIT(F64), BIT(F64), false},
    {16, 8, 4, BIT(TF32), BIT(F32), false},
    {16, 8, 4, BIT(F64), BIT(F64), false},
    {16, 8, 8, BIT(F16), F16_F32, false},
    {16, 8, 8, BIT(BF16), BIT(F32), false},
    {16, 8, 8, BIT(TF32), BIT(F32), false},
    {16, 8, 8, BIT(F64), BIT(F64), false},
    {16, 8, 16, BIT(F16), F16_F32, false},
    {16, 8, 16, BIT(BF16), BIT(F32), false},
    {16, 8, 16, BIT(F64), BIT(F64), false},
    {8, 8, 16, INT8, BIT(S32), false},
    {16, 8, 16, INT8, BIT(S32), false},
    {16, 8, 32, INT8, BIT(S32), false},
    {16, 8, 16, FLOAT8, F16_F32, false},
    {8, 8, 32, INT4, BIT(S32), false},
    {16, 8, 32, INT4, BIT(S32), false},
    {16, 8, 64, INT4, BIT(S32), false},
    {8, 8, 128, BIT(B1), BIT(S32), false},
    {16, 8, 128, BIT(B1), BIT(S32), false},
    {16, 8, 256, BIT(B1), BIT(S32), false},
    {16, 8, 32, FLOAT6 | BIT(E2M1) | FLOAT8, F16_F32, false},
    {16, 8, 64, BIT(E2M1), BIT(F32), false},
    {16, 8, 64, FLOAT8 | FLOAT6 | BIT(E2M1), F16_F32, true},
    {16, 8, 128, BIT(E2M1), BIT(F32), true},
};
enum { MMA_ROWS = sizeof mma_rows / sizeof mma_rows[0] };

static bool has(unsigned set, int type)
{
    return type >= 0 && (set >> type & 1u) != 0;
}

static bool same_shape(const mma_row *row, const wgd_frag_op *op)
{
    return row->m == op->m && row->n == op->n && row->k == op->k && row->sparse == op->sparse;
}

/* ---- which types an op may have ------------------------------------------------------------- */

/* The input types that this shape may have: for mma.sync by its table, for wgmma those whose K
 * fits. 0 when there is no such shape. */
static unsigned inputs_of(const wgd_frag_op *op)
{
    unsigned set = 0;
    if (op->family == WGD_FRAG_WGMMA) {
        for (int t = 0; op->m == WGD_INST_M && t < WGD_WGMMA_DTYPE_COUNT; t++) {
            const int k = wgd_dtype_k((wgd_dtype)t) * (op->sparse ? 2 : 1);
            set |=
                op->k == k && (!op->sparse || wgd_dtype_get((wgd_dtype)t)->sparse) ? 1u << t : 0u;
        }
        return set;
    }
    for (int i = 0; i < MMA_ROWS; i++) {
        set |= same_shape(&mma_rows[i], op) ? mma_rows[i].inputs : 0u;
    }
    return set;
}

/* The accumulators for these input types; 0 when A and B cannot be multiplied. */
static unsigned accs_of(const wgd_frag_op *op)
{
    static const int acc_type[] = {WGD_FRAG_F16, WGD_FRAG_F32, WGD_FRAG_S32};
    unsigned set = 0;
    if (op->family == WGD_FRAG_WGMMA) {
        for (int acc = WGD_ACC_F16; acc <= WGD_ACC_S32; acc++) {
            const bool legal =
                wgd_inst_find((wgd_dtype)op->a, (wgd_dtype)op->b, (wgd_acc)acc) != NULL;
            set |= legal ? 1u << acc_type[acc] : 0u;
        }
        return set;
    }
    for (int i = 0; i < MMA_ROWS; i++) {
        const mma_row *row = &mma_rows[i];
        if (same_shape(row, op) && has(row->inputs, op->a) && has(row->inputs, op->b)) {
            set |= row->accs;
        }
    }
    return set;
}

static int first_of(unsigned set)
{
    int t = 0;
    while (!has(set, t)) {
        t++;
    }
    return t;
}

/* ---- refusals ------------------------------------------------------------------------------- */

static void list_types(char *buf, size_t cap, unsigned set)
{
    wgd_text t = wgd_text_into(buf, cap);
    for (int i = 0; i < WGD_FRAG_TYPE_COUNT; i++) {
        if (has(set, i)) {
            wgd_put_str(&t, t.need ? ", " : "");
            wgd_put_str(&t, wgd_frag_type_name((wgd_frag_type)i));
        }
    }
    wgd_text_end(&t);
}

static wgd_status bad_type(const char *field, wgd_status s, const char *what, int got, unsigned set,
                           wgd_diag *diag)
{
    char want[96];
    list_types(want, sizeof want, set);
    wgd_fail(diag, s, field, what, wgd_frag_type_name((wgd_frag_type)got), want, NULL);
    return wgd_diag_hint(diag, s, WGD_HINT_FRAG_OPS, 0, NULL);
}

/* No type fits: says which K would, or that the shape is unknown. */
static wgd_status bad_shape(const wgd_frag_op *op, const char *dtype, wgd_diag *diag)
{
    char got[64], want[96] = "a shape of the list";
    wgd_hint hint = WGD_HINT_FRAG_OP_SHAPES;
    wgd_text g = wgd_text_into(got, sizeof got);
    wgd_put_frag_op(&g, op);
    wgd_text_end(&g);
    int t = WGD_FRAG_TYPE_NONE;
    if (op->family == WGD_FRAG_WGMMA && op->m == WGD_INST_M && dtype &&
        wgd_frag_type_parse(dtype, &t, NULL) == WGD_OK && t < WGD_WGMMA_DTYPE_COUNT) {
        wgd_text w = wgd_text_into(want, sizeof want);
        wgd_put_str(&w, "k");
        wgd_put_i64(&w, wgd_dtype_k((wgd_dtype)t) * (op->sparse ? 2 : 1));
        wgd_put_str(&w, " for ");
        wgd_put_str(&w, dtype);
        wgd_text_end(&w);
        hint = WGD_HINT_FRAG_OPS;
    }
    const wgd_status s =
        wgd_fail(diag, WGD_ERR_INST, "op", "no instruction has this shape", got, want, NULL);
    return wgd_diag_hint(diag, s, hint, 0, NULL);
}

/* ---- completing an op ----------------------------------------------------------------------- */

/* Sets *type to the type called name, or keeps what the op's text said; both must agree. */
static wgd_status take(int *type, const char *name, const char *field, wgd_diag *diag)
{
    int t = WGD_FRAG_TYPE_NONE;
    if (!name) {
        return WGD_OK;
    }
    wgd_status s = wgd_frag_type_parse(name, &t, diag);
    if (s != WGD_OK) {
        if (diag) {
            diag->field = field;
        }
        return s;
    }
    if (*type != WGD_FRAG_TYPE_NONE && *type != t) {
        return bad_type(field, WGD_ERR_VALUE, "the instruction names another type", t, 1u << *type,
                        diag);
    }
    *type = t;
    return WGD_OK;
}

/* The 16-byte rows as elements: b16 units, or wider or narrower ones where no element is split. */
static wgd_status matrix_types(wgd_frag_op *op, const char *dtype, wgd_diag *diag)
{
    int t = WGD_FRAG_B16;
    if (dtype) {
        wgd_status s = wgd_frag_type_parse(dtype, &t, diag);
        if (s != WGD_OK) {
            return s;
        }
    }
    const int bits = wgd_frag_type_bits((wgd_frag_type)t);
    if (bits > 32 || bits < 4) {
        return wgd_fail(diag, WGD_ERR_DTYPE, "dtype", "the matrices hold 16-bit units", dtype,
                        "a type of 4, 8, 16 or 32 bits", NULL);
    }
    if (op->trans && bits != 16) {
        return wgd_fail(diag, WGD_ERR_DTYPE, "dtype", ".trans moves 16-bit units", dtype,
                        "a 16-bit type", "transpose other types while they are stored");
    }
    op->a = op->b = op->c = op->d = t;
    return WGD_OK;
}

static wgd_status take_inputs(wgd_frag_op *op, const char *dtype, wgd_diag *diag)
{
    const unsigned set = inputs_of(op);
    if (set == 0) {
        return bad_shape(op, dtype, diag);
    }
    wgd_status s = take(&op->a, dtype, "dtype", diag);
    if (s != WGD_OK) {
        return s;
    }
    if (op->a == WGD_FRAG_TYPE_NONE) {
        op->a = has(set, WGD_FRAG_F16) ? (int)WGD_FRAG_F16 : first_of(set);
    }
    if (op->b == WGD_FRAG_TYPE_NONE) {
        op->b = op->a;
    }
    if (!has(set, op->a) || !has(set, op->b)) {
        const int bad = has(set, op->a) ? op->b : op->a;
        return bad_type("dtype", WGD_ERR_DTYPE, "this shape does not multiply this type", bad, set,
                        diag);
    }
    return WGD_OK;
}

static wgd_status take_accs(wgd_frag_op *op, const char *acc, wgd_diag *diag)
{
    const unsigned set = accs_of(op);
    if (set == 0) {
        return bad_type("dtype", WGD_ERR_DTYPE, "A and B cannot be multiplied", op->b, 1u << op->a,
                        diag);
    }
    wgd_status s = take(&op->d, acc, "acc", diag);
    if (s == WGD_OK) {
        s = take(&op->c, acc, "acc", diag);
    }
    if (s != WGD_OK) {
        return s;
    }
    if (op->d == WGD_FRAG_TYPE_NONE) {
        op->d = has(set, WGD_FRAG_F32) ? (int)WGD_FRAG_F32 : first_of(set);
    }
    if (op->c == WGD_FRAG_TYPE_NONE) {
        op->c = op->d;
    }
    if (!has(set, op->d) || !has(set, op->c)) {
        return bad_type("acc", WGD_ERR_VALUE, "not an accumulator of this instruction",
                        has(set, op->d) ? op->c : op->d, set, diag);
    }
    /* Only m8n8k4 may add an f16 C into an f32 D. */
    if (op->c != op->d && !(op->k == 4 && op->c == WGD_FRAG_F16)) {
        return bad_type("acc", WGD_ERR_VALUE, "C and D must have one type", op->c, 1u << op->d,
                        diag);
    }
    return WGD_OK;
}

wgd_status wgd_frag_op_types(wgd_frag_op *op, const char *dtype, const char *acc, wgd_diag *diag)
{
    if (op->family == WGD_FRAG_LDMATRIX || op->family == WGD_FRAG_STMATRIX) {
        return matrix_types(op, dtype, diag);
    }
    wgd_status s = take_inputs(op, dtype, diag);
    if (s == WGD_OK) {
        s = take_accs(op, acc, diag);
    }
    if (s == WGD_OK && op->family == WGD_FRAG_WGMMA) {
        s = wgd_n_check((wgd_dtype)op->a, op->n, diag);
    }
    const bool quad = op->m == 8 && op->k == 4 && op->a == WGD_FRAG_F16;
    if (s == WGD_OK && (op->a_col || op->b_row) && !quad) {
        s = wgd_fail(diag, WGD_ERR_INST, "op", "only mma.m8n8k4 of f16 has other layouts",
                     op->a_col ? (op->b_row ? ".col.row" : ".col.col") : ".row.row", ".row.col",
                     "ldmatrix.trans loads the transposed operand into this fragment");
    }
    return s;
}

/* ---- the list ------------------------------------------------------------------------------- */

static int ones(unsigned set)
{
    int n = 0;
    for (; set; set &= set - 1) {
        n++;
    }
    return n;
}

static const wgd_frag_op blank = {.family = WGD_FRAG_WGMMA,
                                  .a = WGD_FRAG_TYPE_NONE,
                                  .b = WGD_FRAG_TYPE_NONE,
                                  .c = WGD_FRAG_TYPE_NONE,
                                  .d = WGD_FRAG_TYPE_NONE};

/* Each type in its dense form, then those that have a sparse one; ldmatrix and stmatrix of 1, 2, 4
 * matrices, plain and .trans. */
#define SPARSE_0(sym)
#define SPARSE_1(sym) WGD_##sym,
#define WGD_X(sym, name, cute, bits, mn_major, tcgen05, integer, sparse, tma, text)                \
    SPARSE_##sparse(sym)
static const uint8_t sparse_types[] = {WGD_WGMMA_DTYPES(WGD_X)};
#undef WGD_X
#undef SPARSE_0
#undef SPARSE_1
enum { WGMMA_OPS = WGD_WGMMA_DTYPE_COUNT + (int)sizeof sparse_types, MATRIX_OPS = 2 * 3 * 2 };

static wgd_frag_op wgmma_at(int i)
{
    wgd_frag_op op = blank;
    op.sparse = i >= WGD_WGMMA_DTYPE_COUNT;
    op.a = op.sparse ? sparse_types[i - WGD_WGMMA_DTYPE_COUNT] : i;
    op.m = WGD_INST_M;
    op.n = 8;
    op.k = wgd_dtype_k((wgd_dtype)op.a) * (op.sparse ? 2 : 1);
    return op;
}

static wgd_frag_op matrix_at(int i)
{
    wgd_frag_op op = blank;
    op.family = i / 6 ? WGD_FRAG_STMATRIX : WGD_FRAG_LDMATRIX;
    op.x = 1 << (i % 6 / 2);
    op.trans = i % 2 != 0;
    return op;
}

/* The i-th (shape, type) of the table; f16 m8n8k4 comes four times, once for each layout. */
static wgd_frag_op mma_at(int i)
{
    wgd_frag_op op = blank;
    op.family = WGD_FRAG_MMA;
    op.a_col = i < 4 && i / 2;
    op.b_row = i < 4 && i % 2;
    i = i < 4 ? 0 : i - 3;
    const mma_row *row = mma_rows;
    for (; i >= ones(row->inputs); row++) {
        i -= ones(row->inputs);
    }
    op.m = row->m;
    op.n = row->n;
    op.k = row->k;
    op.sparse = row->sparse;
    unsigned set = row->inputs;
    for (; i > 0; i--) {
        set &= set - 1;
    }
    op.a = first_of(set);
    return op;
}

int wgd_frag_op_count(void)
{
    int n = WGMMA_OPS + MATRIX_OPS + 3;
    for (int i = 0; i < MMA_ROWS; i++) {
        n += ones(mma_rows[i].inputs);
    }
    return n;
}

wgd_frag_op wgd_frag_op_at(int i)
{
    const int mma_end = wgd_frag_op_count() - MATRIX_OPS;
    wgd_frag_op op = i < WGMMA_OPS ? wgmma_at(i)
                     : i < mma_end ? mma_at(i - WGMMA_OPS)
                                   : matrix_at(i - mma_end);
    wgd_frag_op_types(&op, NULL, NULL, NULL);
    return op;
}

bool wgd_frag_op_measured(const wgd_frag_op *op)
{
    const unsigned narrow = FLOAT6 | BIT(E2M1);
    return op->family != WGD_FRAG_MMA ||
           (!op->sparse && !has(narrow, op->a) && !has(narrow, op->b));
}
