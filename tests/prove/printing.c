/* SPDX-License-Identifier: MIT
 *
 * Text that is written: layouts and maps, into room of any size. */
#include "algebra/lay.h"
#include "any.h"

enum { ROOM = 4096 };
static char room[ROOM];
static wgd_text text;
static wgd_tuple t;
static wgd_layout l;
static wgd_linear m;

static void begin(void)
{
    /*@ widen_hints global:"all", 16, 20, 32, 64, 65, 127, 128, 130; */
    any_tuple(&t, INT64_MIN);
    any_layout(&l);
    any_linear(&m);
    text = wgd_text_into(room, (size_t)Frama_C_interval(0, ROOM));
}

#define PROVE(name, call)                                                                          \
    void prove_##name(void)                                                                        \
    {                                                                                              \
        begin();                                                                                   \
        (void)call;                                                                                \
    }
#define FORMAT   ((wgd_format)Frama_C_interval(WGD_FMT_PLAIN, WGD_FMT_CUTE))
#define CAPACITY ((size_t)Frama_C_interval(0, ROOM))

PROVE(tuple_snprintf, wgd_tuple_snprintf(room, CAPACITY, &t, FORMAT))
PROVE(layout_snprintf, wgd_layout_snprintf(room, CAPACITY, &l, FORMAT))
PROVE(put_linear, (wgd_put_linear(&text, &m), wgd_text_end(&text)))
PROVE(put_linear_c, (wgd_put_linear_c(&text, &m, "i"), wgd_text_end(&text)))
