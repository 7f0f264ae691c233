/* SPDX-License-Identifier: MIT
 *
 * What stands in the proof in place of the library's functions of the same name that walk through a tuple or copy parts
 * of one. What is admitted here is not proved: that a place in a tuple is one of its nodes.
 */

/* From a node to behind its subtree. */
static inline lay_pos lay_skip(const wgd_tuple *t, lay_pos p)
{
    (void)t;
    /*@ admit place: 0 <= p.node < WGD_MAX_NODES; */
    /*@ admit place: 0 <= p.leaf <= WGD_MAX_LEAVES; */
    p.node = Frama_C_interval(p.node + 1, WGD_MAX_NODES);
    p.leaf = Frama_C_interval(p.leaf, WGD_MAX_LEAVES);
    return p;
}

/* Some nodes and leaves are added, or none fit. */
static inline wgd_status lay_put(wgd_layout *o, const lay_view *v, wgd_diag *diag)
{
    const int node0 = o->shape.n_nodes, leaf0 = o->shape.n_leaves;
    if (perhaps()) {
        return lay_fail_limit(diag);
    }
    /*@ assert room: node0 <= WGD_MAX_NODES && leaf0 <= WGD_MAX_LEAVES; */
    while (perhaps()) {
        o->shape.node[Frama_C_interval(0, WGD_MAX_NODES - 1)] =
            v->l->shape.node[Frama_C_interval(0, WGD_MAX_NODES - 1)];
        o->shape.leaf[Frama_C_interval(0, WGD_MAX_LEAVES - 1)] =
            v->l->shape.leaf[Frama_C_interval(0, WGD_MAX_LEAVES - 1)];
        o->stride[Frama_C_interval(0, WGD_MAX_LEAVES - 1)] =
            v->l->stride[Frama_C_interval(0, WGD_MAX_LEAVES - 1)];
    }
    o->shape.n_nodes = (uint8_t)Frama_C_interval(node0, WGD_MAX_NODES);
    o->shape.n_leaves = (uint8_t)Frama_C_interval(leaf0, WGD_MAX_LEAVES);
    return WGD_OK;
}

wgd_status lay_tuple_put(wgd_tuple *o, const wgd_tuple *src, lay_pos from, lay_pos to)
{
    const int node0 = o->n_nodes, leaf0 = o->n_leaves;
    (void)from;
    (void)to;
    if (perhaps()) {
        return WGD_ERR_LIMIT;
    }
    /*@ assert room: node0 <= WGD_MAX_NODES && leaf0 <= WGD_MAX_LEAVES; */
    while (perhaps()) {
        o->node[Frama_C_interval(0, WGD_MAX_NODES - 1)] =
            src->node[Frama_C_interval(0, WGD_MAX_NODES - 1)];
        o->leaf[Frama_C_interval(0, WGD_MAX_LEAVES - 1)] =
            src->leaf[Frama_C_interval(0, WGD_MAX_LEAVES - 1)];
    }
    o->n_nodes = (uint8_t)Frama_C_interval(node0, WGD_MAX_NODES);
    o->n_leaves = (uint8_t)Frama_C_interval(leaf0, WGD_MAX_LEAVES);
    return WGD_OK;
}
