/* SPDX-License-Identifier: MIT */
#include "ptx_machine.h"

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

uint64_t machine_result(const machine *m, const op *o)
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

bool machine_predicate(const machine *m, const op *o)
{
    const uint64_t *regs = o->w == 32 ? m->r : m->rd;
    const uint64_t a = regs[o->a], b = o->b >= 0 ? regs[o->b] : o->imm;
    const bool lt = o->k == K_SETP ? as_signed(a, o->w) < as_signed(b, o->w) : a < b;
    return compare(o->cmp, lt, a == b);
}
