/* SPDX-License-Identifier: MIT
 *
 * The instruction descriptor against a second derivation, written from the PTX ISA's tables alone
 * (42 to 44, "Instruction descriptor format", and "Various combinations of .kind and shapes"): every
 * instruction there is, and every one that there is not, both ways.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "rng.h"
#include "wgdesc.h"

/* ---- the tables of PTX, as they stand there ------------------------------------------------- */

/* A row of a table: first and last bit, and what is put there. */
typedef struct ptx_bits {
    int first, last;
    const char *what;
} ptx_bits;

static const ptx_bits table42[] = {
    {0, 1, "selector"}, {2, 2, "sparse"}, {3, 3, "saturate"}, {4, 5, "dtype"},
    {6, 6, "0"},        {7, 9, "atype"},  {10, 12, "btype"},  {13, 13, "nega"},
    {14, 14, "negb"},   {15, 15, "ta"},   {16, 16, "tb"},     {17, 22, "n>>3"},
    {23, 23, "0"},      {24, 28, "m>>4"}, {29, 29, "0"},      {30, 31, "shift"}};
static const ptx_bits table43[] = {
    {0, 1, "0"},     {2, 2, "sparse"},  {3, 3, "0"},       {4, 5, "sfb"},    {6, 6, "0"},
    {7, 9, "atype"}, {10, 12, "btype"}, {13, 13, "nega"},  {14, 14, "negb"}, {15, 15, "ta"},
    {16, 16, "tb"},  {17, 22, "n>>3"},  {23, 23, "stype"}, {24, 26, "0"},    {27, 28, "m>>7"},
    {29, 30, "sfa"}, {31, 31, "0"}};
static const ptx_bits table44[] = {
    {0, 1, "0"},      {2, 2, "sparse"},  {3, 3, "0"},      {4, 5, "sfb"},     {6, 6, "0"},
    {7, 9, "atype"},  {10, 11, "btype"}, {12, 12, "0"},    {13, 13, "nega"},  {14, 14, "negb"},
    {15, 15, "ta"},   {16, 16, "tb"},    {17, 22, "n>>3"}, {23, 23, "stype"}, {24, 26, "0"},
    {27, 28, "m>>7"}, {29, 30, "sfa"},   {31, 31, "k96"}};

/* The code of a type, by name, in the column of a kind. */
static int ptx_type(const char *kind, const char *type)
{
    static const char *const rows[] = {
        "tf32:tf32=2",   "f16:f16=0",     "f16:bf16=1",    "i8:u8=0",       "i8:s8=1",
        "f8f6f4:e4m3=0", "f8f6f4:e5m2=1", "f8f6f4:e2m3=3", "f8f6f4:e3m2=4", "f8f6f4:e2m1=5"};
    const char *column = strncmp(kind, "mxf8", 4) == 0 ? "f8f6f4" : kind;
    const size_t k = strlen(column), t = strlen(type);
    if (strncmp(kind, "mxf4", 4) == 0) {
        return strcmp(type, "e2m1") == 0 ? 1 : -1;
    }
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *r = rows[i];
        if (strncmp(r, column, k) == 0 && r[k] == ':' && strncmp(r + k + 1, type, t) == 0 &&
            r[k + 1 + t] == '=') {
            return r[k + 2 + t] - '0';
        }
    }
    return -1;
}

static const char *name_of(int type)
{
    return type == WGD_FRAG_TYPE_NONE ? "" : wgd_frag_type_name((wgd_frag_type)type);
}

static unsigned ptx_value(const wgd_umma_op *op, const char *what)
{
    const char *kind = wgd_umma_kind_name(op->kind), *d = name_of(op->d);
    const struct {
        const char *what;
        int value;
    } all[] = {{"0", 0},
               {"selector", op->sparse_id},
               {"sparse", op->sparse ? 1 : 0},
               {"saturate", op->sat ? 1 : 0},
               {"dtype", d[0] == 's'             ? 2
                         : strcmp(d, "f32") == 0 ? 1
                                                 : 0},
               {"atype", ptx_type(kind, name_of(op->a))},
               {"btype", ptx_type(kind, name_of(op->b))},
               {"nega", op->a_neg ? 1 : 0},
               {"negb", op->b_neg ? 1 : 0},
               {"ta", op->a_major == WGD_MAJOR_MN ? 1 : 0},
               {"tb", op->b_major == WGD_MAJOR_MN ? 1 : 0},
               {"n>>3", op->n / 8},
               {"m>>4", op->m / 16},
               {"m>>7", op->m / 128},
               {"shift", op->max_shift == 8    ? 1
                         : op->max_shift == 16 ? 2
                         : op->max_shift == 32 ? 3
                                               : 0},
               {"sfa", op->sfa_id},
               {"sfb", op->sfb_id},
               {"stype", op->sf == WGD_FRAG_UE8M0 ? 1 : 0},
               {"k96", op->k == 96 ? 1 : 0}};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        if (strcmp(all[i].what, what) == 0) {
            return (unsigned)all[i].value;
        }
    }
    fail_msg("no such column: %s", what);
    return 0;
}

static uint32_t ptx_word(const wgd_umma_op *op)
{
    const bool mx = strncmp(wgd_umma_kind_name(op->kind), "mx", 2) == 0;
    const bool mx8 = op->kind == WGD_UMMA_MXF8F6F4;
    const ptx_bits *table = !mx ? table42 : mx8 ? table43 : table44;
    const size_t n = !mx   ? sizeof table42 / sizeof *table42
                     : mx8 ? sizeof table43 / sizeof *table43
                           : sizeof table44 / sizeof *table44;
    uint32_t word = 0;
    int next = 0;
    for (size_t i = 0; i < n; i++) {
        const unsigned v = ptx_value(op, table[i].what);
        assert_int_equal(table[i].first, next);
        next = table[i].last + 1;
        assert_in_range(v, 0, (1u << (next - table[i].first)) - 1);
        word |= v << table[i].first;
    }
    assert_int_equal(next, 32);
    return word;
}

/* ---- which there are ------------------------------------------------------------------------ */

static bool is_i8(const wgd_umma_op *op)
{
    return op->kind == WGD_UMMA_I8;
}

/* PTX's table of shapes, row by row. */
static bool ptx_shape(const wgd_umma_op *op)
{
    const int m = op->m, n = op->n;
    const bool mx = wgd_umma_kind_scaled(op->kind);
    if (op->ws) {
        return !mx && op->cta_group == 1 && (m == 32 || m == 64 || m == 128) &&
               (n == 64 || n == 128 || (n == 256 && !op->sparse));
    }
    if (mx) {
        const bool step = n >= 8 * op->cta_group && n <= 256 && n % (8 * op->cta_group) == 0;
        return step && (op->cta_group == 1 ? m == 128 : m == 256 || (m == 128 && !op->sparse));
    }
    if (op->cta_group == 1) {
        const bool i8 = n == 8 || n == 16 || n == 24 || n == 32 || (n <= 256 && n % 16 == 0);
        return (m == 64 || m == 128) && n > 0 && n <= 256 && (is_i8(op) ? i8 : n % 8 == 0);
    }
    return (m == 128 || m == 256) && n > 0 && n <= 256 && n % (is_i8(op) ? 32 : 16) == 0;
}

/* What CUTLASS asserts beyond it (limits as its headers state them). */
static bool cutlass_tighter(const wgd_umma_op *op)
{
    const int cta = op->cta_group, n = op->n;
    const bool f8 = op->kind == WGD_UMMA_F8F6F4, big_m = op->m == 128 * cta;
    const bool b_mn = op->b_major == WGD_MAJOR_MN;
    if (op->ws) {
        return false;
    }
    if (is_i8(op)) {
        return n == 24;
    }
    if (op->k == 96) {
        return n % 16 != 0;
    }
    if (op->kind == WGD_UMMA_MXF8F6F4) {
        return cta == 2 && op->m == 128;
    }
    if (wgd_umma_kind_scaled(op->kind)) {
        return false;
    }
    if (f8 && b_mn && n % (16 * cta) != 0) {
        return true;
    }
    if (op->a_tmem || (f8 && op->sparse)) {
        return n % (cta == 2 ? 32 : big_m ? 16 : 8) != 0;
    }
    return false;
}

static bool narrow(int type)
{
    return type == WGD_FRAG_E2M1 || type == WGD_FRAG_E2M3 || type == WGD_FRAG_E3M2;
}

/* What depends on neither M nor N. */
static bool ptx_rest(const wgd_umma_op *op)
{
    const bool majors = !(op->a_tmem && op->a_major == WGD_MAJOR_MN) &&
                        !(narrow(op->a) && op->a_major == WGD_MAJOR_MN) &&
                        !(narrow(op->b) && op->b_major == WGD_MAJOR_MN);
    return majors && !(is_i8(op) && (op->a_neg || op->b_neg)) && !(op->sat && !is_i8(op));
}

/* ---- the whole space ------------------------------------------------------------------------ */

typedef struct tally {
    long legal, refused, unlisted;
} tally;

/* All but the scale vector, which stands in the instruction's name and not in the word. */
static void assert_same(const wgd_umma_op *x, const wgd_umma_op *y)
{
    const int a[] = {(int)x->kind,    x->cta_group, x->a_tmem, x->sparse,
                     x->ws,           x->a,         x->b,      x->d,
                     x->sf,           x->m,         x->n,      x->k,
                     (int)x->a_major, x->a_neg,     x->b_neg,  (int)x->b_major,
                     x->sat,          x->sparse_id, x->sfa_id, x->sfb_id,
                     x->max_shift};
    const int b[] = {(int)y->kind,    y->cta_group, y->a_tmem, y->sparse,
                     y->ws,           y->a,         y->b,      y->d,
                     y->sf,           y->m,         y->n,      y->k,
                     (int)y->a_major, y->a_neg,     y->b_neg,  (int)y->b_major,
                     y->sat,          y->sparse_id, y->sfa_id, y->sfb_id,
                     y->max_shift};
    assert_memory_equal(a, b, sizeof a);
}

/* One instruction: the word of both derivations, the verdict, and the word read back. */
static void compare(const wgd_umma_op *asked, tally *t)
{
    wgd_umma_op op = *asked;
    uint32_t word = 0;
    const bool ok = wgd_idesc_encode(&op, &word, NULL) == WGD_OK;
    const bool listed = ptx_shape(asked) && ptx_rest(asked);
    const bool wanted = listed && !cutlass_tighter(asked);
    if (!ok) {
        t->refused++;
        assert_false(wanted);
        return;
    }
    t->legal++;
    if (!wanted) {
        /* CUTLASS has it and PTX does not list it: said in the answer. */
        assert_true(wgd_umma_notes(&op) >> WGD_UMMA_BIT_PTX_UNLISTED & 1u);
        assert_true(ptx_rest(asked) && op.sparse);
        t->unlisted++;
    } else {
        assert_false(wgd_umma_notes(&op) >> WGD_UMMA_BIT_PTX_UNLISTED & 1u);
    }
    if (word != ptx_word(&op)) {
        char name[96];
        wgd_text n = wgd_text_into(name, sizeof name);
        wgd_put_umma_op(&n, &op);
        wgd_text_end(&n);
        fail_msg("%s %dx%dx%d: %08x, PTX %08x", name, op.m, op.n, op.k, word, ptx_word(&op));
    }
    wgd_umma_op back = wgd_umma_op_of(op.kind);
    back.cta_group = op.cta_group;
    back.a_tmem = op.a_tmem;
    back.ws = op.ws;
    assert_int_equal(wgd_idesc_decode(op.kind, word, &back, NULL), 0);
    assert_same(&back, &op);
}

static void every_m_and_n(wgd_umma_op op, tally *t)
{
    static const int ms[] = {16, 32, 64, 96, 128, 192, 256, 512};
    for (size_t i = 0; i < sizeof ms / sizeof ms[0]; i++) {
        for (op.m = ms[i], op.n = 0; op.n <= 264; op.n += 4) {
            compare(&op, t);
        }
    }
}

/* Majors, signs, saturation; each where the rest is at its plainest, and all with one N. */
static void every_flag(wgd_umma_op op, tally *t)
{
    static const int ms[] = {32, 64, 128, 256};
    for (int i = 0; i < 32; i++) {
        op.a_major = i & 1 ? WGD_MAJOR_MN : WGD_MAJOR_K;
        op.b_major = i & 2 ? WGD_MAJOR_MN : WGD_MAJOR_K;
        op.a_neg = (i & 4) != 0;
        op.b_neg = (i & 8) != 0;
        op.sat = (i & 16) != 0;
        for (int k = 0; k < 4; k++) {
            for (op.m = ms[k], op.n = 8; op.n <= 256; op.n += 8) {
                compare(&op, t);
            }
        }
    }
}

static void every_id(wgd_umma_op op, tally *t)
{
    op.m = 128;
    op.n = 64;
    if (!wgd_umma_kind_scaled(op.kind)) {
        static const int shifts[] = {0, 8, 16, 32};
        for (int i = 0; i < (op.sparse ? 4 : 1); i++) {
            op.sparse_id = i;
            for (int k = 0; k < (op.ws ? 4 : 1); k++) {
                op.max_shift = shifts[k];
                compare(&op, t);
            }
        }
        return;
    }
    op.m = op.cta_group == 2 ? 256 : 128;
    const int n = op.kind == WGD_UMMA_MXF8F6F4 ? 1 : op.k / op.vec;
    for (int a = 0; a < 4; a++) {
        for (int b = 0; b < 4; b++) {
            op.sfa_id = a;
            op.sfb_id = b;
            uint32_t word;
            wgd_umma_op copy = op;
            const int step = n % 4 == 0 ? 4 : n % 2 == 0 ? 2 : 1;
            const bool fits = a % step == 0 && b % step == 0;
            assert_int_equal(wgd_idesc_encode(&copy, &word, NULL) == WGD_OK, fits);
            if (fits) {
                compare(&op, t);
            }
        }
    }
}

/* A, B, D and scale types of a kind, with the scale vectors that go with them. */
static void every_type(wgd_umma_op op, void (*each)(wgd_umma_op, tally *), tally *t)
{
    const wgd_umma_kind kind = op.kind;
    for (int a = 0; a < WGD_FRAG_TYPE_COUNT; a++) {
        for (int b = 0; b < WGD_FRAG_TYPE_COUNT; b++) {
            for (int d = 0; d < WGD_FRAG_TYPE_COUNT; d++) {
                if (!(wgd_umma_inputs(kind) >> a & wgd_umma_inputs(kind) >> b &
                      wgd_umma_accs(kind) >> d & 1u) ||
                    (d == WGD_FRAG_F16 && (a == WGD_FRAG_BF16 || b == WGD_FRAG_BF16))) {
                    continue;
                }
                op.a = a;
                op.b = b;
                op.d = d;
                each(op, t);
            }
        }
    }
}

static void with_scales(wgd_umma_op op, void (*each)(wgd_umma_op, tally *), tally *t)
{
    const bool fp4 = op.kind == WGD_UMMA_MXF4 || op.kind == WGD_UMMA_MXF4NVF4;
    const int twice = op.sparse ? 2 : 1;
    op.k = wgd_umma_kind_k(op.kind) * twice;
    if (!wgd_umma_kind_scaled(op.kind)) {
        every_type(op, each, t);
        return;
    }
    for (int wide = 0; wide < (fp4 && !op.sparse ? 2 : 1); wide++) {
        op.k = wide ? 96 : op.k;
        op.sf = WGD_FRAG_UE8M0;
        op.vec = 32 * twice;
        every_type(op, each, t);
        if (op.kind == WGD_UMMA_MXF4NVF4) {
            op.vec = 16 * twice;
            every_type(op, each, t);
            op.sf = WGD_FRAG_UE4M3;
            every_type(op, each, t);
        }
    }
}

static tally space_of(int from, int to, void (*each)(wgd_umma_op, tally *))
{
    tally t = {0, 0, 0};
    for (int kind = from; kind < to; kind++) {
        for (int form = 0; form < 16; form++) {
            wgd_umma_op op = wgd_umma_op_of((wgd_umma_kind)kind);
            op.cta_group = form & 1 ? 2 : 1;
            op.a_tmem = (form & 2) != 0;
            op.sparse = (form & 4) != 0;
            op.ws = (form & 8) != 0;
            if (op.ws && (wgd_umma_kind_scaled(op.kind) || op.cta_group == 2)) {
                uint32_t word;
                op.m = 64;
                op.n = 64;
                assert_int_equal(wgd_idesc_encode(&op, &word, NULL), WGD_ERR_INST);
                continue;
            }
            with_scales(op, each, &t);
        }
    }
    return t;
}

static tally whole_space(void (*each)(wgd_umma_op, tally *))
{
    return space_of(0, WGD_UMMA_KIND_COUNT, each);
}

static void shapes(void **state)
{
    (void)state;
    const tally t = whole_space(every_m_and_n);
    assert_in_range(t.legal, 10000, 1000000);
    assert_in_range(t.refused, 10000, 10000000);
    assert_true(t.unlisted > 0);
}

static void flags(void **state)
{
    (void)state;
    const tally t = whole_space(every_flag);
    assert_in_range(t.legal, 100000, 10000000);
}

static void ids(void **state)
{
    (void)state;
    const tally t = whole_space(every_id);
    assert_in_range(t.legal, 1000, 100000);
}

/* ---- some of it, in no time ------------------------------------------------------------------ */

static bool plainest(const wgd_umma_op *op)
{
    return op->a == __builtin_ctz(wgd_umma_inputs(op->kind)) && op->b == op->a &&
           wgd_umma_accs(op->kind) >> op->d == 1;
}

/* Of the first type the ends of all steps; of the others one shape. */
static void few_m_and_n(wgd_umma_op op, tally *t)
{
    static const int ms[] = {32, 64, 96, 128, 256};
    static const int ns[] = {4, 8, 16, 24, 32, 40, 48, 64, 72, 128, 144, 240, 248, 256, 264};
    for (size_t i = 0; i < sizeof ms / sizeof ms[0]; i++) {
        for (size_t k = 0; k < sizeof ns / sizeof ns[0]; k++) {
            op.m = ms[i];
            op.n = ns[k];
            if (plainest(&op) || (i == 3 && k == 7)) {
                compare(&op, t);
            }
        }
    }
}

static void few_flags(wgd_umma_op op, tally *t)
{
    for (int i = 0; i < 32; i++) {
        op.a_major = i & 1 ? WGD_MAJOR_MN : WGD_MAJOR_K;
        op.b_major = i & 2 ? WGD_MAJOR_MN : WGD_MAJOR_K;
        op.a_neg = (i & 4) != 0;
        op.b_neg = (i & 8) != 0;
        op.sat = (i & 16) != 0;
        op.m = 128;
        if (!plainest(&op) && (i & 28) != 0) {
            continue;
        }
        for (op.n = 64; op.n <= (plainest(&op) ? 80 : 64); op.n += 8) {
            compare(&op, t);
        }
    }
}

#define FEW(kind)                                                                                  \
    static void few_of_##kind(void **state)                                                        \
    {                                                                                              \
        (void)state;                                                                               \
        assert_true(space_of(WGD_UMMA_##kind, WGD_UMMA_##kind + 1, few_m_and_n).legal > 0);        \
    }                                                                                              \
    static void flags_of_##kind(void **state)                                                      \
    {                                                                                              \
        (void)state;                                                                               \
        assert_true(space_of(WGD_UMMA_##kind, WGD_UMMA_##kind + 1, few_flags).legal > 0);          \
    }                                                                                              \
    static void ids_of_##kind(void **state)                                                        \
    {                                                                                              \
        (void)state;                                                                               \
        assert_true(space_of(WGD_UMMA_##kind, WGD_UMMA_##kind + 1, every_id).legal > 0);           \
    }
FEW(TF32)
FEW(F16)
FEW(I8)
FEW(F8F6F4)
FEW(MXF8F6F4)
FEW(MXF4)
FEW(MXF4NVF4)
#define FEW_TESTS(kind)                                                                            \
    cmocka_unit_test(few_of_##kind), cmocka_unit_test(flags_of_##kind),                            \
        cmocka_unit_test(ids_of_##kind)

/* ---- from words ----------------------------------------------------------------------------- */

/* Any word: either it has a fault, or its instruction has that word. */
static long check_words(long n)
{
    rng r = rng_start();
    long good = 0;
    for (long i = 0; i < n; i++) {
        const wgd_umma_kind kind = (wgd_umma_kind)(i % WGD_UMMA_KIND_COUNT);
        /* Half of them without what is reserved, and with an M that there is. */
        uint32_t word = (uint32_t)rng_next(&r);
        if (i & 1) {
            word &= ~wgd_idesc_reserved(kind);
            word = (word & ~(UINT32_C(31) << 24)) | (UINT32_C(8) << 24);
        }
        wgd_umma_op op = wgd_umma_op_of(kind);
        op.ws = i % 3 == 0;
        const unsigned faults = wgd_idesc_decode(kind, word, &op, NULL);
        uint32_t again = 0;
        if (faults == 0) {
            good++;
            assert_int_equal(wgd_idesc_encode(&op, &again, NULL), WGD_OK);
            assert_int_equal(again, word);
        } else {
            assert_true(faults & WGD_IDESC_RESERVED || faults & WGD_IDESC_TYPE ||
                        wgd_idesc_encode(&op, &again, NULL) != WGD_OK);
        }
        assert_int_equal((faults & WGD_IDESC_RESERVED) != 0,
                         (word & wgd_idesc_reserved(kind)) != 0);
    }
    return good;
}

static void any_word(void **state)
{
    (void)state;
    assert_true(check_words(4000000) > 10000);
}

static void few_words(void **state)
{
    (void)state;
    assert_true(check_words(2000) > 0);
}

/* Where PTX's tables have each field; 0 and no bits where they have none. M is four bits further down, as CUTLASS
 * has it. */
static void fields_in_their_places(void **state)
{
    (void)state;
    static const char *const column[WGD_IDESC_FIELD_COUNT] = {
        "selector", "sparse", "saturate", "dtype", "sfb",  "atype", "btype", "nega", "negb",
        "ta",       "tb",     "n>>3",     "stype", "m>>4", "sfa",   "shift", "k96"};
    for (int kind = 0; kind < WGD_UMMA_KIND_COUNT; kind++) {
        const bool mx = wgd_umma_kind_scaled((wgd_umma_kind)kind), mx8 = kind == WGD_UMMA_MXF8F6F4;
        const ptx_bits *table = !mx ? table42 : mx8 ? table43 : table44;
        const int n = (int)(!mx   ? sizeof table42 / sizeof *table42
                            : mx8 ? sizeof table43 / sizeof *table43
                                  : sizeof table44 / sizeof *table44);
        for (int f = 0; f < WGD_IDESC_FIELD_COUNT; f++) {
            int low, width, want_low = 0, want_width = 0;
            for (int i = 0; i < n; i++) {
                if (strcmp(table[i].what, column[f]) == 0) {
                    want_low = table[i].first;
                    want_width = table[i].last - table[i].first + 1;
                }
            }
            want_low = f == WGD_IDESC_M ? 24 : want_low;
            want_width = f == WGD_IDESC_M ? 5 : want_width;
            wgd_idesc_field_bits((wgd_umma_kind)kind, (wgd_idesc_field)f, &low, &width);
            assert_int_equal(low, want_low);
            assert_int_equal(width, want_width);
        }
    }
}

/* The fields of a format take every bit once, or it is reserved. */
static void fields_and_reserved(void **state)
{
    (void)state;
    for (int kind = 0; kind < WGD_UMMA_KIND_COUNT; kind++) {
        uint32_t seen = wgd_idesc_reserved((wgd_umma_kind)kind);
        for (int f = 0; f < WGD_IDESC_FIELD_COUNT; f++) {
            int low, width;
            wgd_idesc_field_bits((wgd_umma_kind)kind, (wgd_idesc_field)f, &low, &width);
            for (int b = low; b < low + width; b++) {
                assert_false(seen >> b & 1u);
                seen |= UINT32_C(1) << b;
            }
        }
        assert_int_equal(seen, UINT32_MAX);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FEW_TESTS(TF32),
        FEW_TESTS(F16),
        FEW_TESTS(I8),
        FEW_TESTS(F8F6F4),
        FEW_TESTS(MXF8F6F4),
        FEW_TESTS(MXF4),
        FEW_TESTS(MXF4NVF4),
        cmocka_unit_test(few_words),
        cmocka_unit_test(fields_in_their_places),
        cmocka_unit_test(shapes),
        cmocka_unit_test(flags),
        cmocka_unit_test(ids),
        cmocka_unit_test(any_word),
        cmocka_unit_test(fields_and_reserved),
    };
    return cmocka_run_group_tests_name("idesc_ptx", tests, NULL, NULL);
}
