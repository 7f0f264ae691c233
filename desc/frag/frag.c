/* SPDX-License-Identifier: MIT
 *
 * The fragment layouts by rule. Every tensor core since Volta's successor deals an operand out in
 * blocks of 8 rows by 4 registers: lane t holds register t % 4 of row t / 4, a register being E
 * consecutive elements along K (for accumulators: 2 along N). Values run first within a register,
 * then over the blocks of 8 rows (M), then over the blocks of columns. wgmma's four warps stack
 * that for 16 rows each. Only mma.m8n8k4 of f16, Volta's own, has layouts of its own.
 */
#include "wgd_frag.h"

enum { TILE_SIDE_MAX = 4096, WARPGROUPS_MAX = 8, REGISTERS_MAX = 255 };

static void add(wgd_frag_modes *m, int shape, int stride)
{
    m->shape[m->n] = shape;
    m->stride[m->n] = stride;
    m->n++;
}

/* CuTe's atoms of mma.sync leave modes of one out; those of wgmma accumulators keep them. */
static void add_wide(wgd_frag_modes *m, int shape, int stride)
{
    if (shape > 1) {
        add(m, shape, stride);
    }
}

/* One mode is an integer, unless it is to be a list of one, as CuTe writes some. */
static void put_modes(wgd_layout *l, const wgd_frag_modes *m, bool list)
{
    wgd_tuple *t = &l->shape;
    if (m->n > 1 || list) {
        t->node[t->n_nodes++] = (uint8_t)m->n;
    }
    for (int i = 0; i < m->n; i++) {
        t->node[t->n_nodes++] = WGD_LEAF;
        t->leaf[t->n_leaves] = m->shape[i];
        l->stride[t->n_leaves] = m->stride[i];
        t->n_leaves++;
    }
}

static int size_of(const wgd_frag_modes *m)
{
    int n = 1;
    for (int i = 0; i < m->n; i++) {
        n *= m->shape[i];
    }
    return n;
}

static int offset_of(const wgd_frag_modes *m, int i)
{
    int at = 0;
    for (int k = 0; k < m->n; k++) {
        at += i % m->shape[k] * m->stride[k];
        i /= m->shape[k];
    }
    return at;
}

/* Bits of one element in a register: e2m1 has a byte where it is multiplied with wider types, 32 of
 * K at a time (64 with zeros), and half of one where it is alone. */
static int bits_of(const wgd_frag *f)
{
    const bool unpacked = f->type == WGD_FRAG_E2M1 && f->op.k == (f->op.sparse ? 64 : 32);
    return unpacked ? 8 : wgd_frag_type_bits(f->type);
}

/* ---- the layouts ---------------------------------------------------------------------------- */

/* Lanes: 4 along the columns, each e elements, 8 along the rows, then wgmma's warps. */
static void deal_lanes(wgd_frag *f, int e)
{
    add(&f->thr, 4, e * f->rows);
    add(&f->thr, 8, 1);
    if (f->op.family == WGD_FRAG_WGMMA) {
        add(&f->thr, 4, 16);
    }
}

/* Rows of one warp beyond the first 8, in blocks of 8. */
static int row_blocks(const wgd_frag *f)
{
    return f->op.family == WGD_FRAG_WGMMA ? 2 : f->rows / 8;
}

/* A and B: e elements of a row in one register. Of sparse A e counts the zeros too: a register
 * holds the non-zero half of twice as many. */
static void deal_input(wgd_frag *f, int e)
{
    deal_lanes(f, e);
    add_wide(&f->val, e, f->rows);
    add_wide(&f->val, row_blocks(f), 8);
    add_wide(&f->val, f->cols / (4 * e), 4 * e * f->rows);
    if (f->val.n == 0) {
        add(&f->val, 1, 0);
    }
}

/* C and D: two neighbours of a row, whatever their width. */
static void deal_acc(wgd_frag *f)
{
    deal_lanes(f, 2);
    add(&f->val, 2, f->rows);
    if (f->op.family == WGD_FRAG_WGMMA) {
        add(&f->val, 2, 8);
        add(&f->val, f->cols / 8, 8 * f->rows);
    } else {
        add_wide(&f->val, row_blocks(f), 8);
    }
}

/* mma.m8n8k4 of f16: eight threads, lanes 0-3 and 16-19 of each quad pair. */
static void deal_quad_pair(wgd_frag *f)
{
    const bool input = f->operand == WGD_FRAG_OPERAND_A || f->operand == WGD_FRAG_OPERAND_B;
    const bool by_column = f->operand == WGD_FRAG_OPERAND_A ? f->op.a_col : f->op.b_row;
    f->groups = 4;
    if (!input && f->type == WGD_FRAG_F32) {
        add(&f->thr, 2, 1);
        add(&f->thr, 2, 16);
        add(&f->thr, 2, 4);
        add(&f->val, 2, 8);
        add(&f->val, 2, 2);
        add(&f->val, 2, 32);
    } else if (input && by_column) {
        add(&f->thr, 4, 8);
        add(&f->thr, 2, 4);
        add(&f->val, 4, 1);
    } else {
        add(&f->thr, 8, 1);
        add(&f->val, f->cols, 8);
    }
}

/* Sparse metadata: 4 bits for each chunk of 4 elements (2 of tf32). With 16-bit and tf32 inputs
 * two threads of a quad hold a row and the one 8 below it, half the columns each; the other two may
 * hold a second set, which the sparsity selector picks. 8-bit inputs fill all four. */
static void deal_metadata(wgd_frag *f)
{
    const bool narrow = bits_of(f) == 8;
    const int half = f->cols / 2;
    if (narrow) {
        add(&f->thr, 2, 8);
        add(&f->thr, 2, half * f->rows);
    } else {
        add(&f->thr, 2, half * f->rows);
        add(&f->thr, 2, 0);
        f->copies = 2;
    }
    add(&f->thr, 8, 1);
    add(&f->thr, 4, 16);
    add(&f->val, half, f->rows);
    if (!narrow) {
        add(&f->val, 2, 8);
    }
}

/* ldmatrix and stmatrix: lane t gets register t % 4 of row t / 4 of each matrix; with .trans of
 * column t / 4, so that the two halves of a register come from two rows. */
static void deal_matrix(wgd_frag *f, int e)
{
    if (f->op.trans) {
        add(&f->thr, 4, 2);
        add(&f->thr, 8, f->rows);
        add(&f->val, 2, 1);
    } else {
        add(&f->thr, 4, e * f->rows);
        add(&f->thr, 8, 1);
        add_wide(&f->val, e, f->rows);
    }
    add_wide(&f->val, f->op.x, 8);
    if (f->val.n == 0) {
        add(&f->val, 1, 0);
    }
}

/* ---- one operand ---------------------------------------------------------------------------- */

static bool is_matrix(const wgd_frag_op *op)
{
    return op->family == WGD_FRAG_LDMATRIX || op->family == WGD_FRAG_STMATRIX;
}

static wgd_status check_operand(const wgd_frag_op *op, wgd_frag_operand o, wgd_diag *diag)
{
    if (is_matrix(op)) {
        return WGD_OK;
    }
    if (op->family == WGD_FRAG_WGMMA && o == WGD_FRAG_OPERAND_B) {
        const wgd_status s =
            wgd_fail(diag, WGD_ERR_VALUE, "operand", "B of wgmma is never in registers", "b",
                     op->sparse ? "a, d or e" : "a or d", NULL);
        return wgd_diag_hint(diag, s, WGD_HINT_READ_BY_DESCRIPTOR, 0, NULL);
    }
    if (o == WGD_FRAG_OPERAND_E && op->sparse && op->family == WGD_FRAG_MMA) {
        return wgd_fail(diag, WGD_ERR_VALUE, "operand",
                        "the metadata of mma.sp is not described here", "e", "a, b, c or d",
                        "wgmma's is, as that of m64n8k32.sp, and tensor memory's");
    }
    if (o == WGD_FRAG_OPERAND_E && !op->sparse) {
        return wgd_fail(diag, WGD_ERR_VALUE, "operand", "only the sparse form has metadata", "e",
                        op->family == WGD_FRAG_WGMMA ? "a or d" : "a, b, c or d",
                        "name the sparse form, as in m64n8k32.sp");
    }
    return WGD_OK;
}

static void set_shape(wgd_frag *f)
{
    const wgd_frag_op *op = &f->op;
    const int e = 128 / wgd_frag_type_bits(f->type);
    switch (is_matrix(op) ? WGD_FRAG_OPERAND_D : f->operand) {
    case WGD_FRAG_OPERAND_B:
        f->rows = op->n;
        f->cols = op->k;
        break;
    case WGD_FRAG_OPERAND_A:
    case WGD_FRAG_OPERAND_E:
        f->rows = op->m;
        f->cols = op->k;
        break;
    default:
        f->rows = is_matrix(op) ? 8 * op->x : op->m;
        f->cols = is_matrix(op) ? e : op->n;
        break;
    }
}

static int type_of(const wgd_frag_op *op, wgd_frag_operand o)
{
    return o == WGD_FRAG_OPERAND_B   ? op->b
           : o == WGD_FRAG_OPERAND_C ? op->c
           : o == WGD_FRAG_OPERAND_D ? op->d
                                     : op->a;
}

static void deal(wgd_frag *f)
{
    const wgd_frag_op *op = &f->op;
    const int bits = bits_of(f);
    const int e = bits < 32 ? 32 / bits : 1;
    const bool sparse_input = op->sparse && f->operand == WGD_FRAG_OPERAND_A;
    if (is_matrix(op)) {
        deal_matrix(f, e);
    } else if (f->operand == WGD_FRAG_OPERAND_E) {
        deal_metadata(f);
    } else if (op->k == 4 && op->a == WGD_FRAG_F16) {
        deal_quad_pair(f);
    } else if (f->operand == WGD_FRAG_OPERAND_A || f->operand == WGD_FRAG_OPERAND_B) {
        deal_input(f, sparse_input ? 2 * e : e);
    } else {
        deal_acc(f);
    }
}

/* Registers: dense values follow one another, low bits first. Sparse A keeps 2 of 4 (tf32: 1 of 2;
 * packed e2m1: 2 pairs of 4) elements in the space of half of them; metadata has 4 bits for each such chunk.
 * No fragment of an instruction ends within a register. */
static void set_registers(wgd_frag *f)
{
    const int bits = bits_of(f);
    const bool sparse_input = f->op.sparse && f->operand == WGD_FRAG_OPERAND_A;
    const bool metadata = !is_matrix(&f->op) && f->operand == WGD_FRAG_OPERAND_E;
    f->chunk = !sparse_input && !metadata ? 1 : bits == 32 ? 2 : bits == 4 ? 8 : 4;
    f->chunk_bits = metadata ? 4 : sparse_input ? bits * f->chunk / 2 : bits;
    f->reg_bits = bits == 64 ? 64 : 32;
    f->regs = f->values / f->chunk * f->chunk_bits / f->reg_bits;
}

static void begin(wgd_frag *f)
{
    f->copies = f->groups = 1;
    f->warpgroups = 0;
    f->thr.n = f->val.n = 0;
}

/* What follows from the modes. */
static void finish(wgd_frag *f)
{
    f->threads = size_of(&f->thr);
    f->values = size_of(&f->val);
    set_registers(f);
    f->tv.shape.n_nodes = 1;
    f->tv.shape.n_leaves = 0;
    f->tv.shape.node[0] = 2;
    put_modes(&f->tv, &f->thr, false);
    put_modes(&f->tv, &f->val, f->op.sparse && f->operand == WGD_FRAG_OPERAND_E);
    const wgd_frag_modes pair = {2, {4, 2}, {1, 16}};
    const wgd_frag_modes all = {1, {f->threads}, {1}};
    f->lanes.shape.n_nodes = f->lanes.shape.n_leaves = 0;
    put_modes(&f->lanes, f->groups > 1 ? &pair : &all, false);
}

wgd_status wgd_frag_make(const wgd_frag_op *op, wgd_frag_operand operand, wgd_frag *out,
                         wgd_diag *diag)
{
    const wgd_status s = check_operand(op, operand, diag);
    if (s != WGD_OK) {
        return s;
    }
    wgd_frag *f = out;
    f->op = *op;
    f->operand = operand;
    f->type = (wgd_frag_type)type_of(op, operand);
    begin(f);
    set_shape(f);
    deal(f);
    finish(f);
    return WGD_OK;
}

/* ---- the accumulators of a tile ------------------------------------------------------------- */

/* Parts of one side of the tile, each of whole instructions. */
static wgd_status check_side(int64_t side, int64_t unit, int64_t parts, bool is_rows,
                             wgd_diag *diag)
{
    return side > 0 && side <= TILE_SIDE_MAX && side % (unit * parts) == 0
               ? WGD_OK
               : wgd_fail_num(diag, WGD_ERR_TILE, "tile",
                              is_rows ? "the rows are not whole instructions for each warpgroup"
                                      : "the columns are not whole instructions for each warpgroup",
                              side,
                              is_rows
                                  ? "a multiple of 64, for each warpgroup that shares the rows"
                                  : "a multiple of the instruction's N, for each warpgroup that "
                                    "shares the columns",
                              "");
}

wgd_status wgd_frag_tile(const wgd_frag_op *op, int64_t rows, int64_t cols, int64_t warpgroups,
                         bool split_n, wgd_frag *out, wgd_diag *diag)
{
    if (op->family != WGD_FRAG_WGMMA) {
        return wgd_fail(diag, WGD_ERR_VALUE, "op", "warpgroups share the tile of a wgmma", NULL,
                        "a wgmma such as m64n256k16", "");
    }
    if (warpgroups < 1 || warpgroups > WARPGROUPS_MAX) {
        return wgd_fail_num(diag, WGD_ERR_VALUE, "warpgroups", NULL, warpgroups, "1 to 8", "");
    }
    wgd_status s = check_side(rows, op->m, split_n ? 1 : warpgroups, true, diag);
    if (s == WGD_OK) {
        s = check_side(cols, op->n, split_n ? warpgroups : 1, false, diag);
    }
    if (s != WGD_OK) {
        return s;
    }
    wgd_frag *f = out;
    const int groups = (int)warpgroups;
    const int down = (int)rows / op->m / (split_n ? 1 : groups);
    const int along = (int)cols / op->n / (split_n ? groups : 1);
    f->op = *op;
    f->operand = WGD_FRAG_OPERAND_D;
    f->type = (wgd_frag_type)type_of(op, f->operand);
    begin(f);
    f->rows = (int)rows;
    f->cols = (int)cols;
    deal_lanes(f, 2);
    add_wide(&f->thr, groups, split_n ? along * op->n * f->rows : down * op->m);
    add(&f->val, 2, f->rows);
    add(&f->val, 2, 8);
    add(&f->val, op->n / 8, 8 * f->rows);
    add_wide(&f->val, down, op->m);
    add_wide(&f->val, along, op->n * f->rows);
    finish(f);
    f->warpgroups = groups;
    return f->regs <= REGISTERS_MAX
               ? WGD_OK
               : wgd_fail_num(diag, WGD_ERR_VALUE, "tile",
                              "the accumulators take more registers than a thread has", f->regs,
                              "at most 255", "more warpgroups, or a smaller tile");
}

/* ---- both directions ------------------------------------------------------------------------ */

int wgd_frag_at(const wgd_frag *f, int thread, int value)
{
    return offset_of(&f->thr, thread) + offset_of(&f->val, value);
}

wgd_frag_slot wgd_frag_place(const wgd_frag *f, int thread, int value)
{
    const int at = value / f->chunk * f->chunk_bits;
    wgd_frag_slot s;
    s.thread = thread;
    s.value = value;
    s.lane = f->groups > 1 ? thread % 4 + thread / 4 * 16 : thread;
    s.reg = at / f->reg_bits;
    s.bit = at % f->reg_bits;
    s.bits = f->chunk_bits;
    return s;
}

/* The index into m whose offset makes up m's part of `at`. The strides of a fragment are those of a
 * bijection, so each is the product of the smaller modes' sizes and one digit of `at` belongs to
 * each mode. Modes of stride 0 repeat the elements: they have the digits of `copy`. */
static int digit_index(const wgd_frag_modes *m, int at, int copy)
{
    int index = 0, step = 1;
    for (int i = 0; i < m->n; i++) {
        const int digit = m->stride[i] ? at / m->stride[i] % m->shape[i] : copy % m->shape[i];
        copy /= m->stride[i] ? 1 : m->shape[i];
        index += digit * step;
        step *= m->shape[i];
    }
    return index;
}

wgd_frag_slot wgd_frag_find(const wgd_frag *f, int row, int col, int copy)
{
    const int at = row + f->rows * col;
    return wgd_frag_place(f, digit_index(&f->thr, at, copy), digit_index(&f->val, at, 0));
}
