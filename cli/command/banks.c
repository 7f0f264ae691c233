/* SPDX-License-Identifier: MIT
 *
 * banks: bank conflicts of an access, and an arrangement without them.
 */
#include <string.h>

#include "answer/answer.h"
#include "answer/run.h"
#include "query/banks_args.h"
#include "view/best_print.h"
#include "picture/banks_picture.h"
#include "help/wrap.h"
#include "picture/picture_out.h"

/* What one use comes to, and the access that is shown: the first of the worst, or the one asked
 * for. */
typedef struct use_answer {
    wgd_bank_total total;
    int step;
    wgd_bank_lanes lanes;
    wgd_bank_result shown;
} use_answer;

/* --optimal: what 'swizzle' answers for the same accesses. */
typedef struct best_answer {
    wgd_best_query query;
    wgd_best best;
} best_answer;

static wgd_status find_best(const request *rq, const banks_ask *ask, best_answer *out,
                            wgd_diag *diag)
{
    const wgd_status st = banks_best_query(rq, ask, &out->query, diag);
    return st == WGD_OK ? wgd_best_find(&out->query, &out->best, diag) : st;
}

/* Is there such an access of the first use? */
static wgd_status check_step(const banks_ask *ask, int64_t wanted, wgd_diag *diag)
{
    int n;
    if (wanted < 0) {
        return wgd_fail_num(diag, WGD_ERR_VALUE, "step", NULL, wanted, "0 or more", "");
    }
    const wgd_status st = banks_count(ask, &ask->use[0], &n, diag);
    if (st != WGD_OK || wanted < n) {
        return st;
    }
    char want[sizeof diag->want];
    wgd_text t = wgd_text_into(want, sizeof want);
    wgd_put_str(&t, "a number below ");
    wgd_put_i64(&t, n);
    wgd_text_end(&t);
    return wgd_fail_num(diag, WGD_ERR_VALUE, "step", "there are fewer accesses", wanted, want, "");
}

static wgd_status one_access(const banks_ask *ask, const wgd_bank_use *use, int step,
                             use_answer *out, wgd_diag *diag)
{
    const wgd_status st = banks_lanes(ask, use, step, &out->lanes, diag);
    out->step = step;
    return st == WGD_OK ? wgd_banks_access(use->access, &out->lanes, &out->shown, diag) : st;
}

/* Every access of a formula or a list. */
static wgd_status count_all(const banks_ask *ask, const wgd_bank_use *use, use_answer *u,
                            wgd_diag *diag)
{
    int n;
    wgd_status st = banks_count(ask, use, &n, diag);
    memset(&u->total, 0, sizeof u->total);
    for (int i = 0; i < n && st == WGD_OK; i++) {
        st = one_access(ask, use, i, u, diag);
        if (st == WGD_OK) {
            wgd_bank_add(&u->total, &u->shown);
        }
    }
    return st;
}

/* What each use comes to; the candidates where it is a tile, of which the first is the tile itself.
 * `step` is the access of the first use to be shown, where it is given. */
static wgd_status evaluate(const banks_ask *ask, const option_value *step, use_answer *uses,
                           wgd_bank_advice *advice, wgd_diag *diag)
{
    const bool tile = banks_has_tile(ask);
    wgd_status st = step->has ? check_step(ask, step->u.num, diag) : WGD_OK;
    if (st == WGD_OK && tile) {
        st = wgd_bank_advise(&ask->tile, ask->use, ask->n_uses, advice, diag);
    }
    for (int i = 0; st == WGD_OK && i < ask->n_uses; i++) {
        if (tile) {
            uses[i].total = advice->candidate[0].total[i];
        } else {
            st = count_all(ask, &ask->use[i], &uses[i], diag);
        }
        if (st == WGD_OK) {
            const bool named = i == 0 && step->has;
            st = one_access(ask, &ask->use[i], named ? (int)step->u.num : uses[i].total.worst_at,
                            &uses[i], diag);
        }
    }
    return st;
}

/* ---- text ----------------------------------------------------------------------------------- */

static void put_use(buf *out, const banks_ask *ask, const wgd_bank_use *use)
{
    buf_str(out, wgd_access_name(use->access));
    if (banks_has_tile(ask)) {
        buf_char(out, ':');
        buf_str(out, wgd_bank_order_name(use->order));
    }
}

static void put_count(buf *out, int64_t n, const char *what)
{
    buf_i64(out, n);
    buf_char(out, ' ');
    buf_str(out, what);
    buf_str(out, n == 1 ? "" : what[strlen(what) - 1] == 's' ? "es" : "s");
}

static void text_phases(buf *out, const use_answer *u)
{
    buf_str(out, "  access ");
    buf_i64(out, u->step);
    buf_str(out, "\n  phase  lanes  degree  words  first bank of each lane\n");
    for (int i = 0; i < u->shown.phases; i++) {
        const wgd_bank_phase *p = &u->shown.phase[i];
        buf_right_i64(out, i, 7);
        buf_right_i64(out, p->first_lane, 4);
        buf_char(out, '-');
        char last[sizeof "31"];
        wgd_text t = wgd_text_into(last, sizeof last);
        wgd_put_i64(&t, p->first_lane + p->lanes - 1);
        wgd_text_end(&t);
        buf_left(out, last, 2);
        buf_right_i64(out, p->degree, 8);
        buf_right_i64(out, p->words, 7);
        buf_char(out, ' ');
        for (int lane = p->first_lane; lane < p->first_lane + p->lanes; lane++) {
            if (u->shown.bank[lane] < 0) {
                buf_str(out, "  -");
            } else {
                buf_right_i64(out, u->shown.bank[lane], 3);
            }
        }
        buf_char(out, '\n');
    }
}

static void text_use(buf *out, const banks_ask *ask, int i, const use_answer *u)
{
    put_use(out, ask, &ask->use[i]);
    buf_str(out, "\n  ");
    put_count(out, u->total.accesses, "access");
    buf_str(out, ", ");
    put_count(out, u->total.phases, "phase");
    buf_str(out, ", ");
    put_count(out, u->total.wavefronts, "wavefront");
    buf_str(out, ", ");
    put_count(out, u->total.conflicts, "conflict");
    buf_str(out, ", worst ");
    buf_i64(out, u->total.worst);
    buf_str(out, "-way\n");
    text_phases(out, u);
}

static int worst_of(const wgd_bank_candidate *c, int n_uses)
{
    int worst = 0;
    for (int i = 0; i < n_uses; i++) {
        worst = c->total[i].worst > worst ? c->total[i].worst : worst;
    }
    return worst;
}

/* The longest name or layout of an arrangement. */
typedef char arrangement_text[512];

static void arrangement_name(const wgd_arrangement *a, char *text)
{
    wgd_text t = wgd_text_into(text, sizeof(arrangement_text));
    if (a->kind == WGD_ARRANGE_LAYOUT) {
        wgd_put_str(&t, "as given");
    } else {
        wgd_put_arrangement(&t, a);
    }
    wgd_text_end(&t);
}

static void arrangement_layout(const wgd_arrangement *a, char *text)
{
    wgd_text t = wgd_text_into(text, sizeof(arrangement_text));
    if (!wgd_put_arrangement_cute(&t, a)) {
        const int across = a->row_bytes / 16;
        wgd_put_str(&t, "16-byte chunk c of row r at (c + r % 8 / ");
        wgd_put_i64(&t, across < 8 ? 8 / across : 1);
        wgd_put_str(&t, ") % ");
        wgd_put_i64(&t, across);
    }
    wgd_text_end(&t);
}

static void text_advice(buf *out, const banks_ask *ask, const wgd_bank_advice *v)
{
    buf_str(out, "arrangement           extra bytes  conflicts  worst  layout\n");
    for (int i = 0; i < v->count; i++) {
        const wgd_bank_candidate *c = &v->candidate[i];
        arrangement_text name, layout;
        arrangement_name(&c->arrangement, name);
        arrangement_layout(&c->arrangement, layout);
        buf_str(out, i == v->best ? "* " : "  ");
        buf_left(out, name, 20);
        buf_right_i64(out, c->extra_bytes, 11);
        buf_right_i64(out, c->conflicts, 11);
        buf_right_i64(out, worst_of(c, ask->n_uses), 7);
        buf_str(out, "  ");
        buf_str(out, layout);
        buf_char(out, '\n');
    }
    buf_str(out, v->best < 0 ? "no arrangement tried is free of conflicts\n"
                             : "* the cheapest without conflicts\n");
}

/* ---- JSON ----------------------------------------------------------------------------------- */

static void json_total(buf *out, const wgd_bank_total *t)
{
    json_int(out, "accesses", t->accesses);
    json_int(out, "phases", t->phases);
    json_int(out, "wavefronts", t->wavefronts);
    json_int(out, "conflicts", t->conflicts);
    json_int(out, "worst", t->worst);
}

static void json_shown(buf *out, const use_answer *u)
{
    json_open(out, "shown", '{');
    json_int(out, "step", u->step);
    json_open(out, "addresses", '[');
    for (int i = 0; i < WGD_WARP; i++) {
        if (u->lanes.active >> i & 1) {
            json_int(out, NULL, u->lanes.addr[i]);
        } else {
            json_null(out, NULL);
        }
    }
    json_close(out, ']');
    json_open(out, "banks", '[');
    for (int i = 0; i < WGD_WARP; i++) {
        if (u->shown.bank[i] >= 0) {
            json_int(out, NULL, u->shown.bank[i]);
        } else {
            json_null(out, NULL);
        }
    }
    json_close(out, ']');
    json_open(out, "phases", '[');
    for (int i = 0; i < u->shown.phases; i++) {
        const wgd_bank_phase *p = &u->shown.phase[i];
        json_open(out, NULL, '{');
        json_int(out, "first_lane", p->first_lane);
        json_int(out, "lanes", p->lanes);
        json_int(out, "words", p->words);
        json_int(out, "degree", p->degree);
        json_close(out, '}');
    }
    json_close(out, ']');
    json_close(out, '}');
}

static void json_candidate(buf *out, const char *key, const banks_ask *ask,
                           const wgd_bank_candidate *c)
{
    arrangement_text text;
    json_open(out, key, '{');
    arrangement_name(&c->arrangement, text);
    json_str(out, "name", text);
    if (c->arrangement.kind == WGD_ARRANGE_PERMUTED) {
        json_null(out, "layout");
    } else {
        arrangement_layout(&c->arrangement, text);
        json_str(out, "layout", text);
    }
    json_int(out, "extra_bytes", c->extra_bytes);
    json_int(out, "conflicts", c->conflicts);
    json_int(out, "worst", worst_of(c, ask->n_uses));
    json_close(out, '}');
}

static void json_advice(buf *out, const banks_ask *ask, const wgd_bank_advice *v)
{
    json_open(out, "arrangements", '[');
    for (int i = 0; i < v->count; i++) {
        json_candidate(out, NULL, ask, &v->candidate[i]);
    }
    json_close(out, ']');
    if (v->best < 0) {
        json_null(out, "recommended");
    } else {
        json_candidate(out, "recommended", ask, &v->candidate[v->best]);
    }
}

static void print_json(answer *a, const banks_ask *ask, const use_answer *uses,
                       const wgd_bank_advice *advice, const best_answer *best)
{
    buf *out = a->out;
    answer_begin(a, "banks", true);
    json_int(out, "bits", ask->bits);
    json_open(out, "uses", '[');
    for (int i = 0; i < ask->n_uses; i++) {
        json_open(out, NULL, '{');
        json_str(out, "access", wgd_access_name(ask->use[i].access));
        if (banks_has_tile(ask)) {
            json_str(out, "order", wgd_bank_order_name(ask->use[i].order));
        } else {
            json_null(out, "order");
        }
        json_total(out, &uses[i].total);
        json_shown(out, &uses[i]);
        json_close(out, '}');
    }
    json_close(out, ']');
    if (advice) {
        json_advice(out, ask, advice);
    }
    if (best) {
        json_open(out, "optimal", '{');
        best_json_members(out, &best->query, &best->best);
        json_close(out, '}');
    }
    answer_end(a);
}

/* ---- run ------------------------------------------------------------------------------------ */

static wgd_status draw(const request *rq, format form, answer *a, const banks_ask *ask,
                       const use_answer *u, wgd_diag *diag)
{
    draw_pic p;
    wgd_status st = banks_picture(&p, &u->lanes, &u->shown, ask->use[0].access, diag);
    if (st == WGD_OK) {
        buf *title = draw_head(&p);
        put_use(title, ask, &ask->use[0]);
        buf_str(title, ", access ");
        buf_i64(title, u->step);
        banks_picture_heads(&p, &u->shown);
        st = picture_put(rq, form, a->out, &p, diag);
    }
    draw_pic_free(&p);
    return st == WGD_OK ? picture_deliver(rq, a, diag) : st;
}

/* All uses, and with a tile the advice. */
static wgd_status evaluate_all(const request *rq, const banks_ask *ask, use_answer *uses,
                               wgd_bank_advice *advice, best_answer *best, wgd_diag *diag)
{
    const wgd_status st = evaluate(ask, &rq->v[OPTION_step], uses, advice, diag);
    return st == WGD_OK && rq->v[OPTION_optimal].given ? find_best(rq, ask, best, diag) : st;
}

static void print_text(buf *out, const banks_ask *ask, const use_answer *uses,
                       const wgd_bank_advice *advice, const best_answer *best)
{
    for (int i = 0; i < ask->n_uses; i++) {
        text_use(out, ask, i, &uses[i]);
    }
    if (advice) {
        text_advice(out, ask, advice);
    }
    if (best) {
        buf_char(out, '\n');
        best_print_text(out, &best->query, &best->best);
    }
}

/* Everything that a question is answered with. */
typedef struct banks_work {
    banks_ask ask;
    use_answer uses[WGD_BANK_USES];
    wgd_bank_advice advice;
    best_answer best;
} banks_work;

static wgd_status answer_banks(const request *rq, answer *a, void *room, wgd_diag *diag)
{
    banks_work *w = room;
    format form;
    wgd_status st = picture_format(rq, &form, diag);
    if (st != WGD_OK) {
        return st;
    }
    st = banks_read(rq, &w->ask, a, diag);
    if (st == WGD_OK) {
        st = evaluate_all(rq, &w->ask, w->uses, &w->advice, &w->best, diag);
    }
    if (st != WGD_OK) {
        if (rq->v[OPTION_formula].given) {
            a->fault_text = rq->v[OPTION_formula].u.text.s;
            a->fault_len = strlen(a->fault_text);
        }
        return st;
    }
    const wgd_bank_advice *advised = banks_has_tile(&w->ask) ? &w->advice : NULL;
    const best_answer *found = rq->v[OPTION_optimal].given ? &w->best : NULL;
    if (form == FORMAT_JSON) {
        print_json(a, &w->ask, w->uses, advised, found);
    } else if (form != FORMAT_TEXT || rq->v[OPTION_picture].given) {
        return draw(rq, form, a, &w->ask, &w->uses[0], diag);
    } else {
        print_text(a->out, &w->ask, w->uses, advised, found);
    }
    return picture_deliver(rq, a, diag);
}

static wgd_status run(const request *rq, answer *a, wgd_diag *diag)
{
    return run_in_room(sizeof(banks_work), answer_banks, rq, a, diag);
}

static void list_orders(buf *out)
{
    buf_str(out, "Accesses:\n ");
    for (int i = 0; i < WGD_ACCESS_COUNT; i++) {
        buf_str(out, i == 6 ? "\n  " : " ");
        buf_str(out, wgd_access_name((wgd_access)i));
    }
    buf_str(out, "\n\nOrders:\n");
    for (int i = 0; i < WGD_ORDER_COUNT; i++) {
        buf_str(out, "  ");
        buf_left(out, wgd_bank_order_name((wgd_bank_order)i), 8);
        help_wrapped(out, wgd_bank_order_text((wgd_bank_order)i), 10, 10);
    }
}

static const example examples[] = {
    {"wgdesc banks --shape 64x64 --access ldmatrix.x4", "rows of 64 halves, and what to do"},
    {"wgdesc banks --layout 'Sw<3,3,3> o 0 o (64,64):(64,1)' --access ldmatrix.x4,st.b128:copy",
     "a layout, written and read"},
    {"wgdesc banks --shape 64x64 --access st.b32:frag:m64n64k16:d",
     "a warpgroup storing its accumulator as f16"},
    {"wgdesc banks --formula 't%16*32 + (t/16*8 + t%8/2*8)%32' --access ldmatrix.x4",
     "a permuted layout as a formula"},
    {"wgdesc banks --shape 64x64 --access st.b128:tv --tv '((8,16),(8,4)):((512,1),(64,16))'",
     "a tiled copy's threads"},
    {"wgdesc banks --shape 64x64 --access ldmatrix.x4,st.b128:copy --optimal",
     "with the best of all arrangements, proved"},
    {"wgdesc banks --access ld.b32 0 128 256 384", "four lanes, by their addresses"},
};

const command cmd_banks = {
    .id = COMMAND_banks,
    .name = "banks",
    .summary = "bank conflicts of shared-memory accesses, and a layout without them",
    .synopsis =
        "--access ACCESS[:ORDER],... (--shape ROWSxCOLS | --layout L | --formula F | BYTE...)",
    .about =
        "The phases of an access, the bank of each lane, and how many wavefronts each phase takes. "
        "A phase serves 32 lanes of 4 bytes, 16 of 8, 8 of 16 bytes or the 8 rows of one matrix; "
        "lanes that read one word share it.\n\n"
        "A tile (--shape is row-major, --layout any) is moved whole, by the named order; then "
        "plain, swizzled, permuted and padded arrangements of it are evaluated, and the cheapest "
        "without conflicts for all the accesses is recommended. A formula gives the element "
        "that thread t accesses in step i.\n\n"
        "The order tv is that of --tv, a layout (thread, value) -> row + rows * column as a tiled "
        "copy "
        "has; --warps and --warp-stride repeat given addresses for several warps; --optimal adds "
        "the "
        "answer of 'wgdesc swizzle'.",
    .examples = examples,
    .n_examples = (int)(sizeof examples / sizeof examples[0]),
    .operands = {OPTION_addresses},
    .n_operands = 1,
    .required = {OPTION_access},
    .n_required = 1,
    .formats = FORMATS_TEXT_JSON | FORMATS_PICTURE,
    .in_batch = true,
    .run = run,
    .more_help = list_orders,
};
