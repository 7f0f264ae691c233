/* SPDX-License-Identifier: MIT
 *
 * Maps as text: lists of bases, and expressions of C. */
#include "text/reader.h"
#include "wgd_linear.h"

void wgd_put_linear(wgd_text *t, const wgd_linear *m)
{
    wgd_put_char(t, '[');
    for (int k = 0; k < m->bits; k++) {
        wgd_put_str(t, k > 0 ? "," : "");
        wgd_put_u64(t, m->basis[k]);
    }
    wgd_put_char(t, ']');
}

static wgd_status read_bases(lay_reader *r, wgd_linear *out)
{
    out->bits = 0;
    if (!lay_take(r, '[')) {
        return lay_fail_at(r, r->pos, WGD_ERR_SYNTAX, NULL, "'[', as in [1,2,4,72]");
    }
    if (lay_take(r, ']')) {
        return WGD_OK;
    }
    for (;;) {
        int64_t v;
        lay_next_char(r);
        const size_t at = r->pos;
        const wgd_status s = lay_read_int(r, 0, &v);
        if (s != WGD_OK) {
            return s;
        }
        if (v >= INT64_C(1) << WGD_LINEAR_BITS || out->bits == WGD_LINEAR_BITS) {
            return lay_fail_at(r, at, WGD_ERR_LIMIT, "too many bases, or too large",
                               "at most 62, each below 2^62");
        }
        out->basis[out->bits++] = (uint64_t)v;
        if (lay_take(r, ']')) {
            return WGD_OK;
        }
        if (!lay_take(r, ',') && !lay_take(r, ';')) {
            return lay_fail_at(r, r->pos, WGD_ERR_SYNTAX, NULL, "',' or ']'");
        }
    }
}

wgd_status wgd_parse_linear(const char *text, size_t len, wgd_linear *out, wgd_diag *diag)
{
    lay_reader r = lay_reader_of(text, len, "bases", diag);
    return lay_at_end(&r, read_bases(&r, out));
}

/* The output bits that are the input bit `shift` places higher. */
static uint64_t diagonal(const wgd_linear *m, int shift)
{
    uint64_t mask = 0;
    for (int k = 0; k < m->bits; k++) {
        const int at = k - shift;
        if (at >= 0 && at < WGD_LINEAR_BITS) {
            mask |= m->basis[k] & UINT64_C(1) << at;
        }
    }
    return mask;
}

int wgd_linear_terms(const wgd_linear *m)
{
    int n = 0;
    for (int shift = -WGD_LINEAR_BITS; shift < WGD_LINEAR_BITS; shift++) {
        n += diagonal(m, shift) != 0;
    }
    return n;
}

static void put_term(wgd_text *t, const char *var, int shift, uint64_t mask)
{
    const bool masked = mask != 0;
    wgd_put_str(t, masked && shift != 0 ? "((" : masked || shift != 0 ? "(" : "");
    wgd_put_str(t, var);
    if (shift != 0) {
        wgd_put_str(t, shift > 0 ? " >> " : " << ");
        wgd_put_i64(t, shift > 0 ? shift : -shift);
        wgd_put_char(t, ')');
    }
    if (masked) {
        wgd_put_str(t, " & 0x");
        wgd_put_hex(t, mask, 1);
        wgd_put_char(t, ')');
    }
}

void wgd_put_linear_c(wgd_text *t, const wgd_linear *m, const char *var)
{
    const uint64_t in = (UINT64_C(1) << m->bits) - 1;
    int n = 0;
    /* What stays in place leads; then the shortest ways. */
    for (int i = 0; i < 2 * WGD_LINEAR_BITS; i++) {
        const int shift = i % 2 == 0 ? i / 2 : -(i + 1) / 2;
        const uint64_t mask = diagonal(m, shift);
        if (mask != 0) {
            const uint64_t all = shift >= 0 ? in >> shift : in << -shift;
            wgd_put_str(t, n++ > 0 ? " ^ " : "");
            put_term(t, var, shift, mask == all ? 0 : mask);
        }
    }
    wgd_put_str(t, n == 0 ? "0" : "");
}
