/* SPDX-License-Identifier: MIT
 *
 * The descriptors of a tile as text, JSON and CuTe's print.
 */
#include "desc_print.h"

#include "stages_print.h"

enum { LABEL = 14, STEPS_SHOWN = 7 };

static uint64_t block_start(const desc_view *v, int i, int j)
{
    return wgd_desc_unpack(desc_view_word(v, i, j), v->query.arch).start * UINT64_C(16);
}

/* ---- text ----------------------------------------------------------------------------------- */

static void put_label(buf *out, const char *label)
{
    buf_str(out, "  ");
    buf_left(out, label, LABEL);
}

static void put_stride(buf *out, const char *label, unsigned field, bool used)
{
    put_label(out, label);
    buf_right_i64(out, (int64_t)field * 16, 7);
    buf_str(out, " B   encoded ");
    buf_i64(out, field);
    buf_str(out, used ? "\n" : "   (not read here)\n");
}

static void put_title(buf *out, const desc_view *v)
{
    const wgd_tile_query *q = &v->query;
    buf_str(out, "descriptor ");
    buf_word(out, desc_view_word(v, 0, 0));
    buf_str(out, "   ");
    buf_str(out, wgd_dtype_get(q->dtype)->name);
    buf_str(out, q->operand == WGD_OPERAND_A ? " A, " : " B, ");
    buf_str(out, q->sparse ? "sparse, " : "");
    buf_str(out, q->major == WGD_MAJOR_K ? "K-major, " : "MN-major, ");
    buf_str(out, q->swizzle == WGD_SWZ_NONE ? "no" : wgd_swizzle_name(q->swizzle));
    buf_str(out, " swizzle\n\n");
}

/* Where the instruction is told. */
static void put_transpose_name(buf *out, const wgd_tile_query *q)
{
    const bool a = q->operand == WGD_OPERAND_A;
    if (wgd_arch_tcgen05(q->arch)) {
        buf_str(out, a ? "     bit 15 of the instruction descriptor\n"
                       : "     bit 16 of the instruction descriptor\n");
        return;
    }
    const bool has_trans = wgd_dtype_get(q->dtype)->mn_major;
    buf_str(out, !has_trans ? "     the type has no imm-trans\n"
                 : a        ? "     imm-trans-a\n"
                            : "     imm-trans-b\n");
}

static void put_fields(buf *out, const desc_view *v)
{
    put_label(out, "start");
    buf_right_i64(out, v->desc.start * 16, 7);
    buf_str(out, " B   encoded ");
    buf_i64(out, v->desc.start);
    buf_str(out, " (");
    buf_hex(out, v->desc.start, 4);
    buf_str(out, ")\n");
    put_stride(out, v->desc.lbo_absolute ? "LBO, absolute" : "LBO", v->desc.lbo, v->lbo_used);
    put_stride(out, "SBO", v->desc.sbo, v->sbo_used);
    put_label(out, "swizzle");
    buf_pad(out, 3);
    buf_left(out, wgd_swizzle_name(v->desc.swizzle), 6);
    buf_str(out, "   layout_type ");
    buf_i64(out, wgd_desc_layout_type(v->desc.swizzle, v->query.arch));
    buf_str(out, "\n");
    put_label(out, "base offset");
    buf_right_i64(out, v->desc.base_offset, 7);
    buf_char(out, '\n');
    put_label(out, "transpose");
    buf_right_i64(out, (v->query.major == WGD_MAJOR_MN), 7);
    put_transpose_name(out, &v->query);
    put_label(out, "alignment");
    buf_right_i64(out, v->alignment, 7);
    buf_str(out, " B\n\n");
}

static void put_size(buf *out, const char *label, int64_t mn, int64_t k)
{
    put_label(out, label);
    buf_i64(out, mn);
    buf_char(out, 'x');
    buf_i64(out, k);
}

static void put_composed(buf *out, const char *label, const wgd_composed *c)
{
    if (!c) {
        return;
    }
    put_label(out, label);
    buf_composed(out, c, WGD_FMT_PLAIN);
    buf_char(out, '\n');
}

static void put_layout(buf *out, const char *label, const wgd_layout *l)
{
    if (!l) {
        return;
    }
    put_label(out, label);
    buf_layout(out, l, WGD_FMT_PLAIN);
    buf_char(out, '\n');
}

static void put_layouts(buf *out, const desc_view *v)
{
    put_size(out, "tile", v->query.mn, v->query.k);
    buf_str(out, " elements, ");
    buf_i64(out, v->bytes);
    buf_str(out, " bytes\n");
    put_size(out, "block", v->block_mn, v->block_k);
    buf_str(out, " elements, ");
    buf_i64(out, v->blocks_mn);
    buf_str(out, " along MN, ");
    buf_i64(out, v->blocks_k);
    buf_str(out, " along K\n");
    put_composed(out, "layout", v->smem);
    if (v->slice) {
        slice_print_text(out, v->slice);
    }
    put_composed(out, "in 128-bit", v->smem_u128);
    put_layout(out, "one block", v->block_u128);
    put_layout(out, "canonical", v->canonical);
    put_layout(out, "iterator", v->iterator);
    buf_char(out, '\n');
}

static int64_t offset_along(const desc_view *v, bool along_k, int i)
{
    return along_k ? v->offset(v->tile, 0, i) : v->offset(v->tile, i, 0);
}

/* The step from block to block along one mode: one number where it is constant, else each of them
 * as far as a line holds them. */
static void put_step(buf *out, const desc_view *v, bool along_k)
{
    const int n = along_k ? v->blocks_k : v->blocks_mn;
    if (n < 2) {
        return;
    }
    const int64_t step = offset_along(v, along_k, 1);
    bool even = true;
    for (int i = 0; i < n; i++) {
        even = even && offset_along(v, along_k, i) == step * i;
    }
    put_label(out, along_k ? "K step" : "MN step");
    if (even) {
        buf_i64(out, step);
        buf_str(out, " B: add ");
        buf_addr(out, (uint64_t)step / 16);
        buf_str(out, " to the descriptor\n");
        return;
    }
    for (int i = 1; i < n && i <= STEPS_SHOWN; i++) {
        buf_str(out, i > 1 ? ", " : "");
        buf_i64(out, offset_along(v, along_k, i) - offset_along(v, along_k, i - 1));
    }
    buf_str(out, n - 1 > STEPS_SHOWN ? ", ... B\n" : " B\n");
}

void desc_print_steps(buf *out, const desc_view *v)
{
    put_step(out, v, false);
    put_step(out, v, true);
    buf_str(out, "   mn    k   offset B      start   descriptor\n");
    for (int j = 0; j < v->blocks_k; j++) {
        for (int i = 0; i < v->blocks_mn; i++) {
            buf_right_i64(out, i, 5);
            buf_right_i64(out, j, 5);
            buf_right_i64(out, v->offset(v->tile, i, j), 11);
            buf_str(out, "    ");
            buf_hex(out, block_start(v, i, j), 5);
            buf_str(out, "   ");
            buf_word(out, desc_view_word(v, i, j));
            buf_char(out, '\n');
        }
    }
}

void desc_print_text(buf *out, const desc_view *v)
{
    put_title(out, v);
    put_fields(out, v);
    put_layouts(out, v);
    desc_print_steps(out, v);
    if (v->stages) {
        stages_print_text(out, v);
    }
}

/* ---- JSON ----------------------------------------------------------------------------------- */

void desc_json_stride(buf *out, const char *key, unsigned field, bool used)
{
    json_open(out, key, '{');
    json_int(out, "field", field);
    json_int(out, "bytes", (int64_t)field * 16);
    json_bool(out, "used", used);
    json_close(out, '}');
}

static void json_query(buf *out, const desc_view *v)
{
    const wgd_tile_query *q = &v->query;
    json_str(out, "dtype", wgd_dtype_get(q->dtype)->name);
    json_str(out, "operand", wgd_operand_name(q->operand));
    json_str(out, "major", wgd_major_name(q->major));
    json_str(out, "swizzle", wgd_swizzle_name(q->swizzle));
    json_pair(out, "shape", q->mn, q->k);
    if (q->n > 0) {
        json_int(out, "n", q->n);
    } else {
        json_null(out, "n");
    }
    if (v->has_order) {
        json_pair(out, "order", q->order[0], q->order[1]);
    } else {
        json_null(out, "order");
    }
    json_addr(out, "start", (uint64_t)q->start);
    if (q->sparse) {
        json_bool(out, "sparse", true);
    }
    if (wgd_arch_absolute_lbo(q->arch)) {
        json_bool(out, "lbo_absolute", v->desc.lbo_absolute);
    }
}

static void json_smem(buf *out, const desc_view *v)
{
    json_open(out, "smem", '{');
    json_composed(out, "layout", v->smem);
    if (v->smem_u128 && !v->slice) { /* of a slice it is the slice's */
        json_composed(out, "layout_u128", v->smem_u128);
    } else {
        json_null(out, "layout_u128");
    }
    json_int(out, "bytes", v->bytes);
    json_int(out, "alignment", v->alignment);
    json_close(out, '}');
}

void desc_json_blocks(buf *out, const desc_view *v)
{
    json_open(out, "blocks", '[');
    for (int j = 0; j < v->blocks_k; j++) {
        for (int i = 0; i < v->blocks_mn; i++) {
            json_open(out, NULL, '{');
            json_int(out, "mn", i);
            json_int(out, "k", j);
            json_int(out, "offset_bytes", v->offset(v->tile, i, j));
            json_addr(out, "start", block_start(v, i, j));
            json_word(out, "descriptor", desc_view_word(v, i, j));
            json_close(out, '}');
        }
    }
    json_close(out, ']');
}

static void json_known_layout(buf *out, const char *key, const wgd_layout *l)
{
    if (l) {
        json_layout(out, key, l);
    } else {
        json_null(out, key);
    }
}

void desc_print_members(buf *out, const desc_view *v)
{
    json_query(out, v);
    json_open(out, "layout_type", '{');
    json_int(out, "value", wgd_desc_layout_type(v->desc.swizzle, v->query.arch));
    json_str(out, "name", wgd_swizzle_name(v->desc.swizzle));
    json_close(out, '}');
    json_int(out, "transpose", (v->query.major == WGD_MAJOR_MN));
    json_int(out, "base_offset", v->desc.base_offset);
    desc_json_stride(out, "lbo", v->desc.lbo, v->lbo_used);
    desc_json_stride(out, "sbo", v->desc.sbo, v->sbo_used);
    json_pair(out, "block", v->block_mn, v->block_k);
    json_smem(out, v);
    if (v->slice) {
        json_open(out, "slice", '{');
        slice_json_members(out, v->slice);
        if (v->smem_u128) {
            json_composed(out, "layout_u128", v->smem_u128);
        } else {
            json_null(out, "layout_u128");
        }
        json_close(out, '}');
    }
    json_known_layout(out, "canonical", v->canonical);
    json_known_layout(out, "iterator", v->iterator);
    json_word(out, "descriptor", desc_view_word(v, 0, 0));
    desc_json_blocks(out, v);
    if (v->stages) {
        stages_print_json(out, v);
    }
}

void desc_print_json(answer *a, const desc_view *v)
{
    answer_begin(a, v->cmd, true);
    desc_print_members(a->out, v);
    answer_end(a);
}

/* ---- CuTe ----------------------------------------------------------------------------------- */

static void cute_stride(buf *out, const char *label, unsigned field)
{
    buf_str(out, label);
    buf_hex(out, field, 4);
    buf_str(out, " (");
    buf_i64(out, field);
    buf_str(out, ")\n");
}

static void cute_block(buf *out, uint64_t word, wgd_arch arch)
{
    const wgd_desc d = wgd_desc_unpack(word, arch);
    buf_str(out, wgd_arch_tcgen05(arch) ? "  UmmaDescriptor: " : "  GmmaDescriptor: ");
    buf_word(out, word);
    buf_str(out, "\n  start_addr :  ");
    buf_hex(out, d.start, 4);
    buf_char(out, '\n');
    cute_stride(out, "  leading_off:  ", d.lbo);
    cute_stride(out, "  stride_off :  ", d.sbo);
    buf_str(out, "  base_offset:  ");
    buf_addr(out, d.base_offset);
    buf_str(out, "\n  layout_type:  ");
    buf_addr(out, wgd_desc_layout_type(d.swizzle, arch));
    buf_str(out, " (");
    buf_str(out, wgd_swizzle_cute_name(d.swizzle));
    buf_str(out, ")\n");
}

/* print_tensor parts the slices of the last mode by a rule of five dashes for each element of the
 * mode before. */
static void cute_rule(buf *out, int blocks_mn)
{
    buf_char(out, '\n');
    for (int i = 0; i < blocks_mn; i++) {
        buf_str(out, "-----");
    }
    buf_char(out, '\n');
}

void desc_print_cute(buf *out, const desc_view *v)
{
    buf_str(out, wgd_arch_tcgen05(v->query.arch) ? "UMMA::DescriptorIterator o "
                                                 : "GMMA::DescriptorIterator o ");
    buf_layout(out, v->iterator, WGD_FMT_CUTE);
    buf_str(out, ":\n");
    for (int j = 0; j < v->blocks_k; j++) {
        if (j > 0) {
            cute_rule(out, v->blocks_mn);
        }
        for (int i = 0; i < v->blocks_mn; i++) {
            cute_block(out, desc_view_word(v, i, j), v->query.arch);
        }
    }
}
