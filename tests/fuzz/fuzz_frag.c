/* SPDX-License-Identifier: MIT
 *
 * Names of instructions and their fragments: what is read is printed, read again and the same; every place
 * of a fragment leads to an element and back, and every element has its places.
 *
 * Input: a byte that chooses the operand, then lines: the name, a type, an accumulator.
 */
#include <string.h>

#include "source.h"
#include "wgd_frag.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { TEXT_MAX = 256, ELEMENTS_MAX = 1 << 16 };

static void same_name(const wgd_frag_op *op)
{
    char text[TEXT_MAX], again[TEXT_MAX];
    wgd_frag_op back;
    wgd_text t = wgd_text_into(text, sizeof text);
    wgd_put_frag_op(&t, op);
    must(wgd_text_end(&t) < sizeof text && wgd_frag_op_parse(text, &back, NULL) == WGD_OK);
    must(back.family == op->family && back.m == op->m && back.n == op->n && back.k == op->k);
    must(back.sparse == op->sparse && back.x == op->x && back.trans == op->trans);
    t = wgd_text_into(again, sizeof again);
    wgd_put_frag_op(&t, &back);
    must(wgd_text_end(&t) < sizeof again && strcmp(text, again) == 0);
}

static void check_fragment(const wgd_frag *f)
{
    static uint8_t held[ELEMENTS_MAX];
    const int elements = f->rows * f->cols;
    must(elements > 0 && f->copies > 0);
    if (elements > ELEMENTS_MAX) {
        return;
    }
    memset(held, 0, (size_t)elements);
    for (int t = 0; t < f->threads; t++) {
        for (int v = 0; v < f->values; v++) {
            const int e = wgd_frag_at(f, t, v);
            const wgd_frag_slot p = wgd_frag_place(f, t, v);
            must(e >= 0 && e < elements && e == wgd_layout_at(&f->tv, t + (int64_t)f->threads * v));
            must(p.thread == t && p.value == v && p.reg >= 0 && p.reg < f->regs);
            must(p.bit >= 0 && p.bits > 0 && p.bit + p.bits <= f->reg_bits);
            must(held[e]++ < 255);
        }
    }
    for (int e = 0; e < elements; e++) {
        must(held[e] == f->copies);
        const wgd_frag_slot p = wgd_frag_find(f, e % f->rows, e / f->rows, e % f->copies);
        must(wgd_frag_at(f, p.thread, p.value) == e);
    }
}

/* The next line, in a text of its own; "" where there is none. */
static void take_line(source *s, char *text)
{
    size_t n = 0;
    for (; s->at < s->size && s->data[s->at] != '\n'; s->at++) {
        if (n + 1 < TEXT_MAX && s->data[s->at] != '\0') {
            text[n++] = (char)s->data[s->at];
        }
    }
    s->at += s->at < s->size;
    text[n] = '\0';
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static wgd_frag f;
    char name[TEXT_MAX], dtype[TEXT_MAX], acc[TEXT_MAX];
    source s = {data, size, 0};
    wgd_frag_op op;
    wgd_diag diag;
    const wgd_frag_operand operand = (wgd_frag_operand)pick(&s, WGD_FRAG_OPERAND_COUNT);
    take_line(&s, name);
    take_line(&s, dtype);
    take_line(&s, acc);
    if (wgd_frag_op_parse(name, &op, &diag) != WGD_OK) {
        must(diag.pos >= -1 && diag.pos <= (long)strlen(name) && diag.what[0] != '\0');
        return 0;
    }
    same_name(&op);
    if (wgd_frag_op_types(&op, dtype[0] ? dtype : NULL, acc[0] ? acc : NULL, &diag) == WGD_OK &&
        wgd_frag_make(&op, operand, &f, &diag) == WGD_OK) {
        check_fragment(&f);
    }
    return 0;
}
