/* SPDX-License-Identifier: MIT
 *
 * Rules about LBO and SBO: 0, bytes instead of units of 16, shorter than what they step over.
 */
#include "scan_report.h"

typedef struct stride {
    const char *name;
    int pos;
    bool read;
} stride;

static void strides_of(const wgd_scan_operand *op, stride out[2])
{
    const stride lbo = {"LBO", 16, (op->reads & WGD_READS_LBO) && scan_field_known(op, 16, 0x3fff)};
    const stride sbo = {"SBO", 32, (op->reads & WGD_READS_SBO) && scan_field_known(op, 32, 0x3fff)};
    out[0] = lbo;
    out[1] = sbo;
}

static void zero_strides(scan_report *r, int i, int o)
{
    const wgd_scan_operand *op = &r->wgmma[i].op[o];
    stride s[2];
    strides_of(op, s);
    for (int k = 0; k < 2; k++) {
        if (!s[k].read || scan_stride_field(op->word, s[k].pos) != 0) {
            continue;
        }
        wgd_scan_finding *f = scan_find(r, WGD_SCAN_STRIDE_ZERO, i, o);
        const char *const text[] = {s[k].name, " of ", scan_operand_text(o),
                                    " is 0, and this block steps by it", NULL};
        scan_say(f, text);
    }
}

/* The stride of a dense atom, in bytes: what a field holds that was not divided by 16. */
static bool looks_like_bytes(const wgd_scan_operand *op, const stride *s)
{
    const uint64_t v = scan_stride_field(op->word, s->pos);
    const wgd_swizzle_mode mode = wgd_desc_decode(op->word).swizzle;
    const uint64_t atom = 8 * (uint64_t)wgd_swizzle_row_bytes(mode);
    const uint64_t groups = op->read.major == WGD_MAJOR_K ? (uint64_t)op->read.mn / 8 : 2;
    const bool leaves = v * 16 * (groups - 1) >= WGD_SMEM_WINDOW;
    if (v == 0 || v % 16 != 0 || v % atom != 0) {
        return false;
    }
    return leaves || (mode != WGD_SWZ_NONE && v == atom);
}

static void byte_strides(scan_report *r, int i, int o)
{
    const wgd_scan_operand *op = &r->wgmma[i].op[o];
    stride s[2];
    strides_of(op, s);
    if (op->reads == 0) {
        return;
    }
    bool bytes = false;
    uint64_t right = op->word;
    const char *name = "";
    for (int k = 0; k < 2; k++) {
        const uint64_t v = scan_stride_field(op->word, s[k].pos);
        if (s[k].read && looks_like_bytes(op, &s[k])) {
            bytes = true;
            name = s[k].name;
        }
        if (s[k].read && v % 16 == 0) {
            right = (right & ~(UINT64_C(0x3fff) << s[k].pos)) | v / 16 << s[k].pos;
        }
    }
    if (!bytes) {
        return;
    }
    wgd_scan_finding *f = scan_find(r, WGD_SCAN_STRIDE_BYTES, i, o);
    f->has_right = true;
    f->right = right;
    wgd_text t = wgd_text_into(f->message, sizeof f->message);
    wgd_put_str(&t, name);
    wgd_put_str(&t, " of ");
    wgd_put_str(&t, scan_operand_text(o));
    wgd_put_str(&t, " looks like bytes: the field counts units of 16 bytes");
    wgd_text_end(&t);
}

/* A stride of eight rows of the pattern or more keeps the groups apart. One of 0 has a rule of its
 * own. */
static void short_strides(scan_report *r, int i, int o)
{
    const wgd_scan_operand *op = &r->wgmma[i].op[o];
    stride s[2];
    strides_of(op, s);
    const uint64_t group = 8 * (uint64_t)wgd_swizzle_row_bytes(wgd_desc_decode(op->word).swizzle);
    for (int k = 0; k < 2 && op->reads != 0; k++) {
        const uint64_t bytes = 16 * scan_stride_field(op->word, s[k].pos);
        if (!s[k].read || bytes == 0 || bytes >= group) {
            continue;
        }
        wgd_scan_finding *f = scan_find(r, WGD_SCAN_STRIDE_OVERLAP, i, o);
        wgd_text t = wgd_text_into(f->message, sizeof f->message);
        wgd_put_str(&t, s[k].name);
        wgd_put_str(&t, " of ");
        wgd_put_str(&t, scan_operand_text(o));
        wgd_put_str(&t, " steps ");
        wgd_put_u64(&t, bytes);
        wgd_put_str(&t, " bytes over a group of ");
        wgd_put_u64(&t, group);
        wgd_text_end(&t);
    }
}

void scan_rules_stride(scan_report *r, int i, int o)
{
    zero_strides(r, i, o);
    byte_strides(r, i, o);
    short_strides(r, i, o);
}
