/* SPDX-License-Identifier: MIT
 *
 * The attributes, their fields, and how they are printed. */
#include "attr.h"

#include "wgd_text.h"

const tri_field_row tri_fields[WGD_TRITON_FIELD_COUNT] = {
#define WGD_X(sym, name, value) {name, TRI_##value},
    WGD_TRITON_FIELDS(WGD_X)
#undef WGD_X
};

#define USE(sym, when, dflt)                                                                       \
    {                                                                                              \
        WGD_TRITON_F_##sym, TRI_##when, dflt                                                       \
    }
/* How the blocks of a cluster share the tensor: as older versions wrote it, and as newer ones do.
 */
#define CLUSTER                                                                                    \
    USE(CTAS_PER_CGA, ELSE, 0), USE(CTA_SPLIT_NUM, ELSE, 0), USE(CTA_ORDER, ELSE, 0),              \
        USE(CGA_LAYOUT, ELSE, 0)

static const tri_use of_blocked[] = {USE(SIZE_PER_THREAD, NEEDED, 0),
                                     USE(THREADS_PER_WARP, NEEDED, 0),
                                     USE(WARPS_PER_CTA, NEEDED, 0), USE(ORDER, NEEDED, 0), CLUSTER};
static const tri_use of_mma[] = {USE(VERSION_MAJOR, NEEDED, 0), USE(VERSION_MINOR, ALWAYS, 0),
                                 USE(WARPS_PER_CTA, NEEDED, 0), CLUSTER,
                                 USE(INSTR_SHAPE, NEEDED, 0)};
static const tri_use of_linear[] = {USE(REGISTER, NEEDED, 0), USE(LANE, NEEDED, 0),
                                    USE(WARP, NEEDED, 0), USE(BLOCK, ALWAYS, 0)};
static const tri_use of_swizzled[] = {USE(VEC, NEEDED, 0), USE(PER_PHASE, NEEDED, 0),
                                      USE(MAX_PHASE, NEEDED, 0), USE(ORDER, NEEDED, 0), CLUSTER};
static const tri_use of_nvmma[] = {USE(SWIZZLING_BYTE_WIDTH, NEEDED, 0),
                                   USE(TRANSPOSED, ALWAYS, 0),
                                   USE(ELEMENT_BIT_WIDTH, ALWAYS, 16),
                                   USE(FP4_PADDED, ELSE, 0),
                                   CLUSTER,
                                   USE(OF_RANK, ELSE, 2)};
static const tri_use of_shared_linear[] = {USE(OFFSET, NEEDED, 0), USE(BLOCK, ELSE, 0),
                                           USE(ALIGNMENT, ALWAYS, 16)};
static const tri_use of_tmem[] = {USE(BLOCK_M, NEEDED, 0),   USE(BLOCK_N, NEEDED, 0),
                                  USE(COL_STRIDE, ELSE, 0),  USE(UNPACKED, ELSE, -1),
                                  USE(CTA_SPLIT_M, ELSE, 1), USE(CTA_SPLIT_N, ELSE, 1),
                                  USE(TWO_CTAS, ELSE, 0)};
static const tri_use of_scales[] = {USE(CTA_SPLIT_M, ELSE, 1), USE(CTA_SPLIT_N, ELSE, 1)};
static const tri_use of_dot_op[] = {USE(OP_IDX, NEEDED, 0), USE(PARENT, NEEDED, 0),
                                    USE(K_WIDTH, ELSE, 0)};
static const tri_use of_slice[] = {USE(DIM, NEEDED, 0), USE(PARENT, NEEDED, 0)};

#define ROW(braces, uses)                                                                          \
    {                                                                                              \
        braces, (int)(sizeof uses / sizeof uses[0]), uses                                          \
    }
const tri_kind_row tri_kinds[WGD_TRITON_KIND_COUNT] = {
    [WGD_TRITON_BLOCKED] = ROW(true, of_blocked),
    [WGD_TRITON_NVIDIA_MMA] = ROW(true, of_mma),
    [WGD_TRITON_LINEAR] = ROW(true, of_linear),
    [WGD_TRITON_SWIZZLED_SHARED] = ROW(true, of_swizzled),
    [WGD_TRITON_NVMMA_SHARED] = ROW(true, of_nvmma),
    [WGD_TRITON_SHARED_LINEAR] = ROW(true, of_shared_linear),
    [WGD_TRITON_TMEM] = ROW(false, of_tmem),
    [WGD_TRITON_TMEM_SCALES] = ROW(false, of_scales),
    [WGD_TRITON_DOT_OP] = ROW(true, of_dot_op),
    [WGD_TRITON_SLICE] = ROW(true, of_slice),
};

const char *wgd_triton_kind_name(wgd_triton_kind k)
{
    static const char *const names[] = {
#define WGD_X(sym, name) name,
        WGD_TRITON_KINDS(WGD_X)
#undef WGD_X
    };
    return names[k];
}

int tri_in_of(wgd_triton_kind k, wgd_triton_field f)
{
    switch (f) {
    case WGD_TRITON_F_LANE:
        return 1;
    case WGD_TRITON_F_WARP:
        return 2;
    case WGD_TRITON_F_BLOCK:
        return k == WGD_TRITON_SHARED_LINEAR ? 1 : 3;
    default:
        return 0;
    }
}

/* ---- text ----------------------------------------------------------------------------------- */

static void put_list(wgd_text *t, const int32_t *v, int n)
{
    wgd_put_char(t, '[');
    for (int i = 0; i < n; i++) {
        wgd_put_str(t, i > 0 ? ", " : "");
        wgd_put_i64(t, v[i]);
    }
    wgd_put_char(t, ']');
}

void tri_put_bases(wgd_text *t, const wgd_triton_bases *b, int rank)
{
    wgd_put_char(t, '[');
    for (int i = 0; i < b->n; i++) {
        wgd_put_str(t, i > 0 ? ", " : "");
        put_list(t, b->v[i], rank);
    }
    wgd_put_char(t, ']');
}

static bool printed(const wgd_triton_attr *a, const tri_use *u)
{
    const wgd_triton_value *v = &a->field[u->field];
    const bool scalar =
        tri_fields[u->field].value == TRI_INT || tri_fields[u->field].value == TRI_BOOL;
    return v->n > 0 && !(u->when == TRI_ELSE && scalar && v->v[0] == u->dflt);
}

static void put_field(wgd_text *t, const wgd_triton_attr *a, wgd_triton_field f)
{
    const wgd_triton_value *v = &a->field[f];
    wgd_put_str(t, tri_fields[f].name);
    wgd_put_str(t, " = ");
    switch (tri_fields[f].value) {
    case TRI_INT:
        wgd_put_i64(t, v->v[0]);
        break;
    case TRI_BOOL:
        wgd_put_str(t, v->v[0] ? "true" : "false");
        break;
    case TRI_LIST:
        put_list(t, v->v, v->n);
        break;
    default: /* TRI_BASES; a TRI_ATTR is of a wrap, not of what stands alone */
        tri_put_bases(t, f == WGD_TRITON_F_CGA_LAYOUT ? &a->cga : &a->in[tri_in_of(a->kind, f)],
                      a->rank);
        break;
    }
}

static void put_plain(wgd_text *t, const wgd_triton_attr *a)
{
    const tri_kind_row *k = &tri_kinds[a->kind];
    bool open = k->braces, any = false;
    wgd_put_char(t, '#');
    wgd_put_str(t, wgd_triton_kind_name(a->kind));
    wgd_put_str(t, open ? "<{" : "<");
    for (int i = 0; i < k->n; i++) {
        if (!printed(a, &k->use[i])) {
            continue;
        }
        /* The one field that stands behind the braces. */
        if (k->use[i].field == WGD_TRITON_F_ALIGNMENT) {
            wgd_put_char(t, '}');
            open = false;
        }
        wgd_put_str(t, any ? ", " : "");
        put_field(t, a, k->use[i].field);
        any = true;
    }
    wgd_put_str(t, open ? "}>" : ">");
}

void wgd_put_triton_attr(wgd_text *t, const wgd_triton_attr *a)
{
    for (int i = 0; i < a->wraps; i++) {
        const wgd_triton_wrap *w = &a->wrap[i];
        wgd_put_char(t, '#');
        wgd_put_str(t, wgd_triton_kind_name(w->kind));
        wgd_put_str(t, w->kind == WGD_TRITON_SLICE ? "<{dim = " : "<{opIdx = ");
        wgd_put_i64(t, w->arg);
        wgd_put_str(t, ", parent = ");
    }
    put_plain(t, a);
    for (int i = a->wraps - 1; i >= 0; i--) {
        if (a->wrap[i].k_width > 0) {
            wgd_put_str(t, ", kWidth = ");
            wgd_put_i64(t, a->wrap[i].k_width);
        }
        wgd_put_str(t, "}>");
    }
}
