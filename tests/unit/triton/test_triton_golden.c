/* SPDX-License-Identifier: MIT
 *
 * Triton's layouts against what Triton answered: the bases of every attribute and shape, and the
 * text of every attribute, as it stands in dumps of its IR.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "golden.h"
#include "wgd_triton.h"

enum { TEXT_MAX = 2048 };

/* ---- the attribute of a line, written as Triton prints it ----------------------------------- */

static void put_ints(char *to, const char *name, const cJSON *list)
{
    size_t n = strlen(to);
    n += (size_t)snprintf(to + n, TEXT_MAX - n, "%s = [", name);
    for (const cJSON *e = list->child; e; e = e->next) {
        n += (size_t)snprintf(to + n, TEXT_MAX - n, "%d%s", e->valueint, e->next ? ", " : "");
    }
    (void)snprintf(to + n, TEXT_MAX - n, "]");
}

static const cJSON *get(const cJSON *p, const char *key)
{
    const cJSON *m = cJSON_GetObjectItemCaseSensitive(p, key);
    if (!m) {
        fail_msg("no \"%s\"", key);
    }
    return m;
}

static void add(char *to, const char *format, int v)
{
    const size_t n = strlen(to);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    (void)snprintf(to + n, TEXT_MAX - n, format, v);
#pragma GCC diagnostic pop
}

static void put_blocked(char *t, const cJSON *p)
{
    put_ints(t, "#ttg.blocked<{sizePerThread", get(p, "size_per_thread"));
    put_ints(t, ", threadsPerWarp", get(p, "threads_per_warp"));
    put_ints(t, ", warpsPerCTA", get(p, "warps_per_cta"));
    put_ints(t, ", order", get(p, "order"));
    add(t, "}>", 0);
}

static void put_mma(char *t, const cJSON *p)
{
    const cJSON *version = get(p, "version");
    add(t, "#ttg.nvidia_mma<{versionMajor = %d", version->child->valueint);
    add(t, ", versionMinor = %d", version->child->next->valueint);
    put_ints(t, ", warpsPerCTA", get(p, "warps_per_cta"));
    put_ints(t, ", instrShape", get(p, "instr_shape"));
    add(t, "}>", 0);
}

static void put_attribute(char *t, const char *kind, const cJSON *p)
{
    t[0] = '\0';
    if (strcmp(kind, "blocked") == 0) {
        put_blocked(t, p);
    } else if (strcmp(kind, "nvidia_mma") == 0) {
        put_mma(t, p);
    } else if (strcmp(kind, "dot_op") == 0) {
        add(t, "#ttg.dot_op<{opIdx = %d, parent = ", get(p, "operand_index")->valueint);
        put_mma(t, get(p, "parent"));
        add(t, ", kWidth = %d}>", get(p, "k_width")->valueint);
    } else if (strcmp(kind, "nvmma_shared") == 0) {
        add(t, "#ttg.nvmma_shared<{swizzlingByteWidth = %d",
            get(p, "swizzle_byte_width")->valueint);
        add(t, cJSON_IsTrue(get(p, "transposed")) ? ", transposed = true" : ", transposed = false",
            0);
        add(t, ", elementBitWidth = %d}>", get(p, "element_bitwidth")->valueint);
    } else if (strcmp(kind, "swizzled_shared") == 0) {
        add(t, "#ttg.swizzled_shared<{vec = %d", get(p, "vec")->valueint);
        add(t, ", perPhase = %d", get(p, "per_phase")->valueint);
        add(t, ", maxPhase = %d", get(p, "max_phase")->valueint);
        put_ints(t, ", order", get(p, "order"));
        add(t, "}>", 0);
    } else {
        assert_string_equal(kind, "tmem");
        const cJSON *block = get(p, "block");
        add(t, "#ttng.tensor_memory_encoding<blockM = %d", block->child->valueint);
        add(t, ", blockN = %d", block->child->next->valueint);
        add(t, ", colStride = %d>", get(p, "col_stride")->valueint);
    }
}

/* ---- the bases ------------------------------------------------------------------------------ */

static void same_bases(const cJSON *want, const wgd_triton_bases *got, int rank, int line)
{
    int k = 0;
    for (const cJSON *b = want->child; b; b = b->next, k++) {
        int d = 0;
        if (k >= got->n) {
            fail_msg("line %d: %s has only %d bases", line, want->string, got->n);
        }
        for (const cJSON *c = b->child; c; c = c->next, d++) {
            if (got->v[k][d] != c->valueint) {
                fail_msg("line %d: %s[%d][%d] is %d, not %d", line, want->string, k, d,
                         got->v[k][d], c->valueint);
            }
        }
        assert_int_equal(d, rank);
    }
    if (k != got->n) {
        fail_msg("line %d: %s has %d bases, not %d", line, want->string, got->n, k);
    }
}

typedef struct tally {
    int lines, of_space[3];
} tally;

static void one_line(const cJSON *o, int line, void *ctx)
{
    char text[TEXT_MAX], again[TEXT_MAX];
    tally *n = ctx;
    wgd_triton_type t;
    wgd_triton_layout l;
    wgd_diag d = {0};
    put_attribute(text, golden_str(o, "kind"), get(o, "params"));
    if (wgd_triton_parse(text, strlen(text), &t, &d) != WGD_OK) {
        fail_msg("line %d: %s: %s, got %s", line, text, d.what, d.got);
    }
    wgd_text w = wgd_text_into(again, sizeof again);
    wgd_put_triton_attr(&w, &t.attr);
    wgd_text_end(&w);
    assert_string_equal(again, text);
    int64_t shape[WGD_TRITON_RANK];
    int rank = 0;
    for (const cJSON *e = get(o, "shape")->child; e; e = e->next) {
        shape[rank++] = e->valueint;
    }
    if (wgd_triton_layout_of(&t.attr, shape, rank, &l, &d) != WGD_OK) {
        fail_msg("line %d: %s: %s, got %s", line, text, d.what, d.got);
    }
    int in = 0;
    for (const cJSON *b = get(o, "bases")->child; b; b = b->next, in++) {
        assert_string_equal(b->string, wgd_triton_in_name(l.space, in));
        same_bases(b, &l.in[in], rank, line);
    }
    assert_int_equal(in, l.ins);
    n->lines++;
    n->of_space[l.space]++;
}

static void bases_of_every_line(void **state)
{
    (void)state;
    tally n = {0};
    golden_each("triton/layouts.jsonl", one_line, &n);
    assert_int_equal(n.lines, 869);
    assert_int_equal(n.of_space[WGD_TRITON_REGISTERS], 249);
    assert_int_equal(n.of_space[WGD_TRITON_SHARED], 579);
    assert_int_equal(n.of_space[WGD_TRITON_TENSOR], 41);
}

static void text_of_every_attribute(void **state)
{
    (void)state;
    FILE *f = fopen("tests/golden/triton/attributes.txt", "r");
    char line[TEXT_MAX], again[TEXT_MAX];
    int n = 0;
    assert_non_null(f);
    while (fgets(line, sizeof line, f)) {
        wgd_triton_type t;
        wgd_diag d = {0};
        line[strcspn(line, "\n")] = '\0';
        if (wgd_triton_parse(line, strlen(line), &t, &d) != WGD_OK) {
            fail_msg("%s: %s, got %s, at %ld", line, d.what, d.got, d.pos);
        }
        wgd_text w = wgd_text_into(again, sizeof again);
        wgd_put_triton_attr(&w, &t.attr);
        wgd_text_end(&w);
        assert_string_equal(again, line);
        n++;
    }
    (void)fclose(f);
    assert_int_equal(n, 51);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bases_of_every_line),
        cmocka_unit_test(text_of_every_attribute),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
