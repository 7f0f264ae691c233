/* SPDX-License-Identifier: MIT
 *
 * The instructions of tcgen05.mma as a list: each is found by asking whether there is one.
 */
#include "ops_print.h"

#include <string.h>

enum { MS = 4, NS = WGD_N_MAX / 8, KIND_WIDTH = 10, TYPES_WIDTH = 30 };

static const int ms[MS] = {32, 64, 128, 256};

/* A kind of so many CTAs with this K and M: its N, and whether it has a sparse form too. */
typedef struct op_row {
    wgd_umma_op op;
    bool n[NS]; /* of 8 * (i + 1) */
    bool sparse;
} op_row;

static bool there_is(wgd_umma_op op)
{
    return wgd_umma_op_complete(&op, NULL) == WGD_OK;
}

/* Is there such an instruction, for any N? */
static bool find_row(wgd_arch arch, const wgd_umma_op *of, int k, int m, op_row *row)
{
    bool any = false;
    row->op = *of;
    row->op.arch = arch;
    row->op.k = k;
    row->op.m = m;
    row->sparse = false;
    for (int i = 0; i < NS; i++) {
        wgd_umma_op op = row->op;
        op.n = 8 * (i + 1);
        row->n[i] = there_is(op);
        any = any || row->n[i];
        op.sparse = true;
        op.k = k == 96 ? k : 0;
        row->sparse = row->sparse || there_is(op);
    }
    return any;
}

/* "8..256 step 8", "8, 16..256 step 16"; 256 is always one of them, and not the only one. */
static void put_ns(buf *out, const bool n[NS])
{
    const int last = NS - 1;
    int first = 0, step = 1;
    while (!n[first]) {
        first++;
    }
    /* The step of the last two; what is before the first that keeps it is said alone. */
    while (!n[last - step]) {
        step++;
    }
    int from = last;
    while (from - step >= first) {
        from -= step;
    }
    const bool run = last > from + step; /* of three at least */
    for (int i = first; i < (run ? from : last); i++) {
        if (n[i]) {
            buf_i64(out, 8 * (i + 1));
            buf_str(out, ", ");
        }
    }
    buf_i64(out, 8 * ((run ? from : last) + 1));
    if (run) {
        buf_str(out, "..");
        buf_i64(out, 8 * (last + 1));
        buf_str(out, " step ");
        buf_i64(out, 8 * step);
    }
}

static void text_row(buf *out, const op_row *row)
{
    buf_left(out, wgd_umma_kind_name(row->op.kind), KIND_WIDTH);
    buf_right_i64(out, row->op.cta_group, 4);
    buf_right_i64(out, row->op.m, 6);
    buf_right_i64(out, row->op.k, 5);
    buf_str(out, row->op.ws ? "  .ws " : "      ");
    buf_str(out, row->sparse ? "  yes  " : "  no   ");
    put_ns(out, row->n);
    buf_char(out, '\n');
}

static void json_types(buf *out, const char *key, unsigned set)
{
    json_open(out, key, '[');
    for (int t = 0; t < WGD_FRAG_TYPE_COUNT; t++) {
        if (set >> t & 1u) {
            json_str(out, NULL, wgd_frag_type_name((wgd_frag_type)t));
        }
    }
    json_close(out, ']');
}

static void json_row(buf *out, const op_row *row)
{
    const wgd_umma_kind kind = row->op.kind;
    json_open(out, NULL, '{');
    json_str(out, "kind", wgd_umma_kind_name(kind));
    json_types(out, "a", wgd_umma_inputs(kind));
    json_types(out, "b", wgd_umma_inputs(kind));
    json_types(out, "d", wgd_umma_accs(kind));
    json_types(out, "sf", wgd_umma_scales(kind));
    json_int(out, "cta_group", row->op.cta_group);
    json_int(out, "m", row->op.m);
    json_int(out, "k", row->op.k);
    json_bool(out, "sparse", row->sparse);
    json_bool(out, "ws", row->op.ws);
    json_open(out, "n", '[');
    for (int i = 0; i < NS; i++) {
        if (row->n[i]) {
            json_int(out, NULL, 8 * (i + 1));
        }
    }
    json_close(out, ']');
    json_close(out, '}');
}

static void put_types(buf *out, unsigned set, int width)
{
    int n = 0;
    for (int t = 0; t < WGD_FRAG_TYPE_COUNT; t++) {
        if (set >> t & 1u) {
            const char *name = wgd_frag_type_name((wgd_frag_type)t);
            buf_str(out, n > 0 ? ", " : "");
            buf_str(out, name);
            n += (n > 0 ? 2 : 0) + (int)strlen(name);
        }
    }
    buf_str(out, set == 0 ? "-" : "");
    buf_pad(out, width > n ? width - n : 0);
}

static void text_kinds(buf *out, wgd_arch arch)
{
    buf_str(out, "kind      A and B                       D         scale factors\n");
    for (int k = 0; k < WGD_UMMA_KIND_COUNT; k++) {
        const wgd_umma_kind kind = (wgd_umma_kind)k;
        if (kind == WGD_UMMA_I8 && !wgd_arch_get(arch)->kind_i8) {
            continue;
        }
        buf_left(out, wgd_umma_kind_name(kind), KIND_WIDTH);
        put_types(out, wgd_umma_inputs(kind), TYPES_WIDTH);
        put_types(out, wgd_umma_accs(kind), KIND_WIDTH);
        put_types(out, wgd_umma_scales(kind), 0);
        buf_char(out, '\n');
    }
    buf_str(
        out,
        "\nA in shared memory, both K-major, of M the whole instruction's; 'wgdesc idesc' knows "
        "the others:\n"
        "kind      CTAs     M    K  form  .sp  N\n");
}

/* The forms of a kind: one CTA, one CTA .ws, a pair. */
enum { FORMS = 3 };

void umma_ops(buf *out, wgd_arch arch, bool json)
{
    if (!json) {
        text_kinds(out, arch);
    }
    for (int i = 0; i < WGD_UMMA_KIND_COUNT * FORMS * 2 * MS; i++) {
        const int form = i / (2 * MS) % FORMS;
        const bool wide = i / MS % 2 != 0; /* 96 elements of K */
        wgd_umma_op op = wgd_umma_op_of((wgd_umma_kind)(i / (FORMS * 2 * MS)));
        op.cta_group = form == 2 ? 2 : 1;
        op.ws = form == 1;
        op_row row;
        if (find_row(arch, &op, wide ? 96 : wgd_umma_kind_k(op.kind), ms[i % MS], &row)) {
            (json ? json_row : text_row)(out, &row);
        }
    }
}
