/* SPDX-License-Identifier: MIT
 *
 * Bank conflicts: known cases, the figures of the permuted layout, and a naive counter that keeps a
 * flag for every word of shared memory.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "wgd_banks.h"

static uint32_t next_random(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

/* Wavefronts of lanes [first, first + n) by brute force: every word asked for, once. */
static int naive_phase(const wgd_bank_lanes *l, int bytes, int first, int n)
{
    static uint8_t asked[65536];
    int worst = 0;
    memset(asked, 0, sizeof asked);
    for (int i = first; i < first + n; i++) {
        for (int b = 0; b < bytes && (l->active & (1u << i)); b++) {
            asked[(l->addr[i] + (uint32_t)b) / 4] = 1;
        }
    }
    for (int bank = 0; bank < 32; bank++) {
        int words = 0;
        for (int w = bank; w < 65536; w += 32) {
            words += asked[w];
        }
        worst = words > worst ? words : worst;
    }
    return worst;
}

/* The rule for loads of 8 and 16 bytes, written another way: every aligned group of 4 lanes reads
 * a a b b (or less), or every one reads a b a b. */
static int merged(wgd_access a, const wgd_bank_lanes *l)
{
    int aabb = 1, abab = 1;
    for (int g = 0; g < 32; g += 4) {
        for (int i = 0; i < 4; i++) {
            for (int j = i + 1; j < 4; j++) {
                const int on = l->active >> (g + i) & l->active >> (g + j) & 1;
                const int differ = on && l->addr[g + i] != l->addr[g + j];
                aabb = i / 2 == j / 2 && differ ? 0 : aabb;
                abab = i % 2 == j % 2 && differ ? 0 : abab;
            }
        }
    }
    return (a == WGD_ACCESS_LD8 || a == WGD_ACCESS_LD16) && (aabb || abab);
}

static void against_a_naive_counter(void **state)
{
    (void)state;
    uint32_t seed = 1;
    int merges = 0;
    for (int trial = 0; trial < 900; trial++) {
        const wgd_access a = (wgd_access)(trial % WGD_ACCESS_COUNT);
        const uint32_t bytes = (uint32_t)wgd_access_bytes(a);
        const uint32_t span = 1u << (6 + next_random(&seed) % 10);
        const int lanes = wgd_access_lanes(a);
        int of_phase = 128 / (int)bytes;
        wgd_bank_lanes l;
        wgd_bank_result r;
        l.active = next_random(&seed) << 8 ^ next_random(&seed);
        l.active |= trial % 3 ? 0xffffffffu : 0u;
        l.active &= lanes == 32 ? 0xffffffffu : (1u << lanes) - 1;
        for (int i = 0; i < 32; i++) {
            l.addr[i] = next_random(&seed) % span * bytes % 262144;
            if (trial % 5 < 2 && i >> (trial % 5) & 1) {
                l.addr[i] = l.addr[i ^ 1 << trial % 5];
            }
        }
        merges += merged(a, &l);
        of_phase *= merged(a, &l) ? 2 : 1;
        assert_int_equal(wgd_banks_access(a, &l, &r, NULL), WGD_OK);
        assert_int_equal(r.phases, lanes / of_phase);
        int sum = 0;
        for (int p = 0; p < r.phases; p++) {
            const int want = naive_phase(&l, (int)bytes, p * of_phase, of_phase);
            assert_int_equal(r.phase[p].degree, want);
            assert_int_equal(r.phase[p].first_lane, p * of_phase);
            sum += want;
        }
        assert_int_equal(r.wavefronts, sum);
        for (int i = 0; i < 32; i++) {
            const int on = l.active >> i & 1;
            assert_int_equal(r.bank[i], on ? (int)(l.addr[i] % 128 / 4) : -1);
        }
    }
    assert_in_range(merges, 40, 100);
}

static wgd_bank_use use_of(const char *text, int bits)
{
    wgd_bank_use u;
    assert_int_equal(wgd_bank_use_parse(text, bits, &u, NULL), WGD_OK);
    return u;
}

static wgd_bank_total total_of(const wgd_composed *c, int bits, const char *use)
{
    wgd_arrangement a;
    wgd_bank_total t;
    const wgd_bank_use u = use_of(use, bits);
    assert_int_equal(wgd_arrange_layout(c, bits, 0, &a, NULL), WGD_OK);
    assert_int_equal(wgd_bank_tile(&a, &u, &t, NULL), WGD_OK);
    return t;
}

static wgd_composed rows_of(int64_t rows, int64_t cols, int64_t pitch)
{
    const wgd_layout l = wgd_layout_2d(rows, cols, pitch, 1);
    return wgd_composed_plain(&l);
}

static wgd_composed swizzled(int64_t rows, int64_t cols, int b, int m, int s)
{
    wgd_composed c = rows_of(rows, cols, cols);
    c.kind = WGD_SWIZZLED;
    c.sw.b = (int8_t)b;
    c.sw.m = (int8_t)m;
    c.sw.s = (int8_t)s;
    return c;
}

/* Eight rows of 128 bytes start in one bank; a row of 8 more halves moves each by four banks. */
static void known_layouts(void **state)
{
    (void)state;
    wgd_composed c = rows_of(64, 64, 64);
    wgd_bank_total t = total_of(&c, 16, "ldmatrix.x4:mma.a");
    assert_int_equal(t.worst, 8);
    assert_int_equal(t.accesses, 4 * 4);
    assert_int_equal(t.phases, 64);
    assert_int_equal(t.wavefronts, 8 * 64);
    assert_int_equal(t.conflicts, 7 * 64);
    t = total_of(&c, 16, "st.b128:copy");
    assert_int_equal(t.conflicts, 0);
    t = total_of(&c, 16, "ldmatrix.x2:mma.b");
    assert_int_equal(t.worst, 8);
    c = rows_of(64, 64, 72);
    assert_int_equal(total_of(&c, 16, "ldmatrix.x4").conflicts, 0);
    c = swizzled(64, 64, 3, 3, 3);
    assert_int_equal(total_of(&c, 16, "ldmatrix.x4").conflicts, 0);
    assert_int_equal(total_of(&c, 16, "ldmatrix.x4:mma.b").conflicts, 0);
    assert_int_equal(total_of(&c, 16, "st.b128:copy").conflicts, 0);
    c = swizzled(64, 64, 2, 3, 3);
    assert_int_equal(total_of(&c, 16, "ldmatrix.x4").worst, 2);
    c = swizzled(64, 64, 1, 3, 3);
    assert_int_equal(total_of(&c, 16, "ldmatrix.x4").worst, 4);
    /* The same swizzle on byte addresses, as wgmma has it. */
    c = rows_of(64, 64, 64);
    c.kind = WGD_SMEM_PTR;
    c.sw.b = 3;
    c.sw.m = 4;
    c.sw.s = 3;
    c.elem_bits = 16;
    assert_int_equal(total_of(&c, 16, "ldmatrix.x4").conflicts, 0);
    /* Columns of a row-major tile of words are 32-way; one more word in a row clears them. */
    c = rows_of(32, 32, 32);
    assert_int_equal(total_of(&c, 32, "ld.b32:column").worst, 32);
    c = rows_of(32, 32, 33);
    assert_int_equal(total_of(&c, 32, "ld.b32:column").conflicts, 0);
}

/* MN-major: the contiguous mode is the first. */
static void column_major(void **state)
{
    (void)state;
    const wgd_layout l = wgd_layout_2d(64, 32, 1, 64);
    wgd_composed c = wgd_composed_plain(&l);
    wgd_arrangement a;
    assert_int_equal(wgd_arrange_layout(&c, 16, 0, &a, NULL), WGD_OK);
    assert_true(a.along_first);
    assert_int_equal(a.rows, 32);
    assert_int_equal(a.row_bytes, 128);
    assert_int_equal(total_of(&c, 16, "ldmatrix.x4.trans:mma.a").worst, 8);
    assert_int_equal(total_of(&c, 16, "st.b128:copy").conflicts, 0);
    assert_int_equal(total_of(&c, 16, "st.b128:column").worst, 8);
}

/* A warp stores its D fragment: lanes t/4 rows of 128 bytes apart, four neighbours in a row. */
static void fragment_stores(void **state)
{
    (void)state;
    wgd_composed c = rows_of(64, 64, 64);
    wgd_bank_total t = total_of(&c, 16, "st.b32:frag:m64n64k16:d");
    assert_int_equal(t.accesses, 4 * 16);
    assert_int_equal(t.worst, 8);
    c = swizzled(64, 64, 3, 3, 3);
    assert_int_equal(total_of(&c, 16, "st.b32:frag:m64n64k16:d").conflicts, 0);
    c = rows_of(64, 64, 72);
    assert_int_equal(total_of(&c, 32, "st.b64:frag:m64n64k16:d").conflicts, 0);
    c = rows_of(64, 64, 64);
    assert_int_equal(total_of(&c, 32, "st.b64:frag:mma.m16n8k16:d").worst, 4);
    c = rows_of(16, 16, 16);
    assert_int_equal(total_of(&c, 16, "st.b32:frag:mma.m16n8k16:a").worst, 2);
}

static wgd_bank_result formula_result(const char *text, const char *access)
{
    wgd_access a;
    wgd_bank_lanes l;
    wgd_bank_result r;
    assert_int_equal(wgd_access_parse(access, &a, NULL), WGD_OK);
    wgd_formula f;
    assert_int_equal(wgd_formula_read(text, &f, NULL), WGD_OK);
    assert_int_equal(wgd_bank_formula(&f, 2, 0, a, 0, 0, &l, NULL), WGD_OK);
    assert_int_equal(wgd_banks_access(a, &l, &r, NULL), WGD_OK);
    return r;
}

/* The permuted HGEMM: 32 halves in a row of A and B, 128 in a row of C. */
static void permuted_layout(void **state)
{
    (void)state;
    assert_int_equal(formula_result("t%16*32 + t/16*8", "ldmatrix.x4").worst, 4);
    assert_int_equal(formula_result("t%16*32 + (t/16*8 + t%16%8/2*8)%32", "ldmatrix.x4").conflicts,
                     0);
    assert_int_equal(formula_result("t%8*32 + (t/8%2*8 + t%8%8/2*8)%32", "ldmatrix.x2").conflicts,
                     0);
    assert_int_equal(formula_result("t/4*128 + t%4*2", "st.b32").worst, 8);
    assert_int_equal(formula_result("t/4*128 + (t%4*2 + t/4%8*8)%128", "st.b32").conflicts, 0);
    /* and the same tile as an arrangement */
    wgd_arrangement a;
    wgd_bank_total t;
    const wgd_bank_use u = use_of("ldmatrix.x4:mma.a", 16);
    assert_int_equal(wgd_arrange_rows(256, 32, 16, 0, &a, NULL), WGD_OK);
    a.kind = WGD_ARRANGE_PERMUTED;
    assert_int_equal(wgd_bank_tile(&a, &u, &t, NULL), WGD_OK);
    assert_int_equal(t.conflicts, 0);
    wgd_bank_lanes l;
    assert_int_equal(wgd_bank_step(&a, &u, 0, &l, NULL), WGD_OK);
    for (int lane = 0; lane < 32; lane++) {
        const int row = lane % 16, col = (lane / 16 * 8 + row % 8 / 2 * 8) % 32;
        assert_int_equal(l.addr[lane], 2 * (row * 32 + col));
    }
}

static void advice_for(int rows, int cols, int bits, const char *u1, const char *u2,
                       const char *best)
{
    static wgd_bank_advice advice;
    wgd_arrangement a;
    wgd_bank_use uses[2];
    uses[0] = use_of(u1, bits);
    uses[1] = use_of(u2 ? u2 : u1, bits);
    assert_int_equal(wgd_arrange_rows(rows, cols, bits, 0, &a, NULL), WGD_OK);
    assert_int_equal(wgd_bank_advise(&a, uses, u2 ? 2 : 1, &advice, NULL), WGD_OK);
    char text[64] = "none";
    if (advice.best >= 0) {
        wgd_text t = wgd_text_into(text, sizeof text);
        wgd_put_arrangement(&t, &advice.candidate[advice.best].arrangement);
        wgd_text_end(&t);
        /* proved: every step of every use by the naive counter; and nothing cheaper would do */
        for (int n = 0; n < (u2 ? 2 : 1); n++) {
            const wgd_arrangement *b = &advice.candidate[advice.best].arrangement;
            const int bytes = wgd_access_bytes(uses[n].access);
            int steps;
            assert_int_equal(wgd_bank_steps(b, &uses[n], &steps, NULL), WGD_OK);
            for (int s = 0; s < steps; s++) {
                wgd_bank_lanes l;
                assert_int_equal(wgd_bank_step(b, &uses[n], s, &l, NULL), WGD_OK);
                for (int p = 0; p < 32; p += 128 / bytes) {
                    assert_true(naive_phase(&l, bytes, p, 128 / bytes) <= 1);
                }
            }
        }
        for (int i = 0; i < advice.best; i++) {
            assert_true(advice.candidate[i].conflicts > 0);
        }
    }
    assert_string_equal(text, best);
}

static void advice(void **state)
{
    (void)state;
    advice_for(64, 64, 16, "ldmatrix.x4", NULL, "Sw<3,3,3>");
    advice_for(64, 64, 16, "ldmatrix.x4", "st.b128", "Sw<3,3,3>");
    advice_for(256, 32, 16, "ldmatrix.x4", "st.b128", "Sw<2,3,3>");
    advice_for(64, 16, 16, "ldmatrix.x4", NULL, "Sw<1,3,3>");
    advice_for(32, 128, 16, "ldmatrix.x4", NULL, "Sw<3,3,4>");
    advice_for(32, 128, 8, "ldmatrix.x4", NULL, "Sw<3,4,3>");
    advice_for(64, 48, 16, "ldmatrix.x4", NULL, "padded by 16 bytes");
    advice_for(64, 64, 16, "st.b128", NULL, "plain");
    advice_for(32, 32, 32, "ld.b32:column", NULL, "padded by 4 bytes");
}

/* The accesses of one use, counted one by one. */
static void assert_counted(const wgd_arrangement *a, const wgd_bank_use *u, const wgd_bank_total *t)
{
    wgd_bank_total want = {0, 0, 0, 0, 0, 0};
    int steps;
    assert_int_equal(wgd_bank_steps(a, u, &steps, NULL), WGD_OK);
    for (int step = 0; step < steps; step++) {
        wgd_bank_lanes l;
        wgd_bank_result r;
        assert_int_equal(wgd_bank_step(a, u, step, &l, NULL), WGD_OK);
        assert_int_equal(wgd_banks_access(u->access, &l, &r, NULL), WGD_OK);
        if (r.worst > want.worst) {
            want.worst = r.worst;
            want.worst_at = step;
        }
        want.accesses++;
        want.phases += r.phases;
        want.wavefronts += r.wavefronts;
        want.conflicts += r.conflicts;
    }
    assert_int_equal(t->accesses, want.accesses);
    assert_int_equal(t->phases, want.phases);
    assert_int_equal(t->wavefronts, want.wavefronts);
    assert_int_equal(t->conflicts, want.conflicts);
    assert_int_equal(t->worst, want.worst);
    assert_int_equal(t->worst_at, want.worst_at);
}

/* A total counts what repeats once: the same as all of it. */
static void totals_of_repeats(void **state)
{
    (void)state;
    static const struct {
        int64_t rows, cols;
        int bits;
    } tile[] = {{64, 64, 16},  {63, 64, 16},  {64, 16, 16},   {100, 32, 16}, {24, 256, 16},
                {8, 1024, 8},  {96, 48, 16},  {48, 32, 32},   {17, 40, 32},  {16, 12, 64},
                {200, 16, 8},  {64, 96, 8},   {128, 128, 16}, {5, 2048, 8},  {32, 8, 32},
                {256, 16, 16}, {40, 128, 16}, {1, 64, 16}};
    static const char *const use[] = {"ld.b32:copy",
                                      "ld.b64:column",
                                      "st.b128:copy",
                                      "st.b128:column",
                                      "ldmatrix.x4:mma.a",
                                      "ldmatrix.x4:mma.b",
                                      "ldmatrix.x2:mma.b",
                                      "ldmatrix.x1:mma.a",
                                      "ld.b32:column",
                                      "st.b32:frag:m64n16k16:d",
                                      "st.b64:frag:mma.m16n8k16:d",
                                      "st.b32:frag:mma.m16n8k16:a",
                                      "st.b32:frag:m64n8k16:d"};
    static wgd_bank_advice advice;
    int counted = 0;
    for (size_t i = 0; i < sizeof tile / sizeof tile[0]; i++) {
        for (size_t j = 0; j < 2 * sizeof use / sizeof use[0]; j++) {
            const wgd_layout l = j % 2 ? wgd_layout_2d(tile[i].cols, tile[i].rows, 1, tile[i].cols)
                                       : wgd_layout_2d(tile[i].rows, tile[i].cols, tile[i].cols, 1);
            const wgd_composed c = wgd_composed_plain(&l);
            const wgd_bank_use u = use_of(use[j / 2], tile[i].bits);
            wgd_arrangement a;
            assert_int_equal(wgd_arrange_layout(&c, tile[i].bits, 0, &a, NULL), WGD_OK);
            if (wgd_bank_advise(&a, &u, 1, &advice, NULL) != WGD_OK) {
                continue; /* no whole number of this access */
            }
            for (int n = 0; n < advice.count; n++, counted++) {
                assert_counted(&advice.candidate[n].arrangement, &u, &advice.candidate[n].total[0]);
            }
        }
    }
    assert_in_range(counted, 1000, 9999);
}

/* Layouts that keep vectors whole, and some that nearly do. */
static void vectors_kept_whole(void **state)
{
    (void)state;
    static const struct {
        const char *layout;
        int bits;
        const char *use;
        wgd_status want;
    } cases[] = {
        {"(8,64):(64,1)", 16, "ld.b128:copy", WGD_OK},
        {"(8,(2,2,16)):(64,(1,2,4))", 16, "ld.b128:copy", WGD_OK},
        {"(8,(4,16)):(128,(1,8))", 16, "ld.b64:copy", WGD_OK},
        {"(8,(4,16)):(128,(1,8))", 16, "ld.b128:copy", WGD_ERR_ALIGN},
        {"(8,(2,32)):(64,(2,4))", 16, "ld.b32:copy", WGD_ERR_ALIGN},
        {"(64,8):(1,64)", 16, "ld.b128:copy", WGD_OK},
        {"Sw<3,3,3> o 0 o (64,64):(64,1)", 16, "ld.b128:copy", WGD_OK},
        {"Sw<3,2,3> o 0 o (64,64):(64,1)", 16, "ld.b64:copy", WGD_OK},
        {"Sw<3,2,3> o 0 o (64,64):(64,1)", 16, "ld.b128:copy", WGD_ERR_ALIGN},
        {"Sw<3,1,3> o 0 o (64,64):(64,1)", 16, "ld.b64:copy", WGD_ERR_ALIGN},
        {"Sw<3,3,3> o 8 o (64,64):(64,1)", 16, "ld.b128:copy", WGD_OK},
        {"Sw<3,3,3> o 4 o (64,64):(64,1)", 16, "ld.b128:copy", WGD_ERR_ALIGN},
        {"Sw<3,3,3> o 0 o (64,64):(68,1)", 16, "ld.b128:copy", WGD_ERR_ALIGN},
        {"Sw<3,4,3> o smem_ptr[16b] o (64,64):(64,1)", 16, "ld.b128:copy", WGD_OK},
        {"Sw<3,4,3> o smem_ptr[8b] o (64,128):(128,1)", 8, "ld.b128:copy", WGD_OK},
        {"Sw<3,3,3> o smem_ptr[16b] o (64,64):(64,1)", 16, "ld.b64:copy", WGD_OK},
        {"Sw<3,3,3> o smem_ptr[16b] o (64,64):(64,1)", 16, "ld.b128:copy", WGD_ERR_ALIGN},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        wgd_composed c;
        wgd_arrangement a;
        wgd_bank_total t;
        const wgd_bank_use u = use_of(cases[i].use, cases[i].bits);
        assert_int_equal(wgd_parse_composed(cases[i].layout, strlen(cases[i].layout), &c, NULL),
                         WGD_OK);
        assert_int_equal(wgd_arrange_layout(&c, cases[i].bits, 0, &a, NULL), WGD_OK);
        const wgd_status s = wgd_bank_tile(&a, &u, &t, NULL);
        if (s != cases[i].want) {
            fail_msg("%s, %s: %d", cases[i].layout, cases[i].use, (int)s);
        }
        if (s == WGD_OK) {
            assert_counted(&a, &u, &t);
        }
    }
}

static void names(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        wgd_access want;
    } cases[] = {{"ld.b32", WGD_ACCESS_LD4},
                 {"ld.shared.b64", WGD_ACCESS_LD8},
                 {"ld.shared.v4.b32", WGD_ACCESS_LD16},
                 {"st.v2.b32", WGD_ACCESS_ST8},
                 {"ldmatrix.x4.trans", WGD_ACCESS_LDMATRIX_X4},
                 {"stmatrix.x2", WGD_ACCESS_STMATRIX_X2}};
    for (size_t n = 0; n < sizeof cases / sizeof cases[0]; n++) {
        wgd_access a;
        assert_int_equal(wgd_access_parse(cases[n].text, &a, NULL), WGD_OK);
        assert_int_equal(a, cases[n].want);
    }
    for (int i = 0; i < WGD_ACCESS_COUNT; i++) {
        wgd_access a;
        assert_int_equal(wgd_access_parse(wgd_access_name((wgd_access)i), &a, NULL), WGD_OK);
        assert_int_equal(a, i);
    }
}

static void use_refused(const char *text, wgd_status want)
{
    wgd_bank_use u;
    wgd_diag d;
    assert_int_equal(wgd_bank_use_parse(text, 16, &u, &d), want);
    assert_true(d.what[0] != '\0');
}

static void tile_refused(const wgd_composed *c, int bits, const char *use, wgd_status want,
                         const char *field)
{
    wgd_arrangement a;
    wgd_bank_total t;
    wgd_diag d = {WGD_OK, "", -1, "", "", "", "", WGD_HINT_NONE, 0, ""};
    const wgd_bank_use u = use_of(use, bits);
    wgd_status s = wgd_arrange_layout(c, bits, 0, &a, &d);
    if (s == WGD_OK) {
        s = wgd_bank_tile(&a, &u, &t, &d);
    }
    assert_int_equal(s, want);
    assert_string_equal(d.field, field);
}

static void refusals(void **state)
{
    (void)state;
    use_refused("ld.b24", WGD_ERR_VALUE);
    use_refused("ld.b32.trans", WGD_ERR_VALUE);
    use_refused("ld.b32:diagonal", WGD_ERR_VALUE);
    use_refused("ld.b32:copy:x", WGD_ERR_SYNTAX);
    use_refused("st.b32:frag", WGD_ERR_SYNTAX);
    use_refused("st.b32:frag:m64n8", WGD_ERR_SYNTAX);
    use_refused("st.b32:frag:m64n9k16", WGD_ERR_N);
    use_refused("st.b32:frag:m64n8k16:q", WGD_ERR_VALUE);

    wgd_composed c = rows_of(64, 64, 64);
    tile_refused(&c, 24, "ld.b128", WGD_ERR_VALUE, "bits");
    tile_refused(&c, 64, "ld.b32", WGD_ERR_VALUE, "bits");
    tile_refused(&c, 16, "ld.b32:mma.a", WGD_ERR_VALUE, "access");
    tile_refused(&c, 16, "ldmatrix.x4:frag:m64n64k16", WGD_ERR_VALUE, "access");
    tile_refused(&c, 16, "st.b32:frag:mma.m8n8k4:a", WGD_ERR_VALUE, "access");
    tile_refused(&c, 8, "st.b32:frag:m64n64k16:d", WGD_ERR_DTYPE, "bits");
    tile_refused(&c, 16, "st.b32:frag:m64n128k16:d", WGD_ERR_TILE, "shape");
    tile_refused(&c, 16, "st.b64:frag:m64n64k16:d", WGD_ERR_ALIGN, "layout");
    c = rows_of(64, 60, 60);
    tile_refused(&c, 16, "ld.b128", WGD_ERR_TILE, "shape");
    c = rows_of(24, 64, 64);
    tile_refused(&c, 16, "ldmatrix.x4", WGD_ERR_TILE, "shape");
    c = rows_of(64, 64, 65);
    tile_refused(&c, 16, "ldmatrix.x4", WGD_ERR_ALIGN, "addresses");
    c = rows_of(1024, 1024, 1024);
    tile_refused(&c, 16, "ldmatrix.x4", WGD_ERR_RANGE, "layout");
    const wgd_layout l = wgd_layout_1d(64, 1);
    c = wgd_composed_plain(&l);
    tile_refused(&c, 16, "ld.b32", WGD_ERR_VALUE, "layout");
    c = rows_of(64, 100000, 1);
    tile_refused(&c, 16, "ld.b32", WGD_ERR_VALUE, "layout");
    c = rows_of(64, 64, 64);
    c.kind = WGD_SMEM_PTR;
    c.elem_bits = 8;
    tile_refused(&c, 16, "ld.b32", WGD_ERR_VALUE, "bits");

    wgd_arrangement a;
    assert_int_equal(wgd_arrange_rows(0, 64, 16, 0, &a, NULL), WGD_ERR_VALUE);
    assert_int_equal(wgd_arrange_rows(64, 1, 16, 0, &a, NULL), WGD_ERR_VALUE);
    assert_int_equal(wgd_arrange_rows(64, 64, 16, 8, &a, NULL), WGD_ERR_ALIGN);
    assert_int_equal(wgd_arrange_rows(64, 64, 16, -16, &a, NULL), WGD_ERR_ALIGN);
    c.elem_bits = 16;
    assert_int_equal(wgd_arrange_layout(&c, 16, 512, &a, NULL), WGD_ERR_ALIGN);

    wgd_bank_lanes lanes = {1u << 9, {0}};
    wgd_bank_result r;
    assert_int_equal(wgd_banks_access(WGD_ACCESS_LDMATRIX_X1, &lanes, &r, NULL), WGD_ERR_VALUE);
    lanes.active = 1;
    lanes.addr[0] = 8;
    assert_int_equal(wgd_banks_access(WGD_ACCESS_LD16, &lanes, &r, NULL), WGD_ERR_ALIGN);
    lanes.addr[0] = 262144;
    assert_int_equal(wgd_banks_access(WGD_ACCESS_LD16, &lanes, &r, NULL), WGD_ERR_RANGE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(against_a_naive_counter),
        cmocka_unit_test(known_layouts),
        cmocka_unit_test(column_major),
        cmocka_unit_test(fragment_stores),
        cmocka_unit_test(permuted_layout),
        cmocka_unit_test(advice),
        cmocka_unit_test(totals_of_repeats),
        cmocka_unit_test(vectors_kept_whole),
        cmocka_unit_test(names),
        cmocka_unit_test(refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
