/* SPDX-License-Identifier: MIT
 *
 * The copy engine: a model of it, written from the CUDA documents and not from the library, copies
 * a tensor box by box as the parameters say; then every element is read back through the
 * descriptors.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "wgdesc.h"

enum { SMEM = 1 << 18 };

/* The tensor's bytes: a value that tells neighbours apart, and no zero. */
static unsigned char global_byte(uint64_t offset)
{
    const uint64_t h = (offset + 1) * UINT64_C(0x9E3779B97F4A7C15);
    return (unsigned char)(1 + (h >> 40) % 255);
}

/* CUDA driver API, cuTensorMapEncodeTiled: 16-byte chunks permuted within spans of 2, 4 or 8 chunks
 * by the number of the 128-byte line of shared memory. */
static uint32_t model_swizzle(uint32_t a, int enumerator)
{
    const uint32_t chunks = 1u << enumerator;
    const uint32_t chunk = a / 16 % chunks, line = a / 128 % chunks;
    return a - chunk * 16 + (chunk ^ line) * 16;
}

/* One copy of a box at tensor coordinate `at` to shared address dst; outside the tensor, zeros. */
static void model_copy(const wgd_tma_params *p, const int64_t at[5], unsigned char *smem,
                       uint32_t dst)
{
    const uint32_t es = (uint32_t)wgd_tma_type_bytes(p->type);
    uint32_t total = 1;
    for (int d = 0; d < p->rank; d++) {
        total *= p->box[d];
    }
    for (uint32_t i = 0; i < total; i++) {
        uint32_t rest = i;
        uint64_t from = 0;
        bool inside = true;
        for (int d = 0; d < p->rank; d++) {
            const int64_t x = at[d] + rest % p->box[d];
            rest /= p->box[d];
            inside = inside && x >= 0 && (uint64_t)x < p->dim[d];
            from += (uint64_t)x * (d == 0 ? es : p->stride[d - 1]);
        }
        const uint32_t to = model_swizzle(dst + i * es, wgd_tma_swizzle_value(p->swizzle));
        for (uint32_t b = 0; b < es; b++) {
            smem[to + b] = inside ? global_byte(from + b) : 0;
        }
    }
}

/* Tensor coordinate of the tile's origin, in the view of this map. */
static void origin(const wgd_tma *t, int64_t c, int64_t l, int64_t at[5])
{
    at[0] = t->params.rank == 2 ? c : c % t->panel;
    at[1] = t->params.rank == 4 ? l % 8 : l;
    at[2] = c / t->panel;
    at[3] = l / 8;
    at[4] = 0;
}

/* Copies the tile at (mn0, k0) of the tensor and reads every block back; the number of elements. */
static long copy_and_read(const wgd_tma *t, int64_t mn0, int64_t k0, unsigned char *smem)
{
    const wgd_tma_query *q = &t->query;
    const bool k_major = q->tile.major == WGD_MAJOR_K;
    const int bits = wgd_dtype_bits(q->tile.dtype);
    const int64_t c0 = (k_major ? k0 : mn0) / (bits == 1 ? 8 : 1), l0 = k_major ? mn0 : k0;
    int64_t base[5], at[5];
    origin(t, c0, l0, base);
    memset(smem, 0xee, SMEM);
    for (int i = 0; i < t->boxes; i++) {
        const wgd_tma_box b = wgd_tma_box_at(t, i);
        for (int d = 0; d < 5; d++) {
            at[d] = base[d] + b.at[d];
        }
        assert_int_equal((q->tile.start + b.offset) % 128, 0);
        model_copy(&t->params, at, smem, (uint32_t)(q->tile.start + b.offset));
    }
    static uint32_t map[256 * 256];
    const wgd_read rd = wgd_tile_read(&t->tile);
    const int bk = wgd_read_k(rd);
    long n = 0;
    for (int j = 0; j < t->tile.blocks_k; j++) {
        for (int i = 0; i < t->tile.blocks_mn; i++) {
            assert_int_equal(wgd_fetch_map(wgd_tile_block_desc(&t->tile, i, j), rd, map,
                                           sizeof map / sizeof map[0], NULL),
                             WGD_OK);
            for (int e = 0; e < rd.mn * bk; e++, n++) {
                const int64_t mn = mn0 + i * rd.mn + e / bk, k = k0 + j * bk + e % bk;
                const int64_t c = k_major ? k : mn, l = k_major ? mn : k;
                const bool inside = mn < q->global_mn && k < q->global_k;
                const uint64_t from = (uint64_t)((l * q->ld + c) * bits / 8);
                for (uint32_t byte = 0; byte < (uint32_t)(bits < 8 ? 1 : bits / 8); byte++) {
                    const unsigned char want = inside ? global_byte(from + byte) : 0;
                    if (smem[map[e] + byte] != want) {
                        fail_msg("element (%d,%d) of the tile: read 0x%x, wanted 0x%x",
                                 (int)(mn - mn0), (int)(k - k0), smem[map[e] + byte], want);
                    }
                }
            }
        }
    }
    return n;
}

static const wgd_swizzle_mode modes[] = {WGD_SWZ_NONE, WGD_SWZ_32B, WGD_SWZ_64B, WGD_SWZ_128B};

/* A tile of 1 or 3 x blocks along MN and `rows` swizzle rows of K; ragged tensor around it. */
static wgd_tma_query make_query(wgd_dtype d, int major, int mode, int shape, int order,
                                bool one_box)
{
    wgd_tma_query q = wgd_tma_query_default();
    const int per_row = 128 * 8 / wgd_dtype_bits(d);
    q.tile.dtype = d;
    q.tile.operand = shape % 2 ? WGD_OPERAND_B : WGD_OPERAND_A;
    q.tile.major = (wgd_major)major;
    q.tile.swizzle = modes[mode];
    q.tile.mn = shape % 2 ? 192 : 128;
    q.tile.n = shape % 2 ? 64 : 0;
    q.tile.k = shape / 2              ? 2 * per_row
               : major == WGD_MAJOR_K ? wgd_swizzle_row_bytes(modes[mode]) * 8 / wgd_dtype_bits(d)
                                      : 16;
    if (q.tile.k < wgd_dtype_k(d)) {
        q.tile.k = wgd_dtype_k(d);
    }
    q.tile.order[0] = order ? 2 : 1;
    q.tile.order[1] = order ? 1 : 2;
    q.tile.start = 0x2400;
    q.one_box = one_box;
    q.global_mn = 3 * q.tile.mn;
    q.global_k = 3 * q.tile.k;
    q.ld = (major == WGD_MAJOR_K ? q.global_k : q.global_mn) + per_row;
    if (!one_box) { /* ragged: the tile at (2, 2) hangs over both edges */
        q.global_mn -= 7;
        q.global_k -= d == WGD_B1 ? 8 : 3;
    }
    return q;
}

static void every_element_arrives(void **state)
{
    (void)state;
    unsigned char *smem = malloc(SMEM);
    assert_non_null(smem);
    long cases = 0, elements = 0;
    for (int i = 0; i < WGD_WGMMA_DTYPE_COUNT * 2 * 4 * 4 * 2 * 2; i++) {
        const wgd_dtype d = (wgd_dtype)(i / 128);
        const int major = i / 64 % 2;
        if (major == WGD_MAJOR_MN && !wgd_dtype_get(d)->mn_major) {
            continue;
        }
        const wgd_tma_query q = make_query(d, major, i / 16 % 4, i / 4 % 4, i / 2 % 2, i % 2 != 0);
        wgd_tma t;
        wgd_diag diag;
        if (wgd_tma_describe(&q, &t, &diag) != WGD_OK) {
            fail_msg("case %d: %s: %s, got %s, want %s", i, diag.field, diag.what, diag.got,
                     diag.want);
        }
        const wgd_tma_proof p = wgd_tma_prove(&t);
        assert_true(p.equal);
        assert_int_equal(p.elements, q.tile.mn * q.tile.k);
        elements += copy_and_read(&t, 0, 0, smem);
        elements += copy_and_read(&t, 2 * q.tile.mn, 2 * q.tile.k, smem);
        cases++;
    }
    free(smem);
    assert_int_equal(cases, (8 + 2) * 4 * 4 * 2 * 2);
    assert_true(elements > 1000000);
}

static wgd_tma_query bf16_tile(int64_t mn, int64_t k, wgd_major major, wgd_swizzle_mode m)
{
    wgd_tma_query q = wgd_tma_query_default();
    q.tile.dtype = WGD_BF16;
    q.tile.major = major;
    q.tile.swizzle = m;
    q.tile.mn = mn;
    q.tile.k = k;
    return q;
}

/* The parameters that the public GEMM notes give for a 128 x 64 tile of a 4096 x 8192 matrix. */
static void the_notes_parameters(void **state)
{
    (void)state;
    wgd_tma_query q = bf16_tile(128, 64, WGD_MAJOR_K, WGD_SWZ_128B);
    q.global_mn = 4096;
    q.global_k = 8192;
    wgd_tma t;
    assert_int_equal(wgd_tma_describe(&q, &t, NULL), WGD_OK);
    assert_string_equal(wgd_tma_type_name(t.params.type), "CU_TENSOR_MAP_DATA_TYPE_BFLOAT16");
    assert_string_equal(wgd_tma_swizzle_name(t.params.swizzle), "CU_TENSOR_MAP_SWIZZLE_128B");
    assert_int_equal(t.params.rank, 2);
    assert_int_equal(t.params.dim[0], 8192);
    assert_int_equal(t.params.dim[1], 4096);
    assert_int_equal(t.params.stride[0], 16384);
    assert_int_equal(t.params.box[0], 64);
    assert_int_equal(t.params.box[1], 128);
    assert_int_equal(t.boxes, 1);
    assert_int_equal(t.box_bytes, 128 * 64 * 2);
}

static int boxes_of(const wgd_tma_query *q)
{
    wgd_tma t;
    assert_int_equal(wgd_tma_describe(q, &t, NULL), WGD_OK);
    assert_true(wgd_tma_prove(&t).equal);
    return t.boxes;
}

/* "Step<_2,_1> lets the copy use larger boxes": the order of the atoms decides. */
static void order_decides_box_count(void **state)
{
    (void)state;
    wgd_tma_query q = bf16_tile(256, 64, WGD_MAJOR_MN, WGD_SWZ_128B);
    assert_int_equal(boxes_of(&q), 4 * 8);
    q.tile.order[0] = 2;
    q.tile.order[1] = 1;
    assert_int_equal(boxes_of(&q), 4);
    q.one_box = true;
    assert_int_equal(boxes_of(&q), 1);
}

static void more_than_256_lines(void **state)
{
    (void)state;
    wgd_tma_query q = bf16_tile(320, 64, WGD_MAJOR_K, WGD_SWZ_128B);
    assert_int_equal(boxes_of(&q), 2);
    q.tile.mn = 1024;
    assert_int_equal(boxes_of(&q), 4);
    q.tile.mn = 128;
    q.box_lines = 64; /* two blocks of a cluster, half each */
    assert_int_equal(boxes_of(&q), 2);
}

/* A proof that cannot fail proves nothing. */
static void proof_sees_differences(void **state)
{
    (void)state;
    const wgd_tma_query q = bf16_tile(128, 128, WGD_MAJOR_K, WGD_SWZ_128B);
    wgd_tma t, bad;
    assert_int_equal(wgd_tma_describe(&q, &t, NULL), WGD_OK);
    assert_true(wgd_tma_prove(&t).equal);
    bad = t;
    bad.params.swizzle = WGD_SWZ_64B; /* the copy with another swizzle than the descriptor */
    wgd_tma_proof p = wgd_tma_prove(&bad);
    assert_false(p.equal);
    assert_int_not_equal(p.written, p.read);
    bad = t;
    bad.tile.desc.sbo = 65;
    p = wgd_tma_prove(&bad);
    assert_false(p.equal);
    assert_int_equal(p.mn, 8); /* the first row that SBO moves */
    bad = t;
    bad.params.box[1] = 64; /* boxes of other lines than the layout's */
    assert_false(wgd_tma_prove(&bad).equal);
    bad = t;
    bad.tile.desc.base_offset = 1;
    assert_false(wgd_tma_prove(&bad).equal);
}

static wgd_tma_params good(void)
{
    wgd_tma_params p;
    memset(&p, 0, sizeof p);
    p.type = WGD_TMA_BFLOAT16;
    p.rank = 2;
    p.dim[0] = p.dim[1] = 4096;
    p.stride[0] = 8192;
    p.box[0] = 64;
    p.box[1] = 256;
    p.element_stride[0] = p.element_stride[1] = 1;
    p.swizzle = WGD_SWZ_128B;
    return p;
}

static void refused(const wgd_tma_params *p, wgd_status s, const char *field)
{
    wgd_diag d;
    assert_int_equal(wgd_tma_check(p, &d), s);
    assert_string_equal(d.field, field);
    assert_true(d.got[0] && d.want[0] && d.what[0]);
}

static void every_limit_of_the_call(void **state)
{
    (void)state;
    wgd_tma_params p = good();
    assert_int_equal(wgd_tma_check(&p, NULL), WGD_OK);
    p = good(), p.type = (wgd_tma_type)5, refused(&p, WGD_ERR_VALUE, "type");
    p = good(), p.rank = 0, refused(&p, WGD_ERR_LIMIT, "rank");
    p = good(), p.rank = 6, refused(&p, WGD_ERR_LIMIT, "rank");
    p = good(), p.address = 8, refused(&p, WGD_ERR_ALIGN, "address");
    p = good(), p.dim[1] = 0, refused(&p, WGD_ERR_LIMIT, "dim");
    p = good(), p.dim[0] = (UINT64_C(1) << 32) + 1, refused(&p, WGD_ERR_LIMIT, "dim");
    p = good(), p.dim[0] = UINT64_C(1) << 32, assert_int_equal(wgd_tma_check(&p, NULL), WGD_OK);
    p = good(), p.stride[0] = 8200, refused(&p, WGD_ERR_ALIGN, "stride");
    p = good(), p.stride[0] = 0, refused(&p, WGD_ERR_LIMIT, "stride");
    p = good(), p.stride[0] = UINT64_C(1) << 40, refused(&p, WGD_ERR_LIMIT, "stride");
    p = good(), p.stride[0] = (UINT64_C(1) << 40) - 16,
    assert_int_equal(wgd_tma_check(&p, NULL), WGD_OK);
    p = good(), p.box[1] = 257, refused(&p, WGD_ERR_LIMIT, "box");
    p = good(), p.box[1] = 0, refused(&p, WGD_ERR_LIMIT, "box");
    p = good(), p.box[0] = 72, refused(&p, WGD_ERR_LIMIT, "box");
    p = good(), p.box[0] = 60, refused(&p, WGD_ERR_ALIGN, "box");
    p = good(), p.swizzle = WGD_SWZ_64B, refused(&p, WGD_ERR_LIMIT, "box");
    p = good(), p.swizzle = WGD_SWZ_32B, refused(&p, WGD_ERR_LIMIT, "box");
    p = good(), p.swizzle = WGD_SWZ_NONE, assert_int_equal(wgd_tma_check(&p, NULL), WGD_OK);
    p = good(), p.swizzle = WGD_SWIZZLE_MODE_COUNT, refused(&p, WGD_ERR_VALUE, "swizzle");
    p = good(), p.element_stride[1] = 0, refused(&p, WGD_ERR_LIMIT, "element_stride");
    p = good(), p.element_stride[1] = 9, refused(&p, WGD_ERR_LIMIT, "element_stride");
}

static void query_refused(const wgd_tma_query *q, wgd_status s, const char *field)
{
    wgd_tma t;
    wgd_diag d;
    assert_int_equal(wgd_tma_describe(q, &t, &d), s);
    assert_string_equal(d.field, field);
    assert_true(d.want[0] != 0);
}

static void queries_that_cannot_be(void **state)
{
    (void)state;
    const wgd_tma_query ok = bf16_tile(128, 64, WGD_MAJOR_K, WGD_SWZ_128B);
    wgd_tma_query q = ok;
    q.tile.k = 32, query_refused(&q, WGD_ERR_TILE, "shape");
    q = ok, q.global_mn = -1, query_refused(&q, WGD_ERR_LIMIT, "global");
    q = ok, q.global_mn = (INT64_C(1) << 32) + 1, query_refused(&q, WGD_ERR_LIMIT, "global");
    q = ok, q.global_k = INT64_MAX, query_refused(&q, WGD_ERR_LIMIT, "global");
    q = ok, q.global_k = 4097, query_refused(&q, WGD_ERR_ALIGN, "ld");
    q = ok, q.global_k = 4096, q.ld = 4095, query_refused(&q, WGD_ERR_VALUE, "ld");
    q = ok, q.ld = -8, query_refused(&q, WGD_ERR_VALUE, "ld");
    q = ok, q.ld = INT64_C(1) << 39, query_refused(&q, WGD_ERR_LIMIT, "ld");
    q = ok, q.ld = INT64_MAX / 8 * 8, query_refused(&q, WGD_ERR_LIMIT, "ld");
    q = ok, q.ld = INT64_MAX, query_refused(&q, WGD_ERR_LIMIT, "ld");
    q = bf16_tile(64, 256, WGD_MAJOR_K, WGD_SWZ_32B), q.tile.dtype = WGD_B1, q.global_k = 1001;
    q.ld = 1024, query_refused(&q, WGD_ERR_DIVISIBILITY, "global");
    q = ok, q.address = 0x1008, query_refused(&q, WGD_ERR_ALIGN, "address");
    q = ok, q.box_lines = 12, query_refused(&q, WGD_ERR_VALUE, "box-lines");
    q = ok, q.box_lines = -8, query_refused(&q, WGD_ERR_VALUE, "box-lines");
    q = ok, q.tile.start = 512, query_refused(&q, WGD_ERR_ALIGN, "start");
    q = bf16_tile(128, 64, WGD_MAJOR_K, WGD_SWZ_NONE);
    q.tile.start = 16, query_refused(&q, WGD_ERR_ALIGN, "start");
    q = bf16_tile(128, 128, WGD_MAJOR_K, WGD_SWZ_128B);
    q.one_box = true, q.global_k = 200, query_refused(&q, WGD_ERR_DIVISIBILITY, "global");
    q.tile.order[0] = 2, q.tile.order[1] = 1, q.global_k = 256, q.global_mn = 100;
    query_refused(&q, WGD_ERR_DIVISIBILITY, "global");
}

/* CUDA driver API, CUtensorMapDataType and CUtensorMapSwizzle. */
static void names_and_numbers(void **state)
{
    (void)state;
    static const struct {
        wgd_dtype dtype;
        int value, bytes;
        const char *name;
    } types[] = {{WGD_F16, 6, 2, "CU_TENSOR_MAP_DATA_TYPE_FLOAT16"},
                 {WGD_BF16, 9, 2, "CU_TENSOR_MAP_DATA_TYPE_BFLOAT16"},
                 {WGD_TF32, 11, 4, "CU_TENSOR_MAP_DATA_TYPE_TFLOAT32"},
                 {WGD_E4M3, 0, 1, "CU_TENSOR_MAP_DATA_TYPE_UINT8"},
                 {WGD_B1, 0, 1, "CU_TENSOR_MAP_DATA_TYPE_UINT8"}};
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        const wgd_tma_type t = wgd_tma_type_of(types[i].dtype);
        assert_int_equal(t, types[i].value);
        assert_int_equal(wgd_tma_type_bytes(t), types[i].bytes);
        assert_string_equal(wgd_tma_type_name(t), types[i].name);
    }
    assert_string_equal(wgd_tma_type_name((wgd_tma_type)7), "CU_TENSOR_MAP_DATA_TYPE_FLOAT32");
    assert_int_equal(wgd_tma_type_bytes(WGD_TMA_FLOAT32), 4);
    assert_null(wgd_tma_type_name((wgd_tma_type)8));
    assert_string_equal(wgd_tma_swizzle_name(WGD_SWZ_NONE), "CU_TENSOR_MAP_SWIZZLE_NONE");
    assert_string_equal(wgd_tma_swizzle_name(WGD_SWZ_32B), "CU_TENSOR_MAP_SWIZZLE_32B");
    assert_string_equal(wgd_tma_swizzle_name(WGD_SWZ_64B), "CU_TENSOR_MAP_SWIZZLE_64B");
    assert_int_equal(wgd_tma_swizzle_value(WGD_SWZ_64B), 2);
}

/* Group, row and panel, and the swizzle of the whole, are where wgmma reads each element. */
static void group_and_panel_bytes(void **state)
{
    (void)state;
    for (int i = 0; i < 32; i++) {
        wgd_tma_query q = make_query(WGD_BF16, i % 2, i / 2 % 4, 2, i / 8 % 2, false);
        q.tile.start = 1024;
        wgd_tma t;
        assert_int_equal(wgd_tma_describe(&q, &t, NULL), WGD_OK);
        const uint32_t row = (uint32_t)wgd_swizzle_row_bytes(q.tile.swizzle);
        for (uint32_t mn = 0; mn < q.tile.mn; mn++) {
            for (uint32_t k = 0; k < q.tile.k; k++) {
                const uint32_t byte = 2 * (i % 2 ? mn : k), line = i % 2 ? k : mn;
                const uint32_t at = 1024 + line / 8 * (uint32_t)wgd_tma_group_bytes(&t) +
                                    line % 8 * row +
                                    byte / row * (uint32_t)wgd_tma_panel_bytes(&t) + byte % row;
                assert_int_equal(model_swizzle(at, wgd_tma_swizzle_value(q.tile.swizzle)),
                                 wgd_tile_read_byte(&t.tile, mn, k));
            }
        }
    }
    /* With one panel, or 8 lines, both are the tile's bytes. */
    const wgd_tma_query one = bf16_tile(64, 16, WGD_MAJOR_K, WGD_SWZ_32B);
    wgd_tma t;
    assert_int_equal(wgd_tma_describe(&one, &t, NULL), WGD_OK);
    assert_int_equal(wgd_tma_panel_bytes(&t), 64 * 16 * 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_element_arrives),   cmocka_unit_test(the_notes_parameters),
        cmocka_unit_test(order_decides_box_count), cmocka_unit_test(more_than_256_lines),
        cmocka_unit_test(proof_sees_differences),  cmocka_unit_test(every_limit_of_the_call),
        cmocka_unit_test(queries_that_cannot_be),  cmocka_unit_test(names_and_numbers),
        cmocka_unit_test(group_and_panel_bytes),
    };
    return cmocka_run_group_tests_name("tma", tests, NULL, NULL);
}
