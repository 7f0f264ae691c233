/* SPDX-License-Identifier: MIT
 *
 * A tensor map and its copies as text, JSON and C.
 */
#include "tma_print.h"

#include "json/json_write.h"

enum { LABEL = 16 };

static void put_label(buf *out, const char *label)
{
    buf_str(out, "  ");
    buf_left(out, label, LABEL);
}

static void put_name(buf *out, const char *label, const char *value)
{
    put_label(out, label);
    buf_str(out, value);
    buf_char(out, '\n');
}

static void put_list_u32(buf *out, const char *label, const uint32_t *v, int n)
{
    put_label(out, label);
    for (int i = 0; i < n; i++) {
        buf_str(out, i == 0 ? "{" : ", ");
        buf_i64(out, v[i]);
    }
    buf_char(out, '}');
}

static void put_list_u64(buf *out, const char *label, const uint64_t *v, int n)
{
    put_label(out, label);
    buf_char(out, '{');
    for (int i = 0; i < n; i++) {
        buf_str(out, i == 0 ? "" : ", ");
        buf_i64(out, (int64_t)v[i]);
    }
    buf_char(out, '}');
}

/* "K, M": what the first two dimensions run along. */
static void put_directions(buf *out, const wgd_tma *t)
{
    const bool a = t->query.tile.operand == WGD_OPERAND_A;
    const char *mn = a ? "M" : "N";
    const bool k_major = t->query.tile.major == WGD_MAJOR_K;
    const char *c = k_major ? "K" : mn, *l = k_major ? mn : "K";
    static const char *const views[] = {"%c, %l", "%c in a panel, %l, panels",
                                        "%c in a panel, %l mod 8, panels, %l by 8"};
    for (const char *v = views[t->params.rank - 2]; *v; v++) {
        if (*v == '%') {
            buf_str(out, *++v == 'c' ? c : l);
        } else {
            buf_char(out, *v);
        }
    }
}

void tma_put_title(buf *out, const wgd_tma *t)
{
    const wgd_tile_query *q = &t->query.tile;
    buf_str(out, "cuTensorMapEncodeTiled   ");
    buf_str(out, wgd_dtype_get(q->dtype)->name);
    buf_str(out, q->operand == WGD_OPERAND_A ? " A " : " B ");
    buf_i64(out, q->mn);
    buf_char(out, 'x');
    buf_i64(out, q->k);
    buf_str(out, q->major == WGD_MAJOR_K ? ", K-major, " : ", MN-major, ");
    buf_str(out, q->swizzle == WGD_SWZ_NONE ? "no" : wgd_swizzle_name(q->swizzle));
    buf_str(out, " swizzle\n\n");
}

/* `directions`: what the dimensions run along; of a tile's own map it is known. */
static void put_params(buf *out, const wgd_tma_params *p, const wgd_tma *t, const char *directions)
{
    put_name(out, "dataType", wgd_tma_type_name(p->type));
    put_label(out, "rank");
    buf_i64(out, p->rank);
    buf_char(out, '\n');
    if (p->address) {
        put_label(out, "globalAddress");
        buf_addr(out, p->address);
        buf_char(out, '\n');
    }
    put_list_u64(out, "globalDim", p->dim, p->rank);
    buf_str(out, "   elements: ");
    if (t) {
        put_directions(out, t);
    } else {
        buf_str(out, directions);
    }
    buf_char(out, '\n');
    put_list_u64(out, "globalStrides", p->stride, p->rank - 1);
    buf_str(out, "   bytes\n");
    put_list_u32(out, "boxDim", p->box, p->rank);
    buf_str(out, "   elements\n");
    put_list_u32(out, "elementStrides", p->element_stride, p->rank);
    buf_char(out, '\n');
    put_name(out, "interleave", TMA_INTERLEAVE);
    put_name(out, "swizzle", wgd_tma_swizzle_name(p->swizzle));
    put_name(out, "l2Promotion", TMA_L2_PROMOTION);
    put_name(out, "oobFill", TMA_OOB_FILL);
}

void tma_put_call(buf *out, const wgd_tma *t)
{
    put_params(out, &t->params, t, NULL);
}

void tma_put_params(buf *out, const wgd_tma_params *p, const char *directions)
{
    put_params(out, p, NULL, directions);
}

static void json_u64s(buf *out, const char *key, const uint64_t *v, int n)
{
    json_open(out, key, '[');
    for (int i = 0; i < n; i++) {
        json_int(out, NULL, (int64_t)v[i]);
    }
    json_close(out, ']');
}

static void json_u32s(buf *out, const char *key, const uint32_t *v, int n)
{
    json_open(out, key, '[');
    for (int i = 0; i < n; i++) {
        json_int(out, NULL, v[i]);
    }
    json_close(out, ']');
}

void tma_json_call(buf *out, const char *key, const wgd_tma *t)
{
    tma_json_params(out, key, &t->params);
}

void tma_json_params(buf *out, const char *key, const wgd_tma_params *p)
{
    json_open(out, key, '{');
    json_str(out, "data_type", wgd_tma_type_name(p->type));
    json_int(out, "data_type_value", p->type);
    json_int(out, "rank", p->rank);
    if (p->address) {
        json_addr(out, "global_address", p->address);
    } else {
        json_null(out, "global_address");
    }
    json_u64s(out, "global_dim", p->dim, p->rank);
    json_u64s(out, "global_strides_bytes", p->stride, p->rank - 1);
    json_u32s(out, "box_dim", p->box, p->rank);
    json_u32s(out, "element_strides", p->element_stride, p->rank);
    json_str(out, "interleave", TMA_INTERLEAVE);
    json_str(out, "swizzle", wgd_tma_swizzle_name(p->swizzle));
    json_int(out, "swizzle_value", wgd_tma_swizzle_value(p->swizzle));
    json_str(out, "l2_promotion", TMA_L2_PROMOTION);
    json_str(out, "oob_fill", TMA_OOB_FILL);
    json_close(out, '}');
}

void tma_put_copies(buf *out, const wgd_tma *t)
{
    buf_str(out, "\n  the tile takes ");
    buf_i64(out, t->boxes);
    buf_str(out, t->boxes == 1 ? " copy of " : " copies of ");
    buf_i64(out, t->box_bytes);
    buf_str(out, " bytes; its barrier expects ");
    buf_i64(out, t->tile.bytes);
    buf_char(out, '\n');
}

static wgd_tma_box box_at(const wgd_tma *t, const wgd_tma_fit *fit, int i)
{
    return fit ? wgd_tma_fit_box(fit, i) : wgd_tma_box_at(t, i);
}

void tma_put_boxes(buf *out, const wgd_tma *t, const wgd_tma_fit *fit)
{
    buf_str(out, "  box   offset B   coordinate from the tile's origin\n");
    for (int i = 0; i < t->boxes; i++) {
        const wgd_tma_box b = box_at(t, fit, i);
        buf_right_i64(out, i, 5);
        buf_right_i64(out, b.offset, 11);
        buf_str(out, "   ");
        for (int d = 0; d < t->params.rank; d++) {
            buf_str(out, d == 0 ? "{" : ", ");
            buf_i64(out, b.at[d]);
        }
        buf_str(out, "}\n");
    }
}

void tma_json_boxes(buf *out, const char *key, const wgd_tma *t, const wgd_tma_fit *fit)
{
    json_open(out, key, '[');
    for (int i = 0; i < t->boxes; i++) {
        const wgd_tma_box b = box_at(t, fit, i);
        json_open(out, NULL, '{');
        json_u32s(out, "coordinate", b.at, t->params.rank);
        json_int(out, "offset_bytes", b.offset);
        json_close(out, '}');
    }
    json_close(out, ']');
}
