/* SPDX-License-Identifier: MIT
 *
 * The tile for a product, as text and as JSON.
 */
#include "plan_print.h"

#include <string.h>

enum { LABEL = 15, COLUMN = 11, TILE_AND_CLUSTER = 20 };

typedef struct cell {
    char text[64]; /* three numbers fit */
} cell;

static cell dims(const int64_t *v, int n)
{
    cell c;
    wgd_text t = wgd_text_into(c.text, sizeof c.text);
    for (int i = 0; i < n; i++) {
        wgd_put_str(&t, i > 0 ? "x" : "");
        wgd_put_i64(&t, v[i]);
    }
    wgd_text_end(&t);
    return c;
}

static void put_right(buf *out, const cell *c, int width)
{
    buf_pad(out, width - (int)strlen(c->text));
    buf_str(out, c->text);
}

/* The tile, with a "t" where it is turned, and its cluster. */
static void put_tile(buf *out, const wgd_problem_candidate *c)
{
    const int64_t tile[] = {c->tile.m, c->tile.n, c->k};
    const int64_t cluster[] = {c->tile.cluster_m, c->tile.cluster_n};
    const cell size = dims(tile, 3), ctas = dims(cluster, 2);
    const char *const turned = c->tile.turned ? " t" : "";
    buf_str(out, size.text);
    buf_str(out, turned);
    put_right(out, &ctas, TILE_AND_CLUSTER - (int)strlen(size.text) - (int)strlen(turned));
}

/* How neighbours come to sit side by side: in JSON (NULL: they do not), of which the table has the first letter, and in
 * words, with what a launch does for it. */
typedef struct neighbours {
    const char *name, *said, *launch;
} neighbours;

static const neighbours *neighbours_of(const wgd_problem_candidate *c)
{
    static const neighbours rows[] = {
        [WGD_PROBLEM_PAIRS_NONE] = {NULL, "none: ", NULL},
        [WGD_PROBLEM_PAIRS_M] = {"m", "along M: ",
                                 "blocks 2i and 2i + 1 as a cluster that shares nothing, tiles in "
                                 "bands of 2 rows\n"},
        [WGD_PROBLEM_PAIRS_N] = {"n", "along N: ",
                                 "blocks 2i and 2i + 1 as a cluster that shares nothing, tiles row "
                                 "by row\n"},
        [WGD_PROBLEM_PAIRS_GROUPS] = {"groups", "groups of SMs: ",
                                      "a block claims a tile among those of its SM's group when "
                                      "it starts; half of it: pairs along M\n"},
    };
    return &rows[c->pairs];
}

static void put_percent(buf *out, int permille, int width)
{
    buf_right_fraction(out, permille, 10, width - 1);
    buf_char(out, '%');
}

/* "4" for a cluster, "4m" for memory. */
static void put_split(buf *out, const wgd_problem_candidate *c)
{
    cell split;
    wgd_text t = wgd_text_into(split.text, sizeof split.text);
    wgd_put_i64(&t, c->way.split);
    wgd_put_str(&t, c->way.in_memory ? "m" : "");
    wgd_text_end(&t);
    put_right(out, &split, 6);
}

static void put_candidate(buf *out, const wgd_problem_candidate *c, bool chosen)
{
    buf_str(out, chosen ? "  * " : "    ");
    put_tile(out, c);
    if (!c->legal) {
        buf_str(out, "   no plan: ");
        buf_str(out, c->reason);
        buf_char(out, '\n');
        return;
    }
    const char *const pairs = neighbours_of(c)->name;
    buf_str(out, "     ");
    buf_char(out, pairs ? pairs[0] : '-');
    put_split(out, c);
    buf_right_i64(out, c->way.width, 6);
    buf_right_i64(out, c->tiles_m * c->tiles_n, COLUMN);
    buf_right_i64(out, c->rounds, 8);
    put_percent(out, c->idle_permille, 7);
    put_percent(out, c->padding_permille, 8);
    if (c->cycles > 0) {
        buf_right_i64(out, c->law_cycles, COLUMN + 2);
        buf_right_i64(out, c->cycles, COLUMN + 2);
        put_percent(out, c->peak_permille, 8);
        buf_str(out, "  ");
        buf_str(out, wgd_problem_bound_name(c->bound));
    }
    buf_char(out, '\n');
}

static void put_label(buf *out, const char *label)
{
    buf_left(out, label, LABEL);
}

static void put_basis(buf *out, const wgd_problem *r)
{
    put_label(out, "basis");
    if (r->peak_cycles == 0) {
        buf_str(out, "tiles are counted; of tcgen05 no time was measured\n\n");
        return;
    }
    buf_str(out, r->fitted ? "a rule fitted to the times of the bf16 GEMMs of kernels/gemm on an "
                           : "a model, not measured: the law of wgmma, and a rule fitted to bf16 "
                             "GEMMs on an ");
    buf_str(out, wgd_gpu_text(r->gpu));
    buf_char(out, '\n');
    put_label(out, "");
    buf_str(out,
            "cycles of 1500 MHz, from the launch to the last store; split: 4m, in memory; tile: t, "
            "turned\n\n");
}

/* Parts of a tile that meet in memory are as many blocks apart as there are tiles. */
static void put_parts(buf *out, const wgd_problem_candidate *c)
{
    const int64_t runs = c->tiles_m * c->tiles_n / (c->tile.cluster_m * c->tile.cluster_n);
    put_label(out, "");
    buf_str(out, "neighbours have the same part of K: block i, or cluster, tile i mod ");
    buf_i64(out, runs);
    buf_str(out, ", part i / ");
    buf_i64(out, runs);
    buf_char(out, '\n');
}

/* Where the tile is one of the turned product, what that means for the plan and for C. */
static void put_turned(buf *out, const wgd_problem_candidate *c)
{
    if (c->tile.turned) {
        put_label(out, "turned");
        buf_str(out, "A and B change places, and M and N: A below is the product's B, rows of the "
                     "tile are columns of C\n");
        put_label(out, "");
        buf_str(out, "C is stored as it is: stmatrix.trans turns a tile on its way out\n");
    }
}

/* How the blocks are dealt to the tiles, where that is not one block to each whole tile. */
static void put_way(buf *out, const wgd_problem_candidate *c)
{
    if (c->way.split > 1) {
        put_label(out, "split");
        buf_i64(out, c->way.split);
        buf_str(out, " blocks share the K of a tile and add their parts up ");
        buf_str(out, c->way.in_memory ? "in memory\n" : "as a cluster\n");
        if (c->way.in_memory) {
            put_parts(out, c);
        }
    }
    if (c->way.width < c->tile.n) {
        put_label(out, "width");
        buf_i64(out, c->way.width);
        buf_str(out, c->tile.turned ? " rows of C" : " columns of C");
        buf_str(out, " for each tile, so that the blocks have even shares\n");
    }
}

/* What a launch does so that neighbours share; NULL: nothing. */
static const char *launch_of(const wgd_problem_candidate *c)
{
    const char *const of_pairs = neighbours_of(c)->launch;
    return of_pairs            ? of_pairs
           : c->band_rows == 0 ? NULL
           : c->band_rows == 1
               ? "clusters row by row: those beside one another read the same A\n"
               : "clusters column by column: those beside one another read the same B\n";
}

/* Which blocks are launched side by side, and in which order the tiles are dealt to them for that. */
static void put_pairs(buf *out, const wgd_problem_candidate *c)
{
    const char *const launch = launch_of(c);
    put_label(out, "pairs");
    buf_str(out, neighbours_of(c)->said);
    buf_str(out, c->pairs_reason);
    buf_char(out, '\n');
    if (launch) {
        put_label(out, "");
        buf_str(out, launch);
    }
}

void plan_problem_text(buf *out, const wgd_problem *r, const wgd_plan *p)
{
    const wgd_problem_candidate *c = &r->candidate[r->chosen];
    const cell product = dims(r->size, 3);
    put_label(out, "product");
    buf_str(out, product.text);
    buf_str(out, " (M x N x K) on ");
    buf_i64(out, r->sms);
    buf_str(out, r->sms == 1 ? " SM" : " SMs");
    if (r->peak_cycles > 0) {
        buf_str(out, ": ");
        buf_i64(out, r->peak_cycles);
        buf_str(out,
                r->peak_cycles == 1 ? " cycle at the tensor peak" : " cycles at the tensor peak");
    }
    buf_char(out, '\n');
    put_label(out, "tile");
    put_tile(out, c);
    buf_str(out, r->chosen_here ? " clusters, chosen: the first that takes least; "
                                : " clusters, as given; ");
    buf_i64(out, c->steps);
    buf_str(out, c->steps == 1 ? " stage of K a block, " : " stages of K a block, ");
    buf_i64(out, p->stages);
    buf_str(out, " in the ring\n");
    put_turned(out, c);
    put_way(out, c);
    put_pairs(out, c);
    put_basis(out, r);
    buf_str(out, "    tile          cluster pairs split width      tiles  rounds   idle padding");
    buf_str(out, r->peak_cycles > 0 ? "   law cycles  rule cycles of peak  binds\n" : "\n");
    for (int i = 0; i < r->candidates; i++) {
        put_candidate(out, &r->candidate[i], i == r->chosen);
    }
    buf_char(out, '\n');
}

static void json_triple(buf *out, const char *key, int64_t a, int64_t b, int64_t c)
{
    json_open(out, key, '[');
    json_int(out, NULL, a);
    json_int(out, NULL, b);
    json_int(out, NULL, c);
    json_close(out, ']');
}

static void json_times(buf *out, const wgd_problem_candidate *c)
{
    json_int(out, "law_cycles", c->law_cycles);
    json_int(out, "l2_cycles", c->l2_cycles);
    json_int(out, "cycles", c->cycles);
    json_int(out, "memory_cycles", c->memory_cycles);
    json_int(out, "peak_permille", c->peak_permille);
    json_str(out, "bound", wgd_problem_bound_name(c->bound));
}

static void json_candidate(buf *out, const wgd_problem_candidate *c, bool chosen)
{
    json_open(out, NULL, '{');
    json_triple(out, "tile", c->tile.m, c->tile.n, c->k);
    json_pair(out, "cluster", c->tile.cluster_m, c->tile.cluster_n);
    json_bool(out, "turned", c->tile.turned);
    json_bool(out, "chosen", chosen);
    json_bool(out, "legal", c->legal);
    if (!c->legal) {
        json_str(out, "reason", c->reason);
        json_close(out, '}');
        return;
    }
    json_int(out, "stages", c->stages);
    json_int(out, "split", c->way.split);
    json_bool(out, "in_memory", c->way.in_memory);
    json_int(out, "width", c->way.width);
    const char *const pairs = neighbours_of(c)->name;
    if (pairs) {
        json_str(out, "pairs", pairs);
    } else {
        json_null(out, "pairs");
    }
    json_str(out, "pairs_reason", c->pairs_reason);
    json_int(out, "band_rows", c->band_rows);
    json_pair(out, "tiles", c->tiles_m, c->tiles_n);
    json_int(out, "at_once", c->at_once);
    json_int(out, "rounds", c->rounds);
    json_int(out, "steps", c->steps);
    json_int(out, "idle_permille", c->idle_permille);
    json_int(out, "padding_permille", c->padding_permille);
    if (c->cycles > 0) {
        json_times(out, c);
    }
    json_close(out, '}');
}

void plan_problem_json(buf *out, const wgd_problem *r)
{
    json_open(out, "choice", '{');
    json_str(out, "basis", r->peak_cycles == 0 ? "counted" : r->fitted ? "fitted" : "model");
    json_bool(out, "given", !r->chosen_here);
    json_triple(out, "product", r->size[0], r->size[1], r->size[2]);
    json_int(out, "sms", r->sms);
    if (r->peak_cycles > 0) {
        json_str(out, "gpu", wgd_gpu_name(r->gpu));
    } else {
        json_null(out, "gpu");
    }
    if (r->peak_cycles > 0) {
        json_int(out, "peak_cycles", r->peak_cycles);
    } else {
        json_null(out, "peak_cycles");
    }
    json_open(out, "candidates", '[');
    for (int i = 0; i < r->candidates; i++) {
        json_candidate(out, &r->candidate[i], i == r->chosen);
    }
    json_close(out, ']');
    json_close(out, '}');
}
