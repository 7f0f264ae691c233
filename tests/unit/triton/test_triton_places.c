/* SPDX-License-Identifier: MIT
 *
 * Triton's layouts in up to five dimensions against a second way to say the same: thread and register by division,
 * what is swizzled by its address; and those that are quickly written down, to the letter.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "rng.h"
#include "triton_text.h"

enum { TEXT_MAX = 512, RANK = WGD_TRITON_RANK };

static int power(rng *r, int most)
{
    return 1 << rng_below(r, most + 1);
}

static void put_ints(wgd_text *t, const char *name, const int *v, int n)
{
    wgd_put_str(t, name);
    for (int i = 0; i < n; i++) {
        wgd_put_str(t, i == 0 ? " = [" : ", ");
        wgd_put_i64(t, v[i]);
    }
    wgd_put_char(t, ']');
}

static void put_shape(wgd_text *t, const int64_t *shape, int rank)
{
    for (int d = 0; d < rank; d++) {
        wgd_put_char(t, d == 0 ? ' ' : 'x');
        wgd_put_i64(t, shape[d]);
    }
}

static void random_order(rng *r, int rank, int *order)
{
    for (int i = 0; i < rank; i++) {
        const int at = rng_below(r, i + 1);
        order[i] = order[at];
        order[at] = i;
    }
}

static void must_read(const char *text, wgd_triton_layout *l)
{
    wgd_triton_type t;
    wgd_diag d;
    memset(l, 0x5a, sizeof *l);
    if (read_text(text, &t, l, &d) != WGD_OK) {
        fail_msg("%s: %s, got %s, want %s", text, d.what, d.got, d.want);
    }
}

/* The element that the indices stand for: the XOR of the bases of their bits. */
static void element(const wgd_triton_layout *l, const int64_t *index, int64_t *v)
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

static void same_place(const char *text, const int64_t *got, const int64_t *want, int rank)
{
    for (int d = 0; d < rank; d++) {
        if (got[d] != want[d]) {
            fail_msg("%s: coordinate %d is %d, not %d", text, d, (int)got[d], (int)want[d]);
        }
    }
}

/* ---- blocked -------------------------------------------------------------------------------- */

typedef struct blocked {
    int rank, order[RANK], size[RANK], lanes[RANK], warps[RANK];
    int64_t shape[RANK];
} blocked;

/* Whole tiles, so that nothing repeats but along dimension k (-1: none): all of that is in each thread. */
static blocked random_blocked(rng *r, int rank, int k)
{
    blocked b = {.rank = rank};
    random_order(r, rank, b.order);
    for (int d = 0; d < rank; d++) {
        b.size[d] = power(r, 2);
        b.lanes[d] = power(r, 1);
        b.warps[d] = power(r, 1);
        b.shape[d] =
            d == k ? power(r, 4)
                   : (int64_t)b.size[d] * b.lanes[d] * b.warps[d] * power(r, rank > 3 ? 1 : 2);
    }
    return b;
}

static void put_blocked(wgd_text *t, const blocked *b)
{
    put_ints(t, "#ttg.blocked<{sizePerThread", b->size, b->rank);
    put_ints(t, ", threadsPerWarp", b->lanes, b->rank);
    put_ints(t, ", warpsPerCTA", b->warps, b->rank);
    put_ints(t, ", order", b->order, b->rank);
    wgd_put_str(t, "}>");
}

/* The coordinates of a register, lane and warp: the digits of each, by the order of the dimensions. */
static void place_of(const blocked *b, int k, const int64_t *index, int64_t *v)
{
    int64_t reg = index[0], lane = index[1], warp = index[2];
    for (int i = 0; i < b->rank; i++) {
        const int d = b->order[i];
        const int64_t size = d == k ? b->shape[d] : b->size[d];
        v[d] = reg % size;
        if (d != k) {
            v[d] += size * (lane % b->lanes[d] + b->lanes[d] * (warp % b->warps[d]));
        }
        reg /= size;
        lane /= b->lanes[d];
        warp /= b->warps[d];
    }
    for (int i = 0; i < b->rank; i++) {
        const int d = b->order[i];
        const int64_t tile = d == k ? b->shape[d] : (int64_t)b->size[d] * b->lanes[d] * b->warps[d];
        v[d] += reg % (b->shape[d] / tile) * tile;
        reg /= b->shape[d] / tile;
    }
    assert_true(reg == 0 && lane == 0 && warp == 0); /* there are no more of them */
}

/* `dropped`: a dimension that the tensor has no more (of size 1), or -1. */
static void check_blocked(rng *r, const char *text, const blocked *b, int k, int dropped)
{
    wgd_triton_layout l;
    must_read(text, &l);
    int64_t of[3] = {1, 1, 1};
    for (int d = 0; d < b->rank; d++) {
        of[0] *= d == k ? b->shape[d] : b->shape[d] / b->lanes[d] / b->warps[d];
        of[1] *= b->lanes[d];
        of[2] *= b->warps[d];
    }
    for (int in = 0; in < 3; in++) {
        assert_int_equal(INT64_C(1) << l.in[in].n, of[in]);
    }
    assert_int_equal(l.in[3].n, 0);
    assert_int_equal(l.rank, b->rank - (dropped >= 0));
    for (int probe = 0; probe < 20; probe++) {
        const int64_t index[] = {rng_below(r, (int)of[0]), rng_below(r, (int)of[1]),
                                 rng_below(r, (int)of[2]), 0};
        int64_t got[RANK], want[RANK];
        element(&l, index, got);
        place_of(b, k, index, want);
        for (int d = dropped; d >= 0 && d < l.rank; d++) {
            want[d] = want[d + 1];
        }
        same_place(text, got, want, l.rank);
    }
    for (int d = 0; d < l.rank; d++) {
        assert_int_equal(l.shape[d], b->shape[d + (dropped >= 0 && d >= dropped)]);
    }
}

static void blocked_tensors(void **state)
{
    (void)state;
    rng r = rng_start();
    for (int run = 0; run < 200; run++) {
        char text[TEXT_MAX];
        wgd_text w = wgd_text_into(text, sizeof text);
        const blocked b = random_blocked(&r, 1 + run % RANK, -1);
        put_blocked(&w, &b);
        put_shape(&w, b.shape, b.rank);
        wgd_text_end(&w);
        check_blocked(&r, text, &b, -1, -1);
    }
}

/* Without tensor cores each thread holds all of K, the last dimension of A and the one before it of B. */
static void operands_of_blocked(void **state)
{
    (void)state;
    rng r = rng_start();
    for (int run = 0; run < 200; run++) {
        char text[TEXT_MAX];
        wgd_text w = wgd_text_into(text, sizeof text);
        const int rank = 2 + run % (RANK - 1), op = rng_below(&r, 2), k = rank - 1 - op;
        const blocked b = random_blocked(&r, rank, k);
        wgd_put_str(&w,
                    op ? "#ttg.dot_op<{opIdx = 1, parent = " : "#ttg.dot_op<{opIdx = 0, parent = ");
        put_blocked(&w, &b);
        wgd_put_str(&w, "}>");
        put_shape(&w, b.shape, b.rank);
        wgd_text_end(&w);
        check_blocked(&r, text, &b, k, -1);
    }
}

/* A slice is its parent where the tensor has one element along the dimension that it leaves out; registers that would
 * hold the same are left out. */
static void slices_of_blocked(void **state)
{
    (void)state;
    rng r = rng_start();
    for (int run = 0; run < 200; run++) {
        char text[TEXT_MAX];
        wgd_text w = wgd_text_into(text, sizeof text);
        const int rank = 2 + run % (RANK - 1), dim = rng_below(&r, rank);
        blocked b = random_blocked(&r, rank, dim);
        b.shape[dim] = 1;
        wgd_put_str(&w, "#ttg.slice<{dim = ");
        wgd_put_i64(&w, dim);
        wgd_put_str(&w, ", parent = ");
        put_blocked(&w, &b);
        wgd_put_str(&w, "}>");
        int64_t shape[RANK];
        for (int d = 0; d + 1 < rank; d++) {
            shape[d] = b.shape[d + (d >= dim)];
        }
        put_shape(&w, shape, rank - 1);
        wgd_text_end(&w);
        check_blocked(&r, text, &b, dim, dim);
    }
}

/* ---- shared memory -------------------------------------------------------------------------- */

/* All offsets of a layout; those that are too many are probed. */
static int64_t next_offset(rng *r, int64_t at, int64_t n)
{
    return n <= 256 ? at + 1 : at + 1 + rng_below(r, (int)(n / 64));
}

static void swizzled_tensors(void **state)
{
    (void)state;
    rng r = rng_start();
    for (int run = 0; run < 200; run++) {
        const int rank = 1 + run % RANK, vec = power(&r, 4), per = power(&r, 3),
                  phases = power(&r, 4);
        int order[RANK];
        int64_t shape[RANK], n = 1;
        random_order(&r, rank, order);
        for (int d = 0; d < rank; d++) {
            shape[d] = power(&r, rank > 3 ? 3 : 5);
            n *= shape[d];
        }
        char text[TEXT_MAX];
        wgd_text w = wgd_text_into(text, sizeof text);
        const int params[] = {vec, per, phases};
        static const char *const names[] = {
            "#ttg.swizzled_shared<{vec = ", ", perPhase = ", ", maxPhase = "};
        for (int i = 0; i < 3; i++) {
            wgd_put_str(&w, names[i]);
            wgd_put_i64(&w, params[i]);
        }
        put_ints(&w, ", order", order, rank);
        wgd_put_str(&w, "}>");
        put_shape(&w, shape, rank);
        wgd_text_end(&w);
        wgd_triton_layout l;
        must_read(text, &l);
        assert_int_equal(INT64_C(1) << l.in[0].n, n);
        assert_int_equal(l.in[1].n, 0);
        for (int64_t at = 0; at < n; at = next_offset(&r, at, n)) {
            const int64_t index[] = {at, 0}, cols = shape[order[0]];
            int64_t got[RANK], want[RANK], rest = at / cols;
            for (int i = 1; i < rank; i++) {
                want[order[i]] = rest % shape[order[i]];
                rest /= shape[order[i]];
            }
            const int64_t row = rank > 1 ? want[order[1]] : 0;
            want[order[0]] = (at % cols) ^ (vec * (row / per % phases) % cols);
            element(&l, index, got);
            same_place(text, got, want, rank);
        }
    }
}

typedef struct box {
    int rank, width, bits, fp4, transposed;
    int64_t shape[RANK], side[RANK];
} box;

/* What TMA writes: at most 256 along each side, along the contiguous one as wide as the swizzle. */
static box random_box(rng *r, int rank)
{
    static const int widths[] = {0, 32, 64, 128};
    box b = {.rank = rank};
    b.width = widths[rng_below(r, rank > 1 ? 4 : 1)];
    b.bits = 8 << rng_below(r, 4);
    b.fp4 = b.width != 0 && b.bits == 8 && rng_below(r, 2);
    b.transposed = rng_below(r, 2);
    const int inner = b.transposed ? 0 : rank - 1;
    int64_t rows = 1;
    for (int d = 0; d < rank; d++) {
        b.shape[d] = power(r, rank > 3 ? 3 : 9);
        b.side[d] = b.shape[d] < 256 ? b.shape[d] : 256;
        rows *= d == inner ? 1 : b.side[d];
    }
    if (b.width != 0) {
        b.side[inner] = b.width * 8 / b.bits / (b.fp4 ? 2 : 1);
        b.shape[inner] = b.side[inner] * power(r, 2);
        if (rows < 8) {
            const int other = b.transposed ? rank - 1 : 0;
            b.shape[other] *= 8;
            b.side[other] *= 8;
            b.side[other] = b.side[other] < 256 ? b.side[other] : 256;
        }
    }
    return b;
}

static void put_box(wgd_text *w, const box *b)
{
    wgd_put_str(w, "#ttg.nvmma_shared<{swizzlingByteWidth = ");
    wgd_put_i64(w, b->width);
    wgd_put_str(w, b->transposed ? ", transposed = true" : ", transposed = false");
    wgd_put_str(w, ", elementBitWidth = ");
    wgd_put_i64(w, b->bits);
    wgd_put_str(w, b->fp4 ? ", fp4Padded = true, rank = " : ", rank = ");
    wgd_put_i64(w, b->rank);
    wgd_put_str(w, "}>");
    put_shape(w, b->shape, b->rank);
}

/* The element at an offset: pieces of 16 bytes are XORed by the address, 8 bytes of fp4 and 8 of padding; in a box the
 * contiguous side is the lowest digit, then from the last to the first; then the boxes, the first side lowest. */
static void element_of_box(const box *b, int64_t at, int64_t *v)
{
    const int inner = b->transposed ? 0 : b->rank - 1;
    int64_t inside = b->fp4 ? 2 : 1;
    for (int d = 0; d < b->rank; d++) {
        inside *= b->side[d];
    }
    int64_t n = at / inside, byte = at % inside * b->bits / 8;
    int64_t rest = at % inside;
    if (b->width != 0) {
        byte ^= (byte >> 7 & (b->width / 16 - 1)) << 4;
        const int64_t in_row = byte % b->width;
        rest = byte / b->width * b->side[inner] +
               (b->fp4 ? in_row / 16 * 8 + in_row % 8 : in_row * 8 / b->bits);
    }
    v[inner] = rest % b->side[inner];
    rest /= b->side[inner];
    for (int d = b->rank - 1; d >= 0; d--) {
        if (d != inner) {
            v[d] = rest % b->side[d];
            rest /= b->side[d];
        }
    }
    for (int d = 0; d < b->rank; d++) {
        v[d] += n % (b->shape[d] / b->side[d]) * b->side[d];
        n /= b->shape[d] / b->side[d];
    }
    assert_true(rest == 0 && n == 0);
}

static void boxes_of_tma(void **state)
{
    (void)state;
    rng r = rng_start();
    for (int run = 0; run < 300; run++) {
        char text[TEXT_MAX];
        wgd_text w = wgd_text_into(text, sizeof text);
        const box b = random_box(&r, 1 + run % RANK);
        put_box(&w, &b);
        wgd_text_end(&w);
        wgd_triton_layout l;
        must_read(text, &l);
        int64_t n = b.fp4 ? 2 : 1;
        for (int d = 0; d < b.rank; d++) {
            n *= b.shape[d];
        }
        assert_int_equal(INT64_C(1) << l.in[0].n, n);
        assert_int_equal(l.in[1].n, 0);
        for (int64_t at = 0; at < n; at = next_offset(&r, at, n)) {
            const int64_t index[] = {at, 0};
            int64_t got[RANK], want[RANK];
            element(&l, index, got);
            element_of_box(&b, at, want);
            same_place(text, got, want, b.rank);
        }
    }
}

/* ---- tensor memory -------------------------------------------------------------------------- */

/* Scale factors: each 32 lanes hold the same, 32 rows of the tensor by four columns, then the next 32 rows, then the
 * next four columns (PTX ISA, "Scale factor A ID"); then the blocks of the cluster. */
static void scale_factors(void **state)
{
    (void)state;
    for (int run = 0; run < 64; run++) {
        const int64_t m = INT64_C(64) << (run & 3), n = INT64_C(4) << (run >> 2 & 3);
        const int64_t down = INT64_C(1) << (run >> 4 & 1), along = INT64_C(1) << (run >> 5 & 1);
        char text[TEXT_MAX];
        wgd_triton_layout l;
        (void)snprintf(text, sizeof text,
                       "#ttng.tensor_memory_scales_encoding<CTASplitM = %d, CTASplitN = %d> %dx%d",
                       (int)down, (int)along, (int)(m * down), (int)(n * along));
        must_read(text, &l);
        assert_int_equal(l.rank, 2);
        assert_int_equal(l.in[0].n, 7);
        assert_int_equal(INT64_C(1) << l.in[1].n, m / 32 * n * down * along);
        for (int64_t col = 0; col < m / 32 * n * down * along; col++) {
            const int64_t index[] = {(col * 37 + 5) % 128, col}, part = col / (m / 32 * n);
            const int64_t want[] = {index[0] % 32 + 32 * (col / 4 % (m / 32)) + m * (part % down),
                                    col % 4 + 4 * (col / 4 / (m / 32) % (n / 4)) +
                                        n * (part / down)};
            int64_t got[RANK];
            element(&l, index, got);
            same_place(text, got, want, 2);
        }
    }
}

/* ---- written down --------------------------------------------------------------------------- */

#define ROWS_64  "[1, 0], [2, 0], [4, 0], [8, 0]"
#define ROWS_128 ROWS_64 ", [16, 0], [32, 0], [64, 0]"
#define COLS_64  "[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32]"
#define LANES    "[0, 8], [0, 16], [1, 0], [2, 0], [4, 0]"
#define SCALES   "#ttng.tensor_memory_scales_encoding<"

static void written_down(void **state)
{
    static const struct {
        const char *text, *linear;
    } rows[] = {
        /* Tensor memory: the cluster's blocks behind the block's own columns, rows first. */
        {TMEM "128, blockN = 64, CTASplitM = 2, CTASplitN = 4> 256x256",
         "row = [" ROWS_128 "], col = [" COLS_64 ", [128, 0], [0, 64], [0, 128]]"},
        {TMEM "128, blockN = 1, CTASplitM = 1, CTASplitN = 64> 128x64",
         "row = [" ROWS_128 "], col = [" COLS_64 "]"},
        {TMEM "128, blockN = 64, CTASplitM = 2> 256x64",
         "row = [" ROWS_128 "], col = [" COLS_64 ", [128, 0]]"},
        /* A colStride leaves columns out; no more columns than the tensor has. */
        {TMEM "128, blockN = 256, colStride = 2> 128x64",
         "row = [" ROWS_128 "], col = [[0, 0], " COLS_64 "]"},
        /* Half the lanes: those below, or those beside, or the same. */
        {TMEM "64, blockN = 64> 64x64",
         "row = [" ROWS_64 ", [0, 0], [16, 0], [32, 0]], col = [" COLS_64 "]"},
        {TMEM "64, blockN = 64> 64x128",
         "row = [" ROWS_64 ", [0, 64], [16, 0], [32, 0]], col = [" COLS_64 "]"},
        {TMEM "64, blockN = 64> 128x128",
         "row = [" ROWS_64 ", [64, 0], [16, 0], [32, 0]], col = [" COLS_64 ", [0, 64]]"},
        {TMEM "64, blockN = 64, twoCTAs = true> 64x64",
         "row = [" ROWS_64 ", [0, 0], [16, 0], [32, 0]], col = [" COLS_64 "]"},
        {TMEM "64, blockN = 64, CTASplitM = 64> 4096x64",
         "row = [" ROWS_64 ", [0, 0], [16, 0], [32, 0]], col = [" COLS_64
         ", [64, 0], [128, 0], [256, 0], [512, 0], [1024, 0], [2048, 0]]"},
        /* A pair of blocks, whose last bits have changed places; four blocks are two pairs. */
        {TMEM "64, blockN = 2, CTASplitM = 2, twoCTAs = true> 128x2",
         "row = [" ROWS_64 ", [16, 0], [32, 0], [0, 1]], col = [[64, 0]]"},
        {TMEM "64, blockN = 2, CTASplitM = 4, CTASplitN = 2, twoCTAs = true> 256x4",
         "row = [" ROWS_64 ", [16, 0], [32, 0], [128, 0]], col = [[0, 1], [64, 0], [0, 2]]"},
        /* Fewer scale factors than a piece of 64 x 4 has. */
        {SCALES "> 32x4",
         "row = [" ROWS_64 ", [16, 0], [0, 0], [0, 0]], col = [[0, 1], [0, 2], [0, 0]]"},
        {SCALES "> 16x2",
         "row = [" ROWS_64 ", [0, 0], [0, 0], [0, 0]], col = [[0, 1], [0, 0], [0, 0]]"},
        {SCALES "CTASplitM = 16, CTASplitN = 2> 16x2",
         "row = [[0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0]], col = [[0, 0], [0, 0], "
         "[0, "
         "0], [1, 0], [2, 0], [4, 0], [8, 0], [0, 1]]"},
        /* mma.sync of 64 rows: the 8 of the lanes, and 8 times more in registers. */
        {"#ttg.nvidia_mma<{versionMajor = 2, warpsPerCTA = [1, 2], instrShape = [64, 8]}> 64x16",
         "register = [[0, 1], [8, 0], [16, 0], [32, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], "
         "[4, "
         "0]], warp = [[0, 8]], block = []"},
        {"#ttg.nvidia_mma<{versionMajor = 2, warpsPerCTA = [1, 1, 1], instrShape = [1, 16, 8]}> "
         "2x16x8",
         "register = [[0, 0, 1], [0, 8, 0], [1, 0, 0]], lane = [[0, 0, 2], [0, 0, 4], [0, 1, 0], "
         "[0, "
         "2, 0], [0, 4, 0]], warp = [], block = []"},
        {"#ttg.nvidia_mma<{versionMajor = 2, warpsPerCTA = [2, 1, 1, 2, 2], instrShape = [16, 8]}> "
         "2x1x1x32x16",
         "register = [[0, 0, 0, 0, 1], [0, 0, 0, 8, 0]], lane = [[0, 0, 0, 0, 2], [0, 0, 0, 0, 4], "
         "[0, "
         "0, 0, 1, 0], [0, 0, 0, 2, 0], [0, 0, 0, 4, 0]], warp = [[0, 0, 0, 0, 8], [0, 0, 0, 16, "
         "0], "
         "[1, 0, 0, 0, 0]], block = []"},
        /* Operands of it: two pieces of M of A, one of N of B, two of K. */
        {"#ttg.dot_op<{opIdx = 0, parent = #ttg.nvidia_mma<{versionMajor = 2, warpsPerCTA = [1, "
         "2], "
         "instrShape = [16, 8]}>, kWidth = 8}> 16x64",
         "register = [[0, 1], [0, 2], [0, 4], [8, 0], [0, 32]], lane = [" LANES
         "], warp = [[0, 0]], block = []"},
        {"#ttg.dot_op<{opIdx = 1, parent = #ttg.nvidia_mma<{versionMajor = 2, warpsPerCTA = [1, "
         "2], "
         "instrShape = [16, 8]}>, kWidth = 8}> 64x16",
         "register = [[1, 0], [2, 0], [4, 0], [32, 0]], lane = [[8, 0], [16, 0], [0, 1], [0, 2], "
         "[0, "
         "4]], warp = [[0, 8]], block = []"},
        /* Linear: too small, the registers go on in the order that they have begun; too large, they end. */
        {"#ttg.linear<{register = [[0, 0, 1], [1, 0, 0]], lane = [[0, 1, 0]], warp = [], block = "
         "[]}> "
         "4x4x4",
         "register = [[0, 0, 1], [1, 0, 0], [0, 0, 2], [2, 0, 0], [0, 2, 0]], lane = [[0, 1, 0]], "
         "warp "
         "= [], block = []"},
        {"#ttg.linear<{register = [[1, 1, 0]], lane = [], warp = [], block = []}> 4x4x4",
         "register = [[1, 1, 0], [2, 0, 0], [0, 2, 0], [0, 0, 1], [0, 0, 2]], lane = [], warp = "
         "[], "
         "block = []"},
        {"#ttg.linear<{register = [[0, 1, 0]], lane = [], warp = [], block = []}> 2x4x2",
         "register = [[0, 1, 0], [0, 2, 0], [0, 0, 1], [1, 0, 0]], lane = [], warp = [], block = "
         "[]"},
        /* A slice of a slice, and one of an operand. */
        {"#ttg.slice<{dim = 0, parent = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread "
         "= [2, "
         "2, 2], threadsPerWarp = [2, 2, 2], warpsPerCTA = [1, 1, 1], order = [2, 1, 0]}>}>}> 4",
         "register = [[1]], lane = [[2], [0], [0]], warp = [], block = []"},
        {"#ttg.slice<{dim = 1, parent = #ttg.dot_op<{opIdx = 1, parent = "
         "#ttg.nvidia_mma<{versionMajor = "
         "2, warpsPerCTA = [1, 2], instrShape = [16, 8]}>, kWidth = 2}>}> 16",
         "register = [[1], [8]], lane = [[2], [4], [0], [0], [0]], warp = [[0]], block = []"},
        {"#ttg.linear<{register = [], lane = [], warp = [], block = []}> 2",
         "register = [[1]], lane = [], warp = [], block = []"},
        {"#ttg.linear<{register = [[1], [0], [2]], lane = [[0]], warp = [[4]], block = [[8]]}> 16",
         "register = [[1], [0], [2]], lane = [[0]], warp = [[4]], block = [[8]]"},
        {"#ttg.linear<{register = [[1, 8], [0, 4], [0, 2], [0, 1]], lane = [[0, 0]], warp = [[4, "
         "0], [2, "
         "0]], block = [[0, 16]]}> 8x4",
         "register = [[1, 0], [0, 2], [0, 1]], lane = [[0, 0]], warp = [[4, 0], [2, 0]], block = "
         "[[0, "
         "0]]"},
        {"#ttg.linear<{register = [[0, 0, 0, 0, 1]], lane = [[0, 0, 0, 1, 0]], warp = [[0, 0, 1, "
         "0, 0]], "
         "block = [[0, 1, 0, 0, 0], [1, 0, 0, 0, 0]]}> 1x2x2x2x4",
         "register = [[0, 0, 0, 0, 1], [0, 0, 0, 0, 2]], lane = [[0, 0, 0, 1, 0]], warp = [[0, 0, "
         "1, 0, "
         "0]], block = [[0, 1, 0, 0, 0], [0, 0, 0, 0, 0]]"},
        {"#ttg.linear<{register = [[0, 0, 0, 0, 1]], lane = [], warp = [], block = []}> 1x1x1x1x2",
         "register = [[0, 0, 0, 0, 1]], lane = [], warp = [], block = []"},
        /* Bits that reach beyond a tensor repeat its elements, also where two of them are equal. */
        {"#ttg.linear<{register = [[4], [2]], lane = [[4], [1]], warp = []}> 4",
         "register = [[2]], lane = [[0], [1]], warp = [], block = []"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[TEXT_MAX], want[TEXT_MAX];
        wgd_triton_layout l;
        must_read(rows[i].text, &l);
        wgd_text w = wgd_text_into(text, sizeof text);
        wgd_put_triton_layout(&w, &l);
        wgd_text_end(&w);
        (void)snprintf(want, sizeof want, "#ttg.linear<{%s}>", rows[i].linear);
        assert_string_equal(text, want);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocked_tensors),   cmocka_unit_test(operands_of_blocked),
        cmocka_unit_test(slices_of_blocked), cmocka_unit_test(swizzled_tensors),
        cmocka_unit_test(boxes_of_tma),      cmocka_unit_test(scale_factors),
        cmocka_unit_test(written_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
