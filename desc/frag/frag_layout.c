/* SPDX-License-Identifier: MIT
 *
 * The fragment of a layout that no instruction gives: a tiled copy's, or one of Triton's.
 */
#include "wgd_frag.h"
#include "wgd_linear.h"

enum { VALUES_MAX_BITS = 20 };

static int type_of_bits(int bits)
{
    switch (bits) {
    case 1:
        return WGD_FRAG_B1;
    case 4:
        return WGD_FRAG_S4;
    case 8:
        return WGD_FRAG_B8;
    case 16:
        return WGD_FRAG_B16;
    case 32:
        return WGD_FRAG_B32;
    case 64:
        return WGD_FRAG_F64;
    default:
        return WGD_FRAG_TYPE_NONE;
    }
}

/* Bits [from, to) of the map as modes: neighbours that double are one, and neighbours of 0. */
static void modes_of(const wgd_linear *m, int from, int to, wgd_frag_modes *out)
{
    out->n = 0;
    for (int k = from; k < to;) {
        int n = 1;
        while (k + n < to && m->basis[k + n] == m->basis[k] << n) {
            n++;
        }
        out->shape[out->n] = 1 << n;
        out->stride[out->n++] = (int)m->basis[k];
        k += n;
    }
    if (out->n == 0) {
        out->shape[out->n] = 1;
        out->stride[out->n++] = 0;
    }
}

static wgd_status check(const wgd_layout *tv, int64_t rows, int64_t cols, wgd_linear *m,
                        wgd_diag *diag)
{
    const wgd_composed c = wgd_composed_plain(tv);
    const wgd_status s = wgd_linear_of_layout(&c, m, diag);
    if (s != WGD_OK) {
        return s;
    }
    if (wgd_layout_rank(tv) != 2 || m->bits > VALUES_MAX_BITS) {
        return wgd_fail_num(diag, WGD_ERR_DOMAIN, "layout", "not a layout of threads and values",
                            wgd_layout_rank(tv),
                            "two modes, (thread, value), up to 2^20 values in all", "");
    }
    int bits = 0;
    for (int k = 0; k < m->bits; k++) {
        if ((m->basis[k] & (m->basis[k] - 1)) != 0) {
            return wgd_fail_num(diag, WGD_ERR_DOMAIN, "layout", "a stride is no power of two",
                                (int64_t)m->basis[k], "powers of two, or 0", "");
        }
        bits += m->basis[k] != 0;
    }
    const bool power = rows > 0 && cols > 0 && ((rows & (rows - 1)) | (cols & (cols - 1))) == 0;
    if (!power || bits != wgd_log2(rows) + wgd_log2(cols) || wgd_linear_out_bits(m) != bits) {
        return wgd_fail_num(diag, WGD_ERR_DOMAIN, "shape",
                            "the layout does not hold each element of the matrix",
                            INT64_C(1) << bits, "rows x columns, powers of two",
                            "give the shape of the matrix that the layout is for");
    }
    return WGD_OK;
}

wgd_status wgd_frag_of_layout(const wgd_layout *tv, int64_t rows, int64_t cols, int elem_bits,
                              wgd_frag *out, wgd_diag *diag)
{
    wgd_linear m;
    int64_t threads = 1, values = 1;
    const int type = type_of_bits(elem_bits);
    if (type == WGD_FRAG_TYPE_NONE) {
        return wgd_fail_num(diag, WGD_ERR_VALUE, "bits", "no register holds such elements",
                            elem_bits, "1, 4, 8, 16, 32 or 64 bits", "");
    }
    const wgd_status s = check(tv, rows, cols, &m, diag);
    if (s != WGD_OK) {
        return s;
    }
    /* There are two modes, of 2^20 at most. */
    (void)wgd_layout_mode_size(tv, 0, &threads);
    (void)wgd_layout_mode_size(tv, 1, &values);
    const wgd_frag_op op = {.family = WGD_FRAG_LAYOUT, .a = type, .b = type, .c = type, .d = type};
    const int first = wgd_log2(threads);
    out->op = op;
    out->operand = WGD_FRAG_OPERAND_D;
    out->type = (wgd_frag_type)type;
    out->rows = (int)rows;
    out->cols = (int)cols;
    out->threads = (int)threads;
    out->values = (int)values;
    out->groups = out->chunk = out->copies = 1;
    out->warpgroups = 0;
    for (int k = 0; k < first; k++) {
        out->copies *= m.basis[k] == 0 ? 2 : 1;
    }
    out->chunk_bits = elem_bits;
    out->reg_bits = elem_bits == 64 ? 64 : 32;
    out->regs = (out->values * elem_bits + out->reg_bits - 1) / out->reg_bits;
    modes_of(&m, 0, first, &out->thr);
    modes_of(&m, first, m.bits, &out->val);
    out->tv = *tv;
    out->lanes = wgd_layout_1d(threads, 1);
    return WGD_OK;
}
