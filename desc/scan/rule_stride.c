/* SPDX-License-Identifier: MIT
 *
 * Rules about LBO and SBO: 0, bytes instead of units of 16, shorter than what they step over.
 */
#include "scan_report.h"

typedef struct stride {
    const char *name;
    int pos;
    bool read; /* and known */
    uint64_t value;
} stride;

static stride stride_of(const wgd_scan_operand *op, const char *name, int pos, unsigned bit)
{
    const stride s = {name, pos, (op->reads & bit) && scan_field_known(op, pos, 0x3fff),
                      scan_stride_field(op->word, pos)};
    return s;
}

static void zero_stride(scan_report *r, int i, int o, const stride *s)
{
    if (s->read && s->value == 0) {
        wgd_scan_finding *f = scan_find(r, WGD_SCAN_STRIDE_ZERO, i, o);
        const char *const text[] = {s->name, " of ", scan_operand_text(o),
                                    " is 0, and this block steps by it", NULL};
        scan_say(f, text);
    }
}

/* Bytes of eight rows of the pattern. */
static uint64_t group_bytes(const wgd_scan_operand *op)
{
    return 8 * (uint64_t)wgd_swizzle_row_bytes(wgd_desc_decode(op->word).swizzle);
}

/* Is it a multiple of what a stride is in bytes? */
static bool may_be_bytes(const wgd_scan_operand *op, const stride *s)
{
    return s->read && s->value % group_bytes(op) == 0;
}

/* The stride of a dense atom, in bytes, or one out of shared memory: what a field holds that was not divided by 16. */
static bool looks_like_bytes(const wgd_scan_operand *op, const stride *s)
{
    const bool leaves = op->read.major == WGD_MAJOR_K &&
                        s->value * 16 * ((uint64_t)op->read.mn / 8 - 1) >= WGD_SMEM_WINDOW;
    const bool swizzled = wgd_desc_decode(op->word).swizzle != WGD_SWZ_NONE;
    return may_be_bytes(op, s) && (leaves || (swizzled && s->value == group_bytes(op)));
}

static void byte_strides(scan_report *r, int i, int o, const stride *lbo, const stride *sbo)
{
    const wgd_scan_operand *op = &r->wgmma[i].op[o];
    const stride *const both[] = {lbo, sbo};
    const stride *bytes = NULL;
    uint64_t right = op->word;
    for (int k = 0; k < 2; k++) {
        const stride *s = both[k];
        bytes = looks_like_bytes(op, s) ? s : bytes;
        if (may_be_bytes(op, s)) {
            right ^= (s->value ^ s->value / 16) << s->pos;
        }
    }
    if (bytes) {
        wgd_scan_finding *f = scan_find(r, WGD_SCAN_STRIDE_BYTES, i, o);
        const char *const text[] = {bytes->name, " of ", scan_operand_text(o),
                                    " looks like bytes: the field counts units of 16 bytes", NULL};
        f->has_right = true;
        f->right = right;
        scan_say(f, text);
    }
}

/* A stride of eight rows of the pattern or more keeps the groups apart. One of 0 has a rule of its
 * own. */
static void short_stride(scan_report *r, int i, int o, const stride *s)
{
    const uint64_t group = group_bytes(&r->wgmma[i].op[o]), bytes = 16 * s->value;
    if (!s->read || bytes == 0 || bytes >= group) {
        return;
    }
    wgd_scan_finding *f = scan_find(r, WGD_SCAN_STRIDE_OVERLAP, i, o);
    wgd_text t = wgd_text_into(f->message, sizeof f->message);
    wgd_put_str(&t, s->name);
    wgd_put_str(&t, " of ");
    wgd_put_str(&t, scan_operand_text(o));
    wgd_put_str(&t, " steps ");
    wgd_put_u64(&t, bytes);
    wgd_put_str(&t, " bytes over a group of ");
    wgd_put_u64(&t, group);
    wgd_text_end(&t);
}

void scan_rules_stride(scan_report *r, int i, int o)
{
    const wgd_scan_operand *op = &r->wgmma[i].op[o];
    const stride lbo = stride_of(op, "LBO", 16, WGD_READS_LBO);
    const stride sbo = stride_of(op, "SBO", 32, WGD_READS_SBO);
    zero_stride(r, i, o, &lbo);
    zero_stride(r, i, o, &sbo);
    byte_strides(r, i, o, &lbo, &sbo);
    short_stride(r, i, o, &lbo);
    short_stride(r, i, o, &sbo);
}
