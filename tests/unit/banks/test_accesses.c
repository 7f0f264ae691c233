/* SPDX-License-Identifier: MIT
 *
 * Names of accesses, with every suffix and nearly; what one access of a warp may not ask for, to the letter; and the
 * counts of one access against a list of all the words that its lanes ask for.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "refused.h"
#include "rng.h"
#include "wgd_banks.h"

#define WANT "ld or st with .b32, .b64 or .b128; ldmatrix or stmatrix with .x1, .x2 or .x4"

static wgd_diag d;

/* ---- names ---------------------------------------------------------------------------------- */

/* PTX: ld and st of 4, 8 and 16 bytes by every lane; ldmatrix and stmatrix take the rows of 1, 2 or 4 matrices. */
static const struct {
    const char *name;
    int bytes, lanes;
    bool matrix;
} known[WGD_ACCESS_COUNT] = {
    {"ld.b32", 4, 32, false},     {"ld.b64", 8, 32, false},      {"ld.b128", 16, 32, false},
    {"st.b32", 4, 32, false},     {"st.b64", 8, 32, false},      {"st.b128", 16, 32, false},
    {"ldmatrix.x1", 16, 8, true}, {"ldmatrix.x2", 16, 16, true}, {"ldmatrix.x4", 16, 32, true},
    {"stmatrix.x1", 16, 8, true}, {"stmatrix.x2", 16, 16, true}, {"stmatrix.x4", 16, 32, true}};

static int parsed(const char *text)
{
    wgd_access a = WGD_ACCESS_LD4;
    return wgd_access_parse(text, &a, NULL) == WGD_OK ? (int)a : -1;
}

/* Puts `what` into the name, before its n-th dot or at its end. */
static void with(char *out, size_t cap, const char *name, const char *what, int n)
{
    const char *at = name;
    for (; *at && (*at != '.' || n-- > 0); at++) {
    }
    wgd_text t = wgd_text_into(out, cap);
    wgd_put_mem(&t, name, (size_t)(at - name));
    wgd_put_str(&t, what);
    wgd_put_str(&t, at);
    wgd_text_end(&t);
}

static void names(void **state)
{
    (void)state;
    for (int i = 0; i < WGD_ACCESS_COUNT; i++) {
        const wgd_access a = (wgd_access)i;
        char text[64], more[64];
        assert_string_equal(wgd_access_name(a), known[i].name);
        assert_int_equal(wgd_access_bytes(a), known[i].bytes);
        assert_int_equal(wgd_access_lanes(a), known[i].lanes);
        assert_int_equal(wgd_access_is_matrix(a), known[i].matrix);
        assert_int_equal(parsed(known[i].name), i);
        for (int at = 0; at < 2; at++) {
            with(text, sizeof text, known[i].name, ".shared", at);
            assert_int_equal(parsed(text), i);
            with(more, sizeof more, text, ".trans", 9);
            assert_int_equal(parsed(more), known[i].matrix ? i : -1);
            with(text, sizeof text, known[i].name, ".trans", at);
            assert_int_equal(parsed(text), known[i].matrix ? i : -1);
            with(text, sizeof text, known[i].name, ".sharedd", at);
            assert_int_equal(parsed(text), -1);
            with(text, sizeof text, known[i].name, ".transs", at);
            assert_int_equal(parsed(text), -1);
        }
        snprintf(text, sizeof text, ".shared%s", known[i].name);
        assert_int_equal(parsed(text), -1);
        snprintf(text, sizeof text, ".shared.%s", known[i].name);
        assert_int_equal(parsed(text), -1);
    }
}

static void vectors(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int want;
    } of[] = {{"ld.v2.b32", WGD_ACCESS_LD8},
              {"ld.v4.b32", WGD_ACCESS_LD16},
              {"st.v2.b32", WGD_ACCESS_ST8},
              {"st.v4.b32", WGD_ACCESS_ST16},
              {"st.shared.v4.b32", WGD_ACCESS_ST16},
              {"ld.v2.b32.trans", -1},
              {"st.v4.b32.trans", -1},
              {"ld.v8.b32", -1},
              {"ld.shared.shared.b32", -1},
              {"ldmatrix.trans.trans.x1", -1},
              {"ld", -1},
              {"", -1},
              {".shared", -1},
              {".trans", -1}};
    for (size_t i = 0; i < sizeof of / sizeof of[0]; i++) {
        assert_int_equal(parsed(of[i].text), of[i].want);
    }
    wgd_access a;
    d = unfilled();
    assert_int_equal(wgd_access_parse("ld.shared.b16", &a, &d), WGD_ERR_VALUE);
    said(&d, WGD_ERR_VALUE, "access", "a value is not one of those allowed", "ld.shared.b16", WANT);
}

/* ---- refusals ------------------------------------------------------------------------------- */

static void refuse(wgd_access a, int lane, uint32_t addr)
{
    wgd_bank_lanes l;
    wgd_bank_result r;
    memset(&l, 0xff, sizeof l); /* an address of a lane that has no part says nothing */
    l.active = UINT32_C(1) << lane;
    l.addr[lane] = addr;
    d = unfilled();
    assert_int_not_equal(wgd_banks_access(a, &l, &r, &d), WGD_OK);
}

static void refusals(void **state)
{
    (void)state;
    static const char many[] = "more lanes than this access takes addresses from",
                      align[] = "an address is not aligned";
    refuse(WGD_ACCESS_LDMATRIX_X1, 8, 0);
    said(&d, WGD_ERR_VALUE, "addresses", many, "9", "8");
    refuse(WGD_ACCESS_STMATRIX_X2, 31, 0);
    said(&d, WGD_ERR_VALUE, "addresses", many, "32", "16");
    refuse(WGD_ACCESS_ST4, 31, 1022);
    said(&d, WGD_ERR_ALIGN, "addresses", align, "1022", "a multiple of 4");
    refuse(WGD_ACCESS_LD8, 0, 12);
    said(&d, WGD_ERR_ALIGN, "addresses", align, "12", "a multiple of 8");
    refuse(WGD_ACCESS_LDMATRIX_X4, 7, 24);
    said(&d, WGD_ERR_ALIGN, "addresses", align, "24", "a multiple of 16");
    refuse(WGD_ACCESS_LD4, 3, 262144);
    said(&d, WGD_ERR_RANGE, "addresses", "beyond shared memory", "262144",
         "a byte address below 262144");
    hinted(&d, "");
    refuse(WGD_ACCESS_LD16, 3, 4294967280u);
    said(&d, WGD_ERR_RANGE, "addresses", "beyond shared memory", "4294967280",
         "a byte address below 262144");
}

/* ---- counts --------------------------------------------------------------------------------- */

typedef struct list {
    uint32_t word[32 * 4];
    int n;
} list;

/* Each word once. */
static void ask(list *l, uint32_t word)
{
    for (int i = 0; i < l->n; i++) {
        if (l->word[i] == word) {
            return;
        }
    }
    l->word[l->n++] = word;
}

static int most_in_a_bank(const list *l)
{
    int most = 0;
    for (uint32_t bank = 0; bank < 32; bank++) {
        int n = 0;
        for (int i = 0; i < l->n; i++) {
            n += l->word[i] % 32 == bank;
        }
        most = n > most ? n : most;
    }
    return most;
}

/* docs/banks.md: all lanes i and i + 1, or i and i + 2 of each four, ask for the same. */
static bool in_pairs(const wgd_bank_lanes *l, int apart)
{
    for (int i = 0; i < 32; i++) {
        const int k = i + apart;
        if (i / apart % 2 == 0 && l->active >> i & l->active >> k & 1 && l->addr[i] != l->addr[k]) {
            return false;
        }
    }
    return true;
}

static void same_counts(wgd_access a, const wgd_bank_lanes *l)
{
    wgd_bank_result r;
    memset(&r, 0x5a, sizeof r);
    assert_int_equal(wgd_banks_access(a, l, &r, NULL), WGD_OK);
    const uint32_t words = (uint32_t)known[a].bytes / 4;
    const bool twice =
        (a == WGD_ACCESS_LD8 || a == WGD_ACCESS_LD16) && (in_pairs(l, 1) || in_pairs(l, 2));
    const int side = 32 / (int)words * (twice ? 2 : 1);
    int waves = 0, conflicts = 0, worst = 0;
    assert_int_equal(r.phases, known[a].lanes / side);
    for (int p = 0; p < r.phases; p++) {
        list asked = {{0}, 0};
        for (int i = p * side; i < (p + 1) * side; i++) {
            for (uint32_t w = 0; w < words && (l->active >> i & 1); w++) {
                ask(&asked, l->addr[i] / 4 + w);
            }
        }
        const int most = most_in_a_bank(&asked);
        assert_int_equal(r.phase[p].first_lane, p * side);
        assert_int_equal(r.phase[p].lanes, side);
        assert_int_equal(r.phase[p].words, asked.n);
        assert_int_equal(r.phase[p].degree, most);
        waves += most;
        conflicts += most > 0 ? most - 1 : 0;
        worst = most > worst ? most : worst;
    }
    assert_int_equal(r.wavefronts, waves);
    assert_int_equal(r.conflicts, conflicts);
    assert_int_equal(r.worst, worst);
    for (int i = 0; i < 32; i++) {
        assert_int_equal(r.bank[i], l->active >> i & 1 ? (int)(l->addr[i] / 4 % 32) : -1);
    }
}

static void counts(void **state)
{
    (void)state;
    rng r = rng_start();
    for (int k = rng_runs(480); k > 0; k--) {
        const wgd_access a = (wgd_access)(k % WGD_ACCESS_COUNT);
        const int unit = k / 12 % 3 == 0 ? 128 : known[a].bytes; /* of one bank, now and then */
        const int span = 1 << (1 + rng_below(&r, 10)), copied = k / 36 % 3;
        wgd_bank_lanes l;
        l.active = k % 7 == 0 ? 0 : rng_below(&r, 3) ? UINT32_MAX : (uint32_t)rng_next(&r);
        l.active &= UINT32_MAX >> (32 - known[a].lanes);
        for (int i = 0; i < 32; i++) {
            l.addr[i] = (uint32_t)(rng_below(&r, span) * unit);
            if (copied && i & copied) {
                l.addr[i] = l.addr[i ^ copied];
            }
        }
        same_counts(a, &l);
    }
}

/* All pairs ask for the same but one lane: that is enough, whichever it is, if it and the other have a part. */
static void one_apart(void **state)
{
    (void)state;
    for (int apart = 1; apart <= 2; apart++) {
        for (int lane = 0; lane < 32; lane++) {
            wgd_bank_lanes l = {UINT32_MAX, {0}};
            for (int i = 0; i < 32; i++) {
                l.addr[i] = (uint32_t)(i & ~apart) * 16;
            }
            same_counts(WGD_ACCESS_LD16, &l);
            l.addr[lane] += 1024;
            same_counts(WGD_ACCESS_LD16, &l);
            same_counts(WGD_ACCESS_LD8, &l);
            l.active = ~(1u << lane);
            same_counts(WGD_ACCESS_LD16, &l);
            l.active = ~(1u << (lane ^ apart));
            same_counts(WGD_ACCESS_LD16, &l);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names),  cmocka_unit_test(vectors),   cmocka_unit_test(refusals),
        cmocka_unit_test(counts), cmocka_unit_test(one_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
