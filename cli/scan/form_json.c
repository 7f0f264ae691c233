/* SPDX-License-Identifier: MIT
 *
 * The answer of a scan as JSON (docs/wgdesc.schema.json, answer_scan).
 */
#include "scan_session.h"

/* LBO or SBO: its field and bytes where they are known, and whether this block reads it. */
static void stride(buf *out, const char *key, const wgd_scan_operand *op, int pos, unsigned bit)
{
    const bool known = (op->known >> pos & 0x3fff) == 0x3fff;
    const int64_t field = (int64_t)(op->word >> pos & 0x3fff);
    json_open(out, key, '{');
    if (known) {
        json_int(out, "field", field);
        json_int(out, "bytes", field * 16);
    } else {
        json_null(out, "field");
        json_null(out, "bytes");
    }
    if (op->reads != 0) {
        json_bool(out, "used", (op->reads & bit) != 0);
    } else {
        json_null(out, "used");
    }
    json_close(out, '}');
}

static void place(buf *out, const wgd_scan_operand *op)
{
    json_open(out, "start", '{');
    if (op->base) {
        json_text(out, "base", op->base, op->base_len);
    } else {
        json_null(out, "base");
    }
    if (op->place_known) {
        json_int(out, "offset_min", op->offset_min);
        json_int(out, "offset_max", op->offset_max);
    } else {
        json_null(out, "offset_min");
        json_null(out, "offset_max");
    }
    json_close(out, '}');
    if (op->step_known) {
        json_int(out, "step_bytes", op->step);
    }
    if (op->stage_step) {
        json_int(out, "stage_bytes", op->stage_step);
        if (op->stages) {
            json_int(out, "stages", op->stages);
        }
    }
    if (op->span_known) {
        json_int(out, "span_bytes", op->span);
    }
}

static void tile(buf *out, const wgd_scan_kernel *k, int i, int o)
{
    wgd_tile_query q;
    const bool first = i == 0 || k->wgmma[i].chain > k->wgmma[i - 1].chain;
    if (!first || !wgd_scan_tile(k, i, o, &q)) {
        return;
    }
    json_open(out, "tile", '{');
    json_str(out, "dtype", wgd_dtype_get(q.dtype)->name);
    json_str(out, "operand", wgd_operand_name(q.operand));
    json_str(out, "major", wgd_major_name(q.major));
    json_str(out, "swizzle", wgd_swizzle_name(q.swizzle));
    json_open(out, "shape", '[');
    json_int(out, NULL, q.mn);
    json_int(out, NULL, q.k);
    json_close(out, ']');
    json_open(out, "order", '[');
    json_int(out, NULL, q.order[0]);
    json_int(out, NULL, q.order[1]);
    json_close(out, ']');
    if (q.n) {
        json_int(out, "n", q.n);
    }
    json_close(out, '}');
}

static void operand(buf *out, const wgd_scan_kernel *k, int i, int o)
{
    const wgd_scan_operand *op = &k->wgmma[i].op[o];
    json_open(out, o ? "b" : "a", '{');
    json_str(out, "from", op->shared ? "shared" : "registers");
    if (op->shared) {
        json_word(out, "word", op->word);
        json_word(out, "known", op->known);
        if (op->known >> 62 == 3) {
            json_str(out, "swizzle", wgd_swizzle_name(wgd_desc_decode(op->word).swizzle));
        } else {
            json_null(out, "swizzle");
        }
        json_str(out, "major", wgd_major_name(op->read.major));
        stride(out, "lbo", op, 16, WGD_READS_LBO);
        stride(out, "sbo", op, 32, WGD_READS_SBO);
        if ((op->known >> 49 & 7) == 7) {
            json_int(out, "base_offset", (int64_t)(op->word >> 49 & 7));
        } else {
            json_null(out, "base_offset");
        }
        place(out, op);
        tile(out, k, i, o);
    }
    json_close(out, '}');
}

static void one_wgmma(buf *out, const wgd_scan_kernel *k, int i)
{
    const wgd_scan_wgmma *w = &k->wgmma[i];
    buf shape = {0};
    put_wgmma_shape(&shape, w);
    json_open(out, NULL, '{');
    json_int(out, "index", w->index);
    json_text(out, "shape", shape.data, shape.len);
    out->failed = out->failed || shape.failed;
    buf_free(&shape);
    json_str(out, "d", scan_acc_name(w));
    json_str(out, "a_type", w->types_known ? wgd_dtype_get(w->a_type)->name : "unknown");
    json_str(out, "b_type", w->types_known ? wgd_dtype_get(w->b_type)->name : "unknown");
    operand(out, k, i, 0);
    operand(out, k, i, 1);
    json_int(out, "trans_a", w->trans[0]);
    json_int(out, "trans_b", w->trans[1]);
    json_int(out, "negate_a", w->negate[0]);
    json_int(out, "negate_b", w->negate[1]);
    json_bool(out, "sparse", w->sparse);
    if (w->sparse && w->selector >= 0) {
        json_int(out, "selector", w->selector);
    }
    json_bool(out, "satfinite", w->satfinite);
    if (w->scale_d == 3 || w->scale_d == 0) {
        json_null(out, "scale_d");
    } else {
        json_int(out, "scale_d", w->scale_d == 2);
    }
    json_int(out, "accumulators", w->accumulators);
    json_bool(out, "reached", w->reached);
    json_int(out, "loop", w->loop);
    json_int(out, "chain", w->chain);
    json_int(out, "line", w->line);
    if (w->source_line) {
        json_int(out, "source_line", w->source_line);
    }
    json_close(out, '}');
}

static void loops(buf *out, const wgd_scan_kernel *k)
{
    wgd_scan_loop l;
    json_open(out, "loops", '[');
    for (int i = 1, n = scan_loops(k); i <= n; i++) {
        if (!wgd_scan_loop_cost(k, i, &l)) {
            continue;
        }
        json_open(out, NULL, '{');
        json_int(out, "loop", l.loop);
        json_int(out, "wgmma", l.wgmma);
        json_int(out, "cycles", l.cycles);
        json_int(out, "tensor_cycles", l.tensor_cycles);
        json_int(out, "shared_cycles", l.shared_cycles);
        json_int(out, "shared_bytes", l.shared_bytes);
        json_int(out, "peak_cycles", l.peak_cycles);
        json_str(out, "bound", wgd_cost_bound_name(l.bound));
        json_close(out, '}');
    }
    json_close(out, ']');
}

static void kernel(scan_session *s, const wgd_scan_kernel *k)
{
    buf *out = &s->kernels;
    json_open(out, NULL, '{');
    json_text(out, "name", k->name, k->name_len);
    json_text(out, "file", s->file, strlen(s->file));
    if (s->of[0]) {
        json_str(out, "of", s->of);
    }
    json_str(out, "language", s->language == WGD_SCAN_PTX ? "ptx" : "sass");
    json_int(out, "line", k->line);
    json_int(out, "instructions", k->instructions);
    json_int(out, "unknown_instructions", k->unknown);
    if (s->strict) {
        json_open(out, "unknown_lines", '[');
        for (uint32_t i = 0; i < k->unknown; i++) {
            json_int(out, NULL, k->unknown_lines[i]);
        }
        json_close(out, ']');
    }
    json_open(out, "wgmma", '[');
    for (size_t i = 0; i < k->n_wgmma; i++) {
        one_wgmma(out, k, (int)i);
    }
    json_close(out, ']');
    loops(out, k);
    json_close(out, '}');
}

static void finding(scan_session *s, const wgd_scan_kernel *k, const wgd_scan_finding *f,
                    wgd_scan_severity severity)
{
    buf *out = &s->findings;
    json_open(out, NULL, '{');
    json_str(out, "rule", wgd_scan_rule_get(f->rule)->name);
    json_str(out, "severity", wgd_scan_severity_name(severity));
    json_text(out, "file", s->file, strlen(s->file));
    json_text(out, "kernel", k->name, k->name_len);
    json_int(out, "index", f->index);
    if (f->operand >= 0) {
        json_str(out, "operand", f->operand ? "b" : "a");
    }
    json_int(out, "line", f->line);
    if (s->language == WGD_SCAN_SASS) {
        json_addr(out, "address", f->address);
    }
    if (f->source_line) {
        json_int(out, "source_line", f->source_line);
    }
    json_text(out, "message", f->message, strlen(f->message));
    if (f->has_word) {
        json_word(out, "word", f->word);
    }
    if (f->has_right) {
        json_word(out, "right", f->right);
    }
    json_close(out, '}');
}

static void end(scan_session *s, answer *a)
{
    buf *out = a->out;
    answer_begin(a, "scan", true);
    json_int(out, "functions", s->functions);
    json_int(out, "unknown_instructions", s->unknown);
    json_int(out, "cubins_without_wgmma", s->without_wgmma);
    json_open(out, "kernels", '[');
    buf_mem(out, s->kernels.data, s->kernels.len);
    json_close(out, ']');
    json_open(out, "findings", '[');
    buf_mem(out, s->findings.data, s->findings.len);
    json_close(out, ']');
    json_int(out, "in_baseline", s->known_before);
    answer_end(a);
}

const scan_form scan_form_json = {kernel, finding, NULL, end};
