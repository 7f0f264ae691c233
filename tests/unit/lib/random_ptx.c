/* SPDX-License-Identifier: MIT */
#include "random_ptx.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

uint64_t random_ptx_constant(rng *g)
{
    static const uint64_t some[] = {0,
                                    1,
                                    2,
                                    3,
                                    4,
                                    7,
                                    14,
                                    16,
                                    31,
                                    32,
                                    128,
                                    0x3fff,
                                    0x7fff,
                                    0xffff,
                                    0x10000,
                                    0x80000000,
                                    0xffffffff,
                                    0x4000004000000000,
                                    0x8000002000010000,
                                    0xc00e3fff3fff3fff,
                                    ~UINT64_C(0)};
    const uint64_t v = some[rng_below(g, (int)(sizeof some / sizeof some[0]))];
    return rng_below(g, 4) ? v : rng_next(g) >> rng_below(g, 64);
}

static op random_op(rng *g)
{
    op o = {0};
    o.k = (kind)rng_below(g, K_ARITHMETIC);
    o.w = rng_below(g, 2) ? 32 : 64;
    if (o.k == K_LOP3 || o.k == K_SHFL || o.k == K_SHFR || o.k == K_PRMT || o.k == K_TRUNC ||
        o.k == K_SMEM || o.k == K_TID || o.k == K_HIGH || o.k == K_ADDC) {
        o.w = 32;
    }
    if (o.k == K_ZEXT || o.k == K_SEXT || o.k == K_PACK || o.k == K_WIDE || o.k == K_WIDES ||
        o.k == K_PARAM) {
        o.w = 64;
    }
    o.d = rng_below(g, o.w == 32 ? R : RD);
    o.a = rng_below(g, 6);
    o.b = rng_below(g, 2) ? rng_below(g, 6) : -1;
    o.c = rng_below(g, 6);
    o.imm = random_ptx_constant(g) & (o.w == 32 ? 0xffffffff : UINT64_MAX);
    o.imm2 = (uint64_t)rng_below(g, 256);
    o.cmp = rng_below(g, 6);
    if (o.k == K_SHL || o.k == K_SHR || o.k == K_SAR) {
        o.imm = (uint64_t)rng_below(g, o.w + 2);
    }
    if (o.k == K_BFE || o.k == K_BFES || o.k == K_BFI) {
        o.imm = (uint64_t)rng_below(g, o.w);
        o.imm2 = (uint64_t)rng_below(g, o.w);
    }
    if (o.k == K_SHFL || o.k == K_SHFR) {
        o.imm2 = (uint64_t)rng_below(g, 33);
    }
    if (o.k == K_PRMT) {
        o.imm2 = rng_next(g) & 0xffff;
    }
    if (o.k == K_DIV || o.k == K_REM) {
        o.b = -1;
        o.imm += o.imm == 0;
    }
    o.guard = rng_below(g, 5) == 0 ? rng_below(g, P) : -1;
    o.guard_not = rng_below(g, 2) != 0;
    return o;
}

static void add(program *p, op o)
{
    if (p->n < OPS_MAX) {
        p->op[p->n++] = o;
    }
}

/* Two wgmma one after the other, the second a step behind the first half of the time. */
static void add_gmma(rng *g, program *p)
{
    if (p->gmma + 2 > GMMA_MAX || p->n + 4 > OPS_MAX) {
        return;
    }
    const op first = {
        .k = K_GMMA, .a = rng_below(g, RD), .b = rng_below(g, RD), .c = p->gmma++, .guard = -1};
    add(p, first);
    if (rng_below(g, 2)) {
        const op step = {.k = K_ADD,
                         .w = 64,
                         .d = first.a,
                         .a = first.a,
                         .b = -1,
                         .imm = random_ptx_constant(g),
                         .guard = -1};
        add(p, step);
    }
    const op second = {.k = K_GMMA, .a = first.a, .b = first.b, .c = p->gmma++, .guard = -1};
    add(p, second);
}

static void block(rng *g, program *p, int depth)
{
    const int n = 2 + rng_below(g, 8);
    for (int i = 0; i < n; i++) {
        const int what = rng_below(g, 12);
        if (what == 0 && depth < 2 && p->n < OPS_MAX - 20) {
            const op loop = {
                .k = K_LOOP, .c = depth, .imm = (uint64_t)(1 + rng_below(g, 5)), .guard = -1};
            add(p, loop);
            const int at = p->n;
            block(g, p, depth + 1);
            const op next = {.k = K_NEXT, .c = depth, .a = at, .guard = -1};
            add(p, next);
        } else if (what == 1 && depth < 3 && p->n < OPS_MAX - 20) {
            const op skip = {
                .k = K_SKIP, .guard = rng_below(g, P), .guard_not = rng_below(g, 2) != 0};
            const int at = p->n;
            add(p, skip);
            block(g, p, depth + 1);
            const op here = {.k = K_HERE, .a = at, .guard = -1};
            p->op[at].a = p->n;
            add(p, here);
        } else if (what == 2) {
            add_gmma(g, p);
        } else {
            add(p, random_op(g));
        }
    }
}

void random_ptx(rng *g, program *p)
{
    do {
        memset(p, 0, sizeof *p);
        block(g, p, 0);
        add_gmma(g, p);
    } while (p->n >= OPS_MAX - 1 || p->gmma == 0);
}

/* ---- as text ---- */

static void put(text *t, const char *format, ...)
{
    va_list v;
    va_start(v, format);
    const int n = vsnprintf(t->s + t->n, sizeof t->s - t->n, format, v);
    va_end(v);
    assert_true(n >= 0 && t->n + (size_t)n < sizeof t->s);
    t->n += (size_t)n;
}

static const char *second(const op *o, char out[32])
{
    if (o->b >= 0) {
        snprintf(out, 32, "%%r%s%d", o->w == 64 ? "d" : "", o->b);
    } else {
        snprintf(out, 32, "%llu", (unsigned long long)o->imm);
    }
    return out;
}

static const char *shift_by(const op *o, char out[32])
{
    if (o->b >= 0) {
        snprintf(out, 32, "%%r%d", o->b);
    } else {
        snprintf(out, 32, "%llu", (unsigned long long)o->imm);
    }
    return out;
}

static const char *const compares[] = {"eq", "ne", "lt", "le", "gt", "ge"};

static void put_plain(text *t, const op *o, const char *name, char type)
{
    char b[32];
    const char *r = o->w == 64 ? "d" : "";
    put(t, "%s.%c%d %%r%s%d, %%r%s%d, %s;\n", name, type, o->w, r, o->d, r, o->a, second(o, b));
}

static void put_op(text *t, const op *o, int at)
{
    char b[32];
    const char *r = o->w == 64 ? "d" : "";
    if (o->guard >= 0) {
        put(t, "@%s%%p%d ", o->guard_not ? "!" : "", o->guard);
    }
    switch (o->k) {
    case K_MOV:
        put(t, "mov.b%d %%r%s%d, %s;\n", o->w, r, o->d, second(o, b));
        break;
    case K_ADD:
        put_plain(t, o, "add", o->d & 1 ? 's' : 'u');
        break;
    case K_SUB:
        put_plain(t, o, "sub", 's');
        break;
    case K_MUL:
        put_plain(t, o, "mul.lo", 'u');
        break;
    case K_AND:
        put_plain(t, o, "and", 'b');
        break;
    case K_OR:
        put_plain(t, o, "or", 'b');
        break;
    case K_XOR:
        put_plain(t, o, "xor", 'b');
        break;
    case K_MIN:
        put_plain(t, o, "min", 's');
        break;
    case K_MAX:
        put_plain(t, o, "max", 's');
        break;
    case K_UMIN:
        put_plain(t, o, "min", 'u');
        break;
    case K_UMAX:
        put_plain(t, o, "max", 'u');
        break;
    case K_DIV:
        put_plain(t, o, "div", 'u');
        break;
    case K_REM:
        put_plain(t, o, "rem", 'u');
        break;
    case K_NOT:
        put(t, "not.b%d %%r%s%d, %%r%s%d;\n", o->w, r, o->d, r, o->a);
        break;
    case K_NEG:
        put(t, "neg.s%d %%r%s%d, %%r%s%d;\n", o->w, r, o->d, r, o->a);
        break;
    case K_SHL:
    case K_SHR:
    case K_SAR:
        put(t, "%s%d %%r%s%d, %%r%s%d, %s;\n",
            o->k == K_SHL   ? "shl.b"
            : o->k == K_SHR ? "shr.u"
                            : "shr.s",
            o->w, r, o->d, r, o->a, shift_by(o, b));
        break;
    case K_BFE:
    case K_BFES:
        put(t, "bfe.%c%d %%r%s%d, %%r%s%d, %d, %d;\n", o->k == K_BFE ? 'u' : 's', o->w, r, o->d, r,
            o->a, (int)o->imm, (int)o->imm2);
        break;
    case K_BFI:
        put(t, "bfi.b%d %%r%s%d, %%r%s%d, %%r%s%d, %d, %d;\n", o->w, r, o->d, r, o->a, r, o->c,
            (int)o->imm, (int)o->imm2);
        break;
    case K_MAD:
        put(t, "mad.lo.s%d %%r%s%d, %%r%s%d, %s, %%r%s%d;\n", o->w, r, o->d, r, o->a, second(o, b),
            r, o->c);
        break;
    case K_SELP:
        put(t, "selp.b%d %%r%s%d, %%r%s%d, %s, %%p%d;\n", o->w, r, o->d, r, o->a, second(o, b),
            o->c % P);
        break;
    case K_SETP:
    case K_SETPU:
        put(t, "setp.%s.%c%d %%p%d, %%r%s%d, %s;\n", compares[o->cmp], o->k == K_SETP ? 's' : 'u',
            o->w, o->d % P, r, o->a, second(o, b));
        break;
    case K_LOP3:
        put(t, "lop3.b32 %%r%d, %%r%d, %s, %%r%d, 0x%x;\n", o->d, o->a, second(o, b), o->c,
            (unsigned)o->imm2);
        break;
    case K_SHFL:
    case K_SHFR:
        put(t, "shf.%c.%s.b32 %%r%d, %%r%d, %%r%d, %d;\n", o->k == K_SHFL ? 'l' : 'r',
            o->cmp & 1 ? "wrap" : "clamp", o->d, o->a, o->c, (int)o->imm2);
        break;
    case K_PRMT:
        put(t, "prmt.b32 %%r%d, %%r%d, %%r%d, 0x%x;\n", o->d, o->a, o->c, (unsigned)o->imm2);
        break;
    case K_ZEXT:
        put(t, "cvt.u64.u32 %%rd%d, %%r%d;\n", o->d, o->a);
        break;
    case K_SEXT:
        put(t, "cvt.s64.s32 %%rd%d, %%r%d;\n", o->d, o->a);
        break;
    case K_TRUNC:
        put(t, "cvt.u32.u64 %%r%d, %%rd%d;\n", o->d, o->a);
        break;
    case K_PACK:
        put(t, "mov.b64 %%rd%d, {%%r%d, %%r%d};\n", o->d, o->a, o->c);
        break;
    case K_HIGH:
        put(t, "mov.b64 {_, %%r%d}, %%rd%d;\n", o->d, o->a);
        break;
    case K_WIDE:
    case K_WIDES:
        put(t, "mad.wide.%c32 %%rd%d, %%r%d, %u, %%rd%d;\n", o->k == K_WIDE ? 'u' : 's', o->d, o->a,
            (unsigned)o->imm & 0x7fffffff, o->c);
        break;
    case K_PARAM:
        put(t, "ld.param.u64 %%rd%d, [p%d];\n", o->d, o->a & 1);
        break;
    case K_SMEM:
        put(t, "mov.u32 %%r%d, smem;\n", o->d);
        break;
    case K_TID:
        put(t, "mov.u32 %%r%d, %%tid.x;\n", o->d);
        break;
    case K_ADDC:
        put(t, "add.cc.u32 %%t0, %%r%d, %s;\n", o->a, second(o, b));
        if (o->guard >= 0) {
            put(t, "@%s%%p%d ", o->guard_not ? "!" : "", o->guard);
        }
        put(t, "addc.u32 %%r%d, %%r%d, 0;\n", o->d, o->c);
        break;
    case K_GMMA:
        put(t,
            "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%%f0,%%f1,%%f2,%%f3}, %%rd%d, "
            "%%rd%d, 1, 1, 1, 0, 0;\n",
            o->a, o->b);
        break;
    case K_LOOP:
        put(t, "mov.u32 %%n%d, 0;\n$L%d:\n", o->c, at + 1);
        break;
    case K_NEXT:
        put(t, "add.u32 %%n%d, %%n%d, 1;\nsetp.lt.u32 %%q, %%n%d, %%m%d;\n@%%q bra $L%d;\n", o->c,
            o->c, o->c, o->c, o->a);
        break;
    case K_SKIP:
        put(t, "bra $H%d;\n", o->a);
        break;
    case K_HERE:
        put(t, "$H%d:\n", at);
        break;
    default:
        break;
    }
}

void random_ptx_print(const program *p, text *t)
{
    t->n = 0;
    put(t, ".version 8.0\n.target sm_90a\n.address_size 64\n.shared .align 256 .b8 smem[4096];\n"
           ".visible .entry k(.param .u64 p0, .param .u64 p1)\n{\n.reg .b32 %%r<6>, %%t<1>;\n"
           ".reg .b32 %%n<4>, %%m<4>;\n.reg .b64 %%rd<6>;\n.reg .pred %%p<3>, %%q;\n"
           ".reg .f32 %%f<4>;\n");
    for (int i = 0; i < 6; i++) {
        put(t, "mov.b32 %%r%d, %d;\nmov.b64 %%rd%d, %d;\n", i, i, i, 100 * i);
    }
    for (int i = 0; i < P; i++) {
        put(t, "setp.eq.u32 %%p%d, %%r0, %d;\n", i, i);
    }
    for (int i = 0; i < p->n; i++) {
        if (p->op[i].k == K_LOOP) {
            put(t, "mov.u32 %%m%d, %d;\n", p->op[i].c, (int)p->op[i].imm);
        }
        put_op(t, &p->op[i], i);
    }
    put(t, "ret;\n}\n");
}
