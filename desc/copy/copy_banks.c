/* SPDX-License-Identifier: MIT
 *
 * The addresses of a copy, and the wavefronts that it takes.
 */
#include <string.h>

#include "base/never.h"
#include "copy_parts.h"

/* Lane l gives the address of row l % 8 of matrix l / 8: where the first unit of that row lies. */
static uint32_t row_address(const wgd_copy *c, int warp, int step, int lane)
{
    const int matrices = wgd_copy_insn_matrices(c->insn);
    const int reg = step * matrices + lane / COPY_MATRIX_ROWS, row = lane % COPY_MATRIX_ROWS;
    return wgd_copy_insn_trans(c->insn)
               ? wgd_copy_piece_byte(c, warp * WGD_WARP + row / 2, 2 * reg + row % 2, COPY_UNIT)
               : wgd_copy_piece_byte(c, warp * WGD_WARP + row * COPY_QUAD, reg, COPY_WORD);
}

void wgd_copy_lanes(const wgd_copy *c, int warp, int step, wgd_bank_lanes *out)
{
    const bool matrices = wgd_copy_insn_matrices(c->insn) > 0;
    out->active = UINT32_MAX >> (WGD_WARP - c->lanes);
    for (int lane = 0; lane < WGD_WARP; lane++) {
        out->addr[lane] = lane >= c->lanes ? 0
                          : matrices       ? row_address(c, warp, step, lane)
                                           : wgd_copy_value_byte(c, warp * WGD_WARP + lane,
                                                                 c->value[step * c->per_step]);
    }
}

wgd_status wgd_copy_banks(const wgd_copy *c, int warp, int step, wgd_bank_result *out,
                          wgd_diag *diag)
{
    wgd_bank_lanes lanes;
    wgd_copy_lanes(c, warp, step, &lanes);
    for (int i = 0; i < WGD_WARP; i++) { /* what is narrower than a word is served as its word */
        lanes.addr[i] -= lanes.addr[i] % COPY_WORD;
    }
    return wgd_banks_access(wgd_copy_insn_access(c->insn), &lanes, out, diag);
}

wgd_status wgd_copy_total(const wgd_copy *c, wgd_bank_total *out, wgd_diag *diag)
{
    memset(out, 0, sizeof *out);
    for (int i = 0; i < c->warps * c->steps; i++) {
        wgd_bank_result r;
        const wgd_status s = wgd_copy_banks(c, i / c->steps, i % c->steps, &r, diag);
        if (NEVER(s != WGD_OK)) { /* wgd_copy_make saw every access to be one */
            return s;
        }
        wgd_bank_add(out, &r);
    }
    return WGD_OK;
}
