/* SPDX-License-Identifier: MIT
 *
 * Planted faults: for each mistake that the checker names, a thousand right descriptors are spoilt
 * by that mistake. The cause named is the planted one, or one that gives the very same word from
 * another right descriptor: then the mistake that was named is made again here, with the repair
 * that was offered, and must give the word back.
 */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "rule_layout.h"
#include "wgdesc.h"

enum { INSTANCES = 1000 };

/* A right descriptor with its layout, and the word after the mistake. */
typedef struct sample {
    wgd_place place;
    wgd_read rd;
    wgd_desc right;
    int i, j;
    uint64_t word;
} sample;

/* The same by the call for many words, beside a neighbour that must not disturb it. */
static void same_for_many(uint64_t word, wgd_read rd, const wgd_place *p, int i, int j,
                          const wgd_check *c)
{
    const uint64_t words[3] = {word, word ^ 1, word};
    uint32_t wrong[3];
    assert_int_equal(wgd_check_words(words, 3, rd, p, i, j, wrong, NULL), WGD_OK);
    assert_int_equal(wrong[0], c->wrong);
    assert_int_equal(wrong[2], c->wrong);
    assert_int_equal(c->match, wrong[0] == 0);
}

/* ---- making the mistakes -------------------------------------------------------------------- */

static wgd_desc times_16(wgd_desc d, bool start)
{
    d.lbo = (uint16_t)(d.lbo << 4 & 0x3fff);
    d.sbo = (uint16_t)(d.sbo << 4 & 0x3fff);
    if (start) {
        d.start = (uint16_t)(d.start << 4 & 0x3fff);
    }
    return d;
}

static wgd_desc over_16(wgd_desc d, bool start)
{
    d.lbo >>= 4;
    d.sbo >>= 4;
    if (start) {
        d.start >>= 4;
    }
    return d;
}

/* The word under another code of its mode: bits 62-63. */
static uint64_t with_code(wgd_desc d, int code)
{
    return (wgd_desc_encode(d) & ~(UINT64_C(3) << 62)) | (uint64_t)code << 62;
}

/* TMA: none 0, 32B 1, 64B 2, 128B 3. tcgen05: 128B 2, 64B 4, 32B 6, cut to two bits. */
static int tma_of(int type)
{
    return type == WGD_SWZ_128B ? 3 : type == WGD_SWZ_64B ? 2 : type == WGD_SWZ_32B ? 1 : 0;
}

static int tcgen05_of(int type)
{
    return (type == WGD_SWZ_128B ? 2 : type == WGD_SWZ_64B ? 4 : type == WGD_SWZ_32B ? 6 : 0) & 3;
}

/* All the words that a mistake can make of a right descriptor; returns how many. */
static int mistakes(wgd_cause c, wgd_desc d, uint64_t out[8])
{
    const uint64_t word = wgd_desc_encode(d);
    const uint64_t bytes = d.start * UINT64_C(16);
    wgd_desc x = d;
    switch (c) {
    case WGD_CAUSE_START_UNSHIFTED:
        out[0] = (word & ~UINT64_C(0x3fff)) | (bytes & 0x3fff);
        out[1] = (word & ~UINT64_C(0x3fff)) | bytes;
        return 2;
    case WGD_CAUSE_BYTES:
    case WGD_CAUSE_UNITS:
        for (int i = 0; i < 2; i++) {
            x = c == WGD_CAUSE_BYTES ? times_16(d, i) : over_16(d, i);
            out[4 * i] = wgd_desc_encode(x);
            x.lbo = d.lbo;
            out[4 * i + 1] = wgd_desc_encode(x);
            x.sbo = d.sbo;
            out[4 * i + 2] = wgd_desc_encode(x);
            x = c == WGD_CAUSE_BYTES ? times_16(d, i) : over_16(d, i);
            x.sbo = d.sbo;
            out[4 * i + 3] = wgd_desc_encode(x);
        }
        return 8;
    case WGD_CAUSE_SWAPPED:
        x.lbo = d.sbo;
        x.sbo = d.lbo;
        out[0] = wgd_desc_encode(x);
        return 1;
    case WGD_CAUSE_TMA_CODE:
        out[0] = with_code(d, tma_of((int)d.swizzle));
        return 1;
    case WGD_CAUSE_TCGEN05_CODE:
        out[0] = with_code(d, tcgen05_of((int)d.swizzle));
        return 1;
    case WGD_CAUSE_BASE_OFFSET_SHIFTED:
        x.base_offset = (uint8_t)(d.start >> 7 & 7); /* start is already shifted: >> 11 in all */
        out[0] = wgd_desc_encode(x);
        return 1;
    default:
        return 0;
    }
}

static unsigned fields_read_that_differ(uint64_t a, uint64_t b, wgd_read rd)
{
    wgd_diff d;
    unsigned fields = 0;
    wgd_diff_words(b, a, rd, &d);
    for (int i = 0; i < d.n; i++) {
        fields |= d.field[i].read && d.field[i].field != WGD_FIELD_IGNORED
                      ? 1u << (unsigned)d.field[i].field
                      : 0u;
    }
    return fields;
}

/* ---- judging what was named ----------------------------------------------------------------- */

static bool repaired_matches(const sample *s, const wgd_check *c)
{
    wgd_check again;
    assert_int_equal(
        wgd_check_desc(wgd_desc_encode(c->repaired), s->rd, &s->place, s->i, s->j, &again, NULL),
        WGD_OK);
    return again.match;
}

static bool named_gives_word(const sample *s, const wgd_check *c)
{
    uint64_t made[8];
    const int n = mistakes(c->cause, c->repaired, made);
    for (int i = 0; i < n; i++) {
        /* Up to base_offset bits beyond the mask and unread fields. */
        wgd_diff d;
        wgd_diff_words(made[i], s->word, s->rd, &d);
        if (d.same) {
            return true;
        }
    }
    const unsigned fields =
        fields_read_that_differ(s->word, wgd_desc_encode(c->repaired), s->rd) & 31u;
    switch (c->cause) {
    case WGD_CAUSE_K_STEP:
    case WGD_CAUSE_OTHER_BLOCK:
        return fields == WGD_READS_START;
    case WGD_CAUSE_FIELD:
        return fields != 0 && (fields & (fields - 1)) == 0;
    case WGD_CAUSE_FIELDS:
        return fields != 0;
    case WGD_CAUSE_BASE_OFFSET_SHIFTED: /* of the tile's start rather than the block's */
        return fields == WGD_READS_BASE_OFFSET;
    default:
        return false;
    }
}

/* Counts whether the planted cause was named; fails when what was named does not explain it. */
static bool judge(const sample *s, wgd_cause planted, const wgd_check *c)
{
    const bool repaired = repaired_matches(s, c);
    if (!repaired || (c->cause != planted && !named_gives_word(s, c))) {
        fail_msg("planted %s, named %s: right %016llx word %016llx repaired %016llx (%s %s mn %d)",
                 wgd_cause_name(planted), wgd_cause_name(c->cause),
                 (unsigned long long)wgd_desc_encode(s->right), (unsigned long long)s->word,
                 (unsigned long long)wgd_desc_encode(c->repaired), wgd_major_name(s->rd.major),
                 wgd_dtype_get(s->rd.dtype)->name, s->rd.mn);
    }
    return c->cause == planted;
}

/* ---- one block ------------------------------------------------------------------------------ */

static void random_sample(rng *r, sample *s)
{
    wgd_solve_query q;
    do {
        s->rd = random_read(r);
        s->right = random_desc(r);
        q = query_of(s->right, s->rd);
        if (rng_below(r, 2) == 0 || s->right.swizzle == WGD_SWZ_NONE ||
            !relative_query(s->right, &q)) {
            s->right.base_offset = 0;
        }
    } while (!whole_rows(s->right, s->rd) ||
             wgd_place_make(&q.layout, q.dtype, q.start, &s->place, NULL) != WGD_OK);
    s->i = s->j = 0;
}

static void plant(wgd_cause cause, int least_named)
{
    rng r = rng_start();
    int named = 0;
    for (int n = 0; n < INSTANCES;) {
        sample s;
        wgd_check c;
        uint64_t made[8];
        random_sample(&r, &s);
        s.word = made[rng_below(&r, mistakes(cause, s.right, made))];
        assert_int_equal(wgd_check_desc(s.word, s.rd, &s.place, 0, 0, &c, NULL), WGD_OK);
        same_for_many(s.word, s.rd, &s.place, 0, 0, &c);
        if (c.match) {
            continue; /* the mistake changed nothing here: 64B has the same code everywhere */
        }
        named += judge(&s, cause, &c);
        n++;
    }
    printf("# %s: %d of %d named so\n", wgd_cause_name(cause), named, INSTANCES);
    assert_true(named >= least_named);
}

static void test_start_not_shifted(void **state)
{
    (void)state;
    plant(WGD_CAUSE_START_UNSHIFTED, 950);
}

static void test_bytes_for_units(void **state)
{
    (void)state;
    plant(WGD_CAUSE_BYTES, 600);
}

static void test_units_for_bytes(void **state)
{
    (void)state;
    plant(WGD_CAUSE_UNITS, 900);
}

static void test_swapped(void **state)
{
    (void)state;
    plant(WGD_CAUSE_SWAPPED, 950);
}

static void test_tma_code(void **state)
{
    (void)state;
    plant(WGD_CAUSE_TMA_CODE, 950);
}

static void test_tcgen05_code(void **state)
{
    (void)state;
    plant(WGD_CAUSE_TCGEN05_CODE, 950);
}

static void test_base_offset_shifted(void **state)
{
    (void)state;
    plant(WGD_CAUSE_BASE_OFFSET_SHIFTED, 950);
}

/* ---- fields without a name ------------------------------------------------------------------ */

static uint64_t spoil_field(rng *r, uint64_t word)
{
    static const struct {
        int shift;
        unsigned width;
    } fields[] = {{0, 14}, {16, 14}, {32, 14}, {49, 3}, {62, 2}};
    const int f = rng_below(r, 5);
    const uint64_t mask = ((UINT64_C(1) << fields[f].width) - 1) << fields[f].shift;
    return (word & ~mask) | (rng_next(r) & mask);
}

static void plant_fields(int spoilt, wgd_cause cause, int least_named)
{
    rng r = rng_start();
    int named = 0;
    for (int n = 0; n < INSTANCES;) {
        sample s;
        wgd_check c;
        random_sample(&r, &s);
        s.word = wgd_desc_encode(s.right);
        for (int i = 0; i < spoilt; i++) {
            s.word = spoil_field(&r, s.word);
        }
        assert_int_equal(wgd_check_desc(s.word, s.rd, &s.place, 0, 0, &c, NULL), WGD_OK);
        same_for_many(s.word, s.rd, &s.place, 0, 0, &c);
        if (c.match) {
            continue;
        }
        named += judge(&s, cause, &c);
        n++;
    }
    printf("# %s: %d of %d named so\n", wgd_cause_name(cause), named, INSTANCES);
    assert_true(named >= least_named);
}

static void test_one_field(void **state)
{
    (void)state;
    plant_fields(1, WGD_CAUSE_FIELD, 800);
}

static void test_several_fields(void **state)
{
    (void)state;
    plant_fields(4, WGD_CAUSE_FIELDS, 700);
}

/* ---- blocks of a tile ----------------------------------------------------------------------- */

/* A tile of several blocks along K and MN; K wider than the atom where `leaves_atom`. */
static void random_tile(rng *r, bool leaves_atom, wgd_tile *t)
{
    wgd_tile_query q;
    do {
        q = wgd_tile_query_default();
        q.dtype = (wgd_dtype)rng_below(r, WGD_WGMMA_DTYPE_COUNT);
        q.operand = (wgd_operand)rng_below(r, 2);
        q.major = (wgd_major)rng_below(r, 2);
        q.swizzle = (wgd_swizzle_mode)rng_below(r, 4);
        q.n = q.operand == WGD_OPERAND_B ? 8 * (1 + rng_below(r, 32)) : 0;
        q.mn = (q.operand == WGD_OPERAND_B ? q.n : 64) * (1 + rng_below(r, 3));
        q.k = (int64_t)wgd_dtype_k(q.dtype) * (2 + rng_below(r, 11));
        q.order[0] = 1 + rng_below(r, 2);
        q.order[1] = 3 - q.order[0];
        q.start = 1024 * rng_below(r, 16);
    } while (
        wgd_tile_describe(&q, t, NULL) != WGD_OK ||
        (leaves_atom && q.k * wgd_dtype_bits(q.dtype) / 8 <= wgd_swizzle_row_bytes(q.swizzle)));
}

static void tile_sample(const wgd_tile *t, int i, int j, sample *s)
{
    assert_int_equal(wgd_place_make(&t->smem, t->query.dtype, t->query.start, &s->place, NULL),
                     WGD_OK);
    s->rd = wgd_tile_read(t);
    s->i = i;
    s->j = j;
    s->right = wgd_desc_decode(wgd_tile_block_desc(t, i, j));
}

static void test_k_step_left_the_atom(void **state)
{
    (void)state;
    rng r = rng_start();
    int named = 0;
    static wgd_tile t;
    for (int n = 0; n < INSTANCES;) {
        sample s;
        wgd_check c;
        random_tile(&r, true, &t);
        const int i = rng_below(&r, t.blocks_mn), j = rng_below(&r, t.blocks_k);
        tile_sample(&t, i, j, &s);
        const int64_t step = wgd_tile_block_offset(&t, i, 1) - wgd_tile_block_offset(&t, i, 0);
        s.word = wgd_tile_block_desc(&t, i, 0) + (uint64_t)(step / 16 * j);
        assert_int_equal(wgd_check_desc(s.word, s.rd, &s.place, i, j, &c, NULL), WGD_OK);
        same_for_many(s.word, s.rd, &s.place, i, j, &c);
        if (c.match) {
            continue;
        }
        named += judge(&s, WGD_CAUSE_K_STEP, &c);
        n++;
    }
    printf("# k_step_left_atom: %d of %d named so\n", named, INSTANCES);
    assert_true(named >= 950);
}

static void test_other_block(void **state)
{
    (void)state;
    rng r = rng_start();
    int named = 0;
    static wgd_tile t;
    for (int n = 0; n < INSTANCES;) {
        sample s;
        wgd_check c;
        random_tile(&r, false, &t);
        tile_sample(&t, rng_below(&r, t.blocks_mn), rng_below(&r, t.blocks_k), &s);
        s.word = wgd_tile_block_desc(&t, rng_below(&r, t.blocks_mn), rng_below(&r, t.blocks_k));
        assert_int_equal(wgd_check_desc(s.word, s.rd, &s.place, s.i, s.j, &c, NULL), WGD_OK);
        same_for_many(s.word, s.rd, &s.place, s.i, s.j, &c);
        if (c.match) {
            continue;
        }
        named += judge(&s, WGD_CAUSE_OTHER_BLOCK, &c);
        n++;
    }
    printf("# other_block: %d of %d named so\n", named, INSTANCES);
    assert_true(named >= 800);
}

/* ---- the wrong instruction, and layouts that nothing reads ----------------------------------- */

static void test_other_major(void **state)
{
    (void)state;
    rng r = rng_start();
    for (int n = 0; n < INSTANCES;) {
        sample s;
        wgd_check c;
        random_sample(&r, &s);
        if (!wgd_dtype_get(s.rd.dtype)->mn_major) {
            continue;
        }
        wgd_read asked = s.rd;
        asked.major = asked.major == WGD_MAJOR_K ? WGD_MAJOR_MN : WGD_MAJOR_K;
        assert_int_equal(wgd_check_desc(wgd_desc_encode(s.right), asked, &s.place, 0, 0, &c, NULL),
                         WGD_OK);
        same_for_many(wgd_desc_encode(s.right), asked, &s.place, 0, 0, &c);
        assert_false(c.match);
        assert_int_equal(c.cause, WGD_CAUSE_MAJOR);
        n++;
    }
}

static void test_layout_that_nothing_reads(void **state)
{
    (void)state;
    rng r = rng_start();
    for (int n = 0; n < INSTANCES;) {
        /* Plain rows with a pitch that no mode has. */
        const int64_t pitch = 16 + rng_below(&r, 500);
        const wgd_layout l = wgd_layout_2d(64, 16, pitch, 1);
        const wgd_composed c = wgd_composed_plain(&l);
        const wgd_read rd = {WGD_F16, WGD_OPERAND_A, WGD_MAJOR_K, 64, false, WGD_SM90, 0};
        wgd_place p;
        wgd_check check;
        assert_int_equal(wgd_place_make(&c, WGD_F16, 1024, &p, NULL), WGD_OK);
        const uint64_t word = rng_next(&r);
        assert_int_equal(wgd_check_desc(word, rd, &p, 0, 0, &check, NULL), WGD_OK);
        same_for_many(word, rd, &p, 0, 0, &check);
        assert_false(check.match);
        assert_int_equal(check.cause, WGD_CAUSE_LAYOUT);
        assert_true(strlen(check.refusal.text) > 10);
        n++;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_start_not_shifted),
        cmocka_unit_test(test_bytes_for_units),
        cmocka_unit_test(test_units_for_bytes),
        cmocka_unit_test(test_swapped),
        cmocka_unit_test(test_tma_code),
        cmocka_unit_test(test_tcgen05_code),
        cmocka_unit_test(test_base_offset_shifted),
        cmocka_unit_test(test_one_field),
        cmocka_unit_test(test_several_fields),
        cmocka_unit_test(test_k_step_left_the_atom),
        cmocka_unit_test(test_other_block),
        cmocka_unit_test(test_other_major),
        cmocka_unit_test(test_layout_that_nothing_reads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
