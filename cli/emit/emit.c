/* SPDX-License-Identifier: MIT
 *
 * What all emitted texts share: names, comments, values.
 */
#include "emit.h"

#include <stdarg.h>
#include <string.h>

#include "base/never.h"
#include "tcgen05/idesc_print.h"

void emit_add(emit *e, const char *name, int64_t value, const char *text)
{
    if (NEVER(e->n == EMIT_CONSTANTS_MAX)) { /* no header has as many */
        return;
    }
    emit_constant *c = &e->constant[e->n++];
    strcpy(c->name, name);
    c->value = value;
    c->text = text;
}

void emit_add_operand(emit *e, const char *name, int64_t value, const char *text)
{
    char full[32] = {"AB"[e->operand], '_', '\0'};
    strcat(full, name);
    emit_add(e, full, value, e->operand == emit_first(e) ? text : NULL);
}

bool emit_tcgen05(const emit *e)
{
    return wgd_arch_tcgen05(e->plan->query.arch);
}

bool emit_scaled(const emit *e)
{
    return emit_tcgen05(e) && wgd_umma_kind_scaled(e->plan->umma.op.kind);
}

int emit_first(const emit *e)
{
    return wgd_plan_tiled(e->plan, 0) ? 0 : 1;
}

bool emit_a_registers(const emit *e)
{
    return !wgd_plan_described(e->plan, 0);
}

int64_t emit_value(const emit *e, const char *name)
{
    int i = 0;
    while (ALWAYS(i < e->n) /* what is asked for was added */ &&
           strcmp(e->constant[i].name, name) != 0) {
        i++;
    }
    return e->constant[i].value;
}

int64_t emit_operand_value(const emit *e, const char *name)
{
    char full[32] = {"AB"[e->operand], '_', '\0'};
    strcat(full, name);
    return emit_value(e, full);
}

uint64_t emit_descriptor(const emit *e, int operand)
{
    wgd_desc d = e->plan->operand[operand].tma.tile.desc;
    d.start = 0;
    return wgd_desc_pack(d, e->plan->query.arch);
}

static void put_name(const emit *e, char what)
{
    switch (what) {
    case 'p':
        buf_str(e->out, e->lower);
        break;
    case 'P':
        buf_str(e->out, e->upper);
        break;
    case 'o':
        buf_char(e->out, "ab"[e->operand]);
        break;
    default: /* 'O' */
        buf_char(e->out, "AB"[e->operand]);
    }
}

void emit_put(const emit *e, const char *text, ...)
{
    va_list args;
    va_start(args, text);
    for (const char *c = text; *c; c++) {
        if (*c == '$') {
            put_name(e, *++c);
        } else if (*c != '%') {
            buf_char(e->out, *c);
        } else if (*++c == 'd') {
            buf_i64(e->out, va_arg(args, int64_t));
        } else if (*c == 'x') {
            buf_word(e->out, va_arg(args, uint64_t));
        } else if (*c == 's') {
            buf_str(e->out, va_arg(args, const char *));
        } else {
            buf_char(e->out, *c);
        }
    }
    va_end(args);
}

/* Are its operands those of the product the other way round? */
static bool turned(const emit *e)
{
    return e->problem && e->problem->candidate[e->problem->chosen].tile.turned;
}

void emit_put_turned(const emit *e, const char *comment)
{
    if (turned(e)) {
        emit_put(e,
                 "%sTiles are of the turned product, C^T = B^T * A^T: A is the product's B, B its "
                 "A, and rows are columns of C.\n",
                 comment);
    }
}

/* Operand o of the product, among those of the plan. */
static int in_plan(const emit *e, int o)
{
    return turned(e) ? 1 - o : o;
}

static void put_operand_options(const emit *e, int o)
{
    const wgd_tile_query *q = &e->plan->operand[in_plan(e, o)].tma.tile.query;
    emit_put(e, " --%s-major %s --%s-swizzle %s", o == 0 ? "a" : "b", wgd_major_name(q->major),
             o == 0 ? "a" : "b", wgd_swizzle_name(q->swizzle));
}

static void put_umma_options(const emit *e)
{
    const wgd_plan *p = e->plan;
    emit_put(e, " --arch %s --cta-group %d --kind %s", wgd_arch_get(p->query.arch)->name,
             (int64_t)p->cta_group, wgd_umma_kind_name(p->umma.op.kind));
    if (emit_scaled(e)) {
        emit_put(e, " --scale %s --vec %d", wgd_frag_type_name((wgd_frag_type)p->umma.op.sf),
                 (int64_t)p->umma.op.vec);
    }
    emit_put(e, " --n %d --acc-stages %d", (int64_t)p->n_inst, (int64_t)p->umma.acc_stages);
}

/* The tile; where it was chosen, the product that it is chosen for. */
static void put_size_options(const emit *e)
{
    const wgd_plan_query *q = &e->plan->query;
    const wgd_problem *r = e->problem;
    if (!r || !r->chosen_here) {
        emit_put(e, " --tile %dx%dx%d", q->m, q->n, q->k);
    }
    if (r) {
        emit_put(e, " --problem %dx%dx%d --sms %d", r->size[0], r->size[1], r->size[2], r->sms);
        if (!wgd_arch_tcgen05(q->arch)) {
            emit_put(e, " --gpu %s", wgd_gpu_name(r->gpu));
        }
    }
}

void emit_put_command(const emit *e, const char *lang)
{
    const wgd_plan *p = e->plan;
    const wgd_plan_query *q = &p->query;
    emit_put(e, "wgdesc emit --lang %s --prefix $p", lang);
    put_size_options(e);
    emit_put(e, " --dtype %s --b-dtype %s --acc %s",
             wgd_dtype_get(q->operand[in_plan(e, 0)].dtype)->name,
             wgd_dtype_get(q->operand[in_plan(e, 1)].dtype)->name, wgd_acc_name(p->acc));
    for (int o = emit_first(e); o < 2; o++) {
        put_operand_options(e, o);
    }
    if (q->sparse) {
        emit_put(e, " --sparse");
    }
    if (emit_a_registers(e)) {
        emit_put(e, " --a %s", wgd_plan_a_name(q->a));
    }
    if (emit_tcgen05(e)) {
        put_umma_options(e);
    } else {
        emit_put(e, " --n %d --warpgroups %d", (int64_t)p->n_inst, (int64_t)p->warpgroups);
    }
    emit_put(e, " --stages %d", (int64_t)p->stages);
    emit_put(e, " --smem %d --reserve %d", q->smem_bytes, q->reserve_bytes);
}

void emit_json(const emit *e)
{
    json_str(e->out, "prefix", e->lower);
    json_open(e->out, "constants", '{');
    for (int i = 0; i < e->n; i++) {
        json_int(e->out, e->constant[i].name, e->constant[i].value);
    }
    json_close(e->out, '}');
    json_open(e->out, "descriptors", '{');
    if (wgd_plan_described(e->plan, 0)) {
        json_word(e->out, "A_DESC", emit_descriptor(e, 0));
    }
    json_word(e->out, "B_DESC", emit_descriptor(e, 1));
    if (emit_tcgen05(e)) {
        idesc_json_word(e->out, "IDESC", wgd_plan_idesc(e->plan, 0));
    }
    json_close(e->out, '}');
}
