/* SPDX-License-Identifier: MIT
 *
 * frag of tcgen05.ld, st and cp: which register holds which cell of tensor memory and, where a
 * fragment is named, which of its elements.
 */
#include "frag_tmem.h"
#include "error/cli_status.h"

#include <string.h>

#include "picture/picture_out.h"
#include "picture/tmem_picture.h"
#include "query/tmem_args.h"
#include "ldst_print.h"

bool frag_is_tmem(const request *rq)
{
    const option_value *op = &rq->v[OPTION_op];
    return op->has && strncmp(op->u.text.s, "tcgen05.", 8) == 0;
}

static wgd_status refuse(const char *field, const char *what, int64_t got, const char *want,
                         const char *hint, wgd_diag *diag)
{
    return wgd_fail_num(diag, WGD_ERR_VALUE, field, what, got, want, hint);
}

/* Options that say something of other instructions. */
static wgd_status check_options(const request *rq, const wgd_ldst *op, wgd_diag *diag)
{
    static const option_id others[] = {OPTION_frag_operand, OPTION_acc};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        if (rq->v[others[i]].given) {
            return cli_fail(diag, CLI_ERR_USAGE, option_table[others[i]].name,
                            "tcgen05.ld, st and cp do not have this", NULL, NULL,
                            "--what, --m-sm, --n-sm and --dtype say what is loaded");
        }
    }
    const option_value *t = &rq->v[OPTION_thread];
    if (t->has && op->op == WGD_LDST_CP) {
        return refuse("thread", "one thread issues the copy", t->u.num, "no --thread",
                      "no thread holds anything of it", diag);
    }
    if (t->has && (t->u.num < 0 || t->u.num >= 32)) {
        return refuse("thread", "no such thread of the warp", t->u.num, "0 to 31",
                      "a warp has 32 threads", diag);
    }
    return WGD_OK;
}

/* Where the instruction starts: a warp reaches the 32 lanes of its number modulo 4, and no others. */
static wgd_status read_place(const request *rq, const wgd_ldst *op, ldst_place *p, wgd_diag *diag)
{
    const option_value *warp = &rq->v[OPTION_warp], *lane = &rq->v[OPTION_lane],
                       *column = &rq->v[OPTION_column];
    p->warp = int_arg(warp);
    p->lane = lane->has ? int_arg(lane) : p->warp % 4 * 32;
    p->column = int_arg(column);
    if (p->warp < 0 || p->warp > 31) {
        return refuse("warp", "no such warp", p->warp, "0 to 31", "a block has at most 32 warps",
                      diag);
    }
    if (p->lane < 0 || p->lane >= WGD_TMEM_LANES || p->lane % op->lanes != 0) {
        return refuse("lane", "the instruction cannot start at this lane", p->lane,
                      op->lanes == 16 ? "a multiple of 16 below 128" : "a multiple of 32 below 128",
                      "the lane is in the upper half of the address", diag);
    }
    if (p->lane / 32 != p->warp % 4) {
        return refuse("lane", "the warp does not reach this lane", p->lane,
                      "the 32 lanes from 32 * (warp % 4) on",
                      "another warp loads it: --warp is lane / 32", diag);
    }
    if (p->column < 0 || p->column + op->columns > WGD_TMEM_COLUMNS) {
        return refuse("column", "the instruction ends behind tensor memory", p->column,
                      "a first column that leaves room for the shape", "a smaller repeat", diag);
    }
    return WGD_OK;
}

static wgd_status read_fragment(const request *rq, ldst_view *v, wgd_diag *diag)
{
    const option_value *e = &rq->v[OPTION_element];
    v->has_fragment =
        rq->v[OPTION_m_sm].has || rq->v[OPTION_n_sm].has || rq->v[OPTION_tmem_what].has;
    if (!v->has_fragment) {
        return e->has ? cli_fail(diag, CLI_ERR_USAGE, "element", "an element of what?", NULL,
                                 "--m-sm and --n-sm", "for example --m-sm 128 --n-sm 256")
                      : WGD_OK;
    }
    if (v->op.op == WGD_LDST_CP) {
        return cli_fail(diag, CLI_ERR_USAGE, "op", "only ld and st bring elements into registers",
                        "tcgen05.cp", "tcgen05.ld or st", "of scale factors see 'wgdesc sf'");
    }
    const wgd_tmem_spec spec = tmem_args(rq->v, OPTION_frag_dtype);
    wgd_status st = tmem_args_check(rq->v, diag);
    if (st == WGD_OK) {
        st = wgd_tmem_make(&spec, &v->fragment, diag);
    }
    for (int i = 0; i < 2 && st == WGD_OK && e->has; i++) {
        const wgd_tmem *f = &v->fragment;
        const int end = i ? f->cols * f->spec.tiles[1] : f->rows * f->spec.tiles[0];
        if (e->u.dim[i] < 0 || e->u.dim[i] >= end) {
            return refuse("element", i ? "no such column" : "no such row", e->u.dim[i],
                          "an element of the fragment", "counted from 0", diag);
        }
    }
    return st;
}

static wgd_status read_all(const request *rq, answer *a, ldst_view *v, wgd_diag *diag)
{
    const option_value *text = &rq->v[OPTION_op], *pack = &rq->v[OPTION_pack16];
    wgd_status st = int_args_check(rq->v, diag);
    if (st != WGD_OK) {
        return st;
    }
    st = wgd_ldst_parse(text->u.text.s, &v->op, diag);
    if (st != WGD_OK) {
        a->fault_text = text->u.text.s;
        a->fault_len = text->u.text.len;
        return st;
    }
    const bool packed = v->op.pack16 || (pack->given && pack->u.flag);
    st = wgd_ldst_set(&v->op, packed, int_arg(&rq->v[OPTION_split]), diag);
    if (st == WGD_OK) {
        st = check_options(rq, &v->op, diag);
    }
    if (st == WGD_OK) {
        st = read_fragment(rq, v, diag);
    }
    if (st == WGD_OK && v->op.op != WGD_LDST_CP) {
        st = read_place(rq, &v->op, &v->at, diag);
    }
    v->thread = rq->v[OPTION_thread].has ? int_arg(&rq->v[OPTION_thread]) : -1;
    v->element = rq->v[OPTION_element].has;
    v->row = v->element ? (int)rq->v[OPTION_element].u.dim[0] : 0;
    v->col = v->element ? (int)rq->v[OPTION_element].u.dim[1] : 0;
    return st;
}

static wgd_status draw(const request *rq, format form, answer *a, const ldst_view *v,
                       wgd_diag *diag)
{
    draw_pic p;
    wgd_status st = ldst_picture(&p, &v->op, diag);
    if (st == WGD_OK) {
        st = picture_put(rq, form, a->out, &p, diag);
    }
    draw_pic_free(&p);
    return st;
}

wgd_status frag_tmem(const request *rq, answer *a, wgd_diag *diag)
{
    ldst_view v;
    format form;
    wgd_status st = picture_format(rq, &form, diag);
    if (st == WGD_OK) {
        st = read_all(rq, a, &v, diag);
    }
    if (st != WGD_OK) {
        return st;
    }
    if (form == FORMAT_JSON) {
        answer_begin(a, "frag", true);
        ldst_json(a->out, &v);
        json_str(a->out, "basis", "documented");
        answer_end(a);
    } else if (form == FORMAT_CUTE) {
        st = wgd_fail(diag, WGD_ERR_VALUE, "format", "tcgen05 has no answer in this format", "cute",
                      "text, json or a picture", "'wgdesc tmem' prints layouts");
    } else if (form != FORMAT_TEXT || rq->v[OPTION_picture].given) {
        st = draw(rq, form, a, &v, diag);
    } else {
        ldst_text(a->out, &v);
    }
    return st == WGD_OK ? picture_deliver(rq, a, diag) : st;
}
