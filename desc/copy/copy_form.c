/* SPDX-License-Identifier: MIT
 *
 * The addresses of a copy as a formula of the thread and constants of the step.
 */
#include "copy_parts.h"

/* Addresses in shared memory are below 2^18. */
enum { WINDOW_BITS = 18 };

/* Does this thread give an address? */
static bool gives(const wgd_copy *c, int thread)
{
    return thread % WGD_WARP < c->lanes;
}

static uint32_t address(const wgd_copy *c, int thread, int step)
{
    wgd_bank_lanes l;
    if (wgd_copy_insn_matrices(c->insn) == 0) {
        return wgd_copy_value_byte(c, thread, c->value[step * c->per_step]);
    }
    wgd_copy_lanes(c, thread / WGD_WARP, step, &l);
    return l.addr[thread % WGD_WARP];
}

static uint32_t of_thread(const wgd_copy_form *f, int thread)
{
    uint32_t at = 0;
    for (int k = 0; k < f->bits; k++) {
        const uint32_t b = thread >> k & 1 ? f->basis[k] : 0;
        at = f->by_xor ? at ^ b : at + b;
    }
    return at;
}

uint32_t wgd_copy_form_at(const wgd_copy_form *f, int thread, int step)
{
    return (uint32_t)f->start + ((of_thread(f, thread) ^ f->low[step]) + f->high[step]);
}

/* Every address of every step. */
static bool holds(const wgd_copy *c, const wgd_copy_form *f)
{
    for (int warp = 0; warp < c->warps; warp++) {
        for (int step = 0; step < c->steps; step++) {
            wgd_bank_lanes l;
            wgd_copy_lanes(c, warp, step, &l);
            for (int lane = 0; lane < c->lanes; lane++) {
                if (wgd_copy_form_at(f, warp * WGD_WARP + lane, step) != l.addr[lane]) {
                    return false;
                }
            }
        }
    }
    return true;
}

static bool try_form(const wgd_copy *c, bool by_xor, wgd_copy_form *out)
{
    const wgd_swizzle sw = c->tile->sw;
    const uint32_t first = address(c, 0, 0), start = (uint32_t)out->start;
    const int period = sw.b + sw.m + (sw.s < 0 ? -sw.s : sw.s);
    const bool pattern = by_xor && sw.b > 0;
    out->by_xor = by_xor;
    out->align = pattern ? 1 << (period < WINDOW_BITS ? period : WINDOW_BITS) : COPY_ROW;
    for (int k = 0; k < out->bits; k++) {
        const bool none = !gives(c, 1 << k);
        const uint32_t at = none ? first : address(c, 1 << k, 0);
        out->basis[k] = by_xor ? (at - start) ^ (first - start) : at - first;
    }
    for (int s = 0; s < c->steps; s++) {
        const uint32_t at = address(c, 0, s) - start, mask = (uint32_t)out->align - 1;
        out->low[s] = pattern ? at & mask : 0;
        out->high[s] = at - out->low[s];
    }
    return holds(c, out);
}

bool wgd_copy_form_make(const wgd_copy *c, wgd_copy_form *out)
{
    out->start = c->tile->start;
    out->bits = 0;
    while (1 << out->bits < c->frag->threads) {
        out->bits++;
    }
    return try_form(c, true, out) || try_form(c, false, out);
}
