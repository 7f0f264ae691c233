/* SPDX-License-Identifier: MIT
 *
 * Variables: their name, alignment and size.
 */
#include "ptx_reader.h"

static bool add_shared(ptx *p, ptx_shared v)
{
    ptx_shared *at =
        scan_grow(p->lasting, p->shared, p->n_shared, &p->cap_shared, sizeof *p->shared);
    scan_name *row = at ? scan_table_at(&p->module, v.name.s, v.name.len) : NULL;
    if (!row) {
        return ptx_full(p);
    }
    p->shared = at;
    row->value = (uint32_t)p->n_shared;
    p->shared[p->n_shared++] = v;
    return true;
}

/* The extents behind a name: [16][32], [] for an extern one. The product, or -1. */
static bool extents(ptx *p, int64_t element, int64_t *size)
{
    *size = element;
    while (scan_is(&p->lex, '[')) {
        scan_next(&p->lex);
        if (p->lex.tok == SCAN_T_NUMBER) {
            const int64_t n = p->lex.number > INT32_MAX ? -1 : (int64_t)p->lex.number;
            *size = *size < 0 || n < 0 || *size > INT32_MAX ? -1 : *size * n;
            scan_next(&p->lex);
        } else {
            *size = -1;
        }
        if (!ptx_expect(p, ']')) {
            return false;
        }
    }
    return true;
}

bool ptx_variable(ptx *p, bool shared, bool external)
{
    uint32_t align = 1;
    int width = 8, vector = 1;
    while (p->lex.tok == SCAN_T_WORD && p->lex.s[0] == '.') {
        const ptx_piece t = ptx_token(p);
        const int w = ptx_type_width(t);
        width = w ? w : width;
        vector = t.len == 3 && t.s[1] == 'v' ? t.s[2] - '0' : vector;
        const bool is_align = SCAN_EQ_WORD(t.s, t.len, ".align");
        scan_next(&p->lex);
        if (is_align && p->lex.tok == SCAN_T_NUMBER) {
            const uint64_t v = p->lex.number;
            align = v > 0 && v <= 1 << 20 && (v & (v - 1)) == 0 ? (uint32_t)v : 1;
            scan_next(&p->lex);
        }
        if (scan_is(&p->lex, '(')) {
            ptx_skip_parens(p); /* .attribute(.managed); a list without end is refused there */
        }
    }
    ptx_shared v = {ptx_token(p), align, 0};
    if (p->lex.tok != SCAN_T_WORD) {
        return ptx_fail(p, WGD_ERR_SYNTAX, "a variable has no name", ptx_token(p), "a name");
    }
    scan_next(&p->lex);
    if (!extents(p, (int64_t)(width / 8) * vector, &v.size)) {
        return false;
    }
    v.size = external ? -1 : v.size;
    const uint32_t natural = (uint32_t)(width / 8);
    v.align = v.align < natural ? natural : v.align;
    return ptx_skip_statement(p) && (!shared || add_shared(p, v));
}
