/* SPDX-License-Identifier: MIT
 *
 * Triton's layouts against a second way to say the same: thread and register of a blocked tensor by
 * division, swizzled rows by the formula of their parameters, what TMA and wgmma swizzle by the
 * address; and random attributes through text, CuTe's layouts and back.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "rng.h"
#include "wgd_triton.h"

enum { TEXT_MAX = 2048 };

static int power(rng *r, int least, int most)
{
    return 1 << (least + rng_below(r, most - least + 1));
}

static wgd_status read_text(const char *text, wgd_triton_type *t, wgd_triton_layout *l, wgd_diag *d)
{
    const wgd_status s = wgd_triton_parse(text, strlen(text), t, d);
    return s == WGD_OK ? wgd_triton_layout_of(&t->attr, t->shape, t->rank, l, d) : s;
}

static void must_read(const char *text, wgd_triton_type *t, wgd_triton_layout *l)
{
    wgd_diag d;
    if (read_text(text, t, l, &d) != WGD_OK) {
        fail_msg("%s: %s, got %s, want %s, at %ld", text, d.what, d.got, d.want, d.pos);
    }
}

/* The element that the indices stand for: the XOR of the bases of their bits. */
static void element(const wgd_triton_layout *l, const int *index, int32_t *v)
{
    for (int d = 0; d < l->rank; d++) {
        v[d] = 0;
        for (int in = 0; in < l->ins; in++) {
            for (int k = 0; k < l->in[in].n; k++) {
                v[d] ^= (index[in] >> k & 1) != 0 ? l->in[in].v[k][d] : 0;
            }
        }
    }
}

static int64_t value_at(const wgd_composed *c, int64_t i)
{
    int64_t v = -1;
    assert_int_equal(wgd_composed_at(c, i, &v, NULL), WGD_OK);
    return v;
}

/* ---- blocked -------------------------------------------------------------------------------- */

/* The coordinate along d: the tile of the block, then the warp's, the thread's, the register's. The
 * registers beyond sizePerThread are repetitions of the whole tile. */
static void blocked_by_division(void **state)
{
    (void)state;
    rng r = rng_start();
    for (int run = 0; run < 2000; run++) {
        const int o0 = rng_below(&r, 2), order[2] = {o0, 1 - o0};
        int size[2] = {power(&r, 0, 2), power(&r, 0, 2)}, lanes[2], warps[2];
        lanes[0] = power(&r, 0, 5);
        lanes[1] = 32 / lanes[0];
        warps[0] = power(&r, 0, 3);
        warps[1] = 8 / warps[0];
        int64_t shape[2];
        for (int d = 0; d < 2; d++) { /* whole tiles, so that nothing repeats */
            shape[d] = (int64_t)size[d] * lanes[d] * warps[d] * power(&r, 0, 2);
        }
        char text[TEXT_MAX];
        wgd_triton_type t;
        wgd_triton_layout l;
        (void)snprintf(text, sizeof text,
                       "tensor<%dx%dxf32, #ttg.blocked<{sizePerThread = [%d, %d], threadsPerWarp = "
                       "[%d, %d], warpsPerCTA = [%d, %d], order = [%d, %d]}>>",
                       (int)shape[0], (int)shape[1], size[0], size[1], lanes[0], lanes[1], warps[0],
                       warps[1], order[0], order[1]);
        must_read(text, &t, &l);
        assert_int_equal(t.elem_bits, 32);
        for (int probe = 0; probe < 200; probe++) {
            const int index[] = {rng_below(&r, 1 << l.in[0].n), rng_below(&r, 32), rng_below(&r, 8),
                                 0};
            int32_t v[WGD_TRITON_RANK];
            int reg = index[0], lane = index[1], warp = index[2];
            int64_t want[2] = {0};
            for (int i = 0; i < 2; i++) {
                const int d = order[i];
                want[d] = reg % size[d] + (int64_t)size[d] * (lane % lanes[d]) +
                          (int64_t)size[d] * lanes[d] * (warp % warps[d]);
                reg /= size[d];
                lane /= lanes[d];
                warp /= warps[d];
            }
            for (int i = 0; i < 2; i++) {
                const int d = order[i];
                const int64_t tile = (int64_t)size[d] * lanes[d] * warps[d];
                want[d] += reg % (shape[d] / tile) * tile;
                reg /= (int)(shape[d] / tile);
            }
            element(&l, index, v);
            assert_int_equal(v[0], want[0]);
            assert_int_equal(v[1], want[1]);
        }
    }
}

/* ---- shared memory -------------------------------------------------------------------------- */

/* (row, column) -> offset of the composed layout, against the formula. */
static void swizzled_by_formula(void **state)
{
    (void)state;
    rng r = rng_start();
    for (int run = 0; run < 3000; run++) {
        const int vec = power(&r, 0, 4), per = power(&r, 0, 3), phases = power(&r, 0, 4);
        const int64_t shape[2] = {power(&r, 0, 7), power(&r, 0, 7)};
        const int inner = rng_below(&r, 2);
        char text[TEXT_MAX];
        wgd_triton_type t;
        wgd_triton_layout l;
        wgd_composed c;
        (void)snprintf(text, sizeof text,
                       "!ttg.memdesc<%dx%dxf16, #ttg.swizzled_shared<{vec = %d, perPhase = %d, "
                       "maxPhase = %d, order = [%d, %d]}>, #ttg.shared_memory, mutable>",
                       (int)shape[0], (int)shape[1], vec, per, phases, inner, 1 - inner);
        must_read(text, &t, &l);
        assert_int_equal(wgd_triton_to_composed(&l, &c, NULL), WGD_OK);
        const int64_t cols = shape[inner];
        for (int64_t i = 0; i < shape[0]; i++) {
            for (int64_t j = 0; j < shape[1]; j++) {
                const int64_t row = inner == 1 ? i : j, col = inner == 1 ? j : i;
                const int64_t want = row * cols + (col ^ (vec * (row / per % phases) % cols));
                assert_int_equal(value_at(&c, i + shape[0] * j), want);
            }
        }
    }
}

/* What TMA writes: boxes of one swizzle width, stacked; byte bits 4.. XORed with bits 7... */
static void nvmma_by_address(void **state)
{
    (void)state;
    rng r = rng_start();
    for (int run = 0; run < 1000; run++) {
        static const int widths[] = {0, 32, 64, 128};
        const int w = widths[rng_below(&r, 4)], bits = 8 << rng_below(&r, 3), es = bits / 8;
        const bool transposed = rng_below(&r, 2) == 1;
        const int64_t rows = power(&r, 3, 8);
        const int64_t box = w == 0 ? power(&r, 4, 8) : w / es, boxes = w == 0 ? 1 : power(&r, 0, 2);
        const int64_t cols = box * boxes;
        if (cols > 256) {
            continue;
        }
        char text[TEXT_MAX];
        wgd_triton_type t;
        wgd_triton_layout l;
        wgd_composed c;
        (void)snprintf(text, sizeof text,
                       "#shared = #ttg.nvmma_shared<{swizzlingByteWidth = %d, transposed = %s, "
                       "elementBitWidth = %d}>\n  %%0 = ttg.local_alloc %%cst : () -> "
                       "!ttg.memdesc<3x%dx%dxi%d, #shared, #smem, mutable> loc(#loc1)",
                       w, transposed ? "true" : "false", bits, (int)(transposed ? cols : rows),
                       (int)(transposed ? rows : cols), bits);
        must_read(text, &t, &l);
        assert_int_equal(t.buffers, 3);
        assert_int_equal(wgd_triton_to_composed(&l, &c, NULL), WGD_OK);
        for (int64_t i = 0; i < rows; i++) {
            for (int64_t j = 0; j < cols; j++) {
                int64_t at = (j / box * rows * box + i * box + j % box) * es;
                at ^= (at >> 7 & (w / 16 - (w != 0))) << 4;
                const int64_t index = transposed ? j + cols * i : i + rows * j;
                assert_int_equal(value_at(&c, index) * es, at);
            }
        }
    }
}

/* ---- random attributes, there and back ------------------------------------------------------ */

static void random_shape(rng *r, int rank, int most, int64_t *shape)
{
    for (int d = 0; d < rank; d++) {
        shape[d] = power(r, 0, most);
    }
}

static size_t put_powers(char *to, size_t at, rng *r, const char *name, int rank, int most)
{
    at += (size_t)snprintf(to + at, TEXT_MAX - at, "%s = [", name);
    for (int d = 0; d < rank; d++) {
        at += (size_t)snprintf(to + at, TEXT_MAX - at, "%d%s", power(r, 0, most),
                               d + 1 < rank ? ", " : "], ");
    }
    return at;
}

static void random_blocked(rng *r, int rank, char *to)
{
    static const char *const orders[][3] = {
        {"0"}, {"0, 1", "1, 0"}, {"2, 1, 0", "0, 2, 1", "1, 0, 2"}};
    size_t at = (size_t)snprintf(to, TEXT_MAX, "#ttg.blocked<{");
    at = put_powers(to, at, r, "sizePerThread", rank, 2);
    at = put_powers(to, at, r, "threadsPerWarp", rank, 3);
    at = put_powers(to, at, r, "warpsPerCTA", rank, 2);
    (void)snprintf(to + at, TEXT_MAX - at, "order = [%s]}>", orders[rank - 1][rng_below(r, rank)]);
}

static void random_attribute(rng *r, char *to, int *rank)
{
    static const int n[] = {8, 16, 32, 64, 128, 256};
    char inner[TEXT_MAX];
    int at;
    *rank = 2;
    switch (rng_below(r, 5)) {
    case 0:
        *rank = 1 + rng_below(r, 3);
        random_blocked(r, *rank, to);
        break;
    case 1:
        (void)snprintf(to, TEXT_MAX,
                       "#ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [%d, "
                       "%d], instrShape = [16, %d, 16]}>",
                       power(r, 2, 3), power(r, 0, 1), n[rng_below(r, 6)]);
        break;
    case 2:
        (void)snprintf(to, TEXT_MAX,
                       "#ttg.dot_op<{opIdx = %d, parent = #ttg.nvidia_mma<{versionMajor = 2, "
                       "versionMinor = 0, warpsPerCTA = [%d, %d], instrShape = [16, 8]}>, kWidth = "
                       "%d}>",
                       rng_below(r, 2), power(r, 0, 2), power(r, 0, 2), power(r, 0, 2));
        break;
    default:
        *rank = 1 + rng_below(r, 2); /* slice or dot_op */
        random_blocked(r, 2, inner);
        at = snprintf(to, TEXT_MAX,
                      "#ttg.%s = %d, parent = ", *rank == 1 ? "slice<{dim" : "dot_op<{opIdx",
                      rng_below(r, 2));
        assert_true(at > 0 && (size_t)at + strlen(inner) + 3 < TEXT_MAX);
        strcpy(to + at, inner);
        strcat(to, "}>");
        break;
    }
}

/* The same bases for the same bits; registers, lanes and warps may be cut differently. */
static void same_layout(const wgd_triton_layout *a, const wgd_triton_layout *b)
{
    wgd_linear x, y;
    assert_int_equal(a->rank, b->rank);
    assert_memory_equal(a->shape, b->shape, sizeof a->shape[0] * (size_t)a->rank);
    assert_int_equal(wgd_triton_flat(a, &x, NULL), WGD_OK);
    assert_int_equal(wgd_triton_flat(b, &y, NULL), WGD_OK);
    assert_true(wgd_linear_equal(&x, &y));
}

static void there_and_back(void **state)
{
    (void)state;
    rng r = rng_start();
    const int runs = rng_runs(100000);
    for (int run = 0; run < runs; run++) {
        char text[TEXT_MAX], again[2 * TEXT_MAX];
        wgd_triton_type t, u;
        wgd_triton_layout l, m;
        wgd_composed c;
        wgd_diag d;
        int rank = 0;
        random_attribute(&r, text, &rank);
        random_shape(&r, rank, 8, t.shape);
        int64_t shape[WGD_TRITON_RANK];
        memcpy(shape, t.shape, sizeof shape);
        if (wgd_triton_parse(text, strlen(text), &t, &d) != WGD_OK) {
            fail_msg("%s: %s", text, d.what);
        }
        wgd_text w = wgd_text_into(again, sizeof again);
        wgd_put_triton_attr(&w, &t.attr);
        wgd_text_end(&w);
        assert_string_equal(again, text);
        if (wgd_triton_layout_of(&t.attr, shape, rank, &l, &d) != WGD_OK) {
            fail_msg("%s: %s %s", text, d.what, d.got);
        }
        /* #ttg.linear of the same bases. */
        w = wgd_text_into(again, sizeof again);
        wgd_put_triton_layout(&w, &l);
        wgd_text_end(&w);
        if (wgd_triton_parse(again, strlen(again), &u, &d) != WGD_OK) {
            fail_msg("%s: %s", again, d.what);
        }
        assert_int_equal(wgd_triton_layout_of(&u.attr, shape, rank, &m, &d), WGD_OK);
        same_layout(&l, &m);
        /* CuTe's thread-value layout, evaluated by itself, and back. */
        const int threads = l.in[1].n + l.in[2].n;
        assert_int_equal(wgd_triton_to_composed(&l, &c, &d), WGD_OK);
        for (int probe = 0; probe < 16; probe++) {
            const int index[] = {rng_below(&r, 1 << l.in[0].n), rng_below(&r, 1 << l.in[1].n),
                                 rng_below(&r, 1 << l.in[2].n), 0};
            int32_t v[WGD_TRITON_RANK];
            const int64_t thread = index[1] | (int64_t)index[2] << l.in[1].n;
            int64_t want = 0;
            element(&l, index, v);
            for (int k = rank - 1; k >= 0; k--) {
                want = want * shape[k] + v[k];
            }
            assert_int_equal(value_at(&c, thread | (int64_t)index[0] << threads), want);
        }
        if (l.in[1].n == 5) {
            assert_int_equal(wgd_triton_of_threads(&c, shape, rank, &m, &d), WGD_OK);
            same_layout(&l, &m);
        }
    }
}

static void shared_there_and_back(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}> 64x64",
        "#ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = true, elementBitWidth = 16}> "
        "64x32",
        "#ttg.shared_linear<{offset = [[0, 1], [0, 2], [1, 0], [2, 2]]}, alignment = 16>"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        wgd_triton_type t;
        wgd_triton_layout l, m;
        wgd_composed c;
        must_read(texts[i], &t, &l);
        assert_int_equal(wgd_triton_to_composed(&l, &c, NULL), WGD_OK);
        assert_int_equal(wgd_triton_of_shared(&c, &m, NULL), WGD_OK);
        same_layout(&l, &m);
    }
}

/* ---- what is read, and what is refused ------------------------------------------------------ */

static void forms_of_the_text(void **state)
{
    (void)state;
#define BLOCKED                                                                                    \
    "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order " \
    "= [1, 0]}>"
    static const struct {
        const char *text;
        int rank, bits;
    } forms[] = {
        {BLOCKED, 0, 0},
        {BLOCKED " 128x64", 2, 0},
        {"  #blocked = " BLOCKED "\n", 0, 0},
        {"tensor<128x64xf16, " BLOCKED ">", 2, 16},
        {"tensor<128x64x!tt.ptr<f16>, " BLOCKED ">", 2, 64},
        {"tensor<128x64xf8E4M3FN, " BLOCKED ">", 2, 8},
        {"tensor<128x64xi1, #triton_gpu.blocked<{order = [1, 0], sizePerThread = [1, 4], "
         "threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], CTAsPerCGA = [1, 1], CTASplitNum = [1, "
         "1], CTAOrder = [1, 0]}>>",
         2, 1},
        {"#b = " BLOCKED "\n#smem = #ttg.shared_memory\n%3 = arith.extf %2 : tensor<64x64xf16, #b> "
         "to tensor<64x32xf32, #b> loc(#loc)\n",
         2, 32},
    };
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        wgd_triton_type t;
        wgd_diag d;
        char again[512];
        assert_true(wgd_triton_looks(forms[i].text, strlen(forms[i].text)));
        if (wgd_triton_parse(forms[i].text, strlen(forms[i].text), &t, &d) != WGD_OK) {
            fail_msg("%s: %s, got %s at %ld", forms[i].text, d.what, d.got, d.pos);
        }
        assert_int_equal(t.rank, forms[i].rank);
        assert_int_equal(t.elem_bits, forms[i].bits);
        wgd_text w = wgd_text_into(again, sizeof again);
        wgd_put_triton_attr(&w, &t.attr);
        wgd_text_end(&w);
        assert_string_equal(again, BLOCKED);
    }
    assert_false(wgd_triton_looks("(8,64):(64,1)", 13));
}

static void clusters(void **state)
{
    (void)state;
    /* Two blocks side by side, as both versions write it. */
    static const char *const texts[] = {
        "#ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16, "
        "CGALayout = [[1, 0]]}> 64x32",
        "#ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16, "
        "CTAsPerCGA = [2, 1], CTASplitNum = [2, 1], CTAOrder = [1, 0]}> 64x32"};
    for (int i = 0; i < 2; i++) {
        wgd_triton_type t;
        wgd_triton_layout l;
        char again[512];
        must_read(texts[i], &t, &l);
        assert_int_equal(l.in[0].n, 10);
        assert_int_equal(l.in[1].n, 1);
        assert_int_equal(l.in[1].v[0][0], 32);
        assert_int_equal(l.in[1].v[0][1], 0);
        wgd_text w = wgd_text_into(again, sizeof again);
        wgd_put_triton_attr(&w, &t.attr);
        wgd_put_str(&w, " 64x32");
        wgd_text_end(&w);
        assert_string_equal(again, texts[i]);
    }
}

static void refusals(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        wgd_status status;
        const char *part; /* of what is said */
    } bad[] = {
        {"#ttg.padded_shared<[128:+4]>", WGD_ERR_VALUE, "not a layout that is read"},
        {"#ttg.blocked<{sizePerThread = [1, 4]}> 8x8", WGD_ERR_SYNTAX, "missing"},
        {"#ttg.blocked<{sizePerTread = [1, 4]}>", WGD_ERR_VALUE, "no such field"},
        {"#ttg.swizzled_shared<{vec = 8, vec = 8}>", WGD_ERR_VALUE, "twice"},
        {"#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32], warpsPerCTA = [4, 1], order "
         "= [1, 0]}>",
         WGD_ERR_NOT_CONGRUENT, "not of one length"},
        {BLOCKED "x", WGD_ERR_SYNTAX, "something follows"},
        {BLOCKED " 96x64", WGD_ERR_DOMAIN, "no power of two"},
        {BLOCKED " 64", WGD_ERR_DOMAIN, "another number of dimensions"},
        {BLOCKED, WGD_ERR_VALUE, "needs a shape"},
        {"tensor<128x64xf16, #blocked>", WGD_ERR_VALUE, "without its definition"},
        {"#a = #a\n tensor<128x64xf16, #a>", WGD_ERR_VALUE, "without its definition"},
        {"tensor<128x64xf16>", WGD_ERR_SYNTAX, "has no layout"},
        {"!ttg.memdesc<16x16xf16, " BLOCKED ", #smem, mutable, 2x64x64>", WGD_ERR_DOMAIN, "a view"},
        {"#ttg.nvidia_mma<{versionMajor = 1, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = "
         "[16, 8]}> 64x64",
         WGD_ERR_DOMAIN, "this version"},
        {"#ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = "
         "[16, 24, 16]}> 64x64",
         WGD_ERR_DOMAIN, "no power of two"},
        {"#ttg.dot_op<{opIdx = 1, parent = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, "
         "warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>, kWidth = 2}> 64x64",
         WGD_ERR_DOMAIN, "reads B from shared"},
        {"#ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}> "
         "64x32",
         WGD_ERR_DOMAIN, "shorter than the swizzle"},
        {"#ttg.nvmma_shared<{swizzlingByteWidth = 48, transposed = false, elementBitWidth = 16}> "
         "64x32",
         WGD_ERR_DOMAIN, "no swizzle is that wide"},
        {"#ttng.tensor_memory_encoding<blockM = 96, blockN = 128, colStride = 1> 128x128",
         WGD_ERR_DOMAIN, "this M"},
        {"#ttg.linear<{register = [[0, 1], [2]], lane = [], warp = [], block = []}>",
         WGD_ERR_NOT_CONGRUENT, "another number"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        wgd_triton_type t;
        wgd_triton_layout l;
        wgd_diag d = {0};
        assert_int_equal(read_text(bad[i].text, &t, &l, &d), bad[i].status);
        if (!strstr(d.what, bad[i].part)) {
            fail_msg("%s: \"%s\" does not say \"%s\"", bad[i].text, d.what, bad[i].part);
        }
        assert_true(d.want[0] != '\0');
    }
}

/* No cut of a text and no changed character of it makes the reader stumble. */
static void damaged_texts(void **state)
{
    (void)state;
    static const char text[] =
        "#a = #ttg.dot_op<{opIdx = 0, parent = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = "
        "0, "
        "warpsPerCTA = [2, 2], instrShape = [16, 8]}>, kWidth = 2}>\n"
        "%1 = x : !ttg.memdesc<2x64x64x!tt.ptr<f16>, #a, #smem, mutable, 2x64x64>";
    rng r = rng_start();
    for (int run = 0; run < 20000; run++) {
        char copy[sizeof text];
        wgd_triton_type t;
        wgd_triton_layout l;
        wgd_diag d = {0};
        size_t len = sizeof text - 1;
        memcpy(copy, text, sizeof text);
        for (int k = rng_below(&r, 3); k > 0; k--) {
            copy[rng_below(&r, (int)len)] = "#<>{}[],=x0!% a\n"[rng_below(&r, 17)];
        }
        len = rng_below(&r, 2) ? (size_t)rng_below(&r, (int)len) : len;
        char *exact = malloc(len + 1); /* so that a sanitizer sees any step beyond the end */
        assert_non_null(exact);
        memcpy(exact, copy, len);
        if (wgd_triton_parse(exact, len, &t, &d) == WGD_OK) {
            (void)wgd_triton_layout_of(&t.attr, t.shape, t.rank, &l, &d);
        } else {
            assert_true(d.pos >= 0 && (size_t)d.pos <= len);
        }
        free(exact);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocked_by_division),
        cmocka_unit_test(swizzled_by_formula),
        cmocka_unit_test(nvmma_by_address),
        cmocka_unit_test(there_and_back),
        cmocka_unit_test(shared_there_and_back),
        cmocka_unit_test(forms_of_the_text),
        cmocka_unit_test(clusters),
        cmocka_unit_test(refusals),
        cmocka_unit_test(damaged_texts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
