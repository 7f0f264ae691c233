/* SPDX-License-Identifier: MIT
 *
 * diff: are two words the same to the hardware?
 */
#include "answer/answer.h"
#include "request/request.h"
#include "query/tile_args.h"

/* One instruction is asked about when any of these is given. */
static bool one_instruction(const request *rq)
{
    static const option_id which[] = {OPTION_dtype,  OPTION_operand, OPTION_major, OPTION_n,
                                      OPTION_sparse, OPTION_op,      OPTION_inst};
    for (int i = 0; i < (int)(sizeof which / sizeof which[0]); i++) {
        if (rq->v[which[i]].given) {
            return true;
        }
    }
    return false;
}

/* The two words, and who reads each. */
typedef struct pair {
    uint64_t a, b;
    wgd_arch arch, other;
} pair;

/* Reads that differ in N only. */
typedef struct group {
    wgd_read rd;
    int reads, same;
} group;
enum { GROUPS_MAX = 128 };

/* A read that neither word is for is no difference. */
static bool one_is_defined(const pair *p, wgd_read rd)
{
    wgd_read there = rd;
    there.arch = p->other;
    return wgd_word_check(p->a, rd, NULL) == WGD_OK || wgd_word_check(p->b, there, NULL) == WGD_OK;
}

/* Adds a read to the last of the n groups, or to a new one. */
static int add_read(const pair *p, wgd_read rd, group *g, int n)
{
    wgd_diff d;
    const group *last = n > 0 ? &g[n - 1] : NULL;
    if (!last || last->rd.dtype != rd.dtype || last->rd.operand != rd.operand ||
        last->rd.major != rd.major || last->rd.sparse != rd.sparse) {
        g[n++] = (group){rd, 0, 0};
    }
    wgd_diff_across(p->a, p->b, rd, p->other, &d);
    g[n - 1].reads++;
    g[n - 1].same += d.same;
    return n;
}

static int group_reads(const pair *p, group *g)
{
    int n = 0;
    wgd_read rd = wgd_read_first(p->arch);
    do {
        wgd_read there = rd;
        there.arch = p->other;
        if (wgd_read_check(there, NULL) == WGD_OK && one_is_defined(p, rd)) {
            n = add_read(p, rd, g, n);
        }
    } while (wgd_read_next(&rd));
    return n;
}

/* ---- text ----------------------------------------------------------------------------------- */

static void put_value(buf *out, wgd_field f, uint64_t v)
{
    if (f == WGD_FIELD_IGNORED) {
        buf_word(out, v);
        return;
    }
    buf_i64(out, (int64_t)v);
    if (f <= WGD_FIELD_SBO) {
        buf_str(out, " (");
        buf_i64(out, (int64_t)v * 16);
        buf_str(out, " B)");
    }
}

static void put_fields(buf *out, const wgd_diff *d)
{
    for (int i = 0; i < d->n; i++) {
        const wgd_field_diff *f = &d->field[i];
        buf_str(out, "  ");
        buf_left(out, wgd_field_name(f->field), 13);
        put_value(out, f->field, f->a);
        buf_str(out, " against ");
        put_value(out, f->field, f->b);
        buf_str(out, !f->read     ? ": not read"
                     : f->matters ? ": matters"
                                  : ": read, changes nothing");
        buf_char(out, '\n');
    }
}

static void put_group(buf *out, const group *g)
{
    buf_str(out, "  ");
    buf_left(out, wgd_dtype_get(g->rd.dtype)->name, 5);
    buf_str(out, g->rd.operand == WGD_OPERAND_A ? "A " : "B ");
    buf_left(out, g->rd.major == WGD_MAJOR_K ? "K-major" : "MN-major", 9);
    buf_left(out, g->rd.sparse ? "sparse" : "dense", 7);
    if (g->rd.operand == WGD_OPERAND_B) {
        buf_i64(out, g->reads - g->same);
        buf_str(out, " of ");
        buf_i64(out, g->reads);
        buf_str(out, " N");
    }
    buf_char(out, '\n');
}

static void put_all(buf *out, const pair *p, const wgd_diff_all *all)
{
    group g[GROUPS_MAX];
    const int n = group_reads(p, g);
    const char *const a = wgd_arch_instruction(p->arch), *const b = wgd_arch_instruction(p->other);
    buf_str(out, all->any.same    ? "same: every "
                 : all->same == 0 ? "different for every "
                                  : "different for some ");
    buf_str(out, a);
    if (a != b) { /* names of a table: the same text is the same pointer */
        buf_str(out, " through the one and ");
        buf_str(out, b);
        buf_str(out,
                all->any.same ? " through the other fetch the same bytes" : " through the other");
    } else {
        buf_str(out, all->any.same ? " fetches the same bytes" : "");
    }
    buf_char(out, '\n');
    put_fields(out, &all->any);
    if (all->any.same || all->same == 0) {
        return;
    }
    buf_str(out, "they differ for\n");
    for (int i = 0; i < n; i++) {
        if (g[i].same < g[i].reads) {
            put_group(out, &g[i]);
        }
    }
}

/* ---- JSON ----------------------------------------------------------------------------------- */

static void json_value(buf *out, const char *key, wgd_field f, uint64_t v)
{
    if (f == WGD_FIELD_IGNORED) {
        json_word(out, key, v);
    } else {
        json_int(out, key, (int64_t)v);
    }
}

static void json_fields(buf *out, const wgd_diff *d)
{
    json_open(out, "fields", '[');
    for (int i = 0; i < d->n; i++) {
        const wgd_field_diff *f = &d->field[i];
        json_open(out, NULL, '{');
        json_str(out, "field", wgd_field_name(f->field));
        json_value(out, "a", f->field, f->a);
        json_value(out, "b", f->field, f->b);
        json_bool(out, "read", f->read);
        json_bool(out, "matters", f->matters);
        json_close(out, '}');
    }
    json_close(out, ']');
}

static void json_read(buf *out, const wgd_read *rd)
{
    json_str(out, "dtype", wgd_dtype_get(rd->dtype)->name);
    json_str(out, "operand", wgd_operand_name(rd->operand));
    json_str(out, "major", wgd_major_name(rd->major));
    json_bool(out, "sparse", rd->sparse);
}

static void json_diff_answer(answer *a, const pair *p, const wgd_read *rd, const wgd_diff *d)
{
    group g[GROUPS_MAX];
    buf *out = a->out;
    answer_begin(a, "diff", true);
    if (p->other != p->arch) {
        json_str(out, "other_arch", wgd_arch_get(p->other)->name);
    }
    json_word(out, "desc", p->a);
    json_word(out, "other", p->b);
    json_bool(out, "same", d->same);
    json_fields(out, d);
    json_open(out, "differ_for", '[');
    const int n = rd ? 0 : group_reads(p, g);
    for (int i = 0; i < n; i++) {
        if (g[i].same < g[i].reads) {
            json_open(out, NULL, '{');
            json_read(out, &g[i].rd);
            json_int(out, "different", g[i].reads - g[i].same);
            json_int(out, "of", g[i].reads);
            json_close(out, '}');
        }
    }
    json_close(out, ']');
    if (rd) {
        json_open(out, "instruction", '{');
        json_read(out, rd);
        json_int(out, "mn", rd->mn);
        json_close(out, '}');
    } else {
        json_null(out, "instruction");
    }
    answer_end(a);
}

static wgd_status pair_of(const request *rq, answer *a, pair *p, wgd_diag *diag)
{
    const option_value *other = &rq->v[OPTION_other_arch];
    p->a = rq->v[OPTION_desc].u.word;
    p->b = rq->v[OPTION_other].u.word;
    p->arch = request_arch(rq);
    p->other = other->given ? (wgd_arch)other->u.choice : p->arch;
    if (other->given) {
        answer_for_arch(a, p->other);
        answer_for_arch(a, p->arch);
    }
    const wgd_status st = wgd_arch_check(p->other, diag);
    if (st != WGD_OK) {
        diag->field = "other-arch";
    }
    return st;
}

static wgd_status run(const request *rq, answer *a, wgd_diag *diag)
{
    pair p;
    const wgd_status paired = pair_of(rq, a, &p, diag);
    if (paired != WGD_OK) {
        return paired;
    }
    const bool one = one_instruction(rq);
    wgd_read rd;
    wgd_diff_all all;
    if (one) {
        wgd_status st = read_from_args(rq, &rd, diag);
        if (st == WGD_OK) {
            wgd_read there = rd;
            there.arch = p.other;
            st = wgd_read_check(there, diag);
        }
        if (st != WGD_OK) {
            return st;
        }
        wgd_diff_across(p.a, p.b, rd, p.other, &all.any);
    } else {
        wgd_diff_all_across(p.a, p.arch, p.b, p.other, &all);
        if (all.reads == 0) { /* neither word is for any: the first says why */
            return wgd_word_check(p.a, wgd_read_first(p.arch), diag);
        }
    }
    a->exit_status = !all.any.same;
    if (rq->format == FORMAT_JSON) {
        json_diff_answer(a, &p, one ? &rd : NULL, &all.any);
    } else if (one) {
        buf_str(a->out, all.any.same ? "same: this instruction fetches the same bytes\n"
                                     : "different for this instruction\n");
        put_fields(a->out, &all.any);
    } else {
        put_all(a->out, &p, &all);
    }
    return WGD_OK;
}

static const example examples[] = {
    {"wgdesc diff 0x4000004000000040 0x4000004000010040 --major k",
     "LBO 0 or 1 with the 128B swizzle, K-major: the same"},
    {"wgdesc diff 0x4000004000000040 0x4000004000010040", "for which instructions it does matter"},
};

const command cmd_diff = {
    .id = COMMAND_diff,
    .name = "diff",
    .summary = "are two descriptors the same to the hardware?",
    .synopsis =
        "WORD WORD [--operand a|b] [--major k|mn] [--dtype TYPE] [--n N] [--sparse] [--op OP] "
        "[--arch ARCH [--other-arch ARCH] [--block MNxK]]",
    .about =
        "Lists the fields that differ, whether the hardware reads them, and whether the difference "
        "changes what is fetched. With any of --dtype, --operand, --major, --n, --sparse, --op for "
        "that one instruction, else for every wgmma there is. The exit status is 0 when the words "
        "are "
        "the same to the hardware, 1 when they are not.",
    .examples = examples,
    .n_examples = (int)(sizeof examples / sizeof examples[0]),
    .operands = {OPTION_desc, OPTION_other},
    .n_operands = 2,
    .required = {OPTION_desc, OPTION_other},
    .n_required = 2,
    .formats = FORMATS_TEXT_JSON,
    .in_batch = true,
    .run = run,
};
