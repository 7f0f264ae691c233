/* SPDX-License-Identifier: MIT
 *
 * Every value, from its register to its place in the box.
 */
#include "copy_parts.h"

/* The byte to which step `step` of the instruction moves byte `byte` of what lane `lane` gives it, by
 * the addresses of the warp's lanes (PTX ISA: st.shared; stmatrix, "Matrix fragments"). */
static uint32_t moved_to(wgd_copy_insn insn, const uint32_t *addr, int lane, int byte)
{
    if (wgd_copy_insn_matrices(insn) == 0) {
        return addr[lane] + (uint32_t)byte;
    }
    const int matrix = byte / COPY_WORD, unit = byte % COPY_WORD / COPY_UNIT;
    const int in_quad = lane % COPY_QUAD, group = lane / COPY_QUAD;
    const int row = wgd_copy_insn_trans(insn) ? 2 * in_quad + unit : group;
    const int col = wgd_copy_insn_trans(insn) ? group : 2 * in_quad + unit;
    return addr[COPY_MATRIX_ROWS * matrix + row] + (uint32_t)(COPY_UNIT * col + byte % COPY_UNIT);
}

static void addresses(const wgd_copy *c, const wgd_copy_form *form, int warp, int step,
                      uint32_t *addr)
{
    wgd_bank_lanes l;
    if (!form) {
        wgd_copy_lanes(c, warp, step, &l);
    }
    for (int lane = 0; lane < WGD_WARP; lane++) {
        addr[lane] = form ? wgd_copy_form_at(form, warp * WGD_WARP + lane, step) : l.addr[lane];
    }
}

/* Value j of step `step` of one thread. */
static bool agrees(const wgd_copy *c, const uint32_t *addr, const wgd_copy_store *store, int thread,
                   int step, int j, wgd_copy_proof *p)
{
    const int v = c->value[step * c->per_step + j];
    const int at = c->thread_at[thread] + c->value_at[v], rows = c->frag->rows;
    p->row = at % rows;
    p->col = at / rows;
    p->thread = thread;
    p->value = v;
    p->moved = moved_to(c->insn, addr, thread % WGD_WARP, j * wgd_copy_elem_bytes(c));
    p->stored =
        store ? wgd_copy_store_byte(store, p->row, p->col) : wgd_copy_byte(c->tile, p->row, p->col);
    p->values++;
    return p->moved == p->stored;
}

wgd_copy_proof wgd_copy_prove(const wgd_copy *c, const wgd_copy_form *form,
                              const wgd_copy_store *store)
{
    wgd_copy_proof p = {.equal = true};
    for (int i = 0; i < c->warps * c->steps; i++) {
        uint32_t addr[WGD_WARP];
        const int warp = i / c->steps, step = i % c->steps;
        addresses(c, form, warp, step, addr);
        for (int k = 0; k < WGD_WARP * c->per_step; k++) {
            if (!agrees(c, addr, store, warp * WGD_WARP + k / c->per_step, step, k % c->per_step,
                        &p)) {
                p.equal = false;
                return p;
            }
        }
    }
    return p;
}
