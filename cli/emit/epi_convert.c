/* SPDX-License-Identifier: MIT
 *
 * How values become the bits of a register: one PTX instruction where there is one.
 */
#include "epilogue_parts.h"

/* Instructions for two f32, and for one (NULL: the pair's with a zero), by the type they make. */
static const struct {
    wgd_frag_type to;
    const char *pair, *one;
} cvts[] = {
    {WGD_FRAG_F16, "cvt.rn.f16x2.f32", "cvt.rn.f16.f32"},
    {WGD_FRAG_BF16, "cvt.rn.bf16x2.f32", "cvt.rn.bf16.f32"},
    {WGD_FRAG_E4M3, "cvt.rn.satfinite.e4m3x2.f32", NULL},
    {WGD_FRAG_E5M2, "cvt.rn.satfinite.e5m2x2.f32", NULL},
};
enum { N_CVTS = 4 };

static int cvt_of(wgd_frag_type from, wgd_frag_type to)
{
    for (int i = 0; from == WGD_FRAG_F32 && i < N_CVTS; i++) {
        if (cvts[i].to == to) {
            return i;
        }
    }
    return -1;
}

static bool to_byte(wgd_frag_type from, wgd_frag_type to)
{
    return from == WGD_FRAG_S32 && (to == WGD_FRAG_S8 || to == WGD_FRAG_U8);
}

bool epilogue_converts(wgd_frag_type from, wgd_frag_type to)
{
    return from == to || cvt_of(from, to) >= 0 || to_byte(from, to);
}

/* What a value is in C. */
static const char *type_of(wgd_frag_type from)
{
    return from == WGD_FRAG_F32 ? "float" : from == WGD_FRAG_S32 ? "int32_t" : "uint32_t";
}

/* PTX has the value for the high bits first. */
static void put_cvt(const emit *e, const char *letter, int i)
{
    const bool byte = !cvts[i].one;
    emit_put(e,
             "static __device__ __forceinline__ uint32_t $p_%s_pair(float lo, float hi)\n"
             "{\n"
             "    %s r;\n"
             "    asm(\"%s %%0, %%1, %%2;\" : \"=%s\"(r) : \"f\"(hi), \"f\"(lo));\n"
             "    return r;\n"
             "}\n",
             letter, byte ? "uint16_t" : "uint32_t", cvts[i].pair, byte ? "h" : "r");
    emit_put(e,
             "static __device__ __forceinline__ uint32_t $p_%s_one(float x)\n"
             "{\n",
             letter);
    if (byte) {
        emit_put(e, "    return $p_%s_pair(x, 0.0f);\n}\n", letter);
        return;
    }
    emit_put(e,
             "    uint16_t r;\n"
             "    asm(\"%s %%0, %%1;\" : \"=h\"(r) : \"f\"(x));\n"
             "    return r;\n"
             "}\n",
             cvts[i].one);
}

static void put_one(const emit *e, const char *letter, wgd_frag_type from, wgd_frag_type to)
{
    emit_put(e,
             "static __device__ __forceinline__ uint32_t $p_%s_one(%s x)\n"
             "{\n",
             letter, type_of(from));
    if (to_byte(from, to)) {
        const int64_t lo = to == WGD_FRAG_S8 ? -128 : 0, hi = to == WGD_FRAG_S8 ? 127 : 255;
        emit_put(e, "    return (uint32_t)(x < %d ? %d : x > %d ? %d : x) & 0xffu;\n", lo, lo, hi,
                 hi);
    } else {
        emit_put(e, "    return %s;\n",
                 from == WGD_FRAG_F32   ? "__float_as_uint(x)"
                 : from == WGD_FRAG_S32 ? "(uint32_t)x"
                                        : "x");
    }
    emit_put(e, "}\n");
}

void epilogue_convert(const emit *e, wgd_frag_type from, wgd_frag_type to, const char *letter)
{
    const int i = cvt_of(from, to);
    if (i >= 0) {
        put_cvt(e, letter, i);
        return;
    }
    put_one(e, letter, from, to);
    if (wgd_frag_type_bits(to) < 32) {
        emit_put(e,
                 "static __device__ __forceinline__ uint32_t $p_%s_pair(%s lo, %s hi)\n"
                 "{\n"
                 "    return $p_%s_one(lo) | $p_%s_one(hi) << %d;\n"
                 "}\n",
                 letter, type_of(from), type_of(from), letter, letter,
                 (int64_t)wgd_frag_type_bits(to));
    }
}

void epilogue_accumulators(const emit *e, const epilogue *p)
{
    const wgd_frag *f = p->frag;
    const int bits = wgd_frag_type_bits(f->type), per = 32 / bits;
    const char *type = type_of(f->type);
    emit_put(e, "/* What a thread holds, and value v of it%s. */\n",
             per > 1 ? ", as bits: several share a register" : "");
    if (p->m_blocks > 0) {
        const int64_t each = f->values / per / p->m_blocks / p->n_blocks;
        emit_put(e, "#define $P_D_ACCUMULATORS const %s (&d)[%d][%d][%d]\n", type,
                 (int64_t)p->m_blocks, (int64_t)p->n_blocks, each);
        emit_put(e,
                 "static __device__ __forceinline__ %s $p_d_at($P_D_ACCUMULATORS, uint32_t v)\n"
                 "{\n"
                 "    const uint32_t i = v / %d;\n"
                 "    const %s x = d[i / %d %% %d][i / %d][i %% %d];\n",
                 type, (int64_t)per, type, each, (int64_t)p->m_blocks, each * p->m_blocks, each);
    } else {
        emit_put(e, "#define $P_D_ACCUMULATORS const %s (&d)[%d]\n", type, (int64_t)f->regs);
        emit_put(e,
                 "static __device__ __forceinline__ %s $p_d_at($P_D_ACCUMULATORS, uint32_t v)\n"
                 "{\n",
                 type);
        emit_put(e, per > 1 ? "    const %s x = d[v / %d];\n" : "    const %s x = d[v];\n", type,
                 (int64_t)per);
    }
    if (per > 1) {
        emit_put(e, "    return x >> (v %% %d * %d) & %s;\n", (int64_t)per, (int64_t)bits,
                 bits == 8 ? "0xffu" : "0xffffu");
    } else {
        emit_put(e, "    return x;\n");
    }
    emit_put(e, "}\n\n");
}
