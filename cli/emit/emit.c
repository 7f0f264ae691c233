/* SPDX-License-Identifier: MIT
 *
 * The table of languages, and what all emitted texts share: names, comments, values.
 */
#include "emit.h"

#include <assert.h>
#include <stdarg.h>
#include <string.h>

static void add(emit *e, const char *name, int64_t value, const char *text)
{
    assert(e->n < EMIT_CONSTANTS_MAX && strlen(name) < sizeof e->constant[0].name);
    emit_constant *c = &e->constant[e->n++];
    strcpy(c->name, name);
    c->value = value;
    c->text = text;
}

static void add_operand(emit *e, const char *name, int64_t value, const char *text)
{
    char full[32] = {"AB"[e->operand], '_', '\0'};
    strcat(full, name);
    add(e, full, value, e->operand == 0 ? text : NULL);
}

static void add_tile(emit *e)
{
    const wgd_plan *p = e->plan;
    add(e, "TILE_M", p->query.m, "rows of C that a block computes");
    add(e, "TILE_N", p->query.n, "columns of C that a block computes");
    add(e, "TILE_K", p->query.k, "elements of K in a stage");
    add(e, "INST_M", WGD_INST_M, "rows of C from one instruction");
    add(e, "INST_N", p->n_inst, "columns of C from one instruction");
    add(e, "INST_K", p->k_inst, "elements of K in one instruction");
    add(e, "K_BLOCKS", p->k_blocks, "instructions along K in a stage");
    add(e, "M_BLOCKS", p->m_blocks, "instructions of a warpgroup along M");
    add(e, "N_BLOCKS", p->n_blocks, "instructions of a warpgroup along N");
    add(e, "WARPGROUPS", p->warpgroups, "consumers");
    add(e, "SPLIT_N", p->split_n, "1: they split N, 0: they split M");
    add(e, "THREADS", p->threads, "consumers and one producer warpgroup");
    add(e, "ACCUMULATORS", p->accumulators, "registers of a consumer thread that hold results");
    add(e, "INST_ACCUMULATORS", p->accumulators / p->m_blocks / p->n_blocks,
        "registers of one instruction");
    add(e, "CONSUMER_REGISTERS", p->consumer_registers, "for setmaxnreg.inc");
    add(e, "PRODUCER_REGISTERS", p->producer_registers, "for setmaxnreg.dec");
}

static void add_memory(emit *e)
{
    const wgd_plan *p = e->plan;
    add(e, "STAGES", p->stages, "stages of the ring");
    add(e, "STAGE_BYTES", p->stage_bytes, "bytes from one stage to the next");
    add(e, "EXPECT_BYTES", p->expect_bytes, "bytes that a stage's full barrier counts");
    add(e, "RESERVE_OFFSET", p->reserve_offset, "bytes from the start to the epilogue's part");
    add(e, "RESERVE_BYTES", p->query.reserve_bytes, "its size");
    add(e, "FULL_OFFSET", p->full_offset, "bytes from the start to the full barriers");
    add(e, "EMPTY_OFFSET", p->empty_offset, "bytes from the start to the empty barriers");
    add(e, "BARRIER_BYTES", WGD_PLAN_BARRIER_BYTES, "bytes of a barrier");
    add(e, "EMPTY_ARRIVALS", p->warpgroups, "arrivals that an empty barrier waits for");
    add(e, "SMEM_BYTES", p->total_bytes, "bytes of shared memory in all");
    add(e, "SMEM_ALIGNMENT", p->alignment, "the start is a multiple of");
}

/* Blocks before the step changes, and 16-byte units from block 0 to the block after them. */
static void add_advance(emit *e, const wgd_advance *a, bool along_k)
{
    const int period = a->constant ? a->blocks : a->jump_at;
    const int64_t jump = (period - 1) * a->step + (a->constant ? a->step : a->jump_step);
    add_operand(e, along_k ? "K_STEP" : "MN_STEP", a->step,
                along_k ? "16-byte units to the next INST_K of K"
                        : "16-byte units to the next block along MN");
    add_operand(e, along_k ? "K_PERIOD" : "MN_PERIOD", period, "blocks that the step is right for");
    add_operand(e, along_k ? "K_JUMP" : "MN_JUMP", jump, "16-byte units past all of them");
}

static void add_operands(emit *e)
{
    for (e->operand = 0; e->operand < 2; e->operand++) {
        const wgd_plan_operand *op = &e->plan->operand[e->operand];
        const wgd_tile *t = &op->tma.tile;
        const wgd_tma_params *m = &op->tma.params;
        add_operand(e, "BITS", wgd_dtype_bits(t->query.dtype), "of an element");
        add_operand(e, "ROWS", t->query.mn, "elements of the tile along M or N");
        add_operand(e, "MN_MAJOR", t->transpose, "1: M or N is contiguous, 0: K; imm-trans");
        add_operand(e, "OFFSET", op->offset, "bytes from a stage to the tile");
        add_operand(e, "BYTES", op->bytes, "bytes of the tile");
        add_operand(e, "LAYOUT_TYPE", wgd_swizzle_wgmma_code(t->desc.swizzle),
                    "swizzle as the descriptor has it");
        add_operand(e, "LBO", t->desc.lbo, "16-byte units");
        add_operand(e, "SBO", t->desc.sbo, "16-byte units");
        add_advance(e, &op->k, true);
        add_advance(e, &op->mn, false);
        add_operand(e, "WARPGROUP_BLOCKS", op->warpgroup_blocks,
                    "blocks along MN from a consumer to the next");
        add_operand(e, "ROW_BYTES", wgd_swizzle_row_bytes(t->query.swizzle),
                    "bytes of a line in one panel");
        add_operand(e, "XOR_MASK", wgd_swizzle_row_mask(t->query.swizzle),
                    "bits of the row that move 16-byte chunks");
        add_operand(e, "PANEL_BYTES", wgd_tma_panel_bytes(&op->tma), "bytes from panel to panel");
        add_operand(e, "GROUP_BYTES", wgd_tma_group_bytes(&op->tma),
                    "bytes from 8 lines to the next 8");
        add_operand(e, "BOX_INNER", m->box[0], "copied elements of a box, along a line");
        add_operand(e, "BOX_LINES", m->box[1], "lines of a box");
        add_operand(e, "PANELS", op->tma.grid[0], "boxes along a line");
        add_operand(e, "BOXES", op->tma.boxes, "copies that bring the tile");
        add_operand(e, "BOX_BYTES", op->tma.box_bytes, "bytes of a copy");
    }
    e->operand = 0;
}

static bool is_identifier(const char *s)
{
    size_t n = 0;
    for (; s[n]; n++) {
        const bool letter = s[n] >= 'a' && s[n] <= 'z';
        if (!letter && !(n > 0 && (s[n] == '_' || (s[n] >= '0' && s[n] <= '9')))) {
            return false;
        }
    }
    return n > 0 && n <= EMIT_PREFIX_MAX;
}

wgd_status emit_names(emit *e, buf *out, const char *prefix, wgd_diag *diag)
{
    if (!is_identifier(prefix)) {
        return wgd_fail(diag, WGD_ERR_VALUE, "prefix", "this cannot begin a name", prefix,
                        "a lower-case C identifier of up to 40 characters",
                        "for example gemm_bf16");
    }
    *e = (emit){.out = out};
    for (size_t i = 0; prefix[i]; i++) {
        const bool letter = prefix[i] >= 'a' && prefix[i] <= 'z';
        e->lower[i] = prefix[i];
        e->upper[i] = letter ? (char)(prefix[i] - 'a' + 'A') : prefix[i];
    }
    return WGD_OK;
}

wgd_status emit_begin(emit *e, buf *out, const wgd_plan *p, const char *prefix, wgd_diag *diag)
{
    const wgd_status st = emit_names(e, out, prefix, diag);
    if (st == WGD_OK) {
        e->plan = p;
        add_tile(e);
        add_memory(e);
        add_operands(e);
    }
    return st;
}

int64_t emit_value(const emit *e, const char *name)
{
    int i = 0;
    while (i < e->n && strcmp(e->constant[i].name, name) != 0) {
        i++;
    }
    assert(i < e->n);
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
    return wgd_desc_encode(d);
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
    case 'O':
        buf_char(e->out, "AB"[e->operand]);
        break;
    default:
        buf_char(e->out, what);
        break;
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
            buf_hex(e->out, va_arg(args, uint64_t), 16);
        } else if (*c == 's') {
            buf_str(e->out, va_arg(args, const char *));
        } else {
            buf_char(e->out, *c);
        }
    }
    va_end(args);
}

static void put_operand_options(const emit *e, int o)
{
    const wgd_tile_query *q = &e->plan->operand[o].tma.tile.query;
    emit_put(e, " --%s-major %s --%s-swizzle %s", o == 0 ? "a" : "b", wgd_major_name(q->major),
             o == 0 ? "a" : "b", wgd_swizzle_name(q->swizzle));
}

void emit_put_command(const emit *e, const char *lang)
{
    const wgd_plan *p = e->plan;
    const wgd_plan_query *q = &p->query;
    emit_put(e, "wgdesc emit --lang %s --prefix $p --tile %dx%dx%d --dtype %s", lang, q->m, q->n,
             q->k, wgd_dtype_get(q->operand[0].dtype)->name);
    emit_put(e, " --b-dtype %s --acc %s", wgd_dtype_get(q->operand[1].dtype)->name,
             wgd_acc_name(p->inst->acc));
    put_operand_options(e, 0);
    put_operand_options(e, 1);
    emit_put(e, " --n %d --warpgroups %d --stages %d", (int64_t)p->n_inst, (int64_t)p->warpgroups,
             (int64_t)p->stages);
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
    json_word(e->out, "A_DESC", emit_descriptor(e, 0));
    json_word(e->out, "B_DESC", emit_descriptor(e, 1));
    json_close(e->out, '}');
}
