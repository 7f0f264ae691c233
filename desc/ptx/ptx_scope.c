/* SPDX-License-Identifier: MIT
 *
 * Names: registers and labels, and what they mean in an inner scope.
 */
#include "ptx_reader.h"

#include "base/never.h"

/* Remembers what a name means outside of this scope. */
static bool shadow(ptx *p, ptx_piece name, uint32_t kind, uint32_t value)
{
    ptx_shadow *at = scan_grow(p->arena, p->shadow, p->n_shadow, &p->cap_shadow, sizeof *p->shadow);
    if (!at) {
        return ptx_full(p);
    }
    p->shadow = at;
    const ptx_shadow old = {name, kind, value};
    p->shadow[p->n_shadow++] = old;
    return true;
}

/* Gives a name the meaning of a new register of this scope. */
static bool declare_one(ptx *p, ptx_piece name, int width)
{
    scan_name *row = scan_table_at(&p->names, name.s, name.len);
    if (!row) {
        return ptx_full(p);
    }
    if (p->n_scope > 0 && !shadow(p, name, row->kind, row->value)) {
        return false;
    }
    row->kind = PTX_NAME_REG;
    row->value = scan_add_reg(p->f, width);
    return row->value == SCAN_NO_REG ? ptx_full(p) : true;
}

/* ".reg .b32 %r<8>" inside an inner scope: eight names. */
static bool declare_indexed(ptx *p, ptx_piece name, uint64_t count, int width)
{
    if (p->n_scope == 0) {
        if (p->n_prefix == PTX_PREFIXES_MAX) {
            return ptx_fail(p, WGD_ERR_LIMIT, "too many .reg directives", name, "at most 64");
        }
        const ptx_prefix d = {name, count, width};
        p->prefix[p->n_prefix++] = d;
        return true;
    }
    if (count > PTX_INDEXED_MAX) {
        return ptx_fail(p, WGD_ERR_LIMIT, "too many registers in an inner scope", name,
                        "at most 4096");
    }
    for (uint64_t i = 0; i < count; i++) {
        char digits[24];
        size_t n = 0;
        uint64_t v = i;
        do {
            digits[n++] = (char)('0' + v % 10);
            v /= 10;
        } while (v > 0);
        char *s = scan_alloc(p->arena, name.len + n, 1);
        if (!s) {
            return ptx_full(p);
        }
        memcpy(s, name.s, name.len);
        for (size_t d = 0; d < n; d++) {
            s[name.len + d] = digits[n - 1 - d];
        }
        const ptx_piece full = {s, name.len + n};
        if (!declare_one(p, full, width)) {
            return false;
        }
    }
    return true;
}

bool ptx_declare(ptx *p)
{
    int width = 0; /* .reg itself is no type */
    while (p->lex.tok == SCAN_T_WORD && p->lex.s[0] == '.') {
        const int w = ptx_type_width(ptx_token(p));
        width = w ? w : width;
        scan_next(&p->lex);
    }
    for (;;) {
        const ptx_piece name = ptx_token(p);
        if (p->lex.tok != SCAN_T_WORD || width == 0) {
            return ptx_fail(p, WGD_ERR_SYNTAX, "this is no register declaration", name,
                            ".reg .b32 NAME;");
        }
        scan_next(&p->lex);
        if (scan_is(&p->lex, '<')) {
            scan_next(&p->lex);
            const uint64_t count = p->lex.number;
            if (p->lex.tok != SCAN_T_NUMBER) {
                return ptx_fail(p, WGD_ERR_SYNTAX, "how many registers?", ptx_token(p), "a number");
            }
            scan_next(&p->lex);
            if (!ptx_expect(p, '>') || !declare_indexed(p, name, count, width)) {
                return false;
            }
        } else if (!declare_one(p, name, width)) {
            return false;
        }
        if (!scan_is(&p->lex, ',')) {
            return ptx_expect(p, ';');
        }
        scan_next(&p->lex);
    }
}

/* The width of a register that a declaration with <n> has made, or 0. */
static int indexed_width(const ptx *p, ptx_piece name)
{
    size_t stem = name.len;
    while (stem > 0 && scan_is_digit(name.s[stem - 1])) {
        stem--;
    }
    if (stem == name.len || name.len - stem > 9) {
        return 0;
    }
    for (int i = 0; i < p->n_prefix; i++) {
        const ptx_prefix *d = &p->prefix[i];
        if (d->name.len >= stem && d->name.len < name.len &&
            memcmp(d->name.s, name.s, d->name.len) == 0) {
            uint64_t v = 0;
            for (size_t k = d->name.len; k < name.len; k++) {
                v = v * 10 + (uint64_t)(name.s[k] - '0');
            }
            if (v < d->count) {
                return d->width;
            }
        }
    }
    return 0;
}

/* A register that is there; *reg is SCAN_NO_REG for a name that is none. */
bool ptx_register(ptx *p, ptx_piece name, uint32_t *reg)
{
    *reg = SCAN_NO_REG;
    const scan_name *row = scan_table_find(&p->names, name.s, name.len);
    if (row && row->kind == PTX_NAME_REG) {
        *reg = row->value;
        return true;
    }
    const int width = row && row->kind != PTX_NAME_NEW ? 0 : indexed_width(p, name);
    if (width == 0) {
        return true;
    }
    scan_name *fresh = scan_table_at(&p->names, name.s, name.len);
    if (!fresh) {
        return ptx_full(p);
    }
    fresh->kind = PTX_NAME_REG;
    fresh->value = *reg = scan_add_reg(p->f, width);
    return *reg == SCAN_NO_REG ? ptx_full(p) : true;
}

bool ptx_open_scope(ptx *p)
{
    if (p->n_scope == PTX_SCOPES_MAX) {
        return ptx_fail(p, WGD_ERR_LIMIT, "blocks are nested too deep", ptx_token(p), "at most 64");
    }
    p->scope[p->n_scope++] = p->n_shadow;
    scan_next(&p->lex);
    return true;
}

/* Gives the names of the scope back what they meant outside. A label that was named and did not come
 * is one of the scope around it, or of one further out: those names are left behind n_shadow, from the
 * place that is returned on. */
static size_t restore(ptx *p, size_t first)
{
    size_t missing = p->n_shadow;
    for (size_t i = p->n_shadow; i-- > first;) {
        const ptx_shadow s = p->shadow[i];
        scan_name *row = scan_table_find(&p->names, s.name.s, s.name.len);
        if (ALWAYS(row)) { /* it was there before it got another meaning */
            if (row->kind == PTX_NAME_LABEL && p->f->label[row->value].insn == UINT32_MAX) {
                const ptx_shadow named = {s.name, row->kind, row->value};
                p->shadow[--missing] = named;
            }
            row->kind = s.kind;
            row->value = s.value;
        }
    }
    p->n_shadow = first;
    return missing;
}

bool ptx_close_scope(ptx *p)
{
    const size_t end = p->n_shadow;
    p->n_scope--;
    for (size_t i = restore(p, p->scope[p->n_scope]); i < end; i++) {
        const ptx_shadow named = p->shadow[i]; /* ptx_label may write up to here */
        uint32_t outer = 0;
        if (!ptx_label(p, named.name, &outer)) {
            return false;
        }
        p->f->label[named.value].outer = outer;
    }
    scan_next(&p->lex);
    return true;
}

/* A scope has its own labels (PTX ISA, "Control Flow Instructions: {}"), which may be named before they
 * come. So one that is named is made here, even where an outer scope has one of that name: which is meant
 * shows at the end. */
bool ptx_label(ptx *p, ptx_piece name, uint32_t *label)
{
    scan_name *row = scan_table_at(&p->names, name.s, name.len);
    if (!row) {
        return ptx_full(p);
    }
    if (row->kind != PTX_NAME_LABEL || p->f->label[row->value].depth < (uint32_t)p->n_scope) {
        const uint32_t fresh = scan_add_label(p->f);
        if (fresh == SCAN_NO_REG || (p->n_scope > 0 && !shadow(p, name, row->kind, row->value))) {
            return ptx_full(p);
        }
        p->f->label[fresh].depth = (uint32_t)p->n_scope;
        row->kind = PTX_NAME_LABEL;
        row->value = fresh;
    }
    *label = row->value;
    return true;
}

bool ptx_put_label(ptx *p, ptx_piece name)
{
    uint32_t label = 0;
    if (!ptx_label(p, name, &label)) {
        return false;
    }
    if (p->f->label[label].insn != UINT32_MAX) {
        return ptx_fail_insn(p, WGD_ERR_SYNTAX, "the label is there twice", name, NULL);
    }
    p->f->label[label].insn = (uint32_t)p->f->n_insn;
    return true;
}

/* An outer label is made behind the inner one, or was there before: its number says nothing. There are
 * as many steps as scopes. */
void ptx_join_labels(ptx *p)
{
    for (size_t i = 0; i < p->f->n_label; i++) {
        scan_label *l = &p->f->label[i];
        const scan_label *meant = l;
        while (meant->outer != SCAN_NO_REG) {
            meant = &p->f->label[meant->outer];
        }
        l->insn = meant->insn;
    }
}
