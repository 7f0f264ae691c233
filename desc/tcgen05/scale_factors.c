/* SPDX-License-Identifier: MIT
 *
 * Scale factors in global and shared memory. A block is 128 rows by 4 factors: row r of factor c
 * lies at byte r % 32 * 16 + r / 32 * 4 + c, which is how tcgen05.cp.32x128b brings 32 lanes 16
 * bytes each.
 */
#include <string.h>

#include "base/ceil_div.h"
#include "wgd_sf.h"

static const char *const names[] = {"SFA", "SFB", "SFD"};

const char *wgd_sf_operand_name(wgd_sf_operand o)
{
    return names[o];
}

/* ---- building layouts ----------------------------------------------------------------------- */

static void list(wgd_layout *l, int n)
{
    l->shape.node[l->shape.n_nodes++] = (uint8_t)n;
}

static void leaf(wgd_layout *l, int64_t shape, int64_t stride)
{
    l->shape.node[l->shape.n_nodes++] = WGD_LEAF;
    l->shape.leaf[l->shape.n_leaves] = shape;
    l->stride[l->shape.n_leaves++] = stride;
}

/* (32,4):(16,4), the rows of a block. */
static void put_rows(wgd_layout *l)
{
    list(l, 2);
    leaf(l, 32, 16);
    leaf(l, 4, 4);
}

/* (vec,n):(0,1), the vectors of a block or of an instruction. */
static void put_vectors(wgd_layout *l, int vec, int n)
{
    list(l, 2);
    leaf(l, vec, 0);
    leaf(l, n, 1);
}

static void start(wgd_layout *l, int modes)
{
    l->shape.n_nodes = l->shape.n_leaves = 0;
    list(l, modes);
}

/* ---- global memory -------------------------------------------------------------------------- */

static void make_atom(wgd_sf *s)
{
    start(&s->atom, 2);
    if (s->mn_major) {
        put_vectors(&s->atom, s->vec, WGD_SF_COLS);
        put_rows(&s->atom);
    } else {
        put_rows(&s->atom);
        put_vectors(&s->atom, s->vec, WGD_SF_COLS);
    }
}

/* Blocks lie along the vectors first. */
static void make_global(wgd_sf *s)
{
    const int64_t line = WGD_SF_BLOCK * s->blocks[1];
    start(&s->layout, 3);
    for (int i = 0; i < 2; i++) {
        list(&s->layout, 2);
        if ((i == 1) != s->mn_major) {
            put_vectors(&s->layout, s->vec, WGD_SF_COLS);
            leaf(&s->layout, s->blocks[1], WGD_SF_BLOCK);
        } else {
            put_rows(&s->layout);
            leaf(&s->layout, s->blocks[0], line);
        }
    }
    list(&s->layout, 2);
    leaf(&s->layout, 1, 0);
    leaf(&s->layout, s->batch, line * s->blocks[0]);
}

static wgd_status check_problem(const int64_t problem[4], wgd_diag *diag)
{
    static const char *const fields[] = {"m", "n", "k", "l"};
    for (int i = 0; i < 4; i++) {
        if (problem[i] < 1 || problem[i] > INT32_MAX) {
            return wgd_fail_num(diag, WGD_ERR_VALUE, fields[i], "no such extent", problem[i],
                                "1 to 2147483647",
                                "M, N and K in elements, and the number of "
                                "matrices");
        }
    }
    return WGD_OK;
}

wgd_status wgd_sf_make(wgd_sf_operand operand, int vec, const int64_t problem[4], bool mn_major,
                       wgd_sf *out, wgd_diag *diag)
{
    const wgd_status st = check_problem(problem, diag);
    if (st != WGD_OK) {
        return st;
    }
    if (vec != 16 && vec != 32) {
        return wgd_fail_num(diag, WGD_ERR_VALUE, "vec", "no scale vector is so long", vec,
                            "16 or 32", "16 for nvf4, 32 for the mx types");
    }
    if (mn_major && operand != WGD_SF_D) {
        return wgd_fail(diag, WGD_ERR_VALUE, "sf_major", "the factors of A and B run along K", "mn",
                        "k", "those of D can run along M");
    }
    out->operand = operand;
    out->vec = vec;
    out->mn_major = mn_major;
    out->rows = problem[operand == WGD_SF_B ? 1 : 0];
    out->cols = problem[operand == WGD_SF_D ? 1 : 2];
    out->batch = problem[3];
    out->blocks[0] = ceil_div(mn_major ? out->cols : out->rows, WGD_SF_ROWS);
    out->blocks[1] = ceil_div(mn_major ? out->rows : out->cols, (int64_t)WGD_SF_COLS * vec);
    /* Each block count is below 2^27, so the product of two and the block is in range. */
    const int64_t one = out->blocks[0] * out->blocks[1] * WGD_SF_BLOCK;
    if (one > INT64_MAX / out->batch) {
        return wgd_fail_num(diag, WGD_ERR_OVERFLOW, "l", NULL, out->batch, NULL, NULL);
    }
    out->bytes = one * out->batch;
    make_atom(out);
    make_global(out);
    return WGD_OK;
}

int64_t wgd_sf_at(const wgd_sf *s, int64_t row, int64_t col, int64_t matrix)
{
    const int64_t r = s->mn_major ? col : row, v = (s->mn_major ? row : col) / s->vec;
    const int64_t block =
        (matrix * s->blocks[0] + r / WGD_SF_ROWS) * s->blocks[1] + v / WGD_SF_COLS;
    return block * WGD_SF_BLOCK + r % 32 * 16 + r % WGD_SF_ROWS / 32 * 4 + v % WGD_SF_COLS;
}

bool wgd_sf_find(const wgd_sf *s, int64_t byte, int64_t *row, int64_t *col, int64_t *matrix)
{
    if (byte < 0 || byte >= s->bytes) {
        return false;
    }
    const int64_t block = byte / WGD_SF_BLOCK, in = byte % WGD_SF_BLOCK;
    const int64_t line = block / s->blocks[1];
    const int64_t r = line % s->blocks[0] * WGD_SF_ROWS + in / 16 + in / 4 % 4 * 32;
    const int64_t v = (block % s->blocks[1] * WGD_SF_COLS + in % 4) * s->vec;
    *matrix = line / s->blocks[0];
    *row = s->mn_major ? v : r;
    *col = s->mn_major ? r : v;
    return *row < s->rows && *col < s->cols;
}

/* ---- a stage of shared memory --------------------------------------------------------------- */

static wgd_status refuse(const char *field, const char *what, int got, const char *want,
                         const char *hint, wgd_diag *diag)
{
    return wgd_fail_num(diag, WGD_ERR_VALUE, field, what, got, want, hint);
}

/* The instruction must be one that there is, with this vector. */
static wgd_status check_mma(const wgd_sf_stage *s, wgd_diag *diag)
{
    if (!wgd_umma_kind_scaled(s->kind)) {
        return wgd_fail(diag, WGD_ERR_VALUE, "kind", "this kind has no scale factors",
                        wgd_umma_kind_name(s->kind), "mxf8f6f4, mxf4 or mxf4nvf4", NULL);
    }
    wgd_umma_op op = wgd_umma_op_of(s->kind);
    op.cta_group = s->cta_group;
    op.m = s->mma[0];
    op.n = s->mma[1];
    op.k = s->mma[2];
    op.vec = s->vec;
    if (op.k == 0) {
        return refuse("mma", "the K of the instruction is missing", 0, "32, 64 or 96",
                      "the instruction as MxNxK, for example 128x256x64", diag);
    }
    const wgd_status st = wgd_umma_op_complete(&op, diag);
    if (st != WGD_OK && diag && strlen(diag->field) == 1) {
        diag->field = "mma"; /* m, n or k */
    }
    return st;
}

static wgd_status check_tile(const wgd_sf_stage *s, const int tile[3], wgd_diag *diag)
{
    for (int i = 0; i < 2; i++) {
        if (tile[i] != s->mma[i]) {
            return refuse("tile", "a stage's factors are those of one instruction's M and N",
                          tile[i], "the M and N of the instruction",
                          "ask for each instruction of the tile on its own", diag);
        }
    }
    const int step = WGD_SF_COLS * s->vec;
    if (tile[2] < step || tile[2] % step != 0 || tile[2] > 64 * step) {
        return refuse("tile", "the K of the stage is not a whole number of blocks", tile[2],
                      step == 64 ? "a multiple of 64, up to 4096" : "a multiple of 128, up to 8192",
                      "a block has 4 factors: 4 vectors along K", diag);
    }
    return WGD_OK;
}

static void make_stage_layout(wgd_sf_stage *s)
{
    wgd_layout *l = &s->layout;
    start(l, 3);
    list(l, 2);
    list(l, 2);
    put_rows(l);
    leaf(l, s->blocks[0], WGD_SF_BLOCK);
    put_vectors(l, s->vec, s->nsf);
    leaf(l, 1, 0);
    list(l, 2);
    leaf(l, WGD_SF_COLS / s->nsf, s->nsf);
    leaf(l, s->blocks[1], (int64_t)WGD_SF_BLOCK * s->blocks[0]);
}

wgd_status wgd_sf_stage_make(wgd_sf_operand operand, wgd_umma_kind kind, int cta_group, int vec,
                             const int mma[3], const int tile[3], wgd_sf_stage *out, wgd_diag *diag)
{
    wgd_sf_stage *s = out;
    s->operand = operand;
    s->kind = kind;
    s->cta_group = cta_group;
    s->vec = vec ? vec : kind == WGD_UMMA_MXF4NVF4 ? 16 : 32;
    s->k = tile[2];
    for (int i = 0; i < 3; i++) {
        s->mma[i] = mma[i];
    }
    if (operand == WGD_SF_D) {
        return wgd_fail(diag, WGD_ERR_VALUE, "operand", "no instruction reads the factors of D",
                        "SFD", "SFA or SFB", "those of D are in global memory alone");
    }
    wgd_status st = check_mma(s, diag);
    if (st == WGD_OK) {
        st = check_tile(s, tile, diag);
    }
    if (st != WGD_OK) {
        return st;
    }
    s->nsf = mma[2] / s->vec;
    if (WGD_SF_COLS % s->nsf != 0) {
        return refuse("mma", "the factors of this K do not divide a block", mma[2], "K = 32 or 64",
                      "K = 96 takes its factors across blocks: CUTLASS lays them out by stages of "
                      "768",
                      diag);
    }
    const int rows = operand == WGD_SF_A ? mma[0] / cta_group : mma[1];
    s->blocks[0] = (rows + WGD_SF_ROWS - 1) / WGD_SF_ROWS;
    s->blocks[1] = tile[2] / (WGD_SF_COLS * s->vec);
    s->copies = s->blocks[0] * s->blocks[1];
    s->bytes = s->copies * WGD_SF_BLOCK;
    make_stage_layout(s);
    const wgd_tmem_spec spec = {operand == WGD_SF_A ? WGD_TMEM_SFA : WGD_TMEM_SFB,
                                WGD_TMEM_SF_4X1,
                                cta_group,
                                kind == WGD_UMMA_MXF4NVF4 ? WGD_FRAG_UE4M3 : WGD_FRAG_UE8M0,
                                WGD_SF_ROWS * s->blocks[0],
                                0,
                                s->vec,
                                s->nsf,
                                {1, tile[2] / mma[2]},
                                true};
    return wgd_tmem_make(&spec, &s->tmem, diag);
}

uint64_t wgd_sf_copy(const wgd_sf_stage *s, int i, uint32_t start_byte, int *column)
{
    (void)s;
    const uint32_t from = start_byte + (uint32_t)i * WGD_SF_BLOCK;
    const wgd_desc d = {
        (uint16_t)(from / 16 & WGD_DESC_FIELD_MAX), 16 / 16, 128 / 16, 0, false, WGD_SWZ_NONE};
    *column = 4 * i;
    return wgd_tcgen05_encode(d);
}
