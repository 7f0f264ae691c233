/* SPDX-License-Identifier: MIT
 *
 * The question of 'banks': a layout or a tile, and the accesses.
 */
#include "banks_args.h"

#include <string.h>

#include "any_layout.h"
#include "request/number.h"
#include "error/cli_status.h"

enum {
    THREADS_MAX = 1024,
    STEPS_MAX = 1024,
    WARPS_MAX = 32,
    ADDRESSES_MAX = 1 << 20,
    OPERATIONS_MAX = 1 << 24,
    USE_TEXT_MAX = 128
};

/* ---- the accesses --------------------------------------------------------------------------- */

static wgd_status read_use(const char *text, size_t len, int bits, bool tile, wgd_bank_use *use,
                           int *n, bool *wgmma, wgd_diag *diag)
{
    char one[USE_TEXT_MAX];
    if (len == 0 || len >= sizeof one) {
        return cli_fail(diag, len ? CLI_ERR_TOO_LONG : WGD_ERR_SYNTAX, "access",
                        len ? NULL : "an access is missing", text, "ACCESS or ACCESS:ORDER",
                        "separate accesses by commas");
    }
    memcpy(one, text, len);
    one[len] = '\0';
    if (wgmma && (strcmp(one, "wgmma") == 0 || strcmp(one, "tma") == 0)) {
        *wgmma = true;
        return WGD_OK;
    }
    if (*n == WGD_BANK_USES) {
        return wgd_fail(diag, WGD_ERR_LIMIT, "access", "too many accesses", text, "up to 8", "");
    }
    if (!tile && strchr(one, ':')) {
        return wgd_fail(diag, WGD_ERR_VALUE, "access", "an order needs a tile", one,
                        "the access alone: the formula or the addresses give the order", "");
    }
    return wgd_bank_use_parse(one, bits, &use[(*n)++], diag);
}

wgd_status banks_parse_uses(const char *text, int bits, bool tile, wgd_bank_use *use, int *n,
                            bool *wgmma, wgd_diag *diag)
{
    *n = 0;
    for (;;) {
        const size_t len = strcspn(text, ",");
        const wgd_status st = read_use(text, len, bits, tile, use, n, wgmma, diag);
        if (st != WGD_OK || text[len] == '\0') {
            return st;
        }
        text += len + 1;
    }
}

/* ---- the order of a layout ------------------------------------------------------------------ */

static wgd_status parse_tv(const request *rq, const wgd_arrangement *tile, wgd_frag *tv,
                           wgd_diag *diag)
{
    const option_value *v = &rq->v[OPTION_copy_threads];
    const int64_t inner = (int64_t)tile->row_bytes * 8 / tile->elem_bits;
    const any_shape shape = {
        2, {tile->along_first ? inner : tile->rows, tile->along_first ? tile->rows : inner}};
    any_layout l;
    const wgd_status st = any_layout_parse(v->u.text.s, v->u.text.len, &shape, &l, diag);
    if (st != WGD_OK) {
        return st;
    }
    if (l.triton && l.made.space != WGD_TRITON_REGISTERS) {
        return wgd_fail(diag, WGD_ERR_DOMAIN, "tv", "not a matrix in registers",
                        wgd_triton_kind_name(l.type.attr.kind),
                        "#ttg.blocked, nvidia_mma, dot_op, slice or linear", "");
    }
    const wgd_status plain = any_layout_no_swizzle(&l, "tv", diag);
    return plain == WGD_OK ? wgd_frag_of_layout(&l.layout.layout, shape.n[0], shape.n[1],
                                                tile->elem_bits, tv, diag)
                           : plain;
}

wgd_status banks_read_tv(const request *rq, answer *a, const wgd_arrangement *tile,
                         wgd_bank_use *use, int n, wgd_frag *tv, wgd_diag *diag)
{
    const option_value *v = &rq->v[OPTION_copy_threads];
    bool wanted = false;
    for (int i = 0; i < n; i++) {
        wanted = wanted || use[i].order == WGD_ORDER_TV;
        use[i].tv = tv;
    }
    if (!wanted) {
        return v->has ? cli_fail(diag, CLI_ERR_USAGE, "tv", "no access has the order of the layout",
                                 v->u.text.s, "an access as st.b128:tv", "")
                      : WGD_OK;
    }
    if (!v->has) {
        return cli_fail(diag, CLI_ERR_USAGE, "tv", "the order tv needs a layout", "none",
                        "--tv '(thread,value):(...)'", "");
    }
    const wgd_status st = parse_tv(rq, tile, tv, diag);
    if (st != WGD_OK) {
        diag->field = "tv";
        if (diag->pos >= 0) {
            a->fault_text = v->u.text.s;
            a->fault_len = v->u.text.len;
        }
    }
    return st;
}

/* ---- the best arrangement ------------------------------------------------------------------- */

wgd_status banks_read_weights(const request *rq, wgd_best_query *q, wgd_diag *diag)
{
    const char *text = rq->v[OPTION_weights].has ? rq->v[OPTION_weights].u.text.s : NULL;
    int n = 0;
    for (int u = 0; u < q->n_uses; u++) {
        q->weight[u] = 1;
    }
    while (text) {
        int64_t w = 0;
        const size_t len = strcspn(text, ",");
        if (number_i64(text, len, &w) != WGD_OK || w < 1 || w > WGD_BEST_WEIGHT_MAX) {
            return wgd_fail(diag, WGD_ERR_VALUE, "weights", "not a weight", text,
                            "numbers from 1 to 1000000, with commas between them", "");
        }
        if (n < q->n_uses) {
            q->weight[n] = (int)w;
        }
        n++;
        text = text[len] ? text + len + 1 : NULL;
    }
    return n == 0 || n == q->n_uses
               ? WGD_OK
               : wgd_fail_num(diag, WGD_ERR_VALUE, "weights", "not one weight for each access", n,
                              "as many as accesses, without wgmma and tma", "");
}

wgd_status banks_best_query(const request *rq, const banks_ask *ask, wgd_best_query *q,
                            wgd_diag *diag)
{
    if (!banks_has_tile(ask) || ask->tile.along_first) {
        return cli_fail(diag, CLI_ERR_USAGE, "optimal",
                        "an arrangement is looked for of a tile whose rows are contiguous",
                        banks_has_tile(ask) ? "a column-major one" : "no tile",
                        "--shape, or such a --layout", "");
    }
    q->wgmma = false;
    q->n_uses = ask->n_uses;
    for (int i = 0; i < ask->n_uses; i++) {
        q->use[i] = ask->use[i];
    }
    const wgd_status st =
        wgd_arrange_rows(ask->tile.rows, (int64_t)ask->tile.row_bytes * 8 / ask->tile.elem_bits,
                         ask->tile.elem_bits, 0, &q->tile, diag);
    return st == WGD_OK ? banks_read_weights(rq, q, diag) : st;
}

/* ---- where the addresses come from ---------------------------------------------------------- */

static wgd_status read_layout(const request *rq, banks_ask *ask, answer *a, wgd_diag *diag)
{
    any_layout l;
    const wgd_status st = any_layout_shared(rq, a, &l, diag);
    if (st != WGD_OK) {
        return st;
    }
    ask->layout = l.layout;
    const int bits = ask->layout.kind == WGD_SMEM_PTR ? ask->layout.elem_bits : any_layout_bits(&l);
    if (bits > 0 && !rq->v[OPTION_bits].has) {
        ask->bits = bits;
    }
    return wgd_arrange_layout(&ask->layout, ask->bits, ask->start, &ask->tile, diag);
}

static wgd_status read_formula(const request *rq, banks_ask *ask, wgd_diag *diag)
{
    const int64_t threads = rq->v[OPTION_threads].u.num, steps = rq->v[OPTION_steps].u.num;
    if (threads < WGD_WARP || threads > THREADS_MAX || threads % WGD_WARP != 0) {
        return wgd_fail_num(diag, WGD_ERR_VALUE, "threads", "not whole warps", threads,
                            "a multiple of 32 up to 1024", "");
    }
    if (steps < 1 || steps > STEPS_MAX) {
        return wgd_fail_num(diag, WGD_ERR_VALUE, "steps", NULL, steps, "1 to 1024", "");
    }
    ask->warps = (int)threads / WGD_WARP;
    ask->steps = (int)steps;
    return wgd_formula_read(rq->v[OPTION_formula].u.text.s, &ask->formula, diag);
}

/* What a formula may cost: a tenth of a second. */
static wgd_status check_work(const banks_ask *ask, wgd_diag *diag)
{
    const int64_t addresses = (int64_t)WGD_WARP * ask->warps * ask->steps * ask->n_uses;
    if (addresses > ADDRESSES_MAX) {
        return wgd_fail_num(diag, WGD_ERR_LIMIT, "steps", "too many addresses", addresses,
                            "threads x steps x accesses of at most 1048576",
                            "ask for fewer steps, threads or accesses at once");
    }
    if (addresses * ask->formula.n > OPERATIONS_MAX) {
        return wgd_fail_num(diag, WGD_ERR_LIMIT, "formula", "too long for so many addresses",
                            addresses * ask->formula.n,
                            "threads x steps x accesses x the formula's numbers, variables and "
                            "operators of at most 16777216",
                            "ask for fewer steps, threads or accesses at once");
    }
    return WGD_OK;
}

/* One address: a number, or "-" (null in a request) for a lane that takes no part. */
static wgd_status read_address(const char *text, const cJSON *item, banks_ask *ask, int lane,
                               wgd_diag *diag)
{
    int64_t at = -1;
    wgd_status st = WGD_ERR_SYNTAX;
    if (text ? strcmp(text, "-") == 0 : cJSON_IsNull(item)) {
        return WGD_OK;
    }
    if (text || cJSON_IsString(item)) {
        const char *s = text ? text : item->valuestring;
        st = number_bytes(s, strlen(s), &at);
    } else if (cJSON_IsNumber(item) && item->valuedouble >= -1e9 && item->valuedouble <= 1e9) {
        at = (int64_t)item->valuedouble;
        st = (double)at == item->valuedouble ? WGD_OK : WGD_ERR_SYNTAX;
    }
    if (st != WGD_OK) {
        return wgd_fail(diag, st, "addresses", "this is not an address", text ? text : NULL,
                        "a number of bytes, or - (null) for an idle lane", "");
    }
    if (at < 0 || at >= WGD_SMEM_WINDOW - ask->start) {
        return wgd_fail_num(diag, WGD_ERR_RANGE, "addresses", "beyond shared memory", at,
                            "a byte address from 0 to 262143, --start added", "");
    }
    ask->lanes.active |= UINT32_C(1) << lane;
    ask->lanes.addr[lane] = (uint32_t)(at + ask->start);
    return WGD_OK;
}

static wgd_status read_addresses(const request *rq, banks_ask *ask, wgd_diag *diag)
{
    const option_value *v = &rq->v[OPTION_addresses];
    const cJSON *item = v->u.args.text ? NULL : v->u.args.json;
    ask->lanes.active = 0;
    if (v->u.args.n > WGD_WARP) {
        return wgd_fail_num(diag, WGD_ERR_LIMIT, "addresses", "a warp has 32 lanes", v->u.args.n,
                            "up to 32 addresses", "");
    }
    for (int i = 0; i < v->u.args.n; i++) {
        const wgd_status st =
            read_address(v->u.args.text ? v->u.args.text[i] : NULL, item, ask, i, diag);
        if (st != WGD_OK) {
            return st;
        }
        item = item ? item->next : NULL;
    }
    return WGD_OK;
}

/* Several warps with the same addresses, a stride apart; threads and steps of a formula. */
static wgd_status read_warps(const request *rq, banks_ask *ask, wgd_diag *diag)
{
    const option_value *n = &rq->v[OPTION_bank_warps], *stride = &rq->v[OPTION_warp_stride];
    const bool threads = rq->v[OPTION_threads].given;
    if ((threads || rq->v[OPTION_steps].given) && ask->source != BANKS_FORMULA) {
        return cli_fail(diag, CLI_ERR_USAGE, threads ? "threads" : "steps",
                        "only a formula is asked for threads and steps", "no formula",
                        "--formula with it", "");
    }
    ask->warps = (int)n->u.num;
    ask->warp_stride = stride->u.num;
    if (n->u.num < 1 || n->u.num > WARPS_MAX) {
        return wgd_fail_num(diag, WGD_ERR_VALUE, "warps", NULL, n->u.num, "1 to 32", "");
    }
    if ((n->given || stride->given) && ask->source != BANKS_ADDRESSES) {
        return cli_fail(diag, CLI_ERR_USAGE, n->given ? "warps" : "warp-stride",
                        "the warps of a tile or a formula are its own", "no addresses",
                        "addresses of one warp", "");
    }
    return stride->u.num < WGD_SMEM_WINDOW
               ? WGD_OK
               : wgd_fail_num(diag, WGD_ERR_RANGE, "warp-stride", "beyond shared memory",
                              stride->u.num, "less than 262144 bytes", "");
}

static wgd_status choose_source(const request *rq, banks_ask *ask, wgd_diag *diag)
{
    static const option_id options[] = {OPTION_layout, OPTION_shape, OPTION_formula,
                                        OPTION_addresses};
    int n = 0;
    for (int i = 0; i < 4; i++) {
        if (rq->v[options[i]].has) {
            ask->source = (banks_source)i;
            n++;
        }
    }
    /* An attribute of Triton's IR may need the shape too. */
    const option_value *l = &rq->v[OPTION_layout];
    if (n == 2 && l->has && rq->v[OPTION_shape].has &&
        wgd_triton_looks(l->u.text.s, l->u.text.len)) {
        ask->source = BANKS_LAYOUT;
        n = 1;
    }
    return n == 1 ? WGD_OK
                  : wgd_fail_num(diag, CLI_ERR_USAGE, "",
                                 "the addresses must come from one place, and from one only", n,
                                 "one of --shape, --layout, --formula or addresses",
                                 "for example --shape 64x64 --access ldmatrix.x4");
}

/* Within the window: what is added to a byte address cannot overflow then. */
static wgd_status read_start(const request *rq, banks_ask *ask, wgd_diag *diag)
{
    ask->start = rq->v[OPTION_start].u.num;
    return ask->start < WGD_SMEM_WINDOW
               ? WGD_OK
               : wgd_fail_num(diag, WGD_ERR_RANGE, "start", "beyond shared memory", ask->start,
                              "a byte address from 0 to 262143", "");
}

wgd_status banks_read_bits(const request *rq, int *bits, wgd_diag *diag)
{
    const option_value *v = &rq->v[OPTION_bits];
    const int64_t n = v->has ? v->u.num : 16;
    *bits = (int)n;
    return n == 8 || n == 16 || n == 32 || n == 64
               ? WGD_OK
               : wgd_fail_num(diag, WGD_ERR_VALUE, "bits", "not a width of whole elements", n,
                              "8, 16, 32 or 64", "");
}

wgd_status banks_read(const request *rq, banks_ask *ask, answer *a, wgd_diag *diag)
{
    const int64_t *dim = rq->v[OPTION_shape].u.dim;
    wgd_status st = choose_source(rq, ask, diag);
    st = st == WGD_OK ? read_start(rq, ask, diag) : st;
    st = st == WGD_OK ? banks_read_bits(rq, &ask->bits, diag) : st;
    if (st != WGD_OK) {
        return st;
    }
    st = read_warps(rq, ask, diag);
    if (st != WGD_OK) {
        return st;
    }
    switch (ask->source) {
    case BANKS_LAYOUT:
        st = read_layout(rq, ask, a, diag);
        break;
    case BANKS_SHAPE:
        st = wgd_arrange_rows(dim[0], dim[1], ask->bits, ask->start, &ask->tile, diag);
        break;
    case BANKS_FORMULA:
        st = read_formula(rq, ask, diag);
        break;
    default:
        st = read_addresses(rq, ask, diag);
    }
    if (st == WGD_OK) {
        st = banks_parse_uses(rq->v[OPTION_access].u.text.s, ask->bits, banks_has_tile(ask),
                              ask->use, &ask->n_uses, NULL, diag);
    }
    if (st == WGD_OK) {
        st = banks_read_tv(rq, a, &ask->tile, ask->use, ask->n_uses, &ask->tv, diag);
    }
    return st == WGD_OK && ask->source == BANKS_FORMULA ? check_work(ask, diag) : st;
}

/* ---- the accesses, one by one --------------------------------------------------------------- */

bool banks_has_tile(const banks_ask *ask)
{
    return ask->source == BANKS_LAYOUT || ask->source == BANKS_SHAPE;
}

wgd_status banks_count(const banks_ask *ask, const wgd_bank_use *use, int *out, wgd_diag *diag)
{
    if (banks_has_tile(ask)) {
        return wgd_bank_steps(&ask->tile, use, out, diag);
    }
    *out = ask->source == BANKS_FORMULA ? ask->warps * ask->steps : ask->warps;
    return WGD_OK;
}

wgd_status banks_lanes(const banks_ask *ask, const wgd_bank_use *use, int step, wgd_bank_lanes *out,
                       wgd_diag *diag)
{
    if (banks_has_tile(ask)) {
        return wgd_bank_step(&ask->tile, use, step, out, diag);
    }
    if (ask->source == BANKS_FORMULA) {
        return wgd_bank_formula(&ask->formula, ask->bits / 8, ask->start, use->access,
                                step % ask->warps, step / ask->warps, out, diag);
    }
    *out = ask->lanes;
    for (int lane = 0; lane < WGD_WARP; lane++) {
        if ((ask->lanes.active >> lane & 1) == 0) {
            continue; /* it has no address */
        }
        const int64_t at = ask->lanes.addr[lane] + step * ask->warp_stride;
        if (at >= WGD_SMEM_WINDOW) {
            return wgd_fail_num(diag, WGD_ERR_RANGE, "warp-stride", "beyond shared memory", at,
                                "a byte address from 0 to 262143", "");
        }
        out->addr[lane] = (uint32_t)at;
    }
    return WGD_OK;
}
