/* SPDX-License-Identifier: MIT
 *
 * Which lane accesses which vector of a tile: the thread orders.
 */
#include "wgd_banks.h"

#include "uses.h"
#include "word/names.h"
#include "wgd_text.h"

static const char *const order_names[] = {
#define WGD_X(sym, name, text) name,
    WGD_BANK_ORDERS(WGD_X)
#undef WGD_X
};

const char *wgd_bank_order_name(wgd_bank_order o)
{
    return order_names[o];
}

const char *wgd_bank_order_text(wgd_bank_order o)
{
    static const char *const texts[] = {
#define WGD_X(sym, name, text) text,
        WGD_BANK_ORDERS(WGD_X)
#undef WGD_X
    };
    return texts[o];
}

/* ---- reading a use -------------------------------------------------------------------------- */

/* Copies text up to the next ':' into buf and returns what follows it, or NULL at the end. */
static const char *next_part(const char *text, char *buf, size_t cap)
{
    wgd_text t = wgd_text_into(buf, cap);
    while (*text && !(*text == ':' && text[1] != ':')) {
        if (*text == ':') { /* shared::cta */
            wgd_put_char(&t, *text++);
        }
        wgd_put_char(&t, *text++);
    }
    wgd_text_end(&t);
    return *text == ':' ? text + 1 : NULL;
}

static wgd_status parse_frag(const char *text, int elem_bits, wgd_bank_use *out, wgd_diag *diag)
{
    char part[96];
    if (!text) {
        const wgd_status s = wgd_fail(diag, WGD_ERR_SYNTAX, "access", "the fragment is missing",
                                      "frag", "frag:OP:OPERAND, as in frag:m64n64k16:d", NULL);
        return wgd_diag_hint(diag, s, WGD_HINT_BANK_ORDERS, 0, NULL);
    }
    text = next_part(text, part, sizeof part);
    wgd_status s = wgd_frag_op_parse(part, &out->frag_op, diag);
    if (s != WGD_OK) {
        return s;
    }
    out->frag_operand = WGD_FRAG_OPERAND_D;
    if (text) {
        next_part(text, part, sizeof part);
        s = wgd_frag_operand_parse(part, &out->frag_operand, diag);
        if (s != WGD_OK) {
            return s;
        }
    }
    const bool acc =
        out->frag_operand == WGD_FRAG_OPERAND_C || out->frag_operand == WGD_FRAG_OPERAND_D;
    /* A D of 16-bit elements in shared memory may come from f32 registers converted in pairs: the
     * f16 form has the same layout. */
    wgd_frag_op half = out->frag_op;
    if (acc && elem_bits == 16 && half.d == WGD_FRAG_TYPE_NONE &&
        wgd_frag_op_types(&half, NULL, "f16", NULL) == WGD_OK) {
        out->frag_op = half;
        return WGD_OK;
    }
    return wgd_frag_op_types(&out->frag_op, NULL, NULL, diag);
}

wgd_status wgd_bank_use_parse(const char *text, int elem_bits, wgd_bank_use *out, wgd_diag *diag)
{
    char part[96];
    const char *rest = next_part(text, part, sizeof part);
    wgd_status s = wgd_access_parse(part, &out->access, diag);
    if (s != WGD_OK) {
        return s;
    }
    out->order = wgd_access_is_matrix(out->access) ? WGD_ORDER_MMA_A : WGD_ORDER_COPY;
    out->tv = NULL;
    if (!rest) {
        return WGD_OK;
    }
    rest = next_part(rest, part, sizeof part);
    const int i = wgd_name_find(part, order_names, WGD_ORDER_COUNT);
    if (i < 0) {
        s = wgd_fail_name(diag, WGD_ERR_VALUE, "access", NULL, part, order_names, WGD_ORDER_COUNT);
        /* What each order is for says more than the nearest of their names. */
        return wgd_diag_hint(diag, s, WGD_HINT_NONE, 0, NULL);
    }
    out->order = (wgd_bank_order)i;
    if (out->order == WGD_ORDER_FRAG) {
        return parse_frag(rest, elem_bits, out, diag);
    }
    if (rest) {
        s = wgd_fail(diag, WGD_ERR_SYNTAX, "access", "nothing may follow this order", rest, part,
                     NULL);
        return wgd_diag_hint(diag, s, WGD_HINT_BANK_ORDERS, 0, NULL);
    }
    return WGD_OK;
}

/* ---- the plan of a use over a tile ---------------------------------------------------------- */

static wgd_status plan_blocks(const wgd_bank_use *use, use_plan *p, wgd_diag *diag)
{
    const bool for_a = use->order == WGD_ORDER_MMA_A;
    if (wgd_access_bytes(use->access) != 16) {
        return wgd_fail(diag, WGD_ERR_VALUE, "access", "this order is for 16-byte rows",
                        wgd_access_name(use->access), "ldmatrix, stmatrix, ld.b128 or st.b128",
                        NULL);
    }
    /* Eight lanes a matrix: A stacks two matrices, then goes along; B the other way round. */
    p->block_o = p->lanes == 32 || (p->lanes == 16 && for_a) ? 16 : 8;
    p->block_c = p->lanes / p->block_o;
    if (p->outer % p->block_o != 0 || p->n_vec % p->block_c != 0) {
        return wgd_fail_num(diag, WGD_ERR_TILE, "shape",
                            "the tile is not a whole number of the matrices of one access",
                            p->outer % p->block_o ? p->outer : p->n_vec,
                            p->outer % p->block_o ? "rows in multiples of 8 (x1, B x2) or 16"
                                                  : "rows of a multiple of 32 bytes",
                            "use .x1 or .x2, or another order");
    }
    p->steps = p->outer / p->block_o * (p->n_vec / p->block_c);
    return WGD_OK;
}

/* The fragment of a layout; whole warps of it. */
static wgd_status take_tv(const wgd_bank_use *use, wgd_frag *f, wgd_diag *diag)
{
    if (!use->tv) {
        return wgd_fail(diag, WGD_ERR_VALUE, "access", "this order is that of a layout", "tv",
                        "a layout of threads and values", "");
    }
    *f = *use->tv;
    return f->threads % WGD_WARP == 0
               ? WGD_OK
               : wgd_fail_num(diag, WGD_ERR_VALUE, "tv", "the threads are not whole warps",
                              f->threads, "a multiple of 32", "");
}

/* Is the order that of a fragment's registers? */
static bool by_registers(const wgd_bank_use *use)
{
    return use->order == WGD_ORDER_FRAG || use->order == WGD_ORDER_TV;
}

static wgd_status plan_frag(const wgd_arrangement *a, const wgd_bank_use *use, use_plan *p,
                            wgd_diag *diag)
{
    wgd_frag *f = &p->frag;
    const wgd_status s = use->order == WGD_ORDER_FRAG
                             ? wgd_frag_make(&use->frag_op, use->frag_operand, f, diag)
                             : take_tv(use, f, diag);
    if (s != WGD_OK) {
        return s;
    }
    int rows, cols;
    wgd_arrangement_extent(a, &rows, &cols);
    if (wgd_access_is_matrix(use->access) || f->groups > 1 || f->chunk > 1) {
        return wgd_fail(diag, WGD_ERR_VALUE, "access",
                        "the fragment order is for ld and st of dense fragments",
                        wgd_access_name(use->access), "ld or st, and an op with whole warps",
                        "ldmatrix and stmatrix take the addresses of rows: mma.a or mma.b");
    }
    if (use->order == WGD_ORDER_FRAG && wgd_frag_type_bits(f->type) != a->elem_bits) {
        return wgd_fail_num(diag, WGD_ERR_DTYPE, "bits",
                            "the tile's elements are not those of the fragment", a->elem_bits,
                            wgd_frag_type_name(f->type), NULL);
    }
    if (rows % f->rows != 0 || cols % f->cols != 0 || f->values % p->vec != 0) {
        wgd_fail_num(diag, WGD_ERR_TILE, "shape", "the tile is not a whole number of fragments",
                     rows % f->rows ? rows : cols, "multiples of the fragment's shape", NULL);
        return wgd_diag_hint(diag, WGD_ERR_TILE, WGD_HINT_FRAG_SHAPE, 0, NULL);
    }
    p->steps = rows / f->rows * (cols / f->cols) * (f->threads / WGD_WARP) * (f->values / p->vec);
    return WGD_OK;
}

wgd_status wgd_use_plan(const wgd_arrangement *a, const wgd_bank_use *use, use_plan *p,
                        wgd_diag *diag)
{
    int rows, cols;
    wgd_arrangement_extent(a, &rows, &cols);
    const int inner = a->along_first ? rows : cols;
    const int64_t bytes = (int64_t)a->rows * a->row_bytes;
    if (bytes > WGD_SMEM_WINDOW) { /* also keeps the number of steps far from an int's end */
        return wgd_fail_num(diag, WGD_ERR_RANGE, "layout", "the tile is larger than shared memory",
                            bytes, "at most 262144 bytes", "give the part that one block holds");
    }
    p->outer = a->along_first ? cols : rows;
    /* Runs along a row stay together in all arrangements of whole chunks: only a layout, or the order
     * of a fragment, can take a vector apart. */
    p->checked = a->kind == WGD_ARRANGE_LAYOUT || by_registers(use);
    p->lanes = wgd_access_lanes(use->access);
    p->vec = 8 * wgd_access_bytes(use->access) / a->elem_bits;
    p->block_o = p->block_c = 1; /* but for the orders of mma */
    if (p->vec == 0) {
        return wgd_fail_num(diag, WGD_ERR_VALUE, "bits", "an element is wider than the access",
                            a->elem_bits, "at most the access's width", NULL);
    }
    if (by_registers(use)) {
        return plan_frag(a, use, p, diag);
    }
    if (inner % p->vec != 0) {
        return wgd_fail_num(diag, WGD_ERR_TILE, "shape",
                            "a row is not a whole number of the access's vectors", inner,
                            "a multiple of the elements in one access",
                            "access fewer bytes, or pad the rows");
    }
    p->n_vec = inner / p->vec;
    if (use->order == WGD_ORDER_MMA_A || use->order == WGD_ORDER_MMA_B) {
        return plan_blocks(use, p, diag);
    }
    p->steps = (p->outer * p->n_vec + p->lanes - 1) / p->lanes;
    return WGD_OK;
}

wgd_status wgd_bank_steps(const wgd_arrangement *a, const wgd_bank_use *use, int *out,
                          wgd_diag *diag)
{
    use_plan p;
    const wgd_status s = wgd_use_plan(a, use, &p, diag);
    if (s == WGD_OK) {
        *out = p.steps;
    }
    return s;
}

/* ---- one step ------------------------------------------------------------------------------- */

/* The vector (o, c) of a lane; false beyond the end of the tile. */
static bool vector_of(const use_plan *p, wgd_bank_order order, int step, int lane, int *o, int *c)
{
    const int i = step * p->lanes + lane;
    if (order == WGD_ORDER_COPY) {
        *o = i / p->n_vec;
        *c = i % p->n_vec;
    } else if (order == WGD_ORDER_COLUMN) {
        *o = i % p->outer;
        *c = i / p->outer;
    } else { /* of mma */
        const int across = p->n_vec / p->block_c;
        const bool for_a = order == WGD_ORDER_MMA_A;
        const int stack = for_a ? lane % p->block_o : lane % 8 + lane / 16 * 8;
        const int along = for_a ? lane / p->block_o : lane / 8 % 2;
        *o = step / across * p->block_o + stack;
        *c = step % across * p->block_c + along;
    }
    return *o < p->outer && *c < p->n_vec;
}

/* The (row, column) of a lane's first element, and of its j-th, in a fragment's order: register
 * groups first, then warps, then fragments down and along. */
static void frag_element(const use_plan *p, int rows, int step, int lane, int j, int *row, int *col)
{
    const wgd_frag *f = &p->frag;
    const int groups = f->values / p->vec, warps = f->threads / WGD_WARP;
    const int at =
        wgd_frag_at(f, step / groups % warps * WGD_WARP + lane, step % groups * p->vec + j);
    const int tile = step / groups / warps, down = rows / f->rows;
    *row = tile % down * f->rows + at % f->rows;
    *col = tile / down * f->cols + at / f->rows;
}

/* The address of the j-th element of a lane; *on is made false, and there is none, beyond the end of the tile. */
static wgd_status element(const wgd_arrangement *a, const wgd_bank_use *use, const use_plan *p,
                          int step, int lane, int j, bool *on, int64_t *addr, wgd_diag *diag)
{
    int row, col;
    if (by_registers(use)) {
        int rows, cols;
        wgd_arrangement_extent(a, &rows, &cols);
        frag_element(p, rows, step, lane, j, &row, &col);
    } else {
        int o, c;
        *on = vector_of(p, use->order, step, lane, &o, &c);
        if (!*on) {
            return WGD_OK;
        }
        if (a->kind != WGD_ARRANGE_LAYOUT) { /* most of the time of a search goes through here */
            *addr = wgd_arrangement_row_byte(a, o, c * p->vec * (a->elem_bits / 8));
            return WGD_OK;
        }
        row = a->along_first ? c * p->vec + j : o;
        col = a->along_first ? o : c * p->vec + j;
    }
    return wgd_arrangement_at(a, row, col, addr, diag);
}

static wgd_status lane_address(const wgd_arrangement *a, const wgd_bank_use *use, const use_plan *p,
                               int step, int lane, wgd_bank_lanes *out, wgd_diag *diag)
{
    int64_t first = 0;
    bool on = true;
    wgd_status s = element(a, use, p, step, lane, 0, &on, &first, diag);
    if (s != WGD_OK || !on) {
        return s;
    }
    if (first >= WGD_SMEM_WINDOW) {
        return wgd_fail_num(diag, WGD_ERR_RANGE, "layout", "beyond shared memory", first,
                            "a byte address from 0 to 262143", "");
    }
    for (int j = 1; p->checked && j < p->vec; j++) {
        int64_t at = 0;
        s = element(a, use, p, step, lane, j, &on, &at, diag);
        if (s != WGD_OK) {
            return s;
        }
        if (at != first + j * (a->elem_bits / 8)) {
            return wgd_fail_num(diag, WGD_ERR_ALIGN, "layout",
                                "the elements of one access do not follow one another", at,
                                "neighbours in memory", "access fewer bytes, or another order");
        }
    }
    out->active |= UINT32_C(1) << lane;
    out->addr[lane] = (uint32_t)first;
    return WGD_OK;
}

wgd_status wgd_use_lanes(const wgd_arrangement *a, const wgd_bank_use *use, const use_plan *p,
                         int step, wgd_bank_lanes *out, wgd_diag *diag)
{
    out->active = 0;
    for (int lane = 0; lane < p->lanes; lane++) {
        const wgd_status s = lane_address(a, use, p, step, lane, out, diag);
        if (s != WGD_OK) {
            return s;
        }
    }
    return WGD_OK;
}

wgd_status wgd_bank_step(const wgd_arrangement *a, const wgd_bank_use *use, int step,
                         wgd_bank_lanes *out, wgd_diag *diag)
{
    use_plan p;
    const wgd_status s = wgd_use_plan(a, use, &p, diag);
    return s == WGD_OK ? wgd_use_lanes(a, use, &p, step, out, diag) : s;
}
