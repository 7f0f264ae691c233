/* SPDX-License-Identifier: MIT
 *
 * Names to numbers. The hash is FNV-1a's, by its published values; where each name lies follows from it by
 * counting; and a table that is sorted is searched for every short name.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "code/sorted.h"
#include "code/table.h"
#include "guarded.h"

enum { NAMES = 600 };

static char memory[1 << 17];

static scan_arena arena_of(size_t cap)
{
    memset(memory, 0xab, sizeof memory);
    const scan_arena a = {memory, cap, 0, false};
    return a;
}

static scan_table table_in(scan_arena *a)
{
    const scan_table t = {a, NULL, 0, 0};
    return t;
}

static scan_name *put(scan_table *t, const char *s)
{
    return scan_table_at(t, s, strlen(s));
}

static scan_name *find(const scan_table *t, const char *s)
{
    return scan_table_find(t, s, strlen(s));
}

/* ---- the hash table ------------------------------------------------------------------------- */

/* Of the FNV page (Fowler, Noll, Vo): test vectors of the 32-bit FNV-1a. */
static void published_hashes(void **state)
{
    (void)state;
    static const struct {
        const char *s;
        uint32_t fnv;
    } of[] = {{"", 0x811c9dc5}, {"a", 0xe40c292c}, {"foobar", 0xbf9cf968}};
    scan_arena a = arena_of(sizeof memory);
    scan_table t = table_in(&a);
    for (size_t i = 0; i < sizeof of / sizeof of[0]; i++) {
        scan_name *row = put(&t, of[i].s);
        assert_int_equal(row->hash, of[i].fnv ^ of[i].fnv / 32768);
        assert_int_equal(row->len, strlen(of[i].s));
        assert_ptr_equal(row->s, of[i].s);
        assert_int_equal(row->kind, 0);
        assert_int_equal(row->value, 0);
        assert_ptr_equal(find(&t, of[i].s), row);
    }
}

/* A name lies at its hash's place, or at the next that is free, round the end: these have 255 and 7. */
static void places(void **state)
{
    (void)state;
    static const struct {
        const char *s;
        size_t at;
    } of[] = {{"%r174", 255}, {"%r42", 7}, {"%r204", 0}, {"%r613", 1}, {"%r455", 8}, {"%r784", 2}};
    scan_arena a = arena_of(sizeof memory);
    scan_table t = table_in(&a);
    for (size_t i = 0; i < sizeof of / sizeof of[0]; i++) {
        assert_null(find(&t, of[i].s));
        scan_name *row = put(&t, of[i].s);
        assert_ptr_equal(row, t.slot + of[i].at);
        assert_ptr_equal(put(&t, of[i].s), row);
        assert_int_equal(t.n, i + 1);
    }
    for (size_t i = 0; i < sizeof of / sizeof of[0]; i++) {
        assert_ptr_equal(find(&t, of[i].s), t.slot + of[i].at);
    }
}

/* Names of one hash are told apart by their length, and by their letters. */
static void same_hash(void **state)
{
    (void)state;
    static const char *const of[] = {"%r1izhapjh", "%r1", "%r1fwabyad", "%r1s7hc1xt"};
    scan_arena a = arena_of(sizeof memory);
    scan_table t = table_in(&a);
    for (uint32_t i = 0; i < 4; i++) {
        assert_null(find(&t, of[i]));
        scan_name *row = put(&t, of[i]);
        assert_int_equal(row->hash, 0x6a8136e6);
        row->kind = i + 1;
    }
    for (uint32_t i = 0; i < 4; i++) {
        assert_int_equal(find(&t, of[i])->kind, i + 1);
    }
}

/* The table is never more than half full; what is in it stays. */
static void growth(void **state)
{
    (void)state;
    static char name[NAMES][8];
    scan_arena a = arena_of(sizeof memory);
    scan_table t = table_in(&a);
    size_t cap = 256;
    assert_null(find(&t, "x"));
    for (uint32_t n = 0; n < NAMES; n++) {
        snprintf(name[n], sizeof name[n], "x%u", n);
        scan_name *row = put(&t, name[n]);
        row->kind = n + 1;
        row->value = n * n;
        cap = 2 * n >= cap ? 2 * cap : cap;
        assert_int_equal(t.cap, cap);
        assert_int_equal(t.n, n + 1);
    }
    assert_int_equal(a.used, (256 + 512 + 1024 + 2048) * sizeof(scan_name));
    for (uint32_t n = 0; n < NAMES; n++) {
        const scan_name *row = find(&t, name[n]);
        assert_int_equal(row->kind, n + 1);
        assert_int_equal(row->value, n * n);
    }
    assert_null(find(&t, "x600"));
    assert_null(find(&t, "x"));
}

/* Without room for twice as much it refuses the name, and has those that it had. */
static void no_room(void **state)
{
    (void)state;
    static char name[129][8];
    scan_arena a = arena_of(256 * sizeof(scan_name));
    scan_table t = table_in(&a);
    for (uint32_t n = 0; n < 129; n++) {
        snprintf(name[n], sizeof name[n], "x%u", n);
        scan_name *row = put(&t, name[n]);
        assert_int_equal(row != NULL, n < 128);
    }
    assert_true(a.full);
    assert_null(put(&t, "x0"));
    assert_int_equal(t.n, 128);
    assert_int_equal(t.cap, 256);
    for (uint32_t n = 0; n < 128; n++) {
        assert_ptr_equal(find(&t, name[n])->s, name[n]);
    }
    a = arena_of(255 * sizeof(scan_name));
    t = table_in(&a);
    assert_null(put(&t, "x"));
    assert_null(find(&t, "x"));
}

/* ---- the sorted table ----------------------------------------------------------------------- */

typedef struct row {
    char name[6];
    char other;
} row;

static const row rows[] = {{"a", 'a'},     {"aa", 'b'}, {"ab", 'c'},   {"aba", 'd'},
                           {"b", 'e'},     {"ba", 'f'}, {"bb", 'h'},   {"bba", 'g'},
                           {"b\xff", 'a'}, {"c", 'b'},  {"\xff", 'c'}, {"\xff\xff", 'b'}};
enum { ROWS = sizeof rows / sizeof rows[0] };

static void look_for(const row *of, int n, const char *s, size_t len)
{
    int want = -1;
    for (int i = 0; i < n; i++) {
        want = strlen(of[i].name) == len && memcmp(of[i].name, s, len) == 0 ? i : want;
    }
    assert_int_equal(scan_sorted_find(of, (size_t)n, sizeof *of, s, len), want);
}

/* The i-th text of `len` letters; behind it stands another that counts for nothing. */
static const char *text(int i, size_t len)
{
    static const char letters[] = {'a', 'b', '\xff', '\0', '~'};
    static char s[5];
    for (size_t k = 0; k <= len; k++, i /= (int)sizeof letters) {
        s[k] = letters[(size_t)i % sizeof letters];
    }
    return s;
}

/* Every text of up to three letters, in the first n rows; behind these nothing can be read. */
static void sorted(void **state)
{
    (void)state;
    for (size_t n = 0; n <= ROWS; n++) {
        const void *mine = guarded_end((const char *)rows, n * sizeof(row));
        for (int i = 0; i < 5 * 5 * 5 * 5; i++) {
            for (size_t len = 0; len < 4; len++) {
                look_for(mine, (int)n, text(i, len), len);
            }
        }
    }
}

/* Nor behind the text. */
static void sorted_to_the_end(void **state)
{
    (void)state;
    for (int i = 0; i < 5 * 5 * 5; i++) {
        for (size_t len = 0; len < 4; len++) {
            look_for(rows, ROWS, guarded_end(text(i, len), len), len);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(published_hashes),  cmocka_unit_test(places),
        cmocka_unit_test(same_hash),         cmocka_unit_test(growth),
        cmocka_unit_test(no_room),           cmocka_unit_test(sorted),
        cmocka_unit_test(sorted_to_the_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
