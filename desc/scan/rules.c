/* SPDX-License-Identifier: MIT
 *
 * The table of rules, and what is asked of each wgmma.
 */
#include "scan_report.h"

static const wgd_scan_rule_info rules[WGD_SCAN_RULE_COUNT] = {
#define WGD_X(sym, name, severity, text, why) {name, WGD_SCAN_##severity, text, why},
    WGD_SCAN_RULES(WGD_X)
#undef WGD_X
};

const wgd_scan_rule_info *wgd_scan_rule_get(wgd_scan_rule r)
{
    return &rules[r];
}

wgd_scan_rule wgd_scan_rule_find(const char *name, size_t len)
{
    int i = 0;
    while (i < WGD_SCAN_RULE_COUNT &&
           !scan_text_is(name, len, rules[i].name, strlen(rules[i].name))) {
        i++;
    }
    return (wgd_scan_rule)i;
}

const char *wgd_scan_severity_name(wgd_scan_severity s)
{
    static const char *const names[] = {"off", "info", "warn", "error"};
    return names[s];
}

static void not_reached(scan_report *r, int i)
{
    wgd_scan_finding *f = scan_find_insn(r, WGD_SCAN_NOT_REACHED, i);
    const char *const text[] = {"no path from the start of the function leads here", NULL};
    scan_say(f, text);
}

static void operand(scan_report *r, int i, int o, bool first)
{
    scan_rules_word(r, i, o);
    scan_rules_stride(r, i, o);
    scan_rules_bounds(r, i, o);
    if (first) {
        scan_rules_walk(r, i, o);
        scan_rules_start(r, i, o);
    }
}

void scan_rules(scan_report *r)
{
    int chains = 0, before = 0;
    bool begun = false;
    for (int i = 0; i < (int)r->f->n_gmma; i++) {
        const wgd_scan_wgmma *w = &r->wgmma[i];
        const bool first = w->chain >= chains, second = begun;
        chains += first;
        if (!w->reached) {
            not_reached(r, i);
            continue;
        }
        scan_rules_insn(r, i);
        for (int o = 0; o < 2; o++) {
            if (w->op[o].shared) {
                operand(r, i, o, first);
            }
        }
        scan_rules_step(r, before, i);
        scan_rules_serialized(r, before, i, second);
        before = i;
        begun = first;
        scan_rules_overlap(r, i);
    }
    scan_rules_order(r);
}
