/* SPDX-License-Identifier: MIT
 *
 * Soundness: random PTX programs, straight and looping, run in a small interpreter of their own and
 * scanned. Whatever a wgmma gets as a descriptor on any run must be what the scan says is known of
 * it; and where the scan says how far a start lies from another, or from the variable that it points
 * into, it must lie there. WGD_RUNS=1000000 is what a release is held to (make scan-sound).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "rng.h"
#include "wgd_scan.h"

enum { R = 6, RD = 6, P = 3, OPS_MAX = 80, RUNS = 6, STEPS_MAX = 3000, GMMA_MAX = 12 };

typedef enum kind {
    K_MOV,
    K_ADD,
    K_SUB,
    K_MUL,
    K_AND,
    K_OR,
    K_XOR,
    K_NOT,
    K_SHL,
    K_SHR,
    K_SAR,
    K_BFE,
    K_BFES,
    K_BFI,
    K_MIN,
    K_MAX,
    K_UMIN,
    K_UMAX,
    K_MAD,
    K_DIV,
    K_REM,
    K_NEG,
    K_SELP,
    K_SETP,
    K_SETPU,
    K_LOP3,
    K_SHFL,
    K_SHFR,
    K_PRMT, /* 32 bits only */
    K_ZEXT,
    K_SEXT,
    K_TRUNC,
    K_PACK,
    K_HIGH,
    K_WIDE,
    K_WIDES,
    K_PARAM,
    K_SMEM,
    K_TID,
    K_ADDC,
    K_ARITHMETIC, /* how many there are above */
    K_GMMA,
    K_LOOP,
    K_NEXT,
    K_SKIP,
    K_HERE
} kind;

/* Registers: 32-bit ones for w 32, 64-bit ones for w 64. b < 0: the constant imm. */
typedef struct op {
    kind k;
    int w, d, a, b, c, cmp;
    uint64_t imm, imm2;
    int guard; /* predicate, or -1 */
    bool guard_not;
} op;

typedef struct program {
    op op[OPS_MAX];
    int n, gmma;
} program;

typedef struct machine {
    uint64_t r[R], rd[RD];
    bool p[P];
    uint64_t param[2], smem, tid;
    uint64_t counter[4];
} machine;

static uint64_t constant(rng *g)
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
    o.imm = constant(g) & (o.w == 32 ? 0xffffffff : UINT64_MAX);
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
                         .imm = constant(g),
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

/* A program whose loops are all closed, within the limits. */
static void generate(rng *g, program *p)
{
    do {
        memset(p, 0, sizeof *p);
        block(g, p, 0);
        add_gmma(g, p);
    } while (p->n >= OPS_MAX - 1 || p->gmma == 0);
}

/* ---- as PTX ---- */

typedef struct text {
    char s[16384];
    size_t n;
} text;

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

static void print(const program *p, text *t)
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

/* ---- as a machine ---- */

static int64_t as_signed(uint64_t v, int w)
{
    return w == 32 ? (int64_t)(int32_t)(uint32_t)v : (int64_t)v;
}

static bool compare(int cmp, bool lt, bool eq)
{
    const bool is[] = {eq, !eq, lt, lt || eq, !lt && !eq, !lt};
    return is[cmp];
}

static uint64_t field(uint64_t v, int w, int pos, int len, bool sign)
{
    uint64_t r = 0;
    const int top = pos + len - 1 < w - 1 ? pos + len - 1 : w - 1;
    const uint64_t fill = sign && len > 0 ? v >> top & 1 : 0;
    for (int i = 0; i < w; i++) {
        const uint64_t bit = i < len && pos + i < w ? v >> (pos + i) & 1 : fill;
        r |= bit << i;
    }
    return r;
}

static uint64_t prmt(uint64_t a, uint64_t b, uint64_t sel)
{
    const uint64_t all = a | b << 32;
    uint64_t r = 0;
    for (int i = 0; i < 4; i++) {
        const unsigned s = (unsigned)(sel >> (4 * i)) & 15;
        uint64_t byte = all >> (8 * (s & 7)) & 255;
        byte = s & 8 ? (byte & 128 ? 255 : 0) : byte;
        r |= byte << (8 * i);
    }
    return r;
}

static uint64_t shift(kind k, uint64_t a, uint64_t n, int w)
{
    if (k == K_SAR) {
        const int64_t s = as_signed(a, w);
        const uint64_t by = n >= (uint64_t)w ? (uint64_t)w - 1 : n;
        return s < 0 ? ~(~(uint64_t)s >> by) : (uint64_t)s >> by;
    }
    return n >= (uint64_t)w ? 0 : k == K_SHL ? a << n : a >> n;
}

static uint64_t funnel(const op *o, uint64_t lo, uint64_t hi)
{
    const uint64_t n = o->cmp & 1 ? o->imm2 & 31 : o->imm2 > 32 ? 32 : o->imm2;
    const uint64_t both = hi << 32 | lo;
    return o->k == K_SHFL ? both << n >> 32 : (both >> n) & 0xffffffff;
}

/* The result of an instruction that writes a register. */
static uint64_t result(const machine *m, const op *o)
{
    const uint64_t *regs = o->w == 32 ? m->r : m->rd;
    const uint64_t mask = o->w == 32 ? 0xffffffff : UINT64_MAX;
    const uint64_t a = regs[o->a], b = o->b >= 0 ? regs[o->b] : o->imm, c = regs[o->c];
    const int64_t sa = as_signed(a, o->w), sb = as_signed(b, o->w);
    switch (o->k) {
    case K_MOV:
        return b;
    case K_ADD:
        return a + b;
    case K_SUB:
        return a - b;
    case K_MUL:
        return a * b;
    case K_AND:
        return a & b;
    case K_OR:
        return a | b;
    case K_XOR:
        return a ^ b;
    case K_NOT:
        return ~a;
    case K_NEG:
        return 0 - a;
    case K_SHL:
    case K_SHR:
    case K_SAR:
        return shift(o->k, a & mask, o->b >= 0 ? m->r[o->b] : o->imm, o->w);
    case K_BFE:
        return field(a, o->w, (int)o->imm, (int)o->imm2, false);
    case K_BFES:
        return field(a, o->w, (int)o->imm, (int)o->imm2, true);
    case K_BFI: {
        uint64_t in = c;
        for (int i = 0; i < (int)o->imm2 && (int)o->imm + i < o->w; i++) {
            const int at = (int)o->imm + i;
            in = (in & ~(UINT64_C(1) << at)) | (a >> i & 1) << at;
        }
        return in;
    }
    case K_MIN:
        return sa < sb ? a : b;
    case K_MAX:
        return sa < sb ? b : a;
    case K_UMIN:
        return a < b ? a : b;
    case K_UMAX:
        return a < b ? b : a;
    case K_MAD:
        return a * b + c;
    case K_DIV:
        return a / b;
    case K_REM:
        return a % b;
    case K_SELP:
        return m->p[o->c % P] ? a : b;
    case K_LOP3: {
        uint64_t r = 0;
        for (int i = 0; i < 32; i++) {
            const unsigned at = (unsigned)((a >> i & 1) << 2 | (b >> i & 1) << 1 | (c >> i & 1));
            r |= (o->imm2 >> at & 1) << i;
        }
        return r;
    }
    case K_SHFL:
    case K_SHFR:
        return funnel(o, a, c);
    case K_PRMT:
        return prmt(a, c, o->imm2);
    case K_ZEXT:
        return m->r[o->a];
    case K_SEXT:
        return (uint64_t)as_signed(m->r[o->a], 32);
    case K_TRUNC:
        return m->rd[o->a];
    case K_PACK:
        return m->r[o->a] | m->r[o->c] << 32;
    case K_HIGH:
        return m->rd[o->a] >> 32;
    case K_WIDE:
        return m->r[o->a] * (o->imm & 0x7fffffff) + m->rd[o->c];
    case K_WIDES:
        return (uint64_t)(as_signed(m->r[o->a], 32) * (int64_t)(o->imm & 0x7fffffff)) + m->rd[o->c];
    case K_PARAM:
        return m->param[o->a & 1];
    case K_SMEM:
        return m->smem;
    case K_TID:
        return m->tid;
    case K_ADDC:
        return c + ((a + b) >> 32 & 1);
    default:
        return 0;
    }
}

/* What the scan said, and what this run has seen. */
typedef struct judge {
    const wgd_scan_kernel *k;
    uint64_t last[GMMA_MAX][2];
    int before; /* the wgmma that ran last, with nothing that jumps since */
    uint64_t smem;
} judge;

static void check_start(const judge *j, int i, int o, uint64_t word)
{
    const wgd_scan_operand *said = &j->k->wgmma[i].op[o];
    const uint64_t window = 0x3ffff;
    const uint64_t start = (word & 0x3fff) * 16;
    if (said->place_known) {
        const uint64_t base = said->base ? j->smem : 0;
        /* The start drops the low 4 bits of the address. */
        const uint64_t off = (start - base - (uint64_t)said->offset_min + 15) & window;
        if (off > (uint64_t)(said->offset_max - said->offset_min) + 15) {
            fail_msg("wgmma %d, operand %d: start %llx with the base at %llx, not at %lld..%lld", i,
                     o, (unsigned long long)start, (unsigned long long)base,
                     (long long)said->offset_min, (long long)said->offset_max);
        }
    }
    if (said->step_known && j->before == i - 1) {
        const uint64_t step = (word - j->last[i - 1][o]) * 16;
        assert_int_equal((step - (uint64_t)said->step) & window, 0);
    }
}

static void gmma(judge *j, const machine *m, const op *o)
{
    const uint64_t words[2] = {m->rd[o->a], m->rd[o->b]};
    assert_true(j->k->wgmma[o->c].reached);
    for (int k = 0; k < 2; k++) {
        const wgd_scan_operand *said = &j->k->wgmma[o->c].op[k];
        if ((words[k] ^ said->word) & said->known) {
            fail_msg("wgmma %d, operand %d: %016llx, not %016llx with %016llx known", o->c, k,
                     (unsigned long long)words[k], (unsigned long long)said->word,
                     (unsigned long long)said->known);
        }
        assert_true((said->word & ~said->known) == 0);
        check_start(j, o->c, k, words[k]);
        j->last[o->c][k] = words[k];
    }
    j->before = o->c;
}

static void run(const program *p, machine *m, judge *j)
{
    int steps = 0;
    for (int pc = 0; pc < p->n && steps++ < STEPS_MAX; pc++) {
        const op *o = &p->op[pc];
        const bool runs = o->guard < 0 || m->p[o->guard] != o->guard_not;
        if (o->k == K_GMMA) {
            gmma(j, m, o);
        } else if (o->k == K_LOOP) {
            m->counter[o->c] = 0;
            j->before = -1;
        } else if (o->k == K_NEXT) {
            j->before = -1;
            if (++m->counter[o->c] < p->op[o->a - 1].imm) {
                pc = o->a - 1;
            }
        } else if (o->k == K_SKIP || o->k == K_HERE) {
            j->before = -1;
            pc = o->k == K_SKIP && runs ? o->a - 1 : pc;
        } else if (runs && (o->k == K_SETP || o->k == K_SETPU)) {
            const uint64_t *regs = o->w == 32 ? m->r : m->rd;
            const uint64_t a = regs[o->a], b = o->b >= 0 ? regs[o->b] : o->imm;
            const bool lt = o->k == K_SETP ? as_signed(a, o->w) < as_signed(b, o->w) : a < b;
            m->p[o->d % P] = compare(o->cmp, lt, a == b);
        } else if (runs) {
            const uint64_t v = result(m, o);
            *(o->w == 32 ? &m->r[o->d] : &m->rd[o->d]) = o->w == 32 ? v & 0xffffffff : v;
        }
    }
}

static void one_program(rng *g, void *work, size_t work_size)
{
    static program p;
    static text t;
    generate(g, &p);
    print(&p, &t);
    wgd_scan s;
    wgd_scan_kernel k;
    wgd_diag diag = {0};
    assert_int_equal(wgd_scan_begin(&s, WGD_SCAN_PTX, t.s, t.n, work, work_size, &diag), WGD_OK);
    if (wgd_scan_next(&s, &k, &diag) != WGD_OK || (int)k.n_wgmma != p.gmma || k.unknown != 0) {
        fail_msg("%s (%s)\n%s", diag.what, diag.got, t.s);
    }
    for (int i = 0; i < RUNS; i++) {
        machine m = {0};
        for (int r = 0; r < 6; r++) {
            m.r[r] = (uint64_t)r;
            m.rd[r] = (uint64_t)(100 * r);
        }
        m.p[0] = true;
        m.param[0] = constant(g);
        m.param[1] = constant(g);
        m.tid = (uint64_t)rng_below(g, 1024);
        m.smem = (uint64_t)rng_below(g, 900) * 256 | (uint64_t)rng_below(g, 16) << 24;
        if (getenv("WGD_SHOW")) {
            fprintf(stderr, "%s", t.s);
        }
        judge j = {.k = &k, .before = -1, .smem = m.smem};
        run(&p, &m, &j);
    }
}

static void test_programs(void **state)
{
    (void)state;
    rng g = rng_start();
    const size_t size = 8 << 20;
    void *work = malloc(size);
    assert_non_null(work);
    const int runs = rng_runs(20000);
    for (int i = 0; i < runs; i++) {
        one_program(&g, work, size);
    }
    free(work);
}

/* The judge must be able to fail: a bit of what is known is turned over. */
static void test_judge(void **state)
{
    (void)state;
    wgd_scan_wgmma w[1];
    memset(w, 0, sizeof w);
    w[0].op[0].word = 0x40;
    w[0].op[0].known = UINT64_MAX;
    const uint64_t found = 0x41;
    assert_true(((found ^ w[0].op[0].word) & w[0].op[0].known) != 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_programs),
        cmocka_unit_test(test_judge),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
