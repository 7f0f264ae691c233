/* SPDX-License-Identifier: MIT
 *
 * What calls itself is proved by induction: its code is called with everything that it can be called with at any
 * depth, and where that calls it again, it leaves anything of the kind that is proved to be left.
 */

/* A layout that is being built. */
static inline void any_built(wgd_layout *o)
{
    o->shape.n_nodes = Frama_C_unsigned_char_interval(0, WGD_MAX_NODES);
    o->shape.n_leaves = Frama_C_unsigned_char_interval(0, WGD_MAX_LEAVES);
    while (perhaps()) {
        o->shape.node[Frama_C_interval(0, WGD_MAX_NODES - 1)] =
            Frama_C_unsigned_char_interval(0, 255);
        o->shape.leaf[Frama_C_interval(0, WGD_MAX_LEAVES - 1)] = any_number();
        o->stride[Frama_C_interval(0, WGD_MAX_LEAVES - 1)] = any_number();
    }
}

static inline lay_pos any_place(const wgd_layout *l)
{
    (void)l;
    const lay_pos p = {Frama_C_interval(0, WGD_MAX_NODES), Frama_C_interval(0, WGD_MAX_LEAVES)};
    return p;
}

static inline lay_view any_view(const lay_view *whole)
{
    const lay_view v = {whole->l, any_place(whole->l), any_place(whole->l)};
    return v;
}

static inline wgd_status any_status(void)
{
    return perhaps() ? WGD_OK : WGD_ERR_DOMAIN;
}

/* ---- apply */

static wgd_status apply_inner(const lay_by *by, const lay_view *a, const wgd_tiler *t, tile_pos *p,
                              wgd_layout *o, wgd_diag *diag)
{
    (void)by, (void)a, (void)diag;
    p->node = Frama_C_interval(0, WGD_MAX_TILER_NODES);
    p->mode = any_place(&t->modes);
    any_built(o);
    return any_status();
}

static wgd_status apply_all(const lay_by *by, const lay_view *a, const wgd_tiler *t, tile_pos *p,
                            wgd_layout *o, wgd_diag *diag)
{
    const lay_view v = any_view(a);
    (void)apply_inner(by, a, t, p, o, diag);
    const wgd_status s = apply(by, &v, t, p, o, diag);
    /*@ assert left: 0 <= p->node <= WGD_MAX_TILER_NODES; */
    /*@ assert left: o->shape.n_nodes <= WGD_MAX_NODES && o->shape.n_leaves <= WGD_MAX_LEAVES; */
    /*@ assert left: 0 <= p->mode.node <= WGD_MAX_NODES && 0 <= p->mode.leaf <= WGD_MAX_LEAVES; */
    return s;
}

/* ---- put_half */

static wgd_status put_half_inner(int which, const lay_view *v, const wgd_tiler *t, int *node,
                                 wgd_layout *o, wgd_diag *diag)
{
    (void)which, (void)v, (void)t, (void)diag;
    *node = Frama_C_interval(0, WGD_MAX_TILER_NODES);
    any_built(o);
    return any_status();
}

static wgd_status put_half_all(int which, const lay_view *v, const wgd_tiler *t, int *node,
                               wgd_layout *o, wgd_diag *diag)
{
    const lay_view part = any_view(v);
    (void)put_half_inner(which, v, t, node, o, diag);
    const wgd_status s = put_half(which, &part, t, node, o, diag);
    /*@ assert left: 0 <= *node <= WGD_MAX_TILER_NODES; */
    /*@ assert left: o->shape.n_nodes <= WGD_MAX_NODES && o->shape.n_leaves <= WGD_MAX_LEAVES; */
    return s;
}

/* ---- put_by_profile */

static wgd_status put_by_profile_inner(const lay_view *v, const wgd_tuple *profile, int *node,
                                       wgd_layout *o, wgd_diag *diag)
{
    (void)v, (void)profile, (void)diag;
    *node = Frama_C_interval(0, WGD_MAX_NODES);
    any_built(o);
    return any_status();
}

static wgd_status put_by_profile_all(const lay_view *v, const wgd_tuple *profile, int *node,
                                     wgd_layout *o, wgd_diag *diag)
{
    const lay_view part = any_view(v);
    (void)put_by_profile_inner(v, profile, node, o, diag);
    const wgd_status s = put_by_profile(&part, profile, node, o, diag);
    /*@ assert left: 0 <= *node <= WGD_MAX_NODES; */
    /*@ assert left: o->shape.n_nodes <= WGD_MAX_NODES && o->shape.n_leaves <= WGD_MAX_LEAVES; */
    return s;
}
