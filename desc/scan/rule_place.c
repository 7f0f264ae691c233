/* SPDX-License-Identifier: MIT
 *
 * Rules about where in shared memory a block lies.
 */
#include "scan_report.h"

/* Shared memory that one block of threads can have (compute capability 9.0). */
enum { SHARED_MAX = 227 * 1024 };

static void put_name(wgd_text *t, const wgd_scan_operand *op)
{
    for (size_t i = 0; i < op->base_len && i < 60; i++) {
        wgd_put_char(t, op->base[i]);
    }
}

/* The bits of an address that the XOR takes its row from. */
static uint32_t row_bits(const wgd_scan_operand *op)
{
    return (uint32_t)(wgd_swizzle_alignment(wgd_desc_decode(op->word).swizzle) - 1) & ~127u;
}

/* Does the pattern begin somewhere in the variable, as far as its declaration says? */
static bool is_loose(const wgd_scan_operand *op)
{
    return op->base && op->base_align < wgd_swizzle_alignment(wgd_desc_decode(op->word).swizzle);
}

/* base_offset is 0: the block has to start in row 0 of the pattern. */
static void alignment(scan_report *r, int i, int o)
{
    const wgd_scan_operand *op = &r->wgmma[i].op[o];
    const scan_num at = scan_place_bits(r->run, &r->place[i][o]);
    /* (Where dynamic shared memory begins is not in the text.) */
    if (is_loose(op) ? op->base_bytes < 0 : (at.value & row_bits(op)) == 0) {
        return;
    }
    wgd_scan_finding *f = scan_find(r, WGD_SCAN_START_ALIGN, i, o);
    wgd_text t = wgd_text_into(f->message, sizeof f->message);
    wgd_put_str(&t, "the start of ");
    wgd_put_str(&t, scan_operand_text(o));
    if (is_loose(op)) {
        wgd_put_str(&t, " lies in a variable that is aligned to ");
        wgd_put_i64(&t, op->base_align);
        wgd_put_str(&t, " bytes only (");
        put_name(&t, op);
        wgd_put_str(&t, "); ");
    } else {
        wgd_put_str(&t, " is not in row 0 of the pattern, and base_offset is 0; ");
    }
    wgd_put_str(&t, wgd_swizzle_name(wgd_desc_decode(op->word).swizzle));
    wgd_put_str(&t, " needs ");
    wgd_put_i64(&t, wgd_swizzle_alignment(wgd_desc_decode(op->word).swizzle));
    wgd_text_end(&t);
}

/* base_offset is set: it has to be the row of the pattern that the start lies in, where that is known. */
static void base_offset(scan_report *r, int i, int o, uint64_t value)
{
    const wgd_scan_operand *op = &r->wgmma[i].op[o];
    const uint32_t rows = row_bits(op);
    const scan_num at = scan_place_bits(r->run, &r->place[i][o]);
    if (is_loose(op) || (at.mask & rows) != 0 || ((value << 7 ^ at.value) & rows) == 0) {
        return;
    }
    wgd_scan_finding *f = scan_find(r, WGD_SCAN_BASE_OFFSET, i, o);
    f->has_right = true;
    f->right = op->word & ~(UINT64_C(7) << 49);
    wgd_text t = wgd_text_into(f->message, sizeof f->message);
    wgd_put_str(&t, "base_offset of ");
    wgd_put_str(&t, scan_operand_text(o));
    wgd_put_str(&t, " is ");
    wgd_put_u64(&t, value);
    wgd_put_str(&t, ", and the start is in row ");
    wgd_put_u64(&t, (at.value & rows) >> 7);
    wgd_put_str(&t, " of the pattern");
    wgd_text_end(&t);
}

void scan_rules_bounds(scan_report *r, int i, int o)
{
    const wgd_scan_operand *op = &r->wgmma[i].op[o];
    const bool too_long = op->span_known && op->span > SHARED_MAX;
    const bool outside = op->span_known && op->place_known && op->base && op->base_bytes >= 0 &&
                         (op->offset_max < 0 || op->offset_min + op->span > op->base_bytes);
    if (!too_long && !outside) {
        return;
    }
    wgd_scan_finding *f = scan_find(r, WGD_SCAN_OUT_OF_BOUNDS, i, o);
    wgd_text t = wgd_text_into(f->message, sizeof f->message);
    wgd_put_str(&t, "the block of ");
    wgd_put_str(&t, scan_operand_text(o));
    if (outside) {
        wgd_put_str(&t, " reaches to byte ");
        wgd_put_i64(&t, op->offset_min + op->span);
        wgd_put_str(&t, " of ");
        put_name(&t, op);
        wgd_put_str(&t, ", which has ");
        wgd_put_i64(&t, op->base_bytes);
    } else {
        wgd_put_str(&t, " spans ");
        wgd_put_i64(&t, op->span);
        wgd_put_str(&t, " bytes, more than the shared memory there is");
    }
    wgd_text_end(&t);
}

/* Do the bytes of a and those of b, which starts `apart` behind, meet? */
static bool meet(const wgd_scan_operand *a, const wgd_scan_operand *b, int64_t apart)
{
    return a->span_begin < apart + b->span && apart + b->span_begin < a->span;
}

/* Does the block of wgmma k in the next stage meet that of wgmma i, of its chain? */
static bool next_stage_meets(const scan_report *r, int i, int k, int o)
{
    const wgd_scan_operand *op = &r->wgmma[i].op[o], *other = &r->wgmma[k].op[o];
    int64_t apart;
    return r->wgmma[k].chain == r->wgmma[i].chain && op->span_known && other->span_known &&
           scan_place_apart(&r->place[i][o], &r->place[k][o], &apart) &&
           meet(op, other, apart + op->stage_step);
}

static void stages(scan_report *r, int i, int o)
{
    const wgd_scan_operand *op = &r->wgmma[i].op[o];
    bool overlap = false;
    for (int k = 0; op->stages > 0 && k != (int)r->f->n_gmma; k++) {
        overlap = overlap || next_stage_meets(r, i, k, o);
    }
    if (!overlap) {
        return;
    }
    wgd_scan_finding *f = scan_find(r, WGD_SCAN_STAGE_OVERLAP, i, o);
    wgd_text t = wgd_text_into(f->message, sizeof f->message);
    wgd_put_str(&t, "the stages of ");
    wgd_put_str(&t, scan_operand_text(o));
    wgd_put_str(&t, " are ");
    wgd_put_i64(&t, op->stage_step);
    wgd_put_str(&t, " bytes apart, and their blocks reach further");
    wgd_text_end(&t);
}

/* Whatever the stage: do the blocks of A and B share bytes? */
static bool operands_meet(const scan_report *r, int i)
{
    const wgd_scan_operand *a = &r->wgmma[i].op[0], *b = &r->wgmma[i].op[1];
    int64_t apart;
    return a->span_known && b->span_known &&
           scan_place_apart(&r->place[i][0], &r->place[i][1], &apart) && meet(a, b, apart);
}

void scan_rules_overlap(scan_report *r, int i)
{
    if (operands_meet(r, i)) {
        wgd_scan_finding *f = scan_find_insn(r, WGD_SCAN_OPERAND_OVERLAP, i);
        const char *const text[] = {"the blocks of A and B share bytes of shared memory", NULL};
        scan_say(f, text);
    }
}

void scan_rules_start(scan_report *r, int i, int o)
{
    const wgd_scan_operand *op = &r->wgmma[i].op[o];
    const uint64_t value = op->word >> 49 & 7;
    if ((op->reads & WGD_READS_BASE_OFFSET) && scan_field_known(op, 49, 7)) {
        if (value == 0) {
            alignment(r, i, o);
        } else {
            base_offset(r, i, o, value);
        }
    }
    stages(r, i, o);
}
