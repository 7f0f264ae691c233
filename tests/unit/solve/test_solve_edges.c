/* SPDX-License-Identifier: MIT
 *
 * What the solver and the checker are asked at the edges: architectures and blocks that are none, swizzles that only
 * look like the hardware's, starts beyond the window, rows of slices that end, the mode of LBO.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "wgdesc.h"

static wgd_composed parsed(const char *text)
{
    wgd_composed c;
    wgd_diag d;
    if (wgd_parse_composed(text, strlen(text), &c, &d) != WGD_OK) {
        fail_msg("%s: %s", text, d.what);
    }
    return c;
}

/* Of B, N as many as the rows. */
static wgd_solve_query query_b(const char *layout, wgd_dtype dtype, wgd_arch arch)
{
    const wgd_solve_query q = {.layout = parsed(layout),
                               .dtype = dtype,
                               .operand = WGD_OPERAND_B,
                               .major = WGD_WANT_ANY,
                               .arch = arch};
    return q;
}

/* Every element of block (0, 0) lies where the rule reads it through each solution. */
static void all_read(const wgd_solve *s)
{
    static uint32_t at[256 * 256];
    for (int i = 0; i < s->n; i++) {
        const wgd_read rd = s->solution[i].read;
        wgd_block b;
        wgd_block_make(&s->place, rd, 0, 0, &b);
        assert_int_equal(wgd_fetch_map(wgd_desc_pack(s->solution[i].desc, rd.arch), rd, at,
                                       sizeof at / sizeof at[0], NULL),
                         WGD_OK);
        for (int r = 0; r < b.mn; r++) {
            for (int k = 0; k < b.k; k++) {
                assert_int_equal(at[r * b.k + k], wgd_block_bit(&b, r, k) / 8);
            }
        }
    }
}

/* Eight rows of 64 bytes reach over two of the address bits that a wider swizzle moves: the 64B swizzle does the same
 * to them, with two base offsets. It is not the layout's own, and no term of its algebra. */
static void another_swizzle(void **state)
{
    static wgd_solve s;
    static wgd_solve_layouts terms;
    wgd_solve_query q = query_b("Sw<3,4,3> o smem_ptr[16b] o (8,32):(32,1)", WGD_F16, WGD_SM90);
    (void)state;
    assert_int_equal(wgd_solve_layout(&q, &s, NULL), WGD_OK);
    assert_int_equal(s.n, 2);
    all_read(&s);
    for (int j = 0; j < 2; j++) {
        assert_int_equal(s.solution[j].desc.swizzle, WGD_SWZ_64B);
        assert_int_equal(s.solution[j].desc.base_offset, 2 * j);
        assert_false(s.solution[j].canonical);
        assert_false(wgd_solve_algebra(&s, &s.solution[j], &terms));
    }
    /* A swizzle of bits that the tile does not reach does nothing, and is none of the hardware's. */
    q.layout = parsed("Sw<1,4,10> o smem_ptr[16b] o (8,(8,2)):(8,(1,64))");
    assert_int_equal(wgd_solve_layout(&q, &s, NULL), WGD_OK);
    all_read(&s);
    assert_int_equal(s.solution[0].desc.swizzle, WGD_SWZ_NONE);
    assert_false(s.solution[0].canonical);
    assert_false(wgd_solve_algebra(&s, &s.solution[0], &terms));
    /* Of the layout's own swizzle the first is, and the other, of a phase that make_gmma_desc never writes, not. */
    q.layout = parsed("Sw<2,4,3> o smem_ptr[16b] o (8,32):(32,1)");
    assert_int_equal(wgd_solve_layout(&q, &s, NULL), WGD_OK);
    assert_int_equal(s.n, 2);
    all_read(&s);
    assert_true(s.solution[0].canonical);
    assert_true(wgd_solve_algebra(&s, &s.solution[0], &terms));
    assert_false(wgd_solve_algebra(&s, &s.solution[1], &terms));
}

/* Rows of 3 and 32 bytes make no whole modes of 16. */
static void no_chunks_in_the_algebra(void **state)
{
    static wgd_solve s;
    static wgd_solve_layouts terms;
    const wgd_solve_query q = query_b("((8,4,2),(3,32)):((16,128,512),(1,3))", WGD_E4M3, WGD_SM100);
    (void)state;
    assert_int_equal(wgd_solve_layout(&q, &s, NULL), WGD_OK);
    all_read(&s);
    assert_false(wgd_solve_algebra(&s, &s.solution[0], &terms));
}

/* 24 rows of bytes are one and a half chunks along N: no instruction reads them MN-major, nor do eight. Sixteen are
 * read. */
static void half_a_chunk(void **state)
{
    static const struct {
        const char *layout;
        wgd_status status;
    } rows[] = {{"(8,32):(1,16)", WGD_ERR_NO_DESC},
                {"(16,32):(1,16)", WGD_OK},
                {"(24,32):(1,32)", WGD_ERR_NO_DESC},
                {"Sw<1,4,3> o smem_ptr[8b] o (32,32):(1,32)", WGD_OK}};
    static wgd_solve s;
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const wgd_solve_query q = query_b(rows[i].layout, WGD_U8, WGD_SM100);
        assert_int_equal(wgd_solve_layout(&q, &s, NULL), rows[i].status);
        if (rows[i].status == WGD_OK) {
            assert_int_equal(s.solution[0].read.major, WGD_MAJOR_MN);
            assert_int_equal(wgd_read_check(s.solution[0].read, NULL), WGD_OK);
            all_read(&s);
        } else {
            assert_int_equal(s.refusal.reason, WGD_REASON_MAJOR);
            assert_non_null(strstr(s.refusal.text, "no whole chunks of 16 bytes"));
        }
    }
}

/* The atom of 128B_32B has four lines along K. Sixteen are four of them, at one stride or not. */
static void groups_of_four(void **state)
{
    static wgd_solve s;
    wgd_solve_query q =
        query_b("Sw<2,5,2> o smem_ptr[32b] o (32,(8,2)):(1,(32,512))", WGD_TF32, WGD_SM100);
    (void)state;
    q.sparse = true;
    assert_int_equal(wgd_solve_layout(&q, &s, NULL), WGD_ERR_NO_DESC);
    assert_int_equal(s.refusal.reason, WGD_REASON_STRIDE);
    assert_non_null(
        strstr(s.refusal.text, "group 2 of 4 K lines is not at the constant stride of 512"));
    q.layout = parsed("Sw<2,5,2> o smem_ptr[32b] o (32,(8,2)):(1,(32,256))");
    assert_int_equal(wgd_solve_layout(&q, &s, NULL), WGD_OK);
    all_read(&s);
}

/* No architecture, no block, no instruction with so much K. */
static void what_there_is_not(void **state)
{
    static wgd_solve s;
    wgd_solve_query q = query_b("(8,16):(8,64)", WGD_F16, WGD_SM120);
    wgd_slice at;
    wgd_diag d;
    (void)state;
    assert_int_equal(wgd_solve_layout(&q, &s, &d), WGD_ERR_VALUE);
    assert_string_equal(d.field, "arch");
    wgd_read rd = {WGD_F16, WGD_OPERAND_B, WGD_MAJOR_K, 8, false, WGD_SM120, 0};
    assert_int_equal(wgd_read_check(rd, &d), WGD_ERR_VALUE);
    assert_string_equal(d.field, "arch");
    q = query_b("Sw<2,4,3> o smem_ptr[16b] o (8,32):(32,1)", WGD_F16, WGD_SM90);
    for (int64_t i = -1; i <= 1; i++) {
        for (int64_t j = -1; j <= 2; j++) {
            const bool there = i == 0 && (j == 0 || j == 1);
            assert_int_equal(wgd_solve_block_slice(&q, i, j, &at, &d),
                             there ? WGD_OK : WGD_ERR_VALUE);
            if (there) {
                assert_int_equal(at.k[0], 16 * j);
            } else {
                assert_string_equal(d.field, "block");
            }
        }
    }
    /* 96 elements of K are for K-major packed fp4 of sm103. */
    rd = (wgd_read){WGD_E2M1_PACKED4, WGD_OPERAND_A, WGD_MAJOR_K, 128, false, WGD_SM103, 48};
    assert_int_equal(wgd_read_check(rd, NULL), WGD_OK);
    rd.sparse = true;
    assert_int_not_equal(wgd_read_check(rd, NULL), WGD_OK);
}

/* Words for a block that there is not, one by one and many at once. */
static void no_such_block(void **state)
{
    const wgd_composed c = parsed("Sw<2,4,3> o smem_ptr[16b] o (8,32):(32,1)");
    const uint64_t words[1] = {0};
    wgd_read rd = {WGD_F16, WGD_OPERAND_B, WGD_MAJOR_K, 8, false, WGD_SM90, 0};
    wgd_place p;
    wgd_check out;
    wgd_diag d;
    uint32_t wrong;
    (void)state;
    assert_int_equal(wgd_place_make(&c, WGD_F16, 0, &p, NULL), WGD_OK);
    for (int i = 0; i < 2; i++) {
        for (int j = 1; j < 3; j++) {
            const wgd_status want = i == 0 && j == 1 ? WGD_OK : WGD_ERR_VALUE;
            assert_int_equal(wgd_check_desc(0, rd, &p, i, j, &out, &d), want);
            assert_int_equal(wgd_check_words(words, 1, rd, &p, i, j, &wrong, &d), want);
        }
    }
    rd.mn = 12;
    assert_int_equal(wgd_check_desc(0, rd, &p, 0, 0, &out, &d), WGD_ERR_N);
    assert_int_equal(wgd_check_words(words, 1, rd, &p, 0, 0, &wrong, &d), WGD_ERR_N);
}

/* The second K block lies 200064 bytes below the first: a tile that begins at 200704 has it at 640. */
static void starts_of_negative_strides(void **state)
{
    const wgd_composed c = parsed("(8,(8,2,2)):(8,(1,64,-100032))");
    const wgd_read rd = {WGD_F16, WGD_OPERAND_B, WGD_MAJOR_K, 8, false, WGD_SM90, 0};
    static const struct {
        uint16_t start; /* of the word, in 16 bytes */
        int block;
        bool found;
    } rows[] = {{40, 1, true}, {0x3f00, 1, false}, {0x2000, 0, false}, {0x3100, 0, true}};
    wgd_place p;
    (void)state;
    assert_int_equal(wgd_place_make(&c, WGD_F16, 200704, &p, NULL), WGD_OK);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const wgd_desc d = {rows[i].start, 8, 0, 0, false, WGD_SWZ_NONE};
        int64_t start = -1;
        int mn = 0, k = rows[i].block;
        assert_int_equal(wgd_check_find_start(wgd_desc_pack(d, WGD_SM90), rd, &p, &start, &mn, &k),
                         rows[i].found);
        if (rows[i].found) {
            assert_int_equal(start, 200704);
        }
    }
}

/* Slices of K beside one another: until one leaves the window, or is no whole pieces, or as many as 4096 blocks; and
 * which of them it is. */
static void rows_of_slices(void **state)
{
    static const struct {
        const char *layout;
        wgd_dtype dtype;
        int64_t start, first, size;
        int index, blocks, said;
        bool all;
    } rows[] = {
        {"Sw<3,4,3> o smem_ptr[16b] o (8,(64,2)):(64,(1,512))", WGD_F16, 0x3fc00, 0, 16, 0, 8, 4,
         true},
        {"Sw<3,4,3> o smem_ptr[16b] o (8,(32,2)):(64,(1,36))", WGD_F16, 0, 16, 16, 1, 4, 2, true},
        {"Sw<3,4,3> o smem_ptr[16b] o (8,(64,1025)):(64,(1,0))", WGD_F16, 0, 32, 16, 2, 4096, 4096,
         false},
        {"Sw<3,4,3> o smem_ptr[32b] o (8,(32,1073741824)):(32,(1,0))", WGD_TF32, 0,
         (INT64_C(1) << 35) - 8, 8, INT32_MAX, 4096, 4096, false},
    };
    static wgd_solve s;
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        wgd_solve_query q = query_b(rows[i].layout, rows[i].dtype, WGD_SM90);
        wgd_slice_steps st;
        q.start = rows[i].start;
        q.slice = (wgd_slice){{0, 8}, {rows[i].first, rows[i].first + rows[i].size}};
        assert_int_equal(wgd_solve_layout(&q, &s, NULL), WGD_OK);
        wgd_solve_steps(&q, &s, &s.solution[0], true, &st);
        assert_int_equal(st.index, rows[i].index);
        assert_int_equal(st.to_next.blocks, rows[i].blocks);
        assert_int_equal(st.said, rows[i].said);
        assert_int_equal(st.all, rows[i].all);
    }
}

/* sm_103 has a bit that makes LBO an address. K of two swizzle rows is read through LBO: with the bit that the tile
 * does not mean, the second row is read elsewhere, and the bit is what is to be changed. In MN-major nothing looks at
 * it. */
static void mode_of_lbo(void **state)
{
    static const struct {
        const char *layout;
        wgd_major major;
    } rows[] = {{"Sw<1,4,3> o smem_ptr[16b] o ((8),(16,2)):((16),(1,128))", WGD_MAJOR_K},
                {"Sw<2,4,3> o smem_ptr[16b] o (32,32):(1,32)", WGD_MAJOR_MN}};
    static wgd_solve s;
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        wgd_solve_query q = query_b(rows[i].layout, WGD_F16, WGD_SM103);
        wgd_check c;
        q.sparse = true; /* 32 elements of K in a block */
        q.start = 0x400;
        assert_int_equal(wgd_solve_layout(&q, &s, NULL), WGD_OK);
        const wgd_solution *sol = &s.solution[0];
        assert_int_equal(sol->read.major, rows[i].major);
        wgd_desc d = sol->desc;
        d.lbo_absolute = true;
        assert_int_equal(
            wgd_check_desc(wgd_desc_pack(d, WGD_SM103), sol->read, &s.place, 0, 0, &c, NULL),
            WGD_OK);
        const bool k_major = rows[i].major == WGD_MAJOR_K;
        assert_int_equal(c.match, !k_major);
        assert_int_equal(c.wrong, k_major ? 8 * 16 : 0);
        if (k_major) {
            assert_int_equal(c.cause, WGD_CAUSE_FIELD);
            assert_int_equal(c.fields, WGD_READS_LBO_MODE);
            assert_true(wgd_desc_pack(c.repaired, WGD_SM103) ==
                        wgd_desc_pack(sol->desc, WGD_SM103));
        }
        /* Beside a start that is wrong as well, the repair leaves alone what is not read. */
        d.start ^= 0x100;
        assert_int_equal(
            wgd_check_desc(wgd_desc_pack(d, WGD_SM103), sol->read, &s.place, 0, 0, &c, NULL),
            WGD_OK);
        assert_false(c.match);
        assert_int_equal(c.repaired.lbo_absolute, !k_major);
        assert_int_equal(c.fields, WGD_READS_START | (k_major ? WGD_READS_LBO_MODE : 0));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(another_swizzle),
        cmocka_unit_test(no_chunks_in_the_algebra),
        cmocka_unit_test(half_a_chunk),
        cmocka_unit_test(groups_of_four),
        cmocka_unit_test(what_there_is_not),
        cmocka_unit_test(no_such_block),
        cmocka_unit_test(starts_of_negative_strides),
        cmocka_unit_test(rows_of_slices),
        cmocka_unit_test(mode_of_lbo),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
