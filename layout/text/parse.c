/* SPDX-License-Identifier: MIT
 *
 * Text to tuples, layouts and swizzles. */
#include "reader.h"

static wgd_status read_layout(lay_reader *r, wgd_layout *out)
{
    wgd_tuple shape;
    lay_next_char(r);
    const size_t start = r->pos;
    const wgd_status s = lay_read_tuple(r, 1, &shape);
    return s == WGD_OK ? lay_read_stride(r, start, &shape, out) : s;
}

static wgd_status read_swizzle(lay_reader *r, wgd_swizzle *out)
{
    int64_t v[3];
    lay_next_char(r);
    const size_t start = r->pos;
    if (!lay_take_word(r, "Swizzle<") && !lay_take_word(r, "Sw<") && !lay_take_word(r, "S<")) {
        return lay_fail_at(r, r->pos, WGD_ERR_SYNTAX, NULL, "Sw<B,M,S>");
    }
    for (int i = 0; i < 3; i++) {
        lay_next_char(r);
        const size_t at = r->pos;
        const wgd_status s = lay_read_int(r, INT64_MIN, &v[i]);
        if (s != WGD_OK) {
            return s;
        }
        if (v[i] < -62 || v[i] > 62) {
            return lay_fail_at(r, at, WGD_ERR_VALUE, "not a swizzle", "numbers of at most 62");
        }
        if (!lay_take(r, i < 2 ? ',' : '>')) {
            return lay_fail_at(r, r->pos, WGD_ERR_SYNTAX, NULL, i < 2 ? "','" : "'>'");
        }
    }
    out->b = (int8_t)v[0];
    out->m = (int8_t)v[1];
    out->s = (int8_t)v[2];
    return lay_point_at(r, start, wgd_swizzle_check(*out, r->diag));
}

/* Behind "smem_ptr": [16b] or 16b, then perhaps (unset) or (0x400). The address is not part of the
 * layout. */
static wgd_status read_pointer(lay_reader *r, wgd_composed *out)
{
    int64_t bits;
    const bool bracket = lay_take(r, '[');
    lay_next_char(r);
    const size_t at = r->pos;
    const wgd_status s = lay_read_int(r, 1, &bits);
    if (s != WGD_OK) {
        return s;
    }
    if (bits > INT32_MAX) {
        return lay_fail_at(r, at, WGD_ERR_VALUE, "no element is that wide", "below 2^31 bits");
    }
    if (!lay_take(r, 'b')) {
        return lay_fail_at(r, r->pos, WGD_ERR_SYNTAX, NULL, "'b'");
    }
    if (bracket && !lay_take(r, ']')) {
        return lay_fail_at(r, r->pos, WGD_ERR_SYNTAX, NULL, "']'");
    }
    if (lay_take(r, '(')) {
        if (lay_take_word(r, "0x")) {
            size_t n = 0;
            for (; lay_is_digit(lay_ahead(r, 0)) ||
                   ((lay_ahead(r, 0) | 0x20) >= 'a' && (lay_ahead(r, 0) | 0x20) <= 'f');
                 n++) {
                r->pos++;
            }
            if (n == 0) {
                return lay_fail_at(r, r->pos, WGD_ERR_SYNTAX, NULL, "a hexadecimal number");
            }
        } else if (!lay_take_word(r, "unset")) {
            return lay_fail_at(r, r->pos, WGD_ERR_SYNTAX, NULL, "unset or an address 0x...");
        }
        if (!lay_take(r, ')')) {
            return lay_fail_at(r, r->pos, WGD_ERR_SYNTAX, NULL, "')'");
        }
    }
    out->kind = WGD_SMEM_PTR;
    out->elem_bits = (int32_t)bits;
    return WGD_OK;
}

/* Behind the swizzle and its spaces: "offset o layout", or a layout alone (offset 0). */
static wgd_status read_offset_layout(lay_reader *r, wgd_composed *out)
{
    wgd_tuple shape;
    const size_t start = r->pos;
    wgd_status s = lay_read_tuple(r, 0, &shape);
    if (s != WGD_OK) {
        return s;
    }
    out->kind = WGD_SWIZZLED;
    if (wgd_tuple_is_leaf(&shape) && lay_take(r, 'o')) {
        out->offset = shape.leaf[0];
        return read_layout(r, &out->layout);
    }
    return lay_read_stride(r, start, &shape, &out->layout);
}

static wgd_status read_composed(lay_reader *r, wgd_composed *out)
{
    const wgd_swizzle identity = {0, 4, 3};
    bool joined = false;
    lay_plain(out);
    const char c = lay_next_char(r);
    if (c != 'S' && c != 's') {
        return read_layout(r, &out->layout);
    }
    if (c == 'S') {
        const wgd_status s = read_swizzle(r, &out->sw);
        if (s != WGD_OK) {
            return s;
        }
        /* CuTe's swizzled pointers print as Sw<3,4,3>_smem_ptr[16b](0x400). */
        joined = lay_take(r, '_');
        if (!joined && !lay_take(r, 'o')) {
            return lay_fail_at(r, r->pos, WGD_ERR_SYNTAX, NULL, "' o '");
        }
    } else {
        out->sw = identity;
        joined = true;
    }
    if (lay_take_word(r, "smem_ptr")) {
        const wgd_status s = read_pointer(r, out);
        if (s != WGD_OK) {
            return s;
        }
        if (!lay_take(r, 'o')) {
            return lay_fail_at(r, r->pos, WGD_ERR_SYNTAX, NULL, "' o '");
        }
        return read_layout(r, &out->layout);
    }
    if (joined) {
        return lay_fail_at(r, r->pos, WGD_ERR_SYNTAX, NULL, "smem_ptr[Nb]");
    }
    return read_offset_layout(r, out);
}

wgd_status wgd_parse_tuple(const char *text, size_t len, wgd_tuple *out, wgd_diag *diag)
{
    lay_reader r = lay_reader_of(text, len, "tuple", diag);
    return lay_at_end(&r, lay_read_tuple(&r, INT64_MIN, out));
}

wgd_status wgd_parse_layout(const char *text, size_t len, wgd_layout *out, wgd_diag *diag)
{
    lay_reader r = lay_reader_of(text, len, "layout", diag);
    return lay_at_end(&r, read_layout(&r, out));
}

wgd_status wgd_parse_composed(const char *text, size_t len, wgd_composed *out, wgd_diag *diag)
{
    lay_reader r = lay_reader_of(text, len, "layout", diag);
    return lay_at_end(&r, read_composed(&r, out));
}

wgd_status wgd_parse_swizzle(const char *text, size_t len, wgd_swizzle *out, wgd_diag *diag)
{
    lay_reader r = lay_reader_of(text, len, "swizzle", diag);
    return lay_at_end(&r, read_swizzle(&r, out));
}
