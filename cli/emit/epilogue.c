/* SPDX-License-Identifier: MIT
 *
 * The header of an epilogue.
 */
#include "epilogue.h"

wgd_status epilogue_check(const epilogue *p, bool cuda, wgd_diag *diag)
{
    const wgd_copy_kind kind = wgd_copy_insn_kind(p->copy->insn);
    const bool stores = kind == WGD_COPY_STORES || kind == WGD_COPY_STMATRIX;
    const int from = wgd_frag_type_bits(p->frag->type);
    if (cuda && (from < 8 || from > 32 || (!stores && from != p->copy->tile->bits))) {
        return wgd_fail(diag, WGD_ERR_VALUE, "to", "this is not what registers hold as it is",
                        wgd_frag_type_name(p->to),
                        "elements of 8, 16 or 32 bits, loaded as they are", "");
    }
    if (cuda && stores && !epilogue_converts(p->frag->type, p->to)) {
        return wgd_fail(diag, WGD_ERR_VALUE, "to", "no instruction converts the accumulators to it",
                        wgd_frag_type_name(p->to),
                        "of f32: f16, bf16, e4m3, e5m2; of s32: s8, u8; or their own type", "");
    }
    if (cuda && p->chain && !epilogue_converts(p->frag->type, p->chain->a.type)) {
        return wgd_fail(diag, WGD_ERR_VALUE, "as-a",
                        "no instruction converts the accumulators to it",
                        wgd_frag_type_name(p->chain->a.type),
                        "of f32: f16, bf16, e4m3, e5m2; of s32: s8, u8; or their own type", "");
    }
    if (p->form && p->form->start % p->form->align != 0) {
        return wgd_fail_num(diag, WGD_ERR_ALIGN, "start",
                            "the code is for tiles that begin where the swizzle's pattern does",
                            p->form->start, "a multiple of the pattern, 1024 bytes for 128B", "");
    }
    if (!p->form) {
        return wgd_fail(
            diag, WGD_ERR_DOMAIN, "layout",
            "the addresses are no formula of the thread and a constant of the step", "none",
            "a start where the swizzle's pattern begins, sizes of powers of two, or no swizzle",
            "the table of addresses has them all");
    }
    return WGD_OK;
}

static void put_head(const emit *e, const epilogue *p, const char *command)
{
    emit_put(
        e,
        "/* From registers to global memory: %d x %d elements of %d threads.\n"
        " * Written by wgdesc %s; to write it again:\n"
        " *\n"
        " *   %s\n"
        " *\n"
        " * t is a thread of those that share the tile, v one of its values, addresses are byte\n"
        " * addresses in shared memory (shared::cta).\n"
        " */\n"
        "#ifndef $P_EPILOGUE_H\n"
        "#define $P_EPILOGUE_H\n"
        "\n"
        "#include <stdint.h>\n"
        "\n",
        (int64_t)p->frag->rows, (int64_t)p->frag->cols, (int64_t)p->frag->threads, wgd_version(),
        command);
    emit_put(e, "#if defined(__CUDACC__)\n"
                "#define $P_D_FN static __host__ __device__ __forceinline__\n"
                "#else\n"
                "#define $P_D_FN static inline\n"
                "#endif\n\n");
}

/* A mode that runs on from the rows into the columns becomes two, each of one of them. There is room: every
 * mode has a bit of the thread or of the value, and those are fewer than WGD_FRAG_MODES. */
static void part_modes(wgd_frag_modes *m, int rows)
{
    for (int i = 0; i < m->n; i++) {
        const int stride = m->stride[i];
        const int in_rows = stride > 0 && stride < rows ? rows / stride : m->shape[i];
        if (in_rows >= m->shape[i]) {
            continue;
        }
        for (int k = m->n++; k > i + 1; k--) {
            m->shape[k] = m->shape[k - 1];
            m->stride[k] = m->stride[k - 1];
        }
        m->shape[i + 1] = m->shape[i] / in_rows;
        m->stride[i + 1] = rows;
        m->shape[i] = in_rows;
    }
}

static void put_parts(const emit *e, const epilogue *p, const char *command, bool cuda)
{
    put_head(e, p, command);
    epilogue_index(e, p);
    if (cuda) {
        emit_put(e, "#if defined(__CUDACC__)\n");
        epilogue_accumulators(e, p);
        epilogue_reduce(e, p);
        if (epilogue_converts(p->frag->type, p->to)) {
            epilogue_convert(e, p->frag->type, p->to, "d");
        }
        emit_put(e, "#endif /* __CUDACC__ */\n\n");
    }
    if (p->chain && cuda) {
        epilogue_chain(e, p);
    }
    epilogue_copy(e, p);
    if (p->store) {
        epilogue_tensor_map(e, p);
        epilogue_boxes(e, p);
    }
    emit_put(e, "#endif\n");
}

void epilogue_put(const emit *e, const epilogue *p, const char *command, bool cuda)
{
    wgd_frag frag = *p->frag;
    epilogue parted = *p;
    parted.frag = &frag;
    part_modes(&frag.thr, frag.rows);
    part_modes(&frag.val, frag.rows);
    put_parts(e, &parted, command, cuda);
}
