/* SPDX-License-Identifier: MIT
 *
 * The constants of a plan, written once as a table.
 */
#include "emit.h"

static void add_tile(emit *e)
{
    const wgd_plan *p = e->plan;
    emit_add(e, "TILE_M", p->query.m, "rows of C that a block computes");
    emit_add(e, "TILE_N", p->query.n, "columns of C that a block computes");
    emit_add(e, "TILE_K", p->query.k, "elements of K in a stage");
    emit_add(e, "INST_M", p->m_inst, "rows of C from one instruction");
    emit_add(e, "INST_N", p->n_inst, "columns of C from one instruction");
    emit_add(e, "INST_K", p->k_inst, "elements of K in one instruction");
    emit_add(e, "K_BLOCKS", p->k_blocks, "instructions along K in a stage");
    if (emit_tcgen05(e)) {
        emit_umma_tile(e);
        return;
    }
    emit_add(e, "M_BLOCKS", p->m_blocks, "instructions of a warpgroup along M");
    emit_add(e, "N_BLOCKS", p->n_blocks, "instructions of a warpgroup along N");
    emit_add(e, "WARPGROUPS", p->warpgroups, "consumers");
    emit_add(e, "SPLIT_N", p->split_n, "1: they split N, 0: they split M");
    emit_add(e, "THREADS", p->threads, "consumers and one producer warpgroup");
    if (p->query.sparse) {
        emit_add(e, "SPARSE", 1, "A is 2:4 sparse: its tile has half of K");
        emit_add(e, "SPARSE_SELECTOR", 0, "which threads' metadata are read");
    }
    if (emit_a_registers(e)) {
        emit_add(e, "A_REGISTERS", 4, "registers of a fragment of A");
        emit_add(e, "A_INST_K", p->k_inst / (p->query.sparse ? 2 : 1),
                 "elements of A along K in a fragment");
    }
    emit_add(e, "ACCUMULATORS", p->accumulators,
             "registers of a consumer thread that hold results");
    emit_add(e, "INST_ACCUMULATORS", p->accumulators / p->m_blocks / p->n_blocks,
             "registers of one instruction");
    emit_add(e, "CONSUMER_REGISTERS", p->consumer_registers, "for setmaxnreg.inc");
    emit_add(e, "PRODUCER_REGISTERS", p->producer_registers, "for setmaxnreg.dec");
}

static void add_memory(emit *e)
{
    const wgd_plan *p = e->plan;
    emit_add(e, "STAGES", p->stages, "stages of the ring");
    emit_add(e, "STAGE_BYTES", p->stage_bytes, "bytes from one stage to the next");
    emit_add(e, "EXPECT_BYTES", p->expect_bytes, "bytes that a stage's full barrier counts");
    emit_add(e, "RESERVE_OFFSET", p->reserve_offset, "bytes from the start to the epilogue's part");
    emit_add(e, "RESERVE_BYTES", p->query.reserve_bytes, "its size");
    emit_add(e, "FULL_OFFSET", p->full_offset, "bytes from the start to the full barriers");
    emit_add(e, "EMPTY_OFFSET", p->empty_offset, "bytes from the start to the empty barriers");
    emit_add(e, "BARRIER_BYTES", WGD_PLAN_BARRIER_BYTES, "bytes of a barrier");
    if (emit_tcgen05(e)) {
        emit_umma_memory(e);
    } else {
        emit_add(e, "EMPTY_ARRIVALS", p->warpgroups, "arrivals that an empty barrier waits for");
    }
    emit_add(e, "SMEM_BYTES", p->total_bytes, "bytes of shared memory in all");
    emit_add(e, "SMEM_ALIGNMENT", p->alignment, "the start is a multiple of");
}

/* Blocks before the step changes, and 16-byte units from block 0 to the block after them. */
static void add_advance(emit *e, const wgd_advance *a, bool along_k)
{
    const int period = a->constant ? a->blocks : a->jump_at;
    const int64_t jump = (period - 1) * a->step + (a->constant ? a->step : a->jump_step);
    emit_add_operand(e, along_k ? "K_STEP" : "MN_STEP", a->step,
                     along_k ? "16-byte units to the next INST_K of K"
                             : "16-byte units to the next block along MN");
    emit_add_operand(e, along_k ? "K_PERIOD" : "MN_PERIOD", period,
                     "blocks that the step is right for");
    emit_add_operand(e, along_k ? "K_JUMP" : "MN_JUMP", jump, "16-byte units past all of them");
}

static void add_descriptor(emit *e, const wgd_tile *t)
{
    emit_add_operand(e, "LAYOUT_TYPE", wgd_desc_layout_type(t->desc.swizzle, t->query.arch),
                     "swizzle as the descriptor has it");
    emit_add_operand(e, "LBO", t->desc.lbo, "16-byte units");
    emit_add_operand(e, "SBO", t->desc.sbo, "16-byte units");
}

static void add_operands(emit *e)
{
    for (e->operand = emit_first(e); e->operand < 2; e->operand++) {
        const wgd_plan_operand *op = &e->plan->operand[e->operand];
        const wgd_tile *t = &op->tma.tile;
        const wgd_tma_params *m = &op->tma.params;
        emit_add_operand(e, "BITS", wgd_dtype_bits(t->query.dtype), "of an element");
        emit_add_operand(e, "ROWS", t->query.mn, "elements of the tile along M or N");
        emit_add_operand(e, "MN_MAJOR", t->transpose, "1: M or N is contiguous, 0: K; imm-trans");
        emit_add_operand(e, "OFFSET", op->offset, "bytes from a stage to the tile");
        emit_add_operand(e, "BYTES", op->bytes, "bytes of the tile");
        if (wgd_plan_described(e->plan, e->operand)) {
            add_descriptor(e, t);
        }
        add_advance(e, &op->k, true);
        add_advance(e, &op->mn, false);
        if (!emit_tcgen05(e)) {
            emit_add_operand(e, "WARPGROUP_BLOCKS", op->warpgroup_blocks,
                             "blocks along MN from a consumer to the next");
        }
        emit_add_operand(e, "ROW_BYTES", wgd_swizzle_row_bytes(t->query.swizzle),
                         "bytes of a line in one panel");
        emit_add_operand(e, "XOR_MASK", wgd_swizzle_row_mask(t->query.swizzle),
                         "bits of the row that move 16-byte chunks");
        emit_add_operand(e, "PANEL_BYTES", wgd_tma_panel_bytes(&op->tma),
                         "bytes from panel to panel");
        emit_add_operand(e, "GROUP_BYTES", wgd_tma_group_bytes(&op->tma),
                         wgd_swizzle_lines(t->query.swizzle) == 4
                             ? "bytes from 4 lines to the next 4"
                             : "bytes from 8 lines to the next 8");
        emit_add_operand(e, "BOX_INNER", m->box[0], "copied elements of a box, along a line");
        emit_add_operand(e, "BOX_LINES", m->box[1], "lines of a box");
        emit_add_operand(e, "PANELS", op->tma.grid[0], "boxes along a line");
        emit_add_operand(e, "BOXES", op->tma.boxes, "copies that bring the tile");
        emit_add_operand(e, "BOX_BYTES", op->tma.box_bytes, "bytes of a copy");
        if (emit_scaled(e)) {
            emit_umma_operand(e);
        }
    }
}

/* The product that the tiles cover, and how. */
static void add_problem(emit *e)
{
    if (!e->problem) {
        return;
    }
    const wgd_problem_candidate *c = &e->problem->candidate[e->problem->chosen];
    emit_add(e, "PROBLEM_M", e->problem->size[0], "rows of the whole product");
    emit_add(e, "PROBLEM_N", e->problem->size[1], "columns of it");
    emit_add(e, "PROBLEM_K", e->problem->size[2], "elements of its K");
    emit_add(e, "TURNED", c->tile.turned, "1: of the turned product, A and B change places");
    emit_add(e, "CLUSTER_M", c->tile.cluster_m, "blocks of a cluster along M");
    emit_add(e, "CLUSTER_N", c->tile.cluster_n, "blocks of a cluster along N");
    emit_add(e, "TILES_M", c->tiles_m, "tiles along M, whole clusters");
    emit_add(e, "TILES_N", c->tiles_n, "tiles along N, whole clusters");
    emit_add(e, "TILE_COLUMNS", c->way.width, "columns that a tile has, the last one fewer");
    emit_add(e, "K_SPLIT", c->way.split, "blocks that share the K of a tile");
    emit_add(e, "PAIR_M", c->pairs == WGD_PROBLEM_PAIRS_M ? 2 : 1,
             "blocks side by side along M, as a cluster that shares nothing");
    emit_add(e, "PAIR_N", c->pairs == WGD_PROBLEM_PAIRS_N ? 2 : 1, "the same along N");
    emit_add(e, "CLAIM_TILES", c->pairs == WGD_PROBLEM_PAIRS_GROUPS,
             "1: blocks claim neighbouring tiles by the group of their SM");
    emit_add(e, "BAND_ROWS", c->band_rows,
             "of clusters or tiles, walked column by column; 0: about a square");
    emit_add(e, "K_STAGES", c->steps, "stages of K of a block, the last ones one fewer");
    emit_add(e, "TILES_AT_ONCE", c->at_once, "tiles that the SMs compute at once");
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
        const bool letter = prefix[i] >= 'a'; /* behind digits and _ */
        e->lower[i] = prefix[i];
        e->upper[i] = letter ? (char)(prefix[i] - 'a' + 'A') : prefix[i];
    }
    return WGD_OK;
}

wgd_status emit_begin(emit *e, buf *out, const wgd_plan *p, const wgd_problem *problem,
                      const char *prefix, wgd_diag *diag)
{
    const wgd_status st = emit_names(e, out, prefix, diag);
    if (st == WGD_OK) {
        e->plan = p;
        e->problem = problem;
        add_tile(e);
        add_memory(e);
        add_operands(e);
        add_problem(e);
    }
    return st;
}
