/* SPDX-License-Identifier: MIT
 *
 * Fragments in tensor memory, by rule. A fragment is a list of modes, each a step of so many lanes,
 * columns or values within a cell; both directions and the layout's text come from that list.
 */
#include "wgd_tmem.h"

#include "tmem_parts.h"

/* ---- the nested layout ---------------------------------------------------------------------- */

static void put_leaf(wgd_layout *l, const wgd_tmem_mode *m)
{
    l->shape.node[l->shape.n_nodes++] = WGD_LEAF;
    l->shape.leaf[l->shape.n_leaves] = m->shape;
    l->stride[l->shape.n_leaves++] = m->stride;
}

static uint8_t *put_list(wgd_layout *l)
{
    uint8_t *count = &l->shape.node[l->shape.n_nodes++];
    *count = 0;
    return count;
}

/* The modes of one group as a list, or as they are if there is one; inner modes as a list in it. */
static void put_group(wgd_layout *l, const wgd_tmem *t, int group)
{
    int n = 0, inner = 0;
    for (int i = 0; i < t->n; i++) {
        n += t->mode[i].group == group;
        inner += t->mode[i].group == group && t->mode[i].inner;
    }
    uint8_t *list = n > 1 ? put_list(l) : NULL;
    int items = 0;
    for (int i = 0; i < t->n; i++) {
        const wgd_tmem_mode *m = &t->mode[i];
        if (m->group != group) {
            continue;
        }
        if (m->inner && inner) {
            *put_list(l) = (uint8_t)inner;
            inner = 0;
            items++;
        } else if (!m->inner) {
            items++;
        }
        put_leaf(l, m);
    }
    if (list) {
        *list = (uint8_t)items;
    }
}

static void make_layout(wgd_tmem *t)
{
    wgd_layout *l = &t->layout;
    l->shape.n_nodes = l->shape.n_leaves = 0;
    *put_list(l) = 3;
    uint8_t *mode0 = put_list(l);
    for (int g = 0; g < TMEM_GROUP_TILE_ROW; g++) {
        const uint8_t before = l->shape.n_leaves;
        put_group(l, t, g);
        *mode0 = (uint8_t)(*mode0 + (l->shape.n_leaves > before));
    }
    put_group(l, t, TMEM_GROUP_TILE_ROW);
    put_group(l, t, TMEM_GROUP_TILE_COL);
}

/* ---- making --------------------------------------------------------------------------------- */

static int count_lanes(const wgd_tmem *t)
{
    int n = 1;
    for (int i = 0; i < t->n; i++) {
        n *= t->mode[i].stride >> (16 + t->shift) ? t->mode[i].shape : 1;
    }
    return n;
}

static int extent(const wgd_tmem *t, wgd_tmem_axis axis)
{
    int n = 1;
    for (int i = 0; i < t->n; i++) {
        n *= t->mode[i].axis == axis ? t->mode[i].shape : 1;
    }
    return n;
}

/* The greatest column, from the modes that step over values and columns. */
static int count_columns(const wgd_tmem *t)
{
    int64_t last = 0;
    for (int i = 0; i < t->n; i++) {
        if (t->mode[i].stride >> (16 + t->shift) == 0) {
            last += (int64_t)(t->mode[i].shape - 1) * t->mode[i].stride;
        }
    }
    return (int)(last >> t->shift) + 1;
}

wgd_status wgd_tmem_make(const wgd_tmem_spec *spec, wgd_tmem *out, wgd_diag *diag)
{
    out->spec = *spec;
    out->n = 0;
    wgd_status s = tmem_deal(out, diag);
    if (s != WGD_OK) {
        return s;
    }
    out->rows = extent(out, WGD_TMEM_ROW);
    out->cols = extent(out, WGD_TMEM_COL);
    out->copies = extent(out, WGD_TMEM_COPY);
    out->columns = count_columns(out);
    out->lanes = count_lanes(out);
    if (out->columns > WGD_TMEM_COLUMNS) {
        return wgd_fail_num(diag, WGD_ERR_FIT, "tiles", "this does not fit into tensor memory",
                            out->columns, "at most 512 columns", "fewer tiles, or a narrower one");
    }
    make_layout(out);
    return WGD_OK;
}

/* ---- both directions ------------------------------------------------------------------------ */

wgd_tmem_place wgd_tmem_find(const wgd_tmem *t, int row, int col, int copy)
{
    int left[] = {row % t->rows, col % t->cols, copy, row / t->rows, col / t->cols};
    int64_t at = 0;
    for (int i = 0; i < t->n; i++) {
        const wgd_tmem_mode *m = &t->mode[i];
        at += (int64_t)(left[m->axis] % m->shape) * m->stride;
        left[m->axis] /= m->shape;
    }
    const int values = 1 << t->shift;
    wgd_tmem_place p;
    p.lane = (int)(at >> (16 + t->shift));
    p.column = (int)(at >> t->shift & 0xffff);
    p.bit = (int)(at & (values - 1)) * 32 / values;
    p.bits = 32 / values;
    return p;
}

/* The least stride beyond this one among the modes, of which the first steps over single lanes: modes nest, with gaps
 * where a list of values does not fill its cell. 0: there is none. */
static int next_stride(const wgd_tmem *t, const wgd_tmem_mode *m)
{
    int next = 0;
    for (int i = 0; i < t->n; i++) {
        const int other = t->mode[i].stride;
        if (t->mode[i].shape > 1 && other > m->stride && (next == 0 || other < next)) {
            next = other;
        }
    }
    return next;
}

/* A mode's digit of a place; beyond its shape where the place lies in a gap. */
static int digit(const wgd_tmem *t, const wgd_tmem_mode *m, int at)
{
    const int next = next_stride(t, m), lane = 1 << (16 + t->shift);
    at = m->stride < lane ? at % lane : at;
    if (m->stride == 0 || m->shape == 1) {
        return 0;
    }
    return (next ? at % next : at) / m->stride;
}

bool wgd_tmem_at(const wgd_tmem *t, int lane, int column, int index, int *row, int *col)
{
    const int place = (lane << (16 + t->shift)) + (column << t->shift) + index;
    int at[5] = {0, 0, 0, 0, 0}, step[5] = {1, 1, 1, 1, 1};
    int sum = 0;
    for (int i = 0; i < t->n; i++) {
        const wgd_tmem_mode *m = &t->mode[i];
        const int d = digit(t, m, place);
        if (d >= m->shape) {
            return false;
        }
        at[m->axis] += d * step[m->axis];
        step[m->axis] *= m->shape;
        sum += d * m->stride;
    }
    *row = at[WGD_TMEM_ROW] + t->rows * at[WGD_TMEM_TILE_ROW];
    *col = at[WGD_TMEM_COL] + t->cols * at[WGD_TMEM_TILE_COL];
    return sum == place;
}
