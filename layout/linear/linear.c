/* SPDX-License-Identifier: MIT
 *
 * Evaluating maps, their rank, inverses and compositions.
 */
#include "wgd_linear.h"

uint64_t wgd_linear_at(const wgd_linear *m, uint64_t i)
{
    uint64_t v = 0;
    for (i &= (UINT64_C(1) << m->bits) - 1; i != 0; i &= i - 1) {
        v ^= m->basis[__builtin_ctzll(i)];
    }
    return v;
}

void wgd_linear_identity(int bits, wgd_linear *out)
{
    out->bits = bits;
    for (int k = 0; k < bits; k++) {
        out->basis[k] = UINT64_C(1) << k;
    }
}

bool wgd_linear_equal(const wgd_linear *a, const wgd_linear *b)
{
    bool same = a->bits == b->bits;
    for (int k = 0; same && k < a->bits; k++) {
        same = a->basis[k] == b->basis[k];
    }
    return same;
}

/* The place of the highest bit of v, v != 0. */
static int top_bit(uint64_t v)
{
    return 63 - __builtin_clzll(v);
}

int wgd_linear_out_bits(const wgd_linear *m)
{
    uint64_t all = 0;
    for (int k = 0; k < m->bits; k++) {
        all |= m->basis[k];
    }
    return all == 0 ? 0 : top_bit(all) + 1;
}

/* The image in reduced echelon form: row[p], where it is not 0, has p as its highest bit, and no
 * other row has bit p; from[p] is an index with row[p] as its image. */
typedef struct echelon {
    uint64_t row[WGD_LINEAR_BITS], from[WGD_LINEAR_BITS];
    int rank;
    uint64_t kernel; /* an index other than 0 with the image 0, or 0 */
} echelon;

static void insert(echelon *e, uint64_t v, uint64_t from)
{
    for (int p = WGD_LINEAR_BITS - 1; p >= 0; p--) {
        const bool has = (v >> p & 1) != 0 && e->row[p] != 0;
        v ^= has ? e->row[p] : 0;
        from ^= has ? e->from[p] : 0;
    }
    if (v == 0) {
        e->kernel = from;
        return;
    }
    const int pivot = top_bit(v);
    for (int p = pivot + 1; p < WGD_LINEAR_BITS; p++) {
        if ((e->row[p] >> pivot & 1) != 0) {
            e->row[p] ^= v;
            e->from[p] ^= from;
        }
    }
    e->row[pivot] = v;
    e->from[pivot] = from;
    e->rank++;
}

static void reduce(const wgd_linear *m, echelon *e)
{
    for (int p = 0; p < WGD_LINEAR_BITS; p++) {
        e->row[p] = e->from[p] = 0;
    }
    e->rank = 0;
    e->kernel = 0;
    for (int k = 0; k < m->bits; k++) {
        insert(e, m->basis[k], UINT64_C(1) << k);
    }
}

int wgd_linear_rank(const wgd_linear *m)
{
    echelon e;
    reduce(m, &e);
    return e.rank;
}

wgd_status wgd_linear_compose(const wgd_linear *a, const wgd_linear *b, wgd_linear *out,
                              wgd_diag *diag)
{
    wgd_linear r;
    if (wgd_linear_out_bits(b) > a->bits) {
        return wgd_fail_num(diag, WGD_ERR_DOMAIN, "layout",
                            "the second map has values that are no index of the first",
                            wgd_linear_out_bits(b), "values of as many bits as the first takes",
                            "the second is applied first: composition(A, B) is A(B(i))");
    }
    r.bits = b->bits;
    for (int k = 0; k < b->bits; k++) {
        r.basis[k] = wgd_linear_at(a, b->basis[k]);
    }
    *out = r;
    return WGD_OK;
}

wgd_status wgd_linear_inverse(const wgd_linear *m, wgd_linear *out, wgd_diag *diag)
{
    echelon e;
    const int bits = wgd_linear_out_bits(m);
    reduce(m, &e);
    if (e.rank < m->bits && e.rank < bits) {
        return wgd_fail_num(diag, WGD_ERR_DOMAIN, "layout",
                            "the map has no inverse: an index other than 0 has the value 0, and "
                            "values are left out",
                            (int64_t)e.kernel, "a map that is one to one, or onto", "");
    }
    /* In reduced form m(i) is the XOR of the rows at those pivots whose bit it has. */
    out->bits = bits;
    for (int p = 0; p < bits; p++) {
        out->basis[p] = e.from[p];
    }
    return WGD_OK;
}
