/* SPDX-License-Identifier: MIT
 *
 * The tensor map of a tile in global memory, and its boxes.
 */
#include "epilogue_parts.h"

#include "view/tma_print.h"

static bool loads(const epilogue *p)
{
    const wgd_copy_kind k = wgd_copy_insn_kind(p->copy->insn);
    return k == WGD_COPY_LOADS || k == WGD_COPY_LDMATRIX;
}

void epilogue_tensor_map(const emit *e, const epilogue *p)
{
    const wgd_tma_params *m = &p->store->params;
    const char *c = p->store->down ? "rows" : "cols", *l = p->store->down ? "cols" : "rows";
    emit_put(
        e,
        "/* The tensor map, where <cuda.h> is included first. Define $P_ENCODE_TILED as the "
        "driver's\n"
        " * entry point where the program does not link libcuda. rows x cols elements, %s "
        "contiguous,\n"
        " * at a multiple of 16 bytes; ld elements from line to line, a multiple of 16 bytes. */\n"
        "#if defined(__cuda_cuda_h__)\n"
        "#ifndef $P_ENCODE_TILED\n"
        "#define $P_ENCODE_TILED cuTensorMapEncodeTiled\n"
        "#endif\n",
        p->store->down ? "columns" : "rows");
    emit_put(e,
             "static inline CUresult $p_d_tensor_map(CUtensorMap *map, void *address, uint64_t "
             "rows,\n"
             "                                       uint64_t cols, uint64_t ld)\n"
             "{\n"
             "    const cuuint64_t dim[2] = {%s, %s};\n"
             "    const cuuint64_t stride[1] = {ld * %d};\n"
             "    const cuuint32_t box[2] = {%d, %d};\n"
             "    const cuuint32_t step[2] = {1, 1};\n",
             c, l, (int64_t)p->copy->tile->bits / 8, (int64_t)m->box[0], (int64_t)m->box[1]);
    emit_put(e,
             "    return $P_ENCODE_TILED(map, %s, 2, address, dim, stride, box, step,\n"
             "                           " TMA_INTERLEAVE ", %s,\n"
             "                           " TMA_L2_PROMOTION ", " TMA_OOB_FILL ");\n"
             "}\n"
             "#endif /* <cuda.h> */\n\n",
             wgd_tma_type_name(m->type), wgd_tma_swizzle_name(m->swizzle));
}

/* One box of the tile: where it lies in shared memory and what is added to the tile's coordinates. */
static void put_box(const emit *e, const epilogue *p, int i, int j, const char *between)
{
    const wgd_copy_store *s = p->store;
    const int64_t at = i * s->panel_bytes + j * s->block_bytes;
    emit_put(e, "    $p_d_box(start + %du, map, %s + %d, %s + %d%s);\n", at,
             s->down ? "row" : "col", (int64_t)i * s->params.box[0], s->down ? "col" : "row",
             (int64_t)j * s->params.box[1], between);
}

void epilogue_boxes(const emit *e, const epilogue *p)
{
    const bool load = loads(p);
    const char *barrier = load ? ", uint32_t barrier" : "";
    emit_put(e,
             "#if defined(__CUDACC__) && defined(__cuda_cuda_h__)\n"
             "static __device__ __forceinline__ void\n"
             "$p_d_box(uint32_t at, const CUtensorMap *map, int x, int y%s)\n"
             "{\n"
             "#if defined(__CUDA_ARCH_FEAT_SM90_ALL)\n",
             barrier);
    emit_put(e, load
                    ? "    asm volatile(\"cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::"
                      "complete_tx::bytes \"\n"
                      "                 \"[%%0], [%%1, {%%2, %%3}], [%%4];\" ::\"r\"(at), "
                      "\"l\"(map), \"r\"(x), \"r\"(y), \"r\"(barrier)\n"
                    : "    asm volatile(\"cp.async.bulk.tensor.2d.global.shared::cta.bulk_group "
                      "[%%0, {%%1, %%2}], [%%3];\" ::\"l\"(map),\n"
                      "                 \"r\"(x), \"r\"(y), \"r\"(at)\n");
    emit_put(e,
             "                 : \"memory\");\n"
             "#else\n"
             "    (void)at, (void)map, (void)x, (void)y%s; /* sm_90a only */\n"
             "#endif\n"
             "}\n"
             "/* The tile %s, by one thread%s. (row, col) is its place in the tensor; what lies "
             "outside\n"
             " * is not %s. */\n"
             "static __device__ __forceinline__ void\n"
             "$p_d_tma(uint32_t start, const CUtensorMap *map, int row, int col%s)\n"
             "{\n",
             load ? ", (void)barrier" : "", load ? "from global memory" : "to global memory",
             load ? "; the barrier counts its bytes"
                  : ", after fence.proxy.async by all that stored it and a barrier;\n"
                    " * then cp.async.bulk.commit_group and wait_group",
             load ? "read: zeros arrive" : "written", barrier);
    for (int j = 0; j < p->store->blocks; j++) {
        for (int i = 0; i < p->store->panels; i++) {
            put_box(e, p, i, j, load ? ", barrier" : "");
        }
    }
    emit_put(e, "}\n"
                "#endif /* __CUDACC__, <cuda.h> */\n\n");
}
