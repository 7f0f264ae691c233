/* SPDX-License-Identifier: MIT
 *
 * A finding: where it is, and what it says.
 */
#include "scan_report.h"

wgd_scan_finding *scan_find_at(scan_report *r, wgd_scan_rule rule, uint32_t insn, int i)
{
    wgd_scan_finding *at =
        scan_grow(r->arena, r->finding, r->n_finding, &r->cap_finding, sizeof *r->finding);
    wgd_scan_finding *f = &r->spare;
    if (at) {
        r->finding = at;
        f = &r->finding[r->n_finding++];
    }
    f->rule = rule;
    f->index = i;
    f->operand = -1;
    f->line = r->f->insn[insn].line;
    f->source_line = r->f->insn[insn].source_line;
    f->address = r->f->insn[insn].address;
    return f;
}

wgd_scan_finding *scan_find_insn(scan_report *r, wgd_scan_rule rule, int i)
{
    return scan_find_at(r, rule, r->f->gmma[i].insn, i);
}

wgd_scan_finding *scan_find(scan_report *r, wgd_scan_rule rule, int i, int operand)
{
    wgd_scan_finding *f = scan_find_insn(r, rule, i);
    f->operand = operand;
    f->has_word = r->wgmma[i].op[operand].known != 0;
    f->word = r->wgmma[i].op[operand].word;
    return f;
}

void scan_say(wgd_scan_finding *f, const char *const *pieces)
{
    wgd_text t = wgd_text_into(f->message, sizeof f->message);
    for (; *pieces; pieces++) {
        wgd_put_str(&t, *pieces);
    }
    wgd_text_end(&t);
}
