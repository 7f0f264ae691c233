/* SPDX-License-Identifier: MIT
 *
 * What every part of the reader needs: errors, labels, instructions of the intermediate form.
 */
#include "sass.h"

#include "wgd_text.h"

bool sass_full(sass *p)
{
    p->status = scan_too_large(NULL, p->diag);
    return false;
}

bool sass_fail(sass *p, wgd_status st, const char *what, const char *got, size_t got_len,
               const char *want)
{
    char line[160], word[64];
    wgd_text t = wgd_text_into(line, sizeof line);
    wgd_put_str(&t, "line ");
    wgd_put_u64(&t, p->line);
    wgd_put_str(&t, ": ");
    wgd_put_str(&t, what);
    wgd_text_end(&t);
    t = wgd_text_into(word, sizeof word);
    for (size_t i = 0; i < got_len && i < 60; i++) {
        wgd_put_char(&t, got[i] >= ' ' && got[i] < 0x7f ? got[i] : '?');
    }
    wgd_text_end(&t);
    p->status = wgd_fail(p->diag, st, "file", line, word, want,
                         st == WGD_ERR_INST ? NULL
                                            : "is this a listing of nvdisasm or cuobjdump -sass, "
                                              "whole and unchanged?");
    return false;
}

uint32_t sass_label(sass *p, const char *s, size_t len)
{
    scan_name *row = scan_table_at(&p->names, s, len);
    if (row && row->value == 0) {
        row->value = scan_add_label(p->f) + 1;
    }
    if (!row || row->value == 0) {
        sass_full(p);
        return SCAN_NO_REG;
    }
    return row->value - 1;
}

bool sass_has(const sass *p, const char *w)
{
    for (int i = 1; i < p->n_mod; i++) {
        if (scan_text_is(p->mod[i], p->mod_len[i], w, strlen(w))) {
            return true;
        }
    }
    return false;
}

scan_insn *sass_emit(sass *p, scan_op op, int width)
{
    scan_insn *in = scan_add_insn(p->f, op, width, p->line);
    if (!in) {
        sass_full(p);
        in = &p->spare;
    }
    in->address = p->address;
    in->source_line = p->source_line;
    in->guard = p->guard;
    in->flags = p->guard_not ? SCAN_FLAG_GUARD_NOT : 0;
    return in;
}

void sass_ref(sass *p, uint32_t reg)
{
    if (!scan_add_ref(p->f, reg)) {
        sass_full(p);
    }
}

void sass_write(sass *p, scan_insn *in, uint32_t reg)
{
    in->n_write++;
    sass_ref(p, reg);
}
