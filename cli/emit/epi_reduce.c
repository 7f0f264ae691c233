/* SPDX-License-Identifier: MIT
 *
 * Rows reduced: in the thread, then among the lanes that share the row.
 */
#include "epilogue_parts.h"

/* "1, 2" lanes apart, and threads of other warps that share a row. */
static int64_t put_shuffles(const emit *e, const wgd_frag *f, const char *apply)
{
    int64_t place = 1, others = 1;
    for (int i = 0; i < f->thr.n; i++) {
        const bool along = f->thr.stride[i] > 0 && epilogue_along(f, f->thr.stride[i]);
        for (int64_t n = 1; along && n < f->thr.shape[i]; n *= 2) {
            if (place * n >= WGD_WARP) {
                others *= 2;
            } else if (apply) {
                emit_put(e, "        x = %s(x, __shfl_xor_sync(0xffffffffu, x, %d));\n", apply,
                         place * n);
            }
        }
        place *= f->thr.shape[i];
    }
    return others;
}

static void put_reduce(const emit *e, const epilogue *p, const char *name, const char *apply)
{
    emit_put(e,
             "static __device__ __forceinline__ void\n"
             "$p_d_row_%s($P_D_ACCUMULATORS, float (&r)[$P_D_THREAD_ROWS])\n"
             "{\n"
             "#pragma unroll\n"
             "    for (uint32_t i = 0; i < $P_D_THREAD_ROWS; i++) {\n"
             "        float x = $p_d_at(d, $p_d_row_value(i, 0));\n"
             "#pragma unroll\n"
             "        for (uint32_t j = 1; j < $P_D_ROW_VALUES; j++) {\n"
             "            x = %s(x, $p_d_at(d, $p_d_row_value(i, j)));\n"
             "        }\n",
             name, apply);
    put_shuffles(e, p->frag, apply);
    emit_put(e, "        r[i] = x;\n"
                "    }\n"
                "}\n");
}

void epilogue_reduce(const emit *e, const epilogue *p)
{
    if (p->frag->type != WGD_FRAG_F32) {
        return;
    }
    const int64_t others = put_shuffles(e, p->frag, NULL);
    emit_put(e, "/* The largest value, and the sum, of each row of a thread ($p_d_row(t, "
                "$p_d_row_value(i, 0))):\n"
                " * the same in all lanes that share the row. Whole warps. ");
    if (others > 1) {
        emit_put(e,
                 "%d warps hold parts of each row: what\n"
                 " * each has is to be joined through shared memory. ",
                 others);
    }
    emit_put(e, "*/\n");
    put_reduce(e, p, "max", "fmaxf");
    put_reduce(e, p, "sum", "__fadd_rn");
    buf_char(e->out, '\n');
}
