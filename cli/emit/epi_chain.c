/* SPDX-License-Identifier: MIT
 *
 * Accumulators as A of a next product.
 */
#include "epilogue_parts.h"

/* The k of A as a column of the accumulators: its bits are bits of k, in another order. */
static void put_k(const emit *e, const wgd_frag_chain *c)
{
    wgd_linear m;
    char text[512];
    m.bits = 0;
    for (int k = 1; k < c->a.cols; k *= 2) {
        m.basis[m.bits++] = (uint64_t)c->column[k];
    }
    wgd_text t = wgd_text_into(text, sizeof text);
    wgd_put_linear_c(&t, &m, "k");
    wgd_text_end(&t);
    emit_put(
        e,
        "/* The accumulators as A of a next wgmma, %d columns at a time: $P_A_SLICES slices of "
        "$P_A_REGISTERS\n"
        " * registers. k of a slice is column $p_a_column(k) of it%s. */\n"
        "enum { $P_A_SLICES = %d, $P_A_REGISTERS = %d };\n"
        "$P_D_FN uint32_t $p_a_column(uint32_t k)\n"
        "{\n"
        "    return %s;\n"
        "}\n",
        (int64_t)c->a.cols, c->permuted ? ": B's rows are read in that order" : "",
        (int64_t)c->slices, (int64_t)c->a.regs, text);
}

void epilogue_chain(const emit *e, const epilogue *p)
{
    const wgd_frag_chain *c = p->chain;
    const int bits = wgd_frag_type_bits(c->a.type), per = 32 / bits;
    put_k(e, c);
    emit_put(e, "#if defined(__CUDACC__)\n");
    epilogue_convert(e, p->frag->type, c->a.type, "a");
    emit_put(e, "static __device__ __forceinline__ void\n"
                "$p_a_slice($P_D_ACCUMULATORS, uint32_t slice, uint32_t (&a)[$P_A_REGISTERS])\n"
                "{\n");
    emit_put(e, "    const uint32_t v = slice * %d;\n", (int64_t)c->a.values);
    for (int r = 0; r < c->a.regs; r++) {
        emit_put(e, "    a[%d] = ", (int64_t)r);
        for (int i = 0; i < per; i += 2) {
            emit_put(e, "%s$p_a_pair($p_d_at(d, v + %d), $p_d_at(d, v + %d))", i > 0 ? " | " : "",
                     (int64_t)c->from[r * per + i], (int64_t)c->from[r * per + i + 1]);
            if (i > 0) {
                emit_put(e, " << %d", (int64_t)(i * bits));
            }
        }
        emit_put(e, ";\n");
    }
    emit_put(e, "}\n"
                "#endif /* __CUDACC__ */\n\n");
}
