/* SPDX-License-Identifier: MIT
 *
 * The addresses of a copy, and the wavefronts that it takes.
 */
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
    out->active = c->lanes == WGD_WARP ? UINT32_MAX : (UINT32_C(1) << c->lanes) - 1;
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
    if (wgd_copy_insn_bytes(c->insn) < COPY_WORD) {
        for (int i = 0; i < WGD_WARP; i++) {
            lanes.addr[i] -= lanes.addr[i] % COPY_WORD;
        }
    }
    return wgd_banks_access(wgd_copy_insn_access(c->insn), &lanes, out, diag);
}

/* ---- the sum -------------------------------------------------------------------------------- */

/* Results of a few accesses: another whose lanes all lie a multiple of a row of banks further has the
 * same. */
enum { PATTERNS = 8 };
typedef struct pattern {
    uint32_t addr[WGD_WARP];
    wgd_bank_result result;
} pattern;

static bool same_banks(const pattern *p, const wgd_bank_lanes *l, int lanes)
{
    const uint32_t step = l->addr[0] - p->addr[0];
    bool same = step % (4 * WGD_BANKS) == 0;
    for (int i = 1; same && i < lanes; i++) {
        same = l->addr[i] - p->addr[i] == step;
    }
    return same;
}

/* The pattern of one access, counted where it is new. */
static const pattern *find_pattern(const wgd_copy *c, int warp, int step, pattern *known, int *n)
{
    wgd_bank_lanes l;
    wgd_copy_lanes(c, warp, step, &l);
    for (int i = 0; i < *n && i < PATTERNS; i++) {
        if (same_banks(&known[i], &l, c->lanes)) {
            return &known[i];
        }
    }
    pattern *p = &known[*n % PATTERNS];
    *n += 1;
    for (int i = 0; i < WGD_WARP; i++) {
        p->addr[i] = l.addr[i];
    }
    const wgd_status s = wgd_copy_banks(c, warp, step, &p->result, NULL);
    return ALWAYS(s == WGD_OK) ? p : NULL; /* wgd_copy_make saw every access to be one */
}

wgd_status wgd_copy_total(const wgd_copy *c, wgd_bank_total *out, wgd_diag *diag)
{
    const wgd_bank_total zero = {0, 0, 0, 0, 0, 0};
    pattern known[PATTERNS];
    int n = 0;
    *out = zero;
    for (int i = 0; i < c->warps * c->steps; i++) {
        const pattern *p = find_pattern(c, i / c->steps, i % c->steps, known, &n);
        if (NEVER(!p)) { /* see there */
            return wgd_fail(diag, WGD_ERR_INTERNAL, "", NULL, NULL, NULL, NULL);
        }
        wgd_bank_add(out, &p->result);
    }
    return WGD_OK;
}
