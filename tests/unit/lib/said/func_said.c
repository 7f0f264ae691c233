/* SPDX-License-Identifier: MIT */
#include "func_said.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wgd_dtype.h"

enum { SAID_MAX = 1 << 16 };

static char said[SAID_MAX];
static size_t at;

const char *said_start(void)
{
    at = 0;
    said[0] = '\0';
    return said;
}

void said_put(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const int n = vsnprintf(said + at, sizeof said - at, format, args);
    va_end(args);
    if (n < 0 || (size_t)n >= sizeof said - at) {
        abort(); /* a text of which more is said than any test has */
    }
    at += (size_t)n;
}

static void put_index(uint32_t i)
{
    if (i == UINT32_MAX) {
        said_put("-");
    } else {
        said_put("%" PRIu32, i);
    }
}

/* Where the registers of machine code lie, and what they are called; T is of the reader's own. */
static const struct {
    uint32_t first;
    const char *name;
} files[] = {{532, "TD"}, {530, "TP"}, {528, "T"}, {520, "UP"}, {512, "P"}, {256, "UR"}, {0, "R"}};

static void put_reg(const scan_func *f, uint32_t reg)
{
    if (!f->sass || reg >= 536) {
        put_index(reg);
    } else {
        size_t i = 0;
        while (files[i].first > reg) {
            i++;
        }
        said_put("%s%" PRIu32, files[i].name, reg - files[i].first);
    }
}

static void put_src(const scan_func *f, const scan_src *s)
{
    said_put(" %s%s", s->flags & SCAN_NEG ? "-" : "", s->flags & SCAN_NOT ? "~" : "");
    if (s->flags & ~(SCAN_NEG | SCAN_NOT)) {
        said_put("flags %x ", s->flags);
    }
    if (s->kind != SCAN_IMM || s->reg != SCAN_NO_REG) {
        said_put("%s", s->kind == SCAN_SYM ? "$" : s->kind != SCAN_REG ? "#" : f->sass ? "" : "r");
        if (s->kind == SCAN_REG) {
            put_reg(f, s->reg);
        } else {
            put_index(s->reg);
        }
    }
    if (s->kind == SCAN_IMM || s->imm != 0) {
        said_put("%s0x%" PRIx64, s->kind == SCAN_IMM ? "" : "+", s->imm);
    }
}

/* Registers of machine code that follow each other: R4-R7. */
static void put_refs(const scan_func *f, uint32_t first, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t *reg = &f->ref[first + i];
        uint32_t more = 0;
        while (f->sass && i + more + 1 < n && reg[more + 1] == reg[more] + 1) {
            more++;
        }
        said_put(" ");
        put_reg(f, reg[0]);
        if (more > 0) {
            said_put("-");
            put_reg(f, reg[more]);
        }
        i += more;
    }
}

static void put_flags(uint8_t flags)
{
    static const char *const names[] = {"signed", "high", "left", "", "carry-not", "borrow"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if ((flags >> i & 1) && i != 3) { /* SCAN_FLAG_GUARD_NOT stands by the guard */
            said_put(" %s", names[i]);
        }
    }
}

static void put_insn(const scan_func *f, const scan_insn *in)
{
    static const char *const ops[] = {
        "top",  "range", "mov",  "unify", "add",   "mul",   "lop3",   "shl",  "shr",   "funnel",
        "bfe",  "bfi",   "cvt",  "pack",  "sel",   "setp",  "min",    "max",  "div",   "rem",
        "prmt", "bra",   "exit", "call",  "wgmma", "fence", "commit", "wait", "proxy", "store"};
    said_put("%" PRIu32, in->line);
    if (in->source_line) {
        said_put("/%" PRIu32, in->source_line);
    }
    if (in->address) {
        said_put("@%" PRIx32, in->address);
    }
    said_put(": ");
    if (in->guard != SCAN_NO_REG || in->flags & SCAN_FLAG_GUARD_NOT) {
        said_put("@%s", in->flags & SCAN_FLAG_GUARD_NOT ? "!" : "");
        put_reg(f, in->guard);
        said_put(" ");
    }
    said_put("%s.%d", ops[in->op], in->width);
    if (in->sw) {
        said_put("/%d", in->sw);
    }
    if (in->arg) {
        said_put(" 0x%x", in->arg);
    }
    put_flags(in->flags);
    said_put(" ");
    put_reg(f, in->dst);
    said_put(",");
    put_reg(f, in->dst2);
    if (in->carry != SCAN_NO_REG) {
        said_put(" carry ");
        put_reg(f, in->carry);
    }
    said_put(" =");
    for (int i = 0; i < 3; i++) {
        put_src(f, &in->src[i]);
    }
    said_put(";");
    put_refs(f, in->refs, in->n_write);
    said_put(";");
    put_refs(f, in->refs + in->n_write, in->op == SCAN_OP_WGMMA ? 0 : in->n_read);
    said_put("\n");
}

static void put_gmma(const scan_func *f, const scan_gmma *g)
{
    said_put("wgmma %" PRIu32 ": n%d k%d %s.%s.%s%s%s%s trans %d %d neg %d %d selector %d %s",
             g->insn, g->n, g->k, wgd_acc_name(g->d), wgd_dtype_get(g->a_type)->name,
             wgd_dtype_get(g->b_type)->name, g->sparse ? " sparse" : "",
             g->satfinite ? " satfinite" : "", g->known_type ? "" : " ?", g->trans_a, g->trans_b,
             g->neg_a, g->neg_b, g->selector, g->a_shared ? "shared" : "registers");
    const scan_src *const src[] = {&g->a, &g->b, &g->a_hi, &g->b_hi, &g->scale_d};
    for (size_t i = 0; i < sizeof src / sizeof src[0]; i++) {
        put_src(f, src[i]);
    }
    said_put(";");
    put_refs(f, g->acc, g->n_acc);
    said_put(";");
    put_refs(f, g->areg, g->n_areg);
    said_put("\n");
}

static void put_rest(const scan_func *f)
{
    for (size_t i = 0; i < f->n_gmma; i++) {
        put_gmma(f, &f->gmma[i]);
    }
    for (size_t i = 0; i < f->n_label; i++) {
        const scan_label *l = &f->label[i];
        said_put("label ");
        put_index(l->insn);
        said_put(" %" PRIu32 " ", l->depth);
        put_index(l->outer);
        said_put("\n");
    }
    for (size_t i = 0; i < f->n_sym; i++) {
        static const char *const kinds[] = {"shared", "param", "other"};
        const scan_sym *s = &f->sym[i];
        if (memchr(s->name, 0, s->name_len)) {
            said_put("cut ");
        }
        said_put("symbol %.*s %s align %" PRIu32 " size %" PRId64 " offset %" PRId64 " width %d\n",
                 (int)s->name_len, s->name, kinds[s->kind], s->align, s->size, s->offset, s->width);
    }
    if (f->unknown || f->n_unknown_at) {
        said_put("unknown %" PRIu32 ":", f->unknown);
        for (size_t i = 0; i < f->n_unknown_at; i++) {
            said_put(" %" PRIu32, f->unknown_at[i]);
        }
        said_put("\n");
    }
}

void said_func(const scan_func *f)
{
    said_put("%s%s %.*s, line %" PRIu32 ":%s%s", memchr(f->name, 0, f->name_len) ? "cut " : "",
             f->entry ? "entry" : "func", (int)f->name_len, f->name, f->line,
             f->sass ? " sass" : "", f->no_params ? " no params" : "");
    for (size_t i = 0, n = 1; i < f->n_reg; i += n, n = 1) {
        while (f->sass && i + n < f->n_reg && f->reg[i + n].width == f->reg[i].width) {
            n++; /* machine code has the same hundreds each time */
        }
        said_put(n > 1 ? " %d*%zu" : " %d", f->reg[i].width, n);
    }
    said_put("\n");
    for (size_t i = 0; i < f->n_insn; i++) {
        put_insn(f, &f->insn[i]);
    }
    put_rest(f);
}
