/* SPDX-License-Identifier: MIT
 *
 * Maps and bases, printed.
 */
#include "linear_print.h"

/* Calls put on a text that lies in the buffer. */
static void put_text(buf *out, void (*put)(wgd_text *, const void *), const void *what)
{
    wgd_text count = wgd_text_into(NULL, 0);
    put(&count, what);
    const size_t n = wgd_text_end(&count);
    char *room = buf_room(out, n + 1);
    if (room) {
        wgd_text t = wgd_text_into(room, n + 1);
        put(&t, what);
        wgd_text_end(&t);
        out->len += n;
    }
}

static void text_bases(wgd_text *t, const void *m)
{
    wgd_put_linear(t, m);
}

static void text_c(wgd_text *t, const void *m)
{
    wgd_put_linear_c(t, m, "i");
}

static void text_attr(wgd_text *t, const void *a)
{
    wgd_put_triton_attr(t, a);
}

static void text_layout(wgd_text *t, const void *l)
{
    wgd_put_triton_layout(t, l);
}

void linear_put_bases(buf *out, const wgd_linear *m)
{
    put_text(out, text_bases, m);
}

void linear_put_c(buf *out, const wgd_linear *m)
{
    put_text(out, text_c, m);
}

void linear_put_attr(buf *out, const wgd_triton_attr *a)
{
    put_text(out, text_attr, a);
}

void linear_put_triton(buf *out, const wgd_triton_layout *l)
{
    put_text(out, text_layout, l);
}

void linear_put_matrix(buf *out, const wgd_linear *m)
{
    buf_str(out, "value \\ index bit");
    for (int k = 0; k < m->bits; k++) {
        buf_right_i64(out, k, 3);
    }
    buf_char(out, '\n');
    for (int p = 0; p < wgd_linear_out_bits(m); p++) {
        buf_right_i64(out, p, 17);
        for (int k = 0; k < m->bits; k++) {
            buf_str(out, (m->basis[k] >> p & 1) != 0 ? "  1" : "  .");
        }
        buf_char(out, '\n');
    }
}

void linear_json(buf *out, const wgd_linear *m)
{
    json_open(out, "bases", '[');
    for (int k = 0; k < m->bits; k++) {
        json_int(out, NULL, (int64_t)m->basis[k]);
    }
    json_close(out, ']');
    json_int(out, "bits", m->bits);
    json_int(out, "out_bits", wgd_linear_out_bits(m));
    json_int(out, "rank", wgd_linear_rank(m));
    json_open(out, "c", '"');
    linear_put_c(out, m);
    json_close(out, '"');
}

/* "[0,1]" in JSON, "[0, 1]" as Triton prints it. */
static void put_list(buf *out, const int32_t *v, int n, const char *comma)
{
    buf_char(out, '[');
    for (int i = 0; i < n; i++) {
        buf_str(out, i > 0 ? comma : "");
        buf_i64(out, v[i]);
    }
    buf_char(out, ']');
}

void linear_put_triton_bases(buf *out, const wgd_triton_layout *l)
{
    for (int in = 0; in < l->ins; in++) {
        buf_left(out, wgd_triton_in_name(l->space, in), 8);
        for (int k = 0; k < l->in[in].n; k++) {
            buf_char(out, ' ');
            put_list(out, l->in[in].v[k], l->rank, ", ");
        }
        buf_str(out, l->in[in].n == 0 ? " -\n" : "\n");
    }
}

void linear_json_triton_bases(buf *out, const wgd_triton_layout *l)
{
    json_open(out, "bases", '{');
    for (int in = 0; in < l->ins; in++) {
        json_open(out, wgd_triton_in_name(l->space, in), '[');
        for (int k = 0; k < l->in[in].n; k++) {
            json_open(out, NULL, '[');
            for (int d = 0; d < l->rank; d++) {
                json_int(out, NULL, l->in[in].v[k][d]);
            }
            json_close(out, ']');
        }
        json_close(out, ']');
    }
    json_close(out, '}');
}
