/* SPDX-License-Identifier: MIT
 *
 * Rules about one word: fields that are not known, that nobody reads, or that belong to another
 * architecture; and about the instruction itself.
 */
#include "scan_report.h"

/* Why are bits from 14 up to LBO not known: an address that was not masked, a carry, or neither? */
static wgd_scan_rule why_unknown(const scan_report *r, int i, int o)
{
    const scan_val *v = &r->run->gmma[i][o];
    if (v->sym == 0 || scan_sym_is_named(r->run, v->sym)) {
        return WGD_SCAN_FIELD_UNKNOWN;
    }
    if (scan_sym_num(r->run, v->sym).umax <= WGD_DESC_FIELD_MAX) {
        return WGD_SCAN_START_CARRY;
    }
    return r->place[i][o].base != 0 ? WGD_SCAN_START_UNMASKED : WGD_SCAN_FIELD_UNKNOWN;
}

static void put_fields(wgd_text *t, const wgd_scan_operand *op)
{
    static const struct {
        const char *name;
        int pos;
        uint64_t mask;
        unsigned bit;
    } fields[] = {{"LBO", 16, 0x3fff, WGD_READS_LBO},
                  {"SBO", 32, 0x3fff, WGD_READS_SBO},
                  {"base_offset", 49, 7, WGD_READS_BASE_OFFSET},
                  {"the swizzle", 62, 3, WGD_READS_LAYOUT_TYPE}};
    const char *comma = "";
    for (int k = 0; k < 4; k++) {
        const bool read = op->reads == 0 || (op->reads & fields[k].bit);
        if (read && !scan_field_known(op, fields[k].pos, fields[k].mask)) {
            wgd_put_str(t, comma);
            wgd_put_str(t, fields[k].name);
            comma = ", ";
        }
    }
}

static void unknown_fields(scan_report *r, int i, int o)
{
    const wgd_scan_operand *op = &r->wgmma[i].op[o];
    const bool lbo = scan_field_known(op, 16, 0x3fff);
    const bool above = scan_field_known(op, 32, 0x3fff) && scan_field_known(op, 62, 3);
    const wgd_scan_rule rule = lbo ? WGD_SCAN_FIELD_UNKNOWN : why_unknown(r, i, o);
    wgd_text t;
    if (!lbo && rule != WGD_SCAN_FIELD_UNKNOWN) {
        wgd_scan_finding *f = scan_find(r, rule, i, o);
        t = wgd_text_into(f->message, sizeof f->message);
        wgd_put_str(&t, "the start of ");
        wgd_put_str(&t, scan_operand_text(o));
        wgd_put_str(&t, rule == WGD_SCAN_START_CARRY
                            ? " is added to, and the carry can reach LBO"
                            : " is not masked to 14 bits and can reach LBO");
        wgd_put_str(&t, op->reads & WGD_READS_LBO ? "" : " (which this block does not read)");
        wgd_text_end(&t);
        return;
    }
    const uint64_t read_lbo = op->reads == 0 || (op->reads & WGD_READS_LBO);
    const bool base = !(op->reads & WGD_READS_BASE_OFFSET) || scan_field_known(op, 49, 7);
    if (above && base && (lbo || !read_lbo)) {
        return;
    }
    wgd_scan_finding *f = scan_find(r, WGD_SCAN_FIELD_UNKNOWN, i, o);
    t = wgd_text_into(f->message, sizeof f->message);
    wgd_put_str(&t, "not known of the word of ");
    wgd_put_str(&t, scan_operand_text(o));
    wgd_put_str(&t, ": ");
    put_fields(&t, op);
    wgd_text_end(&t);
}

/* Bits 46-48 are 0b001 in every word of tcgen05. */
static void tcgen05_word(scan_report *r, int i, int o)
{
    const wgd_scan_operand *op = &r->wgmma[i].op[o];
    if (!scan_field_known(op, 46, 7) || (op->word >> 46 & 7) != 1) {
        return;
    }
    wgd_scan_finding *f = scan_find(r, WGD_SCAN_TCGEN05_WORD, i, o);
    f->has_right = true;
    f->right = op->word & WGD_DESC_MASK;
    const char *const text[] = {"the word of ", scan_operand_text(o),
                                " has bits 46-48 as tcgen05 has them (1)", NULL};
    scan_say(f, text);
}

static void unread_fields(scan_report *r, int i, int o)
{
    const wgd_scan_operand *op = &r->wgmma[i].op[o];
    /* LBO or SBO of 1 is what CuTe writes into a field that is not read. */
    const struct {
        const char *name;
        bool set;
    } fields[] = {{"LBO", !(op->reads & WGD_READS_LBO) && scan_field_known(op, 16, 0x3fff) &&
                              scan_stride_field(op->word, 16) > 1},
                  {"SBO", !(op->reads & WGD_READS_SBO) && scan_field_known(op, 32, 0x3fff) &&
                              scan_stride_field(op->word, 32) > 1},
                  {"base_offset", !(op->reads & WGD_READS_BASE_OFFSET) &&
                                      scan_field_known(op, 49, 7) && (op->word >> 49 & 7)}};
    int n = 0;
    for (int k = 0; k < 3; k++) {
        n += op->reads != 0 && fields[k].set;
    }
    if (n == 0) {
        return;
    }
    wgd_scan_finding *f = scan_find(r, WGD_SCAN_FIELD_UNREAD, i, o);
    wgd_text t = wgd_text_into(f->message, sizeof f->message);
    const char *comma = "";
    for (int k = 0; k < 3; k++) {
        if (fields[k].set) {
            wgd_put_str(&t, comma);
            wgd_put_str(&t, fields[k].name);
            comma = " and ";
        }
    }
    wgd_put_str(&t, " of ");
    wgd_put_str(&t, scan_operand_text(o));
    wgd_put_str(&t, n > 1 ? " are set, and this block does not read them"
                          : " is set, and this block does not read it");
    wgd_text_end(&t);
}

void scan_rules_word(scan_report *r, int i, int o)
{
    unknown_fields(r, i, o);
    tcgen05_word(r, i, o);
    unread_fields(r, i, o);
}

void scan_rules_insn(scan_report *r, int i)
{
    const wgd_scan_wgmma *w = &r->wgmma[i];
    for (int o = 0; o < 2 && w->types_known; o++) {
        const wgd_dtype_info *type = wgd_dtype_get(o ? w->b_type : w->a_type);
        if (w->trans[o] && !type->mn_major) {
            wgd_scan_finding *f = scan_find(r, WGD_SCAN_TRANSPOSE_TYPE, i, o);
            const char *const text[] = {scan_operand_text(o), " is transposed, which ", type->name,
                                        " cannot be", NULL};
            scan_say(f, text);
        }
    }
    const int most = w->types_known && wgd_dtype_bits(w->a_type) == 8 ? 0 : 1;
    if (w->sparse && w->selector > most) {
        wgd_scan_finding *f = scan_find(r, WGD_SCAN_SELECTOR, i, -1);
        const char *const text[] = {"the selector has to be ", most ? "0 or 1" : "0", NULL};
        scan_say(f, text);
    }
}
