/* SPDX-License-Identifier: MIT
 *
 * Fragments against what CuTe C++ printed for its atoms: text, sizes and every thread-value pair.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "golden.h"
#include "wgd_frag.h"

/* The op, type and accumulator of a CuTe atom's name. */
typedef struct request {
    char op[48], dtype[8], acc[8];
} request;

/* SM90_GMMA_ALayout_64xK and CLayout_64xN name a layout; the K of A tells the type. */
static bool gmma_layout(const char *atom, request *r)
{
    char kind;
    int n;
    if (sscanf(atom, "SM90_GMMA_%cLayout_64x%d", &kind, &n) != 2) {
        return false;
    }
    static const char *const by_k[] = {"tf32", "f16", "s8"};
    const int i = n == 8 ? 0 : n == 16 ? 1 : 2;
    snprintf(r->op, sizeof r->op, kind == 'C' ? "m64n%dk16" : "m64n8k%d", n);
    snprintf(r->dtype, sizeof r->dtype, "%s", kind == 'C' ? "f16" : by_k[i]);
    return true;
}

static void lower(char *s)
{
    for (; *s; s++) {
        *s = (char)(*s >= 'A' && *s <= 'Z' ? *s + 32 : *s);
    }
}

/* SM80_16x8x16_F32F16F16F32_TN: arch, shape, the types of D, A, B and C, the majors of A and B. */
static void mma_atom(const char *atom, request *r)
{
    int arch, m, n, k;
    char d[8], a[8], majors[4], types[40];
    assert_int_equal(sscanf(atom, "SM%d_%dx%dx%d_%39[^_]_%3s", &arch, &m, &n, &k, types, majors),
                     6);
    int used = 0;
    assert_int_equal(sscanf(types, "%1[A-Z]%n", d, &used), 1);
    size_t len = strcspn(types + 1, "FSEUBT") + 1;
    snprintf(d, sizeof d, "%.*s", (int)len, types);
    const char *rest = types + len;
    len = strcspn(rest + 1, "FSEUT") + 1;
    snprintf(a, sizeof a, "%.*s", (int)len, rest);
    lower(d);
    lower(a);
    /* T of A is row-major, T of B (N x K, N contiguous) is row-major K x N. */
    snprintf(r->op, sizeof r->op, "mma.m%dn%dk%d.%s.%s", m, n, k, majors[0] == 'T' ? "row" : "col",
             majors[1] == 'N' ? "col" : "row");
    snprintf(r->dtype, sizeof r->dtype, "%s", a);
    snprintf(r->acc, sizeof r->acc, "%s", d);
}

static void make(const char *atom, const char *operand, wgd_frag *f)
{
    request r = {"", "", ""};
    wgd_frag_op op;
    wgd_frag_operand o = WGD_FRAG_OPERAND_C;
    if (!gmma_layout(atom, &r)) {
        mma_atom(atom, &r);
    }
    assert_int_equal(wgd_frag_op_parse(r.op, &op, NULL), WGD_OK);
    assert_int_equal(wgd_frag_op_types(&op, r.dtype, r.acc[0] ? r.acc : NULL, NULL), WGD_OK);
    if (strcmp(operand, "ThrID") != 0) {
        assert_int_equal(wgd_frag_operand_parse(operand, &o, NULL), WGD_OK);
    }
    assert_int_equal(wgd_frag_make(&op, o, f, NULL), WGD_OK);
}

static void text_equal(const cJSON *obj, const wgd_layout *l)
{
    char want[256], got[256];
    golden_plain(golden_str(obj, "layout_print"), want, sizeof want);
    assert_true(wgd_layout_snprintf(got, sizeof got, l, WGD_FMT_PLAIN) < sizeof got);
    assert_string_equal(got, want);
}

static void check_line(const cJSON *obj, int line, void *ctx)
{
    (void)ctx;
    const char *atom = golden_str(obj, "atom"), *operand = golden_str(obj, "operand");
    wgd_frag f;
    print_message("# line %d %s %s\n", line, atom, operand);
    make(atom, operand, &f);
    if (strcmp(operand, "ThrID") == 0) {
        text_equal(obj, &f.lanes);
        return;
    }
    text_equal(obj, &f.tv);
    const cJSON *shape = cJSON_GetObjectItem(obj, "shape");
    assert_int_equal(f.rows, cJSON_GetArrayItem(shape, 0)->valueint);
    assert_int_equal(f.cols, cJSON_GetArrayItem(shape, 1)->valueint);
    assert_int_equal(f.threads, golden_int(obj, "nthr"));
    assert_int_equal(f.values, golden_int(obj, "nval"));
    const cJSON *tv = cJSON_GetObjectItem(obj, "tv");
    const cJSON *at = tv->child;
    for (int i = 0; i < f.threads * f.values; i++, at = at->next) {
        assert_non_null(at);
        assert_int_equal(wgd_frag_at(&f, i / f.values, i % f.values), at->valueint);
        assert_int_equal(wgd_layout_at2(&f.tv, i / f.values, i % f.values), at->valueint);
    }
    assert_null(at);
}

static void every_golden_line(void **state)
{
    (void)state;
    assert_int_equal(golden_each("cute_fragments.jsonl", check_line, NULL), 20);
}

/* Layouts that CUTLASS's headers give further atoms (include/cute/atom/mma_traits_sm70, sm75, sm80,
 * sm89, sm90, sm90_gmma and sm90_gmma_sparse), as their text. */
static void further_atoms(void **state)
{
    (void)state;
    static const struct {
        const char *op, *dtype, *acc, *operand, *want;
    } atoms[] = {
        {"mma.m8n8k4.col.col", "f16", "f32", "a", "((4,2),4):((8,4),1)"},
        {"mma.m8n8k4.col.col", "f16", "f32", "b", "(8,4):(1,8)"},
        {"mma.m8n8k4.row.row", "f16", "f16", "b", "((4,2),4):((8,4),1)"},
        {"mma.m8n8k4.row.row", "f16", "f16", "a", "(8,4):(1,8)"},
        {"mma.m16n8k8", "f16", "f32", "a", "((4,8),(2,2)):((32,1),(16,8))"},
        {"mma.m16n8k8", "bf16", "f32", "b", "((4,8),2):((16,1),8)"},
        {"mma.m16n8k4", "tf32", "f32", "a", "((4,8),2):((16,1),8)"},
        {"mma.m16n8k4", "tf32", "f32", "b", "((4,8),1):((8,1),0)"},
        {"mma.m16n8k8", "tf32", "f32", "a", "((4,8),(2,2)):((16,1),(8,64))"},
        {"mma.m16n8k8", "tf32", "f32", "b", "((4,8),2):((8,1),32)"},
        {"mma.m8n8k16", "s8", "s32", "a", "((4,8),4):((32,1),8)"},
        {"mma.m8n8k16", "s8", "s32", "c", "((4,8),2):((16,1),8)"},
        {"mma.m16n8k16", "s8", "s32", "a", "((4,8),(4,2)):((64,1),(16,8))"},
        {"mma.m16n8k16", "u8", "s32", "b", "((4,8),4):((32,1),8)"},
        {"mma.m16n8k32", "s8", "s32", "a", "((4,8),(4,2,2)):((64,1),(16,8,256))"},
        {"mma.m16n8k32", "e4m3", "f32", "b", "((4,8),(4,2)):((32,1),(8,128))"},
        {"mma.m16n8k256", "b1", "s32", "a", "((4,8),(32,2,2)):((512,1),(16,8,2048))"},
        {"mma.m16n8k256", "b1", "s32", "b", "((4,8),(32,2)):((256,1),(8,1024))"},
        {"mma.m8n8k128", "b1", "s32", "a", "((4,8),32):((256,1),8)"},
        {"mma.m16n8k4", "f64", "f64", "a", "((4,8),2):((16,1),8)"},
        {"mma.m16n8k16", "f64", "f64", "a", "((4,8),(2,4)):((16,1),(8,64))"},
        {"mma.m16n8k16", "f64", "f64", "b", "((4,8),4):((8,1),32)"},
        {"m64n96k16", "f16", "f32", "d", "((4,8,4),(2,2,12)):((128,1,16),(64,8,512))"},
        {"m64n8k8", "tf32", "f32", "a", "((4,8,4),(2,2)):((64,1,16),(8,256))"},
        {"m64n8k32", "e5m2", "f16", "a", "((4,8,4),(4,2,2)):((256,1,16),(64,8,1024))"},
        {"m64n8k16.sp", "tf32", "f32", "a", "((4,8,4),(2,2,2)):((128,1,16),(64,8,512))"},
        {"m64n8k32.sp", "bf16", "f32", "a", "((4,8,4),(4,2,2)):((256,1,16),(64,8,1024))"},
        {"m64n8k64.sp", "s8", "s32", "a", "((4,8,4),(8,2,2)):((512,1,16),(64,8,2048))"},
        {"m64n8k16.sp", "tf32", "f32", "e", "((2,2,8,4),(8,2)):((512,0,1,16),(64,8))"},
        {"m64n8k32.sp", "f16", "f32", "e", "((2,2,8,4),(16,2)):((1024,0,1,16),(64,8))"},
        {"m64n8k64.sp", "e4m3", "f32", "e", "((2,2,8,4),(32)):((8,2048,1,16),(64))"},
    };
    for (size_t i = 0; i < sizeof atoms / sizeof atoms[0]; i++) {
        wgd_frag_op op;
        wgd_frag_operand o;
        wgd_frag f;
        char got[128];
        assert_int_equal(wgd_frag_op_parse(atoms[i].op, &op, NULL), WGD_OK);
        assert_int_equal(wgd_frag_op_types(&op, atoms[i].dtype, atoms[i].acc, NULL), WGD_OK);
        assert_int_equal(wgd_frag_operand_parse(atoms[i].operand, &o, NULL), WGD_OK);
        assert_int_equal(wgd_frag_make(&op, o, &f, NULL), WGD_OK);
        wgd_layout_snprintf(got, sizeof got, &f.tv, WGD_FMT_PLAIN);
        assert_string_equal(got, atoms[i].want);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_golden_line),
                                       cmocka_unit_test(further_atoms)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
