/* SPDX-License-Identifier: MIT
 *
 * The stages of a ring of tiles as text and JSON.
 */
#include "stages_print.h"

static void put_advance(buf *out, const char *label, const wgd_advance *a)
{
    if (a->blocks < 2) {
        return;
    }
    buf_str(out, "  next ");
    buf_left(out, label, 9);
    buf_str(out, "add ");
    buf_i64(out, a->step);
    buf_str(out, " to the descriptor (");
    buf_i64(out, a->step * 16);
    buf_str(out, " B)");
    if (!a->constant) {
        buf_str(out, "; block ");
        buf_i64(out, a->jump_at);
        buf_str(out, " lies behind the swizzle atom: add ");
        buf_i64(out, a->jump_step);
    }
    buf_char(out, '\n');
}

void stages_print_text(buf *out, const desc_view *v)
{
    const wgd_stages *st = v->stages;
    const wgd_ring ring = desc_view_ring(v);
    buf_str(out, "\nstages\n");
    put_advance(out, "k block", &st->k);
    put_advance(out, "mn block", &st->mn);
    buf_str(out, "  next stage    add ");
    buf_i64(out, st->stage_step);
    buf_str(out, " to the descriptor (");
    buf_i64(out, st->stage_bytes);
    buf_str(out, " B)\n");
    if (st->carries) {
        buf_str(out, "warning: block (");
        buf_i64(out, st->carry_mn);
        buf_char(out, ',');
        buf_i64(out, st->carry_k);
        buf_str(out, ") of stage ");
        buf_i64(out, st->carry_stage);
        buf_str(out, " starts at ");
        buf_addr(out, (uint64_t)st->carry_start);
        buf_str(out, ", over the 14 bits of the field:\n  a 32-bit add to the low word carries out "
                     "of it into the ignored bits 14-15: what is read\n  lies 256 KiB lower; "
                     "beyond 1 MiB it carries into LBO\n");
    }
    buf_str(out, "stage      start   descriptor\n");
    for (int s = 0; s < st->stages; s++) {
        buf_right_i64(out, s, 5);
        buf_str(out, "    ");
        buf_hex(out, (uint64_t)wgd_stage_start(&ring, st, s), 5);
        buf_str(out, "   ");
        if (wgd_stage_start(&ring, st, s) < WGD_SMEM_WINDOW) {
            buf_word(out, desc_view_word(v, 0, 0) + (uint64_t)(s * st->stage_step));
        } else {
            buf_str(out, "does not fit");
        }
        buf_char(out, '\n');
    }
}

static void json_step(buf *out, const char *key, int64_t step)
{
    json_open(out, key, '{');
    json_int(out, "field", step);
    json_int(out, "bytes", step * 16);
}

static void json_advance(buf *out, const char *key, const wgd_advance *a)
{
    if (a->blocks < 2) {
        json_null(out, key);
        return;
    }
    json_step(out, key, a->step);
    json_bool(out, "constant", a->constant);
    if (!a->constant) {
        json_step(out, "jump", a->jump_step);
        json_int(out, "at", a->jump_at);
        json_close(out, '}');
    }
    json_close(out, '}');
}

void stages_print_json(buf *out, const desc_view *v)
{
    const wgd_stages *st = v->stages;
    const wgd_ring ring = desc_view_ring(v);
    json_open(out, "stages", '{');
    json_int(out, "count", st->stages);
    json_int(out, "stage_bytes", st->stage_bytes);
    json_open(out, "advance", '{');
    json_advance(out, "k", &st->k);
    json_advance(out, "mn", &st->mn);
    json_step(out, "stage", st->stage_step);
    json_close(out, '}');
    json_close(out, '}');
    json_open(out, "starts", '[');
    for (int s = 0; s < st->stages; s++) {
        json_addr(out, NULL, (uint64_t)wgd_stage_start(&ring, st, s));
    }
    json_close(out, ']');
    if (st->carries) {
        json_open(out, "carry", '{');
        json_int(out, "stage", st->carry_stage);
        json_int(out, "mn", st->carry_mn);
        json_int(out, "k", st->carry_k);
        json_addr(out, "start", (uint64_t)st->carry_start);
        json_close(out, '}');
    } else {
        json_null(out, "carry");
    }
    json_close(out, '}');
}
