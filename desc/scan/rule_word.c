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

/* The fields of a word but the start. */
typedef struct field {
    const char *name;
    int pos;
    uint64_t mask;
    unsigned bit;
    uint64_t
        usual; /* up to which it may be set where nobody reads it: 1 is what CuTe writes there */
} field;
enum { LBO, SBO, BASE_OFFSET, SWIZZLE, FIELDS };
static const field fields[FIELDS] = {{"LBO", 16, 0x3fff, WGD_READS_LBO, 1},
                                     {"SBO", 32, 0x3fff, WGD_READS_SBO, 1},
                                     {"base_offset", 49, 7, WGD_READS_BASE_OFFSET, 0},
                                     {"the swizzle", 62, 3, WGD_READS_LAYOUT_TYPE, 3}};

/* Not known, and read, as far as it is known what is. */
static bool is_lost(const wgd_scan_operand *op, const field *f)
{
    return (op->reads == 0 || (op->reads & f->bit)) && !scan_field_known(op, f->pos, f->mask);
}

/* Set, and not read. */
static bool is_idle(const wgd_scan_operand *op, const field *f)
{
    return op->reads != 0 && !(op->reads & f->bit) && (op->word >> f->pos & f->mask) > f->usual;
}

/* Puts the names of those of which it is so; how many. */
static int put_fields(wgd_text *t, const wgd_scan_operand *op,
                      bool (*is)(const wgd_scan_operand *, const field *), const char *comma)
{
    int n = 0;
    for (int k = 0; k < FIELDS; k++) {
        if (is(op, &fields[k])) {
            wgd_put_str(t, n++ ? comma : "");
            wgd_put_str(t, fields[k].name);
        }
    }
    return n;
}

static void lost_start(scan_report *r, wgd_scan_rule rule, int i, int o)
{
    wgd_scan_finding *f = scan_find(r, rule, i, o);
    const bool read = r->wgmma[i].op[o].reads & WGD_READS_LBO;
    const char *const text[] = {"the start of ", scan_operand_text(o),
                                rule == WGD_SCAN_START_CARRY
                                    ? " is added to, and the carry can reach LBO"
                                    : " is not masked to 14 bits and can reach LBO",
                                read ? "" : " (which this block does not read)", NULL};
    scan_say(f, text);
}

static void unknown_fields(scan_report *r, int i, int o)
{
    const wgd_scan_operand *op = &r->wgmma[i].op[o];
    const bool lbo = scan_field_known(op, fields[LBO].pos, fields[LBO].mask);
    const wgd_scan_rule rule = lbo ? WGD_SCAN_FIELD_UNKNOWN : why_unknown(r, i, o);
    char names[64];
    wgd_text t = wgd_text_into(names, sizeof names);
    if (rule != WGD_SCAN_FIELD_UNKNOWN) {
        lost_start(r, rule, i, o);
    } else if (put_fields(&t, op, is_lost, ", ") > 0) {
        wgd_scan_finding *f = scan_find(r, WGD_SCAN_FIELD_UNKNOWN, i, o);
        const char *const text[] = {"not known of the word of ", scan_operand_text(o), ": ", names,
                                    NULL};
        wgd_text_end(&t);
        scan_say(f, text);
    }
}

/* Bits 46-48 are 0b001 in every word of tcgen05. */
static void tcgen05_word(scan_report *r, int i, int o)
{
    const wgd_scan_operand *op = &r->wgmma[i].op[o];
    if (!scan_field_known(op, 47, 3) || (op->word >> 46 & 7) != 1) {
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
    char names[64];
    wgd_text t = wgd_text_into(names, sizeof names);
    const int n = put_fields(&t, &r->wgmma[i].op[o], is_idle, " and ");
    wgd_text_end(&t);
    if (n > 0) {
        wgd_scan_finding *f = scan_find(r, WGD_SCAN_FIELD_UNREAD, i, o);
        const char *const text[] = {names, " of ", scan_operand_text(o),
                                    n > 1 ? " are set, and this block does not read them"
                                          : " is set, and this block does not read it",
                                    NULL};
        scan_say(f, text);
    }
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
        wgd_scan_finding *f = scan_find_insn(r, WGD_SCAN_SELECTOR, i);
        const char *const text[] = {"the selector has to be ", most ? "0 or 1" : "0", NULL};
        scan_say(f, text);
    }
}
