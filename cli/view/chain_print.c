/* SPDX-License-Identifier: MIT
 *
 * Which accumulators make up each register of A, and the order of K.
 */
#include "chain_print.h"

/* How the values of a register are converted and packed (PTX ISA, "cvt"). */
static const char *conversion(wgd_frag_type from, wgd_frag_type to)
{
    if (from == to) {
        return "none: a register of accumulators is one of A";
    }
    if (from != WGD_FRAG_F32) {
        return "convert each value; v0 goes to the low bits";
    }
    switch (to) {
    case WGD_FRAG_F16:
        return "cvt.rn.f16x2.f32 r, v1, v0";
    case WGD_FRAG_BF16:
        return "cvt.rn.bf16x2.f32 r, v1, v0";
    case WGD_FRAG_E4M3:
        return "cvt.rn.satfinite.e4m3x2.f32 for v1, v0 and for v3, v2";
    case WGD_FRAG_E5M2:
        return "cvt.rn.satfinite.e5m2x2.f32 for v1, v0 and for v3, v2";
    default:
        return "convert each value; v0 goes to the low bits";
    }
}

static int of_register(const wgd_frag_chain *c)
{
    return c->a.values / c->a.regs;
}

void chain_print_text(buf *out, const wgd_frag *acc, const wgd_frag_chain *c)
{
    const int per = of_register(c);
    buf_str(out, "as A of a wgmma of ");
    buf_str(out, wgd_frag_type_name(c->a.type));
    buf_str(out, "\n  slices     ");
    buf_i64(out, c->slices);
    buf_str(out, " of ");
    buf_i64(out, c->a.cols);
    buf_str(out, " columns; slice s takes ");
    buf_i64(out, c->a.values);
    buf_str(out, " values from ");
    buf_i64(out, c->a.values);
    buf_str(out, " s on\n  pack       ");
    buf_str(out, conversion(acc->type, c->a.type));
    buf_str(out, "\n  registers  of slice 0, the values from the low bits on\n");
    for (int r = 0; r < c->a.regs; r++) {
        buf_right_i64(out, r, 11);
        buf_char(out, ' ');
        for (int i = 0; i < per; i++) {
            buf_right_i64(out, c->from[r * per + i], 3);
        }
        buf_char(out, '\n');
    }
    buf_str(out, c->permuted ? "  K          k of the slice is column" : "  K          in order\n");
    for (int k = 0; c->permuted && k < c->a.cols; k++) {
        buf_str(out, k % 16 == 0 ? "\n            " : "");
        buf_right_i64(out, c->column[k], 3);
    }
    buf_str(out, c->permuted ? "\n             B is read with its rows in that order\n" : "");
    buf_str(out, "  proved     ");
    buf_i64(out, c->proved);
    buf_str(out, " values: each A's element is its accumulator's\n");
}

static void json_list(buf *out, const char *key, const int *v, int n)
{
    json_open(out, key, '[');
    for (int i = 0; i < n; i++) {
        json_int(out, NULL, v[i]);
    }
    json_close(out, ']');
}

void chain_print_json(buf *out, const wgd_frag *acc, const wgd_frag_chain *c)
{
    const int per = of_register(c);
    json_open(out, "as_a", '{');
    json_str(out, "dtype", wgd_frag_type_name(c->a.type));
    json_int(out, "k", c->a.cols);
    json_int(out, "slices", c->slices);
    json_int(out, "values", c->a.values);
    json_open(out, "registers", '[');
    for (int r = 0; r < c->a.regs; r++) {
        json_list(out, NULL, c->from + r * per, per);
    }
    json_close(out, ']');
    json_str(out, "pack", conversion(acc->type, c->a.type));
    json_list(out, "columns", c->column, c->a.cols);
    json_bool(out, "permuted", c->permuted);
    json_int(out, "proved", c->proved);
    json_close(out, '}');
}
