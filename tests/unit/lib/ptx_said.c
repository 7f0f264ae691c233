/* SPDX-License-Identifier: MIT */
#include "ptx_said.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "guarded.h"
#include "ptx/ptx_reader.h"
#include "wgd_dtype.h"

enum { SAID_MAX = 1 << 16, ROOM = 1 << 18, LASTING = 1 << 16, GUARDED = 4096 };

static char said[SAID_MAX];
static size_t at;

static void put(const char *format, ...)
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

static void put_reg(uint32_t reg)
{
    if (reg == SCAN_NO_REG) {
        put("-");
    } else {
        put("%" PRIu32, reg);
    }
}

static void put_src(const scan_src *s)
{
    put(" %s%s", s->flags & SCAN_NEG ? "-" : "", s->flags & SCAN_NOT ? "~" : "");
    if (s->flags & ~(SCAN_NEG | SCAN_NOT)) {
        put("flags %x ", s->flags);
    }
    if (s->kind != SCAN_IMM || s->reg != SCAN_NO_REG) {
        put("%s", s->kind == SCAN_REG ? "r" : s->kind == SCAN_SYM ? "$" : "#");
        put_reg(s->reg);
    }
    if (s->kind == SCAN_IMM || s->imm != 0) {
        put("%s0x%" PRIx64, s->kind == SCAN_IMM ? "" : "+", s->imm);
    }
}

static void put_refs(const scan_func *f, uint32_t first, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        put(" ");
        put_reg(f->ref[first + i]);
    }
}

static void put_flags(uint8_t flags)
{
    static const char *const names[] = {"signed", "high", "left", "", "carry-not", "borrow"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if ((flags >> i & 1) && i != 3) { /* SCAN_FLAG_GUARD_NOT stands by the guard */
            put(" %s", names[i]);
        }
    }
}

static void put_insn(const scan_func *f, const scan_insn *in)
{
    static const char *const ops[] = {
        "top",  "range", "mov",  "unify", "add",   "mul",   "lop3",   "shl",  "shr",   "funnel",
        "bfe",  "bfi",   "cvt",  "pack",  "sel",   "setp",  "min",    "max",  "div",   "rem",
        "prmt", "bra",   "exit", "call",  "wgmma", "fence", "commit", "wait", "proxy", "store"};
    put("%" PRIu32, in->line);
    if (in->source_line) {
        put("/%" PRIu32, in->source_line);
    }
    put(": ");
    if (in->guard != SCAN_NO_REG || in->flags & SCAN_FLAG_GUARD_NOT) {
        put("@%s", in->flags & SCAN_FLAG_GUARD_NOT ? "!" : "");
        put_reg(in->guard);
        put(" ");
    }
    put("%s.%d", ops[in->op], in->width);
    if (in->sw) {
        put("/%d", in->sw);
    }
    if (in->arg) {
        put(" 0x%x", in->arg);
    }
    put_flags(in->flags);
    put(" ");
    put_reg(in->dst);
    put(",");
    put_reg(in->dst2);
    if (in->carry != SCAN_NO_REG) {
        put(" carry ");
        put_reg(in->carry);
    }
    put(" =");
    for (int i = 0; i < 3; i++) {
        put_src(&in->src[i]);
    }
    put(";");
    put_refs(f, in->refs, in->n_write);
    put(";");
    put_refs(f, in->refs + in->n_write, in->op == SCAN_OP_WGMMA ? 0 : in->n_read);
    put("\n");
}

static void put_gmma(const scan_func *f, const scan_gmma *g)
{
    put("wgmma %" PRIu32 ": n%d k%d %s.%s.%s%s%s%s trans %d %d neg %d %d selector %d %s", g->insn,
        g->n, g->k, wgd_acc_name(g->d), wgd_dtype_get(g->a_type)->name,
        wgd_dtype_get(g->b_type)->name, g->sparse ? " sparse" : "",
        g->satfinite ? " satfinite" : "", g->known_type ? "" : " ?", g->trans_a, g->trans_b,
        g->neg_a, g->neg_b, g->selector, g->a_shared ? "shared" : "registers");
    const scan_src *const src[] = {&g->a, &g->b, &g->a_hi, &g->b_hi, &g->scale_d};
    for (size_t i = 0; i < sizeof src / sizeof src[0]; i++) {
        put_src(src[i]);
    }
    put(";");
    put_refs(f, g->acc, g->n_acc);
    put(";");
    put_refs(f, g->areg, g->n_areg);
    put("\n");
}

static void put_rest(const scan_func *f)
{
    for (size_t i = 0; i < f->n_gmma; i++) {
        put_gmma(f, &f->gmma[i]);
    }
    for (size_t i = 0; i < f->n_label; i++) {
        const scan_label *l = &f->label[i];
        put("label ");
        put_reg(l->insn);
        put(" %" PRIu32 " ", l->depth);
        put_reg(l->outer);
        put("\n");
    }
    for (size_t i = 0; i < f->n_sym; i++) {
        static const char *const kinds[] = {"shared", "param", "other"};
        const scan_sym *s = &f->sym[i];
        if (memchr(s->name, 0, s->name_len)) {
            put("cut ");
        }
        put("symbol %.*s %s align %" PRIu32 " size %" PRId64 " offset %" PRId64 " width %d\n",
            (int)s->name_len, s->name, kinds[s->kind], s->align, s->size, s->offset, s->width);
    }
    if (f->unknown || f->n_unknown_at) {
        put("unknown %" PRIu32 ":", f->unknown);
        for (size_t i = 0; i < f->n_unknown_at; i++) {
            put(" %" PRIu32, f->unknown_at[i]);
        }
        put("\n");
    }
}

static void put_func(const scan_func *f)
{
    put("%s %.*s, line %" PRIu32 ":%s%s", f->entry ? "entry" : "func", (int)f->name_len, f->name,
        f->line, f->sass ? " sass" : "", f->no_params ? " no params" : "");
    for (size_t i = 0; i < f->n_reg; i++) {
        put(" %d", f->reg[i].width);
    }
    put("\n");
    for (size_t i = 0; i < f->n_insn; i++) {
        put_insn(f, &f->insn[i]);
    }
    put_rest(f);
}

const char *ptx_said_in(const char *text, size_t len, size_t room)
{
    static ptx p;
    static scan_func f;
    static char lasting_room[LASTING];
    char *own = malloc(room + 1);
    if (!own) {
        abort();
    }
    memset(&p, 0x5a, sizeof p);
    memset(&f, 0x5a, sizeof f);
    memset(lasting_room, 0x5a, sizeof lasting_room);
    scan_arena arena = {own, room, 0, false};
    scan_arena lasting = {lasting_room, sizeof lasting_room, 0, false};
    wgd_diag d;
    memset(&d, 0x5a, sizeof d);
    at = 0;
    said[0] = '\0';
    ptx_start(&p, &arena, &lasting, len <= GUARDED ? guarded_end(text, len) : text, len, &d);
    wgd_status s;
    for (;;) {
        memset(own, 0x5a, room); /* nothing of the function before is good */
        arena.used = 0;
        s = ptx_next_function(&p, &f);
        if (s != WGD_OK || !f.name) {
            break;
        }
        put_func(&f);
    }
    if (s != WGD_OK) {
        put("%s: %s: %s; got %s; want %s; hint %s%s\n", wgd_status_name(s), d.field, d.what, d.got,
            d.want, d.hint, arena.full || lasting.full ? " full" : "");
    }
    free(own);
    return said;
}

const char *ptx_said(const char *text)
{
    return ptx_said_in(text, strlen(text), ROOM);
}
