/* SPDX-License-Identifier: MIT
 *
 * Can an instruction move what threads hold, and what does each step of it move?
 */
#include "copy_parts.h"

#include "wgd_text.h"

/* ---- what is asked -------------------------------------------------------------------------- */

static wgd_status check_frag(const wgd_frag *f, const wgd_copy_tile *t, wgd_diag *diag)
{
    if (f->groups > 1 || f->chunk > 1) {
        char got[64];
        wgd_text w = wgd_text_into(got, sizeof got);
        wgd_put_frag_op(&w, &f->op);
        wgd_text_end(&w);
        return wgd_fail(diag, WGD_ERR_VALUE, "op", "not a fragment of whole elements", got,
                        "a dense operand of wgmma, of mma.sync but m8n8k4 with f16, or a layout",
                        "");
    }
    if (f->threads > WGD_COPY_THREADS || f->values > WGD_COPY_VALUES) {
        return wgd_fail_num(diag, WGD_ERR_LIMIT, "op", "too many threads, or values of a thread",
                            f->threads > WGD_COPY_THREADS ? f->threads : f->values,
                            "up to 1024 of each", "");
    }
    if (f->threads % WGD_WARP != 0) {
        return wgd_fail_num(diag, WGD_ERR_VALUE, "op", "the threads are not whole warps",
                            f->threads, "a multiple of 32", "");
    }
    if (f->rows != t->rows || f->cols != t->cols) {
        char got[48];
        wgd_text w = wgd_text_into(got, sizeof got);
        wgd_put_i64(&w, t->rows);
        wgd_put_char(&w, 'x');
        wgd_put_i64(&w, t->cols);
        wgd_text_end(&w);
        return wgd_fail(diag, WGD_ERR_TILE, "shape",
                        "the tile in shared memory has not the shape of the registers'", got,
                        "rows and columns of the fragment", "");
    }
    return WGD_OK;
}

/* ---- neighbours ----------------------------------------------------------------------------- */

/* The instruction cannot: what was found at a value of a thread, and what it would have to be. */
static wgd_status cannot(const wgd_copy *c, int thread, int value, const char *what,
                         const char *want, wgd_diag *diag)
{
    char got[96];
    const int at = c->thread_at[thread] + c->value_at[value];
    wgd_text t = wgd_text_into(got, sizeof got);
    wgd_put_str(&t, "thread ");
    wgd_put_i64(&t, thread);
    wgd_put_str(&t, ", value ");
    wgd_put_i64(&t, value);
    wgd_put_str(&t, ", element (");
    wgd_put_i64(&t, at % c->frag->rows);
    wgd_put_char(&t, ',');
    wgd_put_i64(&t, at / c->frag->rows);
    wgd_put_str(&t, "), byte ");
    wgd_put_i64(&t, wgd_copy_value_byte(c, thread, value));
    wgd_text_end(&t);
    return wgd_fail(diag, WGD_ERR_ALIGN, "access", what, got, want, "");
}

/* The value of thread 0 at a byte, not yet taken, looked for from `from` on and around; or -1. */
static int value_at_byte(const uint32_t *at, const bool *taken, int n, int from, uint32_t byte)
{
    for (int i = 0; i < n; i++) {
        const int v = (from + i) % n;
        if (!taken[v] && at[v] == byte) {
            return v;
        }
    }
    return -1;
}

/* Deals the values of thread 0 into vectors of `bytes`, each aligned and of neighbours in memory. */
static wgd_status deal(wgd_copy *c, int bytes, wgd_diag *diag)
{
    const int n = c->frag->values, es = wgd_copy_elem_bytes(c), per = bytes / es;
    uint32_t at[WGD_COPY_VALUES];
    bool taken[WGD_COPY_VALUES] = {false};
    int done = 0;
    for (int v = 0; v < n; v++) {
        at[v] = wgd_copy_value_byte(c, 0, v);
    }
    for (int v = 0; v < n; v++) {
        if (taken[v] || at[v] % (uint32_t)bytes != 0) {
            continue;
        }
        for (int j = 0, next = v; j < per; j++) {
            const int found = value_at_byte(at, taken, n, next, at[v] + (uint32_t)(j * es));
            if (found < 0) {
                return cannot(c, 0, v, "a thread does not hold the neighbours in memory",
                              "all the elements of the access", diag);
            }
            taken[found] = true;
            c->value[done++] = (int16_t)found;
            next = found;
        }
    }
    for (int v = 0; v < n; v++) {
        if (!taken[v]) {
            return cannot(c, 0, v, "a thread does not hold the start of an aligned access",
                          "all the elements of the access", diag);
        }
    }
    return WGD_OK;
}

/* One vector of a thread: values from[0..per). */
static wgd_status check_vector(const wgd_copy *c, int thread, const int16_t *from, int bytes,
                               wgd_diag *diag)
{
    const int es = wgd_copy_elem_bytes(c), per = bytes / es;
    const uint32_t first = wgd_copy_value_byte(c, thread, from[0]);
    if (first % (uint32_t)bytes != 0) {
        return cannot(c, thread, from[0], "an access is not aligned", "a multiple of its bytes",
                      diag);
    }
    for (int j = 1; j < per; j++) {
        if (wgd_copy_value_byte(c, thread, from[j]) != first + (uint32_t)(j * es)) {
            return cannot(c, thread, from[j], "the elements of one access are not neighbours",
                          "the byte behind the element before", diag);
        }
    }
    return WGD_OK;
}

/* Are the vectors that thread 0 was dealt whole and aligned in every thread? */
static wgd_status check_vectors(const wgd_copy *c, int bytes, wgd_diag *diag)
{
    const int per = bytes / wgd_copy_elem_bytes(c);
    for (int t = 0; t < c->frag->threads; t++) {
        for (int i = 0; i < c->frag->values; i += per) {
            const wgd_status s = check_vector(c, t, &c->value[i], bytes, diag);
            if (s != WGD_OK) {
                return s;
            }
        }
    }
    return WGD_OK;
}

/* ---- matrices ------------------------------------------------------------------------------- */

/* One piece of every lane of a warp: each lies in its row behind that of the row's first lane. */
static wgd_status check_matrix(const wgd_copy *c, int warp, int piece, wgd_diag *diag)
{
    const bool trans = wgd_copy_insn_trans(c->insn);
    const int bytes = trans ? COPY_UNIT : COPY_WORD;
    for (int lane = 0; lane < WGD_WARP; lane++) {
        const int t = warp * WGD_WARP + lane, per = bytes / wgd_copy_elem_bytes(c);
        const int first = trans ? lane % COPY_QUAD : lane / COPY_QUAD * COPY_QUAD;
        const int along = trans ? lane / COPY_QUAD : lane % COPY_QUAD;
        const uint32_t row = wgd_copy_piece_byte(c, warp * WGD_WARP + first, piece, bytes);
        if (row % COPY_ROW != 0) {
            return cannot(c, warp * WGD_WARP + first, c->value[piece * per],
                          "a row of a matrix does not begin at a multiple of 16 bytes",
                          "a multiple of 16", diag);
        }
        if (wgd_copy_piece_byte(c, t, piece, bytes) != row + (uint32_t)(along * bytes)) {
            return cannot(c, t, c->value[piece * per],
                          trans ? "lanes 4 apart do not hold the 16 bytes of a row"
                                : "four lanes do not hold the 16 bytes of a row",
                          "rows of 8x8 matrices", diag);
        }
    }
    return WGD_OK;
}

static wgd_status check_matrices(const wgd_copy *c, wgd_diag *diag)
{
    const int bytes = wgd_copy_insn_trans(c->insn) ? COPY_UNIT : COPY_WORD;
    const int pieces = c->frag->values * wgd_copy_elem_bytes(c) / bytes;
    for (int warp = 0; warp < c->warps; warp++) {
        for (int piece = 0; piece < pieces; piece++) {
            const wgd_status s = check_matrix(c, warp, piece, diag);
            if (s != WGD_OK) {
                return s;
            }
        }
    }
    return WGD_OK;
}

/* ---- the copy ------------------------------------------------------------------------------- */

/* Bytes that must be neighbours within a thread. */
static int whole_bytes(wgd_copy_insn insn)
{
    return wgd_copy_insn_matrices(insn) == 0 ? wgd_copy_insn_bytes(insn)
           : wgd_copy_insn_trans(insn)       ? COPY_UNIT
                                             : COPY_WORD;
}

static wgd_status check_widths(const wgd_copy *c, wgd_diag *diag)
{
    const int es = wgd_copy_elem_bytes(c);
    if (whole_bytes(c->insn) < es) {
        return wgd_fail_num(diag, WGD_ERR_VALUE, "access",
                            "an element is wider than what the instruction moves as one",
                            c->tile->bits, "elements of at most that width", "");
    }
    if (c->frag->values % c->per_step != 0) {
        return wgd_fail_num(diag, WGD_ERR_TILE, "access",
                            "the values of a thread are no whole number of accesses",
                            c->frag->values, "a multiple of the elements of one access", "");
    }
    return WGD_OK;
}

/* cp.async reads as many bytes in a row from global memory as it writes: the elements of one access lie
 * along the contiguous side. */
static wgd_status check_source(const wgd_copy *c, wgd_diag *diag)
{
    const int rows = c->frag->rows, step = c->tile->down ? 1 : rows;
    for (int i = 0; i < c->frag->values; i++) {
        const int j = i % c->per_step;
        if (c->value_at[c->value[i]] != c->value_at[c->value[i - j]] + j * step) {
            return cannot(c, 0, c->value[i], "an access is not one piece of a line of the tensor",
                          "neighbours along the contiguous side", diag);
        }
    }
    return WGD_OK;
}

wgd_status wgd_copy_make(const wgd_frag *f, const wgd_copy_tile *t, wgd_copy_insn insn,
                         wgd_copy *out, wgd_diag *diag)
{
    wgd_status s = check_frag(f, t, diag);
    if (s != WGD_OK) {
        return s;
    }
    const int matrices = wgd_copy_insn_matrices(insn);
    out->frag = f;
    out->tile = t;
    out->insn = insn;
    out->warps = f->threads / WGD_WARP;
    out->per_step = wgd_copy_insn_bytes(insn) / wgd_copy_elem_bytes(out);
    out->lanes = matrices > 0 ? matrices * COPY_MATRIX_ROWS : WGD_WARP;
    s = out->per_step > 0
            ? check_widths(out, diag)
            : wgd_fail_num(diag, WGD_ERR_VALUE, "access", "an element is wider than the access",
                           t->bits, "elements of at most that width", "");
    if (s != WGD_OK) {
        return s;
    }
    out->steps = f->values / out->per_step;
    for (int v = 0; v < f->values; v++) {
        out->value_at[v] = wgd_frag_at(f, 0, v);
    }
    for (int i = 0; i < f->threads; i++) {
        out->thread_at[i] = wgd_frag_at(f, i, 0);
    }
    s = deal(out, whole_bytes(insn), diag);
    if (s == WGD_OK) {
        s = check_vectors(out, whole_bytes(insn), diag);
    }
    if (s == WGD_OK && matrices > 0) {
        s = check_matrices(out, diag);
    }
    return s == WGD_OK && wgd_copy_insn_kind(insn) == WGD_COPY_ASYNC ? check_source(out, diag) : s;
}
