/* SPDX-License-Identifier: MIT
 *
 * Every public function of linear maps but those of text, once, on any arguments. */
#include "any.h"

static wgd_linear m, n, out;
static wgd_composed front, composed;
static wgd_tuple t;
static wgd_diag diag;

static void begin(void)
{
    /*@ widen_hints global:"all", 16, 32, 61, 62, 63, 64, 65, 127, 128, 130; */
    any_linear(&m);
    any_linear(&n);
    any_composed(&front);
    any_tuple(&t, INT64_MIN);
}

#define PROVE(name, call)                                                                          \
    void prove_##name(void)                                                                        \
    {                                                                                              \
        begin();                                                                                   \
        (void)call;                                                                                \
    }
#define INDEX Frama_C_unsigned_long_long_interval(0, UINT64_MAX)
#define DIAG  any_diag(&diag)

PROVE(linear_at, wgd_linear_at(&m, INDEX))
PROVE(linear_identity, (wgd_linear_identity(Frama_C_interval(0, WGD_LINEAR_BITS), &out), 0))
PROVE(linear_equal, wgd_linear_equal(&m, &n))
PROVE(linear_out_bits, wgd_linear_out_bits(&m))
PROVE(linear_rank, wgd_linear_rank(&m))
PROVE(linear_compose, wgd_linear_compose(&m, &n, &out, DIAG))
PROVE(linear_compose_in_place, wgd_linear_compose(&m, &n, &m, DIAG))
PROVE(linear_inverse, wgd_linear_inverse(&m, &out, DIAG))
PROVE(linear_inverse_in_place, wgd_linear_inverse(&m, &m, DIAG))
PROVE(linear_of_layout, wgd_linear_of_layout(&front, &out, DIAG))
PROVE(linear_to_layout, wgd_linear_to_layout(&m, NULL, &composed, DIAG))
PROVE(linear_to_layout_of_shape, wgd_linear_to_layout(&m, &t, &composed, DIAG))
PROVE(linear_terms, wgd_linear_terms(&m))
