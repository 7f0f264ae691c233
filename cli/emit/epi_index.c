/* SPDX-License-Identifier: MIT
 *
 * The indices of a fragment as code: every mode of its layout is one digit of a number.
 */
#include "epilogue_parts.h"

#include "base/never.h"

/* A sum that is being written: nothing, or what joins its next term. */
typedef struct sum {
    const emit *e;
    bool begun;
} sum;

/* + var / place % n * factor, without what changes nothing; last: no more digits follow. */
static void put_digit(sum *s, const char *var, int64_t place, int64_t n, bool last, int64_t factor)
{
    buf *out = s->e->out;
    if (n == 1) {
        return;
    }
    buf_str(out, s->begun ? " + " : "");
    buf_str(out, var);
    if (place > 1) {
        emit_put(s->e, " / %d", place);
    }
    if (!last) {
        emit_put(s->e, " %% %d", n);
    }
    if (factor > 1) {
        emit_put(s->e, " * %d", factor);
    }
    s->begun = true;
}

/* The part of the row (along: the column) that the modes of one variable make up. */
static void put_part(sum *s, const wgd_frag *f, const wgd_frag_modes *m, const char *var,
                     bool along)
{
    int64_t place = 1;
    for (int i = 0; i < m->n; i++) {
        const int stride = m->stride[i];
        if (stride > 0 && epilogue_along(f, stride) == along) {
            put_digit(s, var, place, m->shape[i], i == m->n - 1, along ? stride / f->rows : stride);
        }
        place *= m->shape[i];
    }
}

/* Has one of the modes a part in the row, or in the column? */
static bool has_part(const wgd_frag *f, const wgd_frag_modes *m, bool along)
{
    for (int i = 0; i < m->n; i++) {
        if (m->stride[i] > 0 && epilogue_along(f, m->stride[i]) == along &&
            ALWAYS(m->shape[i] > 1)) { /* a mode of one stands behind others of its direction */
            return true;
        }
    }
    return false;
}

/* A compiler that warns of unused parameters is told of those that a formula does without. */
static void put_unused(const emit *e, const char *name, bool used)
{
    if (!used) {
        emit_put(e, "    (void)%s;\n", name);
    }
}

static void put_coordinate(const emit *e, const wgd_frag *f, bool along)
{
    sum s = {e, false};
    emit_put(e,
             "$P_D_FN uint32_t $p_d_%s(uint32_t t, uint32_t v)\n"
             "{\n",
             along ? "col" : "row");
    put_unused(e, "t", has_part(f, &f->thr, along));
    put_unused(e, "v", has_part(f, &f->val, along));
    emit_put(e, "    return ");
    put_part(&s, f, &f->thr, "t", along);
    put_part(&s, f, &f->val, "v", along);
    emit_put(e, "%s;\n}\n", s.begun ? "" : "0");
}

/* The largest stride below which `along` digits lie: is this mode the last of its coordinate? */
static bool is_last(const wgd_frag *f, int stride)
{
    const bool along = epilogue_along(f, stride);
    const wgd_frag_modes *both[2] = {&f->thr, &f->val};
    for (int k = 0; k < 2; k++) {
        for (int i = 0; i < both[k]->n; i++) {
            const int other = both[k]->stride[i];
            if (other > stride && both[k]->shape[i] > 1 && epilogue_along(f, other) == along) {
                return false;
            }
        }
    }
    return true;
}

/* The thread, or the value, that holds (row, col): a digit of one of them for each mode. */
static void put_inverse(const emit *e, const wgd_frag *f, const wgd_frag_modes *m, const char *name)
{
    sum s = {e, false};
    int64_t place = 1;
    emit_put(e,
             "$P_D_FN uint32_t $p_d_%s(uint32_t row, uint32_t col)\n"
             "{\n",
             name);
    put_unused(e, "row", has_part(f, m, false));
    put_unused(e, "col", has_part(f, m, true));
    emit_put(e, "    return ");
    for (int i = 0; i < m->n; i++) {
        const int stride = m->stride[i];
        const bool along = epilogue_along(f, stride);
        if (stride > 0) {
            put_digit(&s, along ? "col" : "row", along ? stride / f->rows : stride, m->shape[i],
                      is_last(f, stride), place);
        }
        place *= m->shape[i];
    }
    emit_put(e, "%s;\n}\n", s.begun ? "" : "0");
}

/* Rows of which the threads, or the values, hold different elements; along: columns. */
static int64_t extent(const wgd_frag *f, const wgd_frag_modes *m, bool along)
{
    int64_t n = 1;
    for (int i = 0; i < m->n; i++) {
        n *= m->stride[i] > 0 && epilogue_along(f, m->stride[i]) == along ? m->shape[i] : 1;
    }
    return n;
}

/* The value that is the j-th of the i-th row of a thread. */
static void put_row_value(const emit *e, const wgd_frag *f)
{
    sum s = {e, false};
    int64_t place = 1, at[2] = {1, 1};
    int left[2] = {0, 0};
    for (int i = 0; i < f->val.n; i++) {
        left[epilogue_along(f, f->val.stride[i])] += f->val.stride[i] > 0;
    }
    emit_put(e, "$P_D_FN uint32_t $p_d_row_value(uint32_t i, uint32_t j)\n"
                "{\n");
    put_unused(e, "i", left[0] > 0);
    put_unused(e, "j", left[1] > 0);
    emit_put(e, "    return ");
    for (int m = 0; m < f->val.n; m++) {
        const bool along = epilogue_along(f, f->val.stride[m]);
        if (f->val.stride[m] > 0) { /* of values that repeat the first */
            put_digit(&s, along ? "j" : "i", at[along], f->val.shape[m], --left[along] == 0, place);
            at[along] *= f->val.shape[m];
        }
        place *= f->val.shape[m];
    }
    emit_put(e, "%s;\n}\n", s.begun ? "" : "0");
}

/* Values from the first on that are neighbours along a row, or down a column. */
static int64_t run_along(const wgd_frag *f, int step)
{
    int n = 1;
    while (n < f->values && wgd_frag_at(f, 0, n) == n * step) {
        n++;
    }
    return n; /* a power of two, as all that the fragment is made of */
}

void epilogue_index(const emit *e, const epilogue *p)
{
    const wgd_frag *f = p->frag;
    emit_put(e,
             "enum {\n"
             "    $P_D_ROWS = %d,        /* of the tile */\n"
             "    $P_D_COLS = %d,\n"
             "    $P_D_THREADS = %d,     /* that share it */\n"
             "    $P_D_VALUES = %d,      /* of a thread */\n",
             (int64_t)f->rows, (int64_t)f->cols, (int64_t)f->threads, (int64_t)f->values);
    emit_put(e,
             "    $P_D_RUN_ROW = %d,     /* values in order that are neighbours along a row */\n"
             "    $P_D_RUN_COL = %d,     /* and down a column */\n"
             "    $P_D_THREAD_ROWS = %d, /* rows of which a thread holds values */\n"
             "    $P_D_ROW_VALUES = %d,  /* of each of them */\n"
             "    $P_D_ROW_THREADS = %d  /* threads that hold a row together */\n"
             "};\n\n",
             run_along(f, f->rows), run_along(f, 1), extent(f, &f->val, false),
             extent(f, &f->val, true), extent(f, &f->thr, true));
    emit_put(e, "/* Thread t holds element ($p_d_row, $p_d_col) as its value v; and the other way "
                "round. */\n");
    put_coordinate(e, f, false);
    put_coordinate(e, f, true);
    put_inverse(e, f, &f->thr, "thread");
    put_inverse(e, f, &f->val, "value");
    emit_put(e,
             "/* A thread has $P_D_ROW_VALUES values of each of $P_D_THREAD_ROWS rows, and "
             "$P_D_ROW_THREADS threads hold a row\n"
             " * together: of accumulators a quad, lanes 4q to 4q + 3, and where warpgroups split "
             "the columns\n"
             " * the same quad of each. The value that is the j-th of a thread's i-th row: */\n");
    put_row_value(e, f);
    buf_char(e->out, '\n');
}
