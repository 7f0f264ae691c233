/* SPDX-License-Identifier: MIT
 *
 * The body of a PTX function: scopes, register declarations, labels, statements and their operands.
 */
#include "ptx_reader.h"

/* ".loc file line column[, ...]" says which line of the source the next instructions are of. */
static void loc(ptx *p)
{
    const uint32_t line = p->lex.tok_line;
    scan_next(&p->lex);
    scan_next(&p->lex);
    if (p->lex.tok == SCAN_T_NUMBER && p->lex.tok_line == line) {
        p->source_line = p->lex.number < UINT32_MAX ? (uint32_t)p->lex.number : 0;
    }
    while (p->lex.tok != SCAN_T_END && p->lex.tok_line == line) {
        scan_next(&p->lex);
    }
}

static bool to_semicolon(ptx *p)
{
    while (!scan_is(&p->lex, ';')) {
        if (p->lex.tok == SCAN_T_END || p->lex.tok == SCAN_T_BAD) {
            return ptx_fail(p, WGD_ERR_SYNTAX, "a statement is not closed", ptx_token(p), "';'");
        }
        scan_next(&p->lex);
    }
    return true; /* ptx_body passes over the ';' */
}

static bool body_directive(ptx *p)
{
    const ptx_piece t = ptx_token(p);
    if (SCAN_EQ_WORD(t.s, t.len, ".reg")) {
        return ptx_declare(p);
    }
    if (SCAN_EQ_WORD(t.s, t.len, ".loc")) {
        loc(p);
        return true;
    }
    if (SCAN_EQ_WORD(t.s, t.len, ".shared") || SCAN_EQ_WORD(t.s, t.len, ".local") ||
        SCAN_EQ_WORD(t.s, t.len, ".global") || SCAN_EQ_WORD(t.s, t.len, ".const")) {
        return ptx_variable(p, t.s[1] == 's', false);
    }
    if (SCAN_EQ_WORD(t.s, t.len, ".file")) {
        scan_skip_line(&p->lex);
        return true;
    }
    return to_semicolon(p); /* .param, .pragma, .branchtargets, .callprototype */
}

static bool guard(ptx *p)
{
    p->guard = SCAN_NO_REG;
    p->guard_not = false;
    if (!scan_is(&p->lex, '@')) {
        return true;
    }
    scan_next(&p->lex);
    if (scan_is(&p->lex, '!')) {
        p->guard_not = true;
        scan_next(&p->lex);
    }
    if (!ptx_register(p, ptx_token(p), &p->guard) || p->guard == SCAN_NO_REG) {
        return ptx_fail(p, WGD_ERR_SYNTAX, "the guard is no predicate", ptx_token(p),
                        "a declared register");
    }
    scan_next(&p->lex);
    return true;
}

/* Splits the instruction's name at the dots. */
static bool split(ptx *p, ptx_piece name)
{
    p->n_mod = 0;
    const char *s = name.s, *end = name.s + name.len;
    while (s < end) {
        const char *dot = memchr(s, '.', (size_t)(end - s));
        const char *stop = dot ? dot : end;
        if (p->n_mod == PTX_MODS_MAX) {
            return ptx_fail_insn(p, WGD_ERR_LIMIT, "the instruction has too many suffixes", name,
                                 "at most 15");
        }
        const ptx_piece part = {s, (size_t)(stop - s)};
        p->mod[p->n_mod++] = part;
        s = dot ? dot + 1 : end;
    }
    return true;
}

static bool statement(ptx *p)
{
    if (!guard(p)) {
        return false;
    }
    const ptx_piece name = ptx_token(p);
    if (p->lex.tok != SCAN_T_WORD) {
        return ptx_fail(p, WGD_ERR_SYNTAX, "this is no instruction", name, "an instruction");
    }
    p->line = p->lex.tok_line;
    p->column = p->lex.tok_column;
    scan_next(&p->lex);
    if (p->guard == SCAN_NO_REG && scan_is(&p->lex, ':')) {
        scan_next(&p->lex);
        return ptx_put_label(p, name);
    }
    return split(p, name) && ptx_operands(p) && ptx_lower(p);
}

bool ptx_body(ptx *p)
{
    for (;;) {
        if (scan_is(&p->lex, '{')) {
            if (!ptx_open_scope(p)) {
                return false;
            }
        } else if (scan_is(&p->lex, '}')) {
            if (p->n_scope == 0) {
                ptx_join_labels(p);
                scan_next(&p->lex);
                return true;
            }
            if (!ptx_close_scope(p)) {
                return false;
            }
        } else if (scan_is(&p->lex, ';')) {
            scan_next(&p->lex);
        } else if (p->lex.tok == SCAN_T_WORD && p->lex.s[0] == '.') {
            if (!body_directive(p)) {
                return false;
            }
        } else if (p->lex.tok == SCAN_T_END || p->lex.tok == SCAN_T_BAD) {
            return ptx_fail(p, WGD_ERR_SYNTAX, "the body of a function is not closed", ptx_token(p),
                            "'}'");
        } else if (!statement(p)) {
            return false;
        }
    }
}
