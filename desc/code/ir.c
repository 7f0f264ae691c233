/* SPDX-License-Identifier: MIT
 *
 * Growing the lists of a function. What is new is zero, as the arena's memory is.
 */
#include "ir.h"

#include "base/never.h"

scan_insn *scan_add_insn(scan_func *f, scan_op op, int width, uint32_t line)
{
    scan_insn *at = scan_grow(f->arena, f->insn, f->n_insn, &f->cap_insn, sizeof *f->insn);
    if (!at) {
        return NULL;
    }
    f->insn = at;
    scan_insn *in = &f->insn[f->n_insn++];
    in->op = (uint8_t)op;
    in->width = (uint8_t)width;
    in->line = line;
    in->refs = (uint32_t)f->n_ref;
    in->dst = in->dst2 = in->guard = in->carry = SCAN_NO_REG;
    return in;
}

uint32_t scan_add_reg(scan_func *f, int width)
{
    scan_reg *at = scan_grow(f->arena, f->reg, f->n_reg, &f->cap_reg, sizeof *f->reg);
    /* A text is shorter than 2^31 bytes, and has fewer names. */
    if (!at || NEVER(f->n_reg >= SCAN_NO_REG - 1)) {
        return SCAN_NO_REG;
    }
    f->reg = at;
    f->reg[f->n_reg].width = (uint8_t)width;
    return (uint32_t)f->n_reg++;
}

uint32_t scan_add_label(scan_func *f)
{
    scan_label *at = scan_grow(f->arena, f->label, f->n_label, &f->cap_label, sizeof *f->label);
    if (!at) {
        return SCAN_NO_REG;
    }
    f->label = at;
    const scan_label fresh = {UINT32_MAX, 0, SCAN_NO_REG};
    f->label[f->n_label] = fresh;
    return (uint32_t)f->n_label++;
}

scan_gmma *scan_add_gmma(scan_func *f)
{
    scan_gmma *at = scan_grow(f->arena, f->gmma, f->n_gmma, &f->cap_gmma, sizeof *f->gmma);
    if (!at) {
        return NULL;
    }
    f->gmma = at;
    scan_gmma *g = &f->gmma[f->n_gmma++];
    g->selector = -1;
    return g;
}

bool scan_add_ref(scan_func *f, uint32_t reg)
{
    uint32_t *at = scan_grow(f->arena, f->ref, f->n_ref, &f->cap_ref, sizeof *f->ref);
    if (!at) {
        return false;
    }
    f->ref = at;
    f->ref[f->n_ref++] = reg;
    return true;
}

bool scan_add_unknown(scan_func *f)
{
    f->unknown++;
    uint32_t *at = scan_grow(f->arena, f->unknown_at, f->n_unknown_at, &f->cap_unknown_at,
                             sizeof *f->unknown_at);
    if (!at) {
        return false;
    }
    f->unknown_at = at;
    f->unknown_at[f->n_unknown_at++] = (uint32_t)f->n_insn;
    return true;
}

uint32_t scan_add_sym(scan_func *f, const char *name, size_t len, scan_sym_kind kind,
                      int64_t offset)
{
    for (size_t i = 0; i < f->n_sym; i++) {
        const scan_sym *s = &f->sym[i];
        if (s->kind == kind && s->offset == offset && s->name_len == len &&
            memcmp(s->name, name, len) == 0) {
            return (uint32_t)i;
        }
    }
    scan_sym *at = scan_grow(f->arena, f->sym, f->n_sym, &f->cap_sym, sizeof *f->sym);
    if (!at) {
        return SCAN_NO_REG;
    }
    f->sym = at;
    scan_sym *s = &f->sym[f->n_sym];
    s->name = name;
    s->name_len = (uint32_t)len;
    s->kind = kind;
    s->offset = offset;
    s->align = 1;
    s->size = -1;
    s->width = 64;
    return (uint32_t)f->n_sym++;
}

wgd_status scan_too_large(const char *name, wgd_diag *diag)
{
    return wgd_fail(diag, WGD_ERR_LIMIT, "file",
                    "the kernel is larger than the memory given to the scan", name, NULL,
                    "what a scan keeps grows with registers times branches of a kernel");
}
