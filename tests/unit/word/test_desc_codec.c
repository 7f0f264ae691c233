/* SPDX-License-Identifier: MIT
 *
 * The 64-bit word: every value of every field, every pair of fields, and faults. The expected word
 * is built by multiplication from the bit positions of the PTX ISA's table, not by the shifts of
 * the codec.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "rng.h"
#include "wgdesc.h"

enum { FIELDS = 5 };
static const struct {
    const char *name;
    uint64_t unit; /* value of the field's lowest bit */
    uint32_t count;
} fields[FIELDS] = {
    {"start", 1, 1u << 14},
    {"lbo", UINT64_C(65536), 1u << 14},
    {"sbo", UINT64_C(4294967296), 1u << 14},
    {"base_offset", UINT64_C(562949953421312), 8},
    {"layout_type", UINT64_C(4611686018427387904), 4},
};

/* The modes by the code of bits 62-63 (PTX ISA, matrix descriptor format). */
static const wgd_swizzle_mode modes[] = {WGD_SWZ_NONE, WGD_SWZ_128B, WGD_SWZ_64B, WGD_SWZ_32B};

static wgd_desc desc_of(const uint32_t v[FIELDS])
{
    const wgd_desc d = {(uint16_t)v[0], (uint16_t)v[1], (uint16_t)v[2],
                        (uint8_t)v[3],  false,          modes[v[4]]};
    return d;
}

static int same(wgd_desc a, wgd_desc b)
{
    return a.start == b.start && a.lbo == b.lbo && a.sbo == b.sbo &&
           a.base_offset == b.base_offset && a.swizzle == b.swizzle;
}

/* Counts the values at which encode or decode is wrong: asserting each of 2^28 would be slow. */
static uint64_t wrong_in_pair(int f, int g)
{
    uint64_t wrong = 0;
    uint32_t v[FIELDS] = {0};
    for (uint32_t a = 0; a < fields[f].count; a++) {
        v[f] = a;
        for (uint32_t b = a % SWEEP_ONE_IN; b < fields[g].count; b += SWEEP_ONE_IN) {
            v[g] = b;
            const wgd_desc d = desc_of(v);
            const uint64_t word = a * fields[f].unit + b * fields[g].unit;
            wrong += wgd_desc_encode(d) != word || !same(wgd_desc_decode(word), d);
        }
    }
    return wrong;
}

static void every_value_of_every_field(void **state)
{
    (void)state;
    for (int f = 0; f < FIELDS; f++) {
        for (uint32_t a = 0; a < fields[f].count; a++) {
            uint32_t v[FIELDS] = {0};
            v[f] = a;
            assert_int_equal(wgd_desc_encode(desc_of(v)), a * fields[f].unit);
            assert_true(same(wgd_desc_decode(a * fields[f].unit), desc_of(v)));
        }
    }
}

static void every_pair_of_fields(void **state)
{
    (void)state;
    for (int f = 0; f < FIELDS; f++) {
        for (int g = f + 1; g < FIELDS; g++) {
            assert_int_equal(wrong_in_pair(f, g), 0);
        }
    }
}

/* The notes' 128B K-major word, field by field. */
static void a_printed_word(void **state)
{
    (void)state;
    const wgd_desc d = wgd_desc_decode(UINT64_C(0x4000004000010246));
    assert_int_equal(d.start, 0x246);
    assert_int_equal(d.lbo, 1);
    assert_int_equal(d.sbo, 64);
    assert_int_equal(d.base_offset, 0);
    assert_int_equal(d.swizzle, WGD_SWZ_128B);
}

/* Each bit of the word belongs to a field or to the ignored ones, never to both. */
static void ignored_bits_are_dropped(void **state)
{
    (void)state;
    uint64_t mask = 0;
    for (int f = 0; f < FIELDS; f++) {
        mask += (fields[f].count - 1) * fields[f].unit;
    }
    assert_int_equal(mask, WGD_DESC_MASK);
    for (int bit = 0; bit < 64; bit++) {
        const uint64_t word = UINT64_C(1) << bit;
        assert_int_equal(wgd_desc_encode(wgd_desc_decode(word)), word & mask);
        const unsigned reserved = wgd_desc_faults(word, WGD_SM90) & WGD_FAULT_RESERVED;
        assert_int_equal(reserved != 0, (word & mask) == 0);
    }
}

static void fields_over_their_width_are_refused(void **state)
{
    (void)state;
    wgd_diag diag;
    const wgd_desc good = {0x3fff, 0x3fff, 0x3fff, 7, false, WGD_SWZ_128B};
    assert_int_equal(wgd_desc_check(good, &diag), WGD_OK);
    wgd_desc d = good;
    d.start = 0x4000;
    assert_int_equal(wgd_desc_check(d, &diag), WGD_ERR_RANGE);
    assert_string_equal(diag.field, "start");
    assert_string_equal(diag.got, "16384");
    d = good;
    d.lbo = 0x4000;
    assert_int_equal(wgd_desc_check(d, &diag), WGD_ERR_RANGE);
    assert_string_equal(diag.field, "lbo");
    d = good;
    d.sbo = 0xffff;
    assert_int_equal(wgd_desc_check(d, &diag), WGD_ERR_RANGE);
    assert_string_equal(diag.field, "sbo");
    d = good;
    d.base_offset = 8;
    assert_int_equal(wgd_desc_check(d, &diag), WGD_ERR_RANGE);
    assert_string_equal(diag.field, "base_offset");
    d = good;
    d.swizzle = WGD_SWIZZLE_MODE_COUNT;
    assert_int_equal(wgd_desc_check(d, NULL), WGD_ERR_RANGE);
}

static uint64_t word_at(uint32_t start_bytes, uint32_t base_offset, wgd_swizzle_mode mode)
{
    const wgd_desc d = {(uint16_t)(start_bytes / 16), 1, 64, (uint8_t)base_offset, false, mode};
    return wgd_desc_encode(d);
}

static void faults_of_the_phase(void **state)
{
    (void)state;
    /* Row 0 of a pattern, and a K step inside the swizzle row: nothing odd. */
    assert_int_equal(wgd_desc_faults(word_at(0x400, 0, WGD_SWZ_128B), WGD_SM90), 0);
    assert_int_equal(wgd_desc_faults(word_at(0x460, 0, WGD_SWZ_128B), WGD_SM90), 0);
    /* 128 bytes on: row 1 of the 128B pattern, row 2 of the 64B one, row 4 of the 32B one. */
    assert_int_equal(wgd_desc_faults(word_at(0x480, 0, WGD_SWZ_128B), WGD_SM90),
                     WGD_FAULT_ALIGNMENT);
    assert_int_equal(wgd_desc_faults(word_at(0x480, 0, WGD_SWZ_64B), WGD_SM90),
                     WGD_FAULT_ALIGNMENT);
    assert_int_equal(wgd_desc_faults(word_at(0x480, 0, WGD_SWZ_32B), WGD_SM90),
                     WGD_FAULT_ALIGNMENT);
    assert_int_equal(wgd_desc_faults(word_at(0x480, 0, WGD_SWZ_NONE), WGD_SM90), 0);
    /* base_offset repairs it, or is wrong itself; bits beyond the mode's mask are not read. */
    assert_int_equal(wgd_desc_faults(word_at(0x480, 1, WGD_SWZ_128B), WGD_SM90), 0);
    assert_int_equal(wgd_desc_faults(word_at(0x480, 2, WGD_SWZ_128B), WGD_SM90), WGD_FAULT_PHASE);
    assert_int_equal(wgd_desc_faults(word_at(0x480, 3, WGD_SWZ_32B), WGD_SM90), 0);
    assert_int_equal(wgd_desc_faults(word_at(0x480, 1, WGD_SWZ_NONE), WGD_SM90),
                     WGD_FAULT_BASE_OFFSET);
    assert_int_equal(wgd_desc_faults(0, WGD_SM90), WGD_FAULT_ZERO_STRIDES);
}

static void swizzle_names(void **state)
{
    (void)state;
    static const char *const by_code[] = {"none", "128B", "64B", "32B"};
    static const char *const cute[] = {"INTERLEAVE", "B128", "B64", "B32"};
    wgd_swizzle_mode m;
    wgd_diag diag;
    for (int i = 0; i < 4; i++) {
        assert_string_equal(wgd_swizzle_name(modes[i]), by_code[i]);
        assert_string_equal(wgd_swizzle_cute_name(modes[i]), cute[i]);
        assert_int_equal(wgd_swizzle_parse(by_code[i], &m, NULL), WGD_OK);
        assert_int_equal(m, modes[i]);
        assert_int_equal(wgd_swizzle_parse(cute[i], &m, NULL), WGD_OK);
        assert_int_equal(m, modes[i]);
    }
    assert_int_equal(wgd_swizzle_parse("126B", &m, &diag), WGD_ERR_VALUE);
    assert_string_equal(diag.field, "swizzle");
    assert_string_equal(diag.got, "126B");
    assert_string_equal(diag.want, "none, 32B, 64B, 128B or 128B_32B");
    assert_int_equal(diag.hint_id, WGD_HINT_NEAREST);
    assert_string_equal(diag.hint, "did you mean '128B'?");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_value_of_every_field),
        cmocka_unit_test(every_pair_of_fields),
        cmocka_unit_test(a_printed_word),
        cmocka_unit_test(ignored_bits_are_dropped),
        cmocka_unit_test(fields_over_their_width_are_refused),
        cmocka_unit_test(faults_of_the_phase),
        cmocka_unit_test(swizzle_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
