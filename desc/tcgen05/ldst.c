/* SPDX-License-Identifier: MIT
 *
 * Registers and cells of tcgen05.ld and st, and the rows of tcgen05.cp.
 */
#include "wgd_tmem_ldst.h"

typedef struct shape_row {
    const char *name;
    int lanes, columns, registers, repeat, copies;
} shape_row;

static const shape_row rows[] = {
#define WGD_X(sym, name, lanes, columns, registers, repeat)                                        \
    {name, lanes, columns, registers, repeat, 1},
    WGD_LDST_SHAPES(WGD_X)
#undef WGD_X
#define WGD_X(sym, name, lanes, columns, copies) {name, lanes, columns, 0, 1, copies},
        WGD_CP_SHAPES(WGD_X)
#undef WGD_X
};

const char *wgd_ldst_shape_name(wgd_ldst_shape s)
{
    return rows[s].name;
}

wgd_status wgd_ldst_set(wgd_ldst *op, bool pack16, int split, wgd_diag *diag)
{
    const shape_row *r = &rows[op->shape];
    const bool two = op->shape == WGD_LDST_16X32BX2;
    if (pack16 && (op->op == WGD_LDST_CP || op->op == WGD_LDST_LD_RED)) {
        return wgd_fail(diag, WGD_ERR_VALUE, "pack16", "this instruction does not pack", "true",
                        "tcgen05.ld or st", "load or store without it");
    }
    if (split < 0 || split > WGD_TMEM_COLUMNS || (split && !two)) {
        return wgd_fail_num(diag, WGD_ERR_VALUE, "split",
                            two ? NULL : "only 16x32bx2 has two halves to part", split,
                            two ? "1 to 512 columns" : "16x32bx2", "leave the split open");
    }
    const int wide = pack16 ? 2 : 1;
    op->pack16 = pack16;
    op->registers = r->registers * op->repeat;
    op->lanes = r->lanes;
    op->copies = r->copies;
    op->columns = r->columns * op->repeat * wide;
    op->split = 0;
    if (two) {
        op->split = split ? split : op->columns / 2;
        op->columns = op->split + op->repeat * wide;
    }
    return WGD_OK;
}

/* Lane and column, in registers' widths, of a thread's register: each shape deals its threads out in
 * its own way (PTX ISA, "Matrix fragments for shape ..."). */
static void place(const wgd_ldst *op, int t, int r, int *lane, int *column)
{
    switch (op->shape) {
    case WGD_LDST_32X32B:
        *lane = t;
        *column = r;
        break;
    case WGD_LDST_16X64B:
        *lane = t / 4 + 8 * (t % 2);
        *column = t / 2 % 2 + 2 * r;
        break;
    case WGD_LDST_16X128B:
        *lane = t / 4 + 8 * (r % 2);
        *column = t % 4 + 4 * (r / 2);
        break;
    case WGD_LDST_16X256B:
        *lane = t / 4 + 8 * (r / 2 % 2);
        *column = t % 4 * 2 + r % 2 + 8 * (r / 4);
        break;
    default:
        *lane = t % 16;
        *column = r;
        break;
    }
}

wgd_tmem_place wgd_ldst_at(const wgd_ldst *op, int thread, int reg, int half)
{
    wgd_tmem_place p = {0, 0, 0, op->pack16 ? 16 : 32};
    place(op, thread, reg, &p.lane, &p.column);
    if (op->pack16) {
        p.column = 2 * p.column + half;
    }
    if (op->shape == WGD_LDST_16X32BX2) {
        p.column += thread / 16 * op->split;
    }
    return p;
}

/* The thread and register of a lane and a column in registers' widths: place() read backwards. */
static void unplace(const wgd_ldst *op, int lane, int column, int *t, int *r)
{
    switch (op->shape) {
    case WGD_LDST_32X32B:
        *t = lane;
        *r = column;
        break;
    case WGD_LDST_16X64B:
        *t = lane % 8 * 4 + column % 2 * 2 + lane / 8;
        *r = column / 2;
        break;
    case WGD_LDST_16X128B:
        *t = lane % 8 * 4 + column % 4;
        *r = column / 4 * 2 + lane / 8;
        break;
    case WGD_LDST_16X256B:
        *t = lane % 8 * 4 + column % 8 / 2;
        *r = column / 8 * 4 + lane / 8 * 2 + column % 2;
        break;
    default:
        *t = lane;
        *r = column;
        break;
    }
}

bool wgd_ldst_find(const wgd_ldst *op, int lane, int column, int *thread, int *reg, int *half)
{
    if (lane < 0 || lane >= op->lanes || column < 0 || column >= op->columns ||
        op->registers == 0) {
        return false;
    }
    const int wide = op->pack16 ? 2 : 1;
    int second = 0;
    if (op->shape == WGD_LDST_16X32BX2 && column >= op->repeat * wide) {
        second = 1;
        column -= op->split;
        if (column < 0) {
            return false;
        }
    }
    *half = column % wide;
    unplace(op, lane, column / wide, thread, reg);
    *thread += 16 * second;
    return true;
}

int wgd_cp_lane(const wgd_ldst *op, int row, int copy)
{
    switch (op->shape) {
    case WGD_CP_4X256B:
        return 32 * row;
    case WGD_CP_64X128B_02_13:
        return row + 64 * copy;
    case WGD_CP_64X128B_01_23:
        return row % 32 + row / 32 * 64 + 32 * copy;
    case WGD_CP_32X128B:
        return row + 32 * copy;
    default:
        return row;
    }
}

/* ---- the name ------------------------------------------------------------------------------- */

typedef struct reader {
    const char *text;
    size_t at, len; /* the part between two dots */
    bool shape, repeat, pack;
    wgd_ldst op;
} reader;

static bool part_is(const reader *r, const char *word)
{
    size_t i = 0;
    while (i < r->len && word[i] == r->text[r->at + i]) {
        i++;
    }
    return i == r->len && word[i] == '\0';
}

/* Does the text from here begin with this, and then end or go on with a dot? Names of shapes of cp
 * have a dot in them. */
static size_t text_is(const reader *r, const char *word)
{
    size_t i = 0;
    while (word[i] != '\0' && word[i] == r->text[r->at + i]) {
        i++;
    }
    const char after = r->text[r->at + i];
    return word[i] == '\0' && (after == '\0' || after == '.') ? i : 0;
}

static bool read_shape(reader *r)
{
    const bool cp = r->op.op == WGD_LDST_CP;
    const int from = cp ? WGD_LDST_SHAPE_COUNT : 0;
    const int to = cp ? WGD_LDST_SHAPE_COUNT + WGD_CP_SHAPE_COUNT : WGD_LDST_SHAPE_COUNT;
    for (int i = from; i < to && !r->shape; i++) {
        const size_t len = text_is(r, rows[i].name);
        if (len > 0) {
            r->op.shape = (wgd_ldst_shape)i;
            r->len = len;
            r->shape = true;
            return true;
        }
    }
    return false;
}

static bool read_repeat(reader *r)
{
    const char *s = r->text + r->at;
    int v = 0;
    if (r->op.op == WGD_LDST_CP || r->repeat || r->len < 2 || r->len > 4 || s[0] != 'x') {
        return false;
    }
    for (size_t i = 1; i < r->len; i++) {
        if (s[i] < '0' || s[i] > '9') {
            return false;
        }
        v = 10 * v + (s[i] - '0');
    }
    r->op.repeat = v;
    r->repeat = true;
    return true;
}

/* What the opcode says besides: it changes no place. */
static bool read_noise(reader *r)
{
    static const char *const words[] = {"sync",  "aligned",   "b32",       "spcompat",
                                        "b8x16", "b6x16_p32", "b4x16_p64", "shared::cta"};
    static const char *const red[] = {"max", "min", "abs", "NaN", "f32", "u32", "s32"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (part_is(r, words[i])) {
            return true;
        }
    }
    for (size_t i = 0; i < sizeof red / sizeof red[0] && r->op.op == WGD_LDST_LD_RED; i++) {
        if (part_is(r, red[i])) {
            return true;
        }
    }
    return false;
}

static bool read_part(reader *r)
{
    const bool pack = part_is(r, r->op.op == WGD_LDST_ST ? "unpack::16b" : "pack::16b");
    if (pack && !r->pack && (r->op.op == WGD_LDST_LD || r->op.op == WGD_LDST_ST)) {
        r->pack = true;
        return true;
    }
    if (r->op.op == WGD_LDST_LD && part_is(r, "red")) {
        r->op.op = WGD_LDST_LD_RED;
        return true;
    }
    if (r->op.op == WGD_LDST_CP && (part_is(r, "cta_group::1") || part_is(r, "cta_group::2"))) {
        r->op.cta_group = r->text[r->at + 11] - '0';
        return true;
    }
    return read_shape(r) || read_repeat(r) || read_noise(r);
}

static wgd_status bad_part(const reader *r, wgd_diag *diag)
{
    char got[64];
    wgd_text t = wgd_text_into(got, sizeof got);
    wgd_put_mem(&t, r->text + r->at, r->len);
    wgd_text_end(&t);
    const bool cp = r->op.op == WGD_LDST_CP;
    wgd_fail(diag, WGD_ERR_SYNTAX, "op", "this part of the instruction is not understood", got,
             cp ? "128x256b, 4x256b, 128x128b, 64x128b.warpx2::02_13 (or 01_23), 32x128b.warpx4"
                : "32x32b, 16x64b, 16x128b, 16x256b or 16x32bx2, then x1 to x128",
             "written like tcgen05.ld.16x64b.x4, tcgen05.st.32x32b.x8.unpack::16b or "
             "tcgen05.cp.32x128b.warpx4");
    if (diag) {
        diag->pos = (long)r->at;
    }
    return WGD_ERR_SYNTAX;
}

static wgd_status finish(reader *r, wgd_ldst *out, wgd_diag *diag)
{
    const shape_row *row = &rows[r->op.shape];
    const bool needs = r->op.op != WGD_LDST_CP;
    if (!r->shape || (needs && !r->repeat)) {
        return wgd_fail(diag, WGD_ERR_SYNTAX, "op",
                        r->shape ? "the repeat is missing" : "the shape is missing", r->text,
                        r->shape ? ".x1 to .x128" : "a shape, as 32x32b",
                        "written like tcgen05.ld.16x64b.x4");
    }
    const int n = r->op.repeat;
    if (needs && (n < 1 || n > row->repeat || (n & (n - 1)) != 0)) {
        return wgd_fail_num(diag, WGD_ERR_INST, "op", "the shape does not have this repeat", n,
                            row->repeat == 128  ? "a power of two, 1 to 128"
                            : row->repeat == 64 ? "a power of two, 1 to 64"
                                                : "a power of two, 1 to 32",
                            "a thread holds at most 128 registers");
    }
    if (r->op.op == WGD_LDST_LD_RED && row->lanes != 32 && r->op.shape != WGD_LDST_16X32BX2) {
        return wgd_fail(diag, WGD_ERR_INST, "op", "tcgen05.ld.red does not have this shape",
                        row->name, "32x32b or 16x32bx2", "load without .red");
    }
    *out = r->op;
    return wgd_ldst_set(out, r->pack, 0, diag);
}

wgd_status wgd_ldst_parse(const char *text, wgd_ldst *out, wgd_diag *diag)
{
    reader r = {text,
                0,
                0,
                false,
                false,
                false,
                {WGD_LDST_LD, WGD_LDST_32X32B, 0, 1, false, 0, 0, 0, 0, 1}};
    static const char *const heads[] = {"tcgen05.ld", "tcgen05.st", "tcgen05.cp"};
    static const wgd_ldst_op ops[] = {WGD_LDST_LD, WGD_LDST_ST, WGD_LDST_CP};
    for (int i = 0; i < 3 && r.at == 0; i++) {
        const size_t len = text_is(&r, heads[i]);
        r.op.op = len ? ops[i] : r.op.op;
        r.at = len;
    }
    if (r.at == 0) {
        return wgd_fail(diag, WGD_ERR_SYNTAX, "op", "no such instruction has fragments", text,
                        "tcgen05.ld, tcgen05.st or tcgen05.cp",
                        "tcgen05.mma has no registers: its accumulator is in tensor memory");
    }
    if (r.op.op == WGD_LDST_CP) {
        r.op.cta_group = 1;
    }
    while (text[r.at] == '.') {
        r.at++;
        for (r.len = 0; text[r.at + r.len] != '\0' && text[r.at + r.len] != '.';) {
            r.len++;
        }
        if (!read_part(&r)) {
            return bad_part(&r, diag);
        }
        r.at += r.len;
    }
    return finish(&r, out, diag);
}

void wgd_put_ldst(wgd_text *t, const wgd_ldst *op)
{
    static const char *const heads[] = {"tcgen05.ld.", "tcgen05.st.", "tcgen05.ld.red.",
                                        "tcgen05.cp."};
    wgd_put_str(t, heads[op->op]);
    if (op->op == WGD_LDST_CP) {
        wgd_put_str(t, "cta_group::");
        wgd_put_i64(t, op->cta_group);
        wgd_put_char(t, '.');
    }
    wgd_put_str(t, rows[op->shape].name);
    if (op->op != WGD_LDST_CP) {
        wgd_put_str(t, ".x");
        wgd_put_i64(t, op->repeat);
    }
    if (op->pack16) {
        wgd_put_str(t, op->op == WGD_LDST_ST ? ".unpack::16b" : ".pack::16b");
    }
}
