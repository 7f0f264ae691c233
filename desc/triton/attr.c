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
#define NEEDED(sym)       USE(sym, NEEDED, 0)
#define GIVEN(sym)        USE(sym, GIVEN, 0)
#define FILLED(sym, dflt) USE(sym, FILLED, dflt)
#define FILLED_LIST(sym)  USE(sym, FILLED, 0)
#define ELSE(sym, dflt)   USE(sym, ELSE, dflt)
/* How the blocks of a cluster share the tensor: as older versions wrote it, and as newer ones do.
 */
#define CLUSTER GIVEN(CTAS_PER_CGA), GIVEN(CTA_SPLIT_NUM), GIVEN(CTA_ORDER), GIVEN(CGA_LAYOUT)

static const tri_use of_blocked[] = {NEEDED(SIZE_PER_THREAD), NEEDED(THREADS_PER_WARP),
                                     NEEDED(WARPS_PER_CTA), NEEDED(ORDER), CLUSTER};
static const tri_use of_mma[] = {NEEDED(VERSION_MAJOR), FILLED(VERSION_MINOR, 0),
                                 NEEDED(WARPS_PER_CTA), CLUSTER, NEEDED(INSTR_SHAPE)};
static const tri_use of_linear[] = {NEEDED(REGISTER), NEEDED(LANE), NEEDED(WARP),
                                    FILLED_LIST(BLOCK)};
static const tri_use of_swizzled[] = {NEEDED(VEC), NEEDED(PER_PHASE), NEEDED(MAX_PHASE),
                                      NEEDED(ORDER), CLUSTER};
static const tri_use of_nvmma[] = {NEEDED(SWIZZLING_BYTE_WIDTH),
                                   FILLED(TRANSPOSED, 0),
                                   FILLED(ELEMENT_BIT_WIDTH, 16),
                                   ELSE(FP4_PADDED, 0),
                                   CLUSTER,
                                   ELSE(OF_RANK, 2)};
static const tri_use of_shared_linear[] = {NEEDED(OFFSET), GIVEN(BLOCK), FILLED(ALIGNMENT, 16)};
static const tri_use of_tmem[] = {NEEDED(BLOCK_M),  NEEDED(BLOCK_N),      GIVEN(COL_STRIDE),
                                  GIVEN(UNPACKED),  ELSE(CTA_SPLIT_M, 1), ELSE(CTA_SPLIT_N, 1),
                                  ELSE(TWO_CTAS, 0)};
static const tri_use of_scales[] = {ELSE(CTA_SPLIT_M, 1), ELSE(CTA_SPLIT_N, 1)};
static const tri_use of_dot_op[] = {NEEDED(OP_IDX), NEEDED(PARENT), GIVEN(K_WIDTH)};
static const tri_use of_slice[] = {NEEDED(DIM), NEEDED(PARENT)};

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
    return v->n > 0 && !(u->when == TRI_ELSE && v->v[0] == u->dflt);
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
