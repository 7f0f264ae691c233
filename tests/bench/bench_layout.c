/* SPDX-License-Identifier: MIT
 *
 * The operations of the layout algebra on layouts as they occur around a descriptor.
 */
#include "bench.h"
#include "wgd_layout.h"

#include <string.h>

enum { REPEAT = 20000 };
static int64_t sink;

typedef struct operands {
    wgd_layout a, b, out;
    wgd_tiler tiler;
    wgd_tuple shape;
    const char *text;
} operands;

static void done(operands *o, wgd_status s)
{
    if (s != WGD_OK) {
        abort();
    }
    sink += o->out.stride[0];
}

/* The body of one benchmark; `o` holds the operands. */
#define BENCH(name, call)                                                                          \
    static long name(void *arg)                                                                    \
    {                                                                                              \
        operands *o = arg;                                                                         \
        for (int i = 0; i < REPEAT; i++) {                                                         \
            done(o, call);                                                                         \
        }                                                                                          \
        return REPEAT;                                                                             \
    }

BENCH(coalesce, wgd_coalesce(&o->a, &o->out, NULL))
BENCH(composition, wgd_composition(&o->a, &o->b, &o->out, NULL))
BENCH(complement, wgd_complement(&o->b, 4096, &o->out, NULL))
BENCH(right_inverse, wgd_right_inverse(&o->a, &o->out, NULL))
BENCH(logical_divide, wgd_logical_divide(&o->a, &o->b, &o->out, NULL))
BENCH(zipped_divide, wgd_zipped_divide(&o->a, &o->tiler, &o->out, NULL))
BENCH(blocked_product, wgd_blocked_product(&o->b, &o->b, &o->out, NULL))
BENCH(tile_to_shape, wgd_tile_to_shape(&o->b, &o->shape, NULL, &o->out, NULL))
BENCH(recast, wgd_recast(&o->a, 16, 128, &o->out, NULL))
BENCH(parse, wgd_parse_layout(o->text, strlen(o->text), &o->out, NULL))

static wgd_layout read_layout(const char *text)
{
    wgd_layout l;
    if (wgd_parse_layout(text, strlen(text), &l, NULL) != WGD_OK) {
        abort();
    }
    return l;
}

int main(void)
{
    static operands o;
    const int64_t shape[2] = {64, 256};
    o.text = "((8,8),(64,1)):((64,512),(1,0))";
    o.a = read_layout(o.text);
    o.b = read_layout("(8,64):(64,1)");
    o.shape = wgd_tuple_of(shape, 2);
    if (wgd_parse_tiler("[64:1;16:1]", 11, &o.tiler, NULL) != WGD_OK) {
        abort();
    }
    bench_report("layout: coalesce", coalesce, &o);
    bench_report("layout: composition", composition, &o);
    bench_report("layout: complement", complement, &o);
    bench_report("layout: right_inverse", right_inverse, &o);
    bench_report("layout: logical_divide", logical_divide, &o);
    bench_report("layout: zipped_divide by mode", zipped_divide, &o);
    bench_report("layout: blocked_product", blocked_product, &o);
    bench_report("layout: tile_to_shape", tile_to_shape, &o);
    bench_report("layout: recast to 128 bits", recast, &o);
    bench_report("layout: parse", parse, &o);
    return sink == 42;
}
