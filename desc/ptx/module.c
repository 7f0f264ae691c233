/* SPDX-License-Identifier: MIT
 *
 * The outer level of PTX: directives, variables, functions.
 */
#include "ptx_reader.h"

void ptx_start(ptx *p, scan_arena *arena, scan_arena *lasting, const char *text, size_t len,
               wgd_diag *diag)
{
    memset(p, 0, sizeof *p);
    p->arena = arena;
    p->diag = diag;
    p->lasting = lasting;
    p->module.arena = lasting;
    scan_lex_start(&p->lex, text, len, 1);
    scan_next(&p->lex);
}

/* Of a token that is a word. */
static bool word_is(const ptx *p, const char *w)
{
    return scan_text_is(p->lex.s, p->lex.len, w, strlen(w));
}

/* From the name of a function to its body; *body false for a declaration. */
static bool function_head(ptx *p, scan_func *f, bool *body)
{
    if (scan_is(&p->lex, '(')) {
        ptx_skip_parens(p); /* a list without end is refused there; nothing is behind it */
    }
    f->name = p->lex.s;
    f->name_len = p->lex.len;
    f->line = p->lex.tok_line;
    if (p->lex.tok != SCAN_T_WORD) {
        return ptx_fail(p, WGD_ERR_SYNTAX, "a function has no name", ptx_token(p), "a name");
    }
    scan_next(&p->lex);
    if (scan_is(&p->lex, '(')) {
        ptx_skip_parens(p); /* a list without end is refused there; nothing is behind it */
    }
    /* .reqntid and the like */
    while (!scan_is(&p->lex, '{') && !scan_is(&p->lex, ';')) {
        if (p->lex.tok == SCAN_T_END || p->lex.tok == SCAN_T_BAD) {
            return ptx_fail(p, WGD_ERR_SYNTAX, "a function has no body", ptx_token(p),
                            "'{' or ';'");
        }
        scan_next(&p->lex);
    }
    *body = scan_is(&p->lex, '{');
    scan_next(&p->lex);
    return true;
}

/* Has the function a body? Then *f is it; not after an error. */
static bool function(ptx *p, scan_func *f, bool entry)
{
    bool body = false;
    memset(f, 0, sizeof *f);
    f->arena = p->arena;
    f->entry = entry;
    if (!function_head(p, f, &body) || !body) {
        return false;
    }
    p->f = f;
    memset(&p->names, 0, sizeof p->names);
    p->names.arena = p->arena;
    p->n_prefix = 0;
    p->shadow = NULL;
    p->cap_shadow = 0; /* its room was of the function before; all scopes of that are closed */
    p->carry = SCAN_NO_REG;
    p->source_line = 0;
    return ptx_body(p);
}

/* A directive of the outer level, with what it is followed by; is it a function with a body? */
static bool directive(ptx *p, scan_func *f, bool *external)
{
    if (word_is(p, ".entry") || word_is(p, ".func")) {
        const bool entry = p->lex.s[1] == 'e';
        scan_next(&p->lex);
        *external = false;
        return function(p, f, entry);
    }
    if (word_is(p, ".shared") || word_is(p, ".global") || word_is(p, ".const") ||
        word_is(p, ".tex") || word_is(p, ".local")) {
        ptx_variable(p, p->lex.s[1] == 's', *external);
        *external = false;
    } else if (word_is(p, ".section")) {
        while (p->lex.tok != SCAN_T_END && !scan_is(&p->lex, '{')) {
            scan_next(&p->lex);
        }
        ptx_skip_braces(p);
    } else if (word_is(p, ".alias") || word_is(p, ".pragma")) {
        ptx_skip_statement(p);
    } else if (word_is(p, ".extern") || word_is(p, ".visible") || word_is(p, ".weak") ||
               word_is(p, ".common") || word_is(p, ".attribute")) {
        *external = *external || p->lex.s[2] == 'x';
        scan_next(&p->lex);
    } else {
        scan_skip_line(&p->lex); /* .version, .target, .address_size, .file, @@DWARF */
    }
    return false;
}

wgd_status ptx_next_function(ptx *p, scan_func *f)
{
    bool external = false;
    while (p->status == WGD_OK && p->lex.tok != SCAN_T_END) {
        if (p->lex.tok == SCAN_T_WORD && p->lex.s[0] == '.') {
            if (directive(p, f, &external)) {
                return WGD_OK;
            }
        } else if (scan_is(&p->lex, '@')) {
            scan_skip_line(&p->lex);
        } else if (scan_is(&p->lex, '(') && external) {
            ptx_fail(p, WGD_ERR_SYNTAX, "this is not PTX", ptx_token(p), "a directive");
        } else if (scan_is(&p->lex, '(')) {
            ptx_skip_parens(p); /* .attribute(...) */
        } else {
            ptx_fail(p, WGD_ERR_SYNTAX, "this is not PTX", ptx_token(p),
                     "a directive such as .version or .entry");
        }
    }
    f->name = NULL;
    return p->status;
}
