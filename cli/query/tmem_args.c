/* SPDX-License-Identifier: MIT
 *
 * What lies in tensor memory, from options and from the words of 'tmem plan'.
 */
#include "tmem_args.h"

#include <string.h>

#include "error/cli_status.h"
#include "request/number.h"

static bool is_int(int64_t n)
{
    return n >= INT32_MIN && n <= INT32_MAX;
}

wgd_status int_args_check(const option_value *v, wgd_diag *diag)
{
    for (int i = 0; i < OPTION_COUNT; i++) {
        const option_row *o = &option_table[i];
        const int n = o->kind == OPT_NUM ? 1 : o->kind == OPT_SHAPE ? o->dims : 0;
        for (int k = 0; k < n && v[i].has; k++) {
            const int64_t got = o->kind == OPT_NUM ? v[i].u.num : v[i].u.dim[k];
            if (!is_int(got)) {
                return wgd_fail_num(diag, WGD_ERR_OVERFLOW, o->name, NULL, got,
                                    "a number of 32 bits", "this is far beyond every limit");
            }
        }
    }
    return WGD_OK;
}

int int_arg(const option_value *v)
{
    return v->has ? (int)v->u.num : 0;
}

static bool is_scales(wgd_tmem_what what)
{
    return what == WGD_TMEM_SFA || what == WGD_TMEM_SFB;
}

wgd_tmem_spec tmem_args(const option_value *v, option_id dtype)
{
    wgd_tmem_spec s = {.what = WGD_TMEM_C, .alloc = WGD_TMEM_DEFAULT};
    if (v[OPTION_tmem_what].has) {
        s.what = (wgd_tmem_what)v[OPTION_tmem_what].u.choice;
    }
    if (v[OPTION_alloc].has) {
        s.alloc = (wgd_tmem_alloc)v[OPTION_alloc].u.choice;
    }
    const bool c = s.what == WGD_TMEM_C || s.what == WGD_TMEM_C_WS;
    s.cta_group = int_arg(&v[OPTION_cta_group]);
    s.type = v[dtype].has ? v[dtype].u.choice : (int)WGD_FRAG_TYPE_NONE;
    s.m = int_arg(&v[is_scales(s.what) ? OPTION_mn : OPTION_m_sm]);
    s.n = int_arg(&v[c ? OPTION_n_sm : OPTION_mma_k]);
    s.vec = int_arg(&v[OPTION_vec]);
    s.nsf = int_arg(&v[OPTION_nsf]);
    for (int i = 0; i < 2 && v[OPTION_tiles].has; i++) {
        s.tiles[i] = (int)v[OPTION_tiles].u.dim[i];
    }
    return s;
}

wgd_status tmem_args_check(const option_value *v, wgd_diag *diag)
{
    enum { ACC = 1, OPERAND = 2, SCALES = 4 };
    static const struct {
        option_id id;
        int of;
    } rows[] = {{OPTION_m_sm, ACC | OPERAND}, {OPTION_n_sm, ACC},   {OPTION_mma_k, OPERAND},
                {OPTION_mn, SCALES},          {OPTION_vec, SCALES}, {OPTION_nsf, SCALES}};
    if (v[OPTION_tmem_what].has && v[OPTION_tmem_what].u.choice == TMEM_PLAN) {
        return wgd_fail(diag, WGD_ERR_VALUE, "what", "a plan is of several fragments", "plan",
                        "C, C_ws, A, E, E_ws, SFA or SFB", "wgdesc tmem plan takes them by name");
    }
    const wgd_tmem_what what =
        v[OPTION_tmem_what].has ? (wgd_tmem_what)v[OPTION_tmem_what].u.choice : WGD_TMEM_C;
    const bool acc = what == WGD_TMEM_C || what == WGD_TMEM_C_WS;
    const int is = acc ? ACC : is_scales(what) ? SCALES : OPERAND;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (v[rows[i].id].has && !(rows[i].of & is)) {
            return cli_fail(diag, CLI_ERR_USAGE, option_table[rows[i].id].name,
                            "this says nothing of such a fragment", wgd_tmem_what_name(what),
                            is == ACC       ? "--m-sm and --n-sm"
                            : is == OPERAND ? "--m-sm and --k"
                                            : "--mn, --vec and --nsf",
                            "");
        }
    }
    for (int i = 0; i < 2 && v[OPTION_tiles].has; i++) {
        if (v[OPTION_tiles].u.dim[i] < 1) {
            return wgd_fail_num(diag, WGD_ERR_VALUE, "tiles", NULL, v[OPTION_tiles].u.dim[i],
                                "1 to 64 each", "instructions side by side");
        }
    }
    return WGD_OK;
}

/* ---- one word of a plan --------------------------------------------------------------------- */

typedef struct part_reader {
    const char *text;
    size_t at, len; /* the piece between two colons */
} part_reader;

static bool piece_is(const part_reader *r, const char *word)
{
    return strlen(word) == r->len && memcmp(r->text + r->at, word, r->len) == 0;
}

static wgd_status bad_piece(const part_reader *r, const char *what, const char *want,
                            wgd_diag *diag)
{
    cli_item got;
    cli_item_of(got, r->text + r->at, r->len);
    wgd_fail(diag, WGD_ERR_SYNTAX, "fragments", what, got, want,
             "written like acc=C:128x256:f32 or sfa=SFA:128x16:ue4m3@256");
    diag->pos = (long)r->at;
    return WGD_ERR_SYNTAX;
}

/* NxN with whole numbers from 1. */
static bool read_pair(const part_reader *r, int out[2])
{
    const char *s = r->text + r->at, *x = memchr(s, 'x', r->len);
    int64_t a = 0, b = 0;
    if (!x || number_i64(s, (size_t)(x - s), &a) != WGD_OK ||
        number_i64(x + 1, r->len - (size_t)(x - s) - 1, &b) != WGD_OK) {
        return false;
    }
    if (a < 1 || b < 1 || !is_int(a) || !is_int(b)) {
        return false;
    }
    out[0] = (int)a;
    out[1] = (int)b;
    return true;
}

static bool read_what(const part_reader *r, wgd_tmem_what *out)
{
    for (int i = 0; i < WGD_TMEM_WHAT_COUNT; i++) {
        if (piece_is(r, wgd_tmem_what_name((wgd_tmem_what)i))) {
            *out = (wgd_tmem_what)i;
            return true;
        }
    }
    return false;
}

static bool read_more(const part_reader *r, wgd_tmem_spec *s)
{
    for (int i = 0; i < WGD_FRAG_TYPE_COUNT; i++) {
        if (piece_is(r, wgd_frag_type_name((wgd_frag_type)i))) {
            s->type = i;
            return true;
        }
    }
    for (int i = 0; i < WGD_TMEM_ALLOC_COUNT; i++) {
        if (piece_is(r, wgd_tmem_alloc_name((wgd_tmem_alloc)i))) {
            s->alloc = (wgd_tmem_alloc)i;
            return true;
        }
    }
    if (piece_is(r, "cta2")) {
        s->cta_group = 2;
        return true;
    }
    return read_pair(r, s->tiles);
}

/* Of A and metadata the second number is the K of the stage, of scale factors their number. */
static void split_stage(wgd_tmem_spec *s, int along)
{
    if (is_scales(s->what)) {
        s->nsf = along > 4 ? 4 : along;
        s->tiles[1] = (along + s->nsf - 1) / s->nsf;
        return;
    }
    const int bits =
        s->type == WGD_FRAG_TYPE_NONE ? 16 : wgd_frag_type_bits((wgd_frag_type)s->type);
    const bool a = s->what == WGD_TMEM_A;
    const int k = (a ? 256 : 512) / (a && bits < 8 ? 8 : bits);
    if (along % k == 0) {
        s->n = k;
        s->tiles[1] = along / k;
    } else {
        s->n = along;
    }
}

static wgd_status read_head(part_reader *r, tmem_part *out, wgd_diag *diag)
{
    const char *equal = strchr(r->text, '='), *colon = strchr(r->text, ':');
    out->name[0] = '\0';
    if (equal && (!colon || equal < colon)) {
        const size_t len = (size_t)(equal - r->text);
        if (len == 0 || len >= sizeof out->name) {
            r->len = len;
            return bad_piece(r, "the name is empty or too long", "1 to 23 characters", diag);
        }
        memcpy(out->name, r->text, len);
        out->name[len] = '\0';
        r->at = len + 1;
    }
    return WGD_OK;
}

static wgd_status read_column(const char *at, tmem_part *out, part_reader *r, wgd_diag *diag)
{
    int64_t n = 0;
    r->len = strlen(at + 1); /* where it is read is behind the last piece */
    if (number_i64(at + 1, r->len, &n) != WGD_OK || n < 0 || n >= WGD_TMEM_COLUMNS) {
        return bad_piece(r, "not a column", "@0 to @511", diag);
    }
    out->column = (int)n;
    return WGD_OK;
}

wgd_status tmem_part_parse(const char *text, tmem_part *out, wgd_diag *diag)
{
    part_reader r = {text, 0, 0};
    int shape[2] = {0, 0};
    out->spec =
        (wgd_tmem_spec){.alloc = WGD_TMEM_DEFAULT, .cta_group = 1, .type = WGD_FRAG_TYPE_NONE};
    out->column = -1;
    wgd_status st = read_head(&r, out, diag);
    const char *stop = strchr(text, '@');
    const size_t end = stop ? (size_t)(stop - text) : strlen(text);
    for (int i = 0; st == WGD_OK && (i < 2 || r.at <= end); i++) {
        const char *colon = r.at <= end ? memchr(text + r.at, ':', end - r.at) : NULL;
        r.len = r.at > end ? 0 : colon ? (size_t)(colon - text) - r.at : end - r.at;
        const bool good = r.at <= end && (i == 0   ? read_what(&r, &out->spec.what)
                                          : i == 1 ? read_pair(&r, shape)
                                                   : read_more(&r, &out->spec));
        if (!good) {
            r.at = r.at > end ? end : r.at;
            return bad_piece(&r, "this part of the fragment is not understood",
                             i == 0   ? "C, C_ws, A, E, E_ws, SFA or SFB"
                             : i == 1 ? "rows x columns, as 128x256"
                                      : "a type, Interleaved, NonInterleaved, 4x1, 2x2, cta2 or "
                                        "tiles as 1x2",
                             diag);
        }
        r.at += r.len + 1;
    }
    if (st == WGD_OK && stop) {
        st = read_column(stop, out, &r, diag);
    }
    out->spec.m = shape[0];
    if (out->spec.what == WGD_TMEM_C || out->spec.what == WGD_TMEM_C_WS) {
        out->spec.n = shape[1];
    } else {
        split_stage(&out->spec, shape[1]);
    }
    return st;
}
