/* SPDX-License-Identifier: MIT
 *
 * What every part of the reader needs: errors, the current token, types, skipping.
 */
#include "ptx_reader.h"

#include "wgd_text.h"

ptx_piece ptx_token(const ptx *p)
{
    const ptx_piece t = {p->lex.tok == SCAN_T_END ? NULL : p->lex.s, p->lex.len};
    return t;
}

static void say(ptx *p, wgd_status st, uint32_t line_no, uint32_t column, const char *what,
                ptx_piece got, const char *want)
{
    char line[160], word[64];
    wgd_text t = wgd_text_into(line, sizeof line);
    wgd_put_str(&t, "line ");
    wgd_put_u64(&t, line_no);
    wgd_put_str(&t, ", column ");
    wgd_put_u64(&t, column);
    wgd_put_str(&t, ": ");
    wgd_put_str(&t, what);
    wgd_text_end(&t);
    const char *shown = "the end of the text";
    if (got.s) {
        t = wgd_text_into(word, sizeof word);
        for (size_t i = 0; i < got.len && i < 60; i++) {
            wgd_put_char(&t, got.s[i] >= ' ' && got.s[i] < 0x7f ? got.s[i] : '?');
        }
        wgd_text_end(&t);
        shown = word;
    }
    p->status = wgd_fail(p->diag, st, "file", line, shown, want,
                         st == WGD_ERR_INST ? NULL : "is this PTX, whole and unchanged?");
}

/* What is refused first is said. */
static bool fail_at(ptx *p, wgd_status st, uint32_t line, uint32_t column, const char *what,
                    ptx_piece got, const char *want)
{
    if (p->status == WGD_OK) {
        say(p, st, line, column, what, got, want);
    }
    return false;
}

bool ptx_fail(ptx *p, wgd_status st, const char *what, ptx_piece got, const char *want)
{
    return fail_at(p, st, p->lex.tok_line, p->lex.tok_column, what, got, want);
}

bool ptx_fail_insn(ptx *p, wgd_status st, const char *what, ptx_piece got, const char *want)
{
    return fail_at(p, st, p->line, p->column, what, got, want);
}

bool ptx_full(ptx *p)
{
    if (p->status == WGD_OK) {
        p->status = scan_too_large(NULL, p->diag);
    }
    return false;
}

bool ptx_expect(ptx *p, char c)
{
    if (!scan_is(&p->lex, c)) {
        const char want[] = {'\'', c, '\'', 0};
        return ptx_fail(p, WGD_ERR_SYNTAX, "the text goes on in an unexpected way", ptx_token(p),
                        want);
    }
    scan_next(&p->lex);
    return true;
}

int ptx_type_width(ptx_piece t)
{
    if (t.len > 0 && t.s[0] == '.') {
        t.s++;
        t.len--;
    }
    if (t.len < 2) {
        return 0;
    }
    if (SCAN_EQ_WORD(t.s, t.len, "pred")) {
        return 1;
    }
    if (SCAN_EQ_WORD(t.s, t.len, "tf32") || SCAN_EQ_WORD(t.s, t.len, "bf16x2")) {
        return 32;
    }
    if (SCAN_EQ_WORD(t.s, t.len, "bf16") || SCAN_EQ_WORD(t.s, t.len, "b128")) {
        return t.s[1] == 'f' ? 16 : 128;
    }
    if (t.s[0] != 'b' && t.s[0] != 's' && t.s[0] != 'u' && t.s[0] != 'f') {
        return 0;
    }
    const char *n = t.s + 1;
    const size_t len = t.len - 1;
    return SCAN_EQ_WORD(n, len, "8")      ? 8
           : SCAN_EQ_WORD(n, len, "16")   ? 16
           : SCAN_EQ_WORD(n, len, "32")   ? 32
           : SCAN_EQ_WORD(n, len, "64")   ? 64
           : SCAN_EQ_WORD(n, len, "16x2") ? 32
                                          : 0;
}

/* Over what stands between two characters, which may nest; the current token is the first. */
static void skip_nested(ptx *p, char open, char close, const char *what, const char *want)
{
    int depth = 0;
    do {
        if (p->lex.tok == SCAN_T_END || p->lex.tok == SCAN_T_BAD) {
            ptx_fail(p, WGD_ERR_SYNTAX, what, ptx_token(p), want);
            return;
        }
        depth += scan_is(&p->lex, open) ? 1 : scan_is(&p->lex, close) ? -1 : 0;
        scan_next(&p->lex);
    } while (depth > 0);
}

void ptx_skip_braces(ptx *p)
{
    skip_nested(p, '{', '}', "a block is not closed", "'}'");
}

void ptx_skip_parens(ptx *p)
{
    skip_nested(p, '(', ')', "a list of parameters is not closed", "')'");
}

bool ptx_skip_statement(ptx *p)
{
    while (!scan_is(&p->lex, ';')) {
        if (p->lex.tok == SCAN_T_END || p->lex.tok == SCAN_T_BAD) {
            return ptx_fail(p, WGD_ERR_SYNTAX, "a statement is not closed", ptx_token(p), "';'");
        }
        if (scan_is(&p->lex, '{')) {
            ptx_skip_braces(p); /* a block without end is refused there */
        } else {
            scan_next(&p->lex);
        }
    }
    scan_next(&p->lex);
    return true;
}
