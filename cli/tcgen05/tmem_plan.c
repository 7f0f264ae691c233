/* SPDX-License-Identifier: MIT
 *
 * Several fragments side by side in tensor memory, as text and as JSON.
 */
#include "tmem_plan.h"

#include "tmem_print.h"

static int used(const tmem_plan *p)
{
    int n = 0;
    for (int i = 0; i < p->n; i++) {
        n += p->slot[i].columns;
    }
    return n;
}

void tmem_plan_text(buf *out, const tmem_plan *p)
{
    buf_str(out, "name                     what  rows    columns    address\n");
    for (int i = 0; i < p->n; i++) {
        const tmem_part *part = &p->part[i];
        const wgd_tmem_slot *s = &p->slot[i];
        buf_left(out, part->name[0] ? part->name : "-", 25);
        buf_left(out, wgd_tmem_what_name(part->spec.what), 5);
        buf_right_i64(out, part->spec.m, 5);
        buf_right_i64(out, s->column, 6);
        buf_str(out, " - ");
        buf_right_i64(out, s->column + s->columns - 1, 3);
        buf_str(out, "    ");
        tmem_put_address(out, 0, s->column);
        buf_char(out, '\n');
    }
    buf_str(out, "used ");
    buf_i64(out, used(p));
    buf_str(out, " columns; allocate ");
    buf_i64(out, p->columns);
    buf_str(out, " of 512\nbasis: documented, not measured\n");
}

void tmem_plan_json(buf *out, const tmem_plan *p)
{
    json_str(out, "what", "plan");
    json_int(out, "columns", used(p));
    json_int(out, "allocate", p->columns);
    json_open(out, "fragments", '[');
    for (int i = 0; i < p->n; i++) {
        const tmem_part *part = &p->part[i];
        json_open(out, NULL, '{');
        if (part->name[0]) {
            json_str(out, "name", part->name);
        } else {
            json_null(out, "name");
        }
        json_str(out, "what", wgd_tmem_what_name(part->spec.what));
        json_str(out, "dtype", wgd_frag_type_name((wgd_frag_type)part->spec.type));
        json_int(out, "rows", part->spec.m);
        json_int(out, "column", p->slot[i].column);
        json_int(out, "columns", p->slot[i].columns);
        tmem_json_address(out, "address", 0, p->slot[i].column);
        json_close(out, '}');
    }
    json_close(out, ']');
}
