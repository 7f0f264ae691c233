/* SPDX-License-Identifier: MIT
 *
 * Rules about one word: fields that are not known, are 0, count bytes, or belong to another word.
 */
#include "scan_report.h"

static uint64_t field(uint64_t word, int pos)
{
    return word >> pos & 0x3fff;
}

static bool field_known(const wgd_scan_operand *op, int pos, uint64_t mask)
{
    return (op->known >> pos & mask) == mask;
}

/* Why are bits from 14 up to LBO not known: an address that was not masked, a carry, or neither? */
static wgd_scan_rule why_unknown(const scan_report *r, int i, int o)
{
    const scan_val *v = &r->run->gmma[i][o];
    if (v->sym == 0 || scan_sym_is_named(r->run, v->sym)) {
        return r->place[i][o].base != 0 ? WGD_SCAN_START_UNMASKED : WGD_SCAN_FIELD_UNKNOWN;
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
        if (read && !field_known(op, fields[k].pos, fields[k].mask)) {
            wgd_put_str(t, comma);
            wgd_put_str(t, fields[k].name);
            comma = ", ";
        }
    }
}

static bool unknown_fields(scan_report *r, int i, int o)
{
    const wgd_scan_operand *op = &r->wgmma[i].op[o];
    const bool lbo = field_known(op, 16, 0x3fff);
    const bool above = field_known(op, 32, 0x3fff) && field_known(op, 62, 3);
    const wgd_scan_rule rule = lbo ? WGD_SCAN_FIELD_UNKNOWN : why_unknown(r, i, o);
    wgd_text t;
    if (!lbo && rule != WGD_SCAN_FIELD_UNKNOWN) {
        wgd_scan_finding *f = scan_find(r, rule, i, o);
        if (!f) {
            return false;
        }
        t = wgd_text_into(f->message, sizeof f->message);
        wgd_put_str(&t, "the start of ");
        wgd_put_str(&t, scan_operand_text(o));
        wgd_put_str(&t, rule == WGD_SCAN_START_CARRY
                            ? " is added to, and the carry can reach LBO"
                            : " is not masked to 14 bits and can reach LBO");
        wgd_put_str(&t, op->reads & WGD_READS_LBO ? "" : " (which this block does not read)");
        wgd_text_end(&t);
        return true;
    }
    const uint64_t read_lbo = op->reads == 0 || (op->reads & WGD_READS_LBO);
    const bool base = !(op->reads & WGD_READS_BASE_OFFSET) || field_known(op, 49, 7);
    if (above && base && (lbo || !read_lbo)) {
        return true;
    }
    wgd_scan_finding *f = scan_find(r, WGD_SCAN_FIELD_UNKNOWN, i, o);
    if (!f) {
        return false;
    }
    t = wgd_text_into(f->message, sizeof f->message);
    wgd_put_str(&t, "not known of the word of ");
    wgd_put_str(&t, scan_operand_text(o));
    wgd_put_str(&t, ": ");
    put_fields(&t, op);
    wgd_text_end(&t);
    return true;
}

typedef struct stride {
    const char *name;
    int pos;
    bool read;
} stride;

static void strides_of(const wgd_scan_operand *op, stride out[2])
{
    const stride lbo = {"LBO", 16, (op->reads & WGD_READS_LBO) && field_known(op, 16, 0x3fff)};
    const stride sbo = {"SBO", 32, (op->reads & WGD_READS_SBO) && field_known(op, 32, 0x3fff)};
    out[0] = lbo;
    out[1] = sbo;
}

static bool zero_strides(scan_report *r, int i, int o)
{
    const wgd_scan_operand *op = &r->wgmma[i].op[o];
    stride s[2];
    strides_of(op, s);
    for (int k = 0; k < 2; k++) {
        if (!s[k].read || field(op->word, s[k].pos) != 0) {
            continue;
        }
        wgd_scan_finding *f = scan_find(r, WGD_SCAN_STRIDE_ZERO, i, o);
        if (!f) {
            return false;
        }
        const char *const text[] = {s[k].name, " of ", scan_operand_text(o),
                                    " is 0, and this block steps by it", NULL};
        scan_say(f, text);
    }
    return true;
}

/* The stride of a dense atom, in bytes: what a field holds that was not divided by 16. */
static bool looks_like_bytes(const wgd_scan_operand *op, const stride *s)
{
    const uint64_t v = field(op->word, s->pos);
    const wgd_swizzle_mode mode = wgd_desc_decode(op->word).swizzle;
    const uint64_t atom = 8 * (uint64_t)wgd_swizzle_row_bytes(mode);
    const uint64_t groups = op->read.major == WGD_MAJOR_K ? (uint64_t)op->read.mn / 8 : 2;
    const bool leaves = v * 16 * (groups - 1) >= WGD_SMEM_WINDOW;
    if (v == 0 || v % 16 != 0 || v % atom != 0) {
        return false;
    }
    return leaves || (mode != WGD_SWZ_NONE && v == atom);
}

static bool byte_strides(scan_report *r, int i, int o)
{
    const wgd_scan_operand *op = &r->wgmma[i].op[o];
    stride s[2];
    strides_of(op, s);
    if (op->reads == 0) {
        return true;
    }
    bool bytes = false;
    uint64_t right = op->word;
    const char *name = "";
    for (int k = 0; k < 2; k++) {
        const uint64_t v = field(op->word, s[k].pos);
        if (s[k].read && looks_like_bytes(op, &s[k])) {
            bytes = true;
            name = s[k].name;
        }
        if (s[k].read && v % 16 == 0) {
            right = (right & ~(UINT64_C(0x3fff) << s[k].pos)) | v / 16 << s[k].pos;
        }
    }
    wgd_scan_finding *f = bytes ? scan_find(r, WGD_SCAN_STRIDE_BYTES, i, o) : NULL;
    if (!f) {
        return !bytes;
    }
    f->has_right = true;
    f->right = right;
    wgd_text t = wgd_text_into(f->message, sizeof f->message);
    wgd_put_str(&t, name);
    wgd_put_str(&t, " of ");
    wgd_put_str(&t, scan_operand_text(o));
    wgd_put_str(&t, " looks like bytes: the field counts units of 16 bytes");
    wgd_text_end(&t);
    return true;
}

/* Bits 46-48 are 0b001 in every word of tcgen05. */
static bool tcgen05_word(scan_report *r, int i, int o)
{
    const wgd_scan_operand *op = &r->wgmma[i].op[o];
    if (!field_known(op, 46, 7) || (op->word >> 46 & 7) != 1) {
        return true;
    }
    wgd_scan_finding *f = scan_find(r, WGD_SCAN_TCGEN05_WORD, i, o);
    if (!f) {
        return false;
    }
    f->has_right = true;
    f->right = op->word & WGD_DESC_MASK;
    const char *const text[] = {"the word of ", scan_operand_text(o),
                                " has bits 46-48 as tcgen05 has them (1)", NULL};
    scan_say(f, text);
    return true;
}

static bool unread_fields(scan_report *r, int i, int o)
{
    const wgd_scan_operand *op = &r->wgmma[i].op[o];
    if (op->reads == 0) {
        return true;
    }
    const bool lbo =
        !(op->reads & WGD_READS_LBO) && field_known(op, 16, 0x3fff) && field(op->word, 16) > 1;
    const bool sbo =
        !(op->reads & WGD_READS_SBO) && field_known(op, 32, 0x3fff) && field(op->word, 32) > 1;
    if (!lbo && !sbo) {
        return true;
    }
    wgd_scan_finding *f = scan_find(r, WGD_SCAN_FIELD_UNREAD, i, o);
    if (!f) {
        return false;
    }
    const char *const text[] = {lbo && sbo ? "LBO and SBO"
                                : lbo      ? "LBO"
                                           : "SBO",
                                " of ",
                                scan_operand_text(o),
                                lbo && sbo ? " are" : " is",
                                " set, and this block does not read ",
                                lbo && sbo ? "them" : "it",
                                NULL};
    scan_say(f, text);
    return true;
}

static bool instruction(scan_report *r, int i)
{
    const wgd_scan_wgmma *w = &r->wgmma[i];
    for (int o = 0; o < 2 && w->types_known; o++) {
        if (w->trans[o] && !wgd_dtype_get(o ? w->b_type : w->a_type)->mn_major) {
            wgd_scan_finding *f = scan_find(r, WGD_SCAN_TRANSPOSE_TYPE, i, o);
            if (!f) {
                return false;
            }
            const char *const text[] = {scan_operand_text(o), " is transposed, which ",
                                        wgd_dtype_get(o ? w->b_type : w->a_type)->name,
                                        " cannot be", NULL};
            scan_say(f, text);
        }
    }
    const int most = w->types_known && wgd_dtype_bits(w->a_type) == 8 ? 0 : 1;
    if (w->sparse && w->selector > most) {
        wgd_scan_finding *f = scan_find(r, WGD_SCAN_SELECTOR, i, -1);
        if (!f) {
            return false;
        }
        const char *const text[] = {"the selector has to be ", most ? "0 or 1" : "0", NULL};
        scan_say(f, text);
    }
    return true;
}

bool scan_rules_word(scan_report *r)
{
    for (int i = 0; i < (int)r->f->n_gmma; i++) {
        if (!r->wgmma[i].reached) {
            wgd_scan_finding *f = scan_find(r, WGD_SCAN_NOT_REACHED, i, -1);
            const char *const text[] = {"no path from the start of the function leads here", NULL};
            if (!f) {
                return false;
            }
            scan_say(f, text);
            continue;
        }
        if (!instruction(r, i)) {
            return false;
        }
        for (int o = 0; o < 2; o++) {
            if (r->wgmma[i].op[o].shared &&
                !(unknown_fields(r, i, o) && zero_strides(r, i, o) && byte_strides(r, i, o) &&
                  tcgen05_word(r, i, o) && unread_fields(r, i, o))) {
                return false;
            }
        }
    }
    return true;
}
