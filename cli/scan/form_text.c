/* SPDX-License-Identifier: MIT
 *
 * The answer of a scan for a person: a table for each kernel, then what was found, in 80 columns.
 */
#include "help/wrap.h"
#include "scan_session.h"

enum { INDENT = 4 };

/* A line of text, folded. */
static void put_folded(buf *out, buf *line)
{
    buf_char(line, '\0');
    if (line->failed) {
        out->failed = true;
    } else {
        help_wrapped(out, line->data, 0, INDENT);
    }
    buf_free(line);
}

/* "0x400000400000???": a digit of which a bit is not known is a question mark. */
static void put_word(buf *out, const wgd_scan_operand *op)
{
    static const char digits[] = "0123456789abcdef";
    buf_str(out, "0x");
    for (int i = 60; i >= 0; i -= 4) {
        buf_char(out, (op->known >> i & 15) == 15 ? digits[op->word >> i & 15] : '?');
    }
}

static void put_stride(buf *out, const char *name, const wgd_scan_operand *op, int pos,
                       unsigned bit)
{
    buf_str(out, name);
    if (op->reads != 0 && !(op->reads & bit)) {
        buf_str(out, "     -");
    } else if ((op->known >> pos & 0x3fff) != 0x3fff) {
        buf_str(out, "     ?");
    } else {
        buf_right_i64(out, (int64_t)(op->word >> pos & 0x3fff) * 16, 6);
    }
}

static void put_operand(buf *out, const wgd_scan_wgmma *w, int o)
{
    const wgd_scan_operand *op = &w->op[o];
    buf_str(out, o ? "      B  " : "      A  ");
    if (!op->shared) {
        buf_str(out, "in registers\n");
        return;
    }
    put_word(out, op);
    buf_str(out, "  ");
    const bool mode = op->known >> 62 == 3;
    buf_left(out, mode ? wgd_swizzle_name(wgd_desc_decode(op->word).swizzle) : "?", 5);
    buf_left(out, wgd_major_name(op->read.major), 4);
    put_stride(out, "LBO", op, 16, WGD_READS_LBO);
    put_stride(out, "  SBO", op, 32, WGD_READS_SBO);
    if (op->step_known) {
        buf_str(out, op->step < 0 ? "  step " : "  step +");
        buf_i64(out, op->step);
    } else if (op->stage_step) {
        buf_str(out, "  stage ");
        buf_i64(out, op->stage_step);
    }
    buf_char(out, '\n');
}

static void put_tile(buf *out, const wgd_scan_kernel *k, int i, int o)
{
    wgd_tile_query q;
    const bool first = i == 0 || k->wgmma[i].chain > k->wgmma[i - 1].chain;
    if (!first || !wgd_scan_tile(k, i, o, &q)) {
        return;
    }
    buf_str(out, o ? "      B as --operand b --dtype " : "      A as --dtype ");
    buf_str(out, wgd_dtype_get(q.dtype)->name);
    buf_str(out, " --major ");
    buf_str(out, wgd_major_name(q.major));
    buf_str(out, " --swizzle ");
    buf_str(out, wgd_swizzle_name(q.swizzle));
    buf_str(out, " --shape ");
    buf_i64(out, q.mn);
    buf_char(out, 'x');
    buf_i64(out, q.k);
    buf_str(out, q.order[0] == 2 ? " --order 2,1\n" : "\n");
}

static void put_wgmma(buf *out, const wgd_scan_kernel *k, int i)
{
    const wgd_scan_wgmma *w = &k->wgmma[i];
    buf_right_i64(out, w->index, 5);
    buf_str(out, "  line ");
    buf_i64(out, w->line);
    buf_str(out, "  ");
    put_wgmma_shape(out, w);
    buf_char(out, '.');
    buf_str(out, scan_acc_name(w));
    buf_char(out, '.');
    buf_str(out, w->types_known ? wgd_dtype_get(w->a_type)->name : "?");
    buf_char(out, '.');
    buf_str(out, w->types_known ? wgd_dtype_get(w->b_type)->name : "?");
    buf_str(out, w->sparse ? "  sparse" : "");
    buf_str(out, w->scale_d == 1 ? "  D = A*B" : "");
    if (w->loop) {
        buf_str(out, "  loop ");
        buf_i64(out, w->loop);
    }
    buf_char(out, '\n');
    put_operand(out, w, 0);
    put_operand(out, w, 1);
    put_tile(out, k, i, 0);
    put_tile(out, k, i, 1);
}

static void put_loop(buf *out, const wgd_scan_loop *l)
{
    buf_str(out, "  loop ");
    buf_i64(out, l->loop);
    buf_str(out, ": ");
    buf_i64(out, l->wgmma);
    buf_str(out, " wgmma, ");
    buf_i64(out, l->cycles);
    buf_str(out, " cycles a round, ");
    buf_str(out, l->bound == WGD_COST_SHARED ? "shared memory binds" : "the tensor cores bind");
    buf_str(out, ", ");
    buf_i64(out, l->peak_cycles * 100 / l->cycles);
    buf_str(out, "% of their peak\n");
}

static void kernel(scan_session *s, const wgd_scan_kernel *k)
{
    buf *out = &s->kernels;
    buf line = {0};
    buf_str(&line, "kernel ");
    buf_mem(&line, k->name, k->name_len);
    buf_str(&line, " (");
    buf_str(&line, s->file);
    buf_str(&line, s->of[0] ? ", " : "");
    buf_str(&line, s->of);
    buf_str(&line, "): ");
    buf_i64(&line, (int64_t)k->n_wgmma);
    buf_str(&line, " wgmma");
    put_folded(out, &line);
    for (size_t i = 0; i < k->n_wgmma; i++) {
        put_wgmma(out, k, (int)i);
    }
    wgd_scan_loop loop;
    for (int l = 1, n = scan_loops(k); l <= n; l++) {
        if (wgd_scan_loop_cost(k, l, &loop)) {
            put_loop(out, &loop);
        }
    }
    for (uint32_t i = 0; s->strict && i < k->unknown; i++) {
        buf_str(out, "  line ");
        buf_i64(out, k->unknown_lines[i]);
        buf_str(out, ": the name of the instruction is not known\n");
    }
}

static void put_words(buf *out, const wgd_scan_finding *f)
{
    if (f->has_word) {
        buf_str(out, "    the word is ");
        buf_word(out, f->word);
        buf_str(out, f->has_right ? ", right would be " : "\n");
    } else if (f->operand >= 0) {
        buf_str(out, "    nothing of the word is known\n");
    }
    if (f->has_right) {
        buf_word(out, f->right);
        buf_char(out, '\n');
    }
}

static void finding(scan_session *s, const wgd_scan_kernel *k, const wgd_scan_finding *f,
                    wgd_scan_severity severity)
{
    buf *out = &s->findings;
    buf line = {0};
    buf_str(&line, wgd_scan_severity_name(severity));
    buf_str(&line, ": ");
    buf_str(&line, s->file);
    buf_char(&line, ':');
    buf_i64(&line, f->line);
    if (s->language == WGD_SCAN_SASS) {
        buf_str(&line, ", ");
        buf_hex(&line, f->address, 4);
    }
    if (f->source_line) {
        buf_str(&line, ", source line ");
        buf_i64(&line, f->source_line);
    }
    buf_str(&line, ": ");
    buf_mem(&line, k->name, k->name_len);
    buf_str(&line, " #");
    buf_i64(&line, f->index);
    buf_str(&line, ": ");
    buf_str(&line, f->message);
    buf_str(&line, " [");
    buf_str(&line, wgd_scan_rule_get(f->rule)->name);
    buf_char(&line, ']');
    put_folded(out, &line);
    put_words(out, f);
}

static void kernel_end(scan_session *s, const wgd_scan_kernel *k)
{
    (void)k;
    if (s->findings.len > 0) {
        buf_mem(&s->kernels, s->findings.data, s->findings.len);
        s->findings.len = 0;
    }
    buf_char(&s->kernels, '\n');
}

static void put_count(buf *out, int n, const char *one, const char *many)
{
    buf_i64(out, n);
    buf_char(out, ' ');
    buf_str(out, n == 1 ? one : many);
}

static void end(scan_session *s, answer *a)
{
    buf *out = a->out;
    buf_mem(out, s->kernels.data, s->kernels.len);
    buf_i64(out, s->n_wgmma);
    buf_str(out, " wgmma in ");
    put_count(out, s->n_kernel, "kernel", "kernels");
    buf_str(out, " of ");
    put_count(out, s->functions, "function", "functions");
    buf_str(out, ": ");
    put_count(out, s->count[WGD_SCAN_ERROR], "error", "errors");
    buf_str(out, ", ");
    put_count(out, s->count[WGD_SCAN_WARN], "warning", "warnings");
    buf_str(out, ", ");
    put_count(out, s->count[WGD_SCAN_INFO], "note", "notes");
    buf_char(out, '\n');
    if (s->known_before > 0) {
        put_count(out, s->known_before, "finding is", "findings are");
        buf_str(out, " in the baseline\n");
    }
    if (s->unknown > 0) {
        put_count(out, s->unknown, "instruction has", "instructions have");
        buf_str(out, " a name that is not known (--strict lists them)\n");
    }
    if (s->without_wgmma > 0) {
        put_count(out, s->without_wgmma, "cubin has", "cubins have");
        buf_str(out, " no wgmma\n");
    }
}

const scan_form scan_form_text = {kernel, finding, kernel_end, end};
