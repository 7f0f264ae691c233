/* SPDX-License-Identifier: MIT
 *
 * Rules about how the descriptors go on along a chain of wgmma, and about the swizzle that the
 * steps and strides belong to.
 */
#include "scan_report.h"

enum { CHAIN_MAX = 256 };

/* The starts of one operand along a chain, in bytes from the first. */
typedef struct walk {
    int n;
    int at[CHAIN_MAX]; /* wgmma */
    int64_t start[CHAIN_MAX];
} walk;

/* Collects the chain that begins at wgmma i; false when a step is not known or it is too long. */
static bool follow(const scan_report *r, int i, int o, walk *out)
{
    out->n = 0;
    for (int k = i; k != (int)r->f->n_gmma; k++) {
        const wgd_scan_wgmma *w = &r->wgmma[k];
        if (w->chain != r->wgmma[i].chain) {
            continue;
        }
        if (out->n == CHAIN_MAX || (out->n > 0 && !w->op[o].step_known)) {
            return false;
        }
        out->start[out->n] = out->n > 0 ? out->start[out->n - 1] + w->op[o].step : 0;
        out->at[out->n++] = k;
    }
    return true;
}

/* The bytes of one K block of a K-major operand. */
static int64_t block_bytes(const wgd_scan_operand *op)
{
    return (int64_t)wgd_read_k(op->read) * wgd_dtype_bits(op->read.dtype) / 8;
}

/* A start of a chain that is in no K block: which, and does it lie in the row all the same? */
typedef struct outside {
    int at;
    bool in_row;
} outside;

/* Where in the pattern start k lies, when the first lies `from` bytes behind its begin. */
static int64_t phase_of(const walk *w, int k, int64_t from, int64_t atom)
{
    return ((w->start[k] + from) % atom + atom) % atom;
}

/* Are all starts in K blocks of a row of this mode, for some place of the first in its row? Else the first one that is
 * not, for the place for which that comes last. */
static bool all_inside(const walk *w, wgd_swizzle_mode mode, int64_t block, outside *out)
{
    const int64_t row = wgd_swizzle_row_bytes(mode), atom = 8 * row;
    int best = 0;
    for (int64_t from = 0; from + block <= row; from += block) {
        int k = 0;
        int64_t phase = from;
        while (phase % block == 0 && phase + block <= row) {
            if (++k == w->n) {
                return true;
            }
            phase = phase_of(w, k, from, atom);
        }
        if (k > best) {
            best = out->at = k;
            out->in_row = phase + block <= row;
        }
    }
    return false;
}

/* The mode that code of the word means elsewhere: TMA or tcgen05. */
static const char *other_coding(wgd_swizzle_mode meant, wgd_swizzle_mode found)
{
    const int code = wgd_swizzle_mode_get(found)->wgmma_code;
    const wgd_swizzle_info *m = wgd_swizzle_mode_get(meant);
    return m->tma_value == code            ? "as in a tensor map (32B 1, 64B 2, 128B 3)"
           : (m->tcgen05_code & 3) == code ? "as in tcgen05 (128B 2, 64B 4, 32B 6)"
                                           : NULL;
}

static void say_code(scan_report *r, int i, int o, wgd_swizzle_mode meant, wgd_swizzle_mode found)
{
    const wgd_scan_operand *op = &r->wgmma[i].op[o];
    wgd_scan_finding *f = scan_find(r, WGD_SCAN_SWIZZLE_CODE, i, o);
    const uint64_t code = (uint64_t)wgd_swizzle_mode_get(meant)->wgmma_code;
    f->has_right = true;
    f->right = (op->word & ~(UINT64_C(3) << 62)) | code << 62;
    const char *coding = other_coding(meant, found);
    const char *const text[] = {scan_operand_text(o),    " is read with the swizzle ",
                                wgd_swizzle_name(found), ", its strides and steps are those of ",
                                wgd_swizzle_name(meant), coding ? "; the code is numbered " : "",
                                coding ? coding : "",    NULL};
    scan_say(f, text);
}

static int64_t stride(const wgd_scan_operand *op, unsigned bit, int pos)
{
    const bool read = (op->reads & bit) && (op->known >> pos & 0x3fff) == 0x3fff;
    return read ? (int64_t)(op->word >> pos & 0x3fff) * 16 : 0;
}

/* The mode whose dense atom has the operand's stride; the smaller of two. */
static bool mode_of_strides(const wgd_scan_operand *op, wgd_swizzle_mode *out)
{
    const int64_t lbo = stride(op, WGD_READS_LBO, 16), sbo = stride(op, WGD_READS_SBO, 32);
    *out = wgd_swizzle_of_row((op->read.major == WGD_MAJOR_K || sbo < lbo ? sbo : lbo) / 8);
    return *out != WGD_SWZ_NONE;
}

/* Rows of the pattern that overlap, with the strides of another mode: is it so? Then it was said. */
static bool overlapping(scan_report *r, int i, int o)
{
    const wgd_scan_operand *op = &r->wgmma[i].op[o];
    const wgd_swizzle_mode mode = wgd_desc_decode(op->word).swizzle;
    wgd_swizzle_mode meant;
    const bool found = mode_of_strides(op, &meant) &&
                       wgd_swizzle_row_bytes(meant) < wgd_swizzle_row_bytes(mode) &&
                       other_coding(meant, mode) != NULL;
    if (found) {
        say_code(r, i, o, meant, mode);
    }
    return found;
}

static void say_step(scan_report *r, wgd_scan_rule rule, int i, int o, int64_t step,
                     const char *what)
{
    wgd_scan_finding *f = scan_find(r, rule, i, o);
    wgd_text t = wgd_text_into(f->message, sizeof f->message);
    wgd_put_str(&t, "the start of ");
    wgd_put_str(&t, scan_operand_text(o));
    wgd_put_str(&t, " goes on by ");
    wgd_put_i64(&t, step);
    wgd_put_str(&t, " bytes");
    wgd_put_str(&t, what);
    wgd_text_end(&t);
}

static void k_major(scan_report *r, const walk *w, int i, int o)
{
    const wgd_scan_operand *op = &r->wgmma[i].op[o];
    const wgd_swizzle_mode mode = wgd_desc_decode(op->word).swizzle;
    const int64_t block = block_bytes(op);
    if (block > wgd_swizzle_row_bytes(mode)) {
        return; /* a block of several rows: the strides say how it goes on */
    }
    outside bad, unused;
    if (all_inside(w, mode, block, &bad)) {
        return;
    }
    wgd_swizzle_mode meant;
    if (mode_of_strides(op, &meant) && all_inside(w, meant, block, &unused)) {
        say_code(r, i, o, meant, mode);
        return;
    }
    const int64_t step = w->start[bad.at] - w->start[bad.at - 1]; /* the first is in a block */
    say_step(r, bad.in_row ? WGD_SCAN_K_STEP : WGD_SCAN_K_STEP_ROW, w->at[bad.at], o, step,
             bad.in_row ? ", not by whole K blocks of 32 bytes"
                        : ": out of the row of the swizzle pattern");
}

/* Without a swizzle, and MN-major: every step is the same multiple of one stride. */
static void by_stride(scan_report *r, const walk *w, int i, int o)
{
    const wgd_scan_operand *op = &r->wgmma[i].op[o];
    const bool none = wgd_desc_decode(op->word).swizzle == WGD_SWZ_NONE;
    const bool along_k = op->read.major == WGD_MAJOR_K;
    const int64_t one = none ? stride(op, WGD_READS_LBO, 16) : stride(op, WGD_READS_SBO, 32);
    const int64_t want = one * (along_k ? block_bytes(op) / 16 : wgd_read_k(op->read) / 8);
    for (int k = 1; one != 0 && k < w->n; k++) {
        const int64_t step = w->start[k] - w->start[k - 1];
        if (step == 0 || step == want) {
            continue;
        }
        say_step(r, WGD_SCAN_K_STEP, w->at[k], o, step,
                 none ? ", not by LBO times the columns of an instruction"
                      : ", not by SBO times the groups of 8 along K");
        return;
    }
}

void scan_rules_walk(scan_report *r, int i, int o)
{
    const wgd_scan_operand *op = &r->wgmma[i].op[o];
    if (op->reads == 0 || overlapping(r, i, o)) {
        return;
    }
    walk w;
    if (!follow(r, i, o, &w)) {
        return;
    }
    const bool rows =
        op->read.major == WGD_MAJOR_K && wgd_desc_decode(op->word).swizzle != WGD_SWZ_NONE;
    if (rows) {
        k_major(r, &w, i, o);
    } else {
        by_stride(r, &w, i, o);
    }
}

/* One operand stands still where the other goes on. */
static void together(scan_report *r, int i)
{
    const wgd_scan_operand *a = &r->wgmma[i].op[0], *b = &r->wgmma[i].op[1];
    if (!a->step_known || !b->step_known || (a->step == 0) == (b->step == 0)) {
        return;
    }
    wgd_scan_finding *f = scan_find(r, WGD_SCAN_K_DIFFERS, i, a->step == 0 ? 0 : 1);
    const char *const text[] = {scan_operand_text(f->operand), " stands still where ",
                                scan_operand_text(1 - f->operand), " goes on", NULL};
    scan_say(f, text);
}

/* Two wgmma of one A with B behind one another. */
static void narrow(scan_report *r, int i, int behind)
{
    const wgd_scan_wgmma *w = &r->wgmma[i], *next = &r->wgmma[behind];
    const wgd_scan_operand *op = &w->op[1];
    int64_t a, b;
    if (w->n != next->n || w->k != next->k || w->chain == next->chain ||
        !wgd_n_legal(w->b_type, w->n * 2) || op->read.major != WGD_MAJOR_K ||
        r->flow->block_of[r->f->gmma[i].insn] != r->flow->block_of[r->f->gmma[behind].insn]) {
        return;
    }
    if (!scan_place_apart(&r->place[i][0], &r->place[behind][0], &a) || a != 0 ||
        !scan_place_apart(&r->place[i][1], &r->place[behind][1], &b) || b == 0 ||
        b != stride(op, WGD_READS_SBO, 32) * (w->n / 8)) {
        return;
    }
    wgd_scan_finding *f = scan_find_insn(r, WGD_SCAN_NARROW, i);
    const char *const text[] = {"this and the next wgmma could be one of twice the N", NULL};
    scan_say(f, text);
}

void scan_rules_step(scan_report *r, int before, int i)
{
    together(r, i);
    narrow(r, before, i);
}
