/* SPDX-License-Identifier: MIT
 *
 * The view of a tensor that fills a tile, a second time, from what wgd_tma.h says of it: how many dimensions, and how far
 * a box goes in each. And the copies by themselves, 16 bytes at a time: every box brings what its coordinate says to
 * where the instruction reads it, and together they bring all.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "wgdesc.h"

enum { SMEM = 1 << 18, CHUNK = 16 };

typedef struct tile {
    wgd_dtype dtype;
    wgd_operand operand;
    wgd_major major;
    wgd_swizzle_mode mode;
    wgd_arch arch;
    int64_t mn, k, n;
} tile;

static const tile tiles[] = {
    {WGD_BF16, WGD_OPERAND_A, WGD_MAJOR_K, WGD_SWZ_128B, WGD_SM90, 64, 64, 0},
    {WGD_BF16, WGD_OPERAND_A, WGD_MAJOR_K, WGD_SWZ_128B, WGD_SM90, 64, 192, 0},
    {WGD_F16, WGD_OPERAND_B, WGD_MAJOR_K, WGD_SWZ_64B, WGD_SM90, 48, 96, 24},
    {WGD_F16, WGD_OPERAND_B, WGD_MAJOR_K, WGD_SWZ_32B, WGD_SM90, 8, 64, 0},
    {WGD_F16, WGD_OPERAND_B, WGD_MAJOR_K, WGD_SWZ_NONE, WGD_SM90, 24, 48, 0},
    {WGD_BF16, WGD_OPERAND_A, WGD_MAJOR_MN, WGD_SWZ_128B, WGD_SM90, 128, 32, 0},
    {WGD_BF16, WGD_OPERAND_B, WGD_MAJOR_MN, WGD_SWZ_64B, WGD_SM90, 96, 48, 32},
    {WGD_BF16, WGD_OPERAND_A, WGD_MAJOR_MN, WGD_SWZ_NONE, WGD_SM90, 64, 16, 0},
    {WGD_TF32, WGD_OPERAND_A, WGD_MAJOR_K, WGD_SWZ_64B, WGD_SM90, 64, 32, 0},
    {WGD_E4M3, WGD_OPERAND_B, WGD_MAJOR_K, WGD_SWZ_32B, WGD_SM90, 32, 96, 0},
    {WGD_B1, WGD_OPERAND_A, WGD_MAJOR_K, WGD_SWZ_32B, WGD_SM90, 64, 768, 0},
    {WGD_B1, WGD_OPERAND_B, WGD_MAJOR_K, WGD_SWZ_128B, WGD_SM90, 16, 2048, 0},
    {WGD_E2M1_PACKED4, WGD_OPERAND_B, WGD_MAJOR_K, WGD_SWZ_64B, WGD_SM100, 32, 256, 0},
    {WGD_TF32, WGD_OPERAND_A, WGD_MAJOR_MN, WGD_SWZ_128B_32B, WGD_SM100, 128, 16, 0},
};
enum { TILES = sizeof tiles / sizeof tiles[0] };

static wgd_tma_query query(const tile *t, bool k_first, bool one_box, int64_t box_lines)
{
    wgd_tma_query q = wgd_tma_query_default();
    const bool k_major = t->major == WGD_MAJOR_K;
    const int64_t along = k_major ? t->k : t->mn, lines = k_major ? t->mn : t->k;
    q.tile.dtype = t->dtype;
    q.tile.operand = t->operand;
    q.tile.major = t->major;
    q.tile.swizzle = t->mode;
    q.tile.arch = t->arch;
    q.tile.mn = t->mn;
    q.tile.k = t->k;
    q.tile.n = t->n;
    q.tile.order[0] = k_first ? 2 : 1;
    q.tile.order[1] = k_first ? 1 : 2;
    q.tile.start = 2048;
    q.global_mn = k_major ? 3 * lines : 2 * along;
    q.global_k = k_major ? 2 * along : 3 * lines;
    q.ld = 2 * along + 128 * 8 / wgd_dtype_bits(t->dtype);
    q.address = 0x7f0000000010;
    q.one_box = one_box;
    q.box_lines = box_lines;
    return q;
}

/* The tile in the direction of its lines: copied elements, lines, and what a swizzle groups. */
typedef struct sizes {
    int64_t bytes;  /* of a copied element */
    int64_t packed; /* in a copied element */
    int64_t along, lines, panel, group;
} sizes;

static sizes sizes_of(const tile *t)
{
    static const int64_t row_bytes[] = {16, 32, 64, 128, 128};
    const int bits = wgd_dtype_bits(t->dtype);
    sizes s;
    s.bytes = bits < 8 ? 1 : bits / 8;
    s.packed = bits < 8 ? 8 / bits : 1;
    s.along = (t->major == WGD_MAJOR_K ? t->k : t->mn) / s.packed;
    s.lines = t->major == WGD_MAJOR_K ? t->mn : t->k;
    s.panel = row_bytes[t->mode] / s.bytes;
    s.group = t->mode == WGD_SWZ_128B_32B ? 4 : 8;
    return s;
}

/* The greatest number of whole steps that divides n and is at most `most`. */
static int64_t part(int64_t n, int64_t step, int64_t most)
{
    int64_t best = step;
    for (int64_t d = step; d <= n && d <= most; d += step) {
        best = n % d == 0 ? d : best;
    }
    return best;
}

static void assert_dim(const wgd_tma *t, int d, int64_t dim, int64_t extent, int64_t box)
{
    assert_int_equal(t->params.dim[d], dim);
    assert_int_equal(t->extent[d], extent);
    assert_int_equal(t->params.box[d], box);
    assert_int_equal(t->grid[d], extent / box);
    assert_int_equal(t->params.element_stride[d], 1);
}

static void check_view(const wgd_tma *t, const tile *of, bool k_first)
{
    const wgd_tma_query *q = &t->query;
    const sizes s = sizes_of(of);
    const int64_t most = q->box_lines && q->box_lines < 256 ? q->box_lines : 256;
    const int64_t panels = s.along / s.panel, groups = s.lines / s.group;
    const int64_t pitch = q->ld / s.packed * s.bytes, c = 2 * s.along, l = 3 * s.lines;
    /* Atoms along the lines first, or nothing but them: then the lines follow one another. */
    const bool follow = k_first != (of->major == WGD_MAJOR_K) || panels == 1 || groups == 1;
    const int64_t lines = part(follow ? s.lines : s.group, s.group, most);
    const uint64_t *stride = t->params.stride;
    assert_int_equal(t->panel, s.panel);
    if (!q->one_box || panels == 1) {
        assert_int_equal(t->params.rank, 2);
        assert_dim(t, 0, c, s.along, s.panel);
        assert_dim(t, 1, l, s.lines, lines);
        assert_int_equal(stride[0], pitch);
    } else if (follow) {
        assert_int_equal(t->params.rank, 3);
        assert_dim(t, 0, s.panel, s.panel, s.panel);
        assert_dim(t, 1, l, s.lines, lines);
        assert_dim(t, 2, c / s.panel, panels, lines == s.lines ? part(panels, 1, 256) : 1);
        assert_int_equal(stride[0], pitch);
        assert_int_equal(stride[1], s.panel * s.bytes);
    } else {
        assert_int_equal(t->params.rank, 4);
        assert_dim(t, 0, s.panel, s.panel, s.panel);
        assert_dim(t, 1, s.group, s.group, s.group);
        assert_dim(t, 2, c / s.panel, panels, panels);
        assert_dim(t, 3, l / s.group, groups, part(groups, 1, q->box_lines ? most / s.group : 256));
        assert_int_equal(stride[0], pitch);
        assert_int_equal(stride[1], s.panel * s.bytes);
        assert_int_equal(stride[2], s.group * pitch);
    }
    int64_t boxes = 1, bytes = s.bytes;
    for (int d = 0; d < t->params.rank; d++) {
        boxes *= t->grid[d];
        bytes *= t->params.box[d];
    }
    assert_int_equal(t->boxes, boxes);
    assert_int_equal(t->box_bytes, bytes);
    assert_int_equal(t->params.type, s.bytes == 1           ? WGD_TMA_UINT8
                                     : of->dtype == WGD_F16 ? WGD_TMA_FLOAT16
                                     : s.bytes == 2         ? WGD_TMA_BFLOAT16
                                                            : WGD_TMA_TFLOAT32);
    assert_int_equal(t->params.address, 0x7f0000000010);
    assert_int_equal(t->params.swizzle, of->mode);
}

/* CUDA driver API, CUtensorMapSwizzle: 16-byte chunks exchanged within spans of 32, 64 or 128 bytes by the number of the
 * 128-byte line, or 32-byte chunks within 128 by its last two bits. */
static uint32_t swizzled(uint32_t a, wgd_swizzle_mode m)
{
    const uint32_t line = a / 128;
    return m == WGD_SWZ_128B_32B ? a ^ line % 4 * 32 : a ^ line % (1u << m) * 16;
}

/* Byte `from` of the tensor: a copied element of line l. */
static void check_chunk(const wgd_tma *t, const sizes *s, uint64_t from, uint32_t to)
{
    const bool k_major = t->query.tile.major == WGD_MAJOR_K;
    const uint64_t pitch = (uint64_t)(t->query.ld / s->packed * s->bytes);
    const int64_t l = (int64_t)(from / pitch);
    const int64_t c = (int64_t)(from % pitch) / s->bytes * s->packed;
    const int64_t mn = k_major ? l : c, k = k_major ? c : l;
    assert_in_range(mn, 0, t->query.tile.mn - 1);
    assert_in_range(k, 0, t->query.tile.k - 1);
    assert_int_equal(wgd_tma_write_byte(t, mn, k), to);
    assert_int_equal(wgd_tile_read_byte(&t->tile, mn, k), to);
}

static void check_box(const wgd_tma *t, const sizes *s, int i, unsigned char *seen)
{
    const wgd_tma_params *p = &t->params;
    const wgd_tma_box b = wgd_tma_box_at(t, i);
    for (int d = p->rank; d < WGD_TMA_RANK_MAX; d++) {
        assert_int_equal(b.at[d], 0);
    }
    assert_int_equal(b.offset % 128, 0);
    const int64_t per = CHUNK / s->bytes;
    for (int64_t e = 0; e < t->box_bytes / s->bytes; e += per) {
        uint64_t from = 0;
        int64_t rest = e;
        for (int d = 0; d < p->rank; d++) {
            const uint64_t x = b.at[d] + (uint64_t)(rest % p->box[d]);
            assert_true(x < p->dim[d]);
            from += x * (d == 0 ? (uint64_t)s->bytes : p->stride[d - 1]);
            rest /= p->box[d];
        }
        const int64_t dense = t->query.tile.start + b.offset + e * s->bytes;
        const uint32_t to = swizzled((uint32_t)dense, p->swizzle);
        check_chunk(t, s, from, to);
        assert_int_equal(seen[to / CHUNK]++, 0);
    }
}

static void check(const tile *of, bool k_first, bool one_box, int64_t box_lines)
{
    static unsigned char seen[SMEM / CHUNK];
    const wgd_tma_query q = query(of, k_first, one_box, box_lines);
    const sizes s = sizes_of(of);
    wgd_tma t;
    memset(&t, 0, sizeof t);
    assert_int_equal(wgd_tma_describe(&q, &t, NULL), WGD_OK);
    check_view(&t, of, k_first);
    memset(seen, 0, sizeof seen);
    for (int i = 0; i < t.boxes; i++) {
        check_box(&t, &s, i, seen);
    }
    assert_int_equal(t.boxes * t.box_bytes, s.along * s.lines * s.bytes);
    const wgd_tma_proof p = wgd_tma_prove(&t);
    assert_true(p.equal);
    assert_int_equal(p.elements, of->mn * of->k);
    assert_true(p.mn == 0 && p.k == 0 && p.written == 0 && p.read == 0);
}

static void test_boxes_of_panels(void **state)
{
    (void)state;
    for (int i = 0; i < TILES; i++) {
        check(&tiles[i], i % 2 != 0, false, 0);
    }
}

static void test_one_box(void **state)
{
    (void)state;
    for (int i = 0; i < TILES; i++) {
        check(&tiles[i], i % 2 != 0, true, 0);
    }
}

static void test_the_other_order(void **state)
{
    (void)state;
    for (int i = 0; i < TILES; i++) {
        check(&tiles[i], i % 2 == 0, true, 0);
    }
}

static void test_few_lines(void **state)
{
    (void)state;
    for (int i = 0; i < TILES; i++) {
        check(&tiles[i], i % 2 != 0, true, 16);
    }
    check(&tiles[2], false, true, 24); /* of 48 lines */
    check(&tiles[2], false, false, 32);
    check(&tiles[2], true, true, 24);
    check(&tiles[1], true, true, 8);
}

/* 257 panels of 16 elements are a prime number of them: no box has two. */
static void test_many_panels(void **state)
{
    static const tile t = {WGD_BF16, WGD_OPERAND_B, WGD_MAJOR_K, WGD_SWZ_32B, WGD_SM90, 8, 16 * 257,
                           0};
    (void)state;
    const wgd_tma_query q = query(&t, false, true, 0);
    wgd_tma map;
    assert_int_equal(wgd_tma_describe(&q, &map, NULL), WGD_OK);
    check_view(&map, &t, false);
    assert_int_equal(map.boxes, 257);
    assert_int_equal(map.query.tile.n, 8); /* of the tile, that nobody gave */
}

/* ---- the proof ------------------------------------------------------------------------------ */

static wgd_tma described(int i)
{
    const wgd_tma_query q = query(&tiles[i], false, false, 0);
    wgd_tma t;
    assert_int_equal(wgd_tma_describe(&q, &t, NULL), WGD_OK);
    return t;
}

/* The first element, along K, that lies elsewhere than it is read. */
static void check_proof(const wgd_tma *t)
{
    const wgd_tma_proof p = wgd_tma_prove(t);
    const int64_t n = t->query.tile.mn * t->query.tile.k;
    int64_t i = 0;
    assert_false(p.equal);
    assert_int_equal(p.elements, n);
    while (wgd_tma_write_byte(t, i / t->query.tile.k, i % t->query.tile.k) ==
           wgd_tile_read_byte(&t->tile, i / t->query.tile.k, i % t->query.tile.k)) {
        assert_true(++i < n);
    }
    assert_int_equal(p.mn, i / t->query.tile.k);
    assert_int_equal(p.k, i % t->query.tile.k);
    assert_int_equal(p.written, wgd_tma_write_byte(t, p.mn, p.k));
    assert_int_equal(p.read, wgd_tile_read_byte(&t->tile, p.mn, p.k));
    assert_int_not_equal(p.written, p.read);
}

static void test_proof_fails(void **state)
{
    (void)state;
    for (int i = 0; i < TILES; i += 3) {
        const wgd_tma good = described(i);
        wgd_tma t = good;
        t.tile.desc.start ^= 1;
        check_proof(&t);
        t = good;
        t.params.swizzle = t.params.swizzle == WGD_SWZ_32B ? WGD_SWZ_64B : WGD_SWZ_32B;
        check_proof(&t);
        t = good;
        t.tile.desc.sbo++;
        if (t.tile.sbo_used) {
            check_proof(&t);
        }
    }
}

/* What only the middle panels, the last line or the last chunk of a line show, and what comes first. */
static void test_proof_looks_everywhere(void **state)
{
    static const char swapped[] = "((8,8),(64,2,2)):((64,512),(1,8192,4096))";
    static const tile of_four = {
        WGD_BF16, WGD_OPERAND_A, WGD_MAJOR_K, WGD_SWZ_128B, WGD_SM90, 64, 256, 0};
    (void)state;
    const wgd_tma_query q = query(&of_four, false, false, 0);
    wgd_tma t;
    wgd_composed c;
    assert_int_equal(wgd_tma_describe(&q, &t, NULL), WGD_OK);
    assert_int_equal(wgd_parse_composed(swapped, strlen(swapped), &c, NULL), WGD_OK);
    t.tile.smem.layout = c.layout;
    check_proof(&t);
    t = described(0);
    t.tile.block_mn = 63;
    check_proof(&t);
    t = described(3);
    t.tile.block_k = 8;
    check_proof(&t);
    t = described(7); /* lines of 64 along MN: the last eight, and the last line */
    t.tile.block_mn = 56;
    check_proof(&t);
    t = described(7);
    t.tile.block_k = 15;
    check_proof(&t);
    t = described(5); /* the second panel before the second group */
    t.tile.desc.lbo++;
    t.tile.desc.sbo++;
    check_proof(&t);
    static const char bits[] = "((8,2),(1024,2)):((1024,8192),(1,32768))";
    t = described(11);
    assert_int_equal(wgd_parse_composed(bits, strlen(bits), &c, NULL), WGD_OK);
    t.tile.smem.layout = c.layout;
    check_proof(&t);
}

/* A group and a panel further, and the swizzle of the whole, is where each chunk is read. */
static void test_group_and_panel(void **state)
{
    (void)state;
    for (int i = 0; i < 2 * TILES; i++) {
        const tile *of = &tiles[i / 2];
        const sizes s = sizes_of(of);
        const wgd_tma_query q = query(of, i % 2 != 0, false, 0);
        wgd_tma t;
        assert_int_equal(wgd_tma_describe(&q, &t, NULL), WGD_OK);
        const int64_t group = wgd_tma_group_bytes(&t), panel = wgd_tma_panel_bytes(&t);
        const int64_t row = s.panel * s.bytes, bytes = s.along * s.lines * s.bytes;
        assert_true(s.lines > s.group || group == bytes);
        assert_true(s.along > s.panel || panel == bytes);
        for (int64_t l = 0; l < s.lines; l++) {
            for (int64_t c = 0; c < s.along * s.bytes; c += CHUNK) {
                const int64_t at =
                    2048 + l / s.group * group + l % s.group * row + c / row * panel + c % row;
                const int64_t e = c / s.bytes * s.packed;
                assert_int_equal(swizzled((uint32_t)at, of->mode),
                                 of->major == WGD_MAJOR_K ? wgd_tile_read_byte(&t.tile, l, e)
                                                          : wgd_tile_read_byte(&t.tile, e, l));
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_boxes_of_panels),
        cmocka_unit_test(test_one_box),
        cmocka_unit_test(test_the_other_order),
        cmocka_unit_test(test_few_lines),
        cmocka_unit_test(test_many_panels),
        cmocka_unit_test(test_proof_fails),
        cmocka_unit_test(test_proof_looks_everywhere),
        cmocka_unit_test(test_group_and_panel),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
