/* SPDX-License-Identifier: MIT
 *
 * Rings of blocks that lie anywhere, told from a table; blocks of 96 elements, whose words are worked out from the bytes
 * of K; slices at the ends of leaves.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "refused.h"
#include "wgdesc.h"

/* ---- rings ------------------------------------------------------------------------------------ */

enum { SIDE = 4, WINDOW = 1 << 18, FAR = 1 << 20 };

/* Offsets of blocks; whoever asks for one that is none gets one far beyond the window. */
typedef struct {
    int mn, k;
    int64_t at[SIDE][SIDE];
} table;

static int64_t offset_in(const void *tile, int i, int j)
{
    const table *t = tile;
    return i < t->mn && j < t->k ? t->at[i][j] : FAR;
}

static wgd_ring ring_of(const table *t, int64_t start, int64_t bytes)
{
    const wgd_ring r = {start, bytes, 1024, t->mn, t->k, offset_in, t};
    return r;
}

static wgd_stages plan(const table *t, int64_t start, int64_t bytes, int64_t stages)
{
    const wgd_ring r = ring_of(t, start, bytes);
    wgd_stages s;
    memset(&s, 0x5a, sizeof s);
    assert_int_equal(wgd_stages_plan(&r, stages, &s, NULL), WGD_OK);
    assert_int_equal(s.stages, stages);
    return s;
}

static void is_advance(wgd_advance a, int blocks, int64_t step, bool constant, int jump_at,
                       int64_t jump_step)
{
    assert_int_equal(a.blocks, blocks);
    assert_int_equal(a.step, step);
    assert_int_equal(a.constant, constant);
    assert_int_equal(a.jump_at, jump_at);
    assert_int_equal(a.jump_step, jump_step);
}

static void advances(void **state)
{
    (void)state;
    static const table one = {1, 1, {{0}}};
    static const table even = {3, 2, {{0, 32}, {1024, 0}, {2048, 0}}};
    static const table jumps = {2, 4, {{0, 32, 64, 1024}, {-2048, 0, 0, 0}}};
    is_advance(plan(&one, 0, 1024, 1).k, 1, 0, true, 0, 0);
    is_advance(plan(&one, 0, 1024, 1).mn, 1, 0, true, 0, 0);
    is_advance(plan(&even, 0, 1024, 1).k, 2, 2, true, 0, 0);
    is_advance(plan(&even, 0, 1024, 1).mn, 3, 64, true, 0, 0);
    is_advance(plan(&jumps, 4096, 1024, 1).k, 4, 2, false, 3, 60);
    is_advance(plan(&jumps, 4096, 1024, 1).mn, 2, -128, true, 0, 0);
}

static void carries(const wgd_stages *s, int stage, int mn, int k, int64_t start)
{
    assert_true(s->carries);
    assert_int_equal(s->carry_stage, stage);
    assert_int_equal(s->carry_mn, mn);
    assert_int_equal(s->carry_k, k);
    assert_int_equal(s->carry_start, start);
}

static void fits(const wgd_stages *s)
{
    assert_false(s->carries);
    assert_true(s->carry_stage == 0 && s->carry_mn == 0 && s->carry_k == 0 && s->carry_start == 0);
}

static void rings(void **state)
{
    (void)state;
    static const table one = {1, 1, {{0}}};
    static const table four = {2, 2, {{0, 512}, {1024, 256}}};
    static const table first = {2, 2, {{2048, 512}, {1024, 256}}};
    wgd_stages s = plan(&one, 0, 1025, WGD_STAGES_MAX);
    assert_true(s.stage_bytes == 2048 && s.stage_step == 128);
    carries(&s, 128, 0, 0, WINDOW);
    s = plan(&one, 0, 1024, 256);
    assert_int_equal(s.stage_bytes, 1024);
    fits(&s);
    s = plan(&one, 0, 1024, 257);
    carries(&s, 256, 0, 0, WINDOW);
    s = plan(&one, WINDOW - 1, 1024, 1);
    fits(&s);
    s = plan(&one, WINDOW, 1024, 1);
    carries(&s, 0, 0, 0, WINDOW);
    /* the furthest block is the third; in the stage in which it leaves the window it is the first that does */
    s = plan(&four, WINDOW - 4096 - 1024 - 16, 4096, 2);
    fits(&s);
    s = plan(&four, WINDOW - 4096 - 1024, 4096, 2);
    carries(&s, 1, 1, 0, WINDOW);
    s = plan(&four, WINDOW - 512, 4096, 1);
    carries(&s, 0, 0, 1, WINDOW);
    /* the furthest is the first of all */
    s = plan(&first, WINDOW - 2048 - 16, 4096, 1);
    fits(&s);
    s = plan(&first, WINDOW - 2048, 4096, 1);
    carries(&s, 0, 0, 0, WINDOW);
}

static void stages_refused(void **state)
{
    (void)state;
    static const table one = {1, 1, {{0}}};
    static const int64_t none[] = {0, WGD_STAGES_MAX + 1};
    static const char *const got[] = {"0", "1025"};
    const wgd_ring r = ring_of(&one, 0, 1024);
    wgd_stages s;
    for (int i = 0; i < 2; i++) {
        wgd_diag d = unfilled();
        assert_int_equal(wgd_stages_plan(&r, none[i], &s, &d), WGD_ERR_VALUE);
        said(&d, WGD_ERR_VALUE, "stages", "a value is not one of those allowed", got[i],
             "1 to 1024");
    }
}

/* ---- blocks of 96 elements ---------------------------------------------------------------------- */

/* PTX ISA: packed fp4 of sm_103, 48 bytes of K a block. The tile is atoms of 8 rows of 128 bytes, MN first: byte b of K
 * lies b % 128 into row b / 128 of K, which is `rows` * 128 bytes further. A block starts where its first byte lies;
 * LBO is the address of the row that its last one lies in. */
static void words_of_96(void **state)
{
    (void)state;
    wgd_tile_query q = wgd_tile_query_default();
    wgd_tile t;
    const int64_t rows = 256, start = 2048;
    q.dtype = WGD_E2M1_PACKED4;
    q.swizzle = WGD_SWZ_128B;
    q.arch = WGD_SM103;
    q.mn = rows;
    q.k = 768;
    q.start = start;
    q.block[0] = 128;
    q.block[1] = 96;
    assert_int_equal(wgd_tile_describe(&q, &t, NULL), WGD_OK);
    assert_true(t.blocks_mn == 2 && t.blocks_k == 8 && t.k_bytes == 48);
    for (int i = 0; i < 2; i++) {
        for (int j = 0; j < 8; j++) {
            const int64_t first = 48 * j, last = 48 * j + 47, at = i * 128 * 128;
            const int64_t offset = at + first / 128 * rows * 128 + first % 128;
            const int64_t next = at + last / 128 * rows * 128;
            const uint64_t want = (uint64_t)(start + offset) / 16 |
                                  (uint64_t)(start + next) / 16 << 16 | UINT64_C(64) << 32 |
                                  UINT64_C(1) << 46 | UINT64_C(1) << 52 | UINT64_C(2) << 61;
            assert_int_equal(wgd_tile_block_offset(&t, i, j), offset);
            assert_true(wgd_tile_block_desc(&t, i, j) == want);
        }
    }
    assert_true(wgd_desc_pack(t.desc, WGD_SM103) == wgd_tile_block_desc(&t, 0, 0));
    q.swizzle = WGD_SWZ_64B;
    wgd_diag d = unfilled();
    assert_int_equal(wgd_tile_describe(&q, &t, &d), WGD_ERR_VALUE);
    said(&d, WGD_ERR_VALUE, "swizzle", "blocks of 96 elements go on in the next 128 bytes of K",
         "64B", "128B");
    hinted(&d, "");
}

/* ---- slices ----------------------------------------------------------------------------------- */

typedef struct {
    const char *tile;
    wgd_slice at;
    const char *cut; /* NULL: no layout */
    int64_t offset;
} slice_row;

static const slice_row slices[] = {
    /* whole leaves and parts, past one of a single element, where two modes would not do */
    {"((1,2,2,8),1):((0,1,8,100),0)", {{4, 12}, {0, 1}}, "((2,2,2),1):((1,8,100),0)", 100},
    /* to the very end of a leaf */
    {"((4,4),1):((1,10),0)", {{2, 4}, {0, 1}}, "(2,1):(1,0)", 2},
    {"((4,4),1):((1,10),0)", {{4, 8}, {0, 1}}, "(4,1):(1,0)", 10},
    {"((4,4),1):((1,10),0)", {{12, 16}, {0, 1}}, "(4,1):(1,0)", 30},
    {"((4,4),1):((1,10),0)", {{15, 16}, {0, 1}}, "(1,1):(0,0)", 33},
    {"((4,4),1):((1,10),0)", {{0, 16}, {0, 1}}, "((4,4),1):((1,10),0)", 0},
    /* across leaves that one stride joins: as many elements as are looked at, and one more */
    {"((3,3000),1):((1,3),0)", {{1, 4097}, {0, 1}}, "(4096,1):(1,0)", 1},
    {"((3,3000),1):((1,3),0)", {{1, 4098}, {0, 1}}, NULL, 0},
    /* two modes of three and two */
    {"((3,4),1):((1,5),0)", {{2, 4}, {0, 1}}, "(2,1):(3,0)", 2},
    {"((3,4),1):((1,5),0)", {{1, 4}, {0, 1}}, NULL, 0},
};

static void check_slice(const slice_row *r, bool swizzled)
{
    wgd_composed tile, cut;
    wgd_layout l;
    assert_int_equal(wgd_parse_layout(r->tile, strlen(r->tile), &l, NULL), WGD_OK);
    tile = wgd_composed_plain(&l);
    if (swizzled) {
        tile.kind = WGD_SWIZZLED;
        tile.offset = 7;
    }
    int64_t offset = -1;
    assert_int_equal(wgd_slice_layout(&tile, &r->at, &cut, &offset), r->cut != NULL);
    if (!r->cut) {
        return;
    }
    char text[128];
    wgd_text t = wgd_text_into(text, sizeof text);
    wgd_put_layout(&t, &cut.layout, WGD_FMT_PLAIN);
    wgd_text_end(&t);
    assert_string_equal(text, r->cut);
    /* of a swizzle on elements the offset is in the layout, of any other it is said */
    assert_int_equal(cut.offset, swizzled ? 7 + r->offset : 0);
    assert_int_equal(offset, swizzled ? 0 : r->offset);
}

static void test_slices(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof slices / sizeof slices[0]; i++) {
        check_slice(&slices[i], false);
        check_slice(&slices[i], true);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(advances),       cmocka_unit_test(rings),
        cmocka_unit_test(stages_refused), cmocka_unit_test(words_of_96),
        cmocka_unit_test(test_slices),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
