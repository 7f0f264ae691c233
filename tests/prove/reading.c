/* SPDX-License-Identifier: MIT
 *
 * Text that is read: any bytes, up to 65,536 of them. */
#include "any.h"

enum { LONGEST = 65536 };
static char text[LONGEST];
static size_t len;
static wgd_tuple t;
static wgd_layout l;
static wgd_composed c;
static wgd_swizzle sw;
static wgd_tiler tiler;
static wgd_linear m;
static wgd_diag diag;

static void begin(void)
{
    /*@ widen_hints global:"all", 15, 16, 32, 62, 64, 65, 127, 128, 130; */
    Frama_C_make_unknown(text, LONGEST);
    diag.field = ""; /* as of an earlier refusal */
    len = (size_t)Frama_C_interval(0, LONGEST);
}

#define PROVE(name, call)                                                                          \
    void prove_##name(void)                                                                        \
    {                                                                                              \
        begin();                                                                                   \
        (void)call;                                                                                \
    }
#define DIAG any_diag(&diag)

PROVE(parse_tuple, wgd_parse_tuple(text, len, &t, DIAG))
PROVE(parse_layout, wgd_parse_layout(text, len, &l, DIAG))
PROVE(parse_composed, wgd_parse_composed(text, len, &c, DIAG))
PROVE(parse_swizzle, wgd_parse_swizzle(text, len, &sw, DIAG))
PROVE(parse_tiler, wgd_parse_tiler(text, len, &tiler, DIAG))
PROVE(parse_linear, wgd_parse_linear(text, len, &m, DIAG))
