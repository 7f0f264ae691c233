/* SPDX-License-Identifier: MIT
 *
 * tmem: where something lies in tensor memory, and several things side by side.
 */
#include "answer/answer.h"
#include "request/request.h"
#include "error/cli_status.h"
#include "picture/picture_out.h"
#include "picture/tmem_picture.h"
#include "query/tmem_args.h"
#include "tcgen05/tmem_plan.h"
#include "tcgen05/tmem_print.h"

static wgd_status out_of(const char *field, const char *what, int64_t got, int last, wgd_diag *diag)
{
    char want[sizeof diag->want];
    wgd_text w = wgd_text_into(want, sizeof want);
    wgd_put_str(&w, "0 to ");
    wgd_put_i64(&w, last);
    wgd_text_end(&w);
    return wgd_fail_num(diag, WGD_ERR_VALUE, field, what, got, want,
                        "of all tiles together, from 0");
}

static wgd_status check_places(const request *rq, const wgd_tmem *t, wgd_diag *diag)
{
    const option_value *e = &rq->v[OPTION_element], *l = &rq->v[OPTION_lane],
                       *c = &rq->v[OPTION_column];
    const int last[2] = {t->rows * t->spec.tiles[0] - 1, t->cols * t->spec.tiles[1] - 1};
    for (int i = 0; i < 2 && e->has; i++) {
        if (e->u.dim[i] < 0 || e->u.dim[i] > last[i]) {
            return out_of("element", i ? "no such column" : "no such row", e->u.dim[i], last[i],
                          diag);
        }
    }
    if (l->has != c->has) {
        return cli_fail(diag, CLI_ERR_USAGE, l->has ? "column" : "lane",
                        "a cell is a lane and a column", NULL, "--lane and --column", "name both");
    }
    if (l->has && (l->u.num < 0 || l->u.num >= WGD_TMEM_LANES)) {
        return out_of("lane", "no such lane", l->u.num, WGD_TMEM_LANES - 1, diag);
    }
    if (c->has && (c->u.num < 0 || c->u.num >= WGD_TMEM_COLUMNS)) {
        return out_of("column", "no such column", c->u.num, WGD_TMEM_COLUMNS - 1, diag);
    }
    return WGD_OK;
}

static tmem_query query_of(const request *rq)
{
    const option_value *e = &rq->v[OPTION_element];
    return (tmem_query){e->has,
                        (int)e->u.dim[0],
                        (int)e->u.dim[1],
                        rq->v[OPTION_lane].has,
                        int_arg(&rq->v[OPTION_lane]),
                        int_arg(&rq->v[OPTION_column])};
}

static wgd_status draw(const request *rq, format form, answer *a, const wgd_tmem *t, wgd_diag *diag)
{
    draw_pic p;
    wgd_status st = tmem_picture(&p, t, diag);
    if (st == WGD_OK) {
        st = picture_put(rq, form, a->out, &p, diag);
    }
    draw_pic_free(&p);
    return st;
}

static wgd_status one(const request *rq, format form, answer *a, wgd_diag *diag)
{
    const wgd_tmem_spec spec = tmem_args(rq->v, OPTION_tmem_dtype);
    wgd_tmem t;
    wgd_status st = tmem_args_check(rq->v, diag);
    if (st == WGD_OK) {
        st = wgd_tmem_make(&spec, &t, diag);
    }
    if (st == WGD_OK) {
        st = check_places(rq, &t, diag);
    }
    if (st != WGD_OK) {
        return st;
    }
    const tmem_query q = query_of(rq);
    if (form == FORMAT_JSON) {
        answer_begin(a, "tmem", true);
        tmem_json(a->out, &t, &q);
        json_str(a->out, "basis", "documented");
        answer_end(a);
    } else if (form == FORMAT_CUTE) {
        buf_layout(a->out, &t.layout, WGD_FMT_CUTE);
        buf_char(a->out, '\n');
    } else if (form != FORMAT_TEXT || rq->v[OPTION_picture].given) {
        st = draw(rq, form, a, &t, diag);
    } else {
        tmem_text(a->out, &t, &q);
    }
    return st == WGD_OK ? picture_deliver(rq, a, diag) : st;
}

/* ---- several at once ------------------------------------------------------------------------ */

/* The i-th word, or NULL where a request has something else than a text. */
static const char *fragment_at(const option_value *v, int i)
{
    if (v->u.args.text) {
        return v->u.args.text[i];
    }
    const cJSON *e = v->u.args.json;
    for (int k = 0; k < i; k++) {
        e = e->next;
    }
    return cJSON_IsString(e) ? e->valuestring : NULL;
}

static wgd_status read_plan(const request *rq, answer *a, tmem_plan *p, wgd_diag *diag)
{
    const option_value *v = &rq->v[OPTION_fragments];
    const int n = v->has ? v->u.args.n : 0;
    if (n < 1 || n > TMEM_PARTS) {
        return wgd_fail_num(diag, CLI_ERR_USAGE, "fragments", "what is to be placed?", n,
                            "1 to 64 fragments", "written like acc=C:128x256:f32");
    }
    for (p->n = 0; p->n < n; p->n++) {
        const char *text = fragment_at(v, p->n);
        if (!text) {
            return wgd_fail(diag, WGD_ERR_SYNTAX, "fragments", "a fragment is written as a text",
                            NULL, "a list of texts", "written like acc=C:128x256:f32");
        }
        tmem_part *part = &p->part[p->n];
        wgd_status st = tmem_part_parse(text, part, diag);
        if (st == WGD_OK) {
            st = wgd_tmem_make(&part->spec, &p->tmem, diag);
        }
        if (st != WGD_OK) {
            a->fault_text = text;
            a->fault_len = strlen(text);
            return st;
        }
        part->spec = p->tmem.spec;
        p->slot[p->n].column = part->column;
        p->slot[p->n].columns = p->tmem.columns;
    }
    return WGD_OK;
}

static wgd_status plan(const request *rq, answer *a, wgd_diag *diag)
{
    tmem_plan p;
    wgd_status st = read_plan(rq, a, &p, diag);
    if (st == WGD_OK) {
        st = wgd_tmem_pack(p.slot, p.n, &p.columns, diag);
        if (st != WGD_OK) {
            a->fault_text = fragment_at(&rq->v[OPTION_fragments], (int)diag->pos);
            a->fault_len = strlen(a->fault_text);
            diag->pos = 0;
        }
    }
    if (st != WGD_OK) {
        return st;
    }
    if (rq->format == FORMAT_JSON) {
        answer_begin(a, "tmem", true);
        tmem_plan_json(a->out, &p);
        json_str(a->out, "basis", "documented");
        answer_end(a);
    } else {
        tmem_plan_text(a->out, &p);
    }
    return WGD_OK;
}

static wgd_status run(const request *rq, answer *a, wgd_diag *diag)
{
    format form;
    wgd_status st = picture_format(rq, &form, diag);
    if (st == WGD_OK) {
        st = int_args_check(rq->v, diag);
    }
    if (st != WGD_OK) {
        return st;
    }
    if (rq->v[OPTION_tmem_what].u.choice != TMEM_PLAN) {
        return rq->v[OPTION_fragments].has
                   ? cli_fail(diag, CLI_ERR_USAGE, "fragments", "only a plan has fragments", NULL,
                              "wgdesc tmem plan FRAGMENT...", "")
                   : one(rq, form, a, diag);
    }
    if (form != FORMAT_TEXT && form != FORMAT_JSON) {
        return wgd_fail(diag, WGD_ERR_VALUE, "format", "a plan has no answer in this format", NULL,
                        "text or json", "draw each fragment with 'wgdesc tmem WHAT'");
    }
    return plan(rq, a, diag);
}

static const example examples[] = {
    {"wgdesc tmem C --m-sm 64 --n-sm 128", "64 rows: half of the lanes"},
    {"wgdesc tmem C --m-sm 128 --n-sm 256 --element 15,7", "where one element lies"},
    {"wgdesc tmem SFA --mn 128 --dtype ue4m3 --lane 5 --column 2", "what one cell holds"},
    {"wgdesc tmem plan acc0=C:128x128 acc1=C:128x128 sfa=SFA:128x16:ue4m3 sfb=SFB:128x16:ue4m3",
     "the columns of a kernel"},
};

const command cmd_tmem = {
    .id = COMMAND_tmem,
    .name = "tmem",
    .summary = "where accumulators, operands and scale factors lie in tensor memory (sm_100)",
    .synopsis =
        "WHAT [--m-sm M --n-sm N | --k K | --mn MN] [--element R,C | --lane L --column C] | "
        "plan FRAGMENT...",
    .about =
        "Tensor memory has 128 lanes of 512 columns of 32 bits; an address is lane << 16 | column. "
        "WHAT is an accumulator (C, of the .ws form C_ws), an operand A, the metadata of a sparse "
        "A (E, E_ws) or scale factors (SFA, SFB); its rows are those of one CTA. --tiles places "
        "several instructions side by side. The layout maps ((row, column), tile row, tile column) "
        "to lane << (16 + s) | column << s | index, s = log2(32 / bits of a value), as CUTLASS has "
        "it.\n\n"
        "plan packs several into the 512 columns, each [NAME=]WHAT:MxN[:TYPE][:ALLOC][:cta2]"
        "[:TxT][@COLUMN]; of A and metadata N is the K of the stage, of scale factors the number "
        "of factors of a row. The columns to allocate are a power of two from 32.\n\n"
        "Documented, not measured: see docs/blackwell.md.",
    .examples = examples,
    .n_examples = (int)(sizeof examples / sizeof examples[0]),
    .operands = {OPTION_tmem_what, OPTION_fragments},
    .n_operands = 2,
    .required = {OPTION_tmem_what},
    .n_required = 1,
    .formats = FORMATS_ALL | FORMATS_PICTURE,
    .in_batch = true,
    .run = run,
};
