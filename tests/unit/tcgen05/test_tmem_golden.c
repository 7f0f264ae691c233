/* SPDX-License-Identifier: MIT
 *
 * Tensor memory against what CUTLASS's tmem_frg gave (tests/golden/tcgen05/tmem.jsonl): the layout word for word, how
 * much it takes, and where single elements lie, both ways.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "golden.h"
#include "wgdesc.h"

/* The number that has this name. */
static int named(const char *name, const char *(*name_of)(int), int n)
{
    int i = 0;
    while (i < n && strcmp(name_of(i), name) != 0) {
        i++;
    }
    assert_true(i < n);
    return i;
}

static const char *what_name(int i)
{
    return wgd_tmem_what_name((wgd_tmem_what)i);
}

static const char *alloc_name(int i)
{
    return wgd_tmem_alloc_name((wgd_tmem_alloc)i);
}

static const char *type_name(int i)
{
    return wgd_frag_type_name((wgd_frag_type)i);
}

static bool has(const cJSON *o, const char *key)
{
    return cJSON_HasObjectItem(o, key) != 0;
}

static int number(const cJSON *o, const char *key)
{
    return has(o, key) ? (int)golden_int(o, key) : 0;
}

static int at(const cJSON *array, int i)
{
    return cJSON_GetArrayItem(array, i)->valueint;
}

static wgd_tmem_spec spec_of(const cJSON *o)
{
    const cJSON *tiles = cJSON_GetObjectItemCaseSensitive(o, "tiles");
    wgd_tmem_spec s;
    memset(&s, 0, sizeof s);
    s.what = (wgd_tmem_what)named(golden_str(o, "what"), what_name, WGD_TMEM_WHAT_COUNT);
    s.alloc = has(o, "alloc")
                  ? (wgd_tmem_alloc)named(golden_str(o, "alloc"), alloc_name, WGD_TMEM_ALLOC_COUNT)
                  : WGD_TMEM_DEFAULT;
    s.cta_group = number(o, "cta_group");
    s.type = named(golden_str(o, "dtype"), type_name, WGD_FRAG_TYPE_COUNT);
    s.m = number(o, has(o, "mn") ? "mn" : "m_sm");
    s.n = number(o, has(o, "k") ? "k" : "n_sm");
    s.vec = number(o, "vec");
    s.nsf = number(o, "nsf");
    s.tiles[0] = at(tiles, 0);
    s.tiles[1] = at(tiles, 1);
    return s;
}

/* The index of a point counts copies, too: between rows and columns of scale factors. */
static void check_point(const cJSON *point, const wgd_tmem *t)
{
    const bool scales = t->spec.what == WGD_TMEM_SFA || t->spec.what == WGD_TMEM_SFB;
    const int index = at(point, 0), rest = index / t->rows, copies = scales ? t->copies : 1;
    const int copy = scales ? rest % copies : rest / t->cols;
    const int row = index % t->rows + t->rows * at(point, 1);
    const int col = (scales ? rest / copies : rest % t->cols) + t->cols * at(point, 2);
    const wgd_tmem_place p = wgd_tmem_find(t, row, col, copy);
    int r = -1, c = -1;
    assert_int_equal(p.lane, at(point, 3));
    assert_int_equal(p.column, at(point, 4));
    assert_int_equal(p.bit, at(point, 5) * 32 >> t->shift);
    assert_int_equal(p.bits, 32 >> t->shift);
    assert_true(wgd_tmem_at(t, p.lane, p.column, at(point, 5), &r, &c));
    assert_int_equal(r, row);
    assert_int_equal(c, scales ? col - col % t->spec.vec : col);
}

typedef struct share {
    int part, of, checked;
} share;

static void check_line(const cJSON *o, int line, void *ctx)
{
    share *s = ctx;
    if (line % s->of != s->part) {
        return;
    }
    s->checked++;
    const wgd_tmem_spec spec = spec_of(o);
    wgd_tmem t;
    wgd_diag d;
    for (int i = 0; i < WGD_TMEM_MODES;
         i++) { /* of before: what lies behind the last mode is not read */
        const wgd_tmem_mode old = {WGD_TMEM_ROW, 3, 2, 0, 1};
        t.mode[i] = old;
    }
    if (!golden_bool(o, "ok")) {
        assert_int_equal(wgd_tmem_make(&spec, &t, &d), WGD_ERR_VALUE);
        assert_string_equal(d.field, "nsf");
        return;
    }
    char got[512], want[512];
    assert_int_equal(wgd_tmem_make(&spec, &t, NULL), WGD_OK);
    wgd_layout_snprintf(got, sizeof got, &t.layout, WGD_FMT_PLAIN);
    golden_plain(golden_str(o, "layout"), want, sizeof want);
    assert_string_equal(got, want);
    assert_int_equal(t.shift, golden_int(o, "offset_shift"));
    assert_int_equal(t.columns, golden_int(o, "columns"));
    if (has(o, "lanes_used")) {
        assert_int_equal(t.lanes, golden_int(o, "lanes_used"));
    }
    const cJSON *point;
    cJSON_ArrayForEach(point, cJSON_GetObjectItemCaseSensitive(o, "points"))
    {
        check_point(point, &t);
    }
}

static void check_part(int part, int of)
{
    share s = {part, of, 0};
    golden_each("tcgen05/tmem.jsonl", check_line, &s);
    assert_true(s.checked > 20);
}

#define PART(i)                                                                                    \
    static void part_##i(void **state)                                                             \
    {                                                                                              \
        (void)state;                                                                               \
        check_part(i, 4);                                                                          \
    }
PART(0)
PART(1)
PART(2)
PART(3)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(part_0),
        cmocka_unit_test(part_1),
        cmocka_unit_test(part_2),
        cmocka_unit_test(part_3),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
