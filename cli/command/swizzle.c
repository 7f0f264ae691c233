/* SPDX-License-Identifier: MIT
 *
 * swizzle: the best arrangement of a tile in shared memory, with a proof.
 */
#include "answer/answer.h"
#include "answer/run.h"
#include "help/wrap.h"
#include "query/banks_args.h"
#include "view/best_print.h"

typedef struct swizzle_work {
    wgd_best_query q;
    wgd_best best;
    wgd_frag tv;
} swizzle_work;

static wgd_status answer_swizzle(const request *rq, answer *a, void *room, wgd_diag *diag)
{
    swizzle_work *w = room;
    wgd_best_query *q = &w->q;
    const int64_t *shape = rq->v[OPTION_shape].u.dim;
    int bits;
    wgd_status st = banks_read_bits(rq, &bits, diag);
    q->wgmma = false;
    if (st == WGD_OK) {
        st = wgd_arrange_rows(shape[0], shape[1], bits, 0, &q->tile, diag);
    }
    if (st == WGD_OK) {
        st = banks_parse_uses(rq->v[OPTION_access].u.text.s, bits, true, q->use, &q->n_uses,
                              &q->wgmma, diag);
    }
    if (st == WGD_OK) {
        st = banks_read_tv(rq, a, &q->tile, q->use, q->n_uses, &w->tv, diag);
    }
    if (st == WGD_OK) {
        st = banks_read_weights(rq, q, diag);
    }
    if (st == WGD_OK) {
        st = wgd_best_find(q, &w->best, diag);
    }
    if (st != WGD_OK) {
        return st;
    }
    if (rq->format == FORMAT_JSON) {
        best_print_json(a, q, &w->best);
    } else if (rq->format == FORMAT_CUTE) {
        st = best_print_cute(a->out, q, &w->best.family[w->best.best], diag);
    } else {
        best_print_text(a->out, q, &w->best);
    }
    return st;
}

static wgd_status run(const request *rq, answer *a, wgd_diag *diag)
{
    return run_in_room(sizeof(swizzle_work), answer_swizzle, rq, a, diag);
}

static const example examples[] = {
    {"wgdesc swizzle --shape 64x64 --access ldmatrix.x4,st.b128:copy",
     "read by rows, written along"},
    {"wgdesc swizzle --shape 128x128 --access st.b32:column,ld.b32:copy,st.b32:frag:m64n64k16:d",
     "where no single swizzle is enough"},
    {"wgdesc swizzle --shape 64x64 --access ldmatrix.x4,ld.b128:column --weights 8,1 --json",
     "the first counts eight times"},
    {"wgdesc swizzle --shape 64x64 --access wgmma,st.b32:frag:m64n64k16:d",
     "a tile that wgmma reads too: the best of its modes"},
};

const command cmd_swizzle = {
    .id = COMMAND_swizzle,
    .name = "swizzle",
    .summary = "the arrangement of a tile with the fewest bank conflicts, with a proof",
    .synopsis = "--shape ROWSxCOLS --access ACCESS[:ORDER],... [--weights W,...]",
    .about =
        "Up to eight accesses of one tile of rows, as 'banks' names them; among Swizzle<B,M,S>, "
        "every linear map over GF(2) of the offset, rotated rows and padding the one with the "
        "fewest wavefronts, each weighted. The lower bound of each access holds for any "
        "arrangement that keeps the widest access's vectors whole; where one arrangement meets all "
        "of them nothing is better, and where none does the search through all linear maps says "
        "so.\n\n"
        "wgmma or tma among the accesses: the tile is also read by wgmma or written by TMA, so "
        "that "
        "only their swizzle modes count. The index comes as an expression of C and, where CuTe has "
        "it, as a layout; among equals the one of the fewest terms.",
    .examples = examples,
    .n_examples = (int)(sizeof examples / sizeof examples[0]),
    .required = {OPTION_shape, OPTION_access},
    .n_required = 2,
    .formats = FORMATS_ALL,
    .in_batch = true,
    .run = run,
};
