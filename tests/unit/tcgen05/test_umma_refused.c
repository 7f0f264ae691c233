/* SPDX-License-Identifier: MIT
 *
 * Instructions of tcgen05 that there are not, one thing wrong with each: the field, what was got and what is wanted;
 * and those beside them that there are. The same of fragments in tensor memory, of loads and stores by name.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "wgdesc.h"

typedef enum setting {
    KIND,
    A,
    B,
    D,
    SF,
    M,
    N,
    K,
    VEC,
    CTAS,
    WS,
    SPARSE,
    ID,
    SFA,
    SFB,
    SHIFT,
    SAT
} setting;

typedef struct change {
    setting what;
    int to;
} change;

static void set(wgd_umma_op *op, change c)
{
    switch (c.what) {
    case A:
        op->a = c.to;
        break;
    case B:
        op->b = c.to;
        break;
    case D:
        op->d = c.to;
        break;
    case SF:
        op->sf = c.to;
        break;
    case M:
        op->m = c.to;
        break;
    case N:
        op->n = c.to;
        break;
    case K:
        op->k = c.to;
        break;
    case VEC:
        op->vec = c.to;
        break;
    case CTAS:
        op->cta_group = c.to;
        break;
    case WS:
        op->ws = c.to != 0;
        break;
    case SPARSE:
        op->sparse = c.to != 0;
        break;
    case ID:
        op->sparse_id = c.to;
        break;
    case SFA:
        op->sfa_id = c.to;
        break;
    case SFB:
        op->sfb_id = c.to;
        break;
    case SHIFT:
        op->max_shift = c.to;
        break;
    case SAT:
        op->sat = c.to != 0;
        break;
    default:
        break;
    }
}

static wgd_umma_op made(wgd_umma_kind kind, const change *c, int n)
{
    wgd_umma_op op = wgd_umma_op_of(kind);
    op.m = 128;
    op.n = 128;
    for (int i = 0; i < n; i++) {
        set(&op, c[i]);
    }
    return op;
}

static void one_thing_wrong(void **state)
{
    static const struct {
        wgd_umma_kind kind;
        change c[3];
        const char *field, *got, *want;
    } rows[] = {
        {WGD_UMMA_F16, {{A, WGD_FRAG_F16}, {B, WGD_FRAG_E4M3}}, "b", "e4m3", "f16, bf16"},
        {WGD_UMMA_F16, {{A, WGD_FRAG_TF32}}, "a", "tf32", "f16, bf16"},
        {WGD_UMMA_F16, {{D, WGD_FRAG_S32}}, "d", "s32", "f16, f32"},
        {WGD_UMMA_F16, {{B, WGD_FRAG_BF16}, {D, WGD_FRAG_F16}}, "d", "f16", "f32"},
        {WGD_UMMA_MXF4, {{K, 32}}, "k", "32", "64, on sm_103 also 96"},
        {WGD_UMMA_MXF4, {{K, 96}, {SPARSE, 1}}, "k", "96", "128"},
        {WGD_UMMA_F16, {{K, 96}}, "k", "96", "16"},
        {WGD_UMMA_MXF4NVF4, {{VEC, 64}}, "vec", "64", "16, with ue8m0 also 32"},
        {WGD_UMMA_MXF4NVF4, {{VEC, 32}, {SF, WGD_FRAG_UE4M3}}, "vec", "32", "16, with ue8m0"},
        {WGD_UMMA_MXF4NVF4, {{VEC, 16}, {SPARSE, 1}}, "vec", "16", "32, with ue8m0 also 64"},
        {WGD_UMMA_MXF4, {{VEC, 16}}, "vec", "16", "32"},
        {WGD_UMMA_MXF4, {{SF, WGD_FRAG_UE4M3}}, "sf", "ue4m3", "ue8m0"},
        {WGD_UMMA_F16, {{SF, WGD_FRAG_UE8M0}}, "sf", "f16", "mxf8f6f4"},
        {WGD_UMMA_F16, {{VEC, 32}}, "vec", "f16", "mxf8f6f4"},
        {WGD_UMMA_F16, {{SFA, 1}}, "sfa_id", "f16", "mxf8f6f4"},
        {WGD_UMMA_F16, {{SFB, 1}}, "sfb_id", "f16", "mxf8f6f4"},
        {WGD_UMMA_MXF8F6F4, {{SFA, 4}}, "sfa_id", "4", "0 to 3"},
        {WGD_UMMA_MXF8F6F4, {{SFB, -1}}, "sfb_id", "-1", "0 to 3"},
        {WGD_UMMA_MXF4, {{SFA, 1}}, "sfa_id", "1", "0 or 2"},
        {WGD_UMMA_MXF4NVF4, {{SFB, 2}}, "sfb_id", "2", "0"},
        {WGD_UMMA_F16, {{ID, -1}, {SPARSE, 1}}, "sparse_id", "-1", "0 to 3"},
        {WGD_UMMA_F16, {{ID, 4}, {SPARSE, 1}}, "sparse_id", "4", "0 to 3"},
        {WGD_UMMA_F16, {{ID, 1}}, "sparse_id", "1", "0"},
        {WGD_UMMA_MXF4, {{ID, 1}, {SPARSE, 1}}, "sparse_id", "1", "0"},
        {WGD_UMMA_F16, {{SHIFT, 8}}, "max_shift", "8", "0"},
        {WGD_UMMA_F16, {{SHIFT, 12}, {WS, 1}}, "max_shift", "12", "0, 8, 16 or 32"},
        {WGD_UMMA_F16, {{SAT, 1}}, "sat", "f16", "i8"},
        {WGD_UMMA_F16, {{CTAS, 3}}, "cta_group", "3", "1 or 2"},
        {WGD_UMMA_F16, {{CTAS, 2}, {WS, 1}}, "cta_group", "2", "1"},
        {WGD_UMMA_MXF4, {{WS, 1}}, "ws", "mxf4", "tf32, f16, i8 or f8f6f4"},
        {WGD_UMMA_F16, {{M, 100}}, "m", "100", "64 or 128"},
        {WGD_UMMA_F16, {{N, 4}}, "n", "4", "8 to 256 in steps of 8"},
        {WGD_UMMA_I8, {{N, 12}}, "n", "12", "8, or 16 to 256 in steps of 16"},
        {WGD_UMMA_F16, {{N, 96}, {WS, 1}}, "n", "96", "64, 128 or 256"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        wgd_umma_op op = made(rows[i].kind, rows[i].c, 3);
        wgd_diag d;
        memset(&d, 0, sizeof d);
        const wgd_status st = wgd_umma_op_complete(&op, &d);
        if (st == WGD_OK || st != d.status || strcmp(d.field, rows[i].field) != 0 ||
            strcmp(d.got, rows[i].got) != 0 || !strstr(d.want, rows[i].want)) {
            fail_msg("row %d: status %d, %s, got %s, want %s", (int)i, (int)st, d.field, d.got,
                     d.want);
        }
    }
}

static void nothing_wrong(void **state)
{
    static const struct {
        wgd_umma_kind kind;
        change c[3];
    } rows[] = {
        {WGD_UMMA_F16, {{SHIFT, 8}, {WS, 1}}},
        {WGD_UMMA_F16, {{SHIFT, 16}, {WS, 1}}},
        {WGD_UMMA_F16, {{SHIFT, 32}, {WS, 1}}},
        {WGD_UMMA_F16, {{ID, 3}, {SPARSE, 1}}},
        {WGD_UMMA_MXF8F6F4, {{SFA, 3}, {SFB, 1}}},
        {WGD_UMMA_MXF4, {{SFA, 2}}},
        {WGD_UMMA_MXF4, {{K, 96}}},
        {WGD_UMMA_MXF8F6F4, {{VEC, 32}, {SPARSE, 1}}},
        {WGD_UMMA_MXF8F6F4, {{VEC, 64}, {SPARSE, 1}}},
        {WGD_UMMA_MXF4NVF4, {{VEC, 32}, {SF, WGD_FRAG_UE8M0}}},
        {WGD_UMMA_MXF4NVF4, {{VEC, 64}, {SPARSE, 1}}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        wgd_umma_op op = made(rows[i].kind, rows[i].c, 3);
        wgd_diag d;
        if (wgd_umma_op_complete(&op, &d) != WGD_OK) {
            fail_msg("row %d: %s, got %s, want %s", (int)i, d.field, d.got, d.want);
        }
    }
    /* The names that PTX has for the length of a scale vector, zeros counted. */
    static const struct {
        change c[2];
        const char *name;
    } names[] = {
        {{{VEC, 16}}, "tcgen05.mma.cta_group::1.kind::mxf4nvf4.block_scale.block16"},
        {{{VEC, 32}, {SF, WGD_FRAG_UE8M0}},
         "tcgen05.mma.cta_group::1.kind::mxf4nvf4.block_scale.block32"},
        {{{VEC, 32}, {SPARSE, 1}},
         "tcgen05.mma.sp.cta_group::1.kind::mxf4nvf4.block_scale.block16"},
        {{{VEC, 64}, {SPARSE, 1}},
         "tcgen05.mma.sp.cta_group::1.kind::mxf4nvf4.block_scale.block32"},
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        wgd_umma_op op = made(WGD_UMMA_MXF4NVF4, names[i].c, 2);
        char text[96];
        wgd_text t = wgd_text_into(text, sizeof text);
        assert_int_equal(wgd_umma_op_complete(&op, NULL), WGD_OK);
        wgd_put_umma_op(&t, &op);
        wgd_text_end(&t);
        assert_string_equal(text, names[i].name);
    }
    wgd_umma_op ws = made(WGD_UMMA_TF32, (const change[]){{WS, 1}}, 1);
    char text[96];
    wgd_text t = wgd_text_into(text, sizeof text);
    assert_int_equal(wgd_umma_op_complete(&ws, NULL), WGD_OK);
    wgd_put_umma_op(&t, &ws);
    wgd_text_end(&t);
    assert_string_equal(text, "tcgen05.mma.ws.cta_group::1.kind::tf32");
    /* What is no instruction is none that PTX lists. */
    wgd_umma_op none = made(WGD_UMMA_F16, (const change[]){{CTAS, 3}}, 1);
    assert_true(wgd_umma_notes(&none) & 1u << WGD_UMMA_BIT_PTX_UNLISTED);
    none.cta_group = 1;
    none.k = 16;
    none.a = none.b = WGD_FRAG_F16;
    none.d = WGD_FRAG_F32;
    assert_false(wgd_umma_notes(&none) & 1u << WGD_UMMA_BIT_PTX_UNLISTED);
    none.n = 12;
    assert_true(wgd_umma_notes(&none) & 1u << WGD_UMMA_BIT_PTX_UNLISTED);
}

static void fragments(void **state)
{
    static const struct {
        wgd_tmem_spec spec;
        const char *field, *got, *want; /* field NULL: there is one */
    } rows[] = {
        {{WGD_TMEM_SFA, WGD_TMEM_DEFAULT, 1, WGD_FRAG_UE8M0, 64, 0, 0, 0, {1, 1}, false},
         "mn",
         "64",
         "128, 256, 384 or 512"},
        {{WGD_TMEM_SFA, WGD_TMEM_DEFAULT, 1, WGD_FRAG_UE8M0, 640, 0, 0, 0, {1, 1}, false},
         "mn",
         "640",
         "128, 256, 384 or 512"},
        {{WGD_TMEM_SFA, WGD_TMEM_DEFAULT, 1, WGD_FRAG_UE8M0, 192, 0, 0, 0, {1, 1}, false},
         "mn",
         "192",
         "128, 256, 384 or 512"},
        {{WGD_TMEM_SFA, WGD_TMEM_DEFAULT, 1, WGD_FRAG_UE8M0, 128, 0, 24, 0, {1, 1}, false},
         "vec",
         "24",
         "16, 32 or, sparse, 64"},
        {{WGD_TMEM_SFA, WGD_TMEM_DEFAULT, 1, WGD_FRAG_UE8M0, 128, 0, 32, -1, {1, 1}, false},
         "nsf",
         "-1",
         "1 to 4"},
        {{WGD_TMEM_SFA, WGD_TMEM_DEFAULT, 1, WGD_FRAG_UE8M0, 128, 0, 32, 5, {1, 1}, false},
         "nsf",
         "5",
         "1 to 4"},
        {{WGD_TMEM_SFA, WGD_TMEM_DEFAULT, 1, WGD_FRAG_UE8M0, 128, 0, 32, 2, {1, 3}, false},
         "tiles",
         "",
         "1 or a multiple of 2"},
        {{WGD_TMEM_SFA, WGD_TMEM_DEFAULT, 1, WGD_FRAG_UE8M0, 128, 0, 32, 1, {3, 1}, false},
         "tiles",
         "",
         "1, 2 or a multiple of 4"},
        {{WGD_TMEM_SFA, WGD_TMEM_DEFAULT, 1, WGD_FRAG_UE8M0, 128, 0, 32, 1, {2, 3}, false},
         "tiles",
         "",
         "1, 2 or a multiple of 4"},
        {{WGD_TMEM_SFA, WGD_TMEM_DEFAULT, 1, WGD_FRAG_UE8M0, 128, 0, 32, 1, {2, 1}, false},
         NULL,
         "",
         ""},
        {{WGD_TMEM_SFA, WGD_TMEM_DEFAULT, 1, WGD_FRAG_UE8M0, 128, 0, 32, 1, {1, 4}, false},
         NULL,
         "",
         ""},
        {{WGD_TMEM_SFA, WGD_TMEM_DEFAULT, 1, WGD_FRAG_UE8M0, 128, 0, 64, 2, {1, 1}, false},
         NULL,
         "",
         ""},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        wgd_tmem t;
        wgd_diag d;
        memset(&d, 0, sizeof d);
        d.field = "";
        const wgd_status st = wgd_tmem_make(&rows[i].spec, &t, &d);
        if ((st == WGD_OK) != !rows[i].field ||
            (rows[i].field && strcmp(d.field, rows[i].field) != 0) ||
            strcmp(d.got, rows[i].got) != 0 || !strstr(d.want, rows[i].want)) {
            fail_msg("row %d: %s, got %s, want %s", (int)i, d.field, d.got, d.want);
        }
    }
    /* A vector and its count that are left open: 32 and 1 of ue8m0, 16 and 4 of ue4m3. */
    wgd_tmem_spec open = rows[9].spec;
    wgd_tmem t;
    open.vec = open.nsf = 0;
    open.tiles[0] = 1;
    assert_int_equal(wgd_tmem_make(&open, &t, NULL), WGD_OK);
    assert_true(t.spec.vec == 32 && t.spec.nsf == 1);
    open.type = WGD_FRAG_UE4M3;
    assert_int_equal(wgd_tmem_make(&open, &t, NULL), WGD_OK);
    assert_true(t.spec.vec == 16 && t.spec.nsf == 4);
}

static void loads_and_stores(void **state)
{
    static const struct {
        const char *text;
        wgd_status status;
        const char *got, *want;
    } rows[] = {
        {"tcgen05.ld.32x32b.x0", WGD_ERR_INST, "0", "1 to 128"},
        {"tcgen05.ld.32x32b.x3", WGD_ERR_INST, "3", "1 to 128"},
        {"tcgen05.ld.32x32b.x256", WGD_ERR_INST, "256", "1 to 128"},
        {"tcgen05.ld.16x128b.x128", WGD_ERR_INST, "128", "1 to 64"},
        {"tcgen05.ld.16x256b.x64", WGD_ERR_INST, "64", "1 to 32"},
        {"tcgen05.ld.32x32b.x1-", WGD_ERR_SYNTAX, "x1-", "x1 to x128"},
        {"tcgen05.ld.32x32b.x1z", WGD_ERR_SYNTAX, "x1z", "x1 to x128"},
        {"tcgen05.ld.red.16x64b.x2", WGD_ERR_INST, "16x64b", "32x32b or 16x32bx2"},
        {"tcgen05.ld.32x32b.x1.pack::16b.pack::16b", WGD_ERR_SYNTAX, "pack::16b", "x1 to x128"},
        {"tcgen05.cp.128x256b.pack::16b", WGD_ERR_SYNTAX, "pack::16b", "128x256b"},
        {"tcgen05.ld.red.32x32b.x2.pack::16b", WGD_ERR_SYNTAX, "pack::16b", "x1 to x128"},
        {"tcgen05.ld.red.32x32b.x2", WGD_OK, "", ""},
        {"tcgen05.ld.red.16x32bx2.x2", WGD_OK, "", ""},
        {"tcgen05.st.32x32b.x2.unpack::16b", WGD_OK, "", ""},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        wgd_ldst op;
        wgd_diag d;
        memset(&d, 0, sizeof d);
        const wgd_status st = wgd_ldst_parse(rows[i].text, &op, &d);
        if (st != rows[i].status || strcmp(d.got, rows[i].got) != 0 ||
            !strstr(d.want, rows[i].want)) {
            fail_msg("%s: status %d, %s, got %s, want %s", rows[i].text, (int)st, d.what, d.got,
                     d.want);
        }
        assert_int_equal(wgd_ldst_parse(rows[i].text, &op, NULL), st);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_thing_wrong),
        cmocka_unit_test(nothing_wrong),
        cmocka_unit_test(fragments),
        cmocka_unit_test(loads_and_stores),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
