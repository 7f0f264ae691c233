/* SPDX-License-Identifier: MIT */
#include "desc_print.h"

#include "wgd_fetch.h"

enum { LABEL = 14, STEPS_SHOWN = 7 };

static uint64_t block_start(const wgd_tile *t, int i, int j)
{
    return (uint64_t)(t->query.start + wgd_tile_block_offset(t, i, j));
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

static void put_title(buf *out, const wgd_tile *t)
{
    const wgd_tile_query *q = &t->query;
    buf_str(out, "descriptor ");
    buf_hex(out, wgd_tile_block_desc(t, 0, 0), 16);
    buf_str(out, "   ");
    buf_str(out, wgd_dtype_get(q->dtype)->name);
    buf_str(out, q->operand == WGD_OPERAND_A ? " A, " : " B, ");
    buf_str(out, q->major == WGD_MAJOR_K ? "K-major, " : "MN-major, ");
    buf_str(out, q->swizzle == WGD_SWZ_NONE ? "no" : wgd_swizzle_name(q->swizzle));
    buf_str(out, " swizzle\n\n");
}

static void put_fields(buf *out, const wgd_tile *t)
{
    put_label(out, "start");
    buf_right_i64(out, t->query.start, 7);
    buf_str(out, " B   encoded ");
    buf_i64(out, t->desc.start);
    buf_str(out, " (");
    buf_hex(out, t->desc.start, 4);
    buf_str(out, ")\n");
    put_stride(out, "LBO", t->desc.lbo, t->lbo_used);
    put_stride(out, "SBO", t->desc.sbo, t->sbo_used);
    put_label(out, "swizzle");
    buf_pad(out, 3);
    buf_left(out, wgd_swizzle_name((wgd_swizzle_mode)t->desc.layout_type), 6);
    buf_str(out, "   layout_type ");
    buf_i64(out, t->desc.layout_type);
    buf_str(out, "\n");
    put_label(out, "base offset");
    buf_right_i64(out, t->desc.base_offset, 7);
    buf_char(out, '\n');
    put_label(out, "transpose");
    buf_right_i64(out, t->transpose, 7);
    buf_str(out, t->query.operand == WGD_OPERAND_A ? "     imm-trans-a\n" : "     imm-trans-b\n");
    put_label(out, "alignment");
    buf_right_i64(out, t->alignment, 7);
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
    put_label(out, label);
    buf_composed(out, c, WGD_FMT_PLAIN);
    buf_char(out, '\n');
}

static void put_layout(buf *out, const char *label, const wgd_layout *l)
{
    put_label(out, label);
    buf_layout(out, l, WGD_FMT_PLAIN);
    buf_char(out, '\n');
}

static void put_layouts(buf *out, const wgd_tile *t)
{
    put_size(out, "tile", t->query.mn, t->query.k);
    buf_str(out, " elements, ");
    buf_i64(out, t->bytes);
    buf_str(out, " bytes\n");
    put_size(out, "block", t->block_mn, t->block_k);
    buf_str(out, " elements, ");
    buf_i64(out, t->blocks_mn);
    buf_str(out, " along MN, ");
    buf_i64(out, t->blocks_k);
    buf_str(out, " along K\n");
    put_composed(out, "layout", &t->smem);
    put_composed(out, "in 128-bit", &t->smem_u128);
    put_layout(out, "one block", &t->block_u128);
    put_layout(out, "canonical", &t->canonical);
    put_layout(out, "iterator", &t->iterator);
    buf_char(out, '\n');
}

static int64_t offset_along(const wgd_tile *t, bool along_k, int i)
{
    return along_k ? wgd_tile_block_offset(t, 0, i) : wgd_tile_block_offset(t, i, 0);
}

/* The step from block to block along one mode: one number where it is constant, else each of them
 * as far as a line holds them. */
static void put_step(buf *out, const wgd_tile *t, bool along_k)
{
    const int n = along_k ? t->blocks_k : t->blocks_mn;
    if (n < 2) {
        return;
    }
    const int64_t step = offset_along(t, along_k, 1);
    bool even = true;
    for (int i = 0; i < n; i++) {
        even = even && offset_along(t, along_k, i) == step * i;
    }
    put_label(out, along_k ? "K step" : "MN step");
    if (even) {
        buf_i64(out, step);
        buf_str(out, " B: add ");
        buf_hex(out, (uint64_t)step / 16, 1);
        buf_str(out, " to the descriptor\n");
        return;
    }
    for (int i = 1; i < n && i <= STEPS_SHOWN; i++) {
        buf_str(out, i > 1 ? ", " : "");
        buf_i64(out, offset_along(t, along_k, i) - offset_along(t, along_k, i - 1));
    }
    buf_str(out, n - 1 > STEPS_SHOWN ? ", ... B\n" : " B\n");
}

static void put_blocks(buf *out, const wgd_tile *t)
{
    put_step(out, t, false);
    put_step(out, t, true);
    buf_str(out, "   mn    k   offset B      start   descriptor\n");
    for (int j = 0; j < t->blocks_k; j++) {
        for (int i = 0; i < t->blocks_mn; i++) {
            buf_right_i64(out, i, 5);
            buf_right_i64(out, j, 5);
            buf_right_i64(out, wgd_tile_block_offset(t, i, j), 11);
            buf_str(out, "    ");
            buf_hex(out, block_start(t, i, j), 5);
            buf_str(out, "   ");
            buf_hex(out, wgd_tile_block_desc(t, i, j), 16);
            buf_char(out, '\n');
        }
    }
}

void desc_print_text(buf *out, const wgd_tile *t)
{
    put_title(out, t);
    put_fields(out, t);
    put_layouts(out, t);
    put_blocks(out, t);
}

/* ---- JSON ----------------------------------------------------------------------------------- */

static void json_stride(buf *out, const char *key, unsigned field, bool used)
{
    json_open(out, key, '{');
    json_int(out, "field", field);
    json_int(out, "bytes", (int64_t)field * 16);
    json_bool(out, "used", used);
    json_close(out, '}');
}

static void json_pair(buf *out, const char *key, int64_t a, int64_t b)
{
    json_open(out, key, '[');
    json_int(out, NULL, a);
    json_int(out, NULL, b);
    json_close(out, ']');
}

static void json_query(buf *out, const wgd_tile_query *q)
{
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
    json_pair(out, "order", q->order[0], q->order[1]);
    json_addr(out, "start", (uint64_t)q->start);
}

static void json_smem(buf *out, const wgd_tile *t)
{
    json_open(out, "smem", '{');
    json_composed(out, "layout", &t->smem);
    json_composed(out, "layout_u128", &t->smem_u128);
    json_int(out, "bytes", t->bytes);
    json_int(out, "alignment", t->alignment);
    json_close(out, '}');
}

static void json_blocks(buf *out, const wgd_tile *t)
{
    json_open(out, "blocks", '[');
    for (int j = 0; j < t->blocks_k; j++) {
        for (int i = 0; i < t->blocks_mn; i++) {
            json_open(out, NULL, '{');
            json_int(out, "mn", i);
            json_int(out, "k", j);
            json_int(out, "offset_bytes", wgd_tile_block_offset(t, i, j));
            json_addr(out, "start", block_start(t, i, j));
            json_word(out, "descriptor", wgd_tile_block_desc(t, i, j));
            json_close(out, '}');
        }
    }
    json_close(out, ']');
}

void desc_print_json(answer *a, const wgd_tile *t)
{
    buf *out = a->out;
    answer_begin(a, "desc", true);
    json_query(out, &t->query);
    json_open(out, "layout_type", '{');
    json_int(out, "value", t->desc.layout_type);
    json_str(out, "name", wgd_swizzle_name((wgd_swizzle_mode)t->desc.layout_type));
    json_close(out, '}');
    json_int(out, "transpose", t->transpose);
    json_int(out, "base_offset", t->desc.base_offset);
    json_stride(out, "lbo", t->desc.lbo, t->lbo_used);
    json_stride(out, "sbo", t->desc.sbo, t->sbo_used);
    json_pair(out, "block", t->block_mn, t->block_k);
    json_smem(out, t);
    json_layout(out, "canonical", &t->canonical);
    json_layout(out, "iterator", &t->iterator);
    json_word(out, "descriptor", wgd_tile_block_desc(t, 0, 0));
    json_blocks(out, t);
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

static void cute_block(buf *out, uint64_t word)
{
    const wgd_desc d = wgd_desc_decode(word);
    buf_str(out, "  GmmaDescriptor: ");
    buf_hex(out, word, 16);
    buf_str(out, "\n  start_addr :  ");
    buf_hex(out, d.start, 4);
    buf_char(out, '\n');
    cute_stride(out, "  leading_off:  ", d.lbo);
    cute_stride(out, "  stride_off :  ", d.sbo);
    buf_str(out, "  base_offset:  ");
    buf_hex(out, d.base_offset, 1);
    buf_str(out, "\n  layout_type:  ");
    buf_hex(out, d.layout_type, 1);
    buf_str(out, " (");
    buf_str(out, wgd_swizzle_cute_name((wgd_swizzle_mode)d.layout_type));
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

void desc_print_cute(buf *out, const wgd_tile *t)
{
    buf_str(out, "GMMA::DescriptorIterator o ");
    buf_layout(out, &t->iterator, WGD_FMT_CUTE);
    buf_str(out, ":\n");
    for (int j = 0; j < t->blocks_k; j++) {
        if (j > 0) {
            cute_rule(out, t->blocks_mn);
        }
        for (int i = 0; i < t->blocks_mn; i++) {
            cute_block(out, wgd_tile_block_desc(t, i, j));
        }
    }
}
